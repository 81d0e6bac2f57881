"""The oracle: it judges other implementations against the specification."""

from dtrees.oracle.conventions import EXACT, Conventions
from dtrees.oracle.judge import Claims, NodeClaim, judge_tree
from dtrees.oracle.verdict import Deviation, TreeVerdict

__all__ = ["EXACT", "Claims", "Conventions", "Deviation", "NodeClaim", "TreeVerdict", "judge_tree"]
