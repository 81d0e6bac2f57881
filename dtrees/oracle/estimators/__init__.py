"""Judging a class with ``fit`` and ``predict``, as scikit-learn's estimators have them.

Parameters such as a maximal depth are recognised by their names; what else the class does, such as its impurity and
thresholds, is found by fitting small tables.
"""

from dtrees.oracle.estimators.asking import from_estimator
from dtrees.oracle.estimators.estimator import Estimator

__all__ = ["Estimator", "from_estimator"]
