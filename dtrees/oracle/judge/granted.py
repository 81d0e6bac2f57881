"""The right choices at a node: the questions that a program may ask of its rows, and whether it may make a leaf.

A choice is right by the program's conventions, by rounding (of scores that floats cannot tell apart), or by any value
of a convention that is not known.  Every score is computed by the specification's own functions.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import attrs

from dtrees.errors import Unsupported
from dtrees.growing.best_split import ScoredSplit, scored, scored_split, scored_splits
from dtrees.growing.candidates import divisions
from dtrees.growing.gain_ratio import intrinsic_value, passes_gate
from dtrees.growing.impurity import squared_error
from dtrees.growing.regularised import RegularisedSquaredError
from dtrees.numbers.exact import Exact
from dtrees.oracle.rounding import apart, float_rounding, is_exact_in_floats, rounding_bound, spread, terms_of
from dtrees.trees.distribution import Distribution
from dtrees.trees.split import split
from dtrees.trees.summary import ClassCounts, Summary, summarize
from dtrees.vectorized.exactly import can_be_asked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from dtrees.data.dataset import Dataset
    from dtrees.growing.candidates import Division
    from dtrees.growing.impurity import Impurity
    from dtrees.growing.learner import Learner
    from dtrees.numbers.exact import Rational
    from dtrees.oracle.conventions import Conventions
    from dtrees.oracle.judge.monotone import Within
    from dtrees.trees.questions import Question


class Range(NamedTuple):
    """The least and the largest value of a float that is an exact number within rounding."""

    low: Any
    high: Any


@attrs.frozen
class Rated:
    """A question with its score, the ranges of gain and score by rounding, and whether limits surely admit it."""

    split: ScoredSplit
    gain: Range
    score: Range
    surely: bool

    @property
    def feature(self) -> str:
        """The feature that the question is about."""
        return self.split.question.feature


@attrs.frozen
class Granted:
    """The right choices at a node: the admissible *splits*, and whether a *leaf* is right too."""

    splits: tuple[ScoredSplit, ...]
    leaf: bool


def granted(
    here: Dataset,
    level: int,
    learner: Learner,
    conventions: Conventions,
    questions: Sequence[Question] | None = None,
    within: Within | None = None,
) -> Granted:
    """Return the right choices at a node with the rows *here*, *level* questions below the root.

    *questions* are those that are compared, by default all that *learner* may ask, or that keep what they must stay
    *within*.  What *conventions* fix is not as the learner says (`Conventions.learner`).

    >>> from dtrees.growing.cart import cart
    >>> from dtrees.data.constructors import classification_data
    >>> from dtrees.oracle.conventions import EXACT
    >>> data = classification_data({"x": [1, 2, 3]}, ["a", "b", "a"])
    >>> [split.question.threshold for split in granted(data, 0, cart(), EXACT).splits]
    [1.5, 2.5]
    >>> granted(data, 0, cart(max_depth=0), EXACT).leaf
    True
    """
    either = conventions.zero_gain_of(here) == "either"
    learner, found = conventions.learner(learner, here).below(here, 0), []
    asks, stops = [_with_zero_gain(learner, rule) for rule in ("split", "stop")] if either else (learner, learner)
    compared = cache(lambda every_cut: _compared(here, learner, conventions, questions, within, every_cut=every_cut))
    for theirs in conventions.readings(learner):
        found.append(_granted(here, level, asks, theirs, compared))
        if either and any(one.gain <= TINY for one in found[-1].splits):
            found.append(_granted(here, level, stops, theirs, compared))
    splits = {split.question: split for may in found for split in may.splits}
    return Granted(tuple(splits.values()), leaf=any(may.leaf for may in found))


def _with_zero_gain(learner: Learner, rule: Any) -> Learner:
    return attrs.evolve(learner, stopping=attrs.evolve(learner.stopping, zero_gain=rule))


TINY: Final = Fraction(1, 2**20)
"""A gain of at most this may be 0 in floats."""


@attrs.frozen
class Compared:
    """The questions that are compared at a node: all *splits*, and those that limits may admit, *rated*."""

    splits: list[ScoredSplit]
    rated: list[Rated]
    given: bool
    """Whether the questions were given: then no gate bars any."""


def _compared(
    here: Dataset,
    learner: Learner,
    conventions: Conventions,
    questions: Sequence[Question] | None,
    within: Within | None,
    *,
    every_cut: bool,
) -> Compared:
    """Return the *questions*, or those that the learner scores; *every_cut* where ratios of other cuts compete."""
    if questions is not None:
        splits = [scored_split(here, question, learner) for question in dict.fromkeys(questions)]
    elif every_cut:
        splits = [scored(division, learner) for division in every_division(here, learner)]
    else:
        every = conventions.limits == "rows" or conventions.barred_matter
        asked = scored_splits(here, _of_any_weight(learner) if every else learner)
        splits = [one for one in asked if can_be_asked(one.question, here, conventions.parts)]
    if within:
        splits = [within.rated(one) for one in splits if within.keeps(one, surely=False)]
    return Compared(splits, _rated(splits, here, learner, conventions, within), questions is not None)


def _of_any_weight(learner: Learner) -> Learner:
    return attrs.evolve(learner, stopping=attrs.evolve(learner.stopping, min_leaf=0))


def _granted(
    here: Dataset, level: int, learner: Learner, conventions: Conventions, compared: Callable[[bool], Compared]
) -> Granted:
    surely, perhaps = _stops(here, level, learner, conventions)
    if surely:
        return Granted((), leaf=True)
    by_ratio = learner.score == "gain_ratio"
    all_of = compared(by_ratio and conventions.ratio != "best_cut")
    rated = all_of.rated
    if by_ratio and not all_of.given:
        rated = _past_the_gate(rated, len(here.features), learner, conventions)
    rule = learner.stopping
    askable = [one for one in rated if rule.admits(one.gain.high)]
    whatever_it_gains = not rule.min_gain and rule.zero_gain == "split"  # none loses

    def is_sure(one: Rated) -> bool:
        """Return whether no rounding bars the question."""
        return one.surely and (whatever_it_gains or rule.admits(one.gain.low))

    least = max(_least_best_scores(askable, is_sure, all_of.splits, learner, conventions), default=None)
    found = [one for one in askable if least is None or one.score.high >= least]
    leaf = perhaps or least is None or _is_excused(here, level, learner, conventions, all_of.splits)
    if conventions.min_leaf == "after" and rule.min_leaf:
        smallest, slack = [smallest_child(one.split, here, conventions) for one in found], _slack(here, conventions)
        leaf = leaf or any(size < rule.min_leaf + slack for size in smallest)
        found = [one for one, size in zip(found, smallest, strict=True) if size >= rule.min_leaf - slack]
    return Granted(tuple(one.split for one in found), leaf=leaf)


def every_division(here: Dataset, learner: Learner) -> Iterator[Division]:
    """Yield each question of the learner's kinds that splits the rows *here*, and parts; no subsets of too many."""
    for feature in here.features:
        with suppress(Unsupported):
            yield from divisions(here, feature, learner.questions)


