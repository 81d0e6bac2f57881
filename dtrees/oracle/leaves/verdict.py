"""The verdict on an answer that shows no tree: whether some right tree gives it, and if not, for which rows.

A program that shows no question is not said to ask any: the paths and questions are those of the right trees.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, cast

import attrs
import numpy as np

from dtrees.arguments import checked
from dtrees.data.dataset import Dataset
from dtrees.errors import InvalidData, Undecided, Unsupported
from dtrees.growing.learner import Learner
from dtrees.oracle.conventions import EXACT, Conventions
from dtrees.oracle.documents import tree_of
from dtrees.oracle.finding import Finding, Verdict
from dtrees.oracle.leaves.answer import SHARES, RowAnswers, answer_of, shows_rows
from dtrees.oracle.leaves.search import FREE, Key, Search, Step, row_numbers
from dtrees.trees.summary import summarize

if TYPE_CHECKING:
    from dtrees.trees.paths import Path
    from dtrees.trees.tree import Tree

BUDGET: Final = 20_000
"""The most sets of rows that a search examines."""


@attrs.frozen(kw_only=True)
class End:
    """The node of a right tree below which no right tree gives the answers: its path, its rows, and the deviation.

    kind    the deviation in words, such as ``early leaf``: one answer for rows that the right tree splits
    shared  whether every right tree has that node, or only one of several
    """

    kind: str
    path: Path
    rows: tuple[int, ...]
    expected: str
    got: str
    shared: bool = True

    def __str__(self) -> str:
        return f"at path {list(self.path)}, rows {list(self.rows)}: expected {self.expected}, got {self.got}"


@attrs.frozen(kw_only=True)
class LeavesVerdict(Verdict):
    """The verdict on answers for rows: the right *tree* that gives them, or None, and the *end* below which none does.

    end  None where a right tree gives the answers
    """

    tree: Tree | None
    end: End | None


@checked
def judge_leaves(
    answer: Mapping[str, Any],
    data: Dataset,
    learner: Learner,
    *,
    conventions: Conventions = EXACT,
    budget: int = BUDGET,
) -> LeavesVerdict:
    """Return the verdict on an implementation of *learner* that answers with each training row's leaf or prediction.

    The *answer* (`answer_of`) is right where admissible questions, from the root down, end in exactly these leaves: a
    question never divides a leaf, and a leaf stands only where the learner makes one.  For predictions, several leaves
    may have one value, and each value must be that of its leaf's rows.  Where no right tree fits, the verdict states
    the rows for which every right tree answers otherwise, and nothing of questions that were not shown; if shares that
    stand beside predictions are wrong at a leaf, the predictions are judged instead.

    Raises `Undecided` where none is found or excluded within a *budget* of sets of rows, `InvalidData` for an answer
    that is not one value a row, and `Unsupported` for missing values.

    >>> from dtrees.growing.cart import cart
    >>> from dtrees.data.constructors import classification_data
    >>> data = classification_data({"x": [1, 2, 3, 4]}, ["a", "b", "b", "b"])
    >>> verdict = judge_leaves({"leaves": [0, 0, 1, 1]}, data, cart(max_depth=1))
    >>> print(verdict.deviations[0].kind, "|", verdict.deviations[0].got)
    split | leaves 0, 1, which it parts
    >>> print(verdict.end)
    at path [], rows [0, 1, 2, 3]: expected Threshold(feature='x', threshold=1.5), got leaves 0, 1, which it parts
    """
    if data.holds_missing:
        message = "leaves alone are judged where no value is missing: give the tree, or rows without missing values"
        raise Unsupported(message)
    verdict = _judged(answer_of(answer, data), data, learner, conventions, budget)
    if verdict.end and verdict.end.kind == "prediction" and answer.keys() >= {*SHARES}:
        predicted = answer_of({"predictions": answer["predictions"]}, data)
        return _judged(predicted, data, learner, conventions, budget)
    return verdict


def _judged(given: RowAnswers, data: Dataset, learner: Learner, conventions: Conventions, budget: int) -> LeavesVerdict:
    search = _right(given, data, learner, conventions)
    if search.run(budget):
        return LeavesVerdict(judged=len(data), canonical=len(data), tree=search.tree(), end=None)
    end = _end(search)
    where = f"together at {list(end.path)} in {'every right tree' if end.shared else 'one of the right trees'}"
    rows = f"rows {', '.join(map(str, end.rows))}, {where}"
    found = Finding(kind=end.kind, expected=f"{end.expected} of {rows}", got=end.got)
    right = len(data) - len(end.rows)
    return LeavesVerdict(judged=len(data), canonical=right, deviations=(found,), tree=None, end=end)


def tree_behind(answer: Any, data: Dataset, learner: Learner, conventions: Conventions) -> Tree:
    """Return the tree that *answer* shows, or a right one that explains its answers for rows (`answer_of`).

    Raises `Unsupported` where it is not known whether there is one, and `InvalidData` where there is none.
    """
    if not shows_rows(answer):
        return tree_of(answer, data, conventions)
    search = _right(answer_of(answer, data), data, learner, conventions)
    try:
        if search.run(BUDGET):
            return search.tree()
    except Undecided as error:
        message = f"the tree behind the answer is not found: {error}"
        raise Unsupported(message) from error
    message = f"no right tree ends as the rows do: {_end(search)}"
    raise InvalidData(message)


def any_tree_behind(answer: Any, data: Dataset, learner: Learner) -> Tree:
    """Return the tree that *answer* shows, or one, right or wrong, that explains its answers for rows.

    Raises `Undecided` where there are too many to search, and `InvalidData` where there is none.
    """
    if not shows_rows(answer):
        return tree_of(answer, data, EXACT)
    right = _right(answer_of(answer, data), data, learner, EXACT)
    for search in (right, attrs.evolve(right, lenient=True)):
        if search.run(BUDGET):
            return search.tree()
    message = f"no tree ends as the rows do: {_end(right)}"
    raise InvalidData(message)


def _right(answer: RowAnswers, data: Dataset, learner: Learner, conventions: Conventions) -> Search:
    """Return the search for a right tree."""
    seen = conventions.seen(data)
    return Search(
        answer=answer,
        data=seen,
        learner=learner.below(seen, 0),
        conventions=conventions,
        lenient=False,
        shared=answer.kind != "leaves",
    )


def _end(search: Search) -> End:
    """Return the node where a failed *search* ends, on the way of right questions with the fewest wrong nodes.

    Where a leaf has a wrong value that is right of all rows of a node above, which all have it, it is that node's.
    """
    nearest, shared = _nearest(search), True
    path: Path = ()
    key = search.key(np.arange(len(search.data)), 0)
    above: list[tuple[Key, Path]] = []
    while parts := _step(nearest, key).move.parts:
        above.append((key, path))
        may = search.granted(key)
        shared = shared and len(may.splits) == 1 and not may.leaf
        below = [search.key(part, key[1] + 1) for part in parts]
        place = next(place for place, part in enumerate(below) if _step(nearest, part).cost > FREE)
        key, path = below[place], (*path, place)
    if search.alike(row_numbers(key)):
        key, path = next((one for one in reversed(above) if _may_be_one(search, one[0])), (key, path))
    return _reason(search, key, path, shared=shared)


def _nearest(search: Search) -> Search:
    """Return the search for the ways that end at the fewest nodes; where there are too many, the first question's."""
    for width in (None, 1):
        nearest = attrs.evolve(search, stuck=True, width=width)
        with suppress(Undecided):
            nearest.run(BUDGET)
            break
    return nearest


