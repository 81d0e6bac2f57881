"""Judging an implementation that shows no tree: it answers with the leaf of each training row, or with predictions."""

from dtrees.oracle.leaves.answer import RowAnswers, answer_of, shows_rows
from dtrees.oracle.leaves.explanation import Explanation, explain, tree_behind
from dtrees.oracle.leaves.judge import LeavesVerdict, judge_leaves

__all__ = [
    "Explanation",
    "LeavesVerdict",
    "RowAnswers",
    "answer_of",
    "explain",
    "judge_leaves",
    "shows_rows",
    "tree_behind",
]
