"""The summary of a node that keeps all its responses: their distribution, the medians, and the rate."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Any

import attrs

from dtrees.arguments import checked, fields_as_annotated, taken
from dtrees.data.kept import Centre, KeptResponses, require_counts
from dtrees.errors import InvalidData, abbreviated, refused
from dtrees.numbers.exact import LOG2_E, Exact, Number, Rational, rational
from dtrees.numbers.rationals import exact_repr
from dtrees.trees.summary import NO_ROWS, Moments, summary_of


def _numbers(values: Iterable[Any]) -> tuple[Rational, ...]:
    return tuple([rational(value) for value in values])


@attrs.frozen(field_transformer=fields_as_annotated)
class Distribution(Moments):
    """The different responses of a node, in order, each with its weight, and which *centre* of them it predicts.

    A loss is the absolute deviation from a median, or the deviance from the rate, the mean of counts.  Raises
    `InvalidData` for responses that are not in order, for weights that are not one each and positive, and for counts
    below 0.

    >>> Distribution.of([7, 1, 2, 7], centre="lower_median")
    Distribution(centre='lower_median', values=(1, 2, 7), weights=(1, 1, 2))
    """

    GIVE = "a Distribution, which a node has where the responses are KeptResponses"

    centre: Centre
    values: tuple[Rational, ...] = attrs.field(converter=_numbers, repr=exact_repr)
    weights: tuple[Rational, ...] = attrs.field(converter=_numbers, repr=exact_repr)
    weight: Rational = attrs.field(init=False, repr=False, eq=False)
    total: Rational = attrs.field(init=False, repr=False, eq=False)
    squares: Rational = attrs.field(init=False, repr=False, eq=False)

    @weight.default
    def _(self) -> Rational:
        return sum(self.weights)

    @total.default
    def _(self) -> Rational:
        return sum([w * y for w, y in zip(self.weights, self.values, strict=False)])

    @squares.default
    def _(self) -> Rational:
        return sum([w * y * y for w, y in zip(self.weights, self.values, strict=False)])

    def __attrs_post_init__(self) -> None:
        in_order = all(one < other for one, other in pairwise(self.values))
        if not in_order or len(self.weights) != len(self.values) or min(self.weights, default=1) <= 0:
            given = f"the values {abbreviated(self.values)} of weights {abbreviated(self.weights)}"
            raise InvalidData(f"{given}: give each value once, in order, with a positive weight")
        require_counts(self.centre, self.values)

    @classmethod
    @checked
    def of(
        cls, responses: Sequence[Number], weights: Sequence[Number] | None = None, *, centre: Centre = "median"
    ) -> Distribution:
        """Return the distribution of *responses*; *weights* are 1 by default, and those of equal responses add up."""
        weights = [1] * len(responses) if weights is None else weights
        held: dict[Rational, Rational] = {}
        for y, w in zip(responses, weights, strict=True):
            held[rational(y)] = held.get(rational(y), 0) + rational(w)
        values = [y for y in sorted(held) if held[y]]
        return cls(centre, values, [held[y] for y in values])

    @property
    def medians(self) -> tuple[Rational, Rational]:
        """The lower and the upper median: the least y with half of the weight at or below it, and with more than half.

        Any number from the one to the other has the least sum of absolute deviations.      [ESL2 §10.6]
        """
        if not self.weight:
            raise InvalidData(NO_ROWS)
        sums = list(zip(self.values, accumulate(self.weights), strict=True))
        return next(y for y, n in sums if 2 * n >= self.weight), next(y for y, n in sums if 2 * n > self.weight)

    @property
    def predicted(self) -> Rational:
        """The centre that the node predicts, exactly."""
        match self.centre:
            case "lower_median":
                return self.medians[0]
            case "upper_median":
                return self.medians[1]
            case "median":
                return Fraction(sum(self.medians), 2)
            case "rate":
                return self.mean

    def loss(self, y: Any) -> Rational | Exact:
        """Return what a response *y* loses: the absolute deviation |y - centre|, or its `unit_deviance`."""
        return self._lost(y, self.predicted)

    def losses(self, rows: Moments) -> Exact:
        """Return the sum of what other *rows* lose: sum_i w_i loss(y_i)."""
        others, centre = taken(Distribution, "rows", rows), self.predicted
        return Exact(sum([w * self._lost(y, centre) for y, w in zip(others.values, others.weights, strict=True)]))

    def _lost(self, y: Any, centre: Rational) -> Rational | Exact:
        return unit_deviance(y, centre) if self.centre == "rate" else rational(abs(y - centre))

    def __add__(self, other: Moments, sign: int = 1) -> Distribution:
        if type(other) is not Distribution or other.centre != self.centre:
            raise refused(other, "other", f"a Distribution whose centre is the {self.centre}")
        signed = [*self.weights, *[sign * w for w in other.weights]]
        return Distribution.of([*self.values, *other.values], signed, centre=self.centre)

    def __mul__(self, share: Rational) -> Distribution:
        return Distribution.of(self.values, [share * w for w in self.weights], centre=self.centre)


def unit_deviance(y: Rational, rate: Rational) -> Exact:
    """Return the Poisson deviance of a count *y* from its *rate*, in bits: a fraction 1 / ln 2 of that in nats.

    2 (y log2(y / rate) - (y - rate) log2(e)), where 0 log2 0 = 0      [MCCULLAGH89 §2.3]

    Raises `InvalidData` for a count above a rate of 0, whose deviance is infinite.

    >>> unit_deviance(1, 2), unit_deviance(3, 3)
    (Exact('2*log2(e) - 2'), Exact('0'))
    """
    if y and not rate:
        raise InvalidData(
            f"a count of {abbreviated(y)} has no finite deviance from the rate 0: measure SQUARED_ERROR instead"
        )
    return 2 * (y * Exact.log2(Fraction(y) / rate) if y else Exact(0)) - 2 * (y - rate) * LOG2_E


@summary_of.register
def _(target: KeptResponses, rows: Sequence[tuple[Rational, Any]]) -> Distribution:
    return Distribution.of([y for _, y in rows], [w for w, _ in rows], centre=target.centre)
