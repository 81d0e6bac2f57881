"""What each kind of question offers: the largest keys of its columns, and the candidates near them."""

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

    rows  of the children, and nodes, the segments that they are;  parents, the place of each one's parent in the level
    answers  which child of it each is;  arity, one more than the largest of these;  of_data, how many rows there are
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
        """The child to which each row of the data goes, -1 where it is done with."""
        child = np.full(self.of_data, -1, dtype=np.dtype("i1" if self.arity <= LARGEST_BYTE else "i4"))
        child[self.rows] = self.nodes.spread(np.where(self.going, self.answers, -1).astype(child.dtype))
        return child


class QuestionKind(Protocol):
    """A group of columns whose candidates are scored together.

    numbers  their places among the data's features;  arity, the most children their keys are made for
    keys_are_the_measures  whether equal keys are equal floats where the measure's bound says so
    """

    numbers: IntArray
    arity: int
    keys_are_the_measures: bool

    def part(self, parting: Parting) -> None:
        """Move the columns on to the next level, whose nodes *parting* describes."""

    def best_keys(self, level: Level) -> FloatArray:
        """Return the largest key of each column at each node (column, node), `NOTHING` where there is no candidate."""

    def candidates(self, level: Level, column: IntArray, node: IntArray, least: FloatArray) -> Candidates:
        """Return the candidates of each *column* at the *node* beside it whose keys are at least its *least*."""

    def question(self, level: Level, node: int, feature: int, place: int, above: int) -> Question:
        """Return the question that a candidate asks."""
