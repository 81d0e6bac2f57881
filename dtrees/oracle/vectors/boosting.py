"""A system's answers to vectors about boosting: regularised trees, each grown on what those before it leave."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import attrs

from dtrees.growing.regularised import regularised_cart
from dtrees.oracle.vectors.growing import groups
from dtrees.oracle.vectors.values import ROW, data_of, number, read_columns, tree_record
from dtrees.trees.paths import subtree_at
from dtrees.trees.tree import Branch

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dtrees.data.dataset import Dataset
    from dtrees.growing.learner import Learner
    from dtrees.laws.system import System
    from dtrees.trees.tree import Tree


def boosting(system: System, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the trees, what they predict together, and what they leave of the responses."""
    data, learner, options = trial_of(system, asked)
    trees: list[Tree] = []
    records = []
    for _ in range(asked["trees"]):
        left = system.residual_data(data, trees, **options)
        trees.append(system.grow(left.drop(ROW), learner))
        records.append(_tree(system, trees[-1], left, options["impurity"]))
    left = system.residual_data(data, trees, **options)
    answer = {
        "trees": records,
        "predictions": list(map(str, system.boosted_predictions(trees, data, **options))),
        "residuals": list(map(str, left.target)),
    }
    if "ask" in asked:
        columns = read_columns(asked["ask"])
        rows = system.regression_data(columns, [0.0] * len(next(iter(columns.values()))))
        answer["asked"] = list(map(str, system.boosted_predictions(trees, rows, **options)))
    return answer


def trial_of(system: System, asked: Mapping[str, Any]) -> tuple[Dataset, Learner, dict[str, Any]]:
    """Return the data of a vector, its learner, and the options of boosting: start, rate and impurity."""
    reg_lambda, reg_alpha, gamma = (Fraction(asked[name]) for name in ("reg_lambda", "reg_alpha", "gamma"))
    impurity = system.RegularisedSquaredError(reg_lambda, reg_alpha)
    learner = attrs.evolve(regularised_cart(gamma=gamma, max_depth=asked["max_depth"]), impurity=impurity)
    options = {"start": number(asked["start"]), "learning_rate": number(asked["learning_rate"]), "impurity": impurity}
    return data_of(system, asked["data"]), learner, options


def _tree(system: System, grown: Tree, left: Dataset, impurity: Any) -> dict[str, Any]:
    """Return a tree with its rows, the value of each row's leaf, and what the root's question gains."""
    ends = [subtree_at(grown, path).summary for path in system.apply(grown, left)]
    answer = {
        "tree": tree_record(system, grown),
        "nodes": groups(system, grown, left),
        "values": [str(impurity.value(end)) for end in ends],
    }
    if isinstance(grown, Branch):
        parts = [child.summary for child in grown.children]
        answer["gain"] = str(system.gain(parts, impurity))
    return answer
