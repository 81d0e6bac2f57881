"""Why scikit-learn deviates: the convention or the defect that explains a deviation, as far as one is known."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from dtrees.data import Responses
from dtrees.exact import Exact
from dtrees.impurity import usual_impurity
from dtrees.laws.naive import visits
from dtrees.oracle.judge import rounding_bound
from dtrees.summary import summarize

if TYPE_CHECKING:
    from dtrees.data import Dataset
    from dtrees.oracle.members import Members
    from dtrees.oracle.verdict import Deviation, PathDeviation, PathVerdict, TreeVerdict
    from dtrees.tree import Tree

NOT_CENTRED: Final = "defect: squares are summed without centring"
TIED: Final = "defect: links tied at one alpha get different floats"
PURE: Final = "defect: the impurity of a pure node is rounding noise"
CLOSE: Final = "convention: floats within rounding of each other"
SMALLEST: Final = Fraction(1, 2**52)
"""What counts as an impurity of 0, whatever the scale of the responses."""


def explain_growth(verdict: TreeVerdict, tree: Tree, data: Dataset) -> TreeVerdict:
    """Return *verdict* with the reasons why the grown *tree* deviates."""
    if not verdict.deviations:
        return verdict
    rows = {path: data.take(here) for path, _, here in visits(tree, data)}
    return verdict.explained(lambda deviation: _why_grown(deviation, rows[deviation.path], data))


def _why_grown(deviation: Deviation, rows: Dataset, data: Dataset) -> str:
    impurity = usual_impurity(summarize(rows))(summarize(rows))
    regret = abs(Exact(deviation.regret)) if deviation.regret else Exact(0)
    if deviation.kind in {"late leaf", "impurity"} and not impurity and regret <= _granted(data, centred=False):
        return PURE
    if deviation.kind == "early leaf" and not regret:
        return "convention: a gain of 0 is not taken where it rounds below 0"
    if deviation.kind == "early leaf" and impurity <= SMALLEST:
        return "convention: an impurity of at most 2^-52 counts as 0"
    if isinstance(data.target, Responses) and _granted(rows, centred=True) < regret <= _granted(data, centred=False):
        return NOT_CENTRED
    if deviation.kind == "impurity" and len(set(data.weights.tolist())) > 1:
        return "defect: a child's weight is what its sibling leaves of the parent's"
    within = deviation.kind == "split" and regret <= _granted(rows, centred=True)
    return CLOSE if within else "unexplained"


def _granted(data: Dataset, *, centred: bool) -> Fraction:
    """Return the rounding of float64 sums over the rows: of shares, or of squares about the mean or about 0."""
    if not isinstance(data.target, Responses):
        return rounding_bound(len(data), len(data.target.labels))
    values = data.target.values
    largest = float(np.ptp(values)) if centred else float(np.abs(values).max())
    return rounding_bound(len(data), Fraction(largest) ** 2)


def explain_pruning(verdict: PathVerdict, members: Members, data: Dataset) -> PathVerdict:
    """Return *verdict* with the reasons why rows of the path, or pruned fits, deviate.

    That a row is missing, repeated or out of order follows from another row, and has its reason.
    """
    if not verdict.deviations:
        return verdict
    reasons = {deviation: _why_pruned(deviation, members, data) for deviation in verdict.deviations}
    close = any(two - one <= 2 * members.bound for one, two in pairwise(members.alphas))
    cause = next(filter(None, reasons.values()), CLOSE if close else "unexplained")
    return verdict.explained(lambda deviation: reasons[deviation] or cause)


def _why_pruned(deviation: PathDeviation, members: Members, data: Dataset) -> str:
    if deviation.kind in {"missing", "repeated", "decreasing"}:
        return ""
    if deviation.kind == "negative":
        return "defect: an alpha of 0 rounds below 0"
    regret = abs(Exact(deviation.regret)) if deviation.regret else Exact(0)
    far = isinstance(data.target, Responses) and members.bound < regret <= _granted(data, centred=False)
    return NOT_CENTRED if far else TIED if members.near(float(deviation.alpha)) else "unexplained"
