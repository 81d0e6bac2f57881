"""Trees of medians and of rates: what a node keeps and predicts, its loss, its texts and pictures, and its JSON."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final, cast

import attrs
import pytest

import dtrees as dt
from dtrees.errors import InvalidData
from dtrees.numbers.exact import LOG2_E
from dtrees.oracle.protocol.messages import complaint_of
from dtrees.render.growing_page import growing_to_html
from dtrees.trees.distribution import unit_deviance

XS: Final = {"x": [1, 2, 3, 4]}
MEDIANS: Final = dt.regression_data(XS, dt.KeptResponses("median", [0, 1, 1, 9]))
STUMP: Final = dt.grow(dt.regression_data({"x": [1, 2, 2, 2]}, dt.KeptResponses("median", [6, 0, 1, 8])), dt.cart())
"""Leaves of the medians 6 and 1, whose means are 6 and 3."""
RATES: Final = dt.Distribution.of([0, 2, 4], [3, 1, 2], centre="rate")


def summary(*responses: Any, centre: Any = "median", weights: Any = None) -> dt.Distribution:
    return dt.Distribution.of(responses, weights, centre=centre)


# --- summaries ---------------------------------------------------------------------------------------------------


def test_summaries_add_up_and_scale() -> None:
    one, two = summary(1, 2, 2), summary(2, 7)
    assert one + two == summary(1, 2, 2, 2, 7)
    assert one + two - two == one
    assert one * Fraction(1, 3) == summary(1, 2, weights=[Fraction(1, 3), Fraction(2, 3)])


def test_a_summary_has_the_moments_of_its_responses() -> None:
    moments = dt.Moments.of([0, 2, 4], [3, 1, 2])
    assert (RATES.weight, RATES.total, RATES.squares) == attrs.astuple(moments)
    assert dt.squared_error(RATES) == dt.squared_error(moments)
    assert RATES.predicted == moments.mean


def test_a_summary_of_no_rows_predicts_nothing() -> None:
    for centre in ("median", "lower_median", "upper_median", "rate"):
        empty = summary(centre=centre)
        assert summary(1, centre=centre) + empty == summary(1, centre=centre)
        with pytest.raises(InvalidData, match="without rows"):
            empty.prediction  # noqa: B018 (it raises)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: dt.Distribution("median", [2, 1], [1, 1]), "in order"),
        (lambda: dt.Distribution("median", [1, 2], [1, 0]), "positive weight"),
        (lambda: dt.Distribution("rate", [-1, 2], [1, 1]), "-1 is negative"),
        (lambda: dt.KeptResponses("rate", [0, -0.5]), "-0.5 is negative"),
        (lambda: dt.KeptResponses(cast("Any", "mean"), [0, 1]), "'lower_median' or 'upper_median'"),
        (lambda: summary(1) + summary(1, centre="rate"), "whose centre is the median"),
        (lambda: summary(1) + dt.Moments.of([1]), "whose centre is the median"),
        (lambda: dt.absolute_error(cast("Any", dt.Moments.of([1]))), "KeptResponses"),
        (lambda: dt.poisson_deviance(cast("Any", dt.Moments.of([1]))), "KeptResponses"),
        (lambda: dt.shrunk_rate(summary(0, centre="rate"), summary(0, centre="rate")), "counts are all 0"),
    ],
)
def test_what_is_wrong_is_refused(call: Any, message: str) -> None:
    with pytest.raises(InvalidData, match=message):
        call()


# --- losses and measures -----------------------------------------------------------------------------------------


def test_each_measure_is_what_its_name_says() -> None:
    """The leaves predict 6 and 1; 4, 1 and 3 are 2, 0 and 2 off, the last twice."""
    rows = dt.regression_data({"x": [1, 2, 2]}, dt.KeptResponses("median", [4, 1, 3]), weights=[1, 1, 2])
    assert dt.ABSOLUTE_ERROR.of(STUMP, rows) == Fraction(2 + 0 + 4, 4)
    assert dt.SQUARED_ERROR.of(STUMP, rows) == Fraction(4 + 0 + 8, 4)
    assert dt.ERROR.of(STUMP, rows) == dt.ABSOLUTE_ERROR.of(STUMP, rows)
    means = dt.grow(dt.regression_data({"x": [1, 2, 2, 2]}, [6, 0, 1, 8]), dt.cart())  # predict 6 and 3
    assert dt.ABSOLUTE_ERROR.of(means, rows) == Fraction(2 + 2 + 0, 4)
    assert dt.ERROR.of(means, rows) == dt.SQUARED_ERROR.of(means, rows) == Fraction(4 + 4 + 0, 4)


def test_measures_of_numbers_refuse_classes() -> None:
    data = dt.datasets.load("loan")
    sequence = dt.pruning_sequence(dt.grow(data, dt.cart()))
    for measure in (dt.SQUARED_ERROR, dt.ABSOLUTE_ERROR):
        for choose in (dt.select_by_holdout, dt.vectorized.select_by_holdout):
            with pytest.raises(InvalidData, match="squared and absolute errors are of one or more responses"):
                choose(sequence, data, measure=measure)


def test_a_unit_deviance_is_the_formula() -> None:
    """2 (y ln(y / rate) - (y - rate)) in nats, over ln 2, to twelve decimals."""
    for y in (0, 1, Fraction(5, 2)):
        for rate in (Fraction(1, 3), 1, 4):
            count, ratio, off = (Decimal(x.numerator) / x.denominator for x in (y, Fraction(y) / rate, y - rate))
            bits = 2 * ((count * ratio.ln() if y else 0) - off) / Decimal(2).ln()
            assert f"{unit_deviance(y, rate):.12f}" == f"{bits:.12f}"
    assert unit_deviance(0, 0) == 0
    assert unit_deviance(0, 3) == 6 * LOG2_E


def test_an_infinite_deviance_says_what_to_do() -> None:
    tree = dt.Leaf(summary(0, 0, centre="rate"))
    rows = dt.regression_data({"x": [1]}, dt.KeptResponses("rate", [2]))
    with pytest.raises(InvalidData, match="no finite deviance from the rate 0: measure SQUARED_ERROR"):
        dt.ERROR.of(tree, rows)
    assert dt.SQUARED_ERROR.of(tree, rows) == 4


def test_trees_of_rates_are_chosen_by_their_deviance() -> None:
    data = dt.regression_data(XS, dt.KeptResponses("rate", [1, 2, 6, 7]))
    sequence = dt.pruning_sequence(dt.grow(data, dt.cart()))
    chosen = dt.select_by_holdout(sequence, data)
    assert chosen.tree == sequence[0].tree
    assert chosen.values[0] == 0
    assert chosen.values[-1] == dt.poisson_deviance(cast("Any", dt.summarize(data)))


def test_a_forest_of_medians_predicts_their_mean() -> None:
    """f(x) is the mean of the trees' 5 and 1, not a median of what both leaves hold."""
    forest = [dt.Leaf(summary(5)), dt.Leaf(summary(0, 1, 8))]
    [found] = dt.out_of_bag(forest, MEDIANS.take([0]), [[0], [0]])
    assert isinstance(found, dt.Moments)
    assert found.prediction == 3


