"""CART by the twoing criterion [CART84 §4.3].

1. The question: binary, as CART's.
2. The score: twoing, which looks for two groups of like classes (near the root, of many classes, strategic questions).
3. The leaf: as CART's.  Limits on gain and impurity are about Gini, and so is pruning: twoing measures no node.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Unpack

import attrs

from dtrees.arguments import checked
from dtrees.data.dataset import Category
from dtrees.errors import refused
from dtrees.growing.candidates import Categories, Numbers
from dtrees.growing.cart import cart
from dtrees.growing.impurity import gini
from dtrees.growing.learner import Learner, StoppingOptions
from dtrees.growing.missing_options import Missing, Way
from dtrees.numbers.exact import Exact
from dtrees.trees.summary import ClassCounts, total


@checked
def twoing(parts: Sequence[ClassCounts]) -> Exact:
    """Return the twoing score of a binary question: how well it divides the classes into two groups of like classes.

    phi = p_L p_R / 4 (sum_j |p(j|t_L) - p(j|t_R)|)^2, 0 where a part is empty      [CART84 §4.3]

    It is half the largest gain by Gini of two classes that the classes can be merged into, which `superclasses` names.

    >>> twoing([ClassCounts((2, 0, 0)), ClassCounts((0, 1, 1))])
    Exact('1/4')
    """
    left, right = _two(parts)
    if not left.weight or not right.weight:
        return Exact(0)
    p_L, p_R = [Fraction(part.weight) / (left + right).weight for part in (left, right)]
    distance = sum([abs(p - q) for p, q in zip(left.proportions, right.proportions, strict=True)])
    return Exact(p_L * p_R / 4 * distance**2)


@checked
def superclasses(parts: Sequence[ClassCounts]) -> tuple[tuple[Category, ...], tuple[Category, ...]]:
    """Return the two groups of classes that a binary question separates best; the first prefers child 0.

    {j : p(j|t_L) >= p(j|t_R)}, and the other classes      [CART84 §4.3]

    >>> superclasses([ClassCounts((2, 0, 0)), ClassCounts((0, 1, 1))])
    ((0,), (1, 2))
    """
    left, right = _two(parts)
    shares = list(zip(left.classes, left.proportions, right.proportions, strict=True))
    return tuple([label for label, p, q in shares if p >= q]), tuple([label for label, p, q in shares if p < q])


def _two(parts: Sequence[ClassCounts]) -> Sequence[ClassCounts]:
    if len(parts) != 2:  # noqa: PLR2004 (twoing is about two children)
        raise refused(parts, "parts", "the class counts of two children")
    total(parts)  # which refuses those of different classes
    return parts


def twoing_cart(
    *,
    numbers: Numbers = "midpoint",
    categories: Categories = "equals",
    missing: Way | Missing = "refuse",
    **limits: Unpack[StoppingOptions],
) -> Learner:
    """Return CART that chooses questions by `twoing`; its options are those of `cart`.

    argmax over binary questions of p_L p_R / 4 (sum_j |p(j|t_L) - p(j|t_R)|)^2      [CART84 §4.3]

    >>> dt.grow(dt.datasets.load("iris"), twoing_cart()).question
    Threshold(feature='petal_length', threshold=Decimal('2.45'))
    """
    by_gini = cart(impurity=gini, numbers=numbers, categories=categories, missing=missing, **limits)
    return attrs.evolve(by_gini, score="twoing")
