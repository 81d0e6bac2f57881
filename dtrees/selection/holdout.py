"""Choosing one tree of a pruning sequence on held-out rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from dtrees.arguments import checked
from dtrees.data.dataset import Dataset
from dtrees.pruning.cost_complexity import Members, Pruned, intervals
from dtrees.selection.metrics import ACCURACY, SQUARED_ERROR, Metric
from dtrees.trees.summary import ClassCounts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.numbers.exact import Exact
    from dtrees.trees.tree import Tree


@attrs.frozen
class Selection:
    """The chosen member of a sequence: its tree, the alphas [alpha, until) for which it is optimal, and all values.

    *until* is None for the root alone, which stays optimal without end; *values* are the measure of every member.
    """

    tree: Tree
    alpha: Exact
    until: Exact | None
    values: tuple[Exact, ...]


@checked
def select_by_holdout(sequence: Members, validation: Dataset, *, measure: Metric | None = None) -> Selection:
    """Return the member of *sequence* that is best on the *validation* rows, the smallest tree among equals.

    argbest_k measure(T_k, validation)      [CART84 §3.4.1; NOTE_D; NOTE_B]

    *measure*: `ACCURACY` (the default for classes), `ERROR`, `AUC`, `SQUARED_ERROR` (the default for numbers), or
    `misclassification_cost`.  Raises `InvalidData` for an empty sequence and rows that the trees do not fit.

    >>> from dtrees.growing.grow import grow
    >>> from dtrees.pruning.cost_complexity import pruning_sequence
    >>> from dtrees.data import datasets
    >>> from dtrees.growing.id3 import id3
    >>> training, validation = datasets.training_and_validation("watermelon2")
    >>> chosen = select_by_holdout(pruning_sequence(grow(training, id3())), validation)
    >>> [str(value) for value in chosen.values], str(chosen.alpha)
    (['2/7', '3/7', '3/7'], '7/8')
    """
    if measure is None:
        measure = ACCURACY if isinstance(sequence[0].tree.summary, ClassCounts) else SQUARED_ERROR
    values = tuple([measure.of(member.tree, validation) for member in sequence])
    best = max(values) if measure.larger_is_better else min(values)
    return selection(sequence, max([k for k, value in enumerate(values) if value == best]), values)


def selection(sequence: Sequence[Pruned], place: int, values: tuple[Exact, ...]) -> Selection:
    """Return the member of *sequence* at *place* as the chosen one."""
    alpha, until = intervals(sequence)[place]
    return Selection(sequence[place].tree, alpha, until, values)
