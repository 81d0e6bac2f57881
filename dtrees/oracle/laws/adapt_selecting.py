"""Choosing from a pruning sequence, adapted: a peer's values and tables of errors, by which the rules then choose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

import dtrees as dt
from dtrees.cross_validation import CrossValidated, CrossValidation
from dtrees.errors import Unsupported
from dtrees.holdout import Selection
from dtrees.impurity import usual_impurity
from dtrees.losses import mean_loss
from dtrees.oracle.documents import tree_of
from dtrees.oracle.laws.adapt_pruning import joined, member_of
from dtrees.oracle.laws.translator import specified
from dtrees.oracle.rounding import pruning_bound

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.oracle.laws.translator import Translator


@attrs.frozen
class Selecting:
    """The functions that choose from a pruning sequence."""

    peer: Translator

    def select_by_holdout(self, sequence: Sequence[dt.Pruned], validation: dt.Dataset, **options: Any) -> Any:
        """Return the peer's selection; of a place in the sequence and the members' mean losses one is made."""
        found = self.peer.call("select_by_holdout", tuple(sequence), validation, **options)
        if not isinstance(found, dict):
            return found
        chosen, until = sequence[found["place"]], dt.intervals(sequence)[found["place"]][1]
        losses = tuple(map(dt.Exact, found["values"]))
        classes = isinstance(chosen.tree.summary, dt.ClassCounts)
        return Selection(chosen.tree, chosen.alpha, until, tuple(1 - one for one in losses) if classes else losses)

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
        rows = self._rows(list(found), data, specified(how["impurity"]), how["scale"])
        sequence = tuple(dt.Pruned(row.alpha, row.tree) for row in rows)
        root_error = mean_loss(dt.Leaf(dt.summarize(data)), data)
        return CrossValidation(sequence, rows, root_error, specified(how["impurity"]), how["scale"])

    def _rows(self, found: list[Any], data: dt.Dataset, impurity: Any, scale: Any) -> tuple[CrossValidated, ...]:
        """Return the rows, of tied ones the last; alphas are exact where they are within rounding."""
        tree = tree_of(found[0]["tree"], data, self.peer.conventions)
        rounds = [*dt.pruning_sequence(tree, impurity=impurity, scale=scale)]
        bound = pruning_bound(tree, impurity or usual_impurity(tree.summary), scale)
        members = [
            member_of({"alpha": row["alpha"], "tree": row["tree"]}, tree, rounds, bound, self.peer) for row in found
        ]
        numbers = {
            id(member.tree): (row["error"], row["standard_error"]) for member, row in zip(members, found, strict=True)
        }
        rows = []
        for member in joined(members) if self.peer.conventions.arithmetic == "float64" else members:
            error, spread = numbers[id(member.tree)]
            square = dt.Exact(dt.Exact(spread).as_fraction() ** 2)
            rows.append(CrossValidated(member.alpha, member.tree, dt.Exact(error), square))
        return tuple(rows)
