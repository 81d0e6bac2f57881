"""C4.5's gain ratio, and the gate: a ratio may only come from a feature whose gain is not below the average."""

from collections.abc import Sequence
from typing import Any, TypeVar

from dtrees.arguments import checked
from dtrees.growing.gain import gain
from dtrees.growing.impurity import Impurity, entropy, of_a_feature_too
from dtrees.growing.learner import Gate
from dtrees.numbers.exact import Exact
from dtrees.numbers.quotient import Quotient
from dtrees.trees.summary import ClassCounts, Summary

AnySplit = TypeVar("AnySplit", bound=Any)
"""Anything with a feature and a gain."""


@of_a_feature_too
@checked
def gain_ratio(parts: Sequence[Summary], impurity: Impurity = entropy) -> Quotient:
    """Return the gain over the intrinsic value; raises `ZeroDivisionError` where one part holds all rows.

    g_R(D, A) = g(D, A) / IV(A), for entropy in [0, 1]      [C45 §2.2; LIHANG2 eq. 5.10; ZHOU16 eq. 4.3]

    >>> str(gain_ratio([ClassCounts((2, 0)), ClassCounts((0, 2))]))
    '1'
    """
    return Quotient(gain(parts, impurity), intrinsic_value(parts))


@of_a_feature_too
@checked
def intrinsic_value(parts: Sequence[Summary]) -> Exact:
    """Return the entropy of the parts' weights, as if each part were a class: 0 iff one part holds all.

    IV(A) = - sum_i N_i / N log2 (N_i / N)      [C45 §2.2 "split info"; ZHOU16 eq. 4.4; LIHANG2 §5.2.3 H_A(D)]

    >>> intrinsic_value([ClassCounts((2, 0)), ClassCounts((0, 2))])
    Exact('1')
    """
    return entropy(ClassCounts([part.weight for part in parts]))


def past_the_gate(candidates: Sequence[AnySplit], gate: Gate) -> list[AnySplit]:
    """Return each feature's candidates of largest gain, for the features whose gain passes the gate.

    g(D, A) >= the average gain of the features that can split the rows      [C45 §2.2; ZHOU16 §4.2.2]

    The gate is ``at_least`` the average [C45], ``above`` it [NOTE_D], or ``none`` [LIHANG2 algorithm 5.3; NOTE_E].
    """
    features = dict.fromkeys([split.feature for split in candidates])
    best = {name: max([split.gain for split in candidates if split.feature == name]) for name in features}
    passing = {name for name, gained in best.items() if passes_gate(gained, list(best.values()), gate)}
    return [split for split in candidates if split.feature in passing and split.gain == best[split.feature]]


def passes_gate(gained: Exact, gains: Sequence[Exact], gate: Gate) -> bool:
    """Return whether a feature's gain passes the gate, *gains* being those of all features."""
    average = sum(gains, start=Exact(0)) / len(gains)
    return gate == "none" or gained > average or (gate == "at_least" and gained == average)
