"""How often ordinary data show an entry, by H2O alone:  python ordinary.py.

Options are the defaults, but boosting of W9 and W18 makes one tree.
"""

from __future__ import annotations

import sys
import warnings
from importlib import import_module
from typing import Any

import numpy as np


def predicted(kind: str, x: Any, y: Any, **options: Any) -> tuple[Any, np.ndarray]:
    """Return the model of this kind of the columns *x*, and its predictions of the training rows."""
    h2o = import_module("h2o")
    columns = {f"x{k}": [None if one is None else float(one) for one in column] for k, column in enumerate(x)}
    frame = h2o.H2OFrame({**columns, "y": [one if isinstance(one, str) else float(one) for one in y]})
    if isinstance(y[0], str):
        frame["y"] = frame["y"].asfactor()
    model = getattr(import_module("h2o.estimators"), f"H2O{kind}Estimator")(**options)
    model.train(x=list(columns), y="y", training_frame=frame)
    return model, np.array([row[0] for row in h2o.as_list(model.predict(frame), use_pandas=False)[1:]])


def wrong(x: Any, y: Any) -> np.ndarray:
    """Return which rows the decision tree predicts wrong."""
    return np.asarray(predicted("DecisionTree", x, y)[1] != np.array(y))


def leaves(values: np.ndarray) -> int:
    """Return the number of different predictions."""
    return len({float(one) for one in values})


def marked(z: np.ndarray, noise: np.ndarray) -> list[str]:
    """Return what is predicted more where a mark is missing, or 0, and *z* is 1; right is 1."""
    lines, y = [], 5 * z + np.tile([0, 1], 200) * z + noise
    for name, other in (("missing", None), ("0", 0)):
        said = predicted("GradientBoosting", [np.tile([1, other], 200), z], y, seed=1)[1].astype(float)
        more = said[1::2][z[1::2] == 1].mean() - said[::2][z[::2] == 1].mean()
        lines.append(f"W2: 1 more where a mark is {name} and z is 1: boosting {more:.1f}")
    return lines


def sampled() -> str:
    """Return how many first questions the default forest asks, and its errors, where one row is far from the others."""
    draw = np.random.default_rng(0)
    x, y = np.sort(draw.normal(size=200)), draw.normal(size=200) + 100 * (np.arange(200) == 199)
    forest, _ = predicted("RandomForest", [x], y, seed=1, nfolds=10)
    firsts = len({import_module("h2o.tree").H2OTree(forest, place).root_node.threshold for place in range(50)})
    errors = f"error (RMSE) outside the bags {forest.rmse():.1f}, by 10 folds {forest.rmse(xval=True):.1f}"
    return f"W17: 200 rows of noise of 1, that of the largest x 100 more: {firsts} first question in 50 trees, {errors}"


def is_worse(seed: int) -> bool:
    """Return whether below x, which is increasing, another threshold of z leaves fewer squares by bounded means."""
    draw = np.random.default_rng(seed)
    x, z = draw.integers(0, 2, 400), draw.integers(0, 10, 400)
    y = np.where(x == 0, z, 12 - z) + draw.normal(size=400)
    model, _ = predicted("GradientBoosting", [x, z], y, ntrees=1, monotone_constraints={"x0": 1})
    tree = import_module("h2o.tree").H2OTree(model, 0)
    middle = (y[x == 0].mean() + y[x == 1].mean()) / 2

    def squares(node: int, cut: float) -> float:
        rows = x == (node == tree.right_children[0])
        sides = [y[rows & (z < cut)], y[rows & (z > cut)]]
        bound = max if node == tree.right_children[0] else min
        return float(sum(((side - bound(side.mean(), middle)) ** 2).sum() for side in sides))

    below = [node for node in (tree.left_children[0], tree.right_children[0]) if tree.features[node] == "x1"]
    others = [cut + 1 / 2 for cut in range(9)]
    return tree.features[0] == "x0" and any(
        min(squares(node, cut) for cut in others) < squares(node, tree.thresholds[node]) - 1e-6 for node in below
    )


def bounded() -> str:
    """Return in how many tables another threshold is better, by means that are bounded."""
    worse = sum(is_worse(seed) for seed in range(20))
    return f"W18: 400 rows, x of 0 and 1 is increasing: in {worse} of 20 tables another threshold of z is better"


def units() -> list[str]:
    """Return what is learned of one wave in large and small units."""
    lines, x = [], np.arange(400) / 400
    wave = 2 + np.sin(8 * x)
    for entry, kind, sizes in (("W5", "GradientBoosting", ("1", "1e20")), ("W6", "RandomForest", ("1", "1e-15"))):
        for unit in sizes:
            size = float(unit)
            said = predicted(kind, [x], size * wave, seed=1)[1].astype(float)
            left = f"{100 * ((wave - said / size) ** 2).mean() / wave.var():.2f} %"
            lines.append(f"{entry}: 400 rows of a sine of size {unit}: {kind} leaves {left} unexplained")
    return lines