def test_a_row_of_a_missing_value_is_predicted_by_the_median_of_all_where_it_may_end() -> None:
    data = dt.regression_data({"x": [1, 2, 3, 3, None]}, dt.KeptResponses("median", [0, 1, 9, 9, 9]), missing="keep")
    tree = dt.grow(data, dt.cart(missing="fractional", max_depth=1))
    assert dt.predict(tree, {"x": [None]}, missing="keep").tolist() == [9]


# --- shrunk rates ------------------------------------------------------------------------------------------------


def test_a_shrunk_rate_is_that_of_the_vignette() -> None:
    """Alpha 1 / k^2 and beta alpha / mean: (10 + alpha) / (6 + beta)."""
    root = summary(0, 1, 3, 4, centre="rate")  # of mean 2
    assert dt.shrunk_rate(RATES, root) == Fraction(10 + 1) / (6 + Fraction(1, 2))
    assert dt.shrunk_rate(RATES, root, shrink=Fraction(1, 2)) == Fraction(10 + 4, 6 + 2)
    assert dt.shrunk_rate(RATES, root, shrink=0) == RATES.mean
    assert dt.shrunk_rate(root, root, shrink=3) == root.mean


def test_a_shrunk_deviance_is_the_least_where_nothing_is_shrunk() -> None:
    root = summary(0, 1, 3, 4, centre="rate")
    assert dt.ShrunkDeviance(root, 0)(RATES) == dt.poisson_deviance(RATES)
    assert dt.ShrunkDeviance(root)(RATES) > dt.ShrunkDeviance(root, 10)(RATES) > dt.poisson_deviance(RATES)
    assert dt.ShrunkDeviance(root)(root) == dt.poisson_deviance(root)


# --- JSON, texts and pictures ------------------------------------------------------------------------------------


@pytest.mark.parametrize("centre", ["median", "lower_median", "upper_median", "rate"])
def test_json_loses_nothing_and_obeys_its_schema(centre: Any) -> None:
    data = dt.regression_data(XS, dt.KeptResponses(centre, [0.1, 1, 1, 9]), weights=[1, 2, Fraction(1, 3), 1])
    tree = dt.grow(data, dt.cart(max_depth=1))
    text = dt.to_json(tree)
    assert dt.from_json(text) == tree
    assert complaint_of(json.loads(text), "tree.schema.json") == ""
    assert complaint_of(json.loads(text.replace(f'"{centre}"', '"mode"')), "tree.schema.json")


def test_texts_show_the_centre_and_its_deviations() -> None:
    assert dt.render_text(STUMP).splitlines()[-1].split("  ")[0].endswith(": 1")
    assert "absolute_error 2.67" in dt.render_text(STUMP)
    assert "poisson_deviance" in dt.render_text(dt.Leaf(RATES))
    assert r"1\n" in dt.to_dot(STUMP)
    assert "3\\n" not in dt.to_dot(STUMP)


def test_pictures_show_the_centre() -> None:
    figure = dt.plot(STUMP).figure
    texts = [text.get_text() for axes in figure.axes for text in axes.texts]
    assert "1 ± 2.67" in texts
    assert not any(text.startswith("3 ") for text in texts)


def test_pages_show_the_centre() -> None:
    assert '"label": "1"' in dt.to_html(dt.pruning_sequence(STUMP))
    page = growing_to_html(MEDIANS, dt.cart(max_depth=1))
    assert "median = " in page
    assert "ȳ" not in page
