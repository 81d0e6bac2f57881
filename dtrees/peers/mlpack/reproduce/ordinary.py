"""How often ordinary data show an entry, by mlpack alone:  python ordinary.py."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
from sklearn.datasets import load_iris

mlpack: Any = import_module("all")
rows, classes = load_iris(return_X_y=True)
first = mlpack.root(mlpack.fitted(rows, [int(one) for one in classes], minimum_gain_split=0.2)).split()[1]
print(f"A2: iris, the limit 0.2: starts with {load_iris().feature_names[int(first)]}")
rare = np.arange(1000) >= 995
model = mlpack.fitted(np.arange(1000.0)[:, None], [int(one) for one in rare], minimum_gain_split=0.2)
gain = 1 - (0.995**2 + 0.005**2)
print(f"A3: 1,000 rows with 5 of the second class, the limit 0.2: {mlpack.root(model)}, which gains {gain:.3f}")
