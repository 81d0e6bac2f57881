"""Why oneDAL's trees deviate: the convention or the defect that explains a finding."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np

import dtrees as dt
from dtrees.growing.best_split import scored_split, scored_splits
from dtrees.oracle.nodes import nodes_of
from dtrees.oracle.rounding import rounding_bound, rounding_of_squares
from dtrees.peers.shared.peer import MIDPOINT, SQUARES, is_rounded, is_rounding
from dtrees.pruning.reduced_error import reduced_error_prune
from dtrees.trees.split import route
from dtrees.trees.tree import leaves

if TYPE_CHECKING:
    from dtrees.oracle.examination import Examination
    from dtrees.oracle.finding import Finding

LIMIT: Final = "defect: a node whose best question leaves too few rows is a leaf, though another does not"
SMALL: Final = "defect: responses whose squares come to 2^-52 count as equal"
DIFFERENCES: Final = "defect: the right child's mean and squares are differences"
IMPURITY: Final = "defect: impurities of weighted rows are divided by other weights than theirs"
WEIGHTLESS: Final = "defect: a question of a side without weight is asked"
RESIDUE: Final = "defect: of weights that are taken away something is left, and counts as a class"
AT_CUT: Final = "defect: where it predicts, a value that is the threshold goes left, and right where it grows"
BEST_LEAF: Final = "convention: the leaf that a branch is compared with is the best one for the pruning rows"
ERRORS: Final = "convention: of errors within rounding of each other either is the smaller"
PAIR: Final = "defect: of two rows the columns that are tried are drawn with replacement"
CLOSE: Final = "defect: in a small node values at most 2^-52 apart count as equal"
WEIGHTS: Final = "defect: weights whose sum has a square of at most ten times 2^-52 count as 0"
MOST_LEAVES: Final = "defect: a limit on leaves is spent as nodes are made, and a gain is that of the left child alone"
EPSILON: Final = 2.0**-52


def why_of_tree(finding: Finding, around: Examination) -> str:  # noqa: PLR0911 (a cause each)
    """Return the convention or the defect that explains a deviation of the decision tree, or ``unexplained``."""
    data: Any = around.data
    limited = bool(around.case.learner.stopping.min_leaf)
    if is_rounded(data):
        return MIDPOINT
    if finding.check == "reduced-error pruning":
        return _why_pruned(finding, around)
    if finding.kind == "impurity" and not np.all(data.weights == 1):
        return IMPURITY
    if not np.all(data.weights):
        return WEIGHTLESS
    if finding.check != "growth":
        cuts = [(node["feature"], node["threshold"]) for node in nodes_of(around.answer) if "threshold" in node]
        at_cut = any(cut in data.feature(name).values for name, cut in cuts)
        return AT_CUT if at_cut else _why_means(around)
    rows = around.rows[finding.path or ()]
    if isinstance(data.target, dt.Responses):
        return _why_numbers(finding, around, dt.summarize(rows).weight, LIMIT if limited else DIFFERENCES)
    if finding.kind == "early leaf" and limited:
        return LIMIT
    return RESIDUE if finding.kind == "late leaf" else "unexplained"


def why_of_forest(finding: Finding, around: Examination) -> str:
    """Return the convention or the defect that explains a deviation of the forest's tree, or ``unexplained``."""
    data: Any = around.data
    if is_rounded(data):
        return MIDPOINT
    if finding.check != "growth":
        return _why_means(around)
    if float(data.weights.sum()) ** 2 <= 10 * EPSILON:
        return WEIGHTS
    rows: Any = around.rows[finding.path or ()]
    why = "unexplained"
    if isinstance(data.target, dt.Responses):
        why = MOST_LEAVES if around.implementation.options else _why_numbers(finding, around, 1, SQUARES)
    if finding.kind not in {"early leaf", "split"} or why == SMALL:
        return why
    if _is_best_of_others(finding, around):
        return CLOSE
    return PAIR if finding.kind == "early leaf" and len(rows) == 2 else why  # noqa: PLR2004 (two rows)


def _is_best_of_others(finding: Finding, around: Examination) -> bool:
    """Return whether no question gains more than the one asked, if any, but between values that count as equal."""
    rows, learner = around.rows[finding.path or ()], around.case.learner
    asked: Any = getattr(dt.subtree_at(around.grown.tree, finding.path or ()), "question", None)
    mine = scored_split(rows, asked, learner).gain if asked else -1
    others = (one for one in scored_splits(rows, learner) if not _counts_as_equal(one.question, rows, around.data))
    return all(one.gain <= mine for one in others)


def _counts_as_equal(question: Any, rows: Any, data: Any) -> bool:
    """Return whether a threshold is between values at most 2^-52 apart, in a node of two rows or 2 % of a column's."""
    values, every = (np.unique(one.feature(question.feature).values) for one in (rows, data))
    place = int(np.searchsorted(values, question.threshold))
    return bool(values[place] - values[place - 1] <= EPSILON) and len(rows) <= max(2, 0.02 * len(every))


def _why_means(around: Examination) -> str:
    return DIFFERENCES if any(one.kind == "value" for one in around.found["growth"]) else "unexplained"


def _why_numbers(finding: Finding, around: Examination, weight: Any, otherwise: str) -> str:
    """Return why a tree of numbers deviates: where the squares are large enough, by rounding, or as *otherwise*."""
    rows: Any = around.rows[finding.path or ()]
    data: Any = around.data
    spread: Any = dt.summarize(rows)
    largest = Fraction(float(np.abs(data.target.values).max()))
    bounds = {"value": rounding_bound(len(data), largest), "impurity": rounding_of_squares(data)}
    if finding.kind == "late leaf" or (finding.kind in bounds and Fraction(finding.regret) <= bounds[finding.kind]):
        return DIFFERENCES
    if finding.kind == "early leaf" and dt.squared_error(spread) * weight <= 2 * Fraction(EPSILON):
        return SMALL
    return otherwise if otherwise == LIMIT or is_rounding(finding, data) else "unexplained"


def _why_pruned(finding: Finding, around: Examination) -> str:
    """Return why every second row is pruned otherwise by the others: a branch is compared with their best leaf."""
    target: Any = around.data.target
    rows = np.arange(len(around.data))
    growing, others = (around.case.data.take(rows[start::2]) for start in (0, 1))
    tree = around.read(around.ask("grow", growing, around.case.learner), growing)
    compared = _with_summaries(tree, others)
    pruned, kept = (len(leaves(reduced_error_prune(compared, others, ties=ties))) for ties in ("prune", "keep"))
    if finding.got == f"{pruned} leaves":
        return BEST_LEAF
    if isinstance(target, dt.Responses) and (pruned < kept or not np.all(target.values == np.round(target.values))):
        return ERRORS
    return "unexplained"


def _with_summaries(tree: dt.Tree, rows: dt.Dataset) -> dt.Tree:
    """Return *tree*, its branches with the summaries of the *rows* that come to them."""
    if isinstance(tree, dt.Leaf) or not len(rows):
        return tree
    parts = zip(tree.children, route(rows, tree.question), strict=True)
    return attrs.evolve(tree, summary=dt.summarize(rows), children=tuple(_with_summaries(*part) for part in parts))
