"""The risk R(t) = N(t) i(t) of a node, on the count scale: errors, or the residual sum of squares."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, TypeAlias

from dtrees.errors import InvalidData
from dtrees.growing.impurity import Impurity, require_fit, usual_impurity
from dtrees.numbers.exact import Exact, Rational
from dtrees.trees.summary import ClassCounts, Moments, Summary

if TYPE_CHECKING:
    from collections.abc import Callable

    from dtrees.trees.tree import Tree

Risk: TypeAlias = "Callable[[Summary], Exact]"


def risk_of_node(summary: Summary, *, impurity: Impurity | None = None) -> Exact:
    """Return R(t) = N(t) i(t), on the count scale.

    >>> from dtrees.trees.summary import ClassCounts
    >>> from dtrees.growing.impurity import misclassification
    >>> risk_of_node(ClassCounts((3, 1)), impurity=misclassification)
    Exact('1')
    """
    return Exact((impurity or usual_impurity(summary))(summary)) * summary.weight


def class_counts(summary: Summary) -> ClassCounts:
    """Return the summary, which must be of classes; raises `InvalidData` for one of numbers.

    >>> class_counts(ClassCounts((9, 6))).weight
    15
    """
    if isinstance(summary, Moments):
        message = "a tree that predicts numbers has no count of errors: prune it with pruning_sequence"
        raise InvalidData(message)
    return summary


def errors_of(summary: Summary) -> Rational:
    """Return e(t), the weight of the rows that the majority class gets wrong; raises `InvalidData` for numbers.

    e(t) = N(t) - max_k N_k(t)

    >>> errors_of(ClassCounts((9, 6)))
    6
    """
    return summary.weight - max(class_counts(summary).counts, default=0)


def risk_by(tree: Tree, impurity: Impurity | None) -> Risk:
    """Return R(t) as a function of a node's summary, each summary measured once, by CART's impurity if None.

    >>> from dtrees.trees.tree import Leaf
    >>> from dtrees.trees.summary import ClassCounts
    >>> counts = ClassCounts((3, 1))
    >>> risk_by(Leaf(counts), None)(counts)
    Exact('3/2')
    """
    measure = impurity or usual_impurity(tree.summary)
    require_fit(measure, numbers=isinstance(tree.summary, Moments))
    return cache(partial(risk_of_node, impurity=measure))
