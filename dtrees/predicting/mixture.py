"""What predicts a row that a missing value divides among nodes."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from dtrees.trees.summary import Summary, total


def mixture(ends: Iterable[Any]) -> Summary:
    """Return the summary of one row that is divided among nodes.

    p_k = sum_t share_t N_k(t) / N(t), or the mean sum_t share_t mean(t)      [C45 §3.1]
    """
    mixed: Summary = total([end.node.summary * (Fraction(end.share) / end.node.summary.weight) for end in ends])
    return mixed
