# The only category of a column gets the prediction of the missing values (default options).
import numpy as np
from sklearn.ensemble import HistGradientBoostingRegressor

x, y = np.repeat([[0.0], [np.nan]], 50, axis=0), np.repeat([3.0, 1.0], 50)
for categories in ([0], None):
    fitted = HistGradientBoostingRegressor(categorical_features=categories).fit(x, y)
    print(f"categorical_features={categories}: got {fitted.predict(x[::50]).round(2)}; right is [3. 1.]")
