"""Small wrong implementations of scoring, growing and predicting, and right ones that follow other conventions."""

from __future__ import annotations

import re
from fractions import Fraction
from math import inf, nextafter
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np
from quality.planted import bug, choosing, variant

import dtrees as dt
from dtrees.growing import best_first
from dtrees.growing.best_split import optimal_among
from dtrees.growing.grow import stops
from dtrees.laws.system import Grants
from dtrees.numbers.exact import Exact
from dtrees.numbers.quotient import Quotient
from dtrees.trees.summary import total
from dtrees.trees.tree import preorder

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dtrees.growing.impurity import Impurity
    from dtrees.trees.questions import Question

Splits = tuple[dt.ScoredSplit, ...]


def from_candidates(keep: Callable[[Splits, dt.Dataset], Splits]) -> dict[str, Any]:
    """Return the functions of a learner that considers only the candidates that *keep* keeps, or rewrites them."""

    def scored(data: dt.Dataset, learner: dt.Learner) -> Splits:
        return keep(dt.scored_splits(data, learner), data)

    return {
        "scored_splits": scored,
        **choosing(lambda data, learner: optimal_among(scored(data, learner), learner.below(data, 0))),
    }


def learning(change: Callable[[dt.Dataset, dt.Learner], tuple[dt.Dataset, dt.Learner]]) -> dict[str, Any]:
    """Return the specification's functions on data and learner as *change* misreads them."""
    return {
        "scored_splits": lambda data, learner: dt.scored_splits(*change(data, learner)),
        "admissible_splits": lambda data, learner: dt.admissible_splits(*change(data, learner)),
        "grow": lambda data, learner: dt.grow(*change(data, learner)),
    }


def with_limits(learner: dt.Learner, **limits: Any) -> dt.Learner:
    return attrs.evolve(learner, stopping=attrs.evolve(learner.stopping, **limits))


# --- scores -----------------------------------------------------------------------------------------------------


def unweighted(parts: Sequence[Any], impurity: Impurity) -> Exact:
    present = [part for part in parts if part.weight]
    return sum(map(impurity, present), start=Exact(0)) / len(present)


def unweighted_gain(parts: Sequence[Any], impurity: Impurity) -> Exact:
    return impurity(total(parts)) - unweighted(parts, impurity)


bug(
    "D01_children_not_weighted",
    "conditional_impurity_never_exceeds", "gain_nonnegative", "gain_follows_its_definition", "same_argmin",
    conditional_impurity=unweighted, gain=unweighted_gain,
)  # fmt: skip


def rescored(score: Callable[[dt.ScoredSplit], Any]) -> Callable[[dt.Dataset, dt.Learner], Splits]:
    """Return the choice of the candidates of largest *score*."""

    def choose(data: dt.Dataset, learner: dt.Learner) -> Splits:
        splits = dt.scored_splits(data, learner)
        best = max(map(score, splits), default=None)
        return tuple(split for split in splits if score(split) == best)

    return choose


def children_unweighted(data: dt.Dataset, learner: dt.Learner) -> Splits:
    impurity = learner.impurity_for(data)
    return rescored(lambda split: -unweighted(split.parts, impurity))(data, learner)


bug(
    "D01_growing_by_unweighted_children",
    "admissible_splits_are_the_optimal_ones", "branches_ask_optimal_questions", "same_argmin",
    **choosing(children_unweighted),
)  # fmt: skip
bug(
    "D02_last_candidate_wins",
    "admissible_splits_are_the_optimal_ones", "branches_ask_optimal_questions",
    **choosing(lambda data, learner: dt.scored_splits(data, learner)[-1:]),
)  # fmt: skip
bug(
    "D02_first_category_only",
    "admissible_splits_are_the_optimal_ones",
    **from_candidates(lambda splits, _: tuple({split.question.feature: split for split in reversed(splits)}.values())),
)  # fmt: skip
bug(
    "D03_sign_flipped",
    "admissible_splits_are_the_optimal_ones", "branches_ask_optimal_questions", "same_argmin",
    **choosing(rescored(lambda split: -split.gain)),
)  # fmt: skip


def gain_times_weight(data: dt.Dataset, learner: dt.Learner) -> tuple[dt.Dataset, dt.Learner]:
    return data, with_limits(learner, min_gain=Fraction(learner.stopping.min_gain) / dt.summarize(data).weight)


