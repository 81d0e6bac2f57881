"""How good a question is: conditional impurity, gain, gain ratio and twoing, from the summaries of its parts."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from dtrees.arguments import checked, refused
from dtrees.growing.impurity import Impurity, entropy, entropy_of_weights
from dtrees.numbers.exact import Exact, mean_by_weight
from dtrees.numbers.quotient import Quotient
from dtrees.trees.summary import ClassCounts, Summary, total, whole_weights

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from dtrees.data.dataset import Category


@checked
def conditional_impurity(parts: Iterable[Summary], impurity: Impurity) -> Exact:
    """Return the mean impurity of the parts, each weighed by its share of the weight.

    i(D | question) = sum_i N_i / N i(D_i), empty parts counting nothing      [LIHANG2 eq. 5.8; CART84 §2.4.2]

    >>> from dtrees.growing.impurity import gini
    >>> conditional_impurity([ClassCounts((2, 0)), ClassCounts((1, 1))], gini)
    Exact('1/4')
    """
    return mean_impurity(tuple(parts), impurity)


def mean_impurity(parts: Sequence[Summary], impurity: Impurity) -> Exact:
    """Return the `conditional_impurity` of *parts*, which it does not check, for there are many."""
    weighed = zip(whole_weights(parts), parts, strict=True)
    return mean_by_weight([(weight, Exact(impurity(part))) for weight, part in weighed if weight])


def conditional_entropy(parts: Iterable[ClassCounts]) -> Exact:
    """Return H(D|A), the mean entropy of the parts into which the feature A divides D, in bits.

    H(D|A) = sum_i N_i / N H(D_i)      [LIHANG2 eq. 5.8; NOTE_E]

    >>> conditional_entropy([ClassCounts((2, 0)), ClassCounts((1, 1))])
    Exact('1/2')
    """
    return conditional_impurity(parts, entropy)


@checked
def gain(parts: Sequence[Summary], impurity: Impurity) -> Exact:
    """Return how much the question lowers the impurity: at least 0 for every concave impurity.

    g = i(D) - i(D | question)      [LIHANG2 eq. 5.9; ZHOU16 eq. 4.2]

    >>> gain([ClassCounts((2, 0)), ClassCounts((0, 2))], entropy)
    Exact('1')
    """
    return Exact(impurity(total(parts))) - conditional_impurity(parts, impurity)


@checked
def intrinsic_value(parts: Iterable[Summary]) -> Exact:
    """Return the entropy of the parts' weights, as if each part were a class: 0 iff one part holds all.

    IV = - sum_i N_i / N log2 (N_i / N)      [C45 §2.2 "split info"; ZHOU16 eq. 4.4; LIHANG2 §5.2.3 H_A(D)]

    >>> intrinsic_value([ClassCounts((2, 0)), ClassCounts((0, 2))])
    Exact('1')
    """
    return entropy_of_weights([part.weight for part in parts])


@checked
def gain_ratio(parts: Sequence[Summary], impurity: Impurity = entropy) -> Quotient:
    """Return the gain over the intrinsic value; for entropy it lies in [0, 1].

    g_R = g / IV      [C45 §2.2; LIHANG2 eq. 5.10; ZHOU16 eq. 4.3]

    Raises `ZeroDivisionError` where one part holds all rows: such a question parts nothing.

    >>> str(gain_ratio([ClassCounts((2, 0)), ClassCounts((0, 2))]))
    '1'
    """
    return Quotient(gain(parts, impurity), intrinsic_value(parts))


@checked
def twoing(parts: Sequence[ClassCounts]) -> Exact:
    """Return the twoing score of a binary question: how well it parts the classes into two groups of like classes.

    phi = p_L p_R / 4 (sum_j |p(j|t_L) - p(j|t_R)|)^2      [CART84 §4.3]

    It is half the largest gain by Gini of two classes that the classes can be merged into, which `superclasses` names;
    of two classes it is half their gain.  Raises `InvalidData` unless there are two parts; where one is empty it is 0.

    >>> twoing([ClassCounts((2, 0, 0)), ClassCounts((0, 1, 1))])
    Exact('1/4')
    """
    left, right = _two(parts)
    if not left.weight or not right.weight:
        return Exact(0)
    distance = sum(abs(p - q) for p, q in zip(left.proportions, right.proportions, strict=True))
    share = Fraction(left.weight) / (left.weight + right.weight)
    return Exact(share * (1 - share) / 4 * distance**2)


@checked
def superclasses(parts: Sequence[ClassCounts]) -> tuple[tuple[Category, ...], tuple[Category, ...]]:
    """Return the two groups of classes that a binary question tells apart best, the first on its first child.

    {j : p(j|t_L) >= p(j|t_R)}, and the other classes      [CART84 §4.3]

    Raises `InvalidData` unless there are two parts that are not empty.

    >>> superclasses([ClassCounts((2, 0, 0)), ClassCounts((0, 1, 1))])
    ((0,), (1, 2))
    """
    left, right = _two(parts)
    shares = list(zip(left.classes, left.proportions, right.proportions, strict=True))
    return tuple(label for label, p, q in shares if p >= q), tuple(label for label, p, q in shares if p < q)


def _two(parts: Sequence[ClassCounts]) -> Sequence[ClassCounts]:
    if len(parts) != 2:  # noqa: PLR2004 (twoing is about two children)
        raise refused(parts, "parts", "the class counts of two children")
    return parts
