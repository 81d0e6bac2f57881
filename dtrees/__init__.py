"""dtrees: the executable specification of decision trees.  Use ``import dtrees as dt``, as the examples do.

A folder is a chapter, a module a section, and its first function is the formula or the algorithm of that name:

numbers     numbers that compare exactly; a first reading can skip it
data        data as a value, reading CSV, the shipped tables
trees       leaves, branches, questions, summaries of rows
growing     impurity, gain, gain ratio, candidates, the best split, `grow`; ID3, C4.5 and CART
predicting  predictions, importances
pruning     risk, g(t), weakest links, the sequence; on a validation set; by training errors
selection   hold-out, folds, cross-validation
render      text, DOT, pictures, pages

Other packages build on these chapters: `vectorized`, the same functions sooner; `laws`, the claims about them;
`oracle` and `peers`, which judge other implementations; `cli`, the command.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from dtrees.data import datasets
from dtrees.data.constructors import classification_data, regression_data
from dtrees.data.dataset import Categorical, Classes, Dataset, Numeric, Ordinal, Responses
from dtrees.data.kept import KeptResponses
from dtrees.data.orders import with_orders
from dtrees.data.outputs import Outputs
from dtrees.data.read_csv import read_csv
from dtrees.errors import NAMES, DtreesError, Impossible, InvalidData, InvalidLearner, Undecided, Unsupported, instead
from dtrees.growing.absolute_error import absolute_error
from dtrees.growing.best_first import best_first
from dtrees.growing.best_split import ScoredSplit, admissible_splits, best_split, scored_splits
from dtrees.growing.c45 import c45
from dtrees.growing.candidates import Questions
from dtrees.growing.cart import cart
from dtrees.growing.competitors import competitors
from dtrees.growing.costs import (
    AlteredGini,
    Costs,
    ExpectedCost,
    GiniWithCosts,
    expected_costs,
    least_cost_label,
)
from dtrees.growing.gain import conditional_entropy, conditional_impurity, gain
from dtrees.growing.gain_ratio import gain_ratio, intrinsic_value
from dtrees.growing.grow import grow
from dtrees.growing.id3 import id3
from dtrees.growing.impurity import cross_entropy, entropy, gini, misclassification, squared_error
from dtrees.growing.learner import Learner, Stopping
from dtrees.growing.missing_options import Missing
from dtrees.growing.monotone import bounded_values, grow_monotone
from dtrees.growing.multiway_gini import multiway_gini
from dtrees.growing.outputs import MeanImpurity
from dtrees.growing.poisson import ShrunkDeviance, poisson_deviance, shrunk_rate
from dtrees.growing.priors import altered_priors, with_priors
from dtrees.growing.regularised import RegularisedSquaredError, regularised_cart
from dtrees.growing.twoing import superclasses, twoing, twoing_cart
from dtrees.numbers.exact import Exact
from dtrees.numbers.quotient import Quotient
from dtrees.predicting.boosting import boosted_predictions, residual_data
from dtrees.predicting.importances import importances, impurity_decreases
from dtrees.predicting.monotone import predict_monotone
from dtrees.predicting.predict import apply, predict, predict_proba
from dtrees.predicting.stated_importances import split_totals, surrogate_importances
from dtrees.pruning.cost_complexity import (
    Pruned,
    alpha_of,
    cost,
    intervals,
    optimal_subtree,
    prune_with_stack,
    pruning_sequence,
    weakest_links,
)
from dtrees.pruning.error_based import error_based_prune, predicted_errors
from dtrees.pruning.minimum_error import minimum_error_prune
from dtrees.pruning.pessimistic import pessimistic_prune
from dtrees.pruning.pruned_subtrees import all_pruned_subtrees, count_pruned_subtrees, is_pruned_subtree, prune_at
from dtrees.pruning.reduced_error import grow_with_validation, reduced_error_prune
from dtrees.pruning.scales import convert_alpha
from dtrees.pruning.upper_limit import upper_limit
from dtrees.render import plot, render_cp_table, render_text, to_dot, to_html
from dtrees.selection.cp_table import cp_table
from dtrees.selection.cross_validation import cross_validate, plain_folds, shuffled_folds, stratified_folds
from dtrees.selection.deviations import ABSOLUTE_ERROR, SQUARED_ERROR
from dtrees.selection.holdout import select_by_holdout
from dtrees.selection.metrics import ACCURACY, AUC, ERROR, misclassification_cost
from dtrees.selection.out_of_bag import in_bag, out_of_bag, out_of_bag_error
from dtrees.selection.permutation import permutation_importances
from dtrees.trees.distribution import Distribution
from dtrees.trees.missing_answers import IsMissing, Surrogate, WithMissing, WithSurrogates
from dtrees.trees.outputs import OutputSummaries, output_of
from dtrees.trees.paths import Path, replace_at, subtree_at
from dtrees.trees.questions import EachCategory, Equals, OneOf, Threshold
from dtrees.trees.split import split
from dtrees.trees.summary import ClassCounts, Moments, summarize
from dtrees.trees.tree import Branch, Leaf, Tree, branches, depth, fold, leaves
from dtrees.trees.tree_json import from_json, to_json

__all__ = [
    "ABSOLUTE_ERROR",
    "ACCURACY",
    "AUC",
    "ERROR",
    "SQUARED_ERROR",
    "AlteredGini",
    "Branch",
    "Categorical",
    "ClassCounts",
    "Classes",
    "Costs",
    "Dataset",
    "Distribution",
    "DtreesError",
    "EachCategory",
    "Equals",
    "Exact",
    "ExpectedCost",
    "GiniWithCosts",
    "Impossible",
    "InvalidData",
    "InvalidLearner",
    "IsMissing",
    "KeptResponses",
    "Leaf",
    "Learner",
    "MeanImpurity",
    "Missing",
    "Moments",
    "Numeric",
    "OneOf",
    "Ordinal",
    "OutputSummaries",
    "Outputs",
    "Path",
    "Pruned",
    "Questions",
    "Quotient",
    "RegularisedSquaredError",
    "Responses",
    "ScoredSplit",
    "ShrunkDeviance",
    "Stopping",
    "Surrogate",
    "Threshold",
    "Tree",
    "Undecided",
    "Unsupported",
    "WithMissing",
    "WithSurrogates",
    "absolute_error",
    "admissible_splits",
    "all_pruned_subtrees",
    "alpha_of",
    "altered_priors",
    "apply",
    "best_first",
    "best_split",
    "boosted_predictions",
    "bounded_values",
    "branches",
    "c45",
    "cart",
    "classification_data",
    "competitors",
    "conditional_entropy",
    "conditional_impurity",
    "convert_alpha",
    "cost",
    "count_pruned_subtrees",
    "cp_table",
    "cross_entropy",
    "cross_validate",
    "datasets",
    "depth",
    "entropy",
    "error_based_prune",
    "expected_costs",
    "fold",
    "from_json",
    "gain",
    "gain_ratio",
    "gini",
    "grow",
    "grow_monotone",
    "grow_with_validation",
    "id3",
    "importances",
    "impurity_decreases",
    "in_bag",
    "intervals",
    "intrinsic_value",
    "is_pruned_subtree",
    "laws",
    "least_cost_label",
    "leaves",
    "minimum_error_prune",
    "misclassification",
    "misclassification_cost",
    "multiway_gini",
    "optimal_subtree",
    "oracle",
    "out_of_bag",
    "out_of_bag_error",
    "output_of",
    "permutation_importances",
    "pessimistic_prune",
    "plain_folds",
    "plot",
    "poisson_deviance",
    "predict",
    "predict_monotone",
    "predict_proba",
    "predicted_errors",
    "prune_at",
    "prune_with_stack",
    "pruning_sequence",
    "read_csv",
    "reduced_error_prune",
    "regression_data",
    "regularised_cart",
    "render_cp_table",
    "render_text",
    "replace_at",
    "residual_data",
    "scored_splits",
    "select_by_holdout",
    "shrunk_rate",
    "shuffled_folds",
    "split",
    "split_totals",
    "squared_error",
    "stratified_folds",
    "subtree_at",
    "summarize",
    "superclasses",
    "surrogate_importances",
    "to_dot",
    "to_html",
    "to_json",
    "twoing",
    "twoing_cart",
    "upper_limit",
    "vectorized",
    "weakest_links",
    "with_orders",
    "with_priors",
]  # fmt: skip


if TYPE_CHECKING:
    from dtrees import laws, oracle, vectorized
else:

    def __getattr__(name: str) -> object:  # hidden from type checkers, for which any name would be there
        """Return `laws`, `oracle` or `vectorized`, which stand on the specification, imported when first used."""
        if name in {"laws", "oracle", "vectorized"}:
            return import_module(f"dtrees.{name}")
        message = f"module 'dtrees' has no attribute {name!r}{instead(NAMES, name)}"
        raise AttributeError(message)


def __dir__() -> list[str]:
    """Return the public names and the names of the modules."""
    return sorted({*globals(), *__all__})
