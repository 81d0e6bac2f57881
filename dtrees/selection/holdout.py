"""Choosing one tree of a pruning sequence on held-out rows."""

from collections.abc import Sequence

import attrs

from dtrees.arguments import checked
from dtrees.data.dataset import Dataset
from dtrees.numbers.exact import Exact
from dtrees.pruning.cost_complexity import Members, Pruned, intervals
from dtrees.selection.metrics import ACCURACY, ERROR, Metric
from dtrees.trees.summary import ClassCounts
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

    *measure*: `ACCURACY` (by default for classes), `ERROR` (for numbers), `AUC`, `SQUARED_ERROR`, `ABSOLUTE_ERROR`, or
    `misclassification_cost`.  Raises `InvalidData` for an empty sequence and rows that the trees do not fit.

    >>> training, validation = dt.datasets.training_and_validation("watermelon2")
    >>> chosen = select_by_holdout(dt.pruning_sequence(dt.grow(training, dt.id3())), validation)
    >>> [str(value) for value in chosen.values], str(chosen.alpha)
    (['2/7', '3/7', '3/7'], '7/8')
    """
    if measure is None:
        measure = ACCURACY if isinstance(sequence[0].tree.summary, ClassCounts) else ERROR
    values = tuple([measure.of(member.tree, validation) for member in sequence])
    best = max(values) if measure.larger_is_better else min(values)
    return smallest(sequence, [k for k, value in enumerate(values) if value == best], values)


def smallest(sequence: Sequence[Pruned], places: Sequence[int], values: tuple[Exact, ...]) -> Selection:
    """Return the smallest tree of the members at *places* as the chosen one."""
    alpha, until = intervals(sequence)[max(places)]
    return Selection(sequence[max(places)].tree, alpha, until, values)
