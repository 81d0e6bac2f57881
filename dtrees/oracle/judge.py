"""Judging a tree node by node, each on the rows that the tree itself sends there.

The judge walks down the peer's tree, not down its own: one wrong choice is one deviation, not a ruined subtree.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache, partial
from typing import TYPE_CHECKING, cast

import attrs
import numpy as np

from dtrees.exact import Exact, rational
from dtrees.impurity import entropy
from dtrees.optimal_splits import scored_split
from dtrees.oracle.conventions import EXACT, Conventions
from dtrees.oracle.verdict import Deviation, TreeVerdict
from dtrees.questions import UNSEEN, Threshold
from dtrees.risk import risk_of_node
from dtrees.summary import ClassCounts
from dtrees.tree import Branch, Leaf, Tree
from dtrees.vectorized.walk import Visit, visits

if TYPE_CHECKING:
    from dtrees.data import Category, Dataset, Responses
    from dtrees.exact import Rational
    from dtrees.impurity import Impurity
    from dtrees.learner import Learner
    from dtrees.optimal_splits import ScoredSplit
    from dtrees.oracle.verdict import Kind
    from dtrees.questions import Question
    from dtrees.summary import Moments, Summary


@attrs.frozen(kw_only=True)
class NodeClaim:
    """The numbers that a peer states of a node; what it does not state is None, or an empty value.

    value: class shares in class order, or the mean.  risk: R(t) on the count scale, by the impurity of `Claims`.
    """

    weight: float
    value: tuple[float, ...] = ()
    impurity: float | None = None
    risk: float | None = None
    prediction: Category | None = None


@attrs.frozen(kw_only=True)
class Claims:
    """What a peer states beside the tree's shape: each node's numbers, and each row's ending and prediction.

    Nodes stand parents first, as `preorder` numbers them; a row's ending is the number of the node where it ends.
    A peer may tell no rows.  *risk* is the impurity of the nodes' risks, by default the learner's.
    """

    nodes: tuple[NodeClaim, ...]
    endings: tuple[int, ...] = ()
    predictions: tuple[Category, ...] = ()
    risk: Impurity | None = None


def judge_tree(
    tree: Tree, data: Dataset, learner: Learner, *, conventions: Conventions = EXACT, claims: Claims | None = None
) -> TreeVerdict:
    """Return the verdict on *tree* as grown from *data* by an implementation of *learner*.

    At each node that training rows reach: is the question in the exact argmax of the score over the candidates that
    the conventions offer (and is it the canonical one)?  does the learner stop where the tree does?  are the
    summary and the claimed floats the rows' own?  A float is right when it is within the rounding error that
    summing the rows in float64 can make (`rounding_bound`).  Two questions about one feature that part the rows alike
    are the same choice; where the threshold lies is judged too, unless by convention it lies anywhere ``between``.

    >>> from dtrees import datasets
    >>> from dtrees.learners.cart import cart
    >>> from dtrees.growing import grow
    >>> data = datasets.load("iris")
    >>> verdict = judge_tree(grow(data, cart()), data, cart())
    >>> verdict.nodes, verdict.canonical, verdict.deviations
    (17, 17, ())
    """
    seen = conventions.seen(data)
    numbers = lru_cache(maxsize=1 << 16)(partial(_numbers, impurity=learner.impurity_for(seen), claims=claims))
    judged = []
    for visit in visits(tree, seen, learner, conventions.parts):
        found, is_canonical = _judge_choice(visit, learner, conventions)
        if visit.summary is not None and visit.node.summary != visit.summary:
            found.append(_deviation("summary", visit, str(visit.summary), str(visit.node.summary)))
        if visit.summary is not None and claims is not None:
            found += _judge_claims(visit, visit.summary, numbers(visit.summary), claims, conventions)
        judged.append((found, is_canonical))
    return TreeVerdict(
        nodes=len(judged),
        canonical=sum(is_canonical and not found for found, is_canonical in judged),
        admissible=sum(not is_canonical and not found for found, is_canonical in judged),
        deviations=tuple(deviation for found, _ in judged for deviation in found),
    )


# --- the question, or that there is none ------------------------------------------------------------------------


def _judge_choice(visit: Visit, learner: Learner, conventions: Conventions) -> tuple[list[Deviation], bool]:
    """Return the deviations of the node's choice, and whether the choice is the canonical one."""
    if visit.summary is None:
        return [_deviation("split", visit, "a child with rows", "a child without rows")], False
    if isinstance(visit.node, Branch):
        return _judge_question(cast("Question", visit.node.question), visit, learner, conventions)
    if visit.optimal:
        best = scored_split(visit.here, visit.optimal[0], learner)
        return [_deviation("early leaf", visit, _show(best), "a leaf", regret=str(best.score))], False
    return [], True


def _judge_question(
    asked: Question, visit: Visit, learner: Learner, conventions: Conventions
) -> tuple[list[Deviation], bool]:
    if not visit.optimal:
        return [_deviation("late leaf", visit, "a leaf", str(asked))], False
    if asked in visit.optimal:
        return [], asked == visit.optimal[0]
    alike = [place for place, best in enumerate(visit.optimal) if _same_choice(best, asked, visit.here)]
    if not alike:
        return [_wrong_split(visit, asked, learner)], False
    nearest = visit.optimal[alike[0]]
    if isinstance(asked, Threshold):
        granted = conventions.cut == "between"
        return [] if granted else [_deviation("cut", visit, str(nearest), str(asked))], False
    return [], alike[0] == 0


