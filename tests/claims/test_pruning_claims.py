"""Claims about cost-complexity pruning: the smallest trees that say no, found among all trees of few rows.

Trees are of class counts, as every way to part the rows gives them, but for pure nodes, which are not split.  Alphas
are on the count scale, with the Gini index unless another impurity is named.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any

import pytest

import dtrees as dt

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Counts = tuple[int, ...]
Round = tuple[dt.Exact, dt.Tree]


def leaf(*counts: int) -> dt.Leaf:
    return dt.Leaf(dt.ClassCounts(counts))


def branch(*children: dt.Tree) -> dt.Branch:
    """Return the branch over *children*, which holds the rows that they hold."""
    summaries: list[Any] = [child.summary for child in children]
    return dt.Branch(sum(summaries[1:], start=summaries[0]), dt.EachCategory("x", range(len(children))), children)


@cache
def trees_of(counts: Counts, widest: int = 2) -> tuple[dt.Tree, ...]:
    """Return every tree whose root holds *counts*, with two to *widest* children a branch, up to their order."""
    found: list[dt.Tree] = [leaf(*counts)]
    if sum(map(bool, counts)) > 1:
        for parts in parted(counts, widest):
            found += [branch(*children) for children in product(*(trees_of(part, widest) for part in parts))]
    return tuple(found)


def parted(counts: Counts, most: int, least: Counts = ()) -> Iterator[tuple[Counts, ...]]:
    """Yield every way to write *counts* as a sum of two to *most* parts with rows, none before *least*, ascending."""
    for first in product(*(range(count + 1) for count in counts)):
        rest = tuple(count - taken for count, taken in zip(counts, first, strict=True))
        if not any(first) or not any(rest) or first < least:
            continue
        if rest >= first:
            yield first, rest
        if most > 2:
            yield from ((first, *others) for others in parted(rest, most - 1, first))


def trees(rows: int, *, classes: int = 2, widest: int = 2) -> Iterator[dt.Tree]:
    """Yield every tree of so many rows, up to the order of classes and of children."""
    for counts in product(range(rows + 1), repeat=classes):
        if sum(counts) == rows and list(counts) == sorted(counts, reverse=True):
            yield from trees_of(counts, widest)


def paths(tree: dt.Tree) -> list[dt.Path]:
    """Return the paths of the branches, parents first."""
    found: list[dt.Path] = []
    waiting: list[tuple[dt.Path, dt.Tree]] = [((), tree)]
    while waiting:
        path, node = waiting.pop()
        if isinstance(node, dt.Branch):
            found.append(path)
            waiting += [((*path, place), child) for place, child in enumerate(node.children)]
    return found


def cut_all(tree: dt.Tree, chosen: Sequence[dt.Path]) -> dt.Tree:
    """Return the tree with leaves at the *chosen* paths, given parents first."""
    outer: list[dt.Path] = []
    for path in chosen:
        if not any(path[: len(above)] == above for above in outer):
            outer.append(path)
            tree = dt.prune_at(tree, path)
    return tree


def alphas(tree: dt.Tree) -> dict[dt.Path, dt.Exact]:
    return {path: dt.alpha_of(tree, path) for path in paths(tree)}


def none_smaller(rows: int, fails: Callable[[dt.Tree], bool], *, classes: int = 2, widest: int = 2) -> bool:
    """Return whether no tree of fewer than *rows* rows fails, and some of *rows* does."""
    smaller = any(fails(tree) for fewer in range(1, rows) for tree in trees(fewer, classes=classes, widest=widest))
    return not smaller and any(fails(tree) for tree in trees(rows, classes=classes, widest=widest))


STUMP = branch(leaf(1, 0), leaf(0, 1))
"""Two rows of two classes, parted: the smallest tree that is not a leaf.  g = 1."""

CHAIN = branch(leaf(1, 0), branch(leaf(0, 1), leaf(1, 0)))
"""Rows 0 1 0, parted one by one.  g is 2/3 at the root and 1 below it."""


# --- alpha ------------------------------------------------------------------------------------------------------


def test_a_larger_alpha_does_not_mean_more_branches() -> None:
    """The stump stands at alpha 0 and is a leaf at alpha 1; a tree of one row is one leaf at every alpha."""
    assert dt.optimal_subtree(STUMP, 0) == STUMP
    assert dt.optimal_subtree(STUMP, 1) == leaf(1, 1)


def test_alpha_zero_cuts_what_gains_nothing() -> None:
    """(1, 1) and (1, 1): four rows whose split saves nothing, so T(0) is the root; no tree of three rows shrinks at 0.

    With misclassification (1, 0) and (1, 1) do, three rows.
    """
    assert none_smaller(4, lambda tree: dt.optimal_subtree(tree, 0) != tree)
    gainless = branch(leaf(1, 1), leaf(1, 1))
    assert dt.optimal_subtree(gainless, 0) == leaf(2, 2)
    assert dt.cost(gainless, 0) == dt.cost(leaf(2, 2), 0) == 2
    one_majority = branch(leaf(1, 0), leaf(1, 1))
    assert dt.optimal_subtree(one_majority, 0, impurity=dt.misclassification) == leaf(2, 1)
    assert all(dt.optimal_subtree(t, 0, impurity=dt.misclassification) == t for n in (1, 2) for t in trees(n))


def test_the_root_is_left_from_its_risk_on() -> None:
    """Alpha need not go to infinity: alpha = R(root) leaves the root alone.  All trees of at most five rows."""
    for rows in range(1, 6):
        for tree in trees(rows):
            assert dt.optimal_subtree(tree, dt.cost(leaf(*tree.summary.counts), 0)) == leaf(*tree.summary.counts)  # type: ignore[union-attr]


def test_the_minimiser_is_not_unique() -> None:
    """At alpha 1 the stump and its root both cost 2; a lone root is the only tree of one row."""
    assert dt.cost(STUMP, 1) == dt.cost(leaf(1, 1), 1) == 2
    assert dt.optimal_subtree(STUMP, 1) == leaf(1, 1)


def test_pruning_below_the_critical_value_is_the_wrong_way_round() -> None:
    """alpha = 0 <= g = 1 would cut the stump, which costs 0 there and its root 1; the right condition is alpha >= g."""
    assert dt.alpha_of(STUMP) == 1
    assert [dt.cost(tree, 0) for tree in (STUMP, leaf(1, 1))] == [0, 1]
    for rows in range(2, 6):
        for tree in trees(rows):
            for path, alpha in alphas(tree).items():
                below = dt.subtree_at(tree, path)
                cheaper = [
                    dt.cost(dt.Leaf(below.summary), a) <= dt.cost(below, a) for a in (alpha / 2, alpha, alpha + 1)
                ]
                assert cheaper == [not alpha, True, True]


def test_one_tree_more_than_branches() -> None:
    """The stump has one branch and two optimal trees; branches + 1 is the most.  All trees of at most five rows."""
    assert [(str(m.alpha), m.tree) for m in dt.pruning_sequence(STUMP)] == [("0", STUMP), ("1", leaf(1, 1))]
    for rows in range(1, 6):
        for tree in trees(rows):
            assert len(dt.pruning_sequence(tree)) <= len(paths(tree)) + 1


# --- several links ----------------------------------------------------------------------------------------------


def weakest(tree: dt.Tree) -> list[Any]:
    """Return the smallest g and the paths that have it."""
    alpha, links = dt.weakest_links(tree)
    return [alpha, *links]


def tied(tree: dt.Tree) -> bool:
    """Return whether the weakest link of *tree* is not the only one."""
    return isinstance(tree, dt.Branch) and len(dt.weakest_links(tree)[1]) > 1


def tied_apart(tree: dt.Tree) -> bool:
    """Return whether, in some round, two weakest links tie that lie below no other one."""
    for member in dt.pruning_sequence(tree):
        if isinstance(member.tree, dt.Branch):
            _, links = dt.weakest_links(member.tree)
            if sum(not any(path[: len(above)] == above for above in links if above != path) for path in links) > 1:
                return True
    return False


def test_parent_and_child_may_tie() -> None:
    """Rows 0 1 2 of three classes, parted one by one: g = 1 at the root and below it.  With two classes four rows are
    needed: rows 0 1 0 1, g = 2/3 twice.
    """
    three = branch(leaf(1, 0, 0), branch(leaf(0, 1, 0), leaf(0, 0, 1)))
    assert weakest(three) == [1, (), (1,)]
    assert not any(tied(tree) for tree in trees(2, classes=2))
    four = branch(leaf(0, 1), branch(leaf(1, 0), branch(leaf(0, 1), leaf(1, 0))))
    assert weakest(four) == [Fraction(2, 3), (), (1,)]
    assert none_smaller(4, tied)
    child_first = dt.prune_at(four, (1,))
    assert dt.alpha_of(child_first) == Fraction(2, 3)


def test_links_may_tie_apart_and_repeat_an_alpha() -> None:
    """Seven rows of two classes: g = 1/3 at two branches side by side, so note D's second interval is [1/3, 1/3).

    All binary trees of fewer rows of two classes, and of at most five of three or four, have no such round.
    """
    smallest = branch(branch(leaf(1, 0), leaf(1, 1)), branch(leaf(0, 1), branch(leaf(1, 0), leaf(1, 1))))
    assert weakest(smallest) == [Fraction(1, 3), (0,), (1, 1)]
    single = [str(member.alpha) for member in dt.pruning_sequence(smallest, ties="one_at_a_time")]
    assert single == ["0", "1/3", "1/3", "8/21"]
    together = [member.alpha for member in dt.pruning_sequence(smallest)]
    assert all(low < high for low, high in pairwise(together))
    assert not any(tied_apart(tree) for rows in range(2, 7) for tree in trees(rows))
    assert not any(tied_apart(tree) for c in (3, 4) for rows in range(2, 6) for tree in trees(rows, classes=c))


def test_without_ties_the_smallest_alpha_cuts_one_node() -> None:
    """At the smallest alpha every other branch costs strictly less than the leaf in its place, unless it ties.

    All trees of at most five rows.
    """
    for rows in range(2, 6):
        for tree in trees(rows):
            if isinstance(tree, dt.Branch):
                least, links = dt.weakest_links(tree)
                for path in paths(tree):
                    below = dt.subtree_at(tree, path)
                    stands = dt.cost(below, least) < dt.cost(dt.Leaf(below.summary), least)
                    assert stands == (path not in links)


# --- note A's algorithm -----------------------------------------------------------------------------------------


def note_a(tree: dt.Tree, *, reset: bool, until_three_nodes: bool) -> tuple[list[Round], bool]:
    """Return the rounds of note A's algorithm, and whether it ends: it does not where a round finds nothing to cut.

    Step 2 sets alpha to infinity before step 3, and "repeat 3 to 5" never sets it again; *reset* does so.
    """
    rounds: list[Round] = []
    alpha: dt.Exact | None = None
    while not (three_nodes(tree) if until_three_nodes else isinstance(tree, dt.Leaf)):
        critical = alphas(tree)
        alpha = min([*critical.values(), *([] if reset or alpha is None else [alpha])], default=None)
        chosen = [path for path, value in critical.items() if value == alpha]
        if alpha is None or not chosen:
            return rounds, False
        tree = cut_all(tree, chosen)
        rounds.append((alpha, tree))
    return rounds, True


def three_nodes(tree: dt.Tree) -> bool:
    return isinstance(tree, dt.Branch) and all(isinstance(child, dt.Leaf) for child in tree.children)


def test_stopping_at_three_nodes_loses_the_root() -> None:
    """The stump is three nodes: note A stops with it alone, and the root, optimal from alpha 1 on, never comes."""
    assert note_a(STUMP, reset=True, until_three_nodes=True) == ([], True)
    assert dt.optimal_subtree(STUMP, 1) == leaf(1, 1)
    assert dt.pruning_sequence(STUMP)[-1].tree == leaf(1, 1)


def test_three_nodes_may_never_come() -> None:
    """Rows 0 1 0: the weakest link is the root, at 2/3, so no round leaves three nodes and note A never stops.

    No tree of two rows does it.
    """
    assert alphas(CHAIN) == {(): Fraction(2, 3), (1,): 1}
    assert note_a(CHAIN, reset=True, until_three_nodes=True) == ([(dt.Exact(2) / 3, leaf(2, 1))], False)
    assert note_a(CHAIN, reset=True, until_three_nodes=False)[1]
    assert none_smaller(
        3, lambda tree: isinstance(tree, dt.Branch) and not note_a(tree, reset=True, until_three_nodes=True)[1]
    )


def stuck(tree: dt.Tree, *, until_three_nodes: bool) -> bool:
    """Return whether note A ends with alpha set to infinity each round, and not without."""
    ends = [note_a(tree, reset=reset, until_three_nodes=until_three_nodes)[1] for reset in (True, False)]
    return ends == [True, False]


def test_alpha_must_be_reset_each_round() -> None:
    """Rows 1 0 {0, 1}: round one cuts at 1/3; then g(root) = 2/3, but alpha stays 1/3 and nothing is cut ever again.

    That is with the right stop, at the root alone, and no tree of three rows does it; with the note's own, at three
    nodes, six rows do.
    """
    four = branch(leaf(0, 1), branch(leaf(1, 0), leaf(1, 1)))
    left = branch(leaf(0, 1), leaf(2, 1))
    assert alphas(four) == {(): Fraction(1, 2), (1,): Fraction(1, 3)}
    assert note_a(four, reset=False, until_three_nodes=False) == ([(dt.Exact(1) / 3, left)], False)
    assert alphas(left) == {(): Fraction(2, 3)}
    assert none_smaller(4, lambda tree: stuck(tree, until_three_nodes=False))
    assert none_smaller(6, lambda tree: isinstance(tree, dt.Branch) and stuck(tree, until_three_nodes=True))


def test_reset_and_stopped_at_the_root_note_a_is_right() -> None:
    """With both repairs its rounds are those of the pruning sequence.  All trees of at most five rows."""
    for rows in range(1, 6):
        for tree in trees(rows):
            rounds, ends = note_a(dt.optimal_subtree(tree, 0), reset=True, until_three_nodes=False)
            assert ends
            assert rounds == [(member.alpha, member.tree) for member in dt.pruning_sequence(tree)[1:]]


# --- several nodes at once --------------------------------------------------------------------------------------


def at_once(tree: dt.Tree, alpha: Any) -> dt.Tree:
    """Return the tree with every branch cut whose g(t), in the tree itself, is at most *alpha*: the parents first."""
    return cut_all(tree, [path for path, value in alphas(tree).items() if value <= alpha])


def test_cutting_all_at_once_cuts_too_much() -> None:
    """Rows 1 0 {0, 1} at alpha 1/2: both g are at most 1/2, but once the lower branch is cut the root's is 2/3.

    So nodes do interfere, and the children must be looked at first; one pass from the leaves up is right at any alpha.
    No tree of three rows does it.
    """
    four = branch(leaf(0, 1), branch(leaf(1, 0), leaf(1, 1)))
    half = Fraction(1, 2)
    assert at_once(four, half) == leaf(2, 2)
    assert dt.optimal_subtree(four, half) == branch(leaf(0, 1), leaf(2, 1))
    assert [str(dt.cost(tree, half)) for tree in (leaf(2, 2), branch(leaf(0, 1), leaf(2, 1)), four)] == [
        "5/2",
        "7/3",
        "5/2",
    ]
    assert none_smaller(
        4, lambda tree: any(at_once(tree, a) != dt.optimal_subtree(tree, a) for a in alphas(tree).values())
    )


def forks_only(tree: dt.Tree, alpha: Any) -> dt.Tree:
    """Return the tree after cutting branches over leaves alone, one after the other, while that costs no more."""
    while True:
        forks = [path for path in paths(tree) if three_nodes(dt.subtree_at(tree, path))]
        cheaper = [path for path in forks if dt.alpha_of(tree, path) <= alpha]
        if not cheaper:
            return tree
        tree = dt.prune_at(tree, cheaper[0])


def test_retracting_leaves_alone_is_not_enough() -> None:
    """Rows 0 1 0 at alpha 2/3: the lower fork stays (g = 1), and the root, no fork of leaves, is never tried, though it
    costs no more.  No tree of two rows does it.
    """
    at = Fraction(2, 3)
    assert forks_only(CHAIN, at) == CHAIN
    assert dt.optimal_subtree(CHAIN, at) == leaf(2, 1)
    assert none_smaller(
        3, lambda tree: any(forks_only(tree, a) != dt.optimal_subtree(tree, a) for a in alphas(tree).values())
    )


def test_only_the_branch_that_changes_matters() -> None:
    """Cutting one branch changes the cost of the whole tree by what it changes the cost of the branch.

    All trees of at most five rows, at alphas 0, 1/2 and 2.
    """
    for rows in range(2, 6):
        for tree in trees(rows):
            for path, alpha in product(paths(tree), (Fraction(0), Fraction(1, 2), Fraction(2))):
                below = dt.subtree_at(tree, path)
                whole = dt.cost(dt.prune_at(tree, path), alpha) - dt.cost(tree, alpha)
                assert whole == dt.cost(dt.Leaf(below.summary), alpha) - dt.cost(below, alpha)


def test_no_leaf_comes_to_the_stack() -> None:
    """Note D's stack holds branches alone, looks at each once more than it pushes children, and decides each once.

    All trees of at most five rows.
    """
    for rows in range(1, 6):
        for tree in trees(rows):
            branches = set(paths(tree))
            stack: list[dt.Path] = [()] if isinstance(tree, dt.Branch) else []
            decided: list[dt.Path] = []
            while stack:
                assert set(stack) <= branches
                sons = [path for path in branches if len(path) == len(stack[-1]) + 1 and path[:-1] == stack[-1]]
                waiting = [path for path in sons if path not in decided]
                if waiting:
                    stack += waiting
                else:
                    decided.append(stack.pop())
            assert sorted(decided) == sorted(branches)
            assert all(decided.index(path) < decided.index(path[:-1]) for path in branches if path)


def test_the_stack_has_no_step_for_a_leaf_beside_a_checked_branch() -> None:
    """Read literally, note D's steps 4-1 and 4-2 leave out a node with a leaf and a branch that was checked and kept.

    The chain of three rows is the smallest tree with such a node: with two rows all children are leaves.
    """

    def all_leaves_or_all_checked(leaves: list[bool], checked: list[bool]) -> bool:
        return all(leaves) or all(checked)

    def some_branch_unchecked(leaves: list[bool], checked: list[bool]) -> bool:
        return any(not leaf and not done for leaf, done in zip(leaves, checked, strict=True))

    def stuck(tree: dt.Tree) -> bool:
        """Whether some branch, once its branches are checked, fits neither step."""
        found = False
        for path in paths(tree):
            branch = dt.subtree_at(tree, path)
            assert isinstance(branch, dt.Branch)
            leaves = [isinstance(child, dt.Leaf) for child in branch.children]
            checked = [not leaf for leaf in leaves]
            found |= not all_leaves_or_all_checked(leaves, checked) and not some_branch_unchecked(leaves, checked)
        return found

    assert not any(stuck(tree) for rows in (1, 2) for tree in trees(rows))
    assert any(stuck(tree) for tree in trees(3))


def note_d_map(tree: dt.Tree) -> dict[tuple[dt.Exact, dt.Exact | None], dt.Tree]:
    """Return note D's table M of intervals, which step 1 leaves empty for a lone root."""
    found: dict[tuple[dt.Exact, dt.Exact | None], dt.Tree] = {}
    if isinstance(tree, dt.Leaf):
        return found
    low = dt.Exact(0)
    while isinstance(tree, dt.Branch):
        high, links = dt.weakest_links(tree)
        found[low, high] = tree
        tree, low = dt.prune_at(tree, links[0]), high
    found[low, None] = tree
    return found


