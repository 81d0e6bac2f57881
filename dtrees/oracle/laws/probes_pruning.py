"""Probes that find an implementation's conventions for leaves, predictions and pruning.

They find which categories have children, when a node stays a leaf although a question would gain, which class a tie
predicts, and in which unit and by which rule links are cut.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np

import dtrees as dt
from dtrees.errors import InvalidData, Unsupported
from dtrees.growing.candidates import Questions
from dtrees.oracle.conventions import Conventions
from dtrees.oracle.documents import pruned_of, row_of, tree_of
from dtrees.oracle.laws.adapt import Growing
from dtrees.oracle.laws.adapt_pruning import Pruning
from dtrees.oracle.laws.probed import Inference, ProbedImplementation, Unexplained
from dtrees.oracle.nodes import children_of
from dtrees.trees.tree import preorder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from dtrees.growing.impurity import Impurity
    from dtrees.numbers.exact import Rational
    from dtrees.pruning.scales import Scale

    Counts = Callable[[Fraction], Sequence[Rational]]

LARGEST_GAIN: Final = Fraction(1, 32)
"""A larger smallest gain counts as no convention: it would excuse most leaves of small tables."""

ROUNDING: Final = Fraction(1, 2**30)
"""A gain up to this may be refused as rounding of a larger number, and so not by its own size."""

LARGEST_IMPURITY: Final = Fraction(1, 2**16)
"""A node of more than this impurity never counts as pure by convention."""


def branches(probed: ProbedImplementation) -> Inference:
    """Find whether a question about categories has children also for categories that no row of the node has."""
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
    """Find whether two leaves of equal prediction are merged into one."""
    if "classes" not in probed.supported.targets:
        data = dt.regression_data({"x": [0, 0, 1, 1]}, [0, 2, 1, 1])
        return {"merged": probed.root(data) is None}
    alike, apart = (_table(probed, counts, weighed=False) for counts in ([3, 2, 5, 0], [3, 0, 0, 2, 5, 0]))
    if probed.root(alike) is not None:
        return {"merged": False}
    if not _gain(probed, alike) or probed.root(apart) is not None:
        return {"merged": True}
    message = "early leaf of 8 a and 2 b, whether the leaves below would predict alike or not"
    raise Unexplained(message, merged=False)


# --- limits -----------------------------------------------------------------------------------------------------


def limits(probed: ProbedImplementation) -> Inference:
    """Find the largest gain for which a node is still not split, and the largest impurity that counts as pure."""
    smallest_gain = _smallest_gain(probed)
    pure_up_to = _pure_up_to(probed, smallest_gain) if probed.supported.weights else 0.0
    return {"smallest_gain": smallest_gain, "pure_up_to": pure_up_to}


def _smallest_gain(probed: ProbedImplementation) -> float:
    """Return the largest gain that is refused, found with two children of slightly different class shares."""

    def counts(share: Fraction) -> list[Fraction]:
        return [1 + share, 1 - share, 1 - share, 1 + share]

    left, taken = _ladder(probed, counts, Fraction(1, 2**20 if probed.supported.weights else 16))
    if not left:
        return 0.0
    gain, more = (_gain(probed, _table(probed, counts(share))) for share in (left, taken))
    alike = [_stays(probed, counts(share), times=3) for share in (left, taken)] == [True, False]
    if gain > LARGEST_GAIN or (not alike and gain > ROUNDING):
        message = f"a gain of {float(gain):g} is not taken{'' if alike else ', of thrice as many rows another is'}"
        raise Unexplained(message)
    return _shortest(gain, more)


def _pure_up_to(probed: ProbedImplementation, smallest_gain: float) -> float:
    """Return the largest impurity at which a node stays a leaf although a question would remove all of it."""

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
    """Return two close shares from *least* to 1: rows of the first share stay a leaf, rows of the second are split.

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
    """Return rows of x = 0, 1, ... with these *counts* of classes a and b at each, as weights if those are taken."""
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
    """Return the gain of the best question, to the nearest float."""
    learner = attrs.evolve(probed.learner(), score="gain", gate="none")
    return Fraction(float(max(split.gain for split in dt.scored_splits(data, learner))))


def _shortest(low: Fraction, high: Fraction) -> float:
    """Return the shortest decimal from *low* to below *high*: the constant that the author probably wrote."""
    rounded = (float(f"{float(high):.{digits}e}") for digits in range(17))
    return next((one for one in rounded if low <= one < high), float(low))


