"""Data: what becomes of columns, labels, weights and files, and the message for each kind of bad input."""

from __future__ import annotations

import copy
import datetime as dt
import gzip
import math
import pickle
import re
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

import attrs
import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtrees import (
    Categorical,
    ClassCounts,
    Classes,
    Dataset,
    DtreesError,
    InvalidData,
    Moments,
    Numeric,
    Ordinal,
    Responses,
    classification_data,
    read_csv,
    regression_data,
    summarize,
    with_orders,
)
from dtrees.errors import TooLarge

if TYPE_CHECKING:
    from pathlib import Path

LABELS = ["no", "yes"]


def sample() -> Dataset:
    """Return three rows with a numeric and a categorical feature."""
    return classification_data(
        {"sky": ["sun", "rain", "sun"], "wind": [3, 9.5, 4]}, ["yes", "no", "yes"], weights=[1, 0.5, 2]
    )


def arrays(data: Dataset) -> list[np.ndarray]:
    """Return every array that *data* holds."""
    features = [feature.values if isinstance(feature, Numeric) else feature.codes for feature in data.features]  # noqa: PD011
    target = data.target.codes if isinstance(data.target, Classes) else data.target.values  # noqa: PD011
    return [*features, target, data.weights]


# --- what columns become ----------------------------------------------------------------------------------------


def test_numbers_become_numeric_and_text_and_truth_values_categorical() -> None:
    """The kind of a column follows from its values; categories are sorted."""
    data = classification_data({"n": [2, 1.5], "t": ["b", "a"], "v": [True, False]}, LABELS)
    assert data.features == (
        Numeric("n", np.array([2.0, 1.5])),
        Categorical("t", ("a", "b"), np.array([1, 0])),
        Categorical("v", (False, True), np.array([1, 0])),
    )
    assert data.feature_names == ("n", "t", "v")
    assert len(data) == 2


def test_a_two_dimensional_array_names_its_columns_x0_x1() -> None:
    """Rows by columns; lists of rows and arrays of objects are taken too."""
    for rows in (np.array([[1, 2], [3, 4]]), [[1, 2], [3, 4]], np.array([[1, 2], [3, 4]], dtype=object)):
        assert classification_data(rows, LABELS) == classification_data({"x0": [1, 3], "x1": [2, 4]}, LABELS)


def test_a_list_of_rows_keeps_each_value_as_it_is() -> None:
    """A number beside a text stays a number: column x0 of [[1, "a"], [2, "b"]] is numeric."""
    data = classification_data([[1, "a"], [2, "b"]], LABELS)
    assert data == classification_data({"x0": [1, 2], "x1": ["a", "b"]}, LABELS)


def test_a_list_of_rows_rounds_no_integer() -> None:
    """2**53 + 1 has no float64: it is kept beside a float in the row, as it is in a column of its own."""
    data = classification_data([[2**53 + 1, 0.5], [2, 0.25]], LABELS)
    assert data == classification_data({"x0": [2**53 + 1, 2], "x1": [0.5, 0.25]}, LABELS)


@pytest.mark.parametrize(
    "dtype", [np.int8, np.uint8, np.int64, np.float16, np.float32, np.float64], ids=lambda dtype: dtype.__name__
)
def test_numpy_numbers_of_any_width_become_float64(dtype: type[np.number]) -> None:
    """Each converts exactly."""
    data = classification_data({"x": np.array([3, 1], dtype=dtype)}, LABELS)
    assert data.features == (Numeric("x", np.array([3.0, 1.0])),)


def test_a_float32_value_keeps_its_own_value() -> None:
    """float32(0.1) is 0.100000001490116..., not the float64 0.1."""
    data = classification_data({"x": np.array([0.1, 0.2], dtype=np.float32)}, LABELS)
    assert data.features == (Numeric("x", np.array([np.float32(0.1), np.float32(0.2)], dtype=np.float64)),)
    assert data.features != (Numeric("x", np.array([0.1, 0.2])),)


def test_negative_zero_is_zero() -> None:
    """-0.0 and 0.0 are equal values, so data that hold them are equal and hash alike."""
    one, two = (classification_data({"x": [zero, 1.0]}, LABELS) for zero in (-0.0, 0.0))
    assert one == two
    assert hash(one) == hash(two)


def test_numpy_text_and_truth_values_are_categories_in_python_types() -> None:
    """Categories come out as str and bool, not as NumPy scalars."""
    data = classification_data({"t": np.array(["b", "a"]), "v": np.array([True, False])}, np.array(["q", "p"]))
    text, truth = data.features
    assert isinstance(text, Categorical)
    assert isinstance(truth, Categorical)
    assert isinstance(data.target, Classes)
    assert [type(value) for value in (*text.categories, *truth.categories, *data.target.labels)] == [
        str, str, bool, bool, str, str,
    ]  # fmt: skip


