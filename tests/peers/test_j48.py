"""Weka's J48, the real one: how it is asked, what it prints, and what the judge sees of its answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest
from peers.asking import needs

from dtrees import Dataset, classification_data, regression_data
from dtrees.errors import InvalidData
from dtrees.oracle.peers.j48.judge import OPTIONS, judge_answers
from dtrees.oracle.peers.j48.run import Answer, Case, Node, Session, answers, find_jar
from dtrees.oracle.protocol.outcomes import NoAnswer

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

needs_j48 = needs("j48")


@needs_j48
def test_the_printed_tree_sends_a_training_row_elsewhere_than_the_tree_does() -> None:
    """A cut is printed with six decimals: 0.1234564 is at most the cut 0.1234564, but above 0.123456."""
    data = classification_data({"x": [0.1234564, 1]}, ["n", "p"])
    [(_, answer)] = answers([Case(name="printed", data=data, options=OPTIONS["observed"])])
    assert answer.nodes[0].cut == 0.1234564
    assert "v0 <= 0.123456: c0" in answer.printed


@needs_j48
def test_a_java_that_dies_is_told_of_and_started_again() -> None:
    with Session() as session:
        with pytest.raises(NoAnswer, match="no case that J48 can be asked"):
            session.ask(Case(name="no number", data=DATA, options=("-C", "x")))
        assert session.ask(Case(name="again", data=DATA)).nodes[0].cut == 1.5


@needs_j48
def test_no_answer_is_awaited_longer_than_the_limit() -> None:
    with Session(seconds=0.01) as session, pytest.raises(NoAnswer, match=r"no answer within 0\.01 s"):
        session.ask(Case(name="late", data=DATA))


@needs_j48
def test_of_further_rows_j48_is_asked_but_does_not_learn() -> None:
    [(_, alone)] = answers([Case(name="alone", data=DATA)])
    [(_, answer)] = answers([Case(name="more", data=DATA, more=((1.5, 1.75, 9), (0, 1, 0)))])
    assert answer.nodes == alone.nodes
    assert answer.nodes[0].counts == [2, 2]
    assert answer.predicted == (*alone.predicted, 0, 1, 1)
    assert answer.shares == (*alone.shares, (1, 0), (0, 1), (0, 1))


# --- the judge --------------------------------------------------------------------------------------------------

DATA = classification_data({"x": [1, 1, 2, 2], "c": ["a", "b", "a", "b"]}, ["n", "n", "p", "p"])
TREE = (Node(0, 1.5, [1, 2]), Node(-1, 0.0, []), Node(-1, 0.0, []))
STUMP = (Node(-1, 0.0, []),)
HONEST = {
    "growth": Answer(nodes=TREE, shares=((1.0, 0.0),) * 2 + ((0.0, 1.0),) * 2),
    "laplace": Answer(nodes=TREE, shares=((0.75, 0.25),) * 2 + ((0.25, 0.75),) * 2),
    "observed": Answer(nodes=(Node(0, 1.0, [1, 2]), *TREE[1:])),
    "collapse": Answer(nodes=TREE),
    "confidence": Answer(nodes=STUMP),
    "reduced error": Answer(nodes=TREE, grown=TREE, pruned=TREE, growing=(1, 3)),
}
LIES = {
    "growth": Answer(nodes=(Node(0, 1.25, [1, 2]), *TREE[1:]), shares=HONEST["growth"].shares),
    "laplace": attrs.evolve(HONEST["laplace"], shares=HONEST["growth"].shares),
    "observed": attrs.evolve(HONEST["observed"], nodes=TREE),
    "collapse": attrs.evolve(HONEST["collapse"], nodes=STUMP),
    "confidence": attrs.evolve(HONEST["confidence"], nodes=(Node(0, 1.25, [1, 2]), *TREE[1:])),
    "reduced error": attrs.evolve(HONEST["reduced error"], pruned=STUMP),
}


def parts_of(data: Dataset, said: Mapping[str, Answer]) -> list[str]:
    """Return the part of each deviation."""
    return [part for part, verdict in judge_answers(data, said).items() for _ in verdict.deviations]


def test_the_judge_finds_nothing_in_right_answers() -> None:
    assert parts_of(DATA, HONEST) == []


@pytest.mark.parametrize("part", ["laplace", "observed", "collapse", "confidence", "reduced error"])
def test_the_judge_sees_a_lie_in_each_part_and_there_alone(part: str) -> None:
    found = parts_of(DATA, {**HONEST, part: LIES[part]})
    assert set(found) == ({part, "reduced-error pruning"} if part == "reduced error" else {part})


def test_the_judge_sees_a_wrong_cut_and_wrong_shares() -> None:
    assert "growth" in parts_of(DATA, {"growth": LIES["growth"]})
    swapped = attrs.evolve(HONEST["growth"], shares=HONEST["growth"].shares[::-1])
    assert parts_of(DATA, {"growth": swapped}) == ["shares"] * 4


def test_a_question_that_no_rule_explains_is_unexplained() -> None:
    wrong = (Node(1, 1.8e308, [1, 2]), Node(-1, 0.0, []), Node(-1, 0.0, []))
    shares = ((0.5, 0.5),) * 4
    root, *_ = judge_answers(DATA, {"growth": Answer(nodes=wrong, shares=shares)})["growth"].deviations
    assert (root.kind, root.why) == ("split", "unexplained")


def test_numbers_as_a_target_are_refused() -> None:
    with pytest.raises(InvalidData, match="J48 grows trees for classes"):
        Case(name="numbers", data=regression_data({"x": [0, 1]}, [0, 1]))


def test_the_jar_that_the_environment_names_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    jar = tmp_path / "weka.jar"
    jar.touch()
    monkeypatch.setenv("WEKA_JAR", str(jar))
    assert find_jar() == jar
