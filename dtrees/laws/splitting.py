"""Laws of questions and of the choice among them: parts, candidates, and which splits are optimal."""

from __future__ import annotations

from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING, Any

from dtrees.data.dataset import Numeric
from dtrees.growing.impurity import IMPURITIES
from dtrees.laws.definitions import (
    Partition,
    Rows,
    children_of,
    gain_of,
    intrinsic_value_of,
    optimal_parts,
    parts_of,
    possible_parts,
)
from dtrees.laws.law import law, require, require_equal
from dtrees.laws.transform import with_column
from dtrees.numbers.exact import Exact
from dtrees.numbers.quotient import Quotient
from dtrees.trees.questions import OneOf, Threshold
from dtrees.trees.summary import summarize, total

if TYPE_CHECKING:
    from dtrees.data.dataset import Dataset
    from dtrees.growing.best_split import ScoredSplit
    from dtrees.growing.learner import Learner
    from dtrees.laws.system import System
    from dtrees.trees.questions import Question


def chosen(splits: tuple[ScoredSplit, ...], data: Dataset) -> frozenset[tuple[str, Partition]]:
    """Return the feature and the partition of the rows for each split, without the wording of its question."""
    return frozenset((split.question.feature, parts_of(data, split.question)) for split in splits)


@law("data_questions")
def parts_partition_the_rows(system: System, data: Dataset, _name: str, question: Question) -> None:
    """Each row goes to exactly one part, the one its answer names, in the order the rows had.

    D_i = {rows of D with answer i}      [LIHANG2 §5.2.2; ZHOU16 §4.2; NOTE_D]
    """
    expected = tuple(data.take(rows) for rows in children_of(data, question))
    require_equal(system.split(data, question), expected)


@law("data_questions")
def summaries_add_up(system: System, data: Dataset, _name: str, question: Question) -> None:
    """A summary adds up its rows' weights, and the parts' summaries add up to the whole's.

    N_k(D) = sum_i N_k(D_i)      [CART84 §2.4; NOTE_E]
    """
    require_equal(system.summarize(data), summarize(data))
    require_equal(total(system.summarize(part) for part in system.split(data, question)), summarize(data))


@law("any_trials")
def candidates_k_minus_1(system: System, data: Dataset, learner: Learner) -> None:
    """The candidates of numbers are every way to cut, once each: k distinct values give k - 1 thresholds at most.

    Fewer where min_leaf forbids.      [CART84 §2.4.1; NOTE_B 9.2.2; QUINLAN96 §2]
    """
    rule = learner.stopping
    for feature in data.features:
        if not isinstance(feature, Numeric):
            continue
        got = [s for s in system.scored_splits(data, learner) if s.question.feature == feature.name]
        possible = {
            parts
            for name, parts in possible_parts(data, learner)
            if name == feature.name and all(summarize(data.take(part)).weight >= rule.min_leaf for part in parts)
        }
        require(len(got) <= max(len(set(feature)) - 1, 1), "at most k - 1 candidates", got)
        require_equal(chosen(tuple(got), data), {(feature.name, parts) for parts in possible})
        require_equal(len(got), len(possible))


@law("trials")
def thresholds_separate(system: System, data: Dataset, learner: Learner) -> None:
    """A threshold is finite and lies between neighbouring values: a <= s < b, so that no child is empty.

    [CART84 §2.4.1; C45 §2.4]
    """
    for split in system.scored_splits(data, learner):
        if isinstance(split.question, Threshold):
            cut, present = split.question.threshold, list(data.feature(split.question.feature))
            require(isfinite(cut) and min(present) <= cut < max(present), "a <= s < b", split.question)
        require(all(part.weight for part in split.parts), "no child empty", split)


