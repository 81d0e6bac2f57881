"""The checks: each calls one function of an implementation and returns the verdict on its answer.

Predictions and pruned trees are judged by the exact answers for the very tree that the implementation grew; pruning is
judged for each impurity that its risks may be made of.
"""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise, product
from math import sqrt
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np

from dtrees.data.dataset import Classes, Dataset, Numeric
from dtrees.data.outputs import Outputs
from dtrees.errors import Unsupported
from dtrees.growing.impurity import Impurity, usual_impurity
from dtrees.oracle.boosted import judge_boosting
from dtrees.oracle.documents import Grown, pruned_of, read_tree, row_of
from dtrees.oracle.examination import Examination
from dtrees.oracle.finding import Finding, Verdict, right_but
from dtrees.oracle.implementation import takes
from dtrees.oracle.judge.best_first import judge_best_first
from dtrees.oracle.judge.growth import judge_tree
from dtrees.oracle.judge.path import ExactSequence, RowClaim, judge_fits, judge_rows
from dtrees.oracle.judge.stated import (
    judge_endings,
    judge_importances,
    judge_predictions,
    judge_shares,
    rows_of_known_categories,
    wrong_elsewhere,
)
from dtrees.oracle.judge.validation import ErrorClaim, judge_validation
from dtrees.oracle.leaves import shows_rows
from dtrees.oracle.leaves.elsewhere import elsewhere
from dtrees.oracle.leaves.undetermined import why_undetermined
from dtrees.oracle.nodes import require_at_most
from dtrees.predicting.predict import ends_of_rows
from dtrees.pruning.error_based import error_based_prune
from dtrees.pruning.reduced_error import reduced_error_prune
from dtrees.pruning.risk import risk_of_node
from dtrees.selection.cross_validation import CrossValidated
from dtrees.trees.summary import ClassCounts
from dtrees.trees.tree import Branch, Tree, leaves, preorder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from dtrees.growing.learner import Learner
    from dtrees.numbers.exact import Rational


def growth(around: Examination) -> Verdict:
    """Return the verdict on the tree that the implementation grew from the case."""
    if shows_rows(around.answer):
        return around.behind
    tree, claims = around.grown.tree, around.grown.claims
    return around.nearest(
        lambda learner: judge_tree(tree, around.data, learner, conventions=around.conventions, claims=claims)
    )


def predictions(around: Examination) -> Verdict:
    """Return the verdict on the predictions for the rows of the case and for as many other rows."""
    rows = asked_rows(around)
    answered = list(around.ask("predict", around.answer, rows))
    return judge_predictions(answered, around.exactly, around.conventions.seen(rows), around.conventions)


def endings(around: Examination) -> Verdict:
    """Return the verdict on the paths to the leaves where the rows of the case, and as many other rows, end."""
    rows = asked_rows(around)
    answered = list(around.ask("apply", around.answer, rows))
    return judge_endings(answered, around.exactly, around.conventions.seen(rows))


def shares(around: Examination) -> Verdict:
    """Return the verdict on the class shares stated for the rows of the case and for as many other rows."""
    if not isinstance(around.data.target, Classes):
        message = "responses have no class shares"
        raise Unsupported(message)
    rows = asked_rows(around)
    answered = [tuple(row) for row in around.ask("predict_proba", around.answer, rows)]
    return judge_shares(answered, around.exactly, around.conventions.seen(rows), around.conventions)


def importances(around: Examination) -> Verdict:
    """Return the verdict on the importances that the implementation states for the features."""
    tree, impurity = around.exactly, around.case.learner.impurity_for(around.data)
    usual = impurity is usual_impurity(tree.summary)
    whole = all(node.summary.weight for node, _ in preorder(tree))
    if not whole or not (usual or takes(around.implementation.importances, "impurity")):
        message = "importances are of another impurity, or of a tree with an empty node"
        raise Unsupported(message)
    _require_settled(around)
    stated = dict(around.ask("importances", around.answer, around.data.feature_names, impurity=impurity))
    return judge_importances(stated, tree, around.data, impurity, around.conventions)


def shown(around: Examination) -> Verdict:
    """Return the verdict on facts an estimator shows beside its tree, and on repeated answers in other input forms."""
    answers = list(around.ask("shown", around.answer, around.case.data, around.case.learner))
    return right_but(len(answers), [found for _, found in answers if found])


