"""Pessimistic pruning and minimum-error pruning, on trees small enough to work by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

import dtrees as dt
from dtrees.pruning.minimum_error import expected_errors


def leaf(*counts: float | Fraction) -> dt.Leaf:
    return dt.Leaf(dt.ClassCounts(counts))


def branch(*children: dt.Tree) -> dt.Branch:
    first, *others = (child.summary for child in children)
    return dt.Branch(sum(others, start=first), dt.EachCategory("x", range(len(children))), children)


# --- pessimistic pruning ----------------------------------------------------------------------------------------


def test_a_leaf_within_one_standard_error_takes_the_place_of_the_branch() -> None:
    """9 rows, 2 errors as a leaf; the branch is charged 1, SE^2 = 1 * 8/9: 2.5 > 1.94.  With 1 error: 1.5 <= 1.94."""
    kept, cut = branch(leaf(7, 0), leaf(0, 2)), branch(leaf(8, 0), leaf(0, 1))
    assert dt.pessimistic_prune(kept) == kept
    assert dt.pessimistic_prune(cut) == dt.Leaf(cut.summary)


def test_exactly_one_standard_error_is_within() -> None:
    """12 rows, the branch charged 3, SE^2 = 3 * 9/12 = (3/2)^2; as a leaf it errs 4 times, charged 3 + 3/2."""
    tree = branch(leaf(7, 1), leaf(1, 3))
    assert dt.pessimistic_prune(tree) == dt.Leaf(tree.summary)
    d = Fraction(1, 10**9)
    charged_less = branch(leaf(7 + d, 1 - d), leaf(1 - d, 3 + d))
    assert dt.pessimistic_prune(charged_less) == charged_less


def test_a_branch_is_judged_with_the_leaves_that_it_was_grown_with() -> None:
    """The branch below becomes a leaf; the root is kept, though it is cut where the pruned tree is pruned again."""
    inner = branch(leaf(0, 1), leaf(2, 0))
    tree = branch(leaf(0, 1), inner)
    once = dt.pessimistic_prune(tree)
    assert once == branch(leaf(0, 1), dt.Leaf(inner.summary))
    assert dt.pessimistic_prune(once) == dt.Leaf(tree.summary)


def test_weights_need_not_be_whole() -> None:
    third = Fraction(1, 3)
    tree = branch(leaf(third, 0), leaf(0, third))
    assert dt.pessimistic_prune(tree) == dt.Leaf(tree.summary)


# --- minimum-error pruning --------------------------------------------------------------------------------------


def test_without_m_the_estimate_is_laplaces() -> None:
    """N (N - N_k + K - 1) / (N + K)      [NIBLETT86]."""
    assert expected_errors(dt.ClassCounts((5, 2, 1)), (1, 1, 1)) == Fraction(8 * (8 - 5 + 3 - 1), 8 + 3)


def test_a_branch_is_kept_where_fewer_errors_are_expected_of_its_leaves() -> None:
    """3 * 1/5 + 3 * 1/5 = 6/5 errors, and 3 of the leaf; of (3, 0) and (0, 1), 3/5 + 1/3 = 14/15, and of (3, 1) 4/3."""
    even, odd = branch(leaf(3, 0), leaf(0, 3)), branch(leaf(3, 0), leaf(0, 1))
    assert dt.minimum_error_prune(even) == even
    assert dt.minimum_error_prune(odd) == odd
    same = branch(leaf(3, 0), leaf(1, 0))
    assert dt.minimum_error_prune(same) == dt.Leaf(same.summary)


def test_with_m_the_shares_of_the_root_are_expected() -> None:
    """Four of six rows are of the first class: (2, 2) with m = 3 is estimated (2 + 2)/7 and (2 + 1)/7."""
    assert expected_errors(dt.ClassCounts((2, 2)), (2, 1)) == 4 * (1 - Fraction(4, 7))
    tree = branch(leaf(2, 0), leaf(2, 2))
    assert dt.minimum_error_prune(tree, m=3) == dt.Leaf(tree.summary)


def test_without_rows_added_only_what_errs_no_more_is_pruned() -> None:
    tree = branch(leaf(2, 1), branch(leaf(3, 1), leaf(0, 1)))
    assert dt.minimum_error_prune(tree, m=0) == dt.optimal_subtree(tree, 0, impurity=dt.misclassification)


def test_however_many_rows_are_added_a_branch_may_be_kept() -> None:
    tree = branch(leaf(9, 0), leaf(0, 8))
    assert dt.minimum_error_prune(tree, m=10**6) == tree


def test_empty_leaves_are_expected_to_err_nowhere() -> None:
    tree = branch(leaf(0, 0), leaf(2, 1))
    assert dt.minimum_error_prune(tree, m=0) == dt.minimum_error_prune(tree) == leaf(2, 1)


@pytest.mark.parametrize("m", [-1, float("nan"), "two"])
def test_an_m_below_zero_is_refused(m: float) -> None:
    with pytest.raises(dt.InvalidData, match="m="):
        dt.minimum_error_prune(leaf(1, 1), m=m)