def test_a_lone_root_has_an_interval_too() -> None:
    """Note D records nothing for a tree of one node; the root is optimal for every alpha: [0, infinity)."""
    assert note_d_map(leaf(1, 0)) == {}
    assert [(str(member.alpha), member.tree) for member in dt.pruning_sequence(leaf(1, 0))] == [("0", leaf(1, 0))]
    assert note_d_map(STUMP) == {(dt.Exact(0), dt.Exact(1)): STUMP, (dt.Exact(1), None): leaf(1, 1)}


# --- other sizes ------------------------------------------------------------------------------------------------


def rounds_by(tree: dt.Tree, unit: Callable[[dt.Tree], int]) -> list[dt.Tree]:
    """Return the trees of weakest-link rounds where each branch's saving is divided by *unit* of it."""
    found = [tree]
    while isinstance(tree, dt.Branch):
        here = tree
        saved = {
            path: dt.alpha_of(here, path) * (len(dt.leaves(dt.subtree_at(here, path))) - 1) for path in paths(here)
        }
        value = {path: saved[path] / unit(dt.subtree_at(here, path)) for path in saved}
        tree = cut_all(here, [path for path in value if value[path] == min(value.values())])
        found.append(tree)
    return found


def nodes(tree: dt.Tree) -> int:
    return dt.fold(tree, lambda _: 1, lambda _, parts: 1 + sum(parts))


