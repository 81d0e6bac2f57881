"""The entries of ../README.md, shown by H2O alone, without dtrees:  python all.py.

Each line states H2O's predictions for the training rows, and the right ones.  The script starts a server of its own,
and ends it.
"""

from __future__ import annotations

import sys
import warnings
from importlib import import_module
from typing import Any

MISSING = None
FOREST = {"ntrees": 1, "sample_rate": 1, "mtries": -2, "max_depth": 0, "min_split_improvement": 0, "nbins": 1024}
BOOSTED = {"ntrees": 1, "learn_rate": 1, "min_rows": 1, "max_depth": 5, "min_split_improvement": 0, "nbins": 1024}


def grown(columns: Any, y: Any, kind: str = "RandomForest", w: Any = None, **options: Any) -> tuple[Any, Any]:
    """Return H2O's model of these *columns* and responses *y*, and its frame."""
    frame = import_module("h2o").H2OFrame({**columns, "y": y} | ({"w": w} if w else {}))
    if kind == "DecisionTree":
        frame["y"] = frame["y"].asfactor()
    usual = {"RandomForest": FOREST, "GradientBoosting": BOOSTED, "DecisionTree": {}}[kind]
    model = getattr(import_module("h2o.estimators"), f"H2O{kind}Estimator")(**usual | options)
    model.train(x=list(columns), y="y", training_frame=frame, weights_column="w" if w else None)
    return model, frame


def predicted(columns: Any, y: Any, kind: str = "RandomForest", **options: Any) -> list[str]:
    """Return the prediction for each training row."""
    model, frame = grown(columns, y, kind, **options)
    answered = import_module("h2o").as_list(model.predict(frame), use_pandas=False)[1:]
    return [row[0] if kind == "DecisionTree" else f"{float(row[0]):.9g}" for row in answered]


def main() -> None:
    """Print H2O's answer for each entry, and the right one."""
    lines, x = [], [0, 1, 2, 3]

    def say(entry: str, answer: Any, exact: Any) -> None:
        lines.append(f"{entry}: got {' '.join(map(str, answer))}; right is {' '.join(map(str, exact))}\n")

    say("W1", predicted({"x": [0, 0, 1, 1, MISSING]}, [0, 0, 1, 1, 9], min_rows=2), [0, 0, "11/3", "11/3", "11/3"])
    say("W2", predicted({"x": [1, 2, 2, MISSING]}, [9, 1, 1, 2]), [9, 1, 1, 2])
    say("W3", predicted({"x": [1, 1, MISSING, MISSING], "z": [0, 0, 0, 1]}, [0, 0, 5, 9]), [0, 0, 5, 9])
    far = [100001, 100000, 100003, 100002]
    say("W4", predicted({"x": x}, far), far)
    beside = [1, 0, 3, 2, 999999]
    say("W4", predicted({"x": list(range(5))}, beside, "GradientBoosting"), beside)
    say("W5", predicted({"x": x}, [1e20, 2e20, 7e20, 9e20]), ["1e20", "2e20", "7e20", "9e20"])
    say("W6", predicted({"x": x}, [1e-15, 2e-15, 7e-15, 9e-15]), ["1e-15", "2e-15", "7e-15", "9e-15"])
    seconds = [1700000000, 1700000060, 1700000400]
    say("W7", predicted({"x": seconds}, [0, 1, 5]), [0, 1, 5])
    say("W8", predicted({"x": [1, 1.00000001, 1.000001]}, [0, 8, 9]), [0, 8, 9])
    say("W9", predicted({"x": [1, 1.00000001, 1.000001]}, [0, 8, 9], "GradientBoosting"), [0, 8, 9])
    close, _ = grown({"x": [1, 1, 1, 1 + 2**-52, 1 + 2**-52]}, [0, 1, 1, 1, 0], max_depth=9)
    say("W9", [len(import_module("h2o.tree").H2OTree(close, 0)), "nodes"], [3])
    answer = predicted({"x": list(range(8))}, list("abbbbaaa"), "DecisionTree", min_rows=3)
    say("W10", answer, "bbbbbaaa")
    parted = {"x": [0, 0, 1, 1], "z": [0, 1, 0, 1]}
    say("W11", predicted(parted, ["a", "b", "b", "b"], "DecisionTree"), ["a", "b", "b", "b"])
    say(
        "W12",
        predicted({"x": [0.001, 0.002, 0.003, 0.004]}, ["a", "a", "b", "b"], "DecisionTree"),
        ["a", "a", "b", "b"],
    )
    late = {"x": x, "z": [1e12, 1e12, 1e12, 2e12]}
    say("W13", predicted(late, ["a", "a", "b", "b"], "DecisionTree"), ["a", "a", "b", "b"])
    try:
        answer = predicted({"x": x}, ["a", "a", "b", "b"], "DecisionTree", max_depth=30)
    except OSError as failure:
        answer = ["OutOfMemoryError" if "OutOfMemoryError" in str(failure) else "another failure"]
    say("W14", answer, ["a", "a", "b", "b"])
    tree = import_module("h2o.tree").H2OTree(grown({"x": x}, [1, 2, 5, 4])[0], 0)
    say("W15", [tree.root_node.id, tree.predictions[0]], [0, 3])
    try:
        answer = predicted({"x": [0, 0]}, [0, 1], "GradientBoosting", w=[3, 1], check_constant_response=False)
    except OSError as failure:
        answer = ["AssertionError" if "java.lang.AssertionError" in str(failure) else "another failure"]
    say("W16", answer, ["the refusal that comes without weights"])
    single, frame = grown({"x": list(range(8))}, [0] * 7 + [100], "GradientBoosting", sample_rate=0.5, seed=1)
    sampled = import_module("h2o").as_list(single.row_to_tree_assignment(frame), use_pandas=False)[8][1]
    nodes = len(import_module("h2o.tree").H2OTree(single, 0))
    say("W17", [nodes, "nodes, where the last row is sampled", sampled, "times"], ["1 node"])
    columns = {"x": [0, 0, 0, 0, 1, 1], "z": [0, 1, 1, 2, 0, 2]}
    answer = predicted(columns, [7, 3, 3, 0, 1, 8], "GradientBoosting", max_depth=2, monotone_constraints={"x": 1})
    say("W18", answer, [3.875, 3.875, 3.875, 0, 3.875, 8])
    sys.__stdout__.writelines(lines)  # type: ignore[union-attr]  # there is one


if __name__ == "__main__":
    sys.stdout = sys.stderr  # what H2O says of itself
    warnings.simplefilter("ignore")
    h2o = import_module("h2o")
    h2o.init(nthreads=1, max_mem_size="1g", verbose=False)
    h2o.no_progress()
    try:
        main()
    finally:
        h2o.cluster().shutdown()
