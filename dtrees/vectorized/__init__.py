"""The specification's trees and pruning sequences by another road: a level at a time in NumPy, and one pass to prune.

An implementation under test like any other: the oracle judges it by the checks that it gives to scikit-learn.

Growing, in reading order: `units` and `columns` hold the data as whole numbers and in order; `segments` does
arithmetic by node; `measures`, an impurity a module, score in float64, under a bound; `candidates`, a kind of question
a module, scores a level's questions, and `kinds` says which columns are asked which; `choose` filters and settles them,
and `choice` holds what is asked; `nodes` makes the tree, many nodes at once by `bulk`, and `layout` keeps it as arrays;
`growing` goes from level to level, and `walk` down a given tree.
Pruning: `prune_risks`, `prune_breakpoints`, `prune_ties`, `prune_alphas`, `prune`.
Predicting: `prediction`.
"""

from dtrees.vectorized.growing import grow
from dtrees.vectorized.prediction import apply, predict, predict_proba
from dtrees.vectorized.prune import PruningSequence, pruning_sequence
from dtrees.vectorized.selection import cross_validate, intervals, select_by_holdout

__all__ = [
    "PruningSequence",
    "apply",
    "cross_validate",
    "grow",
    "intervals",
    "predict",
    "predict_proba",
    "pruning_sequence",
    "select_by_holdout",
]
