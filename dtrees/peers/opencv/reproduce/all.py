"""The entries of ../README.md, shown by OpenCV alone, without dtrees:  python all.py.

Each line states OpenCV's answer, and the right one.  The options are those of `USUAL`, unless said: with its defaults
no tree can be grown (V1, V2).
"""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import cv2
import numpy as np

USUAL: dict[str, Any] = {"CVFolds": 0, "MinSampleCount": 0, "MaxDepth": 12, "RegressionAccuracy": 0}

DIES = "import cv2, numpy as np; tree = cv2.ml.DTrees_create(); x = np.float32([[0], [1]]); "
HANGS = f"""{DIES}
tree.setCVFolds(0); tree.setMaxDepth(2); tree.setMinSampleCount(0)
tree.train(cv2.ml.TrainData_create(x, 0, np.int32([0, 1]), varType=np.uint8([1, 1])))
tree.predict(x, flags=cv2.ml.STAT_MODEL_PREPROCESSED_INPUT)
"""


def grown(x: Any, y: Any, *, numbers: bool = False, categories: bool = False, **options: Any) -> Any:
    """Return OpenCV's tree, and the features in the form that it takes."""
    tree = cv2.ml.DTrees_create()
    for name, value in (USUAL | options).items():
        getattr(tree, f"set{name}")(value)
    features = np.float32(x).reshape(len(y), -1)
    kinds = np.array([categories] * features.shape[1] + [not numbers], np.uint8)
    tree.train(cv2.ml.TrainData_create(features, 0, np.float32(y) if numbers else np.int32(y), varType=kinds))
    return tree, features


def predicted(x: Any, y: Any, **options: Any) -> list[Any]:
    """Return the predictions for the training rows, or the failure."""
    try:
        tree, features = grown(x, y, **options)
    except cv2.error as failure:
        return ["error:", *failure.err.split()]
    numbers: Any = tree.predict(features)[1].ravel().tolist()
    return [f"{number:.10g}" for number in numbers]


def ended(code: str) -> list[str]:
    """Return how a new Python process that runs *code* ends within 1.5 seconds."""
    try:
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, timeout=1.5)
    except subprocess.TimeoutExpired:
        return ["never ends"]
    if done.returncode < 0:
        return ["ended by signal", str(-done.returncode)]
    return done.stderr.decode().strip().split("error: ")[-1].split(") ")[-1].split(".")[0].split()


def say(entry: str, answer: Any, exact: Any) -> None:
    """Print one line: the entry, OpenCV's answer and the right one."""
    print(f"{entry}: got {' '.join(map(str, answer))}; right is {' '.join(map(str, exact))}")


def main() -> None:
    """Print OpenCV's answer for each entry, and the right one."""
    classes = "tree.train(x, cv2.ml.ROW_SAMPLE, np.int32([0, 1]))"
    say("V1", ended(f"{DIES} {classes}"), ["a leaf: fewer than 10 rows"])
    say("V2", ended(f"{DIES} tree.setMaxDepth(5); {classes}"), ["a leaf"])
    say("V3", ended(f"{DIES} tree.setCVFolds(2)"), ["a tree pruned by 2 folds"])
    tree = cv2.ml.DTrees_create()
    tree.setMaxDepth(100)
    say("V4", ["a depth of", tree.getMaxDepth()], [100])
    say("V5", predicted([1, 2, 3, 4], [0, 0, 1, 1], MinSampleCount=4), [0, 0, 1, 1, "(documented: less than 4)"])
    far = [0, 0, 0, 0, 0, 0, 0, 0.025]
    accurate = predicted(range(8), far, numbers=True, RegressionAccuracy=0.01)
    say("V6", accurate[-1:], [0.025, "for it differs from the mean by more than 0.01"])
    plain = [[0, 0], [1, 0], [0, 1], [1, 1]]
    say("V7", predicted(plain, [8000, 8000, 8001, 8001], numbers=True, MaxDepth=1), [8000, 8000, 8001, 8001])
    say("V7", predicted(plain, [500, 500, 501, 501], numbers=True, MaxDepth=1), [500, 500, 501, 501])
    say("V7", predicted([1, 2], [1e-23, 2e-23], numbers=True), ["1e-23", "2e-23"])
    say("V8", predicted([0, 1, 1], [0, 1, 2], categories=True), [0, 1, 1])
    two = predicted([0, 0, 1, 1, 1, 2], [0, 1, 0, 1, 1, 1], categories=True, MaxDepth=1)
    say("V9", [*two, "separates 0 from the rest"], ["0, 1 from 2: gain 2/45, not 1/36"])
    three = predicted([0, 0, 1, 1, 2], [0, 0, 0, 1, 2], categories=True, MaxDepth=1)
    say("V10", three, [0, 0, 0, 0, 2, "separates 2 from the rest"])
    say("V11", predicted([0, 1], [16777217, 16777219]), [16777217, 16777219])
    say("V12", ended(HANGS), [0, 1])
    say("V13", predicted([2e38, 3e38], [0, 1]), [0, 1])
    tree, features = grown([0, 0], [0, 4], numbers=True)
    error, _ = tree.calcError(cv2.ml.TrainData_create(features, 0, np.array([0, 4], np.float32)), False)  # noqa: FBT003 (its own)
    say("V14", [error], [2, "(documented: the root of the mean square)"])


if __name__ == "__main__":
    main()
