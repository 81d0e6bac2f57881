"""Error-based pruning: C4.5's voting tree as the book prunes it, and subtrees raised."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pytest

import dtrees as dt
from dtrees.pruning.error_based import with_rows

if TYPE_CHECKING:
    from dtrees.pruning.upper_limit import Limit

PARTIES = ("democrat", "republican")


def leaf(democrats: int, republicans: int) -> dt.Leaf:
    return dt.Leaf(dt.ClassCounts((democrats, republicans), PARTIES))


def vote(question: str, **children: dt.Tree) -> dt.Branch:
    """Return the branch that asks about a vote: n, y or u for unknown."""
    first, *others = (child.summary for child in children.values())
    return dt.Branch(sum(others, start=first), dt.EachCategory(question, tuple(children)), [*children.values()])


EDUCATION = vote("education spending", n=leaf(6, 0), y=leaf(9, 0), u=leaf(0, 1))
BUDGET = vote("budget resolution", y=leaf(151, 0), u=leaf(1, 0), n=EDUCATION)
DUTY = vote(
    "duty free exports",
    y=leaf(2, 0),
    u=leaf(0, 1),
    n=vote("education spending", n=leaf(3, 2), y=leaf(2, 11), u=leaf(1, 0)),
)
SYNFUELS = vote("synfuels cutback", n=leaf(3, 94), u=leaf(0, 4), y=DUTY)
MISSILE = vote("mx missile", n=leaf(0, 0), y=leaf(2, 1), u=leaf(0, 2))
WATER = vote("water project", n=leaf(0, 0), y=leaf(4, 0), u=MISSILE)
VOTING = vote("physician fee freeze", n=BUDGET, y=SYNFUELS, u=WATER)
"""The unpruned tree of [C45 figure 4-1], whose leaves it prints with their rows and errors."""

NINE = [("y", "n", "democrat")] * 3 + [("y", "y", "democrat")] + [("u", "y", "democrat")] * 2
NINE += [("u", "y", "republican"), *[("u", "u", "republican")] * 2]
NINE_ROWS = dt.classification_data(
    {"water project": [row[0] for row in NINE], "mx missile": [row[1] for row in NINE]},
    [row[2] for row in NINE],
    classes=PARTIES,
)
"""The rows of WATER; of the four who say y to the water project three say n to the missile and one y, as the counts of
the pruned tree tell [C45 figure 4-2]."""


def sizes(tree: dt.Tree) -> list[tuple[int | object, int | object]]:
    """Return the rows and errors of the leaves, as the book prints them."""
    counts = [end.summary for end in dt.leaves(tree) if isinstance(end.summary, dt.ClassCounts)]
    return [(summary.weight, summary.weight - max(summary.counts)) for summary in counts]


def test_the_subtree_on_education_spending_is_predicted_to_err_more_than_a_leaf() -> None:
    """[C45 §4.2]: 6 * .206 + 9 * .143 + 1 * .750 = 3.273; of the leaf 16 * .157 = 2.512, the .157 rounded before."""
    assert f"{dt.predicted_errors(EDUCATION):.3f}" == f"{dt.predicted_errors(EDUCATION, limit='c45'):.3f}" == "3.273"
    pruned = dt.Leaf(EDUCATION.summary)
    assert [f"{dt.predicted_errors(pruned, limit=limit):.3f}" for limit in ("binomial", "c45")] == ["2.554", "2.507"]


@pytest.mark.parametrize("limit", ["binomial", "c45"])
def test_the_first_branch_of_the_voting_tree_becomes_a_leaf(limit: Limit) -> None:
    """[C45 §4.2, figure 4-2]: democrat (168/2.6)."""
    assert dt.error_based_prune(BUDGET, limit=limit) == dt.Leaf(BUDGET.summary)
    assert f"{dt.predicted_errors(dt.Leaf(BUDGET.summary), limit='c45'):.1f}" == "2.6"


@pytest.mark.parametrize("limit", ["binomial", "c45"])
def test_the_second_branch_of_the_voting_tree_becomes_a_leaf(limit: Limit) -> None:
    """[C45 figure 4-2]: republican (123/13.9)."""
    assert dt.error_based_prune(SYNFUELS, limit=limit) == dt.Leaf(SYNFUELS.summary)
    assert f"{dt.predicted_errors(dt.Leaf(SYNFUELS.summary), limit='c45'):.1f}" == "13.9"


def test_the_missile_is_raised_in_the_third_branch_of_the_voting_tree() -> None:
    """[C45 figure 4-2]: democrat (3/1.1), democrat (4/2.2), republican (2/1)."""
    raised = dt.error_based_prune(WATER, NINE_ROWS, limit="c45")
    assert isinstance(raised, dt.Branch)
    assert raised.question == MISSILE.question
    assert sizes(raised) == [(3, 0), (4, 1), (2, 0)]
    predicted = [f"{dt.predicted_errors(end, limit='c45'):.1f}" for end in dt.leaves(raised)]
    assert predicted == ["1.1", "2.2", "1.0"]


def test_the_missile_is_raised_for_the_tenth_of_an_error_alone() -> None:
    """More errors are predicted of the book's pruned branch than of the one that it replaces, by either limit."""
    raised = with_rows(MISSILE, NINE_ROWS)
    numbers = [[f"{dt.predicted_errors(t, limit=limit):.3f}" for t in (WATER, raised)] for limit in ("binomial", "c45")]
    assert numbers == [["4.193", "4.285"], ["4.228", "4.300"]]
    assert dt.error_based_prune(WATER, NINE_ROWS) == WATER


