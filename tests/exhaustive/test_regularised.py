"""Regularised squared error on every small table, against the least charge and the least objective, tried out here."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, Final

import dtrees as dt

if TYPE_CHECKING:
    from collections.abc import Sequence

RESPONSES: Final = (-2, -1, 0, 1, 3)
CHARGES: Final[list[tuple[Any, Any]]] = [*product((0, Fraction(1, 2), 2), (0, 1))]
"""Each lambda with each alpha."""
STEPS: Final = (0, Fraction(3, 4), 2)
"""The largest sizes of a value, where 0 is none."""


def charged(w: Fraction, responses: Sequence[int], reg_lambda: Any, reg_alpha: Any) -> Any:
    """Return sum_i (y_i - w)^2 + lambda w^2 + 2 alpha |w|."""
    return sum((y - w) ** 2 for y in responses) + reg_lambda * w**2 + 2 * reg_alpha * abs(w)


def least_charge(responses: Sequence[int], reg_lambda: Any, reg_alpha: Any, step: Any = 0) -> tuple[Any, Fraction]:
    """Return the least charge and its value: that of a parabola right of 0, of one left of it, or that of 0 or a bound.

    Of these the ones beyond the bounds, if any, are out.
    """
    whole, n = sum(responses), len(responses) + reg_lambda
    right, left = max(Fraction(whole - reg_alpha) / n, Fraction(0)), min(Fraction(whole + reg_alpha) / n, Fraction(0))
    tried = [w for w in (right, left, Fraction(0), Fraction(step), -Fraction(step)) if not step or abs(w) <= step]
    return min((charged(w, responses, reg_lambda, reg_alpha), w) for w in tried)


def test_a_nodes_risk_is_its_least_charge_and_its_value_the_one_so_charged() -> None:
    for size in (1, 2, 3):
        for responses, (ridge, lasso), step in product(product(RESPONSES, repeat=size), CHARGES, STEPS):
            impurity, node = dt.RegularisedSquaredError(ridge, lasso, step), dt.Moments.of(responses)
            charge, value = least_charge(responses, ridge, lasso, step)
            assert (impurity(node) * size, impurity.value(node)) == (charge, value)


def test_the_best_cuts_are_those_whose_halves_are_charged_least() -> None:
    """Of all tables of four rows in a column, those that gain more than 0 and at least gamma."""
    for responses, (ridge, lasso), gamma in product(product((-2, 0, 3), repeat=4), CHARGES, (0, 2)):
        data = dt.regression_data({"x": range(4)}, responses)
        alone = least_charge(responses, ridge, lasso)[0]
        saved = {
            cut - 0.5: alone - sum(least_charge(half, ridge, lasso)[0] for half in (responses[:cut], responses[cut:]))
            for cut in (1, 2, 3)
        }
        best = [cut for cut, one in saved.items() if one == max(saved.values()) and one > 0 and one >= gamma]
        learner = dt.regularised_cart(reg_lambda=ridge, reg_alpha=lasso, gamma=gamma)
        found: Any = dt.admissible_splits(data, learner)
        assert [split.question.threshold for split in found] == best


def test_pruning_at_twice_gamma_leaves_the_least_objective() -> None:
    """CHEN16's objective, half the charges and gamma a leaf, of each pruned subtree; of equals the smallest."""
    for responses, (ridge, lasso) in product(product((-2, 0, 3), repeat=4), CHARGES):
        impurity: Any = dt.RegularisedSquaredError(ridge, lasso)
        tree = dt.grow(dt.regression_data({"x": range(4)}, responses), dt.regularised_cart(reg_lambda=ridge))
        for gamma in (Fraction(1, 2), 2):
            objective = {
                one: sum((impurity(leaf.summary) * leaf.summary.weight / 2 for leaf in dt.leaves(one)), dt.Exact(0))
                + gamma * len(dt.leaves(one))
                for one in dt.all_pruned_subtrees(tree)
            }
            least = [one for one, value in objective.items() if value == min(objective.values())]
            best = dt.optimal_subtree(tree, 2 * gamma, impurity=impurity)
            assert best == min(least, key=lambda one: len(dt.leaves(one)))
