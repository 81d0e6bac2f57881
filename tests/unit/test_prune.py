"""Cost-complexity pruning: worked numbers, the notes' claims that fail, and each with its smallest counterexample."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

import dtrees as dt
from dtrees import Branch, ClassCounts, Exact, InvalidData, Leaf, Moments, Threshold, datasets
from dtrees.laws import LAWS, SPECIFICATION, LawBroken
from dtrees.pruning.cost_complexity import prune_with_stack
from dtrees.trees.paths import branch_paths
from dtrees.trees.tree import branches, leaves

if TYPE_CHECKING:
    from dtrees.growing.impurity import Impurity
    from dtrees.trees.summary import Summary


def node(summary: Summary, *children: dt.Tree) -> Branch:
    """Return a branch that asks a question of its own."""
    asks = Threshold("x", 0.5) if len(children) == 2 else dt.EachCategory("x", range(len(children)))
    return Branch(summary, asks, children)


def counts(*numbers: int) -> Leaf:
    return Leaf(ClassCounts(numbers))


def summed(*children: dt.Tree) -> Branch:
    """Return a branch whose summary is the sum of its children's."""
    summary: Any = children[0].summary
    for child in children[1:]:
        summary += child.summary
    return node(summary, *children)


def with_risk(value: int, *children: dt.Tree) -> dt.Tree:
    """Return a node whose residual sum of squares is *value*, whatever is below it."""
    summary = Moments(1, 0, value)
    return node(summary, *children) if children else Leaf(summary)


def sizes(sequence: tuple[dt.Pruned, ...]) -> list[tuple[str, int]]:
    """Return each member's alpha and number of leaves."""
    return [(str(member.alpha), len(leaves(member.tree))) for member in sequence]


BOOK = with_risk(20, with_risk(12, with_risk(5, with_risk(1), with_risk(2)), with_risk(3)), with_risk(4))
"""g = (20 - 10) / 3 at the root, (12 - 6) / 2 at its first child, (5 - 3) / 1 below."""

# --- worked numbers ---------------------------------------------------------------------------------------------


def test_alphas_of_a_small_tree() -> None:
    """g(t) = (R(t) - R(T_t)) / (|T_t| - 1) by hand."""
    assert dt.alpha_of(BOOK) == Fraction(10, 3)
    assert dt.alpha_of(BOOK, (0,)) == 3
    assert dt.alpha_of(BOOK, (0, 0)) == 2
    assert dt.weakest_links(BOOK) == (Exact(2), ((0, 0),))
    assert sizes(dt.pruning_sequence(BOOK)) == [("0", 4), ("2", 3), ("4", 1)]


def test_links_that_tie_across_levels_collapse_in_one_round() -> None:
    """After the first round both links left have g = 4: (12 - 8) / 1 and (20 - 12) / 2."""
    after = dt.prune_at(BOOK, (0, 0))
    assert dt.weakest_links(after) == (Exact(4), ((), (0,)))
    assert dt.optimal_subtree(after, 4) == with_risk(20)
    assert dt.cost(after, 4) == dt.cost(dt.prune_at(after, (0,)), 4) == dt.cost(with_risk(20), 4) == 24


def test_growing_by_gini_and_pruning_by_misclassification() -> None:
    """The loan table: the same tree, other alphas; R(root) is 6 errors, or 36/5."""
    tree = dt.grow(datasets.load("loan"), dt.cart())
    assert sizes(dt.pruning_sequence(tree)) == [("0", 3), ("18/5", 1)]
    assert sizes(dt.pruning_sequence(tree, impurity=dt.misclassification)) == [("0", 3), ("3", 1)]
    assert str(dt.alpha_of(tree, (0,), impurity=dt.misclassification)) == "3"


@pytest.mark.parametrize(
    ("scale", "alpha"), [("count", "18/5"), ("proportion", "6/25"), ("root", "1/2"), ("node", "6/25")]
)
def test_scales_of_the_loan_tree(scale: Any, alpha: str) -> None:
    """18/5 of 15 rows and of R(root) = 36/5."""
    tree = dt.grow(datasets.load("loan"), dt.cart())
    assert str(dt.pruning_sequence(tree, scale=scale)[-1].alpha) == alpha
    assert str(dt.convert_alpha(Fraction(18, 5), tree, source="count", target=scale)) == alpha


