"""Growing a tree: split the root's rows by the best question, then each part's, until a stopping rule holds."""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING

from dtrees.arguments import checked
from dtrees.errors import Impossible
from dtrees.growing.best_split import optimal_splits
from dtrees.numbers.exact import Exact
from dtrees.trees.questions import split
from dtrees.trees.summary import Summary, summarize
from dtrees.trees.traversal import Sprout, unfold
from dtrees.trees.tree import Leaf, Tree

if TYPE_CHECKING:
    from dtrees.data.dataset import Dataset
    from dtrees.growing.best_split import ScoredSplit
    from dtrees.growing.impurity import Impurity
    from dtrees.growing.learner import Learner, Stopping


@checked
def grow(data: Dataset, learner: Learner) -> Tree:
    """Return the canonical tree that *learner* grows on *data*.

    A node where the stopping rule holds, or that has no question to ask, is a leaf; any other asks its best question
    and grows a child from each part.      [CART84 §2.4; ZHOU16 figure 4.2; LIHANG2 algorithms 5.2, 5.3, 5.6]

    Raises `InvalidLearner` where the learner's impurity does not measure the target.

    >>> from dtrees.growing.cart import cart
    >>> from dtrees.data.constructors import classification_data
    >>> grow(classification_data({"x": [1, 2, 3]}, ["a", "b", "b"]), cart()).question
    Threshold(feature='x', threshold=1.5)
    """

    def grow_node(seed: tuple[Dataset, Summary, int]) -> Leaf | Sprout[tuple[Dataset, Summary, int]]:
        rows, summary, level = seed
        best = chosen_split(rows, summary, level, learner)
        if best is None:
            return Leaf(summary)
        parts = split(rows, best.question)
        if not all(map(len, parts)):
            message = f"{best.question} leaves a child without rows"
            raise Impossible(message)
        known = map(summarize, parts) if some_missing else best.parts
        return Sprout(summary, best.question, tuple(zip(parts, known, repeat(level + 1), strict=False)))

    data = data.present
    some_missing = data.holds_missing
    return unfold((data, summarize(data), 0), grow_node)


def chosen_split(data: Dataset, summary: Summary, level: int, learner: Learner) -> ScoredSplit | None:
    """Return the split that *learner* makes of a node, *level* questions below the root, or None for a leaf."""
    if stops(summary, level, learner.impurity_for(data), learner.stopping):
        return None
    return next(optimal_splits(data, summary, learner), None)


def stops(summary: Summary, level: int, impurity: Impurity, rule: Stopping) -> bool:
    """Return whether *rule* makes a leaf of a node with this summary, *level* questions below the root."""
    inside = Exact(impurity(summary))
    return (
        (rule.max_depth is not None and level >= rule.max_depth)
        or (rule.min_split > 0 and summary.weight < rule.min_split)
        or inside <= rule.min_impurity
        or (rule.min_risk > 0 and inside * summary.weight < rule.min_risk)
    )
