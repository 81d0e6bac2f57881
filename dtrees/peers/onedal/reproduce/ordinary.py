"""How often ordinary data show an entry, by scikit-learn-intelex 2025.11 alone:  python ordinary.py.

scikit-learn grows the trees of D1 and DF7 that are right.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
from sklearn.datasets import load_diabetes, load_digits, load_iris
from sklearn.tree import DecisionTreeRegressor

ALONE: Any = import_module("all")
daal4py, ended, forest, of_tree, predicted, table, tree = (
    getattr(ALONE, name) for name in ("daal4py", "ended", "forest", "of_tree", "predicted", "table", "tree")
)
IRIS, DIGITS, DIABETES = (load(return_X_y=True) for load in (load_iris, load_digits, load_diabetes))


def nodes(model: Any) -> int:
    """Return the number of nodes of a decision tree of three classes."""
    return int(daal4py.getTreeState(model, n_classes=3).node_count)


def far_leaves(seed: int) -> int:
    """Return the leaves of a forest's tree of 1,000 times that differ."""
    y = 1.7e9 + np.random.default_rng(seed).uniform(-10, 10, 1000)
    return (int(daal4py.getTreeState(forest(np.arange(1000), y), 0, 1).node_count) + 1) // 2


def sent_elsewhere(seed: int, x: np.ndarray, y: np.ndarray) -> int:
    """Return how many rows of one half get another class than ``f < c`` gives them, in a tree of the other half."""
    order = np.random.default_rng(seed).permutation(len(x))
    half, rest = order[: len(x) // 2], order[len(x) // 2 :]
    classes = int(y.max()) + 1
    model = tree(x[half], y[half], classes)
    state = daal4py.getTreeState(model, n_classes=classes)

    def answer(row: np.ndarray) -> int:
        node = state.node_ar[0]
        at = 0
        while node["left_child"] >= 0:
            at = node["left_child"] if row[node["feature"]] < node["threshold"] else node["right_child"]
            node = state.node_ar[at]
        return int(np.argmax(state.value_ar[at]))

    said = predicted("decision_tree", model, x[rest], classes).split()
    return sum(int(one) != answer(row) for one, row in zip(said, x[rest], strict=True))


def emptied(seed: int) -> int:
    """Return how many rows of diabetes are predicted 0, where a random tenth prunes the tree of the others."""
    x, y = DIABETES
    order = np.random.default_rng(seed).permutation(len(x))
    tenth, rest = order[: len(x) // 10], order[len(x) // 10 :]
    made = daal4py.decision_tree_regression_training()
    model = made.compute(*map(table, (x[rest], y[rest], x[tenth], y[tenth]))).model
    return int(predicted("decision_tree", model, x).split().count("0"))


def ends(seed: int, round_: Any) -> bool:
    """Return whether a tree of 500 tenths, computed in two ways and rounded so, ends its process."""
    draw = np.random.default_rng(seed)
    k = draw.integers(1, 101, 500)
    x = round_(np.where(np.arange(500) % 2, k * 0.1, k / 10))
    y = (k > 50) ^ (draw.random(500) < 0.1)
    return bool(ended(f"{x.tolist()}, {y.astype(int).tolist()}, 2") == "killed by a signal")


def weighted(seed: int, divisor: int) -> int:
    """Return the nodes of iris with random weights 1 to 10, divided."""
    return nodes(tree(*IRIS, 3, weights=np.random.default_rng(seed).integers(1, 11, 150) / divisor))


def is_larger(seed: int) -> bool:
    """Return whether the tree of iris with 15 rows at weight 0 has more nodes than that of the other rows."""
    x, y = IRIS
    weights = np.ones(150)
    weights[np.random.default_rng(seed).choice(150, 15, replace=False)] = 0
    kept = weights > 0
    return nodes(tree(x, y, 3, weights=weights)) > nodes(tree(x[kept], y[kept], 3, weights=weights[kept]))


def misstated(x: np.ndarray, y: np.ndarray) -> str:
    """Return how many nodes of ten trees of three classes, with random weights 1 to 10, state another Gini."""
    found = []
    for seed in range(10):
        weights = np.random.default_rng(seed).integers(1, 11, len(y)).astype(float)
        nodes_of = daal4py.getTreeState(tree(x, y, 3, weights=weights), n_classes=3).node_ar
        waiting = [(nodes_of[0], np.arange(len(y)))]
        for node, rows in waiting:
            shares = np.bincount(y[rows], weights[rows]) / weights[rows].sum()
            found.append(not np.isclose(1 - np.square(shares).sum(), node["impurity"]))
            if node["left_child"] >= 0:
                left = x[rows, node["feature"]] < node["threshold"]
                waiting.append((nodes_of[node["left_child"]], rows[left]))
                waiting.append((nodes_of[node["right_child"]], rows[~left]))
    return f"{sum(found)} of {len(found)}"


def is_lost(seed: int, kind: str, grow: Any) -> bool:
    """Return whether marks of 99999999 at a column's least values leave over half of the other squares unexplained."""
    x = np.random.default_rng(seed).integers(0, 30, 1000)
    y = np.where(x < 3, 99999999, np.sin(8 * x / 30))
    others, said = y[x >= 3], np.array(predicted(kind, grow(x, y), x[x >= 3]).split(), float)
    return bool(2 * np.square(said - others).sum() > np.square(others - others.mean()).sum())


def unexplained(predictions: Any) -> float:
    """Return the percentage of the squares of diabetes that *predictions* leave."""
    y = DIABETES[1]
    return float(100 * np.square(np.array(predictions, float) - y).sum() / np.square(y - y.mean()).sum())


def split_again(grow: Any, *options: int) -> int:
    """Return how many of the 199 trees of 200 rows of 0 and 1, with one true threshold, have more than 3 nodes."""
    x = np.arange(200)
    models = (grow(x, np.where(x < place, 0, 1)) for place in range(1, 200))
    return sum(daal4py.getTreeState(model, *options).node_count > 3 for model in models)


def confuses(seed: int) -> bool:
    """Return whether a tree grown on every column predicts a row wrong, where no two rows are alike."""
    draw = np.random.default_rng(seed)
    rows = np.unique(draw.integers(0, 2, (30, 5)), axis=0)
    y = draw.integers(0, 2, len(rows))
    said = predicted("decision_forest", forest(rows, y, 2), rows, 2).split()
    return bool([int(one) for one in said] != y.tolist())


def merged(unit: float) -> int:
    """Return how many of 500 rows of a log-normal column of this unit, of random classes, are predicted wrong."""
    draw = np.random.default_rng(0)
    x, y = unit * draw.lognormal(size=500), draw.integers(0, 2, 500)
    return sum(map(int.__ne__, map(int, predicted("decision_forest", forest(x, y, 2), x, 2).split()), y.tolist()))


def decayed(factor: float) -> str:
    """Return the nodes of a forest's tree of 1,095 days whose weights halve every 30, and those above Gini 1/2."""
    days = np.arange(1095)
    model = forest(days, days // 50 % 2, 2, weights=factor * 0.5 ** ((1094 - days) / 30))
    impurities = daal4py.getTreeState(model, 0, 2).node_ar["impurity"]
    return f"{len(impurities)} nodes, {(impurities > 0.5 + 1e-9).sum()} of a Gini above 1/2"


def changes(seed: int) -> bool:
    """Return whether pruning rows of a class that the other rows lack change a prediction."""
    draw = np.random.default_rng(seed)
    x = draw.normal(size=(1000, 3))
    y = np.digitize(x[:, 0] + draw.normal(size=1000), [0, 2.5])
    prunes = (np.arange(1000) >= 700) | (y == 2)
    grown = x[~prunes], y[~prunes], 2
    both = (prunes, prunes & (y < 2))
    first, second = (of_tree(*grown, prune=(x[rows], y[rows])) for rows in both)
    return bool(first != second)


def main() -> None:
    """Print the counts."""
    few = [far_leaves(seed) for seed in range(100)]
    print(f"DF4: 1,000 times within 10 s of 1.7e9, 100 samples: {min(few)} to {max(few)} leaves")
    rows = [sent_elsewhere(seed, *DIGITS) for seed in range(10)]
    print(f"D3: digits, ten random halves: {min(rows)} to {max(rows)} of 899")
    rows = [emptied(seed) for seed in range(400)]
    count = f"{sum(map(bool, rows))} of 400 trees predict 0, for up to {max(rows)} rows"
    print(f"D9: diabetes pruned by random tenths: {count}")
    kept, rounded = (sum(ends(seed, round_) for seed in range(10)) for round_ in (np.array, lambda x: x.round(9)))
    count = f"{kept} of 10 tables end the process; rounded to 9 digits, {rounded}"
    print(f"D4: 500 tenths, computed in two ways, one threshold and noise: {count}")
    right = DecisionTreeRegressor(min_samples_leaf=5, random_state=0).fit(*DIABETES).get_n_leaves()
    made = daal4py.decision_tree_regression_training(pruning="none").compute(*map(table, DIABETES), None, None)
    count = (daal4py.getTreeState(made.model).node_count + 1) // 2
    print(f"D1: diabetes, 5 rows a leaf, without pruning: {count} leaves; right is {right}")
    wrong = sum(map(confuses, range(100)))
    print(f"DF1: 100 tables of different rows of five 0/1 columns: {wrong} trees predict a row wrong")
    print(f"DF2: 500 log-normal rows: {merged(1)} are predicted wrong; times 1e-15: {merged(1e-15)}")
    x = np.arange(100)
    for unit in ("1", "1e-8"):
        y = float(unit) * np.sin(x / 12)
        for entry, made in (("D2", tree(x, y)), ("DF3", forest(x, y))):
            state = daal4py.getTreeState(made) if entry == "D2" else daal4py.getTreeState(made, 0, 1)
            print(f"{entry}: 100 rows of a sine of size {unit}: {(int(state.node_count) + 1) // 2} leaves")
    print(f"D6: iris with 15 random rows at weight 0: {sum(map(is_larger, range(100)))} of 100 have more nodes")
    print(f"D5: iris with random weights 1 to 10, ten trees: {misstated(*IRIS)} nodes state another Gini")
    for entry, kind, grow in (("D8", "decision_tree", tree), ("DF5", "decision_forest", forest)):
        lost = sum(is_lost(seed, kind, grow) for seed in range(100))
        print(f"{entry}: 1,000 rows of a sine, the mark 99999999 where x is small: {lost} of 100 leave over half")
    got = predicted("decision_forest", forest(*DIABETES, maxLeafNodes=50), DIABETES[0]).split()
    right = DecisionTreeRegressor(max_leaf_nodes=50, random_state=0).fit(*DIABETES).predict(DIABETES[0])
    print(f"DF7: diabetes with 50 leaves: {unexplained(got):.1f} % stay unexplained", end="; ")
    print(f"right is {unexplained(right):.1f} %")
    print(f"D12: 200 rows of 0 and 1, 199 places of one threshold: {split_again(tree)} have more than 3 nodes")
    print(f"DF9: 200 rows of 0 and 1, 199 places of one threshold: {split_again(forest, 0, 1)} have more than 3 nodes")
    print(f"D10: 1,000 rows, the rare class in the pruning rows: {sum(map(changes, range(10)))} of 10 samples change")
    print(f"DF8: weights that halve every 30 days: {decayed(1)}; times 1e6: {decayed(1e6)}")
    small, large = ([weighted(seed, divisor) for seed in range(10)] for divisor in (10, 1))
    print(f"D7: iris, random weights 0.1, 0.2, ..., 1: {min(small)} to {max(small)} nodes", end="; ")
    print(f"times ten: {min(large)} to {max(large)}")


if __name__ == "__main__":
    daal4py.daalinit(1)
    main()
