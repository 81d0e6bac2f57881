"""Growing a level at a time: all nodes of a level are scored and split together.

The tree is equal to the specification's (`dtrees.growing.grow.grow`), bit for bit.
"""

from __future__ import annotations

from functools import cache
from itertools import count
from typing import TYPE_CHECKING, Final, Protocol

import attrs
import numpy as np

from dtrees.arguments import checked
from dtrees.data.dataset import Classes, Dataset, Responses
from dtrees.errors import Impossible
from dtrees.growing.candidates import Division
from dtrees.growing.gain import gain
from dtrees.growing.grow import grow as grow_by_the_book
from dtrees.growing.grow import stops
from dtrees.growing.impurity import Impurity, entropy, gini, misclassification, squared_error
from dtrees.growing.learner import Learner
from dtrees.growing.missing.ways import directed
from dtrees.growing.training_values import at_training_values
from dtrees.trees.summary import summarize_groups
from dtrees.trees.tree import Branch, Leaf, Tree, fold
from dtrees.vectorized.bulk import collector_at_rest
from dtrees.vectorized.candidates.kind import Parting
from dtrees.vectorized.choose import Task, choose
from dtrees.vectorized.columns import columns_of
from dtrees.vectorized.kinds import kinds_of
from dtrees.vectorized.measures import measure_of
from dtrees.vectorized.nodes import Shape
from dtrees.vectorized.scaling import in_floats
from dtrees.vectorized.segments import Segments
from dtrees.vectorized.units import with_usual_errors

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from dtrees.data.scaled import IntArray
    from dtrees.vectorized.candidates.kind import QuestionKind
    from dtrees.vectorized.choice import Choice
    from dtrees.vectorized.columns import Places, Separable
    from dtrees.vectorized.measures.level import Level


class GoesOn(Protocol):
    """A function that says at which of the newest nodes of a tree growing goes on."""

    def __call__(
        self, shape: Shape, rows: IntArray, nodes: Segments, *, stopped: NDArray[np.bool_]
    ) -> NDArray[np.bool_]:
        """Return a truth value for each of the *nodes* of *rows*; *stopped* marks those that the rule makes leaves."""


FILTERED: Final[tuple[Impurity, ...]] = (gini, entropy, misclassification, squared_error)
"""The impurities that have a float filter; any other is grown by the book, and so are other targets than these."""


@checked
@with_usual_errors
def grow(data: Dataset, learner: Learner) -> Tree:
    """Return the tree that `dtrees.grow` returns, sooner: all nodes of a level are split together.

    A level's candidates are scored in float64 and filtered by a bound on the error; those within it are settled
    exactly, so that the tree is the canonical one also where all splits tie.      [CART84 §2.4; ZHOU16 figure 4.2]

    Raises `InvalidLearner` where the learner's impurity does not measure the target.  An impurity of one's own, twoing,
    kept responses and several outputs have no filter and are grown by the specification itself.

    >>> from dtrees import datasets, grow as by_the_book
    >>> from dtrees.growing.c45 import c45
    >>> data = datasets.load("watermelon3")
    >>> grow(data, c45()) == by_the_book(data, c45())
    True
    """
    if learner.missing.way in {"either_side", "category"} and not data.holds_missing:
        return _directed(grow(data, attrs.evolve(learner, missing="refuse")), data, learner)
    if learner.stopping.min_saving and learner.score == "gain" and not data.holds_missing:
        free = attrs.evolve(learner, stopping=attrs.evolve(learner.stopping, min_saving=0))
        return _saving_enough(grow(data, free), learner)
    task = task_of(data, learner)
    if task is None:
        return grow_by_the_book(data, learner)
    return _trees(data, task, Segments(np.array([len(data)])))[0]


@with_usual_errors
def grow_each(data: Dataset, learner: Learner, rows_of_trees: Sequence[IntArray]) -> list[Tree]:
    """Return the trees that *learner* grows on several sets of rows of *data*, all grown together level by level.

    A level costs some calls of NumPy, however few rows it has; here all trees share them.
    """
    sizes = np.array([len(rows) for rows in rows_of_trees])
    every = data.take(np.concatenate(rows_of_trees))
    task = task_of(every, learner) if sizes.all() else None
    if task is None:
        return [grow(data.take(rows), learner) for rows in rows_of_trees]
    return _trees(every, task, Segments(sizes))


def _trees(data: Dataset, task: Task, roots: Segments) -> list[Tree]:
    """Return the tree of each stretch of rows of *data*, whose *task* may have them on another scale."""
    _keep_freed_memory()
    kinds = kinds_of(task)
    with collector_at_rest():
        shape = descend(task, kinds, lambda *_, stopped: ~stopped, lambda _, level: choose(level, kinds, task), roots)
        trees = shape.trees(data, task.columns)
    if task.learner.questions.numbers != "training":
        return trees
    spans = [np.arange(*span) for span in zip(roots.starts, roots.ends, strict=True)]
    return [at_training_values(tree, data.take(rows)) for tree, rows in zip(trees, spans, strict=True)]


