"""A target of several outputs, classes and numbers, that one tree predicts together."""

from collections.abc import Iterator, Sequence
from typing import Any, Self

import attrs
import numpy as np

from dtrees.arguments import fields_as_annotated
from dtrees.data.dataset import Classes, Responses, Rows
from dtrees.data.scaled import BoolArray
from dtrees.errors import InvalidData


@attrs.frozen(repr=False, field_transformer=fields_as_annotated)
class Outputs(Responses):
    """Several targets of the same rows, `Classes` or `Responses`: the target of a row is a tuple, one value of each.

    Raises `InvalidData` for no target, and for targets of different lengths.

    >>> both = Outputs([Classes(["no", "yes"], [1, 1, 0]), Responses([2, 4, 8])])
    >>> list(both)
    [('yes', 2), ('yes', 4), ('no', 8)]
    >>> dt.predict(dt.grow(dt.regression_data({"x": [1, 2, 3]}, both), dt.cart(max_depth=1)), {"x": 3}).tolist()
    [['no', 8.0]]
    """

    targets: Sequence[Classes | Responses]
    numbers: Any = attrs.field(init=False, default=None, eq=False)

    def __attrs_post_init__(self) -> None:
        if [1 for target in self.targets if isinstance(target, Outputs)]:
            raise InvalidData("an output is itself several outputs: give the targets of both in one list")
        if len({len(target) for target in self.targets}) != 1:
            lengths = ", ".join([str(len(target)) for target in self.targets]) or "none"
            raise InvalidData(f"the outputs' rows: {lengths}: give at least one target, and each a value a row")

    def __len__(self) -> int:
        return len(self.targets[0])

    def __iter__(self) -> Iterator[Any]:
        return zip(*self.targets, strict=True)

    def __repr__(self) -> str:
        return f"Outputs({self.targets!r})"

    def __reduce__(self) -> tuple[type[Any], tuple[Any, ...]]:
        return type(self), (self.targets,)

    @property
    def values(self) -> Any:
        """Raises `InvalidData`: several outputs are no one column of numbers."""
        raise InvalidData("several outputs are no one column of numbers: take one of their targets")

    @property
    def missing(self) -> BoolArray:
        """Whether each row's target is missing: none is."""
        return np.zeros(len(self), dtype=bool)

    def take(self, rows: Rows) -> Self:
        """Return the outputs at *rows* only."""
        return type(self)([target.take(rows) for target in self.targets])
