"""Solving problems that need the answers to smaller ones, each once, and without recursion."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, TypeVar

from dtrees.errors import Undecided

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

Problem = TypeVar("Problem", bound=Hashable)
Solution = TypeVar("Solution")


def memoised(
    root: Problem,
    solve: Callable[[Problem], Generator[Problem, Solution | None, Solution]],
    known: dict[Problem, Solution],
    budget: int,
) -> Solution:
    """Return the solution of *root*: ``solve`` yields each problem whose solution it needs, is sent that, and returns.

    Each problem is solved once, and kept in *known*; none may need itself.  Raises `Undecided` where more than
    *budget* problems come up.

    >>> def fibonacci(n):
    ...     return n if n < 2 else (yield n - 1) + (yield n - 2)
    >>> memoised(90, fibonacci, {}, 100)
    2880067194370816120
    """
    waiting = [(root, solve(root))]
    answer: Solution | None = None  # a generator is sent None first
    while root not in known:
        problem, solving = waiting[-1]
        try:
            wanted = solving.send(answer)
        except StopIteration as end:
            known[problem] = answer = end.value
            waiting.pop()
            continue
        answer = known.get(wanted)
        if wanted not in known:
            if len(known) + len(waiting) >= budget:
                message = f"{budget} sets of rows were looked at, and more are left: give a larger budget"
                raise Undecided(message)
            waiting.append((wanted, solve(wanted)))
    return known[root]
