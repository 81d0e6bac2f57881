"""Predicting: where rows end and what they are told there; unseen categories, and columns that do not fit."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

from dtrees import (
    Branch,
    ClassCounts,
    EachCategory,
    Equals,
    InvalidData,
    Leaf,
    Moments,
    OneOf,
    Threshold,
    apply,
    c45,
    cart,
    classification_data,
    datasets,
    grow,
    id3,
    multiway_gini,
    predict,
    predict_proba,
    regression_data,
)


def counts(no: float, yes: float) -> ClassCounts:
    """Return counts of the classes no and yes."""
    return ClassCounts((no, yes), ("no", "yes"))


def weather_tree() -> Branch:
    """Return a tree: sky (fog, rain, sun), and wind <= 0.3 below rain."""
    windy = Branch(counts(2, 2), Threshold("wind", 0.3), (Leaf(counts(0, 2)), Leaf(counts(2, 0))))
    return Branch(
        counts(3, 6), EachCategory("sky", ("fog", "rain", "sun")), (Leaf(counts(1, 0)), windy, Leaf(counts(0, 4)))
    )


SKIES = {"sky": ["sun", "rain", "rain", "fog"], "wind": [9.0, 0.3, math.nextafter(0.3, 1), 0.0]}


# --- where rows end ---------------------------------------------------------------------------------------------


def test_rows_go_down_by_their_answers() -> None:
    """The leaf's majority is predicted, in row order; `apply` gives the path."""
    assert predict(weather_tree(), SKIES).tolist() == ["yes", "yes", "no", "no"]
    assert apply(weather_tree(), SKIES) == ((2,), (1, 0), (1, 1), (0,))
    assert predict_proba(weather_tree(), SKIES).tolist() == [[0, 1], [0, 1], [1, 0], [1, 0]]


def test_a_value_at_the_threshold_goes_to_the_first_child() -> None:
    """Also its float neighbours go where <= sends them (D15, D56)."""
    tree = Branch(counts(1, 1), Threshold("x", 0.1), (Leaf(counts(1, 0)), Leaf(counts(0, 1))))
    values = [math.nextafter(0.1, 0), 0.1, math.nextafter(0.1, 1), np.float64(np.float32(0.1))]
    assert predict(tree, {"x": values}).tolist() == ["no", "no", "yes", "yes"]


@pytest.mark.parametrize("learner", [cart(), cart(categories="subset"), c45(), id3(), multiway_gini()])
@pytest.mark.parametrize("name", ["loan", "weather", "watermelon2"])
def test_consistent_training_rows_are_predicted_as_they_were(learner: Any, name: str) -> None:
    """A tree grown to the end errs on no training row, and each row ends in a leaf of its own class alone."""
    data = datasets.load(name)
    tree = grow(data, learner)
    labels = [data.target.labels[code] for code in data.target.codes]  # type: ignore[union-attr]
    assert predict(tree, data).tolist() == labels
    assert predict_proba(tree, data).max(axis=1).tolist() == [1.0] * len(data)


def test_a_lone_root_predicts_its_majority_for_every_row() -> None:
    """Whatever the columns are called; ties go to the class first in class order."""
    assert predict(Leaf(counts(2, 2)), {"any": ["p", "q"]}).tolist() == ["no", "no"]
    assert predict(Leaf(ClassCounts((2, 2), ("yes", "no"))), [[1], [2], [3]]).tolist() == ["yes"] * 3
    assert apply(Leaf(counts(2, 2)), {"any": [1, 2]}) == ((), ())


def test_shares_are_the_nearest_floats_in_class_order() -> None:
    """1/3 and 2/3; float weights keep their exact share."""
    assert predict_proba(Leaf(counts(1, 2)), {"x": [0]}).tolist() == [[1 / 3, 2 / 3]]
    assert predict_proba(Leaf(counts(0.1, 0.3)), {"x": [0]}).tolist() == [[0.25, 0.75]]
    assert predict_proba(Leaf(counts(1, 2)), {"x": [0, 1]}).shape == (2, 2)


def test_numbers_are_predicted_by_the_mean() -> None:
    """float64, the exact mean rounded once; there are no class shares."""
    data = regression_data({"x": [1, 1, 1, 2]}, [0.1, 0.2, 0.3, 7])
    tree = grow(data, cart())
    predicted = predict(tree, data)
    assert predicted.dtype == np.float64
    assert predicted.tolist() == [Moments.of([0.1, 0.2, 0.3]).prediction] * 3 + [7.0]
    with pytest.raises(InvalidData, match="a tree that predicts numbers has no class shares: use predict"):
        predict_proba(tree, data)


