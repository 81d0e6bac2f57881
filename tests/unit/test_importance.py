"""Importances: each feature's exact share in the decrease of impurity."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtrees import (
    Branch,
    ClassCounts,
    Equals,
    Exact,
    InvalidData,
    Leaf,
    Moments,
    Quotient,
    Threshold,
    c45,
    cart,
    classification_data,
    datasets,
    entropy,
    gini,
    grow,
    id3,
    importances,
    impurity_decreases,
    leaves,
)


def counts(no: int, yes: int) -> ClassCounts:
    """Return counts of two classes."""
    return ClassCounts((no, yes), ("no", "yes"))


def tree() -> Branch:
    """Return a tree that asks about a, below it about b, and about a again."""
    low = Branch(counts(2, 1), Threshold("a", 1), (Leaf(counts(2, 0)), Leaf(counts(0, 1))))
    high = Branch(counts(1, 4), Equals("b", "u"), (Leaf(counts(1, 1)), Leaf(counts(0, 3))))
    return Branch(counts(3, 5), Threshold("a", 2), (low, high))


def test_decreases_are_summed_over_a_features_nodes_on_the_count_scale() -> None:
    """N(t) i(t) less the children's: 8 x 15/32 - 3 x 4/9 - 5 x 8/25 = 49/60 and 4/3 for a, 8/5 - 1 for b."""
    assert impurity_decreases(tree(), ["a", "b", "c"]) == {
        "a": Fraction(49, 60) + Fraction(4, 3),
        "b": Fraction(3, 5),
        "c": 0,
    }


def test_importances_are_shares_of_the_whole_decrease() -> None:
    """43/20 of 11/4 and 3/5 of 11/4; a feature that is not asked about has none."""
    assert importances(tree(), ["c", "b", "a"]) == {"c": 0, "b": Fraction(12, 55), "a": Fraction(43, 55)}
    assert list(importances(tree(), ["c", "b", "a"])) == ["c", "b", "a"]


def test_the_impurity_may_be_chosen() -> None:
    """By entropy, the decreases are sums of logarithms; gini is the default for classes."""
    decreases = impurity_decreases(tree(), ["a", "b"], impurity=entropy)
    assert decreases["b"] == entropy(counts(1, 4)) * 5 - 2
    shares = importances(tree(), ["a", "b"], impurity=entropy)
    assert shares["b"] == Quotient(decreases["b"], decreases["a"] + decreases["b"])
    assert importances(tree(), ["a", "b"]) == importances(tree(), ["a", "b"], impurity=gini)


def test_numbers_have_importances_by_squared_error() -> None:
    """The decrease of the residual sum of squares."""
    stump = Branch(Moments.of([1, 1, 5]), Threshold("x", 2.5), (Leaf(Moments.of([1, 1])), Leaf(Moments.of([5]))))
    assert impurity_decreases(stump, ["x"]) == {"x": Fraction(32, 3)}
    assert importances(stump, ["x", "z"]) == {"x": 1, "z": 0}


def test_a_lone_root_gives_all_zero() -> None:
    """There is nothing to share, and no division by zero."""
    assert importances(Leaf(counts(3, 1)), ["a", "b"]) == {"a": 0, "b": 0}


def test_a_tree_whose_splits_gain_nothing_gives_all_zero() -> None:
    """A stump of exactly zero gain."""
    stump = Branch(counts(2, 2), Threshold("a", 1), (Leaf(counts(1, 1)), Leaf(counts(1, 1))))
    assert importances(stump, ["a"]) == {"a": 0}


def test_a_feature_that_is_not_named_is_an_error() -> None:
    """The message says which to name."""
    with pytest.raises(InvalidData, match=r"the tree asks about 'b': name it among the features"):
        importances(tree(), ["a"])


@pytest.mark.parametrize("name", ["loan", "watermelon2", "watermelon3", "weather", "regression"])
def test_importances_of_grown_trees_sum_to_one_exactly(name: str) -> None:
    """For Gini and squared error as fractions, for entropy as quotients of sums of logarithms."""
    data = datasets.load(name)
    shares = importances(grow(data, cart()), data.feature_names)
    assert sum(share.as_fraction() for share in shares.values()) == 1
    if name == "regression":
        return
    for learner in (id3(), c45()):
        grown = grow(data, learner)
        by_entropy = importances(grown, data.feature_names, impurity=entropy)
        assert sum(by_entropy.values(), start=Quotient(0)) == 1
        assert all(0 <= share <= 1 for share in by_entropy.values())


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), st.booleans()), min_size=1, max_size=8))
def test_decreases_add_up_to_the_roots_less_the_leaves_impurity(rows: list[tuple[int, int, bool]]) -> None:
    """A telescoping sum: N i(root) - sum over the leaves of N_t i(t)."""
    data = classification_data({"a": [a for a, _, _ in rows], "b": [b for _, b, _ in rows]}, [y for *_, y in rows])
    grown = grow(data, cart())
    whole = sum(impurity_decreases(grown, ["a", "b"]).values(), start=Exact(0))
    ends = [grown.summary, *(leaf.summary for leaf in leaves(grown))]
    risks = [gini(summary) * summary.weight for summary in ends if isinstance(summary, ClassCounts)]
    assert whole == risks[0] - sum(risks[1:], start=Exact(0))
