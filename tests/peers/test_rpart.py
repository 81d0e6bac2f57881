"""rpart, the real one: numbers that it states where nothing deviates or nothing is judged, and a wrong frame."""

from __future__ import annotations

import shutil
import subprocess
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import attrs
import pytest
from peers.asking import needs

from dtrees import Dataset, classification_data, misclassification_cost, regression_data, summarize
from dtrees.errors import Unsupported
from dtrees.losses import row_losses
from dtrees.oracle.peers.rpart.judge import judge_answer
from dtrees.oracle.peers.rpart.run import Answer, Case, answers
from dtrees.risk import risk_of_node
from dtrees.tree import Leaf

if TYPE_CHECKING:
    from collections.abc import Sequence

needs_rpart = needs("rpart")


def numbers(y: Sequence[float], x: Sequence[Any]) -> Dataset:
    return regression_data({"x": x}, y)


def classes(y: str) -> Dataset:
    return classification_data({"x": range(1, len(y) + 1)}, list(y))


def ask(data: Dataset, **rest: Any) -> Answer:
    case = Case(name="asked", data=data, criterion="gini" if hasattr(data.target, "labels") else "anova", **rest)
    [(_, answer)] = answers([case])
    return answer


def risk(data: Dataset) -> Fraction:
    return Fraction(risk_of_node(summarize(data)).as_fraction())


def loss_of_mean(training: Dataset, rows: Dataset) -> Fraction:
    return sum(map(Fraction, row_losses(Leaf(summarize(training)), rows)), Fraction(0))


@needs_rpart
def test_cross_validation_reads_the_loss_matrix_transposed() -> None:
    data = classes("aaab")
    answer = ask(data, folds=(1, 2, 1, 2), loss=((0, 10), (1, 0)))
    charged = misclassification_cost({("a", "b"): 10, ("b", "a"): 1}).of(Leaf(summarize(data)), data) * len(data)
    assert str(charged) == "1"
    assert (answer.table[0][3], answer.grown and answer.grown.risk[0]) == (10, 1)


@needs_rpart
def test_a_row_that_cannot_go_on_does_not_stop_at_the_node() -> None:
    data = numbers([0, 0, 1, 1, 9, 9], list("aabbcc"))
    stated = [
        ask(data, folds=folds, control={"usesurrogate": 0}).table[2][3]
        for folds in ((1, 1, 1, 1, 2, 2), (2, 2, 2, 2, 1, 1))
    ]
    one, two = data.take(range(4)), data.take([4, 5])
    assert stated == [4.294520547945205, 2.9794520547945202]
    assert str((loss_of_mean(one, two) + loss_of_mean(two, one)) / risk(data)) == "2607/584"


@needs_rpart
def test_a_cut_that_parts_nothing_makes_thirty_levels_or_none() -> None:
    for x in ((1, 1 + 2**-52), (1e308, 1.7e308)):
        answer = ask(numbers([0, 1], x))
        assert answer.grown
        assert answer.fitted
        deepest = max(int(node).bit_length() for node in answer.grown.node) - 1
        assert (len(answer.grown.node), deepest, len(answer.fitted.node)) == (61, 30, 1)


@needs_rpart
def test_a_printed_cp_may_lie_below_the_alpha_that_it_is_printed_for() -> None:
    data = classification_data({"x": [1] * 5 + [2] * 5}, list("aaaabbbbba"))
    answer = ask(data, prune=(0.6, 0.6000000000000001))
    assert answer.table[0][0] == 0.6000000000000001
    assert [len(nodes) for _, nodes in answer.pruned] == [3, 1]


@needs_rpart
def test_a_category_never_seen_goes_right_in_cross_validation_and_the_majority_s_way_in_predict() -> None:
    data = numbers([0, 0, 0, 5, 5, 3], list("aaabbc"))
    answer = ask(data, folds=(1, 1, 1, 1, 1, 2))
    others = loss_of_mean(data.take([5]), data.take(range(5)))
    right, majority = ((others + (3 - mean) ** 2) / risk(data) for mean in (5, 0))
    assert (str(right), str(majority)) == ("234/185", "264/185")
    assert f"{answer.table[1][3]:.12f}" == f"{float(right):.12f}"
    code = (
        'library(rpart); d <- data.frame(x = factor(c("a", "a", "a", "b", "b", "c")), y = c(0, 0, 0, 5, 5, 3));'
        "f <- rpart(y ~ x, d[1:5, ], minsplit = 2, minbucket = 1, cp = 0, maxsurrogate = 0, xval = 0);"
        "cat(predict(f, d[6, ]))"
    )
    done = subprocess.run(["Rscript", "-e", code], capture_output=True, check=True, text=True)  # noqa: S607 (R is found)
    assert done.stdout == "0"


@needs_rpart
def test_the_judge_sees_a_wrong_frame() -> None:
    case = Case(name="frame", data=classes("abacba"), criterion="gini")
    [(_, answer)] = answers([case])
    assert answer.grown is not None
    for kind, lie in {
        "risk": attrs.evolve(answer.grown, risk=[9.0, *answer.grown.risk[1:]]),
        "weight": attrs.evolve(answer.grown, rows=[9, *answer.grown.rows[1:]]),
        "prediction": attrs.evolve(answer.grown, value=[2.0, *answer.grown.value[1:]]),
    }.items():
        verdicts = judge_answer(case, attrs.evolve(answer, grown=lie))
        assert kind in {deviation.kind for deviation in verdicts["growth"].deviations}


def test_where_r_is_missing_the_error_says_what_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(Unsupported, match="apt-get install"):
        ask(classes("ab"))
