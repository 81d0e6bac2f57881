"""What is judged decides nothing but its answers: whatever it does to its process is told of the case at hand."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from dtrees.oracle.campaign.apart import PATIENCE, Worker
from dtrees.oracle.campaign.plan import Campaign

if TYPE_CHECKING:
    from collections.abc import Callable

    from campaign.marking import Marks

    from dtrees.oracle.record import Record

LIMIT: Final = 1.0


def judged(name: str, worker: Worker, *cases: str, seconds: float = 10.0) -> list[Record]:
    campaign = Campaign(peer=f"campaign.hostile:{name}", cases=9, time_limit=seconds, memory=0.5)
    return worker.judge(campaign, cases or ("random 0",), {})


HANG: Final = f"no answer within {LIMIT:g} s, and nothing interrupts it"


@pytest.mark.parametrize(
    ("name", "kind", "got"),
    [
        ("Exits", "crash", "ended with status 0"),
        ("Swallows", "hang", HANG),
        ("IgnoresAlarms", "hang", HANG),
        ("RaisesItsOwn", "error", "Own: \\x1b]0;pwned\\x07\\x00\\u202e (campaign/hostile.py"),
        ("Interrupts", "error", "KeyboardInterrupt: "),
        ("Forges", "malformed", "it writes where its judge does"),
        ("Eats", "error", "MemoryError: "),
    ],
)
def test_what_it_does_to_its_process_is_found_of_the_case(name: str, kind: str, got: str) -> None:
    with Worker() as worker:
        [record] = judged(name, worker, seconds=LIMIT if kind == "hang" else 10.0)
    [finding] = record.findings
    assert (record.case, finding.kind, finding.got[: len(got)]) == ("random 0", kind, got)


def test_one_that_closes_all_descriptors_has_not_answered() -> None:
    with Worker() as worker:
        [record] = judged("ClosesAll", worker)
    assert {finding.kind for finding in record.findings} <= {"crash", "hang"}
    assert record.deviates


@pytest.mark.parametrize("name", ["ChangesTheWorld", "ReplacesNumPy"])
def test_whatever_it_changes_it_changes_for_itself(name: str) -> None:
    with Worker() as worker:
        records = judged(name, worker, *(f"random {number}" for number in range(6)))
    assert [record.findings for record in records] == [()] * 6
    assert all(record.checks["growth"]["judged"] for record in records)


def test_a_copy_of_the_process_finds_nothing() -> None:
    with Worker() as worker:
        records = judged("Forks", worker, "random 0", "random 1")
    assert [record.case for record in records] == ["random 0", "random 1"]
    assert not any(record.deviates for record in records)


def test_what_it_prints_is_counted() -> None:
    with Worker() as worker:
        [record] = judged("Prints", worker)
        assert (record.deviates, worker.said > 1, worker.first_said) == (False, True, "\x1b[2Jhello")


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs Linux, whose processes tell their marks")
def test_what_it_starts_in_a_session_of_its_own_ends_with_it(marks: Marks) -> None:
    with Worker() as worker:
        judged("LeavesAChild", worker)
        until(marks.judges)
        children = [Path("/proc", str(child)) for child in marks.judges()]
        assert all(child.exists() for child in children)
    until(lambda: not any(child.exists() for child in children))


def until(holds: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_what_a_process_that_was_killed_had_started_ends_when_the_next_one_starts(marks: Marks) -> None:
    with Worker() as worker:
        judged("LeavesAChild", worker)
        until(marks.judges)
        children = [Path("/proc", str(child)) for child in marks.judges()]
        process: Any = worker._process  # noqa: SLF001 (which nothing else names)
        os.kill(process._process.pid, signal.SIGKILL)  # noqa: SLF001
        until(lambda: process.status is not None)
        judged("Prints", worker)
        until(lambda: not any(child.exists() for child in children))


def test_a_stopped_worker_goes_no_further() -> None:
    worker = Worker()
    worker.stop()
    assert judged("Exits", worker) == []
