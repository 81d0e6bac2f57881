"""Recursion of any depth: a tree can be as deep as it has rows, and the chapters recurse as the book does.

Since CPython 3.11 a Python function that calls a Python function takes no stack of C, so that only Python's recursion
limit stands against depth.  A recursion must go through list comprehensions and loops: generator expressions, `map`,
``sorted(key=...)`` and ``*arguments`` go through C.
"""

import sys
import threading
from functools import wraps
from types import CellType, FunctionType
from typing import Any

from dtrees.arguments import Function

_lock = threading.Lock()
_limits: list[int] = []
"""The limit that was there before each outermost call that runs, in all threads: the first is Python's own."""


def recursive(function: Function) -> Function:
    """Return *function*, which calls itself by its name, so that it works at any depth; `checked` goes above this.

    The outermost call lifts the recursion limit, and runs a copy of the function in which its name is bound to the
    copy, so that inner calls skip this decorator and all others.

    >>> @recursive
    ... def count(n):
    ...     return 1 + sum([count(m) for m in [n - 1] if m])
    >>> count(100_000)
    100000
    """

    @wraps(function)
    def outermost(*arguments: Any, **named: Any) -> Any:
        cell, scope, code = CellType(), {**function.__globals__}, function.__code__
        around = zip(code.co_freevars, function.__closure__ or (), strict=True)
        closure = tuple([cell if variable == function.__name__ else other for variable, other in around])
        calling_itself = FunctionType(code, scope, function.__name__, function.__defaults__, closure)
        calling_itself.__kwdefaults__ = function.__kwdefaults__
        cell.cell_contents = scope[function.__name__] = calling_itself
        with _lock:
            _limits.append(sys.getrecursionlimit())
            sys.setrecursionlimit(2**30)  # which no depth reaches
        try:
            return calling_itself(*arguments, **named)
        finally:
            with _lock:
                sys.setrecursionlimit(_limits.pop())

    return outermost  # type: ignore[return-value]  # it takes and returns what the function does
