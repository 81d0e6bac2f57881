"""Laws of what a grown tree shows: where it cuts, what it states of its nodes, and that columns have no order."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import attrs

from dtrees.data.dataset import Categorical
from dtrees.errors import Unsupported
from dtrees.laws.definitions import best_subsets, gain_of, optimal_parts, parts_of, visits
from dtrees.laws.growing import stops
from dtrees.laws.law import law, require, require_equal
from dtrees.laws.predicting import best_labels
from dtrees.laws.system import numbers_of
from dtrees.trees.questions import Threshold
from dtrees.trees.summary import ClassCounts, summarize
from dtrees.trees.tree import Branch, Leaf

if TYPE_CHECKING:
    from dtrees.data.dataset import Dataset
    from dtrees.growing.learner import Learner
    from dtrees.laws.system import System


@law("trials", grown="judged")
def column_order_settles_ties_alone(system: System, data: Dataset, learner: Learner) -> None:
    """With its columns in the opposite order, a tree still asks optimal questions, and only such.

    [CART84 §2.4; LIHANG2 algorithms 5.2, 5.6]
    """
    turned = attrs.evolve(data, features=data.features[::-1])
    for path, node, rows in visits(system.grow(turned, learner), data):
        if isinstance(node, Branch):
            here = data.take(rows)
            made = node.question.feature, parts_of(here, node.question)
            require(made in optimal_parts(here, learner), optimal_parts(here, learner), (path, made))


@law("gate_trials", grown="judged")
def gated_branches_ask_optimal_questions(system: System, data: Dataset, learner: Learner) -> None:
    """Behind a gate, a branch asks a question of largest ratio among the features of gain enough; a leaf has none.

    argmax g_R subject to g >= the average gain, or > it      [C45 §2.2; ZHOU16 §4.2.2; NOTE_D]
    """
    for path, node, rows in visits(system.grow(data, learner), data):
        here = data.take(rows)
        best = optimal_parts(here, learner, gate_over=system.grants.gate)
        if stops(here, len(path), learner) or not best:
            require(isinstance(node, Leaf), f"a leaf at {path}", node)
        else:
            asked = isinstance(node, Branch) and (node.question.feature, parts_of(here, node.question))
            require(asked in best, best, (path, asked))


@law("many_category_trials", presumes=("a lone feature may be asked about",))
def subsets_of_many_categories(system: System, data: Dataset, learner: Learner) -> None:
    """Of ten categories and three classes the best subset is found, which no order of the categories shows.

    argmax over the 2^(k-1) - 1 ways to part k categories      [CART84 §2.4.1, §4.2.2]
    """
    if learner.questions.categories != "subset" or not isinstance(data.features[0], Categorical):
        message = "it does not ask for subsets"
        raise Unsupported(message)
    tree, impurity = system.grow(data, learner), learner.impurity_for(data).__name__
    best = best_subsets(data, impurity)
    most = gain_of(impurity, data, best[0])
    require(isinstance(tree, Branch), "a branch", tree)
    asked = parts_of(data, tree.question)  # type: ignore[union-attr]
    lost = most - gain_of(impurity, data, asked)
    require(lost <= system.grants.rounding([most] * len(data), divided=True), best, asked)


@law("cut_trials", presumes=("thresholds lie where the learner says",))
def branches_cut_where_they_are_said_to(system: System, data: Dataset, learner: Learner) -> None:
    """A branch cuts at the float64 nearest to midway between neighbours of its own rows, or at the lower one itself.

    s = (a + b) / 2, below b; or s = a      [CART84 §2.4.1; ZHOU16 eq. 4.7; QUINLAN96 §2]
    """
    for path, node, rows in visits(system.grow(data, learner), data):
        if isinstance(node, Branch) and isinstance(node.question, Threshold):
            cut, present = node.question.threshold, list(data.take(rows).feature(node.question.feature))
            low, high = max(value for value in present if value <= cut), min(value for value in present if value > cut)
            middle = float((Fraction(low) + Fraction(high)) / 2)
            midway = low if middle == high else middle
            right = low if learner.questions.numbers == "observed" else midway
            near = abs(Fraction(cut) - Fraction(right)) <= system.grants.rounding([low, high])
            require(near, f"a cut at {right} at {path}", cut)


@law("any_trials")
def nodes_state_their_rows(system: System, data: Dataset, learner: Learner) -> None:
    """The weight, value (class shares or mean), impurity, risk and prediction stated of a node are its rows'.

    N(t), p_k = N_k(t) / N(t) or the mean, i(t), the weight of the errors or the sum of squares,
    and a class of largest weight or the mean [CART84 §2.4, §8.3; LIHANG2 §5.5.1]
    """
    tree, stated = system.stated(data, learner)
    for path, _, rows in visits(tree, data):
        summary = summarize(data.take(rows))
        expected: dict[str, Any] = numbers_of(summary, learner.impurity_for(data))
        for name, got in stated.get(path, {}).items():
            if name == "prediction" and isinstance(summary, ClassCounts):
                require(got in best_labels(summary), f"one of {best_labels(summary)} at {path}", got)
            else:
                require_equal((path, name, got), (path, name, expected[name]))