def _rated(
    splits: Sequence[ScoredSplit], here: Dataset, learner: Learner, conventions: Conventions, within: Within | None
) -> list[Rated]:
    """Return the *splits* that leave each child min_leaf of weight, or may do so, with the ranges of their numbers."""
    impurity, whole = learner.impurity_for(here), summarize(here)
    least = learner.stopping.min_leaf if conventions.min_leaf == "before" else 0
    rounds, slack = conventions.arithmetic == "float64", _slack(here, conventions)
    found = []
    for one in splits:
        smallest = smallest_child(one, here, conventions) if least else 0
        is_zero = conventions.rates != "any" and _has_zero_rate(one)
        if smallest < least - slack or (is_zero and conventions.rates == "positive"):
            continue
        error = _error([whole, *one.parts], impurity, len(here)) if rounds else Fraction(0)
        surely = (not least or smallest >= least + slack) and not is_zero
        if within:
            error, surely = error + within.error(one), surely and within.keeps(one, surely=True)
        found.append(Rated(one, _around(one.gain, error), _score(one, error, learner), surely))
    return found


def _has_zero_rate(one: ScoredSplit) -> bool:
    """Return whether some child predicts a rate, and that is 0."""
    return any(isinstance(part, Distribution) and part.centre == "rate" and not part.predicted for part in one.parts)


