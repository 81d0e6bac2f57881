"""J48 judged: its growth, class shares, collapsing and pruning."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np

from dtrees.growing import grow
from dtrees.oracle.cases import TABLES, Case, as_record, of_record, python_of, random_data, textbook_cases
from dtrees.oracle.findings import found_in
from dtrees.oracle.peers.j48.implementation import J48
from dtrees.oracle.peers.j48.judge import GROWTH, OPTIONS, answers_by_part, judge_answers
from dtrees.oracle.peers.j48.trees import CONVENTIONS, learner_of, translate
from dtrees.oracle.peers.peer import Peer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from dtrees.data import Dataset
    from dtrees.oracle.findings import Found, Pair
    from dtrees.oracle.peers.j48.run import Answer
    from dtrees.oracle.verdict import Deviation, PathDeviation

CRITERION: Final = "gain_ratio"


def random_case(seed: int, number: int) -> Case:
    """Return a small case; its categories are those that occur, for Weka counts the others too.

    >>> len(random_case(0, 1).data)
    7
    """
    data = random_data(np.random.default_rng((seed, number)), "classes")
    return Case(name="random", data=of_record(as_record(data)), criterion=CRITERION)


def judge(cases: Sequence[Case]) -> Iterator[Found]:
    """Yield what is found of each case, all answered by one run of Java."""
    for case, said in zip(cases, answers_by_part([case.data for case in cases]), strict=True):
        code = f"from dtrees.oracle.peers.j48.judge import judge_j48\n{python_of(case.data)}\nprint(*judge_j48([data]))"
        yield found_in(judge_answers(case.data, said), code=code, trees=partial(_trees, case.data, said))


def _trees(data: Dataset, said: Mapping[str, Answer], part: str, _: Deviation | PathDeviation) -> Pair:
    """Return the tree that J48 grows with the part's options, and the right one; of pruning none."""
    if part not in GROWTH or said[part].error:
        return None, None
    return translate(said[part].nodes, data), grow(data, learner_of(OPTIONS[part]))


PEER: Final = Peer(
    conventions=lambda: CONVENTIONS,
    chunk=25,
    tables=partial(textbook_cases, CRITERION, "classes", (*TABLES, "iris")),
    random=random_case,
    judge=judge,
    implementation=J48,
)
