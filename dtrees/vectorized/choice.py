"""The questions of all nodes of one level, stored as arrays; question objects are made once the tree is complete."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs
import numpy as np

from dtrees.data.dataset import Numeric
from dtrees.trees.missing_answers import plain_questions
from dtrees.trees.questions import Equals, Question, Threshold
from dtrees.vectorized.answers import answers_of_column

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from dtrees.data.scaled import IntArray
    from dtrees.vectorized.columns import Columns, Places
    from dtrees.vectorized.measures.level import Level

LEAF: Final = -1
"""In place of a feature's number: the node has no question."""

GIVEN: Final = -2
"""In place of a feature's number: the question is neither threshold nor equality, and stands in *given*."""


@attrs.frozen(eq=False)
class Choice:
    """The question of each node of one level.

    feature   the number of the feature, or `LEAF`, or `GIVEN`
    place     the place of the value in the question, the largest of the first child;  above, that of the next value
    given     the questions that exist as objects, by node
    """

    feature: IntArray
    place: IntArray
    above: IntArray
    given: dict[int, Question]

    @classmethod
    def of_leaves(cls, how_many: int) -> Choice:
        """Return a choice for *how_many* nodes without questions."""
        feature, place, above = np.full((3, how_many), LEAF)
        return cls(feature, place, above, {})

    @classmethod
    def of(cls, questions: Sequence[Question | None], columns: Columns) -> Choice:
        """Return the choice that holds the given *questions*, one a node; None stands for no question."""
        choice = cls.of_leaves(len(questions))
        for node, question in enumerate(questions):
            if question is not None:
                choice.ask(node, question, columns)
        return choice

    @classmethod
    def joined(cls, how_many: int, choices: Iterable[tuple[IntArray, Choice]]) -> Choice:
        """Return a choice for *how_many* nodes, put together from the *choices* of some of them."""
        whole = cls.of_leaves(how_many)
        for numbers, choice in choices:
            whole.note(numbers, choice.feature, choice.place, choice.above)
            whole.given.update((int(numbers[node]), question) for node, question in choice.given.items())
        return whole

    def note(self, node: IntArray, feature: IntArray, place: Places, above: Places) -> None:
        """Set the cut of each *node*: its feature, the largest value below it, and the next value above."""
        self.feature[node], self.place[node], self.above[node] = feature, place, above

    def ask(self, node: int, question: Question, columns: Columns) -> None:
        """Set the question of *node* to the object *question*."""
        number = columns.number(question.feature)
        column = columns[number]
        match question:
            case Threshold() if isinstance(column.feature, Numeric):
                place = column.below(question.threshold)
            case Equals() if columns.equal[number] and question.category in column.values:
                place = column.values.index(question.category)
            case _:
                number, place = GIVEN, LEAF
        self.feature[node], self.place[node], self.given[node] = number, place, question

    def answers(self, level: Level, columns: Columns) -> Places:
        """Return the child index of each row of the level, -1 where its node has no question."""
        number = np.maximum(self.feature, 0)  # where there is none, any will do
        value = columns.places.ravel().take(level.nodes.spread(number * columns.places.shape[1]) + level.rows)
        others = [node for node in self.given if self.feature[node] == GIVEN]
        away = value > level.nodes.spread(self.place)
        equal = columns.equal.take(number)
        if np.count_nonzero(equal):
            away |= value < level.nodes.spread(np.where(equal, self.place, 0))
        child: Places = away.astype(np.int32 if others else np.int8)
        nothing = self.feature < 0
        if np.count_nonzero(nothing):
            child[level.nodes.spread(nothing)] = -1
        for node in others:
            asked = plain_questions(self.given[node])[0]  # here no value is missing
            column = columns[columns.number(asked.feature)]
            answers = answers_of_column(asked, column.feature.take(level.rows_of(node)))
            child[level.nodes.starts[node] : level.nodes.ends[node]] = answers
        return child

    def questions(self, columns: Columns) -> NDArray[np.object_]:
        """Return the question of each node, None where there is none."""
        found = np.full(len(self.feature), None, dtype=object)
        at = (self.feature >= 0).nonzero()[0]
        found[at] = columns.questions(self.feature[at], self.place[at], self.above[at])
        for node, question in self.given.items():
            found[node] = question
        return found
