"""A table counted in chunks: the tree of its distinct rows is the tree of all rows."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import pytest

import dtrees as dt
from dtrees.laws import check

if TYPE_CHECKING:
    from collections.abc import Iterator


def in_chunks(data: dt.Dataset, rows: int) -> Iterator[dt.Dataset]:
    """Yield so many rows after so many."""
    for first in range(0, len(data), rows):
        yield data.take(range(first, min(first + rows, len(data))))


def outcome(data: dt.Dataset, learner: dt.Learner) -> Any:
    try:
        return dt.vectorized.grow(data, learner)
    except dt.DtreesError as error:
        return type(error)


@pytest.mark.parametrize(
    "trials",
    ["any_trials", "number_trials", "whole_weight_trials", "limited_trials", "gapped_trials"],
)
def test_the_tree_of_chunks_is_the_tree_of_all_rows(trials: str) -> None:
    for data, learner in check.drawn(trials, 0):
        twice = data.take([*range(len(data))] * 2)
        for rows in (3, len(twice)):
            distinct = dt.vectorized.distinct_rows(in_chunks(twice, rows))
            assert len(distinct) <= len(data)
            assert outcome(distinct, learner) == outcome(twice, learner)


@pytest.mark.parametrize("numbers", [False, True])
@pytest.mark.parametrize("weighed", [False, True])
def test_chunks_that_are_made_apart_have_classes_and_categories_of_their_own(numbers: bool, weighed: bool) -> None:  # noqa: FBT001
    random = np.random.default_rng(0)
    rows = 200
    columns = {
        "tenths": [Decimal(int(value)) / 10 for value in random.integers(0, 5, rows)],
        "thirds": [Fraction(int(value), 3) for value in random.integers(0, 3, rows)],
        "halves": (random.integers(0, 3, rows) / 2).tolist(),
        "word": random.choice(list("abcdefgh"), rows).tolist(),
    }
    target = random.integers(0, 3, rows).tolist() if numbers else random.choice(list("pqrstu"), rows).tolist()
    weights = random.random(rows).tolist() if weighed else [1] * rows
    make: Any = dt.regression_data if numbers else dt.classification_data
    chunks = [
        make(
            {name: column[at : at + 7] for name, column in columns.items()},
            target[at : at + 7],
            weights=weights[at : at + 7],
        )
        for at in range(0, rows, 7)
    ]
    whole = make(columns, target, weights=weights)
    distinct = dt.vectorized.distinct_rows(chunks)
    assert dt.vectorized.grow(distinct, dt.cart()) == dt.vectorized.grow(whole, dt.cart())
    assert distinct.features[3].categories == whole.features[3].categories  # type: ignore[union-attr]
    assert sum(distinct.row_weights) == sum(whole.row_weights)


def test_a_column_of_which_a_chunk_knows_nothing_is_of_the_others_kind() -> None:
    columns: tuple[list[str | None], ...] = ([None, None], ["a", None])
    chunks = [dt.classification_data({"x": column}, list("pq"), missing="keep") for column in columns]
    for ordered in (chunks, chunks[::-1]):
        assert sorted(map(str, dt.vectorized.distinct_rows(ordered).features[0])) == ["None", "None", "a"]


def sized(*sizes: str | None, order: str = "sml", ordered: bool = True) -> dt.Dataset:
    """Return rows of one column, of sizes in an order."""
    column = pd.Categorical(sizes, categories=list(order), ordered=ordered)
    return dt.classification_data({"size": column}, ["p"] * len(sizes), missing="keep")


def test_ordered_categories_keep_their_order() -> None:
    """Also those of a chunk that knows none of its values."""
    distinct = dt.vectorized.distinct_rows([sized("s", "l"), sized("m", "s"), sized(None)])
    assert isinstance(distinct.features[0], dt.Ordinal)
    assert distinct.features[0].categories == ("s", "m", "l")
    assert {*distinct.features[0]} == {"s", "m", "l", None}


@pytest.mark.parametrize("other", [sized("s", order="lms"), sized("s", ordered=False)], ids=["another", "none"])
def test_chunks_of_another_order_are_refused(other: dt.Dataset) -> None:
    for chunks in ([sized("s"), other], [other, sized("s")]):
        with pytest.raises(dt.InvalidData, match="column 'size' has another order of categories in another chunk"):
            dt.vectorized.distinct_rows(chunks)


def test_many_columns_are_told_apart() -> None:
    """More combinations of values than an integer has."""
    random = np.random.default_rng(0)
    rows = random.integers(0, 1000, (30, 12))
    data = dt.classification_data(rows[random.integers(0, 30, 400)], [0] * 400)
    columns = [list(feature) for feature in data.features]
    assert len(dt.vectorized.distinct_rows([data])) == len(set(zip(*columns, strict=True)))


def test_rows_are_counted_without_holding_them() -> None:
    """Of a table of a thousand chunks two are never held at once."""
    held: set[int] = set()
    most = 0

    class Watched(dt.Dataset):
        def __del__(self) -> None:
            held.discard(id(self))

    def chunks() -> Iterator[dt.Dataset]:
        nonlocal most
        data = dt.classification_data({"x": [1, 1, 2]}, list("ppq"))
        for _ in range(1000):
            chunk = Watched(data.features, data.target, data.weights)
            held.add(id(chunk))
            most = max(most, len(held))
            yield chunk
            del chunk

    assert dt.vectorized.distinct_rows(chunks()).weights.tolist() == [2000, 1000]
    assert most <= 2


def counted(seed: int) -> dt.Dataset:
    """Return the distinct rows of a part of a table."""
    random = np.random.default_rng(seed)
    return dt.vectorized.distinct_rows(
        [dt.classification_data(random.integers(0, 3, (100, 2)), random.integers(0, 2, 100))]
    )


def test_processes_may_count_a_part_each() -> None:
    with ProcessPoolExecutor(2) as executor:
        distinct = dt.vectorized.distinct_rows(executor.map(counted, range(4)))
    assert distinct == dt.vectorized.distinct_rows(map(counted, range(4)))
    assert distinct.weights.sum() == 400


@pytest.mark.parametrize(
    ("chunks", "complaint"),
    [
        ([], "no rows"),
        (5, "chunks=5: give an iterable"),
        ([dt.datasets.load("loan"), 5], r"chunks\[1\]=5: give a data set"),
        ([dt.datasets.load("loan"), dt.datasets.load("iris")], "differ in their columns"),
        (
            [dt.classification_data({"x": [1]}, ["a"]), dt.classification_data({"x": ["1"]}, ["a"])],
            "column 'x' has numbers in one chunk and categories in another",
        ),
        (
            [dt.classification_data({"x": [1]}, [1]), dt.regression_data({"x": [1]}, [1])],
            "some chunks have classes, and others responses",
        ),
    ],
)
def test_chunks_of_one_table_have_the_same_columns(chunks: Any, complaint: str) -> None:
    with pytest.raises(dt.InvalidData, match=complaint):
        dt.vectorized.distinct_rows(chunks)
