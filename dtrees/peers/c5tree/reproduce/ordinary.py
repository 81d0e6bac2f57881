"""How often ordinary data show an entry, by c5tree alone:  python ordinary.py."""

from __future__ import annotations

from importlib import import_module

import numpy as np
from sklearn.datasets import load_breast_cancer, load_iris

C5 = import_module("c5tree").C5Classifier


def entropy(counts: np.ndarray) -> float:
    """Return the entropy of *counts* in bits."""
    shares = counts[counts > 0] / counts.sum()
    return -float((shares * np.log2(shares)).sum())


def ratio(x: np.ndarray, y: np.ndarray) -> float:
    """Return the largest gain ratio of C4.5 in a column: the gain counts by the share of known rows."""
    known = ~np.isnan(x)
    order = np.argsort(x[known])
    values, below = x[known][order], np.cumsum(np.eye(y.max() + 1)[y[known][order]], axis=0)
    every, best = below[-1], 0.0
    for left in below[:-1][values[1:] > values[:-1]]:
        sizes = np.array([left.sum(), (every - left).sum(), np.sum(~known)])
        gain = entropy(every) - (sizes[:2] @ [entropy(left), entropy(every - left)]) / len(values)
        best = max(best, known.mean() * gain / entropy(sizes))
    return best


def starts_elsewhere(seed: int) -> bool:
    """Return whether a tree of iris, with half the petal widths missing, starts with a column of a smaller ratio."""
    x, y = load_iris(return_X_y=True)
    x[np.random.default_rng(seed).permutation(150)[:75], 3] = np.nan
    ratios = [ratio(column, y) for column in x.T]
    return bool(ratios[C5().fit(x, y).tree_.feature] < max(ratios) - 1e-9)


def wrong(x: np.ndarray, classes: np.ndarray) -> bool:
    """Return whether a tree of *x* predicts a row of these *classes* wrong."""
    return bool((C5().fit(x[:, None], classes).predict(x[:, None]) != classes).any())


def noisy(signal: np.ndarray, seed: int) -> np.ndarray:
    """Return classes: whether *signal* plus noise is above 0."""
    return (signal + np.random.default_rng(seed).normal(size=len(signal)) / 2 > 0).astype(int)


def differ(x: np.ndarray, z: np.ndarray, classes: np.ndarray) -> bool:
    """Return whether the trees of *x* and of *z* predict their own rows differently."""
    said, other = (C5().fit(one[:, None], classes).predict(one[:, None]) for one in (x, z))
    return bool((said != other).any())


x, y = load_breast_cancer(return_X_y=True)
leaves = [C5(pruning=True, cf=cf).fit(x, y).get_n_leaves() for cf in (0.25, 0.01, 1e-9)]
print(f"CT1: breast cancer: {leaves} leaves, unpruned {C5(pruning=False).fit(x, y).get_n_leaves()}")
elsewhere = sum(starts_elsewhere(seed) for seed in range(100))
print(f"CT4: 100 copies of iris with half the petal widths missing: {elsewhere} start with another column")
k = np.arange(1, 101)
tenths = np.tile(np.concatenate([k * 0.1, k / 10]), 5)
between = (k / 10)[k * 0.1 != k / 10]
kept, ranked = (
    sum(wrong(x, (tenths > t).astype(int)) for t in between)
    for x in (tenths, np.searchsorted(np.unique(tenths), tenths).astype(float))
)
print(f"CT6: 1,000 tenths, computed in two ways, classes x > t: for {kept} of {len(between)}", end=" ")
print(f"thresholds rows are predicted wrong, by ranks {ranked}")
tenths = np.concatenate([k * 0.1, k / 10])
ranks = np.searchsorted(np.unique(tenths), tenths).astype(float)
otherwise = sum(differ(tenths, ranks, noisy(np.sin(tenths), seed)) for seed in range(100))
print(f"CT6: 200 tenths, computed in two ways, noisy classes: {otherwise} of 100 trees predict otherwise than by ranks")
