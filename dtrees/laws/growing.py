"""Laws of grown trees: the rows, question and numbers of each node, when growing stops, how large a tree can be."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import attrs

from dtrees.data.dataset import Categorical
from dtrees.errors import Unsupported
from dtrees.growing.gain import gain
from dtrees.growing.grow import stops as stops_at
from dtrees.growing.learner import Learner, Stopping
from dtrees.laws.definitions import (
    around_cut,
    children_of,
    cut_between,
    optimal_parts,
    parts_of,
    reached,
    require_ordered,
    summaries_of,
    visits,
    weights_of,
)
from dtrees.laws.law import as_text, law, require, require_equal
from dtrees.laws.plain import columns_of, targets_of
from dtrees.laws.predicting import best_labels
from dtrees.laws.splitting import PARTING, WHERE
from dtrees.laws.system import numbers_of
from dtrees.numbers.exact import Exact
from dtrees.numbers.quotient import Quotient
from dtrees.pruning.pruned_subtrees import is_pruned_subtree
from dtrees.trees.questions import Threshold
from dtrees.trees.summary import ClassCounts, summarize, total
from dtrees.trees.tree import Branch, Leaf, Tree, branches, leaves

if TYPE_CHECKING:
    from dtrees.data.dataset import Dataset
    from dtrees.laws.system import System
    from dtrees.trees.paths import Path

LEARNS: Final = ("a split that gains nothing is made", "a lone feature may be asked about")
"""The conventions without which a tree may stop before it fits its training rows."""


def stops(data: Dataset, level: int, learner: Learner) -> bool:
    """Return whether the stopping rule makes a leaf of a node at depth *level* that holds all rows of *data*."""
    return stops_at(summarize(data), learner.below(data, level))


def require_optimal_questions(tree: Tree, data: Dataset, learner: Learner) -> None:
    """Raise `LawBroken` unless every branch asks a question that is optimal for its rows."""
    for path, node, here in reached(tree, data):
        if isinstance(node, Branch):
            made = node.question.feature, parts_of(here, node.question)
            require(made in optimal_parts(here, learner), optimal_parts(here, learner), (path, made))


def distinct_rows(data: Dataset) -> int:
    """Return the number of distinct rows, their targets aside."""
    return len(set(zip(*columns_of(data).values(), strict=True)))


@law("any_trials", "CART84 §2.2; NOTE_D; NOTE_E")
def leaves_partition_the_training_rows(system: System, data: Dataset, learner: Learner) -> None:
    """Each training row reaches exactly one leaf, no leaf is empty, and every node's summary is that of its rows.

    D = union of D_t over the leaves t, disjoint
    """
    tree = system.grow(data, learner)
    arrived: list[int] = []
    for _, node, rows in visits(tree, data):
        require_equal(node.summary, summarize(data.take(rows)))
        require(rows, "rows at every node", node)
        arrived += rows if isinstance(node, Leaf) else ()
    require_equal(sorted(arrived), list(range(len(data))))


@law("any_trials", "CART84 §2.4; LIHANG2 §5.4")
def children_add_up(system: System, data: Dataset, learner: Learner) -> None:
    """A branch's summary is the sum of its children's, and the root's is that of all rows.

    N(t) = sum_c N(t_c)
    """
    tree = system.grow(data, learner)
    require_equal(tree.summary, summarize(data))
    for node in branches(tree):
        require_equal(total(child.summary for child in node.children), node.summary)


@law("trials", "CART84 §2.4; LIHANG2 algorithms 5.2, 5.6; ZHOU16 figure 4.2", grown="judged")
def branches_ask_optimal_questions(system: System, data: Dataset, learner: Learner) -> None:
    """Every branch asks a question of largest score for its rows, among those that the stopping rule allows."""
    require_optimal_questions(system.grow(data, learner), data, learner)


@law("trials", "CART84 §2.4; LIHANG2 algorithms 5.2, 5.6", grown="judged")
def column_order_settles_ties_alone(system: System, data: Dataset, learner: Learner) -> None:
    """Reversing the columns can only settle ties otherwise: every branch still asks an optimal question."""
    turned = attrs.evolve(data, features=data.features[::-1])
    require_optimal_questions(system.grow(turned, learner), data, learner)


@law("ordered_trials", "CART84 §2.4.1", grown="judged")
def branches_cut_along_the_order_of_categories(system: System, data: Dataset, learner: Learner) -> None:
    """A binary question about ordered categories separates those up to some category from those above it."""
    require_ordered(data)
    for path, node, here in reached(system.grow(data, learner), data):
        if isinstance(node, Branch) and node.question.arity == 2:  # noqa: PLR2004 (a binary question's children)
            column: Any = here.feature(node.question.feature)
            one, two = ([column.codes[row] for row in rows] for rows in children_of(here, node.question))
            require(max(one) < min(two) or max(two) < min(one), f"a cut along the order at {path}", node.question)


@law("gate_trials", "C45 §2.2; ZHOU16 §4.2.2; NOTE_D", grown="judged")
def gated_branches_ask_optimal_questions(system: System, data: Dataset, learner: Learner) -> None:
    """With C4.5's gate, a branch's question has the largest gain ratio among the features whose gain passes the gate.

    argmax g_R subject to g >= the average gain, or > it; a node that has no such question is a leaf
    """
    for path, node, here in reached(system.grow(data, learner), data):
        best = optimal_parts(here, learner, gate_over=system.grants.gate)
        if stops(here, len(path), learner) or not best:
            require(isinstance(node, Leaf), f"a leaf at {path}", node)
        else:
            asked = isinstance(node, Branch) and (node.question.feature, parts_of(here, node.question))
            require(asked in best, best, (path, asked))


@law("many_category_trials", "CART84 §2.4.1, §4.2.2", presumes=(*LEARNS[1:], PARTING))
def subsets_of_many_categories(system: System, data: Dataset, learner: Learner) -> None:
    """The best subset of ten categories is found for three classes too, where sorting the categories does not show it.

    argmax over the 2^(k-1) - 1 ways to split k categories in two
    """
    if learner.questions.categories != "subset" or not isinstance(data.features[0], Categorical):
        message = "it does not ask for subsets"
        raise Unsupported(message)
    tree: Any = system.grow(data, learner)
    require(isinstance(tree, Branch), "a branch", tree)
    asked, best = parts_of(data, tree.question), [parts for _, parts in optimal_parts(data, learner)]
    got, most = (gain(summaries_of(data, parts), learner.impurity_for(data)) for parts in (asked, best[0]))
    require(most - got <= system.grants.rounding([most] * len(data), divided=True), best, asked)


@law("cut_trials", "CART84 §2.4.1; ZHOU16 eq. 4.7; QUINLAN96 §2", presumes=(WHERE,))
def branches_cut_where_they_are_said_to(system: System, data: Dataset, learner: Learner) -> None:
    """A branch's threshold is the float64 nearest to the midpoint of two neighbours of its rows, or the lower one.

    s = (a + b) / 2, below b; or s = a
    """
    for path, node, here in reached(system.grow(data, learner), data):
        if isinstance(node, Branch) and isinstance(node.question, Threshold):
            low, high = around_cut(node.question, here)
            cut, right = node.question.threshold, cut_between(low, high, learner)
            near = abs(Fraction(cut) - Fraction(right)) <= system.grants.rounding([low, high])
            require(near, f"a cut at {right} at {path}", cut)


@law("limited_trials", "CART84 §2.4; ZHOU16 figure 4.2; NOTE_B 9.2.2", grown="judged")
def stopping_rule_is_obeyed(system: System, data: Dataset, learner: Learner) -> None:
    """A node is a leaf exactly where the stopping rule holds or no question may be asked.

    Limits are exact and count weight, not rows.
    """
    for path, node, here in reached(system.grow(data, learner), data):
        ends = stops(here, len(path), learner) or not optimal_parts(here, learner)
        require(isinstance(node, Leaf) == ends, (_ended if ends else _missed)(path, here, learner), node)


def _ended(path: Path, here: Dataset, learner: Learner) -> str:
    """Return the leaf that is missing at *path* in words, with what limits are about."""
    summary = summarize(here)
    impurity = learner.impurity_for(here)(summary)
    return f"a leaf at {path}, of weight {summary.weight} and impurity {impurity}, by {as_text(learner.stopping)}"


def _missed(path: Path, here: Dataset, learner: Learner) -> str:
    """Return the branch that is missing at *path* in words: an optimal question and its gain."""
    feature, parts = min(optimal_parts(here, learner), key=str)
    gained = gain(summaries_of(here, parts), learner.impurity_for(here))
    values = [sorted({list(here.feature(feature))[row] for row in rows}) for rows in parts]
    sides = " | ".join(", ".join(map(str, some)) for some in sorted(values))
    return f"a branch at {path}: {feature} parts {sides} and gains {gained} = {float(gained):.6g}"


@law("limited_trials", "CART84 §2.4; NOTE_D CART; NOTE_E", grown="judged")
def branches_obey_their_limits(system: System, data: Dataset, learner: Learner) -> None:
    """No branch stands where the stopping rule makes a leaf; no child is below min_leaf, and no gain below min_gain."""
    rule = learner.stopping
    for path, node, here in reached(system.grow(data, learner), data):
        if isinstance(node, Branch):
            require(not stops(here, len(path), learner), _ended(path, here, learner), node)
            gained = gain(summaries_of(here, children_of(here, node.question)), learner.impurity_for(data))
            require(rule.admits(gained), f"a gain of {rule.min_gain} at {path}", gained)
            light = [child for child in node.children if child.summary.weight < rule.min_leaf]
            require(not light, f"children of weight {rule.min_leaf} at {path}", light)


@law("plain_trials", "ZHOU16 figure 4.2; NOTE_C 1; NOTE_E", presumes=LEARNS, grown="judged")
def contradictory_rows(system: System, data: Dataset, learner: Learner) -> None:
    """With default stopping, a leaf is pure or its rows are equal in every feature: only contradictions are left."""
    for path, node, here in reached(system.grow(data, learner), data):
        if isinstance(node, Leaf) and len(set(targets_of(here))) > 1:
            require(distinct_rows(here) == 1, f"a branch at {path}", node)


@law("consistent_trials", "CART84 §2.4; ZHOU16 §4.3; NOTE_E", presumes=LEARNS, grown="judged")
def consistent_data_is_learned(system: System, data: Dataset, learner: Learner) -> None:
    """Where equal rows have equal targets, a tree with default stopping makes no error on its training rows."""
    require_equal(system.predict(system.grow(data, learner), data).tolist(), targets_of(data))


@law("exclusive_or_trials", "ESL2 §9.2.2; CART84 §3.1; NOTE_B 9.2.2", presumes=LEARNS, grown="judged")
def short_sighted_stopping(system: System, data: Dataset, learner: Learner) -> None:
    """An exclusive or is learned only through a first split that gains nothing: stopping there leaves a lone leaf."""
    for split in system.admissible_splits(data, learner):
        require_equal(split.gain, Exact(0))
    require_equal(system.predict(system.grow(data, learner), data).tolist(), targets_of(data))
    stopping = attrs.evolve(learner, stopping=Stopping(zero_gain="stop"))
    require_equal(system.grow(data, stopping), Leaf(system.summarize(data)))


@law("multiway_trials", "QUINLAN86 §4; LIHANG2 algorithm 5.2; NOTE_D ID3")
def depth_bound(system: System, data: Dataset, learner: Learner) -> None:
    """ID3 asks about each feature at most once on a path, with one child for each value that occurs at the node.

    So its depth is at most the number n of features (n - 1, as note D has it, where one feature is left unasked).
    """
    tree = system.grow(data, learner)
    asked: dict[tuple[int, ...], frozenset[str]] = {(): frozenset()}
    for path, node, here in reached(tree, data):
        if isinstance(node, Branch):
            name = node.question.feature
            require(name not in asked[path], f"another feature than {sorted(asked[path])} at {path}", node.question)
            require_equal(len(node.children), len(set(here.feature(name))))
            asked |= {(*path, child): asked[path] | {name} for child in range(len(node.children))}
    require(system.depth(tree) <= len(data.features), f"depth at most {len(data.features)}", system.depth(tree))


@law("any_trials", "CART84 §2.4; NOTE_D ID3")
def trees_are_no_larger_than_their_data(system: System, data: Dataset, learner: Learner) -> None:
    """A tree has at most as many leaves as there are distinct rows, and its depth is smaller: so growing ends.

    |T| <= m and depth(T) <= m - 1 for m distinct rows, contradictory or not
    """
    tree, most = system.grow(data, learner), distinct_rows(data)
    require(len(leaves(tree)) <= most, f"at most {most} leaves", len(leaves(tree)))
    require(system.depth(tree) <= most - 1, f"depth at most {most - 1}", system.depth(tree))


@law("any_trials", "CART84 §2.4; ZHOU16 §4.1")
def depth_counts_questions(system: System, data: Dataset, learner: Learner) -> None:
    """The depth is the most questions that a training row is asked; a lone root's is 0."""
    tree = system.grow(data, learner)
    require_equal(system.depth(tree), max(len(path) for path, _, _ in visits(tree, data)))
    if learner.stopping.max_depth is not None:
        require(system.depth(tree) <= learner.stopping.max_depth, "at most max_depth", system.depth(tree))


