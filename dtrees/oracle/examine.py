"""Judging all functions that an implementation offers on one case: each check yields a verdict with explanations.

The implementation is not told anything about the expected answers.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import attrs

from dtrees.errors import InvalidData, Unsupported
from dtrees.growing.grow import grow
from dtrees.numbers.exact import Exact
from dtrees.oracle.cases import Case, smallest
from dtrees.oracle.checks import CHECKS, PruningChecks, growth, risks
from dtrees.oracle.examination import Examination
from dtrees.oracle.finding import Finding, NoAnswer, Verdict, document_of, no_answer
from dtrees.oracle.implementation import has_function
from dtrees.oracle.leaves import shows_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from dtrees.data.dataset import Dataset
    from dtrees.growing.learner import Learner
    from dtrees.oracle.conventions import Conventions
    from dtrees.trees.tree import Tree

    Trees: TypeAlias = Callable[[Finding], tuple[Tree | None, Tree | None]]


def examine(implementation: object, case: Case, conventions: Conventions, *, code: str = "") -> Iterator[Verdict]:
    """Yield the verdict of each check of *implementation* on *case*, as they come; *code* is Python that repeats it.

    >>> import dtrees
    >>> from dtrees.growing.cart import cart
    >>> from dtrees.oracle.cases import Case, smallest
    >>> from dtrees.oracle.conventions import EXACT
    >>> case = Case(name="loan", data=dtrees.data.datasets.load("loan"), learner=cart())
    >>> [(verdict.check, verdict.judged, verdict.deviating) for verdict in examine(dtrees, case, EXACT)][:2]
    [('growth', 5, 0), ('predictions', 30, 0)]
    """
    yield from _fairest(Examination(implementation, case, theirs, code) for theirs in conventions.precisions())
    for name, (variant, check) in getattr(implementation, "variants", {}).items():
        for verdict in verdicts(Examination(variant, case, variant.conventions, code)):
            if verdict.check == check:
                yield attrs.evolve(verdict, check=f"{check} {name}")


def _fairest(readings: Iterator[Examination]) -> Iterator[Verdict]:
    """Yield the verdicts of the reading with the fewest deviations; with one reading alone, as they come."""
    first, *others = readings
    if not others:
        yield from verdicts(first)
        return
    found = [list(verdicts(around)) for around in (first, *others)]
    yield from min(found, key=lambda each: sum(verdict.deviating for verdict in each))


def smaller(implementation: object, case: Case, conventions: Conventions, found: Sequence[Verdict]) -> Case:
    """Return the smallest case found in which the first of the deviations *found* is still there."""
    first = next(((verdict.check, one.kind, one.why) for verdict in found for one in verdict.deviations), None)
    if first is None or first[1] in {"hang", "crash", "flood"}:
        return case

    def of(data: Dataset) -> Case:
        return attrs.evolve(case, data=data, folds=case.folds[: len(data)])

    def deviates(data: Dataset) -> bool:
        verdicts = examine(implementation, of(data), conventions)
        return any((verdict.check, one.kind, one.why) == first for verdict in verdicts for one in verdict.deviations)

    data = smallest(case.data, deviates)
    return case if data is case.data else of(data)


def verify(
    implementation: Any, data: Dataset, learner: Learner, *, folds: Iterable[int] = (), alphas: Iterable[float] = ()
) -> dict[str, Verdict]:
    """Return the verdict of each check of *implementation* on *data*, by the conventions that it declares.

    >>> from dtrees import cart, datasets
    >>> from dtrees.oracle.conventions import EXACT
    >>> class Leaves:
    ...     conventions = EXACT
    ...     def grow(self, data, learner):
    ...         return {}
    >>> growth = verify(Leaves(), datasets.load("loan"), cart())["growth"]
    >>> print(growth.judged, growth.deviations[0].kind, growth.deviations[0].regret)
    1 early leaf 16/75
    """
    case = Case(name="data", data=data, learner=learner, folds=tuple(map(int, folds)), alphas=tuple(alphas))
    checks: dict[str, Verdict] = {}
    for verdict in examine(implementation, case, implementation.conventions):
        before = checks.get(verdict.check, Verdict(judged=0, canonical=0))
        checks[verdict.check] = attrs.evolve(
            verdict,
            judged=before.judged + verdict.judged,
            canonical=before.canonical + verdict.canonical,
            admissible=before.admissible + verdict.admissible,
            deviations=before.deviations + verdict.deviations,
        )
    return checks


def excuse(implementation: Any, answer: Any, data: Dataset, learner: Learner, conventions: Conventions) -> str:
    """Return the reason why *answer* cannot be judged by laws, or an empty text if it can.

    *answer* is None if the implementation failed to answer.  An answer is excused if it deviates, and every reason is a
    convention, or one that the implementation lists as ``passed_over``.
    """
    if not hasattr(implementation, "explain"):
        return ""
    around = Examination(implementation, Case(name="law", data=data, learner=learner), conventions)
    if answer is not None:
        around.__dict__["answer"] = answer
    judged = _checked(around, "growth", "grow", partial(growth, around))
    reasons = sorted({finding.why for verdict in judged for finding in verdict.deviations})
    known = getattr(implementation, "passed_over", ())
    return "; ".join(reasons) if all(why.startswith("convention: ") or why in known for why in reasons) else ""


def verdicts(around: Examination) -> Iterator[Verdict]:
    """Yield the verdict of each check in the examination *around*; variants of an implementation have their own."""
    grown = list(_checked(around, "growth", "grow", partial(growth, around), lambda _: _both(around)))
    yield from grown
    if not any(verdict.judged for verdict in grown) or not around.is_read:
        return
    if shows_rows(around.answer) and grown[0].deviations:
        return  # whatever else is wrong is wrong for that reason
    for check, (function, judge) in CHECKS.items():
        yield from _checked(around, check, function, partial(judge, around))
    for impurity in risks(around):
        pruning = PruningChecks(around, impurity)
        yield from _checked(around, "path", "pruning_sequence", pruning.path, pruning.trees)
        yield from _checked(around, "pruned", "optimal_subtree", pruning.pruned, pruning.trees)
        if around.case.folds:
            yield from _checked(around, "cross-validation", "cross_validate", pruning.validated)


def _checked(
    around: Examination, check: str, function: str, judge: Callable[[], Verdict], trees: Trees | None = None
) -> Iterator[Verdict]:
    """Yield the verdict of *judge* with explanations; nothing if the implementation does not offer *function*.

    *trees* gives the tree that deviates and the right one.
    """
    implementation = around.implementation
    if not has_function(implementation, function):
        return
    try:
        verdict = judge()
    except Unsupported as refusal:
        yield Verdict(check=check, function=function, judged=0, canonical=0, note=str(refusal))
        return
    except NoAnswer as failure:
        verdict = no_answer(failure.kind, str(failure))
    except InvalidData as error:
        verdict = no_answer("malformed", str(error))
    code = getattr(implementation, "by_hand", lambda: around.code)()
    explain = getattr(implementation, "explain", _usual_explanation)

    around.found[check] = verdict.deviations
    displayed: set[tuple[str, str]] = set()
    findings = []
    for finding in verdict.deviations:
        known = attrs.evolve(finding, check=check, code=code)
        why = finding.why or explain(known, around)
        got, right = trees(known) if trees and (finding.kind, why) not in displayed else (None, None)
        displayed.add((finding.kind, why))
        findings.append(attrs.evolve(known, why=why, got_tree=document_of(got), right_tree=document_of(right)))
    if verdict.judged:
        yield attrs.evolve(verdict, check=check, function=function, deviations=tuple(findings))


def _both(around: Examination) -> tuple[Tree | None, Tree | None]:
    """Return the grown tree and the right one, to be drawn, unless the implementation's is too large."""
    if not around.is_read or document_of(around.grown.tree) is None:
        return None, None
    return around.grown.tree, grow(around.data, around.case.learner)


def _usual_explanation(finding: Finding, around: Examination) -> str:
    """Return the defect of any float implementation, if it is that: links tied at one alpha get different floats."""
    if around.conventions.arithmetic != "float64" or finding.kind != "tree" or not finding.regret:
        return ""
    regret, alpha = abs(Exact(finding.regret)), float(finding.alpha)
    tied = any(members.near(alpha) and regret <= members.bound for members in around.sequences.values())
    return "defect: links tied at one alpha get different floats, and are not cut together" if tied else ""
