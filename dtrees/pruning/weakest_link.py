"""The weakest links of a tree: the branches with the smallest g(t), the first to be cut as alpha grows."""

from __future__ import annotations

from dtrees.arguments import checked
from dtrees.errors import InvalidData
from dtrees.growing.impurity import Impurity
from dtrees.numbers.exact import Exact
from dtrees.numbers.quotient import divide
from dtrees.pruning.risk import risk
from dtrees.pruning.scales import Scale, unit_of_risk
from dtrees.trees.paths import Path, branch_paths, subtree_at
from dtrees.trees.traversal import leaves
from dtrees.trees.tree import Leaf, Tree


@checked
def alpha_of(tree: Tree, path: Path = (), *, impurity: Impurity | None = None, scale: Scale = "count") -> Exact:
    """Return g(t), the alpha at which the branch at *path* and a leaf in its place have equal cost.

    g(t) = (R(t) - R(T_t)) / (|T_t| - 1)      [CART84 §3.3; NOTE_A; NOTE_D]

    *impurity* is by default CART's: `gini` for classes, `squared_error` for numbers. Raises `InvalidData` if *path*
    leads to a leaf, to a branch with one leaf or to no node, and on the scale ``root`` if the root is pure.

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.cart import cart
    >>> from dtrees.growing.grow import grow
    >>> str(alpha_of(grow(datasets.load("loan"), cart()), (0,)))
    '4'
    """
    branch = subtree_at(tree, path)
    leaf, size = Leaf(branch.summary), len(leaves(branch))
    if size == 1:
        message = f"the node at {path} has one leaf, and so no alpha: give the path of a branch of two or more"
        raise InvalidData(message)
    g = (risk(leaf, impurity=impurity) - risk(branch, impurity=impurity)) / (size - 1)
    alpha: Exact = divide(g, unit_of_risk(scale, tree, branch, impurity=impurity))
    return alpha


@checked
def weakest_links(
    tree: Tree, *, impurity: Impurity | None = None, scale: Scale = "count"
) -> tuple[Exact, tuple[Path, ...]]:
    """Return the smallest g(t) of all branches, and the path of every branch that has it, parents first.

    min over t of g(t)      [CART84 §3.3; LIHANG2 algorithm 5.7]

    *impurity* is by default the one CART takes (`gini`, `squared_error`).  Raises `InvalidData` for a lone root, which
    has no link.

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.cart import cart
    >>> from dtrees.growing.grow import grow
    >>> alpha, links = weakest_links(grow(datasets.load("loan"), cart()))
    >>> str(alpha), links
    ('18/5', ((),))
    """
    if isinstance(tree, Leaf):
        message = "a lone root has no link to cut"
        raise InvalidData(message)
    g = {path: alpha_of(tree, path, impurity=impurity, scale=scale) for path in branch_paths(tree)}
    smallest = min(g.values())
    return smallest, tuple([path for path, alpha in g.items() if alpha == smallest])
