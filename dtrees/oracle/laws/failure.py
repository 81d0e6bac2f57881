"""A broken law: the smallest inputs that still break it, and the function that is to blame."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, Final

import attrs

from dtrees.data.dataset import Dataset
from dtrees.errors import Unsupported
from dtrees.growing.learner import Learner
from dtrees.laws.law import Law, LawBroken
from dtrees.laws.system import SPECIFICATION, System
from dtrees.oracle.cases import smallest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

STATING: Final = {"stated": "grow"}
"""The function whose answers hold the stated numbers that laws are about."""


def outcome(law: Law, system: System, inputs: Mapping[str, Any]) -> LawBroken | str:
    """Return how *system* breaks *law* on these *inputs*; ``holds``, or ``unsupported``, where it does not.

    >>> import dtrees
    >>> from dtrees.laws import LAWS
    >>> outcome(LAWS["gini_is_disagreement"], SPECIFICATION, {"data": dtrees.datasets.load("loan")})
    'holds'
    """
    try:
        law.function(system, **inputs)
    except Unsupported:
        return "unsupported"
    except LawBroken as broken:
        return broken
    return "holds"


def exception_of(broken: LawBroken) -> str:
    """Return the type of the exception that came in place of an answer, or nothing for a wrong answer.

    >>> exception_of(LawBroken("an answer", "TypeError: no tree")), exception_of(LawBroken(1, 2))
    ('TypeError', '')
    """
    return str(broken.got).partition(":")[0] if broken.expected == "an answer" else ""


# --- the smallest inputs ------------------------------------------------------------------------------------------


def is_of_data(broken: LawBroken) -> bool:
    """Return whether the inputs are data, and at most a learner and names, which `smaller_failure` makes smaller."""
    given = broken.inputs.values()
    return sum(isinstance(one, Dataset) for one in given) == 1 and all(
        isinstance(one, Dataset | Learner | str) for one in given
    )


def smaller_failure(law: Law, system: System, broken: LawBroken, taken: Callable[[tuple[Any, ...]], Any]) -> LawBroken:
    """Return the failure on the smallest data, by the plainest learner, that *system* still fails at alike.

    *taken* turns inputs into what the implementation supports.  dtrees itself obeys the law on what is returned.
    """
    inputs: dict[str, Any] = dict(broken.inputs)

    def fails(name: str, value: Any) -> bool:
        given = {**inputs, name: value}
        if taken(tuple(given.values())) != tuple(given.values()):
            return False
        again = outcome(law, system, given)
        alike = isinstance(again, LawBroken) and exception_of(again) == exception_of(broken)
        return alike and outcome(law, SPECIFICATION, given) == "holds"

    for name, value in inputs.items():
        if isinstance(value, Dataset):
            inputs[name] = smallest(value, lambda data, name=name: fails(name, data))  # type: ignore[misc]
        while isinstance(inputs[name], Learner):
            plainer = next((one for one in _plainer(inputs[name]) if fails(name, one)), None)
            if plainer is None:
                break
            inputs[name] = plainer
    again = outcome(law, system, inputs)
    return again if isinstance(again, LawBroken) else broken  # which does not fail each time


def _plainer(learner: Learner) -> Iterator[Learner]:
    """Yield *learner* with one limit, or one kind of question, at its default."""
    for part in ("stopping", "questions"):
        rule = getattr(learner, part)
        for field in attrs.fields(type(rule)):
            if getattr(rule, field.name) != field.default:
                yield attrs.evolve(learner, **{part: attrs.evolve(rule, **{field.name: field.default})})


# --- the cause ----------------------------------------------------------------------------------------------------


def cause_of(law: Law, system: System, broken: LawBroken, offered: Iterable[str]) -> str:
    """Return the cause of a failure: the first of the *offered* functions, in the order of `System`, that is to blame.

    With the specification's functions in place of all others the law is broken still, or with the specification's in
    its place alone the law holds.  The cause is empty where this is so of no function.

    >>> import dtrees
    >>> from dtrees.laws import LAWS
    >>> from dtrees.laws.check import check
    >>> wrong = attrs.evolve(SPECIFICATION, gain=lambda parts, impurity: dtrees.Exact(-1))
    >>> law = LAWS["gain_nonnegative"]
    >>> cause_of(law, wrong, check(law, wrong), ["gini", "gain"])
    'a wrong answer of gain'
    """
    used = [field.name for field in attrs.fields(System) if field.name in {*law.uses} & {*offered}]

    def without(names: Iterable[str]) -> LawBroken | str:
        right = {name: getattr(SPECIFICATION, name) for name in names}
        return outcome(law, attrs.evolve(system, **right), broken.inputs)

    alone = (name for name in used if isinstance(without({*used} - {name}), LawBroken))
    needed = (name for name in used if without([name]) == "holds")
    name, exception = next(chain(alone, needed), ""), exception_of(broken)
    if exception:
        return f"{STATING.get(name, name)} gives no answer, {exception}" if name else f"no answer, {exception}"
    return f"a wrong answer of {name}".replace("answer of stated", "number stated by grow") if name else ""
