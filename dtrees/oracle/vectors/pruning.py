"""A system's answers to vectors about cost-complexity pruning, pruning by training errors, and choosing a tree."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from dtrees.laws.definitions import nodes
from dtrees.laws.system import SPECIFICATION, System
from dtrees.numbers.exact import Exact
from dtrees.oracle.vectors.growing import costs_of, groups
from dtrees.oracle.vectors.values import ROW, branches_of, data_of, impurity_of, learner_of, tree_of, tree_record
from dtrees.pruning.cost_complexity import Pruned, weakest_links
from dtrees.pruning.pruned_subtrees import prune_at
from dtrees.trees.tree import Branch, Leaf, Tree, leaves, preorder

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from dtrees.data.dataset import Dataset


def alphas(system: System, asked: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return g(t) of every branch, on the scale that the vector names and in counts."""
    tree, how = tree_and_measure(system, asked)
    records = []
    for place, (path, node) in enumerate(nodes(tree).items()):
        if isinstance(node, Branch):
            alpha = system.alpha_of(tree, path, **how)
            counted = system.convert_alpha(
                alpha, tree, path, source=how["scale"], target="count", impurity=how["impurity"]
            )
            records.append({"node": place, "leaves": len(leaves(node)), "alpha": str(alpha), "in_counts": str(counted)})
    return records