def leaves_saved(tree: dt.Tree) -> int:
    return len(dt.leaves(tree)) - 1


def nodes_saved(tree: dt.Tree) -> int:
    return nodes(tree) - 1


def test_counting_nodes_is_counting_leaves_in_binary_trees_only() -> None:
    """A binary branch saves two nodes a leaf, so alpha a node is alpha/2 a leaf.  With a child of three, five rows
    1 (1 0 {0, 0}): by leaves the lower branch goes at 3/4 and the root at 9/10, by nodes both at once.

    All binary trees of at most five rows; all trees of at most four with up to three children.
    """
    for rows in range(2, 6):
        for tree in trees(rows):
            assert all(nodes_saved(t) == 2 * leaves_saved(t) for t in trees(rows) if isinstance(t, dt.Branch))
            assert rounds_by(tree, leaves_saved) == rounds_by(tree, nodes_saved)
    mixed = branch(leaf(0, 1), branch(leaf(0, 1), leaf(1, 0), leaf(2, 0)))
    assert alphas(mixed) == {(): Fraction(4, 5), (1,): Fraction(3, 4)}
    assert dt.alpha_of(dt.prune_at(mixed, (1,))) == Fraction(9, 10)
    assert [len(dt.leaves(tree)) for tree in rounds_by(mixed, leaves_saved)] == [4, 2, 1]
    assert [len(dt.leaves(tree)) for tree in rounds_by(mixed, nodes_saved)] == [4, 1]
    for rows in range(2, 5):
        for tree in trees(rows, widest=3):
            assert rounds_by(tree, leaves_saved) == rounds_by(tree, nodes_saved)


