"""Laws of pruning by what the training rows let one expect: upper limits, estimated shares, standard errors."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any, Final

from dtrees.laws.definitions import nodes, visits
from dtrees.laws.law import law, require, require_equal
from dtrees.laws.losses import pruned_subtrees
from dtrees.pruning.error_based import predicted_errors, with_rows
from dtrees.pruning.pruned_subtrees import prune_at
from dtrees.trees.paths import branch_paths
from dtrees.trees.split import route
from dtrees.trees.summary import summarize
from dtrees.trees.traversal import leaves
from dtrees.trees.tree import Branch, Leaf, Tree

if TYPE_CHECKING:
    from collections.abc import Callable

    from dtrees.data.dataset import Dataset
    from dtrees.laws.system import System

NEAR: Final = Fraction(1, 2**30)
"""So near to a root its float lies at least."""

# --- the upper limit --------------------------------------------------------------------------------------------


@law("error_counts")
def upper_limit_is_the_root(system: System, errors: int, rows: int, confidence: Fraction) -> None:
    """At the upper limit, at most so many errors have the chance CF: they have no less below it, and no more above.

    sum_{k <= E} C(N, k) U^k (1 - U)^(N - k) = CF      [C45 §4.2]
    """
    limit = system.upper_limit(errors, rows, confidence=confidence)
    low, high = (min(max(Fraction(float(limit)) + side * NEAR, Fraction(0)), Fraction(1)) for side in (-1, 1))
    right = _chance(errors, rows, low) >= confidence >= _chance(errors, rows, high)
    require(right, f"a rate at which at most {errors} errors have the chance {confidence}", limit)


def _chance(errors: int, rows: int, rate: Fraction) -> Fraction:
    terms = (comb(rows, k) * rate**k * (1 - rate) ** (rows - k) for k in range(errors + 1))
    return sum(terms, start=Fraction(0))


@law("error_counts")
def upper_limit_is_monotone(system: System, errors: int, rows: int, confidence: Fraction) -> None:
    """The upper limit rises with the errors, falls as rows are added, and rises as CF falls.

    U_CF(E, N) < U_CF(E + 1, N),   U_CF(E, N + 1) < U_CF(E, N) < U_{CF/2}(E, N)      [C45 §4.2]
    """
    limit = system.upper_limit(errors, rows, confidence=confidence)
    for other, grows in (
        (system.upper_limit(errors + 1, rows, confidence=confidence), True),
        (system.upper_limit(errors, rows + 1, confidence=confidence), False),
        (system.upper_limit(errors, rows, confidence=confidence / 2), True),
    ):
        require(other > limit if grows else other < limit, f"{'more' if grows else 'less'} than {limit}", other)


# --- pruning ----------------------------------------------------------------------------------------------------


@law("estimated_trees")
def error_based_pruning_is_optimal(system: System, tree: Tree, confidence: Fraction) -> None:
    """Error-based pruning without raising gives the smallest of the pruned subtrees of fewest predicted errors.

    min over T' of sum over the leaves of N U_CF(E, N)      [C45 §4.2; CART84 theorem 3.7]
    """
    smaller = system.error_based_prune(tree, confidence=confidence)
    require_equal(smaller, _smallest_of_least(tree, lambda one: predicted_errors(one, confidence=confidence)))


@law("estimated_trees")
def minimum_error_pruning_is_optimal(system: System, tree: Tree, confidence: Fraction) -> None:
    """Minimum-error pruning gives the smallest of the pruned subtrees of which the fewest errors are expected.

    min over T' of sum over the leaves of N (1 - max_k (N_k + m p_k) / (N + m)), p_k the root's shares; without m, m is
    the number of classes, and p_k = 1/m      [NIBLETT86; CESTNIK91; CART84 theorem 3.7]
    """
    root: Any = tree.summary
    for m in (None, 8 * confidence):
        added = [1] * len(root.counts) if m is None else [m * Fraction(count) / root.weight for count in root.counts]

        def expected(one: Tree, added: list[Any] = added) -> Fraction:
            return sum((_expected(leaf.summary, added) for leaf in leaves(one)), start=Fraction(0))

        require_equal(system.minimum_error_prune(tree, m=m), _smallest_of_least(tree, expected))


def _expected(summary: Any, added: list[Any]) -> Fraction:
    shares = [Fraction(n + a) / (summary.weight + sum(added)) for n, a in zip(summary.counts, added, strict=True)]
    errors: Fraction = summary.weight * (1 - max(shares))
    return errors


def _smallest_of_least(tree: Tree, errors: Callable[[Tree], Any]) -> Tree:
    found = [(small, errors(small)) for small in sorted(pruned_subtrees(tree), key=lambda one: len(leaves(one)))]
    least = found[0][1]
    for _, value in found:
        least = min(least, value)
    return next(small for small, value in found if value == least)


@law("estimated_trees")
def pessimistic_pruning_judges_branches_as_grown(system: System, tree: Tree, confidence: Fraction) -> None:  # noqa: ARG001 (drawn for others)
    """Pessimistic pruning cuts from the root down: each branch that is come to, with all the leaves it was grown with.

    e(t) + 1/2 <= e(T_t) + |T_t|/2 + SE,   SE^2 = e' (N - e') / N,   e' = e(T_t) + |T_t|/2      [QUINLAN87 §2.3]
    """
    smaller = tree
    for path in branch_paths(tree):
        if path in nodes(smaller) and _errs_as_little_as_a_leaf(nodes(tree)[path]):
            smaller = prune_at(smaller, path)
    require_equal(system.pessimistic_prune(tree), smaller)


def _errs_as_little_as_a_leaf(branch: Tree) -> bool:
    weight = branch.summary.weight
    charged = sum((_errors(leaf) + Fraction(1, 2) for leaf in leaves(branch)), start=Fraction(0))
    excess = _errors(branch) + Fraction(1, 2) - charged
    return excess <= 0 or excess**2 <= charged * (weight - charged) / weight


def _errors(node: Any) -> Fraction:
    return Fraction(node.summary.weight - max(node.summary.counts))


# --- raising ----------------------------------------------------------------------------------------------------


@law("raising_trials")
def raising_follows_its_definition(system: System, data: Dataset, tree: Tree, confidence: Fraction) -> None:
    """Children first, a branch becomes a leaf, or its largest child with all its rows, which is then pruned again.

    The leaf where it is predicted to err no more than either, else the child where it errs no more than the branch; of
    equally large children the first      [C45 §4.2]
    """
    pruned = system.error_based_prune(tree, data, confidence=confidence)
    for _, node, rows in visits(pruned, data):
        require_equal(node.summary, summarize(data.take(rows)))
    require_equal(pruned, _pruned(tree, data, confidence))


def _pruned(node: Tree, rows: Dataset, confidence: Fraction) -> Tree:
    if isinstance(node, Leaf):
        return node
    parts = zip(node.children, route(rows, node.question), strict=True)
    kept = Branch(node.summary, node.question, tuple(_pruned(child, part, confidence) for child, part in parts))
    largest = with_rows(max(kept.children, key=lambda child: child.summary.weight), rows)
    leaf, raised, whole = (predicted_errors(one, confidence=confidence) for one in (Leaf(node.summary), largest, kept))
    if leaf <= raised and leaf <= whole:
        return Leaf(node.summary)
    return _pruned(largest, rows, confidence) if raised <= whole else kept


@law("raising_trials")
def raising_predicts_no_more_errors(system: System, data: Dataset, tree: Tree, confidence: Fraction) -> None:
    """No more errors are predicted of the tree that raising prunes than of the one that is pruned without.

    [C45 §4.2]
    """
    pruned = (system.error_based_prune(tree, rows, confidence=confidence) for rows in (data, None))
    raised, plain = (predicted_errors(one, confidence=confidence) for one in pruned)
    require(raised <= plain, f"at most {plain}", raised)
