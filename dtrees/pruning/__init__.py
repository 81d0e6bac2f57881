"""Pruning a tree that was grown.

In reading order: by cost and complexity, `risk`, `pruned_subtrees`, `cost_complexity`, `scales`; on a validation set,
`reduced_error`; by training errors, `pessimistic`, `minimum_error`, `upper_limit`, `error_based`.
"""
