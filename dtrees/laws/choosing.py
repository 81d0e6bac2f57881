"""Laws of what a grown tree shows: where it cuts, what it states of its nodes, and that columns have no order."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import attrs

from dtrees.laws import naive
from dtrees.laws.law import law, require, require_equal
from dtrees.laws.predicting import best_labels
from dtrees.laws.system import numbers_of
from dtrees.questions import Threshold
from dtrees.summary import ClassCounts
from dtrees.tree import Branch

if TYPE_CHECKING:
    from dtrees.data import Dataset
    from dtrees.laws.system import System
    from dtrees.learner import Learner


@law("trials")
def column_order_settles_ties_alone(system: System, data: Dataset, learner: Learner) -> None:
    """With its columns in the opposite order, a tree still asks optimal questions, and only such.

    [CART84 §2.4; LIHANG2 algorithms 5.2, 5.6]
    """
    turned = attrs.evolve(data, features=data.features[::-1])
    for path, node, rows in naive.visits(system.grow(turned, learner), data):
        if isinstance(node, Branch):
            here = data.take(rows)
            made = node.question.feature, naive.parts_of(here, node.question)  # type: ignore[arg-type]
            require(made in naive.optimal_parts(here, learner), naive.optimal_parts(here, learner), (path, made))


@law("trials", presumes=("where a threshold lies",))
def branches_cut_where_they_are_said_to(system: System, data: Dataset, learner: Learner) -> None:
    """A branch cuts at the float64 nearest to midway between neighbours of its own rows, or at the lower one itself.

    s = (a + b) / 2, below b; or s = a      [CART84 §2.4.1; ZHOU16 eq. 4.7; QUINLAN96 §2]
    """
    for path, node, rows in naive.visits(system.grow(data, learner), data):
        if isinstance(node, Branch) and isinstance(node.question, Threshold):
            cut, present = node.question.threshold, naive.values_of(data.take(rows).feature(node.question.feature))
            low, high = max(value for value in present if value <= cut), min(value for value in present if value > cut)
            middle = float((Fraction(low) + Fraction(high)) / 2)
            midway = low if middle == high else middle
            require_equal((path, cut), (path, low if learner.questions.numbers == "observed" else midway))


@law("any_trials")
def nodes_state_their_rows(system: System, data: Dataset, learner: Learner) -> None:
    """The weight, the value (class shares or mean), the impurity and the prediction stated of a node are its rows'.

    N(t), p_k = N_k(t) / N(t) or the mean, i(t), and a class of largest weight or the mean
    [CART84 §2.4, §8.3; LIHANG2 §5.5.1]
    """
    tree, stated = system.stated(data, learner)
    for path, _, rows in naive.visits(tree, data):
        summary = naive.summary_of(data, rows)
        expected: dict[str, Any] = numbers_of(summary, learner.impurity_for(data))
        for name, got in stated.get(path, {}).items():
            if name == "prediction" and isinstance(summary, ClassCounts):
                require(got in best_labels(summary), f"one of {best_labels(summary)} at {path}", got)
            else:
                require_equal((path, name, got), (path, name, expected[name]))
