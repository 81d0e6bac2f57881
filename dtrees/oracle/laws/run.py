"""Conformance: trying every law that applies to an implementation, each failure with code that reproduces it.

    @dtrees.oracle.parametrize_with_laws(MyImplementation(), expected_failures={"law": "part of its message"})
    def test_obeys(law):
        law()

Hypothesis looks for the inputs, and pytest runs the tests: both come with ``dtrees-spec[laws]``, and are imported here
only where they are used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias

import attrs

from dtrees.arguments import checked
from dtrees.errors import InvalidData, Unsupported
from dtrees.laws import LAWS
from dtrees.laws.law import MEASURES, Law
from dtrees.laws.missing import TAKEN
from dtrees.laws.predicting import ROUTED
from dtrees.laws.system import System
from dtrees.oracle.conventions import EXACT, Conventions, each_named
from dtrees.oracle.implementation import takes
from dtrees.oracle.laws.adapt import adapted, supported_of
from dtrees.oracle.laws.failure import STATING, cause_of, is_of_data, smaller_failure
from dtrees.oracle.laws.probes import Inferred, inferred
from dtrees.oracle.laws.results import Conformance, LawResult, expression_of, surprise, with_reproduction
from dtrees.oracle.laws.translator import functions_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dtrees.oracle.laws.supported import Supported

Reasons: TypeAlias = Annotated[Mapping[str, str], partial(each_named, str)]
"""A part of the message of each failure that is expected, by the name of its law."""

EXAMPLES = 30
"""The default number of inputs on which a law is tried."""

OF_ONE_KIND = {"renaming_trials", "mapped_trials"}
"""The inputs whose laws are about the names of categories, or the order of numbers: none may become the other."""


@checked
def conformance(
    implementation: object,
    *,
    conventions: Conventions | None = None,
    laws: Iterable[str] | None = None,
    examples: int | None = None,
    shrink: bool = True,
    expected_failures: Reasons | None = None,
) -> Conformance:
    """Return the result of every law for *implementation* (`Implementation`), each tried on *examples* inputs.

    *conventions* are by default the implementation's own, or those that `infer_conventions` finds.  *laws* names those
    to try, by default all; without *shrink* failures are reported as found, which is faster.  *expected_failures*
    gives, by law, a part of the failure's message.

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


def laws_of(implementation: object, examples: int, **options: Any) -> Conformance:
    """Return the `conformance` on so many inputs for each law, the same inputs each time, to record and compare."""
    from dtrees.laws.check import fixed_inputs  # noqa: PLC0415 (Hypothesis)

    with fixed_inputs():
        return conformance(implementation, examples=examples, **options)


def law_tried(
    implementation: object, law: str, examples: int, conventions: Conventions, supported: Supported
) -> LawResult:
    """Return the result of a law as `laws_of` does, for an implementation that is known to take what is *supported*."""
    from dtrees.laws.check import fixed_inputs  # noqa: PLC0415 (Hypothesis)

    with fixed_inputs():
        trials = _Trials(implementation, conventions, examples, functions_of(implementation), supported)
        return trials.result(LAWS[law])


