"""Trees 2,000 questions deep: nothing fails on depth, and the recursion limit is as it was."""

from __future__ import annotations

import copy
import gc
import inspect
import pickle
import re
import sys
import weakref
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import attrs
import pytest
from matplotlib.figure import Figure
from unit.chains import chain, threshold

from dtrees import (
    Branch,
    ClassCounts,
    Dataset,
    Exact,
    Leaf,
    Learner,
    Pruned,
    Surrogate,
    Threshold,
    Tree,
    Unsupported,
    WithMissing,
    WithSurrogates,
    apply,
    cart,
    classification_data,
    cross_validate,
    depth,
    error_based_prune,
    fold,
    from_json,
    grow,
    importances,
    is_pruned_subtree,
    leaves,
    minimum_error_prune,
    oracle,
    pessimistic_prune,
    plain_folds,
    plot,
    predict,
    predict_proba,
    pruning_sequence,
    reduced_error_prune,
    render_text,
    replace_at,
    subtree_at,
    to_dot,
    to_html,
    to_json,
    vectorized,
)
from dtrees.predicting.predict import ends_of_rows, features_for
from dtrees.trees.tree import branches
from dtrees.vectorized import ways

if TYPE_CHECKING:
    from collections.abc import Iterator

LEVELS = 2_000
"""Twice the recursion limit."""

DEEPER = 20_000
"""More than the stack of C holds of frames of 400 bytes."""


@pytest.fixture(scope="module")
def deep() -> Tree:
    """Return a chain of 2,000 levels."""
    return chain(LEVELS)


@pytest.fixture(scope="module")
def built_again() -> Tree:
    """Return the same chain, built apart."""
    return chain(LEVELS)


@pytest.fixture(autouse=True)
def default_recursion_limit() -> Iterator[None]:
    """Hold the limit at Python's default of 1,000 where the runner raised it, and check that nothing changes it."""
    found = sys.getrecursionlimit()
    sys.setrecursionlimit(1_000)
    yield
    after = sys.getrecursionlimit()
    sys.setrecursionlimit(found)
    assert after == 1_000


def test_equality(deep: Tree, built_again: Tree) -> None:
    """Two chains built apart are equal; chains that differ in the last leaf are not."""
    assert deep is not built_again
    assert deep == built_again
    assert deep != chain(LEVELS, last="a")


def test_equality_walks_to_the_deepest_leaf() -> None:
    """Two trees with equal hashes all the way (hash(-1) = hash(-2)) that differ at the bottom alone are unequal."""
    one, two = (
        fold_up(
            Branch(ClassCounts((1, 1)), Threshold("x", end), (Leaf(ClassCounts((1, 0))), Leaf(ClassCounts((0, 1)))))
        )
        for end in (-1.0, -2.0)
    )
    assert hash(one) == hash(two)
    assert one != two


def fold_up(bottom: Tree) -> Tree:
    """Return a chain of 20,000 questions above *bottom*."""
    side = Leaf(ClassCounts((1, 0)))
    for _ in range(DEEPER):
        bottom = Branch(ClassCounts((1, 1)), Threshold("x", 0), (side, bottom))
    return bottom


def test_hash(deep: Tree, built_again: Tree) -> None:
    """Equal chains hash alike, and are one key of a set."""
    assert hash(deep) == hash(built_again)
    assert len({deep, built_again}) == 1


def test_repr(deep: Tree) -> None:
    """The text names every node and closes every bracket."""
    text = repr(deep)
    assert text.count("Threshold(") == LEVELS
    assert text.count("Leaf(") == LEVELS + 1
    assert text.count("(") == text.count(")")


def test_copy_and_deepcopy(deep: Tree) -> None:
    """Both give an equal tree."""
    assert copy.copy(deep) == deep
    assert copy.deepcopy(deep) == deep
    assert copy.deepcopy({"tree": [deep]}) == {"tree": [deep]}


def test_pickle_round_trip(deep: Tree) -> None:
    """The tree comes back equal, with the same hash and the same depth."""
    again = pickle.loads(pickle.dumps(deep))  # noqa: S301
    assert again is not deep
    assert again == deep
    assert hash(again) == hash(deep)
    assert depth(again) == LEVELS


def test_leaves_branches_and_depth(deep: Tree) -> None:
    """All nodes are counted."""
    assert len(leaves(deep)) == LEVELS + 1
    assert len(branches(deep)) == LEVELS
    assert depth(deep) == LEVELS


