"""The impurity i(t) of a node, per unit of weight, as a function of its summary."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from dtrees.arguments import a_function_of, admit, refused
from dtrees.errors import DtreesError, InvalidData
from dtrees.numbers.entropy_sums import entropy_of_integers
from dtrees.numbers.exact import Exact, Rational, in_integers
from dtrees.trees.summary import ClassCounts, Moments, Summary

Impurity: TypeAlias = Callable[[Any], Exact]
"""Any function from a summary of positive weight to an `Exact` of at least 0: a criterion in plain Python."""

admit("Impurity", a_function_of(1))


def gini(summary: ClassCounts) -> Exact:
    """Return the Gini index: the chance that two rows drawn with replacement are of different classes.

    i(t) = 1 - sum_k p_k^2      [CART84 §4.1; LIHANG2 eq. 5.22; ZHOU16 eq. 4.5; NOTE_C]

    >>> gini(ClassCounts((9, 6)))
    Exact('12/25')
    """
    counts = _whole_counts(summary)
    square = sum(counts) ** 2
    return Exact(square - sum(count * count for count in counts)) / square


def entropy(summary: ClassCounts) -> Exact:
    """Return the entropy in bits.

    i(t) = - sum_k p_k log2 p_k, where 0 log2 0 = 0      [LIHANG2 eq. 5.7; ZHOU16 eq. 4.1; C45 ch. 2]

    >>> entropy(ClassCounts((3, 1)))
    Exact('2 - 3/4*log2(3)')
    """
    return entropy_of_integers(tuple(sorted(_whole_counts(summary))))


def entropy_of_weights(weights: Sequence[Rational]) -> Exact:
    """Return the entropy in bits of weights that are not all 0, as if each were that of a class.

    >>> entropy_of_weights([3, 0, 1])
    Exact('2 - 3/4*log2(3)')
    """
    present = sorted(filter(None, in_integers(weights)[0]))
    _positive(len(present))
    return entropy_of_integers(tuple(present))


def misclassification(summary: ClassCounts) -> Exact:
    """Return the share of rows that the majority class gets wrong.

    i(t) = 1 - max_k p_k      [CART84 §4.1; ESL2 eq. 9.17]

    >>> misclassification(ClassCounts((9, 6)))
    Exact('2/5')
    """
    counts = _whole_counts(summary)
    return Exact(sum(counts) - max(counts)) / sum(counts)


def squared_error(summary: Moments) -> Exact:
    """Return the mean squared deviation of the responses from their mean.

    i(t) = (1 / N) sum_i (y_i - mean)^2      [CART84 §8.3; ESL2 eq. 9.15]

    >>> squared_error(Moments.of([1, 2, 6]))
    Exact('14/3')
    """
    if not isinstance(summary, Moments):
        raise refused(summary, "summary", "Moments, such as summarize returns")
    weight = _positive(summary.weight)
    return Exact(summary.squares) / weight - summary.mean**2


def usual_impurity(summary: Summary) -> Impurity:
    """Return the impurity that CART takes by default: `gini` for classes, `squared_error` for numbers."""
    return gini if isinstance(summary, ClassCounts) else squared_error


def require_fit(impurity: Impurity, *, numbers: bool, error: type[DtreesError] = InvalidData) -> None:
    """Raise *error* where *impurity* is known to measure classes and the target is *numbers*, or the other way."""
    misfits: tuple[Impurity, ...] = (gini, entropy, misclassification) if numbers else (squared_error,)
    if impurity in misfits:
        target, fitting = ("numbers", "squared_error") if numbers else ("classes", "gini, entropy or misclassification")
        message = f"{getattr(impurity, '__name__', 'impurity')} does not measure {target}: give {fitting}"
        raise error(message)


def _whole_counts(summary: ClassCounts) -> tuple[int, ...]:
    """Return the class counts that are not 0, times their common denominator, which leaves shares as they are.

    Raises `InvalidData` for another kind of summary, and for no rows.
    """
    if not isinstance(summary, ClassCounts):
        raise refused(summary, "summary", "ClassCounts, such as summarize returns")
    counts = summary.numerators
    _positive(len(counts))
    return counts


def _positive(weight: Rational) -> Rational:
    if not weight:
        message = "a node without rows has no impurity: leave empty parts out"
        raise InvalidData(message)
    return weight