@law("trials", "CART84 def. 3.1; ZHOU16 §4.3.1", grown="compared")
def node_limits_prune(system: System, data: Dataset, learner: Learner) -> None:
    """With max_depth, min_split, min_impurity or min_risk a tree is a pruned subtree of the one grown without them."""
    rule = learner.stopping
    free = Stopping(min_leaf=rule.min_leaf, min_gain=rule.min_gain, zero_gain=rule.zero_gain)
    tree = system.grow(data, learner)
    whole = system.grow(data, attrs.evolve(learner, stopping=free))
    require(is_pruned_subtree(tree, whole), "a pruned subtree of the tree without these limits", tree)


@law("any_trials", "CART84 prop. 2.14; NOTE_A; NOTE_D")
def growing_never_raises_the_risk(system: System, data: Dataset, learner: Learner) -> None:
    """The leaves' risk is at most the root's, and the difference is the sum of all branches' decreases of the risk.

    R(T) = R(root) - sum_t dR(t), each dR(t) >= 0
    """
    tree, name = system.grow(data, learner), learner.impurity_for(data).__name__
    measure = system.impurity(name)
    decreases = system.impurity_decreases(tree, data.feature_names, impurity=measure)
    left = sum((measure(leaf.summary) * leaf.summary.weight for leaf in leaves(tree)), start=Exact(0))
    lost = sum(decreases.values(), start=Exact(0))
    require_equal(left + lost, measure(tree.summary) * tree.summary.weight)
    require(all(decrease >= 0 for decrease in decreases.values()), "no decrease below 0", decreases)


