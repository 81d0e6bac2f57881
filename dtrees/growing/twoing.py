"""CART by the twoing criterion [CART84 §4.3].

1. The question: binary, as CART's.
2. The score: twoing, which looks for two groups of like classes (near the root, of many classes, strategic questions).
3. The leaf: as CART's.  Limits on gain and impurity are about Gini, and so is pruning: twoing measures no node.
"""

from typing import Unpack

from dtrees.growing.candidates import Categories, Numbers, Questions
from dtrees.growing.impurity import gini
from dtrees.growing.learner import Learner, Missing, StoppingOptions, Way, stopping


def twoing_cart(
    *,
    numbers: Numbers = "midpoint",
    categories: Categories = "equals",
    missing: Way | Missing = "refuse",
    **limits: Unpack[StoppingOptions],
) -> Learner:
    """Return CART that chooses questions by `twoing`; *limits* are the options of `Stopping`.

    argmax over binary questions of p_L p_R / 4 (sum_j |p(j|t_L) - p(j|t_R)|)^2      [CART84 §4.3]

    categories: ``equals`` one, or a ``subset``.  numbers: the threshold at the ``midpoint``, or at the ``observed``
    value below.  missing: a way of `Missing`.  Of two classes it grows CART's own tree.

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.grow import grow
    >>> grow(datasets.load("iris"), twoing_cart()).question
    Threshold(feature='petal_length', threshold=Decimal('2.45'))
    """
    return Learner(
        questions=Questions(numbers=numbers, categories=categories),
        impurity=gini,
        score="twoing",
        stopping=stopping(limits),
        missing=missing,
    )
