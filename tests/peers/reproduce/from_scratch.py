"""The entries of packages written from scratch, asked of them alone:  python from_scratch.py."""

# mypy: ignore-errors
# The packages have no types.

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import redirect_stdout
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from io import StringIO
from pathlib import Path

import numpy as np
import pandas as pd
from C45 import C45Classifier
from chefboost import Chefboost
from id3 import Id3Estimator
from imodels import C45TreeClassifier
from nltk.classify import DecisionTreeClassifier

spec = spec_from_file_location("dt", Path(find_spec("numpy_ml").submodule_search_locations[0]) / "trees" / "dt.py")
numpy_ml = module_from_spec(spec)
spec.loader.exec_module(numpy_ml)
DecisionTree = numpy_ml.DecisionTree

PLACE = r"\n| \(/| (?:while|in) [A-Za-z ]+$"  # where in a file or in Python it failed


def told(entry: str, ask: Callable[[], object], exact: str) -> None:
    """Print what the program answers, or how it fails, and what is right."""
    try:
        with redirect_stdout(StringIO()):  # where chefboost warns
            answer = ask()
    except Exception as error:  # noqa: BLE001 (what it fails by is the answer)
        answer = f"{type(error).__name__}: {re.split(PLACE, str(error))[0]}"
    sys.stdout.write(f"{entry} {answer}, exactly {exact}\n")


def column(*values: float) -> np.ndarray:
    return np.array([values], dtype=float).T


def by_seeds(*lines: str) -> str:
    """Return what the lines print in processes of different hash seeds."""
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


def chef(algorithm: str, columns: dict, classes: list) -> list:
    frame = pd.DataFrame({name: pd.Series(values, dtype=object if isinstance(values[0], str) else None)
                          for name, values in columns.items()})  # fmt: skip
    rows = frame.to_numpy().tolist()
    frame["Decision"] = pd.Series(classes, dtype=object)
    model = Chefboost.fit(frame, {"algorithm": algorithm, "enableParallelism": False}, silent=True)
    return [Chefboost.predict(model, row) for row in rows]


def c45(columns: dict, classes: list, asked: dict | None = None) -> list:
    tree = C45Classifier()
    tree.fit(pd.DataFrame(columns), pd.Series(classes, name="y"))
    return tree.predict(pd.DataFrame(asked or columns))


def refitted() -> int:
    tree = DecisionTree(seed=1)
    fitted(tree, column(0, 1), [0, 1])
    fitted(tree, np.array([[0, 0], [1, 1]]), [0, 1])
    return tree.n_feats


def rare() -> list:
    inputs = column(*[0] * 2001, 1)
    tree = C45TreeClassifier().fit(inputs, [0] * 1000 + [1] * 1001 + [2])
    return [tree.predict_proba(inputs[-1:]).round(2).tolist(), tree.predict(inputs[-1:]).tolist()]


def first_asked(columns: dict, classes: list) -> str:
    tree = C45Classifier()
    tree.fit(pd.DataFrame(columns), pd.Series(classes, name="y"))
    return tree.tree.attribute


def shares() -> list:
    rows = np.array([["p"], ["q"]], dtype=object)
    return Id3Estimator().fit(rows, [0, 1]).predict_proba(rows).tolist()


# numpy-ml
told("NM1", lambda: fitted(DecisionTree(), column(0, 0), [0, 1]), "one leaf")
told("NM2", lambda: fitted(DecisionTree(max_depth=0), column(0, 1), [0, 1]), "one leaf: no depth is allowed")
told("NM3", lambda: __import__("numpy_ml"), "a module")
told("NM4", lambda: fitted(DecisionTree(), column(1 + 2**-52, 1 + 2**-51), [0, 1]), "[0, 1]")
told("NM5", refitted, "2: both columns are asked")

# imodels
told(
    "IM1",
    lambda: C45TreeClassifier().fit(column(0, 0, 0, 1), [0, 1, 1, 0]).predict_proba(column(0)).tolist(),
    "[[1/3, 2/3]]",
)
told("IM2", lambda: fitted(C45TreeClassifier(), column(0, 0, 0), [0, 1, 2]), "any one class")
imodels = ["from imodels import C45TreeClassifier as C", "print(C().fit([[0], [0], [1]], [0, 1, 1]).predict([[0]]))"]
told("IM3", lambda: by_seeds(*imodels), "one answer")
told("IM4", rare, "[[[0, 0, 1]], [2]]: the one row of its leaf is of class 2")

# chefboost
os.chdir(tempfile.mkdtemp())
sys.path.insert(0, "")
told("CB1", lambda: chef("CART", {"x": [1, 2, 3]}, ["a", "b", "a"]), "['a', 'b', 'a']")
told("CB2", lambda: chef("ID3", {"x": ["p", "q"]}, ["it's", "b"]), """["it's", 'b']""")
text = pd.DataFrame({"x": ["p", "q"], "Decision": ["a", "b"]})
told(
    "CB3",
    lambda: Chefboost.fit(text, {"algorithm": "ID3", "enableParallelism": False}, silent=True) and "a model",
    "a model",
)
many = list(range(1, 24))
told("CB4", lambda: chef("CART", {"x": many}, ["a"] * 3 + ["b"] * 20).count("a"), "3: one question parts the classes")

# c45-decision-tree
told("CD1", lambda: c45({"x": ["p", "q"]}, ["a", "b"]), "['a', 'b']")
seven = {"u": ["q", "p", "q", "p", "o", "o", "p"], "v": ["o", "p", "q", "p", "p", "q", "p"]}
told(
    "CD2",
    lambda: first_asked(seven, ["a", "b", "a", "a", "b", "a", "a"]),
    "v: its gain ratio is 0.212, that of u 0.118",
)
three = {"x": ["p", "q", "r"], "z": ["o", "o", "o"]}
told("CD3", lambda: c45(three, ["a", "a", "b"], {"x": ["s"], "z": ["o"]}), "['a']: the majority, as its source says")

# decision-tree-id3 (of decision-tree-id-fork, which runs with the scikit-learn of today)
told("ID1", shares, "[[1, 0], [0, 1]]")
told(
    "ID2",
    lambda: fitted(Id3Estimator(min_entropy_decrease=2.0), column(0, 1), [0, 1]),
    "one leaf: entropy decreases by 1",
)
told("ID3", lambda: fitted(Id3Estimator(min_entropy_decrease=np.float64(0.5)), column(0, 1), [0, 1]), "[0, 1]")

# NLTK
rows = [({"x": "p"}, "a"), ({"x": "q"}, "b")]
stump = DecisionTreeClassifier.train(rows, depth_cutoff=0)
told(
    "NL1",
    lambda: [stump.classify(row) for row, _ in rows],
    "one leaf: no depth is allowed, and two rows are no support",
)
tied = "[({'x': 0, 'y': 0}, 'a'), ({'x': 1, 'y': 1}, 'b')]"
nltk = ["from nltk.classify import DecisionTreeClassifier as D", f"print(D.train({tied})._fname)"]
told("NL2", lambda: by_seeds(*nltk), "one answer")
