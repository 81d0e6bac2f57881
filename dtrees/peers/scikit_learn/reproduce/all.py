"""The entries of ../README.md, shown by scikit-learn alone, without dtrees:  python all.py.

Each line states scikit-learn's answer, and the right one.
"""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

CRASH = """
import signal
signal.alarm(60)  # once the process did not end: this signal ends it
from sklearn.tree import DecisionTreeRegressor
DecisionTreeRegressor().cost_complexity_pruning_path([[0], [1], [2]], [0, 0, 1e155])
"""


def tree(y: Any, x: Any = None, weights: Any = None, **options: Any) -> Any:
    """Return scikit-learn's tree with targets *y* on rows *x*, or on one column, by default 0, 1, 2, ..."""
    learner = DecisionTreeClassifier if isinstance(y, str) else DecisionTreeRegressor
    x = range(len(y)) if x is None else x
    return learner(random_state=0, **options).fit(np.reshape(x, (len(y), -1)), list(y), sample_weight=weights)


def path(y: Any, x: Any = None) -> Any:
    """Return the alphas of scikit-learn's pruning path."""
    fitted = tree(y, x)
    x = range(len(y)) if x is None else x
    return fitted.cost_complexity_pruning_path(np.reshape(x, (len(y), -1)), list(y)).ccp_alphas


def text(value: Any) -> str:
    """Return *value* as text; several values stand side by side."""
    return " ".join(map(str, value)) if isinstance(value, (tuple, list, np.ndarray)) else str(value)


def say(entry: str, answer: object, exact: object) -> None:
    """Print one line: the entry, scikit-learn's answer and the right one."""
    print(f"{entry}: got {text(answer)}; right is {text(exact)}")


def main() -> None:
    """Print scikit-learn's answer for each entry, and the right one."""
    far = tree([100000001, 100000000, 100000003, 100000002])
    say("S1", (far.tree_.threshold[0], far.get_n_leaves()), (1.5, 4))
    x = np.linspace(0, 1, 1000)
    sizes = [tree(wave, x, max_leaf_nodes=32).get_n_leaves() for wave in (1.7e9 + 10 * np.sin(8 * x), np.sin(8 * x))]
    say("S1", sizes[0], sizes[1])
    say("S2", tree([1e8, 0, 1]).tree_.impurity[2], 1 / 4)
    say("S3", tree([100.1, 100.1, 100.1]).tree_.node_count, 1)
    say("S4", tree("bba", weights=[0.1, 0.4, 0.6]).tree_.node_count, 3)
    say("S5", tree([0.2, 4.9, 4.9, 0.2], [(0, 0), (0, 1), (1, 0), (1, 1)]).get_n_leaves(), 4)
    say("S6", tree([0, 2.98e-8]).get_n_leaves(), 2)
    say("S7", tree("abc", [0, 0, 1], [1, 1, 1.2e-16]).tree_.impurity[2], 0)
    say("S8", tree([0.4, 0.5, 0.8, 0.5, 0.8], [0, 1, 1, 2, 3]).tree_.threshold[0], 2.5)
    rows = ([0, 0, 1, 2, 2, 2], "baacab")
    say("S9", path(rows[1], rows[0]), (0, 1 / 18, "(one row)"))
    say("S10", path([0.2, 0.4, 0], [0, 1, 1]), (0, "(no row of the same tree)"))
    say("S1", path([1e8, 1e8 + 3]), (0, 9 / 4))
    say("S1", tree([1e8, 1e8 + 2, 1e8 + 3, 1e8 + 1], [0, 0, 1, 1], ccp_alpha=0.125).get_n_leaves(), 2)
    crashed = subprocess.run([sys.executable, "-c", CRASH], capture_output=True, check=False).returncode < 0
    say("S13", "crashes" if crashed else "ends", "ends")
    xor = ("abab", [0, 0, 1, 1])
    say("S14", [tree(*xor, ccp_alpha=alpha).get_n_leaves() for alpha in (0, 5e-324)], (1, 1))
    tied = [(0, 0), (0, 0), (1, 1), (2, 1), (2, 2), (2, 1)]
    say("S15", path("dcdbaa", tied), (0, 1 / 18, 5 / 18))
    light = tree([1e-15, 1e-15, 4e-15], criterion="poisson").get_n_leaves()
    say("S16", (light, tree([1e-16, 3e-16], criterion="poisson").tree_.impurity[0]), (2, "2.6e-17"))
    say("S17", tree([0, 0, 1, 3], range(1, 5), criterion="poisson").tree_.threshold[0], 2.5)


if __name__ == "__main__":
    main()
