"""rpart, the real one, judged: some hundreds of cases, and the smallest examples of how it deviates."""

from __future__ import annotations

import json
import math
import shutil
import subprocess
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import attrs
import pytest
from click.testing import CliRunner

from dtrees import (
    Dataset,
    classification_data,
    leaves,
    misclassification_cost,
    pruning_sequence,
    regression_data,
    summarize,
)
from dtrees.cli import main
from dtrees.errors import Unsupported
from dtrees.measure import row_losses
from dtrees.oracle.peers.rpart import cases as rpart_cases
from dtrees.oracle.peers.rpart import run as rpart
from dtrees.oracle.peers.rpart.cases import random_cases
from dtrees.oracle.peers.rpart.judge import RISKS, CaseVerdict, judge_answer
from dtrees.oracle.peers.rpart.run import Answer, Case, Criterion, answers
from dtrees.oracle.peers.rpart.trees import translate
from dtrees.oracle.verdict import PathVerdict
from dtrees.prune import risk_of_node
from dtrees.tree import Leaf

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def has_rpart() -> bool:
    command = shutil.which("Rscript")
    asked = [str(command), "-e", "library(rpart)"]
    return command is not None and not subprocess.run(asked, capture_output=True, check=False).returncode


needs_rpart = pytest.mark.skipif(not has_rpart(), reason=f"needs R and rpart: {rpart.INSTALL}")


def numbers(y: Sequence[float], x: Sequence[Any] = ()) -> Dataset:
    return regression_data({"x": x or range(1, len(y) + 1)}, y)


def classes(y: str, x: Sequence[Any] = ()) -> Dataset:
    return classification_data({"x": x or range(1, len(y) + 1)}, list(y))


def ask(
    data: Dataset, *, folds: Sequence[int] = (), control: Mapping[str, float] | None = None, **rest: Any
) -> tuple[Answer, CaseVerdict]:
    criterion: Criterion = "gini" if hasattr(data.target, "labels") else "anova"
    case = Case(name="example", data=data, criterion=criterion, folds=tuple(folds), control=control or {}, **rest)
    [(_, answer)] = answers([case])
    return answer, judge_answer(case, answer)


def sequence_of(answer: Answer, data: Dataset) -> list[tuple[str, int]]:
    """Return alpha and leaves of the exact members, on rpart's scale, of rpart's own tree."""
    assert answer.grown is not None
    risk = RISKS["gini" if hasattr(data.target, "labels") else "anova"]
    sequence = pruning_sequence(translate(answer.grown, data), impurity=risk, scale="root")
    return [(str(member.alpha), len(leaves(member.tree))) for member in sequence]


def found(verdict: CaseVerdict, part: str) -> list[tuple[str, str, str]]:
    """Return each deviation of a part: its kind, and the exact number before its decimals, and rpart's side."""
    judged = verdict.parts[part]
    return [(deviation.kind, deviation.expected.split(" = ")[0], deviation.got) for deviation in judged.deviations]


def size(answer: Answer, at: int = 0) -> int:
    """Return how many nodes a pruning left."""
    return len(answer.pruned[at][1])


# --- the README's table, row by row -----------------------------------------------------------------------------


@needs_rpart
def test_the_cp_at_which_a_node_goes_is_not_its_weakest_link_alpha() -> None:
    data = classes("abacba")
    answer, verdict = ask(data, prune=(0.18,))
    assert sequence_of(answer, data) == [("0", 6), ("1/5", 1)]
    assert found(verdict, "cptable") == [("alpha", "1/5", "0.16666666666666666")]
    assert (size(answer), found(verdict, "prune")[0][0]) == (1, "tree")
    data = numbers([0, 1, 0, 0, 1, 0])
    answer, verdict = ask(data, prune=(0.23,))
    assert sequence_of(answer, data) == [("0", 5), ("1/4", 1)]
    assert found(verdict, "cptable") == [("alpha", "1/4", "0.21875000000000003")]
    assert size(answer) == 1


@needs_rpart
def test_growing_with_cp_is_not_growing_and_then_pruning_at_cp() -> None:
    data = numbers([1, 3, 0, 2])
    answer, _ = ask(data, prune=(0.3,))
    assert sequence_of(answer, data) == [("0", 4), ("1/3", 1)]
    assert size(answer) == 7
    answer, verdict = ask(data, control={"cp": 0.3})
    assert answer.fitted is not None
    assert len(answer.fitted.node) == 1
    assert ("tree", "1 leaves") in [(kind, got) for kind, _, got in found(verdict, "prune")]
    data = classes("babbbab")
    answer, verdict = ask(data, control={"cp": 0.2})
    assert sequence_of(answer, data) == [("0", 5), ("1/4", 1)]
    assert answer.fitted is not None
    assert len(answer.fitted.node) == 5
    assert ("tree", "3 leaves") in [(kind, got) for kind, _, got in found(verdict, "prune")]


@needs_rpart
def test_the_root_s_xerror_is_that_of_larger_trees() -> None:
    _, verdict = ask(numbers([0, 4, 0, 5], [1, 1, 2, 2]), folds=(1, 2, 2, 1))
    assert found(verdict, "xval") == [("root xerror", "86/83", "3.951807228915663")]


