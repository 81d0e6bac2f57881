"""For the examples in docstrings, which assume ``import dtrees as dt``."""

from typing import Any

import pytest

import dtrees


@pytest.fixture(autouse=True)
def _imported(doctest_namespace: dict[str, Any]) -> None:
    doctest_namespace["dt"] = dtrees
