"""The entries of ../README.md, shown by numpy-ml alone, without dtrees:  python all.py."""

# mypy: ignore-errors
# The packages have no types.

import re
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from io import StringIO
from pathlib import Path

import numpy as np

spec = spec_from_file_location("dt", Path(find_spec("numpy_ml").submodule_search_locations[0]) / "trees" / "dt.py")
numpy_ml = module_from_spec(spec)
spec.loader.exec_module(numpy_ml)
DecisionTree = numpy_ml.DecisionTree

PLACE = r"\n| \(/| (?:while|in) [A-Za-z ]+$"  # where in a file or in Python it failed


def told(entry: str, ask: Callable[[], object], exact: str) -> None:
    """Print one line: the entry, numpy-ml's answer or failure, and the right answer."""
    try:
        with redirect_stdout(StringIO()):  # where chefboost warns
            answer = ask()
    except Exception as error:  # noqa: BLE001 (what it fails by is the answer)
        answer = f"{type(error).__name__}: {re.split(PLACE, str(error))[0]}"
    sys.stdout.write(f"{entry}: got {answer}; right is {exact}\n")


def column(*values: float) -> np.ndarray:
    return np.array([values], dtype=float).T


def fitted(tree: object, inputs: np.ndarray, targets: list) -> list:
    tree.fit(inputs, np.array(targets))
    return tree.predict(inputs).tolist()


def refitted() -> int:
    tree = DecisionTree(seed=1)
    fitted(tree, column(0, 1), [0, 1])
    fitted(tree, np.array([[0, 0], [1, 1]]), [0, 1])
    return tree.n_feats


told("NM1", lambda: fitted(DecisionTree(), column(0, 0), [0, 1]), "one leaf")
told("NM2", lambda: fitted(DecisionTree(max_depth=0), column(0, 1), [0, 1]), "one leaf: no depth is allowed")
told("NM3", lambda: __import__("numpy_ml"), "a module")
told("NM4", lambda: fitted(DecisionTree(), column(1 + 2**-52, 1 + 2**-51), [0, 1]), "[0, 1]")
told("NM5", refitted, "2: both columns are asked")
