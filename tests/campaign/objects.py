"""Python objects as a new user gives them, in a module that imports little: other processes are asked for them, too."""

from __future__ import annotations

import json
from typing import Any

import attrs

import dtrees as dt
from dtrees.errors import Unsupported
from dtrees.oracle.conventions import EXACT


class AtValues:
    """It is asked for midpoints, and cuts at the lower of two values."""

    supported = dt.oracle.Supported(numbers=("midpoint",))

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> dt.Tree:
        self.supported.require(data, learner)
        return dt.grow(data, attrs.evolve(learner, questions=attrs.evolve(learner.questions, numbers="observed")))


class Categories:
    """It grows by gain ratio, of categories and classes alone, and never without a gain."""

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> dt.Tree:
        numeric = any(isinstance(feature, dt.Numeric) for feature in data.features)
        known = dt.c45(gate="none"), attrs.evolve(dt.c45(gate="none"), questions=learner.questions)
        if numeric or not hasattr(data.target, "labels") or learner not in known:
            message = "gain ratio of categories alone"
            raise Unsupported(message)
        return dt.grow(data, dt.c45(gate="none", zero_gain="stop"))


class Refusing:
    """It refuses whatever it is asked."""

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> dt.Tree:
        message = "it is Tuesday"
        raise Unsupported(message)


class BySet:
    """It asks the columns in the order of a set of their names."""

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> dt.Tree:
        names = list({feature.name for feature in data.features})
        return dt.grow(attrs.evolve(data, features=tuple(map(data.feature, names))), learner)


class DeclaredBySet(BySet):
    """It says that it answers the same."""

    conventions = EXACT


class EqualImportances:
    """Every feature is as important as any other."""

    grow = staticmethod(dt.grow)

    def importances(self, _: Any, features: Any) -> dict[str, float]:
        return dict.fromkeys(features, 1 / len(features))


class ByCounts:
    """It cross-validates alphas of whole counts by Gini and squared errors, and tells leaves in place of trees."""

    grow = staticmethod(dt.grow)

    def cross_validate(self, data: dt.Dataset, learner: dt.Learner, folds: Any) -> list[dict[str, Any]]:
        return [
            {"alpha": row.alpha, "leaves": len(dt.leaves(row.tree)), "error": float(row.error)}
            for row in dt.cross_validate(data, learner, folds, scale="count").rows
        ]


def made() -> EqualImportances:
    return EqualImportances()


class Measuring:
    """It offers an impurity, of which no case asks, and paths of pruning that it refuses."""

    conventions = EXACT
    grow, gini = staticmethod(dt.grow), staticmethod(dt.gini)

    def pruning_sequence(self, tree: dt.Tree, **options: Any) -> Any:
        message = "it prunes on Mondays"
        raise Unsupported(message)


class Endless:
    """It never answers."""

    def grow(self, _data: dt.Dataset, _learner: dt.Learner) -> dt.Tree:
        while True:
            pass


class Hanging:
    """It never answers where five rows are asked."""

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> Any:
        while len(data) == 5:
            pass
        return dt.grow(data, learner)


def endless() -> None:
    while True:
        pass


class Always:
    """It never answers, and says so late."""

    conventions = EXACT
    supported = dt.oracle.Supported()

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> Any:
        endless()


class Unweighted:
    """It takes weights, and does not look at them."""

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> Any:
        document: dict[str, Any] = json.loads(
            dt.to_json(dt.grow(attrs.evolve(data, weights=[1.0] * len(data)), learner))
        )
        return document
