"""Predicting, adapted: each row's answer, by the very tree that the peer grew."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

import dtrees as dt
from dtrees.data import Dataset
from dtrees.errors import Unsupported
from dtrees.laws.naive import columns_of
from dtrees.oracle.conformance.settle import size_of
from dtrees.oracle.judge import rounding_bound

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.oracle.conformance.peer import Peer


@attrs.frozen
class Predicting:
    """The functions that say something of rows."""

    peer: Peer

    def predict(self, tree: dt.Tree, data: Any, **options: Any) -> np.ndarray:
        """Return what the peer predicts, its means to the nearest float where they are within rounding."""
        said = self._said("predict", tree, data, options)
        if isinstance(tree.summary, dt.ClassCounts):
            return said if isinstance(said, np.ndarray) else np.array(list(said))
        ends = [dt.subtree_at(tree, path).summary for path in dt.apply(tree, data, **options)]
        return np.array([_mean(got, summary) for got, summary in zip(said, ends, strict=True)])

    def predict_proba(self, tree: dt.Tree, data: Any, **options: Any) -> np.ndarray:
        """Return the peer's class shares, each exact where it is within rounding."""
        said = np.array(self._said("predict_proba", tree, data, options), dtype=np.float64)
        exact = dt.predict_proba(tree, data, **options)
        if said.shape != exact.shape:
            return said
        return np.where(abs(said - exact) <= float(rounding_bound(int(tree.summary.weight), 1)), exact, said)

    def apply(self, tree: dt.Tree, data: Any, **options: Any) -> Any:
        """Return the paths where rows end."""
        return self._said("apply", tree, data, options)

    def _said(self, name: str, tree: dt.Tree, data: Any, options: dict[str, Any]) -> Any:
        columns = columns_of(data) if isinstance(data, Dataset) else data
        if self.peer.conventions.precision == "float32" and not all(map(_is_single, columns.values())):
            message = "numbers that float32 rounds"
            raise Unsupported(message)
        if not self.peer.takes(name, "unseen") and _all_end_in_leaves(tree, data):
            options = {}
        return self.peer.call(name, self.peer.theirs(tree), data, **options)


def _mean(got: Any, summary: Any) -> float:
    """Return the float nearest to the mean where *got* is within rounding of it."""
    bound = rounding_bound(int(summary.weight) + 1, size_of("value", summary, dt.squared_error))
    near = abs(Fraction(float(got)) - summary.mean) <= bound
    return float(summary.mean) if near else float(got)


def _is_single(column: Sequence[Any]) -> bool:
    with np.errstate(over="ignore"):
        return all(not isinstance(value, float) or float(np.float32(value)) == value for value in column)


def _all_end_in_leaves(tree: dt.Tree, data: Any) -> bool:
    return all(isinstance(dt.subtree_at(tree, path), dt.Leaf) for path in dt.apply(tree, data))
