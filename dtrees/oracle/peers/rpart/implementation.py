"""rpart as an implementation (`conformance.implementation`), so that each law can be tried.

Asked is the shipped harness, a program that speaks the protocol.  A tree that rpart did not grow is pruned by its code
too: it is grown again by a user's method, whose splits and risks are told.
"""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

import numpy as np

from dtrees import oracle
from dtrees.data import Numeric
from dtrees.errors import Unsupported
from dtrees.oracle.peers.rpart.trees import CONVENTIONS
from dtrees.oracle.protocol.messages import Started
from dtrees.oracle.protocol.outcomes import Crashed, NoAnswer
from dtrees.oracle.protocol.peer import Peer
from dtrees.oracle.protocol.trials import conventional

if TYPE_CHECKING:
    from dtrees.data import Dataset
    from dtrees.impurity import Impurity
    from dtrees.learner import Learner
    from dtrees.oracle.protocol.peer import GrownDocument
    from dtrees.tree import Tree

HARNESS: Final = Path(oracle.__file__).with_name("harnesses") / "rpart.R"
INSTALL: Final = "apt-get install r-base-core r-cran-rpart r-cran-jsonlite"


class Rpart:
    """rpart: growing, predicting, and pruning.  A context manager, which ends R.

    Raises `Unsupported` where R or one of the packages is missing.
    """

    conventions: Final = CONVENTIONS

    def __init__(self) -> None:
        self.peer = Peer(f"Rscript {shlex.quote(str(HARNESS))}")
        started = self.peer.start() if shutil.which("Rscript") else None
        if started is None or (isinstance(started, Crashed) and "there is no package" in started.complaint):
            message = f"rpart cannot be asked; install it with: {INSTALL}"
            raise Unsupported(message)
        if not isinstance(started, Started):
            raise NoAnswer(started)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.peer.stop()

    def grow(self, data: Dataset, learner: Learner) -> GrownDocument:
        """Return the tree that rpart grows by the learner that its conventions make of *learner*."""
        require_midpoints(data)
        return self.peer.grow(data, conventional(learner, CONVENTIONS))

    def predict(self, tree: Tree | GrownDocument, data: Any) -> list[Any]:
        """Return what the fit that *tree* shows predicts."""
        return self.peer.predict(tree, data)

    def pruning_sequence(self, tree: Tree | GrownDocument, *, impurity: Impurity | None = None) -> list[dict[str, Any]]:
        """Return the rows of the CP table, each with the tree of ``prune()`` at its CP."""
        return self.peer.pruning_sequence(tree, impurity=impurity, scale="root")

    def optimal_subtree(
        self, tree: Tree | GrownDocument, alpha: Any, *, impurity: Impurity | None = None
    ) -> dict[str, Any]:
        """Return the tree of ``prune()`` at a CP."""
        return self.peer.optimal_subtree(tree, alpha, impurity=impurity, scale="root")


def require_midpoints(data: Dataset) -> None:
    """Raise `Unsupported` for neighbours whose midpoint rounds to the lower one, or overflows: rpart's cut parts none.

    >>> from dtrees.constructors import regression_data
    >>> require_midpoints(regression_data({"x": [1, 1 + 2**-52]}, [0, 1]))
    Traceback (most recent call last):
    dtrees.errors.Unsupported: neighbours in x whose midpoint rounds or overflows
    """
    for feature in data.features:
        if isinstance(feature, Numeric):
            values = np.unique(feature.values)
            with np.errstate(over="ignore"):
                cuts = (values[:-1] + values[1:]) / 2
            if not np.all((values[:-1] < cuts) & np.isfinite(cuts)):
                message = f"neighbours in {feature.name} whose midpoint rounds or overflows"
                raise Unsupported(message)
