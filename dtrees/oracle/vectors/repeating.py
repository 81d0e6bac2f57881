"""What a system answers when it is asked the same in another way: in another order, again, by several at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np

from dtrees.oracle.vectors.pruning import tree_and_measure
from dtrees.oracle.vectors.selecting import cross_validation
from dtrees.oracle.vectors.values import ROW, data_of, learner_of
from dtrees.traversal import preorder

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dtrees.data import Dataset
    from dtrees.laws.system import System


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
