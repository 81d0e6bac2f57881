"""Pruning by one pass gives the specification's sequence, members and alphas, and gives it lazily."""

from __future__ import annotations

import inspect
import math
import tracemalloc
import weakref
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import datasets as real

import dtrees as dt
from dtrees.laws import LAWS
from dtrees.laws.check import check
from dtrees.laws.inputs import any_trials
from dtrees.laws.strategies import CLASS_IMPURITIES
from dtrees.laws.system import SPECIFICATION
from dtrees.laws.tree_strategies import Shape, planted_tree, scaled_trees, shapes
from dtrees.trees.summary import Moments, total
from dtrees.vectorized import layout, prune, prune_alphas, prune_ties
from dtrees.vectorized.layout import layout_of, with_children
from dtrees.vectorized.prune import PruningSequence, pruning_sequence
from dtrees.vectorized.prune_breakpoints import KEY_ERROR
from dtrees.vectorized.prune_risks import risk_by, rounded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

TIES: Final = ("together", "one_at_a_time")
BY_SEQUENCES: Final = [
    name for name, law in LAWS.items() if "system.pruning_sequence" in inspect.getsource(law.function)
]


def require_specification(tree: dt.Tree, **options: Any) -> None:
    """Fail unless one pass gives the members of the specification, also without their trees."""
    for ties in TIES:
        expected = dt.pruning_sequence(tree, ties=ties, **options)
        found = pruning_sequence(tree, ties=ties, **options)
        assert tuple(found) == expected
        if isinstance(found, PruningSequence):
            assert found.alphas == tuple(member.alpha for member in expected)
            assert found.rounded_alphas.tolist() == [float(member.alpha) for member in expected]
            assert found.leaves == tuple(len(dt.leaves(member.tree)) for member in expected)


def branch(summary: Any, *children: dt.Tree) -> dt.Branch:
    return dt.Branch(summary, dt.EachCategory("x", tuple(range(len(children)))), children)


def joined(*children: dt.Tree) -> dt.Branch:
    return branch(total(child.summary for child in children), *children)


def with_risk(value: Any) -> dt.Leaf:
    return dt.Leaf(Moments(1, 0, value))


def fork(value: Any, *children: dt.Tree) -> dt.Branch:
    return branch(Moments(1, 0, value), *(children or (with_risk(0), with_risk(0))))


def counts(*classes: int) -> dt.Leaf:
    return dt.Leaf(dt.ClassCounts(classes))


def balanced(leaves: Iterable[dt.Tree]) -> dt.Tree:
    """Return the tree that joins neighbours, then pairs of neighbours and so on."""
    level = list(leaves)
    while len(level) > 1:
        pairs = [joined(left, right) for left, right in zip(level[::2], level[1::2], strict=False)]
        level = [*pairs, *level[2 * len(pairs) :]]
    return level[0]


def noise(leaves: int) -> dt.Tree:
    """Return a tree of many alphas, a few of them tied: responses that have nothing to do with the questions."""
    return balanced(dt.Leaf(Moments.of([place * place * 7919 % 1009])) for place in range(leaves))


def chain(levels: int) -> dt.Tree:
    """Return the tree that peels off one row a level, of three classes in turn."""
    tree: dt.Tree = counts(1, 0, 0)
    for level in range(1, levels + 1):
        tree = joined(counts(*(int(place == level % 3) for place in range(3))), tree)
    return tree


# --- equal to the specification ---------------------------------------------------------------------------------


@given(scaled_trees)
def test_sequence_is_the_specifications_on_any_tree(drawn: tuple[dt.Tree, str, Any]) -> None:
    tree, impurity, scale = drawn
    require_specification(tree, impurity=getattr(dt, impurity), scale=scale)


@given(any_trials, st.sampled_from(["count", "proportion"]))
def test_sequence_is_the_specifications_on_grown_trees(trial: tuple[dt.Dataset, dt.Learner], scale: Any) -> None:
    tree = dt.grow(*trial)
    measures = CLASS_IMPURITIES if isinstance(tree.summary, dt.ClassCounts) else (dt.squared_error,)
    for impurity in measures:
        require_specification(tree, impurity=impurity, scale=scale)


BASES: Final = (5e-324, 1e-300, 0.1, 1.0, 3.0, 1e8, 1e300)
EXTREMES: Final = [
    sign * value for base in BASES for value in (base, math.nextafter(base, 2 * base)) for sign in (1, -1)
]
"""Floats of every size, with their neighbours."""


