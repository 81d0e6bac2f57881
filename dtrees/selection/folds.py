"""Which rows are held out together: a fold number for each row."""

from __future__ import annotations

from itertools import cycle
from typing import Final

from dtrees.arguments import checked
from dtrees.data.arrays import integers, shuffled
from dtrees.data.dataset import Classes, Dataset, IntArray
from dtrees.errors import InvalidData, Unsupported, abbreviated

MOST_ROWS: Final = 10**9


@checked
def plain_folds(rows: int, folds: int) -> IntArray:
    """Return a fold number, 1 to *folds*, for each of *rows* rows: blocks of neighbours, the first ones larger.

    >>> plain_folds(5, 2).tolist()
    [1, 1, 1, 2, 2]
    """
    if not 2 <= folds <= rows:  # noqa: PLR2004 (one fold leaves nothing to train on)
        message = f"{abbreviated(folds)} folds of {abbreviated(rows)} rows: give from 2 to {abbreviated(rows)} folds"
        raise InvalidData(message)
    if rows > MOST_ROWS:
        message = f"rows={abbreviated(rows)} are too many: give at most {MOST_ROWS:,}"
        raise Unsupported(message)
    sizes = [rows // folds + (fold < rows % folds) for fold in range(folds)]
    return integers([fold for fold, size in enumerate(sizes, start=1) for _ in range(size)])


@checked
def shuffled_folds(rows: int, folds: int, *, seed: int) -> IntArray:
    """Return `plain_folds` in an order drawn from *seed*.

    >>> sorted(shuffled_folds(5, 2, seed=0).tolist())
    [1, 1, 1, 2, 2]
    """
    blocks = plain_folds(rows, folds).tolist()
    return integers([blocks[place] for place in shuffled(rows, seed)])


@checked
def stratified_folds(data: Dataset, folds: int, *, seed: int) -> IntArray:
    """Return shuffled folds that share out each class as evenly as whole rows allow.

    Raises `InvalidData` for a target of numbers.

    >>> from dtrees.data import datasets
    >>> folds = stratified_folds(datasets.load("iris"), 5, seed=0)
    >>> [int((folds[:50] == fold).sum()) for fold in range(1, 6)]
    [10, 10, 10, 10, 10]
    """
    if not isinstance(data.target, Classes):
        message = "stratified folds need classes: use shuffled_folds for numbers"
        raise InvalidData(message)
    plain_folds(len(data), folds)  # checks the numbers
    chance, codes = shuffled(len(data), seed), data.target.codes.tolist()
    by_class = sorted(range(len(data)), key=lambda row: (codes[row], chance[row]))
    dealt = dict(zip(by_class, cycle(range(1, folds + 1)), strict=False))
    return integers([dealt[row] for row in range(len(data))])
