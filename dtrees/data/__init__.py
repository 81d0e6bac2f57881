"""Data as a value: columns of features, a target and weights, all frozen.

In reading order: `dataset`, `constructors` (from arrays, mappings and frames), `columns`, `missing_values`,
`read_csv`, and `datasets`, the tables that are shipped.
"""
