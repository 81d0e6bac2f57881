"""The search for a tree with given leaves: from the root down, each set of rows examined once.

best(rows) = a leaf, where one answer is given for all of them;
             or a question that divides no leaf, with the best of each of its parts
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

import attrs
import numpy as np

from dtrees.errors import Undecided
from dtrees.growing.best_split import scored_split
from dtrees.numbers.exact import Exact
from dtrees.oracle.judge.granted import Granted, every_division, granted, smallest_child
from dtrees.trees.recursion import recursive
from dtrees.trees.split import answers_of
from dtrees.trees.summary import Summary, summarize
from dtrees.trees.tree import Branch, Leaf, Tree
from dtrees.vectorized.exactly import can_be_asked

if TYPE_CHECKING:
    from dtrees.data.dataset import Dataset
    from dtrees.data.scaled import IntArray
    from dtrees.growing.learner import Learner
    from dtrees.oracle.conventions import Conventions
    from dtrees.oracle.leaves.answer import RowAnswers
    from dtrees.trees.questions import Question

Key: TypeAlias = tuple[bytes, int]
"""A set of rows, ascending, and the number of questions above them (0 where the learner has no maximal depth)."""

Cost: TypeAlias = tuple[int, int, Exact]
"""The number of nodes that deviate, of those that do worse than to be early leaves, and the sum of the regrets."""

FREE: Final[Cost] = (0, 0, Exact(0))


@attrs.frozen
class Move:
    """A possible step at a set of rows: a *question* with its *parts*, or None for a leaf, and its cost."""

    question: Question | None
    parts: tuple[IntArray, ...]
    cost: Cost


@attrs.frozen
class Step:
    """The best move at a set of rows, and the cost of the whole tree from there on."""

    move: Move
    cost: Cost


@attrs.frozen(kw_only=True, eq=False)
class Search:
    """The search for a tree grown from *data* whose leaves or predictions are those of *answer*.

    lenient   any question may be asked, and any node may be a leaf, at a cost; else only the learner's right choices
    stuck     the way may end, at a cost, where no right choice is left, or at a leaf that is wrong only by being early
    shared    several leaves may have the same value
    width     the number of the cheapest moves that are tried at each set of rows; None tries all
    optima    the right choices at each set of rows that was examined
    """

    answer: RowAnswers
    data: Dataset
    learner: Learner
    conventions: Conventions
    lenient: bool
    shared: bool
    stuck: bool = False
    width: int | None = None
    optima: dict[tuple[bytes, int], Granted] = attrs.field(factory=dict)
    is_right: Callable[[int, Summary], bool] = attrs.field(init=False)
    known: dict[Key, Step | None] = attrs.field(init=False, factory=dict)
    unmerged: Conventions = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "is_right", self.answer.judging(self.data, self.conventions))
        object.__setattr__(self, "unmerged", attrs.evolve(self.conventions, merged=False))

    def run(self, budget: int) -> Step | None:
        """Return the best step at the root, or None where no tree fits; `known` then holds the steps below.

        Raises `Undecided` where more sets of rows than *budget* would have to be examined.
        """
        root = self.key(np.arange(len(self.data)), 0)
        return memoised(root, self._best, self.known, budget)

    def tree(self) -> Tree:
        """Return the tree of the best steps that `run` found."""

        @recursive
        def below(key: Key) -> Tree:
            summary, step = summarize(self.data.take(row_numbers(key))), self.known[key]
            if step is None or step.move.question is None:
                return Leaf(summary)
            children = [below(self.key(part, key[1] + 1)) for part in step.move.parts]
            return Branch(summary, step.move.question, children)

        return below(self.key(np.arange(len(self.data)), 0))

    def key(self, rows: IntArray, level: int) -> Key:
        """Return the key under which *rows*, *level* questions below the root, are remembered."""
        return rows.tobytes(), level if self.learner.stopping.max_depth is not None else 0

    def _best(self, key: Key) -> Generator[Key, Step | None, Step | None]:
        """Return the least costly step at the rows of *key*; yields the keys of parts whose best steps it needs."""
        best: Step | None = None
        for move in self.moves(key):
            cost = move.cost
            for part in move.parts:
                if best and cost >= best.cost:
                    break
                below = yield self.key(part, key[1] + 1)
                if below is None:
                    break
                cost = _sum(cost, below.cost)
            else:
                if best is None or cost < best.cost:
                    best = Step(move, cost)
        return best

    # --- what may be done at a set of rows ------------------------------------------------------------------------

    def moves(self, key: Key) -> list[Move]:
        """Return the possible steps at the rows of *key*, by rising cost, the canonical one first."""
        rows, may, moves = row_numbers(key), self.granted(key), []
        here, optimal = self.data.take(rows), tuple(split.question for split in may.splits)
        alike = self.alike(rows)
        if alike and (self.lenient or self.stuck or may.leaf):
            leaf = self._leaf(rows, here, () if may.leaf else optimal)
            moves += [leaf] if self.lenient or leaf.cost <= ((1, 1, Exact(0)) if self.stuck else FREE) else []
        if self.shared or not alike:
            moves += self._questions(rows, here, optimal)
        if self.stuck and not moves:
            moves += [Move(None, (), (1, 1, Exact(0)))]
        return sorted(moves, key=lambda move: move.cost)[: self.width]

    def alike(self, rows: IntArray) -> bool:
        """Return whether one answer is given for all *rows*."""
        return bool(np.all(self.answer.codes[rows] == self.answer.codes[rows[0]]))

    def is_too_light(self, code: int) -> bool:
        """Return whether the rows with the answer *code* are less than a leaf may hold."""
        rows = self.data.take(np.flatnonzero(self.answer.codes == code))
        return self.conventions.size(rows, summarize(rows)) < self.learner.stopping.min_leaf

    def granted(self, key: Key) -> Granted:
        """Return the choices that learner and conventions allow at the rows of *key*."""
        rule, (rows, level) = self.learner.stopping, key
        if rule.max_depth is not None and level >= rule.max_depth:
            return Granted((), leaf=True)
        merged = self.conventions.merged and self.alike(row_numbers(key))  # else no leaf is sought
        known = rows, level if merged else -1
        if known not in self.optima:
            theirs = self.conventions if merged else self.unmerged
            self.optima[known] = granted(self.data.take(row_numbers(key)), level, self.learner, theirs)
        return self.optima[known]

    def _leaf(self, rows: IntArray, here: Dataset, optimal: tuple[Question, ...]) -> Move:
        cost = FREE
        if optimal:
            cost = 1, 0, _exactly(scored_split(here, optimal[0], self.learner).score)
        if not self.is_right(self.answer.codes[rows[0]], summarize(here)):
            cost = _sum(cost, (1, 1, Exact(0)))
        return Move(None, (), cost)

    def _questions(self, rows: IntArray, here: Dataset, optimal: tuple[Question, ...]) -> Iterator[Move]:
        """Yield the moves that divide no leaf, one for each way of splitting the rows."""
        codes, seen = self.answer.codes[rows], set()
        others = (each.question for each in every_division(here, self.learner)) if self.lenient else ()
        for place, question in enumerate([*optimal, *others]):
            if not can_be_asked(question, here, self.conventions.parts):
                continue
            answers = np.array(answers_of(question, here.features))
            parts = tuple(rows[answers == child] for child in range(question.arity))
            alike = frozenset(part.tobytes() for part in parts)
            if alike not in seen and (self.shared or _parts_none(codes, answers)):
                seen.add(alike)
                cost = FREE if place < len(optimal) else self._regret(question, here, optimal)
                yield Move(question, parts, cost)

    def _regret(self, question: Question, here: Dataset, optimal: tuple[Question, ...]) -> Cost:
        """Return the cost of a *question* that is not optimal: a limit that it breaks, or the score it gives away."""
        got = scored_split(here, question, self.learner)
        if not optimal or smallest_child(got, here, self.conventions) < self.learner.stopping.min_leaf:
            return 1, 1, Exact(0)
        best = scored_split(here, optimal[0], self.learner)
        return 1, 0, abs(_exactly(best.score) - _exactly(got.score))


def row_numbers(key: Key) -> IntArray:
    """Return the numbers of the rows for which *key* stands."""
    return np.frombuffer(key[0], dtype=np.int64)


def _parts_none(codes: IntArray, answers: IntArray) -> bool:
    """Return whether a question with these *answers* divides no leaf: rows of one code have one answer."""
    answer = np.zeros(codes.max() + 1, dtype=np.int64)
    answer[codes] = answers
    return bool(np.all(answer[codes] == answers))


def _exactly(score: Any) -> Exact:
    """Return a score as a number that can be summed: a gain ratio's nearest float."""
    return score if isinstance(score, Exact) else Exact(Fraction(float(score)))


