"""Counts how often ordinary data show an entry, by scikit-learn alone:  python ordinary.py."""

from __future__ import annotations

import numpy as np
from sklearn.tree import DecisionTreeRegressor


def fitted(x: np.ndarray, y: np.ndarray) -> DecisionTreeRegressor:
    return DecisionTreeRegressor(random_state=0).fit(x, y)


def main() -> None:
    chance = np.random.default_rng(0)
    below = 0
    for _ in range(200):
        x, y = chance.integers(0, 5, (200, 3)), chance.integers(1, 6, 200)
        below += bool((fitted(x, y).cost_complexity_pruning_path(x, y).ccp_alphas < 0).any())
    print(f"S10: 200 tables of 200 rows, three columns of 0 to 4, responses 1 to 5: {below} have a negative alpha")
    late = 0
    for _ in range(100):
        column = chance.normal(size=(200, 1))
        late += fitted(column, np.where(column[:, 0] < chance.normal(), 100.1, 7.3)).tree_.node_count > 3
    print(f"S3: 100 tables of 200 rows, 100.1 and 7.3 with one true threshold: {late} trees have more than 3 nodes")
    leaves = 0
    cells = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    for _ in range(1000):
        low, high = chance.integers(10, 1001, 2) / 10
        responses = np.array([low, high, high, low]).repeat(5)
        leaves += low != high and fitted(cells.repeat(5, axis=0), responses).get_n_leaves() == 1
    print(f"S5: 1,000 tables of XOR, 5 rows a cell, two responses with one decimal up to 100: {leaves} are one leaf")


if __name__ == "__main__":
    main()
