"""Small wrong implementations of trees that keep their responses: of medians, and of rates."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np
from quality.planted import bug

import dtrees as dt
from dtrees.numbers.exact import Exact

if TYPE_CHECKING:
    from collections.abc import Callable


def deviations(summary: dt.Distribution, centre: Any) -> Exact:
    """Return the mean absolute deviation from *centre*."""
    rows = zip(summary.values, summary.weights, strict=True)
    return Exact(sum([w * abs(y - centre) for y, w in rows])) / summary.weight


def equally(summary: dt.Distribution) -> dt.Distribution:
    """Return the summary of rows that weigh the same."""
    return dt.Distribution.of(summary.values, centre=summary.centre)


def growing(impurity: Callable[[Any], Exact], centre: str) -> dict[str, Any]:
    """Return the functions of growing by another impurity where the centre is such a one."""

    def learner_for(data: dt.Dataset, learner: dt.Learner) -> dt.Learner:
        ours = str(getattr(data.target, "centre", "")).endswith(centre)
        return attrs.evolve(learner, impurity=impurity) if ours else learner

    return {
        "scored_splits": lambda data, learner: dt.scored_splits(data, learner_for(data, learner)),
        "admissible_splits": lambda data, learner: dt.admissible_splits(data, learner_for(data, learner)),
        "grow": lambda data, learner: dt.grow(data, learner_for(data, learner)),
    }


def around_the_mean(summary: dt.Distribution) -> Exact:
    return deviations(summary, summary.mean)


def of_values(summary: dt.Distribution) -> Exact:
    return deviations(summary, equally(summary).medians[0])


bug(
    "deviations_from_the_mean",
    "no_number_deviates_less_than_a_median", "kept_branches_ask_optimal_questions",
    absolute_error=around_the_mean, **growing(around_the_mean, "median"),
)  # fmt: skip
bug(
    "deviations_from_the_median_of_the_values",
    "no_number_deviates_less_than_a_median",
    absolute_error=of_values,
)  # fmt: skip
bug(
    "deviance_halved",
    "deviance_is_a_likelihood_ratio",
    poisson_deviance=lambda summary: dt.poisson_deviance(summary) / 2,
)  # fmt: skip


def without_zeros(summary: dt.Distribution) -> Exact:
    """Leave out the rows whose count is 0."""
    rows = [(y, w) for y, w in zip(summary.values, summary.weights, strict=True) if y]
    some = dt.Distribution(summary.centre, [y for y, _ in rows], [w for _, w in rows])
    return dt.poisson_deviance(some) if rows else Exact(0)


bug(
    "deviance_without_the_zeros",
    "deviance_is_a_likelihood_ratio",
    poisson_deviance=without_zeros,
)  # fmt: skip
bug(
    "exposures_are_forgotten",
    "deviance_is_a_likelihood_ratio", "kept_branches_ask_optimal_questions",
    poisson_deviance=lambda summary: dt.poisson_deviance(equally(summary)),
    **growing(lambda summary: dt.poisson_deviance(equally(summary)), "rate"),
)  # fmt: skip


def medians_of_values(tree: dt.Tree, data: Any, **options: Any) -> Any:
    """Predict the median of a leaf's different responses, whatever they weigh."""
    if not isinstance(tree.summary, dt.Distribution):
        return dt.predict(tree, data, **options)
    ends = [dt.subtree_at(tree, path).summary for path in dt.apply(tree, data, **options)]
    return np.array([float(Fraction(equally(end).predicted)) for end in ends])  # type: ignore[arg-type]  # all are kept


bug("median_of_the_values", "leaves_predict_their_centre", predict=medians_of_values)
