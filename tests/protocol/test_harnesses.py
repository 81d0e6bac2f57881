"""The shipped harnesses, run: the small CART in JavaScript deviates nowhere, and rpart where it is known to."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import pytest
from click.testing import CliRunner, Result

import dtrees as dt
from dtrees.commands.verify_command import judge_command, peer_options
from dtrees.laws import LAWS
from dtrees.oracle import protocol
from dtrees.oracle.conformance import conformance
from dtrees.oracle.protocol.judging import judge_trial
from dtrees.oracle.protocol.outcomes import Answered, Crashed, Declined
from dtrees.oracle.protocol.peer import Peer
from dtrees.oracle.protocol.trials import trials

if TYPE_CHECKING:
    from collections.abc import Mapping

HARNESSES = Path(protocol.__file__).parents[1] / "harnesses"
WRONG = Path(__file__).parent / "peers" / "wrong.py"
NODE = f"node {shlex.quote(str(HARNESSES / 'cart.js'))}"
RPART = f"Rscript {shlex.quote(str(HARNESSES / 'rpart.R'))}"


def has_rpart() -> bool:
    command = shutil.which("Rscript")
    asked = [str(command), "-e", "library(rpart); library(jsonlite)"]
    return command is not None and not subprocess.run(asked, capture_output=True, check=False).returncode


needs_node = pytest.mark.skipif(not shutil.which("node"), reason="needs Node: apt-get install nodejs")
needs_rpart = pytest.mark.skipif(
    not has_rpart(), reason="needs R, rpart and jsonlite: apt-get install r-base-core r-cran-rpart r-cran-jsonlite"
)


@click.command()
@peer_options
def verify(command: str, **options: Any) -> None:
    """Judge a command, as ``dtrees verify`` does."""
    judge_command(command, **options)


def run(command: str, **options: Any) -> Result:
    words = [word for name, value in options.items() for word in (f"--{name.replace('_', '-')}", str(value))]
    return CliRunner().invoke(verify, ["--command", command, *words])


def findings(command: str, **options: Any) -> tuple[int, dict[str, Any]]:
    result = CliRunner().invoke(
        verify, ["--command", command, "--json", *(f"--{name}={value}" for name, value in options.items())]
    )
    return result.exit_code, json.loads(result.stdout)


def of_operation(record: Mapping[str, Any], name: str) -> dict[str, int]:
    counted: dict[str, int]
    [counted] = [row for row in record["operations"] if row["operation"] == name]
    return counted


@needs_node
def test_the_small_cart_in_javascript_deviates_nowhere() -> None:
    status, record = findings(NODE, cases=12)
    assert (status, record["deviations"]) == (0, [])
    for name in ("grow", "predict", "pruning_sequence", "optimal_subtree"):
        counted = of_operation(record, name)
        assert counted["canonical"] == counted["judged"] > 50


@needs_node
@pytest.mark.parametrize("law", ["branches_ask_optimal_questions", "smallest_minimiser", "gini_is_disagreement"])
def test_the_small_cart_obeys_laws_about_trees_of_any_make(law: str) -> None:
    assert law in LAWS
    with Peer(NODE) as peer:
        result = conformance(peer, laws=[law], examples=20)
    assert result.named("holds") == (law,)


@needs_node
@pytest.mark.parametrize(
    ("right", "wrong", "kind"),
    [
        ("gain > best.gain * (1 + 1e-12)", "gain < best.gain", "split"),
        ("told <= number(question.threshold)", "told < number(question.threshold) - 1", "split"),
        ("inside <= number(limits.min_impurity)", "inside <= 0.4", "early leaf"),
        ("depth >= max_depth", "depth > max_depth", "late leaf"),
        ("(p) => p * p", "(p) => p * p * p", "impurity"),
        ("indexOf(Math.max(...node.summary.counts))", "lastIndexOf(Math.max(...node.summary.counts))", "prediction"),
        ("Math.min(...branches(current)", "Math.max(...branches(current)", "missing"),
        ("(ends.length - 1)", "ends.length", "alpha"),
        ("return { id, result", "return { id: id + 1, result", "malformed"),
        ("refuse(input);", "if (operation === 'predict') process.exit(5);", "crash"),
        ("refuse(input);", "while (operation === 'optimal_subtree');", "hang"),
    ],
)
def test_a_bug_in_it_is_found(right: str, wrong: str, kind: str, tmp_path: Path) -> None:
    source = (HARNESSES / "cart.js").read_text(encoding="utf-8")
    assert right in source
    broken = tmp_path / "cart.js"
    broken.write_text(source.replace(right, wrong), encoding="utf-8")
    seen: set[str] = set()
    with Peer(f"node {broken}", seconds=2 if kind == "hang" else 30) as peer:
        for trial in trials(4, 0):
            for judged in judge_trial(peer, trial, peer.conventions):
                if judged.verdict is not None:
                    seen |= {deviation.kind for deviation in judged.verdict.deviations}
                elif not isinstance(judged.outcome, Answered | Declined):
                    seen.add(judged.outcome.kind)
            if kind in seen:
                return
    pytest.fail(f"only {seen}")


@needs_rpart
def test_rpart_deviates_only_below_a_midpoint_that_rounds() -> None:
    status, record = findings(RPART, cases=15)
    assert status == 1
    assert {deviation["kind"] for deviation in record["deviations"]} == {"split", "early leaf"}
    smallest = record["deviations"][0]
    assert smallest["data"] == "random 14, cart, subsets"
    assert "which parts no rows" in smallest["got"]
    assert of_operation(record, "pruning_sequence")["deviating"] == 0
    assert of_operation(record, "pruning_sequence")["canonical"] > 50
    assert of_operation(record, "predict")["canonical"] > 200


@needs_node
def test_the_expected_answer_is_never_sent(tmp_path: Path) -> None:
    """All that a peer hears is written down by tee: data and learners, no question and no tree."""
    heard = tmp_path / "heard"
    with Peer(f"sh -c {shlex.quote(f'tee {heard} | {NODE}')}") as peer:
        for trial in list(trials(3, 0))[-12:]:
            judged = list(judge_trial(peer, trial, peer.conventions))
            assert judged
    lines = heard.read_text(encoding="utf-8").splitlines()
    assert len(lines) > 12
    for word in ('"question"', '"nodes"', '"tree"', "threshold", '"leaves"', '"counts"'):
        assert word not in "".join(lines)


# --- the command ------------------------------------------------------------------------------------------------


@needs_node
def test_the_command_prints_a_table_and_exits_with_0_where_nothing_deviates() -> None:
    result = run(NODE, cases=0)
    assert result.exit_code == 0
    assert re.search(r"operation +cases +unsupported +judged +canonical +admissible +deviating", result.stdout)
    assert re.search(r"grow +\d+ +\d+ +(\d+) +\1 +0 +0\b", result.stdout)


@needs_node
def test_the_command_tries_the_laws() -> None:
    status, record = findings(f"{NODE}", cases=0, laws=1)
    assert status == 0
    assert record["laws"]["holds"] > 50
    assert record["broken"] == {}


def test_a_tree_that_never_splits_is_blamed_with_the_smallest_example() -> None:
    result = run(f"{sys.executable} {WRONG} declines", cases=3)
    assert result.exit_code == 1
    assert "grow, classes: early leaf at path []" in result.stdout
    assert "| " + sys.executable in result.stdout


@pytest.mark.parametrize(("error", "kind"), [("dies at the start", "crash"), ("has another version", "malformed")])
def test_a_peer_that_fails_the_smoke_test_is_asked_nothing_else(error: str, kind: str) -> None:
    status, record = findings(shlex.join([sys.executable, str(WRONG), error]))
    assert status == 1
    assert [(found["operation"], found["kind"]) for found in record["deviations"]] == [("start", kind)]
    assert [row["cases"] for row in record["operations"]] == [1]


def test_a_peer_that_does_not_stop_is_reported() -> None:
    _, record = findings(shlex.join([sys.executable, str(WRONG), "fails to stop"]), cases=0)
    [stop] = [found for found in record["deviations"] if found["operation"] == "stop"]
    assert (stop["kind"], stop["got"]) == ("crash", str(Crashed(4, "")))


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        ("no-such-program --fast", "no-such-program cannot be run: No such file or directory"),
        ("Rscript 'my tree.R", "is no command: No closing quotation"),
        (" ", "there is no command"),
    ],
)
def test_a_program_that_is_not_there_is_an_error_of_the_user(command: str, complaint: str) -> None:
    result = run(command)
    assert result.exit_code == 1
    assert complaint in result.output


# --- as an implementation ---------------------------------------------------------------------------------------


@needs_node
def test_each_function_asks_the_peer() -> None:
    data = dt.classification_data({"x": [1, 2, 3]}, ["a", "b", "b"])
    tree = dt.grow(data, dt.cart())
    with Peer(NODE) as peer:
        grown = peer.grow(data, dt.cart())
        assert (grown["feature"], grown["threshold"]) == ("x", 1.5)
        assert peer.predict(grown, data) == peer.predict(tree, {"x": [1, 2, 3]}) == ["a", "b", "b"]
        assert [row["alpha"] for row in peer.pruning_sequence(tree)] == [0, pytest.approx(4 / 3)]
        assert peer.optimal_subtree(tree, dt.Exact("4/3"))["prediction"] == "b"
        assert peer.gini(dt.ClassCounts((1, 1))) == 0.5
        assert peer.squared_error(dt.Moments.of([1, 3])) == 1
        with pytest.raises(dt.Unsupported, match="best_split is none of its capabilities"):
            peer.best_split(data, dt.cart())
