"""ID3 [QUINLAN86; LIHANG2 algorithm 5.2; ZHOU16 §4.2.1; NOTE_D; NOTE_E].

1. The question: which of its values does the feature have?  One child a value, also of a numeric column.
   Below such a branch the feature is constant, so it is asked once on a path.
2. The score: the information gain g(D, A) = H(D) - H(D|A).
3. The leaf: where all rows are of one class, no feature is left, or the best gain is below epsilon (min_gain).
"""

from typing import Unpack

from dtrees.growing.candidates import Questions
from dtrees.growing.impurity import entropy
from dtrees.growing.learner import Learner, StoppingOptions, stopping
from dtrees.growing.missing_options import Missing, Way


def id3(*, missing: Way | Missing = "refuse", **limits: Unpack[StoppingOptions]) -> Learner:
    """Return ID3; *limits* are the options of `Stopping` (min_gain is epsilon), *missing* a way of `Missing`.

    argmax_A g(D, A)      [QUINLAN86 §4; LIHANG2 algorithm 5.2]

    >>> dt.grow(dt.datasets.load("loan"), id3()).question.feature
    'owns_house'
    """
    return Learner(questions=Questions("each", "each"), impurity=entropy, stopping=stopping(limits), missing=missing)
