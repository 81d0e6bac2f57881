"""The fold trees of rpart's cross-validation, and how surely they are the ones that it grows inside."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

import attrs
import numpy as np

from dtrees.data import Classes
from dtrees.optimal_splits import admissible_splits
from dtrees.oracle.familiar import familiar
from dtrees.oracle.peers.rpart.trees import learner_of, translate
from dtrees.pruning import Pruned, pruning_sequence
from dtrees.questions import route
from dtrees.summary import summarize
from dtrees.tree import Branch, Leaf, Tree

if TYPE_CHECKING:
    from fractions import Fraction

    from dtrees.data import Dataset
    from dtrees.impurity import Impurity
    from dtrees.learner import Learner
    from dtrees.oracle.peers.rpart.run import Answer, Case


@attrs.frozen
class Fold:
    """The exact sequence of a fold's tree, on the scale per case, the rows left out, and whether the tree is hidden."""

    sequence: tuple[Pruned, ...]
    held_out: Dataset
    hidden: bool

    def choices(self, squared_beta: Fraction | None) -> tuple[Tree, ...]:
        """Return T(beta), and where beta is exactly an alpha, the tree below it: rounding decides between them."""
        if squared_beta is None:
            return (self.sequence[-1].tree,)
        squares = [member.alpha.as_fraction() ** 2 for member in self.sequence]
        place = bisect_right(squares, squared_beta) - 1
        tied = place > 0 and squares[place] == squared_beta
        return tuple(self.sequence[k].tree for k in ((place, place - 1) if tied else (place,)))


def folds_of(case: Case, answer: Answer, impurity: Impurity | None) -> list[Fold]:
    """Return each fold of *case* with the exact sequence, by *impurity*, of the tree that rpart grows without it."""
    numbers = np.array(case.folds)
    folds = []
    for number, fit in zip(np.unique(numbers), answer.folds, strict=True):
        training = case.data.take(np.flatnonzero(numbers != number))
        tree = Leaf(summarize(training)) if fit is None else translate(fit, training, exactly=True)
        sequence = pruning_sequence(tree, impurity=impurity, scale="proportion")
        held_out = case.data.take(np.flatnonzero(numbers == number))
        folds.append(Fold(sequence, held_out, _is_hidden(tree, training, held_out, case)))
    return folds


def _is_hidden(tree: Tree, training: Dataset, held_out: Dataset, case: Case) -> bool:
    """Return whether rpart may have grown another fold tree than the one it shows when asked for it.

    Inside, it keeps the altered priors of all rows; asked for the fold, it takes the fold's.  Both are 1, but may be
    rounded differently, and then they may settle a tie between optimal questions differently, or put the sides of a
    question the other way round, which leads a category that its node has not seen to the other child.
    """
    if isinstance(tree, Leaf) or len(altered_priors(training) | altered_priors(case.data)) <= 1:
        return False
    meets_unseen = len(familiar(tree, training, held_out)) < len(held_out)
    return meets_unseen or _has_ties(tree, training, learner_of(case.criterion))


def altered_priors(data: Dataset) -> set[float]:
    """Return the altered priors of the classes that occur, as the float operations of rpart's gini.c make them.

    Without a loss matrix each is 1 but for rounding: (K - 1) p over the sum of all (K - 1) p, times p.

    >>> from dtrees.constructors import classification_data
    >>> altered_priors(classification_data([[0], [1], [2]], ["a", "b", "c"]))
    {1.0000000000000002}
    """
    if not isinstance(data.target, Classes):
        return set()
    shares = np.bincount(data.target.codes, minlength=len(data.target.labels)) / len(data)
    total = 0.0
    for share in shares.tolist():
        for _ in range(len(shares) - 1):
            total += share
    return {_sum_of(share, len(shares) - 1) / (total * share) for share in shares.tolist() if share}


def _sum_of(share: float, times: int) -> float:
    return sum([share] * times)


def _has_ties(tree: Tree, data: Dataset, learner: Learner) -> bool:
    waiting = [(tree, data)]
    while waiting:
        node, rows = waiting.pop()
        if isinstance(node, Branch):
            if len(admissible_splits(rows, learner)) > 1:
                return True
            waiting += zip(node.children, route(rows, node.question), strict=True)
    return False
