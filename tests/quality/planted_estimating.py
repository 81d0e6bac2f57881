"""Small wrong implementations of pruning by the training errors alone."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from quality.planted import bug

import dtrees as dt
from dtrees.pruning.error_based import with_rows
from dtrees.pruning.minimum_error import expected_errors
from dtrees.pruning.risk import errors_of
from dtrees.trees.split import route

if TYPE_CHECKING:
    from collections.abc import Callable

# --- the upper limit --------------------------------------------------------------------------------------------


def limit_by(change: Callable[[int, int, Fraction], tuple[int, int, Fraction]]) -> Any:
    """Return the limit of other errors, rows and confidence than were asked for."""

    def upper_limit(errors: int, rows: int, *, confidence: Any = Fraction(1, 4), limit: Any = "binomial") -> Any:
        errors, rows, confidence = change(errors, rows, Fraction(confidence))
        return dt.upper_limit(max(0, errors), rows, confidence=confidence, limit=limit)

    return upper_limit


bug(
    "limit_by_the_normal_approximation",
    "upper_limit_is_the_root",
    upper_limit=lambda errors, rows, **how: dt.upper_limit(errors, rows, **how | {"limit": "c45"}),
)
bug(
    "limit_of_fewer_errors",
    "upper_limit_is_the_root", "upper_limit_is_monotone",
    upper_limit=limit_by(lambda errors, rows, confidence: (errors - 1, rows, confidence)),
)  # fmt: skip
bug(
    "limit_of_both_sides",
    "upper_limit_is_the_root",
    upper_limit=limit_by(lambda errors, rows, confidence: (errors, rows, confidence / 2)),
)
bug(
    "limit_of_the_default_confidence",
    "upper_limit_is_the_root", "upper_limit_is_monotone",
    upper_limit=limit_by(lambda errors, rows, _: (errors, rows, Fraction(1, 4))),
)  # fmt: skip

# --- error-based pruning ----------------------------------------------------------------------------------------


def error_based(
    *,
    predicted: Callable[[dt.Tree, Any], Any] = lambda tree, confidence: dt.predicted_errors(
        tree, confidence=confidence
    ),
    largest: Callable[..., dt.Tree] = max,
    rerouted: Callable[[dt.Tree, Any], dt.Tree] = with_rows,
    again: bool = True,
    raising: bool = True,
    always: bool = False,
    tie: bool = True,
    as_grown: bool = False,
) -> Any:
    """Return error-based pruning with another estimate, another child raised, or another order of things."""

    def better(one: Any, other: Any) -> bool:
        return bool(one <= other if tie else one < other)

    def pruned(node: dt.Tree, rows: Any, confidence: Any) -> dt.Tree:
        if isinstance(node, dt.Leaf):
            return node
        parts = [None] * len(node.children) if rows is None else route(rows, node.question)
        children = tuple(pruned(child, part, confidence) for child, part in zip(node.children, parts, strict=True))
        kept, leaf = dt.Branch(node.summary, node.question, children), dt.Leaf(node.summary)
        whole, end = predicted(node if as_grown else kept, confidence), predicted(leaf, confidence)
        if rows is None or not raising:
            return leaf if better(end, whole) else kept
        child = rerouted(largest(children, key=lambda one: one.summary.weight), rows)
        raised = predicted(child, confidence)
        if better(end, raised) and better(end, whole):
            return leaf
        if always or better(raised, whole):
            return pruned(child, rows, confidence) if again else child
        return kept

    return lambda tree, training=None, *, confidence=Fraction(1, 4): pruned(tree, training, confidence)


def mean_rate(tree: dt.Tree, confidence: Any) -> Any:
    ends = dt.leaves(tree)
    rates = (dt.upper_limit(errors_of(end.summary), end.summary.weight, confidence=confidence) for end in ends)
    return sum(rates, start=0 * dt.upper_limit(0, 1)) * Fraction(1, len(ends))


OPTIMAL, RAISING = "error_based_pruning_is_optimal", "raising_follows_its_definition"

bug("errors_predicted_by_the_mean_rate_of_leaves", OPTIMAL, error_based_prune=error_based(predicted=mean_rate))
bug("branches_predicted_as_they_were_grown", OPTIMAL, error_based_prune=error_based(as_grown=True))
bug("equal_predictions_keep_the_branch", RAISING, error_based_prune=error_based(tie=False))
bug(
    "predicted_by_the_default_confidence",
    OPTIMAL, RAISING,
    error_based_prune=lambda tree, training=None, **_: dt.error_based_prune(tree, training),
)  # fmt: skip
bug("nothing_is_raised", RAISING, error_based_prune=error_based(raising=False))
bug(
    "what_is_no_leaf_is_raised",
    RAISING,
    error_based_prune=error_based(always=True, again=False),
)  # fmt: skip
bug("what_is_raised_is_not_pruned_again", RAISING, error_based_prune=error_based(again=False))
bug("the_smallest_child_is_raised", RAISING, error_based_prune=error_based(largest=min))
bug(
    "what_is_raised_keeps_its_own_rows",
    RAISING,
    error_based_prune=error_based(rerouted=lambda child, _: child, again=False),
)

# --- minimum-error pruning --------------------------------------------------------------------------------------


def minimum_error(estimate: Callable[[dt.Tree, dt.Tree, Any], Fraction], *, weighed: bool = True) -> Any:
    """Return minimum-error pruning by an estimate of (node, root, m)."""

    def prune(tree: dt.Tree, *, m: Any = None) -> dt.Tree:
        def branch(node: dt.Branch, parts: tuple[tuple[dt.Tree, Fraction], ...]) -> tuple[dt.Tree, Fraction]:
            share = Fraction(1) if weighed else Fraction(node.summary.weight) / len(parts)
            sizes = [1 if weighed else Fraction(part.summary.weight) for part, _ in parts]
            below = sum(
                (errors * share / size for (_, errors), size in zip(parts, sizes, strict=True)), start=Fraction(0)
            )
            if estimate(node, tree, m) <= below:
                return dt.Leaf(node.summary), estimate(node, tree, m)
            return dt.Branch(node.summary, node.question, tuple(part for part, _ in parts)), below

        return dt.fold(tree, lambda node: (node, estimate(node, tree, m)), branch)[0]

    return prune


def right(node: Any, root: Any, m: Any) -> Fraction:
    return expected_errors(node.summary, shares(root.summary, m))


def shares(root: Any, m: Any) -> list[Any]:
    return [1] * len(root.counts) if m is None else [m * Fraction(count) / root.weight for count in root.counts]


def alike(node: Any, m: Any) -> Fraction:
    classes = len(node.summary.counts)
    return expected_errors(node.summary, [Fraction(m) / classes] * classes)


MINIMUM = "minimum_error_pruning_is_optimal"

bug(
    "expected_by_the_errors_made",
    MINIMUM,
    minimum_error_prune=minimum_error(lambda node, *_: Fraction(errors_of(node.summary))),
)
bug(
    "every_class_expected_alike",
    MINIMUM,
    minimum_error_prune=minimum_error(lambda node, root, m: right(node, root, m) if m is None else alike(node, m)),
)
bug(
    "m_is_one_for_each_class",
    MINIMUM,
    minimum_error_prune=lambda tree, **_: dt.minimum_error_prune(tree),
)
bug("expected_errors_of_children_are_not_weighed", MINIMUM, minimum_error_prune=minimum_error(right, weighed=False))

# --- pessimistic pruning ----------------------------------------------------------------------------------------


def pessimistic(
    *, half: Fraction = Fraction(1, 2), errors: int = 1, as_grown: bool = True, of_leaf: bool = False
) -> Any:
    """Return pessimistic pruning with another charge, so many standard errors, or judged after what is below."""

    def branch(node: dt.Branch, parts: tuple[tuple[dt.Tree, Any, int], ...]) -> tuple[dt.Tree, Any, int]:
        made, ends = sum(part[1] for part in parts), sum(part[2] for part in parts)
        charged, alone, weight = made + half * ends, errors_of(node.summary) + half, node.summary.weight
        base = alone if of_leaf else charged
        excess = alone - charged
        leaf: dt.Tree = dt.Leaf(node.summary)
        if excess <= 0 or excess**2 * weight <= errors * base * (weight - base):
            return (leaf, made, ends) if as_grown else (leaf, errors_of(node.summary), 1)
        return dt.Branch(node.summary, node.question, tuple(part[0] for part in parts)), made, ends

    return lambda tree: dt.fold(tree, lambda leaf: (leaf, errors_of(leaf.summary), 1), branch)[0]


PESSIMISTIC = "pessimistic_pruning_judges_branches_as_grown"

bug("no_half_error_a_leaf", PESSIMISTIC, pessimistic_prune=pessimistic(half=Fraction(0)))
bug("no_standard_error", PESSIMISTIC, pessimistic_prune=pessimistic(errors=0))
bug("standard_error_of_the_leaf", PESSIMISTIC, pessimistic_prune=pessimistic(of_leaf=True))
bug("judged_after_what_is_pruned_below", PESSIMISTIC, pessimistic_prune=pessimistic(as_grown=False))
