"""Note D's stack algorithm: pruning at one alpha by a single pass, each alpha normalised inside its branch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dtrees.arguments import checked
from dtrees.risk import risk_by
from dtrees.traversal import with_children
from dtrees.tree import Branch, Leaf, Tree
from dtrees.weakest_link import Below, sum_below

if TYPE_CHECKING:
    from dtrees.impurity import Impurity
    from dtrees.scales import Price


@checked
def prune_with_stack(tree: Tree, alpha: Price, *, impurity: Impurity | None = None) -> Tree:
    """Return what note D's algorithm leaves of *tree*: it takes branches from a stack, children before their parents.

    C_0(t) = sum_j |D_tj| / |D_t| H(D_tj) + alpha |T_t|,  C_1(t) = H(D_t) + alpha      [NOTE_D]

    A branch whose children are all leaves or checked is checked: it becomes a leaf where C_1(t) <= C_0(t).  The tree
    need not be optimal for any alpha.  *impurity*, H above, is by default the one CART takes (`gini`,
    `squared_error`).

    >>> from dtrees import datasets
    >>> from dtrees.growing import grow
    >>> from dtrees.learners.cart import cart
    >>> from dtrees.traversal import leaves
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
