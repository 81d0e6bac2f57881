"""Minimum-error pruning: a branch becomes a leaf where no more errors are expected of the leaf on new rows.

The chance of a class at a node is estimated from its rows and from m more, which are thought to be of the classes in
the shares that were expected before.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from dtrees.arguments import checked
from dtrees.errors import refused
from dtrees.numbers.exact import Exact, Rational, number
from dtrees.pruning.risk import class_counts
from dtrees.trees.recursion import recursive
from dtrees.trees.traversal import leaves
from dtrees.trees.tree import Branch, Leaf, Tree

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.trees.summary import ClassCounts


def _rows(name: str, value: Any) -> Fraction:
    """Take a number of at least 0, exactly."""
    rows = Exact(number(name, value)).as_fraction()
    if rows < 0:
        raise refused(value, name, "a number of at least 0")
    return rows


ExpectedRows: TypeAlias = Annotated[Rational | float, _rows]


@checked
def minimum_error_prune(tree: Tree, *, m: ExpectedRows | None = None) -> Tree:
    """Return the tree with each branch made a leaf, from the leaves up, if that raises no expected error.

    N (1 - max_k (N_k + m p_k) / (N + m)) <= sum over the children      [CESTNIK91; ESPOSITO97]

    p_k are the shares of the classes at the root.  Without *m* each class has the same share, and m is their number K,
    so that a leaf is expected to err N (N - max_k N_k + K - 1) / (N + K) times (Laplace's estimate) [NIBLETT86].

    Raises `InvalidData` for a tree that predicts numbers.

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.grow import grow
    >>> from dtrees.growing.cart import cart
    >>> from dtrees.trees.traversal import leaves
    >>> tree = grow(datasets.load("iris"), cart())
    >>> [len(leaves(minimum_error_prune(tree, m=m))) for m in (None, 0, 2, 20)]
    [7, 9, 7, 3]
    """
    root = class_counts(tree.summary)
    added = [Fraction(1)] * len(root.counts) if m is None else [Fraction(m) * share for share in root.proportions]

    return _pruned(tree, added)


@recursive
def _pruned(tree: Tree, added: Sequence[Rational]) -> Tree:
    if isinstance(tree, Leaf):
        return tree
    leaf = Leaf(tree.summary)
    branch = Branch(tree.summary, tree.question, [_pruned(child, added) for child in tree.children])
    return leaf if expected_errors_of_tree(leaf, added) <= expected_errors_of_tree(branch, added) else branch


def expected_errors_of_tree(tree: Tree, added: Sequence[Rational]) -> Fraction:
    """Return the errors expected of a tree on as many new rows, the sum over its leaves."""
    return sum([expected_errors(class_counts(leaf.summary), added) for leaf in leaves(tree)], start=Fraction(0))


def expected_errors(summary: ClassCounts, added: Sequence[Rational]) -> Fraction:
    """Return the expected number of errors of a leaf on as many new rows; *added* rows smooth each class's count.

    N (1 - max_k (N_k + a_k) / (N + sum_k a_k))      [CESTNIK91]

    >>> from dtrees.trees.summary import ClassCounts
    >>> expected_errors(ClassCounts((3, 1)), (1, 1))
    Fraction(4, 3)
    """
    if not summary.weight:
        return Fraction(0)
    likeliest = max(count + more for count, more in zip(summary.counts, added, strict=True))
    return summary.weight * (1 - Fraction(likeliest) / (summary.weight + sum(added)))
