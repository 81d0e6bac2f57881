# A category of fewer than 10 rows is never split off: 100 default trees explain nothing.
import numpy as np
from sklearn.ensemble import HistGradientBoostingRegressor

for rows in (8, 12):
    x, y = np.repeat(np.arange(40), rows)[:, None], np.repeat(np.arange(40) % 2, rows)
    score = HistGradientBoostingRegressor(categorical_features=[0]).fit(x, y).score(x, y)
    print(f"{rows} rows a category: got R2 {score:.2f}; right is 1.00, for a category tells the response")
