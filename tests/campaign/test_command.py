"""``dtrees verify``: what it prints, writes, refuses, and exits with."""

from __future__ import annotations

import json
import shutil
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click
import pytest
from campaign.here import judge_here
from campaign.marked import NAME, Marked
from campaign.marking import NAME as LIGHT
from click.testing import CliRunner

from dtrees import oracle
from dtrees.cli import verify
from dtrees.cli.report import report_command
from dtrees.cli.verify import verify_command
from dtrees.laws import LAWS
from dtrees.oracle.campaign.judging import judge_functions
from dtrees.oracle.campaign.plan import Campaign, cases_of, to_lines
from dtrees.oracle.campaign.running import describe, run_campaign
from dtrees.oracle.cases import TABLES
from dtrees.oracle.laws.run import trial_order
from dtrees.oracle.record import from_line
from dtrees.oracle.reports.junit import to_junit
from dtrees.oracle.reports.page import to_page

if TYPE_CHECKING:
    from campaign.marking import Marks
    from click.testing import Result


@pytest.fixture
def marked_apart(marks: Marks, monkeypatch: pytest.MonkeyPatch) -> Marks:
    """The marked peer as one that the command knows."""
    [name] = (parameter for parameter in verify_command.params if isinstance(parameter, click.Argument))
    monkeypatch.setattr(name, "type", click.Choice([NAME, LIGHT]))
    monkeypatch.setattr(verify, "_version", lambda _: "")  # it has no page
    monkeypatch.setattr(verify, "entry_lines", lambda *_: ())
    return marks


@pytest.fixture
def marked(marked_apart: Marks, monkeypatch: pytest.MonkeyPatch) -> Marks:
    """The same, judged in this process."""
    judge_here(monkeypatch)
    return marked_apart


def run(*arguments: object) -> Result:
    return CliRunner().invoke(verify_command, ["--laws", "0", *map(str, arguments)])


def run_marked(*arguments: object) -> Result:
    return run(NAME, *arguments)


def test_several_processes_write_every_report_and_a_second_run_judges_nothing(
    marked_apart: Marks, tmp_path: Path
) -> None:
    marked = marked_apart
    campaign = Campaign(peer=LIGHT, cases=8, tables=True)
    file, junit, html = (tmp_path / name for name in ("campaign.jsonl", "junit.xml", "page.html"))
    done = run(LIGHT, "--cases", 8, "--jobs", 2, "--resume", file, "--junit", junit, "--html", html)
    assert done.exit_code == 1
    assert marked.cases() == list(range(8))
    assert len(marked.judges()) == 2
    again = run(LIGHT, "--cases", 8, "--resume", file, "--json")
    assert again.exit_code == 1
    assert marked.cases() == list(range(8))
    _, *lines = again.stdout.splitlines()
    found = run_campaign(campaign)
    assert f"8 cases judged, {sum(finding.deviates for finding in found)} deviate" in done.output
    it = describe(campaign)
    findings = (*found, *judge_functions(found, it.functions, it.untaken))
    assert tuple(map(from_line, lines)) == findings
    assert again.stdout == to_lines(campaign, tuple(map(from_line, lines)), it.granted)
    assert junit.read_text(encoding="utf-8") == to_junit(campaign, findings)
    assert html.read_text(encoding="utf-8") == to_page(campaign, findings, it.granted)


def test_a_report_is_written_of_what_campaigns_have_kept(marked: Marks, tmp_path: Path) -> None:
    file, html = tmp_path / "campaign.jsonl", tmp_path / "page.html"
    assert run_marked("--cases", 2, "--resume", file).exit_code in {0, 1}
    done = CliRunner().invoke(report_command, [str(file), str(file), "--html", str(html)])
    assert (done.exit_code, done.output) == (0, f"{html} shows 2 campaigns\n")
    assert "2 programs judged" in html.read_text(encoding="utf-8")
    assert marked.cases() == [0, 1]
    missing = CliRunner().invoke(report_command, [str(tmp_path / "none"), "--html", str(html)])
    assert (missing.exit_code, "none" in missing.output) == (1, True)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, a device that is always full")
