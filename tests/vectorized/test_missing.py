"""The fast road where learners know what to do with missing values: the specification's trees, and no slower road."""

from __future__ import annotations

from typing import Any

import pytest

from dtrees import c45, cart, datasets, grow
from dtrees.vectorized import grow as fast
from dtrees.vectorized import growing


@pytest.mark.parametrize("way", ["fractional", "either_side", "category", "surrogate"])
def test_the_fast_road_grows_the_tree_of_each_way_with_missing_values(way: Any) -> None:
    learners = [cart(missing=way), *([c45(missing=way)] if way != "surrogate" else [])]
    for learner in learners:
        for name in ("watermelon2_alpha", "loan"):
            data = datasets.load(name)
            assert fast(data, learner) == grow(data, learner)


@pytest.mark.parametrize("way", ["refuse", "fractional", "either_side", "category"])
def test_nothing_goes_by_the_book_where_nothing_is_missing(way: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(growing, "grow_by_the_book")
    data = datasets.load("iris")
    assert fast(data, cart(missing=way)) == grow(data, cart(missing=way))