def frame_columns() -> dict[str, list[Any]]:
    """Return columns of each kind that a frame may hold."""
    return {"n": [1, 2, 4], "f": [0.5, 1.5, 2.5], "t": ["b", "a", "b"], "v": [True, False, True]}


def test_pandas_and_polars_frames_give_what_a_mapping_gives() -> None:
    """Integers, floats, text and truth values."""
    labels = ["p", "q", "p"]
    expected = classification_data(frame_columns(), labels)
    assert classification_data(pd.DataFrame(frame_columns()), pd.Series(labels)) == expected
    assert classification_data(pl.DataFrame(frame_columns()), pl.Series(labels)) == expected


def test_a_pandas_index_does_not_matter() -> None:
    """Rows are taken in their order, not by their index labels."""
    frame = pd.DataFrame({"n": [1, 2, 4]}, index=[7, 7, 0])
    labels = pd.Series(["p", "q", "p"], index=[2, 1, 0])
    expected = classification_data({"n": [1, 2, 4]}, ["p", "q", "p"])
    assert classification_data(frame, labels, weights=pd.Series([1, 1, 1], index=[5, 6, 7])) == expected


def test_categorical_columns_of_frames_are_categorical() -> None:
    """pandas' category and polars' Categorical; categories are sorted as in any other column."""
    expected = classification_data({"c": ["b", "a"]}, LABELS)
    assert classification_data(pd.DataFrame({"c": pd.Categorical(["b", "a"])}), LABELS) == expected
    assert classification_data(pl.DataFrame({"c": ["b", "a"]}, schema={"c": pl.Categorical}), LABELS) == expected


def test_ordered_columns_of_frames_keep_their_order() -> None:
    """pandas' ordered categories and polars' Enum, with all categories that they declare, whether they occur or not."""
    sizes, order = ["mid", "low", "mid"], ["low", "mid", "high"]
    expected = (Ordinal("c", order, [1, 0, 1]),)
    for column in (
        pd.Categorical(sizes, categories=order, ordered=True),
        pd.Series(pd.Categorical(sizes, categories=order, ordered=True)),
        pl.Series(sizes, dtype=pl.Enum(order)),
        Ordinal("any name", order, [1, 0, 1]),
    ):
        assert classification_data({"c": column}, ["p", "q", "p"]).features == expected
    numbers = pd.DataFrame({"the size": pd.Categorical([10, 9], categories=[10, 9, 8], ordered=True)})
    assert classification_data(numbers, LABELS).features == (Ordinal("the size", [10, 9, 8], [0, 1]),)


def test_an_order_stays_with_its_column() -> None:
    """It is equal to no column without one; leaving out rows or columns, weights of 0 and copies do not change it."""
    order = ["low", "mid", "high"]
    column = pd.Categorical(["mid", None, "low"], categories=order, ordered=True)
    data = classification_data({"c": column, "n": [1, 2, 3]}, ["p", "q", "p"], weights=[1, 1, 0], missing="keep")
    feature = Ordinal("c", order, [1, -1])
    assert data.features[0] == feature != Categorical("c", order, [1, -1])
    assert repr(feature) == "Ordinal(name='c', categories=('low', 'mid', 'high'), codes=array([ 1, -1]))"
    assert data.drop("n").take([0]).features == (Ordinal("c", order, [1]),)
    assert [pickle.loads(pickle.dumps(data)), copy.deepcopy(data)] == [data, data]  # noqa: S301 (our own)
    assert [*feature] == ["mid", None]


def test_the_order_of_labels_is_that_of_their_names() -> None:
    """Classes are sorted, and only those that occur are classes, unless their order is stated."""
    labels = pd.Series(pd.Categorical(["p", "q"], categories=["r", "q", "p"], ordered=True))
    assert classification_data({"n": [1, 2]}, labels).target == Classes(["p", "q"], [0, 1])


def test_ordered_categories_that_are_neither_numbers_text_nor_truth_values_are_refused() -> None:
    with pytest.raises(InvalidData, match=r"column 'c', row 0: .* is neither a number, text nor a truth value"):
        classification_data({"c": pd.cut([1, 5], [0, 2, 6])}, LABELS)


def test_numbers_of_a_categorical_type_are_categories() -> None:
    """A pandas category column of numbers is not ordered by thresholds."""
    data = classification_data(pd.DataFrame({"c": pd.Categorical([30, 4])}), LABELS)
    assert data.features == (Categorical("c", (4, 30), np.array([1, 0])),)


def test_nullable_integers_without_a_missing_value_are_numbers() -> None:
    """pandas' Int64 and boolean types."""
    frame = pd.DataFrame({"n": pd.array([1, 2], dtype="Int64"), "v": pd.array([True, False], dtype="boolean")})
    assert classification_data(frame, LABELS) == classification_data({"n": [1, 2], "v": [True, False]}, LABELS)


