"""A plain estimator as an ordinary author writes it, in floats, and wrong ones: each shows leaves, or predictions."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np


class PlainTree:
    """CART for classes 0, 1, ...; what may be wrong is a method of its own."""

    def __init__(self, *, max_depth: int | None = None, min_samples_leaf: int = 1) -> None:
        self.max_depth, self.min_samples_leaf = max_depth, min_samples_leaf
        self.cuts: list[tuple[int, float, int, int]] = []
        self.said: list[int] = []

    def fit(self, rows: np.ndarray, targets: np.ndarray) -> PlainTree:
        self.cuts, self.said = [], []
        self.grow(rows, targets, 0)
        return self

    def grow(self, rows: np.ndarray, targets: np.ndarray, level: int) -> int:
        node = len(self.said)
        self.cuts.append((0, 0.0, 0, 0))
        self.said.append(int(np.argmax(np.bincount(targets))))
        best = None if self.ends(targets, level) else self.best(rows, targets)
        if best is not None:
            column, cut = best
            low = rows[:, column] <= cut
            below = [self.grow(rows[side], targets[side], level + 1) for side in (low, ~low)]
            self.cuts[node] = column, cut, below[0], below[1]
        return node

    def ends(self, targets: np.ndarray, level: int) -> bool:
        return level == self.max_depth or len(np.unique(targets)) == 1

    def best(self, rows: np.ndarray, targets: np.ndarray) -> tuple[int, float] | None:
        found, least = None, np.inf
        for column in range(rows.shape[1]):
            for low, high in self.pairs(np.unique(rows[:, column])):
                side = rows[:, column] <= low
                if min(side.sum(), (~side).sum()) >= self.min_samples_leaf:
                    cost = self.cost(targets[side], targets[~side])
                    if cost < least - 1e-12:
                        found, least = (column, self.between(low, high)), cost
        return found

    def between(self, low: float, high: float) -> float:
        middle = low / 2 + high / 2
        return middle if low <= middle < high else low

    def pairs(self, values: np.ndarray) -> list[tuple[float, float]]:
        return list(zip(values[:-1].tolist(), values[1:].tolist(), strict=True))

    def cost(self, one: np.ndarray, two: np.ndarray) -> float:
        return len(one) * self.inside(one) + len(two) * self.inside(two)

    def inside(self, targets: np.ndarray) -> float:
        shares = np.bincount(targets) / len(targets)
        return float(1 - (shares**2).sum())

    def ending(self, row: np.ndarray) -> int:
        node = 0
        while self.cuts[node][2]:
            column, cut, low, high = self.cuts[node]
            node = low if row[column] <= cut else high
        return node

    def predict(self, rows: np.ndarray) -> list[int]:
        return [self.said[self.ending(row)] for row in rows]


class WithLeaves(PlainTree):
    """The same, which also tells where a row ends."""

    def apply(self, rows: np.ndarray) -> list[int]:
        return [self.ending(row) for row in rows]


class ByHash(PlainTree):
    """The same, which tries columns in the order of the hashes of their names: nothing but predictions shows it."""

    def fit(self, rows: np.ndarray, targets: np.ndarray) -> PlainTree:
        self.order = sorted(range(rows.shape[1]), key=lambda column: hash(f"x{column}"))
        return super().fit(rows[:, self.order], targets)

    def predict(self, rows: np.ndarray) -> list[int]:
        return super().predict(rows[:, self.order])


class Bucketed(WithLeaves):
    """The same with parameters of other names."""

    def __init__(self, deepest: int = 99, bucket: int = 1) -> None:
        super().__init__(max_depth=deepest, min_samples_leaf=bucket)


class Bug(WithLeaves):
    """The base of those that are wrong."""

    planted: ClassVar[list[type[Bug]]] = []

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        Bug.planted.append(cls)


class ForgetsSizes(Bug):
    def cost(self, one: np.ndarray, two: np.ndarray) -> float:
        return self.inside(one) + self.inside(two)


class SkipsTheLastCut(Bug):
    def pairs(self, values: np.ndarray) -> list[tuple[float, float]]:
        return super().pairs(values)[: max(len(values) - 2, 1)]


class StartsAtTheSecondCut(Bug):
    def pairs(self, values: np.ndarray) -> list[tuple[float, float]]:
        return super().pairs(values)[len(values) > 2 :]


class OneLevelTooDeep(Bug):
    def ends(self, targets: np.ndarray, level: int) -> bool:
        return super().ends(targets, level - 1)


class IgnoresDepth(Bug):
    def ends(self, targets: np.ndarray, level: int) -> bool:
        return super().ends(targets, -1)


class StopsAtTwoRows(Bug):
    def ends(self, targets: np.ndarray, level: int) -> bool:
        return super().ends(targets, level) or len(targets) == 2


class KnowsTwoClasses(Bug):
    def inside(self, targets: np.ndarray) -> float:
        first = float(np.mean(targets == 0))
        return 2 * first * (1 - first)


class RootsInsteadOfSquares(Bug):
    def inside(self, targets: np.ndarray) -> float:
        shares = np.bincount(targets) / len(targets)
        return float((shares**0.5).sum())


class LastColumnNever(Bug):
    def best(self, rows: np.ndarray, targets: np.ndarray) -> tuple[int, float] | None:
        return super().best(rows[:, :-1] if rows.shape[1] > 1 else rows, targets)


class FirstCutThatHelps(Bug):
    def best(self, rows: np.ndarray, targets: np.ndarray) -> tuple[int, float] | None:
        for column in range(rows.shape[1]):
            for low, high in self.pairs(np.unique(rows[:, column])):
                side = rows[:, column] <= low
                if self.cost(targets[side], targets[~side]) < len(targets) * self.inside(targets) - 1e-12:
                    return column, self.between(low, high)
        return super().best(rows, targets)