bug(
    "D06_min_gain_in_units_of_rows",
    "stopping_rule_is_obeyed", "admissible_splits_are_the_optimal_ones",
    **learning(gain_times_weight),
)  # fmt: skip


def cut_nearest_to_mean(splits: Splits, data: dt.Dataset) -> Splits:
    """Keep, of each numeric feature, the cut nearest to its mean alone."""

    def distance(split: dt.ScoredSplit) -> Fraction:
        values = [Fraction(value) for value in list(data.feature(split.question.feature))]
        assert isinstance(split.question, dt.Threshold)
        return abs(Fraction(split.question.threshold) - sum(values, start=Fraction(0)) / len(values))

    others = tuple(split for split in splits if not isinstance(split.question, dt.Threshold))
    cuts: dict[str, dt.ScoredSplit] = {}
    for split in splits:
        if split not in others:
            name = split.question.feature
            cuts[name] = min(cuts.get(name, split), split, key=distance)
    return tuple(split for split in splits if split in others or split in cuts.values())


bug(
    "D09_cut_at_the_mean_only",
    "candidates_k_minus_1", "admissible_splits_are_the_optimal_ones",
    **from_candidates(cut_nearest_to_mean),
)  # fmt: skip


def grow_numbers_once(data: dt.Dataset, learner: dt.Learner) -> dt.Tree:
    summary = dt.summarize(data)
    best = dt.best_split(data, learner) if data.features else None
    if best is None or stops(summary, learner):
        return dt.Leaf(summary)
    parts = [part.drop(best.question.feature) for part in dt.split(data, best.question)]
    return dt.Branch(summary, best.question, [grow_numbers_once(part, learner) for part in parts])


bug(
    "D11_numeric_feature_once_a_path",
    "consistent_data_is_learned", "contradictory_rows", "stopping_rule_is_obeyed",
    grow=grow_numbers_once,
)  # fmt: skip


def far_apart(splits: Splits, data: dt.Dataset) -> Splits:
    def gap(split: dt.ScoredSplit) -> Fraction:
        if not isinstance(split.question, dt.Threshold):
            return Fraction(1)
        values, cut = list(data.feature(split.question.feature)), split.question.threshold
        return Fraction(min(v for v in values if v > cut)) - Fraction(max(v for v in values if v <= cut))

    return tuple(split for split in splits if gap(split) > Fraction(1, 10**7))


bug(
    "D12_absolute_gap",
    "candidates_k_minus_1", "numbers_have_an_order_only", "admissible_splits_are_the_optimal_ones",
    **from_candidates(far_apart),
)  # fmt: skip


def moved_cuts(place: Callable[[float, float], float]) -> dict[str, Any]:
    """Return the functions of a learner whose thresholds lie at place(a, b) between neighbours a < b."""

    def moved(splits: Splits, data: dt.Dataset) -> Splits:
        def one(split: dt.ScoredSplit) -> dt.ScoredSplit:
            if not isinstance(split.question, dt.Threshold):
                return split
            values, cut = list(data.feature(split.question.feature)), split.question.threshold
            low, high = max(v for v in values if v <= cut), min(v for v in values if v > cut)
            return attrs.evolve(split, question=attrs.evolve(split.question, threshold=place(low, high)))

        return tuple(map(one, splits))

    return from_candidates(moved)


bug("D14_midpoint_overflows", "thresholds_separate", **moved_cuts(lambda low, high: (low + high) / 2))


def in_float32(tree: dt.Tree, columns: Any, **options: Any) -> Any:
    if isinstance(columns, dt.Dataset):
        columns = {feature.name: list(feature) for feature in columns.features}
    with np.errstate(over="ignore"):
        rounded = {name: _float32(column) for name, column in columns.items()}
    return dt.predict(tree, rounded, **options)


def _float32(column: list[Any]) -> list[Any]:
    return [min(max(float(np.float32(x)), -1.7e308), 1.7e308) if isinstance(x, float) else x for x in column]


bug("D15_float32_values", "rows_end_where_the_answers_lead", predict=in_float32)


def row_first_seen(data: dt.Dataset, learner: dt.Learner) -> Splits:
    """Settle ties by what the first row happens to hold."""
    best = dt.admissible_splits(data, learner)
    turn = sum(hash(str(next(iter(feature)))) % 2 for feature in data.features if not next(iter(feature)))
    turn += len([row for row in np.argsort(data.weights, kind="stable")[:1] if row])
    turn += int(next(iter(data.features[0])) != min(list(data.features[0])))
    return (*best[turn % max(len(best), 1) :], *best[: turn % max(len(best), 1)])


