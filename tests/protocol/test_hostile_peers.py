"""Peers that die, hang, flood or talk nonsense: each ends as the right outcome, and the next question is answered."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest
from protocol.peers.wrong import AT_A_QUESTION, ELSEWHERE

import dtrees as dt
from dtrees.errors import Unsupported
from dtrees.oracle.implementation import ask
from dtrees.oracle.outcomes import (
    Answered,
    Crashed,
    Declined,
    Failed,
    Flooded,
    Hung,
    Malformed,
    NoAnswer,
    Outcome,
)
from dtrees.oracle.protocol.messages import Started
from dtrees.oracle.protocol.process import KEPT_COMPLAINT, LONGEST_LINE, LOUDEST_COMPLAINT, Process
from dtrees.oracle.protocol.program import Program
from dtrees.oracle.protocol.session import Session

WRONG = Path(__file__).parent / "peers" / "wrong.py"
SIX = {"counts": ["6", "6"]}
SEVEN = {"counts": ["7", "7"]}
SHORT = 5.0
"""Seconds for peers that hang; they start within them."""


def wrong(error: str, *, seconds: float = 60) -> Program:
    return Program(shlex.join([sys.executable, str(WRONG), error]), seconds=seconds)


OUTCOMES: dict[str, Outcome] = {
    "dies": Crashed(3, "out of luck"),
    "dies by a signal": Crashed(-11, ""),
    "hangs": Hung(SHORT),
    "hangs with a child": Hung(SHORT),
    "closes its output and hangs": Hung(SHORT),
    "floods its output": Flooded("standard output", LONGEST_LINE),
    "floods its complaints": Flooded("standard error", LOUDEST_COMPLAINT),
    "complains at length": Answered(0.5),
    "has another message": Malformed(
        "Additional properties are not allowed ('answer' was unexpected)", '{"id": 2, "answer": 0.5}'
    ),
    "has another result": Malformed("result: 'a lot' does not match", '{"id": 2, "result": "a lot"}'),
    "has two results": Malformed("has too many properties", '{"id": 2, "result": 0.5, "error": "none"}'),
    "has another id": Malformed("id: 2 was expected", '{"id": 1, "result": 0.5}'),
    "has no object": Malformed("0.5 is not of type 'object'", "0.5"),
    "says something else first": Malformed("", "debug: 6 and 6"),
    "answers twice": Malformed("more than one line came", '{"id": 2, "result": 0.5}'),
    "ends inside a line": Malformed("the output ends inside a line", '{"id": 2, "res'),
    "has not a number": Malformed("not JSON: NaN is not a JSON number", '{"id": 2, "result": NaN}'),
    "has infinity": Malformed("not JSON: -Infinity is not a JSON number", '{"id": 2, "result": -Infinity}'),
    "has a huge integer": Malformed("0 is beyond float64", '{"id": 2, "result": 1000'),
    "has a huge float": Malformed("not JSON: 1e999 is beyond float64", '{"id": 2, "result": 1e999}'),
    "nests without end": Malformed("not JSON: maximum recursion depth exceeded", "[[["),
    "writes no text": Malformed("not UTF-8", "\N{REPLACEMENT CHARACTER}" * 2),
    "has an error": Failed("division by zero"),
    "declines": Declined("no sixes"),
}


def test_every_error_is_tried() -> None:
    assert OUTCOMES.keys() == AT_A_QUESTION.keys()


@pytest.mark.parametrize("error", OUTCOMES)
def test_an_error_is_an_outcome_and_the_next_question_is_answered(error: str) -> None:
    expected = OUTCOMES[error]
    with wrong(error, seconds=SHORT if isinstance(expected, Hung) else 60) as peer:
        assert peer.ask("gini", summary=SEVEN) == Answered(0.5)
        outcome = peer.ask("gini", summary=SIX)
        assert peer.ask("gini", summary=SEVEN) == Answered(0.5)
        assert peer.stop() is None
    if isinstance(expected, Malformed) and isinstance(outcome, Malformed):
        assert expected.complaint in outcome.complaint
        assert outcome.line.startswith(expected.line)
    else:
        assert outcome == expected


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        ("dies at the start", Crashed(1, "no such module")),
        ("has another version", Malformed("version: 1 was expected", "")),
    ],
)
def test_a_peer_that_does_not_start_is_an_outcome_of_every_question(error: str, expected: Outcome) -> None:
    with wrong(error) as peer:
        for outcome in (peer.start(), peer.ask("gini", summary=SEVEN), peer.ask("gini", summary=SIX)):
            assert type(outcome) is type(expected)
            assert str(outcome).startswith(str(expected).rstrip(": "))


def test_a_peer_that_never_reads_blocks_nobody() -> None:
    """The question is larger than any pipe holds."""
    with wrong("never reads", seconds=SHORT) as peer:
        assert isinstance(peer.start(), Started)
        assert peer.ask("gini", summary={"counts": ["1"] * 300_000}) == Hung(SHORT)


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        ("ignores stop", Hung(SHORT)),
        ("answers stop", Malformed("stop has no answer", "bye")),
        ("fails to stop", Crashed(4, "")),
        ("declines", None),
    ],
)
def test_how_a_peer_stops_is_an_outcome(error: str, expected: Outcome | None) -> None:
    with wrong(error, seconds=SHORT) as peer:
        assert isinstance(peer.start(), Started)
        assert peer.stop() == expected
        assert peer.ask("gini", summary=SEVEN) == Answered(0.5)


def test_every_other_error_is_tried() -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    assert all(f'"{error}"' in source for error in ELSEWHERE)


def is_alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_time_limit_of_the_caller_ends_the_process_and_the_next_question_is_answered() -> None:
    with wrong("hangs") as peer:
        assert peer.ask("gini", summary=SEVEN) == Answered(0.5)
        before = open_descriptors()
        with pytest.raises(NoAnswer, match="within"):
            ask(peer.gini, dt.ClassCounts((6, 6)), seconds=0.5)
        assert open_descriptors() < before
        assert peer.ask("gini", summary=SEVEN) == Answered(0.5)


def test_a_time_limit_of_the_caller_ends_a_process_that_does_not_start() -> None:
    before = open_descriptors()
    with Program("sleep 1000") as peer, pytest.raises(NoAnswer, match="within"):
        ask(peer.gini, dt.ClassCounts((6, 6)), seconds=3)
    assert open_descriptors() == before


def test_what_a_peer_has_started_is_killed_with_it() -> None:
    with wrong("hangs with a child", seconds=SHORT) as peer:
        peer.ask("gini", summary=SEVEN)
        running = peer._running  # noqa: SLF001 (nothing but its group's number is wanted)
        assert running is not None
        group = running.process._process.pid  # noqa: SLF001
        assert peer.ask("gini", summary=SIX) == Hung(SHORT)
    deadline = time.monotonic() + 10
    while is_alive(group):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_little_of_a_flood_is_kept() -> None:
    process = Process([sys.executable, "-c", "import sys; sys.exit('x' * 10**6)"])
    end = process.ask("", seconds=60)
    process.kill()
    assert isinstance(end, Crashed)
    assert len(end.complaint) <= KEPT_COMPLAINT
    assert len(str(end)) < 200


def test_a_long_line_arrives_whole() -> None:
    line = "x" * 1_000_000
    process = Process(["cat"])
    assert process.ask(line, seconds=60) == line
    process.kill()


def open_descriptors() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def test_no_descriptor_is_left_open() -> None:
    before = open_descriptors()
    for _ in range(3):
        with wrong("dies") as peer:
            peer.ask("gini", summary=SIX)
            peer.ask("gini", summary=SEVEN)
    assert open_descriptors() == before


def test_an_operation_that_is_no_capability_is_never_asked() -> None:
    with wrong("dies") as peer:
        assert peer.ask("entropy", summary=SIX) == Declined("entropy is none of its capabilities")


def test_there_is_no_such_program() -> None:
    with pytest.raises(Unsupported, match=re.escape("no-such-program cannot be run: No such file or directory")):
        Session("no-such-program").start()


def test_as_an_implementation_a_failure_is_an_error_that_tells_it() -> None:
    with wrong("dies") as peer:
        assert peer.gini(dt.ClassCounts((7, 7))) == 0.5
        with pytest.raises(NoAnswer, match="ended with status 3: out of luck") as raised:
            peer.gini(dt.ClassCounts((6, 6)))
        assert raised.value.outcome == Crashed(3, "out of luck")
    with wrong("declines") as peer, pytest.raises(Unsupported, match="no sixes"):
        peer.gini(dt.ClassCounts((6, 6)))


def test_the_shell_line_asks_the_same_by_hand() -> None:
    with wrong("has another result") as peer:
        peer.ask("gini", summary=SIX)
        done = subprocess.run(peer.by_hand(), shell=True, capture_output=True, text=True, check=True)  # noqa: S602 (it is a shell line)
    assert done.stdout.splitlines()[1:] == ['{"id": 1, "result": "a lot"}']
