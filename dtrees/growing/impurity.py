"""The impurity i(t) of a node, per unit of weight: how mixed its classes are, or how much its responses differ.

Each function takes a node's summary, or the counts of its classes.
"""

import math
from collections.abc import Callable
from functools import singledispatch, wraps
from typing import Annotated, Any, Final, Literal, TypeAlias

from dtrees.arguments import Result, checked, taken
from dtrees.data.dataset import Classes, Dataset, Target
from dtrees.numbers.exact import Exact
from dtrees.trees.summary import ClassCounts, Moments, Summary, summarize_groups


@checked
def gini(summary: ClassCounts) -> Exact:
    """Return the Gini index: the chance that two rows drawn with replacement are of different classes.

    i(t) = 1 - sum_k p_k^2      [CART84 §4.1; LIHANG2 eq. 5.22; ZHOU16 eq. 4.5; NOTE_C]

    >>> gini([9, 6])
    Exact('12/25')
    """
    return Exact(1 - sum([p**2 for p in summary.proportions]))


@checked
def entropy(summary: ClassCounts) -> Exact:
    """Return the entropy in bits.

    i(t) = - sum_k p_k log2 p_k, where 0 log2 0 = 0      [LIHANG2 eq. 5.7; ZHOU16 eq. 4.1; C45 ch. 2]

    >>> entropy([3, 1])
    Exact('2 - 3/4*log2(3)')
    """
    return -sum([p * Exact.log2(p) for p in summary.proportions if p], start=Exact(0))


def cross_entropy(summary: ClassCounts) -> float:
    """Return the entropy in nats as a float64, for comparing with a book; grow and prune by `entropy`.

    i(t) = - sum_k p_k ln p_k, which is ln 2 times the entropy in bits      [ESL2 eq. 9.17; NOTE_B]

    >>> round(cross_entropy([1, 1]), 4)
    0.6931
    """
    return float(entropy(summary)) * math.log(2)


@checked
def misclassification(summary: ClassCounts) -> Exact:
    """Return the share of rows that the majority class gets wrong.

    i(t) = 1 - max_k p_k      [CART84 §4.1; ESL2 eq. 9.17]

    >>> misclassification([9, 6])
    Exact('2/5')
    """
    return Exact(1 - max(summary.proportions))


@checked
def squared_error(summary: Moments) -> Exact:
    """Return the mean squared deviation of the responses from their mean.

    i(t) = 1/N sum_i (y_i - mean)^2 = 1/N sum_i y_i^2 - mean^2      [CART84 §8.3; ESL2 eq. 9.15]

    >>> squared_error(Moments.of([1, 2, 6]))
    Exact('14/3')
    """
    mean = summary.mean
    return Exact(summary.squares) / summary.weight - mean**2


def an_impurity(name: str, value: Any) -> Any:
    """Check an argument that is an impurity, or the name of one."""
    if isinstance(value, str):
        return IMPURITIES[taken(Literal[tuple(IMPURITIES)], name, value)]
    return value if any(value is one for one in IMPURITIES.values()) else taken(Callable[[Any], Exact], name, value)


Impurity: TypeAlias = Annotated[Callable[[Any], Exact], an_impurity]
"""Any function from a summary of positive weight to an `Exact` of at least 0: a criterion in plain Python."""

IMPURITIES: Final[dict[str, Impurity]] = {i.__name__: i for i in (gini, entropy, misclassification, squared_error)}


@singledispatch
def usual_impurity(of: Summary | Target) -> Impurity:
    """Return CART's impurity: `gini` for classes, `squared_error` for numbers, that of their centre for kept ones."""
    return gini if isinstance(of, ClassCounts | Classes) else squared_error


def of_a_feature_too(function: Callable[..., Result]) -> Callable[..., Result]:
    """Decorate a function of the summaries of the parts D_i to take a data set and the name of a feature, too."""
    named_like = wraps(function)
    return named_like(
        lambda *given, **named: (
            function(list(summarize_groups(given[0], given[0].feature(given[1])).values()), *given[2:], **named)
            if len(given) > 1 and isinstance(given[0], Dataset)
            else function(*given, **named)
        )
    )
