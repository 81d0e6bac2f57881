"""Predicting with a tree, and which features its questions owe most to.

In reading order: `predict`, `importances`.  Then `mixture`, `stated_importances`, `monotone`, `boosting`.
"""