def counted(question: dt.Threshold | dt.Equals, *children: dt.Tree) -> dt.Branch:
    return dt.Branch(children[0].summary + children[1].summary, question, children)  # type: ignore[operator]


def ab(*counts: int) -> dt.Leaf:
    return dt.Leaf(dt.ClassCounts(counts, "ab"))


def test_a_raised_child_takes_the_rows_of_its_sibling_and_is_pruned_again() -> None:
    """[C45 §4.2]"""
    data = dt.classification_data({"x": [1, 1, *[2] * 8], "y": [1, 2, *[1] * 4, *[2] * 4]}, [*"ab", *"aaaa", *"bbbb"])
    below = counted(dt.Threshold("y", 1.5), ab(4, 0), ab(0, 4))
    tree = counted(dt.Threshold("x", 1.5), counted(dt.Threshold("y", 1.5), ab(1, 0), ab(0, 1)), below)
    assert dt.error_based_prune(tree) == tree
    assert dt.error_based_prune(tree, data) == counted(dt.Threshold("y", 1.5), ab(5, 0), ab(0, 5))


def test_a_category_that_was_never_seen_below_gets_a_leaf_when_a_child_is_raised() -> None:
    unknown = vote("mx missile", y=leaf(2, 1), u=leaf(0, 2))
    more = with_rows(unknown, NINE_ROWS)
    assert isinstance(more, dt.Branch)
    assert more.question == dt.EachCategory("mx missile", ("y", "u", "n"))
    assert sizes(more) == [(4, 1), (2, 0), (3, 0)]


def test_leaves_without_rows_predict_no_errors() -> None:
    assert dt.predicted_errors(leaf(0, 0)) == 0
    assert dt.error_based_prune(vote("x", n=leaf(0, 0), y=leaf(0, 0))) == leaf(0, 0)


def test_a_tie_is_pruned() -> None:
    """One child holds all rows: the branch and the leaf are predicted to err alike."""
    assert dt.error_based_prune(vote("x", n=leaf(0, 0), y=leaf(3, 1))) == leaf(3, 1)


def test_of_two_largest_children_the_first_is_raised_and_the_program_raises_the_last() -> None:
    """Nothing parts the rows but y, which both children ask about, in orders of their own."""
    rows = [(x, y, "ab"[y - 1]) for x in (1, 2) for y in (1, 1, 1, 2, 2, 2)]
    data = dt.classification_data({"x": [r[0] for r in rows], "y": [r[1] for r in rows]}, [r[2] for r in rows])
    ask = (dt.Equals("y", 1), dt.Threshold("y", 1.5))
    tree = counted(dt.Threshold("x", 1.5), *(counted(question, ab(3, 0), ab(0, 3)) for question in ask))
    choices: list[tuple[Limit, dt.Equals | dt.Threshold]] = [("binomial", ask[0]), ("c45", ask[1])]
    for limit, question in choices:
        raised = dt.error_based_prune(tree, data, limit=limit)
        assert isinstance(raised, dt.Branch)
        assert raised.question == question


def test_rows_that_are_not_the_trees_are_refused() -> None:
    with pytest.raises(dt.InvalidData, match="not those of the tree's nodes"):
        dt.error_based_prune(WATER, NINE_ROWS.take(range(8)))


def test_weights_that_are_not_whole_are_refused() -> None:
    half = dt.Leaf(dt.ClassCounts((0.5, 1)))
    with pytest.raises(dt.Unsupported, match="no binomial chance counts 1/2 errors in 3/2 rows: give whole numbers"):
        dt.predicted_errors(half)


@pytest.mark.parametrize(
    "method", ["pessimistic_prune", "minimum_error_prune", "error_based_prune", "predicted_errors"]
)
def test_trees_that_predict_numbers_are_refused(method: Literal["pessimistic_prune"]) -> None:
    numbers = dt.grow(dt.datasets.load("regression"), dt.cart())
    with pytest.raises(dt.InvalidData, match="prune it with pruning_sequence"):
        getattr(dt, method)(numbers)
