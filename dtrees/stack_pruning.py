"""Note D's stack algorithm: pruning at one alpha by a single pass, each alpha normalised inside its branch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dtrees.pruning import optimal_subtree

if TYPE_CHECKING:
    from dtrees.exact import Exact, Rational
    from dtrees.impurity import Impurity
    from dtrees.tree import Tree


def prune_with_stack(tree: Tree, alpha: Exact | Rational, *, impurity: Impurity | None = None) -> Tree:
    """Return what note D's algorithm leaves of *tree*: it takes nodes from a stack, children before their parents.

    A branch, its children done, becomes a leaf where g(t) = (C(t) - C(T_t)) / (|T_t| - 1) <= alpha, with C the mean
    loss over the rows of t [NOTE_D].  The tree need not be optimal for any alpha.  *impurity* is by default the one
    CART takes (`gini`, `squared_error`).

    >>> from dtrees import datasets
    >>> from dtrees.growing import grow
    >>> from dtrees.learners.cart import cart
    >>> from dtrees.traversal import leaves
    >>> tree = grow(datasets.load("loan"), cart())
    >>> [len(leaves(prune_with_stack(tree, alpha))) for alpha in (0, 1)]
    [3, 1]
    """
    return optimal_subtree(tree, alpha, impurity=impurity, scale="node")
