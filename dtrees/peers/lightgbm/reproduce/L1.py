# Weights change what may be split: rows of a child are guessed from its weight (default options).
import lightgbm
import numpy as np

x = np.repeat([0, 1], 30)
for weights in (None, np.where(x, 1, 3)):
    predicted = lightgbm.LGBMRegressor(verbosity=-1).fit(x[:, None], x, sample_weight=weights).predict(x[:, None])
    known = "with weights 3 and 1" if weights is not None else "without weights"
    print(f"{known}: got {np.unique(np.round(predicted, 2))}; right is [0. 1.]")
