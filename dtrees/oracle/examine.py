"""All that an implementation offers, asked of one case, judged and explained: a verdict a check, as they come.

A tree is judged at each node that its own questions make; what is predicted by it and pruned of it by the exact answer
for that very tree.  Nothing of the expected answers is told.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

import attrs
import numpy as np

from dtrees.data import Classes, Dataset
from dtrees.errors import InvalidData, Undecided, Unsupported
from dtrees.exact import Exact
from dtrees.growing import grow
from dtrees.impurity import Impurity, misclassification, usual_impurity
from dtrees.laws.naive import visits
from dtrees.oracle.cases import Case
from dtrees.oracle.documents import Grown, read_tree
from dtrees.oracle.finding import Finding, Verdict, document_of, no_answer, right_but
from dtrees.oracle.implementation import ask, has_function, takes
from dtrees.oracle.judge.exact_sequence import ExactSequence
from dtrees.oracle.judge.growth import judge_tree
from dtrees.oracle.judge.path import RowClaim, judge_fits, judge_rows
from dtrees.oracle.judge.predictions import (
    judge_endings,
    judge_importances,
    judge_predictions,
    judge_shares,
    rows_of_known_categories,
)
from dtrees.oracle.judge.validation import ErrorClaim, judge_validation
from dtrees.oracle.leaves import LeavesVerdict, judge_leaves, shows_rows, tree_behind
from dtrees.oracle.nodes import require_at_most
from dtrees.oracle.once import once
from dtrees.oracle.outcomes import NoAnswer
from dtrees.oracle.pruned import Row, pruned_of, row_of
from dtrees.reduced_error import reduced_error_prune
from dtrees.risk import risk_of_node
from dtrees.summary import summarize
from dtrees.traversal import leaves, preorder
from dtrees.tree import Branch, Leaf

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from dtrees.learner import Learner
    from dtrees.oracle.conventions import Conventions
    from dtrees.path import Path
    from dtrees.tree import Tree

    Trees: TypeAlias = Callable[[Finding], tuple[Tree | None, Tree | None]]


@attrs.frozen(slots=False, eq=False)
class Examination:
    """An implementation asked of one *case*; *code* asks again, and *seconds* is what each answer may take."""

    implementation: Any
    case: Case
    conventions: Conventions
    code: str = ""
    seconds: float | None = None
    found: dict[str, tuple[Finding, ...]] = attrs.field(factory=dict, init=False)
    """What was found so far, by check."""
    errors: list[ErrorClaim] = attrs.field(factory=list, init=False)
    """The rows of the cross-validation."""
    sequences: dict[Impurity, ExactSequence] = attrs.field(factory=dict, init=False)
    """The exact pruning sequences that were made of the tree, by impurity."""

    # --- what stands around a finding, for those who explain it -------------------------------------------------

    @once
    def data(self) -> Dataset:
        """The data as the implementation sees them."""
        return self.conventions.seen(self.case.data)

    @once
    def answer(self) -> Any:
        """The tree as the implementation gives it; one that always stops without gain need not take that limit."""
        learner = self.case.learner
        try:
            return self.ask("grow", self.case.data, learner)
        except Unsupported:
            if self.conventions.zero_gain_of(self.case.data) != "stop" or learner.stopping.zero_gain != "stop":
                raise
            usual = attrs.evolve(learner, stopping=attrs.evolve(learner.stopping, zero_gain="split"))
            return self.ask("grow", self.case.data, usual)

    @once
    def grown(self) -> Grown:
        """The tree and what it states; one that is not shown states nothing."""
        if not shows_rows(self.answer):
            return read_tree(self.answer, self.data, self.conventions)
        if self.behind.tree is None:
            message = "no tree is behind the answer"
            raise Unsupported(message)
        return Grown(self.behind.tree, None)

    @once
    def behind(self) -> LeavesVerdict:
        """The verdict on an answer that shows no tree, and the tree behind it."""
        try:
            return judge_leaves(self.answer, self.data, self.case.learner, conventions=self.conventions)
        except Undecided as error:
            raise Unsupported(str(error)) from error

    @property
    def is_read(self) -> bool:
        """Whether a tree is known, shown or behind the answer."""
        return "grown" in self.__dict__ or ("behind" in self.__dict__ and self.behind.tree is not None)

    @once
    def rows(self) -> dict[Path, Dataset]:
        """The rows of each node."""
        return {path: self.data.take(here) for path, _, here in visits(self.grown.tree, self.data)}

    def members(self, impurity: Impurity) -> ExactSequence:
        """Return the exact pruning sequence by *impurity* of the tree."""
        if impurity not in self.sequences:
            conventions = attrs.evolve(self.conventions, risk=impurity)
            self.sequences[impurity] = ExactSequence(tree=self.grown.tree, conventions=conventions, rows=len(self.data))
        return self.sequences[impurity]

    @once
    def fold_answers(self) -> list[tuple[Dataset, Any]]:
        """The rows outside each fold, and the tree that is grown of them, None where they are pure.

        The rows of the fold are of weight 0: so sums go over the others in the order in which they stand in all rows.
        """
        numbers = np.array(self.case.folds)
        asked = []
        for fold in np.unique(numbers):
            inside, weights = self.data.take(np.flatnonzero(numbers != fold)), self.case.data.weights
            pure = not self.case.learner.impurity_for(inside)(summarize(inside))
            training = attrs.evolve(self.case.data, weights=np.where(numbers == fold, 0, weights))
            asked.append((inside, None if pure else self.ask("grow", training, self.case.learner)))
        return asked

    @once
    def fold_trees(self) -> list[Tree]:
        """The trees of the folds."""
        return [
            Leaf(summarize(inside)) if answer is None else self._read(answer, inside)
            for inside, answer in self.fold_answers
        ]

    def _read(self, answer: Any, data: Dataset) -> Tree:
        """Return the tree that *answer* shows, or the likeliest, as it sends any row."""
        if shows_rows(answer):
            return tree_behind(answer, data, self.case.learner, self.conventions)
        return read_tree(answer, data, self.conventions, exactly=True).tree

    def ask(self, name: str, *given: Any, **options: Any) -> Any:
        """Return what the function of this name answers to those options that it takes."""
        function = getattr(self.implementation, name)
        taken = {option: value for option, value in options.items() if takes(function, option)}
        return ask(function, *given, seconds=self.seconds, **taken)

    # --- the checks ---------------------------------------------------------------------------------------------

    def verdicts(self) -> Iterator[Verdict]:
        """Yield the verdict of each check that the implementation can be asked."""
        checks: Mapping[str, tuple[str, Callable[[], Verdict]]] = {
            "predictions": ("predict", self._predictions),
            "endings": ("apply", self._endings),
            "shares": ("predict_proba", self._shares),
            "importances": ("importances", self._importances),
        }
        grown = list(self._checked("growth", "grow", self._growth, lambda _: self._both))
        yield from grown
        if not any(verdict.judged for verdict in grown) or not self.is_read:
            return
        if shows_rows(self.answer) and grown[0].deviations:
            return  # whatever else is wrong is wrong for that reason
        for check, (function, judge) in checks.items():
            yield from self._checked(check, function, judge)
        yield from self._checked("reduced-error pruning", "reduced_error_prune", self._validated)
        for impurity in self._risks():
            yield from self._pruning(impurity)

    def _checked(
        self, check: str, function: str, judge: Callable[[], Verdict], trees: Trees | None = None
    ) -> Iterator[Verdict]:
        """Yield the verdict that *judge* gives, explained; none where the implementation does not do this.

        *trees* gives the tree that deviates and the right one.
        """
        if not has_function(self.implementation, function):
            return
        try:
            verdict = judge()
        except Unsupported as refusal:
            if check == "growth":  # of which all else depends
                yield Verdict(check=check, judged=0, canonical=0, note=str(refusal))
            return
        except NoAnswer as failure:
            verdict = no_answer(failure.kind, str(failure))
        except InvalidData as error:
            verdict = no_answer("malformed", str(error))
        code = getattr(self.implementation, "by_hand", lambda: self.code)()
        explain = getattr(self.implementation, "explain", _usual_explanation)

        self.found[check] = verdict.deviations
        displayed: set[tuple[str, str]] = set()
        findings = []
        for finding in verdict.deviations:
            known = attrs.evolve(finding, check=check, code=code)
            why = explain(known, self)
            got, right = trees(finding) if trees and (finding.kind, why) not in displayed else (None, None)
            displayed.add((finding.kind, why))
            findings.append(attrs.evolve(known, why=why, got_tree=document_of(got), right_tree=document_of(right)))
        if verdict.judged:
            yield attrs.evolve(verdict, check=check, deviations=tuple(findings))

    def growth(self) -> Verdict:
        """Return the verdict on the tree that is grown."""
        return next(self._checked("growth", "grow", self._growth), Verdict(judged=0, canonical=0))

    def _growth(self) -> Verdict:
        if shows_rows(self.answer):
            return self.behind
        grown = self.grown
        return judge_tree(grown.tree, self.data, self.case.learner, conventions=self.conventions, claims=grown.claims)

    @once
    def _both(self) -> tuple[Tree | None, Tree | None]:
        """The tree and the right one, where the implementation's is not too large to be seen."""
        if not self.is_read or document_of(self.grown.tree) is None:
            return None, None
        return self.grown.tree, grow(self.data, self.case.learner)

    @once
    def _exactly(self) -> Tree:
        return self.grown.tree if shows_rows(self.answer) else self._read(self.answer, self.data)

    @once
    def _asked_rows(self) -> Dataset:
        """The rows that are predicted: of a tree that is not shown it is known where the training rows end alone."""
        if shows_rows(self.answer):
            return self.data
        rows = crossed(self.data)
        return rows.take(rows_of_known_categories(self._exactly, self.data, rows))

    def _predictions(self) -> Verdict:
        answered = self.ask("predict", self.answer, self._asked_rows)
        return judge_predictions(list(answered), self._exactly, self._asked_rows, self.conventions)

    def _endings(self) -> Verdict:
        return judge_endings(list(self.ask("apply", self.answer, self._asked_rows)), self._exactly, self._asked_rows)

    def _shares(self) -> Verdict:
        if not isinstance(self.data.target, Classes):
            message = "responses have no class shares"
            raise Unsupported(message)
        answered = [tuple(row) for row in self.ask("predict_proba", self.answer, self._asked_rows)]
        return judge_shares(answered, self._exactly, self._asked_rows, self.conventions)

    def _importances(self) -> Verdict:
        tree, impurity = self._exactly, self.case.learner.impurity_for(self.data)
        usual = impurity is usual_impurity(tree.summary)
        whole = all(node.summary.weight for node, _ in preorder(tree))
        if not whole or not (usual or takes(self.implementation.importances, "impurity")):
            message = "importances are of another impurity, or of a tree with an empty node"
            raise Unsupported(message)
        stated = dict(self.ask("importances", self.answer, self.data.feature_names, impurity=impurity))
        return judge_importances(stated, tree, self.data, impurity, self.conventions)

    # --- pruning ------------------------------------------------------------------------------------------------

    def _validated(self) -> Verdict:
        """Judge the tree of every second row, pruned by the others."""
        rows = np.arange(len(self.data))
        growing = self.case.data.take(rows[::2])
        answer = self.ask("grow", growing, self.case.learner)
        tree = self._read(answer, self.conventions.seen(growing))
        others = self.data.take(rows[1::2])
        others = others.take(rows_of_known_categories(tree, self.conventions.seen(growing), others))
        right = reduced_error_prune(tree, others)
        got = pruned_of(self.ask("reduced_error_prune", answer, others), tree)
        wrong = Finding(kind="tree", path=(), expected=f"{len(leaves(right))} leaves", got=f"{len(leaves(got))} leaves")
        return right_but(1, [] if got == right else [wrong])

    def _risks(self) -> list[Impurity]:
        """Return what risks may be made of: what the tree is grown by, and for classes errors; where there are any."""
        tree = self.grown.tree
        if not all(node.summary.weight for node, _ in preorder(tree)):
            return []
        own = self.case.learner.impurity_for(self.data)
        some = [own, misclassification] if isinstance(self.data.target, Classes) else [own]
        is_grown = isinstance(tree, Branch) and self.conventions.scale != "root"
        return [one for one in dict.fromkeys(some) if is_grown or risk_of_node(tree.summary, impurity=one)]

    def _pruning(self, impurity: Impurity) -> Iterator[Verdict]:
        """Yield the verdicts on the pruning path, on the trees pruned at its alphas and between, and on the errors."""
        members = self.members(impurity)
        claims: dict[str, list[RowClaim]] = {"path": [], "pruned": []}

        def path() -> Verdict:
            rows = list(map(row_of, self._prune("pruning_sequence", impurity, ties=self.conventions.links)))
            require_at_most(len(rows), len(self.data), "rows")
            claims["path"] = [_claim(row, members.tree) for row in rows]
            return judge_rows(members, claims["path"])

        def pruned() -> Verdict:
            stated = [claim.alpha for claim in claims["path"] if 0 <= claim.alpha < float("inf")]
            for alpha in dict.fromkeys(self.case.alphas or [*stated, *_middles(members)]):
                with suppress(Unsupported):
                    tree = pruned_of(self._prune("optimal_subtree", impurity, alpha), members.tree)
                    claims["pruned"].append(RowClaim(alpha=alpha, tree=tree))
            return judge_fits(members, claims["pruned"])

        def trees(check: str, finding: Finding) -> tuple[Tree | None, Tree | None]:
            displayed = dict(enumerate(claims[check])).get(-1 if finding.row is None else finding.row)
            if displayed is None or not 0 <= displayed.alpha < float("inf"):
                return members.tree, None
            return displayed.tree or members.tree, members.sequence[members.optimal_at(displayed.alpha)].tree

        def validated() -> Verdict:
            options = {"impurity": impurity, "scale": self.conventions.scale}
            answered = self.ask("cross_validate", self.case.data, self.case.learner, self.case.folds, **options)
            self.errors[:] = [_error_claim(row, members) for row in answered]
            return judge_validation(self.errors, members, self.data, self.case.folds, self.fold_trees)

        yield from self._checked("path", "pruning_sequence", path, partial(trees, "path"))
        yield from self._checked("pruned", "optimal_subtree", pruned, partial(trees, "pruned"))
        if self.case.folds:
            yield from self._checked("cross-validation", "cross_validate", validated)

    def _prune(self, name: str, impurity: Impurity, *given: Any, **options: Any) -> Any:
        """Return what a function of pruning answers; raises `Unsupported` where it cannot be told the impurity."""
        chosen = self.conventions.risk or usual_impurity(self.grown.tree.summary)
        if impurity is not chosen and not takes(getattr(self.implementation, name), "impurity"):
            message = f"{name} takes no impurity"
            raise Unsupported(message)
        tree = self.answer
        return self.ask(name, tree, *given, impurity=impurity, scale=self.conventions.scale, **options)


