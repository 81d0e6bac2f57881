"""What conventions leave open in a grown tree: where they do, no law can be judged by the tree, and it is passed over.

A peer whose ties may go any way cannot be asked to settle them alike twice; one that computes in floats cannot be asked
which of two scores is larger when they are within rounding.  Everything else a law judges.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

import attrs

from dtrees.exact import Exact
from dtrees.growing import stops
from dtrees.laws.naive import Parts, children_of, parts_of, visits
from dtrees.optimal_splits import ScoredSplit, admissible_splits, scored_splits
from dtrees.oracle.conformance.settle import rows_bound
from dtrees.oracle.judge import rounding_bound
from dtrees.score import intrinsic_value
from dtrees.summary import summarize
from dtrees.tree import Branch, Tree

if TYPE_CHECKING:
    from dtrees.data import Dataset
    from dtrees.learner import Learner
    from dtrees.oracle.conventions import Conventions

Choice: TypeAlias = "tuple[str, Parts] | None"
"""A feature and how its question parts the rows, or None for a leaf."""


def left_open(tree: Tree, data: Dataset, learner: Learner, conventions: Conventions, *, twice: bool) -> str:
    """Return why *tree* is not to be judged, or nothing where it is; *twice*: by comparing it with another growth.

    >>> from dtrees import datasets
    >>> from dtrees.learners.cart import cart
    >>> from dtrees.growing import grow
    >>> from dtrees.oracle.conventions import EXACT, Conventions
    >>> data = datasets.load("iris")
    >>> left_open(grow(data, cart()), data, cart(), EXACT, twice=True)
    ''
    >>> left_open(grow(data, cart()), data, cart(), Conventions(ties="any"), twice=True)
    'a tie at (), which may be settled in any way'
    """
    found = _Node(learner, conventions, twice)
    if not found.is_loose:
        return ""
    for path, node, rows in visits(tree, data):
        if rows:
            here = data.take(rows)
            reason = found.open_at(node.question if isinstance(node, Branch) else None, here, len(path))
            if reason:
                return reason.format(path)
    return ""


def _choice(question: Any, data: Dataset) -> Choice:
    return question and (question.feature, parts_of(data, question))


@attrs.frozen
class _Node:
    """What may be left open at a node."""

    learner: Learner
    conventions: Conventions
    twice: bool

    @property
    def is_loose(self) -> bool:
        """Whether anything may."""
        theirs = self.conventions
        free = (self.twice and "any" in {theirs.ties, theirs.wording}) or theirs.zero_gain != "asked"
        return free or theirs.arithmetic == "float64" or bool(theirs.pure_up_to)

    def open_at(self, question: Any, data: Dataset, level: int) -> str:
        """Return what is left open at a node of these rows that asks *question*, None at a leaf, if anything is."""
        learner, theirs, asked = self.learner, self.conventions, _choice(question, data)
        if 0 < learner.impurity_for(data)(summarize(data)) <= theirs.pure_up_to:
            return f"the node at {{}} has an impurity of at most {theirs.pure_up_to}"
        right = _right_choices(data, level, learner)
        if theirs.zero_gain != "asked" and right != _right_choices(data, level, _zero_gain(learner, theirs)):
            return "a question at {} that gains nothing"
        if theirs.ties == "any" and self.twice and len(right) > 1:
            return "a tie at {}, which may be settled in any way"
        if theirs.wording == "any" and self.twice and _is_worded_otherwise(question, data, learner):
            return "the first child at {}, which may be either"
        if theirs.arithmetic == "float64" and (self.twice or asked not in right):
            near = _near_choices(data, level, learner)
            if (asked in near and asked not in right) or (self.twice and len(near) > 1):
                return "a choice at {} that rounding decides"
        return ""


def _zero_gain(learner: Learner, conventions: Conventions) -> Learner:
    rule: Any = {"zero_gain": conventions.zero_gain}
    return attrs.evolve(learner, stopping=attrs.evolve(learner.stopping, **rule))


def _right_choices(data: Dataset, level: int, learner: Learner) -> list[Choice]:
    """Return every exactly right choice at a node, one for each wording."""
    ends = stops(summarize(data), level, learner.impurity_for(data), learner.stopping)
    best = () if ends else admissible_splits(data, learner)
    return [_choice(split.question, data) for split in best] or [None]


def _is_worded_otherwise(question: Any, data: Dataset, learner: Learner) -> bool:
    """Return whether *question* parts the rows as an optimal one does, but puts others of them first."""
    asked, best = _choice(question, data), [split.question for split in admissible_splits(data, learner)]
    canonical = next((other for other in best if _choice(other, data) == asked), question)
    return question is not None and children_of(data, canonical) != children_of(data, question)


# --- floats -----------------------------------------------------------------------------------------------------


def _near_choices(data: Dataset, level: int, learner: Learner) -> list[Choice]:
    """Return every choice that is right for some numbers within rounding of the exact ones."""
    error = rows_bound(data, learner.impurity_for(data))
    eager, shy = _moved(learner, data, -error), _moved(learner, data, error)
    if _stops(data, level, eager):
        return [None]
    asking = [] if _stops(data, level, shy) else _candidates(data, shy, -error)
    sure = [split for split in asking if split.gain >= shy.stopping.min_gain]
    best = max((split.score for split in sure), default=None)
    near = [
        split
        for split in _candidates(data, eager, error)
        if split.gain + error >= learner.stopping.min_gain
        and (best is None or split.score + 2 * _score_error(split, learner, error) >= best)
    ]
    found: list[Choice] = [_choice(split.question, data) for split in near]
    return found if sure else [None, *found]


def _stops(data: Dataset, level: int, learner: Learner) -> bool:
    return stops(summarize(data), level, learner.impurity_for(data), learner.stopping)


def _moved(learner: Learner, data: Dataset, error: Fraction) -> Learner:
    """Return *learner* with its limits higher by *error*; those of 0 are not lowered: a pure node is seen exactly."""
    rule, weight = learner.stopping, Fraction(summarize(data).weight)
    heavier = rounding_bound(len(data), weight) * (1 if error > 0 else -1)
    moved = attrs.evolve(
        rule,
        min_split=max(rule.min_split + heavier, 0),
        min_leaf=max(rule.min_leaf + heavier, 0) if rule.min_leaf else 0,
        min_gain=max(rule.min_gain + error, 0),
        min_impurity=max(rule.min_impurity + error, 0) if rule.min_impurity else 0,
        min_risk=max(rule.min_risk + error * weight, 0) if rule.min_risk else 0,
    )
    return attrs.evolve(learner, stopping=moved)


def _candidates(data: Dataset, learner: Learner, error: Fraction) -> list[ScoredSplit]:
    """Return the questions that may be scored: of a gain ratio, those of largest gain of features past the gate.

    A positive *error* is to the questions' advantage, a negative one to their disadvantage.
    """
    splits = list(scored_splits(data, learner))
    if learner.score == "gain" or not splits:
        return splits
    best: dict[str, Exact] = {}
    for split in splits:
        name, gained = split.question.feature, split.gain
        best[name] = gained if name not in best or gained > best[name] else best[name]
    average: Exact = sum(best.values(), start=Exact(0)) / len(best)
    bar = Exact(0) if learner.gate == "none" else average - 2 * error
    passing = {name for name, mine in best.items() if mine > bar or (mine == bar and learner.gate != "above")}
    slack = 2 * error if error > 0 else Fraction(0)
    return [s for s in splits if s.question.feature in passing and s.gain + slack >= best[s.question.feature]]


def _score_error(split: ScoredSplit, learner: Learner, error: Fraction) -> Fraction:
    if learner.score == "gain":
        return error
    return 4 * error / Fraction(float(intrinsic_value(split.parts)))
