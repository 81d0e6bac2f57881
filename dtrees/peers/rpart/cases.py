"""The cases that rpart is judged on: the tables of R, rpart and the textbooks, and small random data."""

from __future__ import annotations

import json
import subprocess
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np

import dtrees as dt
from dtrees.growing.missing_options import Missing
from dtrees.oracle import cases

if TYPE_CHECKING:
    from collections.abc import Sequence

SCRIPT: Final = Path(__file__).with_name("rpart.R")

LEARNERS: Final = {
    name: dt.cart(impurity=measure, categories="subset", zero_gain="stop", max_depth=30)
    for name, measure in (("gini", dt.gini), ("information", dt.entropy), ("anova", dt.squared_error))
}
"""The learners of rpart with cp = -1, minsplit = 2 and minbucket = 1; node numbers are 32-bit integers, so 30 deep."""

SURROGATE: Final = Missing("surrogate", most_surrogates=5, agreement="first", least_rows=2)
WITH_SURROGATES: Final = {f"{name}, surrogates": attrs.evolve(one, missing=SURROGATE) for name, one in LEARNERS.items()}
"""The same learners for data with missing values, with rpart's default surrogates."""


class Cases:
    """The tables and random cases that rpart is judged on, each with a fold number for every row."""

    learners: Final = LEARNERS | WITH_SURROGATES

    @staticmethod
    @cache
    def tables() -> Sequence[cases.Case]:
        """Return cases of the tables that R and rpart ship, and of the textbooks', with Gini and entropy for classes.

        Kyphosis comes once more, with equal priors and a loss of 4 for a present case that is predicted absent.
        """
        command = ["Rscript", str(SCRIPT), "--tables"]
        printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout  # noqa: S603 (our script)
        shipped = {name: cases.of_record(record) for name, record in json.loads(printed).items()}
        kyphosis: Any = shipped["kyphosis"]
        even = attrs.evolve(kyphosis, weights=np.where(kyphosis.target.codes, 64.0, 17.0))
        priced = cases.with_costs(LEARNERS["gini"], even, [[0, 1], [4, 0]])
        known = [cases.Case(name="kyphosis", data=even, criterion="gini, costs", learner=priced)]
        known += [*cases.table_cases(shipped, LEARNERS), *cases.textbook_cases(LEARNERS)]
        return [attrs.evolve(case, folds=_dealt(case.data, 10, 0)) for case in known]

    @staticmethod
    def random_case(seed: int, number: int) -> cases.Case:
        """Return the small random case with this seed and number; consecutive numbers take the criteria in turn."""
        criterion = ("gini", "anova", "information")[number % 3]
        chance = np.random.default_rng((seed, number))
        task: Any = "numbers" if criterion == "anova" else "classes"
        data = cases.random_data(chance, task)
        if number % 5 == 4:  # noqa: PLR2004 (the last of every five)
            data = cases.random_numbers(chance, task, scales=[1.0], targets=[1.0], heaviest=3, gaps=1)
            criterion = f"{criterion}, surrogates"
        learner = Cases.learners[criterion]
        if number % 5 == 3 and task == "classes":  # noqa: PLR2004 (the one before)
            data, learner = cases.priced(chance, data, learner)
            criterion = f"{criterion}, costs"
        folds = _dealt(data, int(chance.integers(2, 4)), int(chance.integers(2**31)))
        return cases.Case(name="random", data=data, criterion=criterion, learner=learner, folds=folds)


def _dealt(data: dt.Dataset, folds: int, seed: int) -> tuple[int, ...]:
    return tuple(dt.shuffled_folds(len(data), min(folds, len(data)), seed=seed).tolist())
