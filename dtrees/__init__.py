"""dtrees: the executable specification of decision trees.

Modules in reading order: `coprime`, `exact`, `quotient`; `data`, `reading`; `impurity`, `tree`, `split`, `learner`,
`score`, `grow`; the learners `id3`, `c45`, `cart`, `multiway`; `datasets`; `predict`, `importance`; `prune`, `holdout`,
`select`; `exchange`; `render`; and `oracle`, which judges other implementations.  Use ``import dtrees as dt``.
"""

from dtrees import datasets, oracle, vectorized
from dtrees.c45 import c45
from dtrees.cart import cart
from dtrees.data import Categorical, Classes, Dataset, Numeric, Responses
from dtrees.errors import DtreesError, Impossible, InvalidData, InvalidLearner, Undecided, Unsupported
from dtrees.exact import Exact
from dtrees.exchange import from_json, to_json
from dtrees.grow import grow
from dtrees.holdout import grow_with_validation, reduced_error_prune
from dtrees.id3 import id3
from dtrees.importance import importances, impurity_decreases
from dtrees.impurity import (
    ClassCounts,
    Moments,
    entropy,
    gini,
    misclassification,
    squared_error,
    summarize,
)
from dtrees.learner import Learner, Stopping
from dtrees.measure import ACCURACY, AUC, ERROR, SQUARED_ERROR, misclassification_cost
from dtrees.multiway import multiway_gini
from dtrees.predict import apply, predict, predict_proba
from dtrees.prune import (
    Pruned,
    all_pruned_subtrees,
    alpha_of,
    convert_alpha,
    cost,
    count_pruned_subtrees,
    intervals,
    optimal_subtree,
    prune_at,
    pruning_sequence,
    weakest_links,
)
from dtrees.quotient import Quotient
from dtrees.reading import classification_data, read_csv, regression_data
from dtrees.render import plot, render_text, to_dot, to_html
from dtrees.score import (
    ScoredSplit,
    admissible_splits,
    best_split,
    conditional_impurity,
    gain,
    gain_ratio,
    intrinsic_value,
    scored_splits,
)
from dtrees.select import (
    cp_table,
    cross_validate,
    plain_folds,
    render_cp_table,
    select_by_holdout,
    shuffled_folds,
    stratified_folds,
)
from dtrees.split import EachCategory, Equals, OneOf, Questions, Threshold, split
from dtrees.tree import Branch, Leaf, Path, Tree, depth, fold, is_pruned_subtree, leaves, replace_at, subtree_at, unfold

__all__ = [
    "ACCURACY",
    "AUC",
    "ERROR",
    "SQUARED_ERROR",
    "Branch",
    "Categorical",
    "ClassCounts",
    "Classes",
    "Dataset",
    "DtreesError",
    "EachCategory",
    "Equals",
    "Exact",
    "Impossible",
    "InvalidData",
    "InvalidLearner",
    "Leaf",
    "Learner",
    "Moments",
    "Numeric",
    "OneOf",
    "Path",
    "Pruned",
    "Questions",
    "Quotient",
    "Responses",
    "ScoredSplit",
    "Stopping",
    "Threshold",
    "Tree",
    "Undecided",
    "Unsupported",
    "admissible_splits",
    "all_pruned_subtrees",
    "alpha_of",
    "apply",
    "best_split",
    "c45",
    "cart",
    "classification_data",
    "conditional_impurity",
    "convert_alpha",
    "cost",
    "count_pruned_subtrees",
    "cp_table",
    "cross_validate",
    "datasets",
    "depth",
    "entropy",
    "fold",
    "from_json",
    "gain",
    "gain_ratio",
    "gini",
    "grow",
    "grow_with_validation",
    "id3",
    "importances",
    "impurity_decreases",
    "intervals",
    "intrinsic_value",
    "is_pruned_subtree",
    "leaves",
    "misclassification",
    "misclassification_cost",
    "multiway_gini",
    "optimal_subtree",
    "oracle",
    "plain_folds",
    "plot",
    "predict",
    "predict_proba",
    "prune_at",
    "pruning_sequence",
    "read_csv",
    "reduced_error_prune",
    "regression_data",
    "render_cp_table",
    "render_text",
    "replace_at",
    "scored_splits",
    "select_by_holdout",
    "shuffled_folds",
    "split",
    "squared_error",
    "stratified_folds",
    "subtree_at",
    "summarize",
    "to_dot",
    "to_html",
    "to_json",
    "unfold",
    "vectorized",
    "weakest_links",
]  # fmt: skip