def _sum(one: Cost, two: Cost) -> Cost:
    return one[0] + two[0], one[1] + two[1], one[2] + two[2]


# --- solving each problem once --------------------------------------------------------------------------------------

Problem = TypeVar("Problem", bound=Hashable)
Solution = TypeVar("Solution")


def memoised(
    root: Problem,
    solve: Callable[[Problem], Generator[Problem, Solution | None, Solution]],
    known: dict[Problem, Solution],
    budget: int,
) -> Solution:
    """Return the solution of the problem *root*, with each subproblem solved once.

    ``solve`` is a generator: it yields each subproblem, is sent its solution, and returns its own.

    Solutions are kept in *known*; no problem may need itself.  Raises `Undecided` where more than *budget* problems
    come up.

    >>> def fibonacci(n):
    ...     return n if n < 2 else (yield n - 1) + (yield n - 2)
    >>> memoised(90, fibonacci, {}, 100)
    2880067194370816120
    """
    waiting = [(root, solve(root))]
    answer: Solution | None = None  # a generator is sent None first
    while root not in known:
        problem, solving = waiting[-1]
        try:
            wanted = solving.send(answer)
        except StopIteration as end:
            known[problem] = answer = end.value
            waiting.pop()
            continue
        answer = known.get(wanted)
        if wanted not in known:
            if len(known) + len(waiting) >= budget:
                message = f"{budget} sets of rows were looked at, and more are left: give a larger budget"
                raise Undecided(message)
            waiting.append((wanted, solve(wanted)))
    return known[root]
