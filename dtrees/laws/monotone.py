"""Laws of monotone constraints: what trees predict, which questions they ask, what they are without a constraint."""

from __future__ import annotations

from fractions import Fraction
from math import inf
from typing import TYPE_CHECKING, Any

from dtrees.growing.best_split import optimal_among, scored_splits
from dtrees.laws.definitions import children_of, chosen, parts_of, reached, summaries_of
from dtrees.laws.growing import stops
from dtrees.laws.law import law, require, require_equal, require_rows
from dtrees.laws.plain import columns_of
from dtrees.trees.summary import ClassCounts
from dtrees.trees.tree import Branch, Leaf

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from dtrees.data.dataset import Dataset
    from dtrees.growing.learner import Learner
    from dtrees.laws.system import System
    from dtrees.trees.paths import Path
    from dtrees.trees.summary import Summary
    from dtrees.trees.tree import Tree


def own_value(t: Summary) -> Fraction:
    """Return the mean, or of two classes the share of the second."""
    return Fraction(t.counts[1], t.weight) if isinstance(t, ClassCounts) else Fraction(t.total, t.weight)


def within(tree: Tree, data: Dataset, signs: Mapping[str, int]) -> Iterator[tuple[Path, Tree, Dataset, Any]]:
    """Yield each node with its path, its rows and its bounds, the least value and the largest."""
    bounds: dict[Path, Any] = {(): (-inf, inf)}
    for path, node, here in reached(tree, data):
        low, high = bounds[path]
        yield path, node, here, (low, high)
        if isinstance(node, Branch):
            values = [own_value(t) for t in summaries_of(here, children_of(here, node.question))]
            middle = sum([min(max(value, low), high) for value in values]) / 2
            sides = {1: [(low, middle), (middle, high)], -1: [(middle, high), (low, middle)]}
            below = sides.get(signs.get(node.question.feature, 0), [(low, high)] * len(values))
            bounds |= {(*path, place): each for place, each in enumerate(below)}


@law("monotone_trials", "AUGUSTE20 basic method")
def monotone_predictions_keep_their_direction(
    system: System, data: Dataset, learner: Learner, constraints: Mapping[str, int]
) -> None:
    """Where a constrained number alone rises, what the tree predicts never falls, or never rises.

    x_j <= x'_j implies sign_j f(x) <= sign_j f(x'), the rows being equal but for x_j
    """
    tree, columns = system.grow_monotone(data, learner, constraints), columns_of(data)
    for name, sign in constraints.items():
        values = sorted({*columns[name]}, reverse=sign < 0)
        for row in range(len(data)):
            along = {other: [column[row]] * len(values) for other, column in columns.items()} | {name: values}
            found = system.predict_monotone(tree, along, constraints).tolist()
            ranks = [data.target.labels.index(one) for one in found] if hasattr(data.target, "labels") else found
            require(ranks == sorted(ranks), f"predictions in order along {name!r} from row {row}", found)


@law("monotone_trials", "AUGUSTE20 basic method")
def monotone_predictions_are_cut_to_their_bounds(
    system: System, data: Dataset, learner: Learner, constraints: Mapping[str, int]
) -> None:
    """A row's leaf predicts its own value, or the bound that this passes; above 1/2 it is the second class.

    min(max(v(t), low), high); a child's bound is the middle of both children's values
    """
    tree, rows = system.grow_monotone(data, learner, constraints), columns_of(data)
    expected: dict[int, Any] = {}
    numbered = {tuple(row): number for number, row in enumerate(zip(*rows.values(), strict=True))}
    for _, node, here, (low, high) in within(tree, data, constraints):
        value = min(max(own_value(node.summary), low), high)
        label = data.target.labels[value > Fraction(1, 2)] if hasattr(data.target, "labels") else float(value)
        expected |= {numbered[row]: label for row in zip(*columns_of(here).values(), strict=True)}
    got = system.predict_monotone(tree, rows, constraints).tolist()
    places = sorted(expected)
    require_rows([got[place] for place in places], [expected[place] for place in places], [{}] * len(places))


@law("monotone_trials", "AUGUSTE20 basic method", grown="judged")
def monotone_branches_ask_the_best_question_that_keeps_the_constraints(
    system: System, data: Dataset, learner: Learner, constraints: Mapping[str, int]
) -> None:
    """Every branch asks the best of the questions whose children's own values are in order and within its bounds.

    low <= v_1 <= v_2 <= high of a column whose sign is 1, low <= v_2 <= v_1 <= high of one whose sign is -1
    """
    tree = system.grow_monotone(data, learner, constraints)
    for path, node, here, (low, high) in within(tree, data, constraints):
        kept = []
        for one in scored_splits(here, learner):
            (v, w), sign = map(own_value, one.parts), constraints.get(one.feature, 0)
            kept += [one] * (not sign or (low <= min(v, w) <= max(v, w) <= high and sign * v <= sign * w))
        best = chosen(optimal_among(kept, learner), here)
        if stops(here, len(path), learner) or not best:
            require(isinstance(node, Leaf), f"a leaf at {path}", node)
        else:
            asked = isinstance(node, Branch) and (node.question.feature, parts_of(here, node.question))
            require(asked in best, best, (path, asked))


@law("monotone_trials", "AUGUSTE20 basic method", grown="compared")
def no_constraint_is_no_other_tree(
    system: System,
    data: Dataset,
    learner: Learner,
    constraints: Mapping[str, int],  # noqa: ARG001 (none is tried)
) -> None:
    """Without a constraint the tree is the one that is grown."""
    require_equal(system.grow_monotone(data, learner, {}), system.grow(data, learner))
