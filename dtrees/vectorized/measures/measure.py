"""What each measure offers: sums of rows, the keys made of them, and how far these may be off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from dtrees.data.dataset import FloatArray, IntArray
    from dtrees.vectorized.columns import Places
    from dtrees.vectorized.measures.level import Level
    from dtrees.vectorized.segments import Segments
    from dtrees.vectorized.units import Units

Arrays: TypeAlias = "tuple[FloatArray, ...]"


class Measure(Protocol):
    """An impurity in float64."""

    @property
    def exact(self) -> bool:
        """Whether sums of rows are exact."""

    @property
    def units(self) -> Units:
        """The rows' weights."""

    def level(self, rows: IntArray, nodes: Segments) -> Level:
        """Return what the nodes hold."""

    def sums_by_cell(self, level: Level, rows: Places, cells: Places, size: int) -> tuple[IntArray, IntArray]:
        """Return each cell's weight and its channels' sums (channel, cell); row ``rows[i]`` is in ``cells[:, i]``."""

    def sums_by_run(self, level: Level, rows: Places, runs: Segments) -> tuple[IntArray, IntArray]:
        """Return the same of each of the *runs* of rows."""

    def running(self, level: Level, rows: Places, groups: Segments) -> FloatArray:
        """Return the channels' running sums (channel, line, place) of lines of *rows*, which hold the same *groups*."""

    def folded(self, left: FloatArray, totals: FloatArray) -> Arrays:
        """Return what the key needs of the channels' sums over the first child, and of the node's totals."""

    def running_folded(self, level: Level, rows: Places) -> Arrays:
        """Return `folded` of `running` over the level's nodes, by fewer operations."""

    def weighed(self, one: FloatArray, other: FloatArray, whole: FloatArray, totals: FloatArray) -> Arrays:
        """Return what the key needs of the children's weights, the node's, and the channels' sums over the node."""

    def key(self, folded: Arrays, weighed: Arrays) -> FloatArray:
        """Return the keys of two children."""

    def key_of_many(
        self, children: Segments, weight: FloatArray, sums: FloatArray, level: Level, node: IntArray
    ) -> FloatArray:
        """Return the keys of candidates with a child each of the *children*, given their weights and channels' sums."""

    def base(self, level: Level) -> FloatArray:
        """Return the key of no gain."""

    def bound(self, best: FloatArray, level: Level, arity: int) -> FloatArray:
        """Return how far a key of a node may be off, its largest being *best*, with *arity* children at most.

        0 says that equal keys are equal floats and different ones different.
        """
