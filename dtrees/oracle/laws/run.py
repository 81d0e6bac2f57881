"""Conformance: every law that an implementation can be asked to obey, run, and each failure as a reproduction.

    @dtrees.oracle.parametrize_with_laws(MyImplementation(), expected_failures={"law": "part of its message"})
    def test_obeys(law):
        law()

Hypothesis looks for the inputs, and pytest runs the tests: both come with ``dtrees[laws]``, and are imported here only
where they are used.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import attrs

from dtrees.arguments import checked
from dtrees.errors import InvalidData, Unsupported
from dtrees.laws import LAWS
from dtrees.oracle.laws.adapt import adapted, supported_of
from dtrees.oracle.laws.inference import conventions_of, inferred
from dtrees.oracle.laws.presumptions import denied, subjects
from dtrees.oracle.laws.reproduction import expression_of, with_reproduction
from dtrees.oracle.laws.translator import functions_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from dtrees.laws.law import Law, LawBroken
    from dtrees.laws.system import System
    from dtrees.oracle.conventions import Conventions
    from dtrees.oracle.laws.supported import Supported

EXAMPLES = 30
"""So many inputs are tried of each law by default."""

NAMED = "renaming_trials"
"""The inputs whose law is about the names of categories, which must not become numbers."""

Outcome: TypeAlias = Literal["holds", "broken", "not applicable"]


@attrs.frozen(kw_only=True)
class LawResult:
    """What one law says of an implementation.

    judged  the inputs that it answered: all that were tried, or those up to the first that broke the law
    broken  the failure, with the smallest input found
    reason  why the law does not apply: it asks for other functions, presumes a convention, or nothing was answered
    excused  the inputs that were passed over, with the first *excuse*: refused, or left open by conventions
    functions  those of the implementation that the law is about

    >>> LawResult(law="nested", judged=50).outcome
    'holds'
    """

    law: str
    judged: int = 0
    broken: LawBroken | None = None
    reason: str = ""
    excused: int = 0
    excuse: str = ""
    functions: tuple[str, ...] = ()

    @property
    def outcome(self) -> Outcome:
        """The result in a word or two."""
        return "broken" if self.broken else "not applicable" if self.reason else "holds"


@attrs.frozen(kw_only=True)
class Conformance:
    """The results of all laws, by the conventions that were presumed; as text, a line a law and then each failure.

    >>> print(Conformance(conventions=None, results=(LawResult(law="nested", judged=50),)))
    1 law holds, 0 are broken, 0 do not apply
    holds           nested (50 inputs)
    """

    conventions: Conventions | None
    results: tuple[LawResult, ...]
    expected_failures: Mapping[str, str] = attrs.field(factory=dict)
    unexplained: tuple[str, ...] = ()
    """What inference found that no convention explains."""

    def named(self, outcome: Outcome) -> tuple[str, ...]:
        """Return the names of the laws of this outcome."""
        return tuple(result.law for result in self.results if result.outcome == outcome)

    @property
    def surprises(self) -> dict[str, str]:
        """What is not as expected, by law: a failure that is another or was not expected, and a stale expectation."""
        judged = {result.law: surprise(result, self.expected_failures.get(result.law)) for result in self.results}
        return {law: difference for law, difference in judged.items() if difference}

    @property
    def conforms(self) -> bool:
        """Whether something was judged, every law holds but those expected to fail, and nothing stays unexplained."""
        return not self.surprises and not self.unexplained and any(result.judged for result in self.results)

    @property
    def coverage(self) -> tuple[Coverage, ...]:
        """What was judged of each function, and what was not and why."""
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
        if not any(result.judged for result in self.results):
            wrong.append("nothing was judged: this is no verdict")
        return "\n".join([head, *wrong, *lines, *map(str, self.coverage), *_each_cause_once(self.results)])


@attrs.frozen(kw_only=True)
class Coverage:
    """How much was judged of a function, how much was excused and why, and which laws never asked it and why.

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
        """Return what the *results* of the laws about a function come to."""
        excused: Counter[str] = Counter()
        for result in results:
            excused[result.excuse] += result.excused
        return cls(
            function=function,
            judged=sum(result.judged for result in results),
            laws=sum(bool(result.judged) for result in results),
            excused={why: many for why, many in excused.most_common() if many},
            unasked=dict(Counter(result.reason for result in results if not result.judged and not result.excused)),
        )

    def __str__(self) -> str:
        laws = "1 law" if self.laws == 1 else f"{self.laws} laws"
        lines = [f"{self.function}: {self.judged or 'no'} answers judged by {laws}"]
        lines += [f"    {many} excused: {why}" for why, many in self.excused.items()]
        lines += [f"    {many} {'law' if many == 1 else 'laws'} not tried: {why}" for why, many in self.unasked.items()]
        return "\n".join(lines)