@given(shapes, st.data())
def test_sequence_is_the_specifications_on_responses_of_any_size(shape: Shape, data: st.DataObject) -> None:
    """From 5e-324 to 1e300 in one tree, and neighbours in float64."""
    weights = st.sampled_from([1, 1, 2, 0.1, 1e-9, 1e15])

    def rows() -> Moments:
        weight, response = (Fraction(data.draw(drawn)) for drawn in (weights, st.sampled_from(EXTREMES)))
        return Moments(weight, weight * response, weight * response**2)

    tree = planted_tree(shape, rows, total)
    for ties in TIES:
        assert tuple(pruning_sequence(tree, ties=ties)) == dt.pruning_sequence(tree, ties=ties)


@given(shapes, st.data())
def test_sequence_is_the_specifications_for_many_classes_and_weights(shape: Shape, data: st.DataObject) -> None:
    weight = st.sampled_from([0, 0, 1, 1, 2, 0.1, 0.3, 1e-300, 1e15])
    several = st.lists(weight, min_size=7, max_size=7).filter(any).map(dt.ClassCounts)
    tree = planted_tree(shape, lambda: data.draw(several), total)
    for impurity in (dt.gini, dt.misclassification):
        require_specification(tree, impurity=impurity, scale="proportion")


@pytest.mark.parametrize("name", BY_SEQUENCES)
def test_law_holds_of_one_pass(name: str) -> None:
    """Every law that asks for a sequence, brute force over all pruned subtrees included."""
    one_pass: Any = pruning_sequence  # its result is a sequence, where the specification's is a tuple
    broken = check(LAWS[name], attrs.evolve(SPECIFICATION, pruning_sequence=one_pass))
    if broken is not None:
        raise broken


def test_there_are_laws_of_sequences() -> None:
    assert {"optimal_on_interval", "weakest_link_finds_all", "one_link_a_round"} <= set(BY_SEQUENCES)


BOOKS: Final = ["iris", "loan", "regression", "regression_boosting", "watermelon2", "watermelon3", "weather"]


@pytest.mark.parametrize("name", BOOKS)
def test_sequence_is_the_specifications_on_the_books_tables(name: str) -> None:
    data = dt.datasets.load(name)
    require_specification(dt.grow(data, dt.cart()))
    if isinstance(data.target, dt.Classes):
        for learner in (dt.id3(), dt.c45()):
            require_specification(dt.grow(data, learner), impurity=dt.entropy)


@pytest.mark.parametrize(
    "load", [real.load_wine, real.load_breast_cancer, real.load_diabetes], ids=lambda f: f.__name__
)
def test_sequence_is_the_specifications_on_real_data(load: Callable[..., Any]) -> None:
    rows, target = load(return_X_y=True)
    make = dt.regression_data if target.dtype == float else dt.classification_data
    require_specification(dt.grow(make(rows[:150, :4], target[:150]), dt.cart()), scale="proportion")


# --- where floats err -------------------------------------------------------------------------------------------


def sizes_by_floats(tree: dt.Tree) -> list[int]:
    """Return the numbers of leaves that the same pass finds in plain float64."""

    def points(node: dt.Tree) -> list[tuple[float, int]]:
        if isinstance(node, dt.Leaf):
            return []
        below = sorted((point for child in node.children for point in points(child)), reverse=True)
        saved, fewer = risk(node) - sum(map(risk, node.children)), len(node.children) - 1
        while below and below[0][0] >= saved / fewer:
            alpha, more = below.pop(0)
            saved, fewer = saved + alpha * more, fewer + more
        return [(saved / fewer, fewer), *below]

    def risk(node: dt.Tree) -> float:
        return float(node.summary.weight) * float(dt.gini(node.summary))  # type: ignore[arg-type]

    found = points(tree)
    alphas = sorted({0.0, *(max(alpha, 0.0) for alpha, _ in found)})
    return [1 + sum(more for alpha, more in found if alpha > start) for start in alphas]


def test_floats_part_a_tie_and_one_pass_does_not() -> None:
    """Classes a, b, a, b peeled off one by one: all three splits go at 2/3, in floats two of them go first."""
    tree = joined(counts(1, 0), joined(counts(0, 1), joined(counts(1, 0), counts(0, 1))))
    assert sizes_by_floats(tree) == [4, 2, 1]
    sequence = pruning_sequence(tree)
    assert sequence.leaves == (4, 1)
    assert sequence.alphas == (dt.Exact(0), dt.Exact("2/3"))


@pytest.mark.parametrize("bits", [40, 250, 300, 2000])
def test_alphas_that_differ_in_any_digit_are_two(bits: int) -> None:
    apart = Fraction(1, 2**bits)
    tree = fork(9, fork(1), fork(1 + apart))
    require_specification(tree)
    assert pruning_sequence(tree).alphas[1:3] == (dt.Exact(1), dt.Exact(1 + apart))