@law("trials", presumes=("thresholds lie where the learner says",))
def thresholds_lie_where_they_are_said_to(system: System, data: Dataset, learner: Learner) -> None:
    """A threshold is the float64 nearest to midway, but below the upper neighbour; or the lower neighbour itself.

    s = (a + b) / 2, or s = a      [CART84 §2.4.1; ZHOU16 eq. 4.7; QUINLAN96 §2; NOTE_D]
    """
    for split in system.scored_splits(data, learner):
        if isinstance(split.question, Threshold):
            cut, present = split.question.threshold, list(data.feature(split.question.feature))
            low = max(value for value in present if value <= cut)
            high = min(value for value in present if value > cut)
            middle = float((Fraction(low) + Fraction(high)) / 2)
            midway = low if middle == high else middle
            require_equal(cut, low if learner.questions.numbers == "observed" else midway)


@law("any_trials")
def scores_follow_their_definitions(system: System, data: Dataset, learner: Learner) -> None:
    """A candidate's parts, gain and score are those of the partition it makes.

    [LIHANG2 eq. 5.9, eq. 5.10; CART84 §2.4.2; C45 §2.2]
    """
    impurity = learner.impurity_for(data).__name__
    for split in system.scored_splits(data, learner):
        children = children_of(data, split.question)
        require_equal(split.parts, tuple(summarize(data.take(rows)) for rows in children))
        gained = gain_of(impurity, data, frozenset(children))
        require_equal(split.gain, gained)
        unit = intrinsic_value_of(data, frozenset(children)) if learner.score == "gain_ratio" else Exact(1)
        require_equal(split.score, gained if learner.score == "gain" else Quotient(gained, unit))


@law("trials")
def admissible_splits_are_the_optimal_ones(system: System, data: Dataset, learner: Learner) -> None:
    """The admissible splits are all those of largest score, and no other: nothing that parts the rows does better.

    argmax over questions, each tried on the rows
    [CART84 §2.4; LIHANG2 algorithms 5.2, 5.6; NOTE_D]
    """
    require_equal(chosen(system.admissible_splits(data, learner), data), optimal_parts(data, learner))


@law("gated_trials", presumes=("the gate's average is over the features that part the rows",))
def gated_splits_are_the_optimal_ones(system: System, data: Dataset, learner: Learner) -> None:
    """With C4.5's gate, the admissible splits have the largest gain ratio of all features that pass the gate.

    argmax g_R subject to g >= the average gain, or > it      [C45 §2.2; ZHOU16 §4.2.2; NOTE_D]
    """
    require_equal(chosen(system.admissible_splits(data, learner), data), optimal_parts(data, learner))


@law("gated_trials")
def gate_bars_small_gains(system: System, data: Dataset, learner: Learner) -> None:
    """What passes the gate gains at least the average over all features, those that part nothing counted as 0.

    [C45 §2.2; NOTE_C 2.2; NOTE_D]
    """
    best = dict.fromkeys(data.feature_names, Exact(0))
    for split in system.scored_splits(data, learner):
        best[split.question.feature] = max(split.gain, best[split.question.feature])
    average = sum(best.values(), start=Exact(0)) / len(best)
    for split in system.admissible_splits(data, learner):
        require(split.gain >= average, f"a gain of at least {average}", split)


@law("gated_trials", presumes=("the gate's average is over the features that part the rows",))
def above_average_gate(system: System, data: Dataset, learner: Learner) -> None:
    """Where a question parts the rows, some feature gains at least the average; above it, unless all gain alike.

    max g >= mean g, equal iff all are equal      [C45 §2.2; NOTE_C 2.2; NOTE_D]
    """
    best: dict[str, Exact] = {}
    for split in system.scored_splits(data, learner):
        best[split.question.feature] = max(split.gain, best.get(split.question.feature, split.gain))
    rule = learner.stopping
    if rule.min_gain or rule.zero_gain == "stop":
        return
    passes = bool(best) and (learner.gate == "at_least" or len(set(best.values())) > 1)
    require_equal(bool(system.admissible_splits(data, learner)), passes)


@law("trials")
def same_argmin(system: System, data: Dataset, learner: Learner) -> None:
    """The splits of largest gain are those of smallest conditional impurity, the node's own being the same for all.

    argmax i(D) - i(D | A) = argmin i(D | A)      [NOTE_D CART; NOTE_C 2.3]
    """
    impurity = learner.impurity_for(data)
    if learner.score != "gain":
        return
    splits = system.admissible_splits(data, learner)
    inside = {s.question: system.conditional_impurity(s.parts, impurity) for s in system.scored_splits(data, learner)}
    least = min(inside.values(), default=None)
    if splits:
        require_equal({s.question for s in splits}, {question for question, i in inside.items() if i == least})