def merged(tree: dt.Tree) -> set[dt.Tree]:
    """Return every tree that comes of cutting, one at a time, a branch whose cut raises R by the least."""
    found, waiting = {tree}, [tree]
    while waiting:
        here = waiting.pop()
        rise = {path: alpha * leaves_saved(dt.subtree_at(here, path)) for path, alpha in alphas(here).items()}
        for path, value in rise.items():
            smaller = dt.prune_at(here, path)
            if value == min(rise.values()) and smaller not in found:
                found.add(smaller)
                waiting.append(smaller)
    return found


def test_the_least_total_increase_misses_an_optimum() -> None:
    """Seven rows (1 0) (0 (0 (1 {0, 0}))): T(8/15) keeps the split of two rows, which saves 1, and cuts the branch that
    saves 8/5 with four leaves; but what saves least in all goes first, and that tree never comes, however ties are cut.

    All binary trees of two classes with fewer rows.
    """
    seven = branch(STUMP, branch(leaf(1, 0), branch(leaf(1, 0), branch(leaf(0, 1), leaf(2, 0)))))
    missed = branch(STUMP, leaf(4, 1))
    assert dt.optimal_subtree(seven, Fraction(8, 15)) == missed
    assert dt.alpha_of(seven, (1,)) == Fraction(8, 15)
    assert missed not in merged(seven)
    for rows in range(2, 7):
        for tree in trees(rows):
            assert {member.tree for member in dt.pruning_sequence(tree)} <= merged(tree)


