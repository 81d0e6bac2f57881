"""The cases that rpart is judged on: tables that R and rpart ship, the textbooks' own, and small random ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from dtrees import datasets
from dtrees.data import Categorical, Classes, Dataset, Feature, Numeric, Responses
from dtrees.oracle.peers.rpart.run import Case, Criterion, shipped
from dtrees.select import shuffled_folds

if TYPE_CHECKING:
    from collections.abc import Iterator

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

OWN: Final = ("loan", "weather", "watermelon2", "watermelon3", "regression", "regression_boosting")

BLOCK: Final = 5000
"""So many cases are drawn one after the other; then the draws begin anew, so that no case is far from a beginning."""

LARGEST_VALUE: Final = (1, 2, 4, 9)
NEIGHBOURS: Final = (0.1, 0.3, 1.0, 1 + 2**-52, 1 + 1e-10, 2.0)


def real_cases(folds: int = 10) -> Iterator[Case]:
    """Yield each real table, classes by Gini and by information, with so many folds dealt from seed 0."""
    tables = shipped(SHIPPED) | {name: datasets.load(name) for name in OWN}
    for name, data in tables.items():
        criteria: tuple[Criterion, ...] = ("gini", "information") if isinstance(data.target, Classes) else ("anova",)
        dealt = tuple(shuffled_folds(len(data), min(folds, len(data)), seed=0).tolist())
        for criterion in criteria:
            yield Case(name=name, data=data, criterion=criterion, folds=dealt)


def random_cases(number: int, seed: int, first: int = 0) -> Iterator[Case]:
    """Yield so many small cases drawn from *seed*: 3 to 11 rows, 1 to 3 columns, ties and duplicates everywhere.

    The *first* need not be 0: a case depends on its number and the seed alone.

    >>> [case.name for case in random_cases(2, seed=0)]
    ['random 0', 'random 1']
    >>> [last] = random_cases(1, seed=0, first=5)
    >>> last == list(random_cases(6, seed=0))[5]
    True
    """
    for place in range(first - first % BLOCK, first + number):
        if place % BLOCK == 0:
            chance = np.random.default_rng((seed, place // BLOCK))  # of the first block what the seed alone draws
        case = _random_case(chance, place)
        if place >= first:
            yield case


def _random_case(chance: np.random.Generator, place: int) -> Case:
    criterion: Criterion = ("gini", "anova", "information")[place % 3]
    data = _random_data(chance, criterion)
    folds = shuffled_folds(len(data), int(chance.integers(2, 4)), seed=int(chance.integers(2**31)))
    return Case(name=f"random {place}", data=data, criterion=criterion, folds=tuple(folds.tolist()))


def _random_data(chance: np.random.Generator, criterion: Criterion) -> Dataset:
    rows = int(chance.integers(3, 12))
    features = tuple(_random_feature(chance, f"v{place}", rows) for place in range(int(chance.integers(1, 4))))
    while True:
        values = chance.integers(0, int(chance.choice([2, 3] if criterion != "anova" else LARGEST_VALUE)) + 1, rows)
        if len(np.unique(values)) > 1:
            break
    target: Any = Responses(values.astype(float))
    if criterion != "anova":
        present, codes = np.unique(values, return_inverse=True)
        target = Classes([f"c{label}" for label in present.tolist()], codes)
    return Dataset(features, target, np.ones(rows))


def _random_feature(chance: np.random.Generator, name: str, rows: int) -> Feature:
    match chance.choice(["numbers", "categories", "neighbours"], p=[0.6, 0.35, 0.05]):
        case "categories":
            levels = int(chance.integers(2, 6))
            return Categorical(name, [f"l{level}" for level in range(levels)], chance.integers(0, levels, rows))
        case "neighbours":
            return Numeric(name, chance.choice(NEIGHBOURS, rows))
        case _:
            return Numeric(name, chance.integers(0, int(chance.choice(LARGEST_VALUE)) + 1, rows).astype(float))
