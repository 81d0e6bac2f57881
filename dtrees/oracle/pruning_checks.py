"""The checks of pruning: the path, the trees pruned at its alphas and between, and the cross-validated errors.

What is pruned of a tree is judged by the exact answer for that very tree, by each impurity that risks may be made of.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING, Any

import attrs

from dtrees.cross_validation import CrossValidated
from dtrees.data import Classes
from dtrees.errors import Unsupported
from dtrees.impurity import usual_impurity
from dtrees.oracle.implementation import takes
from dtrees.oracle.judge.exact_sequence import ExactSequence
from dtrees.oracle.judge.path import RowClaim, judge_fits, judge_rows
from dtrees.oracle.judge.validation import ErrorClaim, judge_validation
from dtrees.oracle.nodes import require_at_most
from dtrees.oracle.pruned import pruned_of, row_of
from dtrees.risk import risk_of_node
from dtrees.summary import ClassCounts
from dtrees.traversal import preorder
from dtrees.tree import Branch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dtrees.impurity import Impurity
    from dtrees.oracle.examination import Examination
    from dtrees.oracle.finding import Finding, Verdict
    from dtrees.tree import Tree


def risks(around: Examination) -> list[Impurity]:
    """Return what risks may be made of: what the tree is grown by, and for classes errors; where there are any."""
    tree = around.grown.tree
    if not all(node.summary.weight for node, _ in preorder(tree)):
        return []
    own = around.case.learner.impurity_for(around.data)
    some = [own, around.conventions.errors] if isinstance(around.data.target, Classes) else [own]
    is_grown = isinstance(tree, Branch) and around.conventions.scale != "root"
    return [one for one in dict.fromkeys(some) if is_grown or risk_of_node(tree.summary, impurity=one)]


@attrs.frozen(slots=False)
class PruningChecks:
    """The checks of what is pruned by an *impurity*, and what was stated so far, by check."""

    around: Examination
    impurity: Impurity
    claims: dict[str, list[RowClaim]] = attrs.field(factory=lambda: {"path": [], "pruned": []}, init=False)

    @property
    def members(self) -> ExactSequence:
        """The exact pruning sequence of the tree."""
        return self.around.members(self.impurity)

    def path(self) -> Verdict:
        """Return the verdict on the pruning path."""
        rows = list(map(row_of, self._asked("pruning_sequence", ties=self.around.conventions.links)))
        require_at_most(len(rows), len(self.around.data), "rows")
        tree = self.members.tree
        self.claims["path"] += [
            RowClaim(
                alpha=float(row.alpha),
                tree=None if row.tree is None else pruned_of(row.tree, tree),
                leaves=row.leaves,
                risk=None if row.risk is None else float(row.risk),
            )
            for row in rows
        ]
        return judge_rows(self.members, self.claims["path"])

    def pruned(self) -> Verdict:
        """Return the verdict on the trees pruned at the case's alphas, or those that are stated and between."""
        stated = [claim.alpha for claim in self.claims["path"] if 0 <= claim.alpha < float("inf")]
        for alpha in dict.fromkeys(self.around.case.alphas or [*stated, *_middles(self.members)]):
            with suppress(Unsupported):
                tree = pruned_of(self._asked("optimal_subtree", alpha), self.members.tree)
                self.claims["pruned"].append(RowClaim(alpha=alpha, tree=tree))
        return judge_fits(self.members, self.claims["pruned"])

    def validated(self) -> Verdict:
        """Return the verdict on the cross-validated errors, asked per case where a scale can be told."""
        around, case = self.around, self.around.case
        self._require_told("cross_validate")
        scale = "proportion" if takes(around.implementation.cross_validate, "scale") else around.conventions.scale
        conventions = attrs.evolve(around.conventions, risk=self.impurity, scale=scale)
        members = ExactSequence(tree=self.members.tree, conventions=conventions, rows=len(around.data))
        _require_repeatable(around)
        options = {"impurity": self.impurity, "scale": scale}
        answered = around.ask("cross_validate", case.data, case.learner, case.folds, **options)
        around.errors[:] = [_error_claim(row, members) for row in getattr(answered, "rows", answered)]
        return judge_validation(around.errors, members, around.data, case.folds, around.fold_trees)

    def trees(self, finding: Finding) -> tuple[Tree | None, Tree | None]:
        """Return the tree that deviates and the right one."""
        members = self.members
        displayed = dict(enumerate(self.claims[finding.check])).get(-1 if finding.row is None else finding.row)
        if displayed is None or not 0 <= displayed.alpha < float("inf"):
            return members.tree, None
        return displayed.tree or members.tree, members.sequence[members.optimal_at(displayed.alpha)].tree

    def _asked(self, name: str, *given: Any, **options: Any) -> Any:
        """Return what a function of pruning answers; raises `Unsupported` where it cannot be told the impurity."""
        self._require_told(name)
        options = {"impurity": self.impurity, "scale": self.around.conventions.scale, **options}
        return self.around.ask(name, self.around.answer, *given, **options)

    def _require_told(self, name: str) -> None:
        chosen = self.around.conventions.risk or usual_impurity(self.members.tree.summary)
        if self.impurity is not chosen and not takes(getattr(self.around.implementation, name), "impurity"):
            message = f"{name} takes no impurity"
            raise Unsupported(message)


def _middles(members: ExactSequence) -> Iterator[float]:
    """Yield the float nearest to the middle of each interval between the exact alphas, and one beyond them."""
    for one, two in pairwise(members.alphas):
        middle = float((one + two) / 2)
        if one < middle < two:
            yield middle
    yield float(members.alphas[-1]) * 2 + 1


def _require_repeatable(around: Examination) -> None:
    """Raise `Unsupported` where the folds' trees, or the classes of ties, need not be those of the validation."""
    theirs, first = around.conventions, attrs.evolve(around.conventions, majority="first")
    nodes = (node.summary for tree in around.fold_trees for node, _ in preorder(tree))
    classes = (summary for summary in nodes if isinstance(summary, ClassCounts))
    if theirs.repeats == "any" or any(theirs.predicted(one) != first.predicted(one) for one in classes):
        message = "another tree, or another class of a tie, may be that of a fold"
        raise Unsupported(message)


def _error_claim(stated: Any, members: ExactSequence) -> ErrorClaim:
    """Return what a row states: of a `CrossValidated`, or a mapping."""
    if isinstance(stated, CrossValidated):
        place, spread = members.index_of(stated.tree), sqrt(stated.squared_standard_error)
        return ErrorClaim(place=place, alpha=float(stated.alpha), error=float(stated.error), standard_error=spread)
    row, error, spread = row_of(stated), stated.get("error"), stated.get("standard_error")
    shown = None if row.tree is None else members.index_of(pruned_of(row.tree, members.tree))
    return ErrorClaim(
        place=members.index_of_size(row.leaves or 0) if row.tree is None else shown,
        alpha=float(row.alpha),
        error=float(error),
        standard_error=None if spread is None else float(spread),
    )
