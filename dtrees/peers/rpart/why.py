"""Why rpart deviates: the convention or the defect that explains a finding, as far as one is known."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, Any, Final, cast

import attrs
import numpy as np

import dtrees as dt
from dtrees.growing.costs import Costs, costs_of, expected_costs, least_cost_label
from dtrees.growing.missing.surrogates import by_side
from dtrees.oracle.documents import row_of
from dtrees.oracle.judge.path import ExactSequence
from dtrees.oracle.judge.stated import rows_of_known_categories
from dtrees.oracle.judge.validation import judge_validation
from dtrees.selection.metrics import predicting_summaries
from dtrees.trees.questions import Threshold
from dtrees.trees.split import route
from dtrees.trees.tree import preorder

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from dtrees.numbers.exact import Rational
    from dtrees.oracle.examination import Examination
    from dtrees.oracle.finding import Finding

WRONG_CP: Final = "defect: a child's branch counts as at its own CP, so CP is below the weakest link's alpha"
TIES: Final = "defect: links tied at one alpha get different floats"
GAINLESS: Final = "convention: a gain of 0 rounds above 0"
MIDPOINT: Final = "defect: a midpoint that rounds, or overflows"
ONE_CLASS: Final = "defect: one class is refused"
TRANSPOSED: Final = "defect: in cross-validation the loss matrix is read transposed"
HIDDEN: Final = "convention: inside, altered priors round otherwise, and ties between questions are settled otherwise"
TRANSPOSED_TOO: Final = f"{TRANSPOSED}; {HIDDEN.removeprefix('convention: ')}"
SCALED: Final = "convention: in cross-validation a prior is a factor of a row's loss, not of its weight"
SUM: Final = "defect: priors whose floats do not add up to 1 exactly are refused"
TIED_COSTS: Final = "convention: costs that tie are rounded apart"
MORE_ROWS: Final = (
    "defect: growing sends what no surrogate answers to the heavier child, predicting to that of more rows"
)

DISAGREEING: Final = "defect: of a surrogate of categories the rows that disagree are counted, not those sent each way"
BEST_SET: Final = "convention: a surrogate of categories is the best set of them, or none"


def explain(finding: Finding, around: Examination) -> str:  # noqa: PLR0911 (a reason each)
    """Return the convention or the defect that explains a deviation, or ``unexplained``."""
    if finding.got == "Priors must sum to 1":  # of all rows, or of those outside a fold
        return SUM
    if finding.kind == "prediction" and _costs_tie(finding, around):
        return TIED_COSTS
    if finding.check == "growth":
        return _why_failed(finding, around) if finding.path is None else _why_grown(finding, around)
    if finding.check in {"path", "pruned"}:
        return _why_pruned(finding, around)
    if finding.check == "predictions" and finding.kind == "error" and not all(map(len, around.rows.values())):
        return MIDPOINT  # a leaf without rows has no mean
    if finding.check == "predictions" and _counts_otherwise(around):
        return MORE_ROWS
    return _why_validated(finding, around) if finding.check == "cross-validation" else "unexplained"


def members_of(around: Examination) -> ExactSequence:
    """Return the exact pruning sequence of the tree, by errors, their costs, or squared errors."""
    return around.members(around.conventions.errors if isinstance(around.data.target, dt.Classes) else dt.squared_error)


# --- growing ----------------------------------------------------------------------------------------------------


def _why_failed(finding: Finding, around: Examination) -> str:
    target = around.data.target
    if isinstance(target, dt.Classes) and len(set(target.codes.tolist())) == 1:
        return ONE_CLASS
    return MIDPOINT if finding.got.endswith("at Inf") else "unexplained"


def _costs_tie(finding: Finding, around: Examination) -> bool:
    """Return whether the class that is predicted costs no more than the one to predict."""
    path, costs = finding.path, costs_of(around.conventions.risk)
    if not costs or path is None:
        return False
    summary: Any = dt.subtree_at(around.grown.tree, path).summary
    charges = dict(zip(map(str, summary.classes), expected_costs(summary, costs), strict=True))
    return charges[finding.got] == min(charges.values())


def _why_grown(finding: Finding, around: Examination) -> str:
    path: Any = finding.path
    node, here = dt.subtree_at(around.grown.tree, path), around.rows[path]
    if finding.kind == "surrogates":
        return _why_surrogates(cast("dt.Branch", node), here)
    below_an_empty_child = path and len(here) in {0, len(around.rows[path[:-1]])}
    if below_an_empty_child or (isinstance(node, dt.Branch) and _rounds(node.question, here)):
        return MIDPOINT
    return GAINLESS if finding.kind == "late leaf" else "unexplained"


def _why_surrogates(node: dt.Branch, here: dt.Dataset) -> str:
    """Return why a categorical surrogate at *node* is wrong: rpart counts agreement where it means the rows sent."""
    asked = cast("dt.WithSurrogates", node.question)
    sided = by_side(here, asked.question)
    if any(_rounds(surrogate, sided) for surrogate in asked.surrogates):
        return MIDPOINT
    others = [one for one in sided.features if isinstance(one, dt.Categorical) and one.name != asked.feature]
    every = [_rows_of_best_set(feature, sided) for feature in others]
    counted = [(agreement, sent) for agreement, sent in every if min(sent)]  # else it is no surrogate
    if any((min(agreement) > 1) != (min(sent) > 1) for agreement, sent in counted):
        return DISAGREEING
    return BEST_SET if any(min(sent) <= 1 for _, sent in counted) else "unexplained"


def _rows_of_best_set(feature: dt.Categorical, sided: dt.Dataset) -> tuple[list[int], list[int]]:
    """Return how many rows agree and disagree with the best set of categories, and how many it sends each way."""
    known = ~feature.missing
    rows, weights = np.zeros((2, len(feature.categories), 2))
    places = feature.codes[known], cast("dt.Classes", sided.target).codes[known]
    np.add.at(rows, places, 1)
    np.add.at(weights, places, sided.weights[known])
    sides = np.where(weights[:, 0] == weights[:, 1], weights.sum(axis=0).argmax(), weights.argmax(axis=1))
    agreeing = int(rows[np.arange(len(sides)), sides].sum())
    return [agreeing, int(rows.sum()) - agreeing], [int(rows[sides == side].sum()) for side in (0, 1)]


def _counts_otherwise(around: Examination) -> bool:
    """Return whether some node sends rows that no surrogate answers to a child with no more rows than the other."""
    for path in around.rows:
        question = getattr(dt.subtree_at(around.grown.tree, path), "question", None)
        if isinstance(question, dt.WithSurrogates) and question.otherwise is not None:
            sizes = [len(around.rows[(*path, child)]) for child in (question.otherwise, 1 - question.otherwise)]
            if sizes[0] <= sizes[1]:
                return True
    return False


def _rounds(question: Any, rows: dt.Dataset) -> bool:
    """Return whether a row lies on the cut, which is the float above the threshold, or the cut parts nothing."""
    asked = getattr(question, "question", question)
    if not isinstance(asked, Threshold):
        return False
    values = rows.feature(asked.feature).values  # type: ignore[union-attr]  # a threshold asks for numbers
    values = values[~np.isnan(values)]
    inside = values <= asked.threshold
    return bool(inside.all() or not inside.any() or math.nextafter(asked.threshold, math.inf) in values)


# --- pruning ----------------------------------------------------------------------------------------------------


def _why_pruned(finding: Finding, around: Examination) -> str:
    if around.implementation.control.get("cp"):
        return "convention: growing with a cp is not pruning at it"
    members = members_of(around)
    if finding.kind == "negative" and abs(dt.Exact(float(finding.alpha))) <= members.bound:
        return TIED_COSTS
    if finding.kind == "risk" and _is_between_ties(finding, members):
        return TIES
    if finding.kind not in {"alpha", "tree", "missing", "repeated"}:
        return "unexplained"
    if finding.kind == "tree" and members.near(float(finding.alpha)):
        regret = abs(dt.Exact(finding.regret)) if finding.regret else 0
        if regret <= members.bound:
            return TIES if any(members.near(float(finding.alpha))) else GAINLESS
    return WRONG_CP


def _is_between_ties(finding: Finding, members: ExactSequence) -> bool:
    """Return whether the risk is that of a tree between two members: one of several links tied at the alpha is cut."""
    risks, stated = members.risks, float(finding.got)
    return any(place and risks[place - 1] < stated < risks[place] for place in members.near(float(finding.alpha)))


# --- cross-validation -------------------------------------------------------------------------------------------


def _why_validated(finding: Finding, around: Examination) -> str:  # noqa: PLR0911 (a reason each)
    if finding.kind == "malformed":
        nodes = [node for tree in around.fold_trees for node, _ in preorder(tree)]
        return MIDPOINT if not all(node.summary.weight for node in nodes) else "unexplained"
    folds = sorted(set(around.case.folds))
    if folds != list(range(1, len(folds) + 1)):
        return "defect: folds not numbered 1, 2, ... are never left out"
    charges = [why for why, wrong in _wrong_by_charges(around) if (finding.row, finding.kind) not in wrong]
    if charges:
        return charges[0]
    if finding.kind == "xstd":
        return "defect: the standard error is the root of a rounded difference"
    last = len(around.errors) - 1
    if finding.row == last:
        lone, tenfold = (
            "a tree without splits is not cross-validated",
            "for the root the fold trees are pruned at 10 CP_1",
        )
        return f"defect: {tenfold if last else lone}"
    if float(finding.alpha) < 0:
        return "defect: the root of a product with a negative cp"
    if around.implementation.control.get("usesurrogate") == 0:
        return "defect: a row that cannot go on takes the prediction made for the row before"
    if any(_is_hidden(place, around) for place in range(len(folds))):
        return TRANSPOSED_TOO if _reads_losses_otherwise(around) else HIDDEN
    members = members_of(around)
    whole_is_wrong = not _has_every_alpha(members, [error.alpha for error in around.errors])
    if whole_is_wrong or any(_states_wrong_cps(place, around) for place in range(len(folds))):
        return WRONG_CP
    return TIED_COSTS if any(_ties_labels(tree, members) for tree in around.fold_trees) else "unexplained"


def _reads_losses_otherwise(around: Examination) -> bool:
    """Return whether the loss matrix is not its own transpose."""
    costs = costs_of(around.conventions.risk)
    return costs is not None and [*zip(*costs.matrix, strict=True)] != [*map(tuple, costs.matrix)]


def _ties_labels(tree: dt.Tree, members: ExactSequence) -> bool:
    """Return whether, at some node, two classes cost equally little."""
    costs = costs_of(members.conventions.risk)
    summaries: Any = [node.summary for node, _ in preorder(tree)] if costs else []
    charges = [sorted(expected_costs(summary, costs)) for summary in summaries]  # type: ignore[arg-type]  # costs are there
    return any(each[:2] == each[:1] * 2 for each in charges)


@lru_cache(maxsize=32)
def _wrong_by_charges(around: Examination) -> list[tuple[str, set[tuple[int | None, str]]]]:
    """Return what rpart does otherwise under costs and priors, each with the rows and kinds that are wrong even so."""
    members, target, weights = members_of(around), around.data.target, around.data.weights
    costs = costs_of(members.conventions.risk)
    if not costs or not isinstance(target, dt.Classes):
        return []
    counted = {target.labels[code]: weights[(target.codes == code) & (weights > 0)].min() for code in set(target.codes)}
    plain = attrs.evolve(around.data, weights=weights / [counted[target.labels[code]] for code in target.codes])
    factors = {label: Fraction(weight) for label, weight in counted.items()}

    def wrong(table: Costs) -> set[tuple[int | None, str]]:
        losses_of = partial(_charges, labels=costs, costs=table, factors=factors)
        verdict = judge_validation(around.errors, members, plain, around.case.folds, around.fold_trees, losses_of)
        return {(one.row, one.kind) for one in verdict.deviations}

    transposed = Costs(list(zip(*costs.matrix, strict=True)), costs.classes)
    return [(SCALED, wrong(costs)), (TRANSPOSED, wrong(transposed))]


def _charges(
    tree: dt.Tree, data: dt.Dataset, *, labels: Costs, costs: Costs, factors: Mapping[Any, Rational]
) -> list[Rational]:
    """Return each row's cost by *costs*, times the factor of its class, where a node's label is by *labels*."""
    label = cache(partial(least_cost_label, costs=labels))
    pairs = zip(predicting_summaries(tree, data), data.target, strict=True)
    return [costs.between(actual, label(summary)) * factors[actual] for summary, actual in pairs]


@lru_cache(maxsize=32)
def _states_wrong_cps(place: int, around: Examination) -> bool:
    """Return whether a weakest link's alpha of a fold's tree is none of the CPs that rpart states of it.

    Asked once for all rows of a cross-validation.
    """
    inside, answer = around.fold_answers[place]
    if answer is None:
        return False
    conventions = members_of(around).conventions
    mine = ExactSequence(tree=around.fold_trees[place], conventions=conventions, rows=len(inside))
    rows = around.ask("pruning_sequence", answer, impurity=conventions.risk)
    return not _has_every_alpha(mine, [float(row.alpha) for row in map(row_of, rows)])


def _has_every_alpha(members: ExactSequence, stated: Iterable[float]) -> bool:
    """Return whether each weakest link's alpha is among those *stated*, but for rounding."""
    near = {place for alpha in stated for place in members.near(alpha)}
    return near >= set(range(1, len(members.alphas)))


