"""A peer that answers every question about impurity with 0.5, and errs in the way its argument names.

It errs at the question whose counts are 6 and 6, or, as its name says, at the start or at the end.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

STARTED = {
    "version": 1,
    "implementation": {"name": "wrong", "language": "Python", "version": "1"},
    "capabilities": ["gini", "grow"],
}


def write(text: str, stream: Any = sys.stdout) -> None:
    stream.write(text)
    stream.flush()


def say(*messages: Any) -> None:
    for message in messages:
        write((message if isinstance(message, str) else json.dumps(message)) + "\n")


def complain(text: str) -> None:
    write(text, sys.stderr)


def right(number: int) -> dict[str, Any]:
    return {"id": number, "result": 0.5}


def die(status: int, *, said: str = "", complaint: str = "") -> None:
    write(said)
    complain(complaint)
    os._exit(status)


def flood(stream: Any) -> None:
    while True:
        write("x" * 65536, stream)


def close_output_and_hang() -> None:
    os.close(1)
    time.sleep(1000)


def complain_and_answer(number: int) -> None:
    complain("x" * 300_000)
    say(right(number))


def write_bytes(line: bytes) -> None:
    sys.stdout.buffer.write(line)
    sys.stdout.flush()


def leave_a_child_behind() -> None:
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"]):
        pass


AT_A_QUESTION: dict[str, Callable[[int], object]] = {
    "dies": lambda _: die(3, complaint="out of luck"),
    "dies by a signal": lambda _: os.kill(os.getpid(), signal.SIGSEGV),
    "hangs": lambda _: time.sleep(1000),
    "hangs with a child": lambda _: leave_a_child_behind(),
    "closes its output and hangs": lambda _: close_output_and_hang(),
    "floods its output": lambda _: flood(sys.stdout),
    "floods its complaints": lambda _: flood(sys.stderr),
    "complains at length": complain_and_answer,
    "has another message": lambda n: say({"id": n, "answer": 0.5}),
    "has another result": lambda n: say({"id": n, "result": "a lot"}),
    "has two results": lambda n: say({"id": n, "result": 0.5, "error": "none"}),
    "has another id": lambda n: say(right(n - 1)),
    "has no object": lambda _: say("0.5"),
    "says something else first": lambda n: say("debug: 6 and 6", right(n)),
    "answers twice": lambda n: write(2 * f"{json.dumps(right(n))}\n"),
    "ends inside a line": lambda n: die(0, said=f'{{"id": {n}, "res'),
    "has not a number": lambda n: say(f'{{"id": {n}, "result": NaN}}'),
    "has infinity": lambda n: say(f'{{"id": {n}, "result": -Infinity}}'),
    "has a huge integer": lambda n: say(f'{{"id": {n}, "result": 1{"0" * 5000}}}'),
    "has a huge float": lambda n: say(f'{{"id": {n}, "result": 1e999}}'),
    "nests without end": lambda _: say("[" * 200_000),
    "writes no text": lambda _: write_bytes(b"\xff\xfe\n"),
    "has an error": lambda n: say({"id": n, "error": "division by zero"}),
    "declines": lambda n: say({"id": n, "unsupported": "no sixes"}),
}
ELSEWHERE = ("dies at the start", "has another version", "never reads", "ignores stop", "answers stop", "fails to stop")


def answer(message: dict[str, Any], error: str) -> None:
    if message["input"].get("summary") == {"counts": ["6", "6"]}:
        AT_A_QUESTION[error](message["id"])
    elif message["operation"] == "gini":
        say(right(message["id"]))
    else:
        say({"id": message["id"], "result": {"nodes": [{}]}})


def stop(error: str) -> None:
    if error == "answers stop":
        say("bye")
    if error != "ignores stop":
        sys.exit(4 if error == "fails to stop" else 0)


def main(error: str) -> None:
    if error == "dies at the start":
        die(1, complaint="no such module")
    for line in sys.stdin:
        message = json.loads(line)
        if message["cmd"] == "start":
            say(STARTED | ({"version": 2} if error == "has another version" else {}))
            if error == "never reads":
                time.sleep(1000)
        elif message["cmd"] == "run":
            answer(message, error)
        else:
            stop(error)


if __name__ == "__main__":
    main(sys.argv[1])
