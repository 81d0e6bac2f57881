"""Probes of predictions and of pruning: what a tie says, and in which unit and by which rule links are cut."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np

import dtrees as dt
from dtrees.errors import Unsupported
from dtrees.oracle.conventions import Conventions
from dtrees.oracle.laws.adapt_predicting import Selecting
from dtrees.oracle.laws.probed import Inference, ProbedImplementation, Unexplained
from dtrees.oracle.nodes import children_of, nodes_of
from dtrees.oracle.pruned import row_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dtrees.scales import Scale

# --- what is said -----------------------------------------------------------------------------------------------


def majority(probed: ProbedImplementation) -> Inference:
    """Find what a leaf of equal classes predicts."""
    possible: list[Any] = ["first", "last", "sorted", "last_sorted"]
    for classes in (("a", "b", "c"), ("c", "b", "a"), ("b", "c", "a")):
        data = dt.classification_data({"x": [0.0, 0.0, 0.0]}, ["b", "a", "c"], classes=classes)
        tree = probed.grown(data, probed.learner()) if "grow" in probed.offered else dt.Leaf(dt.summarize(data))
        answered = next(iter(probed.peer.call("predict", tree, {"x": [0.0]})))
        summary: Any = dt.summarize(data)
        possible = [rule for rule in possible if Conventions(majority=rule).predicted(summary) == (answered,)]
    return {"majority": possible[0] if possible else "any"}


def stated_precision(probed: ProbedImplementation) -> Inference:
    """Find in which float type a third is stated, where numbers are: as a node's value, or as what is predicted."""
    third = next(_thirds(probed), 1 / 3)
    return {"stated_precision": "float32" if 2**-50 < abs(float(third) - 1 / 3) < 2**-24 else "float64"}


def _thirds(probed: ProbedImplementation) -> Iterator[Any]:
    """Yield what is stated of rows of which a third is different."""
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
    """Find which of two members without an error is chosen."""
    data = dt.classification_data({"x": [0, 1, 2, 3]}, ["a", "a", "b", "a"])
    sequence = dt.pruning_sequence(dt.grow(data, dt.cart()))
    chosen = Selecting(probed.peer).select_by_holdout(sequence, data.take([0, 1])).tree
    return {"equal_errors": "smallest" if chosen == sequence[-1].tree else "any"}


# --- pruning ----------------------------------------------------------------------------------------------------


TWINS: Final = (((8, 0), (0, 1)), ((0, 8), (1, 0)))


def _tied_tree(*, gainless: bool = False) -> dt.Tree:
    """Return a tree with two links of one alpha below the root, or with one that saves nothing."""
    other = dt.Leaf(dt.ClassCounts((0, 8)))
    if gainless:
        half = dt.Leaf(dt.ClassCounts((4, 4)))
        return _branch("z", _branch("x", half, half), other)
    twins = [_branch("x", *(dt.Leaf(dt.ClassCounts(counts)) for counts in pair)) for pair in TWINS]
    return _branch("z", _branch("y", *twins), other)


def _branch(feature: str, *children: Any) -> dt.Tree:
    return dt.Branch(children[0].summary + children[1].summary, dt.Threshold(feature, 0.5), children)


UNITS: Final[tuple[Scale, ...]] = ("count", "proportion", "root")


def scale(probed: ProbedImplementation) -> Inference:
    """Find the unit of the largest alpha of a tree, where the function cannot be told one."""
    tree = _tied_tree()
    units = {unit: float(dt.pruning_sequence(tree, scale=unit)[-1].alpha) for unit in UNITS}
    if "pruning_sequence" in probed.offered and not probed.peer.takes("pruning_sequence", "scale"):
        largest = float(row_of(probed.peer.call("pruning_sequence", tree)[-1]).alpha)
    elif "alpha_of" in probed.offered and not probed.peer.takes("alpha_of", "scale"):
        units = {unit: float(dt.alpha_of(tree, scale=unit)) for unit in UNITS}
        largest = float(probed.peer.call("alpha_of", tree))
    else:
        return {}
    for unit, alpha in units.items():
        if abs(alpha - largest) < 1e-9 * alpha:
            return {"scale": unit}
    message = f"the largest alpha of {tree} is {largest}, where the scales have {units}"
    raise Unexplained(message)


def links(probed: ProbedImplementation) -> Inference:
    """Find whether tied links have rows of their own, and whether the first row shows the tree as it was."""
    rows = probed.peer.call("pruning_sequence", _tied_tree())
    alphas = [float(row_of(row).alpha) for row in rows]
    repeated = any(abs(one - two) < 1e-9 * abs(two) for one, two in pairwise(alphas))
    gainless = probed.peer.call("pruning_sequence", _tied_tree(gainless=True))
    return {
        "links": "one_at_a_time" if repeated else "together",
        "first": "largest" if _size(gainless[0]) == len(dt.leaves(_tied_tree(gainless=True))) else "optimal",
    }


def _size(row: Any) -> int:
    """Return how many leaves a row of a path has."""
    one = row_of(row)
    return sum(not children_of(node) for node in nodes_of(one.tree)) if one.leaves is None else one.leaves


def pruned(probed: ProbedImplementation) -> Inference:
    """Find whether a link is cut at its very alpha, a number that floats hold."""
    tree = dt.grow(dt.classification_data({"x": [0, 1]}, ["a", "b"]), dt.cart())
    options: dict[str, Any] = {"scale": "count"} if probed.peer.takes("optimal_subtree", "scale") else {}
    alpha = dt.alpha_of(tree, scale=options.get("scale", probed.conventions.scale))
    left = children_of(probed.peer.call("optimal_subtree", tree, alpha, **options))
    return {"pruned": "below" if left else "at_most"}
