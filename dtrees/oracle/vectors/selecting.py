"""What a system answers about choosing a tree, and to the same in another order, again, or by several at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np

from dtrees.oracle.vectors.growing import costs_of, groups
from dtrees.oracle.vectors.pruning import tree_and_measure
from dtrees.oracle.vectors.values import ROW, branches_of, data_of, learner_of, tree_of, tree_record
from dtrees.traversal import leaves, preorder

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dtrees.data import Dataset
    from dtrees.laws.system import System


def selection(system: System, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the method that is asked for chooses, and by which values."""
    match asked["method"]:
        case "holdout":
            return _holdout(system, asked)
        case "reduced_error":
            return _reduced_error(system, asked)
        case "pre_pruning":
            return _pre_pruning(system, asked)
        case _:
            return cross_validation(system, asked)


def _holdout(system: System, asked: Mapping[str, Any]) -> dict[str, Any]:
    tree, how = tree_and_measure(system, asked)
    chosen = system.select_by_holdout(system.pruning_sequence(tree, **how), data_of(system, asked["validation"]))
    return {
        "values": list(map(str, chosen.values)),
        "alpha": str(chosen.alpha),
        "until": chosen.until if chosen.until is None else str(chosen.until),
        "branches": branches_of(chosen.tree, tree),
    }


def _reduced_error(system: System, asked: Mapping[str, Any]) -> dict[str, Any]:
    tree = tree_of(system, asked["tree"])
    smaller = system.reduced_error_prune(tree, data_of(system, asked["validation"]), **_how(asked))
    return {"branches": branches_of(smaller, tree)}


def _pre_pruning(system: System, asked: Mapping[str, Any]) -> dict[str, Any]:
    data, learner = data_of(system, asked["data"]), learner_of(system, asked["learner"])
    validation = data_of(system, asked["validation"])
    grown = system.grow_with_validation(data.drop(ROW), learner, validation, **_how(asked))
    return {"tree": tree_record(system, grown), "nodes": groups(system, grown, data)}


def _how(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return what becomes of ties, and the costs of mistakes where there are some."""
    classes = asked["validation"]["target"].get("classes")
    return {"ties": asked["ties"]} | ({"costs": costs_of(asked["costs"], classes)} if "costs" in asked else {})


def cross_validation(system: System, asked: Mapping[str, Any], **options: Any) -> dict[str, Any]:
    """Return each member's error over the folds, and which members the rules choose; *options* go to the system."""
    data, learner = data_of(system, asked["data"]).drop(ROW), learner_of(system, asked["learner"])
    result = system.cross_validate(
        data, learner, asked["folds"], impurity=system.impurity(asked["impurity"]), scale=asked["scale"], **options
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
    """Return what the method that is asked for finds."""
    match asked["method"]:
        case "row_order":
            return _row_order(system, asked)
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


def _row_order(system: System, asked: Mapping[str, Any]) -> dict[str, Any]:
    data, learner = data_of(system, asked["data"]).drop(ROW), learner_of(system, asked["learner"])
    return {"same": system.grow(data, learner) == system.grow(data.take(asked["order"]), learner)}


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
