"""J48 judged: its growth, class shares, collapsing and pruning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from dtrees import datasets
from dtrees.oracle.cases import TABLES, Case, as_record, of_record, python_of, random_data, task_of
from dtrees.oracle.findings import found_in
from dtrees.oracle.peers.j48.implementation import J48
from dtrees.oracle.peers.j48.judge import judge_j48
from dtrees.oracle.peers.j48.trees import CONVENTIONS
from dtrees.oracle.peers.peer import Peer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dtrees.oracle.findings import Found

CRITERION: Final = "gain_ratio"


def tables() -> list[Case]:
    """Return the textbooks' tables of classes, and iris.

    >>> [case.name for case in tables()][-1]
    'iris'
    """
    named = {name: datasets.load(name) for name in (*TABLES, "iris")}
    return [
        Case(name=name, data=data, criterion=CRITERION) for name, data in named.items() if task_of(data) == "classes"
    ]


def random_case(seed: int, number: int) -> Case:
    """Return a small case; its categories are those that occur, for Weka counts the others too.

    >>> len(random_case(0, 1).data)
    11
    """
    data = random_data(np.random.default_rng((seed, number)), "classes")
    return Case(name="random", data=of_record(as_record(data)), criterion=CRITERION)


def judge(cases: Sequence[Case]) -> Iterator[Found]:
    """Yield what is found of each case, all answered by one run of Java."""
    for case, verdicts in zip(cases, judge_j48([case.data for case in cases]), strict=True):
        code = f"from dtrees.oracle.peers.j48.judge import judge_j48\n{python_of(case.data)}\nprint(*judge_j48([data]))"
        yield found_in(verdicts, code=code)


PEER: Final = Peer(
    conventions=lambda: CONVENTIONS, chunk=25, tables=tables, random=random_case, judge=judge, implementation=J48
)
