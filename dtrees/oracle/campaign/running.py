"""Running a campaign, here or on any `concurrent.futures.Executor`: the findings are the same, whoever judges.

A chunk of cases whose worker dies is lost, and where a pool of processes breaks so is every chunk that waits.  The
first of the lost, which may be what killed the worker, is judged apart; the others go out again.
"""

from __future__ import annotations

import math
import os
import signal
import threading
import time
from collections import deque
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, as_completed, wait
from contextlib import contextmanager, nullcontext, suppress
from multiprocessing import get_context, parent_process
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from dtrees.errors import Unsupported
from dtrees.oracle.campaign.judging import judge_cases, lost
from dtrees.oracle.campaign.plan import Campaign, adapter_of, cases_of, chunks_of, kept
from dtrees.oracle.record import Record, hang_too_often

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


Chunk: TypeAlias = tuple[str, ...]
Take: TypeAlias = "Callable[[Sequence[Record]], None]"

LOST: Final = {"KilledWorker", "CommClosedError", "FutureCancelledError"}
"""What dask raises where a worker died, by name, for dask is the caller's."""

GRACE: Final = 30.0
"""So many seconds a campaign that is interrupted waits for what is being judged."""


def run_campaign(
    campaign: Campaign,
    *,
    jobs: int = 1,
    executor: Executor | None = None,
    file: str | os.PathLike[str] | None = None,
    on_case: Callable[[Record], None] | None = None,
    seconds: float = math.inf,
) -> tuple[Record, ...]:
    """Return what is found of each case, in the order of `cases_of`.

    jobs      how many processes judge; one is this process.  Where a death breaks their pool, a new one is made
    executor  who judges instead, such as a Dask cluster's; it stays open
    file      where each finding is written as it comes; those that it holds already are not judged again
    on_case   called once for each case, those in the file first
    seconds   after so many no further case is begun, and what is judged by then is returned

    Nor is one begun where answers too often do not come, for each costs a time limit.  A case that kills its worker,
    and again when it is judged apart in a process of its own, is a ``crash``.  A campaign that is interrupted stores
    what is judged within half a minute and leaves the rest, whatever hangs.  As everywhere with processes, a script
    that calls this does so under ``if __name__ == "__main__":``.
    Raises `InvalidData` where the file is of another campaign, and `Unsupported` where the peer is not installed.

    >>> found = run_campaign(Campaign(peer="scikit-learn", cases=2))
    >>> [(finding.case, finding.subject.criterion, finding.deviates) for finding in found]
    [('random 0', 'gini, small', False), ('random 1', 'entropy, small', False)]
    """
    tell = on_case or (lambda _: None)
    end = time.monotonic() + seconds
    latest: deque[Record] = deque(maxlen=100)
    with kept(file, campaign) as (found, keep):

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
        cases = cases_of(campaign)
        size = max(adapter_of(campaign).numbers[1], len(cases) // 100)  # each chunk starts the implementation anew
        waiting = chunks_of([case for case in cases if case not in found], size)
        with suppress(_Spent):
            if executor is None and jobs == 1:
                for chunk in waiting:
                    take(judge_cases(campaign, chunk, until=end))
            else:
                _run_on(executor or min(jobs, max(2, len(waiting))), campaign, waiting, take, store)
        return tuple(found[case] for case in cases if case in found)


class _Spent(Exception):  # noqa: N818 (nobody erred)
    """The seconds of a campaign have passed, or answers too often do not come."""


def _run_on(executor: Executor | int, campaign: Campaign, waiting: Sequence[Chunk], take: Take, store: Take) -> None:
    """Send the chunks out, round by round until none is lost; each round judges at least one."""
    while waiting:
        with processes(executor) if isinstance(executor, int) else nullcontext(executor) as pool:
            lost = _run_round(pool, campaign, waiting, take, store)
        for chunk in lost[:1]:
            take(_judge_apart(campaign, chunk))
        waiting = lost[1:]


def _run_round(pool: Executor, campaign: Campaign, chunks: Sequence[Chunk], take: Take, store: Take) -> list[Chunk]:
    """Judge the chunks on the pool and return those that are lost; whatever interrupts, what is judged is stored."""
    sent: dict[Future[list[Record]], Chunk] = {}
    done: set[Chunk] = set()
    try:
        for chunk in chunks:
            if (future := _sent(pool, campaign, chunk)) is not None:
                sent[future] = chunk
        for future in as_completed(tuple(sent)):
            chunk = sent.pop(future)
            findings = _received(future)
            if findings is not None:
                done.add(chunk)
                take(findings)
    finally:
        for future in wait([future for future in sent if not future.cancel()], timeout=GRACE).done:
            if not future.cancelled() and future.exception() is None:
                store(future.result())
    return [chunk for chunk in chunks if chunk not in done]


def _sent(pool: Executor, campaign: Campaign, chunk: Chunk) -> Future[list[Record]] | None:
    """Return the future of the findings, or None where the pool is broken, or was when it went to start a worker."""
    try:
        return pool.submit(judge_cases, campaign, chunk, adapter_of(campaign).conventions)
    except (BrokenExecutor, OSError):
        return None


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


def _judge_apart(campaign: Campaign, chunk: Chunk) -> list[Record]:
    """Return what is found of the cases in a process of their own, halves of them where it dies, to the single case."""
    with processes(1) as pool:
        findings = _received(pool.submit(judge_cases, campaign, chunk, adapter_of(campaign).conventions))
    if findings is not None:
        return findings
    if len(chunk) > 1:
        middle = len(chunk) // 2
        return _judge_apart(campaign, chunk[:middle]) + _judge_apart(campaign, chunk[middle:])
    return [lost(campaign, chunk[0], "crash", "the process that judged it died, twice")]


# --- a pool of processes ----------------------------------------------------------------------------------------


@contextmanager
def processes(workers: int) -> Iterator[Executor]:
    """Give a pool of so many processes; where the block raises, they are killed, whatever they do.

    The standard library's pool can wait for ever after a death: a worker that `submit` starts while the thread that
    manages the pool ends the others is told nothing and joined.  Loky starts workers and ends them under one lock.
    """
    try:
        from loky import ProcessPoolExecutor  # noqa: PLC0415 (only who judges in processes needs it)
    except ModuleNotFoundError as error:
        message = "judging in processes needs loky: pip install 'dtrees-spec[cli]'"
        raise Unsupported(message) from error
    pool = ProcessPoolExecutor(workers, context=get_context("forkserver"), initializer=_serve)
    try:
        yield pool
    except BaseException:
        pool.shutdown(kill_workers=True)
        raise
    pool.shutdown()


def _serve() -> None:
    """Make this process a worker: it leaves Ctrl-C to the campaign's process, and ends as soon as that has."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(parent_process(),), daemon=True).start()


def _end_with(parent: Any) -> None:
    parent.join()
    os._exit(1)
