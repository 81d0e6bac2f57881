"""The verdict on an answer that shows no tree: `judge_tree` on the tree behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from dtrees.arguments import checked
from dtrees.oracle.conventions import EXACT, Conventions
from dtrees.oracle.finding import Finding, Verdict
from dtrees.oracle.judge import judge_tree
from dtrees.oracle.leaves.answer import answer_of
from dtrees.oracle.leaves.explanation import BUDGET, End, explain
from dtrees.path import path_of
from dtrees.prediction import endings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dtrees.data import Dataset
    from dtrees.learner import Learner
    from dtrees.oracle.leaves.answer import RowAnswers
    from dtrees.tree import Tree


@attrs.frozen(kw_only=True)
class LeavesVerdict(Verdict):
    """The verdict on the *tree* behind an answer: an admissible one where it fits, else one that deviates least.

    end  where the way to an admissible tree ends; None where one fits
    """

    tree: Tree | None
    end: End | None


@checked
def judge_leaves(
    answer: Mapping[str, Any],
    data: Dataset,
    learner: Learner,
    *,
    conventions: Conventions = EXACT,
    budget: int = BUDGET,
) -> LeavesVerdict:
    """Return the verdict on an implementation of *learner* that answers with each training row's leaf or prediction.

    The *answer* (`answer_of`) is right where admissible questions, from the root down, end in exactly these leaves: a
    question never parts a leaf, and a leaf stands only where the learner makes one.  Of predictions alone, leaves may
    share a value, and each value must be that of its leaf's rows.  Where nothing fits, the tree of the fewest
    deviating nodes, then of the least regret, is judged instead.

    Raises `Undecided` where neither is found within a *budget* of sets of rows, and `InvalidData` for an answer that
    is not one value a row.

    >>> from dtrees.learners.cart import cart
    >>> from dtrees.constructors import classification_data
    >>> data = classification_data({"x": [1, 2, 3, 4]}, ["a", "b", "b", "b"])
    >>> verdict = judge_leaves({"leaves": [0, 0, 1, 1]}, data, cart(max_depth=1))
    >>> print(verdict.deviations[0].kind, verdict.deviations[0].regret)
    split 1/4
    >>> print(verdict.end)
    at path [], rows [0, 1, 2, 3]: expected Threshold(feature='x', threshold=1.5), got leaves 0, 1, which it parts
    """
    given = answer_of(answer, data)
    found = explain(given, data, learner, conventions=conventions, budget=budget)
    if found.tree is None:
        return _none(found.end)
    anywhere = attrs.evolve(conventions, cut="between")  # where a threshold lies is not known
    verdict = judge_tree(found.tree, data, learner, conventions=anywhere)
    wrong = _predictions(found.tree, given, conventions.seen(data), conventions) if found.end else []
    right = {each.path for each in wrong} - {each.path for each in verdict.deviations}
    return LeavesVerdict(
        judged=verdict.judged,
        canonical=verdict.canonical - len(right),
        admissible=verdict.admissible,
        deviations=(*verdict.deviations, *wrong),
        tree=found.tree,
        end=found.end,
    )


def _none(end: End | None) -> LeavesVerdict:
    """Return the verdict where no tree at all is found: the one deviation is where the admissible way ends."""
    found = () if end is None else (Finding(kind="leaves", path=end.path, expected=end.expected, got=end.got),)
    return LeavesVerdict(judged=1, canonical=0, admissible=0, deviations=found, tree=None, end=end)


def _predictions(tree: Tree, answer: RowAnswers, data: Dataset, conventions: Conventions) -> list[Finding]:
    """Return a deviation for each leaf of *tree* whose rows have another value than theirs."""
    is_right, found = answer.judging(data, conventions), []
    for rows, node, steps in endings(tree, data.features):
        wrong = [code for code in np.unique(answer.codes[rows]).tolist() if not is_right(code, node.summary)]
        if wrong:
            got = repr(answer.values[wrong[0]])
            found.append(Finding(kind="prediction", path=path_of(steps), expected=str(node.summary), got=got))
    return found
