"""Walking down a given tree, a level at a time, to find the optimal questions at each node for its rows."""

from __future__ import annotations

from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np

from dtrees.growing.grow import stops
from dtrees.trees.questions import MISSING
from dtrees.trees.split import answers_of, route
from dtrees.trees.summary import summarize
from dtrees.trees.tree import Branch, Tree
from dtrees.vectorized.choice import Choice
from dtrees.vectorized.choose import Optima, Task, optima, questions_of
from dtrees.vectorized.exactly import optima_by_the_book
from dtrees.vectorized.growing import descend, task_of
from dtrees.vectorized.kinds import kinds_of
from dtrees.vectorized.ways import Steps, path_of, require_short_ways

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dtrees.data.dataset import Dataset, Feature
    from dtrees.data.scaled import IntArray
    from dtrees.growing.learner import Learner
    from dtrees.trees.paths import Path
    from dtrees.trees.questions import Question
    from dtrees.trees.summary import Summary
    from dtrees.vectorized.columns import Separable
    from dtrees.vectorized.measures.level import Level
    from dtrees.vectorized.nodes import Shape
    from dtrees.vectorized.segments import Segments


NO_ROWS: Final = np.zeros(0, dtype=np.int64)


@attrs.frozen(eq=False, slots=False)
class Visit:
    """A node of the tree with the rows that the tree's questions send there.

    number   its place in `preorder`;  steps, the way to it
    rows     the numbers of its rows in the data;  summary, theirs, or None where there are none
    divided  the rows as data, with their weights, where a missing value above divided some, else None
    optimal  the optimal questions, the canonical first; none where the learner makes a leaf
    within   the constraints that a judge holds the node to, if any
    """

    number: int
    node: Tree
    steps: Steps
    data: Dataset
    rows: IntArray
    summary: Summary | None
    optimal: tuple[Question, ...]
    divided: Dataset | None = None
    within: Any = None

    @property
    def path(self) -> Path:
        """The node's path."""
        return path_of(self.steps)

    @cached_property
    def here(self) -> Dataset:
        """The data of the node's rows."""
        return self.data.take(self.rows) if self.divided is None else self.divided

    def column(self, feature: str) -> Feature:
        """Return the values of *feature* in the node's rows."""
        return self.data.feature(feature).take(self.rows) if self.divided is None else self.divided.feature(feature)


def visits(tree: Tree, data: Dataset, learner: Learner, parts: Separable) -> list[Visit]:
    """Return, for each node of *tree*, parents first, its rows and the questions that *learner* finds optimal there.

    *parts* returns whether a threshold can be put between two neighbouring values.  An optimal question says where
    rows of a missing value go only if its score depends on that.

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.cart import cart
    >>> from dtrees.growing.grow import grow
    >>> iris = datasets.load("iris")
    >>> first = visits(grow(iris, cart()), iris, cart(), np.less)[0]
    >>> [question.feature for question in first.optimal], len(first.rows)
    (['petal_length', 'petal_width'], 150)
    """
    data = data.present
    if not data.holds_missing:
        learner = attrs.evolve(learner, missing="refuse")  # all ways are one, but for where such rows would go
    walk = _Walk(tree)
    task = task_of(data, learner, parts)
    if task is None:
        walk.by_the_book(data, learner, parts)
    else:
        walk.by_level(task, data)
    return [walk.visit(number, data) for number in range(len(walk.nodes))]