def test_labels_are_sorted_unless_their_order_is_stated() -> None:
    """The class order settles ties, so it is part of the data; `classes` states it, absent classes included."""
    columns = {"x": [1, 2]}
    assert classification_data(columns, ["yes", "no"]).target == Classes(("no", "yes"), np.array([1, 0]))
    stated = classification_data(columns, ["yes", "no"], classes=["yes", "no", "maybe"])
    assert stated.target == Classes(("yes", "no", "maybe"), np.array([0, 1]))
    assert summarize(stated) == ClassCounts((1, 1, 0), ("yes", "no", "maybe"))


def test_labels_may_be_truth_values_or_integers() -> None:
    """Whole floats count as integers; the labels come out as Python's own types."""
    columns = {"x": [1, 2]}
    assert repr(classification_data(columns, [True, False]).target.labels) == "(False, True)"  # type: ignore[union-attr]
    assert repr(classification_data(columns, np.array([3.0, 1.0])).target.labels) == "(1, 3)"  # type: ignore[union-attr]


def test_responses_are_numbers() -> None:
    """A regression's target keeps them in order."""
    assert regression_data({"x": [1, 2]}, (0.5, 3)).target == Responses(np.array([0.5, 3.0]))


# --- values: frozen, comparable, hashable, picklable ------------------------------------------------------------


def test_equal_data_are_equal_and_hash_alike() -> None:
    """Two data sets made of equal input are one key of a dictionary."""
    assert sample() == sample()
    assert hash(sample()) == hash(sample())
    assert {sample(): 1}[sample()] == 1


@pytest.mark.parametrize(
    "other",
    [
        sample().take([0, 2, 1]),
        sample().take([0, 1]),
        sample().drop("wind"),
        attrs.evolve(sample(), weights=np.ones(3)),
        attrs.evolve(sample(), features=sample().features[::-1]),
        classification_data({"sky": ["sun", "rain", "sun"], "wind": [3, 9.5, 4]}, [1, 0, 1], weights=[1, 0.5, 2]),
        classification_data({"Sky": ["sun", "rain", "sun"], "wind": [3, 9.5, 4]}, ["yes", "no", "yes"]),
    ],
)
def test_data_that_differ_in_any_part_are_unequal(other: Dataset) -> None:
    """Row order, rows, columns, weights, column order, labels and names all count."""
    assert sample() != other


def test_data_take_no_assignment() -> None:
    """Datasets, features and targets are frozen."""
    data = sample()
    for value, field in ((data, "weights"), (data.features[0], "name"), (data.target, "labels")):
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(value, field, None)


def _pickled(data: Dataset) -> Dataset:
    again = pickle.loads(pickle.dumps(data))  # noqa: S301
    assert isinstance(again, Dataset)
    return again


@pytest.mark.parametrize(
    "made_again",
    [lambda data: data, _pickled, copy.copy, copy.deepcopy, attrs.evolve],
    ids=["made", "pickled", "copied", "deepcopied", "evolved"],
)
def test_arrays_are_read_only_however_the_data_came_about(made_again: Any) -> None:
    """Writing into any array of a data set raises, also after pickle and deepcopy; the value stays equal."""
    for data in (sample(), regression_data({"x": [1, 2]}, [1, 2])):
        again = made_again(data)
        assert again == data
        assert hash(again) == hash(data)
        for array in arrays(again):
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 0


def test_the_callers_arrays_are_neither_kept_nor_changed() -> None:
    """Changing the input afterwards changes nothing, and the input stays writable."""
    x, y, w = np.array([1.0, 2.0]), np.array([0, 1]), np.array([1.0, 3.0])
    data = classification_data({"x": x}, y, weights=w)
    before = pickle.dumps(data)
    x[0], y[0], w[0] = 9.0, 1, 9.0
    assert pickle.dumps(data) == before
    assert (x.tolist(), y.tolist(), w.tolist()) == ([9.0, 2.0], [1, 1], [9.0, 3.0])


def test_frames_and_mappings_are_left_as_they_were() -> None:
    """Making data changes no input."""
    frame, columns = pd.DataFrame(frame_columns()), frame_columns()
    classification_data(frame, ["p", "q", "p"])
    classification_data(columns, ["p", "q", "p"])
    pd.testing.assert_frame_equal(frame, pd.DataFrame(frame_columns()))
    assert columns == frame_columns()


def test_take_gives_the_rows_in_the_order_asked_for() -> None:
    """Features, target and weights move together."""
    taken = sample().take([2, 0])
    assert taken == attrs.evolve(
        classification_data({"sky": ["sun", "rain", "sun"], "wind": [4, 9.5, 3]}, ["yes", "no", "yes"]).take([0, 2]),
        weights=np.array([2.0, 1.0]),
    )
    assert taken.target == Classes(("no", "yes"), np.array([1, 1]))


