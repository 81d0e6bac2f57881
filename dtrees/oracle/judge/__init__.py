"""The judges: each decides whether an implementation's answer lies in the exact set of right answers.

Modules in reading order: `granted` finds the right choices at a node; `growth` judges a tree's questions by them,
`allowed` where rows of missing values go, and `best_first` which leaves were split; `stated` judges the numbers of a
tree, and what is predicted for rows; `path` judges pruning, `validation` cross-validated errors.
"""

from dtrees.oracle.judge.growth import judge_tree
from dtrees.oracle.judge.path import RowClaim, judge_path, judge_pruned
from dtrees.oracle.judge.stated import Claims, NodeClaim
from dtrees.oracle.rounding import rounding_bound

__all__ = ["Claims", "NodeClaim", "RowClaim", "judge_path", "judge_pruned", "judge_tree", "rounding_bound"]