def _each_cause_once(results: Sequence[LawResult]) -> Iterator[str]:
    """Yield each failure; of those by one exception of the implementation the first, and the others' names."""
    causes: dict[str, list[LawResult]] = {}
    for result in results:
        if result.broken:
            error = result.broken.expected == "an answer"
            causes.setdefault(f"{result.broken.got}" if error else result.law, []).append(result)
    for same in causes.values():
        others = ", ".join(result.law for result in same[1:])
        yield f"\n{same[0].broken}" + (f"\nThe same exception breaks {others}." if others else "")


@checked
def conformance(
    implementation: object,
    *,
    conventions: Conventions | None = None,
    laws: Iterable[str] | None = None,
    examples: int | None = None,
    shrink: bool = True,
    expected_failures: Mapping[str, str] | None = None,
) -> Conformance:
    """Return what every law says of *implementation* (`Implementation`), each tried on *examples* inputs.

    *conventions* are by default the implementation's own, or what `infer_conventions` finds.  *laws* names those to
    try, by default all; without *shrink* failures are told as found, which is faster.  *expected_failures* gives, by
    law, a part of the failure's message.

    Raises `InvalidData` for expected failures of laws that are not tried, and `Unsupported` without Hypothesis.

    >>> import dtrees as dt
    >>> from dtrees.oracle.conventions import EXACT
    >>> conformance(dt, conventions=EXACT, laws=["gini_is_disagreement"], examples=5).conforms
    True
    """
    trials = attrs.evolve(_Trials.of(implementation, conventions, examples), shrink=shrink)
    expected = expected_failures or {}
    tried = trials.named(laws)
    _require_known(expected, [law.name for law in tried])
    return Conformance(
        conventions=trials.conventions,
        results=tuple(map(trials.result, tried)),
        expected_failures=expected,
        unexplained=trials.unexplained,
    )


