"""Anything with ``fit`` and ``predict`` as an implementation that can be judged."""

from dtrees.oracle.estimators.estimator import Estimator
from dtrees.oracle.estimators.making import from_estimator

__all__ = ["Estimator", "from_estimator"]
