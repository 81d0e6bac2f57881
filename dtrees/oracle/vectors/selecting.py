"""What a system answers about choosing a tree: on held-out rows, by pruning on them, and by cross-validation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dtrees.oracle.vectors.growing import groups
from dtrees.oracle.vectors.pruning import tree_and_measure
from dtrees.oracle.vectors.values import ROW, branches_of, data_of, learner_of, tree_of, tree_record
from dtrees.traversal import leaves

if TYPE_CHECKING:
    from collections.abc import Mapping

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
    smaller = system.reduced_error_prune(tree, data_of(system, asked["validation"]), ties=asked["ties"])
    return {"branches": branches_of(smaller, tree)}


def _pre_pruning(system: System, asked: Mapping[str, Any]) -> dict[str, Any]:
    data, learner = data_of(system, asked["data"]), learner_of(system, asked["learner"])
    validation = data_of(system, asked["validation"])
    grown = system.grow_with_validation(data.drop(ROW), learner, validation, ties=asked["ties"])
    return {"tree": tree_record(system, grown), "nodes": groups(system, grown, data)}


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