def test_labels_keep_their_kind() -> None:
    """Integers come out as integers, truth values as truth values."""
    columns = {"x": [1, 2]}
    for labels, kind in (([3, 1], "i"), ([True, False], "b"), (["p", "q"], "U")):
        predicted = predict(grow(classification_data(columns, labels), cart()), columns)
        assert predicted.dtype.kind == kind
        assert predicted.tolist() == labels


# --- columns ----------------------------------------------------------------------------------------------------


def test_columns_are_matched_by_name_whatever_their_order_and_container() -> None:
    """Mapping, pandas and polars frame and Dataset give the same predictions; further columns are ignored."""
    expected = predict(weather_tree(), SKIES).tolist()
    shuffled = {"extra": [1, 2, 3, 4], "wind": SKIES["wind"], "sky": SKIES["sky"]}
    data = classification_data(shuffled, ["a", "a", "b", "b"])
    for rows in (shuffled, pd.DataFrame(shuffled), pl.DataFrame(shuffled), data):
        assert predict(weather_tree(), rows).tolist() == expected


def test_an_array_has_the_columns_x0_x1() -> None:
    """A tree grown on an array predicts on arrays of the same columns."""
    rows = np.array([[1.0, 5.0], [2.0, 5.0], [2.0, 7.0]])
    tree = grow(classification_data(rows, ["a", "b", "c"]), cart())
    assert predict(tree, rows).tolist() == ["a", "b", "c"]
    assert predict(tree, {"x1": [7, 5], "x0": [2, 1]}).tolist() == ["c", "a"]


@pytest.mark.parametrize("extra", [[None, math.nan], [math.nan, 1.0], [1, "mixed"]])
def test_what_stands_in_an_ignored_column_does_not_matter(extra: list[Any]) -> None:
    """A missing value in a column that the tree asks nothing about is no reason to refuse the rows."""
    tree = Branch(counts(1, 1), Threshold("x", 1), (Leaf(counts(1, 0)), Leaf(counts(0, 1))))
    assert predict(tree, {"x": [1, 2], "notes": extra}).tolist() == ["no", "yes"]


@pytest.mark.parametrize("call", [predict, predict_proba, apply])
def test_a_missing_or_misspelt_column_is_an_error(call: Any) -> None:
    """The message names it and lists the columns there are; also where no row would reach the question."""
    with pytest.raises(InvalidData, match=r"there is no column 'sky'; there are 'Sky', 'wind'"):
        call(weather_tree(), {"Sky": ["sun"], "wind": [1]})
    with pytest.raises(InvalidData, match=r"there is no column 'wind'; there are 'sky'"):
        call(weather_tree(), {"sky": ["sun"]})
    with pytest.raises(InvalidData, match=r"there is no column '(sky|wind)'; there are 'x0', 'x1'"):
        call(weather_tree(), np.ones((2, 2)))


@pytest.mark.parametrize("call", [predict, predict_proba, apply])
@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"sky": [1.0], "wind": [1]}, r"column 'sky' holds numbers .* asks for text"),
        (
            {"sky": ["rain"], "wind": ["strong"]},
            r"column 'wind' holds categories, but Threshold\(.*\) asks for numbers",
        ),
        ({"sky": ["rain"], "wind": [math.nan]}, r"column 'wind', row 0: nan is not a finite number"),
        ({"sky": ["rain", "sun"], "wind": [1]}, r"column 'wind': 1 values where there are 2 rows"),
        ({"sky": [], "wind": []}, r"column 'sky' has no rows"),
    ],
)
def test_a_column_of_the_wrong_kind_is_an_error(call: Any, columns: Any, message: str) -> None:
    """Numbers for text, text for numbers, missing values, ragged columns, no rows."""
    with pytest.raises(InvalidData, match=message):
        call(weather_tree(), columns)


# --- unseen categories ------------------------------------------------------------------------------------------

NEW = {"sky": ["snow", "sun", "hail"], "wind": [0, 0, 0]}


def test_an_unseen_category_stops_at_the_node_by_default() -> None:
    """Its own majority and shares speak, and its path is where the row ends."""
    for tree_rows in (predict(weather_tree(), NEW), predict(weather_tree(), NEW, unseen="stop")):
        assert tree_rows.tolist() == ["yes", "yes", "yes"]
    assert apply(weather_tree(), NEW) == ((), (2,), ())
    assert predict_proba(weather_tree(), NEW).tolist() == [[1 / 3, 2 / 3], [0, 1], [1 / 3, 2 / 3]]


