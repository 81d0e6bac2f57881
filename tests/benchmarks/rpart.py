"""rpart's own time of growing a tree, without starting R and reading the data."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import numpy as np

if TYPE_CHECKING:
    from dtrees.data.dataset import FloatArray, IntArray

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


@attrs.frozen
class Reported:
    """What a program says of its own work."""

    seconds: float
    nodes: int


def rpart_grows(columns: FloatArray, codes: IntArray, max_depth: int) -> Reported:
    """Return how long rpart took to grow a tree of classes, and how many nodes it has."""
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "table.csv"
        np.savetxt(table, np.column_stack([columns, codes]), delimiter=",", fmt="%.17g")
        command = ["Rscript", "-e", SCRIPT, str(table), str(max_depth)]
        answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return Reported(float(answer[0]), int(answer[1]))
