"""The interface of a kind of question: the largest keys of its columns, and the candidates near them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, Protocol

import attrs
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dtrees.data.scaled import FloatArray, IntArray
    from dtrees.trees.questions import Question
    from dtrees.vectorized.candidates.candidate import Candidates
    from dtrees.vectorized.columns import Places
    from dtrees.vectorized.measures.level import Level
    from dtrees.vectorized.segments import Segments

LARGEST_BYTE: Final = 127


@attrs.frozen(eq=False, slots=False)
class Parting:
    """The division of a level's nodes into children; those that are *going* on form the next level.

    rows     the rows of the children, one child after the other, and nodes, the segments of each child's rows
    parents  the place of each child's parent in the level;  answers, its index among its parent's children
    arity    the largest such index plus one;  of_data, the number of rows in the data
    """

    rows: IntArray
    nodes: Segments
    parents: IntArray
    answers: Places
    going: NDArray[np.bool_]
    arity: int
    of_data: int

    @cached_property
    def child(self) -> Places:
        """The index of the child to which each row of the data goes, -1 for rows in no node of the next level."""
        child = np.full(self.of_data, -1, dtype=np.dtype("i1" if self.arity <= LARGEST_BYTE else "i4"))
        child[self.rows] = self.nodes.spread(np.where(self.going, self.answers, -1).astype(child.dtype))
        return child


class QuestionKind(Protocol):
    """A group of columns whose candidates are scored together.

    numbers  their numbers among the data's features;  arity, the largest number of children that their keys allow for
    keys_are_the_measures  whether the measure computes their keys, so that its error bound holds for them as it is
    """

    numbers: IntArray
    arity: int
    keys_are_the_measures: bool

    def part(self, parting: Parting) -> None:
        """Move the columns on to the next level, whose nodes *parting* describes."""

    def best_keys(self, level: Level) -> FloatArray:
        """Return the largest key of each column at each node (column, node), `NOTHING` where there is no candidate."""

    def candidates(self, level: Level, column: IntArray, node: IntArray, least: FloatArray) -> Candidates:
        """Return the candidates of each pair ``column[i]``, ``node[i]`` whose key is at least ``least[i]``."""

    def question(self, level: Level, node: int, feature: int, place: int, above: int) -> Question:
        """Return the question of a candidate, given its *feature*, the *place* of its value and the one *above*."""