# --- other losses -----------------------------------------------------------------------------------------------


def unweighted(tree: dt.Tree, alpha: Any) -> dt.Exact:
    """Return the sum of the leaves' entropies, not weighed by their rows, and alpha for each leaf."""
    ends: list[Any] = [node.summary for node in dt.leaves(tree)]
    return sum((dt.entropy(summary) for summary in ends), start=dt.Exact(0)) + dt.Exact(alpha) * len(ends)


def test_unweighted_leaves_are_pruned_otherwise() -> None:
    """(1, 0) and (1, 1) at alpha 0: entropies 0 + 1 > 0.918 cut the split that saves 0.755 bits; two rows never.

    With the weights N_t cost and optimum are those of the books.
    """
    three, root = branch(leaf(1, 0), leaf(1, 1)), leaf(2, 1)
    assert unweighted(three, 0) == 1 > unweighted(root, 0)
    assert dt.optimal_subtree(three, 0, impurity=dt.entropy) == three
    assert f"{dt.alpha_of(three, impurity=dt.entropy):.3f}" == "0.755"
    assert unweighted(STUMP, 0) == 0 < unweighted(leaf(1, 1), 0)


def test_pruning_at_any_alpha_is_not_for_cart_alone() -> None:
    """The sequence of ID3's tree by entropy holds T(alpha) for every alpha: found without trying alphas by hand.

    The loan and weather tables, each member checked against every pruned subtree at its alpha.
    """
    for name in ("loan", "weather"):
        tree = dt.grow(dt.datasets.load(name), dt.id3())
        every = list(dt.all_pruned_subtrees(tree))
        sequence = dt.pruning_sequence(tree, impurity=dt.entropy)
        for member in sequence:
            costs = [dt.cost(small, member.alpha, impurity=dt.entropy) for small in every]
            best = [small for small, cost in zip(every, costs, strict=True) if cost == min(costs)]
            assert min(best, key=lambda small: len(dt.leaves(small))) == member.tree
        assert isinstance(sequence[-1].tree, dt.Leaf)