# --- what is said -----------------------------------------------------------------------------------------------


def majority(probed: ProbedImplementation) -> Inference:
    """Find which class a leaf with equal class counts predicts, at the root and below a node with a majority."""
    possible: set[Any] = {"first", "last", "sorted", "last_sorted"}
    for targets, classes in TIES:
        column = [0.0] * 3 + [1.0] * (len(targets) - 3)
        data = dt.classification_data({"x": column}, list(targets), classes=list(classes))
        tree = probed.grown(data, probed.learner()) if "grow" in probed.offered else dt.grow(data, dt.cart())
        answered = next(iter(probed.peer.call("predict", tree, probed.row(x=0.0))))
        summary: Any = dt.summarize(data.take([0, 1, 2]))
        possible = {rule for rule in possible if Conventions(majority=rule).predicted(summary) == (answered,)}
    return {"majority": next((rule for rule in ("first", "last", "sorted", "last_sorted") if rule in possible), "any")}


TIES: Final = (
    ("bac", "abc"), ("bac", "cba"), ("bac", "bca"),
    *(("abc" + 4 * more, classes) for more in "abc" for classes in ("abc", "cba", "bca")),
)  # fmt: skip
"""Classes of rows, and their order: three are tied at x = 0, and below the root there are more of each in turn."""


def stated_precision(probed: ProbedImplementation) -> Inference:
    """Find the float type in which node values are stated, or predictions if none are, by the value 1/3."""
    third = next(_thirds(probed), 1 / 3)
    return {"stated_precision": "float32" if 2**-50 < abs(float(third) - 1 / 3) < 2**-24 else "float64"}


def _thirds(probed: ProbedImplementation) -> Iterator[Any]:
    """Yield the values that are stated for a node where one row in three is different."""
    columns = {"x": [0.0, 0.0, 0.0]}
    tasks = (
        ("predict_proba", dt.classification_data(columns, ["a", "b", "b"])),
        ("predict", dt.regression_data(columns, [1, 0, 0])),
    )
    for function, data in tasks:
        with suppress(Unsupported):
            tree = probed.grown(data, probed.learner()) if "grow" in probed.offered else dt.Leaf(dt.summarize(data))
            if isinstance(tree, Mapping) and "value" in tree:
                yield np.ravel(tree["value"])[0]
            if function in probed.offered:
                yield np.ravel(np.array(probed.peer.call(function, tree, data), dtype=np.float64))[0]


def equal_errors(probed: ProbedImplementation) -> Inference:
    """Find which of two trees is selected when both have no error on the validation rows."""
    data = dt.classification_data({"x": [0, 1, 2, 3]}, ["a", "a", "b", "a"])
    sequence = dt.pruning_sequence(dt.grow(data, dt.cart()))
    chosen = Pruning(probed.peer).select_by_holdout(sequence, data.take([0, 1])).tree
    return {"equal_errors": "smallest" if chosen == sequence[-1].tree else "any"}


# --- pruning ----------------------------------------------------------------------------------------------------


TIED: Final = dt.classification_data(
    {"z": [0, 0, 0, 0, 1], "y": [0, 0, 1, 1, 0], "x": [0, 1, 0, 1, 0]}, list("abbab"), weights=[8, 1, 8, 1, 8]
)
"""Their tree asks z, y and x, and has two links of one alpha below the root, by whatever impurity risks are made of."""

GAINLESS: Final = dt.classification_data(
    {"z": [0, 0, 0, 0, 1], "x": [0, 0, 1, 1, 0]}, list("ababb"), weights=[4, 4, 4, 4, 8]
)
"""Their tree asks z, and then x, which gains nothing."""

PAIR: Final = dt.classification_data({"x": [0, 1]}, ["a", "b"])
"""Their tree has one link, of alpha 1."""

UNITS: Final[tuple[Scale, ...]] = ("count", "proportion", "root")
"""The scales on which alphas may be if a function takes no scale."""

RISKS: Final = (None, dt.misclassification, dt.entropy)
"""The impurities that risks of classes may be made of if a function takes no impurity; None is the usual one."""


