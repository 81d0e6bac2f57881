"""The summary of a node's rows: the weight of each class, or the weight, total and sum of squares of the responses.

Growing and pruning need no more. Summaries add up: a node's is the sum of its children's.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction
from functools import singledispatch
from typing import Any, Final, TypeAlias

import attrs

from dtrees.arguments import checked
from dtrees.data.dataset import Category, Classes, Dataset, Target, category_tuple
from dtrees.errors import InvalidData, abbreviated, refused
from dtrees.numbers.exact import Exact, Number, Rational, rational
from dtrees.numbers.rationals import exact_repr


def _counts(counts: Iterable[Rational | float]) -> tuple[Rational, ...]:
    try:
        return tuple([count if type(count) is int else rational(count) for count in counts])
    except (TypeError, InvalidData) as error:
        raise refused(counts, "counts", "a finite number for each class") from error


NO_ROWS: Final = "a node without rows has neither shares nor a mean: leave it out"


@attrs.frozen
class ClassCounts:
    """The weight of each class at a node, in class order: N_1(t), ..., N_K(t).

    Raises `InvalidData` for a negative count and for classes that are not as many as the counts.

    >>> counts = ClassCounts((9, 5), ("yes", "no"))
    >>> counts.weight, counts.majority
    (14, 'yes')
    """

    GIVE = "ClassCounts, such as summarize returns, or counts like [9, 5]"
    MADE_FROM = (list, tuple)

    counts: tuple[Rational, ...] = attrs.field(converter=_counts, repr=exact_repr)
    classes: tuple[Category, ...] = attrs.field(
        converter=category_tuple, default=attrs.Factory(lambda self: range(len(self.counts)), takes_self=True)
    )

    def __attrs_post_init__(self) -> None:
        if len(self.counts) != len(self.classes):
            raise InvalidData(f"{len(self.counts)} counts stand for {len(self.classes)} classes: give one each")
        if min(self.counts, default=0) < 0:
            raise InvalidData(f"the counts {abbreviated(self.counts)} hold a negative one: give weights of at least 0")

    @property
    def weight(self) -> Rational:
        """N(t) = sum_k N_k(t)."""
        return sum(self.counts)

    @property
    def proportions(self) -> tuple[Fraction, ...]:
        """p_k(t) = N_k(t) / N(t), the share of each class; raises `InvalidData` for a node without rows."""
        weight = self.weight
        if not weight:
            raise InvalidData(NO_ROWS)
        return tuple([Fraction(count, weight) for count in self.counts])

    @property
    def majority(self) -> Category:
        """argmax_k N_k(t), the class of the largest weight, the first in class order among equals."""
        return self.classes[self.counts.index(max(self.counts))]

    predicted = prediction = majority

    def loss(self, y: Any) -> Rational:
        """Return what a row of class *y* loses that the majority predicts: [y != majority]."""
        return int(y != self.majority)

    def __add__(self, other: ClassCounts, sign: int = 1) -> ClassCounts:
        if type(other) is not ClassCounts or other.classes != self.classes:
            raise refused(other, "other", f"ClassCounts of the same classes, {abbreviated(self.classes)}")
        return ClassCounts([a + sign * b for a, b in zip(self.counts, other.counts, strict=True)], self.classes)

    def __sub__(self, other: ClassCounts) -> ClassCounts:
        return self.__add__(other, -1)

    def __mul__(self, share: Rational) -> ClassCounts:
        return ClassCounts([share * count for count in self.counts], self.classes)


@attrs.frozen
class Moments:
    """The summary of a regression node: its weight N, and the weighted total and sum of squares of the responses.

    >>> Moments.of([1, 2, 6]).mean
    Fraction(3, 1)
    """

    GIVE = "Moments, such as summarize returns"

    weight: Rational = attrs.field(converter=rational, repr=exact_repr)
    total: Rational = attrs.field(converter=rational, repr=exact_repr)
    squares: Rational = attrs.field(converter=rational, repr=exact_repr)

    def __attrs_post_init__(self) -> None:
        if self.weight < 0 or self.squares < 0:
            weight, squares = abbreviated(self.weight), abbreviated(self.squares)
            raise InvalidData(f"a weight of {weight} with squares of {squares}: neither can be negative")

    @classmethod
    @checked
    def of(cls, responses: Sequence[Number], weights: Sequence[Number] | None = None) -> Moments:
        """Return the moments of *responses*; *weights* are 1 by default."""
        weights = [1] * len(responses) if weights is None else weights
        if len(weights) != len(responses):
            raise InvalidData(f"there are {len(weights)} weights for {len(responses)} responses: give one each")
        pairs = list(zip(weights, responses, strict=True))
        return cls(sum([w for w, _ in pairs]), sum([w * y for w, y in pairs]), sum([w * y * y for w, y in pairs]))

    @property
    def mean(self) -> Fraction:
        """The weighted mean of the responses; raises `InvalidData` for a node without rows."""
        if not self.weight:
            raise InvalidData(NO_ROWS)
        return Fraction(self.total, self.weight)

    @property
    def predicted(self) -> Rational:
        """What the node predicts, exactly: the mean."""
        return self.mean

    @property
    def prediction(self) -> float:
        """The float64 nearest to what is predicted."""
        return float(Exact(self.predicted))

    @checked
    def loss(self, y: Number) -> Rational | Exact:
        """Return what a response *y* loses that the mean predicts: (y - mean)^2."""
        return rational((rational(y) - self.mean) ** 2)

    @checked
    def losses(self, rows: Moments) -> Exact:
        """Return what the mean loses on other *rows*: sum_i w_i (y_i - mean)^2."""
        return Exact(rows.squares - 2 * self.mean * rows.total + self.mean**2 * rows.weight)

    def __add__(self, other: Moments, sign: int = 1) -> Moments:
        if type(other) is not Moments:
            raise refused(other, "other", "Moments, to add to others or take from them")
        pairs = zip(attrs.astuple(self), attrs.astuple(other), strict=True)
        return Moments(*[one + sign * two for one, two in pairs])

    def __sub__(self, other: Moments) -> Moments:
        return self.__add__(other, -1)

    def __mul__(self, share: Rational) -> Moments:
        return Moments(*[share * one for one in attrs.astuple(self)])


Summary: TypeAlias = ClassCounts | Moments


@checked
def summarize(data: Dataset) -> Summary:
    """Return the summary of all rows of *data*.

    N_k is the weight of the rows of class k; or sum_i w_i, sum_i w_i y_i and sum_i w_i y_i^2.

    >>> summarize(dt.classification_data({"x": [1, 2, 3]}, ["b", "a", "b"]))
    ClassCounts(counts=(1, 2), classes=('a', 'b'))
    """
    return summary_of(data.target, list(zip(data.row_weights, data.target, strict=True)))


def summarize_groups(data: Dataset, keys: Iterable[Hashable], among: Iterable[Hashable] = ()) -> dict[Any, Summary]:
    """Return for each key of *among* the summary of the rows that have it.

    *keys* gives the key of each row. A key without rows has an empty summary.

    >>> data = dt.classification_data({"x": [1, 2, 3]}, ["b", "a", "b"])
    >>> {key: summary.counts for key, summary in summarize_groups(data, "ppq").items()}
    {'p': (1, 1), 'q': (0, 1)}
    """
    groups: dict[Any, list[tuple[Rational, Any]]] = {key: [] for key in among}
    for key, weight, target in zip(keys, data.row_weights, data.target, strict=True):
        groups.setdefault(key, []).append((weight, target))
    return {key: summary_of(data.target, rows) for key, rows in groups.items()}


@singledispatch
def summary_of(target: Target, rows: Sequence[tuple[Rational, Any]]) -> Summary:  # noqa: ARG001 (its kind decides)
    """Return the summary of *rows*, each a weight and what it has of the *target*, whose kind decides."""
    return Moments.of([y for _, y in rows], [w for w, _ in rows])


@summary_of.register
def _(target: Classes, rows: Sequence[tuple[Rational, Any]]) -> ClassCounts:
    counts: dict[Any, Rational] = dict.fromkeys(target.labels, 0)
    for weight, label in rows:
        counts[label] += weight
    return ClassCounts(counts.values(), target.labels)


def total(summaries: Iterable[Any]) -> Any:
    """Return the sum of *summaries*, the summary of several disjoint groups together.

    Raises `InvalidData` if there is no group.
    """
    every = list(summaries)
    if not every:
        raise InvalidData("there are no parts to add up: give at least one")
    return sum(every[1:], start=every[0])
