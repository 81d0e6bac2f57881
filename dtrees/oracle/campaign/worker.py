"""The process in which an implementation is judged: it reads requests and writes records, as lines of JSON.

Requests come on standard input, and answers go to the original standard output; what the implementation prints goes to
standard error.  The line ``+ 10`` announces a call of the implementation that may take ten seconds, and ``-`` its end:
the process that sends the requests keeps the time.
"""

from __future__ import annotations

import json
import math
import os
import resource
import signal
import time
from typing import TYPE_CHECKING, Any

import attrs

from dtrees.errors import DtreesError, Unsupported
from dtrees.laws.law import text_of
from dtrees.oracle.campaign.description import conventions_of, described
from dtrees.oracle.campaign.judging import judging
from dtrees.oracle.campaign.plan import Campaign
from dtrees.oracle.finding import AdapterFailed
from dtrees.oracle.implementation import WATCHER

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from dtrees.oracle.record import CaseDescription

GIB = 2**30


def serve() -> None:
    """Read requests from standard input and answer them, until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever asks is interrupted, and ends this process
    asked, tell = os.fdopen(os.dup(0), "rb"), _teller(os.dup(1))
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    WATCHER.append(lambda limit: tell("-" if limit is None else f"+ {limit}"))
    for line in iter(asked.readline, b""):
        question = json.loads(line)
        try:
            _answer(question, lambda message: tell(json.dumps(message)))
            end: dict[str, Any] = {"done": True}
        except Unsupported as refusal:
            end = {"unsupported": str(refusal)}
        except AdapterFailed as failure:
            end = {"adapter": str(failure)}
        except Exception as error:  # noqa: BLE001 (whatever the implementation brings about)
            end = {"invalid": str(error) if isinstance(error, DtreesError) else text_of(error)}
        tell(json.dumps(end))


def _teller(descriptor: int) -> Callable[[str], None]:
    """Return a function that writes a line to *descriptor*; in a forked child it ends the child instead."""
    own = os.getpid()

    def tell(line: str) -> None:
        if os.getpid() != own:
            os._exit(1)
        rest = line.encode() + b"\n"
        while rest:
            rest = rest[os.write(descriptor, rest) :]

    return tell


def _answer(question: Mapping[str, Any], tell: Callable[[Mapping[str, Any]], None]) -> None:
    campaign = Campaign(**question["campaign"])
    most = int(campaign.memory * GIB)
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    if "cases" not in question:
        tell({"description": attrs.asdict(described(campaign))})
        return

    def begin(case: str, subject: CaseDescription) -> None:
        tell({"begun": case, "subject": attrs.asdict(subject)})

    seconds = question["seconds"]
    until = math.inf if seconds is None else time.monotonic() + seconds
    conventions = conventions_of(campaign, question["conventions"])
    for record in judging(campaign, question["cases"], conventions, until=until, begin=begin):
        tell({"found": attrs.asdict(record)})