def test_take_does_not_mistake_a_mask_for_row_numbers() -> None:
    """[True, False, True] selects rows 0 and 2 or is refused; it is not rows 1, 0 and 1."""
    mask = np.array([True, False, True])
    try:
        taken = sample().take(mask)
    except InvalidData:
        return
    assert taken == sample().take([0, 2])


def test_drop_removes_columns_by_name() -> None:
    """A name that is no column is an error that lists the columns."""
    assert sample().drop("sky").feature_names == ("wind",)
    with pytest.raises(InvalidData, match=r"there is no column 'snow'; there are 'sky', 'wind'"):
        sample().drop("snow")


def test_an_unknown_feature_is_an_error_that_lists_the_features() -> None:
    """`Dataset.feature` names what was asked for and what there is."""
    assert sample().feature("wind") == sample().features[1]
    with pytest.raises(InvalidData, match=r"there is no column 'Wind'; there are 'sky', 'wind'"):
        sample().feature("Wind")


# --- weights ----------------------------------------------------------------------------------------------------


def test_a_row_of_weight_zero_is_as_if_it_were_not_there() -> None:
    """Its category and its class are gone as well."""
    with_zero = classification_data({"x": [1, 2, 3], "t": ["a", "b", "c"]}, ["p", "q", "r"], weights=[1, 0, 2])
    assert with_zero == classification_data({"x": [1, 3], "t": ["a", "c"]}, ["p", "r"], weights=[1, 2])
    zero_number = regression_data({"x": [1, 2]}, [5, 6], weights=[0.0, 1.5])
    assert zero_number == regression_data({"x": [2]}, [6], weights=[1.5])


def test_a_row_of_weight_zero_takes_no_stated_class_away() -> None:
    """With `classes` stated, the data equal those made without the row, whose classes stay as stated."""
    stated = ["r", "q", "p"]
    with_zero = classification_data({"x": [1, 2]}, ["p", "q"], weights=[1, 0], classes=stated)
    assert with_zero == classification_data({"x": [1]}, ["p"], classes=stated)


def test_weights_are_taken_exactly() -> None:
    """Sums of float weights do not round: 0.1 three times is not 0.3."""
    data = classification_data({"x": [1, 2, 3]}, ["p", "p", "p"], weights=[0.1, 0.1, 0.1])
    assert summarize(data) == ClassCounts((3 * Fraction(0.1),), ("p",))
    assert summarize(data).weight != Fraction(0.1 + 0.1 + 0.1)


shares = st.fractions(0, 3, max_denominator=12)


@given(st.lists(st.tuples(shares, shares), min_size=1, max_size=4))
def test_counts_add_up_as_fractions_do(pairs: list[tuple[Fraction, Fraction]]) -> None:
    one, two = (ClassCounts(counts) for counts in zip(*pairs, strict=True))
    found, expected = one + two, ClassCounts([sum(pair) for pair in pairs])
    assert (found.weight, found.counts) == (expected.weight, expected.counts)
    pickled = pickle.loads(pickle.dumps(one + two))  # noqa: S301 (its own bytes)
    for alike in (found, pickled, copy.deepcopy(one + two), attrs.evolve(one + two)):
        assert (alike, hash(alike), repr(alike)) == (expected, hash(expected), repr(expected))
        assert alike - two == one


def test_weights_whose_sum_overflows_are_summed() -> None:
    """1e308 twice is 2e308, exactly."""
    data = classification_data({"x": [1, 2]}, ["p", "p"], weights=[1e308, 1e308])
    assert summarize(data) == ClassCounts((2 * int(1e308),), ("p",))


@given(st.lists(st.integers(1, 2**53), min_size=1, max_size=6))
def test_large_integer_weights_are_summed_exactly(weights: list[int]) -> None:
    """Also where the sum exceeds 2**53."""
    data = classification_data({"x": weights}, ["p"] * len(weights), weights=weights)
    assert summarize(data) == ClassCounts((sum(weights),), ("p",))


