"""Judging a tree node by node, each on the rows that the tree itself sends there.

The judge walks down the given tree, not down its own: one wrong choice is one deviation, not a ruined subtree.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final, cast

import attrs
import numpy as np

from dtrees.arguments import checked
from dtrees.data.dataset import Dataset, Numeric, as_float64
from dtrees.growing.best_split import ScoredSplit, scored_split
from dtrees.growing.grow import stops
from dtrees.numbers.exact import Exact
from dtrees.oracle.conventions import EXACT, Conventions, Precision
from dtrees.oracle.finding import Finding, Verdict, verdict_on
from dtrees.oracle.judge.allowed import may_be_a_leaf, right_child, wrong_surrogates
from dtrees.oracle.judge.stated import Claims, judge_claim
from dtrees.oracle.rounding import rounding_bound
from dtrees.trees.missing_answers import WithMissing, WithSurrogates
from dtrees.trees.questions import UNSEEN, Question, Threshold
from dtrees.trees.split import answers_of
from dtrees.trees.tree import Branch, Tree
from dtrees.vectorized.choose import optima_by_the_book
from dtrees.vectorized.walk import Visit, visits

if TYPE_CHECKING:
    from dtrees.growing.learner import Learner

READ_AS: Final[tuple[Precision, ...]] = ("float64", "float32")
"""What programs read numbers as."""


@checked
def judge_tree(
    tree: Tree, data: Dataset, learner: Learner, *, conventions: Conventions = EXACT, claims: Claims | None = None
) -> Verdict:
    """Return the verdict on *tree* as grown from *data* by an implementation of *learner*.

    At each node that training rows reach: is the question in the exact argmax of the score over the candidates that
    the conventions offer (and is it the canonical one)?  does the learner stop where the tree does?  are the
    summary and the claimed floats the rows' own?  A float is right when it is within the rounding error that
    summing the rows in float64 can make (`rounding_bound`).  Two questions about one feature that part the rows alike
    are the same choice; where the threshold lies is judged too, unless by convention it lies anywhere ``between``.
    Where numbers are no floats, and a deviation is none once they are read as float64 or float32, it says so.

    Raises `Unsupported` where many rows come to more than 1,000 nodes each.

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.cart import cart
    >>> from dtrees.growing.grow import grow
    >>> data = datasets.load("iris")
    >>> verdict = judge_tree(grow(data, cart()), data, cart())
    >>> verdict.judged, verdict.canonical, verdict.deviations
    (17, 17, ())
    """
    verdict = _judged(tree, data, learner, conventions, claims)
    if not verdict.deviations or conventions.precision != "exact" or as_float64(data) == data:
        return verdict
    deviations = verdict.deviations
    for precision in READ_AS:
        read = attrs.evolve(conventions, precision=precision, response_precision=precision)
        left = {(one.kind, one.path) for one in _judged(tree, data, learner, read, claims).deviations}
        why = f"convention: numbers are read as {precision}"
        found = (one if (one.kind, one.path) in left else attrs.evolve(one, why=one.why or why) for one in deviations)
        deviations = tuple(found)
    return attrs.evolve(verdict, deviations=deviations)


def _judged(tree: Tree, data: Dataset, learner: Learner, conventions: Conventions, claims: Claims | None) -> Verdict:
    seen = conventions.seen(data)
    impurity = learner.impurity_for(seen)

    def judged(visit: Visit) -> tuple[list[Finding], bool]:
        found, is_canonical = _judge_choice(visit, learner, conventions)
        if visit.summary is not None:
            if visit.node.summary != visit.summary:
                found.append(_deviation("summary", visit, str(visit.summary), str(visit.node.summary)))
            if claims is not None:
                claim, risk = claims.nodes[visit.number], claims.risk or impurity
                found += judge_claim(visit, visit.summary, claim, conventions, impurity=impurity, risk=risk)
        return found, is_canonical

    return verdict_on(map(judged, visits(tree, seen, learner, conventions.parts)))


# --- the question, or that there is none ------------------------------------------------------------------------


def _judge_choice(visit: Visit, learner: Learner, conventions: Conventions) -> tuple[list[Finding], bool]:
    """Return the deviations of the node's choice, and whether the choice is the canonical one.

    The walk may be quick; no choice deviates, and no impure node is rightly a leaf, but by the specification's word.
    """
    found, is_canonical = _compare(visit, learner, conventions)
    if visit.summary is not None and (found or not visit.optimal):
        ends = stops(visit.summary, learner.below(len(visit.path)))
        optimal = () if ends else optima_by_the_book(visit.here, learner, conventions.parts)
        if optimal != visit.optimal:
            return _compare(attrs.evolve(visit, optimal=optimal), learner, conventions)
    return found, is_canonical


def _compare(visit: Visit, learner: Learner, conventions: Conventions) -> tuple[list[Finding], bool]:
    if visit.summary is None:
        return [_deviation("split", visit, "a child with rows", "a child without rows")], False
    if isinstance(visit.node, Branch):
        asked, directions = visit.node.question, []
        if isinstance(asked, WithMissing) and not visit.here.feature(asked.feature).missing.any():
            child = right_child(asked, visit.here, conventions)
            if asked.child != child:
                stated = f"to child {asked.child}"
                directions = [_deviation("direction", visit, f"missing values to child {child}", stated)]
            asked = _plain(asked)
        elif isinstance(asked, WithSurrogates):
            wrong = wrong_surrogates(asked, visit.here, learner, conventions)
            directions = [_deviation("surrogates", visit, *wrong)] if wrong else []
            asked = asked.question
        found, is_canonical = _judge_question(asked, visit, learner, conventions)
        return found or directions, is_canonical
    if visit.optimal:
        if may_be_a_leaf(visit.here, learner, conventions, len(visit.path)):
            return [], False
        best = scored_split(visit.here, visit.optimal[0], learner)
        return [_deviation("early leaf", visit, _show(best), "a leaf", regret=str(best.score))], False
    return [], True


def _judge_question(
    asked: Question, visit: Visit, learner: Learner, conventions: Conventions
) -> tuple[list[Finding], bool]:
    if not visit.optimal:
        return [_deviation("late leaf", visit, "a leaf", str(asked))], False
    if conventions.cut == "training":
        optimal = tuple(_lowered(question, visit.data) for question in visit.optimal)
        visit = attrs.evolve(visit, optimal=optimal)
    if asked in visit.optimal:
        return [], asked == visit.optimal[0]
    alike = [place for place, best in enumerate(visit.optimal) if _same_choice(best, asked, visit.here)]
    if not alike:
        return [_wrong_split(visit, asked, learner)], False
    nearest = visit.optimal[alike[0]]
    cut, right = _plain(asked), _plain(nearest)
    if isinstance(cut, Threshold) and isinstance(right, Threshold):
        if conventions.cut == "between" or _rounds_alike(cut, right, conventions):
            return [], alike[0] == 0
        return [_deviation("cut", visit, str(nearest), str(asked))], False
    return [], alike[0] == 0


def _plain(question: Question) -> Question:
    """Return *question* without where rows of a missing value go."""
    return question.question if isinstance(question, WithMissing) else question


def _rounds_alike(one: Threshold, two: Threshold, conventions: Conventions) -> bool:
    """Return whether floats may make either threshold of the same neighbours: low + (high - low) / 2 rounds thrice."""
    if conventions.arithmetic == "exact":
        return False
    low, high = Fraction(one.threshold), Fraction(two.threshold)
    return abs(low - high) <= rounding_bound(0, max(abs(low), abs(high)))


def _lowered(question: Question, data: Dataset) -> Question:
    """Return *question* with the threshold at the largest value of all rows of *data* that is not above it."""
    if not isinstance(question, Threshold):
        return question
    values = cast("Numeric", data.feature(question.feature)).values
    return attrs.evolve(question, threshold=float(values[values <= question.threshold].max()))


def _wrong_split(visit: Visit, asked: Question, learner: Learner) -> Finding:
    best = scored_split(visit.here, visit.optimal[0], learner)
    answers = np.array(answers_of(asked, visit.here.features))
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
    mine, theirs = answers_of(one, data.features), answers_of(two, data.features)
    return len(np.unique(np.stack([mine, theirs]), axis=1).T) == len(np.unique(mine)) == len(np.unique(theirs))


def _deviation(kind: str, visit: Visit, expected: str, got: str, *, regret: str = "") -> Finding:
    return Finding(kind=kind, path=visit.path, expected=expected, got=got, regret=regret)


def _show(split: ScoredSplit) -> str:
    return f"{split.question} of score {split.score} = {split.score:.6g}"