def test_regression_tree_of_li_hang() -> None:
    """Exercise 5.2's table, pruned by the residual sum of squares: the first cut saves the most and goes last."""
    tree = dt.grow(datasets.load("regression"), dt.cart())
    sequence = dt.pruning_sequence(tree)
    assert len(leaves(sequence[0].tree)) == 10
    last = sequence[-2].tree
    assert [branch.question for branch in branches(last)] == [Threshold("x", 5.5)]
    whole = dt.cost(Leaf(tree.summary), 0)
    assert sequence[-1].alpha == whole - dt.cost(last, 0)
    assert dt.pruning_sequence(tree, scale="root")[-1].alpha == sequence[-1].alpha / whole


def test_alpha_may_be_a_float() -> None:
    """It is taken as the rational that it is."""
    assert dt.optimal_subtree(BOOK, 1.9999999999999998) == BOOK
    assert dt.optimal_subtree(BOOK, 2.0) == dt.prune_at(BOOK, (0, 0))


# --- errors -----------------------------------------------------------------------------------------------------

STUMP = node(ClassCounts((2, 2)), counts(2, 0), counts(0, 2))


ONLY_CHILD = dt.Branch(dt.ClassCounts((1, 1)), dt.EachCategory("x", ("a",)), (dt.Leaf(dt.ClassCounts((1, 1))),))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: dt.alpha_of(STUMP, (0,)), r"the node at \(0,\) has one leaf, and so no alpha"),
        (lambda: dt.alpha_of(STUMP, (2,)), r"path \(2,\) leaves the tree at step 0"),
        (lambda: dt.prune_at(STUMP, (0, 1)), r"path \(0, 1\) leaves the tree at step 1"),
        (lambda: dt.weakest_links(counts(1, 2)), "a lone root has no link to cut"),
        (lambda: dt.optimal_subtree(ONLY_CHILD, 1), "has one leaf, and so no alpha"),
        (lambda: dt.cost(counts(3, 0), 0, scale="root"), "the root's risk is 0, so no alpha can be a share of it"),
        (lambda: dt.alpha_of(STUMP, scale="rows"), "scale='rows': give 'count' or"),  # type: ignore[arg-type]
        (lambda: dt.pruning_sequence(STUMP, ties="all"), "ties='all': give 'together' or"),  # type: ignore[arg-type]
        (lambda: dt.optimal_subtree(STUMP, math.nan), "alpha=nan: give a finite number"),
    ],
)
def test_what_cannot_be_asked_is_refused(call: Any, message: str) -> None:
    with pytest.raises(InvalidData, match=message):
        call()


def test_a_lone_root_is_its_own_sequence() -> None:
    assert sizes(dt.pruning_sequence(counts(3, 1))) == [("0", 1)]
    assert dt.intervals(dt.pruning_sequence(counts(3, 1))) == ((Exact(0), None),)


# --- memory and laziness ----------------------------------------------------------------------------------------


def test_members_share_their_unchanged_parts() -> None:
    """The half of the tree that no round touched is one object in all members."""
    half = summed(summed(counts(9, 0), counts(0, 9)), counts(5, 0))
    weak = summed(counts(3, 1), counts(2, 2))
    sequence = dt.pruning_sequence(summed(half, weak))
    assert sizes(sequence)[:2] == [("0", 5), ("1/4", 4)]
    assert all(member.tree.children[0] is half for member in sequence[:2])  # type: ignore[union-attr]
    assert dt.optimal_subtree(half, 0) is half


def test_pruned_subtrees_come_one_at_a_time() -> None:
    """The full binary tree of depth 7 has too many to list: a_0 = 1 and a_k+1 = 1 + a_k^2."""
    tree: dt.Tree = counts(1, 1)
    for _ in range(7):
        tree = summed(tree, tree)
    assert dt.count_pruned_subtrees(tree) == 44_127_887_745_906_175_987_802
    first = list(itertools.islice(dt.all_pruned_subtrees(tree), 5))
    assert [len(leaves(small)) for small in first][:2] == [1, 2]
    assert len(set(first)) == 5


