"""Cost-complexity pruning: weakest links, the smallest optimal subtree for an alpha, and the sequence of them all.

A tie collapses: where a branch and the leaf in its place cost the same, the leaf is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any, Literal, TypeAlias

import attrs

from dtrees.arguments import checked, fields_as_annotated, taken
from dtrees.errors import InvalidData
from dtrees.growing.gain import conditional_impurity
from dtrees.growing.impurity import Impurity, usual_impurity
from dtrees.numbers.exact import Exact
from dtrees.numbers.quotient import Quotient, divide
from dtrees.pruning.pruned_subtrees import prune_at
from dtrees.pruning.risk import risk
from dtrees.pruning.scales import Alpha, Price, Scale, unit_of_risk
from dtrees.trees.paths import Path, branch_paths, subtree_at
from dtrees.trees.tree import Branch, Leaf, Tree, leaves

Ties: TypeAlias = Literal["together", "one_at_a_time"]


@attrs.frozen(field_transformer=fields_as_annotated)
class Pruned:
    """A member of a pruning sequence: the tree that is optimal from *alpha* up to the next member's alpha.

    >>> Pruned(Exact(0), dt.Leaf(dt.ClassCounts((3, 1)))).alpha
    Exact('0')
    """

    GIVE = "a member of what pruning_sequence returns"

    alpha: Annotated[Exact, partial(taken, Exact | Quotient)]
    tree: Tree


@checked
def cost(tree: Tree, alpha: Price, *, impurity: Impurity | None = None, scale: Scale = "count") -> Exact:
    """Return R_alpha(T), the cost of a tree: its risk plus alpha for each leaf.

    R_alpha(T) = R(T) + alpha |T|      [CART84 def. 3.5; ESL2 eq. 9.16; LIHANG2 eq. 5.14; NOTE_A]

    *impurity* is by default CART's.  *scale* is the unit of the risk and of alpha; ``node`` is taken at the root.

    >>> cost(dt.Leaf(dt.ClassCounts((3, 1))), 2)
    Exact('7/2')
    """
    R = divide(risk(tree, impurity=impurity), unit_of_risk(scale, tree, tree, impurity=impurity))
    return R + alpha * len(leaves(tree))


@checked
def alpha_of(tree: Tree, path: Path = (), *, impurity: Impurity | None = None, scale: Scale = "count") -> Exact:
    """Return g(t), the alpha at which the branch at *path* and a leaf in its place have equal cost.

    g(t) = (R(t) - R(T_t)) / (|T_t| - 1)      [CART84 §3.3; NOTE_A; NOTE_D]

    *impurity* is by default CART's: `gini` for classes, `squared_error` for numbers.  Raises `InvalidData` if *path*
    leads to a leaf, to a branch with one leaf or to no node, and on the scale ``root`` if the root is pure.

    >>> str(alpha_of(dt.grow(dt.datasets.load("loan"), dt.cart()), (0,)))
    '4'
    """
    T_t = subtree_at(tree, path)
    t, size = Leaf(T_t.summary), len(leaves(T_t))
    if size == 1:
        raise InvalidData(f"the node at {path} has one leaf, and so no alpha: give the path of a branch of two or more")
    g = (risk(t, impurity=impurity) - risk(T_t, impurity=impurity)) / (size - 1)
    return divide(g, unit_of_risk(scale, tree, T_t, impurity=impurity))


@checked
def weakest_links(
    tree: Tree, *, impurity: Impurity | None = None, scale: Scale = "count"
) -> tuple[Exact, tuple[Path, ...]]:
    """Return the smallest g(t) of all branches, and the path of every branch that has it, parents first.

    min over t of g(t)      [CART84 §3.3; LIHANG2 algorithm 5.7]

    *impurity* and *scale* as for `alpha_of`.  Raises `InvalidData` for a lone root, which has no link.

    >>> weakest_links(dt.grow(dt.datasets.load("loan"), dt.cart()))
    (Exact('18/5'), ((),))
    """
    if isinstance(tree, Leaf):
        raise InvalidData("a lone root has no link to cut")
    g = {path: alpha_of(tree, path, impurity=impurity, scale=scale) for path in branch_paths(tree)}
    smallest = min(g.values())
    return smallest, tuple([path for path, alpha in g.items() if alpha == smallest])


@checked
def optimal_subtree(tree: Tree, alpha: Alpha, *, impurity: Impurity | None = None, scale: Scale = "count") -> Tree:
    """Return T(alpha), the smallest pruned subtree that minimises R_alpha, in one pass from the leaves up.

    A branch whose children are already optimal becomes a leaf when g(t) <= alpha.  Except on the node scale this is
    the unique smallest minimiser [CART84 theorem 3.7]; on the node scale it is what note D's stack algorithm gives
    (`prune_with_stack`).      [CART84 §3.3, §10.2; LIHANG2 algorithm 5.4]

    >>> tree = dt.grow(dt.datasets.load("loan"), dt.cart())
    >>> [len(leaves(optimal_subtree(tree, alpha))) for alpha in (0, 3, 4)]
    [3, 3, 1]
    """
    for path in reversed(branch_paths(tree)):
        if alpha_of(tree, path, impurity=impurity, scale=scale) <= alpha:
            tree = prune_at(tree, path)
    return tree


@checked
def pruning_sequence(
    tree: Tree, *, impurity: Impurity | None = None, scale: Scale = "count", ties: Ties = "together"
) -> tuple[Pruned, ...]:
    """Return all trees T(alpha) for alpha >= 0, from T(0) to the root alone, by Breiman's rounds of weakest links.

    alpha_{k+1} = min over t of g(t) in T_k;  T_{k+1} = T_k with the weakest links cut  [CART84 §3.3; LIHANG2 §5.5.2]

    ``together`` (Breiman) cuts all links that share the smallest g(t) in one round: alpha increases strictly, and T_k
    minimises R_alpha exactly for alpha in [alpha_k, alpha_k+1).  ``one_at_a_time`` (notes A and D) starts from the
    tree itself and cuts the first of the weakest links alone: tied rounds repeat an alpha, and only the last of them
    is T(alpha).  On the node scale the alphas may fall, and the trees need not be optimal.

    >>> sequence = pruning_sequence(dt.grow(dt.datasets.load("loan"), dt.cart()))
    >>> [(str(member.alpha), len(leaves(member.tree))) for member in sequence]
    [('0', 3), ('18/5', 1)]
    """
    if ties == "together":
        tree = optimal_subtree(tree, 0, impurity=impurity, scale=scale)
    sequence = [Pruned(Exact(0), tree)]
    while isinstance(tree, Branch):
        alpha, links = weakest_links(tree, impurity=impurity, scale=scale)
        for path in reversed(links if ties == "together" else links[:1]):
            tree = prune_at(tree, path)
        sequence.append(Pruned(alpha, tree))
    return tuple(sequence)


@checked
def intervals(sequence: Members) -> tuple[tuple[Exact, Exact | None], ...]:
    """Return for each tree of the sequence the alphas for which it is optimal: the first, and the next tree's.

    [alpha_k, alpha_k+1), the last without end (None)      [CART84 theorem 3.10]

    >>> intervals(pruning_sequence(dt.Leaf(dt.ClassCounts((3, 1)))))
    ((Exact('0'), None),)
    """
    alphas = [member.alpha for member in sequence]
    return tuple(zip(alphas, [*alphas[1:], None], strict=True))


@checked
def prune_with_stack(tree: Tree, alpha: Price, *, impurity: Impurity | None = None) -> Tree:
    """Return *tree* pruned by note D's algorithm, which visits branches by a stack, children before parents.

    C_0(t) = sum_j |D_tj| / |D_t| H(D_tj) + alpha |T_t|,  C_1(t) = H(D_t) + alpha      [NOTE_D]

    The branch t becomes a leaf where C_1(t) <= C_0(t).  The tree need not be optimal for any alpha.  *impurity*, H
    above, is by default the one CART takes.

    >>> tree = dt.grow(dt.datasets.load("loan"), dt.cart())
    >>> [len(leaves(prune_with_stack(tree, alpha))) for alpha in (0, 1)]
    [3, 1]
    """
    H = impurity or usual_impurity(tree.summary)
    stack = list(branch_paths(tree))
    while stack:
        path = stack.pop()
        t = subtree_at(tree, path)
        ends = [leaf.summary for leaf in leaves(t)]
        C_0, C_1 = conditional_impurity(ends, H) + alpha * len(ends), Exact(H(t.summary)) + alpha
        if C_1 <= C_0:
            tree = prune_at(tree, path)
    return tree


def members_of(name: str, value: Any) -> Any:
    """Check an argument that is a pruning sequence, which has at least one tree."""
    lazy = isinstance(value, Sequence) and not isinstance(value, list | tuple | str | bytes | range)
    members = value if lazy else taken(tuple[Pruned, ...], name, value)
    if not len(members):
        raise InvalidData("the sequence is empty: give what pruning_sequence returns")
    return members


Members: TypeAlias = Annotated[Sequence[Pruned], members_of]
"""What `pruning_sequence` returns."""
