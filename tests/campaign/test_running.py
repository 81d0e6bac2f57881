"""The findings of a campaign are the same whoever judges, whatever dies, and however often it is interrupted."""

from __future__ import annotations

import os
import re
import shutil
import signal
import sys
import time
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager, nullcontext, suppress
from fractions import Fraction
from functools import partial
from threading import Event
from typing import TYPE_CHECKING, Any

import attrs
import pytest
from campaign import marked
from campaign.here import judge_here
from campaign.marking import CHUNK, DEADLY, ENDLESS, NAME, Marks

from dtrees import Dataset, Learner, entropy
from dtrees.errors import InvalidData, Unsupported
from dtrees.oracle.campaign import running
from dtrees.oracle.campaign.description import described
from dtrees.oracle.campaign.judging import judge_cases
from dtrees.oracle.campaign.plan import Campaign, cases_of, chunks_of, to_lines
from dtrees.oracle.campaign.running import describe, judge_apart, run_campaign
from dtrees.oracle.conventions import EXACT
from dtrees.oracle.examination import once
from dtrees.oracle.record import Granted
from dtrees.oracle.reports.summary import laws_tried
from dtrees.peers.scikit_learn import ScikitLearn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from dtrees.oracle.campaign.apart import Worker
    from dtrees.oracle.record import Record


CAMPAIGN = Campaign(peer=NAME, cases=12)
CASES = cases_of(CAMPAIGN)
SHORT = Campaign(peer=NAME, cases=2 * CHUNK)
CAMPAIGN_OF_FOUR = Campaign(peer=NAME, cases=4)


@pytest.fixture(scope="module")
def findings() -> tuple[Record, ...]:
    """What the cases are found to be, each judged alone in this process."""
    return judged_alone(CAMPAIGN, CASES)


def judged_alone(campaign: Campaign, cases: Sequence[str]) -> tuple[Record, ...]:
    return tuple(finding for case in cases for finding in judge_cases(campaign, [case]))


# --- whoever judges ---------------------------------------------------------------------------------------------


def test_no_more_processes_are_started_than_there_is_to_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[int] = []

    @contextmanager
    def none_judge(workers: Sequence[Worker], *_: Any) -> Iterator[Any]:
        started.append(len(workers))
        yield Future, lambda: None

    monkeypatch.setattr(running, "_running", none_judge)
    monkeypatch.setattr(running, "_run_round", lambda *_: [])
    run_campaign(CAMPAIGN, jobs=10**5)
    assert started == [len(chunks_of(CASES, CHUNK))]


def test_the_cases_of_the_test_deviate_here_and_there(findings: tuple[Record, ...]) -> None:
    assert 0 < sum(finding.deviates for finding in findings) < len(findings)


def test_one_process_threads_and_two_processes_find_the_same(findings: tuple[Record, ...], marks: Marks) -> None:
    """And none of them is this process."""
    assert run_campaign(CAMPAIGN) == findings
    assert len(marks.judges()) == 1
    assert run_campaign(CAMPAIGN, jobs=2) == findings
    assert marks.cases() == sorted([*range(CAMPAIGN.cases)] * 2)
    with ThreadPoolExecutor(2) as threads:
        assert run_campaign(SHORT, executor=threads) == findings[: SHORT.cases]
    assert os.getpid() not in marks.judges()


def test_a_dask_cluster_finds_the_same(findings: tuple[Record, ...], marks: Marks, dask_executor: Executor) -> None:
    assert run_campaign(CAMPAIGN, executor=dask_executor) == findings
    assert len(marks.judges()) >= 2
    assert os.getpid() not in marks.judges()


def test_each_case_is_told_once_and_comes_back_in_order(marks: Marks) -> None:
    told: list[str] = []
    with ThreadPoolExecutor(2) as threads:
        found = run_campaign(CAMPAIGN, executor=threads, on_case=lambda finding: told.append(finding.case))
    assert [finding.case for finding in found] == CASES
    assert sorted(told) == sorted(CASES)


@pytest.mark.skipif(shutil.which("Rscript") is None, reason="needs R and rpart")
def test_what_rpart_answers_in_one_run_of_r_is_what_it_answers_alone() -> None:
    campaign = Campaign(peer="rpart", cases=60)
    cases = cases_of(campaign)[8:16]
    found = tuple(judge_cases(campaign, cases))
    assert [finding.case for finding in found] == cases
    assert found == judged_alone(campaign, cases)
    assert any(finding.deviates for finding in found)


# --- whatever dies ----------------------------------------------------------------------------------------------