@pytest.mark.parametrize("bits", [40, 250, 300, 2000])
def test_a_child_that_goes_by_any_digit_before_its_parent_is_a_member(bits: int) -> None:
    """Above, the parent's alpha is larger by 2**-bits; below, smaller, and it takes its child along."""
    apart = Fraction(1, 2**bits)
    for sign, leaves in ((1, (3, 2, 1)), (0, (3, 1)), (-1, (3, 1))):
        tree = fork(2 + sign * apart, fork(1), with_risk(0))
        require_specification(tree)
        assert pruning_sequence(tree).leaves == leaves


@pytest.mark.parametrize("bits", [40, 250, 300, 2000])
def test_an_alpha_that_differs_from_0_in_any_digit_is_not_0(bits: int) -> None:
    for alpha, leaves in ((Fraction(1, 2**bits), (3, 2, 1)), (0, (2, 1)), (-Fraction(1, 2**bits), (2, 1))):
        tree = (
            fork(9, fork(alpha), with_risk(0))
            if alpha >= 0
            else fork(9, fork(0, with_risk(-alpha), with_risk(0)), with_risk(0))
        )
        require_specification(tree)
        assert pruning_sequence(tree).leaves == leaves


THIRDS: Final = 3**200
NEARLY: Final = {
    "its own risk": fork(1 + Fraction(1, THIRDS)),
    "a leaf's": fork(2, with_risk(1 - Fraction(1, THIRDS)), with_risk(0)),
    "what it takes along": fork(2, fork(Fraction(3, 2), with_risk(Fraction(1, THIRDS)), with_risk(0)), with_risk(0)),
    "what goes before it": fork(Fraction(3, 2), fork(Fraction(1, 2) + Fraction(1, THIRDS)), with_risk(0)),
    "its weight": branch(Moments(THIRDS, 1, 1), with_risk(0), with_risk(0)),
    "its total": branch(Moments(1, Fraction(1, 3**100), 1), with_risk(0), with_risk(0)),
}


@pytest.mark.parametrize("where", NEARLY)
def test_a_large_denominator_anywhere_parts_an_alpha_from_1(where: str) -> None:
    """The other's denominator being small proves nothing."""
    tree = fork(9, fork(1), NEARLY[where])
    require_specification(tree)
    assert pruning_sequence(tree).rounded_alphas.tolist().count(1.0) == 2


@given(st.fractions(-9, 9, max_denominator=9), st.integers(1, 2**80), st.sampled_from([0, 40, 300]))
def test_a_risk_is_rounded_to_less_than_two_units(factor: Fraction, number: int, shift: int) -> None:
    """Of a large number times a logarithm more bits are asked for."""
    value = dt.Exact.log2(number) * factor * 2**40 + factor
    low, high = value.bounds(150)
    assert low * 2**shift - 2 < rounded(value, shift) <= high * 2**shift


def test_logarithms_that_nearly_tie_do_not() -> None:
    """Where |q log2(3) - p| < 2**-300, one alpha is log2(3) and the other that and q log2(3) - p."""
    logarithm = dt.Exact.log2(3)
    near = logarithm.bounds(400)[0].limit_denominator(2**300)
    risks = (dt.Exact(0), logarithm, logarithm * (near.denominator + 1) - near.numerator, dt.Exact(9))

    def impurity(summary: Moments) -> dt.Exact:
        return risks[int(summary.squares)]

    tree = fork(3, fork(1), fork(2))
    require_specification(tree, impurity=impurity)
    assert pruning_sequence(tree, impurity=impurity).alphas[1:3] == tuple(sorted(risks[1:3]))


def test_ties_of_large_denominators_are_ties() -> None:
    """These denominators prove nothing in the first units, so exact numbers decide."""
    third = Fraction(1, 3**400)
    tree = fork(9, fork(1 + third), fork(2 + 2 * third, with_risk(0), with_risk(0), with_risk(0)))
    require_specification(tree)
    assert pruning_sequence(tree).leaves == (5, 2, 1)


