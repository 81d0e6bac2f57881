"""The entries of ../README.md, shown by scikit-learn-intelex 2025.11 alone, without dtrees:  python all.py.

Each line states oneDAL's answer, and the right one.
"""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

daal4py: Any = import_module("daal4py")


def table(columns: Any) -> Any:
    """Return *columns* as rows of numbers; a list of numbers is one column."""
    rows = np.array(columns, dtype=float)
    return np.ascontiguousarray(rows.reshape(len(rows), -1))


def tree(x: Any, y: Any, classes: int = 0, *, prune: Any = None, weights: Any = None, **options: Any) -> Any:
    """Return the model of a decision tree, pruned on the rows and targets *prune* if given."""
    options = {"pruning": "reducedErrorPruning" if prune else "none", "minObservationsInLeafNodes": 1, **options}
    if classes:
        made = daal4py.decision_tree_classification_training(nClasses=classes, splitCriterion="gini", **options)
    else:
        made = daal4py.decision_tree_regression_training(**options)
    others = map(table, prune) if prune else (None, None)
    return made.compute(table(x), table(y), *others, *([] if weights is None else [table(weights)])).model


def forest(x: Any, y: Any, classes: int = 0, weights: Any = None, **options: Any) -> Any:
    """Return the model of a forest of one tree, grown on all rows and columns."""
    options = {
        "nTrees": 1,
        "bootstrap": False,
        "featuresPerNode": table(x).shape[1],
        "minObservationsInLeafNode": 1,
    } | options
    if classes:
        made = daal4py.decision_forest_classification_training(nClasses=classes, **options)
    else:
        made = daal4py.decision_forest_regression_training(**options)
    return made.compute(table(x), table(y), *([] if weights is None else [table(weights)])).model


def predicted(kind: str, model: Any, x: Any, classes: int = 0) -> str:
    """Return the predictions for rows *x* by the *model* of this *kind*, as text."""
    word, options = ("classification", {"nClasses": classes}) if classes else ("regression", {})
    made = getattr(daal4py, f"{kind}_{word}_prediction")(**options)
    return " ".join(f"{number:.16g}" for number in made.compute(table(x), model).prediction.ravel())


def of_tree(x: Any, y: Any, classes: int = 0, rows: Any = None, **options: Any) -> str:
    """Return a decision tree's predictions for its training rows, or for other *rows*."""
    return predicted("decision_tree", tree(x, y, classes, **options), x if rows is None else rows, classes)


def of_forest(x: Any, y: Any, classes: int = 0, **options: Any) -> str:
    """Return the predictions for the training rows by a forest of one tree."""
    return predicted("decision_forest", forest(x, y, classes, **options), x, classes)


def say(entry: str, answer: Any, exact: Any) -> None:
    """Print one line: the entry, oneDAL's answer and the right one."""
    print(f"{entry}: got {answer}; right is {exact}", flush=True)


def ended(ask: str) -> str:
    """Return the exit status of a new Python process that calls ``tree``, or ``killed by a signal``."""
    code = f"from all import daal4py, tree; daal4py.daalinit(1); tree({ask})"
    here = Path(__file__).parent
    failed = subprocess.run([sys.executable, "-c", code], cwd=here, check=False, capture_output=True).returncode
    return "killed by a signal" if failed < 0 else str(failed)