LEVELS = 100


@pytest.fixture(scope="module")
def deep() -> dt.Tree:
    """Return a tree of 100 levels and 101 leaves, from which one row peels off a level, of classes in turn."""
    tree: dt.Tree = counts(0, 1)
    for level in range(LEVELS - 1, -1, -1):
        peeled = counts(1, 0) if level % 2 else counts(0, 1)
        summary: Any = tree.summary
        tree = Branch(summary + peeled.summary, Threshold("x", level + 0.5), (peeled, tree))
    return tree


@pytest.mark.parametrize(("alpha", "levels"), [(0, LEVELS), (Fraction(1, 4), LEVELS), (Fraction(1, 2), 0)])
def test_optimal_subtree_of_a_deep_tree(deep: dt.Tree, alpha: Fraction, levels: int) -> None:
    """Pruned by errors: all leaves are pure, and g(root) = 50 / 100 is the least of all."""
    smaller = dt.optimal_subtree(deep, alpha, impurity=dt.misclassification)
    assert dt.depth(smaller) == levels
    assert (smaller == deep) == (levels == LEVELS)


def test_cost_alpha_and_links_of_a_deep_tree(deep: dt.Tree) -> None:
    """Of Gini, R(root) = 2 * 50 * 51 / 101, and the root is the weakest link."""
    whole = Exact(100 * 51) / 101
    assert dt.cost(deep, 3) == 3 * (LEVELS + 1)
    assert dt.alpha_of(deep) == whole / LEVELS
    assert dt.alpha_of(deep, (1,) * (LEVELS - 1)) == 1
    assert dt.weakest_links(deep) == (whole / LEVELS, ((),))
    assert dt.count_pruned_subtrees(deep) == LEVELS + 1
    assert [len(leaves(small)) for small in itertools.islice(dt.all_pruned_subtrees(deep), 3)] == [1, 2, 3]
    assert dt.depth(dt.prune_at(deep, (1,) * (LEVELS - 1))) == LEVELS - 1


@pytest.mark.parametrize("impurity", [dt.gini, dt.entropy, dt.misclassification])
def test_note_d_s_stack_prunes_as_one_pass_on_its_own_scale(impurity: Any) -> None:
    """At every alpha where a branch of the weather tree ties with its leaf, and between and beyond them."""
    tree = dt.grow(dt.datasets.load("weather"), dt.id3())
    ties = sorted({dt.alpha_of(tree, path, impurity=impurity, scale="node") for path in [(), *child_branches(tree)]})
    sizes = []
    for alpha in [Exact(0), *ties, *((low + high) / 2 for low, high in itertools.pairwise(ties)), ties[-1] + 1]:
        pruned = prune_with_stack(tree, alpha, impurity=impurity)
        assert pruned == dt.optimal_subtree(tree, alpha, impurity=impurity, scale="node")
        sizes.append(len(leaves(pruned)))
    assert {1, len(leaves(tree))} <= set(sizes)


def child_branches(tree: dt.Tree) -> list[dt.Path]:
    """Return the paths of the root's children that are branches."""
    return [(place,) for place, child in enumerate(tree.children) if isinstance(child, Branch)]  # type: ignore[union-attr]


# --- the notes' claims that fail as they stand ------------------------------------------------------------------


def test_stopping_at_three_nodes_loses_the_optimal_tree() -> None:
    """Note A ends at a root with two leaves: for the stump of 2 + 2 rows the root is optimal from alpha 2 on."""
    assert len(branches(STUMP)) + len(leaves(STUMP)) == 3
    assert sizes(dt.pruning_sequence(STUMP)) == [("0", 2), ("2", 1)]
    assert dt.cost(Leaf(STUMP.summary), 3) == 5
    assert dt.cost(STUMP, 3) == 6