def smallest_child(one: ScoredSplit, here: Dataset, conventions: Conventions) -> Rational:
    """Return the least that a limit counts of a child of *one*, asked of the rows *here*."""
    if conventions.limits == "weight":
        return min(part.weight for part in one.parts)
    if here.holds_missing:
        message = "limits that count rows are judged of data without missing values"
        raise Unsupported(message)
    return min(map(conventions.size, split(here, one.question), one.parts))


def _slack(here: Dataset, conventions: Conventions) -> Fraction:
    """Return how far a sum of the rows' weights may be off; rows are counted exactly."""
    rounds = conventions.arithmetic == "float64" and conventions.limits == "weight"
    return float_rounding(here.row_weights) if rounds else Fraction(0)


def _least_best_scores(
    askable: list[Rated],
    is_sure: Callable[[Rated], bool],
    splits: Sequence[ScoredSplit],
    learner: Learner,
    conventions: Conventions,
) -> list[Any]:
    """Return scores that the best question surely reaches: a question's own, or the least of a feature's best.

    Where cuts are drawn, any of a feature's *splits* may be its best; one that limits bar leaves it none.
    """
    drawn = conventions.thresholds == "drawn"
    if not drawn and (learner.score != "gain_ratio" or conventions.ratio == "any_cut"):
        return [one.score.low for one in askable if is_sure(one)]
    features = [[one for one in askable if one.feature == name] for name in {one.feature for one in askable}]
    may_be_barred = Counter(one.feature for one in splits) if drawn else {}
    return [
        min(one.score.low for one in some)
        for some in features
        if all(map(is_sure, some)) and len(some) >= may_be_barred.get(some[0].feature, 0)
    ]


def _past_the_gate(rated: list[Rated], columns: int, learner: Learner, conventions: Conventions) -> list[Rated]:
    """Return the questions of features that may pass the gate: each that may be its feature's best; of any cut, all.

    A feature's gain is the largest of its questions', or by ``best_ratio`` that of its question of the largest ratio.
    """
    names = dict.fromkeys(one.feature for one in rated)
    best = {name: _may_be_best([one for one in rated if one.feature == name], conventions) for name in names}
    of_ratio = min if conventions.ratio == "best_ratio" else max
    low = {name: of_ratio(one.gain.low for one in some) for name, some in best.items()}
    high = {name: max(one.gain.high for one in some) for name, some in best.items()}
    constant = [Exact(0)] * (columns - len(names) if conventions.gate == "all" else 0)

    def passes(gained: Any, gains: dict[str, Any]) -> bool:
        """Return whether a feature of this gain passes a gate at the mean of such gains; alone it is the mean."""
        others = [*gains.values(), *constant]
        return learner.gate != "above" if len(others) == 1 else passes_gate(gained, others, learner.gate)

    asked = rated if conventions.ratio == "any_cut" else [one for some in best.values() for one in some]
    return [
        attrs.evolve(one, surely=one.surely and passes(low[one.feature], high))
        for one in asked
        if passes(high[one.feature], low)
    ]


def _may_be_best(rated: list[Rated], conventions: Conventions) -> list[Rated]:
    """Return the questions about one feature that may be its best by gain, or by ratio where that is the convention."""
    measure = "score" if conventions.ratio == "best_ratio" else "gain"
    largest = max(getattr(one, measure).low for one in rated)
    return [one for one in rated if getattr(one, measure).high >= largest]


# --- leaves -----------------------------------------------------------------------------------------------------


