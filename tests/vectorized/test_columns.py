"""Columns as places among their distinct values, whichever way these are found: counted, sorted, or zeros left out."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import dtrees as dt
from dtrees.vectorized import columns
from dtrees.vectorized.columns import columns_of

if TYPE_CHECKING:
    from collections.abc import Callable

KINDS: dict[str, Callable[[np.random.Generator], Any]] = {
    "small integers": lambda chance: chance.integers(-9, 9, 60),
    "integers of 16 bits": lambda chance: chance.integers(-(2**15), 2**15, 60),
    "large integers": lambda chance: chance.integers(-(2**40), 2**40, 60),
    "floats": lambda chance: chance.normal(size=60) * 10.0 ** chance.integers(-300, 300, 60),
    "tied floats": lambda chance: chance.integers(0, 9, 60) / 7,
    "zeros and others": lambda chance: np.where(chance.random(60) < 0.8, 0.0, chance.integers(-9, 9, 60) / 7),
    "zeros and positive": lambda chance: np.where(chance.random(60) < 0.6, 0.0, chance.random(60)),
    "zeros and negative": lambda chance: np.where(chance.random(60) < 0.6, -0.0, -chance.random(60)),
    "nothing but zeros": lambda _: np.zeros(60),
    "fractions": lambda chance: [Fraction(int(one), 7) for one in chance.integers(-9, 9, 60)],
    "large fractions": lambda chance: [10**20 + Fraction(int(one), 7) for one in chance.integers(0, 9, 60)],
}


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("kind", KINDS)
def test_places_and_orders_are_those_of_the_distinct_values(
    kind: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(columns, "FEW", 0)
    monkeypatch.setattr(columns, "LARGE", 0)
    values = list(KINDS[kind](np.random.default_rng(seed)))
    data = dt.classification_data({"x": values}, ["a", "b"] * 30)
    found = columns_of(data, dt.cart().questions, np.less)
    distinct, places = sorted(set(values)), found.places[0]
    assert list(found[0].values) == distinct
    assert [distinct[place] for place in places] == values
    order = found.take_order(0)
    assert sorted(order) == list(range(60))
    assert np.all(np.diff(places[order]) >= 0)
    if found[0].sparse:
        others = found.sparse_order(0)
        assert sorted(others) == [row for row, value in enumerate(values) if value != distinct[found[0].common]]
        assert np.all(np.diff(places[others]) >= 0)


def test_a_column_that_one_value_fills_half_is_sparse_where_there_is_much_to_look_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(columns, "FEW", 1)
    data = dt.classification_data({"x": [0, 5, 0, 1]}, list("abab"))
    assert not columns_of(data, dt.cart().questions, np.less)[0].sparse
    monkeypatch.setattr(columns, "LARGE", 3)
    assert columns_of(data, dt.cart().questions, np.less)[0].sparse
