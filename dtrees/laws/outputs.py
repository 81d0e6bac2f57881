"""Laws of several outputs that one tree predicts: how mixed they are together, and what the tree says of each."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import attrs

from dtrees.data.dataset import Classes
from dtrees.data.outputs import Outputs
from dtrees.growing.cart import cart
from dtrees.growing.grow import grow
from dtrees.laws.definitions import nodes, weights_of
from dtrees.laws.law import law, require_equal
from dtrees.numbers.exact import Exact
from dtrees.pruning.cost_complexity import pruning_sequence
from dtrees.trees.split import split
from dtrees.trees.summary import summarize

if TYPE_CHECKING:
    from dtrees.data.dataset import Dataset
    from dtrees.growing.learner import Learner
    from dtrees.laws.system import System


def each_output(data: Dataset) -> list[Dataset]:
    """Return the data of each output alone."""
    return [attrs.evolve(data, target=target) for target in data.target.targets]  # type: ignore[union-attr]


def differences(data: Dataset) -> Fraction:
    """Return sum_ij w_i w_j d(y_i, y_j) / N, where d is [y_i != y_j] of classes, else half the squared difference."""
    weights, classes = list(map(Fraction, weights_of(data))), isinstance(data.target, Classes)
    rows: list[tuple[Fraction, Any]] = list(zip(weights, data.target, strict=True))
    apart = [w * v * (Fraction(y != z) if classes else Fraction(y - z) ** 2 / 2) for w, y in rows for v, z in rows]
    return sum(apart, Fraction(0)) / sum(weights)


@law("outputs_data", "DEATH02")
def mean_impurity_is_how_much_pairs_differ(system: System, data: Dataset) -> None:
    """By the mean impurity, the risk of a node is how much its pairs of rows differ, on the average of the outputs.

    N i = 1/m sum_j sum_ik w_i w_k d_j(i, k) / N, where d_j is 1 for unequal classes, or (y_i - y_k)^2 / 2
    """
    for rows in range(1, len(data) + 1):
        here = data.take(range(rows))
        summary, apart = summarize(here), list(map(differences, each_output(here)))
        risk = system.MeanImpurity()(summary) * Fraction(summary.weight)
        require_equal(risk, Exact(sum(apart, Fraction(0)) / len(apart)))


@law("trials", "DEATH02")
def equal_outputs_are_as_one(system: System, data: Dataset, learner: Learner) -> None:
    """Of a target that is taken several times, each output has the tree of one, with the same alphas.

    1/m sum_j i(t) = i(t)
    """
    several = attrs.evolve(data, target=Outputs([data.target] * 3))
    impurity = learner.impurity_for(data)
    together = attrs.evolve(learner, impurity=system.MeanImpurity(impurity))
    alone, found = grow(data, learner), grow(several, together)
    require_equal(system.output_of(found, 1), alone)
    sequences = pruning_sequence(found, impurity=together.impurity), pruning_sequence(alone, impurity=impurity)
    alphas = [[member.alpha for member in sequence] for sequence in sequences]
    require_equal(*alphas)


@law("outputs_data", "DEATH02")
def a_tree_of_several_outputs_sums_up_each(system: System, data: Dataset) -> None:
    """As a tree of one output, a tree of several asks the same questions, and each node sums up that output's rows."""
    tree = grow(data, cart())
    asked: dict[Any, Any] = {path: getattr(node, "question", None) for path, node in nodes(tree).items()}
    for output, alone in enumerate(each_output(data)):
        found = nodes(system.output_of(tree, output))
        require_equal({path: getattr(node, "question", None) for path, node in found.items()}, asked)
        waiting: list[tuple[Any, Dataset]] = [((), alone)]
        while waiting:
            path, rows = waiting.pop()
            require_equal(found[path].summary, summarize(rows))
            if asked[path]:
                waiting += [((*path, place), part) for place, part in enumerate(split(rows, asked[path]))]
