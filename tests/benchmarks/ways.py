"""What is measured from the array or the file to the chosen tree, each against the program that people use for it."""

from __future__ import annotations

import csv
import tempfile
from functools import partial
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from benchmarks.cases import Case, Pair, fit
from benchmarks.measuring import RUNS
from benchmarks.rpart import Reported, rpart_cross_validates
from sklearn.model_selection import cross_val_score
from sklearn.tree import DecisionTreeClassifier

import dtrees as dt
from dtrees import vectorized

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from dtrees.data.scaled import FloatArray, IntArray

EVERY = 10
"""scikit-learn's loop is timed at each tenth alpha, and so ten times that is told."""

FOLDER = tempfile.TemporaryDirectory()
"""Where the files stand that are read."""


def rows_of(rows: int) -> tuple[FloatArray, IntArray]:
    """Return ten normal columns, and classes that follow from the first and from chance."""
    random = np.random.default_rng(0)
    columns = random.normal(size=(rows, 10))
    return columns, (columns[:, 0] + random.normal(size=rows) > 0).astype(int)


def making(rows: int, *, as_frame: bool = False) -> Pair:
    """Return making data of an array or a frame, against scikit-learn's fit."""
    columns, labels = rows_of(rows)
    given: Any = pd.DataFrame(columns) if as_frame else columns
    peer = partial(DecisionTreeClassifier(random_state=0).fit, columns, labels)
    return Pair(partial(dt.classification_data, given, labels), peer, rows)


def from_array(rows: int) -> Pair:
    """Return the way from an array to a grown tree; the target is noise."""
    random = np.random.default_rng(rows)
    columns, labels = random.normal(size=(rows, 10)), random.integers(0, 2, rows)

    def ours() -> dt.Tree:
        return vectorized.grow(dt.classification_data(columns, labels), dt.cart())

    return Pair(ours, partial(DecisionTreeClassifier(random_state=0).fit, columns, labels), rows)


def reading(rows: int, write: Callable[[float], str], numbers: Any = "decimal") -> Pair:
    """Return reading a file of ten columns of numbers as *write* writes them, a category and a class."""
    columns, labels = rows_of(rows)
    words = np.random.default_rng(1).choice(["red", "green", "blue"], rows)
    path = Path(FOLDER.name) / f"{rows}{write(0.1)}.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow([*(f"x{place}" for place in range(10)), "word", "class"])
        writer.writerows(
            [*map(write, row), word, label]
            for row, word, label in zip(columns.tolist(), words.tolist(), labels.tolist(), strict=True)
        )
    ours = partial(dt.vectorized.read_csv, path, target="class", numbers=numbers)
    return Pair(ours, partial(pd.read_csv, path), rows)


def predicting(rows: int, give: Callable[[FloatArray], Any]) -> Pair:
    """Return predicting an array, or what *give* makes of it."""
    columns, labels = rows_of(rows)
    data = dt.classification_data(columns, labels)
    tree, peer = vectorized.grow(data, dt.cart()), fit(data, columns)
    given = give(columns)
    vectorized.predict(tree, given)
    return Pair(partial(vectorized.predict, tree, given), partial(peer.predict, columns), rows)


def validating(rows: int) -> Pair:
    """Return 10-fold cross-validation of all alphas and both choices, against rpart's."""
    columns, labels = rows_of(rows)
    data, folds = dt.classification_data(columns, labels), dt.shuffled_folds(rows, 10, seed=0)
    return Pair(partial(chosen, data, folds), partial(rpart_cross_validates, columns, labels, folds), rows)


def chosen(data: dt.Dataset, folds: Any) -> tuple[Any, Any]:
    """Return the best tree and that of one standard error."""
    result = vectorized.cross_validate(data, dt.cart(), folds)
    return result.best(), result.one_standard_error()