def test_nothing_is_settled_in_exact_numbers_where_denominators_prove_the_ties(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = chain(300)
    expected = pruning_sequence(tree).leaves
    monkeypatch.delattr(prune_alphas.Alphas, "exact")
    assert pruning_sequence(tree).leaves == expected


@given(shapes, st.data())
def test_rounded_alphas_are_within_the_bound(shape: Shape, data: st.DataObject) -> None:
    """Also of branches that others take along; by every impurity."""
    weight = st.lists(st.integers(0, 9), min_size=3, max_size=3).filter(any).map(dt.ClassCounts)
    tree = planted_tree(shape, lambda: data.draw(weight), total)
    for impurity in CLASS_IMPURITIES:
        risk = risk_by(tree, impurity)
        alphas, _, _ = prune_ties.ordered_alphas(tree, impurity, risk)
        for point, key in enumerate(alphas.breakpoints.keys):
            assert abs(alphas.exact(point) * 2**alphas.shift - key) < KEY_ERROR


# --- lazy -------------------------------------------------------------------------------------------------------


def test_no_tree_is_made_before_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def counted(*given: Any) -> Any:
        made.append(given)
        return with_children(*given)

    for module in (layout, prune):
        monkeypatch.setattr(module, "with_children", counted)
    sequence = pruning_sequence(noise(100))
    assert len(sequence.alphas) == len(sequence.rounded_alphas) == len(sequence.leaves) == len(sequence) > 20
    assert len(sequence[3:]) == len(sequence) - 3
    assert made == []
    assert sequence[5] == sequence[5]
    assert made


def test_memory_is_a_few_numbers_a_branch() -> None:
    """Whatever the number of members: here thousands, each of thousands of nodes."""
    tree = noise(1 << 13)
    tracemalloc.start()
    sequence = pruning_sequence(tree)
    held, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    branches = (1 << 13) - 1
    assert len(sequence) > branches / 8
    assert held < 500 * branches
    assert peak < 1500 * branches


def test_a_tree_of_20_000_levels_is_pruned() -> None:
    tree = chain(20_000)
    sequence = pruning_sequence(tree)
    assert sequence.leaves[0] == 20_001
    assert sequence[-1].tree == dt.Leaf(tree.summary)


def test_a_slice_is_a_sequence_of_the_members_in_it() -> None:
    tree = noise(40)
    expected, sequence = dt.pruning_sequence(tree), pruning_sequence(tree)
    for places in (slice(1, None), slice(None, None, -1), slice(2, 9, 3), slice(7, 7)):
        assert tuple(sequence[places]) == expected[places]
        assert sequence[places].leaves == sequence.leaves[places]
    assert tuple(reversed(sequence)) == expected[::-1]
    assert sequence[1:][2:4][-1] == expected[4]
    assert sequence[-2] == expected[-2]
    assert expected[3] in sequence
    assert dt.intervals(sequence) == dt.intervals(expected)
    with pytest.raises(IndexError):
        sequence[len(sequence)]


# --- options and errors -----------------------------------------------------------------------------------------


def test_a_users_own_impurity_prunes() -> None:
    def costly(summary: dt.ClassCounts) -> dt.Exact:
        return dt.Exact(min(summary.counts)) * (3 if summary.majority == "a" else 1) / summary.weight

    tree = dt.grow(dt.classification_data({"x": range(8)}, list("abbaabab")), dt.cart())
    require_specification(tree, impurity=costly)


def test_a_lone_root_is_the_only_member() -> None:
    for scale in ("count", "root"):
        require_specification(counts(3, 0), scale=scale)


@pytest.mark.parametrize(
    ("tree", "options"),
    [
        (joined(counts(1, 1), counts(1, 0)), {"ties": "never"}),
        (joined(counts(1, 1), counts(1, 0)), {"scale": "log"}),
        (joined(counts(1, 1), counts(1, 0)), {"impurity": dt.squared_error}),
        (joined(counts(1, 0), counts(1, 0)), {"scale": "root"}),
        (joined(counts(1, 0), counts(0, 0)), {}),
        (fork(1, with_risk(0), dt.Leaf(Moments(0, 0, 0))), {}),
        (branch(dt.ClassCounts((1, 1)), counts(1, 1)), {}),
    ],
)
def test_what_the_specification_refuses_is_refused(tree: dt.Tree, options: dict[str, Any]) -> None:
    with pytest.raises(dt.errors.InvalidData) as expected:
        dt.pruning_sequence(tree, **options)
    with pytest.raises(dt.errors.InvalidData) as found:
        pruning_sequence(tree, **options)
    assert str(found.value) == str(expected.value) or len(tree.children) == 1  # type: ignore[union-attr]  # all are branches


def test_a_branch_of_one_child_is_refused() -> None:
    with pytest.raises(dt.errors.InvalidData, match="has one child"):
        pruning_sequence(fork(4, fork(9, fork(3), with_risk(0)), branch(Moments(1, 0, 9), fork(1))))


# --- the layout -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["iris", "watermelon3"])
def test_growing_leaves_the_layout_that_the_nodes_have(name: str) -> None:
    """Also of questions with many children; and it goes with the tree."""
    tree = dt.vectorized.grow(dt.datasets.load(name), dt.c45())
    layouts = [layout_of(tree), layout_of(dt.from_json(dt.to_json(tree)))]
    one, two = ((found.arity.tolist(), [found.summaries[place] for place in found.alike]) for found in layouts)
    assert one == two
    kept = weakref.ref(layouts[0])
    del tree, layouts
    assert kept() is None
