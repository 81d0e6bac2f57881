"""Regularised squared error, as gradient boosting has it: a node's impurity, a leaf's value, and CART by them."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar, Unpack

import attrs

from dtrees.arguments import checked, fields_as_annotated, taken
from dtrees.errors import InvalidData
from dtrees.growing.candidates import Categories
from dtrees.growing.cart import cart
from dtrees.growing.learner import Learner, Limit, StoppingOptions
from dtrees.growing.missing_options import Missing, Way
from dtrees.numbers.exact import Exact
from dtrees.trees.summary import NO_ROWS, Moments


@attrs.frozen(field_transformer=fields_as_annotated)
class RegularisedSquaredError:
    """The squared error about a value that is charged for its size: pass it where an impurity is asked for.

    N(t) i(t) = min_w sum_i (y_i - w)^2 + lambda w^2 + 2 alpha |w|
              = sum_i y_i^2 - soft(T, alpha)^2 / (N(t) + lambda)      [CHEN16 eq. 2, 6; XGBoost's reg_alpha]

    T is the total of the responses, soft(T, alpha) = sign(T) max(|T| - alpha, 0).  With 0 and 0 it is `squared_error`.
    With XGBoost's max_delta_step, unless that is 0, w is the best of at most this size.
    N(t) times a gain is the difference of structure scores, of which CHEN16 eq. 7 is half, less its gamma.  Each child
    is charged for its own value, so that a question may gain less than 0: then it is not asked.

    >>> RegularisedSquaredError(reg_lambda=1)(Moments.of([1, 2, 6]))
    Exact('83/12')
    """

    __name__: ClassVar[str] = "regularised squared error"
    GIVE: ClassVar[str] = "a RegularisedSquaredError"

    reg_lambda: Limit = 0
    reg_alpha: Limit = 0
    max_delta_step: Limit = 0

    @checked
    def __call__(self, summary: Moments) -> Exact:
        """Return i(t) of a node, by N(t) i(t) = sum_i y_i^2 - w (2 soft(T, alpha) - w (N(t) + lambda))."""
        w, soft = self.value(summary), self._soft(Fraction(summary.total))
        explained = w * (2 * soft - w * (summary.weight + Fraction(self.reg_lambda)))
        return (Exact(summary.squares) - explained) / summary.weight

    @checked
    def value(self, summary: Moments) -> Fraction:
        """Return what a leaf predicts, the w of the least charge; raises `InvalidData` for a node without rows.

        w = soft(T, alpha) / (N(t) + lambda), at most max_delta_step in size      [CHEN16 eq. 5; XGBoost's reg_alpha]

        >>> RegularisedSquaredError(reg_lambda=1, reg_alpha=3).value(Moments.of([1, 2, 6]))
        Fraction(3, 2)
        """
        if not summary.weight:
            raise InvalidData(NO_ROWS)
        w = self._soft(Fraction(summary.total)) / (summary.weight + Fraction(self.reg_lambda))
        most = Fraction(self.max_delta_step) or abs(w)
        return max(-most, min(w, most))

    def _soft(self, total: Fraction) -> Fraction:
        excess = max(abs(total) - Fraction(self.reg_alpha), Fraction(0))
        return excess if total > 0 else -excess


def regularised_cart(
    *,
    reg_lambda: Limit = 1,
    reg_alpha: Limit = 0,
    gamma: Limit = 0,
    max_delta_step: Limit = 0,
    categories: Categories = "equals",
    missing: Way | Missing = "refuse",
    **limits: Unpack[StoppingOptions],
) -> Learner:
    """Return CART by `RegularisedSquaredError`, asking only what gains more than 0, and N(t) times a gain of gamma.

    N(t) gain = soft(T_L)^2 / (N_L + lambda) + soft(T_R)^2 / (N_R + lambda) - soft(T)^2 / (N(t) + lambda) >= gamma

    gamma is XGBoost's, and LightGBM's min_gain_to_split, twice that of eq. 7.  *limits* are the options of `Stopping`:
    a row's hessian is its weight, so that min_leaf is XGBoost's min_child_weight.      [CHEN16 §2.2, §3.1]

    >>> tree = dt.grow(dt.regression_data({"x": [1, 2, 3, 4]}, [0, 0, 6, 9]), regularised_cart(reg_lambda=1))
    >>> tree.question.threshold, [str(RegularisedSquaredError(1).value(leaf.summary)) for leaf in dt.leaves(tree)]
    (2.5, ['0', '5'])
    """
    limits = {"zero_gain": "stop", "min_saving": taken(Limit, "gamma", gamma), **limits}
    impurity = RegularisedSquaredError(reg_lambda, reg_alpha, max_delta_step)
    learner = cart(impurity=impurity, categories=categories, missing=missing, **limits)
    return attrs.evolve(learner, stopping=attrs.evolve(learner.stopping, root_risk=Exact(1)))  # gamma is no share