def grouped() -> list[str]:
    """Return how many of three groups get a model of a column that varies in the first alone."""
    h2o, lines = import_module("h2o"), []
    draw = np.random.default_rng(0)
    group = np.repeat([0, 1, 2], 100)
    x = np.where(group == 0, draw.integers(0, 2, 300), 0)
    columns = {"group": group, "x": x, "y": draw.normal(size=300), "w": draw.integers(1, 4, 300)}
    frame = h2o.H2OFrame({name: column.tolist() for name, column in columns.items()})
    frame["group"] = frame["group"].asfactor()
    for name, weights in (("without", None), ("with", "w")):
        model = import_module("h2o.estimators").H2OGradientBoostingEstimator(weights_column=weights)
        try:
            models = model.train_segments(segments=["group"], x=["x"], y="y", training_frame=frame).as_frame()
            made = sum(row[2] == "SUCCEEDED" for row in h2o.as_list(models, use_pandas=False)[1:])
        except OSError as failure:
            made = "AssertionError, none" if "java.lang.AssertionError" in str(failure) else "another failure"
        lines.append(f"W16: x varies in 1 of 3 groups, {name} weights: models made: {made}")
    return lines


def main() -> None:
    """Print the counts."""
    lines = []
    day = 86_400_000
    days = np.repeat([0, 1, 2], [60, 70, 70])
    wrongs = wrong([20000 * day + day * days], np.where(days == 0, "a", "b").tolist())
    first = wrongs[days == 0].sum()
    lines.append(f"W13: 200 rows of three days in milliseconds: {wrongs.sum()} are wrong, of the first day {first}")
    x = 5_400_000 + np.arange(400) / 10
    steps = [(np.arange(400) >= 180 + place).astype(int) for place in range(0, 41, 2)]
    one_leaf = sum(leaves(predicted("RandomForest", [x], y, seed=1)[1]) == 1 for y in steps)
    count = f"{one_leaf} of {len(steps)} thresholds"
    lines.append(f"W8: 400 northings a decimetre apart: the default forest is one leaf for {count}")
    x = 5_400_000 + np.arange(400) / 100
    used = []
    for y in steps:
        cuts = import_module("h2o.tree").H2OTree(predicted("GradientBoosting", [x], y, ntrees=1)[0], 0).thresholds
        used.append(max(map(cuts.count, cuts)))
    count = f"{max(used)} times for {used.count(max(used))} of {len(steps)} thresholds"
    lines.append(f"W9: 400 northings a centimetre apart: boosting uses one threshold {count}")
    minutes = 1_700_000_000 + 60 * np.arange(400)
    off = sum(bool(((predicted("GradientBoosting", [minutes], y)[1].astype(float) > 1 / 2) != y).any()) for y in steps)
    count = f"{off} of {len(steps)} thresholds"
    lines.append(f"W7: 400 Unix times a minute apart: boosting predicts a row wrong for {count}")
    draw = np.random.default_rng(0)
    z = draw.integers(0, 2, 400)
    y = np.tile([0, 5], 200) + np.tile([0, 4], 200) * z + draw.normal(size=400) / 10
    for name, other in (("missing", None), ("0", 0)):
        said = predicted("GradientBoosting", [np.tile([1, other], 200), z], y, seed=1)[1].astype(float)
        left = f"{100 * ((y - said) ** 2).mean() / y.var():.1f} %"
        lines.append(f"W3: 400 rows, every second mark {name}: unexplained: boosting {left}")
    lines += marked(z, draw.normal(size=400) / 10)
    lengths = np.linspace(1, 1.02, 500)
    wrongs = wrong([lengths], np.where(lengths < 1.013, "a", "b").tolist())
    lines.append(f"W12: 500 lengths from 1 m to 1.02 m, one true threshold at 1.013 m: {wrongs.sum()} are wrong")
    few = 0
    for seed in range(20):
        draw = np.random.default_rng(seed)
        level = draw.integers(0, 2, 100)
        y = level + draw.normal(size=100) / 10
        missing = draw.choice(100, 5, replace=False)
        y[missing] += 3
        column = level.astype(object)
        column[missing] = None
        few += leaves(predicted("GradientBoosting", [column], y)[1]) == 1
    lines.append(f"W1: 100 rows, two levels, 5 rows missing and 3 larger: boosting makes {few} of 20 tables one leaf")
    for size in (100, 100000):
        draw = np.random.default_rng(0)
        y = size + (np.arange(400) >= 200) + draw.normal(size=400) / 10
        forest, _ = predicted("RandomForest", [np.arange(400)], y, seed=1)
        ends = import_module("h2o.tree").H2OTree(forest, 0).left_children.count(-1)
        lines.append(f"W4: 400 rows of a step of 1 from {size:,}: the first tree has {ends} leaves")
    lines += [sampled(), bounded(), *units(), *grouped()]
    print(*lines, sep="\n", file=sys.__stdout__)


if __name__ == "__main__":
    sys.stdout = sys.stderr  # what H2O says of itself
    warnings.simplefilter("ignore")
    h2o = import_module("h2o")
    h2o.init(nthreads=1, max_mem_size="1g", verbose=False)
    h2o.no_progress()
    try:
        main()
    finally:
        h2o.cluster().shutdown()
