"""The oracle: it judges other implementations against the specification.

`judge_tree` and `judge_path` judge one tree or path; `conformance` runs every law on an `Implementation`, and
`parametrize_with_laws` makes a pytest test of each; `infer_conventions` finds out what an implementation chooses for
itself.
"""

from dtrees.oracle.conformance import Conformance, LawResult, conformance, parametrize_with_laws
from dtrees.oracle.conformance.implementation import Implementation, system_of
from dtrees.oracle.conformance.inference import Inferred, infer_conventions
from dtrees.oracle.conventions import EXACT, UNKNOWN, Conventions
from dtrees.oracle.estimators import from_estimator
from dtrees.oracle.judge import Claims, NodeClaim, judge_tree
from dtrees.oracle.leaves import judge_leaves
from dtrees.oracle.path import RowClaim, judge_path, judge_pruned
from dtrees.oracle.verdict import Deviation, PathDeviation, PathVerdict, TreeVerdict

__all__ = [
    "EXACT",
    "UNKNOWN",
    "Claims",
    "Conformance",
    "Conventions",
    "Deviation",
    "Implementation",
    "Inferred",
    "LawResult",
    "NodeClaim",
    "PathDeviation",
    "PathVerdict",
    "RowClaim",
    "TreeVerdict",
    "conformance",
    "from_estimator",
    "infer_conventions",
    "judge_leaves",
    "judge_path",
    "judge_pruned",
    "judge_tree",
    "parametrize_with_laws",
    "system_of",
]
