"""Counts how often ordinary data show an entry, by OpenCV alone:  python ordinary.py.

scikit-learn grows the tree of V4 that is right.
"""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations
from typing import Any

import cv2
import numpy as np
from sklearn.tree import DecisionTreeClassifier

FORMAT = cv2.FILE_STORAGE_WRITE | cv2.FILE_STORAGE_MEMORY | cv2.FILE_STORAGE_FORMAT_JSON


NUMBER, CATEGORY = cv2.ml.VAR_NUMERICAL, cv2.ml.VAR_CATEGORICAL


def grown(columns: np.ndarray, y: np.ndarray, kinds: list[int], depth: int = 1) -> Any:
    """Return the tree of this depth, of columns and a response of these kinds."""
    tree = cv2.ml.DTrees_create()
    tree.setCVFolds(0)
    tree.setMaxDepth(depth)
    rows = columns.astype(np.float32)
    tree.train(cv2.ml.TrainData_create(rows, cv2.ml.ROW_SAMPLE, y, varType=np.array(kinds, np.uint8)))
    return tree


def root(tree: Any) -> Any:
    """Return the split of the root."""
    storage = cv2.FileStorage(".json", FORMAT)
    tree.write(storage)
    return json.loads(storage.releaseAndGetString())["nodes"][0]["splits"][0]


def goes_left(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return which rows the root's split of the one column sends to one side."""
    split = root(grown(x[:, None], y, [CATEGORY] * 2))
    return np.isin(x, split.get("in", split.get("not_in")))


def purity(y: np.ndarray, left: np.ndarray) -> Fraction:
    """Return the sum of N_k^2 / N over both sides, which grows with the decrease of Gini."""
    return sum(
        (Fraction(int((np.bincount(y[side]) ** 2).sum()), int(side.sum())) for side in (left, ~left)), Fraction(0)
    )


def is_worse(seed: int, categories: int, classes: int) -> bool:
    """Return whether the split of a random table is not the best one."""
    draw = np.random.default_rng(seed)
    x, y = draw.integers(0, categories, 200), draw.integers(0, classes, 200).astype(np.int32)
    subsets = [one for size in range(1, categories) for one in combinations(range(categories), size)]
    return purity(y, goes_left(x, y)) < max(purity(y, np.isin(x, one)) for one in subsets)


for entry, classes in (("V10", 3), ("V9", 2)):
    many = sum(is_worse(seed, 6, classes) for seed in range(100))
    print(f"{entry}: 100 tables of 200 rows, 6 categories: {many} get a worse first split")

for low, high in ((290, 290.05), (16.85, 16.9)):
    missed = 0
    for seed in range(100):
        draw = np.random.default_rng(seed)
        half = draw.integers(0, 2, 200)
        y, columns = np.where(half, high, low).astype(np.float32), np.column_stack([draw.normal(size=200), half])
        missed += root(grown(columns, y, [NUMBER] * 3))["var"] != 1
    print(f"V7: 100 tables of 200 rows of {low} or {high}: {missed or 'none'} ask a column of noise first")

y = (np.arange(200) >= 100).astype(np.int32)
for least in (10_000_000, 0):
    ids = (least + np.arange(200.0))[:, None]
    share = (grown(ids, y, [NUMBER, CATEGORY]).predict(ids.astype(np.float32))[1][:, 0] == y).mean()
    print(f"V13: 200 ids {'less' if least == 0 else 'from'} 10,000,000: {100 * share:.0f} % are predicted right")

draw = np.random.default_rng(0)
columns, y = draw.normal(size=(10_000, 1)), draw.integers(0, 2, 10_000).astype(np.int32)
deep = grown(columns, y, [NUMBER, CATEGORY], depth=100)
share = (deep.predict(columns.astype(np.float32))[1][:, 0] == y).mean()
right = DecisionTreeClassifier(max_depth=100, min_samples_split=11).fit(columns, y).score(columns, y)
print(f"V4: 10,000 rows of a column of noise, setMaxDepth(100): {100 * share:.0f} % are predicted right", end="; ")
print(f"by a depth of 100, {100 * right:.0f} %")

codes = np.array([43211503, 43211507, 43211508, 43212105, 44103103], np.int32)  # computers, a printer, toner
kinds = np.random.default_rng(0).integers(0, 5, 200)[:, None]
said = grown(kinds, codes[kinds], [NUMBER, CATEGORY], depth=10).predict(kinds.astype(np.float32))[1]
print(f"V11: 200 rows of five codes of eight digits: {sum(code in said for code in codes)} comes back as it was")
