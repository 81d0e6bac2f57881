"""scikit-learn judged: on the data sets it ships, and on small random ones."""

from __future__ import annotations

from contextlib import nullcontext
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from sklearn import datasets as shipped
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from dtrees.constructors import classification_data, regression_data
from dtrees.data import Classes, Dataset
from dtrees.growing import grow
from dtrees.learners.cart import cart
from dtrees.oracle.cases import Case, random_numbers
from dtrees.oracle.findings import found_in, optimal_at
from dtrees.oracle.peers.peer import Peer
from dtrees.oracle.peers.scikit_learn.implementation import ScikitLearn
from dtrees.oracle.peers.scikit_learn.pruning import conventions_of, judge_pruning, pruned_like
from dtrees.oracle.peers.scikit_learn.trees import CONVENTIONS, CRITERIA, judge_fit, translate
from dtrees.oracle.verdict import Deviation

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dtrees.oracle.findings import Found, Pair, Verdicts
    from dtrees.oracle.verdict import PathDeviation

SHIPPED: Final = {
    **dict.fromkeys(("iris", "wine", "breast_cancer", "digits"), ("gini", "entropy")),
    "diabetes": ("squared_error",),
}
"""The data sets that scikit-learn ships, each with its criteria."""

SCALES: Final = (1.0, 0.1, 1e-3, 1e6)
"""Of random data: tenths round, whole numbers do not."""

LARGEST_WRITTEN: Final = 30
"""Up to so many rows the code that asks again has the numbers in it."""


@cache
def tables() -> list[Case]:
    """Return each data set that scikit-learn ships, by each criterion."""
    cases = []
    for name, criteria in SHIPPED.items():
        loaded = getattr(shipped, f"load_{name}")()
        make = regression_data if criteria == ("squared_error",) else classification_data
        data = make(loaded.data, loaded.target)
        cases += [Case(name=name, data=data, criterion=criterion) for criterion in criteria]
    return cases


def random_case(seed: int, number: int) -> Case:
    """Return a small case of few values, so that ties abound; the criteria come in turn.

    >>> case = random_case(0, 1)
    >>> case.criterion, len(case.data)
    ('entropy', 7)
    """
    criterion = tuple(CRITERIA)[number % len(CRITERIA)]
    task: Any = "numbers" if criterion == "squared_error" else "classes"
    data = random_numbers(np.random.default_rng((seed, number)), task, scales=SCALES, targets=SCALES)
    return Case(name="random", data=data, criterion=criterion)


def judge(cases: Sequence[Case]) -> Iterator[Found]:
    """Yield what is found of scikit-learn's growth, pruning path and pruned fits."""
    for case in cases:
        yield found_in(verdicts_on(case), code=code_of(case), trees=partial(_trees, case))


def verdicts_on(case: Case) -> Verdicts:
    """Return the verdicts on scikit-learn's growth, pruning path and pruned fits."""
    asked = *rows_of(case.data), case.criterion
    pruned = judge_pruning(*asked, weights=case.data.weights)
    grown = judge_fit(*asked, weights=case.data.weights)
    return {"growth": grown, "path": pruned.path, "fits": pruned.fits}


def rows_of(data: Dataset) -> tuple[np.ndarray, np.ndarray]:
    """Return the features as scikit-learn takes them, n x p, and the targets; classes are their places."""
    rows = np.column_stack([feature.values for feature in data.features])  # type: ignore[union-attr]  # all numbers
    return rows, data.target.codes if isinstance(data.target, Classes) else data.target.values


def code_of(case: Case) -> str:
    """Return Python that asks scikit-learn the same again."""
    judged = f'x, y, "{case.criterion}", weights=w'
    made = f"from sklearn.datasets import load_{case.name}\n\nx, y = load_{case.name}(return_X_y=True)\nw = None"
    if len(case.data) <= LARGEST_WRITTEN:
        rows, targets = rows_of(case.data)
        made = f"x = {rows.tolist()}\ny = {targets.tolist()}\nw = {case.data.weights.tolist()}"
    return (
        "from dtrees.oracle.peers.scikit_learn.pruning import judge_pruning\n"
        "from dtrees.oracle.peers.scikit_learn.trees import judge_fit\n"
        f"{made}\nprint(judge_fit({judged}))\nprint(judge_pruning({judged}))"
    )


def _trees(case: Case, _: str, deviation: Deviation | PathDeviation) -> Pair:
    """Return the tree that scikit-learn gives, grown or pruned at the alpha, and the right one."""
    whole = _fit(case, 0.0)
    tree = translate(whole, case.data)
    if isinstance(deviation, Deviation):
        return tree, grow(CONVENTIONS.seen(case.data), cart(impurity=CRITERIA[case.criterion]))
    alpha = float(deviation.alpha or "nan")
    pruned = pruned_like(tree, whole.tree_, _fit(case, alpha).tree_) if 0 < alpha < float("inf") else tree
    return pruned, optimal_at(tree, alpha, conventions_of(case.criterion))


def _fit(case: Case, alpha: float) -> Any:
    make = DecisionTreeRegressor if case.criterion == "squared_error" else DecisionTreeClassifier
    estimator = make(criterion=case.criterion, ccp_alpha=alpha, random_state=0)
    return estimator.fit(*rows_of(case.data), sample_weight=case.data.weights)


PEER: Final = Peer(
    conventions=lambda: CONVENTIONS,
    usual_cases=0,
    tables=tables,
    random=random_case,
    judge=judge,
    implementation=lambda: nullcontext(ScikitLearn()),
)