@given(st.lists(st.tuples(st.floats(-1e6, 1e6), st.floats(1e-3, 1e3)), min_size=1, max_size=5))
def test_moments_are_exact_sums(rows: list[tuple[float, float]]) -> None:
    """Weight, total and squares are those of the rationals that the floats are."""
    responses, weights = [response for response, _ in rows], [weight for _, weight in rows]
    exact = [(Fraction(y), Fraction(w)) for y, w in rows]
    assert summarize(regression_data({"x": responses}, responses, weights=weights)) == Moments(
        sum(w for _, w in exact), sum(w * y for y, w in exact), sum(w * y * y for y, w in exact)
    )


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1, -2], r"weights.*row 1: -2\.0 is negative: give nonnegative weights"),
        ([1, math.nan], r"weights.*row 1: nan is not a finite number"),
        ([math.inf, 1], r"weights.*row 0: inf is not a finite number"),
        ([0, 0.0], r"the weights are all zero: give at least one row a positive weight"),
        ([1], r"the weights: 1 values where there are 2 rows: give one value a row"),
        ([1, 2, 3], r"the weights: 3 values where there are 2 rows"),
        (["1", "2"], r"the weights are text, not numbers"),
        ([True, False], r"the weights are truth values.*, not numbers"),
    ],
)
def test_bad_weights_are_refused(weights: list[Any], message: str) -> None:
    """Negative, not finite, all zero, too few, too many, not numbers."""
    with pytest.raises(InvalidData, match=message):
        classification_data({"x": [1, 2]}, LABELS, weights=weights)
    with pytest.raises(InvalidData, match=message):
        regression_data({"x": [1, 2]}, [1, 2], weights=weights)


# --- bad columns ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"a": [1, 2], "x": [1, math.nan]}, r"column 'x', row 1: nan is not a finite number: remove the row or fill"),
        ({"x": [math.inf, 1]}, r"column 'x', row 0: inf is not a finite number: remove the row or fill the value"),
        ({"x": [1, -math.inf]}, r"column 'x', row 1: -inf is not a finite number"),
        ({"x": [1, 2], "z": [1]}, r"column 'z': 1 values where there are 2 rows: give one value a row"),
        ({"x": [1, 2], "z": [1, 2, 3]}, r"column 'z': 3 values where there are 2 rows"),
        ({}, r"there are no columns: give at least one feature"),
        ({"x": []}, r"column 'x' has no rows: give at least one"),
        ({"x": [1, 2], 1: [1, 2], "1": [3, 4]}, r"column name '1' stands 2 times: rename all but one"),
        ({"x": [1, "a"]}, r"column 'x' mixes numbers and text: give values of one kind"),
        ({"x": [1, True]}, r"column 'x' mixes numbers and truth values: give values of one kind"),
        ({"x": [1, 2j]}, r"column 'x', row 1: 2j is neither a number, text nor a truth value"),
        ({"x": [Decimal(1), Decimal("NaN")]}, r"column 'x', row 1: NaN is not a finite number"),
        ({"x": [Decimal("-Infinity"), Decimal(2)]}, r"column 'x', row 0: -Infinity is not a finite number"),
        ({"x": [b"a", b"b"]}, r"column 'x', row 0: b'a' is neither a number, text nor a truth value"),
        ({"x": "ab"}, r"column 'x' is not a sequence of values, one a row"),
        ({"x": 7}, r"column 'x' is not a sequence of values, one a row"),
        ({"x": [[1], [2]]}, r"column 'x' is not a sequence of values, one a row"),
        ({"x": {1, 2}}, r"column 'x' is not a sequence of values, one a row"),
        ([1, 2], r"columns\[0\]=1: give one value a column, or columns as a mapping, an n x p array or a data frame"),
        (np.zeros((2, 2, 2)), r"columns have 3 dimensions"),
        ([[1], [2, 3]], r"the rows have different lengths: give each row one value per column"),
        (np.zeros((0, 2)), r"column 'x0' has no rows: give at least one"),
        (np.zeros((2, 0)), r"there are no columns: give at least one feature"),
        (np.array([[1.0, 2.0], [3.0, math.nan]]), r"column 'x1', row 1: nan is not a finite number"),
        (pd.DataFrame([[1, 2], [3, 4]], columns=["a", "a"]), r"column name 'a' stands 2 times: rename all but one"),
        (pd.DataFrame({"x": pd.array([1, None], dtype="Int64")}), r"column 'x', row 1"),
        (pd.DataFrame({"x": ["a", None]}), r"column 'x', row 1"),
        (pd.DataFrame({"x": pd.Categorical(["a", None])}), r"column 'x', row 1"),
        (pl.DataFrame({"x": [1, None]}), r"column 'x', row 1"),
        (pl.DataFrame({"x": ["a", None]}), r"column 'x', row 1"),
    ],
)
def test_bad_columns_are_refused(columns: Any, message: str) -> None:
    """The message names the column and the row, and says what to do; InvalidData is a ValueError."""
    with pytest.raises(InvalidData, match=message):
        classification_data(columns, LABELS)
    with pytest.raises(ValueError, match=message):
        regression_data(columns, [1, 2])