@needs_rpart
def test_cross_validation_reads_the_loss_matrix_transposed() -> None:
    data = classes("aaab")
    answer, _ = ask(data, folds=(1, 2, 1, 2), loss=((0, 10), (1, 0)))
    charged = misclassification_cost({("a", "b"): 10, ("b", "a"): 1}).of(Leaf(summarize(data)), data) * len(data)
    assert str(charged) == "1"
    assert (answer.table[0][3], answer.grown and answer.grown.risk[0]) == (10, 1)


@needs_rpart
def test_a_row_that_cannot_go_on_takes_the_prediction_of_the_row_before() -> None:
    data = numbers([0, 0, 1, 1, 9, 9], list("aabbcc"))
    one, _ = ask(data, folds=(1, 1, 1, 1, 2, 2), control={"usesurrogate": 0})
    two, verdict = ask(data, folds=(2, 2, 2, 2, 1, 1), control={"usesurrogate": 0})
    assert (one.table[2][3], two.table[2][3]) == (4.294520547945205, 2.9794520547945202)
    assert [kind for kind, _, _ in found(verdict, "xval")] == ["xerror"]
    training, held_out = data.take(range(4)), data.take([4, 5])
    losses = row_losses(Leaf(summarize(training)), held_out) + row_losses(Leaf(summarize(held_out)), training)
    assert str(sum(losses) / risk_of_node(summarize(data)).as_fraction()) == "2607/584"


@needs_rpart
def test_a_negative_cp_repeats_the_xerror_of_the_row_before() -> None:
    data, folds = numbers([0, 1, 0, 3, 3]), (1, 2, 2, 1, 2)
    answer, verdict = ask(data, folds=folds)
    assert found(verdict, "xval") == []
    answer, verdict = ask(data, folds=folds, control={"cp": -1})
    assert found(verdict, "xval") == [("xerror", "55/46", repr(answer.table[1][3]))]


@needs_rpart
def test_a_tree_that_was_never_split_has_errors_of_zero() -> None:
    answer, verdict = ask(numbers([0, 1, 0, 1], [1, 1, 1, 1]), folds=(1, 1, 2, 2))
    assert [list(row) for row in answer.table] == [[0, 0, 1, 0, 0]]
    assert found(verdict, "xval") == [("lone root", "1", "0")]


@needs_rpart
@pytest.mark.parametrize(("labels", "stated"), [((1, 2), 1), ((0, 1), 0.5), ((1, 3), 0.5), ((10, 20), 0)])
def test_folds_not_numbered_from_one_are_never_left_out(labels: tuple[int, int], stated: float) -> None:
    answer, verdict = ask(numbers([0, 0, 1, 1]), folds=labels * 2)
    assert answer.table[0][3] == stated
    assert (found(verdict, "xval") == []) == (labels == (1, 2))


@needs_rpart
@pytest.mark.parametrize("x", [(1, 1 + 2**-52), (1e308, 1.7e308)])
def test_a_midpoint_that_rounds_or_overflows_parts_nothing(x: tuple[float, float]) -> None:
    answer, verdict = ask(numbers([0, 1], x))
    assert answer.grown is not None
    assert answer.fitted is not None
    assert (len(answer.grown.node), len(answer.fitted.node)) == (61, 1)
    first = verdict.parts["growth"].deviations[0]
    assert (first.kind, first.regret) == ("split", "1/4")


@needs_rpart
def test_the_standard_error_is_the_root_of_a_rounded_difference() -> None:
    answer, verdict = ask(numbers([0, 0, 0, 0.9, 0.9, 0.9]), folds=(1, 2, 3, 1, 2, 3))
    assert math.isnan(answer.table[0][4])
    assert found(verdict, "xval") == [("xstd", "sqrt(0)", "nan")]


@needs_rpart
def test_equal_alphas_that_round_differently_make_a_row_of_a_tree_that_is_never_optimal() -> None:
    data = numbers([3, 0, 3, 3, 1])
    answer, verdict = ask(data)
    assert sequence_of(answer, data) == [("0", 4), ("1/3", 1)]
    assert [row[:2] for row in answer.table] == [(0.33333333333333337, 0), (0.3333333333333333, 2), (0, 3)]
    assert [(kind, got) for kind, _, got in found(verdict, "cptable")] == [("tree", "3 leaves")]
    assert [deviation.regret for deviation in verdict.parts["prune"].deviations] == ["1/54043195528445952"]


@needs_rpart
def test_a_split_that_gains_nothing_is_made_where_its_gain_rounds_above_zero() -> None:
    _, verdict = ask(numbers([2, 2, 2, 2, 1, 1], [0, 1, 1, 0, 0, 1]))
    assert [kind for kind, _, _ in found(verdict, "growth")] == ["late leaf"]


