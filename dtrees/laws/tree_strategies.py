"""Inputs of the laws of parts, pruning and selection: summaries, small trees of every shape, and data sets.

Free trees have any small risk at every node, also a parent's below its children's, as no data would give it; in those
that add up, each branch's summary is the sum of its children's.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import attrs
import numpy as np
from hypothesis import strategies as st

from dtrees.data.constructors import classification_data
from dtrees.data.dataset import Classes, Dataset
from dtrees.laws.definitions import SHARED_UNITS, critical_alpha, nodes, risk
from dtrees.laws.plain import targets_of
from dtrees.laws.strategies import CLASS_IMPURITIES, Draw, datasets, drawn_by, learners
from dtrees.numbers.exact import Exact, Rational
from dtrees.pruning.error_based import with_rows
from dtrees.trees.paths import branch_paths
from dtrees.trees.questions import EachCategory, Equals, OneOf, Threshold
from dtrees.trees.summary import ClassCounts, Moments, Summary, total
from dtrees.trees.tree import Branch, Leaf, Tree

if TYPE_CHECKING:
    from collections.abc import Callable

Shape: TypeAlias = "tuple[Any, ...]"
"""A shape is the tuple of its children's shapes; a leaf is ()."""

MOST_LEAVES: Final = 6
RISKS: Final = (0, 1, 2, 3, 4, 6, Fraction(1, 2))
"""The risks that free trees have at their branches; their leaves have one of the first two."""

# --- parts -------------------------------------------------------------------------------------------------------


@drawn_by
def class_parts(draw: Draw) -> tuple[tuple[ClassCounts, ...]]:
    """Draw (parts): class counts of two to four parts, at least two of them not empty, often of equal proportions."""
    classes = draw(st.integers(1, 3))
    weight = st.one_of(st.integers(0, 4), st.integers(0, 30), st.sampled_from([Fraction(1, 10), Fraction(3, 2)]))
    counts = st.lists(weight, min_size=classes, max_size=classes).map(ClassCounts)
    parts = draw(st.lists(counts, min_size=2, max_size=4))
    if draw(st.booleans()):
        parts[1] = ClassCounts([count * draw(st.integers(1, 3)) for count in parts[0].counts])
    for place in (0, 1):
        if not parts[place].weight:
            parts[place] = ClassCounts([1] * classes)
    return (tuple(parts),)


two_parts = class_parts.map(lambda drawn: (drawn[0][:2],))
"""(parts): class counts of two parts that are not empty."""


@drawn_by
def measured_parts(draw: Draw) -> tuple[str, tuple[Any, ...]]:
    """Draw (impurity's name, parts): the summaries of two to four parts, at least two of them not empty."""
    if draw(st.integers(0, 3)):
        return draw(st.sampled_from(["gini", "entropy", "misclassification"])), *draw(class_parts)
    moments = st.lists(st.integers(-4, 4).map(lambda y: y / 2), max_size=4).map(Moments.of)
    parts = draw(st.lists(moments, min_size=2, max_size=4))
    return "squared_error", tuple(part if part.weight else Moments.of([1, 2]) for part in parts)


@drawn_by
def shifted_counts(draw: Draw) -> tuple[ClassCounts, ClassCounts]:
    """Draw (uneven, evener): class counts, and the same after moving some weight from a larger to a smaller class."""
    counts = [*draw(class_parts)[0][0].counts, 0]
    order = sorted(range(len(counts)), key=lambda place: counts[place])
    low, high = order[0], order[-1]
    moved = Fraction(counts[high] - counts[low]) * draw(st.sampled_from([Fraction(1, 4), Fraction(1, 2), 1]))
    evener = list(counts)
    evener[low] += moved
    evener[high] -= moved
    return ClassCounts(counts), ClassCounts(evener)


@drawn_by
def counts_and_guess(draw: Draw) -> tuple[ClassCounts, tuple[Fraction, ...]]:
    """Draw (summary, guess): class counts, and positive probabilities of the classes, perhaps their frequencies."""
    counts = draw(class_parts)[0][0]
    guess = draw(st.lists(st.integers(1, 6), min_size=len(counts.counts), max_size=len(counts.counts)))
    if all(counts.counts) and draw(st.booleans()):
        return counts, counts.proportions
    return counts, tuple(Fraction(share, sum(guess)) for share in guess)


