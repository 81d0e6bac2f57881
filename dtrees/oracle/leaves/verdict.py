"""The verdict on an answer that shows no tree: `judge_tree` on the likeliest tree behind it.

That is an admissible one where there is one, else one that deviates least: the fewest deviating nodes, then the least
regret, or where there are too many the least costly choice at each node.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np

from dtrees.arguments import checked
from dtrees.errors import InvalidData, Undecided, Unsupported
from dtrees.oracle.conventions import EXACT, Conventions
from dtrees.oracle.documents import tree_of
from dtrees.oracle.finding import Finding, Verdict
from dtrees.oracle.judge import judge_tree
from dtrees.oracle.leaves.answer import SHARES, RowAnswers, answer_of, shows_rows
from dtrees.oracle.leaves.search import Key, Search, any_questions, row_numbers
from dtrees.predicting.predict import apply
from dtrees.trees.paths import Path, subtree_at
from dtrees.trees.summary import summarize

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dtrees.data.dataset import Dataset
    from dtrees.growing.learner import Learner
    from dtrees.trees.tree import Tree

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
class LeavesVerdict(Verdict):
    """The verdict on the *tree* behind an answer: an admissible one where it fits, else one that deviates least.

    end  where the way to an admissible tree ends; None where one fits
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
    question never parts a leaf, and a leaf stands only where the learner makes one.  Of predictions alone, leaves may
    share a value, and each value must be that of its leaf's rows.  Where nothing fits, the tree of the fewest
    deviating nodes, then of the least regret, is judged instead; of shares beside predictions that no tree at all has,
    the predictions are judged instead.

    Raises `Undecided` where neither is found within a *budget* of sets of rows, `InvalidData` for an answer that is not
    one value a row, and `Unsupported` for missing values.

    >>> from dtrees.growing.cart import cart
    >>> from dtrees.data.constructors import classification_data
    >>> data = classification_data({"x": [1, 2, 3, 4]}, ["a", "b", "b", "b"])
    >>> verdict = judge_leaves({"leaves": [0, 0, 1, 1]}, data, cart(max_depth=1))
    >>> print(verdict.deviations[0].kind, verdict.deviations[0].regret)
    split 1/4
    >>> print(verdict.end)
    at path [], rows [0, 1, 2, 3]: expected Threshold(feature='x', threshold=1.5), got leaves 0, 1, which it parts
    """
    if data.holds_missing:
        message = "leaves alone are judged where no value is missing: give the tree, or rows without missing values"
        raise Unsupported(message)
    verdict = _judged(answer_of(answer, data), data, learner, conventions, budget)
    if answer.keys() >= {*SHARES} and any(each.kind in {"leaves", "prediction"} for each in verdict.deviations):
        predicted = answer_of({"predictions": answer["predictions"]}, data)
        return _judged(predicted, data, learner, conventions, budget)
    return verdict


def _judged(given: RowAnswers, data: Dataset, learner: Learner, conventions: Conventions, budget: int) -> LeavesVerdict:
    tree, end = _explained(given, data, learner, conventions, budget)
    if tree is None:
        nowhere = () if end is None else (Finding(kind="leaves", path=end.path, expected=end.expected, got=end.got),)
        return LeavesVerdict(judged=1, canonical=0, deviations=nowhere, tree=None, end=end)
    anywhere = attrs.evolve(conventions, cut="between")  # where a threshold lies is not known
    verdict = judge_tree(tree, data, learner, conventions=anywhere)
    wrong = _predictions(tree, given, conventions.seen(data), conventions) if end else []
    right = {each.path for each in wrong} - {each.path for each in verdict.deviations}
    return LeavesVerdict(
        judged=verdict.judged,
        canonical=verdict.canonical - len(right),
        admissible=verdict.admissible,
        deviations=(*verdict.deviations, *wrong),
        tree=tree,
        end=end,
    )


def tree_behind(answer: Any, data: Dataset, learner: Learner, conventions: Conventions) -> Tree:
    """Return the tree that *answer* shows, or the one that explains an answer of rows (`answer_of`) best.

    Raises `Unsupported` where none is found within the budget, and `InvalidData` where there is none.
    """
    if not shows_rows(answer):
        return tree_of(answer, data, conventions)
    try:
        tree, end = _explained(answer_of(answer, data), data, learner, conventions, BUDGET)
    except Undecided as error:
        message = f"the tree behind the answer is not found: {error}"
        raise Unsupported(message) from error
    if tree is None:
        message = f"no tree ends as the rows do: {end}"
        raise InvalidData(message)
    return tree


def _explained(
    answer: RowAnswers, data: Dataset, learner: Learner, conventions: Conventions, budget: int
) -> tuple[Tree | None, End | None]:
    """Return the likeliest tree, None where none is found, and where the way to an admissible one ends, if it does.

    Raises `Undecided` where an admissible tree is neither found nor excluded within *budget* sets of rows.
    """
    admissible = Search(
        answer=answer,
        data=conventions.seen(data),
        learner=learner,
        conventions=conventions,
        lenient=False,
        shared=answer.kind != "leaves",
    )
    if admissible.run(budget):
        return admissible.tree(), None
    end = _end(admissible)
    questions = sum(1 for _ in any_questions(data, learner.questions)) + 1
    for shared, width in [(False, None), (True, None), (True, 1)] if admissible.shared else [(False, None), (False, 1)]:
        search = attrs.evolve(admissible, lenient=True, shared=shared, width=width)
        try:
            found = search.run(budget // GUESSES // questions if width is None else budget)
        except Undecided:
            continue
        if found:
            return search.tree(), end
    return None, end


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


def _predictions(tree: Tree, answer: RowAnswers, data: Dataset, conventions: Conventions) -> list[Finding]:
    """Return a deviation for each leaf of *tree* whose rows have another value than theirs."""
    is_right, found = answer.judging(data, conventions), []
    paths = apply(tree, data)
    for path in dict.fromkeys(paths):
        summary, rows = subtree_at(tree, path).summary, [row for row, end in enumerate(paths) if end == path]
        wrong = [code for code in np.unique(answer.codes[rows]).tolist() if not is_right(code, summary)]
        if wrong:
            got = repr(answer.values[wrong[0]])
            found.append(Finding(kind="prediction", path=path, expected=str(summary), got=got))
    return found
