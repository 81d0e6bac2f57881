# A column without an allowed split of a gain above 0 at a node may be lost below it: by constraints, then by default.
import lightgbm
import numpy as np

x = np.repeat([[0, 0], [1, 0], [0, 1], [1, 1]], 200, axis=0)
for signs, y, right in (([1, 0], [1.2, 0, 2, 3], "[.6 2. 3.]"), (None, [1, 0, 2, 3], "[0. 1. 2. 3.]")):
    for rows in (slice(None), slice(1, None)):  # all, and one row fewer
        model = lightgbm.LGBMRegressor(verbosity=-1, monotone_constraints=signs).fit(x[rows], np.repeat(y, 200)[rows])
        print(f"{signs}, {len(x[rows])} rows: got {np.unique(np.round(model.predict(x), 2))}; right is {right}")
