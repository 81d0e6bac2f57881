"""The verdicts on rpart's answer to a case: growth, the CP table, pruned trees, and the cross-validated errors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from dtrees.data import Classes, Dataset
from dtrees.impurity import Impurity, misclassification, squared_error
from dtrees.oracle.judge import Claims, NodeClaim, judge_tree
from dtrees.oracle.path import RowClaim, judge_fits, judge_rows, members_of
from dtrees.oracle.peers.rpart.trees import CONVENTIONS, learner_of, pruned_to, questions, translate
from dtrees.oracle.peers.rpart.validation import judge_validation
from dtrees.oracle.peers.rpart.why import explain_growth, explain_pruning, explain_validation, why_failed
from dtrees.oracle.verdict import failed

if TYPE_CHECKING:
    from dtrees.oracle.conventions import Conventions
    from dtrees.oracle.findings import Verdicts
    from dtrees.oracle.peers.rpart.run import Answer, Case, Criterion, Fit
    from dtrees.oracle.verdict import PathVerdict, TreeVerdict
    from dtrees.tree import Tree

RISKS: Final[dict[Criterion, Impurity]] = {
    "gini": misclassification,
    "information": misclassification,
    "anova": squared_error,
}


def conventions_of(criterion: Criterion) -> Conventions:
    """Return rpart's conventions where R(t) is by errors, or by squared errors."""
    return attrs.evolve(CONVENTIONS, risk=RISKS[criterion])


def judge_answer(case: Case, answer: Answer) -> Verdicts:
    """Return the verdicts on *answer*, each by rpart's own tree: the one grown with cp = -1, and of the folds.

    ``growth``, ``cptable``, ``prune`` and ``xval``; only the first where the root's risk is 0 or a node has no rows,
    and ``answer`` alone where rpart failed.
    """
    grown, fitted, data = answer.grown, answer.fitted, case.data
    if grown is None or fitted is None:
        return {"answer": failed(answer.error, why_failed(data))}
    tree = translate(grown, data)
    claims, conventions = claims_of(grown, data, case.criterion), conventions_of(case.criterion)
    growth = judge_tree(tree, data, learner_of(case.criterion), conventions=conventions, claims=claims)
    verdicts: dict[str, TreeVerdict | PathVerdict] = {"growth": explain_growth(growth, tree, data)}
    if grown.risk[0] and 0 not in grown.rows:
        members = members_of(tree, conventions, len(data))
        cp = float(case.control.get("cp", 0.0))
        verdicts["cptable"] = explain_pruning(judge_rows(members, table_rows(answer)), members, cp=cp)
        verdicts["prune"] = explain_pruning(judge_fits(members, prunings(case, answer, tree)), members, cp=cp)
        if _can_validate(case, answer):
            verdicts["xval"] = explain_validation(judge_validation(case, answer, members), case, answer, members)
    return verdicts


def table_rows(answer: Answer) -> list[RowClaim]:
    """Return the CP table, whose rows ascend in size, as a path, whose alphas ascend."""
    return [RowClaim(alpha=cp, leaves=int(splits) + 1, risk=risk) for cp, splits, risk, *_ in reversed(answer.table)]


def prunings(case: Case, answer: Answer, tree: Tree) -> list[RowClaim]:
    """Return the trees that rpart gives for a cp: the one it grows with the case's own, and those of prune()."""
    asked = questions(answer.grown, case.data)  # type: ignore[arg-type]  # an answer without it is judged failed
    grown = (float(case.control.get("cp", 0.0)), frozenset(answer.fitted.node))  # type: ignore[union-attr]
    return [RowClaim(alpha=cp, tree=pruned_to(tree, nodes, asked)) for cp, nodes in (grown, *answer.pruned)]


def _can_validate(case: Case, answer: Answer) -> bool:
    return bool(case.folds) and all(fit is None or 0 not in fit.rows for fit in answer.folds)


def claims_of(fit: Fit, data: Dataset, criterion: Criterion) -> Claims:
    """Return what rpart's frame states of each node: its rows, risk, and majority or mean."""
    place = {node: row for row, node in enumerate(fit.node)}
    labels = data.target.labels if isinstance(data.target, Classes) else None

    def claim(row: int) -> NodeClaim:
        value = (fit.value[row],) if labels is None else ()
        label = None if labels is None else labels[int(fit.value[row]) - 1]
        return NodeClaim(weight=fit.rows[row], risk=fit.risk[row], value=value, prediction=label)

    return Claims(nodes=tuple(claim(place[node]) for node in _preorder(fit, data)), risk=RISKS[criterion])


def _preorder(fit: Fit, data: Dataset) -> list[int]:
    """Return rpart's node numbers, parents first, in the order that `translate` puts the children."""
    asked = questions(fit, data)
    order, waiting = [], [1]
    while waiting:
        node = waiting.pop()
        order.append(node)
        if node in asked:
            first = asked[node][1]
            waiting += [2 * node + 1 - first, 2 * node + first]
    return order
