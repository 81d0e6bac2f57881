"""rpart's own time of growing a tree, without starting R and reading the data."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import numpy as np

if TYPE_CHECKING:
    from dtrees.data.scaled import FloatArray, IntArray

SCRIPT = """
suppressPackageStartupMessages(library(rpart))
frame <- read.csv(commandArgs(TRUE)[1], header = FALSE)
names(frame)[ncol(frame)] <- "y"
frame$y <- factor(frame$y)
control <- rpart.control(minsplit = 2, minbucket = 1, cp = -1, maxcompete = 0, maxsurrogate = 0, xval = 0,
                         maxdepth = as.integer(commandArgs(TRUE)[2]))
time <- system.time(fit <- rpart(y ~ ., frame, method = "class", control = control))
cat(time[["user.self"]] + time[["sys.self"]], nrow(fit$frame))
"""


VALIDATING = """
suppressPackageStartupMessages(library(rpart))
frame <- read.csv(commandArgs(TRUE)[1], header = FALSE)
folds <- frame[[ncol(frame)]]
frame <- frame[-ncol(frame)]
names(frame)[ncol(frame)] <- "y"
frame$y <- factor(frame$y)
time <- system.time(fit <- rpart(y ~ ., frame, method = "class", control = rpart.control(
  minsplit = 2, minbucket = 1, cp = 0, maxcompete = 0, maxsurrogate = 0, maxdepth = 30, xval = folds)))
cat(time[["user.self"]] + time[["sys.self"]], nrow(fit$frame))
"""


@attrs.frozen
class Reported:
    """What a program says of its own work; no nodes where it is not about one tree."""

    seconds: float
    nodes: int | None = None


def rpart_grows(columns: FloatArray, codes: IntArray, max_depth: int) -> Reported:
    """Return how long rpart took to grow a tree of classes, and how many nodes it has."""
    return _reported(SCRIPT, np.column_stack([columns, codes]), str(max_depth))


def rpart_cross_validates(columns: FloatArray, codes: IntArray, folds: IntArray) -> Reported:
    """Return how long rpart took to grow a tree of classes and those of the *folds*, and to try all its alphas."""
    return _reported(VALIDATING, np.column_stack([columns, codes, folds]))


def _reported(script: str, rows: FloatArray, *words: str) -> Reported:
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "table.csv"
        np.savetxt(table, rows, delimiter=",", fmt="%.17g")
        command = ["Rscript", "-e", script, str(table), *words]
        answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return Reported(float(answer[0]), int(answer[1]))
