"""rpart, the R package, which ``rpart.R`` lets speak the protocol.

A tree that rpart did not grow is pruned by its code too: it is grown again by a user's method, whose splits and risks
are told.
"""

from __future__ import annotations

import json
import subprocess
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np

import dtrees as dt
from dtrees.learner import Missing
from dtrees.oracle import cases
from dtrees.oracle.conventions import Conventions
from dtrees.oracle.peers.rpart_why import MIDPOINT, ONE_CLASS, explain
from dtrees.oracle.protocol.program import Script

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.impurity import Impurity
    from dtrees.oracle.protocol.program import GrownDocument

LEARNERS: Final = {
    name: dt.cart(impurity=measure, categories="subset", zero_gain="stop", max_depth=30)
    for name, measure in (("gini", dt.gini), ("information", dt.entropy), ("anova", dt.squared_error))
}
"""What rpart grows with cp = -1, minsplit = 2 and minbucket = 1; node numbers are 32-bit integers, so 30 deep."""

SURROGATE: Final = Missing("surrogate", most_surrogates=5, agreement="first", least_rows=2)
WITH_SURROGATES: Final = {f"{name}, surrogates": attrs.evolve(one, missing=SURROGATE) for name, one in LEARNERS.items()}
"""The same on numbers of which some are missing, which rpart takes so by its defaults."""


class Rpart(Script):
    """rpart with some of ``rpart.control`` changed.

    Raises `Unsupported` where R or one of the packages is missing.
    """

    conventions: Final = Conventions(
        comparison="<", cut="midpoint", arithmetic="float64", ties="any", zero_gain="stop", categories="subset",
        wording="any", scale="root",
    )  # fmt: skip
    script = Path(__file__).with_name("rpart.R")
    install = "apt-get install r-base-core r-cran-rpart r-cran-jsonlite"
    learners: Final = LEARNERS | WITH_SURROGATES
    patience = 60.0  # a path has a ``prune()`` a row
    usual_cases: Final = 500
    chunk: Final = 50
    passed_over: Final = (MIDPOINT, ONE_CLASS)
    folded_by_weights: Final = True
    explain = staticmethod(explain)

    def __init__(self, **control: float) -> None:
        self.control: Final = control
        super().__init__(None, *(f"{name}={value}" for name, value in control.items()))

    @staticmethod
    @cache
    def tables() -> Sequence[cases.Case]:
        """Return the tables that R and rpart ship, and the textbooks', classes by Gini and by information.

        Kyphosis comes once more, under even priors, with a loss of 4 for the present that is taken for absent.
        """
        command = ["Rscript", str(Rpart.script), "--tables"]
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
        """Return a small random case; the criteria come in turn."""
        criterion = ("gini", "anova", "information")[number % 3]
        chance = np.random.default_rng((seed, number))
        task: Any = "numbers" if criterion == "anova" else "classes"
        data = cases.random_data(chance, task)
        if number % 5 == 4:  # noqa: PLR2004 (the last of every five)
            data = cases.random_numbers(chance, task, scales=[1.0], targets=[1.0], heaviest=3, gaps=1)
            criterion = f"{criterion}, surrogates"
        learner = Rpart.learners[criterion]
        if number % 5 == 3 and task == "classes":  # noqa: PLR2004 (the one before)
            data, learner = cases.priced(chance, data, learner)
            criterion = "gini, costs"
        folds = _dealt(data, int(chance.integers(2, 4)), int(chance.integers(2**31)))
        return cases.Case(name="random", data=data, criterion=criterion, learner=learner, folds=folds)

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> GrownDocument:
        """Return the tree that rpart grows by the learner that its conventions make of *learner*."""
        return super().grow(data, cases.conventional(learner, self.conventions))

    def pruning_sequence(self, tree: dt.Tree | GrownDocument, *, impurity: Impurity | None = None) -> Any:  # type: ignore[override]  # CP is on one scale
        """Return the rows of the CP table, each with the tree of ``prune()`` at its CP."""
        return super().pruning_sequence(tree, impurity=impurity, scale="root")

    def optimal_subtree(self, tree: dt.Tree | GrownDocument, alpha: Any, *, impurity: Impurity | None = None) -> Any:  # type: ignore[override]  # likewise
        """Return the tree of ``prune()`` at a CP."""
        return super().optimal_subtree(tree, alpha, impurity=impurity, scale="root")

    def cross_validate(self, data: dt.Dataset, learner: dt.Learner, folds: Any, *, impurity: Any = None) -> Any:  # type: ignore[override]  # likewise
        """Return the rows of the CP table, with xerror and xstd: shares of the root's risk."""
        return super().cross_validate(data, learner, folds, impurity=impurity, scale="root")


def _dealt(data: dt.Dataset, folds: int, seed: int) -> tuple[int, ...]:
    return tuple(dt.shuffled_folds(len(data), min(folds, len(data)), seed=seed).tolist())
