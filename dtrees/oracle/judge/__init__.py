"""The judges: each answers whether what an implementation says lies in the exact set of right answers.

Modules in reading order: `granted` says what may be done at a node; `growth` judges questions by that, `allowed` those
about missing values; `stated` judges the numbers of a tree, and what is said of rows; `path` pruning, `validation`
cross-validated errors.
"""

from dtrees.oracle.judge.growth import judge_tree
from dtrees.oracle.judge.path import RowClaim, judge_path, judge_pruned
from dtrees.oracle.judge.stated import Claims, NodeClaim
from dtrees.oracle.rounding import rounding_bound

__all__ = ["Claims", "NodeClaim", "RowClaim", "judge_path", "judge_pruned", "judge_tree", "rounding_bound"]
