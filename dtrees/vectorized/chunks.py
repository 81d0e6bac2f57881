"""Tables too large for memory, read in chunks: a row that occurs n times becomes one row of weight n."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias

import attrs
import numpy as np

from dtrees.arguments import checked, taken
from dtrees.data.dataset import MISSING_CODE, Categorical, Classes, Dataset, Numeric, Ordinal, Responses
from dtrees.data.outputs import Outputs
from dtrees.data.scaled import WHOLE_FLOATS, Scaled, scaled
from dtrees.errors import InvalidData, Unsupported, refused
from dtrees.vectorized.units import multiples

if TYPE_CHECKING:
    from dtrees.data.dataset import Category, Feature, Target
    from dtrees.data.scaled import IntArray, NumberArray, Numbers


def _chunks(name: str, value: Any) -> Any:
    if not isinstance(value, Iterable) or isinstance(value, np.ndarray):  # one without dimensions has no items
        raise refused(value, name, "an iterable of data sets: [data] for one")
    return value


Chunks: TypeAlias = Annotated[Iterable[Dataset], _chunks]
"""Data sets of the same columns, one after the other."""

Coded: TypeAlias = Categorical | Classes

KEYS: Final = 2**62
"""Each distinct row of a chunk has an integer key below this one."""

FEW: Final = 4
"""Where there are at most so many keys to a row, they are counted; more are sorted."""


@checked
def distinct_rows(chunks: Chunks) -> Dataset:
    """Return one data set of the distinct rows of all *chunks*, each with the sum of its weights.

    A weight of n stands for n equal rows, so growing, pruning and selecting give the same for the result as for all
    rows.  The sums are exact.  Memory holds the distinct rows and one chunk, so columns must have few distinct values.
    A chunk may itself be such a result: processes can each count a part of a table.

    Where the classes or the categories of a column differ between chunks, all of them are sorted; where they are the
    same, their order stays.  In cross-validation of the result all equal rows are in one fold.

    Raises `InvalidData` where there is no row, and where chunks differ in their columns or the kind of a column.

    >>> from dtrees.data.constructors import classification_data
    >>> chunks = (classification_data({"x": [1, 2, 2]}, list(labels)) for labels in ("aab", "aab", "cbb"))
    >>> data = distinct_rows(chunks)
    >>> list(zip(data.features[0], data.target, data.weights.tolist()))
    [(1.0, 'a', 2.0), (1.0, 'c', 1.0), (2.0, 'a', 2.0), (2.0, 'b', 4.0)]
    """
    parts: list[Dataset] = []
    for number, chunk in enumerate(chunks):
        present = taken(Dataset, f"chunks[{number}]", chunk).present
        if not len(present):
            continue
        if isinstance(present.target, Outputs):
            message = "the rows of several outputs are not counted: grow from all of them"
            raise Unsupported(message)
        parts.append(_merged(present))
        while len(parts) > 1 and len(parts[-2]) <= 2 * len(parts[-1]):  # so that no row is merged too often
            parts[-2:] = [_merged(_joined(*parts[-2:]))]
    while len(parts) > 1:
        parts[-2:] = [_merged(_joined(*parts[-2:]))]
    if not parts:
        message = "the chunks have no rows of a weight above 0: give at least one"
        raise InvalidData(message)
    return parts[0]


def _merged(data: Dataset) -> Dataset:
    """Return each distinct row of *data* once, with the sum of its weights."""
    keys, size = np.zeros(len(data), np.int64), 1
    for column in (*data.features, data.target):
        codes, values = _codes(column)
        if size * values >= KEYS:
            keys, size = _renumbered(keys)
        keys, size = keys * values + codes, size * values
    if size > FEW * len(data):
        keys, size = _renumbered(keys)
    row = np.full(size, -1)
    row[keys] = np.arange(len(data))  # of equal rows any one
    kept = np.flatnonzero(row >= 0)
    weights = _sums(data, keys, size)[kept]
    features = tuple([feature.take(row[kept]) for feature in data.features])
    return Dataset(features, data.target.take(row[kept]), weights)


def _renumbered(keys: IntArray) -> tuple[IntArray, int]:
    """Return numbers from 0 that are the same where the keys are, and how many there are."""
    present, numbers = np.unique(keys, return_inverse=True)
    return numbers, len(present)


def _codes(column: Feature | Target) -> tuple[IntArray, int]:
    """Return a number below the second for each row: the same one where the column holds the same."""
    if isinstance(column, Categorical | Classes):
        return column.codes + 1, len(_names(column)) + 1
    numbers = column.numbers
    if isinstance(numbers, Scaled):
        values, codes = np.unique(numbers.wholes, return_inverse=True)
        return np.where(numbers.missing, len(values), codes), len(values) + 1
    least, most = numbers.min(), numbers.max()
    if least > -WHOLE_FLOATS and most < min(least + len(numbers), WHOLE_FLOATS):  # and so none is missing
        whole = numbers.astype(np.int64)
        if np.array_equal(whole, numbers):
            return whole - int(least), int(most - least) + 1
    values, codes = np.unique(numbers, return_inverse=True)
    return codes, len(values)


def _sums(data: Dataset, place: IntArray, size: int) -> NumberArray:
    """Return the sum of the weights of the rows at each place."""
    weights = data.weights
    if weights.dtype == np.float64 and not (weights % 1).any() and weights.sum() <= WHOLE_FLOATS:
        return np.bincount(place, weights, size)
    wholes, exponent, divisor = multiples(weights)
    sums = np.zeros(size, dtype=object)
    np.add.at(sums, place, wholes.astype(object))
    return np.array(sums * (Fraction(2) ** exponent / divisor))


def _joined(above: Dataset, below: Dataset) -> Dataset:
    """Return the rows of both."""
    names = above.feature_names, below.feature_names
    if names[0] != names[1]:
        message = f"the chunks differ in their columns, {names[0]} and {names[1]}: give all the same"
        raise InvalidData(message)
    features = [_joined_columns(*both) for both in zip(above.features, below.features, strict=True)]
    target: Target
    if isinstance(above.target, Classes) and isinstance(below.target, Classes):
        target = Classes(*_joined_codes("the labels", above.target, below.target))
    elif isinstance(above.target, Responses) and isinstance(below.target, Responses):
        if attrs.evolve(above.target, values=below.target.numbers) != below.target:
            raise InvalidData("the chunks differ in the centre that nodes predict: give all the same")
        target = attrs.evolve(above.target, values=_joined_numbers(above.target, below.target))
    else:
        message = "some chunks have classes, and others responses: make all of them by one function"
        raise InvalidData(message)
    weights = [above.weights, below.weights]
    as_floats = all(part.dtype == np.float64 for part in weights)
    return Dataset(features, target, np.concatenate(weights) if as_floats else above.row_weights + below.row_weights)


def _joined_columns(above: Feature, below: Feature) -> Feature:
    above, below = _of_the_kind_of(below, above), _of_the_kind_of(above, below)
    if isinstance(above, Categorical) and isinstance(below, Categorical):
        ordered = isinstance(above, Ordinal) or isinstance(below, Ordinal)
        if ordered and (type(above), above.categories) != (type(below), below.categories):
            message = f"column {above.name!r} has another order of categories in another chunk: give all the same"
            raise InvalidData(message)
        return type(above)(above.name, *_joined_codes(f"column {above.name!r}", above, below))
    if isinstance(above, Numeric) and isinstance(below, Numeric):
        return Numeric(above.name, _joined_numbers(above, below))
    message = f"column {above.name!r} has numbers in one chunk and categories in another: give values of one kind"
    raise InvalidData(message)


def _of_the_kind_of(other: Feature, column: Feature) -> Feature:
    """Return a *column* of which nothing is known as one of the kind that the *other* chunk has."""
    if isinstance(other, Numeric) or not column.missing.all():
        return column
    return type(other)(column.name, other.categories, np.full(len(column), MISSING_CODE))


def _joined_codes(name: str, above: Coded, below: Coded) -> tuple[tuple[Category, ...], IntArray]:
    """Return the names of both, in their order or sorted, and the place of each row's among them."""
    names = _names(above)
    if names != _names(below):
        try:
            names = tuple(sorted({*_names(above), *_names(below)}))
        except TypeError as error:
            message = f"{name} mix kinds of values that have no order: give values of one kind"
            raise InvalidData(message) from error
    place: dict[Any, int] = {one: code for code, one in enumerate(names)}
    places = [np.array([*map(place.get, _names(column)), MISSING_CODE])[column.codes] for column in (above, below)]
    return names, np.concatenate(places)


def _names(column: Coded) -> tuple[Category, ...]:
    return column.labels if isinstance(column, Classes) else column.categories


def _joined_numbers(above: Numeric | Responses, below: Numeric | Responses) -> Numbers | list[Any]:
    one, two = above.numbers, below.numbers
    if isinstance(one, Scaled) and isinstance(two, Scaled) and one.unit == two.unit:
        missing = np.concatenate([one.missing, two.missing])
        return scaled(np.concatenate([one.wholes, two.wholes]), one.unit, missing)
    if isinstance(one, Scaled) or isinstance(two, Scaled):
        return [*above, *below]
    return np.concatenate([one, two])
