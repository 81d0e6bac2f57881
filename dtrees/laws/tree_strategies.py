"""Hypothesis strategies for pruning and selection: small trees of every shape, made for ties, and data to judge by.

Trees come from no data or from some: free ones have any small risk at every node, also one below its children's; those
that add up have the sum of its children's summaries at each branch.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import attrs
import numpy as np
from hypothesis import strategies as st

from dtrees.data.constructors import classification_data
from dtrees.data.dataset import Classes, Dataset
from dtrees.data.plain import targets_of
from dtrees.growing.cart import cart
from dtrees.laws.definitions import SHARED_UNITS, critical_alpha, nodes, risk
from dtrees.laws.strategies import CLASS_IMPURITIES, datasets, learners
from dtrees.numbers.exact import Exact, Rational
from dtrees.pruning.error_based import with_rows
from dtrees.trees.paths import branch_paths
from dtrees.trees.questions import EachCategory, Equals, OneOf, Threshold
from dtrees.trees.summary import ClassCounts, Moments, Summary, total
from dtrees.trees.tree import Branch, Leaf, Tree

if TYPE_CHECKING:
    from collections.abc import Callable

Draw: TypeAlias = "Callable[[st.SearchStrategy[Any]], Any]"
Shape: TypeAlias = "tuple[Any, ...]"
"""A shape is the tuple of its children's shapes; a leaf is ()."""

MOST_LEAVES: Final = 6
RISKS: Final = (0, 1, 2, 3, 4, 6, Fraction(1, 2))
"""What free trees have at their branches; their leaves have one of the first two."""

# --- trees ------------------------------------------------------------------------------------------------------


@cache
def shapes() -> st.SearchStrategy[Shape]:
    """Every shape of two to about six leaves, with two or three children a branch, long ones too."""
    some = st.recursive(
        st.just(()), lambda part: st.lists(part, min_size=2, max_size=3).map(tuple), max_leaves=MOST_LEAVES
    )
    combs = st.lists(st.booleans(), min_size=1, max_size=MOST_LEAVES - 1).map(_comb)
    return st.one_of(some.filter(bool), combs)


def _comb(sides: list[bool]) -> Shape:
    shape: Shape = ()
    for side in sides:
        shape = (shape, ()) if side else ((), shape)
    return shape


def planted_tree(
    shape: Shape, leaf: Callable[[], Summary], branch: Callable[[list[Summary]], Summary], level: int = 0
) -> Tree:
    """Return a tree of *shape*: leaf() and branch(its children's summaries) make the summaries, children first."""
    if not shape:
        return Leaf(leaf())
    children = tuple(planted_tree(part, leaf, branch, level + 1) for part in shape)
    asks = Threshold(f"x{level}", 0.5) if len(shape) == 2 else EachCategory("sky", tuple(range(len(shape))))  # noqa: PLR2004
    return Branch(branch([child.summary for child in children]), asks, children)


def with_risk(value: Rational, weight: Rational) -> Moments:
    """Return the summary of responses with mean 0, this residual sum of squares and this weight."""
    return Moments(weight, 0, value)


def with_errors(errors: Rational, weight: Rational) -> ClassCounts:
    """Return the summary of two classes with *errors* outside the majority; the weight is at least twice that."""
    return ClassCounts((max(weight - errors, errors), errors))


@cache
@st.composite
def free_trees(draw: Draw) -> tuple[Tree, str]:
    """(tree, impurity's name): any small risk and weight at any node, as no data would give them."""
    classes = draw(st.booleans())

    def summary(values: tuple[Rational, ...]) -> Summary:
        value, weight = draw(st.sampled_from(values)), draw(st.integers(1, 6))
        return with_errors(value, weight) if classes else with_risk(value, weight)

    tree = draw(_planted(lambda: summary(RISKS[:2]), lambda _: summary(RISKS)))
    return tree, "misclassification" if classes else "squared_error"


@cache
@st.composite
def summed_trees(draw: Draw) -> tuple[Tree, str]:
    """(tree, impurity's name): each branch's summary is the sum of its children's, as in a tree grown from data."""
    impurity = draw(st.sampled_from(["squared_error", *(measure.__name__ for measure in CLASS_IMPURITIES)]))
    counts = st.lists(st.integers(0, 3), min_size=2, max_size=2).filter(any).map(ClassCounts)
    numbers = st.lists(st.integers(-2, 2), min_size=1, max_size=3).map(Moments.of)
    kind: st.SearchStrategy[Summary] = numbers if impurity == "squared_error" else counts
    return draw(_planted(lambda: draw(kind), total)), impurity


@st.composite
def estimated_trees(draw: Draw) -> tuple[Tree, Fraction]:
    """(tree, confidence): class counts that add up, and a chance for C4.5's upper limit."""
    counts = st.lists(st.integers(0, 4), min_size=2, max_size=2).filter(any).map(ClassCounts)
    return draw(_planted(lambda: draw(counts), total)), draw(confidences())