@pytest.mark.parametrize(
    "columns",
    [
        {"x": [1, None]},
        {"x": ["a", None]},
        pd.DataFrame({"x": [1.0, None]}),
        pd.DataFrame({"x": pd.array([1, None], dtype="Int64")}),
        pd.DataFrame({"x": pd.array(["a", None], dtype="string")}),
        pd.DataFrame({"x": pd.Series([1, pd.NA], dtype=object)}),
        pl.DataFrame({"x": ["a", None]}),
    ],
)
def test_a_missing_value_says_what_to_do(columns: Any) -> None:
    """However it is spelled (None, NA, null), the message says to remove the row or fill the value."""
    with pytest.raises(InvalidData, match=r"column 'x', row 1: .*remove the row or fill the value"):
        classification_data(columns, LABELS)


def test_a_ragged_column_is_refused() -> None:
    """A column of lists of different lengths is no sequence of values."""
    with pytest.raises(InvalidData, match=r"column 'x' is not a sequence of values, one a row"):
        classification_data({"x": [[1], [2, 3]]}, LABELS)


@pytest.mark.parametrize(
    "dates",
    [
        [dt.date(2020, 1, 1), dt.date(2020, 1, 2)],
        np.array(["2020-01-01", "2020-01-02"], dtype="datetime64[D]"),
        np.array(["2020-01-01", "2020-01-02"], dtype="datetime64[ns]"),
        np.array([1, 2], dtype="timedelta64[ns]"),
        pd.Series(pd.to_datetime(["2020-01-01", "2020-01-02"])).astype("datetime64[ns]"),
    ],
    ids=["list", "days", "nanoseconds", "durations", "pandas"],
)
def test_dates_are_refused(dates: Any) -> None:
    """A date is no number, whatever its resolution: the caller decides what number it stands for."""
    with pytest.raises(InvalidData, match=r"column 'x', row 0: .* is neither a number, text nor a truth value"):
        classification_data({"x": dates}, LABELS)


# --- bad targets ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        ([1.5, 2], r"the labels, row 0: 1\.5 is a number with a fraction: use regression_data for numbers"),
        (["a"], r"the labels: 1 values where there are 2 rows: give one value a row"),
        ([], r"the labels: 0 values where there are 2 rows: give one value a row"),
        (["a", "b", "c"], r"the labels: 3 values where there are 2 rows"),
        (["a", 1], r"the labels mix numbers and text: give labels of one kind"),
        (["a", None], r"the labels.*, row 1: None is neither a number, text nor a truth value"),
        ([1, math.nan], r"the labels.*, row 1: nan is not a finite number"),
        ([[1], [2]], r"the labels.* not a sequence of values, one a row"),
        (pd.DataFrame({"y": [1, 2]}), r"the labels.* not a sequence of values, one a row"),
        ("ab", r"the labels.* not a sequence of values, one a row"),
    ],
)
def test_bad_labels_are_refused(labels: Any, message: str) -> None:
    """Numbers with a fraction point to regression_data."""
    with pytest.raises(InvalidData, match=message):
        classification_data({"x": [1, 2]}, labels)


@pytest.mark.parametrize(
    ("responses", "message"),
    [
        (["a", "b"], r"the responses are text, not numbers: use classification_data for classes"),
        ([True, False], r"the responses are truth values.*, not numbers: use classification_data for classes"),
        ([1, math.inf], r"the responses.*, row 1: inf is not a finite number"),
        ([1], r"the responses: 1 values where there are 2 rows: give one value a row"),
    ],
)
def test_bad_responses_are_refused(responses: list[Any], message: str) -> None:
    """Text and truth values point to classification_data."""
    with pytest.raises(InvalidData, match=message):
        regression_data({"x": [1, 2]}, responses)


def test_a_label_that_is_not_among_the_stated_classes_is_refused() -> None:
    """The message names the label and the classes."""
    with pytest.raises(InvalidData, match=r"label 'no' is not among the classes given, \('yes',\): add it there"):
        classification_data({"x": [1, 2]}, ["yes", "no"], classes=["yes"])


# --- CSV --------------------------------------------------------------------------------------------------------


def written(folder: Path, text: str | bytes, name: str = "table.csv") -> Path:
    """Return a file in *folder* that holds *text*."""
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_a_file_gives_what_its_columns_give(tmp_path: Path) -> None:
    """Numbers are numeric, anything else categorical; the target may stand anywhere."""
    path = written(tmp_path, "x,y,t\n1,p,a\n2.5,q,b\n-3e2,p,a\n")
    expected = classification_data({"x": [1, 2.5, -300], "t": ["a", "b", "a"]}, ["p", "q", "p"])
    assert read_csv(path, target="y") == read_csv(str(path), target="y", task="classification") == expected
    assert read_csv(path, target="x", task="regression") == regression_data(
        {"y": ["p", "q", "p"], "t": ["a", "b", "a"]}, [1, 2.5, -300]
    )


