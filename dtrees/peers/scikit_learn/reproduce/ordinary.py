"""Counts how often ordinary data show an entry, by scikit-learn alone:  python ordinary.py."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from sklearn.datasets import load_diabetes, load_wine
from sklearn.ensemble import AdaBoostClassifier
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor


def fitted(x: np.ndarray, y: np.ndarray, **options: int) -> DecisionTreeRegressor:
    return DecisionTreeRegressor(random_state=0, **options).fit(x, y)


def goes_below(x: np.ndarray, y: np.ndarray) -> bool:
    """Return whether an alpha of the pruning path is negative."""
    return bool((DecisionTreeRegressor(random_state=0).cost_complexity_pruning_path(x, y).ccp_alphas < 0).any())


def pure_nodes_split(x: np.ndarray, y: np.ndarray) -> int:
    tree = DecisionTreeClassifier(class_weight="balanced", random_state=0).fit(x, y)
    inside = tree.decision_path(x).toarray().astype(bool)
    return sum(
        len({*y[rows]}) == 1 and left >= 0 for rows, left in zip(inside.T, tree.tree_.children_left, strict=True)
    )


def extra_rows(x: np.ndarray, y: np.ndarray) -> int:
    """Return how many alphas of the path differ from the one before by rounding alone."""
    alphas = DecisionTreeRegressor(random_state=0).cost_complexity_pruning_path(x, y).ccp_alphas
    steps = np.diff(alphas)
    return int(((steps > 0) & (steps < 1e-9 * alphas[1:])).sum())


def left_beside(mark: float, at: int) -> float:
    """Return how much of a sine's variance is unexplained beside one response *mark*."""
    line = np.linspace(0, 1, 1000)[:, None]
    wave = np.sin(8 * line[:, 0])
    marked = wave.copy()
    marked[at] = mark
    left, others = wave - fitted(line, marked).predict(line), np.delete(np.arange(1000), at)
    return float(left[others].var() / wave[others].var())


def is_worse(seed: int) -> bool:
    """Return whether a node of the tree is split by less than its best question, of its floats as fractions."""
    chance = np.random.default_rng(seed)
    x, y = chance.integers(0, 6, (100, 3)), chance.integers(0, 11, 100) / 10
    model = fitted(x, y)
    tree, exact = model.tree_, np.array([Fraction(float(one)) for one in y])

    def score(rows: np.ndarray, feature: int, cut: float) -> Fraction:
        sides = rows[x[rows, feature] <= cut], rows[x[rows, feature] > cut]
        return sum((exact[side].sum() ** 2 / len(side) for side in sides), Fraction(0))

    for node, inside in enumerate(model.decision_path(x).toarray().T):
        rows = np.flatnonzero(inside)
        asked = [(feature, cut) for feature in range(3) for cut in sorted({*x[rows, feature].tolist()})[:-1]]
        if tree.children_left[node] >= 0:
            best = max(score(rows, *one) for one in asked)
            if score(rows, tree.feature[node], tree.threshold[node]) < best:
                return True
    return False


def main() -> None:
    chance = np.random.default_rng(0)
    tables = [(chance.integers(0, 5, (200, 3)), chance.integers(1, 6, 200)) for _ in range(200)]
    below = sum(goes_below(x, y) for x, y in tables)
    print(f"S10: 200 tables of 200 rows, three columns of 0 to 4, responses 1 to 5: {below} have a negative alpha")
    noise = np.random.default_rng(0)
    normal = sum(goes_below(x, y + noise.normal(size=200)) for x, y in tables)
    print(f"S10: with normal noise {normal}")
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
    line = np.linspace(0, 1, 1000)[:, None]
    wave = np.sin(8 * line[:, 0])
    far = fitted(line, 1.7e9 + 10 * wave, max_leaf_nodes=32).get_n_leaves()
    print(f"S1: 1,000 rows of a sine, 1.7e9 ± 10, at most 32 leaves: {far} leaves")
    lost = sum(left_beside(99999999, int(chance.integers(100))) > 0.5 for _ in range(50))
    print(f"S2: 1,000 rows in order of x, the mark 99999999: {lost} of 50 leave more than half")
    print(f'S4: class_weight="balanced" splits {pure_nodes_split(*load_wine(return_X_y=True))} pure nodes of wine')
    many = sum(map(is_worse, range(40)))
    print(f"S8: 40 tables of 100 rows, three columns of 0 to 5, responses 0 to 1 with one decimal: {many} trees")
    print(f"S9: the path of diabetes has {extra_rows(*load_diabetes(return_X_y=True))} such rows")
    small = DecisionTreeClassifier(max_depth=3)
    boosted = AdaBoostClassifier(small, n_estimators=60, random_state=0).fit(*load_wine(return_X_y=True))
    least = min(each.tree_.impurity.min() for each in boosted)
    print(f"S7: wine, AdaBoostClassifier, 60 trees of depth 3: the least Gini is {least:.4f}")
    print(f"S6: 1,000 rows of 1e-8 sin 8x: {fitted(line, 1e-8 * wave).get_n_leaves()} leaf")


if __name__ == "__main__":
    main()
