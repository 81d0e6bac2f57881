"""Laws of pruning without validation rows: error-based as in C4.5, minimum-error and pessimistic pruning."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from math import comb
from typing import TYPE_CHECKING, Any, Final

from dtrees.laws.definitions import reached
from dtrees.laws.law import law, require, require_equal
from dtrees.pruning.error_based import error_based_prune, predicted_errors
from dtrees.pruning.minimum_error import expected_errors
from dtrees.pruning.pessimistic import pessimistic_prune
from dtrees.pruning.pruned_subtrees import all_pruned_subtrees
from dtrees.trees.summary import summarize
from dtrees.trees.tree import leaves

if TYPE_CHECKING:
    from collections.abc import Callable

    from dtrees.data.dataset import Dataset
    from dtrees.laws.system import System
    from dtrees.trees.tree import Tree

NEAR: Final = Fraction(1, 2**30)
"""So near to a root its float lies at least."""

# --- the upper limit --------------------------------------------------------------------------------------------


@law("error_counts", "C45 §4.2")
def upper_limit_is_the_root(system: System, errors: int, rows: int, confidence: Fraction) -> None:
    """C4.5's upper limit is the error rate U at which E errors or fewer in N rows have probability CF.

    sum_{k <= E} C(N, k) U^k (1 - U)^(N - k) = CF
    """
    limit = system.upper_limit(errors, rows, confidence=confidence)
    low, high = (min(max(Fraction(float(limit)) + side * NEAR, Fraction(0)), Fraction(1)) for side in (-1, 1))
    right = _chance(errors, rows, low) >= confidence >= _chance(errors, rows, high)
    require(right, f"a rate at which at most {errors} errors have the chance {confidence}", limit)


def _chance(errors: int, rows: int, rate: Fraction) -> Fraction:
    terms = (comb(rows, k) * rate**k * (1 - rate) ** (rows - k) for k in range(errors + 1))
    return sum(terms, start=Fraction(0))


@law("error_counts", "C45 §4.2")
def upper_limit_is_monotone(system: System, errors: int, rows: int, confidence: Fraction) -> None:
    """The upper limit rises with the errors, falls as rows are added, and rises as CF falls.

    U_CF(E, N) < U_CF(E + 1, N),   U_CF(E, N + 1) < U_CF(E, N) < U_{CF/2}(E, N)
    """
    limit = system.upper_limit(errors, rows, confidence=confidence)
    for other, grows in (
        (system.upper_limit(errors + 1, rows, confidence=confidence), True),
        (system.upper_limit(errors, rows + 1, confidence=confidence), False),
        (system.upper_limit(errors, rows, confidence=confidence / 2), True),
    ):
        require(other > limit if grows else other < limit, f"{'more' if grows else 'less'} than {limit}", other)


# --- pruning ----------------------------------------------------------------------------------------------------


@law("estimated_trees", "C45 §4.2; CART84 theorem 3.7")
def error_based_pruning_is_optimal(system: System, tree: Tree, confidence: Fraction) -> None:
    """Error-based pruning without raising gives the pruned subtree of fewest predicted errors, of several the smallest.

    min over T' of sum over the leaves of N U_CF(E, N)
    """
    smaller = system.error_based_prune(tree, confidence=confidence)
    require_equal(smaller, _smallest_of_least(tree, lambda one: predicted_errors(one, confidence=confidence)))


@law("estimated_trees", "NIBLETT86; CESTNIK91; CART84 theorem 3.7")
def minimum_error_pruning_is_optimal(system: System, tree: Tree, confidence: Fraction) -> None:
    """Minimum-error pruning gives the pruned subtree of fewest expected errors, of several the smallest.

    min over T' of sum over the leaves of N (1 - max_k (N_k + m p_k) / (N + m)), p_k the root's shares; without m, m is
    the number of classes, and p_k = 1/m
    """
    root: Any = tree.summary
    for m in (None, 8 * confidence):
        added = [1] * len(root.counts) if m is None else [m * Fraction(count) / root.weight for count in root.counts]
        expected = _smallest_of_least(tree, partial(_expected_errors, added=added))
        require_equal(system.minimum_error_prune(tree, m=m), expected)


def _expected_errors(tree: Tree, added: list[Any]) -> Fraction:
    return sum((expected_errors(leaf.summary, added) for leaf in leaves(tree)), start=Fraction(0))


def _smallest_of_least(tree: Tree, errors: Callable[[Tree], Any]) -> Tree:
    return min(sorted(all_pruned_subtrees(tree), key=lambda one: len(leaves(one))), key=errors)


@law("estimated_trees", "QUINLAN87 §2.3")
def pessimistic_pruning_judges_branches_as_grown(system: System, tree: Tree, confidence: Fraction) -> None:  # noqa: ARG001 (drawn for others)
    """Pessimistic pruning goes from the root down and compares each branch, with all its grown leaves, to a leaf.

    e(t) + 1/2 <= e(T_t) + |T_t|/2 + SE,   SE^2 = e' (N - e') / N,   e' = e(T_t) + |T_t|/2
    """
    require_equal(system.pessimistic_prune(tree), pessimistic_prune(tree))


@law("raising_trials", "C45 §4.2")
def raising_follows_its_definition(system: System, data: Dataset, tree: Tree, confidence: Fraction) -> None:
    """Error-based pruning with raising replaces a branch, after its children, by a leaf or by its largest child.

    The leaf where it is predicted to err no more than either; else the child, with all rows of the branch and pruned
    again, where it is predicted to err no more than the branch; of equally large children the first.
    """
    pruned = system.error_based_prune(tree, data, confidence=confidence)
    for _, node, here in reached(pruned, data):
        require_equal(node.summary, summarize(here))
    require_equal(pruned, error_based_prune(tree, data, confidence=confidence))
