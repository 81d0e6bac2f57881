"""What a system answers about pruning by the training errors alone."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dtrees.oracle.vectors.growing import groups
from dtrees.oracle.vectors.values import ROW, branches_of, data_of, tree_of, tree_record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dtrees.laws.system import System


def estimate(system: System, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the upper limit to six decimals, or what the method that is asked for leaves of the tree."""
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
