"""The results of judging by laws: a result for each law, a summary for each function, and both as text.

A failure is printed in full: the citation, the regret, and a few lines of Python that show it again.
"""

from __future__ import annotations

from collections import Counter
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import attrs

import dtrees as dt
from dtrees.laws.law import LAWS, LawBroken, as_text
from dtrees.oracle.judge import judge_tree

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from dtrees.laws.system import System
    from dtrees.oracle.conventions import Conventions

Outcome: TypeAlias = Literal["holds", "broken", "not applicable"]


@attrs.frozen(kw_only=True)
class LawResult:
    """The result of one law for an implementation.

    judged  the number of inputs that it answered: all that were tried, or those up to the first that broke the law
    broken  the failure, with the smallest input found
    cause   what this failure has in common with those of other laws: the function that alone explains it
    reason  why the law does not apply: it asks for other functions, presumes a convention, or nothing was answered
    excused  the number of inputs that were refused or left open by conventions, with the first *excuse*
    functions  the functions of the implementation that the law is about
    """

    law: str
    judged: int = 0
    broken: LawBroken | None = None
    cause: str = ""
    reason: str = ""
    excused: int = 0
    excuse: str = ""
    functions: tuple[str, ...] = ()

    @property
    def outcome(self) -> Outcome:
        """The result: ``holds``, ``broken`` or ``not applicable``."""
        return "broken" if self.broken else "not applicable" if self.reason else "holds"


@attrs.frozen(kw_only=True)
class Conformance:
    """The results of all laws under the presumed conventions; as text, a line for each law and then each failure.

    >>> print(Conformance(conventions=None, results=(LawResult(law="nested", judged=50),)))
    1 law holds, 0 are broken, 0 do not apply
    holds           nested (50 inputs)
    """

    conventions: Conventions | None
    results: tuple[LawResult, ...]
    expected_failures: Mapping[str, str] = attrs.field(factory=dict)
    unexplained: tuple[str, ...] = ()
    """The answers that no convention explains, among those from which conventions were inferred."""

    def named(self, outcome: Outcome) -> tuple[str, ...]:
        """Return the names of the laws with this *outcome*."""
        return tuple(result.law for result in self.results if result.outcome == outcome)

    @property
    def surprises(self) -> dict[str, str]:
        """The unexpected results by law: new or different failures, and expected ones that did not occur."""
        judged = {result.law: surprise(result, self.expected_failures.get(result.law)) for result in self.results}
        return {law: difference for law, difference in judged.items() if difference}

    @property
    def conforms(self) -> bool:
        """Whether every function was judged, every law holds or fails as expected, and every answer is explained."""
        judged = any(result.judged for result in self.results) and all(one.judged for one in self.coverage)
        return judged and not self.surprises and not self.unexplained

    @property
    def coverage(self) -> tuple[Coverage, ...]:
        """For each function, the numbers of answers that were judged and that were not, with the reasons."""
        names = sorted({name for result in self.results for name in result.functions})
        return tuple(
            Coverage.of(name, [result for result in self.results if name in result.functions]) for name in names
        )

    def __str__(self) -> str:
        holds, broken, other = (len(self.named(word)) for word in ("holds", "broken", "not applicable"))
        head = f"{holds} law{'s hold' if holds != 1 else ' holds'}, {broken} are broken, {other} do not apply"
        lines = [
            f"{result.outcome:15} {result.law} ({result.reason or f'{result.judged} inputs'})"
            for result in self.results
            if result.outcome != "not applicable"
        ]
        wrong = [f"no convention explains: {found}" for found in self.unexplained]
        never = [one.function for one in self.coverage if not one.judged]
        if never:
            wrong.append(f"never judged: {', '.join(never)}")
        return "\n".join([head, *wrong, *lines, *map(str, self.coverage), *_each_cause_once(self.results)])


@attrs.frozen(kw_only=True)
class Coverage:
    """How many answers of a function were judged, how many excused and why, and which reasons kept laws from trying it.

    >>> print(Coverage.of("grow", [LawResult(law="nested", judged=5, excused=2, excuse="a tie at ()")]))
    grow: 5 answers judged by 1 law
        2 excused: a tie at ()
    """

    function: str
    judged: int
    laws: int
    excused: Mapping[str, int]
    unasked: Mapping[str, int]

    @classmethod
    def of(cls, function: str, results: Sequence[LawResult]) -> Coverage:
        """Return the coverage of one function, from the *results* of the laws about it."""
        excused: Counter[str] = Counter()
        for result in results:
            excused[result.excuse] += result.excused
        return cls(
            function=function,
            judged=sum(result.judged for result in results),
            laws=sum(bool(result.judged) for result in results),
            excused={why: many for why, many in excused.most_common() if many and why},
            unasked=dict(Counter(result.reason for result in results if not result.judged and not result.excused)),
        )

    def __str__(self) -> str:
        laws = "1 law" if self.laws == 1 else f"{self.laws} laws"
        lines = [f"{self.function}: {self.judged or 'no'} answers judged by {laws}"]
        lines += [f"    {many} excused: {why}" for why, many in self.excused.items()]
        lines += [f"    {many} {'law' if many == 1 else 'laws'} not tried: {why}" for why, many in self.unasked.items()]
        return "\n".join(lines)


