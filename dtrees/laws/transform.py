"""Data, learners and trees carried along by a change that should not matter."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from dtrees.data.dataset import Categorical, Classes, Dataset, Feature, Numeric, Responses
from dtrees.trees.summary import ClassCounts, Moments
from dtrees.trees.traversal import fold
from dtrees.trees.tree import Branch, Leaf, Tree

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from dtrees.growing.learner import Learner


def with_column(data: Dataset, feature: Feature) -> Dataset:
    """Return *data* with one more feature, the last."""
    return attrs.evolve(data, features=(*data.features, feature))


def with_features(data: Dataset, change: Callable[[Feature], Feature]) -> Dataset:
    """Return *data* with each feature changed."""
    return attrs.evolve(data, features=tuple(map(change, data.features)))


def repeated(data: Dataset) -> Dataset:
    """Return *data*, whose weights are whole, with each row as often as it weighs, of weight 1."""
    rows = np.repeat(np.arange(len(data)), data.weights.astype(np.int64))
    return attrs.evolve(data.take(rows), weights=np.ones(len(rows)))


def with_classes_in_order(data: Dataset, order: Sequence[int]) -> Dataset:
    """Return *data* with its classes stated in another order: the new place i is the old place order[i]."""
    classes = _classes(data)
    place = {old: new for new, old in enumerate(order)}
    target = Classes([classes.labels[old] for old in order], [place[int(code)] for code in classes.codes])
    return attrs.evolve(data, target=target)


def with_labels(data: Dataset, labels: Sequence[Any]) -> Dataset:
    """Return *data* with its classes renamed, their order kept."""
    return attrs.evolve(data, target=Classes(tuple(labels), _classes(data).codes))


def _classes(data: Dataset) -> Classes:
    assert isinstance(data.target, Classes)  # noqa: S101 (the strategies give classes)
    return data.target


def with_categories_permuted(feature: Feature, orders: Mapping[str, Sequence[int]]) -> Feature:
    """Return *feature* with its categories renamed among themselves: code c becomes orders[name][c]."""
    if isinstance(feature, Numeric):
        return feature
    order = orders[feature.name]
    return Categorical(feature.name, feature.categories, [order[code] for code in feature.codes])


def with_values_mapped(feature: Feature, images: Sequence[float]) -> Feature:
    """Return the numeric *feature* with its i-th smallest value replaced by images[i]."""
    assert isinstance(feature, Numeric)  # noqa: S101 (the strategies give numbers)
    return Numeric(feature.name, np.asarray(images)[np.unique(feature.values, return_inverse=True)[1]])


def with_responses_scaled(data: Dataset, scale: float, shift: float) -> Dataset:
    """Return *data* with responses scale * y + shift."""
    assert isinstance(data.target, Responses)  # noqa: S101 (the strategies give numbers)
    return attrs.evolve(data, target=Responses(data.target.values * scale + shift))


def moments_scaled(moments: Moments, scale: float, shift: float) -> Moments:
    """Return the moments of scale * y + shift."""
    a, b = Fraction(scale), Fraction(shift)
    n, total, squares = moments.weight, moments.total, moments.squares
    return Moments(n, a * total + b * n, a * a * squares + 2 * a * b * total + b * b * n)


def summary_times(summary: Any, factor: float) -> Any:
    """Return the summary of the same rows, each of *factor* times the weight."""
    times = Fraction(factor)
    if isinstance(summary, ClassCounts):
        return ClassCounts([count * times for count in summary.counts], summary.classes)
    return Moments(summary.weight * times, summary.total * times, summary.squares * times)


def limits_scaled(learner: Learner, *, impurity: float = 1, weight: float = 1) -> Learner:
    """Return *learner* with its limits in units changed by these factors."""
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


def map_tree(tree: Tree, summary: Callable[[Any], Any], question: Callable[[Any], Any] = lambda asked: asked) -> Tree:
    """Return *tree* with each summary and each question changed."""

    def leaf(node: Leaf) -> Tree:
        return Leaf(summary(node.summary))

    def branch(node: Branch, children: tuple[Tree, ...]) -> Tree:
        return Branch(summary(node.summary), question(node.question), children)

    return fold(tree, leaf, branch)