def _saving_enough(tree: Tree, learner: Learner) -> Tree:
    """Return *tree*, grown without min_saving: a node whose best question saves less than that becomes a leaf."""
    learner, impurity = learner.below(tree.summary, 0), learner.impurity_for(tree.summary)

    def branch(node: Branch, children: tuple[Tree, ...]) -> Tree:
        gained = gain([child.summary for child in children], impurity)
        is_enough = learner.below(node.summary, 0).stopping.admits(gained)
        return Branch(node.summary, node.question, children) if is_enough else Leaf(node.summary)

    return fold(tree, lambda leaf: leaf, branch)


def _directed(tree: Tree, data: Dataset, learner: Learner) -> Tree:
    """Return *tree*, grown where nothing is missing, its questions saying where rows of a missing value would go."""

    def branch(node: Branch, children: tuple[Tree, ...]) -> Tree:
        parts = tuple([child.summary for child in children])
        return Branch(node.summary, directed(data, Division(node.question, parts), learner).question, children)

    return fold(tree, lambda leaf: leaf, branch)


@cache
def _keep_freed_memory() -> None:
    """Let the allocator keep what is freed for the next array, where it is glibc's.

    It gives memory back, to ask for it anew page by page, when twice as much is free as the largest array freed so far
    had, of those up to 32 MiB.  So such an array is allocated and freed, and never touched.
    """
    np.empty(31 << 20, dtype=np.uint8)


def task_of(data: Dataset, learner: Learner, parts: Separable = np.less) -> Task | None:
    """Return the task of growing by *learner* on *data*, or None where only the specification can grow the tree.

    *parts* returns whether a threshold can be put between two neighbouring values.
    """
    impurity = learner.impurity_for(data)
    if (
        impurity not in FILTERED
        or type(data.target) not in (Classes, Responses)
        or learner.score == "twoing"
        or learner.stopping.min_saving
        or not len(data)
        or not data.features
        or not np.all(data.weights > 0)
    ):
        return None
    if learner.missing.way not in {"refuse", "fractional"} or data.holds_missing:  # which the book alone knows
        return None
    scaled = in_floats(data, learner)
    if scaled is None:
        return None
    data, learner = scaled
    return Task(data, columns_of(data, learner.questions, parts), learner, measure_of(data, impurity), parts)


def descend(
    task: Task,
    kinds: Sequence[QuestionKind],
    goes_on: GoesOn,
    ask: Callable[[IntArray, Level], Choice],
    roots: Segments | None = None,
) -> Shape:
    """Return the shape of the tree, or trees, whose questions the function *ask* chooses, level by level.

    *goes_on* chooses among a level's new nodes those that go on; *ask* gets their numbers and their `Level`, and
    returns their questions.  *roots* are the row sets of several trees; by default one tree has all rows.
    """
    data, nodes = task.data, roots or Segments(np.array([len(task.data)]))
    shape, rows = Shape(nodes), np.arange(len(data))
    parents, answers, arity = np.zeros(len(nodes), np.int64), np.arange(len(nodes)), len(nodes)
    for depth in count():
        going = goes_on(shape, rows, nodes, stopped=_stopped(rows, nodes, depth, task))
        if not np.count_nonzero(going):
            return shape
        parting = Parting(rows, nodes, parents, answers, going, arity, len(data))
        for kind in kinds:
            kind.part(parting)
        rows, nodes, numbers = rows[nodes.spread(going)], Segments(nodes.sizes[going]), shape.newest[going]
        level = task.measure.level(rows, nodes)
        choice = ask(numbers, level)
        child = choice.answers(level, task.columns)
        arity = int(child.max()) + 1
        at = _by_child(child, arity)
        cells = np.multiply(child, len(nodes), dtype=np.int64) + nodes.owner
        sizes = np.bincount(cells + len(nodes), minlength=(arity + 1) * len(nodes))[len(nodes) :]
        present = sizes.nonzero()[0]
        answers, parents = np.divmod(present, len(nodes))
        rows, nodes = rows.take(at), Segments(sizes[present])
        shape.add(numbers, choice, parents, answers, rows, nodes)
    raise Impossible


def _by_child(child: Places, arity: int) -> IntArray:
    """Return the places of first children, then of second ones, and so on, in order; -1 is none."""
    if arity == 2:  # noqa: PLR2004 (two children, which need no sorting)
        return np.concatenate([(child == 0).nonzero()[0], (child == 1).nonzero()[0]])
    return child.argsort(kind="stable")[np.count_nonzero(child < 0) :]


def _stopped(rows: IntArray, nodes: Segments, depth: int, task: Task) -> NDArray[np.bool_]:
    """Return which nodes the stopping rule makes leaves."""
    target, rule = task.data.target, task.learner.stopping
    if not len(rows) or (rule.max_depth is not None and depth >= rule.max_depth):
        return np.ones(len(nodes), dtype=bool)
    values = (target.codes if isinstance(target, Classes) else target.values).take(rows)
    pure: NDArray[np.bool_] = nodes.maxima(values) == nodes.minima(values)
    if rule.min_split or rule.min_impurity or rule.min_risk:
        here = Dataset((), target, task.data.weights).take(rows)
        learner = task.learner.below(here, depth)
        summaries = summarize_groups(here, nodes.owner.tolist(), range(len(nodes)))
        return np.array([stops(summary, learner) for summary in summaries.values()])
    return pure
