"""Judging a tree node by node, each on the rows that the tree itself sends there.

The judge walks down the given tree, not down its own: one wrong choice is one deviation, not a ruined subtree.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, cast

import attrs
import numpy as np

from dtrees.arguments import checked
from dtrees.data.dataset import Dataset, Numeric, Ordinal
from dtrees.growing.best_split import ScoredSplit, scored_split
from dtrees.growing.candidates import midpoint
from dtrees.growing.learner import Learner
from dtrees.growing.monotone import Constraints
from dtrees.numbers.exact import Exact
from dtrees.oracle.conventions import EXACT, Conventions, Precision, as_float64
from dtrees.oracle.finding import Finding, Verdict, verdict_on
from dtrees.oracle.judge.allowed import right_child, wrong_surrogates
from dtrees.oracle.judge.granted import granted, smallest_child
from dtrees.oracle.judge.kinds import is_of_kind, sides_of_cut
from dtrees.oracle.judge.monotone import each_within
from dtrees.oracle.judge.stated import Claims, judge_claim
from dtrees.oracle.rounding import coarseness, rounding_bound
from dtrees.trees.missing_answers import WithMissing, WithSurrogates, plain_questions
from dtrees.trees.questions import UNSEEN, OneOf, Question, Threshold
from dtrees.trees.split import answers_of
from dtrees.trees.tree import Branch, Tree
from dtrees.vectorized.walk import Visit, visits

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dtrees.numbers.exact import Rational

READ_AS: Final[tuple[Precision, ...]] = ("float64", "float32")
"""The float types to which programs round the numbers that they read."""


@checked
def judge_tree(
    tree: Tree,
    data: Dataset,
    learner: Learner,
    *,
    conventions: Conventions = EXACT,
    claims: Claims | None = None,
    constraints: Constraints | None = None,
) -> Verdict:
    """Return the verdict on *tree* as grown from *data* by an implementation of *learner*, under *constraints* if any.

    At each node that training rows reach: is the question in the exact argmax of the score over the candidates that
    the conventions offer (and is it the canonical one)?  does the learner stop where the tree does?  are the
    summary and the claimed floats the rows' own?  A float is right when it is within the rounding error that
    summing the rows in float64 can make (`rounding_bound`).  Two questions about one feature that split the rows alike
    are the same choice; where the threshold lies is judged too, unless by convention it lies anywhere ``between``.
    Where numbers are no floats, and a deviation vanishes once they are read as float64 or float32, it says so.

    Raises `Unsupported` where many rows each pass more than 1,000 nodes.

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.cart import cart
    >>> from dtrees.growing.grow import grow
    >>> data = datasets.load("iris")
    >>> verdict = judge_tree(grow(data, cart()), data, cart())
    >>> verdict.judged, verdict.canonical, verdict.deviations
    (17, 17, ())
    """
    verdict = _judged(tree, data, learner, conventions, claims, constraints)
    if not verdict.deviations or conventions.precision != "exact" or as_float64(data) == data:
        return verdict
    deviations = verdict.deviations
    for precision in READ_AS:
        read = attrs.evolve(conventions, precision=precision, response_precision=precision)
        left = {(one.kind, one.path) for one in _judged(tree, data, learner, read, claims, constraints).deviations}
        why = f"convention: numbers are read as {precision}"
        found = (one if (one.kind, one.path) in left else attrs.evolve(one, why=one.why or why) for one in deviations)
        deviations = tuple(found)
    return attrs.evolve(verdict, deviations=deviations)


def _judged(
    tree: Tree,
    data: Dataset,
    learner: Learner,
    conventions: Conventions,
    claims: Claims | None,
    constraints: Mapping[str, int] | None,
) -> Verdict:
    seen = conventions.seen(data)
    learner, impurity = conventions.learner(learner, seen).below(seen, 0), learner.impurity_for(seen)
    walk = visits(tree, seen, learner, conventions.parts)
    within = each_within(walk, constraints, conventions) if constraints is not None else {}
    chooses_alike = (
        not within
        and conventions.limits == "weight"
        and (conventions.min_leaf == "before" or not learner.stopping.min_leaf)
        and any((one.gate, one.ratio) == (EXACT.gate, EXACT.ratio) for one in conventions.readings(learner))
    )

    def judged(visit: Visit) -> tuple[list[Finding], bool]:
        if not chooses_alike and visit.summary is not None:
            visit = attrs.evolve(visit, within=within.get(visit.path))
            may = granted(visit.here, len(visit.path), learner, conventions, within=visit.within)
            visit = attrs.evolve(visit, optimal=tuple(split.question for split in may.splits))
        found, is_canonical = _judge_choice(visit, learner, conventions)
        if visit.summary is not None:
            if visit.node.summary != visit.summary:
                found.append(_deviation("summary", visit, str(visit.summary), str(visit.node.summary)))
            if claims is not None:
                claim, risk = claims.nodes[visit.number], claims.risk or impurity
                if visit.within:
                    found += visit.within.wrong_values(visit, claim)
                    claim = attrs.evolve(claim, value=(), prediction=None)
                found += judge_claim(visit, visit.summary, claim, conventions, impurity=impurity, risk=risk)
        return found, is_canonical

    return verdict_on(map(judged, walk))


# --- the question, or that there is none ------------------------------------------------------------------------


def _judge_choice(visit: Visit, learner: Learner, conventions: Conventions) -> tuple[list[Finding], bool]:
    """Return the deviations of the node's choice, and whether the choice is the canonical one.

    The walk says quickly what is surely right.  No choice deviates but by what the specification's functions say of it
    and of another one at the same node.
    """
    if visit.summary is None:
        return [_deviation("split", visit, "a child with rows", "a child without rows")], False
    if not isinstance(visit.node, Branch):
        return _judge_leaf(visit, learner, conventions)
    asked, directions = visit.node.question, []
    if isinstance(asked, WithMissing) and not visit.column(asked.feature).missing.any():
        child = right_child(asked, visit.here, conventions)
        if asked.child != child:
            stated = f"to child {asked.child}"
            directions = [_deviation("direction", visit, f"missing values to child {child}", stated)]
        asked = plain_questions(asked)[0]
    elif isinstance(asked, WithSurrogates):
        wrong = wrong_surrogates(asked, visit.here, learner, conventions)
        directions = [_deviation("surrogates", visit, *wrong)] if wrong else []
        asked = asked.question
    found, is_canonical = _judge_question(asked, visit, learner, conventions)
    return found or directions, is_canonical


def _judge_leaf(visit: Visit, learner: Learner, conventions: Conventions) -> tuple[list[Finding], bool]:
    if not visit.optimal:
        return [], True
    questions = _compared(visit.optimal, learner, conventions)
    may = granted(visit.here, len(visit.path), learner, conventions, questions, visit.within)
    if may.leaf:
        return [], False
    best = may.splits[0]
    return [_deviation("early leaf", visit, _show(best), "a leaf", regret=str(best.score))], False


def _judge_question(
    asked: Question, visit: Visit, learner: Learner, conventions: Conventions
) -> tuple[list[Finding], bool]:
    place = next((place for place, best in enumerate(visit.optimal) if _same_choice(best, asked, visit)), None)
    if place is None:
        here = visit.here
        answers = np.array(answers_of(asked, here.features))
        parts_rows = not np.any(answers == UNSEEN) and len(np.unique(answers)) > 1
        may_be_asked = parts_rows and is_of_kind(asked, here, learner)
        questions = _compared([*visit.optimal[:1], *([asked] if may_be_asked else [])], learner, conventions)
        may = granted(here, len(visit.path), learner, conventions, questions, visit.within)
        if not may_be_asked or not any(_same_choice(one.question, asked, visit) for one in may.splits):
            rivals = [one for one in may.splits if one.question != asked]
            return [_wrong_choice(asked, visit, rivals, learner, conventions, parts_rows=parts_rows)], False
    wrong = _wrong_cut(plain_questions(asked)[0], visit, learner, conventions)
    return wrong, not wrong and place == 0


def _compared(questions: Sequence[Question], learner: Learner, conventions: Conventions) -> Sequence[Question] | None:
    """Return the questions that decide a choice; None, for all, where others matter that need not be right."""
    return None if learner.score == "gain_ratio" or conventions.barred_matter else questions


def _wrong_choice(
    asked: Question,
    visit: Visit,
    rivals: Sequence[ScoredSplit],
    learner: Learner,
    conventions: Conventions,
    *,
    parts_rows: bool,
) -> Finding:
    if visit.within and parts_rows and not visit.within.keeps(scored_split(visit.here, asked, learner), surely=False):
        right = _show(rivals[0]) if rivals else "a leaf"
        return _deviation("constraint", visit, right, f"{asked}, which does not keep the constraints")
    if not rivals:
        return _deviation("late leaf", visit, "a leaf", str(asked))
    best = rivals[0]
    if not parts_rows:
        return _deviation("split", visit, _show(best), f"{asked}, which parts no rows", regret=str(best.score))
    got = scored_split(visit.here, asked, learner)
    got = visit.within.rated(got) if visit.within else got
    least = learner.stopping.min_leaf
    if least and (light := smallest_child(got, visit.here, conventions)) < least:
        child = f"a child of weight {light}" if conventions.limits == "weight" else f"a child of {light} rows"
        return _deviation("limit", visit, f"{_show(best)}", f"{asked}, with {child}")
    if not best.score > got.score:
        return _deviation("split", visit, _show(best), _show(got))
    both_exact = isinstance(best.score, Exact) and isinstance(got.score, Exact)
    regret = str(best.score - got.score) if both_exact else f"{best.score} - {got.score}"
    return _deviation("split", visit, _show(best), _show(got), regret=regret)


# --- where a threshold lies -------------------------------------------------------------------------------------


def _wrong_cut(asked: Question, visit: Visit, learner: Learner, conventions: Conventions) -> list[Finding]:
    """Return the deviation of a threshold that separates the right rows, but lies in a wrong place between them."""
    if isinstance(visit.column(asked.feature), Ordinal) and conventions.cut not in {"between", "observed"}:
        return _wrong_cut_of_order(asked, visit, learner)
    if not isinstance(asked, Threshold) or conventions.cut == "between":
        return []
    column = cast("Numeric", visit.data.present.feature(asked.feature)).values
    values = cast("Numeric", visit.column(asked.feature)).values
    below, above = values[values <= asked.threshold], values[values > asked.threshold]
    if not len(below) or not len(above):  # it parts the known from the missing: scikit-learn asks x <= inf
        return []
    low, high = below.max(), above.min()
    where = learner.questions.numbers
    middle, less = midpoint(low, high), conventions.comparison == "<"
    if where == "observed":
        between = column[(low < column) & (column <= high)] if less else column[(low <= column) & (column < high)]
        just_below = [math.nextafter(value, -math.inf) for value in between.tolist() if less]
        allowed, right = {*between.tolist(), *just_below}, just_below[-1] if less else low
    else:
        right = column[column <= middle].max() if where == "training" else middle
        allowed = {
            right,
            *([math.nextafter(float(right), -math.inf)] if less else []),
        }  # x < s is read as x <= the last below
    if asked.threshold in allowed or _rounds_alike(asked.threshold, right, conventions):
        return []
    return [_deviation("cut", visit, str(attrs.evolve(asked, threshold=right)), str(asked))]


def _wrong_cut_of_order(asked: Question, visit: Visit, learner: Learner) -> list[Finding]:
    """Return the deviation of a cut along an order that sends a category which no row has to the farther side."""
    column: Any = visit.column(asked.feature)
    around = None if learner.questions.categories == "each" else sides_of_cut(asked, column)
    if around is None:  # it does not cut
        return []
    right = OneOf(column.name, column.categories[: sum(around) // 2 + 1])
    every = [attrs.evolve(column, codes=range(len(column.categories)))]
    mine, theirs = answers_of(right, every), answers_of(asked, every)
    alike = mine == theirs or mine == [1 - answer for answer in theirs]
    return [] if alike else [_deviation("cut", visit, str(right), str(asked))]


def _rounds_alike(one: Rational | float, two: Rational | float, conventions: Conventions) -> bool:
    """Return whether floats may make either threshold of the same neighbours: low + (high - low) / 2 rounds thrice.

    What reads numbers as float32 may keep its thresholds so, whatever its scores are made of.
    """
    single = conventions.coarsest == "float32"
    if conventions.arithmetic == "exact" and not single:
        return False
    bound = rounding_bound(0, max(abs(Fraction(one)), abs(Fraction(two))))
    return abs(Fraction(one) - Fraction(two)) <= bound * coarseness("float32" if single else "float64")


def _same_choice(one: Question, two: Question, visit: Visit) -> bool:
    """Return whether both questions are about one feature and split the rows alike, whichever child is the first."""
    if one == two:
        return True
    if one.feature != two.feature or one.arity != two.arity:
        return False
    column = [visit.column(one.feature)]
    mine, theirs = answers_of(one, column), answers_of(two, column)
    return len(np.unique(np.stack([mine, theirs]), axis=1).T) == len(np.unique(mine)) == len(np.unique(theirs))


def _deviation(kind: str, visit: Visit, expected: str, got: str, *, regret: str = "") -> Finding:
    return Finding(kind=kind, path=visit.path, expected=expected, got=got, regret=regret)


def _show(split: ScoredSplit) -> str:
    return f"{split.question} of score {split.score} = {split.score:.6g}"
