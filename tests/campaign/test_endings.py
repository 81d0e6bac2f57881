"""Nothing outlives a campaign, and nothing that it found is lost: it is killed, doubled, and its disk is full."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from campaign.disk import files_of_at_most
from campaign.killing import started_with
from campaign.marking import NAME

from dtrees.cli.progress import progress
from dtrees.errors import InvalidData
from dtrees.oracle.campaign.plan import Campaign, to_lines
from dtrees.oracle.campaign.running import run_campaign
from dtrees.oracle.conventions import EXACT
from dtrees.oracle.finding import no_answer
from dtrees.oracle.protocol.process import Process
from dtrees.oracle.record import CaseDescription, Granted, Record, record_of
from dtrees.oracle.reports.junit import to_junit
from dtrees.oracle.reports.page import to_page
from dtrees.oracle.reports.terminal import print_campaign

if TYPE_CHECKING:
    from collections.abc import Callable

SMALL = Campaign(peer=NAME, cases=6)
GRANTED = Granted.of(EXACT)
PATIENCE = 60
"""Seconds on a loaded machine; what is waited for takes one."""


def wait_until(holds: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.1)


# --- killed -----------------------------------------------------------------------------------------------------


@pytest.mark.skipif(
    not Path("/proc/self/environ").exists(), reason="needs Linux, whose processes tell their environment"
)
def test_nothing_outlives_a_campaign_whose_main_process_is_killed(tmp_path: Path) -> None:
    """Neither workers and what serves them, nor the programs that they ask, nor what those have started."""
    begun = tmp_path / "begun"
    begun.mkdir()
    endless = f"sh -c 'sleep 1000 & touch {begun}/$$; sleep 1000'"
    campaign = f"Campaign(peer={'command: ' + endless!r}, cases=200, time_limit=1000.0)"
    lines = [
        "from dtrees.oracle.campaign import Campaign, run_campaign",
        "from dtrees.oracle.campaign.description import Description",
        "from dtrees.oracle.record import Granted",
        "it = Description(granted=Granted(), conventions={}, unexplained=(), functions=(), untaken=(), tables=0,",
        "                 usual_cases=0, chunk=20, defaulted=())  # else it would be asked for that",
        f"run_campaign({campaign}, jobs=2, description=it)",
    ]
    script = tmp_path / "campaign.py"
    script.write_text("\n".join(lines), encoding="utf-8")
    mark = f"DTREES_TEST_KILLED={tmp_path}"
    name, _, value = mark.partition("=")
    main = subprocess.Popen([sys.executable, script], env={**os.environ, name: value})
    try:
        wait_until(lambda: len([*begun.iterdir()]) >= 2)
        assert len(started_with(mark)) > 6
    finally:
        main.kill()
        main.wait()
    wait_until(lambda: not started_with(mark))


def test_a_program_ends_with_what_it_has_started_when_its_asker_is_killed(tmp_path: Path) -> None:
    asker, teller = os.pipe()
    child = os.fork()
    if not child:
        Process(["sh", "-c", f"sleep 1000 & echo $! > {tmp_path}/started; sleep 1000"])
        os.read(asker, 1)
        os._exit(0)
    started = tmp_path / "started"
    wait_until(lambda: started.exists() and started.read_text(encoding="ascii").endswith("\n"))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(teller)
    os.close(asker)
    program = Path("/proc", started.read_text(encoding="ascii").strip())
    wait_until(lambda: not program.exists())


# --- doubled, filled --------------------------------------------------------------------------------------------


def test_a_second_campaign_on_the_same_file_is_refused_while_the_first_runs(tmp_path: Path) -> None:
    file = tmp_path / "campaign.jsonl"
    refused: list[str] = []

    def begin_another(_: Record) -> None:
        with pytest.raises(InvalidData) as refusal:
            run_campaign(SMALL, file=file)
        refused.append(str(refusal.value))

    found = run_campaign(SMALL, file=file, on_case=begin_another)
    assert refused == [f"{file} is being written by another campaign: wait until it ends, or give another file"] * 6
    assert file.read_text(encoding="utf-8") == to_lines(SMALL, found, GRANTED)
    assert run_campaign(SMALL, file=file) == found


def test_a_full_disk_names_the_file_and_loses_nothing_that_it_took(tmp_path: Path) -> None:
    file = tmp_path / "campaign.jsonl"
    whole = run_campaign(SMALL)
    room = len(to_lines(SMALL, whole[:3], GRANTED).encode()) + 100
    with files_of_at_most(room), pytest.raises(OSError, match="File too large") as full:
        run_campaign(SMALL, file=file)
    assert full.value.filename == str(file)
    assert file.stat().st_size == room
    told: list[str] = []
    assert run_campaign(SMALL, file=file, on_case=lambda finding: told.append(finding.case)) == whole
    assert told[:3] == ["random 0", "random 1", "random 2"]


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The lines of a campaign's file."""
    file: Path = tmp_path_factory.mktemp("judged") / "campaign.jsonl"
    run_campaign(SMALL, file=file)
    return file.read_text(encoding="utf-8").splitlines()


