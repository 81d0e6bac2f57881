"""Judging in a separate process, since the judged program may exit, hang, ignore signals, flood or take all memory."""

from __future__ import annotations

import json
import math
import sys
import threading
import time
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar

import attrs

from dtrees.errors import InvalidData, Unsupported
from dtrees.oracle.campaign.description import Description, description_of
from dtrees.oracle.campaign.judging import lost
from dtrees.oracle.finding import AdapterFailed, NoAnswer
from dtrees.oracle.protocol.process import Process
from dtrees.oracle.record import CaseDescription, Record, record_from
from dtrees.trees.tree_json import read_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from dtrees.oracle.campaign.plan import Campaign

T = TypeVar("T")

SERVING: Final = "import sys; sys.path[:] = sys.argv[1:]; from dtrees.oracle.campaign.worker import serve; serve()"

PATIENCE: Final = 5.0
"""The seconds, beyond an answer's own limit, within which the process must report that the answer did not come."""

THINKING: Final = 60.0
"""The seconds, plus `ANSWERS` times an answer's limit, of silence that is allowed where no answer is awaited."""

ANSWERS: Final = 10


class Worker:
    """A process that judges cases: started when needed, and again when it has ended.  Each thread has its own worker.

    >>> from dtrees.oracle.campaign.plan import Campaign
    >>> with Worker() as worker:
    ...     print(worker.describe(Campaign(peer="dtrees", cases=0)).granted.choices)
    ()
    """

    def __init__(self) -> None:
        self._process: Process | None = None
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self.said = 0
        """The number of lines that the implementation wrote to standard output and standard error."""
        self.first_said = ""
        """The first of them."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process: close its input, and kill it if it still runs soon after."""
        self._end(gently=True)

    def stop(self) -> None:
        """Kill the process; another thread may call this while `judge` runs, which then returns the records it has."""
        self._stopped.set()
        with self._lock:
            if self._process is not None:
                self._process.strike()

    def describe(self, campaign: Campaign) -> Description:
        """Return the implementation's `Description`; raises `NoAnswer` if the process ends or hangs meanwhile."""
        answers = list(self._answers(campaign, {}))
        return _read(lambda told: description_of(told["description"]), answers[-1] if answers else None)

    def judge(
        self, campaign: Campaign, cases: Sequence[str], conventions: Mapping[str, Any], until: float = math.inf
    ) -> list[Record]:
        """Return the records of *cases*, or of the first of them that are begun before *until* (`time.monotonic`).

        A case in which the process crashes is judged again in a new process, since an earlier case may have caused the
        crash; a second crash is recorded.
        """
        found: list[Record] = []
        again = ""
        while len(found) < len(cases) and not self._stopped.is_set():
            waiting = cases[len(found) :]
            subject = CaseDescription()
            left = None if until == math.inf else max(until - time.monotonic(), 0)
            question = {"cases": waiting, "conventions": conventions, "seconds": left}
            try:
                for answer in self._answers(campaign, question):
                    if "found" in answer:
                        found.append(_record(answer["found"], cases[len(found) :]))
                        subject = CaseDescription()
                    else:
                        subject = _read(CaseDescription.of, answer.get("subject"))
            except NoAnswer as failure:
                case = cases[len(found)]
                if not self._stopped.is_set() and (failure.kind != "crash" or case == again):
                    found.append(lost(campaign, case, failure.kind, str(failure), subject))
                again = case
            else:
                break  # the time is up, or answers too often do not come
        return found

    def _answers(self, campaign: Campaign, question: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield the messages that answer a question; raises `NoAnswer`, and ends the process, where they break off."""
        process = self._running()
        process.send(json.dumps({**question, "campaign": attrs.asdict(campaign)}))
        thinking = THINKING + ANSWERS * campaign.time_limit
        seconds, waited = thinking, None
        try:
            while True:
                line = process.receive(seconds=seconds)
                if line.startswith("+"):
                    waited = float(line[1:])
                    seconds = waited + PATIENCE
                elif line == "-":
                    seconds, waited = thinking, None
                else:
                    answer = _message(line)
                    if "done" in answer:
                        return
                    if "unsupported" in answer:
                        raise Unsupported(answer["unsupported"])
                    if "adapter" in answer:
                        raise AdapterFailed(answer["adapter"])
                    if "invalid" in answer:
                        raise InvalidData(answer["invalid"])
                    yield answer
        except NoAnswer as failure:
            self._end()
            if failure.kind == "hang" and waited is not None:
                message = f"no answer within {waited:g} s, and nothing interrupts it"
                raise NoAnswer(kind="hang", message=message) from failure
            raise
        finally:
            self._heard(process)

    def _running(self) -> Process:
        with self._lock:
            if self._stopped.is_set():
                raise NoAnswer(kind="crash", message="the campaign is stopped")
            if self._process is not None and self._process.status is not None:
                self._process.kill()  # what it had started, too
                self._process = None
            if self._process is None:
                self._process = Process([sys.executable, "-P", "-c", SERVING, *sys.path])
            return self._process

    def _heard(self, process: Process) -> None:
        self.said, process.lines_of_complaint = self.said + process.lines_of_complaint, 0
        self.first_said = self.first_said or process.first_complaint

    def _end(self, *, gently: bool = False) -> None:
        with self._lock:
            process, self._process = self._process, None
        if process is not None and gently:
            process.end()
        elif process is not None:
            process.kill()


def _record(document: Any, expected: Sequence[str]) -> Record:
    """Return the record in *document*; raises `NoAnswer` unless it is of the first *expected* case."""
    record = _read(record_from, document)
    if record.case not in expected[:1]:
        raise NoAnswer(kind="malformed", message=FORGED, seen=record.case)
    return record


def _read(reader: Callable[[Any], T], document: Any) -> T:
    try:
        return reader(document)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise NoAnswer(kind="malformed", message=FORGED, seen=str(error)) from error


FORGED: Final = "it writes where its judge does"


def _message(line: str) -> dict[str, Any]:
    try:
        answer = read_json(line)
    except ValueError:
        answer = None
    if not isinstance(answer, dict):
        raise NoAnswer(kind="malformed", message=FORGED, seen=line)
    return answer