def trees() -> None:
    """Print the decision tree's answer for each of its entries."""
    say("D1", of_tree([1, 2, 3, 4], [9, 5, 5, 4], minObservationsInLeafNodes=2), "7 7 4.5 4.5")
    say("D2", of_tree([0, 1], [0, 1e-8]), "0 1e-08")
    say("D3", of_tree([0, 2], [0, 1], 2, rows=[1]), "1")
    low, high = 1 + 2**-52, 1 + 2**-51
    say("D4", of_tree([low, high], [0, 1], 2) + "; " + of_tree([1e308, 1.7e308], [0, 1]), "0 1; 0 1")
    say("D4", ended(f"[[1, 1], [1, {low}], [{low}, 1], [{low}, {low}]], [0, 1, 1, 0], 2"), "four leaves")
    states = daal4py.getTreeState(tree([0, 1, 2], [0, 1, 1], 2, weights=[1, 3, 2]), n_classes=2)
    say("D5", f"{states.node_ar['impurity'][0]:.16g}", 5 / 18)
    states = daal4py.getTreeState(tree([0, 1, 2, 3], [0, 0, 1, 1], 2, weights=[0, 1, 1, 1]), n_classes=2)
    say("D6", f"cuts at {states.node_ar['threshold'][0]}", "cuts at 1.5")
    states = daal4py.getTreeState(tree([2, 1, 0, 3, 4], [0, 0, 0, 1, 1], 2, weights=[0.1, 0.2, 0.3, 1, 1]), n_classes=2)
    say("D7", f"{states.node_count} nodes", "3 nodes")
    say("D8", of_tree([0, 1], [1e16, 1]), "1e+16 1")
    eight, doubled = range(8), [0, 0, 1, 1, 2, 2, 3, 3]
    say("D9", of_tree(eight, np.array(doubled) + 5, prune=([0, 3], [5, 6])), "5 5 6 6 7.5 7.5 7.5 7.5")
    last = ended("[0, 1, 2], [0, 1, 1], 2, prune=([0, 1], [0, 10**9])")
    say("D10", last, "an error, as for the labels that it is grown by")
    pure = daal4py.getTreeState(tree(range(9), [0] * 3 + [1] * 6))
    say("D12", f"{pure.node_count} nodes", "3 nodes")


def forests() -> None:
    """Print the forest's answer for each of its entries."""
    say("DF1", of_forest([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0], 2), "0 1 1 0")
    say("DF2", of_forest([1e-17, 2e-17], [0, 1], 2), "0 1")
    close = daal4py.getTreeState(forest(np.arange(500) * 1e-18, np.arange(500) % 2, 2), 0, 2).node_ar
    say("DF2", f"a leaf of {close['n_node_samples'][close['feature'] < 0].max()} rows", "leaves of 1 row")
    say("DF3", of_forest([0, 1], [0, 1e-8]), "0 1e-08")
    far = [100000001, 100000000, 100000003, 100000002]
    cut = daal4py.getTreeState(forest([0, 1, 2, 3], far), 0, 1).node_ar["threshold"][0]
    say("DF4", f"cuts at {cut}", "cuts at 1.5")
    say("DF5", of_forest([0, 1, 1], [1e16, 1, 2]), "1e+16 1.5 1.5")
    say("DF6", of_forest([1e308, 1.7e308, 1.75e308], [0, 1, 1], 2), "0 1 1")
    numbers = of_forest(range(5), [9, 2, 4, 1, 1], maxLeafNodes=5)
    asked = daal4py.getTreeState(forest(range(6), [0, 1, 0, 2, 2, 0], 3, maxLeafNodes=3), 0, 3).node_ar
    cuts = sorted(asked["threshold"][asked["feature"] >= 0].tolist())
    say("DF7", f"cuts at {cuts}; {numbers}", "cuts at [2.5, 4.0]; 9 2 4 1 1")
    light = daal4py.getTreeState(forest([0, 1, 2], [0, 1, 1], 2, weights=[1e-10] * 3), 0, 2)
    say("DF8", f"{light.node_count} nodes", "3 nodes")
    say("DF8", predicted("decision_forest", forest([0, 1], [1, 5], weights=[1e-15] * 2), [0, 1]), "1 5")
    pure = daal4py.getTreeState(forest(range(6), [1] * 4 + [0] * 2), 0, 1)
    say("DF9", f"{pure.node_count} nodes", "3 nodes")


if __name__ == "__main__":
    daal4py.daalinit(1)
    trees()
    forests()