class Killer:
    """What kills a worker that judges when a case is told, and counts the cases."""

    def __init__(self, marks: Marks) -> None:
        self.marks = marks
        self.told: list[str] = []
        self.killed = 0

    def __call__(self, finding: Record) -> None:
        if not self.killed:
            judge = self.marks.newest()
            with suppress(ProcessLookupError):  # it has judged its cases, and ended
                os.kill(judge, signal.SIGKILL)
                self.killed = judge
        self.told.append(finding.case)


@pytest.mark.parametrize("on", ["processes", "Dask"])
def test_a_worker_killed_in_the_middle_loses_no_case_and_doubles_none(
    on: str, findings: tuple[Record, ...], marks: Marks, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    executor = request.getfixturevalue("dask_executor") if on == "Dask" else None
    killer = Killer(marks)
    file = tmp_path / "campaign.jsonl"
    assert run_campaign(CAMPAIGN, jobs=2, executor=executor, file=file, on_case=killer) == findings
    assert killer.killed
    assert sorted(killer.told) == sorted(CASES)
    assert len(file.read_text(encoding="utf-8").splitlines()) == 1 + CAMPAIGN.cases
    with pytest.raises(ProcessLookupError):
        os.kill(killer.killed, 0)


class Breaking(Executor):
    """What Python's own pool says to who submits while it finds that a worker has died."""

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        message = "handle is closed"
        raise OSError(message)


def test_a_pool_that_takes_nothing_loses_no_case_either(findings: tuple[Record, ...], marks: Marks) -> None:
    assert run_campaign(SHORT, executor=Breaking()) == findings[: SHORT.cases]


def test_a_case_that_kills_its_worker_twice_is_a_crash_and_costs_no_other(marks: Marks) -> None:
    deadly = Campaign(peer=NAME, cases=6, seed=DEADLY)
    found = run_campaign(deadly, jobs=2)
    [crash] = found[3].findings
    assert (crash.check, crash.kind, crash.got) == ("answer", "crash", "ended by signal 6")
    assert found[3].subject.rows
    assert "judge_cases(Campaign(peer='campaign.marking:Light', cases=6, seed=13" in crash.code
    assert "['random 3']" in crash.code
    others = [case for case in cases_of(deadly) if case != "random 3"]
    assert found[:3] + found[4:] == tuple(judge_apart(deadly, describe(deadly).conventions, tuple(others)))
    assert marks.cases().count(3) >= 2


def test_an_exception_of_the_peer_is_a_finding_of_its_case_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    grow = ScikitLearn.grow

    def fail_by_entropy(self: ScikitLearn, data: Dataset, learner: Learner) -> object:
        if learner.impurity is entropy:
            message = "entropy"
            raise OverflowError(message)
        return grow(self, data, learner)

    campaign = Campaign(peer="scikit-learn", cases=4)
    cases = cases_of(campaign)
    whole = judge_cases(campaign, cases)
    monkeypatch.setattr(ScikitLearn, "grow", fail_by_entropy)
    found = judge_cases(campaign, cases)
    assert [finding.case for finding in found] == cases
    assert [found[0], *found[2:]] == [whole[0], *whole[2:]]
    [error] = found[1].findings
    assert (error.check, error.kind) == ("growth", "error")
    assert re.fullmatch(r"OverflowError: entropy \(.*test_running\.py:\d+\)", error.got)


# --- laws -------------------------------------------------------------------------------------------------------


def test_a_law_is_a_case_that_holds_or_is_broken_or_does_not_apply_and_one_that_kills_is_a_finding(
    marks: Marks, monkeypatch: pytest.MonkeyPatch
) -> None:
    laws = ["nested", "gini_is_disagreement", "alpha_zero_and_infinity", "bits_are_the_unit"]
    monkeypatch.setattr("dtrees.oracle.campaign.plan.trial_order", lambda: laws)
    monkeypatch.setattr("dtrees.oracle.adapters._answers_alike", lambda *_: True)
    campaign = Campaign(peer=marked.NAME, cases=1, laws=3)
    found = run_campaign(campaign, description=described(campaign))
    assert [finding.case for finding in found] == [*(f"law {law}" for law in laws), "random 0"]
    *of_laws, random = found
    assert random.checks.keys() == {"growth", "predictions", "endings", "shares", "importances", "path", "pruned"}
    holds, broken, not_applicable, crash = of_laws
    assert holds.checks == {"laws": {"judged": 3, "canonical": 3, "admissible": 0, "deviating": 0}}
    [example] = broken.findings
    assert (example.check, example.kind) == ("laws", "gini_is_disagreement")
    right, wrong = (
        Fraction(text.removeprefix("Exact('").removesuffix("')")) for text in (example.expected, example.got)
    )
    assert 0 < right < wrong
    assert example.place.startswith("data = classification_data(")
    assert not_applicable.note == "no input was answered: ccp_alpha=0 prunes nothing, as documented"
    assert not not_applicable.deviates
    assert [(each.check, each.kind) for each in crash.findings] == [("answer", "crash")]
    assert "['law bits_are_the_unit']" in crash.findings[0].code
    assert {outcome: [*tried] for outcome, tried in laws_tried(found).items()} == {
        "are broken": ["gini_is_disagreement"],
        "had no answer": ["bits_are_the_unit"],
        "hold": ["nested"],
        "do not apply": ["alpha_zero_and_infinity"],
    }


# --- however often it is interrupted ----------------------------------------------------------------------------


class Interrupted(Exception):  # noqa: N818 (nothing is wrong: someone stopped it)
    """Someone stopped the campaign."""


def stop_after(cases: int) -> Callable[[Record], None]:
    told: list[str] = []

    def on_case(finding: Record) -> None:
        told.append(finding.case)
        if len(told) == cases:
            raise Interrupted

    return on_case


@pytest.mark.parametrize("on", ["threads", "processes"])
def test_an_interrupted_campaign_goes_on_where_it_stopped(
    on: str, findings: tuple[Record, ...], marks: Marks, tmp_path: Path
) -> None:
    with ThreadPoolExecutor(2) if on == "threads" else nullcontext() as executor:
        run = partial(
            run_campaign,
            CAMPAIGN,
            jobs=2 if on == "processes" else 1,
            executor=executor,
            file=tmp_path / "campaign.jsonl",
        )
        for cases in (3, 9):
            with pytest.raises(Interrupted):
                run(on_case=stop_after(cases))
        judged = len(marks.cases())
        assert judged >= 9  # who judges may be ahead of who is told
        told: list[str] = []
        assert run(on_case=lambda found: told.append(found.case)) == findings
    assert sorted(told) == sorted(CASES)
    assert {*marks.cases()} == {*range(CAMPAIGN.cases)}  # a case whose process was ended is judged again


@pytest.mark.parametrize("on", ["threads", "processes"])
def test_an_interrupted_campaign_ends_though_a_case_never_does(
    on: str, marks: Marks, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("dtrees.oracle.campaign.running.GRACE", 0.2)
    endless = Campaign(peer=NAME, cases=6, seed=ENDLESS)
    with ThreadPoolExecutor(2) if on == "threads" else nullcontext() as executor:
        with pytest.raises(Interrupted):
            run_campaign(endless, jobs=2, executor=executor, on_case=stop_after(4))
        while on == "threads" and 3 not in marks.cases():  # a thread that starts late would wait for its mark for ever
            time.sleep(0.01)
        marks.clear()


def test_what_is_asked_in_one_thread_keeps_no_other_waiting() -> None:
    class Answer:
        def __init__(self) -> None:
            self.comes = Event()

        @once
        def answer(self) -> bool:
            return self.comes.wait(10)

    late, soon = Answer(), Answer()
    soon.comes.set()
    with ThreadPoolExecutor(2) as threads:
        waiting, answered = (threads.submit(getattr, each, "answer") for each in (late, soon))
        assert answered.result()
        assert not waiting.done()
        late.comes.set()
        assert waiting.result()


def test_a_finished_campaign_is_read_not_judged(findings: tuple[Record, ...], marks: Marks, tmp_path: Path) -> None:
    file = tmp_path / "campaign.jsonl"
    for _ in range(2):
        assert run_campaign(CAMPAIGN, file=file) == findings
    assert marks.cases() == list(range(CAMPAIGN.cases))


@pytest.mark.parametrize("cut", [1, 40, 2000])
def test_a_line_that_was_never_finished_is_judged_again(
    cut: int, findings: tuple[Record, ...], marks: Marks, tmp_path: Path
) -> None:
    file = tmp_path / "campaign.jsonl"
    run_campaign(CAMPAIGN, file=file)
    whole = file.read_bytes()
    file.write_bytes(whole[:-cut])
    lost = 1 + whole[-cut:-1].count(b"\n")
    assert run_campaign(CAMPAIGN, file=file) == findings
    assert file.read_bytes().count(b"\n") == 1 + CAMPAIGN.cases
    assert len(marks.cases()) == CAMPAIGN.cases + lost


def test_random_cases_go_together_and_so_do_laws_and_a_table_alone() -> None:
    cases = ["table 0", "table 1", "random 0", "random 1", "random 2", *(f"law {number}" for number in range(12))]
    assert [len(chunk) for chunk in chunks_of(cases, 2)] == [1, 2, 10, 1, 1, 2]


# --- what is refused --------------------------------------------------------------------------------------------


def test_the_file_of_another_campaign_is_refused_and_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "campaign.jsonl"
    run_campaign(Campaign(peer=NAME, cases=1, seed=3), file=file)
    before = file.read_bytes()
    with pytest.raises(InvalidData, match=r"another campaign \(cases 1, not 2; seed 3, not 0\)"):
        run_campaign(Campaign(peer=NAME, cases=2), file=file)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("text", "told"),
    [
        *((text, "no campaign's file") for text in (b"notes", b"notes\n", b"{}\n", b"[1]\n", b"\xff\n")),
        (b"[" * 10**5 + b"\n", "no campaign's file"),
        (b'{"campaign": 3}\n', "is of format 1"),
    ],
    ids=lambda text: repr(text[:20]),
)
def test_a_file_of_something_else_is_refused_and_stays_as_it_is(text: bytes, told: str, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_bytes(text)
    with pytest.raises(InvalidData, match=told):
        run_campaign(CAMPAIGN_OF_FOUR, file=file)
    assert file.read_bytes() == text


def test_what_was_begun_after_the_last_case_is_taken_off(tmp_path: Path) -> None:
    file = tmp_path / "campaign.jsonl"
    found = run_campaign(CAMPAIGN_OF_FOUR, file=file)
    with file.open("a", encoding="utf-8") as stream:
        stream.write('{"case": "random 3", "subject": {"data"')
    assert run_campaign(CAMPAIGN_OF_FOUR, file=file) == found
    assert file.read_text(encoding="utf-8") == to_lines(CAMPAIGN_OF_FOUR, found, Granted.of(EXACT))


def test_a_first_line_that_was_never_finished_is_written_anew(tmp_path: Path) -> None:
    file = tmp_path / "campaign.jsonl"
    file.write_bytes(b'{"format": 2, "campaign": {"peer": "scikit')
    found = run_campaign(CAMPAIGN_OF_FOUR, file=file)
    assert file.read_text(encoding="utf-8") == to_lines(CAMPAIGN_OF_FOUR, found, Granted.of(EXACT))


@pytest.mark.parametrize("line", ["[]", "{}", '{"case": "random 1"}', "nonsense", "3"])
def test_a_line_that_is_no_finding_is_named(line: str, findings: tuple[Record, ...], tmp_path: Path) -> None:
    file = tmp_path / "campaign.jsonl"
    lines = to_lines(CAMPAIGN, findings, Granted.of(EXACT)).splitlines()
    file.write_text("\n".join([*lines[:2], line, *lines[3:], ""]), encoding="utf-8")
    with pytest.raises(InvalidData, match="line 3 is no finding"):
        run_campaign(CAMPAIGN, file=file)


def test_a_peer_that_is_not_there_is_named() -> None:
    with pytest.raises(Unsupported, match="there is no module nowhere"):
        run_campaign(Campaign(peer="nowhere", cases=1))


@pytest.mark.parametrize(
    ("peer", "module", "needed", "extra"),
    [
        ("scikit-learn", "dtrees.peers.scikit_learn", "sklearn.tree", "scikit-learn"),
        ("command: cat", "dtrees.oracle.protocol.program", "dtrees.oracle.protocol.messages", "protocol"),
    ],
)
def test_what_a_peer_needs_is_named_with_what_installs_it(
    peer: str, module: str, needed: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge_here(monkeypatch)
    monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setitem(sys.modules, needed, None)
    with pytest.raises(Unsupported, match=rf"no module {needed}: pip install 'dtrees-spec\[{extra}\]'"):
        run_campaign(Campaign(peer=peer, cases=1))


@pytest.mark.parametrize("number", [{"cases": -1}, {"seed": -1}, {"laws": -1}])
def test_a_negative_number_is_refused(number: dict[str, Any]) -> None:
    [name] = number
    with pytest.raises(InvalidData, match=f"{name}=-1: give 0 or more"):
        attrs.evolve(CAMPAIGN, **number)


def test_tables_come_before_the_laws_and_random_cases_after_them() -> None:
    campaign = Campaign(peer="scikit-learn", cases=2, tables=True, laws=1)
    cases = cases_of(campaign, 9)
    assert [*dict.fromkeys(case.split()[0] for case in cases)] == ["table", "law", "random"]
    [iris] = judge_cases(campaign, cases[:1])
    assert (iris.subject.data, iris.subject.criterion, iris.subject.size) == ("iris", "gini", (True, 150, 4))
    assert iris.checks["growth"] == {"judged": 17, "canonical": 14, "admissible": 3, "deviating": 0}
