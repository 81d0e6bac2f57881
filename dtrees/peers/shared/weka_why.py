"""Why Weka's trees other than J48 deviate: the convention or the defect that explains a finding."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np

import dtrees as dt
from dtrees.growing.best_split import scored_split, scored_splits
from dtrees.growing.gain import gain
from dtrees.oracle.checks import asked_rows, of_every_second_row
from dtrees.oracle.rounding import rounding_of_squares
from dtrees.peers.shared.peer import MIDPOINT, ROUNDED, SQUARES, is_rounded, is_rounding
from dtrees.predicting.predict import summaries
from dtrees.pruning.reduced_error import reduced_error_prune
from dtrees.trees.missing_answers import IsMissing, WithMissing
from dtrees.trees.questions import Equals
from dtrees.trees.split import split
from dtrees.trees.summary import summarize
from dtrees.trees.tree import leaves, preorder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dtrees.numbers.exact import Exact
    from dtrees.oracle.examination import Examination
    from dtrees.oracle.finding import Finding

TENTH_DIGIT: Final = Fraction(1, 10**9)
"""The most that rounding an alpha to ten decimals costs."""

SMALL: Final = Fraction(1, 10**6)
"""The gain up to which Weka takes it for none."""

LIMIT: Final = "defect: -M is not kept in all leaves, or stops a node of which another question keeps it"
TOLERANCE: Final = "defect: a gain of at most 1e-6 counts as none"
TEN_DIGITS: Final = "defect: alphas are rounded to ten decimals"
NO_ERRORS: Final = "defect: an impure leaf that nothing splits counts no errors"
CONSTANT: Final = "defect: where no column can be cut, 0 is predicted"
WEIGHTLESS: Final = "defect: rows that weigh at most 1e-6 together have no entropy"
LEAVES: Final = "defect: leaves are counted before what saves no errors is cut"
DIVIDED: Final = "convention: rows that a missing value divides count in the gain, and for -M"
DIFFERENCE: Final = "defect: the sums of a second child are its parent's less the first child's"
TWICE: Final = "defect: of responses, the rows after the first that lacks a category count twice"
LIGHT: Final = "convention: the pieces of divided rows weigh a last bit less than the limit that they meet"
PIECES: Final = "defect: a branch that saves nothing is kept, where the pieces of a divided row do not add up to it"
TIED: Final = "convention: shares that tie are rounded apart"
THIRD: Final = "convention: a missing value is a third child of a category's question, too"
CUT_AT_0: Final = "defect: where no column can be cut, one is at 0, and rows there get the class of missing values"
NOT_ASKED: Final = "defect: whether a value is missing is not asked of numbers that are else alike"


def explain(finding: Finding, around: Examination) -> str:
    """Return the convention or the defect that explains a deviation, or ``unexplained``."""
    if is_rounded(around.data):
        return MIDPOINT
    if finding.check in {"path", "pruned"}:
        return _why_pruned(finding, around)
    why = _why_missing(finding, around) if around.data.holds_missing else ""
    return why or (LIMIT if around.case.learner.stopping.min_leaf else _why_grown(finding, around))


def explain_random_tree(finding: Finding, around: Examination) -> str:
    """Return the convention or the defect that explains a deviation of RandomTree, or ``unexplained``."""
    why = explain(finding, around)
    if why in {MIDPOINT, DIVIDED} or not isinstance(around.data.target, dt.Responses):
        return why
    lacking = (isinstance(one, dt.Categorical) and one.missing.any() for one in around.data.features)
    return TWICE if any(lacking) else why


def explain_stump(finding: Finding, around: Examination) -> str:
    """Return the convention or the defect that explains a deviation of DecisionStump, or ``unexplained``."""
    data, learner = around.data, around.case.learner
    asked: Any = getattr(around.grown.tree, "question", None) if around.is_read else None
    column = data.feature(asked.feature) if asked else None
    if finding.kind in {"value", "prediction"} and isinstance(column, dt.Numeric) and _is_constant(column):
        return CONSTANT if isinstance(data.target, dt.Responses) else CUT_AT_0
    if finding.kind == "split" and data.holds_missing:
        gains = [(one, scored_split(data, one, learner).gain) for one in _third_children(data, learner)]
        mine = scored_split(data, asked, learner).gain
        if all(mine >= other for _, other in gains):
            return THIRD
        if all(mine >= other for question, other in gains if not isinstance(question, IsMissing)):
            return NOT_ASKED
    return explain(finding, around)


# --- missing values ---------------------------------------------------------------------------------------------


def _why_missing(finding: Finding, around: Examination) -> str:
    """Return what explains a deviation by missing values, or nothing."""
    classes = isinstance(around.data.target, dt.Classes)
    if finding.kind == "prediction" and classes:
        return TIED if _ties(finding, around) else ""
    if finding.check == "reduced-error pruning" and classes:
        return PIECES if _keeps_ties(finding, around) else ""
    if finding.kind == "early leaf":
        return LIGHT if _is_light(finding, around) else ""
    divides = finding.kind in {"split", "late leaf"} and _counts_divided_rows(finding, around)
    return DIVIDED if divides else ""


def _ties(finding: Finding, around: Examination) -> bool:
    """Return whether the class that is predicted has as large a share as any, where rows are divided."""
    summary: Any = dt.subtree_at(around.grown.tree, finding.path or ()).summary
    if finding.check == "predictions":
        row = asked_rows(around).take(np.array([int(finding.expected.split()[1])]))
        (summary,) = summaries(around.exactly, row.features)
    return finding.got in {
        str(label) for label, count in zip(summary.classes, summary.counts, strict=True) if count == max(summary.counts)
    }


def _keeps_ties(finding: Finding, around: Examination) -> bool:
    """Return whether no more leaves are left than where no branch is cut that has as many errors as a leaf."""
    _, tree, others = of_every_second_row(around)
    right, got = (int(one.split()[0]) for one in (finding.expected, finding.got))
    return right < got <= len(leaves(reduced_error_prune(tree, others, ties="keep")))


def _is_light(finding: Finding, around: Examination) -> bool:
    """Return whether a leaf has rows in pieces that weigh exactly as much as a node that is split must."""
    rows = around.rows[finding.path or ()]
    return bool(np.any(rows.weights % 1)) and summarize(rows).weight == around.case.learner.stopping.min_split


def _counts_divided_rows(finding: Finding, around: Examination) -> bool:
    """Return whether the question asked is the best where the rows that it divides count in the gain, and for -M.

    Each column's own question is the best of the rows of known values, as in C4.5; of columns the one whose parts, with
    their shares of the other rows, gain most.
    """
    path: Any = finding.path
    question: Any = getattr(dt.subtree_at(around.grown.tree, path), "question", None)
    rows, rule = around.rows[path], around.case.learner.stopping
    learner = attrs.evolve(around.case.learner, stopping=dt.Stopping(zero_gain="stop"))
    columns = _best_of_columns(rows, learner)
    if question is None or question.feature not in columns:
        return False
    asked, mine = scored_split(rows, question, learner), _divided_gain(question, rows, learner)
    own = columns.pop(question.feature)
    others = (min(_divided_gain(one.question, rows, learner) for one in tied) for tied in columns.values())
    kept = all(_size(part, learner) >= rule.min_leaf for part in split(rows, question))
    return kept and asked.gain == own[0].gain and all(mine >= other for other in others)


def _size(part: dt.Dataset, learner: dt.Learner) -> float:
    """Return what -M counts of a child: its weight, or of SimpleCart, which asks by Gini, its rows."""
    return len(part) if learner.impurity is dt.gini else float(part.weights.sum())


def _divided_gain(question: Any, rows: dt.Dataset, learner: dt.Learner) -> Exact:
    """Return what the question gains of all rows, those that it divides among them."""
    return gain(list(map(summarize, split(rows, question))), learner.impurity_for(rows))


def _best_of_columns(rows: dt.Dataset, learner: dt.Learner) -> dict[str, list[Any]]:
    """Return each column's questions of the largest gain."""
    columns: dict[str, list[Any]] = {}
    for one in scored_splits(rows, learner):
        best = columns.setdefault(one.feature, [one])
        if one.gain > best[0].gain:
            columns[one.feature] = [one]
        elif one.gain == best[0].gain and one is not best[0]:
            best.append(one)
    return columns


