"""Data as a value: columns of features, a target and weights, all frozen.

In reading order: `dataset`, `constructors` (from arrays, mappings and frames), `scaled` (columns of exact numbers),
`read_csv`, `arrays`, `outputs` (several targets), and `datasets`, the tables that are shipped.
"""
