"""The specification's trees and pruning sequences by another road: a level at a time in NumPy, and one pass to prune.

An implementation under test like any other: the oracle judges it by the checks that it gives to scikit-learn.

`chunks` counts a table that memory does not hold.

Growing, in reading order: `units` and `columns` hold the data as whole numbers and in order; `segments` does
arithmetic by node; `measures`, an impurity a module, score in float64, under a bound; `candidates`, a kind of question
a module, scores a level's questions, and `kinds` says which columns are asked which; `choose` filters and settles them,
and `choice` holds what is asked; `nodes` makes the tree, many nodes at once by `bulk`, and `layout` keeps it as arrays;
`growing` goes from level to level, and `walk` down a given tree.
Pruning: `prune_risks`, `prune_breakpoints`, `prune_ties`, `prune_alphas`, `prune`; by errors: `errors`.
Predicting: `prediction`, `decreases`.
Choosing: `spans` says in which members of a sequence each node is a leaf, `held_out` what rows lose there, `selection`
and `table_of_alphas` what follows.
"""

from dtrees.vectorized.chunks import distinct_rows
from dtrees.vectorized.decreases import importances
from dtrees.vectorized.errors import error_based_prune, minimum_error_prune, pessimistic_prune, reduced_error_prune
from dtrees.vectorized.growing import grow
from dtrees.vectorized.prediction import apply, predict, predict_proba
from dtrees.vectorized.prune import PruningSequence, pruning_sequence
from dtrees.vectorized.selection import cross_validate, intervals, select_by_holdout
from dtrees.vectorized.table_of_alphas import cp_table

__all__ = [
    "PruningSequence",
    "apply",
    "cp_table",
    "cross_validate",
    "distinct_rows",
    "error_based_prune",
    "grow",
    "importances",
    "intervals",
    "minimum_error_prune",
    "pessimistic_prune",
    "predict",
    "predict_proba",
    "pruning_sequence",
    "reduced_error_prune",
    "select_by_holdout",
]
