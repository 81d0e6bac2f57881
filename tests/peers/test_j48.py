"""Weka's J48, the real one: how it is asked, what it prunes, and that what no rule explains is unexplained."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from peers.asking import needs

from dtrees import classification_data, regression_data
from dtrees.errors import Unsupported
from dtrees.growing.impurity import misclassification
from dtrees.oracle.cases import Case
from dtrees.oracle.examination import Examination
from dtrees.oracle.examine import examine
from dtrees.oracle.finding import Finding
from dtrees.peers.j48 import J48, LEARNERS
from dtrees.peers.shared.weka import class_path

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

needs_j48 = needs("j48")
C45 = LEARNERS["c45"]
DATA = classification_data({"x": [1, 1, 2, 2], "c": ["a", "b", "a", "b"]}, ["n", "n", "p", "p"])


@pytest.fixture(scope="module")
def j48() -> Iterator[J48]:
    with J48() as peer:
        yield peer


@needs_j48
def test_every_check_finds_nothing_in_right_answers(j48: J48) -> None:
    case = Case(name="right", data=DATA, learner=C45, alphas=(0.0,))
    verdicts = {verdict.check: verdict.deviating for verdict in examine(j48, case, j48.conventions)}
    refused = verdicts.pop("growth with -R")
    assert refused == 1
    assert verdicts == dict.fromkeys(
        ("growth", "predictions", "shares", "reduced-error pruning", "error-based pruning", "pruned",
         "growth without -J", "shares with -A", "growth at values"), 0,
    )  # fmt: skip


@needs_j48
def test_it_weighs_leaves_and_predicts_and_prunes_what_it_grew(j48: J48) -> None:
    data = classification_data({"x": [1, 2, 3, 4]}, ["n", "p", "p", "p"])
    tree = j48.grow(data, LEARNERS["c45, 3 rows"])
    assert (tree["weight"], tree["value"]) == (4, [0.25, 0.75])
    grown = j48.grow(data, C45)
    assert grown["question"]["threshold"] == "1.5" or grown["question"]["threshold"] == 1.5
    assert j48.predict(grown, {"x": [1.5, 9]}) == ["n", "p"]
    assert j48.predict_proba(grown, {"x": [1.5, 9]}) == [[1, 0], [0, 1]]
    assert j48.optimal_subtree(grown, 0, impurity=misclassification)["children"]
    assert "children" not in j48.reduced_error_prune(grown, classification_data({"x": [1]}, ["p"], classes=["n", "p"]))


@needs_j48
def test_no_answer_is_awaited_longer_than_the_limit() -> None:
    with pytest.raises(Unsupported, match=r"no answer within 0\.01 s"), J48(seconds=0.01):
        pass


@needs_j48
def test_numbers_as_a_target_are_refused(j48: J48) -> None:
    with pytest.raises(Unsupported, match="of classes"):
        j48.grow(regression_data({"x": [0, 1]}, [0, 1]), C45)


@needs_j48
def test_a_question_that_no_rule_explains_is_unexplained(j48: J48) -> None:
    case = Case(name="wrong", data=DATA, learner=C45)
    around = Examination(j48, case, j48.conventions)
    around.__dict__["answer"] = {"feature": "c", "categories": ["a", "b"], "children": [{}, {}]}
    finding = Finding(check="growth", kind="split", path=(), expected="x", got="c")
    assert j48.explain(finding, around) == "unexplained"


def test_the_jar_that_the_environment_names_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    jar = tmp_path / "weka.jar"
    jar.touch()
    monkeypatch.setenv("WEKA_JAR", str(jar))
    assert class_path().split(":")[0] == str(jar)
