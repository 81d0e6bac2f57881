"""Best-first growth: where leaves are limited, the leaf is split next whose question lowers the risk most."""

from typing import Any

from dtrees.arguments import checked
from dtrees.errors import refused
from dtrees.growing.impurity import Impurity, usual_impurity
from dtrees.numbers.exact import Exact
from dtrees.trees.paths import Path, replace_at
from dtrees.trees.tree import Branch, Leaf, Tree


@checked
def best_first(tree: Tree, max_leaf_nodes: int, *, impurity: Impurity | None = None) -> Tree:
    """Return the tree of at most so many leaves that best-first growth makes, where without a limit it makes *tree*.

    From the root on, while there may be more leaves, that leaf t is split next whose question lowers the risk most:

    argmax_t N(t) i(t) - sum_k N(t_k) i(t_k)      [SHI07; scikit-learn's max_leaf_nodes, LightGBM's num_leaves]

    In any order the nodes ask the same questions, so that `grow` makes *tree* (``proofs/coq/BestFirst.v``).  Of equals
    the first in the order of paths is split; a question of more children than there may be leaves is passed over.
    *impurity* is the one that grew *tree*, by default CART's; all other limits are those that it was grown by, as where
    scikit-learn is given several.  Raises `InvalidData` for a limit of 0.

    >>> tree = dt.grow(dt.datasets.load("iris"), dt.cart())
    >>> [len(dt.leaves(best_first(tree, limit))) for limit in (1, 4, 100)], best_first(tree, 2).question.feature
    ([1, 4, 9], 'petal_length')
    """
    if not max_leaf_nodes:
        raise refused(max_leaf_nodes, "max_leaf_nodes", "a whole number of at least 1")
    ends: dict[Path, Any] = {(): tree}
    while ready := [t for t in sorted(ends) if may_be_split(ends[t], max_leaf_nodes - len(ends))]:
        t = max(ready, key=lambda path: risk_lowered(ends[path], impurity))
        ends |= {(*t, place): child for place, child in enumerate(ends.pop(t).children)}
    for t, node in ends.items():
        tree = replace_at(tree, t, Leaf(node.summary))
    return tree


def may_be_split(t: Tree, more: int) -> bool:
    """Return whether *t* asks a question that makes at most so many more leaves."""
    return isinstance(t, Branch) and len(t.children) - 1 <= more


def risk_lowered(t: Branch, impurity: Impurity | None = None) -> Exact:
    """Return by how much the question of *t* lowers the risk: N(t) i(t) - sum_k N(t_k) i(t_k)."""
    i = impurity or usual_impurity(t.summary)
    own, *parts = [Exact(i(node.summary)) * node.summary.weight for node in (t, *t.children) if node.summary.weight]
    return own - sum(parts, start=Exact(0))
