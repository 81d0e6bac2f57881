"""Data as a value: named features, a target and case weights, all frozen, checked once at the door.

A feature is `Numeric` (finite float64 values) or `Categorical` (codes into a sorted tuple of categories); the target
is `Classes` or `Responses`.  Arrays inside are read-only copies; the caller's input is never changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias, cast

import attrs
import numpy as np
from numpy.typing import NDArray

from dtrees.errors import InvalidData

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Category: TypeAlias = str | int | float
"""A category or a class label: text, a truth value or a number."""

FloatArray: TypeAlias = NDArray[np.float64]
IntArray: TypeAlias = NDArray[np.int64]


def _floats(values: Any) -> FloatArray:
    array = np.array(values, dtype=np.float64) + 0.0  # adding zero turns -0.0 into 0.0, which equals it
    array.setflags(write=False)
    return array


def _codes(values: Any) -> IntArray:
    array = np.array(values, dtype=np.int64)
    array.setflags(write=False)
    return array


def _content(array: NDArray[Any]) -> tuple[tuple[int, ...], bytes]:
    """Return what arrays are compared and hashed by."""
    return array.shape, array.tobytes()


def category_tuple(values: Iterable[Category]) -> tuple[Category, ...]:
    """Return *values* as a tuple: what attrs converts categories and class labels by."""
    return tuple(values)


class _Value:
    """Pickle and copy through the constructor, so that restored arrays are read-only again."""

    __slots__ = ()

    def __reduce__(self) -> tuple[type[Any], tuple[Any, ...]]:
        values = attrs.astuple(cast("Any", self), recurse=False)
        return type(self), values


@attrs.frozen
class Numeric(_Value):
    """A feature of finite numbers.

    >>> len(Numeric("x", [1, 2.5]))
    2
    """

    name: str
    values: FloatArray = attrs.field(converter=_floats, eq=_content)

    def __len__(self) -> int:
        return len(self.values)

    def take(self, rows: IntArray) -> Numeric:
        """Return the feature at *rows* only."""
        return Numeric(self.name, self.values[rows])


@attrs.frozen
class Categorical(_Value):
    """A feature of categories: row i holds ``categories[codes[i]]``.

    >>> Categorical("sky", ["rain", "sun"], [1, 0, 1]).categories
    ('rain', 'sun')
    """

    name: str
    categories: tuple[Category, ...] = attrs.field(converter=category_tuple)
    codes: IntArray = attrs.field(converter=_codes, eq=_content)

    def __len__(self) -> int:
        return len(self.codes)

    def take(self, rows: IntArray) -> Categorical:
        """Return the feature at *rows* only, with all its categories."""
        return Categorical(self.name, self.categories, self.codes[rows])


@attrs.frozen
class Classes(_Value):
    """A target of class labels, in the order that settles ties of the majority: row i is of ``labels[codes[i]]``.

    >>> Classes(["no", "yes"], [1, 1, 0]).labels
    ('no', 'yes')
    """

    labels: tuple[Category, ...] = attrs.field(converter=category_tuple)
    codes: IntArray = attrs.field(converter=_codes, eq=_content)

    def take(self, rows: IntArray) -> Classes:
        """Return the target at *rows* only, with all its labels."""
        return Classes(self.labels, self.codes[rows])


@attrs.frozen
class Responses(_Value):
    """A target of finite numbers.

    >>> Responses([0.5, 2]).values.tolist()
    [0.5, 2.0]
    """

    values: FloatArray = attrs.field(converter=_floats, eq=_content)

    def take(self, rows: IntArray) -> Responses:
        """Return the target at *rows* only."""
        return Responses(self.values[rows])


Feature: TypeAlias = Numeric | Categorical
Target: TypeAlias = Classes | Responses


@attrs.frozen
class Dataset(_Value):
    """Rows of features with a target and a positive weight each; made by `classification_data` and its kin.

    >>> from dtrees.constructors import classification_data
    >>> data = classification_data({"x": [1, 2, 2]}, ["no", "yes", "yes"], weights=[1, 0.5, 0])
    >>> len(data), data.feature_names, data.target.labels
    (2, ('x',), ('no', 'yes'))
    """

    features: tuple[Feature, ...]
    target: Target
    weights: FloatArray = attrs.field(converter=_floats, eq=_content)

    def __len__(self) -> int:
        return len(self.weights)

    @property
    def feature_names(self) -> tuple[str, ...]:
        """The features' names, in the order that settles ties between splits."""
        return tuple(feature.name for feature in self.features)

    def feature(self, name: str) -> Feature:
        """Return the feature called *name*, or raise `InvalidData` that lists the names there are."""
        return find_feature(self.features, name)

    def take(self, rows: Sequence[int] | IntArray) -> Dataset:
        """Return the data at *rows* (positions from 0), in that order; raises `InvalidData` for any other rows."""
        chosen = np.asarray(rows)
        if chosen.ndim != 1 or (len(chosen) and chosen.dtype.kind not in "iu"):
            message = "rows are positions from 0, one integer each: np.flatnonzero makes them of a mask"
            raise InvalidData(message)
        chosen = chosen.astype(np.int64)
        outside = chosen[(chosen < 0) | (chosen >= len(self))]
        if len(outside):
            message = f"there is no row {outside[0]}: positions go from 0 to {len(self) - 1}"
            raise InvalidData(message)
        features = tuple(feature.take(chosen) for feature in self.features)
        return Dataset(features, self.target.take(chosen), self.weights[chosen])

    def drop(self, *names: str) -> Dataset:
        """Return the data without the features called *names*, or raise `InvalidData` where there is none of a name."""
        dropped = {self.feature(name).name for name in names}
        return attrs.evolve(self, features=tuple(feature for feature in self.features if feature.name not in dropped))


def find_feature(features: Iterable[Feature], name: str) -> Feature:
    """Return the feature called *name*, or raise `InvalidData` that lists the names there are."""
    features = tuple(features)
    for feature in features:
        if feature.name == name:
            return feature
    raise no_such_column(name, [feature.name for feature in features])


def no_such_column(name: str, names: Iterable[str]) -> InvalidData:
    """Return the complaint that *name* is not among the *names* of the columns."""
    return InvalidData(f"there is no column {name!r}; there are {', '.join(map(repr, names))}")
