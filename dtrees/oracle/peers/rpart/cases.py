"""What rpart is judged on: tables that R and rpart ship, the textbooks' own, and small random ones."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np

from dtrees import datasets
from dtrees.folds import shuffled_folds
from dtrees.oracle.cases import TABLES, random_data, task_of
from dtrees.oracle.peers.rpart.run import Case, Criterion, shipped

if TYPE_CHECKING:
    from dtrees.data import Dataset

SHIPPED: Final = {
    "kyphosis": "Kyphosis",
    "stagec": "ploidy",
    "car.test.frame": "Mileage",
    "cu.summary": "Price",
    "infert": "case",
    "iris": "Species",
    "mtcars": "mpg",
    "swiss": "Fertility",
    "airquality": "Ozone",
    "warpbreaks": "breaks",
    "ToothGrowth": "len",
    "chickwts": "weight",
}
"""R's and rpart's tables with a target each."""

CRITERIA: Final[dict[str, tuple[Criterion, ...]]] = {"classes": ("gini", "information"), "numbers": ("anova",)}


@cache
def tables() -> list[Case]:
    """Return each table, classes by Gini and by information; raises `Unsupported` where R or rpart is missing."""
    named = shipped(SHIPPED) | {name: datasets.load(name) for name in TABLES}
    return [
        Case(name=name, data=data, criterion=criterion, folds=_dealt(data, folds=10, seed=0))
        for name, data in named.items()
        for criterion in CRITERIA[task_of(data)]
    ]


def random_case(seed: int, number: int) -> Case:
    """Return a small random case; the criteria come in turn.

    >>> case = random_case(0, 1)
    >>> case.criterion, len(case.data)
    ('anova', 7)
    """
    criterion: Criterion = ("gini", "anova", "information")[number % 3]
    chance = np.random.default_rng((seed, number))
    data = random_data(chance, "numbers" if criterion == "anova" else "classes")
    folds = _dealt(data, folds=int(chance.integers(2, 4)), seed=int(chance.integers(2**31)))
    return Case(name="random", data=data, criterion=criterion, folds=folds)


def _dealt(data: Dataset, folds: int, seed: int) -> tuple[int, ...]:
    return tuple(shuffled_folds(len(data), min(folds, len(data)), seed=seed).tolist())
