"""Trees as values: a leaf, or a branch that asks a question and has a child for each answer.

In reading order: `summary` (what a node knows of its rows), `tree`, `paths`, `questions`, `tree_json`.  A first
reading can leave out `missing_answers` (where rows with a missing value go), `distribution` and `outputs`.
"""