@needs_rpart
def test_a_printed_cp_may_lie_below_the_alpha_that_it_is_printed_for() -> None:
    data = classes("aaaabbbbba", [1] * 5 + [2] * 5)
    answer, verdict = ask(data, prune=(0.6, 0.6000000000000001))
    assert sequence_of(answer, data) == [("0", 2), ("3/5", 1)]
    assert (answer.table[0][0], size(answer, 0), size(answer, 1)) == (0.6000000000000001, 3, 1)
    assert verdict.parts["prune"].deviations == ()


@needs_rpart
def test_one_class_alone_is_refused() -> None:
    answer, verdict = ask(classes("aaa"))
    assert answer.error
    assert found(verdict, "answer") == [("error", "an answer", answer.error)]


# --- conventions ------------------------------------------------------------------------------------------------


@needs_rpart
def test_a_row_on_the_cut_goes_right_a_category_never_seen_too() -> None:
    """x < cut, not x <= cut: at 2, halfway from 1 to 3, the held-out row 2 is predicted from the right."""
    _, verdict = ask(numbers([0, 0, 5, 5, 3], [1, 1, 3, 3, 2]), folds=(1, 1, 1, 1, 2))
    assert verdict.parts["xval"].deviations == ()
    data = numbers([0, 0, 0, 5, 5, 3], list("aaabbc"))
    answer, verdict = ask(data, folds=(1, 1, 1, 1, 1, 2))
    assert verdict.parts["xval"].deviations == ()
    risk = risk_of_node(summarize(data)).as_fraction()
    others = sum(row_losses(Leaf(summarize(data.take([5]))), data.take(range(5))))
    right, majority = ((others + (3 - mean) ** 2) / risk for mean in (5, 0))
    assert (str(right), str(majority)) == ("234/185", "264/185")
    assert f"{answer.table[1][3]:.12f}" == f"{234 / 185:.12f}"


@needs_rpart
def test_every_split_of_two_hundred_random_cases_is_optimal() -> None:
    """Growth deviates only by the two ways of the README: a midpoint that rounds, and a gain rounded above 0."""
    judged = [(case, judge_answer(case, answer)) for case, answer in answers(random_cases(200, seed=5))]
    for case, verdict in judged:
        rounding = any(0 < abs(a - b) < 1e-15 for feature in case.data.features for a, b in _neighbours(feature))
        kinds = {deviation.kind for deviation in verdict.parts["growth"].deviations}
        assert rounding or kinds <= {"late leaf"}
    rows = sum(part.rows for _, verdict in judged for part in verdict.parts.values() if isinstance(part, PathVerdict))
    assert rows > 1000


def _neighbours(feature: Any) -> list[tuple[float, float]]:
    values = sorted(getattr(feature, "values", ()))
    return list(pairwise(values))


# --- the command ------------------------------------------------------------------------------------------------


@needs_rpart
def test_the_command_prints_the_findings_and_exits_with_one_where_anything_deviates(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rpart_cases, "SHIPPED", {"iris": "Species", "kyphosis": "Kyphosis"})
    monkeypatch.setattr(rpart_cases, "OWN", ("loan",))
    done = CliRunner().invoke(main, ["verify", "rpart", "--cases", "0", "--json"])
    assert done.exit_code == 1
    record = json.loads(done.stdout)
    by_group = {(group["data"], group["criterion"]): group for group in record["groups"]}
    assert by_group["iris", "gini"]["cptable"] == {"judged": 6, "canonical": 6, "admissible": 0, "deviating": 0}
    assert by_group["kyphosis", "information"]["cptable"]["deviating"] == 1
    smallest = {(item["part"], item["kind"]): item for item in record["deviations"]}
    assert smallest["cptable", "alpha"]["expected"].startswith("2/85 = ")
    printed = CliRunner().invoke(main, ["verify", "rpart", "--cases", "3"])
    assert "kyphosis" in printed.output


@needs_rpart
def test_the_command_exits_with_zero_where_nothing_deviates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rpart_cases, "SHIPPED", {"iris": "Species"})
    monkeypatch.setattr(rpart_cases, "OWN", ())
    assert CliRunner().invoke(main, ["verify", "rpart", "--cases", "0"]).exit_code == 0


def test_where_r_is_missing_the_command_says_what_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    done = CliRunner().invoke(main, ["verify", "rpart"])
    assert (done.exit_code, rpart.INSTALL in done.output) == (1, True)
    with pytest.raises(Unsupported, match="apt-get install"):
        list(answers([Case(name="none", data=numbers([0, 1]), criterion="anova")]))


@needs_rpart
def test_the_judge_sees_a_wrong_frame() -> None:
    data = classes("abacba")
    case = Case(name="frame", data=data, criterion="gini")
    [(_, answer)] = answers([case])
    assert answer.grown is not None
    for kind, lie in {
        "risk": attrs.evolve(answer.grown, risk=[9.0, *answer.grown.risk[1:]]),
        "weight": attrs.evolve(answer.grown, rows=[9, *answer.grown.rows[1:]]),
        "prediction": attrs.evolve(answer.grown, value=[2.0, *answer.grown.value[1:]]),
    }.items():
        verdict = judge_answer(case, attrs.evolve(answer, grown=lie))
        assert kind in {deviation.kind for deviation in verdict.parts["growth"].deviations}
