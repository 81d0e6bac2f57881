"""What a question gains: the impurity of a node less the mean impurity of its parts."""

from collections.abc import Sequence
from fractions import Fraction

from dtrees.arguments import checked
from dtrees.growing.impurity import Impurity, entropy, of_a_feature_too
from dtrees.numbers.exact import Exact
from dtrees.trees.summary import ClassCounts, Summary, total


@of_a_feature_too
@checked
def gain(parts: Sequence[Summary], impurity: Impurity = entropy) -> Exact:
    """Return how much a question lowers the impurity: at least 0 for every concave impurity.

    g(D, A) = i(D) - i(D | A)      [LIHANG2 eq. 5.9; ZHOU16 eq. 4.2]

    *parts* are the summaries of the D_i; or give a data set and the name of a feature.

    >>> gain([ClassCounts((2, 0)), ClassCounts((0, 2))]), f"{gain(dt.datasets.load('weather'), 'outlook'):.3f}"
    (Exact('1'), '0.247')
    """
    return impurity(total(parts)) - conditional_impurity(parts, impurity)


@of_a_feature_too
@checked
def conditional_impurity(parts: Sequence[Summary], impurity: Impurity) -> Exact:
    """Return the mean impurity of the parts, each weighed by its share of the rows; empty parts count nothing.

    i(D | A) = sum_i N_i / N i(D_i)      [LIHANG2 eq. 5.8; CART84 §2.4.2]

    >>> conditional_impurity([ClassCounts((2, 0)), ClassCounts((1, 1))], dt.gini)
    Exact('1/4')
    """
    weight = Fraction(sum([part.weight for part in parts]))
    return sum([Exact(impurity(part)) * (part.weight / weight) for part in parts if part.weight], start=Exact(0))


@of_a_feature_too
def conditional_entropy(parts: Sequence[ClassCounts]) -> Exact:
    """Return H(D|A), the mean entropy of the parts into which the feature A divides D, in bits.

    H(D|A) = sum_i N_i / N H(D_i)      [LIHANG2 eq. 5.8; NOTE_E]

    >>> conditional_entropy([ClassCounts((2, 0)), ClassCounts((1, 1))])
    Exact('1/2')
    """
    return conditional_impurity(parts, entropy)
