"""The judge of pruning paths sees every kind of wrong row, and grants what a convention names, and no more."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from dtrees import (
    Branch,
    Leaf,
    Pruned,
    Threshold,
    Tree,
    alpha_of,
    cart,
    cost,
    datasets,
    grow,
    leaves,
    prune_at,
    pruning_sequence,
)
from dtrees.oracle import Conventions, RowClaim, Verdict, judge_path, judge_pruned
from dtrees.trees.summary import ClassCounts

IRIS = grow(datasets.load("iris"), cart())
EXACT = pruning_sequence(IRIS)


def claims_of(sequence: tuple[Pruned, ...]) -> list[RowClaim]:
    return [RowClaim(alpha=float(member.alpha), tree=member.tree) for member in sequence]


def kinds(verdict: Verdict) -> list[tuple[str, int | None]]:
    return [(deviation.kind, deviation.row) for deviation in verdict.deviations]


def test_the_exact_path_rounded_is_canonical_throughout() -> None:
    verdict = judge_path(IRIS, claims_of(EXACT))
    assert (verdict.judged, verdict.canonical, verdict.deviations) == (len(EXACT), len(EXACT), ())


def test_rows_are_known_by_their_leaves_or_their_risk_too() -> None:
    by_leaves = [RowClaim(alpha=float(member.alpha), leaves=len(leaves(member.tree))) for member in EXACT]
    by_risk = [RowClaim(alpha=float(member.alpha), risk=float(cost(member.tree, 0))) for member in EXACT]
    for rows in (by_leaves, by_risk):
        assert judge_path(IRIS, rows).canonical == len(EXACT)


@pytest.mark.parametrize(
    ("row", "change", "kind"),
    [
        (2, {"alpha": 0.5}, "alpha"),
        (2, {"risk": 0.5}, "risk"),
        (2, {"tree": prune_at(IRIS, (1, 0))}, "tree"),
        (0, {"alpha": -1e-300}, "negative"),
    ],
)
def test_each_planted_lie_is_a_deviation_of_its_kind(row: int, change: dict[str, Any], kind: str) -> None:
    rows = claims_of(EXACT)
    rows[row] = attrs.evolve(rows[row], **change)
    assert (kind, row) in kinds(judge_path(IRIS, rows))


def test_a_skipped_member_is_missing_and_a_shown_one_may_not_come_again() -> None:
    rows = claims_of(EXACT)
    assert kinds(judge_path(IRIS, rows[:2] + rows[3:])) == [("missing", 2)]
    assert kinds(judge_path(IRIS, [*rows[:3], rows[2], *rows[3:]])) == [("repeated", 3)]


def test_alphas_that_fall_are_seen() -> None:
    rows = claims_of(EXACT)
    assert ("decreasing", 3) in kinds(judge_path(IRIS, [*rows[:2], rows[3], rows[2], *rows[4:]]))


TIED = Branch(
    ClassCounts((20, 20)),
    Threshold("x", 0),
    (
        Branch(ClassCounts((2, 1)), Threshold("x", -1), (Leaf(ClassCounts((2, 0))), Leaf(ClassCounts((0, 1))))),
        Branch(ClassCounts((1, 2)), Threshold("x", 1), (Leaf(ClassCounts((1, 0))), Leaf(ClassCounts((0, 2))))),
    ),
)
"""Both branches have g(t) = 4/3 on the count scale, and the root's is larger."""

ONE_CUT = prune_at(TIED, (0,))
BOTH_CUT = prune_at(ONE_CUT, (1,))


def tied_rows(alpha: float, following: float) -> list[RowClaim]:
    """Return the path of TIED by one link a round."""
    end = float(alpha_of(BOTH_CUT, ()))
    trees: list[tuple[float, Tree]] = [(0.0, TIED), (alpha, ONE_CUT), (following, BOTH_CUT), (end, Leaf(TIED.summary))]
    return [RowClaim(alpha=value, tree=pruned) for value, pruned in trees]


def test_one_link_at_a_time_is_a_convention_only_where_the_rows_state_one_alpha() -> None:
    below, above = 4 / 3, 4 / 3 + 2**-52
    one_at_a_time = Conventions(links="one_at_a_time")
    verdict = judge_path(TIED, tied_rows(below, below), conventions=one_at_a_time)
    assert (verdict.canonical, verdict.admissible, verdict.deviating) == (3, 1, 0)
    together = judge_path(TIED, tied_rows(below, below), conventions=Conventions())
    assert kinds(together) == [("tree", 1)]
    found = judge_path(TIED, tied_rows(below, above), conventions=one_at_a_time).deviations
    assert [(deviation.kind, deviation.row, deviation.regret) for deviation in found] == [
        ("tree", 1, "1/13510798882111488")
    ]


def test_the_first_row_may_be_the_tree_itself_where_that_is_the_convention() -> None:
    summary = ClassCounts((2, 2))
    xor = Branch(summary, Threshold("x", 0), (Leaf(ClassCounts((1, 1))), Leaf(ClassCounts((1, 1)))))
    rows = [RowClaim(alpha=0.0, tree=xor), RowClaim(alpha=0.0, tree=Leaf(summary))]
    assert judge_path(xor, rows, conventions=Conventions(first="largest")).deviations == ()
    assert kinds(judge_path(xor, rows)) == [("tree", 0)]


def test_a_pruned_fit_is_judged_at_its_own_alpha_and_its_regret_is_exact() -> None:
    conventions = Conventions()
    inside = [RowClaim(alpha=1.0, tree=TIED), RowClaim(alpha=2.0, tree=BOTH_CUT)]
    assert judge_pruned(TIED, inside, conventions=conventions).canonical == 2
    wrong = judge_pruned(TIED, [RowClaim(alpha=1.0, tree=ONE_CUT)], conventions=conventions)
    assert [deviation.regret for deviation in wrong.deviations] == ["1/3"]
    at_the_alpha = [RowClaim(alpha=4 / 3, tree=member) for member in (TIED, BOTH_CUT)]
    assert judge_pruned(TIED, at_the_alpha, conventions=conventions).deviations == ()


def test_cutting_only_below_the_alpha_is_a_convention() -> None:
    flat = prune_at(prune_at(IRIS, (1, 0)), (1, 1))
    end = float(pruning_sequence(flat)[-1].alpha)
    below = Conventions(pruned="below")
    assert judge_pruned(flat, [RowClaim(alpha=end, tree=pruning_sequence(flat)[-2].tree)], conventions=below).canonical
