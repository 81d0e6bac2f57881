"""The risk R(t) = N(t) i(t) of a node (errors, or the residual sum of squares), and R(T) of a tree."""

from dtrees.errors import InvalidData
from dtrees.growing.impurity import Impurity, usual_impurity
from dtrees.numbers.exact import Exact, Rational
from dtrees.trees.summary import ClassCounts, Moments, Summary
from dtrees.trees.tree import Tree, leaves


def risk(tree: Tree, *, impurity: Impurity | None = None) -> Exact:
    """Return R(T), the sum of R(t) over the leaves.

    R(T) = sum over the leaves t of N(t) i(t)      [CART84 §3.2; LIHANG2 eq. 5.13]

    >>> risk(dt.Leaf(ClassCounts((3, 1))))
    Exact('3/2')
    """
    return sum([risk_of_node(leaf.summary, impurity=impurity) for leaf in leaves(tree)], start=Exact(0))


def risk_of_node(summary: Summary, *, impurity: Impurity | None = None) -> Exact:
    """Return R(t) = N(t) i(t), the weight of a node times its impurity, by default the one CART takes."""
    measure = impurity or usual_impurity(summary)
    return Exact(measure(summary)) * summary.weight


def class_counts(summary: Summary) -> ClassCounts:
    """Return *summary* if it is one of classes; raises `InvalidData` for that of a regression."""
    if isinstance(summary, Moments):
        raise InvalidData("a tree that predicts numbers has no count of errors: prune it with pruning_sequence")
    return summary


def errors_of(summary: Summary) -> Rational:
    """Return e(t) = N(t) - max_k N_k(t), what the majority class gets wrong; raises `InvalidData` for a regression."""
    return summary.weight - max(class_counts(summary).counts, default=0)
