"""Grown trees that conventions leave open: no law can be judged by such a tree, so that it is passed over.

A peer whose ties may go any way need not settle them alike twice; one that computes in floats need not know which of
two scores is larger when they are within rounding.  Everything else is judged by laws.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import dtrees as dt
from dtrees.laws.definitions import Partition, children_of, parts_of, visits
from dtrees.oracle.conventions import EXACT
from dtrees.oracle.judge.granted import granted

if TYPE_CHECKING:
    from dtrees.oracle.conventions import Conventions

Choice: TypeAlias = "tuple[str, Partition] | None"
"""A feature and how its question parts the rows, or None for a leaf."""


def why_undetermined(
    tree: dt.Tree, data: dt.Dataset, learner: dt.Learner, conventions: Conventions, *, twice: bool
) -> str:
    """Return why *tree* cannot be judged by laws, or an empty text if it can.

    *twice* says that it is to be compared with a second tree grown from the same data.

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.cart import cart
    >>> from dtrees.growing.grow import grow
    >>> from dtrees.oracle.conventions import EXACT, Conventions
    >>> data = datasets.load("iris")
    >>> why_undetermined(grow(data, cart()), data, cart(), EXACT, twice=True)
    ''
    >>> why_undetermined(grow(data, cart()), data, cart(), Conventions(ties="any"), twice=True)
    'a tie at (), which may go any way'
    """
    learner = learner.below(data, 0)
    for path, node, rows in visits(tree, data):
        question = node.question if isinstance(node, dt.Branch) else None
        reason = _open_at(question, data.take(rows), len(path), learner, conventions, twice=twice) if rows else ""
        if reason:
            return reason.format(path)
    return ""


def _choice(question: Any, data: dt.Dataset) -> Choice:
    return question and (question.feature, parts_of(data, question))


def _open_at(
    question: Any, data: dt.Dataset, level: int, learner: dt.Learner, theirs: Conventions, *, twice: bool
) -> str:
    """Return what is left open, if anything, at a node with these rows that asks *question* (None for a leaf)."""
    asked, right = _choice(question, data), _right_choices(data, level, learner)
    may = granted(data, level, learner, theirs)
    granted_to_it: list[Choice] = [_choice(split.question, data) for split in may.splits]
    granted_to_it += [None] if may.leaf else []
    if asked not in right and asked in granted_to_it:
        return (
            "a leaf at {}, where its conventions allow one" if asked is None else "a question at {} of its conventions"
        )
    if {*right} != {*granted_to_it} and twice:
        return "a choice at {} that conventions or rounding decide"
    if theirs.ties == "any" and twice and len(right) > 1:
        return "a tie at {}, which may go any way"
    if theirs.wording == "any" and twice and _is_worded_otherwise(question, data, learner):
        return "the first child at {}, which may be either"
    return ""


def _right_choices(data: dt.Dataset, level: int, learner: dt.Learner) -> list[Choice]:
    """Return every exactly right choice at a node, one for each wording."""
    may = granted(data, level, learner, EXACT)
    return [_choice(split.question, data) for split in may.splits] or [None]


def _is_worded_otherwise(question: Any, data: dt.Dataset, learner: dt.Learner) -> bool:
    """Return whether *question* parts the rows as an optimal one does, but puts others of them first."""
    asked, best = _choice(question, data), [split.question for split in dt.admissible_splits(data, learner)]
    canonical = next((other for other in best if _choice(other, data) == asked), question)
    return question is not None and children_of(data, canonical) != children_of(data, question)
