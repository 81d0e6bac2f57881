"""Note D's loss, weighed by each leaf's share of the branch's own rows: which theorems stay true of it, which do not.

Trees are of class counts of two classes, as every way to part the rows in two gives them; pure nodes are not split.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any

import dtrees as dt

if TYPE_CHECKING:
    from collections.abc import Iterator


def leaf(*counts: int) -> dt.Leaf:
    return dt.Leaf(dt.ClassCounts(counts))


def branch(*children: dt.Tree) -> dt.Branch:
    """Return the branch over *children*, which holds the rows that they hold."""
    summaries: list[Any] = [child.summary for child in children]
    return dt.Branch(sum(summaries[1:], start=summaries[0]), dt.EachCategory("x", range(len(children))), children)


@cache
def trees_of(first: int, second: int) -> tuple[dt.Tree, ...]:
    """Return every binary tree whose root holds so many rows of each class, up to the order of children."""
    found: list[dt.Tree] = [leaf(first, second)]
    if first and second:
        for a, b in product(range(first + 1), range(second + 1)):
            other = first - a, second - b
            if any((a, b)) and any(other) and (a, b) <= other:
                found += [branch(*children) for children in product(trees_of(a, b), trees_of(*other))]
    return tuple(found)


def trees(rows: int) -> Iterator[dt.Tree]:
    for second in range(rows // 2 + 1):
        yield from trees_of(rows - second, second)


def breakpoints(tree: dt.Tree) -> list[dt.Exact]:
    """Return 0 and every alpha at which some pruned subtree's branch costs what its leaf does, on the node scale."""
    found = {dt.Exact(0)}
    for small in dt.all_pruned_subtrees(tree):
        waiting: list[tuple[dt.Path, dt.Tree]] = [((), small)]
        while waiting:
            path, node = waiting.pop()
            if isinstance(node, dt.Branch):
                found.add(dt.alpha_of(small, path, scale="node"))
                waiting += [((*path, place), child) for place, child in enumerate(node.children)]
    return sorted(found)


def note_d_alpha(tree: dt.Tree) -> dt.Exact:
    """Return note D's critical value of the root: (Gini(D_t) - sum_j |D_tj|/|D_t| Gini(D_tj)) / (|t| - 1)."""
    ends: list[Any] = [node.summary for node in dt.leaves(tree)]
    return (dt.gini(tree.summary) - dt.conditional_impurity(ends, dt.gini)) / (len(ends) - 1)  # type: ignore[arg-type]


NOT_OPTIMAL = branch(leaf(0, 1), branch(leaf(0, 1), branch(leaf(1, 0), leaf(1, 1))))
"""Five rows 1 1 0 {0, 1}."""

NOT_NESTED = branch(leaf(0, 1), branch(leaf(1, 0), branch(leaf(1, 0), branch(leaf(0, 1), leaf(1, 0)))))
"""Five rows 1 0 0 1 0."""


def test_the_notes_formula_is_the_node_scale() -> None:
    """For classes note D's critical value is Breiman's divided by the branch's own rows.  All trees of at most five."""
    for rows in range(2, 6):
        for tree in trees(rows):
            if isinstance(tree, dt.Branch):
                assert note_d_alpha(tree) == dt.alpha_of(tree, scale="node") == dt.alpha_of(tree) / rows


def test_the_notes_two_losses_have_different_units() -> None:
    """For numbers the note sums squares, unweighted by |D_t|: Breiman's own scale.  Twice the rows double that alpha
    and leave the one for classes as it is.
    """
    once = branch(leaf(1, 0), leaf(0, 1))
    twice = branch(leaf(2, 0), leaf(0, 2))
    assert note_d_alpha(once) == note_d_alpha(twice) == Fraction(1, 2)
    numbers = []
    for copies in (1, 2):
        children = tuple(dt.Leaf(dt.Moments.of([response] * copies)) for response in (0, 1))
        whole = dt.Moments.of([0] * copies + [1] * copies)
        numbers.append(dt.alpha_of(dt.Branch(whole, dt.Threshold("x", 0.5), children)))
    assert numbers == [Fraction(1, 2), 1]


