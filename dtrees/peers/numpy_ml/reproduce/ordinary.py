"""How often ordinary data show an entry, by numpy-ml alone:  python ordinary.py."""

# mypy: ignore-errors
# The packages have no types.

from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path

import numpy as np
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.model_selection import train_test_split

spec = spec_from_file_location("dt", Path(find_spec("numpy_ml").submodule_search_locations[0]) / "trees" / "dt.py")
numpy_ml = module_from_spec(spec)
spec.loader.exec_module(numpy_ml)

x, y = load_iris(return_X_y=True)
try:
    answer = numpy_ml.DecisionTree().fit(x[:, 2:], y)
except RecursionError as failure:
    answer = type(failure).__name__
print(f"NM1: iris by its petals: {answer}")


def ends(seed: int, x: np.ndarray) -> bool:
    """Return whether a tree of the distinct numbers *x*, of random classes, ends in an exception."""
    x = np.unique(x)
    try:
        numpy_ml.DecisionTree().fit(x[:, None], np.random.default_rng(seed).integers(0, 2, len(x)))
    except RecursionError:
        return True
    return False


k = np.arange(1, 101)
tenths = np.array([k * 0.1, k / 10])
kept, rounded = (sum(ends(seed, one) for seed in range(10)) for one in (tenths, tenths.round(9)))
print(f"NM4: tenths computed in two ways: {kept} of 10 tables end in an exception; rounded to 9 digits, {rounded}")
x, new, y, classes = train_test_split(*load_breast_cancer(return_X_y=True), random_state=0)
told = []
for first, seeds in ((2, 12), (30, 4)):
    wrong = 0
    for seed in range(1, seeds + 1):
        tree = numpy_ml.DecisionTree(seed=seed)
        tree.fit(x[:, :first], y)
        tree.fit(x, y)
        wrong += (tree.predict(new) != classes).mean() / seeds
    told.append(f"fit on {first} columns, then on all 30, {seeds} seeds: {100 * wrong:.1f} %")
print(f"NM5: breast cancer, new rows that are predicted wrong: {', '.join(told)}")