def test_alpha_zero_does_not_keep_a_split_that_saves_nothing() -> None:
    """Note B prunes nothing at alpha 0; here both trees cost the same, and the smallest minimiser is the root."""
    idle = summed(counts(2, 1), counts(4, 2))
    assert dt.cost(idle, 0) == dt.cost(Leaf(idle.summary), 0) == 4
    assert dt.optimal_subtree(idle, 0) == Leaf(idle.summary)


def test_a_minimiser_is_not_unique() -> None:
    """Note B has one tree for each alpha: at alpha 2 the stump and the root of 2 + 2 rows both cost 4."""
    assert dt.cost(STUMP, 2) == dt.cost(Leaf(STUMP.summary), 2) == 4
    assert dt.optimal_subtree(STUMP, 2) == Leaf(STUMP.summary)


def test_a_tree_may_have_one_optimal_tree_more_than_branches() -> None:
    """Note D bounds their number by that of the branches: the stump has one branch and two optimal trees."""
    assert len(branches(STUMP)) == 1
    assert len(dt.pruning_sequence(STUMP)) == 2


def test_the_smallest_alpha_may_cut_several_links() -> None:
    """Note A cuts one link a round by taking the smallest alpha: two links alike have it together."""
    tied = summed(STUMP, STUMP)
    assert dt.weakest_links(tied, impurity=dt.misclassification) == (Exact(Fraction(4, 3)), ((),))
    twins = with_risk(20, with_risk(3, with_risk(1), with_risk(1)), with_risk(3, with_risk(1), with_risk(1)))
    assert dt.weakest_links(twins) == (Exact(1), ((0,), (1,)))
    assert sizes(dt.pruning_sequence(twins)) == [("0", 4), ("1", 2), ("14", 1)]
    assert sizes(dt.pruning_sequence(twins, ties="one_at_a_time")) == [("0", 4), ("1", 3), ("1", 2), ("14", 1)]


def retract_groups_of_leaves(tree: dt.Tree, alpha: Any, impurity: str) -> dt.Tree:
    """Return the tree after note E's retracting: a node goes where all its children are leaves and that costs less."""
    for path in reversed(branch_paths(tree)):
        below: Any = dt.subtree_at(tree, path)
        smaller = dt.prune_at(tree, path)
        before, after = (dt.cost(t, alpha, impurity=getattr(dt, impurity)) for t in (tree, smaller))
        if all(isinstance(child, Leaf) for child in below.children) and after <= before:
            tree = smaller
    return tree


def test_retracting_groups_of_leaves_alone_is_not_optimal() -> None:
    """Note E looks at a leaf and its parent only: where a child's split pays and the parent's does not, it stays.

    Of 2 + 2 rows: a leaf of (1, 1), which gains nothing, beside (1, 1) parted; at alpha 1/2, 2 errors against 1.
    """
    tree = summed(counts(1, 1), summed(counts(1, 0), counts(0, 1)))
    assert dt.alpha_of(tree, impurity=dt.misclassification) == Fraction(1, 2)
    assert dt.alpha_of(tree, (1,), impurity=dt.misclassification) == 1
    assert retract_groups_of_leaves(tree, Fraction(1, 2), "misclassification") == tree
    assert dt.optimal_subtree(tree, Fraction(1, 2), impurity=dt.misclassification) == Leaf(tree.summary)


def per_leaf_entropy(summary: ClassCounts) -> Exact:
    """Return H(t) / N(t), so that R(t) on the count scale is H(t) itself, as note E adds it up."""
    return dt.entropy(summary) / summary.weight


def test_note_e_forgets_the_weights_and_gets_negative_alphas() -> None:
    """Two halves of (1, 1) have H = 1 each: unweighted, splitting (2, 2) into them raises the loss from 1 to 2.

    With N_t (Li Hang 5.11) it stays at 4, and alpha at 0.
    """
    tree = summed(counts(1, 1), counts(1, 1))
    unweighted: Impurity = per_leaf_entropy
    assert dt.alpha_of(tree, impurity=unweighted) == -1
    assert dt.alpha_of(tree, impurity=dt.entropy) == 0