def test_an_unseen_category_goes_to_the_first_of_the_heaviest_children() -> None:
    """Rain and sun weigh 4 each: rain, the first, takes it, and the row goes on below."""
    assert apply(weather_tree(), NEW, unseen="largest") == ((1, 0), (2,), (1, 0))
    windy = {"sky": ["snow"], "wind": [5]}
    assert predict(weather_tree(), windy, unseen="largest").tolist() == ["no"]


def test_weights_and_not_rows_make_a_child_the_largest() -> None:
    """One row of weight 5 outweighs two rows."""
    data = classification_data({"c": ["p", "p", "q"]}, ["no", "no", "yes"], weights=[1, 1, 5])
    assert predict(grow(data, id3()), {"c": ["new"]}, unseen="largest").tolist() == ["yes"]


def test_an_unseen_category_goes_to_a_random_child_of_an_explicit_seed() -> None:
    """The same seed gives the same children, some two seeds differ, and each child is drawn about as often."""
    rows = {"sky": ["snow"] * 600, "wind": [0] * 600}
    drawn = [apply(weather_tree(), rows, unseen="random", seed=seed) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    frequencies = Counter(path[0] for path in drawn[0])
    assert set(frequencies) == {0, 1, 2}
    assert min(frequencies.values()) > 130
    assert predict(weather_tree(), rows, unseen="random", seed=1).tolist() == [
        {(0,): "no", (1, 0): "yes", (2,): "yes"}[path] for path in drawn[0]
    ]


def test_seen_categories_are_not_drawn() -> None:
    """The random policy leaves other rows where they belong."""
    for seed in range(5):
        assert apply(weather_tree(), SKIES, unseen="random", seed=seed) == apply(weather_tree(), SKIES)


def test_an_unseen_category_of_a_binary_question_answers_no() -> None:
    """It equals none and is in no set, so that no policy is needed."""
    for question in (Equals("sky", "sun"), OneOf("sky", ("fog", "sun"))):
        tree = Branch(counts(1, 1), question, (Leaf(counts(1, 0)), Leaf(counts(0, 1))))
        assert predict(tree, {"sky": ["sun", "snow"]}).tolist() == ["no", "yes"]


def test_a_policy_applies_at_every_level() -> None:
    """An unseen category below the root stops there, with the inner node's own counts."""
    inner = Branch(counts(3, 1), EachCategory("b", ("u", "v")), (Leaf(counts(3, 0)), Leaf(counts(0, 1))))
    tree = Branch(counts(3, 3), EachCategory("a", ("p", "q")), (inner, Leaf(counts(0, 2))))
    rows = {"a": ["p", "p", "new"], "b": ["new", "v", "u"]}
    assert apply(tree, rows) == ((0,), (0, 1), ())
    assert predict_proba(tree, rows).tolist() == [[0.75, 0.25], [0, 1], [0.5, 0.5]]
    assert apply(tree, rows, unseen="largest") == ((0, 0), (0, 1), (0, 0))


@pytest.mark.parametrize("call", [predict, predict_proba, apply])
def test_bad_policies_are_refused(call: Any) -> None:
    """An unknown word, and a random draw without a seed, each saying what to give."""
    with pytest.raises(InvalidData, match=r"unseen='skip': give 'stop'.* 'largest' or 'random'"):
        call(weather_tree(), SKIES, unseen="skip")
    with pytest.raises(InvalidData, match=r"unseen='random' needs a seed: give an integer"):
        call(weather_tree(), SKIES, unseen="random")


def test_an_unseen_number_of_a_multiway_question_is_unseen_too() -> None:
    """ID3 on a numeric column knows only the training values."""
    data = classification_data({"x": [1, 2, 2]}, ["no", "yes", "yes"])
    assert apply(grow(data, id3()), {"x": [2, 1.5, 1]}) == ((1,), (), (0,))


def test_predicting_changes_nothing() -> None:
    """Rows and tree stay as they were."""
    tree, rows = weather_tree(), pd.DataFrame(SKIES)
    predict(tree, rows)
    apply(tree, rows, unseen="largest")
    assert tree == weather_tree()
    pd.testing.assert_frame_equal(rows, pd.DataFrame(SKIES))
