"""Running a campaign on this machine or on any `concurrent.futures.Executor`, with the same findings.

The implementation always runs in a process of its own (`dtrees.oracle.campaign.apart`).  Chunks of cases that an
executor loses are sent out again, except the first of them, which is judged here.
"""

from __future__ import annotations

import math
import time
from collections import deque
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ThreadPoolExecutor, as_completed, wait
from contextlib import contextmanager, suppress
from functools import cache, partial
from queue import SimpleQueue
from threading import Event
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import attrs

from dtrees.oracle.campaign.apart import Worker
from dtrees.oracle.campaign.judging import known_cases
from dtrees.oracle.campaign.plan import Campaign, cases_of, chunks_of, kept
from dtrees.oracle.record import Record, hang_too_often

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from dtrees.oracle.campaign.description import Description


Chunk: TypeAlias = tuple[str, ...]
Take: TypeAlias = "Callable[[Sequence[Record]], None]"
Judge: TypeAlias = "Callable[[Chunk], list[Record]]"
Send: TypeAlias = "Callable[[Chunk], Future[list[Record]]]"

LOST: Final = {"KilledWorker", "CommClosedError", "FutureCancelledError"}
"""The exceptions that dask raises where a worker died, by name, since dask may not be installed."""

GRACE: Final = 30.0
"""The seconds for which an interrupted campaign waits for the cases that are being judged."""


def describe(campaign: Campaign) -> Description:
    """Return the `Description` of the campaign's implementation, which runs in a process of its own.

    Raises `NoAnswer` where it ends that process or hangs, `Unsupported` where it is missing, and `InvalidData` where it
    cannot be imported.
    """
    return _described(attrs.evolve(campaign, cases=0, seed=0, tables=False, laws=0))


@cache
def _described(campaign: Campaign) -> Description:
    with Worker() as worker:
        return worker.describe(campaign)


