"""The gains of all thresholds of all columns at once: running sums of whole numbers, in the order of each column.

Weights and responses are whole numbers of one unit.  Of the sums over classes a row changes one term a side, so that
no impurity is computed anew, and of questions and summaries only those of the largest gain are made::

    N gain = Q_L / N_L + Q_R / N_R - Q / N        Gini: Q = sum_k N_k^2;  squared error: Q = (sum_i w_i y_i)^2
    gain = S_L + S_R - S                          entropy: S = sum_k p_k log2 p_k - p log2 p, p_k = N_k / N
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from itertools import repeat
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, TypeGuard

import numpy as np
from numpy.typing import NDArray

from dtrees.data.dataset import Classes, Dataset, Feature, FloatArray, IntArray, Numeric
from dtrees.growing.candidates import Division, threshold
from dtrees.growing.gain import mean_impurity
from dtrees.growing.impurity import Impurity, entropy, gini, squared_error
from dtrees.numbers.exact import Exact, near, ratio
from dtrees.trees.summary import summarize_groups

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from dtrees.growing.learner import Learner

Integers: TypeAlias = NDArray[Any]
"""An array of int64 where no product of a `Sweep` overflows, else of Python's integers."""

POINT: Final = 2.0**52
"""What p log2 p is multiplied by before it is rounded to an integer."""

VALUES: Final = 1 << 18
"""So many values of columns are swept at once, which takes some fifty megabytes."""

KEPT: Final = 62
"""So many bits of the weights are kept where p log2 p is computed of their sums."""


class Cuts(NamedTuple):
    """The thresholds about *feature* that gain most: behind how many rows they are, and what makes their divisions."""

    feature: str
    gain: Exact
    rows: Sequence[int]
    divided: Callable[[int], Division]

    def divisions(self) -> Iterator[Division]:
        """Yield the questions with the summaries of their children, the smallest threshold first."""
        return map(self.divided, self.rows)


def can_be_swept(feature: Feature, data: Dataset, impurity: Impurity, learner: Learner) -> TypeGuard[Numeric]:
    """Return whether all that *learner* asks of *feature* are the cuts of a `Sweep`."""
    if not isinstance(feature, Numeric) or learner.questions.numbers == "each" or learner.score == "twoing":
        return False
    return impurity in (gini, entropy, squared_error) and not feature.missing.any() and bool(data.weights.all())


