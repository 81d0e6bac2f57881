"""How often ordinary data show an entry, by Orange alone:  python ordinary.py."""

from __future__ import annotations

import warnings
from importlib import import_module
from typing import Any

import numpy as np

grown: Any = import_module("all").grown

for name, seconds in (("minute", 60), ("day", 86400)):
    nodes = [grown(1.7e9 + np.random.default_rng(seed).uniform(0, seconds, 300))[0].node_count() for seed in range(3)]
    print(f"O1: 300 times within a {name}, three samples: {nodes} nodes")

warnings.simplefilter("ignore")
for days in (1461, 3653):
    try:
        answer = f"{grown(np.arange(days) % 7 > 4, numbers=False)[0].leaf_count()} leaves"
    except RecursionError as failure:
        answer = type(failure).__name__
    print(f"O5: weekends by the number of the day, {days:,} days: {answer}")