# --- trees ------------------------------------------------------------------------------------------------------


def _comb(sides: list[bool]) -> Shape:
    shape: Shape = ()
    for side in sides:
        shape = (shape, ()) if side else ((), shape)
    return shape


shapes: Final = st.one_of(
    st.recursive(
        st.just(()), lambda part: st.lists(part, min_size=2, max_size=3).map(tuple), max_leaves=MOST_LEAVES
    ).filter(bool),
    st.lists(st.booleans(), min_size=1, max_size=MOST_LEAVES - 1).map(_comb),
)
"""Every shape of two to about six leaves, with two or three children a branch, long ones too."""


def planted_tree(
    shape: Shape, leaf: Callable[[], Summary], branch: Callable[[list[Summary]], Summary], level: int = 0
) -> Tree:
    """Return a tree of *shape* whose summaries are leaf(), and branch(the children's summaries), children first."""
    if not shape:
        return Leaf(leaf())
    children = tuple(planted_tree(part, leaf, branch, level + 1) for part in shape)
    asks = Threshold(f"x{level}", 0.5) if len(shape) == 2 else EachCategory("sky", tuple(range(len(shape))))  # noqa: PLR2004
    return Branch(branch([child.summary for child in children]), asks, children)


@st.composite
def _planted(draw: Draw, leaf: Callable[[], Summary], branch: Callable[[list[Summary]], Summary]) -> Tree:
    """A tree of any shape, or one whose root has twins, in which every link below the root is tied with another."""
    shape = draw(shapes)
    if draw(st.integers(0, 2)):
        return planted_tree(shape, leaf, branch)
    twin = planted_tree(shape[: MOST_LEAVES // 2], leaf, branch, level=1)
    other = planted_tree(draw(st.sampled_from([(), ((), ())])), leaf, branch, level=1)
    children = draw(st.sampled_from([(twin, twin), (twin, other, twin)]))
    asks = EachCategory("sky", tuple(range(len(children))))
    return Branch(branch([child.summary for child in children]), asks, children)


@drawn_by
def free_trees(draw: Draw) -> tuple[Tree, str]:
    """Draw (tree, impurity's name): any small risk and weight at any node, as no data would give them."""
    classes = draw(st.booleans())

    def summary(risks: tuple[Rational, ...]) -> Summary:
        value, weight = draw(st.sampled_from(risks)), draw(st.integers(1, 6))
        return ClassCounts((max(weight - value, value), value)) if classes else Moments(weight, 0, value)

    tree = draw(_planted(lambda: summary(RISKS[:2]), lambda _: summary(RISKS)))
    return tree, "misclassification" if classes else "squared_error"


def _counts(most: int) -> st.SearchStrategy[Summary]:
    return st.lists(st.integers(0, most), min_size=2, max_size=2).filter(any).map(ClassCounts)


@drawn_by
def summed_trees(draw: Draw) -> tuple[Tree, str]:
    """Draw (tree, impurity's name): a branch's summary is the sum of its children's, as in a tree grown from data."""
    impurity = draw(st.sampled_from(["squared_error", *(measure.__name__ for measure in CLASS_IMPURITIES)]))
    numbers = st.lists(st.integers(-2, 2), min_size=1, max_size=3).map(Moments.of)
    kind = numbers if impurity == "squared_error" else _counts(3)
    return draw(_planted(lambda: draw(kind), total)), impurity


trees: Final = st.one_of(free_trees, summed_trees)
"""(tree, impurity's name), at least one branch."""

# --- inputs of the laws of pruning ------------------------------------------------------------------------------

EVERY_SCALE: Final = (*SHARED_UNITS, "node")


@st.composite
def _scaled(draw: Draw, trees: st.SearchStrategy[tuple[Tree, str]], scales: tuple[str, ...]) -> tuple[Tree, str, str]:
    """(tree, impurity's name, scale); the root's risk is a scale where it is a rational other than 0."""
    tree, impurity = draw(trees)
    whole = risk(impurity, tree.summary)
    fitting = [scale for scale in scales if scale != "root" or (whole.is_rational and whole)]
    return tree, impurity, draw(st.sampled_from(fitting))


@st.composite
def _with_alphas(draw: Draw, scaled: st.SearchStrategy[tuple[Tree, str, str]], how_many: int = 1) -> tuple[Any, ...]:
    """(tree, impurity's name, scale, alphas in ascending order ...).

    Alphas are small rationals, or the very g(t) of a branch, or midway between two; none is below 0.
    """
    tree, impurity, scale = draw(scaled)
    critical = [max(Exact(0), critical_alpha(impurity, scale, tree, path)) for path in branch_paths(tree)]
    nearby = [(one + two) / 2 for one in critical for two in critical]
    some = st.one_of(st.sampled_from(critical), st.sampled_from(nearby), st.fractions(0, 6, max_denominator=4))
    alphas = [draw(some) for _ in range(how_many)]
    return tree, impurity, scale, *sorted(alphas, key=Exact)


any_trees = st.one_of(trees.map(lambda drawn: drawn[:1]), st.just((Leaf(ClassCounts((2, 1))),)))
"""(tree), a lone leaf too."""

tree_nodes = trees.flatmap(lambda drawn: st.tuples(st.just(drawn[0]), st.sampled_from(list(nodes(drawn[0])))))
"""(tree, path of any of its nodes)."""

costed_trees = _scaled(trees, SHARED_UNITS)
"""(tree, impurity's name, scale), the scale with one unit for the whole tree."""

scaled_trees = _scaled(trees, EVERY_SCALE)
"""(tree, impurity's name, scale), any scale."""

grown_trees = _scaled(summed_trees, EVERY_SCALE)
"""(tree, impurity's name, scale), summaries that add up and any scale."""

grown_node_trees = _scaled(summed_trees, ("node",))
"""(tree, impurity's name, scale), summaries that add up and the scale normalised inside the branch."""

grown_node_alphas = _with_alphas(grown_node_trees)
"""(tree, impurity's name, scale, alpha), as `grown_node_trees`."""

costed_alphas = _with_alphas(costed_trees)
"""(tree, impurity's name, scale, alpha), the scale with one unit for the whole tree."""

scaled_alphas = _with_alphas(scaled_trees)
"""(tree, impurity's name, scale, alpha), any scale."""

two_alphas = _with_alphas(costed_trees, 2)
"""(tree, impurity's name, scale, low, high), the scale with one unit for the whole tree, low <= high."""

ordered_alphas = st.tuples(scaled_alphas, st.lists(st.integers(0, 5), min_size=12, max_size=12)).map(
    lambda drawn: (*drawn[0], drawn[1])
)
"""(tree, impurity's name, scale, alpha, turns), any scale; turns choose the order in which nodes are visited."""

# --- inputs of the laws of pruning by training errors -----------------------------------------------------------

confidences: Final = st.sampled_from([Fraction(1, 4), Fraction(1, 2), Fraction(1, 20), Fraction(9, 10)])
"""Confidences CF for C4.5's upper limit, its own 1/4 and others."""


@drawn_by
def estimated_trees(draw: Draw) -> tuple[Tree, Fraction]:
    """Draw (tree, confidence): a tree whose class counts add up, and the confidence CF of C4.5's upper limit."""
    return draw(_planted(lambda: draw(_counts(4)), total)), draw(confidences)


@drawn_by
def error_counts(draw: Draw) -> tuple[int, int, Fraction]:
    """Draw (errors, rows, confidence), fewer errors than rows."""
    rows = draw(st.integers(1, 12))
    return draw(st.integers(0, rows - 1)), rows, draw(confidences)


@drawn_by
def raising_trials(draw: Draw) -> tuple[Dataset, Tree, Fraction]:
    """Draw (data, tree, confidence): labels depend on x1, and the tree asks about x0 before, perhaps about x2 after."""
    rows = draw(st.integers(4, 16))
    x0, x1, x2 = (draw(st.lists(st.sampled_from(few), min_size=rows, max_size=rows)) for few in ("pqr", "st", "uv"))
    noise = draw(st.lists(st.sampled_from((False, False, False, True)), min_size=rows, max_size=rows))
    labels = ["ab"[(value == "s") ^ wrong] for value, wrong in zip(x1, noise, strict=True)]
    data = classification_data({"x0": x0, "x1": x1, "x2": x2}, labels, classes=["a", "b"])
    none = ClassCounts((0, 0), ("a", "b"))
    end: Tree = Leaf(none)
    last = st.sampled_from([end, Branch(none, EachCategory("x2", "uv"), (end, end))])
    second = st.sampled_from([EachCategory("x1", "st"), Equals("x1", "t"), EachCategory("x0", "qp")])
    first = draw(st.sampled_from([EachCategory("x0", "pqr"), EachCategory("x0", "rq"), OneOf("x0", "pq")]))
    below = [Branch(none, draw(second), (draw(last), draw(last))) for _ in range(first.arity)]
    return data, with_rows(Branch(none, first, below), data), draw(confidences)


# --- inputs of the laws of selection: data in two parts or more -------------------------------------------------


def _two_rows(drawn: Dataset) -> bool:
    return len(drawn) > 1


@drawn_by
def _divided(draw: Draw) -> tuple[Dataset, Dataset]:
    """(training, validation), both with rows, of one data set; a category may occur in only one of them."""
    data = draw(datasets(max_rows=9).filter(_two_rows))
    training = draw(st.lists(st.booleans(), min_size=len(data), max_size=len(data)))
    training[:2] = draw(st.sampled_from([(True, False), (False, True)]))
    chosen = np.array(training)
    return data.take(np.flatnonzero(chosen)), data.take(np.flatnonzero(~chosen))


validated_trials = _divided.flatmap(lambda two: st.tuples(st.just(two[0]), learners(two[0]), st.just(two[1])))
"""(data, learner, validation)."""

validated_ties = st.tuples(validated_trials, st.sampled_from(["prune", "keep"])).map(lambda two: (*two[0], two[1]))
"""(data, learner, validation, ties)."""


@drawn_by
def measured_trials(draw: Draw) -> tuple[Any, ...]:
    """Draw (data, learner, validation, measure's name), a measure that the validation rows allow, often the default."""
    data, learner, validation = draw(validated_trials)
    if draw(st.booleans()):
        validation = attrs.evolve(validation.take([0]), weights=np.ones(1))  # of one row members often err alike
    if not isinstance(data.target, Classes):
        return data, learner, validation, draw(st.sampled_from(["squared error", "default"]))
    allowed = ["accuracy", "error", "cost", "default", "default", "default"]
    if len(data.target.labels) == len(set(targets_of(validation))) == 2:  # noqa: PLR2004 (a curve has two classes)
        allowed.append("auc")
    return data, learner, validation, draw(st.sampled_from(allowed))


@drawn_by
def folded_trials(draw: Draw) -> tuple[Any, ...]:
    """Draw (data, learner, folds, impurity's name, scale): two or three folds of any sizes, numbered in any way."""
    data = draw(datasets(max_rows=8).filter(_two_rows))
    names = draw(st.sampled_from([(1, 2), (1, 2, 3), (7, -2, 0)]))
    folds = draw(st.lists(st.sampled_from(names), min_size=len(data), max_size=len(data)))
    folds[:2] = names[:2]
    measures = [measure.__name__ for measure in CLASS_IMPURITIES]
    impurity = draw(st.sampled_from(measures)) if isinstance(data.target, Classes) else "squared_error"
    return data, draw(learners(data)), folds, impurity, draw(st.sampled_from(["proportion", "count"]))


fold_sizes = st.tuples(
    st.integers(2, 30).flatmap(lambda rows: st.tuples(st.just(rows), st.integers(2, rows))), st.integers(0, 9)
).map(lambda drawn: (*drawn[0], drawn[1]))
"""(rows, folds, seed), at most as many folds as rows."""

stratified_trials = (
    datasets(target="classes", max_rows=12)
    .filter(_two_rows)
    .flatmap(lambda data: st.tuples(st.just(data), st.integers(2, len(data)), st.integers(0, 9)))
)
"""(data, folds, seed), data of classes."""
