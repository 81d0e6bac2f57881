"""What conventions leave open in a grown tree: where they do, no law can be judged by the tree, and it is passed over.

A peer whose ties may go any way cannot be asked to settle them alike twice; one that computes in floats cannot be asked
which of two scores is larger when they are within rounding.  Everything else a law judges.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import attrs

import dtrees as dt
from dtrees.growing.gain_ratio import passes_gate
from dtrees.growing.grow import stops
from dtrees.laws.definitions import Partition, children_of, parts_of, visits
from dtrees.oracle.cases import conventional
from dtrees.oracle.judge.allowed import may_be_a_leaf
from dtrees.oracle.rounding import float_rounding, is_exact_in_floats, rounding_bound, spread

if TYPE_CHECKING:
    from dtrees.growing.impurity import Impurity
    from dtrees.growing.learner import Gate
    from dtrees.oracle.conventions import Conventions

Choice: TypeAlias = "tuple[str, Partition] | None"
"""A feature and how its question parts the rows, or None for a leaf."""


def why_undetermined(
    tree: dt.Tree, data: dt.Dataset, learner: dt.Learner, conventions: Conventions, *, twice: bool
) -> str:
    """Return why *tree* is not to be judged, or nothing where it is; *twice*: by comparing it with another growth.

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.cart import cart
    >>> from dtrees.growing.grow import grow
    >>> from dtrees.oracle.conventions import EXACT, Conventions
    >>> data = datasets.load("iris")
    >>> why_undetermined(grow(data, cart()), data, cart(), EXACT, twice=True)
    ''
    >>> why_undetermined(grow(data, cart()), data, cart(), Conventions(ties="any"), twice=True)
    'a tie at (), which may go any way'
    """
    for path, node, rows in visits(tree, data):
        question = node.question if isinstance(node, dt.Branch) else None
        reason = _open_at(question, data.take(rows), len(path), learner, conventions, twice=twice) if rows else ""
        if reason:
            return reason.format(path)
    return ""


def _choice(question: Any, data: dt.Dataset) -> Choice:
    return question and (question.feature, parts_of(data, question))


def _open_at(
    question: Any, data: dt.Dataset, level: int, learner: dt.Learner, theirs: Conventions, *, twice: bool
) -> str:
    """Return what is left open at a node of these rows that asks *question*, None at a leaf, if anything is."""
    asked, right = _choice(question, data), _right_choices(data, level, learner)
    settled = conventional(learner, attrs.evolve(theirs, cut="asked"), data)
    if settled != learner and right != _right_choices(data, level, settled):
        return "a question at {} that gains nothing"
    if asked is None and None not in right and may_be_a_leaf(data, settled, theirs, level):
        return "a leaf at {}, where its conventions allow one"
    if theirs.ties == "any" and twice and len(right) > 1:
        return "a tie at {}, which may go any way"
    if theirs.wording == "any" and twice and _is_worded_otherwise(question, data, learner):
        return "the first child at {}, which may be either"
    if theirs.arithmetic == "float64" and (twice or asked not in right):
        near = _near_choices(data, level, learner)
        if (asked in near and asked not in right) or (twice and len(near) > 1):
            return "a choice at {} that rounding decides"
    return ""


def _right_choices(data: dt.Dataset, level: int, learner: dt.Learner) -> list[Choice]:
    """Return every exactly right choice at a node, one for each wording."""
    ends = stops(dt.summarize(data), learner.below(level))
    best = () if ends else dt.admissible_splits(data, learner)
    return [_choice(split.question, data) for split in best] or [None]


def _is_worded_otherwise(question: Any, data: dt.Dataset, learner: dt.Learner) -> bool:
    """Return whether *question* parts the rows as an optimal one does, but puts others of them first."""
    asked, best = _choice(question, data), [split.question for split in dt.admissible_splits(data, learner)]
    canonical = next((other for other in best if _choice(other, data) == asked), question)
    return question is not None and children_of(data, canonical) != children_of(data, question)


# --- floats -----------------------------------------------------------------------------------------------------


class Range(NamedTuple):
    """The least and the most that a float near an exact number may be."""

    low: Any
    high: Any


def _around(exact: Any, error: Fraction) -> Range:
    return Range(exact - error, exact + error)


@attrs.frozen
class Scored:
    """A question that may be asked, with the ranges of its gain and its score, and whether it surely may be."""

    split: dt.ScoredSplit
    gain: Range
    score: Range
    surely: bool

    @property
    def feature(self) -> str:
        """The feature that the question is about."""
        return self.split.question.feature


def _near_choices(data: dt.Dataset, level: int, learner: dt.Learner) -> list[Choice]:
    """Return every choice that is right for some numbers within rounding of the exact ones."""
    rule, (surely, perhaps) = learner.stopping, _stops(data, level, learner)
    if surely:
        return [None]
    scored = _scored(data, learner)
    if learner.score == "gain_ratio":
        scored = _past_the_gate(scored, learner.gate)
    asked = [
        attrs.evolve(one, surely=one.surely and rule.admits(one.gain.low))
        for one in scored
        if rule.admits(one.gain.high)
    ]
    least = _least_best_scores(asked, learner) if not perhaps else []
    near = [one for one in asked if not least or one.score.high >= max(least)]
    found: list[Choice] = [_choice(one.split.question, data) for one in near]
    return found if least else [None, *found]


def _least_best_scores(asked: list[Scored], learner: dt.Learner) -> list[Any]:
    """Return scores that the best question surely reaches: a question's own, or the least of a feature's best."""
    if learner.score == "gain":
        return [one.score.low for one in asked if one.surely]
    features = [[one for one in asked if one.feature == name] for name in {one.feature for one in asked}]
    return [min(one.score.low for one in some) for some in features if all(one.surely for one in some)]


def _stops(data: dt.Dataset, level: int, learner: dt.Learner) -> tuple[bool, bool]:
    """Return whether the stopping rule surely makes a leaf of a node, and whether it does perhaps.

    Sums of whole weights and the purity of a node are seen exactly.
    """
    rule, whole, impurity = learner.stopping, dt.summarize(data), learner.impurity_for(data)
    exact, error = impurity(whole), _error([whole], impurity)
    if not exact or (rule.max_depth is not None and level >= rule.max_depth):
        return True, True
    weight = _around(Fraction(whole.weight), float_rounding(data.row_weights))
    inside, risk = _around(exact, error), _around(exact * whole.weight, error * Fraction(whole.weight))
    surely = weight.high < rule.min_split or inside.high <= rule.min_impurity or risk.high < rule.min_risk
    low = inside.low <= rule.min_impurity and rule.min_impurity > 0
    return surely, surely or weight.low < rule.min_split or low or (risk.low < rule.min_risk and rule.min_risk > 0)


def _scored(data: dt.Dataset, learner: dt.Learner) -> list[Scored]:
    """Return every question that leaves each child min_leaf of weight, or may do so."""
    rule, impurity, whole = learner.stopping, learner.impurity_for(data), dt.summarize(data)
    slack = float_rounding(data.row_weights)
    lower = attrs.evolve(learner, stopping=attrs.evolve(rule, min_leaf=max(rule.min_leaf - slack, 0)))
    found = []
    for split in dt.scored_splits(data, lower):
        error = _error([whole, *split.parts], impurity)
        heavy = not rule.min_leaf or all(part.weight >= rule.min_leaf + slack for part in split.parts)
        found.append(Scored(split, _around(split.gain, error), _score(split, error, learner), heavy))
    return found


def _error(summaries: list[Any], impurity: Impurity) -> Fraction:
    """Return how far a gain or impurity of a node, the first, and its parts may be from the exact one."""
    if all(is_exact_in_floats(summary, summaries[0].weight, impurity) for summary in summaries):
        return Fraction(0)
    terms = sum(len(one.counts) if isinstance(one, dt.ClassCounts) else 3 for one in summaries)
    return 2 * rounding_bound(terms + int(summaries[0].weight), spread(summaries[0], impurity))


def _past_the_gate(scored: list[Scored], gate: Gate) -> list[Scored]:
    """Return of each feature that may pass the gate the questions that may be its best."""
    names = {one.feature for one in scored}
    low = {name: max(one.gain.low for one in scored if one.feature == name) for name in names}
    high = {name: max(one.gain.high for one in scored if one.feature == name) for name in names}

    def passes(gained: Any, gains: dict[str, Any]) -> bool:
        """Return whether a feature of this gain passes a gate at the mean of such gains; alone it is the mean."""
        return gate != "above" if len(gains) == 1 else passes_gate(gained, list(gains.values()), gate)

    return [
        attrs.evolve(one, surely=one.surely and passes(low[one.feature], high))
        for one in scored
        if passes(high[one.feature], low) and one.gain.high >= low[one.feature]
    ]


def _score(split: dt.ScoredSplit, error: Fraction, learner: dt.Learner) -> Range:
    if learner.score == "gain":
        return _around(split.gain, error)
    unit = Fraction(float(dt.intrinsic_value(split.parts)))
    relative = rounding_bound(len(split.parts), 1 / unit)
    return _around(split.score, (error + relative * Fraction(float(abs(split.gain)))) * 4 / unit)
