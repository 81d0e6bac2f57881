"""Why Spark deviates: the convention or the defect that explains a finding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from dtrees.data.dataset import Categorical, Classes, Responses
from dtrees.growing.best_split import scored_split
from dtrees.peers.shared.peer import COUNTED, MIDPOINT, ORDERED, ROUNDED, SQUARES, is_far, is_rounded, is_rounding
from dtrees.trees.paths import subtree_at
from dtrees.trees.summary import summarize

if TYPE_CHECKING:
    from dtrees.data.dataset import Dataset
    from dtrees.numbers.exact import Exact
    from dtrees.oracle.examination import Examination
    from dtrees.oracle.finding import Finding

OVERFLOW: Final = "defect: a gain that overflows is no number, and is taken"
PURE: Final = "defect: a child of impurity below 2^-52 is a leaf"
DIFFERENCE: Final = "defect: the sums of a second child are its parent's less the first child's"
ZERO: Final = "defect: the weight of a value 0 is what sums of weights, which round, leave"
TWICE: Final = "defect: every subset of categories is tried only where there are twice as many bins"
HEURISTIC: Final = "convention: of more than two classes many categories are ordered by impurity"


def explain(finding: Finding, around: Examination) -> str:  # noqa: PLR0911 (a reason each)
    """Return the convention or the defect that explains a deviation, or ``unexplained``."""
    whole = around.data
    numbers = isinstance(whole.target, Responses)
    if is_far(whole):
        return OVERFLOW
    rows = around.rows[finding.path or ()]
    if finding.kind not in {"split", "early leaf", "late leaf"}:
        squares = numbers and finding.kind in {"impurity", "importance"} and is_rounding(finding, rows)
        return SQUARES if squares else DIFFERENCE
    impurity = around.case.learner.impurity_for(whole)
    if finding.kind == "early leaf" and finding.path and impurity(summarize(rows)) < 2.0**-52:
        return PURE
    if finding.kind == "late leaf" and not _gain(finding, around):
        return ROUNDED
    if numbers and is_rounding(finding, whole):
        return SQUARES if is_rounding(finding, rows) else DIFFERENCE
    if np.any(whole.weights % 1):
        return ZERO
    if around.case.learner.stopping.min_leaf and "OneOf" in finding.expected:
        return ORDERED
    return _why_of_categories(whole) or (MIDPOINT if is_rounded(whole) else "unexplained")


def _gain(finding: Finding, around: Examination) -> Exact:
    """Return what the question gains that is asked where a leaf is due."""
    path: Any = finding.path
    node: Any = subtree_at(around.grown.tree, path)
    return scored_split(around.rows[path], node.question, around.case.learner).gain


def _why_of_categories(data: Dataset) -> str:
    """Return what explains a question that is not optimal where *data* have categories."""
    if not isinstance(data.target, Classes) or not any(categories_of(data)):
        return ""
    if len(data.target.labels) == 2:  # noqa: PLR2004 (classes)
        return COUNTED
    subsets = [2 ** (len(words) - 1) - 1 for words in categories_of(data) if words]
    ordered = [some for some in subsets if 2 * some > len(data)]
    return TWICE if any(some <= len(data) for some in ordered) else HEURISTIC if ordered else ""


def categories_of(data: Dataset) -> list[tuple[Any, ...]]:
    """Return the categories of each column; none for a column of numbers."""
    return [one.categories if isinstance(one, Categorical) else () for one in data.features]
