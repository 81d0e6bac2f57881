"""The entries of ../README.md, shown by NLTK alone, without dtrees:  python all.py."""

# mypy: ignore-errors
# The packages have no types.

import os
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO

from nltk.classify import DecisionTreeClassifier

PLACE = r"\n| \(/| (?:while|in) [A-Za-z ]+$"  # where in a file or in Python it failed


def told(entry: str, ask: Callable[[], object], exact: str) -> None:
    """Print one line: the entry, NLTK's answer or failure, and the right answer."""
    try:
        with redirect_stdout(StringIO()):  # where chefboost warns
            answer = ask()
    except Exception as error:  # noqa: BLE001 (what it fails by is the answer)
        answer = f"{type(error).__name__}: {re.split(PLACE, str(error))[0]}"
    sys.stdout.write(f"{entry}: got {answer}; right is {exact}\n")


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
