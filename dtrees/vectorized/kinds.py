"""Grouping the columns by the kind of their questions; the columns of a group are scored together."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING

from dtrees.vectorized.candidates.equalities import Equalities
from dtrees.vectorized.candidates.multiway import Multiway
from dtrees.vectorized.candidates.sparse import SparseThresholds
from dtrees.vectorized.candidates.subsets import Subsets
from dtrees.vectorized.candidates.thresholds import OrderedThresholds, Thresholds

if TYPE_CHECKING:
    from dtrees.vectorized.candidates.counted import Counted
    from dtrees.vectorized.candidates.kind import QuestionKind
    from dtrees.vectorized.choose import Task
    from dtrees.vectorized.columns import Column


def kinds_of(task: Task) -> list[QuestionKind]:
    """Return the columns of the task's data in groups, each of one kind of question and scored together."""
    units, min_leaf = task.measure.units, task.learner.stopping.min_leaf
    least = min(Fraction(min_leaf) / units.unit, Fraction(2**64))  # no node weighs as much
    whole = float(ceil(least) if units.exact else least)
    kinds: list[QuestionKind] = []
    alike: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for number, column in enumerate(task.columns):
        alike[column.kind].append(number)
    for numbers in alike.values():
        first = task.columns[numbers[0]]
        if first.style == "subset":
            kinds.append(Subsets(numbers, task.data, task.learner, task.measure))
        else:
            scored = _scored(first, task)(task.columns, numbers, task.measure, whole)
            scored.by_ratio = task.learner.score == "gain_ratio"
            kinds.append(scored)
    return kinds


def _scored(column: Column, task: Task) -> type[Counted]:
    match column.style:
        case "each":
            return Multiway
        case "equals":
            return Equalities
        case _ if not column.in_order:
            return Thresholds
        case _ if column.sparse and task.measure.exact:
            return SparseThresholds
        case _:
            return OrderedThresholds