def test_fold(deep: Tree) -> None:
    """Fold counts the rows."""
    assert fold(deep, lambda leaf: leaf.summary.weight, lambda _, parts: sum(parts)) == LEVELS + 1


def test_predict_and_apply(deep: Tree) -> None:
    """Rows end where they should: at the top, in the middle, at the very bottom; paths are as long as that."""
    rows = {"x": [0, 1, LEVELS // 2, LEVELS - 1, LEVELS, 1e9]}
    assert predict(deep, rows).tolist() == ["b", "a", "b", "a", "b", "b"]
    assert predict_proba(deep, rows).tolist() == [[0, 1], [1, 0], [0, 1], [1, 0], [0, 1], [0, 1]]
    paths = apply(deep, rows)
    assert [len(path) for path in paths] == [1, 2, LEVELS // 2 + 1, LEVELS, LEVELS, LEVELS]
    assert paths[0] == (0,)
    assert paths[2] == (*[1] * (LEVELS // 2), 0)
    assert paths[4] == paths[5] == (1,) * LEVELS


def test_subtree_at_and_replace_at(deep: Tree) -> None:
    """The bottom is found and replaced; replacing it back gives the tree again."""
    bottom = (1,) * LEVELS
    assert subtree_at(deep, bottom) == Leaf(ClassCounts((0, 1), ("a", "b")))
    changed = replace_at(deep, bottom, Leaf(ClassCounts((1, 0), ("a", "b"))))
    assert changed == chain_with_summaries_of(deep, ClassCounts((1, 0), ("a", "b")))
    assert changed != deep
    assert replace_at(changed, bottom, subtree_at(deep, bottom)) == deep


def chain_with_summaries_of(tree: Tree, last: ClassCounts) -> Tree:
    """Return *tree* with the summary of its last leaf changed, built from its branches."""
    changed: Tree = Leaf(last)
    for node in reversed(branches(tree)):
        changed = Branch(node.summary, node.question, (node.children[0], changed))
    return changed


def test_is_pruned_subtree(deep: Tree, built_again: Tree) -> None:
    """A chain is a pruned subtree of itself; cut at the bottom it is one of the whole, and not the other way about."""
    assert is_pruned_subtree(built_again, deep)
    path = (1,) * (LEVELS - 1)
    cut = replace_at(built_again, path, Leaf(subtree_at(deep, path).summary))
    assert is_pruned_subtree(cut, deep)
    assert not is_pruned_subtree(deep, cut)


def test_importances(deep: Tree) -> None:
    """The only feature has all importance."""
    assert importances(deep, ["x"]) == {"x": 1}


def test_render_text(deep: Tree) -> None:
    """A line a node; lines stay short, and the deepest says how deep it is."""
    lines = render_text(deep).splitlines()
    assert len(lines) == 2 * LEVELS + 1
    assert max(map(len, lines)) < 250
    assert f"[depth {LEVELS}]" in lines[-1]


def test_to_dot(deep: Tree) -> None:
    """A statement a node and one an edge."""
    text = to_dot(deep)
    assert len(re.findall(r"^  n\d+ \[", text, re.MULTILINE)) == 2 * LEVELS + 1
    assert len(re.findall(r"^  n\d+ -> n\d+ \[", text, re.MULTILINE)) == 2 * LEVELS


def test_deletion() -> None:
    """Dropping the last reference frees every node, the deepest too."""
    bottom = Threshold("x", 0)
    watch = weakref.ref(bottom)
    tree = fold_up(Branch(ClassCounts((1, 1)), bottom, (Leaf(ClassCounts((1, 0))), Leaf(ClassCounts((0, 1))))))
    del bottom
    gc.collect()
    assert watch() is not None
    del tree
    gc.collect()
    assert watch() is None


# --- growing ----------------------------------------------------------------------------------------------------


def alternating(levels: int) -> Dataset:
    """Return data of one number whose class alternates, so that pure rows peel off one at a time."""
    rows = range(levels + 1)
    return classification_data({"x": rows}, ["b" if row % 2 == 0 or row == levels else "a" for row in rows])


def impure(summary: ClassCounts) -> Exact:
    """Return 1 for a node of both classes and 0 for a pure one."""
    return Exact(min(summary.counts) > 0)


def test_the_judge_walks_beyond_the_recursion_limit() -> None:
    levels = 1_100
    tree, data = chain(levels), alternating(levels)
    assert oracle.judge_tree(tree, data, cart()).judged == 2 * levels + 1


def test_where_too_many_rows_have_too_long_ways_it_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """What looks at each row at each node would take hours for a tree of 100,000 levels."""
    monkeypatch.setattr(ways, "MOST_VISITS", 10**4)
    monkeypatch.setattr(ways, "LONGEST_WAY", 50)
    levels = 300
    tree, data = chain(levels), alternating(levels)
    own = Learner(impurity=impure)
    for ask in (
        lambda: vectorized.apply(tree, data),
        lambda: oracle.judge_tree(tree, data, cart()),
        lambda: oracle.judge_tree(chain(150), alternating(150), own),
    ):
        with pytest.raises(Unsupported, match=r"^[31][05]1 rows come to \d\d nodes each, and more: .* levels$"):
            ask()


def test_questions_about_missing_values_stand_at_any_depth() -> None:
    """The ways take turns: rows of a missing value are divided, go on with the others, follow a surrogate, or stay."""

    def asks(level: int) -> Any:
        question, y = threshold(level), Surrogate(Threshold("y", 0.5), swapped=False, association=Fraction(1))
        ways = (question, WithMissing(question, 1), WithSurrogates(question, [y], 1))
        return WithSurrogates(question, [], None) if level == levels - 2 else ways[level % 3]

    levels = 1_100
    tree = chain(levels, asks=asks)
    assert from_json(to_json(tree)) == tree == pickle.loads(pickle.dumps(tree))  # noqa: S301
    assert to_dot(tree).count("->") == 2 * levels
    rows = {"x": [None, None, levels], "y": [0, 1, None]}
    shares = predict_proba(tree, rows, missing="keep").tolist()
    assert shares == vectorized.predict_proba(tree, rows, missing="keep").tolist()
    ends = ends_of_rows(tree, features_for(tree, rows, "keep"))[1]
    assert sum(end.share for end in ends) == 1
    assert max(end.node.summary.weight for end in ends) == 3  # where it stays


def test_pruning_recurses_below_the_recursion_limit(deep: Tree) -> None:
    """Each is the book's recursion, which lifts the limit while it runs: 40 levels pass with 30 frames to spare."""
    assert pessimistic_prune(deep) == Leaf(deep.summary)
    tree, data = chain(40), alternating(40)
    sys.setrecursionlimit(len(inspect.stack(0)) + 30)
    pruned = error_based_prune(tree), error_based_prune(tree, data), reduced_error_prune(tree, data)
    kept = depth(minimum_error_prune(tree))
    found = cross_validate(data, cart(), plain_folds(41, 2), grow=lambda _, __: tree)
    sys.setrecursionlimit(1_000)
    assert pruned == (Leaf(tree.summary), Leaf(tree.summary), tree)
    assert kept > 20
    assert found.sequence == pruning_sequence(tree, scale="proportion")


def test_to_html_writes_the_deepest_tree(deep: Tree) -> None:
    assert len(to_html([Pruned(Exact(0), deep)])) > 100 * LEVELS


def test_a_picture_of_too_many_boxes_is_refused_and_folded_is_drawn(deep: Tree) -> None:
    with pytest.raises(Unsupported, match="more than 1,000 boxes: fold it by max_depth="):
        plot(deep, max_depth=LEVELS)
    assert plot(deep, max_depth=2, ax=Figure().subplots()).texts


def test_attrs_asdict_recurses_and_fails_where_it_is_not_told_not_to(deep: Tree) -> None:
    with pytest.raises(RecursionError):
        attrs.asdict(deep)
    assert attrs.asdict(deep, recurse=False)["summary"] == deep.summary


@pytest.mark.parametrize("learner", [cart(impurity=impure), cart()], ids=["impure or pure", "Gini"])
def test_growing_recurses_below_the_recursion_limit(learner: Learner) -> None:
    """A tree 150 levels deep grows with 60 frames of stack to spare; the impure-or-pure one is the peeling chain."""
    data = alternating(150)
    sys.setrecursionlimit(len(inspect.stack(0)) + 60)
    tree = grow(data, learner)
    sys.setrecursionlimit(1_000)
    assert depth(tree) > 60
    assert predict(tree, data).tolist() == ["ab"[row % 2 == 0] for row in range(150)] + ["b"]
    if learner.impurity is impure:
        assert tree == chain(150)
