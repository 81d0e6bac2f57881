"""The functions under test, bundled as a `System`, which every law takes as its first argument.

The defaults are the specification's own functions.  Another implementation, or a deliberately wrong one, is the
specification with some of them exchanged::

    attrs.evolve(SPECIFICATION, admissible_splits=theirs)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal

import attrs

import dtrees as dt
from dtrees.growing.impurity import usual_impurity
from dtrees.laws.definitions import nodes
from dtrees.pruning.risk import risk_of_node

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from fractions import Fraction

    from dtrees.data.dataset import Category
    from dtrees.growing.impurity import Impurity
    from dtrees.numbers.exact import Exact, Rational
    from dtrees.numbers.quotient import Quotient
    from dtrees.trees.summary import Summary


def stated(data: dt.Dataset, learner: dt.Learner) -> tuple[dt.Tree, dict[dt.Path, dict[str, Any]]]:
    """Return the grown tree, and by path the weight, value, impurity, risk and prediction stated for each node.

    The value is the class shares, or the number predicted; the risk is the weight of the errors, or the sum of squares.

    >>> stated(dt.classification_data({"x": [1]}, ["a"]), dt.cart())[1]
    {(): {'weight': 1, 'value': (Fraction(1, 1),), 'impurity': Exact('0'), 'risk': Exact('0'), 'prediction': 'a'}}
    """
    tree, impurity = dt.grow(data, learner), learner.impurity_for(data)
    return tree, {path: numbers_of(node.summary, impurity) for path, node in nodes(tree).items()}


def numbers_of(summary: Summary, impurity: Impurity) -> dict[str, Any]:
    """Return the weight, value, impurity, risk and prediction of a node with *summary*, by name.

    >>> numbers_of(dt.Moments.of([1, 2]), dt.squared_error)["value"]
    (Fraction(3, 2),)
    """
    risk = dt.misclassification if isinstance(summary, dt.ClassCounts) else usual_impurity(summary)
    return {
        "weight": summary.weight,
        "value": summary.proportions if isinstance(summary, dt.ClassCounts) else (summary.predicted,),
        "impurity": impurity(summary),
        "risk": risk_of_node(summary, impurity=risk),
        "prediction": summary.prediction if isinstance(summary, dt.ClassCounts) else summary.predicted,
    }


def no_rounding(_terms: Iterable[Rational], *, divided: bool = False) -> Rational:  # noqa: ARG001 (floats ask)
    """Return 0, the rounding error of an exact sum of terms.

    >>> no_rounding([1, 2])
    0
    """
    return 0


def first_of_largest(summary: dt.ClassCounts) -> tuple[Category, ...]:
    """Return the classes that a leaf of this summary may predict: the first of largest weight.

    >>> first_of_largest(dt.ClassCounts((1, 2, 2), ("a", "b", "c")))
    ('b',)
    """
    return (summary.majority,)


@attrs.frozen(kw_only=True)
class Grants:
    """Deviations from the specification that the laws allow a system; by default none.

    rounding   a function: the error allowed in a sum of these terms, or with *divided* in a quotient of such sums
    predicted  a function: the classes that a leaf of this summary may predict
    gate       the features over which C4.5's gate averages gains: those ``parting`` (splitting) the rows, or ``all``

    >>> Grants().rounding([1, 2])
    0
    """

    rounding: Callable[..., Rational] = no_rounding
    predicted: Callable[[dt.ClassCounts], tuple[Category, ...]] = first_of_largest
    gate: Literal["parting", "all"] = "parting"


@attrs.frozen(kw_only=True)
class System:
    """The functions of an implementation of decision trees; each field has the signature of its default.

    >>> System() == SPECIFICATION
    True
    """

    grants: Grants = Grants()

    classification_data: Callable[..., dt.Dataset] = dt.classification_data
    regression_data: Callable[..., dt.Dataset] = dt.regression_data

    gini: Impurity = dt.gini
    entropy: Impurity = dt.entropy
    misclassification: Impurity = dt.misclassification
    squared_error: Impurity = dt.squared_error
    absolute_error: Impurity = dt.absolute_error
    poisson_deviance: Impurity = dt.poisson_deviance
    summarize: Callable[..., Any] = dt.summarize

    conditional_impurity: Callable[..., Exact] = dt.conditional_impurity
    gain: Callable[..., Exact] = dt.gain
    intrinsic_value: Callable[..., Exact] = dt.intrinsic_value
    gain_ratio: Callable[..., Quotient] = dt.gain_ratio

    with_priors: Callable[..., dt.Dataset] = dt.with_priors
    altered_priors: Callable[..., dict[Category, Any]] = dt.altered_priors
    expected_costs: Callable[..., tuple[Any, ...]] = dt.expected_costs
    least_cost_label: Callable[..., Category] = dt.least_cost_label
    AlteredGini: Callable[[dt.Costs], Impurity] = dt.AlteredGini
    ExpectedCost: Callable[[dt.Costs], Impurity] = dt.ExpectedCost
    GiniWithCosts: Callable[[dt.Costs], Impurity] = dt.GiniWithCosts
    RegularisedSquaredError: Callable[..., Any] = dt.RegularisedSquaredError
    twoing: Callable[..., Exact] = dt.twoing
    MeanImpurity: Callable[..., Impurity] = dt.MeanImpurity
    superclasses: Callable[..., tuple[tuple[Category, ...], tuple[Category, ...]]] = dt.superclasses

    split: Callable[..., tuple[dt.Dataset, ...]] = dt.split
    scored_splits: Callable[..., tuple[dt.ScoredSplit, ...]] = dt.scored_splits
    admissible_splits: Callable[..., tuple[dt.ScoredSplit, ...]] = dt.admissible_splits

    grow: Callable[..., dt.Tree] = dt.grow
    best_first: Callable[..., dt.Tree] = dt.best_first
    grow_monotone: Callable[..., dt.Tree] = dt.grow_monotone
    predict_monotone: Callable[..., Any] = dt.predict_monotone
    stated: Callable[..., tuple[dt.Tree, dict[dt.Path, dict[str, Any]]]] = stated
    depth: Callable[..., int] = dt.depth
    output_of: Callable[..., dt.Tree] = dt.output_of
    to_json: Callable[[dt.Tree], str] = dt.to_json
    from_json: Callable[[str], dt.Tree] = dt.from_json
    residual_data: Callable[..., dt.Dataset] = dt.residual_data
    boosted_predictions: Callable[..., Sequence[Fraction]] = dt.boosted_predictions
    impurity_decreases: Callable[..., dict[str, Exact]] = dt.impurity_decreases
    importances: Callable[..., dict[str, Quotient]] = dt.importances

    predict: Callable[..., Any] = dt.predict
    predict_proba: Callable[..., Any] = dt.predict_proba
    apply: Callable[..., tuple[dt.Path, ...]] = dt.apply

    prune_at: Callable[..., dt.Tree] = dt.prune_at
    cost: Callable[..., Any] = dt.cost
    alpha_of: Callable[..., Any] = dt.alpha_of
    weakest_links: Callable[..., tuple[Any, tuple[dt.Path, ...]]] = dt.weakest_links
    optimal_subtree: Callable[..., dt.Tree] = dt.optimal_subtree
    pruning_sequence: Callable[..., tuple[dt.Pruned, ...]] = dt.pruning_sequence
    intervals: Callable[..., Any] = dt.intervals
    convert_alpha: Callable[..., Any] = dt.convert_alpha
    all_pruned_subtrees: Callable[..., Iterable[dt.Tree]] = dt.all_pruned_subtrees
    count_pruned_subtrees: Callable[..., int] = dt.count_pruned_subtrees

    upper_limit: Callable[..., Any] = dt.upper_limit
    error_based_prune: Callable[..., dt.Tree] = dt.error_based_prune
    minimum_error_prune: Callable[..., dt.Tree] = dt.minimum_error_prune
    pessimistic_prune: Callable[..., dt.Tree] = dt.pessimistic_prune

    reduced_error_prune: Callable[..., dt.Tree] = dt.reduced_error_prune
    grow_with_validation: Callable[..., dt.Tree] = dt.grow_with_validation
    select_by_holdout: Callable[..., Any] = dt.select_by_holdout
    cross_validate: Callable[..., Any] = dt.cross_validate
    plain_folds: Callable[..., Any] = dt.plain_folds
    shuffled_folds: Callable[..., Any] = dt.shuffled_folds
    stratified_folds: Callable[..., Any] = dt.stratified_folds

    def impurity(self, name: str) -> Impurity:
        """Return the system's impurity called *name*.

        >>> SPECIFICATION.impurity("gini") is dt.gini
        True
        """
        measure: Impurity = getattr(self, name)
        return measure

    def risk_options(self, impurity: str, scale: str) -> dict[str, Any]:
        """Return the keywords of the pruning functions that choose R(t): the impurity of that name, and the scale.

        >>> SPECIFICATION.risk_options("gini", "count")["impurity"] is dt.gini
        True
        """
        return {"impurity": self.impurity(impurity), "scale": scale}

    def remade(self, columns: Any, target: Any, **options: Any) -> dt.Dataset:
        """Return the system's data set of *columns*, for regression if *target* holds floats, else of classes."""
        numbers = isinstance(next(iter(target)), float)
        return (self.regression_data if numbers else self.classification_data)(columns, target, **options)


SPECIFICATION: Final = System()
"""The specification itself, of which every law holds."""
