"""Predicting, adapted: each row's answer, by the very tree that the peer grew; and choosing a pruned tree by rows.

Of a peer's values and tables of errors the specification's rules choose.
"""

from __future__ import annotations

from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

import dtrees as dt
from dtrees.cross_validation import CrossValidated, CrossValidation
from dtrees.data import Dataset
from dtrees.errors import Unsupported
from dtrees.holdout import Selection
from dtrees.impurity import usual_impurity
from dtrees.laws.law import require
from dtrees.laws.naive import columns_of
from dtrees.losses import mean_loss
from dtrees.oracle.documents import tree_of
from dtrees.oracle.laws.adapt_pruning import joined, member_of
from dtrees.oracle.laws.translator import specified
from dtrees.oracle.rounding import coarseness, pruning_bound, rounding_bound, size_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.oracle.conventions import Precision
    from dtrees.oracle.laws.translator import Translator


@attrs.frozen
class Predicting:
    """The functions that say something of rows."""

    peer: Translator

    def predict(self, tree: dt.Tree, data: Any, **options: Any) -> np.ndarray:
        """Return what the peer predicts, its means to the nearest float where they are within rounding."""
        predicted = self._predicted("predict", tree, data, options)
        if isinstance(tree.summary, dt.ClassCounts):
            return predicted if isinstance(predicted, np.ndarray) else np.array(list(predicted))
        ends = [dt.subtree_at(tree, path).summary for path in dt.apply(tree, data, **options)]
        precision = self.peer.conventions.stated_precision
        return np.array([_mean(got, summary, precision) for got, summary in zip(predicted, ends, strict=True)])

    def predict_proba(self, tree: dt.Tree, data: Any, **options: Any) -> np.ndarray:
        """Return the peer's class shares, each exact where it is within rounding."""
        predicted = np.array(self._predicted("predict_proba", tree, data, options), dtype=np.float64)
        exact = dt.predict_proba(tree, data, **options)
        if predicted.shape != exact.shape:
            return predicted
        bound = rounding_bound(int(tree.summary.weight), 1) * coarseness(self.peer.conventions.stated_precision)
        return np.where(abs(predicted - exact) <= float(bound), exact, predicted)

    def apply(self, tree: dt.Tree, data: Any, **options: Any) -> Any:
        """Return the paths where rows end."""
        return tuple(self._predicted("apply", tree, data, options))

    def _predicted(self, name: str, tree: dt.Tree, data: Any, options: dict[str, Any]) -> Any:
        """Return what the peer says of the rows that it sees as they are, and of any others the right answer."""
        columns = columns_of(data) if isinstance(data, Dataset) else data
        rows = list(zip(*columns.values(), strict=True))
        knows = self.peer.knows(tree)
        seen = [place for place, row in enumerate(rows) if all(map(self._sees, row)) and knows(row)]
        if len(seen) == len(rows):
            return self._answered(name, tree, data, options)
        if not seen:
            message = f"numbers that {self.peer.conventions.precision} rounds, or rows of which no leaf is known"
            raise Unsupported(message)
        predicted = list(getattr(dt, name)(tree, data, **options))
        asked = {column: [values[place] for place in seen] for column, values in columns.items()}
        for place, answer in zip(seen, self._answered(name, tree, asked, options), strict=True):
            predicted[place] = answer
        return predicted

    def _answered(self, name: str, tree: dt.Tree, data: Any, options: dict[str, Any]) -> Any:
        ends = (dt.subtree_at(tree, path) for path in dt.apply(tree, data))
        if not self.peer.takes(name, "unseen") and all(isinstance(end, dt.Leaf) for end in ends):
            options = {name: value for name, value in options.items() if name == "costs"}
        return self.peer.call(name, tree, data, **options)

    def _sees(self, value: Any) -> bool:
        """Return whether *value* is no number that the peer's precision rounds."""
        single = self.peer.conventions.precision == "float32"
        with np.errstate(over="ignore"):
            return not (single and isinstance(value, float)) or float(np.float32(value)) == value


def _mean(got: Any, summary: Any, precision: Precision) -> float:
    """Return the float nearest to the mean where *got* is within rounding of it; raises `LawBroken` for no number."""
    predicted, mean = float(got), float(summary.mean)
    require(isfinite(predicted), mean, predicted)
    bound = rounding_bound(int(summary.weight) + 1, size_of("value", summary))
    return mean if abs(Fraction(predicted) - summary.mean) <= bound * coarseness(precision) else predicted


# --- choosing from a pruning sequence -------------------------------------------------------------------------------


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
        theirs = self.peer.conventions
        own = theirs.scale_of_validation
        usual = {"impurity": theirs.risk_of(dt.summarize(data)), "scale": None if own == "root" else own}
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
        bound = pruning_bound(tree, impurity or usual_impurity(tree.summary), scale, centred=False)
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
