"""Peers that die, hang, flood or talk nonsense: each ends as the right outcome, and the next question is answered."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from protocol.peers.wrong import AT_A_QUESTION, ELSEWHERE

import dtrees as dt
from dtrees.errors import Unsupported
from dtrees.oracle.finding import NoAnswer
from dtrees.oracle.implementation import ask
from dtrees.oracle.protocol.process import KEPT_COMPLAINT, LONGEST_LINE, LOUDEST_COMPLAINT, Process
from dtrees.oracle.protocol.program import Program
from dtrees.oracle.protocol.session import Session

WRONG = Path(__file__).parent / "peers" / "wrong.py"
SIX = {"counts": ["6", "6"]}
SEVEN = {"counts": ["7", "7"]}
SHORT = 1.5
"""Seconds for peers that hang; they start within a tenth of one."""


def wrong(error: str, *, seconds: float = 60) -> Program:
    return Program(shlex.join([sys.executable, str(WRONG), error]), seconds=seconds)


def malformed(message: str, seen: str) -> NoAnswer:
    return NoAnswer(kind="malformed", message=message, seen=seen)


OUTCOMES: dict[str, Any] = {
    "dies": NoAnswer(kind="crash", message="ended with status 3", seen="out of luck"),
    "dies by a signal": NoAnswer(kind="crash", message="ended by signal 11", seen=""),
    "hangs": NoAnswer(kind="hang", message=f"no answer within {SHORT:g} s"),
    "hangs with a child": NoAnswer(kind="hang", message=f"no answer within {SHORT:g} s"),
    "closes its output and hangs": NoAnswer(kind="hang", message=f"no answer within {SHORT:g} s"),
    "floods its output": NoAnswer(kind="flood", message=f"more than {LONGEST_LINE} bytes on standard output"),
    "floods its complaints": NoAnswer(kind="flood", message=f"more than {LOUDEST_COMPLAINT} bytes on standard error"),
    "complains at length": 0.5,
    "has another message": malformed(
        "Additional properties are not allowed ('answer' was unexpected)",
        '{"id": 2, "answer": 0.5}',
    ),
    "has another result": malformed("result: 'a lot' does not match", '{"id": 2, "result": "a lot"}'),
    "has two results": malformed("has too many properties", '{"id": 2, "result": 0.5, "error": "none"}'),
    "has another id": malformed("id: 2 was expected", '{"id": 1, "result": 0.5}'),
    "has no object": malformed("0.5 is not of type 'object'", "0.5"),
    "says something else first": malformed("", "debug: 6 and 6"),
    "answers twice": malformed("more than one line came", '{"id": 2, "result": 0.5}'),
    "ends inside a line": malformed("the output ends inside a line", '{"id": 2, "res'),
    "has not a number": malformed("not JSON: NaN is not a JSON number", '{"id": 2, "result": NaN}'),
    "has infinity": malformed("not JSON: -Infinity is not a JSON number", '{"id": 2, "result": -Infinity}'),
    "has a huge integer": malformed("not JSON: 1000", '{"id": 2, "result": 1000'),
    "has a huge float": malformed("not JSON: 1e999 is beyond float64", '{"id": 2, "result": 1e999}'),
    "nests without end": malformed("not JSON: maximum recursion depth exceeded", "[[["),
    "writes no text": malformed("not UTF-8", "\N{REPLACEMENT CHARACTER}" * 2),
    "has an error": NoAnswer(kind="error", message="division by zero"),
    "declines": Unsupported("no sixes"),
}


def outcome_of(peer: Program) -> Any:
    """Return what comes of the question that goes wrong: the answer, or what is raised in its place."""
    try:
        return peer.ask("gini", summary=SIX)
    except (NoAnswer, Unsupported) as outcome:
        return outcome


def kind_of(outcome: Any) -> Any:
    return getattr(outcome, "kind", type(outcome))


def test_every_error_is_tried() -> None:
    assert OUTCOMES.keys() == AT_A_QUESTION.keys()


@pytest.mark.parametrize("error", OUTCOMES)
def test_an_error_is_an_outcome_and_the_next_question_is_answered(error: str) -> None:
    expected = OUTCOMES[error]
    with wrong(error, seconds=SHORT if kind_of(expected) == "hang" else 60) as peer:
        assert peer.ask("gini", summary=SEVEN) == 0.5
        outcome = outcome_of(peer)
        assert peer.ask("gini", summary=SEVEN) == 0.5
        assert peer.stop() is None
    assert kind_of(outcome) == kind_of(expected)
    if kind_of(expected) == "malformed":
        assert all(part in str(outcome) for part in str(expected).split(": "))
    else:
        assert str(outcome) == str(expected)


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        ("dies at the start", NoAnswer(kind="crash", message="ended with status 1", seen="no such module")),
        ("has another version", NoAnswer(kind="malformed", message="version: 1 was expected", seen="")),
    ],
)
def test_a_peer_that_does_not_start_is_an_outcome_of_every_question(error: str, expected: NoAnswer) -> None:
    with wrong(error) as peer:
        for ask_it in (peer.start, partial(peer.ask, "gini", summary=SEVEN), partial(peer.ask, "gini", summary=SIX)):
            with pytest.raises(NoAnswer, match=str(expected)) as raised:
                ask_it()
            assert raised.value.kind == expected.kind


def test_a_peer_that_never_reads_blocks_nobody() -> None:
    """The question is larger than any pipe holds."""
    with wrong("never reads", seconds=SHORT) as peer:
        assert peer.start()
        with pytest.raises(NoAnswer, match=f"no answer within {SHORT:g} s"):
            peer.ask("gini", summary={"counts": ["1"] * 300_000})


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        ("ignores stop", NoAnswer(kind="hang", message=f"no answer within {SHORT:g} s")),
        ("answers stop", NoAnswer(kind="malformed", message="stop has no answer", seen="bye")),
        ("fails to stop", NoAnswer(kind="crash", message="ended with status 4", seen="")),
        ("declines", None),
    ],
)
def test_how_a_peer_stops_is_an_outcome(error: str, expected: NoAnswer | None) -> None:
    with wrong(error, seconds=SHORT) as peer:
        assert peer.start()
        assert str(peer.stop()) == str(expected)
        assert peer.ask("gini", summary=SEVEN) == 0.5


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
        assert peer.ask("gini", summary=SEVEN) == 0.5
        before = open_descriptors()
        with pytest.raises(NoAnswer, match="within"):
            ask(peer.gini, dt.ClassCounts((6, 6)), seconds=0.5)
        assert open_descriptors() < before
        assert peer.ask("gini", summary=SEVEN) == 0.5


def test_a_time_limit_of_the_caller_ends_a_process_that_does_not_start() -> None:
    before = open_descriptors()
    with Program("sleep 1000") as peer, pytest.raises(NoAnswer, match="within"):
        ask(peer.gini, dt.ClassCounts((6, 6)), seconds=0.5)
    assert open_descriptors() == before


def test_what_a_peer_has_started_is_killed_with_it() -> None:
    with wrong("hangs with a child", seconds=SHORT) as peer:
        peer.ask("gini", summary=SEVEN)
        running = peer._running  # noqa: SLF001 (nothing but its group's number is wanted)
        assert running is not None
        group = running[0]._process.pid  # noqa: SLF001
        assert outcome_of(peer).kind == "hang"
    deadline = time.monotonic() + 10
    while is_alive(group):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_little_of_a_flood_is_kept() -> None:
    process = Process([sys.executable, "-c", "import sys; sys.exit('x' * 10**6)"])
    with pytest.raises(NoAnswer) as raised:
        process.ask("", seconds=60)
    process.kill()
    assert raised.value.kind == "crash"
    assert len(process._complaint) <= KEPT_COMPLAINT  # noqa: SLF001 (what is kept is not shown)
    assert len(str(raised.value)) < 200


def test_a_long_line_arrives_whole() -> None:
    line = "x" * 1_000_000
    process = Process(["cat"])
    assert process.ask(line, seconds=60) == line
    process.kill()


def test_a_program_that_ends_with_its_input_is_not_killed_before(tmp_path: Path) -> None:
    """R removes its folder of temporary files then."""
    process = Process(["sh", "-c", f"read line; echo $line; cat; touch {tmp_path}/removed"])
    assert process.ask("hello", seconds=60) == "hello"
    process.end()
    assert (tmp_path / "removed").exists()


def open_descriptors() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def test_no_descriptor_is_left_open() -> None:
    before = open_descriptors()
    for _ in range(3):
        with wrong("dies") as peer:
            outcome_of(peer)
            peer.ask("gini", summary=SEVEN)
    assert open_descriptors() == before


def test_an_operation_that_is_no_capability_is_never_asked() -> None:
    with wrong("dies") as peer, pytest.raises(Unsupported, match="entropy is none of its capabilities"):
        peer.ask("entropy", summary=SIX)


def test_there_is_no_such_program() -> None:
    with pytest.raises(Unsupported, match=re.escape("no-such-program cannot be run: No such file or directory")):
        Session("no-such-program").start()


def test_as_an_implementation_a_failure_is_an_error_that_tells_it() -> None:
    with wrong("dies") as peer:
        assert peer.gini(dt.ClassCounts((7, 7))) == 0.5
        with pytest.raises(NoAnswer, match="ended with status 3: out of luck") as raised:
            peer.gini(dt.ClassCounts((6, 6)))
        assert raised.value.kind == "crash"
    with wrong("declines") as peer, pytest.raises(Unsupported, match="no sixes"):
        peer.gini(dt.ClassCounts((6, 6)))


def test_the_shell_line_asks_the_same_by_hand() -> None:
    with wrong("has another result") as peer:
        outcome_of(peer)
        done = subprocess.run(peer.by_hand(), shell=True, capture_output=True, text=True, check=True)  # noqa: S602 (it is a shell line)
    assert done.stdout.splitlines()[1:] == ['{"id": 1, "result": "a lot"}']
