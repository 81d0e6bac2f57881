"""Laws of invariance: changes of the data that leave the tree as it is, or change it in the same way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from dtrees.data.dataset import Categorical, Classes, Feature, Numeric
from dtrees.data.plain import columns_of, targets_of
from dtrees.laws.definitions import Partition, visits, weights_of
from dtrees.laws.law import law, require_equal
from dtrees.laws.splitting import chosen
from dtrees.laws.transform import (
    limits_scaled,
    map_tree,
    moments_scaled,
    repeated,
    summary_times,
    with_categories_permuted,
    with_classes_in_order,
    with_features,
    with_labels,
    with_responses_scaled,
    with_values_mapped,
)
from dtrees.trees.summary import ClassCounts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dtrees.data.dataset import Dataset
    from dtrees.growing.learner import Learner
    from dtrees.laws.definitions import Rows
    from dtrees.laws.system import System
    from dtrees.trees.paths import Path
    from dtrees.trees.tree import Tree


def rows_by_path(tree: Tree, data: Dataset) -> dict[Path, Rows]:
    """Return the rows that reach each node, by the node's path."""
    return {path: rows for path, _, rows in visits(tree, data)}


def partitions(splits: Any, data: Dataset) -> set[tuple[str, Partition]]:
    """Return the feature and the partition of each split."""
    return set(chosen(splits, data))


@law("shuffled_trials", grown="compared")
def row_order_never_matters(system: System, data: Dataset, learner: Learner, order: Sequence[int]) -> None:
    """The tree does not depend on the order of the rows.

    [CART84 §2.4; ZHOU16 figure 4.2]
    """
    require_equal(system.grow(data.take(order), learner), system.grow(data, learner))


@law("class_order_trials", grown="compared")
def classes_may_be_renamed(system: System, data: Dataset, learner: Learner, order: Sequence[int]) -> None:
    """Renaming the classes, their order kept, renames them in the tree and changes nothing else.

    [CART84 §2.4]
    """
    labels = [f"class {new}" for new in order]
    renamed = map_tree(system.grow(data, learner), lambda counts: ClassCounts(counts.counts, labels))
    require_equal(system.grow(with_labels(data, labels), learner), renamed)


@law("class_order_trials", grown="compared")
def class_order_settles_ties_alone(system: System, data: Dataset, learner: Learner, order: Sequence[int]) -> None:
    """Stating the classes in another order permutes the counts and changes no question.

    [CART84 def. 2.5, impurities are symmetric]
    """

    def permuted(counts: ClassCounts) -> ClassCounts:
        return ClassCounts([counts.counts[old] for old in order], [counts.classes[old] for old in order])

    expected = map_tree(system.grow(data, learner), permuted)
    require_equal(system.grow(with_classes_in_order(data, order), learner), expected)


@law("renaming_trials", grown="compared")
def categories_may_be_renamed_in_order(
    system: System, data: Dataset, learner: Learner, _orders: Mapping[str, Sequence[int]]
) -> None:
    """Renaming categories without changing their order renames them in the tree's questions, nothing else.

    [CART84 §2.4.1; QUINLAN86 §4]
    """

    def new(category: object) -> str:
        return f"<{category}>"

    def feature(old: Feature) -> Feature:
        assert isinstance(old, Categorical)  # noqa: S101 (the strategy gives categories)
        return Categorical(old.name, [new(category) for category in old.categories], old.codes)

    def question(asked: Any) -> Any:
        if hasattr(asked, "category"):
            return attrs.evolve(asked, category=new(asked.category))
        return attrs.evolve(asked, categories=[new(category) for category in asked.categories])

    expected = map_tree(system.grow(data, learner), lambda summary: summary, question)
    require_equal(system.grow(with_features(data, feature), learner), expected)


@law("renaming_trials")
def categories_have_no_order(
    system: System, data: Dataset, learner: Learner, orders: Mapping[str, Sequence[int]]
) -> None:
    """Exchanging the names of categories in any way leaves the optimal partitions as they are.

    [CART84 §2.4.1; QUINLAN86 §4]
    """
    other = with_features(data, lambda feature: with_categories_permuted(feature, orders))
    got = partitions(system.admissible_splits(other, learner), other)
    require_equal(got, partitions(system.admissible_splits(data, learner), data))