def _is_constant(column: dt.Numeric) -> bool:
    """Return whether the known values of a column are alike."""
    return len(np.unique(column.values[~column.missing])) < 2  # noqa: PLR2004 (values that differ)


def _third_children(data: dt.Dataset, learner: dt.Learner) -> Iterator[Any]:
    """Yield the questions that DecisionStump may ask, and whether a number is missing where the others are alike."""
    for feature in data.features:
        if isinstance(feature, dt.Categorical) and feature.missing.any():
            for code in np.unique(feature.codes[~feature.missing]):
                yield WithMissing(Equals(feature.name, feature.categories[code]), 2)
        else:
            yield from (one.question for one in scored_splits(attrs.evolve(data, features=(feature,)), learner))


# --- growing ----------------------------------------------------------------------------------------------------


def _why_grown(finding: Finding, around: Examination) -> str:  # noqa: PLR0911 (a reason each)
    """Return what explains that it grows otherwise."""
    data, learner = around.data, around.case.learner
    classes = learner.impurity is not dt.squared_error
    if not dt.admissible_splits(data, dt.cart(missing=learner.missing)):  # no column can be cut
        return "convention: a question is asked in any case" if classes else CONSTANT
    if classes and finding.kind == "late leaf":
        return ROUNDED
    if classes:
        return WEIGHTLESS if data.weights.sum() <= SMALL else "unexplained"
    if finding.kind == "malformed":  # a question about a column of which no value is known
        return SQUARES if rounding_of_squares(data) * Fraction(data.weights.sum()) > SMALL else "unexplained"
    if finding.kind in {"value", "prediction"}:
        return DIFFERENCE if _is_rounded_sum(finding, around) else "unexplained"
    rows = around.rows[finding.path or ()]
    if finding.kind == "early leaf":
        gains = (_divided_gain(tied[0].question, rows, learner) for tied in _best_of_columns(rows, learner).values())
        if max(gains) * dt.summarize(rows).weight <= SMALL:
            return TOLERANCE
    return SQUARES if is_rounding(finding, rows) else "unexplained"


def _is_rounded_sum(finding: Finding, around: Examination) -> bool:
    """Return whether a mean is off by no more than the rounding of sums over all rows, divided by a node's weight."""
    if not finding.expected[-1].isdigit():  # there is nothing to predict, for no row has grown the node
        return False
    target: Any = around.data.target
    exact, weights = float(finding.expected.rsplit("= ", 1)[1]), around.data.weights
    least = min(node.summary.weight for node, _ in preorder(around.grown.tree) if node.summary.weight)
    terms = len(weights) * float(weights.sum()) * float(np.abs(target.values).max())
    return abs(float(finding.got) - exact) * float(least) <= terms * 2.0**-52


def _why_pruned(finding: Finding, around: Examination) -> str:
    """Return what explains that SimpleCart prunes otherwise."""
    if 0 < Fraction(finding.regret or 0) * len(around.data) <= TENTH_DIGIT:
        return TEN_DIGITS
    return LEAVES if around.case.learner.stopping.min_leaf else NO_ERRORS
