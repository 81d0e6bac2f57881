"""The entries of ../README.md, shown by mlpack alone, without dtrees:  python all.py.

Each line states mlpack's answer, and the right one.
"""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from typing import Any

import numpy as np
import pandas as pd

FIT = """
import numpy as np
from mlpack import DecisionTree
DecisionTree(minimum_leaf_size=1).fit(training=np.array({}), labels=np.array([0, 0, 1, 1]))
"""


def fitted(training: Any, labels: list[int], **options: Any) -> Any:
    """Return mlpack's tree fitted to a column, or to a table, with leaves of at least one row."""
    given = {"minimum_leaf_size": 1, "copy_all_inputs": True} | options
    weights = {"weights": np.array(given.pop("weights"))} if "weights" in given else {}
    table = np.array([training], float).T if isinstance(training, list) else training
    return import_module("mlpack").DecisionTree(**given).fit(training=table, labels=np.array(labels), **weights)


def root(model: Any) -> str:
    """Return the question at the root as text, or ``a leaf``."""
    tree = model._DecisionTreeModel.get_cpp_params()["DecisionTreeModel"]["tree"]  # noqa: SLF001 (nothing else shows it)
    if not tree["value0"]["vecSize"]:
        return "a leaf"
    return f"column {tree['splitDimension']} <= {tree['classProbabilities'].ravel()[0]:g}"


def predicted(model: Any, frame: Any) -> str:
    """Return the classes of the rows of *frame*."""
    return " ".join(map(str, model.predict(test=frame)))


def frame(categories: str, **options: Any) -> Any:
    """Return a column of one-letter categories; a space stands for a missing value."""
    return pd.DataFrame({"x": pd.Categorical([None if one == " " else one for one in categories], **options)})


def failure(ask: Any) -> str:
    """Return the text of what *ask* returns, or the name and text of the exception that it raises."""
    try:
        return str(ask())
    except Exception as error:  # noqa: BLE001 (what it fails by is the answer)
        return f"{type(error).__name__}: {error}"


def ended(table: str) -> str:
    """Return ``signal N`` if signal N ends a new Python process that fits a tree to *table*, else ``a tree``."""
    code = subprocess.run([sys.executable, "-c", FIT.format(table)], capture_output=True, check=False).returncode
    return f"signal {-code}" if code < 0 else "a tree"


def say(entry: str, answer: Any, exact: str) -> None:
    """Print one line: the entry, mlpack's answer and the right one."""
    print(f"{entry}: got {answer}; right is {exact}")


def main() -> None:
    """Print mlpack's answer for each entry, and the right one."""
    say("A1", root(fitted([1, 2], [0, 1])), "column 0 <= 1.5, which gains 1/2")
    halves = fitted(list(range(40)), [0] * 20 + [1] * 20, minimum_leaf_size=20)
    say("A1", root(halves), "column 0 <= 19.5, which gains 1/2 and leaves 20 rows on each side")
    both = np.array([[1, 1], [1, 1], [2, 1], [2, 1], [2, 2], [2, 2], [2, 2], [2, 2]], float)
    classes = [0, 0, 0, 1, 1, 1, 1, 1]
    say("A2", root(fitted(both, classes, minimum_gain_split=0.2)), "column 1 <= 1.5, which gains 9/32, not 25/96")
    pure = fitted([0, 1, 1], [0, 1, 1], weights=[1.0, 9, 9], minimum_gain_split=0.2)
    say("A3", root(pure), "a leaf: 36/361 is the most that is gained")
    say("A4", root(fitted(frame("pqrpqr"), [0, 1, 0, 0, 1, 0])), "a child each category, or q against the others")
    model = fitted(frame("ppqqrr"), [0, 0, 1, 1, 2, 2])
    say("A5", predicted(model, frame("qr")), "1 2")
    given = frame("pqpq")
    fitted(given, [0, 1, 0, 1])
    say("A6", given["x"].tolist(), "['p', 'q', 'p', 'q']")
    texts = pd.DataFrame({"x": list("pqpq")}, dtype=object)
    say("A7", failure(lambda: root(fitted(texts, [0, 1, 0, 1]))), "a tree")
    say(
        "A8",
        root(fitted(frame("  pp"), [0, 0, 1, 1])),
        "no question: the value is missing, or refused as that of a number is",
    )
    number = failure(lambda: fitted([np.nan, np.nan, 0, 0], [0, 0, 1, 1]))
    say("A8", number.partition(";")[0], "the same for categories")
    say("A9", ended("[[1.5e308], [1.6e308], [1.7e308], [1.75e308]]"), "a tree that asks column 0 <= 1.65e308")
    say(
        "A10",
        failure(lambda: root(fitted([1, 2, 3, 4], [0, 0, 1, 1], minimum_gain_split=0.0))),
        "a tree: [0, 1] is asked for",
    )
    say("A11", ended("[[1], [2], [3], [4]]"), "a tree that asks column 0 <= 2.5")


if __name__ == "__main__":
    main()
