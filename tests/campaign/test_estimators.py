"""A campaign for a class with ``fit`` and ``predict``: plain ones that tell the leaf of each row, right and wrong."""

from __future__ import annotations

import json
import re
import sys
from typing import TYPE_CHECKING, Any

import pytest
from campaign.here import judge_here
from click.testing import CliRunner

import dtrees
from dtrees.cli.verify import verify_command
from dtrees.oracle.adapters import Adapter
from dtrees.oracle.campaign.plan import Campaign
from dtrees.oracle.campaign.running import run_campaign
from dtrees.oracle.cases import SMALL

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

PLAIN = "conformance.plain_estimators"


@pytest.fixture(autouse=True)
def judged_here(monkeypatch: pytest.MonkeyPatch) -> None:
    judge_here(monkeypatch)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(verify_command, ["--laws", "0", *map(str, arguments)])


def test_a_right_estimator_deviates_nowhere_and_its_limits_are_found_by_name() -> None:
    done = run("--estimator", f"{PLAIN}:WithLeaves", "--cases", 10)
    assert done.exit_code == 0, done.output
    assert "0 deviate" in done.output
    for limit in ("max_depth 1", "max_depth 2", "max_depth 3", "min_leaf 2", "no limit"):
        assert limit in done.output
    assert "predictions" in done.output


def test_parameters_for_limits_may_be_given() -> None:
    name = f"{PLAIN}:Bucketed"
    done = run("--estimator", name, "--parameter", "max_depth=deepest", "--parameter", "min_leaf=bucket", "--cases", 5)
    assert done.exit_code == 0, done.output
    assert "min_leaf 2" in done.output
    assert "keep their defaults" not in done.output
    unnamed = run("--estimator", name, "--cases", 1)
    assert "min_leaf" not in unnamed.stdout
    assert "parameters that keep their defaults: bucket, deepest (--parameter" in unnamed.stderr


def test_a_wrong_estimator_is_found_by_its_rows_and_the_lines_that_ask_again() -> None:
    records = run_campaign(Campaign(peer=f"estimator: {PLAIN}:ForgetsSizes learner=cart()", cases=12))
    first = next(finding for record in records for finding in record.findings if finding.kind == "split")
    assert (first.check, first.path, first.got_tree) == ("growth", None, None)
    assert "together at" in first.expected
    assert f"Adapter('estimator: {PLAIN}:ForgetsSizes learner=cart()')" in first.code
    assert run("--estimator", f"{PLAIN}:ForgetsSizes", "--learner", "cart()", "--cases", 12).exit_code == 1


def test_no_case_is_begun_after_the_seconds_have_passed() -> None:
    """Neither a table nor one of the random cases that are judged at one go."""
    known: list[str] = []
    campaign = Campaign(peer=f"estimator: {PLAIN}:WithLeaves", cases=30)
    records = run_campaign(campaign, seconds=0, on_case=lambda record: known.append(record.case))
    assert [record.case for record in records] == known == ["random 0"]
    done = run("--estimator", f"{PLAIN}:WithLeaves", "--cases", 30, "--seconds", 0)
    assert re.search(r"1 case judged, \d+ not begun, 0 deviate", done.output)


def test_what_inference_cannot_explain_is_part_of_the_verdict() -> None:
    done = run("--estimator", f"{PLAIN}:ForgetsSizes", "--cases", 0, "--seconds", 0)
    assert done.exit_code == 1
    assert "none of the usual learners grows its trees of small tables; the nearest is cart" in done.output
    assert "judged as predicting classes, by no learner" in done.stderr


