"""Anything with ``fit`` and ``predict`` as an implementation that can be judged.

What stands for our limits is found by name, the rest by asking.
"""

from dtrees.oracle.estimators.asking import from_estimator
from dtrees.oracle.estimators.estimator import Estimator

__all__ = ["Estimator", "from_estimator"]
