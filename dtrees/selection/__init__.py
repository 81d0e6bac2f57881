"""Selecting a tree of a pruning sequence.

In reading order: `metrics`, `holdout`, `cross_validation`, `cp_table`.  A first reading can leave out `deviations`,
`out_of_bag` and `permutation`.
"""
