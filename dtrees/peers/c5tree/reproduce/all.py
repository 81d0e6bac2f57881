"""The entries of ../README.md, shown by c5tree alone, without dtrees:  python all.py.

Each line states c5tree's answer, and the right one.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pandas as pd


def column(*values: float) -> np.ndarray:
    """Return a column of numbers."""
    return np.array([values], dtype=float).T


def fitted(rows: Any, classes: Any, **options: Any) -> Any:
    """Return c5tree's tree, unpruned unless *options* say otherwise."""
    return import_module("c5tree").C5Classifier(**{"pruning": False, **options}).fit(rows, classes)


def say(entry: str, answer: Any, exact: str) -> None:
    """Print one line: the entry, c5tree's answer and the right one."""
    print(f"{entry}: got {answer}; right is {exact}")


def main() -> None:
    """Print c5tree's answer for each entry, and the right one."""
    chance = np.random.default_rng(0)
    noise, classes = chance.normal(size=(200, 3)), chance.integers(0, 2, 200)
    say("CT1", [fitted(noise, classes, pruning=True, cf=cf).get_n_leaves() for cf in (0.01, 1e-9)],
        f"3 of the {fitted(noise, classes).get_n_leaves()} leaves, with errors as a number of rows")  # fmt: skip
    [small, large] = fitted(column(1, 2, 3, 4), [0, 1, 1, 1], min_samples_leaf=2).tree_.children.values()
    say("CT2", f"leaves of {small.n_samples:g} and {large.n_samples:g} rows", "2 and 2 rows")
    say("CT2", f"shares {small.class_distribution.tolist()} of one row of class 0", "[1.0, 0.0], were it a leaf")
    pieces = np.array([[0, 0], [0, 0], [1, 5], [1, 5], [np.nan, 1]], dtype=float)  # half of the last row goes left
    half = fitted(pieces, [0, 0, 1, 1, 1], pruning=True).tree_.children["left"].children["right"]
    say("CT2", f"by default: shares {half.class_distribution.tolist()} of half a row of class 1", "[0.0, 1.0]")
    say("CT3", fitted(pd.DataFrame({"x": ["p", "q"]}), [0, 1]).get_n_leaves(), "2")
    say("CT3", fitted(np.array([["p"], ["q"]], dtype=object), [0, 1]).get_n_leaves(), "2: dtype object is categorical")
    known = np.array([[0, 0], [1, 0], *[[np.nan, 0]] * 2, *[[np.nan, 1]] * 3, [np.nan, 0]])
    say("CT4", f"asks column {fitted(known, [0, 1, 0, 0, 1, 1, 1, 1]).tree_.feature}",
        "column 1: two of the eight values of column 0 are known, so that its gain is 1/4, not 1")  # fmt: skip
    parted = fitted(column(1, 1, 1, 2, 2), [0, 0, 0, 1, 1])
    say("CT5", parted.predict_proba(column(np.nan))[0].tolist(), "[3/5, 2/5]")
    say("CT6", fitted(column(1 + 2**-52, 1 + 2**-51), [0, 1]).get_n_leaves(), "2")
    say("CT6", fitted(column(1.5e308, 1.7e308), [0, 1]).get_n_leaves(), "2")


main()