def test_a_full_disk_loses_one_report_and_is_named(marked: Marks, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    done = run_marked("--cases", 2, "--junit", "/dev/full", "--html", page)
    assert marked.cases() == [0, 1]
    complaint = "Error: /dev/full cannot be written: No space left on device"
    assert (done.exit_code, done.stderr.splitlines()[-1]) == (1, complaint)
    assert "2 cases judged, 0 deviate" in done.stdout
    assert page.exists()
    file = tmp_path / "campaign.jsonl"
    run_marked("--cases", 2, "--resume", file)
    filled = CliRunner().invoke(report_command, [str(file), "--html", "/dev/full"])
    assert (filled.exit_code, filled.stderr.strip()) == (1, complaint)


@pytest.mark.parametrize("option", ["--resume", "--known"])
@pytest.mark.usefixtures("marked")
def test_a_device_without_end_is_not_read(option: str) -> None:
    done = run_marked("--cases", 2, option, "/dev/zero")
    complaint = "Error: /dev/zero is no regular file: give the name of one, or of none that is there yet"
    assert (done.exit_code, done.stderr.splitlines()[-1]) == (1, complaint)


def test_it_exits_with_zero_where_nothing_deviates_and_every_function_was_judged(
    marked: Marks, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = run_marked("--cases", 2)
    assert (done.exit_code, "; of some functions nothing was judged" in done.output) == (1, True)
    monkeypatch.setattr(Marked, "capabilities", ("grow", "predict"), raising=False)
    judge_here(monkeypatch)
    done = run_marked("--cases", 2)
    assert done.exit_code == 0
    assert "2 cases judged, 0 deviate" in done.output


def test_as_many_random_cases_are_judged_as_is_usual_for_the_peer_where_nobody_says(marked: Marks) -> None:
    header, *lines = run_marked("--json").stdout.splitlines()
    assert json.loads(header)["campaign"]["cases"] == 0
    assert [from_line(line).case for line in lines] == ["functions"]


def test_laws_are_tried_on_request_and_a_law_that_is_broken_exits_with_one(
    marked: Marks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dtrees.oracle.campaign.plan.trial_order", lambda: ["nested", "gini_is_disagreement"])
    done = run_marked("--laws", 3)
    assert "laws that are broken (1): gini_is_disagreement" in done.output
    assert "laws that hold (1): nested" in done.output
    assert "0 cases judged, 0 deviate; 2 laws tried, 1 broken" in done.output
    assert done.exit_code == 1


def test_a_program_is_judged_as_its_command_says() -> None:
    harness = Path(oracle.__file__).parent / "harnesses" / "cart.js"
    if shutil.which("node") is None:
        pytest.skip("needs Node: apt-get install nodejs")
    done = run("--command", f"node '{harness}'", "--cases", 1, "--time-limit", 20, "--json")
    head, *lines = done.stdout.splitlines()
    peer = f"command: node '{harness}'"
    stated = {"peer": peer, "cases": 1, "seed": 0, "tables": True, "laws": 0, "time_limit": 20.0, "memory": 4.0}
    assert json.loads(head)["campaign"] == stated
    *tables, random, functions = map(from_line, lines)
    assert {record.subject.data for record in tables} == {*TABLES}
    assert random.case == "random 0"
    assert not any(record.deviates for record in (*tables, random))
    measures = ("entropy", "gini", "misclassification", "predict_monotone", "squared_error")
    assert [finding.kind for finding in functions.findings] == [f"{name} never judged" for name in measures]
    assert done.exit_code == 1


@pytest.mark.parametrize(
    "arguments", [["--jobs", 2], ["scikit-learn", "--command", "cat"], ["rpart", "--python", "a:b"]]
)
def test_neither_a_peer_nor_a_command_is_refused_and_so_are_both(arguments: list[object]) -> None:
    refused = run(*arguments)
    assert refused.exit_code == 2
    names = "scikit-learn, rpart, j48, xgboost, lightgbm"
    assert f"give a --command, a --python object, an --estimator, or one of {names}" in refused.output


@pytest.mark.parametrize("option", ["--cases", "--seed", "--laws"])
def test_a_negative_number_is_refused(option: str) -> None:
    refused = run("rpart", option, -1)
    assert refused.exit_code == 2
    assert f"Invalid value for '{option}': -1 is not in the range" in refused.output


def test_more_cases_than_can_be_listed_are_refused() -> None:
    refused = run("rpart", "--cases", 10**12)
    assert refused.exit_code == 2
    assert "is not in the range 0<=x<=1000000" in refused.output


def test_one_file_for_two_purposes_is_refused(tmp_path: Path) -> None:
    """The counterexamples to judge next time once took the place of all that a campaign had kept."""
    (tmp_path / "kept").mkdir()
    refused = run("rpart", "--resume", tmp_path / "a.jsonl", "--known", tmp_path / "kept" / ".." / "a.jsonl")
    assert refused.exit_code == 2
    assert "one file is named for two purposes" in refused.output


def test_a_peer_that_is_not_known_is_refused() -> None:
    refused = run(NAME)
    assert refused.exit_code == 2
    assert "campaign.marked:Marked is not known here: say --estimator campaign.marked:Marked" in refused.output


def test_a_stop_says_how_to_go_on(marked: Marks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run_campaign(campaign: Campaign, **_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(import_module("dtrees.cli.verify"), "run_campaign", run_campaign)
    stopped = run_marked("--resume", tmp_path / "campaign.jsonl")
    assert (
        stopped.output.splitlines()[-1]
        == f"Error: stopped; the same command goes on where {tmp_path}/campaign.jsonl ends"
    )
    assert run_marked("--json").output.splitlines()[-1] == "Aborted!"


def test_a_file_of_another_campaign_is_one_line_of_error(marked: Marks, tmp_path: Path) -> None:
    file = tmp_path / "campaign.jsonl"
    run_marked("--cases", 1, "--resume", file)
    refused = run_marked("--cases", 1, "--seed", 2, "--resume", file)
    assert refused.exit_code == 1
    assert refused.output.splitlines()[-1].startswith(f"Error: {file} is of another campaign (seed 0, not 2)")


def test_what_a_page_needs_is_missed_before_anything_is_judged(
    marked: Marks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "dtrees.oracle.reports.page")
    monkeypatch.setitem(sys.modules, "jinja2", None)
    refused = run_marked("--cases", 1, "--html", tmp_path / "page.html")
    assert refused.output == "Error: --html needs jinja2: pip install 'dtrees-spec[report]'\n"
    assert marked.cases() == []


def test_every_law_is_a_case() -> None:
    cases = cases_of(Campaign(peer="scikit-learn", cases=0, laws=1))
    assert cases == [f"law {law}" for law in trial_order()]
    assert sorted(trial_order()) == sorted(LAWS)
