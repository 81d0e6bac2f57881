"""Laws of questions and of the choice among them: parts, candidates, and which splits are optimal."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import isfinite
from typing import TYPE_CHECKING, Any, Final

import attrs

from dtrees.data.dataset import Numeric
from dtrees.growing.best_split import scored_split, scored_splits
from dtrees.laws.definitions import (
    around_cut,
    children_of,
    chosen,
    cut_between,
    optimal_parts,
    require_ordered,
    summaries_of,
)
from dtrees.laws.law import law, require, require_equal
from dtrees.numbers.exact import Exact
from dtrees.trees.questions import OneOf, Threshold
from dtrees.trees.summary import summarize, total
from dtrees.trees.tree import Branch

if TYPE_CHECKING:
    from dtrees.data.dataset import Dataset
    from dtrees.growing.best_split import ScoredSplit
    from dtrees.growing.learner import Learner
    from dtrees.laws.system import System
    from dtrees.trees.questions import Question

PARTING: Final = "the gate's average is over the features that part the rows"
WHERE: Final = "thresholds lie where the learner says"


@law("data_questions", "LIHANG2 §5.2.2; ZHOU16 §4.2; NOTE_D")
def parts_partition_the_rows(system: System, data: Dataset, _name: str, question: Question) -> None:
    """Each row goes to exactly one part, the one its answer names, in the order the rows had.

    D_i = {rows of D with answer i}
    """
    expected = tuple(data.take(rows) for rows in children_of(data, question))
    require_equal(system.split(data, question), expected)


@law("data_questions", "CART84 §2.4; NOTE_E")
def summaries_add_up(system: System, data: Dataset, _name: str, question: Question) -> None:
    """A summary adds up its rows' weights, and the parts' summaries add up to the whole's.

    N_k(D) = sum_i N_k(D_i)
    """
    require_equal(system.summarize(data), summarize(data))
    require_equal(total(system.summarize(part) for part in system.split(data, question)), summarize(data))


@law("any_trials", "CART84 §2.4.1; NOTE_B 9.2.2; QUINLAN96 §2")
def candidates_k_minus_1(system: System, data: Dataset, learner: Learner) -> None:
    """A number of k distinct values has at most k - 1 candidate thresholds, one between any two neighbours.

    Fewer where min_leaf forbids some; each way to cut is listed once.
    """
    possible = chosen(scored_splits(data, learner), data)
    for feature in data.features:
        if isinstance(feature, Numeric):
            got = [s for s in system.scored_splits(data, learner) if s.question.feature == feature.name]
            require(len(got) <= max(len(set(feature)) - 1, 1), "at most k - 1 candidates", got)
            right = {(name, parts) for name, parts in possible if name == feature.name}
            require_equal(chosen(got, data), right)
            require_equal(len(got), len(right))


@law("trials", "CART84 §2.4.1; C45 §2.4")
def thresholds_separate(system: System, data: Dataset, learner: Learner) -> None:
    """A threshold is finite and lies between neighbouring values: a <= s < b, so that no child is empty."""
    for split in system.scored_splits(data, learner):
        if isinstance(split.question, Threshold):
            cut, present = split.question.threshold, list(data.feature(split.question.feature))
            require(isfinite(cut) and min(present) <= cut < max(present), "a <= s < b", split.question)
        require(all(part.weight for part in split.parts), "no child empty", split)


@law("trials", "CART84 §2.4.1; ZHOU16 eq. 4.7; QUINLAN96 §2; NOTE_D", presumes=(WHERE,))
def thresholds_lie_where_they_are_said_to(system: System, data: Dataset, learner: Learner) -> None:
    """A threshold is the float64 nearest to the midpoint of its neighbours, kept below the upper one; or the lower one.

    s = (a + b) / 2, or s = a
    """
    for split in system.scored_splits(data, learner):
        if isinstance(split.question, Threshold):
            right = cut_between(*around_cut(split.question, data), learner)
            require_equal(split.question.threshold, right)


@law("any_trials", "LIHANG2 eq. 5.9, eq. 5.10; CART84 §2.4.2; C45 §2.2")
def scores_follow_their_definitions(system: System, data: Dataset, learner: Learner) -> None:
    """The parts, gain and score stated for a candidate are those of the rows that it sends to each child."""
    for split in system.scored_splits(data, learner):
        right = scored_split(data, split.question, learner)
        require_equal((split.parts, split.gain, split.score), (right.parts, right.gain, right.score))


@law("ordered_trials", "CART84 §2.4.1", presumes=(WHERE,))
def ordered_categories_are_cut_halfway(system: System, data: Dataset, learner: Learner) -> None:
    """Of k ordered categories, k - 1 binary questions are candidates: one between any two neighbours at the node.

    It asks for all categories up to halfway between the neighbours, whether they occur or not.
    """
    for feature in require_ordered(data):
        if learner.questions.categories != "each":
            present = sorted(set(feature.codes.tolist()))
            right = [feature.categories[: (i + j) // 2 + 1] for i, j in pairwise(present)]
            asked = [s.question for s in system.scored_splits(data, learner) if s.question.feature == feature.name]
            require_equal(asked, [OneOf(feature.name, some) for some in right])


@law("trials", "CART84 §2.4; LIHANG2 algorithms 5.2, 5.6; NOTE_D")
def admissible_splits_are_the_optimal_ones(system: System, data: Dataset, learner: Learner) -> None:
    """The admissible splits are all the questions of largest score, and no others.

    argmax over questions, each tried on the rows
    """
    require_equal(chosen(system.admissible_splits(data, learner), data), optimal_parts(data, learner))


@law("gated_trials", "C45 §2.2; ZHOU16 §4.2.2; NOTE_D", presumes=(PARTING,))
def gated_splits_are_the_optimal_ones(system: System, data: Dataset, learner: Learner) -> None:
    """With C4.5's gate, the admissible splits have the largest gain ratio of all features that pass the gate.

    argmax g_R subject to g >= the average gain, or > it
    """
    require_equal(chosen(system.admissible_splits(data, learner), data), optimal_parts(data, learner))


@law("gated_trials", "C45 §2.2; NOTE_C 2.2; NOTE_D")
def gate_bars_small_gains(system: System, data: Dataset, learner: Learner) -> None:
    """A split that passes the gate gains at least the average of all features, where one that splits nothing has 0."""
    best = dict.fromkeys(data.feature_names, Exact(0)) | best_gains(system, data, learner)
    average = sum(best.values(), start=Exact(0)) / len(best)
    for split in system.admissible_splits(data, learner):
        require(split.gain >= average, f"a gain of at least {average}", split)


def best_gains(system: System, data: Dataset, learner: Learner) -> dict[str, Exact]:
    """Return the largest gain of each feature that splits the rows."""
    best: dict[str, Exact] = {}
    for split in system.scored_splits(data, learner):
        best[split.question.feature] = max(split.gain, best.get(split.question.feature, split.gain))
    return best


@law("gated_trials", "C45 §2.2; NOTE_C 2.2; NOTE_D", presumes=(PARTING,))
def above_average_gate(system: System, data: Dataset, learner: Learner) -> None:
    """Of the features that split the rows, one gains at least the average; more than that, unless all gain alike.

    max g >= mean g, equal iff all are equal
    """
    rule, best = learner.stopping, best_gains(system, data, learner)
    if not rule.min_gain and rule.zero_gain == "split":
        passes = bool(best) and (learner.gate == "at_least" or len(set(best.values())) > 1)
        require_equal(bool(system.admissible_splits(data, learner)), passes)


@law("trials", "NOTE_D CART; NOTE_C 2.3")
def same_argmin(system: System, data: Dataset, learner: Learner) -> None:
    """The splits of largest gain are those of smallest conditional impurity, the node's own being the same for all.

    argmax i(D) - i(D | A) = argmin i(D | A)
    """
    splits, impurity = system.admissible_splits(data, learner), learner.impurity_for(data)
    if splits and learner.score == "gain":
        every = system.scored_splits(data, learner)
        inside = {split.question: system.conditional_impurity(split.parts, impurity) for split in every}
        least = min(inside.values())
        require_equal({split.question for split in splits}, {question for question, i in inside.items() if i == least})


@law("number_trials", "CART84 §8.3; ESL2 eq. 9.13; NOTE_B 9.2.2; NOTE_D CART")
def square_conditional(system: System, data: Dataset, learner: Learner) -> None:
    """In regression, the best cut is where the two parts' residual sums of squares have the smallest sum.

    min_j,s sum_R1 (y_i - c_1)^2 + sum_R2 (y_i - c_2)^2; note D weighs the sums by the parts' sizes again, wrongly.
    """
    sums = {cut: sum(map(residual, summaries_of(data, cut[1]))) for cut in chosen(scored_splits(data, learner), data)}
    best = {cut for cut, value in sums.items() if value == min(sums.values())}
    require_equal(chosen(system.admissible_splits(data, learner), data), best)


def residual(summary: Any) -> Fraction:
    """Return the residual sum of squares of the rows of *summary*."""
    return Fraction(summary.squares - summary.mean * summary.total)


@law("any_trials", "CART84 §2.4; ZHOU16 §4.2", presumes=("the canonical split is made",), grown="judged")
def canonical_pick_is_first(system: System, data: Dataset, learner: Learner) -> None:
    """Admissible splits ascend by feature index, then by threshold or category; `grow` takes the first.

    A question about a subset names the side that holds the smallest category.
    """

    def place(split: ScoredSplit) -> tuple[int, Any]:
        question: Any = split.question
        name, asked = (getattr(question, field) for field in question.__match_args__)
        return data.feature_names.index(name), asked

    splits = system.admissible_splits(data, learner)
    require_equal(splits, tuple(sorted(splits, key=place)))
    for split in splits:
        if isinstance(split.question, OneOf):
            column: Any = data.feature(split.question.feature)
            require(column.categories[min(column.codes)] in split.question.categories, "", split)
    tree: Any = system.grow(data, learner)
    if isinstance(tree, Branch):
        first = splits[0].question  # where a threshold lies is said by other laws
        alike = children_of(data, tree.question) == children_of(data, first)
        require(tree.question.feature == first.feature and alike, first, tree.question)


@law("any_trials", "C45 §2.2; ZHOU16 figure 4.2; NOTE_C 1")
def constant_column_is_never_asked(system: System, data: Dataset, learner: Learner) -> None:
    """A column of one value is never a candidate: it splits nothing, and its gain ratio would be 0 / 0."""
    constants = {f.name for f in data.features if len(set(f)) == 1}
    splits = *system.scored_splits(data, learner), *system.admissible_splits(data, learner)
    asked = {split.question.feature for split in splits}
    require(not constants & asked, "no constant column", constants & asked)


@law("trials", "CART84 §2.4; ZHOU16 figure 4.2", grown="compared")
def constant_column_changes_nothing(system: System, data: Dataset, learner: Learner) -> None:
    """Adding a column of one value changes neither the candidates nor the tree."""
    more = attrs.evolve(data, features=(*data.features, Numeric("constant", [1.0] * len(data))))
    require_equal(system.scored_splits(more, learner), system.scored_splits(data, learner))
    require_equal(system.grow(more, learner), system.grow(data, learner))
