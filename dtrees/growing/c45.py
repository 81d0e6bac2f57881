"""C4.5 [C45 ch. 2; LIHANG2 algorithm 5.3; ZHOU16 §4.2.2, §4.4.1; NOTE_D].

1. The question: which category, one child each; for numbers, a threshold, which may be asked again below.
2. The score: the gain ratio g(D, A) / IV(A), among the features whose gain passes the average (the gate).
3. The leaf: where all rows are of one class, no question splits them, or the gain is below epsilon (min_gain).
"""

from typing import Unpack

from dtrees.growing.candidates import Numbers, Questions
from dtrees.growing.impurity import entropy
from dtrees.growing.learner import Gate, Learner, StoppingOptions, stopping
from dtrees.growing.missing_options import Missing, Way


def c45(
    *,
    gate: Gate = "at_least",
    numbers: Numbers = "midpoint",
    missing: Way | Missing = "refuse",
    **limits: Unpack[StoppingOptions],
) -> Learner:
    """Return C4.5; *limits* are the options of `Stopping`, *missing* a way of `Missing`.

    argmax_A g_R(D, A) subject to g(D, A) >= the average gain      [C45 §2.2]

    gate: ``at_least`` the average (Quinlan), ``above`` it (note D; where all gains are equal nothing passes), or
    ``none`` (Li Hang, note E).  *numbers* as for `Questions`.

    >>> dt.grow(dt.datasets.load("weather"), c45()).question.feature
    'outlook'
    """
    questions, rule = Questions(numbers, "each"), stopping(limits)
    return Learner(questions=questions, impurity=entropy, score="gain_ratio", gate=gate, stopping=rule, missing=missing)
