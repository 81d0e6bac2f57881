"""dtrees: the executable specification of decision trees.

Modules in reading order: `exact`, `data`, `impurity`, `tree`, `split`, `learner`, `score`, `grow`; the learners `id3`,
`c45`, `cart`, `multiway`; `predict`, `importance`, `render`; `datasets`; and `oracle`, which judges other
implementations.  Use ``import dtrees as dt``.
"""

from dtrees import datasets
from dtrees.c45 import c45
from dtrees.cart import cart
from dtrees.data import (
    Categorical,
    Classes,
    Dataset,
    Numeric,
    Responses,
    classification_data,
    read_csv,
    regression_data,
)
from dtrees.errors import DtreesError, Impossible, InvalidData, InvalidLearner, Undecided, Unsupported
from dtrees.exact import Exact, Quotient
from dtrees.grow import grow
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
from dtrees.multiway import multiway_gini
from dtrees.predict import apply, predict, predict_proba
from dtrees.render import render_text, to_dot
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
from dtrees.split import EachCategory, Equals, OneOf, Questions, Threshold, split
from dtrees.tree import Branch, Leaf, Path, Tree, depth, fold, is_pruned_subtree, leaves, replace_at, subtree_at, unfold

__all__ = [
    "Branch", "Categorical", "ClassCounts", "Classes", "Dataset", "DtreesError", "EachCategory", "Equals", "Exact",
    "Impossible", "InvalidData", "InvalidLearner", "Leaf", "Learner", "Moments", "Numeric", "OneOf", "Path",
    "Questions", "Quotient", "Responses", "ScoredSplit", "Stopping", "Threshold", "Tree", "Undecided", "Unsupported",
    "admissible_splits", "apply", "best_split", "c45", "cart", "classification_data", "conditional_impurity",
    "datasets", "depth", "entropy", "fold", "gain", "gain_ratio", "gini", "grow", "id3", "importances",
    "impurity_decreases", "intrinsic_value", "is_pruned_subtree", "leaves", "misclassification", "multiway_gini",
    "predict", "predict_proba", "read_csv", "regression_data", "render_text", "replace_at", "scored_splits", "split",
    "squared_error", "subtree_at", "summarize", "to_dot", "unfold",
]  # fmt: skip