def test_note_e_and_li_hang_prune_different_trees() -> None:
    """(3, 3) parted into (2, 0) and (1, 3): g = 1 - H(1/4) = 0.19 by the note, 6 - 4 H(1/4) = 2.75 by the book."""
    tree = summed(counts(2, 0), counts(1, 3))
    assert dt.alpha_of(tree, impurity=dt.entropy) == Exact("-2 + 3*log2(3)")
    assert dt.alpha_of(tree, impurity=per_leaf_entropy) == Exact("-1 + 3/4*log2(3)")
    assert dt.optimal_subtree(tree, 1, impurity=dt.entropy) == tree
    assert dt.optimal_subtree(tree, 1, impurity=per_leaf_entropy) == Leaf(tree.summary)


# --- note D's normalisation -------------------------------------------------------------------------------------

BESIDE_THREE = summed(counts(0, 3), summed(counts(0, 1), counts(3, 0)))
"""Seven rows, (3, 4): (0, 3) beside (3, 1) parted.  Of errors, g = 3/14 at the root and 1/4 below."""

BESIDE_TWO = summed(counts(0, 2), summed(counts(0, 1), counts(3, 0)))
"""Six rows, (3, 3): (0, 2) beside (3, 1) parted.  Of errors, g = 1/4 at both branches."""

BESIDE_ONE = summed(counts(0, 1), summed(counts(1, 2), counts(2, 1)))
"""Seven rows, (3, 4): (0, 1) beside (3, 3).  Of Gini, g = 8/147 at the root and 1/18 below."""

FOUR_ROWS = summed(counts(0, 1), summed(counts(1, 0), counts(1, 1)))
"""Four rows: of Gini, g = 1/9 at the branch of three rows and 1/4 at the root."""

COUNTEREXAMPLES = [
    ("nested", BESIDE_THREE, "misclassification", (Fraction(3, 14), Fraction(1, 4))),
    ("pruning_composes", BESIDE_THREE, "misclassification", (Fraction(3, 14), Fraction(1, 4))),
    ("weakest_link_finds_all", BESIDE_TWO, "misclassification", (Fraction(1, 4),)),
    ("smallest_minimiser", BESIDE_TWO, "misclassification", (Fraction(1, 5),)),
    ("optimal_on_interval", BESIDE_TWO, "misclassification", ()),
    ("cost_envelope_is_concave", BESIDE_TWO, "misclassification", (0,)),
    ("scales_prune_the_same_trees", BESIDE_TWO, "misclassification", (0,)),
    ("nested", BESIDE_ONE, "gini", (Fraction(8, 147), Fraction(1, 18))),
    ("pruning_composes", BESIDE_ONE, "gini", (Fraction(8, 147), Fraction(1, 18))),
    ("weakest_link_finds_all", BESIDE_ONE, "gini", (Fraction(1, 18),)),
    ("smallest_minimiser", FOUR_ROWS, "gini", (Fraction(1, 12),)),
    ("optimal_on_interval", FOUR_ROWS, "gini", ()),
    ("cost_envelope_is_concave", FOUR_ROWS, "gini", (0,)),
]


@pytest.mark.parametrize(
    ("law", "tree", "impurity", "alphas"), COUNTEREXAMPLES, ids=[f"{law}-{i}" for law, _, i, _ in COUNTEREXAMPLES]
)
def test_laws_that_fail_normalised_inside_the_branch(
    law: str, tree: dt.Tree, impurity: str, alphas: tuple[Any, ...]
) -> None:
    """Smallest of their kind: trees of three leaves and two classes with the fewest rows."""
    with pytest.raises(LawBroken):
        LAWS[law].function(SPECIFICATION, tree, impurity, "node", *alphas)
    for scale in ("count", "proportion", "root"):
        LAWS[law].function(SPECIFICATION, tree, impurity, scale, *alphas)


def node_pruned(tree: dt.Tree, alpha: Any) -> int:
    """Return how many leaves note D's pruning by errors leaves."""
    return len(leaves(dt.optimal_subtree(tree, alpha, impurity=dt.misclassification, scale="node")))