def _each_cause_once(results: Sequence[LawResult]) -> Iterator[str]:
    """Yield each failure; of failures with the same cause, only the first, with the other laws' names."""
    causes: dict[str, list[LawResult]] = {}
    for result in results:
        if result.broken:
            causes.setdefault(result.cause or result.law, []).append(result)
    for cause, same in causes.items():
        others = ", ".join(result.law for result in same[1:])
        yield f"\n{same[0].broken}" + (f"\nThe same cause, {cause}, breaks {others}." if others else "")


def surprise(result: LawResult, expected: str | None) -> str:
    """Return how *result* differs from *expected*: a part of a failure's message, or None for a law that holds.

    >>> surprise(LawResult(law="nested", judged=50), "expected: a pruned subtree")
    'nested is expected to fail, but it holds (50 inputs): remove the expected failure'
    """
    if expected is None:
        return str(result.broken or "")
    if result.broken is None:
        did = f"holds ({result.judged} inputs)" if result.outcome == "holds" else f"does not apply ({result.reason})"
        return f"{result.law} is expected to fail, but it {did}: remove the expected failure"
    if expected not in str(result.broken):
        return f"{result.law} is expected to fail with {expected!r}, but it fails with\n{result.broken}"
    return ""


# --- a failure ---------------------------------------------------------------------------------------------------


def expression_of(implementation: object) -> str:
    """Return a Python expression that makes *implementation*, to paste into a reproduction.

    It is its `expression`, its module's name, or a call of its type without arguments.
    """
    if isinstance(implementation, ModuleType):
        return implementation.__name__
    kind = type(implementation)
    made: str = getattr(implementation, "expression", f"{kind.__module__}.{kind.__qualname__}()")
    return made


def with_reproduction(
    broken: LawBroken, system: System, expression: str, conventions: Conventions | None = None
) -> LawBroken:
    """Return the failure *broken* with its citation, exact regret, and the lines that reproduce it."""
    cited = "; ".join(LAWS[broken.law].citations)
    regret = regret_of(broken, system)
    remarks = [f"    law: [{cited}]", *([f"  regret: {regret}"] if regret else []), "reproduce:"]
    remarks += [f"    {line}" for line in reproduction(broken, expression, conventions)]
    return LawBroken(broken.expected, broken.got, law=broken.law, inputs=broken.inputs, remarks=tuple(remarks))


def reproduction(broken: LawBroken, expression: str, conventions: Conventions | None = None) -> list[str]:
    """Return lines of Python that break the law again on the same input.

    They run where *expression* can be evaluated.

    *conventions* are those that the implementation does not declare itself.

    >>> for line in reproduction(LawBroken(1, 2, law="gini_is_disagreement", inputs={"n": 3}), "mine.Mine()"):
    ...     print(line)
    from fractions import Fraction
    from dtrees import *
    from dtrees.laws import LAWS
    from dtrees.oracle import system_of
    import mine
    system = system_of(mine.Mine(), law="gini_is_disagreement")
    n = 3
    LAWS["gini_is_disagreement"].function(system, n)
    """
    module = expression.split("(", maxsplit=1)[0].rpartition(".")[0] if "(" in expression else expression
    names = ", ".join(["system", *broken.inputs])
    given = [expression, *([written_conventions(conventions)] if conventions else [])]
    return [
        "from fractions import Fraction",
        "from dtrees import *",
        "from dtrees.laws import LAWS",
        "from dtrees.oracle import system_of",
        *([f"import {module}"] if module else []),
        *(["from dtrees.oracle.conventions import Conventions"] if conventions else []),
        f'system = system_of({", ".join(given)}, law="{broken.law}")',
        *(f"{name} = {written(value)}" for name, value in broken.inputs.items()),
        f'LAWS["{broken.law}"].function({names})',
    ]


def written_conventions(conventions: Conventions) -> str:
    """Return Python that makes *conventions*, naming only choices that differ from the specification's."""
    chosen = attrs.asdict(conventions, filter=lambda field, value: value != field.default)
    return f"Conventions({', '.join(f'{name}={written(value)}' for name, value in chosen.items())})"


def written(value: Any) -> str:
    """Return Python that makes *value*, ready to paste."""
    return repr(value) if isinstance(value, str) else as_text(value)


# --- regret -----------------------------------------------------------------------------------------------------


def regret_of(broken: LawBroken, system: System) -> str:
    """Return the exact cost of the answer above the right one; an empty text if no cost is involved.

    For a pruned tree it is R_alpha(T) - R_alpha(T(alpha)), for a grown one the score that its first wrong question gave
    away, for a number the distance from the exact one.
    """
    inputs: Mapping[str, Any] = broken.inputs
    expected, got = broken.expected, broken.got
    try:
        if {"tree", "alpha", "impurity"} <= inputs.keys() and isinstance(got, dt.Leaf | dt.Branch):
            how: Any = {"impurity": getattr(dt, inputs["impurity"]), "scale": inputs.get("scale", "count")}
            best = dt.cost(dt.optimal_subtree(inputs["tree"], inputs["alpha"], **how), inputs["alpha"], **how)
            return str(dt.cost(got, inputs["alpha"], **how) - best)
        if isinstance(expected, dt.Exact) and isinstance(got, dt.Exact):
            return str(abs(expected - got))
        if {"data", "learner"} <= inputs.keys() and "grow" in LAWS[broken.law].uses:
            verdict = judge_tree(system.grow(inputs["data"], inputs["learner"]), inputs["data"], inputs["learner"])
            return next((found.regret for found in verdict.deviations if found.regret), "")
    except Exception:  # noqa: BLE001 (a peer may raise anything: then there is no answer to measure)
        return ""
    return ""
