"""Judging a fitted forest: each tree on the rows of its own bag, and what is said of the rows outside."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import attrs
import numpy as np

from dtrees.arguments import checked
from dtrees.data.dataset import Classes, Dataset
from dtrees.errors import InvalidData, Unsupported
from dtrees.growing.learner import Learner
from dtrees.oracle.conventions import EXACT, Conventions
from dtrees.oracle.documents import judge_tree, tree_of
from dtrees.oracle.estimators.fitted import Fitted
from dtrees.oracle.finding import Finding, Verdict, right_but
from dtrees.oracle.rounding import rounding_bound
from dtrees.selection.out_of_bag import in_bag, out_of_bag
from dtrees.trees.summary import ClassCounts


@attrs.frozen
class ForestVerdict:
    """The verdict on each tree, and on the out-of-bag predictions: None where none are stated, or a tree deviates."""

    trees: tuple[Verdict, ...]
    out_of_bag: Verdict | None


@checked
def judge_forest(forest: Any, data: Dataset, learner: Learner, *, conventions: Conventions = EXACT) -> ForestVerdict:
    """Return the verdict on *forest*, fitted to *data* by scikit-learn's names: a forest or a bagging of its trees.

    ``estimators_`` are the trees, ``estimators_samples_`` the rows of their bags: tree b is judged as *learner* grows
    it where row i weighs c_bi w_i (`in_bag`).  ``oob_decision_function_`` or ``oob_prediction_`` is held against what
    those very trees predict (`out_of_bag`, by shares) of rows outside.  Extra trees are judged by *conventions* whose
    thresholds are ``drawn``, anywhere ``between``.  Raises `Unsupported` where a tree looks at some columns only, for
    then none is known to be the best, and `InvalidData` for what is no forest.

    >>> from sklearn.ensemble import RandomForestClassifier
    >>> from dtrees.data.constructors import classification_data
    >>> from dtrees.growing.cart import cart
    >>> rows, labels = [[1.0], [2.0], [3.0], [4.0]], ["a", "a", "b", "b"]
    >>> forest = RandomForestClassifier(3, max_features=None, random_state=0).fit(rows, labels)
    >>> [len(one.deviations) for one in judge_forest(forest, classification_data(rows, labels), cart()).trees]
    [0, 0, 0]
    """
    missing = [name for name in ("estimators_", "estimators_samples_") if not hasattr(forest, name)]
    if missing or not all(hasattr(one, "tree_") for one in forest.estimators_):
        message = f"it has no {missing[0] if missing else 'tree_ in each of its estimators_'}: give a fitted forest"
        raise InvalidData(message)
    looks = {(one.max_features_, one.splitter) for one in forest.estimators_}
    how = "random" if conventions.thresholds == "drawn" else "best"
    if looks != {(len(data.features), how)} or getattr(forest, "bootstrap_features", False):
        asked = f"max_features=None and splitter={how!r}"
        message = f"its trees look at some columns, or at other thresholds than is said: fit with {asked}"
        raise Unsupported(message)
    counts = [np.bincount(rows, minlength=len(data)).tolist() for rows in forest.estimators_samples_]
    classes = data.target.labels if isinstance(data.target, Classes) else ()
    learned = np.asarray(getattr(forest, "classes_", ())).tolist()
    if not {*learned} <= {*classes} or bool(learned) != bool(classes):
        message = (
            f"it learned {learned or 'numbers'}, the data has {list(classes) or 'numbers'}: give what it was fitted to"
        )
        raise InvalidData(message)
    present = tuple(map(classes.index, learned))
    shown = [
        Fitted(estimator=one, names=data.feature_names, classes=classes, present=present, table=None)
        for one in forest.estimators_
    ]
    documents = [one.document(data, None) for one in shown]
    bags = [in_bag(data, bag) for bag in counts]
    pairs = list(zip(documents, bags, strict=True))
    verdicts = tuple([judge_tree(each, bag, learner, conventions=conventions) for each, bag in pairs])
    stated = getattr(forest, "oob_decision_function_", getattr(forest, "oob_prediction_", None))
    if stated is None or any(one.deviations for one in verdicts):
        return ForestVerdict(verdicts, None)
    trees = [tree_of(each, conventions.seen(bag), conventions) for each, bag in pairs]
    right = out_of_bag(trees, conventions.seen(data), counts, by="shares")
    numbers = np.asarray(stated).reshape(len(data), -1)
    return ForestVerdict(verdicts, _judged(shown[0].in_class_order(numbers) if classes else numbers, right, data))


def _judged(stated: np.ndarray, right: tuple[Any, ...], data: Dataset) -> Verdict:
    """Return the verdict on the numbers *stated* of each row; of a row in every bag nothing is judged."""
    wrong = []
    for row, (numbers, summary) in enumerate(zip(stated.tolist(), right, strict=True)):
        if summary is None:
            continue
        exact = summary.proportions if isinstance(summary, ClassCounts) else (summary.predicted,)
        bound = rounding_bound(len(data), max(map(abs, exact)))
        if any(abs(one - Fraction(got)) > bound for one, got in zip(exact, numbers, strict=True)):
            expected = ", ".join([f"{one} = {float(one):.17g}" for one in exact])
            wrong.append(Finding(kind="out of bag", row=row, expected=expected, got=", ".join(map(repr, numbers))))
    return right_but(len([each for each in right if each is not None]), wrong)
