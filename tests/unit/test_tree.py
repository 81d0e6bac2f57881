"""Trees as values, and the functions that read and rebuild them."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction
from typing import Any

import attrs
import pytest

from dtrees import (
    Branch,
    ClassCounts,
    EachCategory,
    Equals,
    InvalidData,
    Leaf,
    Moments,
    OneOf,
    Threshold,
    Tree,
    depth,
    fold,
    is_pruned_subtree,
    leaves,
    replace_at,
    subtree_at,
)
from dtrees.trees.tree import branches, from_preorder, preorder


def leaf(no: int, yes: int) -> Leaf:
    """Return a leaf of two classes."""
    return Leaf(ClassCounts((no, yes), ("no", "yes")))


def small_tree() -> Branch:
    """Return a tree of four leaves and depth 2: a threshold over an equality and a three-way question."""
    left = Branch(ClassCounts((3, 1), ("no", "yes")), Equals("sky", "sun"), (leaf(3, 0), leaf(0, 1)))
    right = Branch(
        ClassCounts((2, 4), ("no", "yes")), EachCategory("wind", ("n", "s", "w")), (leaf(2, 0), leaf(0, 3), leaf(0, 1))
    )
    return Branch(ClassCounts((5, 5), ("no", "yes")), Threshold("x", 0.1), (left, right))


# --- values -----------------------------------------------------------------------------------------------------


def test_trees_built_apart_are_equal_and_hash_alike() -> None:
    """A tree is a key of a dictionary."""
    assert small_tree() == small_tree()
    assert small_tree() is not small_tree()
    assert hash(small_tree()) == hash(small_tree())
    assert {small_tree(): 1}[small_tree()] == 1


def changed_trees() -> list[Tree]:
    """Return trees that differ from `small_tree` in one place each."""
    tree = small_tree()
    other_question = Branch(tree.children[0].summary, Equals("sky", "rain"), (leaf(3, 0), leaf(0, 1)))
    swapped = Branch(tree.children[0].summary, Equals("sky", "sun"), (leaf(0, 1), leaf(3, 0)))
    return [
        replace_at(tree, (1, 2), leaf(1, 1)),
        replace_at(tree, (0,), other_question),
        replace_at(tree, (0,), swapped),
        replace_at(tree, (0,), Leaf(tree.children[0].summary)),
        Branch(tree.summary, Threshold("x", 0.2), tree.children),
        Branch(ClassCounts((5, 5), ("yes", "no")), tree.question, tree.children),
        Leaf(tree.summary),
    ]


def test_equal_summaries_hash_alike_however_they_came_about() -> None:
    third, tenth, huge = Fraction(1, 3), Fraction(1, 10), Fraction(10**400)
    for one, two in (
        (ClassCounts((1, third)), ClassCounts((0, third)) + ClassCounts((1, 0))),
        (ClassCounts((third, 2)), ClassCounts((2 * third, tenth)) + ClassCounts((0, 2)) - ClassCounts((third, tenth))),
        (ClassCounts((huge, 1)), ClassCounts((huge, third)) + ClassCounts((0, 2 * third))),
        (Moments.of([1, tenth, huge]), Moments.of([huge, tenth]) + Moments.of([1])),
    ):
        assert (one, hash(one)) == (two, hash(two))


@pytest.mark.parametrize("other", changed_trees())
def test_trees_that_differ_anywhere_are_unequal(other: Tree) -> None:
    """A leaf's counts, a question, the children's order, a cut branch, a threshold, the class names."""
    assert small_tree() != other
    assert not small_tree() == other  # noqa: SIM201 (both operators are under test)


def test_a_tree_of_shared_parts_is_hashed_and_compared_part_by_part() -> None:
    """2^100 leaves, all of them one object: to follow each way to it would never end."""
    tree, other = [Leaf(ClassCounts((1, 1))) for _ in range(2)]  # type: Tree, Tree
    for _ in range(100):
        tree, other = [Branch(ClassCounts((1, 1)), Threshold("x", 0), [each, each]) for each in (tree, other)]
    assert hash(tree) == hash(other)
    assert tree == other


def test_equality_does_not_rest_on_the_hash_alone() -> None:
    """-1 and -2 hash alike in Python; trees that differ by them are still unequal."""
    one, two = (Leaf(Moments(1, total, 4)) for total in (-1, -2))
    assert hash(one) == hash(two)
    assert one != two
    three, four = (Branch(ClassCounts((1, 1)), Threshold("x", t), (leaf(1, 0), leaf(0, 1))) for t in (-1.0, -2.0))
    assert hash(three) == hash(four)
    assert three != four


def test_a_tree_equals_no_other_thing() -> None:
    """Comparing with foreign values is False, not an error."""
    assert small_tree() != "tree"
    assert small_tree() is not None
    assert leaf(1, 0) != ClassCounts((1, 0), ("no", "yes"))


def test_trees_take_no_assignment() -> None:
    """Leaves and branches are frozen."""
    for node in (small_tree(), leaf(1, 0)):
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            node.summary = ClassCounts((1, 1))  # type: ignore[misc]  # the assignment that must fail


def test_counts_given_to_a_node_become_its_summary() -> None:
    leaf = Leaf([3, 1])  # type: ignore[arg-type]  # as gini takes them
    assert leaf == Leaf(ClassCounts((3, 1)))
    assert Branch((3, 1), Threshold("x", 0), [leaf, leaf]).summary == leaf.summary  # type: ignore[arg-type]


def test_children_are_held_in_a_tuple() -> None:
    """A list given as children is not kept: changing it later would change the frozen tree."""
    children: Any = [leaf(1, 0), leaf(0, 1)]
    tree = Branch(ClassCounts((1, 1), ("no", "yes")), Threshold("x", 0), children)
    children[0] = leaf(7, 7)
    assert tree.children == (leaf(1, 0), leaf(0, 1))


def test_the_repr_of_a_tree_makes_it_again() -> None:
    """`repr` is an expression in the public names, for classes and for numbers."""
    numbers = Branch(
        Moments(3, Fraction(1, 2), 4), OneOf("x", ("a", "b")), (Leaf(Moments(1, 0, 1)), Leaf(Moments(2, 0.5, 3)))
    )
    names = {
        kind.__name__: kind
        for kind in (Branch, Leaf, ClassCounts, Moments, Threshold, Equals, OneOf, EachCategory, Fraction)
    }
    for tree in (small_tree(), numbers, leaf(1, 2)):
        assert eval(repr(tree), names) == tree  # noqa: S307 (the text is our own)


def test_copies_and_pickles_are_equal() -> None:
    """A frozen tree is its own copy; a pickle makes an equal one with the same hash."""
    tree = small_tree()
    assert copy.copy(tree) is tree
    assert copy.deepcopy(tree) is tree
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(tree, protocol))  # noqa: S301
        assert again == tree
        assert hash(again) == hash(tree)


@pytest.mark.parametrize("how_many", [0, 1, 3])
def test_a_branch_has_one_child_an_answer(how_many: int) -> None:
    """The message gives the question and both numbers."""
    with pytest.raises(InvalidData, match=rf"Threshold.* has 2 answers, not {how_many}: give a child each"):
        Branch(ClassCounts((1, 1)), Threshold("x", 0), (leaf(1, 0),) * how_many)


def test_a_branch_by_hand_sums_its_children() -> None:
    """By `Branch.of`; a list is counts in a leaf, and numbers add up by their moments."""
    counts: Any = [3, 1]
    one, two = Leaf(counts), Leaf(ClassCounts([0, 2]))
    assert one == Leaf(ClassCounts([3, 1]))
    tree = Branch.of(Threshold("x", 1), [one, Branch.of(Threshold("x", 2), [one, two])])
    assert tree.summary == ClassCounts([6, 4])
    numbers = [Leaf(Moments.of([1, 2])), Leaf(Moments.of([6]))]
    assert Branch.of(Threshold("x", 1), numbers).summary == Moments(3, 9, 41)


def test_a_question_without_answers_makes_no_branch() -> None:
    """A branch without children would have no leaf: it is refused."""
    with pytest.raises(InvalidData):
        Branch(ClassCounts((1, 1)), EachCategory("x", ()), ())


# --- reading ----------------------------------------------------------------------------------------------------


def test_leaves_stand_from_first_to_last() -> None:
    """|T| is their number."""
    assert leaves(small_tree()) == (leaf(3, 0), leaf(0, 1), leaf(2, 0), leaf(0, 3), leaf(0, 1))
    assert leaves(leaf(1, 2)) == (leaf(1, 2),)


def test_branches_stand_parents_first() -> None:
    """The internal nodes; a lone root has none."""
    tree = small_tree()
    assert [node.question.feature for node in branches(tree)] == ["x", "sky", "wind"]
    assert branches(leaf(1, 2)) == ()


def test_depth_counts_questions() -> None:
    """A lone root has depth 0 (not 1), a stump 1; the longest way counts."""
    assert depth(leaf(1, 0)) == 0
    assert depth(small_tree().children[0]) == 1
    assert depth(small_tree()) == 2
    assert depth(replace_at(small_tree(), (1, 1), small_tree())) == 4


def test_fold_hands_each_branch_its_childrens_results_in_order() -> None:
    """The shape of the tree comes out as nested brackets."""
    shape = fold(
        small_tree(),
        lambda node: str(node.summary.weight),
        lambda node, parts: f"{node.question.feature}({' '.join(parts)})",
    )
    assert shape == "x(sky(3 1) wind(2 3 1))"
    assert fold(leaf(1, 2), lambda _: "leaf", lambda _, __: "branch") == "leaf"


def test_fold_rebuilds_the_tree() -> None:
    """With the constructors themselves, fold is the identity."""
    tree: Tree = small_tree()

    def make_leaf(node: Leaf) -> Tree:
        return Leaf(node.summary)

    assert fold(tree, make_leaf, lambda node, parts: Branch(node.summary, node.question, parts)) == tree


def test_preorder_puts_parents_first() -> None:
    """Parents before their children, first child first, each with its depth."""
    tree = small_tree()
    assert [(int(node.summary.weight), level) for node, level in preorder(tree)] == [
        (10, 0), (4, 1), (3, 2), (1, 2), (6, 1), (2, 2), (3, 2), (1, 2),
    ]  # fmt: skip


def test_subtree_at_follows_the_path() -> None:
    """() is the root; each step names a child."""
    tree = small_tree()
    assert subtree_at(tree, ()) is tree
    assert subtree_at(tree, (1,)) is tree.children[1]
    assert subtree_at(tree, (1, 2)) == leaf(0, 1)


def test_replace_at_changes_one_place() -> None:
    """What is not above the place is shared; the tree given stays as it was."""
    tree = small_tree()
    cut = replace_at(tree, (1, 0), leaf(9, 9))
    assert subtree_at(cut, (1, 0)) == leaf(9, 9)
    assert subtree_at(cut, (1, 1)) is subtree_at(tree, (1, 1))
    assert subtree_at(cut, (0,)) is subtree_at(tree, (0,))
    assert cut.summary == tree.summary
    assert tree == small_tree()
    assert replace_at(tree, (), leaf(1, 1)) == leaf(1, 1)
    assert replace_at(tree, (1, 0), subtree_at(tree, (1, 0))) == tree


@pytest.mark.parametrize(
    ("path", "step", "child"), [((2,), 0, 2), ((0, 0, 0), 2, 0), ((1, 3), 1, 3), ((0, 5, 1), 1, 5)]
)
def test_a_path_that_leaves_the_tree_is_refused(path: tuple[int, ...], step: int, child: int) -> None:
    """The message gives the path, the step and the child; a negative index is no child."""
    message = rf"path \(.*\) leaves the tree at step {step}: there is no child {child}"
    with pytest.raises(InvalidData, match=message):
        subtree_at(small_tree(), path)
    with pytest.raises(InvalidData, match=message):
        replace_at(small_tree(), path, leaf(1, 1))


# --- pruned subtrees --------------------------------------------------------------------------------------------


def pruned_at(tree: Tree, *paths: tuple[int, ...]) -> Tree:
    """Return *tree* with the nodes at *paths* turned into leaves."""
    for path in paths:
        tree = replace_at(tree, path, Leaf(subtree_at(tree, path).summary))
    return tree


@pytest.mark.parametrize("paths", [[], [(0,)], [(1,)], [(0,), (1,)], [()]])
def test_turning_branches_into_leaves_gives_pruned_subtrees(paths: list[tuple[int, ...]]) -> None:
    """Each of the five ways, from none to the root; never the other way about, save for the tree itself."""
    tree = small_tree()
    pruned = pruned_at(small_tree(), *paths)
    assert is_pruned_subtree(pruned, tree)
    assert is_pruned_subtree(tree, pruned) == (not paths)


@pytest.mark.parametrize(
    "other",
    [
        replace_at(small_tree(), (0,), leaf(1, 3)),
        replace_at(small_tree(), (0, 0), small_tree()),
        small_tree().children[0],
        Branch(small_tree().summary, Threshold("x", 0.2), small_tree().children),
        Branch(small_tree().summary, Equals("x", 0.1), small_tree().children),
    ],
    ids=["another summary", "a larger tree", "a branch", "another threshold", "another question"],
)
def test_other_trees_are_no_pruned_subtrees(other: Tree) -> None:
    """A leaf with another summary, a grown leaf, a branch of the tree, another question."""
    assert not is_pruned_subtree(other, small_tree())


def test_pruned_subtrees_are_ordered() -> None:
    """The relation is reflexive, antisymmetric and transitive on all five prunings, with the root below all."""
    cuts = [pruned_at(small_tree(), *paths) for paths in ([], [(0,)], [(1,)], [(0,), (1,)], [()])]
    below = {(i, j) for i, one in enumerate(cuts) for j, two in enumerate(cuts) if is_pruned_subtree(one, two)}
    assert below == {(i, i) for i in range(5)} | {
        (4, 0),
        (4, 1),
        (4, 2),
        (4, 3),
        (3, 0),
        (3, 1),
        (3, 2),
        (1, 0),
        (2, 0),
    }


# --- flat records -----------------------------------------------------------------------------------------------


def test_preorder_records_make_the_tree_again() -> None:
    """A record a node: summary, and question or None."""
    tree = small_tree()
    records = [(node.summary, node.question if isinstance(node, Branch) else None) for node, _ in preorder(tree)]
    assert from_preorder(records) == tree


@pytest.mark.parametrize(
    ("records", "message"),
    [
        ([], "make 0 trees, not one"),
        ([(ClassCounts((1, 1)), None)] * 2, "make 2 trees, not one"),
        ([(ClassCounts((1, 1)), Threshold("x", 0)), (ClassCounts((1, 1)), None)], "node 0 asks .* 2 subtrees"),
    ],
)
def test_records_that_make_no_tree_are_refused(records: list[Any], message: str) -> None:
    """Too many, too few."""
    with pytest.raises(InvalidData, match=message):
        from_preorder(records)


def test_attrs_takes_a_tree_apart_into_what_it_was_made_of() -> None:
    tree = Leaf(ClassCounts((3, 1)))
    assert attrs.asdict(tree, recurse=False) == {"summary": tree.summary}
