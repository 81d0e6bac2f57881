"""How often random tables get a worse first split by V10, by OpenCV alone:  python ordinary.py."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations

import cv2
import numpy as np

FORMAT = cv2.FILE_STORAGE_WRITE | cv2.FILE_STORAGE_MEMORY | cv2.FILE_STORAGE_FORMAT_JSON


def goes_left(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return which rows the root's split of the one column sends to one side."""
    tree = cv2.ml.DTrees_create()
    tree.setCVFolds(0)
    tree.setMaxDepth(1)
    tree.setMinSampleCount(1)
    rows, kinds = x[:, None].astype(np.float32), np.array([cv2.ml.VAR_CATEGORICAL] * 2, np.uint8)
    tree.train(cv2.ml.TrainData_create(rows, cv2.ml.ROW_SAMPLE, y, varType=kinds))
    storage = cv2.FileStorage(".json", FORMAT)
    tree.write(storage)
    [split] = json.loads(storage.releaseAndGetString())["nodes"][0]["splits"]
    return np.isin(x, split.get("in", split.get("not_in")))


def purity(y: np.ndarray, left: np.ndarray) -> Fraction:
    """Return the sum of N_k^2 / N over both sides, which grows with the decrease of Gini."""
    return sum(
        (Fraction(int((np.bincount(y[side]) ** 2).sum()), int(side.sum())) for side in (left, ~left)), Fraction(0)
    )


def is_worse(seed: int, categories: int) -> bool:
    """Return whether the split of a random table is not the best one."""
    draw = np.random.default_rng(seed)
    x, y = draw.integers(0, categories, 200), draw.integers(0, 3, 200).astype(np.int32)
    subsets = [one for size in range(1, categories) for one in combinations(range(categories), size)]
    return purity(y, goes_left(x, y)) < max(purity(y, np.isin(x, one)) for one in subsets)


for categories in (3, 4, 5, 6):
    many = sum(is_worse(seed, categories) for seed in range(100))
    print(f"V10: 100 tables of 200 rows, three classes and {categories} categories: {many} get a worse first split")
