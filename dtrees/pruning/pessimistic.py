"""Pessimistic pruning: a grown tree pruned by its training errors alone, each leaf charged half an error."""

from fractions import Fraction

from dtrees.arguments import checked
from dtrees.pruning.risk import errors_of
from dtrees.trees.recursion import recursive
from dtrees.trees.tree import Branch, Leaf, Tree, leaves


@checked
@recursive
def pessimistic_prune(tree: Tree) -> Tree:
    """Return the tree with each branch made a leaf, from the root down, if its errors are within one standard error.

    e(t) + 1/2 <= e' + SE,  e' = e(T_t) + |T_t|/2,  SE^2 = e' (N - e') / N      [QUINLAN87 §2.3; MINGERS89; ESPOSITO97]

    e(t) is the weight of the rows that the leaf gets wrong, e(T_t) that of all the leaves of the branch; the 1/2 is the
    correction for continuity of a binomial variable.  Raises `InvalidData` for a tree that predicts numbers.

    >>> len(leaves(pessimistic_prune(dt.grow(dt.datasets.load("iris"), dt.cart()))))
    4
    """
    e, N, half = errors_of(tree.summary), tree.summary.weight, Fraction(1, 2)
    e_below = sum([errors_of(leaf.summary) + half for leaf in leaves(tree)])
    excess = e + half - e_below
    if isinstance(tree, Leaf) or excess <= 0 or excess**2 * N <= e_below * (N - e_below):
        return Leaf(tree.summary)
    return Branch(tree.summary, tree.question, [pessimistic_prune(child) for child in tree.children])
