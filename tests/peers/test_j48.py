"""Weka's J48, the real one, judged: the examples of ``expected/j48.json``, the books' tables, and small random data."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import attrs
import pytest
from click.testing import CliRunner

from dtrees import Dataset, classification_data, datasets, regression_data
from dtrees.commands import verify_peers
from dtrees.commands.verify_peers import verify_j48
from dtrees.errors import InvalidData, Unsupported
from dtrees.oracle.peers.findings import Judged, as_record, messages, of_record
from dtrees.oracle.peers.j48 import run as weka
from dtrees.oracle.peers.j48.judge import GROWTH, OPTIONS, judge_answers, judge_j48
from dtrees.oracle.peers.j48.rules import RULES
from dtrees.oracle.peers.j48.run import Answer, Case, Node, Session, answers, find_jar
from dtrees.oracle.peers.rpart.cases import random_cases
from dtrees.oracle.protocol.outcomes import NoAnswer

EXPECTED: dict[str, Any] = json.loads(Path(__file__).with_name("expected").joinpath("j48.json").read_text("utf-8"))

NEVER = ("shares", "laplace", "observed", "collapse", "confidence", "reduced-error pruning")
"""The parts in which J48 does not deviate, weights being 1."""


def has_j48() -> bool:
    try:
        find_jar()
    except Unsupported:
        return False
    return shutil.which("javac") is not None


needs_j48 = pytest.mark.skipif(not has_j48(), reason=f"needs a JDK and Weka: {weka.INSTALL}")


@pytest.fixture(scope="module")
def judged_examples() -> dict[str, Judged]:
    """Return the verdict on each example, those of the same parts asked together."""
    found: dict[str, Judged] = {}
    for parts in {tuple(example["parts"]) for example in EXPECTED.values()}:
        named = {name: of_record(each) for name, each in EXPECTED.items() if tuple(each["parts"]) == parts}
        found |= {judged.name: judged for judged in judge_j48(named, parts)}
    return found


@needs_j48
@pytest.mark.parametrize("name", EXPECTED)
def test_each_example_deviates_exactly_as_the_file_says(name: str, judged_examples: dict[str, Judged]) -> None:
    assert EXPECTED[name]["deviations"]
    assert messages(judged_examples[name].found) == EXPECTED[name]["deviations"]


def small_random_data(cases: int, seed: int) -> dict[str, Dataset]:
    drawn = [case for case in random_cases(cases, seed) if case.criterion != "anova"]
    return {case.name: of_record(as_record(case.data)) for case in drawn}


@needs_j48
def test_every_deviation_of_small_random_data_is_explained_and_pruning_never_deviates() -> None:
    judged = list(judge_j48(small_random_data(45, seed=7)))
    found = [finding for item in judged for finding in item.found]
    assert sum(item.counts["growth"] for item in judged) > 150
    growth = [finding for finding in found if finding.part in GROWTH]
    assert {finding.part for finding in growth} == set(GROWTH)
    assert all(set(finding.why.split(": ")[1].split(", ")) <= set(RULES) for finding in growth)
    assert {finding.part for finding in found} & set(NEVER) == set()
    assert {finding.got for finding in found if finding.part == "reduced error"} == {
        "Model selection method not implemented"
    }


@needs_j48
def test_of_the_books_tables_only_iris_deviates_by_the_rule_of_the_tenth() -> None:
    named = {name: datasets.load(name) for name in ("loan", "weather", "watermelon2", "iris")}
    found = {item.name: [(each.kind, each.why) for each in item.found] for item in judge_j48(named, ("growth",))}
    assert found == {"loan": [], "weather": [], "watermelon2": [], "iris": [("split", "convention: tenth")]}


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


def parts_of(judged: Judged) -> list[str]:
    return [finding.part for finding in judged.found]


def test_the_judge_finds_nothing_in_right_answers() -> None:
    assert judge_answers("honest", DATA, HONEST).found == ()


@pytest.mark.parametrize("part", ["laplace", "observed", "collapse", "confidence", "reduced error"])
def test_the_judge_sees_a_lie_in_each_part_and_there_alone(part: str) -> None:
    found = parts_of(judge_answers("lie", DATA, {**HONEST, part: LIES[part]}))
    assert set(found) == ({part, "reduced-error pruning"} if part == "reduced error" else {part})


def test_the_judge_sees_a_wrong_cut_and_wrong_shares() -> None:
    assert "growth" in parts_of(judge_answers("cut", DATA, {"growth": LIES["growth"]}))
    swapped = attrs.evolve(HONEST["growth"], shares=HONEST["growth"].shares[::-1])
    assert parts_of(judge_answers("shares", DATA, {"growth": swapped})) == ["shares"] * 4


def test_a_question_that_no_rule_explains_is_unexplained() -> None:
    wrong = (Node(1, 1.8e308, [1, 2]), Node(-1, 0.0, []), Node(-1, 0.0, []))
    shares = ((0.5, 0.5),) * 4
    [root, *_] = judge_answers("wrong", DATA, {"growth": Answer(nodes=wrong, shares=shares)}).found
    assert (root.kind, root.why) == ("split", "unexplained")


def test_numbers_as_a_target_are_refused() -> None:
    with pytest.raises(InvalidData, match="J48 grows trees for classes"):
        Case(name="numbers", data=regression_data({"x": [0, 1]}, [0, 1]))


# --- the command ------------------------------------------------------------------------------------------------


@needs_j48
def test_the_command_prints_the_counts_and_the_smallest_data_of_each_deviation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verify_peers, "CLASSES", ("loan",))
    done = CliRunner().invoke(verify_j48, ["--cases", "0", "--json"])
    record = json.loads(done.stdout)
    assert done.exit_code == 1
    assert record["parts"]["growth"] == {"judged": 5, "deviating": 0}
    assert [each["part"] for each in record["deviations"]] == ["reduced error"]
    printed = CliRunner().invoke(verify_j48, ["--cases", "0"])
    assert "Model selection method not implemented" in printed.output


@pytest.mark.parametrize("missing", ["java", "weka"])
def test_where_java_or_weka_is_missing_the_command_says_what_installs_it(
    missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("WEKA_JAR", raising=False)
    monkeypatch.setattr(shutil, "which", lambda _: None if missing == "java" else "/bin/true")
    monkeypatch.setattr(weka, "find_spec", lambda _: None)
    done = CliRunner().invoke(verify_j48, ["--cases", "0"])
    assert (done.exit_code, weka.INSTALL in done.output) == (1, True)


def test_the_jar_that_the_environment_names_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    jar = tmp_path / "weka.jar"
    jar.touch()
    monkeypatch.setenv("WEKA_JAR", str(jar))
    assert find_jar() == jar
