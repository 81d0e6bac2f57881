"""Small wrong implementations of priors, of what mistakes cost, and of twoing."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np
from quality.planted import bug, choosing

import dtrees as dt

if TYPE_CHECKING:
    from collections.abc import Sequence


# --- priors -----------------------------------------------------------------------------------------------------


def of_whole_weight_one(data: dt.Dataset, priors: Any) -> dt.Dataset:
    """Weigh by pi_j / N_j, so that limits and alphas are of another unit."""
    weighed = dt.with_priors(data, priors)
    whole = Fraction(dt.summarize(weighed).weight)
    return attrs.evolve(weighed, weights=[Fraction(weight) / whole for weight in weighed.weights.tolist()])


def by_rows(data: dt.Dataset, priors: Any) -> dt.Dataset:
    """Count the rows of a class where its weight is meant."""
    return dt.with_priors(attrs.evolve(data, weights=np.ones(len(data))), priors)


bug("D43_priors_without_the_whole_weight", "priors_weigh_the_rows", with_priors=of_whole_weight_one)
bug("D22_priors_drop_the_weights", "priors_weigh_the_rows", with_priors=by_rows)


def dear_classes_alone(priors: Any, costs: dt.Costs) -> Any:
    return dt.altered_priors(dict.fromkeys(priors, 1), costs)


def transposed(costs: Any) -> dt.Costs:
    return dt.Costs(list(zip(*costs.matrix, strict=True)), costs.classes)


bug("altered_priors_forget_the_priors", "altered_priors_absorb_costs_of_classes", altered_priors=dear_classes_alone)
bug("RPART_altered_priors_by_columns", "altered_priors_absorb_costs_of_classes",
    altered_priors=lambda priors, costs: dt.altered_priors(priors, transposed(costs)))  # fmt: skip

# --- costs ------------------------------------------------------------------------------------------------------

bug(
    "RPART_costs_read_transposed",
    "expected_costs_follow_their_definition", "label_costs_least",
    expected_costs=lambda summary, costs: dt.expected_costs(summary, transposed(costs)),
    least_cost_label=lambda summary, costs: dt.least_cost_label(summary, transposed(costs)),
)  # fmt: skip
bug("label_is_the_majority", "label_costs_least", least_cost_label=lambda summary, _: summary.majority)


def majorities(tree: dt.Tree, data: Any, *, costs: Any = None, **options: Any) -> Any:
    """Take the costs, and forget them."""
    return dt.predict(tree, data, **options)


bug("prediction_forgets_the_costs", "predictions_cost_least", predict=majorities)


bug(
    "reduced_errors_for_their_costs",
    "validation_losses_are_what_mistakes_cost",
    reduced_error_prune=lambda tree, rows, *, ties="prune", **_: dt.reduced_error_prune(tree, rows, ties=ties),
)
bug(
    "pre_pruning_reads_costs_transposed",
    "validation_losses_are_what_mistakes_cost",
    grow_with_validation=lambda data, learner, rows, *, costs=None, **options: dt.grow_with_validation(
        data, learner, rows, costs=costs and transposed(costs), **options
    ),
)


@attrs.frozen
class CostOfTheMajority:
    """The risk of the majority, not of the label that costs least."""

    costs: dt.Costs

    def __call__(self, summary: dt.ClassCounts) -> dt.Exact:
        place = summary.classes.index(summary.majority)
        return dt.Exact(dt.expected_costs(summary, self.costs)[place])


bug(
    "risk_is_that_of_the_majority",
    "expected_costs_follow_their_definition", "expected_cost_never_rises",
    ExpectedCost=CostOfTheMajority,
)  # fmt: skip


def one_sided(costs: dt.Costs) -> dt.GiniWithCosts:
    """Count each pair of classes once, by the cost of the earlier class."""
    rows = [[cost * (i > j) for i, cost in enumerate(row)] for j, row in enumerate(costs.matrix)]
    return dt.GiniWithCosts(dt.Costs(rows, costs.classes))


bug("gini_counts_a_pair_once", "gini_with_costs_adds_both_costs_of_a_pair", GiniWithCosts=one_sided)


@attrs.frozen
class GiniOfAlteredShares:
    """The Gini index of the altered shares, per unit of altered weight: children count by their plain weight."""

    costs: dt.Costs

    def __call__(self, summary: dt.ClassCounts) -> dt.Exact:
        pairs = zip(summary.counts, summary.classes, strict=True)
        return dt.gini(dt.ClassCounts([count * self.costs.of_class(label) for count, label in pairs]))


bug("D01_altered_gini_without_its_weight", "altered_gini_is_gini_of_altered_priors", AlteredGini=GiniOfAlteredShares)

# --- twoing -----------------------------------------------------------------------------------------------------


def without_the_sizes(parts: Sequence[Any]) -> dt.Exact:
    left, right = parts
    return dt.Exact(sum(abs(p - q) for p, q in zip(left.proportions, right.proportions, strict=True)) ** 2) / 16


bug("D01_twoing_without_the_sizes", "twoing_is_gini_of_the_best_superclasses", twoing=without_the_sizes)
bug("D43_twoing_is_half", "twoing_is_gini_of_the_best_superclasses", twoing=lambda parts: dt.twoing(parts) / 2)
bug("D56_superclasses_swapped", "twoing_is_gini_of_the_best_superclasses",
    superclasses=lambda parts: dt.superclasses(parts)[::-1])  # fmt: skip


def by_gain(data: dt.Dataset, learner: dt.Learner) -> tuple[dt.ScoredSplit, ...]:
    return dt.admissible_splits(data, attrs.evolve(learner, score="gain") if learner.score == "twoing" else learner)


bug("twoing_chooses_by_gini", "twoing_splits_are_the_optimal_ones", **choosing(by_gain))
