"""Growing a level at a time: all nodes of a level are scored, parted and made into the next level together.

The tree is the specification's (`dtrees.grow.grow`), bit for bit, by another road.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import count
from math import ceil
from typing import TYPE_CHECKING, Final, cast

import numpy as np

from dtrees.data import Classes, Dataset
from dtrees.grow import grow as grow_by_the_book
from dtrees.grow import stops
from dtrees.impurity import Impurity, entropy, gini, misclassification, squared_error, summarize_groups
from dtrees.split import Question, Threshold
from dtrees.vectorized.candidates import Columns, Subsets
from dtrees.vectorized.choose import Task, choose, stretches
from dtrees.vectorized.columns import columns_of
from dtrees.vectorized.measures import Level, measure_of
from dtrees.vectorized.nodes import Shape
from dtrees.vectorized.segments import Segments

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from dtrees.data import IntArray, Numeric
    from dtrees.learner import Learner
    from dtrees.tree import Tree
    from dtrees.vectorized.candidates import Kind

FILTERED: Final[tuple[Impurity, ...]] = (gini, entropy, misclassification, squared_error)
"""The impurities that have a float filter; any other is grown by the book."""


def grow(data: Dataset, learner: Learner) -> Tree:
    """Return the canonical tree that *learner* grows on *data*: what `dtrees.grow` returns, sooner.

    A level's candidates are scored in float64 and filtered by a bound on the error; those within it are settled
    exactly, so that the tree is the canonical one also where all splits tie.      [CART84 §2.4; ZHOU16 figure 4.2]

    Raises `InvalidLearner` where the learner's impurity does not measure the target.  An impurity of one's own has no
    filter and is grown by the specification itself.

    >>> from dtrees import datasets, grow as by_the_book
    >>> from dtrees.c45 import c45
    >>> data = datasets.load("watermelon3")
    >>> grow(data, c45()) == by_the_book(data, c45())
    True
    """
    impurity = learner.impurity_for(data)
    if impurity not in FILTERED or not len(data) or not data.features:
        return grow_by_the_book(data, learner)
    task = Task(data, learner, measure_of(data, impurity))
    kinds, shape = kinds_of(task), Shape(len(data))
    rows, nodes, numbers = np.arange(len(data)), Segments(np.array([len(data)])), np.array([0])
    child_of_row, arity = np.zeros(len(data), dtype=np.int32), 1
    for depth in count():
        going = ~_stopped(rows, nodes, depth, task)
        stay = nodes.spread(going)
        child_of_row[rows[~stay]] = -1
        rows, nodes, numbers = rows[stay], Segments(nodes.sizes[going]), numbers[going]
        if not len(rows):
            break
        for kind in kinds:
            kind.part(child_of_row, arity)
        level = task.measure.level(rows, nodes)
        questions = choose(level, kinds, task)
        child = answers_of(level, questions, data)
        child_of_row = np.full(len(data), -1, dtype=np.int32)
        child_of_row[rows] = child
        arity = int(child.max()) + 1
        at = np.argsort(child, kind="stable")[np.count_nonzero(child < 0) :]
        rows, nodes = rows[at], stretches(child[at] * len(nodes) + nodes.owner[at])
        numbers = shape.add(numbers, questions, level.nodes.owner[at][nodes.starts], rows, nodes)
    return shape.tree(data)


def kinds_of(task: Task) -> list[Kind]:
    """Return the columns of the data by kind."""
    units, min_leaf = task.measure.units, task.learner.stopping.min_leaf
    least = Fraction(min_leaf) / units.unit
    whole = float(ceil(least) if units.exact else least)
    kinds: list[Kind] = []
    alike: dict[tuple[object, ...], list[int]] = defaultdict(list)
    columns = columns_of(task.data, task.learner.questions)
    for number, column in enumerate(columns):
        alike[column.kind].append(number)
    for numbers in alike.values():
        chosen = [columns[number] for number in numbers]
        if chosen[0].style == "subset":
            kinds.append(Subsets(numbers, task.data, task.learner, task.measure))
        else:
            kinds.append(Columns(chosen, numbers, task.measure, whole))
    return kinds


def _stopped(rows: IntArray, nodes: Segments, depth: int, task: Task) -> NDArray[np.bool_]:
    """Return which nodes the stopping rule makes leaves."""
    target, rule = task.data.target, task.learner.stopping
    if not len(rows) or (rule.max_depth is not None and depth >= rule.max_depth):
        return np.ones(len(nodes), dtype=bool)
    values = (target.codes if isinstance(target, Classes) else target.values)[rows]
    pure: NDArray[np.bool_] = nodes.maxima(values) == nodes.minima(values)
    if rule.min_split or rule.min_impurity or rule.min_risk:
        here = Dataset((), target, task.data.weights).take(rows)
        impurity = task.learner.impurity_for(task.data)
        summaries = summarize_groups(here, nodes.owner, len(nodes))
        return np.array([stops(summary, depth, impurity, rule) for summary in summaries])
    return pure


def answers_of(level: Level, questions: Sequence[Question | None], data: Dataset) -> IntArray:
    """Return the child of each of the level's rows, -1 where its node asks nothing."""
    child = np.full(len(level.rows), -1)
    thresholds: dict[str, list[tuple[int, float]]] = defaultdict(list)
    for node, question in enumerate(questions):
        if isinstance(question, Threshold):
            thresholds[question.feature].append((node, question.threshold))
        elif question is not None:
            answers = question.answers(data.feature(question.feature).take(level.rows_of(node)))
            child[level.nodes.starts[node] : level.nodes.ends[node]] = answers
    for name, asked in thresholds.items():
        nodes, limits = zip(*asked, strict=True)
        at, parts = level.nodes.places(np.array(nodes))
        values = cast("Numeric", data.feature(name)).values[level.rows[at]]
        child[at] = values > parts.spread(np.array(limits))
    return child
