"""Finding out what an estimator does by fitting it to small data: what it predicts, and what it grows."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np

from dtrees.constructors import classification_data, regression_data
from dtrees.errors import InvalidData, Undecided
from dtrees.impurity import entropy, gini, misclassification, squared_error
from dtrees.laws.law import raised_at
from dtrees.laws.naive import columns_of, targets_of
from dtrees.learner import Stopping
from dtrees.learners.c45 import c45
from dtrees.learners.cart import cart
from dtrees.learners.id3 import id3
from dtrees.learners.multiway import multiway_gini
from dtrees.oracle.conventions import Conventions
from dtrees.oracle.documents import tree_of
from dtrees.oracle.estimators.parameters import SPELLINGS
from dtrees.oracle.judge import judge_tree
from dtrees.oracle.leaves import judge_leaves, shows_rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from dtrees.data import Dataset
    from dtrees.learner import Learner
    from dtrees.oracle.estimators.estimator import Estimator

CANDIDATES: Final = (
    cart(), cart(impurity=entropy), c45(gate="none"), c45(), c45(gate="above"), cart(impurity=misclassification),
    multiway_gini(), id3(),
)  # fmt: skip
"""What an estimator of classes may grow, the likeliest first."""

TABLES: Final = 16
"""On how many random tables the candidates are tried."""


def asked(estimator: Estimator, learner: Learner | None) -> Estimator:
    """Return *estimator* with what is found out of it; it grows *learner*, where that is known.

    Raises `InvalidData` where it cannot be fitted at all.
    """
    estimator = _recognised(estimator, learner)
    learners, unexplained = _learners(estimator) if learner is None else ({learner: {}}, ())
    zero_gain = _splits_without_gain(estimator, next(iter(learners.values())))
    return attrs.evolve(estimator, learners=learners, zero_gain=zero_gain, unexplained=unexplained)


def _recognised(estimator: Estimator, learner: Learner | None) -> Estimator:
    """Return *estimator* with what one fit shows: whether five rows of classes 0, 1 and 2 give a number between.

    One that cannot be fitted to equal rows of different classes is fitted to rows that differ, and the learner says.
    """
    for column in [[0, 0, 0, 1, 1], *([[0, 1, 2, 3, 4]] if learner else [])]:
        data = _data(estimator, {"x": column}, [0, 1, 1, 2, 2])
        try:
            fitted = estimator.fit(data, Stopping(), {})["fitted"]
            answered = set(fitted.predict(data))
            weights = "sample_weight" in inspect.signature(fitted.estimator.fit).parameters
        except Exception as error:  # noqa: BLE001 (whatever it fails by is raised below)
            failure = error
            continue
        numbers = learner.impurity is squared_error if learner and learner.impurity else not answered <= {0, 1, 2}
        shares = ["predict_proba"] if not numbers and hasattr(fitted.estimator, "predict_proba") else []
        return attrs.evolve(estimator, numbers=numbers, weights=weights, capabilities=("grow", "predict", *shares))
    rows = f"the rows {columns_of(data)['x']} of the targets {targets_of(data)}"
    message = (
        f"{estimator.expression}: fitted to {rows} it raises {type(failure).__name__}: {failure}{raised_at(failure)}"
    )
    raise InvalidData(message) from failure


def _splits_without_gain(estimator: Estimator, options: Mapping[str, Any]) -> bool:
    """Return whether it opens an exclusive or, where no question gains anything."""
    data = _data(estimator, {"x": [0, 0, 1, 1], "y": [0, 1, 0, 1]}, [0, 1, 1, 0])
    answer = estimator.fit(data, Stopping(), options)
    if "leaves" in answer:
        return len(np.unique(answer["leaves"], axis=0)) > 1
    return bool(answer.get("children")) or len(set(answer["fitted"].predict(data))) > 1


def _learners(estimator: Estimator) -> tuple[dict[Learner, Mapping[str, Any]], tuple[str, ...]]:
    """Return what it can be asked to grow, and what that does not explain.

    That is each impurity whose name it takes, or the first candidate that explains every small table, or CART.
    """
    measures: dict[str, Any] = {"squared_error": None} if estimator.numbers else {"gini": gini, "entropy": entropy}
    spelled = {cart(impurity=measure): _spelled(estimator, name) for name, measure in measures.items()}
    known: dict[Learner, Mapping[str, Any]] = {one: options for one, options in spelled.items() if options is not None}
    if known or estimator.numbers:
        return known or {cart(): {}}, ()
    found = next((candidate for candidate in CANDIDATES if next(_misfits(estimator, candidate), None) is None), None)
    if found is None:
        return {cart(): {}}, ("none of the usual learners grows its trees of small tables: give its learner",)
    return {found: {}}, ()


def _spelled(estimator: Estimator, impurity: str) -> Mapping[str, Any] | None:
    """Return the parameter that chooses this *impurity*, by the first name for it that is not refused."""
    parameter = estimator.parameters.get("criterion")
    data = _data(estimator, {"x": [0, 0, 0, 1, 1]}, [0, 1, 1, 2, 2])
    for name in SPELLINGS[impurity] if parameter else ():
        options = {str(parameter): name}
        try:
            estimator.fit(data, Stopping(), options)
        except Exception:  # noqa: BLE001, S112 (whatever it refuses a name by)
            continue
        return options
    return None


def _misfits(estimator: Estimator, candidate: Learner) -> Iterator[Dataset]:
    """Yield the tables on which it does not grow what *candidate* does: at the root alone where that can be asked."""
    depth = 1 if "max_depth" in estimator.parameters else None
    learner = attrs.evolve(candidate, stopping=Stopping(max_depth=depth))
    free = Conventions(ties="any", cut="between", majority="any", wording="any")
    for data in _random_tables(estimator):
        answer = estimator.fit(data, learner.stopping, {})
        try:
            if shows_rows(answer):
                verdict: Any = judge_leaves(answer, data, learner, conventions=free)
            else:
                verdict = judge_tree(tree_of(answer, data, free), data, learner, conventions=free)
        except Undecided:
            continue
        if verdict.deviations:
            yield data


def _random_tables(estimator: Estimator) -> Iterator[Dataset]:
    """Yield small tables of two and three classes."""
    chance = np.random.default_rng(0)
    for number in range(TABLES):
        columns = {name: chance.integers(0, 4, 9).tolist() for name in "xyz"}
        yield _data(estimator, columns, [*range(2 + number % 2), *chance.integers(0, 2 + number % 2, 7 - number % 2)])


def _data(estimator: Estimator, columns: Mapping[str, list[int]], targets: list[int]) -> Dataset:
    """Return a data set of what the estimator takes: of categories, where it has a table for them."""
    if estimator.numbers:
        return regression_data(columns, targets)
    texts = {name: [f"c{value}" for value in column] for name, column in columns.items()}
    return classification_data(columns if estimator.table is None else texts, targets)
