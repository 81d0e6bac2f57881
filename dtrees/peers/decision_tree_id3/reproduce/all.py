"""The entries of ../README.md, shown by decision-tree-id-fork alone, without dtrees:  python all.py."""

# mypy: ignore-errors
# The packages have no types.

import re
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO

import numpy as np
from id3 import Id3Estimator

PLACE = r"\n| \(/| (?:while|in) [A-Za-z ]+$"  # where in a file or in Python it failed


def told(entry: str, ask: Callable[[], object], exact: str) -> None:
    """Print one line: the entry, decision-tree-id-fork's answer or failure, and the right answer."""
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


def shares() -> list:
    rows = np.array([["p"], ["q"]], dtype=object)
    return Id3Estimator().fit(rows, [0, 1]).predict_proba(rows).tolist()


told("ID1", shares, "[[1, 0], [0, 1]]")
told(
    "ID2",
    lambda: fitted(Id3Estimator(min_entropy_decrease=2.0), column(0, 1), [0, 1]),
    "one leaf: entropy decreases by 1",
)
told("ID3", lambda: fitted(Id3Estimator(min_entropy_decrease=np.float64(0.5)), column(0, 1), [0, 1]), "[0, 1]")
close = column(1 + 2**-23, 1 + 2**-22)
told("ID5", lambda: fitted(Id3Estimator(), close, [0, 1]), "[0, 1]")
told("ID5", lambda: fitted(Id3Estimator(is_repeating=True), close, [0, 1]), "[0, 1]")
told("ID4", lambda: fitted(Id3Estimator(), column(16777217, 16777218), [0, 1]), "[0, 1]: float32 parts them")