@law("number_trials")
def square_conditional(system: System, data: Dataset, learner: Learner) -> None:
    """For numbers, the best cut is where the two parts' residual sums of squares have the smallest sum.

    min_j,s sum_R1 (y_i - c_1)^2 + sum_R2 (y_i - c_2)^2; note D weighs the sums by the parts' sizes again, wrongly.
    [CART84 §8.3; ESL2 eq. 9.13; NOTE_B 9.2.2; NOTE_D CART]
    """

    def residual(rows: Rows) -> Exact:
        return IMPURITIES["squared_error"](summarize(data.take(rows))) * summarize(data.take(rows)).weight

    least = learner.stopping.min_leaf
    cuts = [
        (name, parts)
        for name, parts in possible_parts(data, learner)
        if all(summarize(data.take(rows)).weight >= least for rows in parts)
    ]
    sums = {cut: sum(map(residual, cut[1]), start=Exact(0)) for cut in cuts}
    best = {cut for cut, value in sums.items() if value == min(sums.values())}
    require_equal(chosen(system.admissible_splits(data, learner), data), best)


@law("any_trials", presumes=("the canonical split is made",), grown="judged")
def canonical_pick_is_first(system: System, data: Dataset, learner: Learner) -> None:
    """Admissible splits ascend by feature index, then by threshold or category; a branch asks the first.

    A subset is worded by the side that holds the smallest category.      [CART84 §2.4; ZHOU16 §4.2]
    """

    def place(split: ScoredSplit) -> tuple[int, Any]:
        _, asked = _fields(split.question)
        return data.feature_names.index(split.question.feature), asked

    splits = system.admissible_splits(data, learner)
    require_equal(splits, tuple(sorted(splits, key=place)))
    for split in splits:
        if isinstance(split.question, OneOf):
            require(min(list(data.feature(split.question.feature))) in split.question.categories, "", split)
    tree = system.grow(data, learner)
    if hasattr(tree, "question"):
        asked: Any = tree.question
        first = splits[0].question  # where a threshold lies is said by other laws
        alike = children_of(data, asked) == children_of(data, first)
        require(asked.feature == first.feature and alike, first, asked)


def _fields(question: Any) -> tuple[str, Any]:
    name, asked = (getattr(question, field) for field in question.__match_args__)
    return name, asked


@law("any_trials")
def constant_column_is_never_asked(system: System, data: Dataset, learner: Learner) -> None:
    """A column of one value is never a candidate: it parts nothing, and its intrinsic value of 0 divides nothing.

    [C45 §2.2; ZHOU16 figure 4.2; NOTE_C 1]
    """
    constants = {f.name for f in data.features if len(set(f)) == 1}
    asked = {split.question.feature for split in system.scored_splits(data, learner)}
    asked |= {split.question.feature for split in system.admissible_splits(data, learner)}
    require(not constants & asked, "no constant column", constants & asked)


@law("trials", grown="compared")
def constant_column_changes_nothing(system: System, data: Dataset, learner: Learner) -> None:
    """A further column of one value leaves candidates and tree as they are.

    [CART84 §2.4; ZHOU16 figure 4.2]
    """
    more = with_column(data, Numeric("constant", [1.0] * len(data)))
    require_equal(system.scored_splits(more, learner), system.scored_splits(data, learner))
    require_equal(system.grow(more, learner), system.grow(data, learner))


@law("trials")
def copied_column_changes_no_partition(system: System, data: Dataset, learner: Learner) -> None:
    """A second copy of a column adds no way to part the rows.

    [CART84 §2.4]
    """
    first = data.features[0]
    more = with_column(data, type(first)("copy", *(getattr(first, field) for field in first.__match_args__[1:])))
    got = {parts for _, parts in chosen(system.admissible_splits(more, learner), more)}
    require_equal(got, {parts for _, parts in chosen(system.admissible_splits(data, learner), data)})
