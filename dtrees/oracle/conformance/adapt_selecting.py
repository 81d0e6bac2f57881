"""Cross-validation, adapted: a peer's table of errors, by which the specification's rules then choose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

import dtrees as dt
from dtrees.cross_validation import CrossValidated, CrossValidation
from dtrees.errors import Unsupported
from dtrees.impurity import usual_impurity
from dtrees.losses import mean_loss
from dtrees.oracle.conformance.peer import specified
from dtrees.oracle.documents import tree_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.oracle.conformance.peer import Peer


@attrs.frozen
class Selecting:
    """The functions that choose from a pruning sequence."""

    peer: Peer

    def cross_validate(self, data: dt.Dataset, learner: dt.Learner, folds: Sequence[int], **how: Any) -> Any:
        """Return the peer's cross-validation; rows alone are made one, in which the specification's rules choose."""
        asked = {name: value for name, value in how.items() if self.peer.takes("cross_validate", name)}
        usual = {"impurity": usual_impurity(dt.summarize(data)), "scale": self.peer.conventions.scale}
        for name in how.keys() - asked.keys():
            if specified(how[name]) != usual.get(name):
                message = f"cross_validate takes no option {name!r}"
                raise Unsupported(message)
        found = self.peer.call("cross_validate", data, learner, folds, **asked)
        if hasattr(found, "rows"):
            return found
        rows = tuple(self._row(row, data) for row in found)
        sequence = tuple(dt.Pruned(row.alpha, row.tree) for row in rows)
        return CrossValidation(
            sequence, rows, mean_loss(dt.Leaf(dt.summarize(data)), data), specified(how["impurity"]), how["scale"]
        )

    def _row(self, row: Any, data: dt.Dataset) -> CrossValidated:
        spread = dt.Exact(row["standard_error"]).as_fraction() ** 2
        tree = tree_of(row["tree"], data, self.peer.conventions)
        return CrossValidated(dt.Exact(row["alpha"]), tree, dt.Exact(row["error"]), dt.Exact(spread))
