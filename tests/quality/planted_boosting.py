"""Small wrong implementations of regularised squared error and of boosting by it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import attrs
from quality.planted import bug

import dtrees as dt

Plain = dt.RegularisedSquaredError


class OfTheTotal(Plain):
    """Take alpha from the total whatever its size, so that small totals turn their sign."""

    def value(self, summary: dt.Moments) -> Fraction:
        away = self.reg_alpha if summary.total > 0 else -self.reg_alpha
        return Fraction(summary.total - Fraction(away)) / Fraction(summary.weight + self.reg_lambda)


class OfTheMean(Plain):
    """Take alpha from the mean, not from the total."""

    def value(self, summary: dt.Moments) -> Fraction:
        return Plain(0, self.reg_alpha).value(dt.Moments(1, summary.mean, 0)) * Fraction(
            summary.weight, summary.weight + Fraction(self.reg_lambda)
        )


class Halved(Plain):
    """Halve alpha's charge, as if the squares were not halved in the books."""

    def __call__(self, summary: dt.Moments) -> dt.Exact:
        w = self.value(summary)
        ridge, lasso = Fraction(self.reg_lambda), Fraction(self.reg_alpha)
        return dt.Exact(
            (Fraction(summary.squares) - 2 * w * summary.total + w * w * (summary.weight + ridge) + lasso * abs(w))
            / summary.weight
        )


class NotCharged(Plain):
    """Score by the squares about the shrunken value, without the charge for its size."""

    def __call__(self, summary: dt.Moments) -> dt.Exact:
        w = self.value(summary)
        return dt.Exact((Fraction(summary.squares) - 2 * w * summary.total + w * w * summary.weight) / summary.weight)


bug("alpha_turns_the_sign", "leaves_are_charged_least", RegularisedSquaredError=OfTheTotal)
bug("alpha_is_of_the_mean", "leaves_are_charged_least", RegularisedSquaredError=OfTheMean)
bug("alpha_is_charged_half", "leaves_are_charged_least", "gains_are_differences_of_structure_scores",
    RegularisedSquaredError=Halved)  # fmt: skip
bug("values_are_shrunk_and_not_charged", "leaves_are_charged_least", "gains_are_differences_of_structure_scores",
    RegularisedSquaredError=NotCharged)  # fmt: skip
bug("lambda_is_halved", "leaves_are_charged_least", "gains_are_differences_of_structure_scores",
    RegularisedSquaredError=lambda ridge, lasso: Plain(ridge / Fraction(2), lasso))  # fmt: skip


def by_means(trees: Any, data: dt.Dataset, *, impurity: Any = None, **options: Any) -> Any:
    """Add up the means of the leaves."""
    return dt.boosted_predictions(trees, data, **options)


def without_rate(data: dt.Dataset, trees: Any = (), *, learning_rate: Any = 1, **options: Any) -> dt.Dataset:
    """Forget to shrink what the trees predict."""
    return dt.residual_data(data, trees, **options)


def of_the_last(data: dt.Dataset, trees: Any = (), **options: Any) -> dt.Dataset:
    """Take what the last tree alone leaves."""
    return dt.residual_data(data, trees[-1:], **options)


def doubled(data: dt.Dataset, trees: Any = (), **options: Any) -> dt.Dataset:
    """Take the gradient of the square, not of half of it, as what is left."""
    left = dt.residual_data(data, trees, **options)
    return attrs.evolve(left, target=dt.Responses([2 * y for y in left.target]))


LATER = "later_trees_see_what_earlier_ones_leave"

bug("leaves_of_boosting_predict_their_means", LATER, boosted_predictions=by_means)
bug("residuals_forget_the_rate", LATER, residual_data=without_rate)
bug("residuals_of_the_last_tree_alone", LATER, residual_data=of_the_last)
bug("residuals_are_doubled", LATER, "no_tree_of_boosting_raises_the_squared_error", residual_data=doubled)