bug("D16_ties_by_row_order", "row_order_never_matters", "canonical_pick_is_first", **choosing(row_first_seen))
bug(
    "D18_float_scores",
    "admissible_splits_are_the_optimal_ones",
    **choosing(lambda data, learner: rescored(lambda split: _float_score(split, data, learner))(data, learner)),
)  # fmt: skip


def _float_score(split: dt.ScoredSplit, data: dt.Dataset, learner: dt.Learner) -> float:
    impurity = learner.impurity_for(data)
    whole = float(total(split.parts).weight)
    return -sum(float(part.weight) / whole * float(impurity(part)) for part in split.parts)


bug(
    "D21_zero_gain_refused",
    "stopping_rule_is_obeyed", "consistent_data_is_learned", "contradictory_rows",
    **learning(lambda data, learner: (data, with_limits(learner, zero_gain="stop"))),
)  # fmt: skip
bug(
    "D21_zero_gain_made_though_forbidden",
    "stopping_rule_is_obeyed", "branches_obey_their_limits",
    **learning(lambda data, learner: (data, with_limits(learner, zero_gain="split"))),
)  # fmt: skip


# --- weights ----------------------------------------------------------------------------------------------------


def one_each(data: dt.Dataset) -> dt.Dataset:
    return attrs.evolve(data, weights=np.ones(len(data)))


bug(
    "D22_weights_dropped",
    "whole_weights_repeat_rows", "leaves_partition_the_training_rows", "admissible_splits_are_the_optimal_ones",
    **learning(lambda data, learner: (one_each(data), learner)),
)  # fmt: skip


def min_leaf_in_rows(data: dt.Dataset, learner: dt.Learner) -> Splits:
    free = dt.scored_splits(data, with_limits(learner, min_leaf=0))
    least = learner.stopping.min_leaf
    kept = [s for s in free if all(len(part) >= least for part in dt.split(data, s.question))]
    return optimal_among(kept, learner)


bug(
    "D22_min_leaf_counts_rows",
    "admissible_splits_are_the_optimal_ones", "stopping_rule_is_obeyed",
    **choosing(min_leaf_in_rows),
)  # fmt: skip


def keeps_weightless(make: Callable[..., dt.Dataset]) -> Callable[..., dt.Dataset]:
    def made(columns: Any, target: Any, *, weights: Any = None, **options: Any) -> dt.Dataset:
        kept = None if weights is None else [weight or 1.0 for weight in weights]
        return make(columns, target, weights=kept, **options)

    return made


bug(
    "D22_weight_zero_read_as_missing",
    "weightless_rows_are_no_rows",
    classification_data=keeps_weightless(dt.classification_data),
    regression_data=keeps_weightless(dt.regression_data),
)


# --- categories -------------------------------------------------------------------------------------------------


def crash_on_unseen(tree: dt.Tree, data: Any, **_: Any) -> Any:
    lost = [path for path in dt.apply(tree, data) if not isinstance(dt.subtree_at(tree, path), dt.Leaf)]
    if lost:
        raise KeyError(lost[0])
    return dt.predict(tree, data)


def none_on_unseen(tree: dt.Tree, data: Any, **options: Any) -> Any:
    paths = dt.apply(tree, data, **options)
    said = dt.predict(tree, data, **options).tolist()
    ended = [isinstance(dt.subtree_at(tree, path), dt.Leaf) for path in paths]
    return np.array([label if end else None for label, end in zip(said, ended, strict=True)], dtype=object)


bug("D30_unseen_crashes", "rows_end_where_the_answers_lead", predict=crash_on_unseen)


def first_child_for_unseen(tree: dt.Tree, data: Any, *, unseen: str = "stop", **options: Any) -> Any:
    """Take the first child for the largest."""
    paths = dt.apply(tree, data, unseen=unseen, **options)  # type: ignore[arg-type]
    if unseen != "largest":
        return paths
    stopped = dt.apply(tree, data, unseen="stop")
    return tuple((*short, *(0 for _ in path[len(short) :])) for short, path in zip(stopped, paths, strict=True))