@law("any_trials", "CART84 §5.3.4; ESL2 §10.13; NOTE_B 9.2.5")
def importances_sum_to_one(system: System, data: Dataset, learner: Learner) -> None:
    """Importances are at least 0 and sum to 1, or are all 0 where no split gained."""
    tree, measure = system.grow(data, learner), system.impurity(learner.impurity_for(data).__name__)
    shares = system.importances(tree, data.feature_names, impurity=measure)
    decreases = system.impurity_decreases(tree, data.feature_names, impurity=measure)
    whole = sum(decreases.values(), start=Exact(0))
    require(all(0 <= share <= 1 for share in shares.values()), "each in [0, 1]", shares)
    require_equal(list(shares), list(data.feature_names))
    for name, share in shares.items():
        require_equal(share, Quotient(decreases[name], whole) if whole else Quotient(0))


@law("any_trials", "ZHOU16 figure 4.2", presumes=("asked again, it answers the same",))
def growing_changes_nothing_and_repeats(system: System, data: Dataset, learner: Learner) -> None:
    """Growing and predicting leave the data as they were, and growing again gives an equal tree."""
    before = columns_of(data), targets_of(data), weights_of(data)
    tree = system.grow(data, learner)
    system.predict(tree, data)
    require_equal((columns_of(data), targets_of(data), weights_of(data)), before)
    require_equal(system.grow(data, learner), tree)