def links(system: System, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the smallest g(t), the branches that have it, and the branches that remain when those are cut."""
    tree, how = tree_and_measure(system, asked)
    alpha, paths = system.weakest_links(tree, **how)
    places = {path: place for place, path in enumerate(nodes(tree))}
    smaller = tree
    for path in reversed(paths):  # children before their parents, so that each path is still there
        smaller = system.prune_at(smaller, path)
    return {"alpha": str(alpha), "links": [places[path] for path in paths], "branches": branches_of(smaller, tree)}


def sequence(system: System, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the trees of the sequence, T(alpha) at the alphas of the question, and the number of pruned subtrees."""
    tree, how = tree_and_measure(system, asked)
    members = system.pruning_sequence(tree, ties=asked["ties"], **how)
    ends = [until for _, until in system.intervals(members)]
    return {
        "members": [
            _member(system, member, tree, how) | {"until": until if until is None else str(until)}
            for member, until in zip(members, ends, strict=True)
        ],
        "optimal": [
            {"alpha": alpha, "branches": branches_of(system.optimal_subtree(tree, Exact(alpha), **how), tree)}
            for alpha in asked["at"]
        ],
        "pruned_subtrees": system.count_pruned_subtrees(tree),
    }


def other_sequences(asked: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the other right answers where tied links are cut one at a time: one for each order of cutting them."""
    if asked["ties"] == "together":
        return []
    tree, how = tree_and_measure(SPECIFICATION, asked)
    answers = [
        sequence(attrs.evolve(SPECIFICATION, pruning_sequence=lambda *_, found=found, **__: found), asked)
        for found in _orders((Pruned(Exact(0), tree),), how)
    ]
    return answers[1:]


def _orders(members: tuple[Pruned, ...], how: dict[str, Any]) -> Iterator[tuple[Pruned, ...]]:
    """Yield every sequence that begins with *members* and cuts one of the weakest links a round."""
    last = members[-1].tree
    if isinstance(last, Leaf):
        yield members
        return
    alpha, paths = weakest_links(last, **how)
    for path in paths:
        yield from _orders((*members, Pruned(alpha, prune_at(last, path))), how)


def tree_and_measure(system: System, asked: Mapping[str, Any]) -> tuple[Tree, dict[str, Any]]:
    """Return the tree that the vector is about, and the impurity and scale of its risk."""
    how = {"impurity": impurity_of(system, asked["impurity"]), "scale": asked["scale"]}
    return tree_of(system, asked["tree"]), how


def _member(system: System, member: Pruned, tree: Tree, how: dict[str, Any]) -> dict[str, Any]:
    cost = system.cost(member.tree, member.alpha, **how)
    return {"alpha": str(member.alpha), "branches": branches_of(member.tree, tree), "cost": str(cost)}


# --- by the training errors alone -----------------------------------------------------------------------------------


def estimate(system: System, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the upper limit to six decimals, or the tree as pruned by the vector's method."""
    if asked["method"] == "upper_limit":
        limit = system.upper_limit(asked["errors"], asked["rows"], confidence=Fraction(asked["confidence"]))
        return {"limit": f"{limit:.6f}"}
    tree = tree_of(system, asked["tree"])
    match asked["method"]:
        case "pessimistic":
            smaller = system.pessimistic_prune(tree)
        case "minimum_error":
            smaller = system.minimum_error_prune(tree, m=Fraction(asked["m"]) if "m" in asked else None)
        case "raising":
            data = data_of(system, asked["data"])
            raised = system.error_based_prune(tree, data.drop(ROW), confidence=Fraction(asked["confidence"]))
            return {"tree": tree_record(system, raised), "nodes": groups(system, raised, data)}
        case _:
            smaller = system.error_based_prune(tree, confidence=Fraction(asked["confidence"]))
    return {"branches": branches_of(smaller, tree)}


# --- choosing a tree -------------------------------------------------------------------------------------------------


def selection(system: System, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tree that the vector's method chooses, and the values by which it does."""
    match asked["method"]:
        case "holdout":
            tree, how = tree_and_measure(system, asked)
            sequence = system.pruning_sequence(tree, **how)
            chosen = system.select_by_holdout(sequence, data_of(system, asked["validation"]))
            return {
                "values": list(map(str, chosen.values)),
                "alpha": str(chosen.alpha),
                "until": chosen.until if chosen.until is None else str(chosen.until),
                "branches": branches_of(chosen.tree, tree),
            }
        case "reduced_error":
            tree = tree_of(system, asked["tree"])
            smaller = system.reduced_error_prune(tree, data_of(system, asked["validation"]), **_how(asked))
            return {"branches": branches_of(smaller, tree)}
        case "pre_pruning":
            data, learner = data_of(system, asked["data"]), learner_of(system, asked["learner"])
            validation = data_of(system, asked["validation"])
            grown = system.grow_with_validation(data.drop(ROW), learner, validation, **_how(asked))
            return {"tree": tree_record(system, grown), "nodes": groups(system, grown, data)}
        case _:
            return cross_validation(system, asked)


def _how(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options for ties, and for the costs of mistakes if there are some."""
    classes = asked["validation"]["target"].get("classes")
    return {"ties": asked["ties"]} | ({"costs": costs_of(asked["costs"], classes)} if "costs" in asked else {})


def cross_validation(system: System, asked: Mapping[str, Any], **options: Any) -> dict[str, Any]:
    """Return each member's error over the folds, and which members the rules choose; *options* go to the system."""
    data, learner = data_of(system, asked["data"]).drop(ROW), learner_of(system, asked["learner"])
    result = system.cross_validate(
        data,
        learner,
        asked["folds"],
        impurity=impurity_of(system, asked["impurity"]),
        scale=asked["scale"],
        **options,
    )
    trees = [member.tree for member in result.sequence]
    return {
        "members": [
            {
                "alpha": str(row.alpha),
                "leaves": len(leaves(row.tree)),
                "error": str(row.error),
                "squared_standard_error": str(row.squared_standard_error),
            }
            for row in result.rows
        ],
        "least_error": trees.index(result.best().tree),
        "one_standard_error": trees.index(result.one_standard_error().tree),
    }


# --- the same again ---------------------------------------------------------------------------------------------


def repetition(system: System, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the result of a vector that asks the system twice: whether both answers are the same.

    Vectors about shared nodes state the number of nodes; those about folds state the sizes too.
    """
    match asked["method"]:
        case "row_order":
            data, learner = data_of(system, asked["data"]).drop(ROW), learner_of(system, asked["learner"])
            return {"same": system.grow(data, learner) == system.grow(data.take(asked["order"]), learner)}
        case "workers":
            with ThreadPoolExecutor(2) as executor:
                again = cross_validation(system, asked, executor=executor)
            return {"same": again == cross_validation(system, asked)}
        case "shared_nodes":
            tree, how = tree_and_measure(system, asked)
            members = system.pruning_sequence(tree, **how)
            return {
                "nodes": len({id(node) for each in (tree, *(m.tree for m in members)) for node, _ in preorder(each)})
            }
        case _:
            return _folds(system, asked)


def _folds(system: System, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the folds' sizes, or by class, the largest first, and whether the same seed deals the same again."""
    data = data_of(system, asked["data"])
    dealt, again = (_dealt(system, data, asked) for _ in range(2))
    target: Any = data.target
    by_class = [np.bincount(target.codes[dealt == fold], minlength=len(target.labels)) for fold in np.unique(dealt)]
    folds = sorted((counts.tolist() for counts in by_class), key=lambda counts: (-sum(counts), counts))
    displayed = folds if asked["method"] == "stratified_folds" else list(map(sum, folds))
    return {"folds": displayed, "same": bool(np.array_equal(dealt, again))}


def _dealt(system: System, data: Dataset, asked: Mapping[str, Any]) -> Any:
    match asked["method"]:
        case "plain_folds":
            return np.asarray(system.plain_folds(len(data), asked["folds"]))
        case "shuffled_folds":
            return np.asarray(system.shuffled_folds(len(data), asked["folds"], seed=asked["seed"]))
        case _:
            return np.asarray(system.stratified_folds(data, asked["folds"], seed=asked["seed"]))