def drawn_anew(tree: dt.Tree, data: Any, *, unseen: str = "stop", seed: Any = None) -> Any:
    """Draw the child of a category never seen whatever the seed."""
    CALLS.append(len(CALLS))
    return dt.apply(tree, data, unseen=unseen, seed=seed and CALLS[-1])  # type: ignore[arg-type]


CALLS: list[int] = []

bug("unseen_goes_to_the_first_child", "unseen_categories_go_to_the_largest_child", apply=first_child_for_unseen)
bug("D18_unseen_is_drawn_without_the_seed", "unseen_categories_are_drawn_from_the_seed", apply=drawn_anew)
bug("D30_unseen_is_none", "rows_end_where_the_answers_lead", "empty_branch", predict=none_on_unseen)


def misindexed(data: dt.Dataset, question: Question) -> tuple[dt.Dataset, ...]:
    """Number the categories by their first appearance, but look the children up in sorted order."""
    parts = dt.split(data, question)
    if not isinstance(question, dt.EachCategory):
        return parts
    seen = list(dict.fromkeys(list(data.feature(question.feature))))
    return tuple(parts[question.categories.index(category)] for category in seen)


bug("D32_bins_misindexed", "parts_partition_the_rows", split=misindexed)
bug(
    "D33_no_gate",
    "gate_bars_small_gains", "gated_splits_are_the_optimal_ones",
    **learning(lambda data, learner: (data, attrs.evolve(learner, gate="none"))),
)  # fmt: skip


def hacked_value(parts: Sequence[Any]) -> Exact:
    return dt.intrinsic_value(parts) + Fraction(1, 10**9)


bug(
    "D34_intrinsic_value_hacked",
    "intrinsic_value_is_the_parts_entropy",
    "gain_ratio_bounded",
    intrinsic_value=hacked_value,
    gain_ratio=lambda parts, impurity=dt.entropy: Quotient(dt.gain(parts, impurity), hacked_value(parts)),
)


def with_constants(data: dt.Dataset, learner: dt.Learner) -> Splits:
    """Add each constant column as a question of one child, of gain 0 and ratio 1 (0 over 0)."""
    summary = dt.summarize(data)
    constants = [
        dt.ScoredSplit(dt.EachCategory(feature.name, list(feature)[:1]), Exact(1), Exact(0), (summary,))
        for feature in data.features
        if len(set(feature)) == 1
    ]
    return optimal_among([*dt.scored_splits(data, learner), *constants], learner)


bug(
    "D34_constant_column_admitted",
    "constant_column_is_never_asked", "admissible_splits_are_the_optimal_ones",
    admissible_splits=with_constants,
)  # fmt: skip


def in_order_of_names(data: dt.Dataset, learner: dt.Learner) -> tuple[dt.Dataset, dt.Learner]:
    """Take ordered categories in the order of their names."""
    features = [dt.Ordinal(one.name, *_by_name(one)) if isinstance(one, dt.Ordinal) else one for one in data.features]
    return attrs.evolve(data, features=features), learner


def _by_name(feature: dt.Categorical) -> tuple[list[Any], list[int]]:
    names = sorted(feature.categories)
    return names, [names.index(feature.categories[code]) for code in feature.codes]


bug(
    "ordered_categories_in_the_order_of_their_names",
    "branches_cut_along_the_order_of_categories", "ordered_categories_are_cut_halfway",
    **learning(in_order_of_names),
)  # fmt: skip


def cut_below_the_next(splits: Splits, data: dt.Dataset) -> Splits:
    """Cut ordered categories below the next that occurs, not halfway."""

    def moved(split: dt.ScoredSplit) -> dt.ScoredSplit:
        column = data.feature(split.question.feature)
        if not isinstance(column, dt.Ordinal) or not isinstance(split.question, dt.OneOf):
            return split
        above = min(code for code in column.codes.tolist() if column.categories[code] not in split.question.categories)
        return attrs.evolve(split, question=dt.OneOf(column.name, column.categories[:above]))

    return tuple(map(moved, splits))


bug(
    "ordered_categories_cut_below_the_next",
    "ordered_categories_are_cut_halfway",
    **from_candidates(cut_below_the_next),
)  # fmt: skip

# --- growing ----------------------------------------------------------------------------------------------------


