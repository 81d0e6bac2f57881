"""A program in any language judged, by the protocol: a case is a data set with every learner that fits it."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np

from dtrees.errors import Unsupported
from dtrees.growing import grow
from dtrees.oracle.cases import Case, random_data, textbook_cases
from dtrees.oracle.conformance.inference import conventions_of
from dtrees.oracle.findings import Found, found_in, no_answer, together
from dtrees.oracle.peers.peer import Peer
from dtrees.oracle.protocol.answers import read_tree
from dtrees.oracle.protocol.judging import farewell, judge_trial, smoke
from dtrees.oracle.protocol.outcomes import Answered, Declined
from dtrees.oracle.protocol.peer import Peer as Program
from dtrees.oracle.protocol.trials import trials_of
from dtrees.oracle.verdict import Deviation

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dtrees.oracle.conventions import Conventions
    from dtrees.oracle.findings import Pair
    from dtrees.oracle.protocol.judging import Judged
    from dtrees.oracle.verdict import PathDeviation

CRITERION: Final = "every learner"


def commanded(command: str, seconds: float) -> Peer:
    """Return the program that *command* runs as a peer; each answer may take so many *seconds*.

    >>> [case.name for case in commanded("Rscript my_tree.R", 10.0).tables()][-1]
    'regression_boosting'
    """
    conventions = partial(_conventions, command, seconds)
    return Peer(
        conventions=conventions,
        chunk=20,
        tables=partial(textbook_cases, CRITERION),
        random=_random_case,
        judge=partial(_judge, command, seconds),
        implementation=partial(Program, command, seconds=seconds),
    )


def _random_case(seed: int, number: int) -> Case:
    data = random_data(np.random.default_rng((seed, number)), "numbers" if number % 3 == 1 else "classes")
    return Case(name="random", data=data, criterion=CRITERION)


@cache
def _conventions(command: str, seconds: float) -> Conventions:
    """Return the program's conventions, found once a process; raises `Unsupported` where it answers nothing."""
    with Program(command, seconds=seconds) as program:
        for failed in smoke(program):
            message = f"{command} does not answer the simplest question: {failed.outcome}; by hand: {failed.by_hand}"
            raise Unsupported(message)
        return conventions_of(program)


def _judge(command: str, seconds: float, cases: Sequence[Case]) -> Iterator[Found]:
    """Yield what is found of what the program grows, predicts and prunes; that it does not stop, with the last."""
    conventions = _conventions(command, seconds)
    with Program(command, seconds=seconds) as program:
        for number, case in enumerate(cases, start=1):
            judged = [
                each for trial in trials_of(case.data, conventions) for each in judge_trial(program, trial, conventions)
            ]
            if number == len(cases):
                judged += farewell(program)
            yield together(_found(each, conventions) for each in judged)


def _found(judged: Judged, conventions: Conventions) -> Found:
    """Return what the answer to one question is; nothing where the program does not do that."""
    if judged.verdict is not None:
        trees = partial(_trees, judged, conventions)
        found = found_in({judged.operation: judged.verdict}, code=judged.by_hand, trees=trees)
    elif isinstance(judged.outcome, Declined):
        return Found(parts={})
    else:
        kind: Any = getattr(judged.outcome, "kind", "error")
        found = no_answer(kind, str(judged.outcome), part=judged.operation, code=judged.by_hand)
    told = (
        attrs.evolve(example, place=f"{judged.trial.name}, {example.place}".removesuffix(", "))
        for example in found.counterexamples
    )
    return attrs.evolve(found, counterexamples=tuple(told))


def _trees(judged: Judged, conventions: Conventions, _: str, deviation: Deviation | PathDeviation) -> Pair:
    """Return the tree that was grown, and the right one; of a pruning no trees are kept."""
    if judged.operation != "grow" or not isinstance(judged.outcome, Answered) or not isinstance(deviation, Deviation):
        return None, None
    data, nodes = judged.trial.data, judged.outcome.result["nodes"]
    return read_tree(nodes, data, conventions).tree, grow(data, judged.trial.learner)
