"""Orders of categories, stated for data that were read without: a CSV file holds texts alone."""

from collections.abc import Mapping
from typing import Any

import attrs

from dtrees.arguments import checked
from dtrees.data.dataset import MISSING_CODE, Categorical, Dataset, Feature, Labels, Ordinal, category_tuple
from dtrees.errors import InvalidData


@checked
def with_orders(data: Dataset, orders: Mapping[str, Labels]) -> Dataset:
    """Return *data* with the categories of some columns in the order stated, the lowest first (`Ordinal`).

    *orders* gives by column all categories that there may be.  Raises `InvalidData` for a column of numbers, and for a
    category that its order lacks.

    >>> data = dt.classification_data({"size": ["mid", "small", "large", "mid"]}, ["no", "yes", "yes", "no"])
    >>> dt.grow(with_orders(data, {"size": ["small", "mid", "large"]}), dt.cart(max_depth=1)).question
    OneOf(feature='size', categories=('small',))
    """
    columns = {name: _ordered(data.feature(name), order) for name, order in orders.items()}
    return attrs.evolve(data, features=[columns.get(feature.name, feature) for feature in data.features])


def _ordered(feature: Feature, order: Any) -> Ordinal:
    if not isinstance(feature, Categorical):
        raise InvalidData(f"column {feature.name!r} holds numbers, which have an order: state none")
    known = category_tuple(order)
    place = {None: MISSING_CODE} | {category: code for code, category in enumerate(known)}
    for row, category in enumerate(feature):
        if category not in place:
            raise InvalidData(f"column {feature.name!r}, row {row}: {category!r} is not in its order: add it there")
    return Ordinal(feature.name, known, [place[category] for category in feature])
