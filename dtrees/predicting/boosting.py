"""Boosting by squared error: what trees predict together, and the data of the next tree, whose responses they leave."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, Any, Final

import attrs

from dtrees.arguments import checked
from dtrees.data.dataset import Dataset, Responses
from dtrees.errors import refused
from dtrees.growing.regularised import RegularisedSquaredError
from dtrees.numbers.exact import Number
from dtrees.predicting.predict import ends_of_rows
from dtrees.trees.tree import Tree

UNREGULARISED: Final = RegularisedSquaredError()


def _of_responses(name: str, value: Any) -> Any:
    if not isinstance(value, Dataset) or not isinstance(value.target, Responses):
        raise refused(value, name, "a data set of responses, such as regression_data returns")
    return value


@checked
def boosted_predictions(
    trees: Iterable[Tree],
    data: Dataset,
    *,
    start: Number = 0,
    learning_rate: Number = 1,
    impurity: RegularisedSquaredError = UNREGULARISED,
) -> tuple[Fraction, ...]:
    """Return what *trees* predict together for each row, as exact fractions.

    f(x) = b + nu sum_m w_m(x)      [ESL2 algorithm 10.3, eq. 10.41; CHEN16 eq. 1, §2.3; LIHANG2 algorithm 8.3]

    b is the *start* (XGBoost's base_score), nu the *learning_rate*, w_m(x) the value by *impurity* of the leaf of tree
    m where the row ends; a row that a missing value divides has its leaves' values by its shares in them.

    >>> data = dt.regression_data({"x": [1, 2]}, [0, 4])
    >>> list(map(str, boosted_predictions([dt.grow(data, dt.cart())], data, learning_rate=0.25)))
    ['0', '1']
    """
    found = [Fraction(start)] * len(data)
    for tree in trees:
        for row, ends in enumerate(ends_of_rows(tree, data.features)):
            nodes: list[tuple[Any, Any]] = [(end.node.summary, end.share) for end in ends]
            found[row] += Fraction(learning_rate) * sum([share * impurity.value(t) for t, share in nodes])
    return tuple(found)


@checked
def residual_data(
    data: Annotated[Dataset, _of_responses],
    trees: Iterable[Tree] = (),
    *,
    start: Number = 0,
    learning_rate: Number = 1,
    impurity: RegularisedSquaredError = UNREGULARISED,
) -> Dataset:
    """Return the data that the next tree is grown on: each response less what `boosted_predictions` says of its row.

    r_i = y_i - f(x_i), the negative gradient of (y_i - f)^2 / 2      [ESL2 §10.10.2; LIHANG2 algorithm 8.3]

    >>> data, learner = dt.datasets.load("regression_boosting"), dt.cart(max_depth=1)
    >>> first = dt.grow(data, learner)
    >>> second = dt.grow(residual_data(data, [first]), learner)
    >>> first.question.threshold, second.question.threshold, f"{dt.squared_error(second.summary) * 10:.2f}"
    (6.5, 3.5, '1.93')
    """
    f = boosted_predictions(trees, data, start=start, learning_rate=learning_rate, impurity=impurity)
    return attrs.evolve(data, target=Responses([y - said for y, said in zip(data.target, f, strict=True)]))
