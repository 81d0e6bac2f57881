"""Note D's stack algorithm: pruning at one alpha by a single pass, each alpha normalised inside its branch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dtrees.arguments import checked
from dtrees.pruning.risk import risk_by
from dtrees.pruning.weakest_link import Below, sum_below
from dtrees.trees.traversal import with_children
from dtrees.trees.tree import Branch, Leaf, Tree

if TYPE_CHECKING:
    from dtrees.growing.impurity import Impurity
    from dtrees.pruning.scales import Price


@checked
def prune_with_stack(tree: Tree, alpha: Price, *, impurity: Impurity | None = None) -> Tree:
    """Return what note D's algorithm leaves of *tree*: it takes branches from a stack, children before their parents.

    C_0(t) = sum_j |D_tj| / |D_t| H(D_tj) + alpha |T_t|,  C_1(t) = H(D_t) + alpha      [NOTE_D]

    A branch whose children are all leaves or checked is checked: it becomes a leaf where C_1(t) <= C_0(t).  The tree
    need not be optimal for any alpha.  *impurity*, H above, is by default the one CART takes (`gini`,
    `squared_error`).

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.grow import grow
    >>> from dtrees.growing.cart import cart
    >>> from dtrees.trees.traversal import leaves
    >>> tree = grow(datasets.load("loan"), cart())
    >>> [len(leaves(prune_with_stack(tree, alpha))) for alpha in (0, 1)]
    [3, 1]
    """
    risk = risk_by(tree, impurity)
    checked: dict[Tree, tuple[Tree, Below]] = {}  # what each branch that was checked has become

    def now(node: Tree) -> tuple[Tree, Below]:
        return checked.get(node, (node, Below(risk(node.summary), 1)))

    stack = [tree] if isinstance(tree, Branch) else []
    while stack:
        t = stack[-1]
        unchecked = [child for child in t.children if isinstance(child, Branch) and child not in checked]
        if unchecked:
            stack.extend(unchecked)
            continue
        stack.pop()
        children, parts = zip(*map(now, t.children), strict=True)
        as_branch, as_leaf = sum_below(parts), Below(risk(t.summary), 1)
        loss_0, loss_1 = (below.risk / t.summary.weight + alpha * below.leaves for below in (as_branch, as_leaf))
        checked[t] = (Leaf(t.summary), as_leaf) if loss_1 <= loss_0 else (with_children(t, children), as_branch)
    return now(tree)[0]
