"""rpart judged: its growth, CP table, pruned trees and cross-validated errors."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from dtrees.growing import grow
from dtrees.oracle.findings import found_in, optimal_at
from dtrees.oracle.peers.peer import Peer
from dtrees.oracle.peers.rpart.cases import random_case, tables
from dtrees.oracle.peers.rpart.code import in_r
from dtrees.oracle.peers.rpart.judge import conventions_of, judge_answer
from dtrees.oracle.peers.rpart.run import answers
from dtrees.oracle.peers.rpart.trees import CONVENTIONS, learner_of, pruned_to, questions, translate
from dtrees.oracle.verdict import Deviation

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from contextlib import AbstractContextManager

    from dtrees.oracle.findings import Found, Pair
    from dtrees.oracle.peers.rpart.run import Answer, Case
    from dtrees.oracle.verdict import PathDeviation


def judge(cases: Sequence[Case]) -> Iterator[Found]:
    """Yield what is found of each case, all answered by one run of R."""
    for case, answer in answers(cases):
        yield found_in(judge_answer(case, answer), code=in_r(case), trees=partial(_trees, case, answer))


def _trees(case: Case, answer: Answer, part: str, deviation: Deviation | PathDeviation) -> Pair:
    """Return the tree that rpart gives, grown or pruned at the cp, and the right one; none for errors of folds."""
    if answer.grown is None or part == "xval":
        return None, None
    tree = translate(answer.grown, case.data)
    if isinstance(deviation, Deviation):
        return tree, grow(case.data, learner_of(case.criterion))
    left = {repr(cp): nodes for cp, nodes in answer.pruned}.get(deviation.alpha)
    shown = tree if left is None else pruned_to(tree, left, questions(answer.grown, case.data))
    return shown, optimal_at(tree, float(deviation.alpha or "nan"), conventions_of(case.criterion))


def _implementation() -> AbstractContextManager[object]:
    from dtrees.oracle.peers.rpart.implementation import Rpart  # noqa: PLC0415 (only laws need the protocol)

    return Rpart()


PEER: Final = Peer(
    conventions=lambda: CONVENTIONS,
    usual_cases=2000,
    chunk=50,
    tables=tables,
    random=random_case,
    judge=judge,
    implementation=_implementation,
)
