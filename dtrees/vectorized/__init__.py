"""Functions of `dtrees` in NumPy, with equal results but faster: growing level by level, pruning in one pass.

An implementation under test like any other: the oracle judges it by the checks that it gives to scikit-learn.
Monotone constraints, best-first growth and boosting have no function here: the book alone does these.
`csv_fields` reads files, and `chunks` tables that are too large for memory.

Growing, in reading order: `units` and `columns` hold the data as whole numbers and in order; `segments` does
arithmetic by node; `measures`, a module for each impurity, scores in float64 and bounds the error; `candidates`, a
module for each kind of question, scores a level's questions; `kinds` groups the columns by kind; `choose` finds the
optimal questions, and `choice` holds them; `nodes` makes the tree, by `bulk` many nodes at once, and `layout` keeps it
as arrays; `growing` goes from level to level, and `walk` down a given tree.
Pruning: `prune_risks`, `prune_breakpoints`, `prune_ties`, `prune_alphas`, `prune`; by errors: `errors`.
Predicting: `prediction`, `decreases`.
Choosing: `spans` has the members of a sequence in which each node is a leaf, `held_out` the losses of rows there, and
`selection` and `table_of_alphas` compute their results from these.
"""

from dtrees.vectorized.chunks import distinct_rows
from dtrees.vectorized.csv_fields import read_csv
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
    "read_csv",
    "reduced_error_prune",
    "select_by_holdout",
]
