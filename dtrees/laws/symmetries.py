"""Laws of invariance: changes of the data that leave the tree as it is, or change it in the same way."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from dtrees.data.dataset import Classes, Dataset, Numeric, Responses
from dtrees.laws.definitions import visits, weights_of
from dtrees.laws.law import law, require_equal
from dtrees.laws.plain import columns_of, targets_of
from dtrees.trees.summary import ClassCounts, Moments
from dtrees.trees.tree import Branch, Leaf, Tree, fold

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from dtrees.growing.learner import Learner
    from dtrees.laws.system import System


def map_tree(tree: Tree, summary: Callable[[Any], Any], question: Callable[[Any], Any] = lambda asked: asked) -> Tree:
    """Return *tree* with the functions *summary* and *question* applied to those of every node."""

    def branch(node: Branch, children: tuple[Tree, ...]) -> Tree:
        return Branch(summary(node.summary), question(node.question), children)

    return fold(tree, lambda leaf: Leaf(summary(leaf.summary)), branch)


def limits_scaled(learner: Learner, *, impurity: float = 1, weight: float = 1) -> Learner:
    """Return *learner* with its stopping limits converted for impurities and weights multiplied by these factors."""
    rule, i, w = learner.stopping, Fraction(impurity), Fraction(weight)
    scaled = attrs.evolve(
        rule,
        min_split=rule.min_split * w,
        min_leaf=rule.min_leaf * w,
        min_gain=rule.min_gain * i,
        min_impurity=rule.min_impurity * i,
        min_risk=rule.min_risk * i * w,
    )
    return attrs.evolve(learner, stopping=scaled)


def repeated(data: Dataset) -> Dataset:
    """Return *data* with each row of weight n, a whole number, replaced by n rows of weight 1."""
    rows = np.repeat(np.arange(len(data)), data.weights.astype(np.int64))
    return attrs.evolve(data.take(rows), weights=np.ones(len(rows)))


@law("shuffled_trials", "CART84 §2.4; ZHOU16 figure 4.2", grown="compared")
def row_order_never_matters(system: System, data: Dataset, learner: Learner, order: Sequence[int]) -> None:
    """The tree does not depend on the order of the rows."""
    require_equal(system.grow(data.take(order), learner), system.grow(data, learner))


@law("class_order_trials", "CART84 §2.4", grown="compared")
def classes_may_be_renamed(system: System, data: Dataset, learner: Learner, order: Sequence[int]) -> None:
    """Renaming the classes, their order kept, renames them in the tree and changes nothing else."""
    target: Any = data.target
    labels = [f"class {new}" for new in order]
    renamed = attrs.evolve(data, target=Classes(labels, target.codes))
    expected = map_tree(system.grow(data, learner), lambda counts: ClassCounts(counts.counts, labels))
    require_equal(system.grow(renamed, learner), expected)


@law("class_order_trials", "CART84 def. 2.5, impurities are symmetric", grown="compared")
def class_order_settles_ties_alone(system: System, data: Dataset, learner: Learner, order: Sequence[int]) -> None:
    """Stating the classes in another order permutes the counts and changes no question."""
    target: Any = data.target
    labels = [target.labels[old] for old in order]
    turned = attrs.evolve(data, target=Classes(labels, [order.index(code) for code in target.codes]))
    expected = map_tree(
        system.grow(data, learner), lambda counts: ClassCounts([counts.counts[old] for old in order], labels)
    )
    require_equal(system.grow(turned, learner), expected)


@law("renaming_trials", "CART84 §2.4.1; QUINLAN86 §4", grown="compared")
def categories_may_be_renamed_in_order(system: System, data: Dataset, learner: Learner) -> None:
    """Renaming categories without changing their order renames them in the tree's questions, nothing else."""

    def new(category: object) -> str:
        return f"<{category}>"

    def question(asked: Any) -> Any:
        if hasattr(asked, "category"):
            return attrs.evolve(asked, category=new(asked.category))
        return attrs.evolve(asked, categories=[new(category) for category in asked.categories])

    olds: Any = data.features
    renamed = [type(old)(old.name, [new(category) for category in old.categories], old.codes) for old in olds]
    expected = map_tree(system.grow(data, learner), lambda summary: summary, question)
    require_equal(system.grow(attrs.evolve(data, features=renamed), learner), expected)


@law("mapped_trials", "CART84 §2.4.1, thresholds are invariant under monotone maps; NOTE_B 9.2.2", grown="compared")
def numbers_have_an_order_only(
    system: System, data: Dataset, learner: Learner, images: Mapping[str, Sequence[float]]
) -> None:
    """A strictly increasing map of a numeric feature leaves every node's rows as they are."""

    def image(feature: Any) -> Numeric:
        places = np.unique(feature.values, return_inverse=True)[1]
        return Numeric(feature.name, np.asarray(images[feature.name])[places])

    mapped = attrs.evolve(data, features=[image(feature) for feature in data.features])
    got, expected = (
        {path: rows for path, _, rows in visits(system.grow(each, learner), each)} for each in (mapped, data)
    )
    require_equal(got, expected)


@law("scaled_trials", "CART84 §8.3; NOTE_D CART", grown="compared")
def responses_may_be_shifted_and_scaled(
    system: System, data: Dataset, learner: Learner, scale: float, shift: float
) -> None:
    """Responses a y + b give the same questions as y; gains, and limits on them, grow by the factor a^2.

    i'(t) = a^2 i(t)
    """
    a, b = Fraction(scale), Fraction(shift)

    def moved(old: Moments) -> Moments:
        squares = a * a * old.squares + 2 * a * b * old.total + b * b * old.weight
        return Moments(old.weight, a * old.total + b * old.weight, squares)

    target: Any = data.target
    other = attrs.evolve(data, target=Responses(target.values * scale + shift))
    theirs, expected = limits_scaled(learner, impurity=scale**2), map_tree(system.grow(data, learner), moved)
    require_equal(system.grow(other, theirs), expected)
    gains = [split.gain * scale**2 for split in system.admissible_splits(data, learner)]
    require_equal([split.gain for split in system.admissible_splits(other, theirs)], gains)


@law("whole_weight_trials", "CART84 §4.4; C45 ch. 3", grown="compared")
def whole_weights_repeat_rows(system: System, data: Dataset, learner: Learner) -> None:
    """A row of weight n counts as n rows of weight 1, in every limit too."""
    require_equal(system.grow(data, learner), system.grow(repeated(data), learner))


@law("weight_scale_trials", "CART84 §4.4", grown="compared")
def weight_scale_cancels(system: System, data: Dataset, learner: Learner, scale: float) -> None:
    """Weights in another unit give the same tree, once the limits on weight are in that unit too."""
    unit = Fraction(scale)

    def times(old: Any) -> Any:
        if isinstance(old, ClassCounts):
            return ClassCounts([count * unit for count in old.counts], old.classes)
        return Moments(old.weight * unit, old.total * unit, old.squares * unit)

    other = attrs.evolve(data, weights=data.weights * scale)
    expected = map_tree(system.grow(data, learner), times)
    require_equal(system.grow(other, limits_scaled(learner, weight=scale)), expected)


@law("weightless_trials", "CART84 §4.4", grown="compared")
def weightless_rows_are_no_rows(system: System, data: Dataset, learner: Learner, extra: Sequence[int]) -> None:
    """Rows of weight 0 change nothing in the tree, whatever values and targets they have."""
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
