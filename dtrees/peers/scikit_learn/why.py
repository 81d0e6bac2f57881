"""Why scikit-learn deviates: the convention or the defect that explains a finding, as far as one is known."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import dtrees as dt
from dtrees.growing.impurity import usual_impurity
from dtrees.oracle.rounding import rounding_bound, rounding_of_squares

if TYPE_CHECKING:
    from dtrees.oracle.examination import Examination
    from dtrees.oracle.finding import Finding
    from dtrees.oracle.judge.path import ExactSequence

NOT_CENTRED: Final = "defect: squares are summed without centring"
TIED: Final = "defect: links tied at one alpha get different floats"
PURE: Final = "defect: the impurity of a pure node is rounding noise"
CLOSE: Final = "convention: floats within rounding of each other"
SMALLEST: Final = Fraction(1, 2**52)
"""The impurity up to which a node counts as pure, whatever the scale of the responses."""


def explain(finding: Finding, around: Examination) -> str:
    """Return the convention or the defect that explains a deviation, or ``unexplained``."""
    if finding.check == "growth" and finding.path is not None and len(around.rows[finding.path]):
        return _why_grown(finding, around.rows[finding.path], around.data)
    if finding.check in {"path", "pruned"} and finding.row is not None:
        members = around.members(around.case.learner.impurity_for(around.data))
        return _why_pruned(finding, members, around.data) or _cause(finding, around, members)
    if finding.check == "importances" and isinstance(around.data.target, dt.Responses):
        return CLOSE if isinstance(around.data.target, dt.KeptResponses) else NOT_CENTRED
    return "unexplained"


def _why_grown(finding: Finding, rows: dt.Dataset, data: dt.Dataset) -> str:
    impurity = usual_impurity(dt.summarize(rows))(dt.summarize(rows))
    regret = abs(dt.Exact(finding.regret)) if finding.regret else dt.Exact(0)
    if finding.kind in {"late leaf", "impurity"} and not impurity and regret <= _granted(data, centred=False):
        return PURE
    if finding.kind == "early leaf" and not regret:
        return "defect: a gain of 0 is not taken where it rounds below 0"
    if finding.kind == "early leaf" and impurity <= SMALLEST:
        return "defect: an impurity of at most 2^-52 counts as 0"
    far = finding.kind == "impurity" or regret > _granted(rows, centred=True)
    if isinstance(data.target, dt.Responses) and far and regret <= _granted(data, centred=False):
        return NOT_CENTRED
    if finding.kind == "impurity" and len(set(data.weights.tolist())) > 1:
        return "defect: a child's weight is what its sibling leaves of the parent's"
    within = finding.kind == "split" and regret <= _granted(rows, centred=True)
    return CLOSE if within else "unexplained"


def _granted(data: dt.Dataset, *, centred: bool) -> Fraction:
    """Return the rounding of float64 sums over the rows: of shares, or of squares about the mean or about 0."""
    if not isinstance(data.target, dt.Responses):
        return rounding_bound(len(data), len(data.target.labels))
    return rounding_of_squares(data, centred=centred)


def _why_pruned(finding: Finding, members: ExactSequence, data: dt.Dataset) -> str:
    """Return why a row deviates; that it is missing, repeated or out of order follows from another row."""
    if finding.kind in {"missing", "repeated", "decreasing"}:
        return ""
    if finding.kind == "negative":
        return "defect: an alpha of 0 rounds below 0"
    regret = abs(dt.Exact(finding.regret)) if finding.regret else dt.Exact(0)
    far = isinstance(data.target, dt.Responses) and members.bound < regret <= _granted(data, centred=False)
    return NOT_CENTRED if far else TIED if members.near(float(finding.alpha)) else "unexplained"


def _cause(finding: Finding, around: Examination, members: ExactSequence) -> str:
    """Return why another row deviates, from which it follows that one is missing, repeated or out of order."""
    reasons = (_why_pruned(other, members, around.data) for other in around.found[finding.check])
    close = any(two - one <= 2 * members.bound for one, two in pairwise(members.alphas))
    tied = finding.alpha != "" and members.near(float(finding.alpha))
    return next(filter(None, reasons), CLOSE if close else TIED if tied else "unexplained")