def endless(data: dt.Dataset, learner: dt.Learner) -> dt.Tree:
    """Split until pure: rows that differ in their target alone are split for ever."""
    tree = dt.grow(data, learner)
    if learner.stopping == dt.Stopping() and any(len(dt.leaves(tree)) and _mixed(leaf) for leaf in dt.leaves(tree)):
        message = "maximum recursion depth exceeded"
        raise RecursionError(message)
    return tree


def _mixed(leaf: dt.Leaf) -> bool:
    return isinstance(leaf.summary, dt.ClassCounts) and sum(map(bool, leaf.summary.counts)) > 1


bug(
    "D50_contradictory_rows_never_end",
    "trees_are_no_larger_than_their_data", "contradictory_rows",
    grow=endless,
)  # fmt: skip


def grow_needs_two(data: dt.Dataset, learner: dt.Learner) -> dt.Tree:
    if len(data) == 1:
        message = "index 0 is out of bounds for axis 0 with size 0"
        raise IndexError(message)
    return dt.grow(data, learner)


bug("D51_one_row_crashes", "leaves_partition_the_training_rows", "children_add_up", grow=grow_needs_two)


def sorting(data: dt.Dataset, learner: dt.Learner) -> dt.Tree:
    """Sort the first column in place, as if it were a copy."""
    tree = dt.grow(data, learner)
    first = data.features[0]
    column = first.values if isinstance(first, dt.Numeric) else first.codes
    column.setflags(write=True)
    column.sort()
    return tree


bug("D54_the_callers_data_is_sorted", "growing_changes_nothing_and_repeats", grow=sorting)
bug(
    "json_rounds_its_thresholds",
    "json_loses_nothing",
    to_json=lambda tree: re.sub(r'"threshold": "(-?[0-9.]{1,3})[^"]*"', r'"threshold": "\1"', dt.to_json(tree)),
)


# --- predicting -------------------------------------------------------------------------------------------------


def less_than(tree: dt.Tree) -> dt.Tree:
    """Return *tree* with each cut read as ``<``."""

    def question(asked: Any) -> Any:
        if not isinstance(asked, dt.Threshold):
            return asked
        return attrs.evolve(asked, threshold=nextafter(asked.threshold, -inf))

    return _rebuilt(tree, question, lambda children: children)


def swapped(tree: dt.Tree) -> dt.Tree:
    return _rebuilt(tree, lambda asked: asked, lambda children: children[::-1])


def _rebuilt(tree: dt.Tree, question: Callable[[Any], Any], order: Callable[[Any], Any]) -> dt.Tree:
    def branch(node: dt.Branch, children: tuple[dt.Tree, ...]) -> dt.Tree:
        return dt.Branch(node.summary, question(node.question), order(children))

    def leaf(node: dt.Leaf) -> dt.Tree:
        return node

    return dt.fold(tree, leaf, branch)


bug(
    "D56_less_than_at_the_cut",
    "rows_end_where_the_answers_lead",
    predict=lambda tree, data, **options: dt.predict(less_than(tree), data, **options),
)
bug(
    "D56_children_swapped",
    "rows_end_where_the_answers_lead", "consistent_data_is_learned",
    predict=lambda tree, data, **options: dt.predict(swapped(tree), data, **options),
)  # fmt: skip
bug("D58_depth_from_one", "depth_counts_questions", depth=lambda tree: dt.depth(tree) + 1)
bug(
    "D58_max_depth_from_one",
    "stopping_rule_is_obeyed",
    **learning(lambda data, learner: (data, with_limits(learner, max_depth=_one_less(learner.stopping.max_depth)))),
)


def _one_less(depth: int | None) -> int | None:
    return depth if depth is None else max(depth - 1, 0)


def median_leaf(tree: dt.Tree, data: Any, **options: Any) -> Any:
    said = dt.predict(tree, data, **options)
    return said if isinstance(tree.summary, dt.ClassCounts) else np.round(said)


bug("leaf_rounds_the_mean", "leaf_mean_optimal", "rows_end_where_the_answers_lead", predict=median_leaf)


def first_class_leaf(tree: dt.Tree, data: Any, **options: Any) -> Any:
    said = dt.predict(tree, data, **options)
    return np.array([tree.summary.classes[0]] * len(said)) if isinstance(tree.summary, dt.ClassCounts) else said


bug("leaf_says_the_first_class", "leaf_mean_optimal", "consistent_data_is_learned", predict=first_class_leaf)

