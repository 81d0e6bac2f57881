"""The risks of a tree's nodes, rounded to integers of a unit 2**-shift, and their denominators."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import attrs

from dtrees.decimals import FIRST_DIGITS
from dtrees.impurity import Impurity, entropy, gini, misclassification, squared_error
from dtrees.summary import Moments

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Mapping, Sequence

    from dtrees.exact import Exact
    from dtrees.risk import Risk
    from dtrees.tree import Tree

OF_COUNTS: Final[Collection[Impurity | None]] = (None, gini, entropy, misclassification)
"""What depends on the counts alone, and so is the same for nodes whose counts are."""


MORE_BITS: Final = 32
"""So many more bits of a risk are computed first than its unit has; each further attempt doubles them."""


@attrs.frozen
class Measured:
    """Risks as the specification gives them, measured once for all nodes that have the same summary."""

    alike: Sequence[Hashable]
    """A key for each node; nodes of one key have one risk."""
    exact: Mapping[Hashable, Exact]
    """The risk for each key."""

    def rounded(self, shift: int) -> list[int]:
        """Return R(t) of each node in units 2**-shift, less than two units off."""
        return self._at_nodes(lambda risk: rounded(risk, shift))

    def denominators(self) -> list[int]:
        """Return for each node a multiple of the denominator of R(t), or 0 where R(t) is not rational."""
        return self._at_nodes(lambda risk: risk.as_fraction().denominator if risk.is_rational else 0)

    def _at_nodes(self, whole_number: Callable[[Exact], int]) -> list[int]:
        found = {key: whole_number(risk) for key, risk in self.exact.items()}
        return list(map(found.__getitem__, self.alike))


@attrs.frozen
class Squares:
    """Residual sums of squares, which seldom recur, and so by integers instead of the specification's fractions."""

    summaries: Sequence[Moments]

    def rounded(self, shift: int) -> list[int]:
        """Return sum y^2 - (sum y)^2 / N of each node in units 2**-shift, each of the two rounded down."""
        return [_rounded_squares(summary, shift) for summary in self.summaries]

    def denominators(self) -> list[int]:
        """Return for each node a multiple of the denominator of R(t)."""
        return [
            math.lcm(moments.squares.denominator, moments.total.denominator**2 * moments.weight.numerator)
            for moments in self.summaries
        ]


@attrs.frozen
class WholeCounts:
    """Gini risks of whole counts, (N^2 - sum_k N_k^2) / N, by integers: the numerator and denominator for each key."""

    alike: Sequence[Hashable]
    parts: Mapping[Hashable, tuple[int, int]]

    def rounded(self, shift: int) -> list[int]:
        """Return R(t) of each node in units 2**-shift, rounded down."""
        found = {key: (above << shift) // below for key, (above, below) in self.parts.items()}
        return list(map(found.__getitem__, self.alike))

    def denominators(self) -> list[int]:
        """Return for each node a multiple of the denominator of R(t)."""
        found = {key: below // math.gcd(above, below) for key, (above, below) in self.parts.items()}
        return list(map(found.__getitem__, self.alike))


Risks: TypeAlias = Measured | Squares | WholeCounts


def risks_of(nodes: Sequence[Tree], impurity: Impurity | None, risk: Risk) -> Risks:
    """Return R(t) of each node; *risk* is what the specification measures it by."""
    summaries: list[Any] = [node.summary for node in nodes]
    if isinstance(summaries[-1], Moments) and impurity in (None, squared_error):
        return Squares(summaries)
    alike: list[Any] = [summary.counts for summary in summaries] if impurity in OF_COUNTS else summaries
    distinct = dict(zip(alike, summaries, strict=True))
    if impurity in (None, gini) and all(any(counts) and set(map(type, counts)) == {int} for counts in distinct):
        parts = {counts: (sum(counts) ** 2 - sum([n * n for n in counts]), sum(counts)) for counts in distinct}
        return WholeCounts(alike, parts)
    return Measured(alike, {key: risk(summary) for key, summary in distinct.items()})


def magnitude(value: Exact) -> int:
    """Return e with abs(value) < 2**e.

    >>> from dtrees.exact import Exact
    >>> magnitude(Exact(8)), magnitude(Exact("1/3"))
    (4, 0)
    """
    ends = [abs(end) for end in value.bounds(FIRST_DIGITS)]
    return max(end.numerator.bit_length() - end.denominator.bit_length() + 1 for end in ends)


def rounded(value: Exact, shift: int) -> int:
    """Return *value* in units 2**-shift, less than two units too small: theorem 14.8 encloses it within one.

    >>> from dtrees.exact import Exact
    >>> rounded(Exact("1/3"), 4), rounded(Exact.log2(3), 4)
    (5, 25)
    """
    more = MORE_BITS
    while True:
        middle, off = value.scaled(shift + more)
        if 2 * off <= 1 << more:
            return (middle - off) >> more
        more *= 2


def _rounded_squares(summary: Moments, shift: int) -> int:
    total, squares, weight = summary.total, summary.squares, summary.weight
    if not weight:
        squared_error(summary)  # says what is wrong
    mean = (total.numerator**2 << shift) // (total.denominator**2 * weight)
    return (squares.numerator << shift) // squares.denominator - int(mean)
