"""The oracle: it judges other implementations against the specification.

`judge_tree` and `judge_path` judge one tree or path; `conformance` runs every law on an `Implementation`, and
`parametrize_with_laws` makes a pytest test of each; `infer_conventions` finds out what an implementation chooses for
itself; `judge_exported` holds a model against the tree that it was exported from.  An implementation states what it
takes as `Supported`, and reads data by `columns_of` and `targets_of`.
"""

from dtrees.laws.plain import targets_of
from dtrees.oracle.boosted import Boosted, judge_boosting
from dtrees.oracle.conventions import EXACT, UNKNOWN, Conventions
from dtrees.oracle.documents import judge_tree
from dtrees.oracle.estimators import from_estimator
from dtrees.oracle.estimators.forest import judge_forest
from dtrees.oracle.exported import judge_exported
from dtrees.oracle.finding import Finding, Verdict
from dtrees.oracle.implementation import Implementation, columns_of
from dtrees.oracle.judge import Claims, NodeClaim, RowClaim, judge_path, judge_pruned
from dtrees.oracle.laws.probes import Inferred, infer_conventions
from dtrees.oracle.laws.results import Conformance, LawResult
from dtrees.oracle.laws.run import conformance, parametrize_with_laws, system_of
from dtrees.oracle.laws.supported import Supported
from dtrees.oracle.leaves import judge_leaves

__all__ = [
    "EXACT",
    "UNKNOWN",
    "Boosted",
    "Claims",
    "Conformance",
    "Conventions",
    "Finding",
    "Implementation",
    "Inferred",
    "LawResult",
    "NodeClaim",
    "RowClaim",
    "Supported",
    "Verdict",
    "columns_of",
    "conformance",
    "from_estimator",
    "infer_conventions",
    "judge_boosting",
    "judge_exported",
    "judge_forest",
    "judge_leaves",
    "judge_path",
    "judge_pruned",
    "judge_tree",
    "parametrize_with_laws",
    "system_of",
    "targets_of",
]
