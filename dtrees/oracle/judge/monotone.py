"""Monotone constraints at a node that is judged: which questions keep them, and the value that is predicted.

Floats may put two equal values in either order, and a value on either side of a bound: such a question may be asked.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import attrs

from dtrees.data.dataset import Classes
from dtrees.errors import Unsupported
from dtrees.growing.monotone import ANY, bounded_split, bounds_below, value_of
from dtrees.numbers.exact import Exact, rational
from dtrees.oracle.finding import Finding
from dtrees.oracle.rounding import Number, coarseness, is_short, rounding_bound, size_of
from dtrees.trees.missing_answers import plain_questions
from dtrees.trees.questions import Threshold
from dtrees.trees.summary import ClassCounts, total
from dtrees.trees.tree import Branch

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dtrees.growing.best_split import ScoredSplit
    from dtrees.growing.monotone import Bounds
    from dtrees.oracle.conventions import Conventions
    from dtrees.oracle.judge.stated import NodeClaim
    from dtrees.trees.paths import Path
    from dtrees.trees.summary import Summary
    from dtrees.vectorized.walk import Visit


@attrs.frozen
class Within:
    """The constraints, the bounds of a node, and the conventions of the program that grew it."""

    constraints: Mapping[str, int]
    bounds: Bounds
    conventions: Conventions

    def rated(self, one: ScoredSplit) -> ScoredSplit:
        """Return *one* as the program scores it: by bounded values, or as it is."""
        return bounded_split(one, self.bounds) if self.is_bounded else one

    def keeps(self, one: ScoredSplit, *, surely: bool) -> bool:
        """Return whether *one* keeps the constraints, whatever floats make of its values, or may do so."""
        sign, own = self.constraints.get(one.feature, 0), [value_of(part) for part in one.parts]
        slack, low, high = self.slack(total(one.parts)), self.bounds.low, self.bounds.high
        if not sign or (
            self.is_bounded and (max(own) <= low - slack or min(own) >= high + slack)
        ):  # both are the bound
            return True
        values = [self.bounds.nearest(value) for value in own] if self.is_bounded else own
        less, order = (-slack, slack * (not self.keeps_order(one))) if surely else (slack, -slack)
        inside = self.is_bounded or low - less <= min(own) <= max(own) <= high + less
        return bool(inside and sign * (values[1] - values[0]) >= order)

    @property
    def is_bounded(self) -> bool:
        """Whether bounded values are compared."""
        return self.conventions.monotone == "bounded"

    def slack(self, t: Summary) -> Fraction:
        """Return how far a float for a value of the rows *t*, or for a bound, may be off."""
        if self.conventions.arithmetic == "exact":
            return Fraction(0)
        rounding = rounding_bound(int(t.weight) + 1, size_of("value", t))
        return rounding * coarseness(self.conventions.stated_precision)

    def keeps_order(self, one: ScoredSplit) -> bool:
        """Return whether floats put the children's values in order if they are: quotients of sums that are exact."""
        sums = [
            each
            for part in one.parts
            for each in (part.counts if isinstance(part, ClassCounts) else (part.weight, part.total))
        ]
        return not self.is_bounded and all(is_short(Fraction(each)) for each in sums)

    def error(self, one: ScoredSplit) -> Fraction:
        """Return how far a float of the gain by bounded values may be off, by the values alone."""
        if not self.is_bounded:
            return Fraction(0)
        slack = self.slack(total(one.parts))
        away: list[Fraction] = [
            abs(value_of(t) - self.bounds.nearest(value_of(t))) for t in (total(one.parts), *one.parts)
        ]
        return 8 * slack * (max(away) + slack)

    def wrong_values(self, visit: Visit, claim: NodeClaim) -> list[Finding]:
        """Return the deviation of a stated value that is not the node's own, cut to the bounds."""
        summary: Any = visit.summary
        value: Fraction = self.bounds.nearest(value_of(summary))
        size, expected = Fraction(1), [1 - value, value]
        if not isinstance(summary, ClassCounts):
            responses: Any = visit.data.target
            size, expected = max(abs(Fraction(rational(y))) for y in responses.values.tolist()), [value]
        rows, precision = len(visit.data), self.conventions.stated_precision
        return [
            Finding(kind="value", path=visit.path, expected=f"{exact} = {float(exact):.17g}", got=repr(stated))
            for exact, stated in zip(expected, claim.value, strict=False)
            if not Number(Exact(exact), size).admits(stated, rows, precision)
        ]


def each_within(
    visits: Sequence[Visit], constraints: Mapping[str, int], conventions: Conventions
) -> dict[Path, Within]:
    """Return for each of the *visits*, parents first, what its questions and values must keep.

    Raises `Unsupported` for missing values, and for classes where bounded values are compared.
    """
    data = visits[0].data
    if data.holds_missing:
        message = "monotone constraints are judged of data without missing values"
        raise Unsupported(message)
    if conventions.monotone == "bounded" and isinstance(data.target, Classes):
        message = "bounded values are compared by squared error: give classes as 0 and 1"
        raise Unsupported(message)
    summaries = {visit.path: visit.summary for visit in visits}
    bounds: dict[Path, Bounds] = {(): ANY}
    for visit in visits:
        here = bounds[visit.path]
        if isinstance(visit.node, Branch):
            places = range(len(visit.node.children))
            parts: list[Any] = [summaries[*visit.path, place] for place in places]
            orders = isinstance(plain_questions(visit.node.question)[0], Threshold) and None not in parts
            below = bounds_below(visit.node.question, parts, constraints if orders else {}, here)
            bounds |= {(*visit.path, place): each for place, each in zip(places, below, strict=True)}
    return {path: Within(constraints, each, conventions) for path, each in bounds.items()}
