"""The oracle: it judges other implementations against the specification."""

from dtrees.oracle.conventions import EXACT, Conventions
from dtrees.oracle.judge import Claims, NodeClaim, judge_tree
from dtrees.oracle.members import PathConventions
from dtrees.oracle.path import RowClaim, judge_path, judge_pruned
from dtrees.oracle.verdict import Deviation, PathDeviation, PathVerdict, TreeVerdict

__all__ = [
    "EXACT",
    "Claims",
    "Conventions",
    "Deviation",
    "NodeClaim",
    "PathConventions",
    "PathDeviation",
    "PathVerdict",
    "RowClaim",
    "TreeVerdict",
    "judge_path",
    "judge_pruned",
    "judge_tree",
]
