"""The entries of ../README.md, shown by c45-decision-tree alone, without dtrees:  python all.py."""

# mypy: ignore-errors
# The packages have no types.

import re
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO

import pandas as pd
from C45 import C45Classifier

PLACE = r"\n| \(/| (?:while|in) [A-Za-z ]+$"  # where in a file or in Python it failed


def told(entry: str, ask: Callable[[], object], exact: str) -> None:
    """Print one line: the entry, c45-decision-tree's answer or failure, and the right answer."""
    try:
        with redirect_stdout(StringIO()):  # where chefboost warns
            answer = ask()
    except Exception as error:  # noqa: BLE001 (what it fails by is the answer)
        answer = f"{type(error).__name__}: {re.split(PLACE, str(error))[0]}"
    sys.stdout.write(f"{entry}: got {answer}; right is {exact}\n")


def c45(columns: dict, classes: list, asked: dict | None = None) -> list:
    tree = C45Classifier()
    tree.fit(pd.DataFrame(columns), pd.Series(classes, name="y"))
    return tree.predict(pd.DataFrame(asked or columns))


def first_asked(columns: dict, classes: list) -> str:
    tree = C45Classifier()
    tree.fit(pd.DataFrame(columns), pd.Series(classes, name="y"))
    return tree.tree.attribute


def rules(columns: dict, classes: list) -> list:
    tree = C45Classifier()
    tree.fit(pd.DataFrame(columns), pd.Series(classes, name="y"))
    return tree.rules()


told("CD1", lambda: c45({"x": ["p", "q"]}, ["a", "b"]), "['a', 'b']")
seven = {"u": ["q", "p", "q", "p", "o", "o", "p"], "v": ["o", "p", "q", "p", "p", "q", "p"]}
told(
    "CD2",
    lambda: first_asked(seven, ["a", "b", "a", "a", "b", "a", "a"]),
    "v: its gain ratio is 0.212, that of u 0.118",
)
three = {"x": ["p", "q", "r"], "z": ["o", "o", "o"]}
told("CD3", lambda: c45(three, ["a", "a", "b"], {"x": ["s"], "z": ["o"]}), "['a']: the majority, as its source says")
nested = {"x": ["p", "p", "q"], "z": ["u", "v", "u"], "w": ["g", "g", "g"]}
told("CD4", lambda: sorted(rules(nested, ["a", "b", "c"]))[1:], "x = p AND z = u => a, x = p AND z = v => b")
