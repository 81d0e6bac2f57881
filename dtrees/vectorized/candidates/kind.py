"""What each kind of question offers: the largest keys of its columns, and the candidates near them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from dtrees.data import FloatArray, IntArray
    from dtrees.questions import Question
    from dtrees.vectorized.candidates.candidate import Candidates
    from dtrees.vectorized.columns import Places
    from dtrees.vectorized.measures.level import Level


class QuestionKind(Protocol):
    """Columns that are scored together.

    numbers  their places among the data's features;  arity, the most children their keys are made for
    keys_are_the_measures  whether equal keys are equal floats where the measure's bound says so
    """

    numbers: IntArray
    arity: int
    keys_are_the_measures: bool

    def part(self, child: Places, arity: int) -> None:
        """Go to the next level: row i goes to child ``child[i]`` of its node, or is done with (-1)."""

    def best_keys(self, level: Level) -> FloatArray:
        """Return the largest key of each column at each node (column, node), `NOTHING` where there is no candidate."""

    def candidates(self, level: Level, column: IntArray, node: IntArray, least: FloatArray) -> Candidates:
        """Return the candidates of each *column* at the *node* beside it whose keys are at least its *least*."""

    def question(self, level: Level, node: int, feature: int, place: int, above: int) -> Question:
        """Return the question that a candidate asks."""
