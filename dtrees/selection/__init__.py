"""Selecting a tree of a pruning sequence.

In reading order: `losses`, `metrics`, `holdout`, `folds`, `cross_validation`, `cp_table`.
"""
