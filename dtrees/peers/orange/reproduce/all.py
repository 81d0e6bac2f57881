"""The entries of ../README.md, shown by Orange alone, without dtrees:  python all.py.

Each line states Orange's predictions for the training rows, and the right ones.
"""

from __future__ import annotations

import warnings
from importlib import import_module
from typing import Any

import numpy as np


def grown(y: Any, *, numbers: bool = True, **options: Any) -> Any:
    """Return Orange's tree grown on one column 0, 1, 2, ... with targets *y*, and its table."""
    data = import_module("Orange.data")
    target = data.ContinuousVariable("y") if numbers else data.DiscreteVariable("y", values=("a", "b"))
    domain = data.Domain([data.ContinuousVariable("x")], target)
    table = data.Table.from_numpy(domain, np.arange(len(y), dtype=float).reshape(-1, 1), np.array(y, float))
    kind = import_module("Orange.regression" if numbers else "Orange.classification")
    return kind.TreeLearner(**options)(table), table


def predicted(y: Any, **options: Any) -> list[str]:
    """Return the prediction for each training row."""
    tree, table = grown(y, **options)
    return [f"{number:.11g}" for number in tree(table)]


def say(entry: str, answer: Any, exact: Any) -> None:
    """Print one line: the entry, Orange's answer and the right one."""
    print(f"{entry}: got {' '.join(map(str, answer))}; right is {' '.join(map(str, exact))}")


def main() -> None:
    """Print Orange's answer for each entry, and the right one."""
    warnings.simplefilter("ignore")
    far = [100000001, 100000000, 100000003, 100000002]
    say("O1", predicted(far), far)
    say("O2", [grown([0.1, 0.1, 0.1])[0].node_count(), "nodes"], [1])
    say("O3", predicted([0, 0, 1e155]), [0, 0, 1e155])
    say("O4", predicted([1, 1], min_samples_leaf=3), [1, 1])
    try:
        answer = [grown([0, 1] * 500, numbers=False, sufficient_majority=1.0)[0].leaf_count(), "leaves"]
    except RecursionError as failure:
        answer = [type(failure).__name__]
    say("O5", answer, [1000, "leaves"])


if __name__ == "__main__":
    main()