FINDING = '{"kind": "split", "expected": "", "got": "", %s}'
RECORD = '{"case": "random 1", "subject": {"data": "random"}, "checks": %s, "findings": [%s]}'


@pytest.mark.parametrize(
    "line",
    [
        "[" * 100_000,
        RECORD % (5, ""),
        RECORD % ('{"growth": 5}', ""),
        RECORD % ('{"growth": {"judged": "many"}}', ""),
        RECORD % ('{"growth": {"guessed": 1}}', ""),
        RECORD % ("{}", FINDING % '"times": "often"'),
        RECORD % ("{}", FINDING % '"path": [[0]]'),
        RECORD % ("{}", FINDING % '"why": {}'),
        RECORD % ("{}", FINDING % '"got_tree": []'),
        '{"case": [], "subject": {"data": "random"}, "checks": {}, "findings": []}',
        '{"case": "random 1", "subject": {"data": 1}, "checks": {}, "findings": []}',
    ],
    ids=lambda line: line[-60:],
)
def test_a_well_formed_line_that_is_no_record_is_named(line: str, judged: list[str], tmp_path: Path) -> None:
    file = tmp_path / "campaign.jsonl"
    file.write_text("\n".join([*judged[:2], line, *judged[3:], ""]), encoding="utf-8")
    with pytest.raises(InvalidData, match="line 3 is no finding"):
        run_campaign(SMALL, file=file)


# --- whatever a peer says ---------------------------------------------------------------------------------------


def test_what_no_file_can_hold_is_written_in_every_report_as_an_escape(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    verdict = no_answer("error", "[/b] \ud800\x00 </script>", why="[bold]", code="ask('\udfff')")
    record = record_of([verdict], case="random 0", subject=CaseDescription(data="random", rows=1, columns=1))
    campaign = Campaign(peer="command: [/b] \x00", cases=1)
    print_campaign([record], GRANTED)
    said = capsys.readouterr().out
    assert "got       [/b] \\ud800" in said
    assert "ask('\\udfff')" in said
    for report in (
        to_junit(campaign, [record]),
        to_page(campaign, [record], GRANTED),
        to_lines(campaign, (record,), GRANTED),
    ):
        (tmp_path / "report").write_text(report, encoding="utf-8")
        assert "ud800" in report


def test_a_command_line_with_brackets_is_shown_as_it_is() -> None:
    with progress() as bar:
        bar.add_task("judging command: [/b] [red]x", total=1)
        columns = [bar.columns[1].render(task) for task in bar.tasks]  # type: ignore[union-attr]  # it is a text
    assert [str(column) for column in columns] == ["judging command: [/b] [red]x"]
