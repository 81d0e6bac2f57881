"""The base of the impurities of classes: class counts, and keys computed from a function f of each child's counts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Final

import attrs
import numpy as np

from dtrees.vectorized.measures.level import Level
from dtrees.vectorized.measures.rounding import LOGARITHM
from dtrees.vectorized.segments import Segments
from dtrees.vectorized.units import U

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dtrees.data.scaled import FloatArray, IntArray
    from dtrees.vectorized.columns import Places
    from dtrees.vectorized.measures.measure import Arrays
    from dtrees.vectorized.units import Units

FEW_CLASSES: Final = 3
"""With so many classes or fewer, counting rows class by class is faster than row by row."""

NO_VALUES: Final = np.zeros(0)


@attrs.frozen(eq=False)
class Counts(ABC):
    """A measure whose keys are computed from a function f of class counts; gain = *grain* (key - base) / W(t)."""

    units: Units
    codes: IntArray
    classes: int
    grain: float = attrs.field(default=1.0, kw_only=True)

    @property
    def exact(self) -> bool:
        """Whether the class counts are summed without rounding."""
        return self.units.exact

    def level(self, rows: IntArray, nodes: Segments) -> Level:
        """Return the `Level` of the nodes; its channels are the classes, and the totals are the class counts."""
        weighed = self.units.of(rows, nodes)
        here = None if weighed.rows is None else weighed.rows[rows]
        cells = nodes.owner * self.classes + self.codes.take(rows)
        counts = np.bincount(cells, here, len(nodes) * self.classes).reshape(-1, self.classes).T.astype(np.float64)
        exponent = np.full(len(nodes), np.frexp(self.grain)[1] - 1)
        return Level(rows, nodes, weighed, np.ascontiguousarray(counts), 1, exponent, NO_VALUES, NO_VALUES, NO_VALUES)

    def sums_by_cell(self, level: Level, rows: Places, cells: Places, size: int) -> tuple[IntArray, IntArray]:
        """Return the weight and the class counts of each cell, to which *cells* assign the *rows*."""
        weights = None if level.weighed.rows is None else np.tile(level.weighed.rows[rows], len(cells))
        of_class = np.multiply(self.codes.take(rows), size, dtype=np.int64) + cells
        counts = np.bincount(of_class.ravel(), weights, size * self.classes)
        by_class = counts.reshape(self.classes, size).astype(np.int64, copy=False)
        return by_class.sum(axis=0), by_class

    def sums_by_run(self, level: Level, rows: Places, runs: Segments) -> tuple[IntArray, IntArray]:
        """Return the weight and the class counts of each run."""
        return self.sums_by_cell(level, rows, runs.owner[None], len(runs))

    def running(self, level: Level, rows: Places, groups: Segments) -> FloatArray:
        """Return the running sums of the class counts along the rows of each group."""
        weights = np.int32(1) if level.weighed.rows is None else level.weighed.rows.take(rows)
        of_class = self.codes.take(rows) == np.arange(self.classes)[:, None, None]
        return groups.running(of_class * weights, alike=True)

    def folded(self, left: FloatArray, totals: FloatArray) -> Arrays:
        """Return f of the first child's counts *left* and f of the second child's, *totals* - *left*."""
        return self.f(left), self.f(totals - left)

    def running_folded(self, level: Level, rows: Places) -> Arrays:
        """Return f of both children for a threshold after each of the *rows*."""
        return self.folded(self.running(level, rows, level.nodes), level.channels[:, None])

    @abstractmethod
    def weighed(self, one: FloatArray, other: FloatArray, whole: FloatArray, totals: FloatArray) -> Arrays:
        """Return the terms of the key that depend on the children's weights alone."""

    @abstractmethod
    def key(self, folded: Arrays, weighed: Arrays) -> FloatArray:
        """Return the keys of questions with two children: the sums of the children's shares."""

    def key_of_many(
        self,
        children: Segments,
        weight: FloatArray,
        sums: FloatArray,
        level: Level,  # noqa: ARG002 (the squared error needs it)
        node: IntArray,  # noqa: ARG002 (the squared error needs it)
    ) -> FloatArray:
        """Return the keys of questions with several children: the sums of the children's shares."""
        return children.sums(self.share(weight, self.f(sums)))

    def base(self, level: Level) -> FloatArray:
        """Return the key of each node without a split: a gain is in proportion to a key less this."""
        return self.share(level.weight, self.f(level.totals))

    def bound(self, best: FloatArray, level: Level, arity: int) -> FloatArray:
        """Return a bound on the rounding error of the keys of each node."""
        weight, terms = level.weight, arity * (2 * self.classes + 4)
        if self.exact:
            return self.bound_of_whole(best, weight, arity)
        return np.asarray(terms * self.steepness(weight) * (level.weighed.off + LOGARITHM * U * weight))

    @abstractmethod
    def f(self, counts: FloatArray) -> FloatArray:
        """Return f of the *counts*, whose first axis is the class."""

    @abstractmethod
    def share(self, weight: FloatArray, f: FloatArray) -> FloatArray:
        """Return the term that a child of this *weight* and *f* adds to the key."""

    @abstractmethod
    def bound_of_whole(self, best: FloatArray, weight: FloatArray, arity: int) -> FloatArray:
        """Return the bound on the rounding error of the keys where the class counts are exact."""

    def steepness(self, weight: FloatArray) -> FloatArray:
        """Return the factor by which a term of the key may be further off than the weight that it is computed from."""
        return np.ones_like(weight)


class Additive(Counts):
    """A measure whose f is a sum over the classes: f = sum_k phi(N_k)."""

    @abstractmethod
    def phi(self, counts: FloatArray) -> FloatArray:
        """Return phi of each number, a class count or a weight."""

    def f(self, counts: FloatArray) -> FloatArray:
        """Return the sum of phi over the classes."""
        return np.asarray(np.add.reduce(self.phi(counts)))

    def running_folded(self, level: Level, rows: Places) -> Arrays:
        """Return f of both children for a threshold after each row, as running sums of each row's change of f.

        A row of class k changes phi(l_k) to phi(l_k + 1), where l_k rows of its class stand before it.  Where rows
        do not all weigh one unit, and where classes are few, the class counts are summed instead.
        """
        if not self.exact or self.units.weights is not None or self.classes <= FEW_CLASSES:
            return super().running_folded(level, rows)
        by_class = np.argsort(self.codes.take(rows), axis=-1, kind="stable")
        by_class += np.arange(0, rows.size, rows.shape[1])[:, None]
        if level.values is NO_VALUES:
            level.values = self._steps(level)
        steps = np.empty((2, *rows.shape), dtype=np.int64)
        for step, of_class in zip(steps, level.values, strict=True):
            step.ravel()[by_class] = of_class
        first, second = level.nodes.running(steps, alike=True).astype(np.float64)
        return first, second + level.nodes.spread(self.f(level.totals))

    def _steps(self, level: Level) -> NDArray[np.int64]:
        """Return what the rows, by class, add to f_l and to f_r: phi is whole, and integers add up sooner."""
        alike = Segments(level.totals.astype(np.int64).ravel())  # the rows of a class, node by node
        before = np.arange(len(level.rows)) - alike.spread(alike.starts)
        behind = alike.spread(alike.sizes - 1) - before
        more = np.diff(self.phi(np.arange(alike.sizes.max() + 1.0))).astype(np.int64)
        return np.stack([more.take(before), -more.take(behind)])
