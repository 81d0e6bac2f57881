"""Folds are validated by the workers of a real Dask cluster, with the same result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import dtrees as dt

if TYPE_CHECKING:
    from concurrent.futures import Executor


@pytest.mark.parametrize("road", [dt, dt.vectorized], ids=["specification", "vectorized"])
def test_a_dask_cluster_validates_the_folds(road: Any, dask_executor: Executor) -> None:
    random = np.random.default_rng(0)
    columns = random.normal(size=(60, 3))
    data = dt.classification_data(columns, (columns[:, 0] + random.normal(size=60) > 0).astype(int))
    asked = (data, dt.cart(), dt.shuffled_folds(60, 5, seed=0))
    assert road.cross_validate(*asked, executor=dask_executor) == road.cross_validate(*asked)
