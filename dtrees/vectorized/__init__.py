"""The specification's trees by another road: a level at a time in NumPy, and pruning in O(n log n).

An implementation under test like any other: the oracle judges it by the checks that it gives to scikit-learn.
"""

from dtrees.vectorized.grow import grow

__all__ = ["grow"]
