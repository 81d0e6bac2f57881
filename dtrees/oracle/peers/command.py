"""The cases of a campaign for a program that speaks the protocol: the textbooks' tables, and small random data.

A case is a data set, with every learner that fits it.
"""

from __future__ import annotations

import time
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import attrs

from dtrees import datasets
from dtrees.errors import Unsupported
from dtrees.grow import grow
from dtrees.oracle.campaign.findings import Finding, Subject, finding_of, merged, no_answer
from dtrees.oracle.conformance.inference import conventions_of
from dtrees.oracle.peers.rpart.cases import OWN, random_cases
from dtrees.oracle.protocol.answers import read_tree
from dtrees.oracle.protocol.judging import judge_trial, smoke
from dtrees.oracle.protocol.outcomes import Answered, Declined
from dtrees.oracle.protocol.peer import Peer
from dtrees.oracle.protocol.session import SECONDS
from dtrees.oracle.protocol.trials import trials
from dtrees.oracle.verdict import Deviation

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dtrees.data import Dataset
    from dtrees.oracle.campaign.findings import Pair
    from dtrees.oracle.conventions import Conventions
    from dtrees.oracle.protocol.judging import Judged
    from dtrees.oracle.protocol.trials import Trial
    from dtrees.oracle.verdict import PathDeviation


@attrs.frozen
class Commanded:
    """The program that *command* runs, as the peer of a campaign; each answer may take so many *seconds*.

    >>> Commanded("Rscript my_tree.R").subject(0, -1).data
    'regression_boosting'
    """

    command: str
    seconds: float = SECONDS
    CHUNK = 20

    def tables(self) -> int:
        """Return how many tables there are."""
        return len(OWN)

    def subject(self, seed: int, number: int) -> Subject:
        """Return what a case is about."""
        data = datasets.load(OWN[number]) if number < 0 else next(random_cases(1, seed, number)).data
        return self._subject(seed, number, data)

    def _subject(self, seed: int, number: int, data: Dataset) -> Subject:
        name = OWN[number] if number < 0 else "random"
        code = f"dtrees verify --command {self.command!r}  # seed {seed}, case {number}"
        return Subject(data=name, criterion="all", rows=len(data), columns=len(data.features), code=code)

    def judge(self, seed: int, numbers: Sequence[int]) -> Iterator[Finding]:
        """Yield the verdicts on what the program grows, predicts and prunes, case by case.

        Raises `Unsupported` where it does not even answer the simplest question.
        """
        conventions = _conventions(self.command, self.seconds)
        asked: dict[str, list[Trial]] = {}
        for trial in trials(max(max(numbers) + 1, 0), seed, conventions):
            asked.setdefault(trial.name.partition(", ")[0], []).append(trial)
        with Peer(self.command, seconds=self.seconds) as peer:
            for number in numbers:
                started = time.perf_counter()
                mine = asked.get(OWN[number] if number < 0 else f"random {number}", [])
                subject = self._subject(seed, number, mine[0].data) if mine else self.subject(seed, number)
                found = [
                    each
                    for trial in mine
                    for judged in judge_trial(peer, trial, conventions)
                    for each in _findings(number, subject, judged, conventions)
                ]
                yield merged(number, subject, found, time.perf_counter() - started)


@cache
def _conventions(command: str, seconds: float) -> Conventions:
    """Return the program's conventions, found once a process."""
    with Peer(command, seconds=seconds) as peer:
        for failed in smoke(peer):
            message = f"{command} does not answer the simplest question: {failed.outcome}; by hand: {failed.by_hand}"
            raise Unsupported(message)
        return conventions_of(peer)


def _findings(number: int, subject: Subject, judged: Judged, conventions: Conventions) -> Iterator[Finding]:
    """Yield what the answer to one question is; nothing where the program does not do that."""
    mine = attrs.evolve(subject, code=judged.by_hand)
    if judged.verdict is not None:
        finding = finding_of(number, mine, {judged.operation: judged.verdict}, partial(_trees, judged, conventions), 0)
    elif isinstance(judged.outcome, Declined):
        return
    else:
        kind: Any = getattr(judged.outcome, "kind", "error")
        finding = no_answer(number, mine, kind, str(judged.outcome), part=judged.operation)
    learner = judged.trial.name.partition(", ")[2]
    told = tuple(
        attrs.evolve(example, place=f"{learner}, {example.place}".removesuffix(", "))
        for example in finding.counterexamples
    )
    yield attrs.evolve(finding, counterexamples=told)


def _trees(judged: Judged, conventions: Conventions, deviation: Deviation | PathDeviation) -> Pair:
    """Return the tree that was grown, and the right one; of a pruning no trees are kept."""
    if judged.operation != "grow" or not isinstance(judged.outcome, Answered) or not isinstance(deviation, Deviation):
        return None, None
    data, nodes = judged.trial.data, judged.outcome.result["nodes"]
    return read_tree(nodes, data, conventions).tree, grow(data, judged.trial.learner)
