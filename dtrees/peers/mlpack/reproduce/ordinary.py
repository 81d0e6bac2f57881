"""How often ordinary data show an entry, by mlpack alone:  python ordinary.py."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
from sklearn.datasets import load_iris

mlpack: Any = import_module("all")
rows, classes = load_iris(return_X_y=True)
limits = {"minimum_gain_split": 0.2, "minimum_leaf_size": 20}  # a leaf of 20 rows is the default
first = mlpack.root(mlpack.fitted(rows, [int(one) for one in classes], **limits)).split()[1]
print(f"A2: iris, the limit 0.2: starts with {load_iris().feature_names[int(first)]}")
rare = np.arange(1000) >= 975
model = mlpack.fitted(np.arange(1000.0)[:, None], [int(one) for one in rare], **limits)
gain = 1 - (0.975**2 + 0.025**2)
print(f"A3: 1,000 rows with 25 of the second class, the limit 0.2: {mlpack.root(model)}, which gains {gain:.3f}")