def test_integer_labels_in_a_file_are_integers(tmp_path: Path) -> None:
    """Where each label reads as an integer; else all are text."""
    assert read_csv(written(tmp_path, "x,y\n1,0\n2,1\n"), target="y").target == Classes((0, 1), np.array([0, 1]))
    assert read_csv(written(tmp_path, "x,y\n1,0\n2,b\n"), target="y").target == Classes(("0", "b"), np.array([0, 1]))


def test_a_file_may_state_the_class_order(tmp_path: Path) -> None:
    """`classes` is handed on."""
    data = read_csv(written(tmp_path, "x,y\n1,p\n2,q\n"), target="y", classes=["q", "p"])
    assert data.target == Classes(("q", "p"), np.array([1, 0]))


def test_gzip_byte_order_mark_and_windows_line_ends_are_read(tmp_path: Path) -> None:
    """Each variant gives the same data."""
    text = "x,y\n1,p\n2,q\n"
    plain = read_csv(written(tmp_path, text), target="y")
    assert read_csv(written(tmp_path, gzip.compress(text.encode()), "table.csv.gz"), target="y") == plain
    assert read_csv(written(tmp_path, "\ufeff" + text), target="x") == read_csv(written(tmp_path, text), target="x")
    assert read_csv(written(tmp_path, text.replace("\n", "\r\n")), target="y") == plain
    assert read_csv(written(tmp_path, text.replace("2,q\n", "\n2,q")), target="y") == plain


def test_quoted_values_may_hold_commas_and_line_ends(tmp_path: Path) -> None:
    """As CSV has it; the lines after them keep their numbers."""
    path = written(tmp_path, 't,y\n"a,\nb",p\nc,q\n')
    assert read_csv(path, target="y") == classification_data({"t": ["a,\nb", "c"]}, ["p", "q"])
    with pytest.raises(InvalidData, match=r"line 4: 1 values where the header has 2 columns"):
        read_csv(written(tmp_path, 't,y\n"a,\nb",p\nc\n'), target="y")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x,y\n1,p\n2\n3,q\n", r"table\.csv, line 3: 1 values where the header has 2 columns"),
        ("x,y\n1,p\n2,q,r\n", r"table\.csv, line 3: 3 values where the header has 2 columns"),
        ("x,y\n\n1,p\n\n2\n", r"table\.csv, line 5: 1 values where the header has 2 columns"),
        ("x,y\n1,p\n,q\n", r"table\.csv, line 3, column 'x': the value is missing: fill it or remove the row"),
        ("x,y\n1,\n2,q\n", r"table\.csv, line 2, column 'y': the value is missing: fill it or remove the row"),
        ("x,y\n1,p\nNaN,q\n", r"table\.csv, line 3, column 'x': the value is missing"),
        ("x,y\n1,p\n NA ,q\n", r"table\.csv, line 3, column 'x': the value is missing"),
        ("x,y\n", r"table\.csv has no rows: give a header line and at least one row"),
        ("", r"table\.csv has no rows: give a header line and at least one row"),
        ("a,b\n1,p\n", r"table\.csv has no column 'y' to be the target; there are 'a', 'b'"),
        ("y\n1\n", r"table\.csv has no column beside the target 'y': add at least one feature"),
        ('x,y\n"1,p\n', r"table\.csv is not a CSV file in UTF-8: "),
        (b"x,y\n1,\xff\n", r"table\.csv is not a CSV file in UTF-8: .*0xff"),
    ],
)
def test_bad_files_are_refused(tmp_path: Path, text: str | bytes, message: str) -> None:
    """The message names the file, and the line and column where there is one."""
    with pytest.raises(InvalidData, match=message):
        read_csv(written(tmp_path, text), target="y")


def test_a_file_that_does_not_exist_is_named(tmp_path: Path) -> None:
    """So is a folder, and a file that is no gzip file though its name says so."""
    with pytest.raises(InvalidData, match=r"absent\.csv cannot be read: No such file or directory"):
        read_csv(tmp_path / "absent.csv", target="y")
    with pytest.raises(InvalidData, match=re.escape(f"{tmp_path} cannot be read: Is a directory")):
        read_csv(tmp_path, target="y")
    with pytest.raises(InvalidData, match=r"table\.csv\.gz cannot be read: .*[Nn]ot a gzipped file"):
        read_csv(written(tmp_path, "x,y\n1,p\n", "table.csv.gz"), target="y")


def test_a_damaged_gzip_file_is_named(tmp_path: Path) -> None:
    """Cut short, or with bytes that do not decompress."""
    whole = gzip.compress(b"x,y\n1,p\n2,q\n" * 50)
    for damaged in (whole[:-12], whole[:10] + b"\x07\x08\x09" + whole[13:]):
        with pytest.raises(InvalidData, match=r"table\.csv\.gz "):
            read_csv(written(tmp_path, damaged, "table.csv.gz"), target="y")


