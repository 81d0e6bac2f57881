"""Judging trees grown by boosting with squared error: each on what its own program's earlier trees leave."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import attrs
import numpy as np

from dtrees.arguments import checked
from dtrees.data.dataset import Dataset, Responses
from dtrees.errors import InvalidData
from dtrees.growing.best_split import scored_split
from dtrees.growing.learner import Learner
from dtrees.growing.regularised import RegularisedSquaredError
from dtrees.laws.definitions import nodes
from dtrees.numbers.exact import Exact
from dtrees.oracle.conventions import EXACT, Conventions
from dtrees.oracle.documents import read_tree
from dtrees.oracle.finding import Finding, Verdict
from dtrees.oracle.judge.best_first import judge_best_first
from dtrees.oracle.judge.growth import judge_tree
from dtrees.oracle.rounding import Number, coarseness, rounding_bound, size_of
from dtrees.predicting.boosting import UNREGULARISED, residual_data
from dtrees.predicting.predict import apply
from dtrees.trees.paths import subtree_at
from dtrees.trees.split import split
from dtrees.trees.summary import Moments, summarize
from dtrees.trees.tree import Branch, leaves

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dtrees.oracle.documents import Grown

SINGLE_GRADIENTS: Final = "convention: gradients are float32"
"""Why a question is asked that is best but for the rounding of what earlier trees leave."""


Explanation: TypeAlias = Callable[[Finding, Any, Dataset], str]


def _unexplained(_finding: Finding, _document: Any, _left: Dataset) -> str:
    return ""


@attrs.frozen(kw_only=True)
class Boosted:
    """The trees that a program grew by boosting, as documents whose leaves state values, and what it grew them by.

    start, rate     the number that the first tree starts from, and the factor of all values
    data            as the program reads them, such as with one number for all of a bin
    max_leaf_nodes  so many leaves a tree has at most, grown best first
    """

    trees: tuple[Any, ...]
    data: Dataset
    learner: Learner
    start: float
    rate: float = 1.0
    max_leaf_nodes: int | None = None


@checked
def judge_boosting(
    boosted: Boosted, *, conventions: Conventions = EXACT, explain: Explanation = _unexplained
) -> Verdict:
    """Return the verdict on each of the trees, as grown on what the start and the trees before it leave.

    What they leave is computed from the values that they state, so that one wrong tree deviates once.  The start is to
    be the mean response, and a leaf's value the rate times that of the learner's `RegularisedSquaredError`.  Where
    numbers that are stated are float32, so are the gradients: a question may then be better by their rounding alone.
    *explain* returns why a tree deviates, given the finding, the document, and the data that the trees before left.

    >>> import dtrees as dt
    >>> data = dt.regression_data({"x": [1, 2]}, [0, 4])
    >>> asked = {"feature": "x", "threshold": 1.5, "children": [{"value": -1}, {"value": 1}]}
    >>> again = {"feature": "x", "threshold": 1.5, "children": [{"value": 0}, {"value": 0.5}]}
    >>> found = Boosted(trees=(asked, again), data=data, learner=dt.regularised_cart(reg_lambda=1), start=2)
    >>> print(judge_boosting(found).deviations[0])
    value at path [0]: expected tree 2: -1/2 = -0.5, got 0.0, regret 1/2
    """
    data, theirs = conventions.seen(boosted.data), attrs.evolve(conventions, response_precision="exact")
    if not isinstance(data.target, Responses):
        message = "boosting by squared error is judged of responses, and the target is classes"
        raise InvalidData(message)
    size, mean = Fraction(float(np.abs(data.target.values).max())), getattr(summarize(data), "mean")  # noqa: B009
    judged, canonical, admissible, found = 1, 1, 0, list[Finding]()
    if not Number(Exact(mean), size).admits(boosted.start, _rows(data), conventions.stated_precision):
        canonical = 0
        found.append(Finding(kind="start", expected=f"{mean} = {float(mean)!r}", got=repr(boosted.start)))
    left = residual_data(data, start=Fraction(boosted.start))
    for number, document in enumerate(boosted.trees, 1):
        grown = read_tree(document, left, theirs)
        ends, most = len(leaves(grown.tree)), boosted.max_leaf_nodes
        if most is not None and ends >= most:
            verdict = judge_best_first(grown.tree, left, boosted.learner, most, conventions=theirs)
        else:
            verdict = judge_tree(grown.tree, left, boosted.learner, conventions=theirs)
        values = list(_wrong_values(grown, left, boosted, size, theirs))
        for one in (*verdict.deviations, *values):
            is_single = _is_single(one, grown, left, boosted.learner, size, theirs)
            why = SINGLE_GRADIENTS if is_single else explain(one, document, left)
            found.append(attrs.evolve(one, expected=f"tree {number}: {one.expected}", why=why))
        judged, canonical = judged + verdict.judged + ends, canonical + verdict.canonical + ends - len(values)
        admissible += verdict.admissible
        left = _left_by(grown, left)
    return Verdict(judged=judged, canonical=canonical, admissible=admissible, deviations=tuple(found))


def _is_single(
    finding: Finding, grown: Grown, left: Dataset, learner: Learner, size: Fraction, how: Conventions
) -> bool:
    """Return whether what *finding* loses is within the rounding of float32 gradients of responses of such a *size*."""
    rows: Any = left
    for steps, child in enumerate(finding.path or ()):
        rows = split(rows, subtree_at(grown.tree, (finding.path or ())[:steps]).question)[child]  # type: ignore[union-attr]
    lost = Exact(finding.regret).as_fraction() if finding.regret else Fraction(0)
    if finding.kind == "late leaf":
        asked: Any = subtree_at(grown.tree, finding.path or ())
        lost = -scored_split(rows, asked.question, learner).gain.as_fraction()
    bound = rounding_bound(_rows(left), size * Fraction(size_of("value", summarize(rows)))) * coarseness("float32")
    by_score = finding.kind == "late leaf" or (finding.kind in {"split", "early leaf"} and finding.regret)
    return bool(how.stated_precision == "float32" and by_score and lost <= bound)


def _rows(data: Dataset) -> int:
    """Return how many rows there are, each as often as it weighs."""
    return max(len(data), int(summarize(data).weight))


def _wrong_values(grown: Grown, left: Dataset, boosted: Boosted, size: Fraction, how: Conventions) -> Iterator[Finding]:
    """Yield a finding for each leaf whose value is not the rate times what the learner's impurity says of its rows."""
    impurity = boosted.learner.impurity
    measure = impurity if isinstance(impurity, RegularisedSquaredError) else UNREGULARISED
    for (path, node), stated in zip(nodes(grown.tree).items(), _stated(grown), strict=True):
        if isinstance(node, Branch) or not isinstance(node.summary, Moments) or not node.summary.weight:
            continue
        exact = Exact(measure.value(node.summary) * Fraction(boosted.rate))
        if not Number(exact, size).admits(stated, _rows(left), how.stated_precision):
            regret = str(abs(exact - Exact(stated)))
            yield Finding(kind="value", path=path, expected=f"{exact} = {exact:.17g}", got=repr(stated), regret=regret)


def _stated(grown: Grown) -> Sequence[float]:
    """Return the value that each node states, parents first; 0 where it states none, as a branch may."""
    return [(*claim.value, 0.0)[0] for claim in (grown.claims.nodes if grown.claims else ())]


def _left_by(grown: Grown, left: Dataset) -> Dataset:
    """Return what *grown* leaves of the responses, by the values that its leaves state."""
    values = dict(zip(nodes(grown.tree), map(Fraction, _stated(grown)), strict=True))
    ends = zip(left.target, apply(grown.tree, left), strict=True)
    return attrs.evolve(left, target=Responses([y - values[path] for y, path in ends]))
