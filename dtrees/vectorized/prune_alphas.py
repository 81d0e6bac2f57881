"""The alphas at which a tree's branches collapse, as exact numbers and as floats, each computed when asked for."""

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
    """The alphas at which the branches of a tree collapse, one breakpoint a branch, and alpha 0 as the last."""

    breakpoints: Breakpoints
    order: Order
    risk: Risk
    shift: int

    @property
    def zero(self) -> int:
        """The number of the breakpoint that stands for alpha 0."""
        return len(self.order.arity)

    def exact(self, point: int, savings: dict[int, Exact] | None = None) -> Exact:
        """Return the exact alpha of breakpoint *point* on the count scale: g(t) of its branch at its collapse.

        (R(t) - R(T_t)) / (|T_t| - 1), the branch being what it is when it collapses      [CART84 §3.3]

        *savings* caches the numerators of branches between calls.
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
        """Return the risk saved by this split and by those below that collapse with it, whose savings are known."""
        order = self.order
        first, end = order.ends[split] - order.arity[split], order.ends[split]
        below = [self.risk(order.summary(child)) for child in range(first, end)]
        taken = [savings[part] for part in self.breakpoints.taken_by(split)]
        return self.risk(order.summary(order.branches[split])) - sum_in_pairs(below) + sum_in_pairs(taken)

    def floats(self, point: int, unit: Rational) -> tuple[float, float]:
        """Return two floats that enclose the alpha in units of *unit*; if equal, they are the nearest float64."""
        over = unit.numerator << self.shift
        low, high = (
            (self.breakpoints.keys[point] + error) * unit.denominator / over for error in (-KEY_ERROR, KEY_ERROR)
        )
        return low, high


def sum_in_pairs(numbers: list[Exact]) -> Exact:
    """Return the sum of *numbers*, added in pairs of pairs so that few intermediate sums have large denominators."""
    while len(numbers) > 1:
        numbers = [one + two for one, two in zip(numbers[::2], [*numbers[1::2], Exact(0)], strict=False)]
    return numbers[0] if numbers else Exact(0)