@law("mapped_trials", grown="compared")
def numbers_have_an_order_only(
    system: System, data: Dataset, learner: Learner, images: Mapping[str, Sequence[float]]
) -> None:
    """A strictly increasing map of a numeric feature leaves every node's rows as they are.

    [CART84 §2.4.1, thresholds are invariant under monotone maps; NOTE_B 9.2.2]
    """
    mapped = with_features(data, lambda feature: with_values_mapped(feature, images[feature.name]))
    got = rows_by_path(system.grow(mapped, learner), mapped)
    require_equal(got, rows_by_path(system.grow(data, learner), data))


@law("mapped_trials")
def numbers_may_be_reversed(
    system: System, data: Dataset, learner: Learner, images: Mapping[str, Sequence[float]]
) -> None:
    """A strictly decreasing map of a numeric feature leaves the optimal partitions as they are.

    [CART84 §2.4.1]
    """
    other = with_features(data, lambda feature: with_values_mapped(feature, images[feature.name][::-1]))
    got = partitions(system.admissible_splits(other, learner), other)
    require_equal(got, partitions(system.admissible_splits(data, learner), data))


@law("scaled_trials", grown="compared")
def responses_may_be_shifted_and_scaled(
    system: System, data: Dataset, learner: Learner, scale: float, shift: float
) -> None:
    """Responses a y + b give the same questions; gains and limits on them grow by a^2.

    i'(t) = a^2 i(t)      [CART84 §8.3; NOTE_D CART]
    """
    other, theirs = with_responses_scaled(data, scale, shift), limits_scaled(learner, impurity=scale**2)
    expected = map_tree(system.grow(data, learner), lambda moments: moments_scaled(moments, scale, shift))
    require_equal(system.grow(other, theirs), expected)
    gains = [split.gain * scale**2 for split in system.admissible_splits(data, learner)]
    require_equal([split.gain for split in system.admissible_splits(other, theirs)], gains)


@law("whole_weight_trials", grown="compared")
def whole_weights_repeat_rows(system: System, data: Dataset, learner: Learner) -> None:
    """A row of weight n is the row n times, in every limit too.

    [CART84 §4.4; C45 ch. 3]
    """
    require_equal(system.grow(data, learner), system.grow(repeated(data), learner))


@law("weight_scale_trials", grown="compared")
def weight_scale_cancels(system: System, data: Dataset, learner: Learner, scale: float) -> None:
    """Weights in another unit give the same tree, once the limits on weight are in that unit too.

    [CART84 §4.4]
    """
    other = attrs.evolve(data, weights=data.weights * scale)
    expected = map_tree(system.grow(data, learner), lambda summary: summary_times(summary, scale))
    require_equal(system.grow(other, limits_scaled(learner, weight=scale)), expected)


@law("weightless_trials", grown="compared")
def weightless_rows_are_no_rows(system: System, data: Dataset, learner: Learner, extra: Sequence[int]) -> None:
    """Rows of weight 0 are as if they were not there, whatever they hold.

    [CART84 §4.4]
    """
    columns, targets = columns_of(data), targets_of(data)
    classes = {"classes": data.target.labels} if isinstance(data.target, Classes) else {}
    longer = {name: [*column, *(column[row] for row in extra)] for name, column in columns.items()}
    longer |= {f.name: [*columns[f.name], *(9.5 for _ in extra)] for f in data.features[:1] if isinstance(f, Numeric)}
    weights = [*map(float, weights_of(data)), *(0.0 for _ in extra)]
    opposite = [targets[-1 - row] for row in extra]
    got = system.remade(longer, [*targets, *opposite], weights=weights, **classes)
    plain = system.remade(columns, targets, weights=weights[: len(data)], **classes)
    require_equal(_unnamed(system.grow(got, learner)), _unnamed(system.grow(plain, learner)))


def _unnamed(tree: Tree) -> Tree:
    """Return *tree* with classes of count 0 left out of its summaries: implementations may list them or not."""

    def present(summary: Any) -> Any:
        if not isinstance(summary, ClassCounts):
            return summary
        kept = [(count, label) for count, label in zip(summary.counts, summary.classes, strict=True) if count]
        return ClassCounts(*map(list, zip(*kept, strict=True)))

    return map_tree(tree, present)
