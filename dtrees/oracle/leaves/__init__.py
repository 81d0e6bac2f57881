"""Judging an implementation that shows no tree: it answers with the leaf of each training row, or with predictions."""

from dtrees.oracle.leaves.answer import shows_rows
from dtrees.oracle.leaves.verdict import LeavesVerdict, any_tree_behind, judge_leaves, tree_behind

__all__ = ["LeavesVerdict", "any_tree_behind", "judge_leaves", "shows_rows", "tree_behind"]
