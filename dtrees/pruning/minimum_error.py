"""Minimum-error pruning: a branch becomes a leaf where no more errors are expected of the leaf on new rows."""

from collections.abc import Sequence
from fractions import Fraction

from dtrees.arguments import checked
from dtrees.numbers.exact import Rational
from dtrees.pruning.risk import class_counts
from dtrees.pruning.upper_limit import RowCount
from dtrees.trees.summary import Summary
from dtrees.trees.tree import Branch, Leaf, Tree, fold, leaves


@checked
def minimum_error_prune(tree: Tree, *, m: RowCount | None = None) -> Tree:
    """Return the tree with each branch made a leaf, from the leaves up, if that raises no expected error.

    N (1 - max_k (N_k + m p_k) / (N + m)) <= sum over the children      [CESTNIK91; ESPOSITO97]

    The chance of a class is estimated from the rows and m more, which have the shares p_k of the root.  Without *m*
    each class has the same share, and m is their number K, so that a leaf is expected to err
    N (N - max_k N_k + K - 1) / (N + K) times (Laplace's estimate) [NIBLETT86].

    >>> tree = dt.grow(dt.datasets.load("iris"), dt.cart())
    >>> [len(leaves(minimum_error_prune(tree, m=m))) for m in (None, 0, 2, 20)]
    [7, 9, 7, 3]
    """
    root = class_counts(tree.summary)
    added = [Fraction(1)] * len(root.counts) if m is None else [Fraction(m) * share for share in root.proportions]

    def pruned(node: Branch, children: tuple[Tree, ...]) -> Tree:
        branch = Branch(node.summary, node.question, children)
        below = sum([expected_errors(leaf.summary, added) for leaf in leaves(branch)])
        return Leaf(node.summary) if expected_errors(node.summary, added) <= below else branch

    return fold(tree, lambda leaf: leaf, pruned)


def expected_errors(summary: Summary, added: Sequence[Rational]) -> Fraction:
    """Return the expected number of errors of a leaf on as many new rows; *added* rows smooth each class's count.

    N (1 - max_k (N_k + a_k) / (N + sum_k a_k))      [CESTNIK91]
    """
    if not summary.weight:
        return Fraction(0)
    likeliest = max([count + more for count, more in zip(class_counts(summary).counts, added, strict=True)])
    return summary.weight * (1 - Fraction(likeliest) / (summary.weight + sum(added)))