@law("any_trials", "CART84 §2.1")
def json_loses_nothing(system: System, data: Dataset, learner: Learner) -> None:
    """A tree written as JSON and read back is equal to the original, whatever its numbers, questions and classes.

    from_json(to_json(T)) = T, where a tree is its questions and its nodes' summaries
    """
    tree = system.grow(data, learner)
    require_equal(system.from_json(system.to_json(tree)), tree)


@law("any_trials", "CART84 §2.4, §8.3; LIHANG2 §5.5.1")
def nodes_state_their_rows(system: System, data: Dataset, learner: Learner) -> None:
    """The weight, value (class shares or mean), impurity, risk and prediction stated for a node are those of its rows.

    N(t), p_k = N_k(t) / N(t) or the mean, i(t), the weight of the errors or the sum of squares,
    and a class of largest weight or the mean
    """
    tree, stated = system.stated(data, learner)
    for path, _, here in reached(tree, data):
        summary = summarize(here)
        expected: dict[str, Any] = numbers_of(summary, learner.impurity_for(data))
        for name, got in stated.get(path, {}).items():
            if name == "prediction" and isinstance(summary, ClassCounts):
                require(got in best_labels(summary), f"one of {best_labels(summary)} at {path}", repr(got))
            else:
                require_equal((path, name, got), (path, name, expected[name]))
