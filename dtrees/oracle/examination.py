"""The examination of an implementation on one case: each answer is requested once, for all checks."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import attrs
import numpy as np

from dtrees.errors import Undecided, Unsupported
from dtrees.oracle.documents import Grown, read_tree
from dtrees.oracle.finding import Verdict
from dtrees.oracle.implementation import ask, takes
from dtrees.oracle.judge.path import ExactSequence
from dtrees.oracle.leaves import LeavesVerdict, judge_leaves, shows_rows, tree_behind
from dtrees.trees.split import route
from dtrees.trees.summary import summarize
from dtrees.trees.tree import Branch, Leaf, Tree

if TYPE_CHECKING:
    from collections.abc import Callable

    from dtrees.data.dataset import Dataset
    from dtrees.growing.impurity import Impurity
    from dtrees.growing.learner import Learner
    from dtrees.oracle.cases import Case
    from dtrees.oracle.conventions import Conventions
    from dtrees.oracle.finding import Finding
    from dtrees.oracle.judge.validation import ErrorClaim
    from dtrees.trees.paths import Path

T = TypeVar("T")
AnyVerdict = TypeVar("AnyVerdict", bound=Verdict)


class once(Generic[T]):  # noqa: N801 (a decorator, as property is)
    """Compute a property when it is first asked for, and keep it: `functools.cached_property` without its lock.

    In Python 3.11 that lock is one for all instances of a class, so that a thread in which an answer never comes would
    keep every other thread from asking for its own.

    >>> class Square:
    ...     side = 3
    ...     @once
    ...     def area(self):
    ...         return self.side**2
    >>> square = Square()
    >>> square.area, vars(square)
    (9, {'area': 9})
    """

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self.compute = compute
        self.__doc__ = compute.__doc__

    def __get__(self, instance: Any, _: type) -> T:
        value: T = self.compute(instance)
        vars(instance)[self.compute.__name__] = value
        return value


@attrs.frozen(slots=False, eq=False)
class Examination:
    """The answers of an *implementation* on one *case*, read by its *conventions*; *code* is Python that repeats it."""

    implementation: Any
    case: Case
    conventions: Conventions
    code: str = ""
    found: dict[str, tuple[Finding, ...]] = attrs.field(factory=dict, init=False)
    """The findings so far, by check."""
    errors: list[ErrorClaim] = attrs.field(factory=list, init=False)
    """The rows of the cross-validation, as stated."""
    sequences: dict[Impurity, ExactSequence] = attrs.field(factory=dict, init=False)
    """The exact pruning sequences that were made of the tree, by impurity."""

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "conventions", self.conventions.charged(self.case.learner))

    @once
    def data(self) -> Dataset:
        """The data as the implementation reads them, rounded to its precisions."""
        return self.conventions.seen(self.case.data)

    @once
    def answer(self) -> Any:
        """The answer to ``grow``, unread; an implementation that always stops without gain need not take that limit."""
        learner = self.case.learner
        try:
            return self.ask("grow", self.case.data, learner)
        except Unsupported:
            if self.conventions.zero_gain_of(self.case.data) != "stop" or learner.stopping.zero_gain != "stop":
                raise
            usual = attrs.evolve(learner, stopping=attrs.evolve(learner.stopping, zero_gain="split"))
            return self.ask("grow", self.case.data, usual)

    @once
    def grown(self) -> Grown:
        """The tree that the implementation grew, and the numbers it states; an implicit tree states none."""
        if not shows_rows(self.answer):
            return read_tree(self.answer, self.data, self.conventions)
        if self.behind.tree is None:
            message = "no tree is behind the answer"
            raise Unsupported(message)
        return Grown(self.behind.tree, None)

    @once
    def behind(self) -> LeavesVerdict:
        """The verdict on an answer without a tree: right if one of the learners it may mean explains it."""
        try:
            return self.nearest(lambda one: judge_leaves(self.answer, self.data, one, conventions=self.conventions))
        except Undecided as error:
            raise Unsupported(str(error)) from error

    @once
    def may_mean(self) -> list[Learner]:
        """The learners that the implementation may mean, the likeliest first."""
        learner = self.case.learner
        return list(getattr(self.implementation, "alternatives", lambda one: [one])(learner))

    def nearest(self, judge: Callable[[Learner], AnyVerdict]) -> AnyVerdict:
        """Return the verdict of *judge* by the first learner that the implementation may mean which finds no fault."""
        verdicts = map(judge, self.may_mean)
        first = next(verdicts)
        return next((one for one in chain([first], verdicts) if not one.deviations), first)

    @property
    def is_read(self) -> bool:
        """Whether the tree is known: shown by the answer, or found to explain its leaves or predictions."""
        return "grown" in self.__dict__ or ("behind" in self.__dict__ and self.behind.tree is not None)

    @once
    def rows(self) -> dict[Path, Dataset]:
        """The rows that reach each node, by its path."""
        found: dict[Path, Dataset] = {}
        waiting: list[tuple[Path, Tree, Dataset]] = [((), self.grown.tree, self.data)]
        while waiting:
            path, node, rows = waiting.pop()
            found[path] = rows
            if isinstance(node, Branch):
                parts = enumerate(route(rows, node.question))
                waiting += [((*path, place), node.children[place], part) for place, part in parts]
        return found

    def members(self, impurity: Impurity) -> ExactSequence:
        """Return the exact pruning sequence of the tree, with risks made of *impurity*."""
        if impurity not in self.sequences:
            conventions = attrs.evolve(self.conventions, risk=impurity)
            self.sequences[impurity] = ExactSequence(tree=self.grown.tree, conventions=conventions, rows=len(self.data))
        return self.sequences[impurity]

    @once
    def fold_answers(self) -> list[tuple[Dataset, Any]]:
        """For each fold the rows outside it, and the answer that is grown from them, None where they are pure.

        An implementation that is ``folded_by_weights`` is given all rows, those of the fold with weight 0, since it
        sums the others in the order in which they stand in all rows.
        """
        numbers = np.array(self.case.folds)
        asked = []
        for fold in np.unique(numbers):
            others = np.flatnonzero(numbers != fold)
            inside, training = self.data.take(others), self.case.data.take(others)
            if getattr(self.implementation, "folded_by_weights", False):
                training = attrs.evolve(self.case.data, weights=np.where(numbers == fold, 0, self.case.data.weights))
            pure = not self.case.learner.impurity_for(inside)(summarize(inside))
            asked.append((inside, None if pure else self.ask("grow", training, self.case.learner)))
        return asked

    @once
    def fold_trees(self) -> list[Tree]:
        """The tree grown for each fold of the cross-validation."""
        return [
            Leaf(summarize(inside)) if answer is None else self.read(answer, inside)
            for inside, answer in self.fold_answers
        ]

    def read(self, answer: Any, data: Dataset) -> Tree:
        """Return the tree that *answer* shows; if several are possible, the likeliest."""
        return tree_behind(answer, data, self.case.learner, self.conventions)

    def ask(self, name: str, *given: Any, **options: Any) -> Any:
        """Return the result of the function *name*, called with the options that it accepts."""
        function = getattr(self.implementation, name)
        taken = {option: value for option, value in options.items() if takes(function, option)}
        return ask(function, *given, **taken)

    @once
    def exactly(self) -> Tree:
        """The grown tree, with thresholds that send unseen rows, too, where the implementation sends them."""
        return self.grown.tree if shows_rows(self.answer) else self.read(self.answer, self.data)
