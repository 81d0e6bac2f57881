"""The entries of ../README.md, shown by imodels alone, without dtrees:  python all.py."""

# mypy: ignore-errors
# The packages have no types.

import os
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO

import numpy as np
from imodels import C45TreeClassifier

PLACE = r"\n| \(/| (?:while|in) [A-Za-z ]+$"  # where in a file or in Python it failed


def told(entry: str, ask: Callable[[], object], exact: str) -> None:
    """Print one line: the entry, imodels's answer or failure, and the right answer."""
    try:
        with redirect_stdout(StringIO()):  # where chefboost warns
            answer = ask()
    except Exception as error:  # noqa: BLE001 (what it fails by is the answer)
        answer = f"{type(error).__name__}: {re.split(PLACE, str(error))[0]}"
    sys.stdout.write(f"{entry}: got {answer}; right is {exact}\n")


def column(*values: float) -> np.ndarray:
    return np.array([values], dtype=float).T


def by_seeds(*lines: str) -> str:
    """Return the distinct outputs of the Python *lines* in processes with four hash seeds."""
    printed = set()
    for seed in range(4):
        environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
        asked = subprocess.run(
            [sys.executable, "-c", "\n".join(lines)], env=environment, capture_output=True, text=True, check=False
        )
        printed.add(asked.stdout.strip() or asked.stderr.strip().splitlines()[-1])
    return " or ".join(sorted(printed))


def fitted(tree: object, inputs: np.ndarray, targets: list) -> list:
    tree.fit(inputs, np.array(targets))
    return tree.predict(inputs).tolist()


def rare() -> list:
    inputs = column(*[0] * 2001, 1)
    tree = C45TreeClassifier().fit(inputs, [0] * 1000 + [1] * 1001 + [2])
    return [tree.predict_proba(inputs[-1:]).round(2).tolist(), tree.predict(inputs[-1:]).tolist()]


told(
    "IM1",
    lambda: C45TreeClassifier().fit(column(0, 0, 0, 1), [0, 1, 1, 0]).predict_proba(column(0)).tolist(),
    "[[1/3, 2/3]]",
)
told("IM2", lambda: fitted(C45TreeClassifier(), column(0, 0, 0), [0, 1, 2]), "any one class")
imodels = ["from imodels import C45TreeClassifier as C", "print(C().fit([[0], [0], [1]], [0, 1, 1]).predict([[0]]))"]
nine = np.array([(x, z) for x in range(3) for z in range(3)])
told("IM2", lambda: fitted(C45TreeClassifier(), nine, nine.sum(axis=1) % 3), "any one class")
told("IM3", lambda: by_seeds(*imodels), "one answer")
told("IM4", rare, "[[[0, 0, 1]], [2]]: the one row of its leaf is of class 2")
