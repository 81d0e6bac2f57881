"""Laws of grown trees: what each node holds, when it stops, and how large a tree can be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from dtrees.data.plain import columns_of, targets_of
from dtrees.growing.grow import stops as stops_at
from dtrees.growing.learner import Learner, Stopping
from dtrees.laws.definitions import gain_of, optimal_parts, parts_of, visits, weights_of
from dtrees.laws.law import as_text, law, require, require_equal
from dtrees.numbers.exact import Exact
from dtrees.numbers.quotient import Quotient
from dtrees.pruning.pruned_subtrees import is_pruned_subtree
from dtrees.trees.summary import summarize, total
from dtrees.trees.traversal import branches, leaves
from dtrees.trees.tree import Branch, Leaf

if TYPE_CHECKING:
    from dtrees.data.dataset import Dataset
    from dtrees.laws.system import System
    from dtrees.trees.paths import Path


def stops(data: Dataset, level: int, learner: Learner) -> bool:
    """Return whether the stopping rule makes a leaf of a node with all rows of *data* at depth *level*."""
    return stops_at(summarize(data), learner.below(level))


def distinct_rows(data: Dataset) -> int:
    """Return how many different rows of features there are."""
    return len(set(zip(*columns_of(data).values(), strict=True)))


@law("any_trials")
def leaves_partition_the_training_rows(system: System, data: Dataset, learner: Learner) -> None:
    """Each training row comes to exactly one leaf, no leaf is empty, and every node's summary is that of its rows.

    D = union of D_t over the leaves t, disjoint      [CART84 §2.2; NOTE_D; NOTE_E]
    """
    tree = system.grow(data, learner)
    arrived: list[int] = []
    for _, node, rows in visits(tree, data):
        require_equal(node.summary, summarize(data.take(rows)))
        require(rows, "rows at every node", node)
        arrived += rows if isinstance(node, Leaf) else ()
    require_equal(sorted(arrived), list(range(len(data))))


@law("any_trials")
def children_add_up(system: System, data: Dataset, learner: Learner) -> None:
    """A branch's summary is the sum of its children's, and the root's is that of all rows.

    N(t) = sum_c N(t_c)      [CART84 §2.4; LIHANG2 §5.4]
    """
    tree = system.grow(data, learner)
    require_equal(tree.summary, summarize(data))
    for node in branches(tree):
        require_equal(total(child.summary for child in node.children), node.summary)


@law("trials", grown="judged")
def branches_ask_optimal_questions(system: System, data: Dataset, learner: Learner) -> None:
    """Every branch asks an optimal question of its rows, one that min_leaf, min_gain and zero_gain allow.

    [CART84 §2.4; LIHANG2 algorithms 5.2, 5.6; ZHOU16 figure 4.2]
    """
    for path, node, rows in visits(system.grow(data, learner), data):
        if isinstance(node, Branch):
            here = data.take(rows)
            made = node.question.feature, parts_of(here, node.question)
            require(made in optimal_parts(here, learner), optimal_parts(here, learner), (path, made))


@law("limited_trials", grown="judged")
def stopping_rule_is_obeyed(system: System, data: Dataset, learner: Learner) -> None:
    """A node is a leaf exactly where the stopping rule holds or no question may be asked.

    Limits are exact and count weight, not rows.      [CART84 §2.4; ZHOU16 figure 4.2; NOTE_B 9.2.2]
    """
    for path, node, rows in visits(system.grow(data, learner), data):
        here = data.take(rows)
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
    gained = gain_of(learner.impurity_for(here).__name__, here, parts)
    values = [sorted({list(here.feature(feature))[row] for row in rows}) for rows in parts]
    sides = " | ".join(", ".join(map(str, some)) for some in sorted(values))
    return f"a branch at {path}: {feature} parts {sides} and gains {gained} = {float(gained):.6g}"


@law("limited_trials", grown="judged")
def branches_obey_their_limits(system: System, data: Dataset, learner: Learner) -> None:
    """No branch is where the stopping rule makes a leaf, and none has a child below min_leaf or a gain below min_gain.

    [CART84 §2.4; NOTE_D CART; NOTE_E]
    """
    rule, impurity = learner.stopping, learner.impurity_for(data).__name__
    for path, node, rows in visits(system.grow(data, learner), data):
        if isinstance(node, Branch):
            here = data.take(rows)
            require(not stops(here, len(path), learner), _ended(path, here, learner), node)
            gained = gain_of(impurity, here, parts_of(here, node.question))
            require(rule.admits(gained), f"a gain of {rule.min_gain} at {path}", gained)
            light = [child for child in node.children if child.summary.weight < rule.min_leaf]
            require(not light, f"children of weight {rule.min_leaf} at {path}", light)


@law(
    "plain_trials", presumes=("a split that gains nothing is made", "a lone feature may be asked about"), grown="judged"
)
def contradictory_rows(system: System, data: Dataset, learner: Learner) -> None:
    """With default stopping, a leaf is pure or its rows are equal in every feature: only contradictions are left.

    [ZHOU16 figure 4.2; NOTE_C 1; NOTE_E]
    """
    for path, node, rows in visits(system.grow(data, learner), data):
        here = data.take(rows)
        mixed = len(set(targets_of(here))) > 1
        if isinstance(node, Leaf) and mixed:
            require(distinct_rows(here) == 1, f"a branch at {path}", node)


@law(
    "consistent_trials",
    presumes=("a split that gains nothing is made", "a lone feature may be asked about"),
    grown="judged",
)
def consistent_data_is_learned(system: System, data: Dataset, learner: Learner) -> None:
    """Where equal rows have equal targets, a tree with default stopping makes no error on its training rows.

    [CART84 §2.4; ZHOU16 §4.3; NOTE_E]
    """
    require_equal(system.predict(system.grow(data, learner), data).tolist(), targets_of(data))


@law(
    "exclusive_or_trials",
    presumes=("a split that gains nothing is made", "a lone feature may be asked about"),
    grown="judged",
)
def short_sighted_stopping(system: System, data: Dataset, learner: Learner) -> None:
    """A split that gains nothing can open all the gain there is: stopping at it leaves an exclusive or unlearned.

    [ESL2 §9.2.2; CART84 §3.1; NOTE_B 9.2.2]
    """
    for split in system.admissible_splits(data, learner):
        require_equal(split.gain, Exact(0))
    require_equal(system.predict(system.grow(data, learner), data).tolist(), targets_of(data))
    stopping = attrs.evolve(learner, stopping=Stopping(zero_gain="stop"))
    require_equal(system.grow(data, stopping), Leaf(system.summarize(data)))


@law("multiway_trials")
def depth_bound(system: System, data: Dataset, learner: Learner) -> None:
    """ID3 asks each feature once on a path, with one child for each value that occurs at the node.

    So its depth is at most the number n of features (n - 1, as note D has it, where one feature is left unasked).
    [QUINLAN86 §4; LIHANG2 algorithm 5.2; NOTE_D ID3]
    """
    tree = system.grow(data, learner)
    asked: dict[tuple[int, ...], frozenset[str]] = {(): frozenset()}
    for path, node, rows in visits(tree, data):
        if isinstance(node, Branch):
            name = node.question.feature
            require(name not in asked[path], f"another feature than {sorted(asked[path])} at {path}", node.question)
            values = set(data.take(rows).feature(name))
            require_equal(len(node.children), len(values))
            asked |= {(*path, child): asked[path] | {name} for child in range(len(node.children))}
    require(system.depth(tree) <= len(data.features), f"depth at most {len(data.features)}", system.depth(tree))


@law("any_trials")
def trees_are_no_larger_than_their_data(system: System, data: Dataset, learner: Learner) -> None:
    """A tree has at most as many leaves as there are different rows, and is less deep than that: growing ends.

    |T| <= m and depth(T) <= m - 1, contradictory rows or not      [CART84 §2.4; NOTE_D ID3]
    """
    tree, most = system.grow(data, learner), distinct_rows(data)
    require(len(leaves(tree)) <= most, f"at most {most} leaves", len(leaves(tree)))
    require(system.depth(tree) <= most - 1, f"depth at most {most - 1}", system.depth(tree))


@law("any_trials")
def binary_trees_have_one_more_leaf(system: System, data: Dataset, learner: Learner) -> None:
    """A tree has one leaf more than its branches have answers beyond the first: binary, one more than branches.

    |T| = 1 + sum over branches of (arity - 1)      [CART84 §3.3; NOTE_D CART]
    """
    tree = system.grow(data, learner)
    require_equal(len(leaves(tree)), 1 + sum(len(node.children) - 1 for node in branches(tree)))


@law("any_trials")
def depth_counts_questions(system: System, data: Dataset, learner: Learner) -> None:
    """The depth is the most questions that a training row is asked; a lone root's is 0.

    [CART84 §2.4; ZHOU16 §4.1]
    """
    tree = system.grow(data, learner)
    require_equal(system.depth(tree), max(len(path) for path, _, _ in visits(tree, data)))
    if learner.stopping.max_depth is not None:
        require(system.depth(tree) <= learner.stopping.max_depth, "at most max_depth", system.depth(tree))


@law("trials", grown="compared")
def node_limits_prune(system: System, data: Dataset, learner: Learner) -> None:
    """max_depth, min_split, min_impurity and min_risk only cut: the tree under them is a pruned subtree of the other.

    [CART84 def. 3.1; ZHOU16 §4.3.1]
    """
    rule = learner.stopping
    free = Stopping(min_leaf=rule.min_leaf, min_gain=rule.min_gain, zero_gain=rule.zero_gain)
    tree = system.grow(data, learner)
    whole = system.grow(data, attrs.evolve(learner, stopping=free))
    require(is_pruned_subtree(tree, whole), "a pruned subtree of the tree without these limits", tree)


@law("any_trials")
def growing_never_raises_the_risk(system: System, data: Dataset, learner: Learner) -> None:
    """The leaves' risk is at most the root's, and the difference is the sum of all branches' decreases.

    R(T) = R(root) - sum_t dR(t), each dR(t) >= 0
    [CART84 prop. 2.14; NOTE_A; NOTE_D]
    """
    tree, name = system.grow(data, learner), learner.impurity_for(data).__name__
    measure = system.impurity(name)
    decreases = system.impurity_decreases(tree, data.feature_names, impurity=measure)
    left = sum((measure(leaf.summary) * leaf.summary.weight for leaf in leaves(tree)), start=Exact(0))
    lost = sum(decreases.values(), start=Exact(0))
    require_equal(left + lost, measure(tree.summary) * tree.summary.weight)
    require(all(decrease >= 0 for decrease in decreases.values()), "no decrease below 0", decreases)


@law("any_trials")
def importances_sum_to_one(system: System, data: Dataset, learner: Learner) -> None:
    """Importances are at least 0 and sum to 1, or are all 0 where no split gained.

    [CART84 §5.3.4; ESL2 §10.13; NOTE_B 9.2.5]
    """
    tree, measure = system.grow(data, learner), system.impurity(learner.impurity_for(data).__name__)
    shares = system.importances(tree, data.feature_names, impurity=measure)
    decreases = system.impurity_decreases(tree, data.feature_names, impurity=measure)
    whole = sum(decreases.values(), start=Exact(0))
    require(all(0 <= share <= 1 for share in shares.values()), "each in [0, 1]", shares)
    require_equal(list(shares), list(data.feature_names))
    for name, share in shares.items():
        require_equal(share, Quotient(decreases[name], whole) if whole else Quotient(0))


@law("any_trials", presumes=("asked again, it answers the same",))
def growing_changes_nothing_and_repeats(system: System, data: Dataset, learner: Learner) -> None:
    """Growing and predicting leave the data as they were, and growing again gives an equal tree.

    [ZHOU16 figure 4.2]
    """
    before = columns_of(data), targets_of(data), weights_of(data)
    tree = system.grow(data, learner)
    system.predict(tree, data)
    require_equal((columns_of(data), targets_of(data), weights_of(data)), before)
    require_equal(system.grow(data, learner), tree)


@law("any_trials")
def json_loses_nothing(system: System, data: Dataset, learner: Learner) -> None:
    """A tree written as JSON and read back is the equal tree, whatever its numbers, questions and classes.

    from_json(to_json(T)) = T, where a tree is its questions and its nodes' summaries      [CART84 §2.1]
    """
    tree = system.grow(data, learner)
    require_equal(system.from_json(system.to_json(tree)), tree)