def looping(rows: int) -> Pair:
    """Return 5-fold cross-validation of all alphas, against scikit-learn's documented loop."""
    columns, labels = rows_of(rows)
    data, folds = dt.classification_data(columns, labels), dt.shuffled_folds(rows, 5, seed=0)
    path = DecisionTreeClassifier(random_state=0).cost_complexity_pruning_path(columns, labels).ccp_alphas

    def loop() -> Reported:
        begun = process_time()
        for alpha in path[::EVERY]:
            cross_val_score(DecisionTreeClassifier(random_state=0, ccp_alpha=max(alpha, 0.0)), columns, labels, cv=5)
        return Reported((process_time() - begun) * len(path) / len(path[::EVERY]))

    return Pair(partial(chosen, data, folds), loop, rows)


def holding_out(rows: int) -> Pair:
    """Return choosing a tree of a new sequence on half as many other rows, against growing it."""
    columns, labels = rows_of(rows + rows // 2)
    data = dt.classification_data(columns[:rows], labels[:rows])
    validation = dt.classification_data(columns[rows:], labels[rows:])
    new = [vectorized.pruning_sequence(vectorized.grow(data, dt.cart())) for _ in range(RUNS)]
    return Pair(
        lambda: vectorized.select_by_holdout(new.pop(), validation), partial(vectorized.grow, data, dt.cart()), rows
    )


def going_through(rows: int) -> Pair:
    """Return a loop over all members of a new sequence, against growing the tree."""
    columns, labels = rows_of(rows)
    data = dt.classification_data(columns, labels)
    tree = vectorized.grow(data, dt.cart())
    return Pair(lambda: list(vectorized.pruning_sequence(tree)), partial(vectorized.grow, data, dt.cart()), rows)


def ways() -> Iterator[Case]:
    """Yield the rows of the table: four sizes of each, of which those have a mark that people meet."""
    table: list[tuple[str, str, Callable[[int], Pair], dict[int, float | None]]] = [
        ("data", "of an array", making, sizes(100_000, 0.02)),
        ("data", "of a pandas frame", partial(making, as_frame=True), sizes(100_000, 0.02)),
        ("array to tree", "noise", from_array, {1_000: 1.0, 5_000: None, 20_000: None, 100_000: 0.25}),
        ("read_csv", "4 decimals", partial(reading, write="{:.4f}".format), sizes(100_000, 5)),
        ("read_csv", "17 digits", partial(reading, write=repr), sizes(100_000, 10)),
        ("read_csv", "as float64", partial(reading, write="{:.4f}".format, numbers="float64"), sizes(100_000, 3)),
        ("read_csv", "17 digits as float64", partial(reading, write=repr, numbers="float64"), sizes(100_000, 3)),
        ("predict", "an array", partial(predicting, give=np.asarray), sizes(100_000, 2)),
        ("predict", "a frame", partial(predicting, give=_frame), sizes(100_000, 2)),
        ("predict", "a mapping of arrays", partial(predicting, give=_mapping), sizes(100_000, 2)),
        ("choosing", "10 folds", validating, {1_000: 1.5, 2_000: None, 4_000: 1.0, 20_000: 0.7}),
        ("choosing", "5 folds", looping, {500: None, 1_000: None, 1_500: None, 2_000: 0.005}),
        ("choosing", "hold-out", holding_out, sizes(20_000, 0.1)),
        ("sequence", "a loop", going_through, sizes(20_000, None)),
    ]
    for group, name, make, marks in table:
        for rows, mark in marks.items():
            work = partial(make, rows)
            yield Case(group, f"{name}, {rows:,} rows", work, mark, f"{group}, {name}", rows <= 5_000)


def sizes(largest: int, mark: float | None) -> dict[int, float | None]:
    """Return four sizes, each twice the last, of which the largest has the *mark*."""
    return dict.fromkeys((largest // 8, largest // 4, largest // 2)) | {largest: mark}


def _frame(columns: FloatArray) -> Any:
    return pd.DataFrame(columns, columns=[f"x{place}" for place in range(columns.shape[1])])


def _mapping(columns: FloatArray) -> Any:
    return {f"x{place}": column for place, column in enumerate(columns.T)}
