"""The cases of a campaign for rpart: tables that R and rpart ship, the textbooks' own, and small random ones."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Final

from dtrees.grow import grow
from dtrees.oracle.campaign.findings import Finding, Subject, finding_of, optimal_at
from dtrees.oracle.peers.rpart.cases import random_cases, real_cases
from dtrees.oracle.peers.rpart.code import in_r
from dtrees.oracle.peers.rpart.judge import conventions_of, judge_answer
from dtrees.oracle.peers.rpart.run import Case, answers
from dtrees.oracle.peers.rpart.trees import learner_of, pruned_to, questions, translate
from dtrees.oracle.verdict import Deviation

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dtrees.oracle.campaign.findings import Pair
    from dtrees.oracle.peers.rpart.run import Answer
    from dtrees.oracle.verdict import PathDeviation

CHUNK: Final = 50
"""One R answers a chunk; it takes as long to start as to answer some tens of cases."""


def tables() -> int:
    """Return how many tables there are, by criterion; raises `Unsupported` where R or rpart is missing."""
    return len(list(real_cases()))


def subject(seed: int, number: int) -> Subject:
    """Return what a case is about.

    >>> subject(0, 7).criterion, subject(0, 7).code.split("(")[0]
    ('anova', 'd <- data.frame')
    """
    return _subject(_cases(seed, [number])[0])


def judge(seed: int, numbers: Sequence[int]) -> Iterator[Finding]:
    """Yield the verdicts on rpart's growth, CP table, pruning and cross-validation, case by case, from one run of R."""
    answered = answers(_cases(seed, numbers))
    for number in numbers:
        started = time.perf_counter()
        case, answer = next(answered)
        verdicts = judge_answer(case, answer).parts
        trees = partial(_trees, case, answer)
        yield finding_of(number, _subject(case), verdicts, trees, time.perf_counter() - started)


def _cases(seed: int, numbers: Sequence[int]) -> list[Case]:
    real = list(real_cases()) if min(numbers) < 0 else []
    first = max(min(numbers), 0)
    drawn = list(random_cases(max(numbers) + 1 - first, seed, first))
    return [real[number] if number < 0 else drawn[number - first] for number in numbers]


def _subject(case: Case) -> Subject:
    rows, columns = len(case.data), len(case.data.features)
    return Subject(data=case.name.split()[0], criterion=case.criterion, rows=rows, columns=columns, code=in_r(case))


def _trees(case: Case, answer: Answer, deviation: Deviation | PathDeviation) -> Pair:
    """Return the tree that rpart gives, grown or pruned at the cp, and the right one."""
    if answer.grown is None:
        return None, None
    tree = translate(answer.grown, case.data)
    if isinstance(deviation, Deviation):
        return tree, grow(case.data, learner_of(case.criterion))
    left = {repr(cp): nodes for cp, nodes in answer.pruned}.get(deviation.alpha)
    shown = tree if left is None else pruned_to(tree, left, questions(answer.grown, case.data))
    return shown, optimal_at(tree, float(deviation.alpha or "nan"), conventions_of(case.criterion))
