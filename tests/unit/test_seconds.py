"""Small inputs that once took minutes or more are done at once by the fast road; each has a limit of its own.

The limit is for what never ends or grows beyond measure: many times what any of them takes where cores are shared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import dtrees as dt

if TYPE_CHECKING:
    from collections.abc import Callable

ENTROPY = dt.cart(impurity=dt.entropy)


def noise(rows: int, *, labels: Any = None, weights: Any = None) -> dt.Dataset:
    random = np.random.default_rng(0)
    columns, two = random.normal(size=(rows, 3)), random.integers(0, 2, rows)
    return dt.classification_data(columns, two if labels is None else labels, weights=weights)


def weights(rows: int) -> list[float]:
    drawn: list[float] = np.random.default_rng(1).random(rows).tolist()
    return drawn


def of_six_hundred_decades(rows: int) -> list[float]:
    drawn: list[float] = (10.0 ** np.random.default_rng(1).uniform(-300, 300, rows)).tolist()
    return drawn


def ask_ten_thousand_categories() -> object:
    data = dt.classification_data({"x": [f"c{k}" for k in range(10_000)]}, np.arange(10_000) % 3 % 2)
    return dt.vectorized.grow(data, dt.cart(categories="subset"))


SMALL: dict[str, Callable[[], object]] = {
    "the entropy of 600 random weights": lambda: dt.entropy(dt.ClassCounts(weights(600))) > 8,
    "the entropy of 10,000 counts": lambda: float(dt.entropy(dt.ClassCounts(range(1, 10_001)))),
    "growing by entropy, 200 rows of random weights": lambda: dt.vectorized.grow(
        noise(200, weights=weights(200)), ENTROPY
    ),
    "weights of 600 decades": lambda: dt.vectorized.grow(noise(200, weights=of_six_hundred_decades(200)), ENTROPY),
    "C4.5 on 500 rows": lambda: dt.vectorized.grow(noise(500), dt.c45()),
    "as many classes as rows": lambda: dt.vectorized.grow(noise(600, labels=np.arange(600)), ENTROPY),
    "as many classes as rows, where all questions tie": lambda: dt.vectorized.grow(
        noise(600, labels=np.arange(600)), dt.cart()
    ),
    "10,000 categories in a subset question": ask_ten_thousand_categories,
    "20,000 distinct labels": lambda: len(noise(20_000, labels=[f"label {k}" for k in range(20_000)])),
    "a logarithm that is nearly whole": (dt.Exact.log2(2**20_000 + 1) - 20_000).sign,
}


@pytest.mark.timeout(100)
@pytest.mark.parametrize("compute", SMALL.values(), ids=SMALL)
def test_a_small_input_ends_soon(compute: Callable[[], object]) -> None:
    assert compute()