def test_a_gzip_file_that_is_small_only_because_it_is_packed_is_refused(tmp_path: Path) -> None:
    """It is unpacked no further than that is seen."""
    bomb = written(tmp_path, gzip.compress(bytes(1 << 30), 1), "table.csv.gz")
    with pytest.raises(TooLarge, match=r"table\.csv\.gz unpacks to more than [0-9,]+ bytes, 100 times its size"):
        read_csv(bomb, target="y")


@pytest.mark.parametrize("target", ["y", "a"])
def test_duplicate_columns_in_a_file_are_refused(tmp_path: Path, target: str) -> None:
    """No column is silently dropped, be the duplicate a feature or the target."""
    with pytest.raises(InvalidData, match=r"column(?: name)? 'a' stands 2 times: rename all but one"):
        read_csv(written(tmp_path, "a,a,y\n1,2,p\n3,4,q\n"), target=target)


def test_a_target_of_the_other_kind_is_refused(tmp_path: Path) -> None:
    """Text as responses, and numbers with fractions as labels of a file whose task is classification."""
    with pytest.raises(InvalidData, match="the responses are text, not numbers: use classification_data"):
        read_csv(written(tmp_path, "x,y\n1,p\n2,q\n"), target="y", task="regression")
    with pytest.raises(InvalidData, match=r"number with a fraction|use .*regression"):
        read_csv(written(tmp_path, "x,y\n1,0.5\n2,1.25\n"), target="y")


def test_an_unknown_task_is_refused(tmp_path: Path) -> None:
    """The message says which there are."""
    task: Any = "clustering"
    chosen: Literal["classification", "regression"] = task
    with pytest.raises(InvalidData, match=r"task=.clustering.: give 'classification' or 'regression'"):
        read_csv(written(tmp_path, "x,y\n1,p\n2,q\n"), target="y", task=chosen)


def test_text_with_an_underscore_is_no_number(tmp_path: Path) -> None:
    """1_000 is how Python writes a number, not how a CSV file does: such a column is categorical."""
    data = read_csv(written(tmp_path, "x,y\n1_000,p\n20,q\n"), target="y")
    assert data.features == (Categorical("x", ("1_000", "20"), np.array([0, 1])),)


def test_every_error_about_data_is_of_one_family() -> None:
    """InvalidData is a DtreesError and a ValueError."""
    assert issubclass(InvalidData, DtreesError)
    assert issubclass(InvalidData, ValueError)


def test_arrays_and_frames_give_what_their_values_give() -> None:
    """A column's buffer, and the list of its values, which is looked at one by one."""
    random = np.random.default_rng(0)
    arrays: dict[str, Any] = {
        "float64": random.normal(size=9),
        "float32": random.normal(size=9).astype(np.float32),
        "int8": random.integers(-9, 9, 9).astype(np.int8),
        "uint64": random.integers(0, 9, 9).astype(np.uint64) + np.uint64(2**63),
        "int64": random.integers(0, 9, 9) + 2**53,
        "bool": random.random(9) > 0.5,
        "text": random.choice(["b", "a", "é"], 9),
    }
    labels = random.integers(0, 3, 9)
    numbers = {"float64", "int64"}
    by_value = {
        name: [*map(Fraction, column.tolist())] if name in numbers else list(column) for name, column in arrays.items()
    }
    data = classification_data(by_value, labels.tolist())
    for columns in (arrays, pd.DataFrame(arrays), pl.DataFrame(arrays)):
        assert classification_data(columns, labels) == data


# --- orders -----------------------------------------------------------------------------------------------------


def test_an_order_is_stated_of_a_column_that_was_read_without(tmp_path: Path) -> None:
    rows = read_csv(written(tmp_path, "size,y\nmid,p\nsmall,q\n,p\n"), target="y", missing="keep")
    ordered = with_orders(rows, {"size": ["small", "mid", "large"]})
    assert ordered.features == (Ordinal("size", ["small", "mid", "large"], [1, 0, -1]),)
    assert (ordered.target, with_orders(rows, {})) == (rows.target, rows)


@pytest.mark.parametrize(
    ("orders", "complaint"),
    [
        ({"size": ["small"]}, "column 'size', row 0: 'mid' is not in its order: add it there"),
        ({"size": ["small", "mid", "mid"]}, "one of them stands twice"),
        ({"size": 5}, "categories=5: give a list or tuple"),
        ({"x": ["a"]}, "column 'x' holds numbers, which have an order: state none"),
        ({"z": ["a"]}, "there is no column 'z'"),
        (["size"], "give a mapping"),
    ],
)
def test_an_order_that_does_not_fit_is_refused(orders: Any, complaint: str) -> None:
    data = classification_data({"size": ["mid", "small"], "x": [1, 2]}, ["p", "q"])
    with pytest.raises(InvalidData, match=complaint):
        with_orders(data, orders)