def _step(search: Search, key: Key) -> Step:
    return cast("Step", search.known[key])


def _may_be_one(search: Search, key: Key) -> bool:
    """Return whether all rows of *key* have one answer, and a leaf of them would have it."""
    rows = row_numbers(key)
    summary = summarize(search.data.take(rows))
    return search.alike(rows) and search.is_right(int(search.answer.codes[rows[0]]), summary)


def _reason(search: Search, key: Key, path: Path, *, shared: bool) -> End:
    rows, may = row_numbers(key), search.granted(key)
    optimal = [split.question for split in may.splits]
    codes = np.unique(search.answer.codes[rows]).tolist()
    light = [code for code in codes if search.answer.kind == "leaves" and search.is_too_light(code)]
    values = ", ".join(f"{search.answer.values[code]!r}" for code in codes[:5]) + (", ..." if codes[5:] else "")
    got, kind = f"{search.answer.kind} {values}", "split"
    if search.alike(rows):
        kind = "early leaf" if optimal else "prediction"
    elif light:
        got, kind = f"leaf {search.answer.values[light[0]]!r}, smaller than min_leaf", "limit"
    elif not optimal:
        kind = "late leaf"
    else:
        got += ", which it parts" if len(optimal) == 1 else ", which each of these parts"
    expected = " or ".join(map(str, optimal)) if optimal else f"a leaf of {summarize(search.data.take(rows))}"
    return End(kind=kind, path=path, rows=tuple(rows.tolist()), expected=expected, got=got, shared=shared)
