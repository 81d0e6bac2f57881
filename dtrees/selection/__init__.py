"""Selecting a tree of a pruning sequence.

In reading order: `metrics`, `holdout`, `cross_validation`, `cp_table`.  Then `deviations`, `out_of_bag`, `permutation`.
"""
