"""What gains most of all thresholds of a column, by one pass, is what does by the definition of each gain."""

from __future__ import annotations

import random
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING
from unittest.mock import Mock, create_autospec

import numpy as np
import pytest

import dtrees as dt
from dtrees.growing import sweep
from dtrees.growing.candidates import threshold
from dtrees.growing.sweep import Logarithms, can_be_swept
from dtrees.numbers.quotient import of_largest

if TYPE_CHECKING:
    from collections.abc import Callable

    from dtrees.growing.impurity import Impurity

WEIGHTS: dict[str, Callable[[random.Random], float | Decimal]] = {
    "whole": lambda draw: draw.choice([1, 1, 2, 5]),
    "floats": lambda draw: draw.choice([0.1, 0.3, 1e-300, draw.random()]),
    "decimals": lambda draw: Decimal(draw.randint(1, 9)) / 10,
    "thousands": lambda draw: draw.randint(1000, 6000),
    "large": lambda draw: draw.choice([1, 1000, 3_001, 10**5, 10**9, 2**53 - 1]),
    "far apart": lambda draw: 10.0 ** draw.choice([-300, 0, 300]),
}
ENTROPY = dt.cart(impurity=dt.entropy)
IMPURITIES: dict[str, Impurity] = {"gini": dt.gini, "entropy": dt.entropy, "squared error": dt.squared_error}


def table(seed: str, impurity: str, weight: Callable[[random.Random], float | Decimal]) -> dt.Dataset:
    draw = random.Random(seed)  # noqa: S311 (no secret is drawn)
    rows = draw.randint(2, 9)
    columns = {
        "x": [draw.randint(0, 5) for _ in range(rows)],
        "y": [Decimal("1.1"), *(Decimal(draw.randint(0, 9)) / 10 for _ in range(rows - 1))],
    }
    weights = [weight(draw) for _ in range(rows)]
    if impurity == "squared error":
        responses = [draw.choice([0.1, Decimal("0.1"), 3, draw.random()]) for _ in range(rows)]
        return dt.regression_data(columns, responses, weights=weights)
    return dt.classification_data(columns, [draw.choice("abc") for _ in range(rows)], weights=weights)


@pytest.mark.parametrize("impurity", IMPURITIES)
@pytest.mark.parametrize("weight", WEIGHTS)
def test_a_pass_over_a_column_finds_what_gains_most(impurity: str, weight: str) -> None:
    for seed in range(30):
        data = table(f"{weight} {seed}", impurity, WEIGHTS[weight])
        measure = IMPURITIES[impurity]
        limit = Fraction(min(data.weights.tolist())) * (seed % 5) / 2
        learner = dt.cart(impurity=measure, min_leaf=limit, numbers="observed" if seed % 2 else "midpoint")
        columns = [feature for feature in data.features if can_be_swept(feature, data, measure, learner)]
        assert len(columns) == 2
        one_pass = sweep.sweep(data, measure(dt.summarize(data)), measure).cuts(columns, learner)
        defined = dt.scored_splits(data, learner)
        for column in columns:
            expected = of_largest([split for split in defined if split.feature == column.name], lambda it: it.gain)
            offered = one_pass[column.name]
            found = of_largest(offered, lambda cuts: cuts.gain)
            for cuts in offered:
                near, error = cuts.gain.estimate()
                for division in cuts.divisions():
                    assert abs(dt.gain(division.parts, measure) - near) <= error
            assert all(cuts.gain == expected[0].gain for cuts in found)
            divisions = [division for cuts in found for division in cuts.divisions()]
            assert [(it.question, it.parts) for it in divisions] == [(it.question, it.parts) for it in expected]


