"""Counts how often LightGBM fails under ordinary weights, without dtrees; run ``python ordinary.py``."""

from __future__ import annotations

from typing import Any

import lightgbm
import numpy as np

LIMITS: dict[str, Any] = {"verbosity": -1, "num_threads": 1, "min_data_in_leaf": 0, "min_sum_hessian_in_leaf": 0}


def fails(seed: int) -> bool:
    """Return whether 30 trees fail on 2,000 random rows whose weights are squared log-normal numbers."""
    draw = np.random.default_rng(seed)
    rows, responses, weights = draw.random((2000, 3)), draw.random(2000), np.exp(2 * draw.normal(size=2000))
    try:
        lightgbm.train(LIMITS, lightgbm.Dataset(rows, responses, weight=weights, params=LIMITS), 30)
    except lightgbm.basic.LightGBMError as failure:
        return "left_count" in str(failure) or "right_count" in str(failure)
    return False


print(f"L1: training fails in {sum(map(fails, range(30)))} of 30 tables; right is none")
