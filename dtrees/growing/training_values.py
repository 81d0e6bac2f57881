"""C4.5's thresholds: each is a value of the training data, as Quinlan prints them [C45 §2.4]."""

from bisect import bisect_right
from functools import wraps
from typing import Any

import attrs

from dtrees.arguments import Function
from dtrees.data.dataset import Dataset, Numeric
from dtrees.trees.questions import Threshold
from dtrees.trees.tree import Branch, Tree, fold


def at_training_values(tree: Tree, data: Dataset) -> Tree:
    """Return *tree*, grown on *data*, with each threshold s lowered to the largest value of its column up to s.

    s' = max { x_i <= s : i in D, w_i > 0 }, D all rows, not the node's      [C45 §2.4]

    No row of *data* changes its leaf.  A surrogate's threshold stays.

    >>> golf = dt.datasets.load("golf")
    >>> dt.grow(golf, dt.c45()).children[-1].question, dt.grow(golf, dt.c45(numbers="training")).children[-1].question
    (Threshold(feature='humidity', threshold=77.5), Threshold(feature='humidity', threshold=75.0))
    """
    known = {one.name: sorted({*one} - {None}) for one in data.present.features if isinstance(one, Numeric)}

    def lowered(question: Any) -> Any:
        if isinstance(question, Threshold):
            values = known[question.feature]
            return Threshold(question.feature, values[bisect_right(values, question.threshold) - 1])
        wrapped = getattr(question, "question", None)
        return attrs.evolve(question, question=lowered(wrapped)) if wrapped else question

    def branch(node: Branch, below: tuple[Tree, ...]) -> Tree:
        return Branch(node.summary, lowered(node.question), below)

    return fold(tree, lambda leaf: leaf, branch)


def asking_training_values(grow: Function) -> Function:
    """Decorate *grow*, which asks midpoints: of ``numbers="training"`` its tree has them `at_training_values`."""

    @wraps(grow)
    def grown(data: Dataset, learner: Any, *more: Any, **named: Any) -> Any:
        tree = grow(data, learner, *more, **named)
        return at_training_values(tree, data) if learner.questions.numbers == "training" else tree

    return grown  # type: ignore[return-value]  # it takes and returns what *grow* does
