"""Laws of the trees that an implementation grew itself: pruned and asked again, they are as any other tree."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from dtrees.data.plain import as_mappings, columns_of
from dtrees.laws.definitions import candidates, cheapest, critical_alpha, ending, nodes
from dtrees.laws.law import law, require, require_equal
from dtrees.laws.predicting import is_optimal_prediction
from dtrees.trees.paths import branch_paths
from dtrees.trees.traversal import leaves

if TYPE_CHECKING:
    from dtrees.data.dataset import Dataset
    from dtrees.growing.learner import Learner
    from dtrees.laws.system import System
    from dtrees.numbers.exact import Exact
    from dtrees.trees.tree import Tree


def alphas_of(tree: Tree, impurity: str) -> list[Exact]:
    """Return the g(t) of the branches of *tree*, numbers between them, and one beyond, at least 0, ascending."""
    found = sorted(
        {alpha for path in branch_paths(tree) if (alpha := critical_alpha(impurity, "count", tree, path)) >= 0}
    )
    between = [(low + high) / 2 for low, high in pairwise(found)]
    return sorted([*found, *between, *(alpha * 2 + 1 for alpha in found[-1:])])


def impurity_of_pruning(data: Dataset, learner: Learner) -> str:
    """Return the name of the learner's impurity, by which its trees are pruned here."""
    name: str = learner.impurity_for(data).__name__
    return name


def require_predictions(system: System, tree: Tree, data: Dataset) -> None:
    """Require that *tree* predicts of each row of *data* what the node where it ends does."""
    predicted = system.predict(tree, data, unseen="stop").tolist()
    for row, one in zip(as_mappings(columns_of(data)), predicted, strict=True):
        path, node = ending(tree, row)
        require(is_optimal_prediction(node.summary, one), f"an optimal prediction at {path}", one)


@law("any_trials")
def own_trees_have_the_alphas_of_any(system: System, data: Dataset, learner: Learner) -> None:
    """Each branch of a grown tree has its g(t), and the weakest links are those of the least.

    g(t) = (R(t) - R(T_t)) / (|T_t| - 1)      [CART84 §3.3; NOTE_D CART]
    """
    tree, impurity = system.grow(data, learner), impurity_of_pruning(data, learner)
    options = system.risk_options(impurity, "count")
    for path in branch_paths(tree):
        require_equal(system.alpha_of(tree, path, **options), critical_alpha(impurity, "count", tree, path))


@law("any_trials")
def own_trees_are_pruned_as_any(system: System, data: Dataset, learner: Learner) -> None:
    """A grown tree is pruned to the smallest minimiser at each alpha, g(t) too, and predicts by the leaves left.

    [CART84 theorem 3.7; NOTE_D CART]
    """
    tree, impurity = system.grow(data, learner), impurity_of_pruning(data, learner)
    every = candidates(tree, impurity)
    for alpha in alphas_of(tree, impurity):
        smaller = system.optimal_subtree(tree, alpha, **system.risk_options(impurity, "count"))
        require_equal((alpha, smaller), (alpha, cheapest(every, alpha)[0].tree))
        require_predictions(system, smaller, data)


@law("any_trials")
def own_trees_have_the_sequence_of_any(system: System, data: Dataset, learner: Learner) -> None:
    """A grown tree's sequence has the smallest minimisers, the last of them the root, and each predicts by its leaves.

    [CART84 theorem 3.10; NOTE_D CART]
    """
    tree, impurity = system.grow(data, learner), impurity_of_pruning(data, learner)
    every = candidates(tree, impurity)
    sequence = system.pruning_sequence(tree, **system.risk_options(impurity, "count"))
    for member in sequence:
        require_equal((member.alpha, member.tree), (member.alpha, cheapest(every, member.alpha)[0].tree))
        require_predictions(system, member.tree, data)
    require_equal(len(leaves(sequence[-1].tree)), 1)


@law("any_trials")
def own_trees_are_cut_as_any(system: System, data: Dataset, learner: Learner) -> None:
    """A grown tree cut at a node has a leaf there, and predicts of the rows that come to it by all of them.

    [CART84 def. 3.1]
    """
    tree = system.grow(data, learner)
    for path in branch_paths(tree):
        smaller = system.prune_at(tree, path)
        require_equal(nodes(smaller)[path].summary, nodes(tree)[path].summary)
        require_equal(len(leaves(smaller)), len(leaves(tree)) - len(leaves(nodes(tree)[path])) + 1)
        require_predictions(system, smaller, data)


@law("validated_ties")
def validated_trees_predict_by_their_leaves(
    system: System, data: Dataset, learner: Learner, validation: Dataset, ties: Any
) -> None:
    """A grown tree pruned on validation rows predicts by the training rows of the leaves that are left.

    [QUINLAN87; ZHOU16 §4.3.2]
    """
    smaller = system.reduced_error_prune(system.grow(data, learner), validation, ties=ties)
    require_predictions(system, smaller, data)
    require_predictions(system, smaller, validation)