class _Walk:
    """The nodes in preorder, each with its steps and its children's numbers, and what is found out about them."""

    def __init__(self, tree: Tree) -> None:
        self.nodes: list[Tree] = []
        self.steps: list[Steps] = []
        self.children: list[list[int]] = []
        self.rows: dict[int, IntArray] = {}
        self.divided: dict[int, Dataset] = {}
        self.summaries: dict[int, Summary] = {}
        self.optimal: dict[int, tuple[Question, ...]] = {}
        self.visits = 0
        waiting: list[tuple[Tree, Steps, int]] = [(tree, None, -1)]
        while waiting:
            node, steps, parent = waiting.pop()
            number = len(self.nodes)
            self.nodes.append(node)
            self.steps.append(steps)
            self.children.append([])
            if parent >= 0:
                self.children[parent].append(number)
            if isinstance(node, Branch):
                below = [(child, (steps, place), number) for place, child in enumerate(node.children)]
                waiting.extend(reversed(below))

    def visit(self, number: int, data: Dataset) -> Visit:
        """Return the visit to a node."""
        rows = self.rows.get(number, NO_ROWS)
        summary, optimal = self.summaries.get(number), self.optimal.get(number, ())
        divided = self.divided.get(number)
        return Visit(number, self.nodes[number], self.steps[number], data, rows, summary, optimal, divided)

    def visited(self, rows: int, data: Dataset) -> None:
        """Take note that so many rows come to a level or a node."""
        self.visits += rows
        require_short_ways(self.visits, len(data))

    def by_level(self, task: Task, data: Dataset) -> None:
        """Find out about the nodes of a level together; what is asked optimally becomes questions at the end."""
        kinds = kinds_of(task)
        found: list[tuple[IntArray, Optima]] = []
        numbers, leaf = np.zeros(len(self.nodes), dtype=np.int64), np.zeros(len(self.nodes), dtype=bool)
        below = np.array([*chain.from_iterable(self.children)], dtype=np.int64)
        first_below = np.cumsum([0, *map(len, self.children)])

        def goes_on(shape: Shape, rows: IntArray, nodes: Segments, *, stopped: NDArray[np.bool_]) -> NDArray[np.bool_]:
            if shape.parents:
                new = below[first_below[numbers[shape.parents[-1]]] + shape.answers]
                numbers[shape.size - len(new) : shape.size] = new
            here = numbers[shape.newest]
            leaf[here] = stopped
            self.visited(len(rows), data)
            for number, start, end in zip(here.tolist(), nodes.starts.tolist(), nodes.ends.tolist(), strict=True):
                self.rows[number] = rows[start:end]
            return np.asarray(~stopped | (first_below[here] < first_below[here + 1]))

        def ask(here: IntArray, level: Level) -> Choice:
            found.append((numbers[here], optima(level, kinds, task)))
            nodes = [self.nodes[number] for number in numbers[here].tolist()]
            asked = [node.question if isinstance(node, Branch) else None for node in nodes]
            return Choice.of(asked, task.columns)

        shape = descend(task, kinds, goes_on, ask)
        alike, summaries = shape.summaries(data)
        self.summaries.update(zip(numbers.tolist(), map(summaries.__getitem__, alike.tolist()), strict=False))
        for number, questions in questions_of(found, task.columns):
            if not leaf[number]:
                self.optimal[number] = (*self.optimal.get(number, ()), *questions)

    def by_the_book(self, data: Dataset, learner: Learner, parts: Separable) -> None:
        """Find out about the nodes one by one."""
        learner.impurity_for(data)
        self.rows[0], self.divided[0] = np.arange(len(data)), data
        for number, node in enumerate(self.nodes):
            rows, here = self.rows.get(number, NO_ROWS), self.divided.get(number, data.take(NO_ROWS))
            self.visited(len(rows), data)
            if len(rows):
                self.summaries[number] = summarize(here)
                if not stops(self.summaries[number], learner.below(here, len(path_of(self.steps[number])))):
                    self.optimal[number] = optima_by_the_book(here, learner, parts)
            if isinstance(node, Branch):
                answers = np.array(answers_of(node.question, here.features))
                for place, part in enumerate(route(here, node.question)):
                    if len(part):
                        self.divided[self.children[number][place]] = part
                        self.rows[self.children[number][place]] = rows[(answers == place) | (answers == MISSING)]
