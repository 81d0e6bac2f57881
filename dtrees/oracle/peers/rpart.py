"""rpart, the R package, which ``rpart.R`` lets speak the protocol.

A tree that rpart did not grow is pruned by its code too: it is grown again by a user's method, whose splits and risks
are told.
"""

from __future__ import annotations

import json
import shlex
import subprocess
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np

import dtrees as dt
from dtrees.learner import Missing
from dtrees.oracle.cases import TABLES, Case, conventional, random_data, random_numbers, task_of, with_costs
from dtrees.oracle.conventions import Conventions
from dtrees.oracle.peers.rpart_why import MIDPOINT, ONE_CLASS, explain
from dtrees.oracle.protocol.program import Program

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.impurity import Impurity
    from dtrees.oracle.protocol.program import GrownDocument

SCRIPT: Final = Path(__file__).with_name("rpart.R")
SECONDS: Final = 60.0
"""How long an answer may take: a path has a ``prune()`` a row."""

INSTALL: Final = "apt-get install r-base-core r-cran-rpart r-cran-jsonlite"

LEARNERS: Final = {
    name: dt.cart(impurity=measure, categories="subset", zero_gain="stop", max_depth=30)
    for name, measure in (("gini", dt.gini), ("information", dt.entropy), ("anova", dt.squared_error))
}
"""What rpart grows with cp = -1, minsplit = 2 and minbucket = 1; node numbers are 32-bit integers, so 30 deep."""

SURROGATE: Final = Missing("surrogate", most_surrogates=5, agreement="first", least_rows=2)
"""How rpart takes missing values by its defaults."""

WITH_SURROGATES: Final = {f"{name}, surrogates": attrs.evolve(one, missing=SURROGATE) for name, one in LEARNERS.items()}
"""The same on numbers of which some are missing."""


class Rpart(Program):
    """rpart with some of ``rpart.control`` changed.

    Raises `Unsupported` where R or one of the packages is missing.
    """

    conventions: Final = Conventions(
        comparison="<",
        cut="midpoint",
        arithmetic="float64",
        ties="any",
        zero_gain="stop",
        categories="subset",
        wording="any",
        scale="root",
    )
    install = INSTALL
    learners: Final = LEARNERS | WITH_SURROGATES
    usual_cases: Final = 500
    chunk: Final = 50
    passed_over: Final = (MIDPOINT, ONE_CLASS)
    explain = staticmethod(explain)

    def __init__(self, **control: float) -> None:
        self.control: Final = control
        changed = " ".join(f"{name}={value}" for name, value in control.items())
        super().__init__(f"Rscript {shlex.quote(str(SCRIPT))} {changed}", seconds=SECONDS)

    @property
    def expression(self) -> str:
        """The Python that makes it again."""
        return f"{__name__}.Rpart({', '.join(f'{name}={value}' for name, value in self.control.items())})"

    @staticmethod
    @cache
    def tables() -> Sequence[Case]:
        """Return the tables that R and rpart ship, and the textbooks', classes by Gini and by information.

        Kyphosis comes once more, under even priors, with a loss of 4 for the present that is taken for absent.
        """
        command = ["Rscript", str(SCRIPT), "--tables"]
        printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout  # noqa: S603 (our script)
        shipped = {name: _dataset(columns) for name, columns in json.loads(printed).items()}
        kyphosis = shipped["kyphosis"]
        present = kyphosis.target.codes  # type: ignore[union-attr]  # of classes
        even = attrs.evolve(kyphosis, weights=np.where(present, 64.0, 17.0))
        learner, folds = with_costs(LEARNERS["gini"], even, [[0, 1], [4, 0]]), _dealt(even, 10, 0)
        return [Case(name="kyphosis", data=even, criterion="gini, costs", learner=learner, folds=folds)] + [
            Case(name=name, data=data, criterion=one, learner=LEARNERS[one], folds=_dealt(data, 10, 0))
            for name, data in (shipped | {name: dt.datasets.load(name) for name in TABLES}).items()
            for one in (("gini", "information") if task_of(data) == "classes" else ("anova",))
        ]

    @staticmethod
    def random_case(seed: int, number: int) -> Case:
        """Return a small random case; the criteria come in turn."""
        criterion = ("gini", "anova", "information")[number % 3]
        chance = np.random.default_rng((seed, number))
        task: Any = "numbers" if criterion == "anova" else "classes"
        data = random_data(chance, task)
        if number % 5 == 4:  # noqa: PLR2004 (the last of every five)
            data = random_numbers(chance, task, scales=[1.0], targets=[1.0], heaviest=3, gaps=1)
            criterion = f"{criterion}, surrogates"
        learner = Rpart.learners[criterion]
        if number % 5 == 3 and task == "classes":  # noqa: PLR2004 (the one before)
            data, learner = _priced(data, learner, chance)
            criterion = "gini, costs"
        folds = _dealt(data, int(chance.integers(2, 4)), int(chance.integers(2**31)))
        return Case(name="random", data=data, criterion=criterion, learner=learner, folds=folds)

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> GrownDocument:
        """Return the tree that rpart grows by the learner that its conventions make of *learner*."""
        return super().grow(data, conventional(learner, self.conventions))

    def pruning_sequence(self, tree: dt.Tree | GrownDocument, *, impurity: Impurity | None = None) -> Any:  # type: ignore[override]  # CP is on one scale
        """Return the rows of the CP table, each with the tree of ``prune()`` at its CP."""
        return super().pruning_sequence(tree, impurity=impurity, scale="root")

    def optimal_subtree(self, tree: dt.Tree | GrownDocument, alpha: Any, *, impurity: Impurity | None = None) -> Any:  # type: ignore[override]  # likewise
        """Return the tree of ``prune()`` at a CP."""
        return super().optimal_subtree(tree, alpha, impurity=impurity, scale="root")


def _priced(data: dt.Dataset, learner: dt.Learner, chance: np.random.Generator) -> tuple[dt.Dataset, dt.Learner]:
    """Return *data* with priors, a factor for each class besides weights of 1 or 2, and *learner* with costs."""
    target: Any = data.target
    classes = len(target.labels)
    factors, weights = chance.integers(1, 6, classes), chance.integers(1, 3, len(data))
    costs = chance.choice([1, 2, 9], (classes, classes)) * (1 - np.eye(classes, dtype=int))
    priced = attrs.evolve(data, weights=(factors[target.codes] * weights).astype(float))
    return priced, with_costs(learner, priced, costs.tolist())


def _dealt(data: dt.Dataset, folds: int, seed: int) -> tuple[int, ...]:
    return tuple(dt.shuffled_folds(len(data), min(folds, len(data)), seed=seed).tolist())


def _dataset(columns: list[dict[str, Any]]) -> dt.Dataset:
    *features, target = [
        (column["name"], list(map(float, column["values"])) if column["numeric"] else column["values"])
        for column in columns
    ]
    make = dt.regression_data if columns[-1]["numeric"] else dt.classification_data
    return make(dict(features), target[1])