@cache
def confidences() -> st.SearchStrategy[Fraction]:
    """Chances for C4.5's upper limit, its own and others."""
    return st.sampled_from([Fraction(1, 4), Fraction(1, 2), Fraction(1, 20), Fraction(9, 10)])


@st.composite
def error_counts(draw: Draw) -> tuple[int, int, Fraction]:
    """(errors, rows, confidence), fewer errors than rows."""
    rows = draw(st.integers(1, 12))
    return draw(st.integers(0, rows - 1)), rows, draw(confidences())


@st.composite
def raising_trials(draw: Draw) -> tuple[Dataset, Tree, Fraction]:
    """(data, tree, confidence): labels that hang on x1, and a tree that asks about x0 before, and x2 after it."""
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
    return data, with_rows(Branch(none, first, below), data), draw(confidences())


@st.composite
def _planted(draw: Draw, leaf: Callable[[], Summary], branch: Callable[[list[Summary]], Summary]) -> Tree:
    """A tree of any shape, or one whose root has twins, in which every link below the root is tied with another."""
    shape = draw(shapes())
    if draw(st.integers(0, 2)):
        return planted_tree(shape, leaf, branch)
    twin = planted_tree(shape[: MOST_LEAVES // 2], leaf, branch, level=1)
    other = planted_tree(draw(st.sampled_from([(), ((), ())])), leaf, branch, level=1)
    children = draw(st.sampled_from([(twin, twin), (twin, other, twin)]))
    asks = EachCategory("sky", tuple(range(len(children))))
    return Branch(branch([child.summary for child in children]), asks, children)


@cache
def trees() -> st.SearchStrategy[tuple[Tree, str]]:
    """(tree, impurity's name), at least one branch."""
    return st.one_of(free_trees(), summed_trees())


@st.composite
def _scaled(draw: Draw, trees: st.SearchStrategy[tuple[Tree, str]], scales: tuple[str, ...]) -> tuple[Tree, str, str]:
    """(tree, impurity's name, scale); the root's risk is a scale where it is a rational other than 0."""
    tree, impurity = draw(trees)
    whole = risk(impurity, tree.summary)
    fitting = [scale for scale in scales if scale != "root" or (whole.is_rational and whole)]
    return tree, impurity, draw(st.sampled_from(fitting))


def _alphas(tree: Tree, impurity: str, scale: str) -> st.SearchStrategy[Any]:
    """Alphas: small rationals, or the very g(t) of a branch, of the tree or of its lower part; none below 0."""
    critical = [max(Exact(0), critical_alpha(impurity, scale, tree, path)) for path in branch_paths(tree)]
    nearby = [(one + two) / 2 for one in critical for two in critical]
    some = st.fractions(0, 6, max_denominator=4)
    return st.one_of(st.sampled_from(critical), st.sampled_from(nearby), some)


@st.composite
def _with_alphas(draw: Draw, scaled: st.SearchStrategy[tuple[Tree, str, str]], how_many: int) -> tuple[Any, ...]:
    """(tree, impurity's name, scale, alphas in ascending order ...)."""
    tree, impurity, scale = draw(scaled)
    alphas = [draw(_alphas(tree, impurity, scale)) for _ in range(how_many)]
    return tree, impurity, scale, *sorted(alphas, key=Exact)


# --- inputs of the laws of pruning ------------------------------------------------------------------------------

EVERY_SCALE: Final = (*SHARED_UNITS, "node")


def any_trees() -> st.SearchStrategy[tuple[Tree]]:
    """(tree), a lone leaf too."""
    stumps = st.just((Leaf(ClassCounts((2, 1))),))
    return st.one_of(trees().map(lambda drawn: drawn[:1]), stumps)


@st.composite
def tree_nodes(draw: Draw) -> tuple[Tree, tuple[int, ...]]:
    """(tree, path of any of its nodes)."""
    tree, _ = draw(trees())
    return tree, draw(st.sampled_from(list(nodes(tree))))


def costed_trees() -> st.SearchStrategy[tuple[Tree, str, str]]:
    """(tree, impurity's name, scale), the scale with one unit for the whole tree."""
    return _scaled(trees(), SHARED_UNITS)


def scaled_trees() -> st.SearchStrategy[tuple[Tree, str, str]]:
    """(tree, impurity's name, scale), any scale."""
    return _scaled(trees(), EVERY_SCALE)


def grown_trees() -> st.SearchStrategy[tuple[Tree, str, str]]:
    """(tree, impurity's name, scale), summaries that add up and any scale."""
    return _scaled(summed_trees(), EVERY_SCALE)


def grown_node_trees() -> st.SearchStrategy[tuple[Tree, str, str]]:
    """(tree, impurity's name, scale), summaries that add up and the scale normalised inside the branch."""
    return _scaled(summed_trees(), ("node",))


def grown_node_alphas() -> st.SearchStrategy[tuple[Any, ...]]:
    """(tree, impurity's name, scale, alpha), as `grown_node_trees`."""
    return _with_alphas(grown_node_trees(), 1)


def costed_alphas() -> st.SearchStrategy[tuple[Any, ...]]:
    """(tree, impurity's name, scale, alpha), the scale with one unit for the whole tree."""
    return _with_alphas(costed_trees(), 1)


def scaled_alphas() -> st.SearchStrategy[tuple[Any, ...]]:
    """(tree, impurity's name, scale, alpha), any scale."""
    return _with_alphas(scaled_trees(), 1)


def counted_alphas() -> st.SearchStrategy[tuple[Any, ...]]:
    """(tree, impurity's name, alpha), on the count scale."""
    return _with_alphas(_scaled(trees(), ("count",)), 1).map(lambda drawn: (*drawn[:2], drawn[3]))


def two_alphas() -> st.SearchStrategy[tuple[Any, ...]]:
    """(tree, impurity's name, scale, low, high), the scale with one unit for the whole tree, low <= high."""
    return _with_alphas(costed_trees(), 2)


def ordered_alphas() -> st.SearchStrategy[tuple[Any, ...]]:
    """(tree, impurity's name, scale, alpha, turns): *turns* choose the order in which nodes are visited."""
    turns = st.lists(st.integers(0, 5), min_size=12, max_size=12)
    return st.tuples(scaled_alphas(), turns).map(lambda drawn: (*drawn[0], drawn[1]))


# --- inputs of the laws of selection: data in two parts or more -------------------------------------------------


@st.composite
def _divided(draw: Draw, target: Literal["classes", "numbers"] | None = None) -> tuple[Dataset, Dataset]:
    """(training, validation), both with rows, of one data set; a category may occur in only one of them."""
    data = draw(datasets(target=target, max_rows=9).filter(lambda drawn: len(drawn) > 1))
    training = draw(st.lists(st.booleans(), min_size=len(data), max_size=len(data)))
    training[:2] = draw(st.sampled_from([(True, False), (False, True)]))
    chosen = np.array(training)
    return data.take(np.flatnonzero(chosen)), data.take(np.flatnonzero(~chosen))


@st.composite
def validated_trials(draw: Draw) -> tuple[Dataset, Any, Dataset]:
    """(data, learner, validation)."""
    training, validation = draw(_divided())
    return training, draw(learners(training)), validation


def validated_ties() -> st.SearchStrategy[tuple[Any, ...]]:
    """(data, learner, validation, ties)."""
    return st.tuples(validated_trials(), st.sampled_from(["prune", "keep"])).map(lambda drawn: (*drawn[0], drawn[1]))


@st.composite
def validated_orders(draw: Draw) -> tuple[Any, ...]:
    """(data, learner, validation, ties, turns) of trees that no limit keeps small; turns order their branches."""
    training, validation = draw(_divided())
    turns = draw(st.lists(st.integers(0, 5), min_size=12, max_size=12))
    return training, cart(), validation, draw(st.sampled_from(["prune", "keep"])), turns


@st.composite
def measured_trials(draw: Draw) -> tuple[Any, ...]:
    """(data, learner, validation, measure's name), a measure that the validation rows allow: every second the usual."""
    data, learner, validation = draw(validated_trials())
    if draw(st.booleans()):
        validation = attrs.evolve(validation.take([0]), weights=np.ones(1))  # of one row members often err alike
    if not isinstance(data.target, Classes):
        return data, learner, validation, draw(st.sampled_from(["squared error", "default"]))
    allowed = ["accuracy", "error", "cost", "default", "default", "default"]
    if len(data.target.labels) == len(set(targets_of(validation))) == 2:  # noqa: PLR2004 (a curve has two classes)
        allowed.append("auc")
    return data, learner, validation, draw(st.sampled_from(allowed))


@st.composite
def folded_trials(draw: Draw) -> tuple[Any, ...]:
    """(data, learner, folds, impurity's name, scale): two or three folds of any sizes, numbered in any way."""
    data = draw(datasets(max_rows=8).filter(lambda drawn: len(drawn) > 1))
    names = draw(st.sampled_from([(1, 2), (1, 2, 3), (7, -2, 0)]))
    folds = draw(st.lists(st.sampled_from(names), min_size=len(data), max_size=len(data)))
    folds[:2] = names[:2]
    measures = [measure.__name__ for measure in CLASS_IMPURITIES]
    impurity = draw(st.sampled_from(measures)) if isinstance(data.target, Classes) else "squared_error"
    return data, draw(learners(data)), folds, impurity, draw(st.sampled_from(["proportion", "count"]))


def fold_sizes() -> st.SearchStrategy[tuple[int, int, int]]:
    """(rows, folds, seed), at most as many folds as rows."""
    sizes = st.integers(2, 30).flatmap(lambda rows: st.tuples(st.just(rows), st.integers(2, rows)))
    return st.tuples(sizes, st.integers(0, 9)).map(lambda drawn: (*drawn[0], drawn[1]))


@st.composite
def stratified_trials(draw: Draw) -> tuple[Dataset, int, int]:
    """(data, folds, seed), data of classes."""
    data = draw(datasets(target="classes", max_rows=12).filter(lambda drawn: len(drawn) > 1))
    return data, draw(st.integers(2, len(data))), draw(st.integers(0, 9))