def scale(probed: ProbedImplementation) -> Inference:
    """Find the unit of alpha and the impurity behind the risks, where the pruning function takes no such argument."""
    name = "pruning_sequence" if "pruning_sequence" in probed.offered else "alpha_of"
    tree, options = probed.tree_for(name, TIED), _count(probed, name)
    answer = probed.peer.call(name, tree, **options)
    largest = row_of(answer[-1]).alpha if name == "pruning_sequence" else answer
    unit, risk = _unit_and_risk(probed, name, tree, float(largest))
    return {"risk": risk} if options else {"risk": risk, "scale": unit}


def validation_scale(probed: ProbedImplementation) -> Inference:
    """Find the unit of the alphas of a cross-validation that takes no scale."""
    if probed.peer.takes("cross_validate", "scale"):
        return {"validation_scale": "same"}
    data = probed.taken(TIED)
    answer = probed.peer.call("cross_validate", data, probed.learner(), [row % 2 for row in range(len(data))])
    last = getattr(answer, "rows", answer)[-1]
    largest = last.alpha if hasattr(last, "alpha") else row_of(last).alpha
    tree = Growing(probed.peer).grow(data, probed.learner())
    unit, _ = _unit_and_risk(probed, "cross_validate", tree, float(largest))
    return {"validation_scale": "same" if unit == probed.conventions.scale else unit}


def _unit_and_risk(
    probed: ProbedImplementation, name: str, tree: dt.Tree, largest: float
) -> tuple[Scale, Impurity | None]:
    """Return the unit and the impurity, among those that *name* may use, that give *tree* this *largest* alpha."""
    units = UNITS[:1] if _count(probed, name) else UNITS
    of_classes = isinstance(tree.summary, dt.ClassCounts) and not probed.peer.takes(name, "impurity")
    found = {
        (unit, risk): float(dt.pruning_sequence(tree, impurity=risk, scale=unit)[-1].alpha)
        for risk, unit in product(RISKS if of_classes else RISKS[:1], units)
    }
    for pair, alpha in found.items():
        if abs(alpha - largest) < 1e-9 * alpha:
            return pair
    known = ", ".join(
        f"{alpha:g} ({unit}{f', {risk.__name__}' if risk else ''})" for (unit, risk), alpha in found.items()
    )
    message = f"the largest alpha of {tree} is {largest:g}, where the scales have {known}"
    raise Unexplained(message)


def _count(probed: ProbedImplementation, name: str) -> dict[str, Any]:
    return {"scale": "count"} if probed.peer.takes(name, "scale") else {}


def links(probed: ProbedImplementation) -> Inference:
    """Find whether links of equal alpha are cut in separate rows, and whether the first row shows the unpruned tree."""
    rows = probed.peer.call("pruning_sequence", probed.tree_for("pruning_sequence", TIED))
    alphas = [float(row_of(row).alpha) for row in rows]
    repeated = any(abs(one - two) < 1e-9 * abs(two) for one, two in pairwise(alphas))
    tree = probed.tree_for("pruning_sequence", GAINLESS)
    first = row_of(probed.peer.call("pruning_sequence", tree)[0])
    shown = len(dt.leaves(pruned_of(first.tree, tree))) if first.leaves is None else first.leaves
    is_whole = shown == len(dt.leaves(tree)) > len(dt.leaves(dt.pruning_sequence(tree)[0].tree))
    return {
        "links": "one_at_a_time" if repeated else "together",
        "first": "largest" if is_whole else "optimal",
    }


def pruned(probed: ProbedImplementation) -> Inference:
    """Find whether a link is cut when alpha equals its g(t) exactly."""
    tree, options = probed.tree_for("optimal_subtree", PAIR), _count(probed, "optimal_subtree")
    alpha = dt.alpha_of(tree, impurity=probed.conventions.risk, scale=options.get("scale", probed.conventions.scale))
    left = children_of(probed.peer.call("optimal_subtree", tree, alpha, **options))
    return {"pruned": "below" if left else "at_most"}


def equal_losses(probed: ProbedImplementation) -> Inference:
    """Find whether a branch is cut when it loses as much on the validation rows as a leaf in its place would."""
    data = dt.classification_data({"x": [0, 1, 1]}, ["a", "b", "b"])
    tree = probed.tree_for("reduced_error_prune", data)
    answer = probed.peer.call("reduced_error_prune", tree, probed.taken(data).take([1]))
    return {"equal_losses": "keep" if children_of(answer) else "prune"}