@lru_cache(maxsize=32)
def _is_hidden(place: int, around: Examination) -> bool:
    """Return whether rpart may have grown another fold tree than the one it shows when asked for it.

    Inside, it keeps the altered priors of all rows; asked for the fold, it takes the fold's.  Both are 1, but may be
    rounded differently, and then they may settle a tie between optimal questions differently, or put the sides of a
    question the other way round, which leads a category that its node has not seen to the other child.
    """
    training, tree = around.fold_answers[place][0], around.fold_trees[place]
    plain = not costs_of(around.conventions.risk)
    if isinstance(tree, dt.Leaf) or (plain and len(altered_priors(training) | altered_priors(around.data)) <= 1):
        return False
    numbers = np.array(around.case.folds)
    held_out = around.data.take(np.flatnonzero(numbers == np.unique(numbers)[place]))
    meets_unseen = len(rows_of_known_categories(tree, training, held_out)) < len(held_out)
    return meets_unseen or _has_ties(tree, training, around.case.learner)


def altered_priors(data: dt.Dataset) -> set[float]:
    """Return the altered priors of the classes that occur, as the float operations of rpart's gini.c make them.

    Without a loss matrix each is 1 but for rounding: (K - 1) p over the sum of all (K - 1) p, times p.

    >>> from dtrees.data.constructors import classification_data
    >>> altered_priors(classification_data([[0], [1], [2]], ["a", "b", "c"]))
    {1.0000000000000002}
    """
    if not isinstance(data.target, dt.Classes):
        return set()
    shares = np.bincount(data.target.codes, data.weights, len(data.target.labels)) / data.weights.sum()
    total = 0.0
    for share in shares.tolist():
        for _ in range(len(shares) - 1):
            total += share
    return {sum([share] * (len(shares) - 1)) / (total * share) for share in shares.tolist() if share}


def _has_ties(tree: dt.Tree, data: dt.Dataset, learner: dt.Learner) -> bool:
    waiting = [(tree, data)]
    while waiting:
        node, rows = waiting.pop()
        if isinstance(node, dt.Branch):
            if len(dt.admissible_splits(rows, learner)) > 1:
                return True
            waiting += zip(node.children, route(rows, node.question), strict=True)
    return False
