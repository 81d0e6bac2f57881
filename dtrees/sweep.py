"""The gains of all thresholds of a column, by one pass over its values: row after row goes from right to left.

Weights and responses are whole numbers of one unit.  Of the sums over classes a row changes one term a side, so that
no impurity is computed anew, and of questions and summaries only those of the largest gain are made::

    N gain = Q_L / N_L + Q_R / N_R - Q / N        Gini: Q = sum_k N_k^2;  squared error: Q = (sum_i w_i y_i)^2
    N gain = S_L + S_R - S                        entropy: S = sum_k N_k log2 N_k - N log2 N
"""

from __future__ import annotations

import math
from collections import Counter
from functools import lru_cache, partial
from itertools import accumulate
from typing import TYPE_CHECKING, Final, NamedTuple, TypeGuard

import numpy as np

from dtrees.candidates import Division, threshold
from dtrees.data import Classes, Dataset, Feature, Numeric
from dtrees.exact import Exact, near, ratio
from dtrees.impurity import Impurity, entropy, gini, squared_error
from dtrees.score import mean_impurity
from dtrees.summary import summarize_groups, whole_numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from dtrees.learner import Learner

POINT: Final = 2.0**52
"""What a logarithm is multiplied by before it is cut off to an integer."""


class Cut(NamedTuple):
    """A threshold about *feature* behind so many rows, its gain, and what makes its division."""

    feature: str
    gain: Exact
    divided: Callable[[int], Division]
    rows: int

    def division(self) -> Division:
        """Return the question with the summaries of its children."""
        return self.divided(self.rows)


def can_be_swept(feature: Feature, data: Dataset, impurity: Impurity, learner: Learner) -> TypeGuard[Numeric]:
    """Return whether all that *learner* asks of *feature* are the cuts of a `Sweep`."""
    if not isinstance(feature, Numeric) or learner.questions.numbers == "each" or learner.score == "twoing":
        return False
    return impurity in (gini, entropy, squared_error) and not feature.missing.any() and bool(np.all(data.weights > 0))


class Sweep:
    """The rows of a node in whole numbers; *inside* is its impurity.

    >>> from dtrees.constructors import classification_data
    >>> from dtrees.learners.cart import cart
    >>> data = classification_data({"x": [1, 2, 3]}, ["a", "b", "b"])
    >>> cuts = Sweep(data, gini, Exact(4) / 9).cuts(data.features[0], cart())
    >>> [(str(cut.gain), cut.division().question.threshold) for cut in cuts]
    [('4/9', 1.5), ('1/9', 2.5)]
    """

    def __init__(self, data: Dataset, impurity: Impurity, inside: Exact) -> None:
        self.data, self.inside, (self.weights, self.unit) = data, inside, whole_numbers(data.weights)
        self.whole, by_logarithms = sum(self.weights), impurity is entropy
        if isinstance(data.target, Classes):
            rows = list(zip(data.target.codes.tolist(), self.weights, strict=True))
            self.scale, self.sums = 1, partial(_sums_over_classes, _times_logarithm if by_logarithms else _square, rows)
        else:
            responses, self.scale = whole_numbers(data.target.values)
            self.sums = partial(_squares, [weight * y for weight, y in zip(self.weights, responses, strict=True)])
        self.gain: Callable[..., Exact] = self._by_squares
        _, self.of_node = next(self.sums(()))
        if by_logarithms:
            self.gain, self.size, self.below = self._by_logarithms, self.whole.bit_length(), self.whole * int(POINT)
            self.of_node -= _times_logarithm(self.whole)
            self.error = (1 + 4 * math.log2(self.whole)) * 4 / POINT

    def cuts(self, feature: Numeric, learner: Learner) -> Iterator[Cut]:
        """Yield each threshold that leaves both children min_leaf weight, the smallest first."""
        order = np.argsort(feature.values, kind="stable")
        values, places = feature.values[order], order.tolist()

        def divided(end: int) -> Division:
            sides = np.ones(len(places), dtype=np.int64)
            sides[order[:end]] = 0
            below, above = values[end - 1 : end + 1].tolist()
            question = threshold(feature.name, below, above, learner.questions)
            return Division(question, summarize_groups(self.data, sides, 2))

        least = learner.stopping.min_leaf * self.unit
        lefts = accumulate([self.weights[place] for place in places], initial=0)
        parted = [False, *(values[1:] != values[:-1]).tolist()]
        for end, (is_cut, left, sums) in enumerate(zip(parted, lefts, self.sums(places), strict=False)):
            right = self.whole - left
            if is_cut and least <= min(left, right):
                yield Cut(feature.name, self.gain(left, right, *sums, divided, end), divided, end)

    def _by_squares(self, left: int, right: int, of_left: int, of_right: int, *_: object) -> Exact:
        """Return (Q_L / N_L + Q_R / N_R - Q / N) / N."""
        above = (of_left * right + of_right * left) * self.whole - self.of_node * left * right
        return ratio(above, (self.whole * self.scale) ** 2 * left * right)

    def _by_logarithms(
        self, left: int, right: int, of_left: int, of_right: int, divided: Callable[[int], Division], end: int
    ) -> Exact:
        """Return (S_L + S_R - S) / N, off by theorem 14.10."""
        above = of_left + of_right - _times_logarithm(left) - _times_logarithm(right) - self.of_node
        return near(above / self.below, self.error, self.size, self._by_definition, divided, end)

    def _by_definition(self, divided: Callable[[int], Division], end: int) -> Exact:
        return self.inside - mean_impurity(divided(end).parts, entropy)


def _sums_over_classes(
    term: Callable[[int], int], rows: Sequence[tuple[int, int]], order: Iterable[int]
) -> Iterator[tuple[int, int]]:
    """Yield the sum over classes of a *term* of the weight, left and right, at first and as each row goes to the left.

    *rows* are pairs of class and weight, and go in this *order*.
    """
    lefts, rights = Counter[int](), Counter[int]()
    for code, weight in rows:
        rights[code] += weight
    left, right = 0, sum(map(term, rights.values()))
    yield left, right
    for place in order:
        code, weight = rows[place]
        before, ahead = lefts[code], rights[code]
        lefts[code], rights[code] = before + weight, ahead - weight
        left += term(before + weight) - term(before)
        right += term(ahead - weight) - term(ahead)
        yield left, right


def _squares(rows: Sequence[int], order: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the square of the total of *rows*, left and right, at first and as each row goes to the left."""
    whole = sum(rows)
    for left in accumulate([rows[place] for place in order], initial=0):
        yield _square(left), _square(whole - left)


def _square(number: int) -> int:
    return number * number


@lru_cache(maxsize=1 << 12)
def _times_logarithm(number: int) -> int:
    """Return the integer near number * log2(number) * `POINT`, or 0 for 0."""
    return number * int(math.log2(number) * POINT) if number else 0
