"""LightGBM, the real one, judged: the examples of ``expected/lightgbm.json``, and small random data."""

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
from dtrees.commands.verify_peers import verify_lightgbm
from dtrees.errors import InvalidData
from dtrees.oracle.boosters import Node, Peer, judge_booster, random_data
from dtrees.oracle.peers import messages, of_record

EXPECTED: dict[str, Any] = json.loads(Path(__file__).with_name("expected").joinpath("lightgbm.json").read_text("utf-8"))

pytestmark = pytest.mark.skipif(find_spec("lightgbm") is None, reason="needs LightGBM: pip install 'dtrees[lightgbm]'")


def peer(**options: Any) -> Peer:
    made: Peer = importlib.import_module("dtrees.oracle.lightgbm").peer(**options)
    return made


def answering(nodes: list[Node]) -> Peer:
    return attrs.evolve(peer(), grow=lambda _: nodes)


@pytest.mark.parametrize("name", EXPECTED)
def test_each_example_deviates_exactly_as_the_file_says(name: str) -> None:
    example = EXPECTED[name]
    judged = judge_booster(name, of_record(example), peer(**example["options"]))
    assert example["deviations"]
    assert messages(judged.found) == example["deviations"]


def test_every_deviation_of_small_random_data_is_explained() -> None:
    found = [
        each for name, data in random_data(150, seed=3).items() for each in judge_booster(name, data, peer()).found
    ]
    assert {each.part for each in found} == {"growth"}
    assert {each.why for each in found if each.kind != "error"} <= {
        "neighbours in one bin",
        "defect: a column that gained nothing above is not tried",
        "defect: gains not centred",
        "defect: weights are not repeated rows",
    }


def test_one_column_of_small_integers_is_grown_without_deviation() -> None:
    """One column never gains nothing above a node where it gains; equal weights are counted right."""
    for name, data in random_data(150, seed=4).items():
        first = regression_data({"x": range(len(data))}, data.target.values.round(1))  # type: ignore[union-attr]
        kinds = {each.kind for each in judge_booster(name, first, peer()).found}
        assert kinds <= {"late leaf"}


def test_repeated_rows_are_grown_where_weights_fail() -> None:
    """What weights 3 and 1 cannot, rows that stand so often can."""
    repeated = regression_data({"x": [1, 1, 1, 2]}, [0, 0, 0, 1])
    assert judge_booster("repeated", repeated, peer()).found == ()


def test_the_judge_sees_a_wrong_question_a_wrong_leaf_and_a_wrong_mean() -> None:
    data = regression_data({"x": [1, 2, 3]}, [0, 0, 9])
    cut = next(iter(peer().usual_cuts(1, 2)))
    leaf = Node(-1, 0.0, (), 3.0)
    wrong = {
        "split": [Node(0, cut, (1, 2), 3.0), attrs.evolve(leaf, value=0.0), attrs.evolve(leaf, value=4.5)],
        "early leaf": [leaf],
        "value": [attrs.evolve(leaf, value=2.9)],
    }
    for kind, nodes in wrong.items():
        judged = judge_booster(kind, data, answering(nodes))
        assert kind in [finding.kind for finding in judged.found]


def test_classes_are_refused() -> None:
    with pytest.raises(InvalidData, match="numeric columns and responses"):
        judge_booster("classes", classification_data({"x": [0, 1]}, ["a", "b"]), peer())


def test_the_command_prints_the_findings_and_exits_with_one_where_anything_deviates() -> None:
    done = CliRunner().invoke(verify_lightgbm, ["--cases", "30", "--json"])
    assert done.exit_code == 1
    assert json.loads(done.stdout)["deviations"]
    printed = CliRunner().invoke(verify_lightgbm, ["--cases", "30"])
    assert (printed.exit_code, "growth: early leaf" in printed.output) == (1, True)
    none = CliRunner().invoke(verify_lightgbm, ["--cases", "0", "--json"])
    assert (none.exit_code, json.loads(none.stdout)["deviations"]) == (0, [])


def test_where_it_is_missing_the_command_says_what_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lightgbm", None)
    monkeypatch.delitem(sys.modules, "dtrees.oracle.lightgbm", raising=False)
    done = CliRunner().invoke(verify_lightgbm, ["--cases", "0"])
    assert (done.exit_code, "pip install 'dtrees[lightgbm]'" in done.output) == (1, True)
