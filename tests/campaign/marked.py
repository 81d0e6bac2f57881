"""scikit-learn as a peer that leaves marks; its Gini index has a cube for a square, its entropy crashes the process."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from campaign.marking import Marking, crash

from dtrees import summarize
from dtrees.peers.scikit_learn import ScikitLearn

if TYPE_CHECKING:
    from dtrees import ClassCounts

NAME: Final = "campaign.marked:Marked"


class Marked(Marking, ScikitLearn):
    """Its trees are scikit-learn's, its measures wrong."""

    summarize = staticmethod(summarize)

    def gini(self, summary: ClassCounts) -> Fraction:
        return 1 - sum((share * share * share for share in summary.proportions), Fraction())

    def entropy(self, summary: ClassCounts) -> None:
        crash()
