"""The candidate questions of all nodes of a level, with their keys.

Columns of one kind are scored together.  The rows of a node that share a value make a *run*: the runs of a numeric
column are found in its order, those of a column of few values, or of categories, by counting.  All candidates are
sums over runs: thresholds take them cumulatively, equalities one by one, `EachCategory` all at once.

In reading order: `candidate`, what is found; `kind`, what each kind offers; `counted`, runs by counting, or by taking
the smaller child's counts from its parent's; `multiway`, a child each category; `binary`, what questions of two
children share, `equalities`, one category against the rest, `thresholds`, and `sparse`, those of columns that hold one
value mostly; then `subsets`.
"""
