"""How often ordinary data show an entry, by HistGradientBoostingRegressor alone:  python ordinary.py."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.ensemble import HistGradientBoostingRegressor
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]


def grown(x: np.ndarray, y: np.ndarray, **options: Any) -> Any:
    """Return the fitted estimator of one tree."""
    return HistGradientBoostingRegressor(max_iter=1, **options).fit(x, y)


def explained(y: np.ndarray, left: np.ndarray) -> float:
    """Return the decrease of the sum of squares by a split, up to a constant."""
    return sum(float(y[side].sum()) ** 2 / float(side.sum()) for side in (left, ~left) if side.any())


def misses(seed: int) -> bool:
    """Return whether a split below the root is not the best one that has 20 rows a side."""
    draw = np.random.default_rng(seed)
    c = np.repeat(np.arange(20), draw.integers(10, 201, 20))
    y = draw.normal(size=20)[c] + draw.normal(size=len(c))
    first, second = (
        grown(c[:, None], y, categorical_features=[0], max_depth=depth).predict(c[:, None]) for depth in (1, 2)
    )
    for child in (first == first.min(), first != first.min()):
        inside, rows = c[child], y[child]
        order = sorted({*inside}, key=lambda one: float(rows[inside == one].mean()))
        runs = [np.isin(inside, order[:size]) for size in range(1, len(order))]
        best = max((explained(rows, run) for run in runs if 20 <= run.sum() <= len(run) - 20), default=0)
        if explained(rows, second[child] == second[child].min()) < best * (1 - 1e-9):
            return True
    return False


def constrained(x: np.ndarray, y: np.ndarray, low: float = -np.inf, high: float = np.inf) -> np.ndarray:
    """Return what the tree of the best splits predicts, with 20 rows a leaf, if the first column may not fall."""

    def cut(part: np.ndarray) -> tuple[float, float]:
        value = float(np.clip(y[part].mean(), low, high))
        return float(((y[part] - value) ** 2).sum()), value

    whole, value = cut(np.full(len(y), fill_value=True))
    best, said = (1e-9 * whole, -1, x[:, 0] < 0, 0.0), np.full(len(y), value)
    for column, place in ((column, place) for column in range(3) for place in range(9)):
        left = x[:, column] <= place
        if 20 <= left.sum() <= len(y) - 20:
            (first, lower), (second, upper) = cut(left), cut(~left)
            if column or lower <= upper:
                best = max(best, (whole - first - second, column, left, (lower + upper) / 2), key=lambda one: one[0])
    _, column, left, middle = best
    if column >= 0:
        said[left] = constrained(x[left], y[left], low, high if column else middle)
        said[~left] = constrained(x[~left], y[~left], low if column else middle, high)
    return said


def differs(seed: int) -> bool:
    """Return whether the first tree predicts otherwise than that of the best splits, under the same constraint."""
    draw = np.random.default_rng(seed)
    x, y = draw.integers(0, 10, (200, 3)), draw.normal(size=200)
    said = 10 * (grown(x, y, monotonic_cst=[1, 0, 0]).predict(x) - y.mean()) + y.mean()  # the default rate is 1/10
    return not np.allclose(said, constrained(x, y), atol=1e-3)


def beside(seed: int, columns: list[int]) -> float:
    """Return R2 of a default model, where one column has a category or is missing, and another has three categories."""
    draw = np.random.default_rng(seed)
    x = np.column_stack([np.repeat([0, np.nan], 50), draw.integers(0, 3, 100)])
    y = np.repeat([3, 1], 50) + x[:, 1] + 0.1 * draw.normal(size=100)
    return float(HistGradientBoostingRegressor(categorical_features=columns).fit(x, y).score(x, y))


def beside_marks(seed: int, mark: float, trees: int) -> tuple[np.ndarray, np.ndarray]:
    """Return a sine and its predictions, where a column tells 25 other rows, of response *mark*; NaN leaves it out."""
    x = np.repeat(np.arange(200), 5) / 200
    marked = np.isin(np.arange(1000), np.random.default_rng(seed).choice(1000, 25, replace=False))
    rows, y = np.column_stack([x, marked]), np.where(marked, mark, np.sin(8 * x) / 10)
    kept = ~np.isnan(y)
    fitted = HistGradientBoostingRegressor(max_iter=trees).fit(rows[kept], y[kept])
    return y[~marked], fitted.predict(rows[~marked])


def main() -> None:
    """Print the counts."""
    worse = sum(map(misses, range(400)))
    print(f"H7: 400 tables of 20 categories of 10 to 200 rows: {worse} have a worse split below the root")
    draw = np.random.default_rng(0)
    late = 0
    for _ in range(100):
        x = draw.normal(size=(200, 1))
        tree = grown(x, np.where(x[:, 0] < draw.normal(), 100.1, 7.3))
        late += len(tree._predictors[0][0].nodes) > 3  # noqa: SLF001 (it shows no tree)
    print(f"H4: 100 tables of 200 rows, 100.1 and 7.3: the first tree of {late} has more than 3 nodes")
    many = sum(map(differs, range(100)))
    print(f"H10: 200 rows, three columns of 0 to 9: a worse split in {many} of 100 first trees")
    apart = np.arange(30000)[:, None] < 25
    for weight, words in ((1 / 30000, "weights that sum to 1"), (1, "weights of 1")):
        model = HistGradientBoostingRegressor(random_state=0).fit(apart, apart[:, 0], np.full(30000, weight))
        print(f"H2: 30,000 rows, 25 of them apart, {words}: predicts {np.unique(model.predict(apart).round(3))}")
    low = sum(beside(seed, [0, 1]) < 0.5 for seed in range(20))
    high = sum(beside(seed, [1]) > 0.95 for seed in range(20))
    print(f"H8: beside three categories R2 is below 0.5 in {low} of 20 draws; as a number above 0.95 in {high}")
    c, y = np.repeat([0, 1, 2], [50, 50, 5])[:, None], np.repeat([0, 9, 9], [50, 50, 5])
    said = HistGradientBoostingRegressor(categorical_features=[0]).fit(c, y).predict([[0], [1], [2]])
    print(f"H9: by default: {said.round(2)}; right is 0, 9, 9")
    alike = sum(np.ptp(beside_marks(seed, 99999999, 1)[1]) == 0 for seed in range(20))
    print(f"H3: 1,000 rows of a sine, 25 of 99999999: 1 value for the others in {alike} of 20 first trees")
    print(f"H3: without those rows: {len({*beside_marks(0, np.nan, 1)[1].tolist()})} values")
    late = sum(
        np.var(y - said) > np.var(y) / 10 for y, said in (beside_marks(seed, 1e10 - 1, 100) for seed in range(20))
    )
    print(f"H3: 25 of 9999999999: 100 trees leave over a tenth of the others' variance in {late} of 20 draws")


if __name__ == "__main__":
    with threadpool_limits(1):
        main()
