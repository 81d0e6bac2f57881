"""Growing a tree: how impure a node is, what a question gains, which questions are best, and when to stop.

In reading order: `impurity`, `gain`, `gain_ratio`, `candidates`, `learner`, `best_split`, `grow`; the learners, a page
each: `id3`, `c45`, `cart`, `multiway_gini`, `twoing`.  A first reading can leave out `training_values`, `costs`,
`priors`, `missing_options`, `missing`, `best_first`, `competitors`, `absolute_error`, `poisson`, `monotone`, ...
"""
