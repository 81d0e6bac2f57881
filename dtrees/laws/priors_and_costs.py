"""Laws of priors, of misclassification costs and of twoing."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

from dtrees.growing.costs import Costs
from dtrees.growing.grow import grow
from dtrees.growing.impurity import gini
from dtrees.laws.definitions import (
    chosen,
    costs_of_labels,
    ending,
    gains_of_superclasses,
    optimal_parts,
    under_priors,
    weights_of,
)
from dtrees.laws.law import law, require, require_equal
from dtrees.laws.plain import targets_of
from dtrees.laws.predicting import FIRST
from dtrees.numbers.exact import Exact
from dtrees.trees.split import rows_of
from dtrees.trees.summary import ClassCounts, summarize, total

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dtrees.data.dataset import Category, Dataset
    from dtrees.growing.learner import Learner
    from dtrees.laws.system import System


# --- priors -----------------------------------------------------------------------------------------------------


@law("prior_data", "CART84 §2.4, §4.4")
def priors_weigh_the_rows(system: System, data: Dataset, priors: Mapping[Category, Fraction]) -> None:
    """Under priors the rows of a class have its prior's share of the whole weight, in proportion to their own weights.

    w_i pi_j N / N_j, where the priors need not add up to 1
    """
    rows = list(zip(weights_of(data), targets_of(data), strict=True))
    present = {label: sum(w for w, y in rows if y == label) for _, label in rows}
    whole = sum(present.values()) / sum(priors[label] for label in present)
    expected = [w * priors[y] * whole / present[y] for w, y in rows]
    got = system.with_priors(data, priors)
    require_equal(weights_of(got), expected)
    require_equal((got.features, got.target), (data.features, data.target))


@law("altered_data", "CART84 §4.4")
def altered_priors_absorb_costs_of_classes(
    system: System, data: Dataset, priors: Mapping[Category, Fraction], costs: Costs
) -> None:
    """Costs that depend on the true class alone are altered priors: the cheapest class is then the majority.

    C(i|j) = c_j: N r(t) under pi is sum_k c_k pi_k / sum_k pi_k times N (1 - max_j p'(j|t)) under
    pi'_j = c_j pi_j / sum_k c_k pi_k
    """
    plain, altered = under_priors(data, priors), system.with_priors(data, system.altered_priors(priors, costs))
    factors = set()
    for rows in range(1, len(data) + 1):
        by_costs: Any = summarize(plain.take(range(rows)))
        by_priors: Any = summarize(altered.take(range(rows)))
        charges = costs_of_labels(by_costs, costs)
        errors = [by_priors.weight - n for n in by_priors.counts]
        least, fewest = ({k for k, n in enumerate(each) if n == min(each)} for each in (charges, errors))
        require_equal(fewest, least)
        factors |= {charge / error for charge, error in zip(charges, errors, strict=True) if error}
    require(len(factors) <= 1, "one factor between costs and errors", factors)


# --- costs ------------------------------------------------------------------------------------------------------


@law("costed_nodes", "CART84 §2.6, §4.4")
def expected_costs_follow_their_definition(system: System, summary: ClassCounts, costs: Costs) -> None:
    """Predicting a class costs the mean cost of the node's rows so labelled; a node costs what its cheapest class does.

    sum_j C(i|j) p(j|t), and r(t) = min_i of it
    """
    expected = [each / summary.weight for each in costs_of_labels(summary, costs)]
    require_equal(list(system.expected_costs(summary, costs)), expected)
    require_equal(system.ExpectedCost(costs)(summary), Exact(min(expected)))


@law("costed_nodes", "CART84 §2.6, §4.4", presumes=(FIRST,))
def label_costs_least(system: System, summary: ClassCounts, costs: Costs) -> None:
    """A node's label under costs is the class of least expected cost, of several the first in class order.

    argmin_i sum_j C(i|j) p(j|t)
    """
    charges = costs_of_labels(summary, costs)
    require_equal(system.least_cost_label(summary, costs), summary.classes[charges.index(min(charges))])


@law("costed_trials", "CART84 §2.6, §4.4", presumes=(FIRST,))
def predictions_cost_least(system: System, data: Dataset, learner: Learner, costs: Costs) -> None:
    """With costs, each row is given the class that costs least at the node where it ends."""
    tree = grow(data, learner)
    rows = rows_of(data.features)
    for row, predicted in zip(rows, system.predict(tree, data, costs=costs).tolist(), strict=True):
        summary: Any = ending(tree, row)[1].summary
        charges = costs_of_labels(summary, costs)
        require_equal(predicted, summary.classes[charges.index(min(charges))])


@law("costed_parts", "CART84 §2.6, §4.4")
def expected_cost_never_rises(system: System, parts: Sequence[ClassCounts], costs: Costs) -> None:
    """No question raises the expected cost, which is concave.

    sum_i N_i r(t_i) <= N r(t)
    """
    measure, whole = system.ExpectedCost(costs), total(parts)
    below = sum((measure(part) * part.weight for part in parts if part.weight), start=Exact(0))
    require(below <= measure(whole) * whole.weight, f"at most {measure(whole) * whole.weight}", below)


@law("costed_nodes", "CART84 §4.4")
def gini_with_costs_adds_both_costs_of_a_pair(system: System, summary: ClassCounts, costs: Costs) -> None:
    """Gini with costs charges each pair of classes the sum of both its costs, and loses which of the two is larger.

    sum_{i != j} C(i|j) p(i) p(j), the same for C(j|i)
    """
    rows = list(zip(summary.classes, map(Fraction, summary.counts), strict=True))
    pairs = sum((n * m * costs.between(j, i) for (j, n), (i, m) in product(rows, repeat=2)), start=Fraction(0))
    turned = Costs(list(zip(*costs.matrix, strict=True)), costs.classes)
    for one in (costs, turned):
        require_equal(system.GiniWithCosts(one)(summary), Exact(pairs / Fraction(summary.weight) ** 2))


@law("costed_prior_data", "CART84 §4.4")
def altered_gini_is_gini_of_altered_priors(
    system: System, data: Dataset, priors: Mapping[Category, Fraction], costs: Costs
) -> None:
    """A node's risk by `AlteredGini` is, but for one factor c, its Gini risk with rows weighted by the altered priors.

    N(t) i(t) = c N'(t) (1 - sum_j p'(j|t)^2)
    """
    dear = {label: prior * sum(row) for (label, prior), row in zip(priors.items(), costs.matrix, strict=True)}
    plain, altered = under_priors(data, priors), under_priors(data, dear)
    measure = system.AlteredGini(costs)
    for rows in range(1, len(data) + 1):
        summary: Any = summarize(plain.take(range(rows)))
        by_costs: Any = summarize(altered.take(range(rows)))
        expected = gini(by_costs) * summarize(altered.take(range(rows))).weight
        require_equal(measure(summary) * summary.weight, expected)


# --- twoing -----------------------------------------------------------------------------------------------------


@law("two_parts", "CART84 §4.3")
def twoing_is_gini_of_the_best_superclasses(system: System, parts: Sequence[ClassCounts]) -> None:
    """Twoing is half the largest Gini gain over all ways to merge the classes into two; the superclasses reach it.

    phi = p_L p_R / 4 (sum_j |p(j|t_L) - p(j|t_R)|)^2 = max_A p_L p_R (P_L(A) - P_R(A))^2
    """
    gains = gains_of_superclasses(parts)
    require_equal(system.twoing(parts) * 2, Exact(max(gains.values())))
    first, second = map(frozenset, system.superclasses(parts))
    require(first | second == set(parts[0].classes) and not first & second, "two groups of all classes", first)
    require_equal(gains[first], max(gains.values()))
    ahead = [k for k, _ in enumerate(parts[0].classes) if parts[0].proportions[k] > parts[1].proportions[k]]
    require(first >= {parts[0].classes[k] for k in ahead}, "on the first child", first)


@law("twoing_trials", "CART84 §4.3")
def twoing_splits_are_the_optimal_ones(system: System, data: Dataset, learner: Learner) -> None:
    """With twoing the admissible splits are all those of largest score; for two classes, of largest Gini gain.

    argmax phi(s, t)
    """
    require_equal(chosen(system.admissible_splits(data, learner), data), optimal_parts(data, learner))
