"""A node's summary of its rows: all that growing and pruning need of them.

The weight of each class (`ClassCounts`), or the weight, total and sum of squares of the responses (`Moments`).
Summaries add up: a node's is the sum of its children's.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import reduce
from itertools import repeat
from operator import add
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import attrs
import numpy as np

from dtrees.arguments import abbreviated, admit, checked, each, instance, refused
from dtrees.data.dataset import Category, Classes, Dataset, IntArray, Responses, category_tuple
from dtrees.errors import InvalidData
from dtrees.numbers.exact import Exact, Rational, in_integers, number, over, rational
from dtrees.numbers.numerals import rational_repr
from dtrees.numbers.sums import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def _counts(counts: Iterable[Rational | float]) -> tuple[Rational, ...]:
    try:
        return tuple([count if type(count) is int else rational(count) for count in counts])
    except (TypeError, InvalidData) as error:
        raise refused(counts, "counts", "a finite number for each class") from error


def _counts_repr(counts: tuple[Rational, ...]) -> str:
    return f"({', '.join(map(rational_repr, counts))}{',' * (len(counts) == 1)})"


def _positive(weight: Rational) -> Rational:
    if not weight:
        message = "a node without rows has neither shares nor a mean: leave it out"
        raise InvalidData(message)
    return weight


class _InIntegers:
    """Counts that are not 0 as integers over one denominator; these and `counts` are made of each other when asked for.

    They add faster than fractions, and where there are many classes than counts of all of them.
    """

    __slots__ = ("_numerators", "denominator")

    _numerators: dict[int, int]
    """By the place of the class; no field of attrs, so that `attrs.asdict` leaves it out."""

    denominator: int

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name == "counts":
                every = map(self._numerators.get, range(len(self.classes)), repeat(0))
                object.__setattr__(self, name, tuple([over(number, self.denominator) for number in every]))
            elif name in _InIntegers.__slots__:
                numerators, denominator = in_integers(self.counts)
                present = {place: number for place, number in enumerate(numerators) if number}
                object.__setattr__(self, "_numerators", present)
                object.__setattr__(self, "denominator", denominator)
            return object.__getattribute__(self, name)


@attrs.frozen
class ClassCounts(_InIntegers):
    """The weight of each class at a node, in class order: N_1(t), ..., N_K(t).

    Raises `InvalidData` for a negative count and for classes that are not as many as the counts.

    >>> counts = ClassCounts((9, 5), ("yes", "no"))
    >>> counts.weight, counts.majority
    (14, 'yes')
    """

    counts: tuple[Rational, ...] = attrs.field(converter=_counts, repr=_counts_repr)
    classes: tuple[Category, ...] = attrs.field(converter=category_tuple)

    @classes.default
    def _numbered(self) -> tuple[Category, ...]:
        return tuple(range(len(self.counts)))

    def __hash__(self) -> int:  # of floats, for fractions must be reduced
        return hash(frozenset([(place, nearest(count, self.denominator)) for place, count in self._numerators.items()]))

    def __attrs_post_init__(self) -> None:
        if len(self.counts) != len(self.classes):
            message = f"{len(self.counts)} counts stand for {len(self.classes)} classes: give one count a class"
            raise InvalidData(message)
        self._refuse_negative(self.counts)

    def _refuse_negative(self, counts: Iterable[Rational]) -> None:
        if min(counts, default=0) < 0:
            message = f"the counts {abbreviated(self.counts)} hold a negative one: give weights of at least 0"
            raise InvalidData(message)

    @property
    def numerators(self) -> tuple[int, ...]:
        """The counts that are not 0, all of them times their common denominator."""
        return tuple(self._numerators.values())

    @property
    def weight(self) -> Rational:
        """N(t), the weight of all rows at the node."""
        return over(sum(self._numerators.values()), self.denominator)

    @property
    def majority(self) -> Category:
        """The class of the largest weight, the first in class order among equals."""
        return self.classes[self.counts.index(max(self.counts))]

    @property
    def prediction(self) -> Category:
        """What a leaf with this summary predicts: the majority class."""
        return self.majority

    @property
    def proportions(self) -> tuple[Fraction, ...]:
        """p_k = N_k / N for each class."""
        weight = _positive(self.weight)
        return tuple(Fraction(count) / weight for count in self.counts)

    def __add__(self, other: ClassCounts) -> ClassCounts:
        return self._plus(other, 1)

    def __sub__(self, other: ClassCounts) -> ClassCounts:
        difference = self._plus(other, -1)
        difference._refuse_negative(difference._numerators.values())
        return difference

    def _plus(self, other: Any, sign: int) -> ClassCounts:
        if not isinstance(other, ClassCounts) or not (self.classes is other.classes or self.classes == other.classes):
            own, given = abbreviated(self.classes), abbreviated(other)
            message = f"counts of the classes {own} and {given} cannot be combined: give both one order"
            raise InvalidData(message)
        one, two, denominator = self._numerators, other._numerators, self.denominator  # noqa: SLF001 (of this class)
        if denominator != other.denominator:
            denominator = math.lcm(denominator, other.denominator)
            one, two = _times(one, denominator // self.denominator), _times(two, denominator // other.denominator)
        sums = one.copy()
        for place, count in two.items():
            if changed := sums.get(place, 0) + sign * count:
                sums[place] = changed
            else:
                del sums[place]
        return _class_counts(sums, denominator, self.classes)


def _times(numerators: dict[int, int], factor: int) -> dict[int, int]:
    return {place: count * factor for place, count in numerators.items()}


def _class_counts(numerators: dict[int, int], denominator: int, classes: tuple[Category, ...]) -> ClassCounts:
    """Return counts that need no converter."""
    made = object.__new__(ClassCounts)
    object.__setattr__(made, "_numerators", numerators)
    object.__setattr__(made, "denominator", denominator)
    object.__setattr__(made, "classes", classes)
    return made


class _OverDenominators:
    """Moments as quotients that need not be reduced; these and the moments are made of each other when asked for.

    So a tree of numbers is grown without fractions.
    """

    __slots__ = ("denominators", "numerators")

    numerators: tuple[int, int, int]
    denominators: tuple[int, int, int]

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name in _MOMENTS:
                place = _MOMENTS.index(name)
                object.__setattr__(self, name, over(self.numerators[place], self.denominators[place]))
            elif name in _OverDenominators.__slots__:
                moments = (self.weight, self.total, self.squares)
                object.__setattr__(self, "numerators", tuple([moment.numerator for moment in moments]))
                object.__setattr__(self, "denominators", tuple([moment.denominator for moment in moments]))
            return object.__getattribute__(self, name)


_MOMENTS: Final = ("weight", "total", "squares")


@attrs.frozen
class Moments(_OverDenominators):
    """The weight of a node's rows and the weighted total and sum of squares of their responses.

    >>> Moments.of([1, 2, 6]).mean
    Fraction(3, 1)
    """

    weight: Rational = attrs.field(converter=rational, repr=rational_repr)
    total: Rational = attrs.field(converter=rational, repr=rational_repr)
    squares: Rational = attrs.field(converter=rational, repr=rational_repr)

    def __hash__(self) -> int:  # of floats, for fractions must be reduced
        return hash(tuple(map(nearest, self.numerators, self.denominators)))

    def __attrs_post_init__(self) -> None:
        if self.weight < 0 or self.squares < 0:
            weight, squares = abbreviated(self.weight), abbreviated(self.squares)
            message = f"a weight of {weight} with squares of {squares}: neither can be negative"
            raise InvalidData(message)

    @classmethod
    def of(cls, responses: Iterable[Rational | float]) -> Moments:
        """Return the moments of *responses* of weight 1 each."""
        values = each(number)("responses", responses)
        return cls(len(values), sum(values), sum(value * value for value in values))

    @property
    def mean(self) -> Fraction:
        """The weighted mean of the responses."""
        return Fraction(self.total) / _positive(self.weight)

    @property
    def prediction(self) -> float:
        """What a leaf with this summary predicts: the mean, as the nearest float."""
        return float(Exact(self.mean))

    def __add__(self, other: Moments) -> Moments:
        _require_moments(other)
        return Moments(self.weight + other.weight, self.total + other.total, self.squares + other.squares)

    def __sub__(self, other: Moments) -> Moments:
        _require_moments(other)
        return Moments(self.weight - other.weight, self.total - other.total, self.squares - other.squares)


def _require_moments(other: Any) -> None:
    if not isinstance(other, Moments):
        message = f"moments and {abbreviated(other)} cannot be combined: give moments of both"
        raise InvalidData(message)


Summary: TypeAlias = ClassCounts | Moments

admit("Summary", instance(Summary, "ClassCounts or Moments, such as summarize returns"))
admit("ClassCounts", instance(ClassCounts, "ClassCounts, such as summarize returns"))
admit("Moments", instance(Moments, "Moments, such as summarize returns"))


@checked
def summarize(data: Dataset) -> Summary:
    """Return the summary of all rows of *data*.

    >>> from dtrees.data.constructors import classification_data
    >>> summarize(classification_data({"x": [1, 2, 3]}, ["b", "a", "b"]))
    ClassCounts(counts=(1, 2), classes=('a', 'b'))
    """
    return summarize_groups(data, np.zeros(len(data), dtype=np.int64), 1)[0]


def summarize_groups(data: Dataset, groups: IntArray, how_many: int) -> tuple[Summary, ...]:
    """Return the summary of each group of rows, where row i is in group ``groups[i]``."""
    weights, unit = data.whole_weights
    match data.target:
        case Classes(labels, codes):
            counts: list[dict[int, int]] = [{} for _ in range(how_many)]
            for group, code, weight in zip(groups.tolist(), codes.tolist(), weights, strict=True):
                if weight:
                    of_group = counts[group]
                    of_group[code] = of_group.get(code, 0) + weight
            return tuple([_class_counts(of_group, unit, labels) for of_group in counts])
        case Responses():
            responses, scale = data.target.whole_values
            moments = [[0, 0, 0] for _ in range(how_many)]
            for group, weight, response in zip(groups.tolist(), weights, responses, strict=True):
                moment, first = moments[group], weight * response
                moment[0] += weight
                moment[1] += first
                moment[2] += first * response
            units = (unit, unit * scale, unit * scale**2)
            return tuple([Moments(*map(Fraction, moment, units)) for moment in moments])


def whole_weights(summaries: Sequence[Summary]) -> tuple[int, ...]:
    """Return the weights of *summaries*, all of them times a common denominator.

    >>> whole_weights([ClassCounts((1, 0.5)), ClassCounts((0, 1))])
    (3, 2)
    """
    counts = [summary for summary in summaries if isinstance(summary, ClassCounts)]
    if len(counts) == len(summaries) and len({summary.denominator for summary in counts}) == 1:
        return tuple([sum(summary.numerators) for summary in counts])
    return in_integers([summary.weight for summary in summaries])[0]


def total(summaries: Iterable[Any]) -> Any:
    """Return the summary of all rows of several disjoint groups."""
    every = list(summaries)
    if not every:
        message = "there are no parts to add up: give at least one"
        raise InvalidData(message)
    return reduce(add, every)