def run_campaign(
    campaign: Campaign,
    *,
    jobs: int = 1,
    executor: Executor | None = None,
    file: str | os.PathLike[str] | None = None,
    on_case: Callable[[Record], None] | None = None,
    seconds: float = math.inf,
    description: Description | None = None,
    on_output: Callable[[int, str], None] = lambda *_: None,
) -> tuple[Record, ...]:
    """Return the record of each case, in the order of `cases_of`.

    jobs      the number of processes that judge
    executor  the pool whose workers start these processes instead, such as a Dask cluster's; it stays open
    file      the file where each record is written as it comes; cases that it holds already are not judged again
    on_case   called with each record, those in the file first
    seconds   the time after which no further case is begun; what is judged by then is returned
    description  the implementation's description, if it is known already (`describe`)
    on_output  called with the number of lines that the implementation printed here, and the first of them

    No further case is begun either after too many hangs (`hang_too_often`), for each costs a time limit.  A case that
    crashes the process twice is recorded with the way it ended.  A campaign that is interrupted stores what is judged,
    and ends whatever hangs; on an executor it waits for that half a minute. Raises `InvalidData` where the file is of
    another campaign, and as `describe` does.

    >>> found = run_campaign(Campaign(peer="scikit-learn", cases=2))
    >>> [(finding.case, finding.subject.criterion, finding.deviates) for finding in found]
    [('random 0', 'gini, small', False), ('random 1', 'entropy, small', False)]
    """
    tell = on_case or (lambda _: None)
    end = time.monotonic() + seconds
    latest: deque[Record] = deque(maxlen=100)
    known = description or describe(campaign)
    with kept(file, campaign, known.granted) as (found, keep):

        def store(findings: Sequence[Record]) -> None:
            for finding in findings:
                keep(finding)
                found[finding.case] = finding

        def take(findings: Sequence[Record]) -> None:
            store(findings)
            for finding in findings:
                tell(finding)
            latest.extend(findings)
            if time.monotonic() > end or hang_too_often(latest):
                raise _Spent

        for finding in tuple(found.values()):
            tell(finding)
        cases = cases_of(campaign, known.tables if campaign.tables else 0)
        size = max(known.chunk, len(cases) // 100)  # each chunk starts the implementation anew
        waiting = chunks_of([case for case in cases if case not in found], size)
        with suppress(_Spent):
            if executor is None:
                workers = [Worker() for _ in range(min(jobs, len(waiting)) or 1)]
                with _running(workers, campaign, known.conventions, end) as (send, stop):
                    _run_round(send, waiting, take, store, stop)
            else:
                _run_on(executor, partial(judge_apart, campaign, known.conventions), waiting, take, store)
        if executor is None and (said := sum(worker.said for worker in workers)):
            on_output(said, next(worker.first_said for worker in workers if worker.said))
        return tuple(found[case] for case in cases if case in found)


def run_known(campaign: Campaign, path: Path, conventions: Mapping[str, Any]) -> tuple[Record, ...]:
    """Judge the cases that are stored at *path* (`known_cases`) again, and return their records."""
    with Worker() as worker:
        return tuple(
            attrs.evolve(record, case=name)
            for own, case, name in known_cases(campaign, path)
            for record in worker.judge(own, [case], conventions)
        )


class _Spent(Exception):  # noqa: N818 (nobody erred)
    """Raised when the seconds of a campaign have passed, or after too many hangs."""


@contextmanager
def _running(
    workers: Sequence[Worker], campaign: Campaign, conventions: Mapping[str, Any], until: float
) -> Iterator[tuple[Send, Callable[[], None]]]:
    """Give a function that sends a chunk to one of the workers, and one that ends them all, whatever they do."""
    idle, begun = SimpleQueue[Worker](), Event()
    for worker in workers:
        idle.put(worker)

    def judge(chunk: Chunk) -> list[Record]:
        if begun.is_set() and time.monotonic() > until:
            return []
        begun.set()
        worker = idle.get()
        try:
            return worker.judge(campaign, chunk, conventions, until)
        finally:
            idle.put(worker)

    def stop() -> None:
        for worker in workers:
            worker.stop()

    try:
        with ThreadPoolExecutor(len(workers)) as threads:
            yield lambda chunk: threads.submit(judge, chunk), stop
    finally:
        for worker in workers:
            worker.close()


def judge_apart(campaign: Campaign, conventions: Mapping[str, Any], chunk: Chunk) -> list[Record]:
    """Return the records of a *chunk* of cases, judged with the implementation in a process of its own."""
    with Worker() as worker:
        return worker.judge(campaign, chunk, conventions)


def _run_on(executor: Executor, judge: Judge, waiting: Sequence[Chunk], take: Take, store: Take) -> None:
    """Send the chunks out, round by round until none is lost; each round judges at least one."""
    while waiting:
        lost = _run_round(lambda chunk: executor.submit(judge, chunk), waiting, take, store)
        for chunk in lost[:1]:
            take(judge(chunk))
        waiting = lost[1:]


def _run_round(
    send: Send, chunks: Sequence[Chunk], take: Take, store: Take, stop: Callable[[], None] = lambda: None
) -> list[Chunk]:
    """Judge the chunks and return those that are lost; on an interruption all stop, and what is judged is stored."""
    sent: dict[Future[list[Record]], Chunk] = {}
    done: set[Chunk] = set()
    try:
        for chunk in chunks:
            with suppress(BrokenExecutor, OSError):  # it is broken, or was when it went to start a worker
                sent[send(chunk)] = chunk
        for future in as_completed(tuple(sent)):
            chunk = sent.pop(future)
            findings = _received(future)
            if findings is not None:
                done.add(chunk)
                take(findings)
    except BaseException as error:
        if not isinstance(error, _Spent):
            stop()
        raise
    finally:
        for future in wait([future for future in sent if not future.cancel()], timeout=GRACE).done:
            if not future.cancelled() and future.exception() is None:
                store(future.result())
    return [chunk for chunk in chunks if chunk not in done]


def _received(future: Future[list[Record]]) -> list[Record] | None:
    """Return the findings, or None where they are lost with their worker."""
    try:
        return future.result()
    except (BrokenExecutor, CancelledError):
        return None
    except Exception as error:
        if type(error).__name__ in LOST:
            return None
        raise
