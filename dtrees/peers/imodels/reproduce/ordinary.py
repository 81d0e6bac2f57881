"""How often ordinary data show an entry, by imodels alone:  python ordinary.py."""

# mypy: ignore-errors
# The packages have no types.

import os
import subprocess
import sys

import numpy as np
from imodels import C45TreeClassifier
from sklearn.datasets import load_iris

SEEDED = """
from imodels import C45TreeClassifier
from sklearn.datasets import load_iris
x, y = load_iris(return_X_y=True)
print(*C45TreeClassifier().fit(x[:, :2], y).predict(x[:, :2]))
"""

x, y = load_iris(return_X_y=True)
sepals = x[:, :2]
sure = C45TreeClassifier().fit(sepals, y).predict_proba(sepals).max(axis=1) == 1
shared = [len({*y[(sepals == row).all(axis=1)]}) > 1 for row in sepals]
print(f"IM1: iris by its sepals: {(sure & shared).sum()} rows of a share of 1 have rows of another class beside them")
answers = []
for seed in range(4):
    environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
    asked = subprocess.run([sys.executable, "-c", SEEDED], env=environment, capture_output=True, text=True, check=True)
    answers.append(asked.stdout.split())
varying = np.array([len({*row}) > 1 for row in zip(*answers, strict=True)])
print(f"IM3: iris by its sepals, four hash seeds: {varying.sum()} rows get two classes or more")


def is_right(rows: int) -> bool:
    """Return whether one row of a third class, far from so many *rows* of two others, gets its class."""
    x = np.append(np.random.default_rng(0).normal(size=(rows, 1)), [[9.0]], axis=0)
    y = np.append(x[:-1, 0] > 0, 2)
    return C45TreeClassifier().fit(x, y).predict(x[-1:])[0] == 2


print(f"IM4: 5,000 rows of two classes and one of a third, far away: is it right? {is_right(5000)}")