def _wrong_split(visit: Visit, asked: Question, learner: Learner) -> Deviation:
    best = scored_split(visit.here, visit.optimal[0], learner)
    answers = asked.answers(visit.here.feature(asked.feature))
    if np.any(answers == UNSEEN) or len(np.unique(answers)) == 1:
        return _deviation("split", visit, _show(best), f"{asked}, which parts no rows", regret=str(best.score))
    got = scored_split(visit.here, asked, learner)
    both_exact = isinstance(best.score, Exact) and isinstance(got.score, Exact)
    regret = str(best.score - got.score) if both_exact else f"{best.score} - {got.score}"
    return _deviation("split", visit, _show(best), _show(got), regret=regret)


def _same_choice(one: Question, two: Question, data: Dataset) -> bool:
    """Return whether both ask about one feature and part the rows alike, whichever child is called the first."""
    if one.feature != two.feature or one.arity != two.arity:
        return False
    feature = data.feature(one.feature)
    mine, theirs = one.answers(feature), two.answers(feature)
    return len(np.unique(np.stack([mine, theirs]), axis=1).T) == len(np.unique(mine)) == len(np.unique(theirs))


# --- the numbers at a node --------------------------------------------------------------------------------------


def rounding_bound(rows: int, magnitude: Rational) -> Fraction:
    """Return how far a float64 result may be from the exact one that sums *rows* terms of this total magnitude.

    4 (n + 10) u times the magnitude, u = 2^-53: each of n additions and a handful of further operations rounds once,
    and the variance, a difference of two such sums, at most twice as often.
    """
    return Fraction(4 * (rows + 10), 2**53) * Fraction(magnitude)


@attrs.frozen
class _Number:
    """A number of a node, the float64 nearest to it, and the size of the terms that are summed to it."""

    exact: Exact
    magnitude: Rational
    nearest: float = attrs.field(init=False)
    size: float = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        for name, value in (("nearest", self.exact), ("size", self.magnitude)):
            try:
                object.__setattr__(self, name, float(value))
            except OverflowError:
                object.__setattr__(self, name, math.nan)  # is within nothing

    def admits(self, stated: float, rows: int) -> bool:
        """Return whether *stated* is within the rounding of so many *rows*: by floats where half the bound suffices."""
        if abs(self.nearest - stated) <= 2 * (rows + 10) * 2.0**-53 * self.size:
            return True
        return abs(self.exact - stated) <= rounding_bound(rows, self.magnitude)


def _numbers(
    summary: Summary, *, impurity: Impurity, claims: Claims | None
) -> tuple[_Number, _Number, _Number, tuple[_Number, ...]]:
    """Return the weight, impurity, risk and, of classes, shares that a summary makes."""
    if isinstance(summary, ClassCounts):
        shares = tuple(_Number(Exact(share), 1) for share in summary.proportions)
        spread: Rational = len(shares) if impurity is entropy else 1
    else:
        shares, spread = (), Fraction(summary.squares) / summary.weight
    measure = impurity if claims is None or claims.risk is None else claims.risk
    risk = _Number(risk_of_node(summary, impurity=measure), spread * summary.weight)
    return _Number(Exact(summary.weight), summary.weight), _Number(impurity(summary), spread), risk, shares


def _judge_claims(
    visit: Visit,
    summary: Summary,
    numbers: tuple[_Number, _Number, _Number, tuple[_Number, ...]],
    claims: Claims,
    conventions: Conventions,
) -> list[Deviation]:
    claim = claims.nodes[visit.number]
    weight, impurity, risk, value = numbers
    compared: list[tuple[Kind, _Number, float | None]] = [("weight", weight, claim.weight)]
    compared += [("impurity", impurity, claim.impurity), ("risk", risk, claim.risk)]
    if claim.value:
        value = value or (_mean(visit, summary),)
        compared += [("value", number, stated) for number, stated in zip(value, claim.value, strict=True)]
    found = [
        _misstated(kind, visit, number, stated)
        for kind, number, stated in compared
        if stated is not None and not number.admits(stated, len(visit.rows))
    ]
    if isinstance(summary, ClassCounts) and claim.prediction is not None:
        predicted = conventions.predicted(summary)
        if claim.prediction not in predicted:
            found.append(_deviation("prediction", visit, _either(predicted), str(claim.prediction)))
    if claims.endings and isinstance(visit.node, Leaf):
        found += _judge_rows(visit, claims, claim, conventions)
    return found


def _mean(visit: Visit, summary: Summary) -> _Number:
    responses = cast("Responses", visit.data.target).values[visit.rows]
    return _Number(Exact(cast("Moments", summary).mean), rational(float(np.abs(responses).max())))


def _judge_rows(visit: Visit, claims: Claims, claim: NodeClaim, conventions: Conventions) -> list[Deviation]:
    summary = visit.node.summary
    predicted = conventions.predicted(summary) if isinstance(summary, ClassCounts) else claim.value[:1]
    found = []
    for row in visit.rows.tolist():
        if claims.endings[row] != visit.number:
            found.append(
                _deviation("row", visit, f"row {row} at node {visit.number}", f"at node {claims.endings[row]}")
            )
        elif claims.predictions[row] not in predicted:
            expected = f"row {row}: {_either(predicted)}"
            found.append(_deviation("prediction", visit, expected, str(claims.predictions[row])))
    return found


def _misstated(kind: Kind, visit: Visit, number: _Number, stated: float) -> Deviation:
    expected = f"{number.exact} = {number.exact:.17g}"
    return _deviation(kind, visit, expected, repr(stated), regret=str(abs(number.exact - stated)))


def _deviation(kind: Kind, visit: Visit, expected: str, got: str, *, regret: str = "") -> Deviation:
    return Deviation(kind=kind, path=visit.path, expected=expected, got=got, regret=regret)


def _either(predicted: tuple[Category, ...]) -> str:
    return " or ".join(map(str, predicted))


def _show(split: ScoredSplit) -> str:
    return f"{split.question} of score {split.score} = {split.score:.6g}"