def test_more_branches_need_not_mean_less_error() -> None:
    """(1, 1) and (1, 1) have the root's risk, 2: more branches never have more risk, and not always less.

    All trees of at most five rows and every pruned subtree.
    """
    assert dt.cost(branch(leaf(1, 1), leaf(1, 1)), 0) == dt.cost(leaf(2, 2), 0) == 2
    for rows in range(1, 6):
        for tree in trees(rows):
            assert all(dt.cost(small, 0) >= dt.cost(tree, 0) for small in dt.all_pruned_subtrees(tree))
    assert none_smaller(4, lambda tree: isinstance(tree, dt.Branch) and not all(alphas(tree).values()))


@pytest.mark.parametrize("impurity", [dt.gini, dt.entropy, dt.misclassification])
def test_a_larger_alpha_never_has_less_training_risk(impurity: Callable[[Any], dt.Exact]) -> None:
    """Along the sequence |T| falls and R(T) rises.  All trees of at most five rows."""
    for rows in range(1, 6):
        for tree in trees(rows):
            members = [member.tree for member in dt.pruning_sequence(tree, impurity=impurity)]
            for larger, smaller in pairwise(members):
                assert len(dt.leaves(smaller)) < len(dt.leaves(larger))
                assert dt.cost(smaller, 0, impurity=impurity) > dt.cost(larger, 0, impurity=impurity)
