"""Recursion of any depth: a tree can be as deep as it has rows, and the chapters recurse as the book does.

Since CPython 3.11 a Python function that calls a Python function takes no stack of C, so that only Python's recursion
limit stands against depth.  A recursion must go through list comprehensions and loops: generator expressions, `map`,
``sorted(key=...)`` and ``*arguments`` go through C.
"""

from __future__ import annotations

import sys
import threading
from functools import wraps
from inspect import Parameter, signature, unwrap
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Function = TypeVar("Function", bound="Callable[..., Any]")

UNLIMITED: Final = 2**30

_lock = threading.Lock()
_lifted = [0, 0]
"""How many outermost calls run, in all threads, and the limit that was there before the first of them."""


class _Running(threading.local):
    """Whether a function is running in this thread."""

    now = False


def recursive(function: Function) -> Function:
    """Return *function*, which calls itself by its name, so that it works at any depth.

    The outermost call lifts the recursion limit, and is the one whose arguments a decorator inside (`checked`) sees.

    >>> @recursive
    ... def count(n):
    ...     return 1 + sum([count(m) for m in [n - 1] if m])
    >>> count(100_000)
    100000
    """
    parameters, running = signature(function).parameters, _Running()

    def outermost(*arguments: Any, **named: Any) -> Any:
        with _lock:
            if not _lifted[0]:
                _lifted[1] = sys.getrecursionlimit()
                sys.setrecursionlimit(UNLIMITED)
            _lifted[0] += 1
        running.now = True
        try:
            return function(*arguments, **named)
        finally:
            running.now = False
            with _lock:
                _lifted[0] -= 1
                if not _lifted[0]:
                    sys.setrecursionlimit(_lifted[1])

    # A function of the same parameters, since passing *arguments on takes stack of C at each level.
    scope = {"running": running, "body": unwrap(function), "outermost": outermost, "parameters": parameters}
    named = [name for name, each in parameters.items() if each.kind is Parameter.KEYWORD_ONLY]
    declared = [
        name if each.default is Parameter.empty else f"{name}=parameters[{name!r}].default"
        for name, each in parameters.items()
    ]
    if named:
        declared.insert(len(parameters) - len(named), "*")
    passed = ", ".join([f"{name}={name}" if name in named else name for name in parameters])
    source = f"def call({', '.join(declared)}): return body({passed}) if running.now else outermost({passed})"
    exec(source, scope)  # noqa: S102 (our own line, of the names of the function's own parameters)
    return wraps(function)(scope["call"])  # type: ignore[return-value]  # it takes and returns what the function does