@checked
def parametrize_with_laws(
    implementation: object,
    *,
    conventions: Conventions | None = None,
    examples: int | None = None,
    expected_failures: Reasons | None = None,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator that makes one pytest test of each law that applies, named by it; call its argument ``law``.

    The options are those of `conformance`.  An expected failure is strict: the law must break, with that part in its
    message; if the law holds again the test fails, so that the entry is removed.  A law that could not be judged on any
    input is skipped.
    """
    import pytest  # noqa: PLC0415 (only tests need it)

    trials = _Trials.of(implementation, conventions, examples)
    expected = expected_failures or {}
    applying = [law for law in trials.named(None) if not trials.reason_against(law)]
    _require_known(expected, [law.name for law in applying])
    cases = [partial(_test, trials, law, expected.get(law.name)) for law in applying]
    decorator: Callable[..., Any] = pytest.mark.parametrize("law", cases, ids=[law.name for law in applying])
    return decorator


def _require_known(expected: Mapping[str, str], tried: list[str]) -> None:
    unknown = sorted(expected.keys() - set(tried))
    if unknown:
        message = f"expected_failures names {', '.join(unknown)}: no such law applies here, remove the entry"
        raise InvalidData(message)


def _test(trials: _Trials, law: Law, expected: str | None) -> None:
    """Run *law*; raise where it does not do what is *expected*, and skip where nothing could be judged."""
    import pytest  # noqa: PLC0415 (only tests need it)

    __tracebackhide__ = True
    result = trials.result(law)
    difference = surprise(result, expected)
    if difference:
        raise result.broken if result.broken and expected is None else AssertionError(difference)
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
            message = "Hypothesis looks for the laws' inputs: pip install 'dtrees-spec[laws]'"
            raise Unsupported(message) from error

        found = Inferred(conventions, (), ()) if conventions else inferred(implementation)
        presumed, unexplained = found.conventions, found.unexplained
        supported = supported_of(implementation, presumed)
        return cls(implementation, presumed, examples or EXAMPLES, functions_of(implementation), supported, unexplained)

    def named(self, names: Iterable[str] | None) -> list[Law]:

        chosen = trial_order() if names is None else names
        for name in chosen:
            if name not in LAWS:
                message = f"there is no law {name!r}: dtrees.laws.LAWS lists them"
                raise InvalidData(message)
        return [LAWS[name] for name in chosen]

    def system(self, law: Law) -> System:

        return adapted(self.implementation, self.conventions, law.name)

    def fitted(self, law: Law, case: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return an input of *law* made into what the implementation takes."""
        columns = law.strategy not in OF_ONE_KIND
        return self.supported.fitted(case, columns=columns, asked=self.conventions.asks_about)

    def reason_against(self, law: Law) -> str:
        """Return why *law* says nothing of this implementation, or nothing where it does."""
        if missing := self.unoffered(law):
            return f"it asks for {' or '.join(sorted(missing))}"
        if LONE in law.presumes and self.supported.gates == ("above",):
            return f"it presumes that {LONE}"
        if ROUTED in law.presumes and not any(
            takes(getattr(self.implementation, name), "unseen") for name in PREDICTING & self.offered
        ):
            return f"it presumes that {ROUTED}"
        return next(
            (f"it presumes that {difference}" for difference in denied(law, self.conventions, self.offered)), ""
        )

    def unoffered(self, law: Law) -> frozenset[str]:
        """Return the functions without one of which *law* asks nothing that is offered, none where one is."""
        about = subjects(law)
        wanted = about - GROUND or about & PREDICTING or about
        return frozenset() if wanted & self.offered else wanted

    def result(self, law: Law) -> LawResult:
        from dtrees.laws.check import attempt, hangs, smallest_failure  # noqa: PLC0415 (Hypothesis)

        about = {STATING.get(name, name) for name in subjects(law) & self.offered}
        used, reason = tuple(sorted(about)), self.reason_against(law)
        if reason:
            return LawResult(law=law.name, reason=reason, functions=used)
        system = self.system(law)
        fit = partial(self.fitted, law)
        trial = attempt(law, system, examples=self.examples, fit=fit)
        broken, cause = trial.broken, ""
        if broken is not None and not hangs(broken):
            if self.shrink and is_of_data(broken):
                broken = smaller_failure(law, system, broken, fit)
            elif self.shrink:
                broken = smallest_failure(law, system, broken, trial.chunk, fit)
            cause = cause_of(law, system, broken, self.offered)
        if broken is not None:
            declared = getattr(self.implementation, "conventions", None) == self.conventions
            presumed = None if declared else self.conventions
            broken = with_reproduction(broken, system, expression_of(self.implementation), presumed)
        return LawResult(
            law=law.name,
            judged=trial.judged,
            broken=broken,
            cause=cause,
            reason="" if trial.judged else f"no input was answered: {trial.passed_over}",
            excused=trial.refused,
            excuse="" if broken else trial.passed_over,
            functions=used,
        )


@checked
def system_of(implementation: object, conventions: Conventions | None = None, *, law: str = "") -> System:
    """Return the `System` that judges *implementation*: its own functions adapted, the specification's for the rest.

    *conventions* are by default its own, or inferred; given the name of a *law*, inputs whose answers the conventions
    leave open for that law are passed over.

    >>> import dtrees
    >>> from dtrees.laws import LAWS
    >>> LAWS["gini_is_disagreement"].function(system_of(dtrees), dtrees.classification_data({"x": [1]}, ["a"]))
    """
    return adapted(implementation, conventions or inferred(implementation).conventions, law)


# --- which laws apply -----------------------------------------------------------------------------------------------

GROWTH: Final = (
    "precision", "response_precision", "smallest_gap", "comparison", "cut", "arithmetic", "ties", "zero_gain",
    "smallest_gain", "merged", "pure_up_to", "categories", "wording", "gate", "ratio",
)  # fmt: skip
"""The conventions that decide which tree is grown."""


def _grows_alike(conventions: Conventions, *, own: bool) -> bool:
    """Return whether trees grown inside other functions are those of ``grow``: the peer's *own*, or canonical ones."""
    canonical = all(getattr(conventions, name) == getattr(EXACT, name) for name in GROWTH)
    return conventions.repeats == "same" and (canonical or own)


LONE: Final = "a lone feature may be asked about"
"""The presumption that no gate above the average bars a feature that is alone."""

PREDICTING: Final = frozenset({"predict", "predict_proba", "apply"})

GROUND: Final = PREDICTING | {
    "grow", "stated", "best_split", "scored_splits", "admissible_splits", "summarize", "split", "depth",
    "classification_data", "regression_data",
}  # fmt: skip
"""Functions with which a law makes its inputs or reads answers: if it uses another, it is about that one."""

GRANTS: Final[dict[str, Callable[[Conventions, bool], bool]]] = {
    "the canonical split is made": lambda c, _: (
        (c.ties, c.arithmetic, c.wording) == ("canonical", "exact", "canonical")
    ),
    "thresholds lie where the learner says": lambda c, _: c.cut not in {"between", "training"} and c.comparison == "<=",
    "a split that gains nothing is made": lambda c, _: not {"stop", "either"} & {c.zero_gain, c.response_zero_gain},
    "the majority's tie goes to the class first in order": lambda c, _: c.majority == "first",
    "the gate's average is over the features that part the rows": lambda c, _: (
        (c.gate, c.ratio) == ("parting", "best_cut")
    ),
    "among equals the smallest tree is chosen": lambda c, _: c.equal_errors == "smallest",
    "weakest links that tie are cut together": lambda *_: True,  # the adapter joins the rows of tied links
    "asked again, it answers the same": lambda c, _: c.repeats == "same",
    "a tree grown on the way is the one that grow gives": lambda c, own: _grows_alike(c, own=own),
    LONE: lambda *_: True,  # but for what knows no other gate than one above the average
    ROUTED: lambda *_: True,  # but for what takes no such option
    TAKEN: lambda *_: False,  # an implementation is asked about data without missing values
}
"""For each presumption of laws, whether conventions satisfy it; the flag says that all trees are the peer's own."""

GROWING: Final = frozenset({"grow", "grow_with_validation", "cross_validate"})
"""The functions that grow trees."""

DETAILS: Final = frozenset({"gain", "conditional_impurity", "intrinsic_value", "gain_ratio", "summarize", "split"})
"""Functions that leave an impurity the subject of a law; beside others it only says what to grow or prune by."""


def trial_order() -> list[str]:
    """Return the names of all laws, first those that use a function not used by an earlier one.

    So an error in any function shows soon.

    >>> trial_order().index("cross_validation_is_the_literal_one") < len(LAWS) / 3
    True
    """
    first: dict[str, str] = {}
    for law in LAWS.values():
        first |= dict.fromkeys(subjects(law) - first.keys(), law.name)
    return list(dict.fromkeys([*first.values(), *LAWS]))


def subjects(law: Law) -> frozenset[str]:
    """Return the functions that *law* is about: where none of them is offered, it does not apply.

    >>> from dtrees.laws import LAWS
    >>> sorted(subjects(LAWS["importances_sum_to_one"]))
    ['grow', 'importances', 'impurity_decreases']
    """
    used = frozenset(law.uses)
    return used - {*MEASURES} if used - {*MEASURES} - DETAILS else used


def denied(law: Law, conventions: Conventions, offered: frozenset[str]) -> Iterator[str]:
    """Yield each presumption of *law* that *conventions* and the *offered* functions do not satisfy."""
    return (
        answered for answered in law.presumes if not GRANTS[answered](conventions, subjects(law) & GROWING <= offered)
    )