@checked
def parametrize_with_laws(
    implementation: object,
    *,
    conventions: Conventions | None = None,
    examples: int | None = None,
    expected_failures: Mapping[str, str] | None = None,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator that makes one pytest test of each law that applies, named by it; call its argument ``law``.

    The options are those of `conformance`.  An expected failure is strict: the law must break, with that part in its
    message; a law that holds again fails the test, so that the entry is removed.  A law that could not be judged on
    any input is skipped.
    """
    import pytest  # noqa: PLC0415 (only tests need it)

    trials = _Trials.of(implementation, conventions, examples)
    expected = expected_failures or {}
    applying = [law for law in trials.named(None) if not trials.reason_against(law)]
    _require_known(expected, [law.name for law in applying])
    cases = [_Case(trials, law, expected.get(law.name)) for law in applying]
    decorator: Callable[..., Any] = pytest.mark.parametrize("law", cases, ids=[case.law.name for case in cases])
    return decorator


def surprise(result: LawResult, expected: str | None) -> str:
    """Return how *result* differs from what is *expected*: a part of its failure's message, or None: that it holds.

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


def _require_known(expected: Mapping[str, str], tried: list[str]) -> None:
    unknown = sorted(expected.keys() - set(tried))
    if unknown:
        message = f"expected_failures names {', '.join(unknown)}: no such law applies here, remove the entry"
        raise InvalidData(message)


@attrs.frozen
class _Case:
    """A law to be called by a test."""

    trials: _Trials
    law: Law
    expected: str | None

    def __call__(self) -> None:
        """Run the law; raise where it does not do what is expected, and skip where nothing could be judged."""
        import pytest  # noqa: PLC0415 (only tests need it)

        __tracebackhide__ = True
        result = self.trials.result(self.law)
        difference = surprise(result, self.expected)
        if difference:
            raise result.broken if result.broken and self.expected is None else AssertionError(difference)
        if result.outcome == "not applicable":
            pytest.skip(result.reason)


@attrs.frozen
class _Trials:
    """An implementation with all that it takes to run a law on it."""

    implementation: object
    conventions: Conventions
    examples: int | None
    offered: frozenset[str]
    supported: Supported
    unexplained: tuple[str, ...] = ()
    shrink: bool = True

    @classmethod
    def of(cls, implementation: object, conventions: Conventions | None, examples: int | None) -> _Trials:
        try:
            import hypothesis  # noqa: F401, PLC0415 (only laws need it)
        except ModuleNotFoundError as error:
            message = "Hypothesis looks for the laws' inputs: pip install 'dtrees[laws]'"
            raise Unsupported(message) from error

        presumed, unexplained = (conventions, ()) if conventions else inferred(implementation)
        supported = supported_of(implementation, presumed)
        return cls(implementation, presumed, examples or EXAMPLES, functions_of(implementation), supported, unexplained)

    def named(self, names: Iterable[str] | None) -> list[Law]:

        chosen = LAWS if names is None else names
        for name in chosen:
            if name not in LAWS:
                message = f"there is no law {name!r}: dtrees.laws.LAWS lists them"
                raise InvalidData(message)
        return [LAWS[name] for name in chosen]

    def system(self, law: Law) -> System:

        return adapted(self.implementation, self.conventions, law.name)

    def reason_against(self, law: Law) -> str:
        """Return why *law* says nothing of this implementation, or nothing where it does."""
        if not subjects(law) & self.offered:
            return f"it asks for {' or '.join(sorted(subjects(law)))}"
        return next(
            (f"it presumes that {difference}" for difference in denied(law, self.conventions, self.offered)), ""
        )

    def result(self, law: Law) -> LawResult:
        from dtrees.laws.check import attempt  # noqa: PLC0415 (Hypothesis)

        reason = self.reason_against(law)
        if reason:
            return LawResult(law=law.name, reason=reason, functions=tuple(sorted(subjects(law) & self.offered)))
        system = self.system(law)
        fit = partial(self.supported.fitted, columns=law.strategy != NAMED)
        trial = attempt(law, system, examples=self.examples, shrink=self.shrink, fit=fit)
        used = tuple(sorted(subjects(law) & self.offered))
        if trial.broken is not None:
            declared = getattr(self.implementation, "conventions", None) == self.conventions
            broken = with_reproduction(
                trial.broken, system, expression_of(self.implementation), None if declared else self.conventions
            )
            return LawResult(law=law.name, judged=trial.judged, broken=broken, functions=used, excused=trial.refused)
        reason = "" if trial.judged else f"no input was answered: {trial.passed_over}"
        return LawResult(
            law=law.name,
            judged=trial.judged,
            reason=reason,
            functions=used,
            excused=trial.refused,
            excuse=trial.passed_over,
        )


@checked
def system_of(implementation: object, conventions: Conventions | None = None, *, law: str = "") -> System:
    """Return the `System` that judges *implementation*: its own functions adapted, the specification's for the rest.

    *conventions* are by default its own, or inferred; a *law*'s name makes the adapter pass over what the conventions
    leave open for that law.

    >>> import dtrees
    >>> from dtrees.laws import LAWS
    >>> LAWS["gini_is_disagreement"].function(system_of(dtrees), dtrees.classification_data({"x": [1]}, ["a"]))
    """
    return adapted(implementation, conventions or conventions_of(implementation), law)