def test_alphas_increase_all_the_same() -> None:
    """In trees of rows each round's smallest alpha is larger than the last one's.  All trees of at most seven rows."""
    for rows in range(1, 8):
        for tree in trees(rows):
            alphas = [member.alpha for member in dt.pruning_sequence(tree, scale="node")]
            assert all(low < high for low, high in pairwise(alphas))


def test_a_member_need_not_be_optimal() -> None:
    """Five rows: the first round cuts the root, at 7/75; the whole tree's own loss is least there with three leaves.

    1 leaf costs 12/25 + 7/75 = 43/75, three cost 4/15 + 21/75 = 41/75.  No tree of at most four rows does it.
    """
    alpha = Fraction(7, 75)
    members = dt.pruning_sequence(NOT_OPTIMAL, scale="node")
    assert [member.alpha for member in members] == [0, alpha]
    assert [len(dt.leaves(member.tree)) for member in members] == [4, 1]
    best = branch(leaf(0, 1), branch(leaf(0, 1), leaf(2, 1)))
    assert dt.optimal_subtree(NOT_OPTIMAL, alpha, scale="proportion") == best
    costs = [str(dt.cost(tree, alpha, scale="proportion")) for tree in (members[1].tree, best)]
    assert costs == ["43/75", "41/75"]

    def costs_more(tree: dt.Tree) -> bool:
        """Return whether some member costs more than another pruned subtree, at its own alpha."""
        for member in dt.pruning_sequence(tree, scale="node"):
            every = [dt.cost(small, member.alpha, scale="proportion") for small in dt.all_pruned_subtrees(tree)]
            if dt.cost(member.tree, member.alpha, scale="proportion") > min(every):
                return True
        return False

    assert costs_more(NOT_OPTIMAL)
    assert not any(costs_more(tree) for rows in range(1, 5) for tree in trees(rows))


def test_a_larger_alpha_may_keep_what_a_smaller_one_cuts() -> None:
    """Five rows: the stack leaves the root at 49/400 and three nodes at 1/8; no tree of at most four rows does it.

    Every alpha at which some pruned subtree changes, and one between each two, is tried.
    """
    at = {alpha: dt.optimal_subtree(NOT_NESTED, alpha, scale="node") for alpha in (Fraction(49, 400), Fraction(1, 8))}
    assert at[Fraction(49, 400)] == leaf(3, 2)
    assert at[Fraction(1, 8)] == branch(leaf(0, 1), leaf(3, 1))

    def fails(tree: dt.Tree) -> bool:
        alphas = breakpoints(tree)
        tried = sorted([*alphas, *((low + high) / 2 for low, high in pairwise(alphas))])
        stacks = [dt.optimal_subtree(tree, alpha, scale="node") for alpha in tried]
        return any(not dt.is_pruned_subtree(small, large) for large, small in pairwise(stacks))

    assert not any(fails(tree) for rows in range(1, 5) for tree in trees(rows))
    assert fails(NOT_NESTED)


def test_rounds_and_stack_need_not_agree() -> None:
    """Five rows: at 1/8 the rounds' member is the root, from 3/25 on, and the stack leaves three nodes.

    So a member is not what note D's own stack gives on the interval that note D states for it.  Every alpha at which a
    pruned subtree of a tree of at most four rows changes, and one between each two, finds them agreed.
    """

    def member_at(tree: dt.Tree, alpha: Any) -> dt.Tree:
        return [m.tree for m in dt.pruning_sequence(tree, scale="node") if m.alpha <= alpha][-1]

    def fails(tree: dt.Tree) -> list[dt.Exact]:
        alphas = breakpoints(tree)
        tried = sorted([*alphas, *((low + high) / 2 for low, high in pairwise(alphas))])
        return [alpha for alpha in tried if member_at(tree, alpha) != dt.optimal_subtree(tree, alpha, scale="node")]

    rounds = dt.pruning_sequence(NOT_NESTED, scale="node")
    assert [member.alpha for member in rounds] == [0, Fraction(3, 25)]
    assert [len(dt.leaves(member.tree)) for member in rounds] == [5, 1]
    assert fails(NOT_NESTED) == [Fraction(1, 8), Fraction(61, 400)]
    assert dt.optimal_subtree(NOT_NESTED, Fraction(1, 8), scale="node") == branch(leaf(0, 1), leaf(3, 1))
    assert not any(fails(tree) for rows in range(1, 5) for tree in trees(rows))
