# A column without a good split at a node is not tried below it: an interaction is lost by 100 default trees.
import lightgbm
import numpy as np

a, c = np.tile([0, 1], 400), np.repeat([0, 1], 400)
x, y = np.column_stack([a, c]), 2 * c + np.where(c, a, 1 - a)
predicted = lightgbm.LGBMRegressor(verbosity=-1).fit(x, y).predict(x)
print(f"got {np.unique(np.round(predicted, 2))}; right is {np.unique(y)}")