@pytest.mark.parametrize("weight", [0.9 * 2.0**-60, 0.1, 1.0])
@pytest.mark.parametrize("classes", [2, 60])
def test_the_integer_of_a_gain_is_as_near_as_stated(weight: float, classes: int) -> None:
    """5,000 rows that all lose nearly a unit where weights are cut off, a weight that is no whole number, and one."""
    values = np.array([1, 1, *(0 if row % 39 < 20 else row % 39 for row in range(5000))])
    labels = [0, 0, *(1 + row % (classes - 1) for row in range(5000))]
    data = dt.classification_data({"x": values}, labels, weights=[1, 1, *[weight] * 5000])
    sums, order = Logarithms(data, dt.Exact(0)), values.argsort(kind="stable")
    ((gains,),) = sums.scores(order[np.newaxis], *sums.running_sums(order[np.newaxis]))
    defined = dt.scored_splits(data, ENTROPY)
    assert len(defined) == 20
    for place, split in zip(np.flatnonzero(np.diff(values[order])), defined, strict=True):
        assert abs(split.gain * 2**52 - int(gains[place])) <= sums.off


def test_thresholds_tie_whose_sums_of_rounded_logarithms_differ() -> None:
    """Each p log2 p is rounded by itself, so that what cancels in one gain and in the other leaves other integers."""
    data = dt.classification_data({"x": range(6)}, list("accbbc"), weights=[5, 7, 3, 12, 3, 5])
    (column,) = [feature for feature in data.features if can_be_swept(feature, data, dt.entropy, ENTROPY)]
    one, two = Logarithms(data, dt.Exact(0)).cuts([column], ENTROPY)["x"]
    assert one.gain.estimate() != two.gain.estimate()
    assert [split.question for split in dt.admissible_splits(data, ENTROPY)] == [
        division.question for cuts in (one, two) for division in cuts.divisions()
    ]


def test_what_has_no_thresholds_to_score_goes_by_the_definition() -> None:
    data = dt.classification_data({"x": [1, 2, 3], "c": ["p", "q", "q"]}, ["a", "b", "b"])
    number, category = data.features
    missing = dt.classification_data({"x": [1, None, 3]}, ["a", "b", "b"], missing="keep")
    without = dt.Dataset(data.features, data.target, [0.0, 1.0, 1.0])
    assert can_be_swept(number, data, dt.gini, dt.cart())
    assert not can_be_swept(category, data, dt.gini, dt.cart())
    assert not can_be_swept(number, data, dt.misclassification, dt.cart())
    twoing = dt.Learner(score="twoing", questions=dt.Questions(categories="equals"))
    assert not can_be_swept(number, data, dt.gini, twoing)
    assert not can_be_swept(number, data, dt.entropy, dt.id3())
    assert not can_be_swept(missing.features[0], missing, dt.gini, dt.cart(missing="fractional"))
    assert not can_be_swept(number, without, dt.gini, dt.cart())


def test_where_all_thresholds_gain_the_same_only_the_first_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many classes as rows, by Gini: every threshold gains the same, at each of a hundred levels."""
    rows = 100
    data = dt.classification_data({"x": range(rows)}, range(rows))
    made = Mock(wraps=threshold)
    monkeypatch.setattr(sweep, "threshold", made)
    tree = dt.grow(data, dt.cart())
    assert made.call_count == rows - 1
    assert [split.gain for split in dt.admissible_splits(data, dt.cart())] == [dt.Exact(1) / rows] * (rows - 1)
    assert tree == dt.vectorized.grow(data, dt.cart())


def test_columns_are_swept_some_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = np.random.default_rng(0)
    data = dt.classification_data(draw.integers(0, 9, (40, 5)), draw.integers(0, 3, 40))
    monkeypatch.setattr(sweep, "VALUES", 2 * len(data))
    swept = create_autospec(Logarithms.running_sums, side_effect=Logarithms.running_sums)
    monkeypatch.setattr(Logarithms, "running_sums", swept)
    assert dt.grow(data, ENTROPY) == dt.vectorized.grow(data, ENTROPY)
    assert [len(call.args[1]) for call in swept.call_args_list[:3]] == [2, 2, 1]
