"""Predicting with a tree, and which features its questions owe most to.

In reading order: `predict`, `importances`.  A first reading can leave out `stated_importances`, `monotone` and
`boosting`.
"""
