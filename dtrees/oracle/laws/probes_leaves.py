"""Probes of leaves: which categories have children, and where a node stays whole although a question would gain."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Final

import attrs

import dtrees as dt
from dtrees.candidates import Questions
from dtrees.errors import InvalidData
from dtrees.oracle.documents import tree_of
from dtrees.oracle.laws.probed import Inference, ProbedImplementation, Unexplained
from dtrees.traversal import preorder

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dtrees.exact import Rational

    Counts = Callable[[Fraction], Sequence[Rational]]

LARGEST_GAIN: Final = Fraction(1, 32)
"""A smallest gain above this is no convention: it would excuse most leaves of small tables."""

LARGEST_IMPURITY: Final = Fraction(1, 2**16)
"""Nor is a node of more than this impurity pure."""


def branches(probed: ProbedImplementation) -> Inference:
    """Find whether there are children for categories that no row of a node has."""
    if "each" not in probed.supported.categories:
        return {"branches": "present"}
    data = dt.classification_data({"x": list("pqpprq"), "y": list("uuvvvw")}, list("abbbab"))
    declared = dt.Categorical("x", ["p", "q", "r", "never"], [0, 1, 0, 0, 2, 1])
    data = probed.asked(attrs.evolve(data, features=(declared, data.features[1])))
    answer = probed.tree(data, probed.learner(questions=Questions("midpoint", "each")))
    refused = "there is a child without rows"
    for some in ("present", "declared"):
        read = attrs.evolve(probed.conventions, branches=some)
        try:
            if all(node.summary.weight for node, _ in preorder(tree_of(answer, data, read))):
                return {"branches": some}
        except InvalidData as error:
            refused = str(error)
    raise Unexplained(refused)


def merged(probed: ProbedImplementation) -> Inference:
    """Find whether leaves that predict alike are one, and not the same rows where one below would predict another."""
    alike, apart = (_table(probed, counts, weighed=False) for counts in ([3, 2, 5, 0], [3, 0, 0, 2, 5, 0]))
    if probed.root(alike) is not None or not _gain(probed, alike):
        return {"merged": False}
    if probed.root(apart) is None:
        message = "it is a leaf of 8 a and 2 b, whether the leaves below would predict alike or not"
        raise Unexplained(message)
    return {"merged": True}


# --- limits -----------------------------------------------------------------------------------------------------


def limits(probed: ProbedImplementation) -> Inference:
    """Find the largest gain that is not taken, and the largest impurity of a node that stays whole for that alone."""
    smallest_gain = _smallest_gain(probed)
    pure_up_to = _pure_up_to(probed, smallest_gain) if probed.supported.weights else 0.0
    return {"smallest_gain": smallest_gain, "pure_up_to": pure_up_to}


def _smallest_gain(probed: ProbedImplementation) -> float:
    """Return what is not taken where each side has more of one class by a share of its rows."""

    def counts(share: Fraction) -> list[Fraction]:
        return [1 + share, 1 - share, 1 - share, 1 + share]

    left, taken = _ladder(probed, counts, Fraction(1, 2**20 if probed.supported.weights else 16))
    if not left:
        return 0.0
    gain, more = (_gain(probed, _table(probed, counts(share))) for share in (left, taken))
    alike = [_stays(probed, counts(share), times=3) for share in (left, taken)] == [True, False]
    if gain > LARGEST_GAIN or not alike:
        message = f"a gain of {float(gain):g} is not taken{'' if alike else ', of thrice as many rows another is'}"
        raise Unexplained(message)
    return _shortest(gain, more)


def _pure_up_to(probed: ProbedImplementation, smallest_gain: float) -> float:
    """Return the impurity of a node, one class on each side, that stays whole although a question gains all of it."""

    def counts(share: Fraction) -> list[Rational]:
        return [1, 0, 0, share]

    left, mixed = _ladder(probed, counts, Fraction(1, 2**40))
    if not left:
        return 0.0
    impurity, more = (_gain(probed, _table(probed, counts(share))) for share in (left, mixed))
    if impurity <= 1.001 * smallest_gain:
        return 0.0
    if impurity > LARGEST_IMPURITY:
        message = f"a node of impurity {float(impurity):g} is a leaf"
        raise Unexplained(message)
    return _shortest(impurity, more)


def _ladder(probed: ProbedImplementation, counts: Counts, least: Fraction) -> tuple[Fraction, Fraction]:
    """Return neighbouring shares from *least* to 1 of which rows of the first stay a leaf, and of the second do not.

    The first is 0 where rows of the least share are parted.  Shares of rows are of at most 16.
    """
    finest = 2**50 if probed.supported.weights else 16
    low, high = least, Fraction(1)
    if not _stays(probed, counts(low)):
        return Fraction(0), low
    while high > low * (1 + Fraction(1, 2**20)):
        middle = Fraction(math.sqrt(low * high)).limit_denominator(finest)
        if middle in {low, high}:
            break
        low, high = (middle, high) if _stays(probed, counts(middle)) else (low, middle)
    return low, high


def _stays(probed: ProbedImplementation, counts: Sequence[Rational], times: int = 1) -> bool:
    return probed.root(_table(probed, counts, times)) is None


def _table(
    probed: ProbedImplementation, counts: Sequence[Rational], times: int = 1, *, weighed: bool = True
) -> dt.Dataset:
    """Return rows of x = 0, 1, ... with so many of class a and of class b each, as weights where those are taken."""
    cells = [(x, label, count) for (x, label), count in zip(product(range(3), "ab"), counts, strict=False) if count]
    if weighed and probed.supported.weights:
        weights = [float(count * times) for *_, count in cells]
    else:
        unit = times * math.lcm(*(Fraction(count).denominator for *_, count in cells))
        cells = [cell for cell in cells for _ in range(int(cell[2] * unit))]
        weights = [1.0] * len(cells)
    columns = {"x": [x for x, *_ in cells]}
    return probed.asked(dt.classification_data(columns, [label for _, label, _ in cells], weights=weights))


def _gain(probed: ProbedImplementation, data: dt.Dataset) -> Fraction:
    """Return what the best question gains, to the nearest float."""
    learner = attrs.evolve(probed.learner(), score="gain", gate="none")
    return Fraction(float(max(split.gain for split in dt.scored_splits(data, learner))))


def _shortest(low: Fraction, high: Fraction) -> float:
    """Return the shortest decimal from *low* to below *high*, as its author may have written it."""
    rounded = (float(f"{float(high):.{digits}e}") for digits in range(17))
    return next((one for one in rounded if low <= one < high), float(low))
