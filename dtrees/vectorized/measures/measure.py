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
    """An impurity in float64: it computes keys of candidates from sums of its channels, class counts or responses."""

    @property
    def exact(self) -> bool:
        """Whether the sums over rows are computed without rounding."""

    @property
    def units(self) -> Units:
        """The weights of the rows, in units."""

    def level(self, rows: IntArray, nodes: Segments) -> Level:
        """Return the `Level` of these *nodes*, the segments of *rows*."""

    def sums_by_cell(self, level: Level, rows: Places, cells: Places, size: int) -> tuple[IntArray, IntArray]:
        """Return each cell's weight and its channels' sums (channel, cell); row ``rows[i]`` is in ``cells[:, i]``."""

    def sums_by_run(self, level: Level, rows: Places, runs: Segments) -> tuple[IntArray, IntArray]:
        """Return each run's weight and its channels' sums (channel, run), for *rows* that stand run by run."""

    def running(self, level: Level, rows: Places, groups: Segments) -> FloatArray:
        """Return the channels' running sums (channel, line, place) along lines of *rows*, within each of *groups*."""

    def folded(self, left: FloatArray, totals: FloatArray) -> Arrays:
        """Combine the first child's sums with the node's totals into the arrays from which `key` is computed."""

    def running_folded(self, level: Level, rows: Places) -> Arrays:
        """Return `folded` of `running` within each of the level's nodes, by fewer operations."""

    def weighed(self, one: FloatArray, other: FloatArray, whole: FloatArray, totals: FloatArray) -> Arrays:
        """Return the part of the key that depends on the weights of the children and the node."""

    def key(self, folded: Arrays, weighed: Arrays) -> FloatArray:
        """Return the key of each question with two children; a larger key means a larger gain."""

    def key_of_many(
        self, children: Segments, weight: FloatArray, sums: FloatArray, level: Level, node: IntArray
    ) -> FloatArray:
        """Return the keys of candidates with several *children*, given the children's weights and channels' sums."""

    def base(self, level: Level) -> FloatArray:
        """Return the key of a split that gains nothing."""

    def bound(self, best: FloatArray, level: Level, arity: int) -> FloatArray:
        """Return a bound on the error of the keys of each node, whose largest is *best*, with at most *arity* children.

        A bound of 0 means that two keys are equal floats exactly where the scores are equal.
        """
