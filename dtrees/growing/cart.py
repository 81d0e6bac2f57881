"""CART, for classes and for numbers [CART84; ESL2 §9.2; LIHANG2 §5.5; ZHOU16 §4.2.3; NOTE_D].

1. The question: a threshold for numbers; for categories, is it this one (``equals``) or in this set (``subset``)?
   A binary question, so a feature may be asked again below.
2. The score: the decrease of impurity: Gini (or entropy, misclassification) for classes, squared error for numbers.
3. The leaf: where the node is pure, or a limit is met (leaf size, note D's delta: min_risk).
"""

from typing import Unpack

from dtrees.growing.candidates import Categories, Numbers, Questions
from dtrees.growing.impurity import Impurity
from dtrees.growing.learner import Learner, StoppingOptions, stopping
from dtrees.growing.missing_options import Missing, Way


def cart(
    *,
    impurity: Impurity | None = None,
    numbers: Numbers = "midpoint",
    categories: Categories = "equals",
    missing: Way | Missing = "refuse",
    **limits: Unpack[StoppingOptions],
) -> Learner:
    """Return CART; *limits* are the options of `Stopping`, *missing* a way of `Missing`.

    argmin over questions of sum_i N_i / N i(D_i)      [CART84 §2.4; LIHANG2 algorithms 5.5, 5.6; ESL2 eq. 9.13]

    impurity: by default `gini` for classes and `squared_error` for numbers.  numbers, categories: as for `Questions`.

    >>> dt.grow(dt.datasets.load("regression"), cart(max_depth=1)).question.threshold
    5.5
    """
    questions = Questions(numbers, categories)
    return Learner(questions=questions, impurity=impurity, stopping=stopping(limits), missing=missing)
