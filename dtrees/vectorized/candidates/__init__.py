"""The candidate questions of all nodes of a level, with their keys, the float scores that rank them.

Columns of one kind are scored together.  The rows of a node that share a value make a *run*: the runs of a numeric
column are found in its order, those of a column of few values, or of categories, by counting.  All candidates are
sums over runs: thresholds take them cumulatively, equalities one by one, `EachCategory` all at once.

In reading order: `candidate`, candidates as arrays; `kind`, the interface of a kind of question; `counted`, runs by
counting, or by subtracting the smaller child's counts from its parent's; `multiway`, a child for each category;
`binary`, the base of all questions with two children; `equalities`, one category against the rest; `thresholds`, and
`sparse`, those of columns that mostly hold one value; then `subsets`.
"""
