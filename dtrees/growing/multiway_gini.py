"""Note C's tree: CART's Gini index on ID3's questions [NOTE_C §4.1, §4.2].

1. The question: which of its values does the (discretised) feature have?  One child a value, asked once on a path.
2. The score: the decrease of the Gini index.
3. The leaf: where all rows are of one class, or no feature splits them.
"""

from typing import Unpack

import attrs

from dtrees.growing.id3 import id3
from dtrees.growing.impurity import gini
from dtrees.growing.learner import Learner, StoppingOptions
from dtrees.growing.missing_options import Missing, Way


def multiway_gini(*, missing: Way | Missing = "refuse", **limits: Unpack[StoppingOptions]) -> Learner:
    """Return note C's learner; *limits* are the options of `Stopping`, *missing* a way of `Missing`.

    argmin_f sum_v |D^v| / |D| Gini(D^v)      [NOTE_C; ZHOU16 eq. 4.6]

    >>> dt.grow(dt.datasets.load("loan"), multiway_gini()).question.feature
    'owns_house'
    """
    return attrs.evolve(id3(missing=missing, **limits), impurity=gini)
