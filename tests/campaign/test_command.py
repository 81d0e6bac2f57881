"""The options of ``dtrees verify`` for campaigns: what they print, write, refuse, and exit with."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import pytest
from click.testing import CliRunner

from dtrees import oracle
from dtrees.commands.campaign import as_campaign
from dtrees.commands.verify_command import peer_options
from dtrees.oracle.campaign.file import to_lines
from dtrees.oracle.campaign.findings import from_line
from dtrees.oracle.campaign.plan import Campaign
from dtrees.oracle.campaign.running import run_campaign
from dtrees.oracle.reports.junit import to_junit
from dtrees.oracle.reports.page import to_page

if TYPE_CHECKING:
    from campaign.marked import Marks
    from click.testing import Result


@click.command()
@click.option("--cases", default=0)
@click.option("--seed", default=0)
@click.option("--json", "as_json", is_flag=True)
@as_campaign("campaign.marked")
def verify(*, cases: int, seed: int, as_json: bool) -> None:
    """Judge."""
    click.echo(f"the command's own body: {cases} cases, seed {seed}, json {as_json}")


@click.group(invoke_without_command=True)
@peer_options
@as_campaign()
@click.pass_context
def verify_program(context: click.Context, /, **options: Any) -> None:
    """Judge a program."""


def run(*arguments: object) -> Result:
    return CliRunner().invoke(verify, list(map(str, arguments)))


def test_without_the_options_the_command_s_own_body_runs() -> None:
    assert run("--cases", 3, "--json").output == "the command's own body: 3 cases, seed 0, json True\n"


def test_several_processes_write_every_report_and_a_second_run_judges_nothing(marks: Marks, tmp_path: Path) -> None:
    campaign = Campaign(peer="campaign.marked", cases=20, tables=True)
    file, junit, html = (tmp_path / name for name in ("campaign.jsonl", "junit.xml", "page.html"))
    done = run("--cases", 20, "--jobs", 2, "--resume", file, "--junit", junit, "--html", html)
    assert "20 cases judged, 1 deviate" in done.output
    assert done.exit_code == 1
    assert marks.cases() == list(range(20))
    assert len(marks.judges()) == 2
    again = run("--cases", 20, "--resume", file, "--jsonl")
    assert marks.cases() == list(range(20))
    _, *lines = again.stdout.splitlines()
    findings = run_campaign(campaign)
    assert tuple(map(from_line, lines)) == findings
    assert again.stdout == to_lines(campaign, tuple(map(from_line, lines)))
    assert junit.read_text(encoding="utf-8") == to_junit(campaign, findings)
    assert html.read_text(encoding="utf-8") == to_page(campaign, findings)


def test_it_exits_with_zero_where_nothing_deviates(marks: Marks) -> None:
    assert run("--cases", 2, "--jsonl").exit_code == 0


def test_a_program_is_judged_as_its_command_says() -> None:
    harness = Path(oracle.__file__).parent / "harnesses" / "cart.js"
    if shutil.which("node") is None:
        pytest.skip("needs Node: apt-get install nodejs")
    arguments = ["--command", f"node '{harness}'", "--cases", "1", "--time-limit", "20", "--jsonl"]
    done = CliRunner().invoke(verify_program, arguments)
    head, *lines = done.stdout.splitlines()
    stated = {"peer": f"command: node '{harness}'", "cases": 1, "seed": 0, "tables": True, "time_limit": 20.0}
    assert json.loads(head) == {"campaign": stated}
    assert [from_line(line).case for line in lines] == list(range(-6, 1))
    assert done.exit_code == 0


def test_options_before_the_name_of_a_peer_are_refused() -> None:
    refused = CliRunner().invoke(verify_program, ["--jobs", "2"])
    assert refused.exit_code == 2
    assert "give a --command" in refused.output


def test_a_negative_number_of_cases_is_refused() -> None:
    refused = run("--cases", -1, "--jobs", 2)
    assert refused.exit_code == 2
    assert "cases=-1: give 0 or more" in refused.output


def test_a_stop_says_how_to_go_on(marks: Marks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run_campaign(campaign: Campaign, **_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("dtrees.commands.campaign.run_campaign", run_campaign)
    stopped = run("--resume", tmp_path / "campaign.jsonl")
    assert stopped.output.strip() == f"Error: stopped; the same command goes on where {tmp_path}/campaign.jsonl ends"
    assert run("--jsonl").output.strip() == "Aborted!"


def test_json_and_a_campaign_exclude_each_other() -> None:
    refused = run("--json", "--jobs", 2)
    assert refused.exit_code == 2
    assert "give --jsonl" in refused.output


def test_a_file_of_another_campaign_is_one_line_of_error(marks: Marks, tmp_path: Path) -> None:
    file = tmp_path / "campaign.jsonl"
    run("--cases", 1, "--resume", file)
    refused = run("--cases", 1, "--seed", 2, "--resume", file)
    assert refused.exit_code == 1
    assert refused.output.strip().startswith(f"Error: {file} is of another campaign (seed 0, not 2)")
    assert "\n" not in refused.output.strip()


def test_what_a_page_needs_is_missed_before_anything_is_judged(
    marks: Marks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "dtrees.oracle.reports.page")
    monkeypatch.setitem(sys.modules, "jinja2", None)
    refused = run("--cases", 1, "--html", tmp_path / "page.html")
    assert refused.output == "Error: --html needs jinja2: pip install 'dtrees[report]'\n"
    assert marks.cases() == []
