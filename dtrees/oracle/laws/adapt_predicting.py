"""Predicting, adapted: each row's answer, by the very tree that the peer grew."""

from __future__ import annotations

from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

import dtrees as dt
from dtrees.data import Dataset
from dtrees.errors import Unsupported
from dtrees.laws.law import require
from dtrees.laws.naive import columns_of
from dtrees.oracle.rounding import coarseness, rounding_bound, size_of

if TYPE_CHECKING:
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