def test_a_larger_alpha_can_leave_more_leaves_under_note_d() -> None:
    """At 3/14 the root goes; at 1/4 the lower branch goes first, and the root is then worth 2/7: the stump stays.

    So the sequence (whole, root) misses the stump, which the stack algorithm finds at 1/4, and which is optimal there
    by the whole tree's own loss: 1/7 + 2/4 = 9/14 against 3/7 + 1/4 = 19/28 for the root and 3/4 for the whole tree.
    """
    assert [node_pruned(BESIDE_THREE, alpha) for alpha in (0, Fraction(3, 14), Fraction(1, 4), Fraction(2, 7))] == [
        3, 1, 2, 1,
    ]  # fmt: skip
    sequence = dt.pruning_sequence(BESIDE_THREE, impurity=dt.misclassification, scale="node")
    assert sizes(sequence) == [("0", 3), ("3/14", 1)]
    members = [BESIDE_THREE, dt.prune_at(BESIDE_THREE, (1,)), Leaf(BESIDE_THREE.summary)]
    costs = [dt.cost(t, Fraction(1, 4), impurity=dt.misclassification, scale="proportion") for t in members]
    assert costs == [Fraction(3, 4), Fraction(9, 14), Fraction(19, 28)]


def test_under_note_d_the_order_of_ties_matters() -> None:
    """Six rows with g = 1/4 twice: the root's link first ends there; the lower one first leaves the stump until 1/3."""
    tied = dt.weakest_links(BESIDE_TWO, impurity=dt.misclassification, scale="node")
    assert tied == (Exact(Fraction(1, 4)), ((), (1,)))
    sequence = dt.pruning_sequence(BESIDE_TWO, impurity=dt.misclassification, scale="node")
    assert sizes(sequence) == [("0", 3), ("1/4", 1)]
    stump = dt.prune_at(BESIDE_TWO, (1,))
    assert dt.alpha_of(stump, impurity=dt.misclassification, scale="node") == Fraction(1, 3)
    assert dt.optimal_subtree(BESIDE_TWO, Fraction(1, 4), impurity=dt.misclassification, scale="node") == stump


def test_alphas_can_fall_under_note_d_where_a_child_outweighs_its_parent() -> None:
    """No data give such a tree; with them alphas increase (the law alpha_monotone_where_nodes_shrink).

    The branch has weight 4 and g = 4 / 4; the root has weight 1 and g = 5 / 2, and 1 / 1 when the branch is gone.
    """
    below = node(Moments(8, 0, 4), Leaf(Moments(1, 0, 0)), Leaf(Moments(1, 0, 0)))
    tree = node(Moments(1, 0, Fraction(17, 4)), below, Leaf(Moments(1, 0, 0)))
    sequence = dt.pruning_sequence(tree, scale="node")
    assert sizes(sequence) == [("0", 3), ("1/2", 2), ("1/4", 1)]


def test_by_entropy_the_root_scale_prunes_the_same_trees_by_exact_quotients() -> None:
    """An alpha is then a quotient of two sums of logarithms; conversions round-trip and costs balance exactly."""
    watermelon = dt.datasets.load("watermelon2")
    tree = dt.grow(watermelon, dt.id3())
    counted = dt.pruning_sequence(tree, impurity=dt.entropy)
    shared = dt.pruning_sequence(tree, impurity=dt.entropy, scale="root")
    assert [member.tree for member in shared] == [member.tree for member in counted]
    assert any(not member.alpha.is_rational for member in shared)
    for one, other in zip(counted, shared, strict=True):
        there = dt.convert_alpha(one.alpha, tree, source="count", target="root", impurity=dt.entropy)
        assert there == other.alpha
        assert dt.convert_alpha(there, tree, source="root", target="count", impurity=dt.entropy) == one.alpha
        assert dt.optimal_subtree(tree, other.alpha, impurity=dt.entropy, scale="root") == other.tree
    for before, after in pairwise(shared):
        at = {"impurity": dt.entropy, "scale": "root"}
        assert dt.cost(before.tree, after.alpha, **at) == dt.cost(after.tree, after.alpha, **at)  # type: ignore[arg-type]