def test_counterexamples_are_kept_and_judged_first_the_next_time(tmp_path: Path) -> None:
    known, wrong = tmp_path / "kept" / "known.jsonl", f"{PLAIN}:ForgetsSizes"
    run("--estimator", wrong, "--learner", "cart()", "--cases", 12, "--known", known)
    kept = known.read_text(encoding="utf-8").splitlines()
    assert kept
    again = run("--estimator", wrong, "--learner", "cart()", "--cases", 0, "--seed", 7, "--known", known, "--json")
    assert f'"case": "{json.loads(kept[0])[1]} of seed 0"' in again.output
    assert known.read_text(encoding="utf-8").splitlines() == kept
    run("--estimator", f"{PLAIN}:WithLeaves", "--cases", 0, "--known", known)
    assert not known.read_text(encoding="utf-8")
    known.write_text("{}\n", encoding="utf-8")
    refused = run("--estimator", wrong, "--cases", 0, "--known", known)
    assert refused.exit_code == 1
    assert "names no case" in refused.output


MODULES = {
    "script": "raise SystemExit(0)",
    "leaving": "import sys\nclass Leaving:\n    def __init__(self): pass\n    def fit(self, x, y): sys.exit(0)",
    "mute": "class Mute(Exception):\n    def __str__(self): raise self\nraise Mute",
    "unmade": "class Unmade:\n    def __init__(self): raise SystemExit(0)\n    grow = None",
}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--python", "script:Tree"], "'script:Tree' cannot be imported (SystemExit: 0 (script.py:1)): give package"),
        (["--estimator", "script:Tree"], "'script:Tree' cannot be imported (SystemExit: 0"),
        (["--estimator", "leaving:Leaving"], "it raises NoAnswer: SystemExit: 0 (leaving.py:4)"),
        (["--python", "mute:Tree"], "'mute:Tree' cannot be imported (Mute: an error without a text"),
        (["--python", "unmade:Unmade"], "(SystemExit: 0 (unmade.py:2))"),
        (["--python", ":Tree"], "(ValueError: invalid format: ':Tree')"),
        (["--python", "../mine:Tree"], "'../mine:Tree' cannot be imported"),
        (["--python", "dtrees:nothing"], "has no attribute 'nothing'): give package.module:object"),
    ],
)
def test_nothing_of_the_users_ends_the_command_with_zero(
    arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A script ends the program when it is imported, and with 0 that would be a verdict."""
    for name, lines in MODULES.items():
        (tmp_path / f"{name}.py").write_text(lines, encoding="utf-8")
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.chdir(tmp_path)
    refused = run(*arguments, "--cases", 1)
    assert refused.exit_code == 1
    assert message in refused.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--estimator", "nowhere:Tree"], "'nowhere:Tree' cannot be imported"),
        (["--estimator", "builtins:dict"], "it raises AttributeError"),
        (["--estimator", f"{PLAIN}:PlainTree", "--parameter", "bucket=b"], "there is no limit 'bucket'"),
        (["--estimator", f"{PLAIN}:PlainTree", "--parameter", "bucket"], "such as max_depth=depth"),
    ],
)
def test_what_is_no_estimator_is_refused(arguments: list[str], message: str) -> None:
    refused = run(*arguments, "--cases", 1)
    assert refused.exit_code == 1
    assert message in refused.output


class Shares:
    """It offers an impurity alone, which only laws ask for."""

    def gini(self, summary: Any) -> float:
        return 1 - sum(float(count / summary.weight) ** 2 for count in summary.counts)


def test_an_object_is_tried_by_laws_unless_they_are_left_out() -> None:
    options = ["--python", f"{__name__}:Shares", "--cases", "0"]
    tried = CliRunner().invoke(verify_command, options)
    assert tried.exit_code == 0, tried.output
    assert "gini_is_disagreement" in tried.output
    assert "they are about functions that it does not offer\n" in tried.output
    assert re.search(r"0 deviate; \d+ laws tried, 0 broken", tried.output)
    assert CliRunner().invoke(verify_command, [*options, "--laws", "0"]).exit_code == 1


def test_limits_are_asked_for_where_they_are_taken() -> None:
    adapter = Adapter("dtrees")
    cases = [adapter.random_case(0, number, dtrees) for number in range(60)]
    limits = [case.learner.stopping for case in cases if case.criterion not in adapter._learners]  # noqa: SLF001 (its own words)
    for name in SMALL:
        assert any(getattr(rule, name) not in {None, 0} for rule in limits)
    assert len(cases) / 3 < len(limits) < len(cases) / 2
