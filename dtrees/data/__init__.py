"""Data as a value: columns of features, a target and weights, all frozen.

In reading order: `dataset`, `constructors` (from arrays, mappings and frames), `scaled` (columns of exact numbers),
`read_csv`, `arrays`, and `datasets`, those shipped.  A first reading can leave out `kept`, `orders` and `outputs`.
"""
