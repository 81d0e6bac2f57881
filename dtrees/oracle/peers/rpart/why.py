"""Why rpart deviates: the convention or the defect that explains a deviation, as far as one is known."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from dtrees.data import Classes
from dtrees.exact import Exact
from dtrees.laws.naive import visits
from dtrees.oracle.path import members_of
from dtrees.oracle.peers.rpart.trees import translate
from dtrees.path import subtree_at
from dtrees.questions import Threshold
from dtrees.tree import Branch

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dtrees.data import Dataset
    from dtrees.oracle.members import Members
    from dtrees.oracle.peers.rpart.run import Answer, Case, Fit
    from dtrees.oracle.verdict import Deviation, PathDeviation, PathVerdict, TreeVerdict
    from dtrees.path import Path
    from dtrees.tree import Tree

WRONG_CP = "defect: a child's branch counts whole or as a leaf, so CP is not the weakest link's alpha"
TIES = "defect: links tied at one alpha get different floats"
GAINLESS = "convention: a gain of 0 rounds above 0"

ERRORS: Final = {
    "lone root": "defect: a tree without splits is not cross-validated",
    "root xerror": "defect: for the root the fold trees are pruned at 10 CP_1",
    "xstd": "defect: the standard error is the root of a rounded difference",
}
"""Why the errors of a row deviate, by kind."""


def why_failed(data: Dataset) -> str:
    """Return why rpart gives no answer about *data*."""
    is_one_class = isinstance(data.target, Classes) and len(set(data.target.codes.tolist())) == 1
    return "defect: one class is refused" if is_one_class else "unexplained"


def explain_growth(verdict: TreeVerdict, tree: Tree, data: Dataset) -> TreeVerdict:
    """Return *verdict* with the reasons why the grown *tree* deviates."""
    if not verdict.deviations:
        return verdict
    rows = {path: data.take(here) for path, _, here in visits(tree, data)}
    return verdict.explained(lambda deviation: _why_grown(deviation, tree, rows))


def _why_grown(deviation: Deviation, tree: Tree, rows: Mapping[Path, Dataset]) -> str:
    node, here = subtree_at(tree, deviation.path), rows[deviation.path]
    below_an_empty_child = deviation.path and len(here) in {0, len(rows[deviation.path[:-1]])}
    if below_an_empty_child or (isinstance(node, Branch) and _rounds(node.question, here)):
        return "defect: a midpoint that rounds, or overflows"
    return GAINLESS if deviation.kind == "late leaf" else "unexplained"


def _rounds(question: Any, rows: Dataset) -> bool:
    """Return whether a row lies on the cut, which is the float above the threshold, or the cut parts nothing."""
    if not isinstance(question, Threshold):
        return False
    values = rows.feature(question.feature).values  # type: ignore[union-attr]  # a threshold asks for numbers
    inside = values <= question.threshold
    return bool(inside.all() or not inside.any() or math.nextafter(question.threshold, math.inf) in values)


def explain_pruning(verdict: PathVerdict, members: Members, *, cp: float = 0.0) -> PathVerdict:
    """Return *verdict* with the reasons why rows of the table, or pruned trees, of a tree grown with *cp* deviate."""

    def why(deviation: PathDeviation) -> str:
        if cp:
            return "convention: growing with a cp is not pruning at it"
        if deviation.kind not in {"alpha", "tree", "missing", "repeated"}:
            return "unexplained"
        if deviation.kind == "tree" and _is_tied(deviation, members):
            return TIES if any(members.near(float(deviation.alpha))) else GAINLESS
        return WRONG_CP

    return verdict.explained(why)


def _is_tied(deviation: PathDeviation, members: Members) -> bool:
    """Return whether the row's alpha is, but for rounding, one of the exact ones."""
    regret = abs(Exact(deviation.regret)) if deviation.regret else 0
    return bool(members.near(float(deviation.alpha))) and regret <= members.bound


def explain_validation(verdict: PathVerdict, case: Case, answer: Answer, members: Members) -> PathVerdict:
    """Return *verdict* with the reasons why cross-validated errors deviate."""
    return verdict.explained(lambda deviation: _why_validated(deviation, case, answer, members))


def _why_validated(deviation: PathDeviation, case: Case, answer: Answer, members: Members) -> str:
    folds = sorted(set(case.folds))
    if folds != list(range(1, len(folds) + 1)):
        return "defect: folds not numbered 1, 2, ... are never left out"
    if deviation.kind != "xerror":
        return ERRORS.get(deviation.kind, "unexplained")
    if float(deviation.alpha) < 0:
        return "defect: the root of a product with a negative cp"
    if case.control.get("usesurrogate") == 0:
        return "defect: a row that cannot go on takes the prediction made for the row before"
    grown = zip(answer.folds, folds, strict=True)
    return WRONG_CP if any(_states_wrong_cps(fit, fold, case, members) for fit, fold in grown) else "unexplained"


def _states_wrong_cps(fit: Fit | None, fold: int, case: Case, members: Members) -> bool:
    """Return whether a weakest link's alpha of a fold's tree is none of the CPs that rpart states of its nodes."""
    if fit is None:
        return False
    training = case.data.take([row for row, number in enumerate(case.folds) if number != fold])
    mine = members_of(translate(fit, training, exactly=True), members.conventions, len(training))
    stated = {place for cp in fit.complexity for place in mine.near(cp)}
    return not stated >= set(range(1, len(mine.alphas)))
