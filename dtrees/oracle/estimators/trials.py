"""What an estimator is tried on: data of the kinds that it takes, with each limit in turn.

Of one that shows no tree small depths tell the most: from predictions of a whole tree alone nothing shows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np

from dtrees import datasets
from dtrees.data import Categorical, Classes, Numeric
from dtrees.learner import Stopping
from dtrees.oracle.cases import TABLES, Case, random_data, random_numbers

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from dtrees.data import Dataset
    from dtrees.learner import Learner, ZeroGain
    from dtrees.oracle.cases import Task

LIMITS: Final[tuple[dict[str, Any], ...]] = (
    {"max_depth": 1}, {"max_depth": 2}, {"max_depth": 3}, {}, {"min_leaf": 2}, {"min_split": 4},
)  # fmt: skip
"""The limits that are asked for in turn, where a parameter stands for them."""

HEAVIEST: Final = 3
"""The largest weight of a row."""


@attrs.frozen
class Trials:
    """What is tried on an estimator of *numbers* or classes: *learners* by name, *categorical* columns, *weights*."""

    learners: Mapping[str, Learner]
    numbers: bool
    categorical: bool
    weights: bool

    def tables(self) -> list[Case]:
        """Return the textbooks' tables, and iris, that it takes, with each learner."""
        tables = {name: datasets.load(name) for name in (*TABLES, "iris")}
        return [
            Case(name=name, data=data, criterion=word, learner=learner)
            for name, data in tables.items()
            if self._takes(data)
            for word, learner in self.learners.items()
        ]

    def random_case(self, seed: int, number: int) -> Case:
        """Return the small random case of a seed and a number, which depends on nothing else."""
        chance = np.random.default_rng((seed, number))
        word, learner = list(self.learners.items())[number % len(self.learners)]
        counted = learner.stopping.min_leaf or learner.stopping.min_split  # limits of estimators count rows
        heaviest = HEAVIEST if self.weights and not counted else 1
        task: Task = "numbers" if self.numbers else "classes"
        data = (
            random_data(chance, task)
            if self.categorical
            else random_numbers(chance, task, scales=[1.0, 0.1, 1e3], targets=[1.0], heaviest=heaviest)
        )
        return Case(name="random", data=data, criterion=word, learner=learner)

    def _takes(self, data: Dataset) -> bool:
        kinds = (Numeric, Categorical) if self.categorical else (Numeric,)
        task = isinstance(data.target, Classes) != self.numbers
        return task and all(isinstance(feature, kinds) for feature in data.features)


def limited(learners: Iterable[Learner], known: Collection[str], zero_gain: ZeroGain) -> dict[str, Learner]:
    """Return *learners* with each limit that is *known*, by name.

    >>> from dtrees.learners.cart import cart
    >>> list(limited([cart()], {"max_depth"}, "split"))
    ['max_depth 1', 'max_depth 2', 'max_depth 3', 'no limit']
    """
    return {
        _word(learner, limits): attrs.evolve(learner, stopping=Stopping(**limits, zero_gain=zero_gain))
        for learner in learners
        for limits in LIMITS
        if limits.keys() <= set(known)
    }


def _word(learner: Learner, limits: dict[str, Any]) -> str:
    measure = getattr(learner.impurity, "__name__", "")
    answered = [measure.replace("_", " "), "gain ratio" if learner.score == "gain_ratio" else ""]
    return ", ".join([*filter(None, answered), *(f"{name} {value}" for name, value in limits.items())]) or "no limit"