# --- slips of the notes -----------------------------------------------------------------------------------------


def without_replacement(summary: dt.ClassCounts) -> Exact:
    weight = summary.weight
    return dt.gini(summary) * Fraction(weight) / (weight - 1) if weight > 1 else dt.gini(summary)


bug(
    "C_gini_of_two_different_rows",
    "gini_is_disagreement", "impurity_follows_its_definition", "impurity_is_bounded",
    gini=without_replacement,
)  # fmt: skip
bug(
    "B_entropy_without_its_sign",
    "impurity_is_zero_when_pure_only", "evening_out_raises_impurity",
    entropy=lambda summary: -dt.entropy(summary),
)  # fmt: skip


def smallest_ratio(data: dt.Dataset, learner: dt.Learner) -> Splits:
    """Take the smallest gain ratio past the gate, as note C says."""
    best = dt.admissible_splits(data, learner)
    if learner.score == "gain" or not best:
        return best
    candidates = [s for s in dt.scored_splits(data, learner) if s.gain >= min(split.gain for split in best)]
    least = min(split.score for split in candidates)
    return tuple(split for split in candidates if split.score == least)


def one_category_for_subsets(data: dt.Dataset, learner: dt.Learner) -> dt.Tree:
    """Ask about one category where subsets are to be asked."""
    style: Any = {"subset": "equals"}.get(learner.questions.categories, learner.questions.categories)
    return dt.grow(data, attrs.evolve(learner, questions=attrs.evolve(learner.questions, categories=style)))


bug("subsets_of_one_category", "subsets_of_many_categories", grow=one_category_for_subsets)

bug(
    "C_smallest_gain_ratio",
    "gated_splits_are_the_optimal_ones",
    "gated_branches_ask_optimal_questions",
    **choosing(smallest_ratio),
)


def squares_counted_twice(data: dt.Dataset, learner: dt.Learner) -> Splits:
    """Weigh each part's sum of squares by the part's size again, as note D writes the conditional squared error."""
    if not isinstance(dt.summarize(data), dt.Moments) or learner.score != "gain":
        return dt.admissible_splits(data, learner)

    def doubled(split: dt.ScoredSplit) -> Exact:
        parts: Any = split.parts
        return -sum((dt.squared_error(part) * part.weight**2 for part in parts), start=Exact(0))

    return rescored(doubled)(data, learner)


bug(
    "D_square_weighed_twice",
    "square_conditional",
    **choosing(squares_counted_twice),
)


def one_feature_left(data: dt.Dataset, learner: dt.Learner) -> dt.Tree:
    """Stop ID3 where one feature is left, as note D has it."""
    if learner.questions.categories != "each":
        return dt.grow(data, learner)
    summary = dt.summarize(data)
    best = dt.best_split(data, learner) if len(data.features) > 1 else None
    if best is None or stops(summary, learner):
        return dt.Leaf(summary)
    parts = [part.drop(best.question.feature) for part in dt.split(data, best.question)]
    return dt.Branch(summary, best.question, [one_feature_left(part, learner) for part in parts])


bug("D_stops_with_one_feature_left", "consistent_data_is_learned", "stopping_rule_is_obeyed", grow=one_feature_left)


def shared_features(data: dt.Dataset, learner: dt.Learner) -> dt.Tree:
    """Grow as note C's code: all nodes remove the feature they ask from one shared list."""
    left = list(data.feature_names)

    def grown(rows: dt.Dataset) -> dt.Tree:
        summary = dt.summarize(rows)
        unused = rows.drop(*(name for name in rows.feature_names if name not in left))
        best = dt.best_split(unused, learner) if unused.features else None
        if best is None or stops(summary, learner):
            return dt.Leaf(summary)
        left.remove(best.question.feature)
        return dt.Branch(summary, best.question, [grown(part) for part in dt.split(rows, best.question)])

    return grown(data) if learner.questions.categories == "each" else dt.grow(data, learner)


bug("C_siblings_share_the_features", "stopping_rule_is_obeyed", grow=shared_features)

# --- right, by other conventions --------------------------------------------------------------------------------

variant("cut_at_the_value_below", **moved_cuts(lambda low, _: low))
variant("cut_just_below_the_value_above", **moved_cuts(lambda _, high: nextafter(high, -inf)))
variant("last_of_the_optimal", **choosing(lambda data, learner: dt.admissible_splits(data, learner)[::-1]))