def _stops(here: Dataset, level: int, learner: Learner, conventions: Conventions) -> tuple[bool, bool]:
    """Return whether the stopping rule surely makes a leaf of a node, and whether it may do so.

    Sums of whole weights and the purity of a node are seen exactly.
    """
    rule, whole, impurity = learner.stopping, summarize(here), learner.impurity_for(here)
    exact, rounds = Exact(impurity(whole)), conventions.arithmetic == "float64"
    if not exact or (rule.max_depth is not None and level >= rule.max_depth):
        return True, True
    error = _error([whole], impurity, len(here)) if rounds else Fraction(0)
    size, inside = _around(Fraction(conventions.size(here, whole)), _slack(here, conventions)), _around(exact, error)
    risk = _around(exact * whole.weight, error * Fraction(whole.weight))
    surely = size.high < rule.min_split or inside.high <= rule.min_impurity or risk.high < rule.min_risk
    low = inside.low <= rule.min_impurity and rule.min_impurity > 0
    return surely, surely or size.low < rule.min_split or low or (risk.low < rule.min_risk and rule.min_risk > 0)


def _is_excused(
    here: Dataset, level: int, learner: Learner, conventions: Conventions, splits: Sequence[ScoredSplit]
) -> bool:
    """Return whether the conventions allow a leaf of rows that a question could split.

    They are nearly pure, no question gains enough, or all leaves below would predict the same.
    """
    if conventions.pure_up_to and learner.impurity_for(here)(summarize(here)) <= conventions.pure_up_to:
        return True
    if conventions.smallest_gain and max((one.gain for one in splits), default=Exact(0)) <= conventions.smallest_gain:
        return True
    return conventions.merged and any(
        _may_all_say(here, level, learner, conventions, said) for said in _may_say(here, conventions)
    )


def _may_say(here: Dataset, conventions: Conventions) -> tuple[Any, ...]:
    """Return the predictions that are right for a leaf of these rows."""
    summary = summarize(here)
    return conventions.predicted(summary) if isinstance(summary, ClassCounts) else (summary.predicted,)


def _may_all_say(here: Dataset, level: int, learner: Learner, conventions: Conventions, said: Any) -> bool:
    """Return whether some right tree of these rows predicts *said* in each of its leaves."""
    if said not in _may_say(here, conventions):
        return False
    here_alone = granted(here, level, learner, attrs.evolve(conventions, merged=False))
    return here_alone.leaf or any(
        all(_may_all_say(part, level + 1, learner, conventions, said) for part in split(here, one.question))
        for one in here_alone.splits
    )


# --- floats -----------------------------------------------------------------------------------------------------


def _around(exact: Any, error: Fraction) -> Range:
    return Range(exact - error, exact + error) if error else Range(exact, exact)


def _error(summaries: Sequence[Summary], impurity: Impurity, rows: int) -> Fraction:
    """Return how far the float gain or impurity of a node (the first of *summaries*) and its parts may be off.

    Squares are summed about the mean, whose own rounding adds its square; about 0 where leaves are regularised.
    """
    if all(is_exact_in_floats(summary, summaries[0].weight, impurity) for summary in summaries):
        return Fraction(0)
    outputs = zip(*[apart(summary, impurity) for summary in summaries], strict=True)
    return sum([_error_of_output([one for one, _ in each], each[0][1], rows) for each in outputs], Fraction(0))


def _error_of_output(summaries: Sequence[Summary], impurity: Impurity | None, rows: int) -> Fraction:
    whole = summaries[0]
    terms = sum(map(terms_of, summaries)) + rows
    if isinstance(whole, ClassCounts) or isinstance(impurity, RegularisedSquaredError):
        return 2 * rounding_bound(terms, spread(whole, impurity))
    if impurity is not squared_error:
        return 2 * rounding_bound(terms, spread(whole, impurity))
    about_the_mean = rounding_bound(terms, squared_error(whole).as_fraction())
    return 2 * (about_the_mean + rounding_bound(terms, 1) ** 2 * Fraction(spread(whole)))


def _score(split: ScoredSplit, error: Fraction, learner: Learner) -> Range:
    if learner.score != "gain_ratio" or not error:
        return _around(split.score, error)
    unit, gained = _near(intrinsic_value(split.parts)), _near(split.gain)
    relative = rounding_bound(len(split.parts), 1 / unit)
    return _around(split.score, (error + relative * abs(gained)) * 4 / unit)


def _near(number: Exact) -> Fraction:
    """Return a float near *number*: the estimate where it is good for nine digits, else the nearest."""
    middle, error = number.estimate()
    return Fraction(middle if error < abs(middle) / 10**9 else float(number))
