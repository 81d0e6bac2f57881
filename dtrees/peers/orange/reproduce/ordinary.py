"""How often ordinary data show an entry, by Orange alone:  python ordinary.py."""

from __future__ import annotations

import warnings
from importlib import import_module
from typing import Any

import numpy as np

grown: Any = import_module("all").grown
predicted: Any = import_module("all").predicted

nodes = [grown(1.7e9 + np.random.default_rng(seed).uniform(0, 60, 300))[0].node_count() for seed in range(3)]
print(f"O1: 300 times within a minute, three samples: {nodes} nodes")

warnings.simplefilter("ignore")
try:
    answer = f"{grown(np.arange(3653) % 7 > 4, numbers=False)[0].leaf_count()} leaves"
except RecursionError as failure:
    answer = type(failure).__name__
print(f"O5: weekends by the number of the day, 3,653 days: {answer}")

for least in (10, 8):
    said = sorted({*predicted(range(100, 108), min_samples_leaf=least)})
    print(f"O4: 8 rows, responses 100 to 107, min_samples_leaf={least}: predicts {', '.join(said)}")
