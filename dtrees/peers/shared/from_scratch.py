"""The common adapter for PyPI packages written from scratch, judged by their predictions for the training rows.

Each is an estimator by `from_estimator`; a package without ``fit`` on columns gets one.  By default no tree is read.
"""

from __future__ import annotations

import warnings
from importlib import import_module
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar, Final

import attrs

from dtrees.errors import Unsupported
from dtrees.growing.cart import cart
from dtrees.growing.impurity import entropy
from dtrees.oracle.cases import Task, random_categories
from dtrees.oracle.conventions import Conventions
from dtrees.oracle.estimators import from_estimator
from dtrees.oracle.estimators.estimator import Estimator, Kind, Predicting
from dtrees.oracle.finding import Finding, NoAnswer
from dtrees.peers.shared.peer import Peer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np

    from dtrees.data.dataset import Dataset
    from dtrees.growing.learner import Learner
    from dtrees.oracle.examination import Examination
    from dtrees.oracle.implementation import Document


FLOATS: Final = Conventions(arithmetic="float64", ties="any", majority="any", zero_gain="split", largest=1e150)

BINARY: Final = cart(impurity=entropy)


class FromScratch(Peer, Predicting):
    """A package that takes columns of these *kinds*, and grows by its first learner, with the limits of the others.

    Raises `ModuleNotFoundError` where it is missing.
    """

    known: ClassVar[Sequence[str]] = ()
    random_options: ClassVar = {"scales": (1.0, 0.1, 1e3), "targets": (1.0,)}
    conventions: ClassVar[Conventions] = FLOATS
    kinds: ClassVar[tuple[Kind, ...]] = ("numbers",)
    parameters: ClassVar[Mapping[str, str]] = {}
    usual_cases: ClassVar[int] = 200
    failures: ClassVar[Mapping[str, str]] = {}
    """The explanation of an error, by words of its message."""

    def __init__(self) -> None:
        learner = next(iter(self.learners.values()))
        table = frame if "categories" in self.kinds else None
        found = from_estimator(self.make(), learner=learner, table=table, parameters=self.parameters)
        self.estimator: Estimator = attrs.evolve(found, kinds=self.kinds)
        self.capabilities = self.estimator.capabilities

    @staticmethod
    def make() -> Any:
        """Return the class or function that makes the package's estimator."""
        raise NotImplementedError

    def explain(self, finding: Finding, around: Examination) -> str:  # noqa: ARG002 (some look around)
        """Return the convention or the defect that explains a deviation, or ``unexplained``."""
        known = (why for words, why in self.failures.items() if finding.kind == "error" and words in finding.got)
        return next(known, "unexplained")

    def grow(self, data: Dataset, learner: Learner) -> Document:
        """Return the prediction for each training row, with the estimator itself as ``fitted``."""
        try:
            with warnings.catch_warnings(action="ignore"):
                return self.estimator.grow(data, learner)
        except Unsupported:
            raise
        except Exception as error:
            raise NoAnswer(kind="error", message=f"{type(error).__name__}: {error}") from error

    @classmethod
    def drawn(cls, number: int, chance: np.random.Generator, task: Task) -> Dataset:
        """Return small random data with columns of the package's kinds."""
        if "numbers" not in cls.kinds:
            return random_categories(chance, task)
        return super().drawn(number, chance, task)


def frame(columns: Mapping[str, Sequence[Any]]) -> Any:
    """Return *columns* as a data frame, texts with the dtype object."""
    pandas = import_module("pandas")
    kinds = {name: object if isinstance(column[0], str) else float for name, column in columns.items()}
    return pandas.DataFrame({name: pandas.Series(column, dtype=kinds[name]) for name, column in columns.items()})


def hidden(estimator: Any) -> Any:
    """Return *estimator* with only its ``fit`` and ``predict``."""
    return SimpleNamespace(fit=estimator.fit, predict=estimator.predict)
