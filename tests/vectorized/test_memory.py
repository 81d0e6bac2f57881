"""What growing by levels takes of memory."""

from __future__ import annotations

import gc
import tracemalloc

import numpy as np

import dtrees as dt
from dtrees.data.dataset import Numeric
from dtrees.vectorized import grow


def test_growing_takes_at_most_two_and_a_half_times_the_data_beside_the_tree() -> None:
    random = np.random.default_rng(0)
    data = dt.classification_data(random.normal(size=(20_000, 20)), random.integers(0, 2, 20_000))
    size = sum(feature.values.nbytes for feature in data.features if isinstance(feature, Numeric))
    grow(dt.datasets.load("loan"), dt.cart())  # allocates, once a process, an array that is never touched
    tracemalloc.start()
    try:
        tree = grow(data, dt.cart())
        of_tree, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert dt.depth(tree) > 1
    assert peak - of_tree <= 2.5 * size


def test_growing_leaves_nothing_to_the_collector() -> None:
    """Growing keeps the collector of cycles at rest, and so must make none."""
    random = np.random.default_rng(0)
    columns = {"a": random.integers(0, 5, 300).astype(str), "b": random.normal(size=300)}
    data = dt.classification_data(columns, random.integers(0, 3, 300))
    grow(data, dt.c45())  # modules that are imported when first used leave cycles of their own
    gc.collect()
    gc.disable()
    try:
        trees = [grow(data, learner) for learner in (dt.c45(), dt.cart(categories="subset"))]
        assert gc.collect() == 0
    finally:
        gc.enable()
    assert all(dt.depth(tree) > 1 for tree in trees)