class Sweep(ABC):
    """The rows of a node in whole numbers, each a term of its class: what the sums of both kinds have in common."""

    @abstractmethod
    def function(self, sums: Integers) -> Integers:
        """Return what is added up over the classes, of the sum of each class's terms."""

    @abstractmethod
    def scores(self, order: IntArray, of_left: Integers, of_right: Integers) -> Integers:
        """Return for each column what `largest` reads, of the columns' orders and their `running_sums`."""

    @abstractmethod
    def largest(self, scores: Integers, divided: Callable[[int], Division]) -> Iterator[tuple[Exact, IntArray]]:
        """Yield gains, of which the largest is one, with the places in *scores* that have them."""

    def __init__(self, data: Dataset, weights: Integers, terms: Integers, classes: IntArray) -> None:
        self.data, self.weights, self.terms = data, weights, terms
        self.classes, by_class = classes, classes.argsort(kind="stable")
        first = np.diff(classes[by_class], prepend=-1) != 0  # of its class
        self.starts, place = first.nonzero()[0], first.cumsum() - 1
        totals = np.add.reduceat(terms[by_class], self.starts)
        self.of_totals = self.function(totals)
        self.total, self.before = totals[place], (totals.cumsum() - totals)[place]

    def cuts(self, features: Sequence[Numeric], learner: Learner) -> dict[str, list[Cuts]]:
        """Return for each feature the thresholds that can gain most of those that leave both children min_leaf weight.

        They stand in the order of their values, those of one gain together.
        """
        found: dict[str, list[Cuts]] = {}
        at_once = max(1, VALUES // len(self.data))
        for start in range(0, len(features), at_once):
            some = features[start : start + at_once]
            order = np.array([feature.values.argsort(kind="stable") for feature in some])
            scores = self.scores(order, *self.running_sums(order))
            cuts = map(self._of_column, some, order, scores, repeat(learner))
            found |= zip((feature.name for feature in some), map(list, cuts), strict=True)
        return found

    def running_sums(self, order: IntArray) -> Iterator[Integers]:
        """Yield the sum over classes of the function, left and right, as each row goes to the left."""
        columns = np.arange(len(order))[:, np.newaxis]
        by_class = self.classes[order].argsort(axis=1, kind="stable")
        left = self.terms[order[columns, by_class]].cumsum(axis=1) - self.before
        for side, first in ((left, np.zeros_like(self.of_totals)), (self.total - left, self.of_totals)):
            after = self.function(side)
            change = after.copy()
            change[:, 1:] -= after[:, :-1]
            change[:, self.starts] = after[:, self.starts] - first
            in_order = np.empty_like(change)
            in_order[columns, by_class] = change
            yield first.sum() + in_order.cumsum(axis=1)

    def _of_column(self, feature: Numeric, order: IntArray, scores: Integers, learner: Learner) -> Iterator[Cuts]:
        values = feature.values[order]

        def divided(end: int) -> Division:
            sides = np.ones(len(order), dtype=np.int64)
            sides[order[:end]] = 0
            below, above = values[end - 1 : end + 1].tolist()
            question = threshold(feature.name, below, above, learner.questions)
            return Division(question, summarize_groups(self.data, sides, 2))

        last = (values[:-1] != values[1:]).nonzero()[0]
        if learner.stopping.min_leaf:
            left, (weights, unit) = self.weights[order].cumsum(), self.data.whole_weights
            least = math.ceil(learner.stopping.min_leaf * unit)
            last = last[(least <= left[last]) & (left[last] <= sum(weights) - least)]
        if len(last):
            for gain, places in self.largest(scores[:, last], lambda place: divided(int(last[place]) + 1)):
                yield Cuts(feature.name, gain, (last[places] + 1).tolist(), divided)


def sweep(data: Dataset, inside: Exact, impurity: Impurity) -> Sweep:
    """Return the sums by which *impurity* is computed, *inside* being that of the node."""
    return Logarithms(data, inside) if impurity is entropy else Squares(data)


class Squares(Sweep):
    """The sums of squares of Gini, of classes, and of squared error, whose responses are as one class.

    >>> from dtrees.data.constructors import classification_data
    >>> from dtrees.growing.cart import cart
    >>> data = classification_data({"x": [1, 2, 3]}, ["a", "b", "b"])
    >>> (found,) = Squares(data).cuts(data.features, cart())["x"]
    >>> str(found.gain), [division.question.threshold for division in found.divisions()]
    ('4/9', [1.5])
    """

    def __init__(self, data: Dataset) -> None:
        (weights, _), self.scale = data.whole_weights, 1
        if isinstance(data.target, Classes):
            terms, classes = weights, data.target.codes
        else:
            (values, self.scale), classes = data.target.whole_values, np.zeros(len(data), dtype=np.int64)
            terms = tuple([weight * value for weight, value in zip(weights, values, strict=True)])
        self.whole = sum(weights)
        fits = self.whole**3 * (1 + sum(map(abs, terms))) ** 2 < 2**63
        kind = np.int64 if fits else object
        super().__init__(data, np.array(weights, dtype=kind), np.array(terms, dtype=kind), classes)
        self.of_node = int(self.of_totals.sum())

    def function(self, sums: Integers) -> Integers:
        """Return the squares."""
        return np.square(sums)

    def scores(self, order: IntArray, of_left: Integers, of_right: Integers) -> Integers:
        """Return (Q_L / N_L + Q_R / N_R), above and below."""
        left = self.weights[order].cumsum(axis=1)
        right = self.whole - left
        return np.stack([of_left * right + of_right * left, left * right], axis=1)

    def largest(self, scores: Integers, _: object) -> Iterator[tuple[Exact, IntArray]]:
        """Yield the largest (Q_L / N_L + Q_R / N_R - Q / N) / N with its places."""
        above, below = scores
        places = _of_largest_quotient(above, below)
        a, b = int(above[places[0]]), int(below[places[0]])
        yield ratio(a * self.whole - self.of_node * b, (self.whole * self.scale) ** 2 * b), places


class Logarithms(Sweep):
    """The sums of p log2 p, of the first bits of the weights, each rounded to an integer of 2**-52.

    *inside* is the entropy of the node.

    >>> from dtrees.data.constructors import classification_data
    >>> from dtrees.growing.impurity import entropy
    >>> from dtrees.growing.cart import cart
    >>> data = classification_data({"x": [1, 2, 3, 4]}, ["a", "a", "b", "b"])
    >>> (found,) = Logarithms(data, Exact(1)).cuts(data.features, cart(impurity=entropy))["x"]
    >>> str(found.gain), [division.question.threshold for division in found.divisions()]
    ('1', [2.5])
    """

    def __init__(self, data: Dataset, inside: Exact) -> None:
        weights, _ = data.whole_weights
        self.inside, self.bits = inside, sum(weights).bit_length()
        surplus = max(0, self.bits - KEPT)
        whole_weights = np.array(weights, dtype=object if surplus else np.int64)
        terms = (whole_weights >> surplus).astype(np.int64)
        self.whole = terms.sum()
        super().__init__(data, whole_weights, terms, data.target.codes)  # type: ignore[union-attr]  # of classes
        self.off = 6 * (3 * len(self.starts) + 2) + (len(data) if surplus else 0)

    def function(self, sums: Integers) -> Integers:
        """Return p log2 p, in integers of 2**-52."""
        shares: FloatArray = sums / self.whole
        shares[sums == 0] = 1
        return np.array(POINT * shares * np.log2(shares), dtype=np.int64)

    def scores(self, order: IntArray, of_left: Integers, of_right: Integers) -> Integers:
        """Return S_L + S_R - S."""
        left = self.terms[order].cumsum(axis=1)
        of_children = of_left + of_right - self.function(left) - self.function(self.whole - left)
        return np.array(of_children - self.of_totals.sum())[:, np.newaxis]

    def largest(self, scores: Integers, divided: Callable[[int], Division]) -> Iterator[tuple[Exact, IntArray]]:
        """Yield each S_L + S_R - S that can be the largest with its place, by theorem 14.10."""
        (gains,) = scores
        for place in np.flatnonzero(gains + 2 * self.off >= gains.max()):
            middle, error = int(gains[place]) / POINT, self.off / POINT
            yield near(middle, error, self.bits, self._by_definition, divided, place), np.array([place])

    def _by_definition(self, divided: Callable[[int], Division], place: int) -> Exact:
        return self.inside - mean_impurity(divided(place).parts, entropy)


def _of_largest_quotient(above: Integers, below: Integers) -> IntArray:
    """Return the places where above / below is largest, *below* being positive.

    a / b is the largest where above b - below a is nowhere positive; else the quotient is larger where this is largest.
    """
    place, larger = -1, 0
    while place != larger:
        place = larger
        excess = above * below[place] - below * above[place]
        larger = int(excess.argmax())
    return np.flatnonzero(excess == 0)
