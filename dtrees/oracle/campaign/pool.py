"""A pool of processes that judge: the death of one breaks it at once, and none outlives the process that made it.

The standard library's pool can wait for ever after a death: a worker that `submit` starts while the thread that manages
the pool ends the others is told nothing and joined.  Loky starts workers and ends them under one lock.
"""

from __future__ import annotations

import os
import signal
import threading
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from typing import TYPE_CHECKING, Any

from dtrees.errors import Unsupported

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Executor


@contextmanager
def processes(workers: int) -> Iterator[Executor]:
    """Give a pool of so many processes; where the block raises, they are killed, whatever they do.

    >>> with processes(1) as pool:
    ...     pool.submit(abs, -3).result()
    3
    """
    try:
        from loky import ProcessPoolExecutor  # noqa: PLC0415 (only who judges in processes needs it)
    except ModuleNotFoundError as error:
        message = "judging in processes needs loky: pip install 'dtrees[cli]'"
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
