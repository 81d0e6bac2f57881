"""Note D's stack algorithm: pruning at one alpha by a single pass, each alpha normalised inside its branch."""

from __future__ import annotations

from dtrees.arguments import checked
from dtrees.growing.gain import conditional_impurity
from dtrees.growing.impurity import Impurity, usual_impurity
from dtrees.pruning.pruned_subtrees import prune_at
from dtrees.pruning.scales import Price
from dtrees.trees.paths import branch_paths, subtree_at
from dtrees.trees.traversal import leaves
from dtrees.trees.tree import Tree


@checked
def prune_with_stack(tree: Tree, alpha: Price, *, impurity: Impurity | None = None) -> Tree:
    """Return *tree* pruned by note D's algorithm, which visits branches by a stack, children before parents.

    C_0(t) = sum_j |D_tj| / |D_t| H(D_tj) + alpha |T_t|,  C_1(t) = H(D_t) + alpha      [NOTE_D]

    The branch t becomes a leaf where C_1(t) <= C_0(t).  The tree need not be optimal for any alpha.  *impurity*, H
    above, is by default the one CART takes (`gini`, `squared_error`).

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.cart import cart
    >>> from dtrees.growing.grow import grow
    >>> tree = grow(datasets.load("loan"), cart())
    >>> [len(leaves(prune_with_stack(tree, alpha))) for alpha in (0, 1)]
    [3, 1]
    """
    H = impurity or usual_impurity(tree.summary)  # noqa: N806 (the note's letter)
    stack = list(branch_paths(tree))
    while stack:
        path = stack.pop()
        t = subtree_at(tree, path)
        ends = [leaf.summary for leaf in leaves(t)]
        if H(t.summary) + alpha <= conditional_impurity(ends, H) + alpha * len(ends):
            tree = prune_at(tree, path)
    return tree
