"""How often ordinary data show an entry, by HistGradientBoostingRegressor alone:  python ordinary.py."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.ensemble import HistGradientBoostingRegressor


def grown(x: np.ndarray, y: np.ndarray, **options: Any) -> Any:
    """Return the fitted estimator of one tree."""
    return HistGradientBoostingRegressor(max_iter=1, **options).fit(x, y)


def explained(y: np.ndarray, left: np.ndarray) -> float:
    """Return the decrease of the sum of squares by a split, up to a constant."""
    return sum(float(y[side].sum()) ** 2 / side.sum() for side in (left, ~left) if side.any())


def misses(seed: int) -> bool:
    """Return whether the split of a table of 20 categories is not the best one."""
    draw = np.random.default_rng(seed)
    x = np.repeat(np.arange(20), draw.integers(10, 201, 20))
    y = draw.normal(size=20)[x] + draw.normal(size=len(x))
    said = grown(x[:, None], y, categorical_features=[0], max_depth=1, learning_rate=1).predict(x[:, None])
    order = sorted(range(20), key=lambda k: float(y[x == k].mean()))
    best = max(explained(y, np.isin(x, order[:k])) for k in range(1, 20))
    return explained(y, said == said.min()) < best * (1 - 1e-9)


def main() -> None:
    """Print the counts."""
    print(f"H7: 100 tables of 20 categories of 10 to 200 rows: {sum(map(misses, range(100)))} are split worse")
    draw = np.random.default_rng(0)
    late = 0
    for _ in range(100):
        x = draw.normal(size=(200, 1))
        tree = grown(x, np.where(x[:, 0] < draw.normal(), 100.1, 7.3))
        late += len(tree._predictors[0][0].nodes) > 3  # noqa: SLF001 (it shows no tree)
    print(f"H4: 100 tables of 200 rows, 100.1 and 7.3: the first tree of {late} has more than 3 nodes")
    c, y = np.repeat([0, 1, 2], [50, 50, 5])[:, None], np.repeat([0, 9, 9], [50, 50, 5])
    said = HistGradientBoostingRegressor(categorical_features=[0]).fit(c, y).predict([[0], [1], [2]])
    print(f"H9: by default: {said.round(2)}; right is 0, 9, 9")


if __name__ == "__main__":
    main()
