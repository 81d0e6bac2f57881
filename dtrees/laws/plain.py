"""Data as plain lists, as programs take them that know nothing of the classes of dtrees."""

from typing import Any

from dtrees.arguments import checked
from dtrees.data.dataset import Dataset


@checked
def columns_of(data: Dataset) -> dict[str, list[Any]]:
    """Return the values of each column of *data* by name, as plain lists; None is a missing value.

    >>> from dtrees.data.constructors import regression_data
    >>> columns_of(regression_data({"x": [1, 2], "sky": ["sun", "rain"]}, [0, 5]))
    {'x': [1.0, 2.0], 'sky': ['sun', 'rain']}
    """
    return {feature.name: list(feature) for feature in data.features}


@checked
def targets_of(data: Dataset) -> list[Any]:
    """Return the class or the response of each row of *data*, or the tuple of its several outputs.

    >>> from dtrees.data.constructors import regression_data
    >>> targets_of(regression_data({"x": [1, 2]}, [0, 5]))
    [0.0, 5.0]
    """
    target: Any = data.target
    return list(target) if hasattr(target, "labels") or hasattr(target, "targets") else list(target.values.tolist())
