"""What holds of both boosters, the real ones: the examples of ``expected/NAME.json``, the judge, and the command."""

from __future__ import annotations

import importlib
import json
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import attrs
import pytest
from click.testing import CliRunner

from dtrees import classification_data, regression_data
from dtrees.commands.verify_peers import verify_lightgbm, verify_xgboost
from dtrees.errors import InvalidData
from dtrees.oracle.peers.boosters.booster import Node, Peer, judge_booster
from dtrees.oracle.peers.findings import messages, of_record

COMMANDS = {"lightgbm": verify_lightgbm, "xgboost": verify_xgboost}
EXPECTED: dict[str, dict[str, Any]] = {
    name: json.loads(Path(__file__).with_name("expected").joinpath(f"{name}.json").read_text("utf-8"))
    for name in COMMANDS
}


@pytest.fixture(params=COMMANDS)
def booster(request: pytest.FixtureRequest) -> str:
    return require(request.param)


def require(name: str) -> str:
    """Return *name*, or skip the test where the package is missing."""
    if find_spec(name) is None:
        pytest.skip(f"needs {name}: pip install 'dtrees[{name}]'")
    return name


def peer(name: str, **options: Any) -> Peer:
    made: Peer = importlib.import_module(f"dtrees.oracle.peers.boosters.{name}").peer(**options)
    return made


def answering(name: str, nodes: list[Node]) -> Peer:
    return attrs.evolve(peer(name), grow=lambda _: nodes)


@pytest.mark.parametrize(("name", "case"), [(name, case) for name, cases in EXPECTED.items() for case in cases])
def test_each_example_deviates_exactly_as_the_file_says(name: str, case: str) -> None:
    example = EXPECTED[require(name)][case]
    judged = judge_booster(case, of_record(example), peer(name, **example["options"]))
    assert example["deviations"]
    assert messages(judged.found) == example["deviations"]


def test_the_judge_sees_a_wrong_question_a_wrong_leaf_and_a_wrong_mean(booster: str) -> None:
    data = regression_data({"x": [1, 2, 3]}, [0, 0, 9])
    leaf = Node(-1, 0.0, (), 3.0)
    wrong = {
        "split": [Node(0, 1.5, (1, 2), 3.0), attrs.evolve(leaf, value=0.0), attrs.evolve(leaf, value=4.5)],
        "early leaf": [leaf],
        "value": [attrs.evolve(leaf, value=2.9)],
    }
    for kind, nodes in wrong.items():
        judged = judge_booster(kind, data, answering(booster, nodes))
        assert kind in [finding.kind for finding in judged.found]


def test_a_cut_may_lie_anywhere_between_its_neighbours(booster: str) -> None:
    data = regression_data({"x": [1, 2]}, [0, 9])
    leaves = [Node(-1, 0.0, (), 0.0), Node(-1, 0.0, (), 9.0)]

    def kinds(cut: float) -> list[str]:
        judged = judge_booster("cut", data, answering(booster, [Node(0, cut, (1, 2), 4.5), *leaves]))
        return [found.kind for found in judged.found]

    assert [kinds(cut) for cut in (1.0, 1.25, 1.99)] == [[], [], []]
    assert "split" in kinds(2.0)


def test_classes_are_refused(booster: str) -> None:
    with pytest.raises(InvalidData, match="numeric columns and responses"):
        judge_booster("classes", classification_data({"x": [0, 1]}, ["a", "b"]), peer(booster))


def test_the_command_prints_the_findings_and_exits_with_one_where_anything_deviates(booster: str) -> None:
    done = CliRunner().invoke(COMMANDS[booster], ["--cases", "30", "--json"])
    assert done.exit_code == 1
    assert json.loads(done.stdout)["deviations"]
    printed = CliRunner().invoke(COMMANDS[booster], ["--cases", "30"])
    assert (printed.exit_code, "growth: early leaf" in printed.output) == (1, True)
    none = CliRunner().invoke(COMMANDS[booster], ["--cases", "0", "--json"])
    assert (none.exit_code, json.loads(none.stdout)["deviations"]) == (0, [])


def test_where_it_is_missing_the_command_says_what_installs_it(booster: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, booster, None)
    monkeypatch.delitem(sys.modules, f"dtrees.oracle.{booster}", raising=False)
    done = CliRunner().invoke(COMMANDS[booster], ["--cases", "0"])
    assert (done.exit_code, f"pip install 'dtrees[{booster}]'" in done.output) == (1, True)
