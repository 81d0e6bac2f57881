"""The alphas at which a tree's branches collapse, in exact numbers and as floats, each made when asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from dtrees.numbers.exact import Exact
from dtrees.vectorized.prune_breakpoints import KEY_ERROR

if TYPE_CHECKING:
    from dtrees.numbers.exact import Rational
    from dtrees.vectorized.prune_breakpoints import Breakpoints, Order
    from dtrees.vectorized.prune_risks import Risk


@attrs.frozen(eq=False)
class Alphas:
    """The alphas at which the branches of a tree collapse, and after them, as one breakpoint more, alpha 0."""

    breakpoints: Breakpoints
    order: Order
    risk: Risk
    shift: int

    @property
    def zero(self) -> int:
        """The number of alpha 0."""
        return len(self.order.arity)

    def exact(self, point: int, savings: dict[int, Exact] | None = None) -> Exact:
        """Return the alpha of a breakpoint on the count scale: what the splits that go with it save, a leaf given up.

        (R(t) - R(T_t)) / (|T_t| - 1), the branch being what it is when it collapses      [CART84 §3.3]

        *savings* holds the savings that are known, and takes up those made here.
        """
        if point == self.zero:
            return Exact(0)
        savings = {} if savings is None else savings
        going, waiting = list[int](), [point]
        while waiting:
            split = waiting.pop()
            if split not in savings:
                going.append(split)
                waiting += self.breakpoints.taken_by(split)
        for split in reversed(going):
            savings[split] = self._saving(split, savings)
        return savings[point] / self.breakpoints.more[point]

    def _saving(self, split: int, savings: dict[int, Exact]) -> Exact:
        """Return what a split saves together with those that it takes along, theirs being known."""
        order = self.order
        first, end = order.ends[split] - order.arity[split], order.ends[split]
        below = [self.risk(order.summary(child)) for child in range(first, end)]
        taken = [savings[part] for part in self.breakpoints.taken_by(split)]
        return self.risk(order.summary(order.branches[split])) - sum_in_pairs(below) + sum_in_pairs(taken)

    def floats(self, point: int, unit: Rational) -> tuple[float, float]:
        """Return two floats that enclose alpha over *unit*; where they are one, it is the nearest float64."""
        over = unit.numerator << self.shift
        low, high = (
            (self.breakpoints.keys[point] + error) * unit.denominator / over for error in (-KEY_ERROR, KEY_ERROR)
        )
        return low, high


def sum_in_pairs(numbers: list[Exact]) -> Exact:
    """Return the sum, made in pairs of pairs, so that few of the sums on the way have large denominators."""
    while len(numbers) > 1:
        numbers = [one + two for one, two in zip(numbers[::2], [*numbers[1::2], Exact(0)], strict=False)]
    return numbers[0] if numbers else Exact(0)
