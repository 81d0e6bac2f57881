"""Selecting a tree of a pruning sequence.

In reading order: `metrics`, `holdout`, `cross_validation`, `cp_table`; a first reading can leave out `out_of_bag`.
"""
