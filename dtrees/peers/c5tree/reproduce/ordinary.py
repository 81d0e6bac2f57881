"""How often ordinary data show an entry, by c5tree alone:  python ordinary.py."""

from __future__ import annotations

from importlib import import_module

from sklearn.datasets import load_breast_cancer, load_iris, load_wine

C5 = import_module("c5tree").C5Classifier
for load in (load_iris, load_wine, load_breast_cancer):
    x, y = load(return_X_y=True)
    leaves = [C5(pruning=True, cf=cf).fit(x, y).get_n_leaves() for cf in (0.25, 0.01, 1e-9)]
    unpruned = C5(pruning=False).fit(x, y).get_n_leaves()
    print(f"CT1: {load.__name__.removeprefix('load_')}: {leaves} leaves, unpruned {unpruned}")
