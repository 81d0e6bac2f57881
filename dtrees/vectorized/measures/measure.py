"""The interface of a measure: an impurity in float64, whose keys order the candidates, with a bound on their error."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from dtrees.data.scaled import FloatArray, IntArray
    from dtrees.vectorized.columns import Places
    from dtrees.vectorized.measures.level import Level
    from dtrees.vectorized.segments import Segments
    from dtrees.vectorized.units import Units

Arrays: TypeAlias = "tuple[FloatArray, ...]"


class Measure(Protocol):
    """An impurity in float64."""

    @property
    def exact(self) -> bool:
        """Whether the sums over rows are computed without rounding."""

    @property
    def units(self) -> Units:
        """The weights of the rows, in units."""

    def level(self, rows: IntArray, nodes: Segments) -> Level:
        """Return the `Level` of the nodes that *rows* are in."""

    def sums_by_cell(self, level: Level, rows: Places, cells: Places, size: int) -> tuple[IntArray, IntArray]:
        """Return each cell's weight and its channels' sums (channel, cell); row ``rows[i]`` is in ``cells[:, i]``."""

    def sums_by_run(self, level: Level, rows: Places, runs: Segments) -> tuple[IntArray, IntArray]:
        """Return the same of each of the *runs* of rows."""

    def running(self, level: Level, rows: Places, groups: Segments) -> FloatArray:
        """Return the channels' running sums (channel, line, place) of lines of *rows*, which hold the same *groups*."""

    def folded(self, left: FloatArray, totals: FloatArray) -> Arrays:
        """Combine the first child's sums with the node's totals into the arrays from which `key` is computed."""

    def running_folded(self, level: Level, rows: Places) -> Arrays:
        """Return `folded` of `running` over the level's nodes, by fewer operations."""

    def weighed(self, one: FloatArray, other: FloatArray, whole: FloatArray, totals: FloatArray) -> Arrays:
        """Return the part of the key that depends on the weights of the children and the node."""

    def key(self, folded: Arrays, weighed: Arrays) -> FloatArray:
        """Return the key of each question with two children; a larger key means a larger gain."""

    def key_of_many(
        self, children: Segments, weight: FloatArray, sums: FloatArray, level: Level, node: IntArray
    ) -> FloatArray:
        """Return the keys of candidates with a child each of the *children*, given their weights and channels' sums."""

    def base(self, level: Level) -> FloatArray:
        """Return the key of a split that gains nothing."""

    def bound(self, best: FloatArray, level: Level, arity: int) -> FloatArray:
        """Return how far a key of a node may be off, its largest being *best*, with *arity* children at most.

        0 says that equal keys are equal floats and different ones different.
        """
