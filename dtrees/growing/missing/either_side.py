"""Either side, as scikit-learn, XGBoost and LightGBM do: rows of a missing value all go one way.

1. The question: each question on the rows of known value, with the others at each of its children in turn; then
   whether the value is missing at all.
2. The score: as ever, on all rows.
3. Where no value was missing when the node grew, the rows that come later go to its larger child.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from dtrees.data.dataset import Categorical
from dtrees.growing.candidates import Division
from dtrees.growing.missing.fractional import divisions_of_known
from dtrees.growing.missing.own_category import divisions_with_category, missing_or_known
from dtrees.trees.missing_answers import WithMissing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dtrees.data.dataset import Dataset, Feature
    from dtrees.growing.learner import Learner


def divisions_with_sides(data: Dataset, feature: Feature, learner: Learner) -> Iterator[Division]:
    """Yield the divisions by *feature*, of which values are missing, with these rows at either side.

    Subsets of categories with the missing rows at either side are the subsets with one category more.

    >>> import dtrees as dt
    >>> data = dt.classification_data({"x": [1, 2, None]}, ["a", "b", "b"], missing="keep")
    >>> [division.question.describe(0) for division in divisions_with_sides(data, data.features[0], dt.cart())]
    ['x <= 1.5 or missing', 'x <= 1.5', 'x is missing']
    """
    if isinstance(feature, Categorical) and learner.questions.categories == "subset":
        yield from divisions_with_category(data, feature, learner)
        return
    for division in divisions_of_known(data, feature, learner):
        for child in range(division.question.arity):
            parts: list[Any] = list(division.parts)
            parts[child] += cast("Any", division.unknown)
            yield Division(WithMissing(division.question, child), tuple(parts))
    yield from missing_or_known(data, feature)
