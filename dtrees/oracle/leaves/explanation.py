"""The tree behind an answer that shows none: an admissible one where there is one, else one that deviates least."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np

from dtrees.errors import InvalidData, Undecided, Unsupported
from dtrees.oracle.conventions import EXACT, Conventions
from dtrees.oracle.leaves.answer import answer_of
from dtrees.oracle.leaves.questions import any_questions
from dtrees.oracle.leaves.search import Search, row_numbers
from dtrees.summary import summarize

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dtrees.data import Dataset
    from dtrees.learner import Learner
    from dtrees.oracle.leaves.answer import RowAnswers
    from dtrees.oracle.leaves.search import Key
    from dtrees.path import Path
    from dtrees.tree import Tree

BUDGET: Final = 20_000
"""How many sets of rows a search looks at."""

GUESSES: Final = 2
"""Of trees that deviate so many questions are scored, one in so many of the budget, before the cheapest are taken."""


@attrs.frozen(kw_only=True)
class End:
    """Where the way that all admissible trees share ends: the node's path and rows, and what was expected there."""

    path: Path
    rows: tuple[int, ...]
    expected: str
    got: str

    def __str__(self) -> str:
        return f"at path {list(self.path)}, rows {list(self.rows)}: expected {self.expected}, got {self.got}"


@attrs.frozen(kw_only=True)
class Explanation:
    """A tree that ends in the leaves, or predicts the values, of an answer.

    tree  an admissible one (the canonical one if it fits); where *end* is given none fits, and it is the one with
          the fewest deviating nodes, then of the least regret, or where there are too many the one that makes the
          least costly choice at each node; None where there is none at all, or none was found
    end   where the way to an admissible tree ends
    """

    tree: Tree | None
    end: End | None = None


def explain(
    answer: RowAnswers, data: Dataset, learner: Learner, *, conventions: Conventions = EXACT, budget: int = BUDGET
) -> Explanation:
    """Return the `Explanation` of the *answer* of an implementation of *learner* for the rows of *data*.

    Raises `Undecided` where an admissible tree is neither found nor excluded within *budget* sets of rows.

    >>> from dtrees.learners.cart import cart
    >>> from dtrees.oracle.leaves.answer import answer_of
    >>> from dtrees.constructors import classification_data
    >>> data = classification_data({"x": [1, 2, 3]}, ["a", "b", "b"])
    >>> explain(answer_of({"leaves": [0, 1, 1]}, data), data, cart()).tree.question
    Threshold(feature='x', threshold=1.5)
    """
    admissible = Search(
        answer=answer,
        data=conventions.seen(data),
        learner=learner,
        conventions=conventions,
        lenient=False,
        shared=not answer.names_leaves,
    )
    if admissible.run(budget):
        return Explanation(tree=admissible.tree())
    end = _end(admissible)
    questions = sum(1 for _ in any_questions(data, learner.questions)) + 1
    for shared, width in [(False, None), (True, None), (True, 1)] if admissible.shared else [(False, None), (False, 1)]:
        search = attrs.evolve(admissible, lenient=True, shared=shared, width=width)
        try:
            found = search.run(budget // GUESSES // questions if width is None else budget)
        except Undecided:
            continue
        if found:
            return Explanation(tree=search.tree(), end=end)
    return Explanation(tree=None, end=end)


def tree_behind(answer: Mapping[str, Any], data: Dataset, learner: Learner, conventions: Conventions) -> Tree:
    """Return the tree that explains the rows' *answer* (`answer_of`) best.

    Raises `Unsupported` where none is found within the budget, and `InvalidData` where there is none.
    """
    try:
        found = explain(answer_of(answer, data), data, learner, conventions=conventions)
    except Undecided as error:
        message = f"the tree behind the answer is not found: {error}"
        raise Unsupported(message) from error
    if found.tree is None:
        message = f"no tree ends as the rows do: {found.end}"
        raise InvalidData(message)
    return found.tree


def _end(search: Search) -> End:
    """Return where the way of an admissible *search* that failed ends: down while there is but one question to ask."""
    key = search.key(np.arange(len(search.data)), 0)
    path: Path = ()
    while True:
        moves = search.moves(key)
        if len(moves) != 1:
            return _reason(search, key, path, len(moves))
        below = [search.key(part, key[1] + 1) for part in moves[0].parts]
        place = next(place for place, part in enumerate(below) if search.known[part] is None)
        key, path = below[place], (*path, place)


def _reason(search: Search, key: Key, path: Path, fitting: int) -> End:
    rows, optimal = row_numbers(key), search.optimal(key)
    codes = np.unique(search.answer.codes[rows]).tolist()
    values = ", ".join(f"{search.answer.values[code]!r}" for code in codes[:5]) + (", ..." if codes[5:] else "")
    got = f"{search.answer.kind} {values}"
    if fitting:
        got += f", in which no tree below any of {fitting} admissible questions ends"
    elif optimal:
        got += ", which it parts" if len(optimal) == 1 else ", which each of these parts"
    expected = " or ".join(map(str, optimal)) if optimal else f"a leaf of {summarize(search.data.take(rows))}"
    return End(path=path, rows=tuple(rows.tolist()), expected=expected, got=got)
