"""The gains of all thresholds of a column at once: running sums of whole numbers, in the order of its values.

Weights and responses are whole numbers of one unit.  Of the sums over classes a row changes one term a side, so that
no impurity is computed anew, and of questions and summaries only those of the largest gain are made::

    N gain = Q_L / N_L + Q_R / N_R - Q / N        Gini: Q = sum_k N_k^2;  squared error: Q = (sum_i w_i y_i)^2
    N gain = S_L + S_R - S                        entropy: S = sum_k N_k log2 N_k - N log2 N
"""

from __future__ import annotations

import math
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, TypeGuard

import numpy as np
from numpy.typing import NDArray

from dtrees.candidates import Division, threshold
from dtrees.data import Classes, Dataset, Feature, IntArray, Numeric
from dtrees.exact import Exact, near, ratio
from dtrees.impurity import Impurity, entropy, gini, squared_error
from dtrees.score import mean_impurity
from dtrees.summary import summarize_groups

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from dtrees.learner import Learner

Integers: TypeAlias = NDArray[Any]
"""An array of int64 where no product of a `Sweep` overflows, else of Python's integers."""

POINT: Final = 2.0**52
"""What a logarithm is multiplied by before it is cut off to an integer."""


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


class Sweep:
    """The rows of a node in whole numbers; *inside* is its impurity.

    >>> from dtrees.constructors import classification_data
    >>> from dtrees.learners.cart import cart
    >>> data = classification_data({"x": [1, 2, 3]}, ["a", "b", "b"])
    >>> (found,) = Sweep(data, gini, Exact(4) / 9).cuts(data.features[0], cart())
    >>> str(found.gain), [division.question.threshold for division in found.divisions()]
    ('4/9', [1.5])
    """

    def __init__(self, data: Dataset, impurity: Impurity, inside: Exact) -> None:
        self.data, self.inside, self.scale = data, inside, 1
        weights, self.unit = data.whole_weights
        if isinstance(data.target, Classes):
            groups, terms = data.target.codes, weights
        else:  # the responses are as one class
            groups, (values, self.scale) = np.zeros(len(data), dtype=np.int64), data.target.whole_values
            terms = tuple([weight * value for weight, value in zip(weights, values, strict=True)])
        self.whole = sum(weights)
        fits = self.whole**3 * (1 + sum(map(abs, terms))) ** 2 < 2**63
        self.weights, self.terms = np.array([weights, terms], dtype=np.int64 if fits else object)
        present, self.groups = np.unique(groups, return_inverse=True)
        self.totals = np.zeros(len(present), dtype=self.terms.dtype)
        np.add.at(self.totals, self.groups, self.terms)
        self.before = self.totals.cumsum() - self.totals
        self.function: Callable[[Any], Any] = np.square
        self.largest: Callable[..., Iterator[tuple[Exact, IntArray]]] = self._by_squares
        if impurity is entropy:
            self.function, self.largest = _times_logarithm, self._by_logarithms
        self.of_node = sum(self.function(self.totals).tolist())

    def cuts(self, feature: Numeric, learner: Learner) -> Iterator[Cuts]:
        """Yield the thresholds that can gain most of those that leave both children min_leaf weight, by their gains."""
        order = np.argsort(feature.values, kind="stable")
        values = feature.values[order]

        def divided(end: int) -> Division:
            sides = np.ones(len(order), dtype=np.int64)
            sides[order[:end]] = 0
            below, above = values[end - 1 : end + 1].tolist()
            question = threshold(feature.name, below, above, learner.questions)
            return Division(question, summarize_groups(self.data, sides, 2))

        last = (values[:-1] != values[1:]).nonzero()[0]
        left = self.weights[order].cumsum()
        if learner.stopping.min_leaf:
            least = math.ceil(learner.stopping.min_leaf * self.unit)
            last = last[(least <= left[last]) & (left[last] <= self.whole - least)]
        if len(last):
            sums = [each[last] for each in (left, self.whole - left, *self._sums(order))]
            for gain, places in self.largest(*sums, lambda place: divided(int(last[place]) + 1)):
                yield Cuts(feature.name, gain, (last[places] + 1).tolist(), divided)

    def _sums(self, order: IntArray) -> tuple[Integers, Integers]:
        """Return the sum over classes of a function of the weight, left and right, as each row goes to the left."""
        groups, terms, function = self.groups[order], self.terms[order], self.function
        grouped = groups.argsort(kind="stable")
        left = np.empty_like(terms)
        left[grouped] = terms[grouped].cumsum() - self.before[groups[grouped]]
        right = self.totals[groups] - left
        of_right = self.of_node + (function(right) - function(right + terms)).cumsum()
        return (function(left) - function(left - terms)).cumsum(), of_right

    def _by_squares(
        self, left: Integers, right: Integers, of_left: Integers, of_right: Integers, _: object
    ) -> Iterator[tuple[Exact, IntArray]]:
        """Yield the largest (Q_L / N_L + Q_R / N_R - Q / N) / N with its places."""
        above, below = of_left * right + of_right * left, left * right
        places = _of_largest_quotient(above, below)
        a, b = int(above[places[0]]), int(below[places[0]])
        yield ratio(a * self.whole - self.of_node * b, (self.whole * self.scale) ** 2 * b), places

    def _by_logarithms(
        self, left: Integers, right: Integers, of_left: Integers, of_right: Integers, divided: Callable[[int], Division]
    ) -> Iterator[tuple[Exact, IntArray]]:
        """Yield each (S_L + S_R - S) / N that can be the largest with its place, by theorem 14.10."""
        sums = of_left + of_right - _times_logarithm(left) - _times_logarithm(right)
        above, below = sums - self.of_node + _times_logarithm(self.whole), self.whole * int(POINT)
        bits = self.whole.bit_length()
        off = 4 * (1 + 4 * bits)
        for place in np.flatnonzero(above + 2 * off * self.whole >= above.max()):
            gain = near(above[place] / below, off / POINT, bits, self._by_definition, divided, place)
            yield gain, np.array([place])

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


@partial(np.frompyfunc, nin=1, nout=1)
@lru_cache(maxsize=1 << 12)
def _times_logarithm(number: int) -> int:
    """Return the integer near number * log2(number) * `POINT`, or 0 for 0."""
    return number * int(math.log2(number) * POINT) if number else 0