def other_side(splits: Splits, data: dt.Dataset) -> Splits:
    """Word each question about one category or a set of them by the other categories: the children change places."""

    def turned(split: dt.ScoredSplit) -> dt.ScoredSplit:
        question = split.question
        if not isinstance(question, dt.Equals | dt.OneOf):
            return split
        mine = (question.category,) if isinstance(question, dt.Equals) else question.categories
        column = data.feature(question.feature)
        every = column.categories if isinstance(column, dt.Ordinal) else sorted(set(column))
        others = [category for category in every if category not in mine]
        return attrs.evolve(split, question=dt.OneOf(question.feature, others), parts=split.parts[::-1])

    return tuple(map(turned, splits))


variant("children_mirrored", **from_candidates(other_side))


variant("majority_tie_to_the_last_class", predict=lambda tree, data, **options: _last_majority(tree, data, options))


def _last_majority(tree: dt.Tree, data: Any, options: dict[str, Any]) -> Any:
    if not isinstance(tree.summary, dt.ClassCounts):
        return dt.predict(tree, data, **options)
    paths = dt.apply(tree, data, **options)
    return np.array([_last_of(dt.subtree_at(tree, path).summary) for path in paths])


def _last_of(summary: Any) -> Any:
    return max(zip(summary.counts, range(len(summary.counts)), summary.classes, strict=True))[2]


def average_of_all(data: dt.Dataset, learner: dt.Learner) -> Splits:
    """Take the gate's average over all features, a constant column's gain of 0 among them."""
    free = dt.admissible_splits(data, attrs.evolve(learner, gate="none"))
    if learner.gate == "none" or learner.score == "gain":
        return free
    splits = dt.scored_splits(data, learner)
    best = dict.fromkeys(data.feature_names, Exact(0))
    for split in splits:
        best[split.question.feature] = max(best[split.question.feature], split.gain)
    average = sum(best.values(), start=Exact(0)) / len(best)
    passing = [s for s in splits if s.gain > average or (learner.gate == "at_least" and s.gain == average)]
    return optimal_among(passing, attrs.evolve(learner, gate="none"))


variant("gate_averages_over_constant_columns_too", grants=Grants(gate="all"), **choosing(average_of_all))


def depth_by_levels(tree: dt.Tree) -> int:
    return len({level for _, level in preorder(tree)}) - 1


variant("depth_by_levels", depth=depth_by_levels)


# --- limits on leaves -------------------------------------------------------------------------------------------


def cut_short(tree: dt.Tree, limit: int, order: Callable[[dict[dt.Path, Any]], list[dt.Path]]) -> dt.Tree:
    """Return *tree* with so many leaves: that branch is kept next which is first in *order* of those that are ready."""
    ends: dict[dt.Path, Any] = {(): tree}
    while len(ends) < limit and (ready := order({t: node for t, node in ends.items() if isinstance(node, dt.Branch)})):
        t = ready[0]
        ends |= {(*t, place): child for place, child in enumerate(ends.pop(t).children)}
    for t, node in ends.items():
        tree = dt.replace_at(tree, t, dt.Leaf(node.summary))
    return tree


def limited(order: Callable[[dict[dt.Path, Any]], list[dt.Path]]) -> dict[str, Any]:
    return {"best_first": lambda tree, limit: cut_short(tree, limit, order)}


def per_row(branches: dict[dt.Path, Any]) -> list[dt.Path]:
    """Return the largest gain first, whatever the weight of its rows."""
    gains = {t: best_first.risk_lowered(node) / node.summary.weight for t, node in branches.items()}
    return sorted(gains, key=gains.__getitem__, reverse=True)


BEST_FIRST = "leaves_are_split_best_first"
bug("B01_leaves_are_split_branch_by_branch", BEST_FIRST, **limited(sorted))
bug("B02_leaves_are_split_level_by_level", BEST_FIRST, **limited(lambda ready: sorted(ready, key=len)))
bug("B03_the_largest_gain_comes_first", BEST_FIRST, **limited(per_row))
bug("B04_branches_are_counted_for_leaves", BEST_FIRST, best_first=lambda tree, limit: dt.best_first(tree, limit + 1))
bug("B05_one_leaf_too_few", BEST_FIRST, best_first=lambda tree, limit: dt.best_first(tree, max(limit - 1, 1)))