def other_rows(around: Examination) -> Verdict:
    """Return the verdict on what a program without a tree predicts of rows of which every right tree says the same."""
    if not shows_rows(around.answer) or len(around.may_mean) > 1:
        return right_but(0, [])
    rows, ends = elsewhere(around.case.data, around.case.learner, around.conventions)
    said = list(around.ask("predict", around.answer, rows)) if ends else []
    return right_but(len(ends), list(wrong_elsewhere(said, ends, rows, around.data, around.conventions)))


def best_first(around: Examination) -> Verdict:
    """Return the verdict on two trees grown best first: to two leaves, and to half of those of the grown tree."""
    if shows_rows(around.answer):
        message = "it shows no tree"
        raise Unsupported(message)
    many, impurity, found = len(leaves(around.grown.tree)), around.case.learner.impurity_for(around.data), []
    for limit in sorted({2, many // 2 + 1}):
        answer = around.ask("best_first", around.answer, limit, impurity=impurity)
        grown = read_tree(answer, around.data, around.conventions)

        def judge(learner: Learner, grown: Grown = grown, limit: int = limit) -> Verdict:
            how = around.conventions
            return judge_best_first(grown.tree, around.data, learner, limit, conventions=how, claims=grown.claims)

        found.append(around.nearest(judge))
    return _together(found)


def _together(found: Sequence[Verdict]) -> Verdict:
    right = {name: sum(getattr(one, name) for one in found) for name in ("judged", "canonical", "admissible")}
    return Verdict(**right, deviations=tuple(finding for one in found for finding in one.deviations))


def monotone(around: Examination) -> Verdict:
    """Return the verdict on two trees under a constraint on the first column of numbers: it never falls, or rises."""
    data, learner, found = around.data, around.case.learner, []
    numbers = [feature.name for feature in data.features if isinstance(feature, Numeric)]
    target = data.target
    two = len(target.labels) == 2 if isinstance(target, Classes) else not isinstance(target, Outputs)  # noqa: PLR2004
    if not numbers or not two or data.holds_missing or learner.questions.numbers == "each":
        message = "constraints are on numbers that thresholds part, of two classes or a number, without missing values"
        raise Unsupported(message)
    for constraints in ({numbers[0]: 1}, {numbers[0]: -1}):
        answer = around.ask("grow_monotone", around.case.data, learner, constraints)
        grown = read_tree(answer, data, around.conventions)

        def judge(learner: Learner, grown: Grown = grown, signs: Mapping[str, int] = constraints) -> Verdict:
            how = around.conventions
            return judge_tree(grown.tree, data, learner, conventions=how, claims=grown.claims, constraints=signs)

        found.append(around.nearest(judge))
    return _together(found)


def reduced_error(around: Examination) -> Verdict:
    """Return the verdict on reduced-error pruning: a tree grown from every second row is pruned by the other rows."""
    answer, tree, others = of_every_second_row(around)
    _require_first_of_ties(around, [tree])
    right = reduced_error_prune(tree, others, ties=around.conventions.equal_losses)
    got = pruned_of(around.ask("reduced_error_prune", answer, others), tree)
    wrong = Finding(kind="tree", path=(), expected=f"{len(leaves(right))} leaves", got=f"{len(leaves(got))} leaves")
    return right_but(1, [] if got == right else [wrong])


def _require_settled(around: Examination) -> None:
    """Raise `Unsupported` where only rows are shown, and more than one right tree may explain them."""
    if shows_rows(around.answer):
        reason = why_undetermined(around.exactly, around.data, around.case.learner, around.conventions, twice=True)
        if reason:
            message = f"it shows no tree, and there is {reason}"
            raise Unsupported(message)


def of_every_second_row(around: Examination) -> tuple[Any, Tree, Dataset]:
    """Grow a tree from every second row; return the answer, its tree, and the other rows of categories it knows."""
    rows = np.arange(len(around.data))
    growing = around.case.data.take(rows[::2])
    seen = around.conventions.seen(growing)
    answer = around.ask("grow", growing, around.case.learner)
    tree, others = around.read(answer, seen), around.data.take(rows[1::2])
    return answer, tree, others.take(rows_of_known_categories(tree, seen, others))


def error_based(around: Examination) -> Verdict:
    """Return the verdict on error-based pruning at two confidences, each without and with raising of subtrees.

    A raised subtree may have its children in another order: only the rows, or shares of them, that end together count.
    """
    if not isinstance(around.data.target, Classes):
        message = "responses have no errors to count"
        raise Unsupported(message)
    tree, data, asked, wrong = around.exactly, around.data, tuple(product(CONFIDENCES, (None, around.data))), []
    for confidence, rows in asked:
        right = error_based_prune(tree, rows, confidence=confidence, limit=around.conventions.limit)
        answer = around.ask("error_based_prune", around.answer, rows, confidence=confidence)
        expected, got = (_shared_rows(one, data) for one in (right, around.read(answer, data)))
        if got != expected:
            how = f"by a confidence of {confidence}, {'raising' if rows else 'leaves only'}"
            wrong.append(
                Finding(kind="tree", path=(), expected=f"{len(expected)} leaves {how}", got=f"{len(got)} leaves")
            )
    return right_but(len(asked), wrong)


def _shared_rows(tree: Tree, data: Dataset) -> set[tuple[frozenset[int], Rational]]:
    """Return the groups of rows that end together in one leaf, each with the share of them that does."""
    together = defaultdict(set)
    for row, ends in enumerate(ends_of_rows(tree, data.features)):
        for end in ends:
            together[end.path, end.share].add(row)
    return {(frozenset(rows), share) for (_, share), rows in together.items()}


CONFIDENCES: Final = (Fraction(1, 4), Fraction(1, 20))
"""The confidences by which errors are predicted: C4.5's own, and a smaller one."""


def boosting(around: Examination) -> Verdict:
    """Return the verdict on a few trees that the implementation grows by its default options, each on what is left."""
    boosted = around.ask("boost", around.case.data)

    def explain(finding: Finding, document: Any, left: Dataset) -> str:
        case = attrs.evolve(around.case, data=left, learner=boosted.learner)
        there = Examination(around.implementation, case, around.conventions)
        vars(there)["answer"] = document
        return str(getattr(around.implementation, "explain", lambda *_: "")(finding, there))

    verdict = judge_boosting(boosted, conventions=around.conventions, explain=explain)
    found = (attrs.evolve(one, why=one.why or "unexplained") for one in verdict.deviations)
    return attrs.evolve(verdict, deviations=tuple(found))


CHECKS: Final[Mapping[str, tuple[str, Callable[[Examination], Verdict]]]] = {
    "predictions": ("predict", predictions),
    "endings": ("apply", endings),
    "shares": ("predict_proba", shares),
    "importances": ("importances", importances),
    "what it shows": ("shown", shown),
    "other rows": ("predict", other_rows),
    "best-first growth": ("best_first", best_first),
    "monotone growth": ("grow_monotone", monotone),
    "boosting": ("boost", boosting),
    "reduced-error pruning": ("reduced_error_prune", reduced_error),
    "error-based pruning": ("error_based_prune", error_based),
}
"""The checks that follow growth, each with the name of the function that it calls."""


# --- the rows that are asked ------------------------------------------------------------------------------------


@lru_cache(maxsize=1)  # three checks of one examination ask the same rows
def asked_rows(around: Examination) -> Dataset:
    """Return the rows to predict: those of the case and as many others, or the case's alone where no tree is shown.

    They are not rounded: in which precision the implementation reads them is its own choice.
    """
    if shows_rows(around.answer):
        return around.case.data
    rows = crossed(around.case.data)
    return rows.take(rows_of_known_categories(around.exactly, around.data, around.conventions.seen(rows)))


def crossed(data: Dataset) -> Dataset:
    """Return *data* followed by a second copy, in which the i-th column is moved down by i rows.

    >>> from dtrees.data.constructors import regression_data
    >>> crossed(regression_data({"a": [1, 2, 3], "b": [4, 5, 6]}, [0, 0, 1])).features[1].values.tolist()
    [4.0, 5.0, 6.0, 6.0, 4.0, 5.0]
    """
    rows = np.arange(len(data))
    twice = data.take(np.concatenate([rows, rows]))
    features = tuple(
        feature.take(np.concatenate([rows, np.roll(rows, place)])) for place, feature in enumerate(data.features)
    )
    return attrs.evolve(twice, features=features)


# --- what is pruned ----------------------------------------------------------------------------------------------


def risks(around: Examination) -> list[Impurity]:
    """Return the impurities to judge pruning by: the learner's, errors, the convention's; none if a node is empty."""
    tree = around.grown.tree
    if not all(node.summary.weight for node, _ in preorder(tree)):
        return []
    own = around.case.learner.impurity_for(around.data)
    errors, risk = around.conventions.errors, around.conventions.risk
    some = [own, errors, *filter(None, [risk])] if isinstance(around.data.target, Classes) else [own]
    is_grown = isinstance(tree, Branch) and around.conventions.scale != "root"
    return [one for one in dict.fromkeys(some) if is_grown or risk_of_node(tree.summary, impurity=one)]


@attrs.frozen(slots=False)
class PruningChecks:
    """The checks of pruning by risks of one *impurity*, and the answers collected so far, by check."""

    around: Examination
    impurity: Impurity
    claims: dict[str, list[RowClaim]] = attrs.field(factory=lambda: {"path": [], "pruned": []}, init=False)

    @property
    def members(self) -> ExactSequence:
        """The exact pruning sequence of the tree."""
        return self.around.members(self.impurity)

    def path(self) -> Verdict:
        """Return the verdict on the pruning path that the implementation states."""
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
        """Return the verdict on trees pruned at the case's alphas, by default the stated ones and one per interval."""
        stated = [claim.alpha for claim in self.claims["path"] if 0 <= claim.alpha < float("inf")]
        for alpha in dict.fromkeys(self.around.case.alphas or [*stated, *_middles(self.members)]):
            with suppress(Unsupported):
                tree = pruned_of(self._asked("optimal_subtree", alpha), self.members.tree)
                self.claims["pruned"].append(RowClaim(alpha=alpha, tree=tree))
        return judge_fits(self.members, self.claims["pruned"])

    def validated(self) -> Verdict:
        """Return the verdict on the cross-validated errors, on the scale ``proportion`` if a scale can be given."""
        around, case = self.around, self.around.case
        theirs = around.conventions
        self._require_told("cross_validate")
        scale = "proportion" if takes(around.implementation.cross_validate, "scale") else theirs.scale_of_validation
        conventions = attrs.evolve(theirs, risk=self.impurity, scale=scale)
        members = ExactSequence(tree=self.members.tree, conventions=conventions, rows=len(around.data))
        _require_repeatable(around)
        options = {"impurity": self.impurity, "scale": scale}
        answered = around.ask("cross_validate", case.data, case.learner, case.folds, **options)
        around.errors[:] = [_error_claim(row, members) for row in getattr(answered, "rows", answered)]
        return judge_validation(around.errors, members, around.data, case.folds, around.fold_trees)

    def trees(self, finding: Finding) -> tuple[Tree | None, Tree | None]:
        """Return the deviating tree of a *finding* and the right one, to be drawn."""
        members = self.members
        displayed = dict(enumerate(self.claims[finding.check])).get(-1 if finding.row is None else finding.row)
        if displayed is None or not 0 <= displayed.alpha < float("inf"):
            return members.tree, None
        return displayed.tree or members.tree, members.trees[members.optimal_at(displayed.alpha)]

    def _asked(self, name: str, *given: Any, **options: Any) -> Any:
        """Return the answer of the pruning function *name*; raises `Unsupported` if it cannot be given the impurity."""
        self._require_told(name)
        options = {"impurity": self.impurity, "scale": self.around.conventions.scale, **options}
        return self.around.ask(name, self.around.answer, *given, **options)

    def _require_told(self, name: str) -> None:
        chosen = self.around.conventions.risk_of(self.members.tree.summary)
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
    """Raise `Unsupported` where the validation may have grown other fold trees, or predicted other tied classes."""
    if around.conventions.repeats == "any":
        message = "another tree may be that of a fold"
        raise Unsupported(message)
    _require_first_of_ties(around, around.fold_trees)


def _require_first_of_ties(around: Examination, trees: Iterable[Tree]) -> None:
    """Raise `Unsupported` where a node of the *trees* may predict another of its largest classes than the first."""
    theirs, first = around.conventions, attrs.evolve(around.conventions, majority="first")
    nodes = (node.summary for tree in trees for node, _ in preorder(tree))
    classes = (summary for summary in nodes if isinstance(summary, ClassCounts))
    if any(theirs.predicted(one) != first.predicted(one) for one in classes):
        message = "a node may predict another of its largest classes than the first"
        raise Unsupported(message)


def _error_claim(stated: Any, members: ExactSequence) -> ErrorClaim:
    """Return the claim of a *stated* row of a cross-validation, a `CrossValidated` or a mapping."""
    if isinstance(stated, CrossValidated):
        place, spread = members.place_of(stated.tree), sqrt(stated.squared_standard_error)
        return ErrorClaim(place=place, alpha=float(stated.alpha), error=float(stated.error), standard_error=spread)
    row, error, spread = row_of(stated), stated.get("error"), stated.get("standard_error")
    return ErrorClaim(
        place=members.place_of(None if row.tree is None else pruned_of(row.tree, members.tree), row.leaves),
        alpha=float(row.alpha),
        error=float(error),
        standard_error=None if spread is None else float(spread),
    )
