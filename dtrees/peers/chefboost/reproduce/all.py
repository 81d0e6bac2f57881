"""The entries of ../README.md, shown by chefboost alone, without dtrees:  python all.py."""

# mypy: ignore-errors
# The packages have no types.

import os
import re
import sys
import tempfile
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO

import pandas as pd
from chefboost import Chefboost

PLACE = r"\n| \(/| (?:while|in) [A-Za-z ]+$"  # where in a file or in Python it failed


def told(entry: str, ask: Callable[[], object], exact: str) -> None:
    """Print one line: the entry, chefboost's answer or failure, and the right answer."""
    try:
        with redirect_stdout(StringIO()):  # where chefboost warns
            answer = ask()
    except Exception as error:  # noqa: BLE001 (what it fails by is the answer)
        answer = f"{type(error).__name__}: {re.split(PLACE, str(error))[0]}"
    sys.stdout.write(f"{entry}: got {answer}; right is {exact}\n")


def chef(algorithm: str, columns: dict, classes: list) -> list:
    frame = pd.DataFrame({name: pd.Series(values, dtype=object if isinstance(values[0], str) else None)
                          for name, values in columns.items()})  # fmt: skip
    rows = frame.to_numpy().tolist()
    frame["Decision"] = pd.Series(classes, dtype=object)
    model = Chefboost.fit(frame, {"algorithm": algorithm, "enableParallelism": False}, silent=True)
    return [Chefboost.predict(model, row) for row in rows]


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
right = "3: one threshold separates the classes"
told("CB4", lambda: chef("CART", {"x": many}, ["a"] * 3 + ["b"] * 20).count("a"), right)