def examine(
    implementation: object, case: Case, conventions: Conventions, *, code: str = "", seconds: float | None = None
) -> Iterator[Verdict]:
    """Yield the verdict of each check that *implementation* can be asked of *case*, as they come.

    >>> import dtrees
    >>> from dtrees.learners.cart import cart
    >>> from dtrees.oracle.cases import Case
    >>> from dtrees.oracle.conventions import EXACT
    >>> case = Case(name="loan", data=dtrees.datasets.load("loan"), learner=cart())
    >>> [(verdict.check, verdict.judged, verdict.deviating) for verdict in examine(dtrees, case, EXACT)][:2]
    [('growth', 5, 0), ('predictions', 30, 0)]
    """
    yield from Examination(implementation, case, conventions, code, seconds).verdicts()
    for name, (variant, check) in getattr(implementation, "variants", {}).items():
        for verdict in Examination(variant, case, variant.conventions, code, seconds).verdicts():
            if verdict.check == check:
                yield attrs.evolve(verdict, check=f"{check} {name}")


def verify(
    implementation: Any, data: Dataset, learner: Learner, *, folds: Iterable[int] = (), alphas: Iterable[float] = ()
) -> dict[str, Verdict]:
    """Return the verdict of each check that *implementation* can be asked of *data*, by its declared conventions.

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
    """Return why no law is judged by *answer* (None: the failure to give one), or nothing where laws are.

    It is passed over where something deviates, and every reason is a convention, or one that the implementation names
    as ``passed_over``.
    """
    if not hasattr(implementation, "explain"):
        return ""
    around = Examination(implementation, Case(name="law", data=data, learner=learner), conventions)
    if answer is not None:
        around.__dict__["answer"] = answer
    reasons = sorted({finding.why for finding in around.growth().deviations})
    known = getattr(implementation, "passed_over", ())
    return "; ".join(reasons) if all(why.startswith("convention: ") or why in known for why in reasons) else ""


def _usual_explanation(finding: Finding, around: Examination) -> str:
    """Return why any float implementation may deviate so, or nothing: links tied at one alpha have different floats."""
    if around.conventions.arithmetic != "float64" or finding.kind != "tree" or not finding.regret:
        return ""
    regret, alpha = abs(Exact(finding.regret)), float(finding.alpha)
    tied = any(members.near(alpha) and regret <= members.bound for members in around.sequences.values())
    return "defect: links tied at one alpha get different floats, and are not cut together" if tied else ""


def crossed(data: Dataset) -> Dataset:
    """Return the rows of *data*, and as many that differ from them: the i-th column moved down by i rows.

    >>> from dtrees.constructors import regression_data
    >>> crossed(regression_data({"a": [1, 2, 3], "b": [4, 5, 6]}, [0, 0, 1])).features[1].values.tolist()
    [4.0, 5.0, 6.0, 6.0, 4.0, 5.0]
    """
    rows = np.arange(len(data))
    twice = data.take(np.concatenate([rows, rows]))
    features = tuple(
        feature.take(np.concatenate([rows, np.roll(rows, place)])) for place, feature in enumerate(data.features)
    )
    return attrs.evolve(twice, features=features)


def _middles(members: ExactSequence) -> Iterator[float]:
    """Yield the float nearest to the middle of each interval between the exact alphas, and one beyond them."""
    for one, two in pairwise(members.alphas):
        middle = float((one + two) / 2)
        if one < middle < two:
            yield middle
    yield float(members.alphas[-1]) * 2 + 1


def _claim(row: Row, tree: Tree) -> RowClaim:
    pruned = None if row.tree is None else pruned_of(row.tree, tree)
    risk = None if row.risk is None else float(row.risk)
    return RowClaim(alpha=float(row.alpha), tree=pruned, leaves=row.leaves, risk=risk)


def _error_claim(stated: Mapping[str, Any], members: ExactSequence) -> ErrorClaim:
    row, spread = row_of(stated), stated.get("standard_error")
    place = (
        members.index_of_size(row.leaves or 0)
        if row.tree is None
        else members.index_of(pruned_of(row.tree, members.tree))
    )
    error = float(stated["error"])
    return ErrorClaim(
        place=place, alpha=float(row.alpha), error=error, standard_error=None if spread is None else float(spread)
    )
