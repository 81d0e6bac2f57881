"""The adapter for rpart, the R package; the script ``rpart.R`` lets it speak the protocol.

A tree that rpart did not grow is pruned by rpart as well: rpart grows it again with a user-defined splitting method
that is told each split and risk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import dtrees as dt
from dtrees.oracle.conventions import Conventions
from dtrees.oracle.protocol.messages import impurity_name
from dtrees.oracle.protocol.program import GrownDocument, Script, origin_document
from dtrees.peers.rpart.cases import SCRIPT, Cases
from dtrees.peers.rpart.why import MIDPOINT, ONE_CLASS, explain

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dtrees.growing.impurity import Impurity

SMALL: Final = 12
"""The most rows of a table on which `Predicting` is judged."""


class Rpart(Cases, Script):
    """rpart, with some options of ``rpart.control`` changed.

    Raises `Unsupported` where R or one of the packages is missing.
    """

    conventions: Final = Conventions(
        comparison="<", cut="midpoint", arithmetic="float64", ties="any", zero_gain="stop", categories="subset",
        wording="any", scale="root",
    )  # fmt: skip
    script = SCRIPT
    install = "apt-get install r-base-core r-cran-rpart r-cran-jsonlite"
    patience = 60.0  # a path has a ``prune()`` a row
    usual_cases: Final = 500
    chunk: Final = 50
    passed_over: Final = (MIDPOINT, ONE_CLASS)
    folded_by_weights: Final = True
    explain = staticmethod(explain)

    def __init__(self, **control: float) -> None:
        self.control: Final = control
        super().__init__(None, *(f"{name}={value}" for name, value in control.items()))

    @property
    def variants(self) -> Mapping[str, tuple[Predicting, str]]:
        """A second adapter, which judges the errors of rpart's cross-validated predictions."""
        return {"by xpred.rpart": (Predicting(self), "cross-validation")}

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> GrownDocument:
        """Return the tree that rpart grows with the options that correspond to *learner*."""
        return super().grow(data, self.conventions.learner(learner))

    def pruning_sequence(self, tree: dt.Tree | GrownDocument, *, impurity: Impurity | None = None) -> Any:  # type: ignore[override]  # CP is on one scale
        """Return the rows of rpart's CP table, each with the tree that ``prune()`` returns at its CP."""
        return super().pruning_sequence(tree, impurity=impurity, scale="root")

    def optimal_subtree(self, tree: dt.Tree | GrownDocument, alpha: Any, *, impurity: Impurity | None = None) -> Any:  # type: ignore[override]  # likewise
        """Return the tree that ``prune()`` returns at the CP *alpha*."""
        return super().optimal_subtree(tree, alpha, impurity=impurity, scale="root")

    def cross_validate(self, data: dt.Dataset, learner: dt.Learner, folds: Any, *, impurity: Any = None) -> Any:  # type: ignore[override]  # likewise
        """Return the rows of the CP table with xerror and xstd, which are shares of the root's risk."""
        return super().cross_validate(data, learner, folds, impurity=impurity, scale="root")


class Predicting:
    """rpart's cross-validation, computed from the predictions of ``xpred.rpart``; small data only."""

    folded_by_weights: Final = True
    explain = staticmethod(explain)

    def __init__(self, rpart: Rpart) -> None:
        self.rpart, self.conventions, self.control = rpart, rpart.conventions, rpart.control
        self.pruning_sequence = rpart.pruning_sequence

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> GrownDocument:
        """Return the tree that rpart grows; raises `Unsupported` for more than `SMALL` rows."""
        if len(data) > SMALL:
            message = f"its predictions are judged on up to {SMALL} rows"
            raise dt.Unsupported(message)
        return self.rpart.grow(data, learner)

    def cross_validate(self, data: dt.Dataset, learner: dt.Learner, folds: Any, *, impurity: Impurity) -> Any:
        """Return the rows of the CP table with the errors of the cross-validated predictions."""
        asked = {"by": "predictions", "folds": list(folds), "impurity": impurity_name(impurity)}
        return self.rpart.ask("cross_validate", **asked, **origin_document(data, learner))
