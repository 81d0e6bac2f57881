"""The plain implementation as an `Implementation`: data and learners become tables and options, trees dictionaries."""

from __future__ import annotations

from typing import Any

import dtrees as dt
from dtrees.laws.plain import columns_of, targets_of
from dtrees.oracle.conventions import Conventions

Node = dict[str, Any]
MEASURES = {"gini": "gini", "entropy": "entropy", "misclassification": "misclassification", "squared_error": "variance"}


class Plain:
    """The functions of *code*, the module `trees` or a mutant of it."""

    conventions = Conventions(arithmetic="float64", ties="any")
    expression = "quality.plain.adapter.plain()"

    def __init__(self, code: Any) -> None:
        self.code = code

    # --- what is ours, in its terms -----------------------------------------------------------------------------

    def measure(self, impurity: Any, summary: Any) -> Any:
        usual = dt.gini if isinstance(summary, dt.ClassCounts) else dt.squared_error
        return getattr(self.code, MEASURES[(impurity or usual).__name__])

    def sums(self, summary: Any) -> list[float]:
        if isinstance(summary, dt.ClassCounts):
            return [float(count) for count in summary.counts]
        return [float(summary.weight), float(summary.total), float(summary.squares)]

    def table(self, data: dt.Dataset) -> Any:
        numeric = {feature.name: isinstance(feature, dt.Numeric) for feature in data.features}
        classes = list(data.target.labels) if isinstance(data.target, dt.Classes) else None
        weights = [float(weight) for weight in data.weights]
        return self.code.Table(columns_of(data), numeric, targets_of(data), weights, classes)

    def options(self, data: dt.Dataset, learner: dt.Learner) -> Any:
        rule = learner.stopping
        return self.code.Options(
            impurity=self.measure(learner.impurity, dt.summarize(data)),
            numbers=learner.questions.numbers,
            categories=learner.questions.categories,
            score=learner.score,
            gate=learner.gate,
            max_depth=rule.max_depth,
            min_split=float(rule.min_split),
            min_leaf=float(rule.min_leaf),
            min_gain=float(rule.min_gain),
            min_impurity=float(rule.min_impurity),
            min_risk=float(rule.min_risk),
            zero_gain=rule.zero_gain,
        )

    def node(self, tree: Any) -> Node:
        """Return its own tree as it is, or one of ours as its own."""
        if not isinstance(tree, dt.Leaf | dt.Branch):
            made: Node = tree
            return made
        classes = list(tree.summary.classes) if isinstance(tree.summary, dt.ClassCounts) else None
        node: Node = self.code.leaf(self.sums(tree.summary), classes, self.measure(None, tree.summary))
        if isinstance(tree, dt.Leaf):
            return node
        question: Any = tree.question
        key = {dt.Threshold: "threshold", dt.Equals: "category", dt.OneOf: "one_of", dt.EachCategory: "categories"}
        asked = getattr(question, question.__match_args__[1])
        return {
            **node,
            "feature": question.feature,
            key[type(question)]: asked,
            "children": list(map(self.node, tree.children)),
        }

    def rows(self, data: Any) -> list[dict[str, Any]]:
        columns = columns_of(data) if isinstance(data, dt.Dataset) else data
        return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]

    def by(self, tree: Any, impurity: Any) -> Any:
        if isinstance(tree, dict):
            return getattr(self.code, MEASURES[impurity.__name__]) if impurity else self.usual(tree)
        return self.measure(impurity, tree.summary)

    def usual(self, node: Node) -> Any:
        return self.code.variance if node["classes"] is None else self.code.gini

    # --- impurities ---------------------------------------------------------------------------------------------

    def gini(self, summary: Any) -> Any:
        return self.code.gini(self.sums(summary))

    def entropy(self, summary: Any) -> Any:
        return self.code.entropy(self.sums(summary))

    def misclassification(self, summary: Any) -> Any:
        return self.code.misclassification(self.sums(summary))

    def squared_error(self, summary: Any) -> Any:
        return self.code.variance(self.sums(summary))

    def gain(self, parts: Any, impurity: Any) -> Any:
        return self.code.gain(list(map(self.sums, parts)), self.measure(impurity, parts[0]))

    def conditional_impurity(self, parts: Any, impurity: Any) -> Any:
        return self.code.conditional(list(map(self.sums, parts)), self.measure(impurity, parts[0]))

    def intrinsic_value(self, parts: Any) -> Any:
        return self.code.intrinsic_value([float(part.weight) for part in parts])

    def gain_ratio(self, parts: Any, impurity: Any = dt.entropy) -> Any:
        return self.code.gain_ratio(list(map(self.sums, parts)), self.measure(impurity, parts[0]))

    # --- growing and predicting ---------------------------------------------------------------------------------

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> Any:
        return self.code.grow(self.table(data), self.options(data, learner))

    def depth(self, tree: Any) -> Any:
        return self.code.depth(self.node(tree))

    def _unseen(self, unseen: str) -> str:
        if unseen == "random":
            message = "a category never seen stops at its node or goes to the largest child"
            raise dt.Unsupported(message)
        return unseen

    def predict(self, tree: Any, data: Any, *, unseen: str = "stop", seed: Any = None) -> Any:
        return self.code.predict(self.node(tree), self.rows(data), self._unseen(unseen))

    def predict_proba(self, tree: Any, data: Any, *, unseen: str = "stop", seed: Any = None) -> Any:
        return self.code.predict_proba(self.node(tree), self.rows(data), self._unseen(unseen))

    def apply(self, tree: Any, data: Any, *, unseen: str = "stop", seed: Any = None) -> Any:
        return self.code.apply(self.node(tree), self.rows(data), self._unseen(unseen))

    def impurity_decreases(self, tree: Any, features: Any, *, impurity: Any = None) -> Any:
        return self.code.decreases(self.node(tree), list(features), self.by(tree, impurity))

    def importances(self, tree: Any, features: Any, *, impurity: Any = None) -> Any:
        return self.code.importances(self.node(tree), list(features), self.by(tree, impurity))

    # --- pruning ------------------------------------------------------------------------------------------------

    def prune_at(self, tree: Any, path: Any) -> Any:
        return self.code.prune_at(self.node(tree), path)

    def cost(self, tree: Any, alpha: Any, *, impurity: Any = None, scale: str = "count") -> Any:
        return self.code.cost(self.node(tree), float(alpha), self.by(tree, impurity), scale)

    def alpha_of(self, tree: Any, path: Any = (), *, impurity: Any = None, scale: str = "count") -> Any:
        return self.code.alpha_of(self.node(tree), path, self.by(tree, impurity), scale)

    def weakest_links(self, tree: Any, *, impurity: Any = None, scale: str = "count") -> Any:
        return self.code.weakest_links(self.node(tree), self.by(tree, impurity), scale)

    def optimal_subtree(self, tree: Any, alpha: Any, *, impurity: Any = None, scale: str = "count") -> Any:
        return self.code.optimal_subtree(self.node(tree), float(alpha), self.by(tree, impurity), scale)

    def pruning_sequence(self, tree: Any, *, impurity: Any = None, scale: str = "count", ties: str = "together") -> Any:
        return self.code.pruning_sequence(self.node(tree), self.by(tree, impurity), scale, ties)

    def reduced_error_prune(self, tree: Any, validation: dt.Dataset, *, ties: str = "prune") -> Any:
        return self.code.reduced_error_prune(self.node(tree), self.table(validation), ties)

    def grow_with_validation(
        self, data: dt.Dataset, learner: dt.Learner, validation: dt.Dataset, *, ties: str = "prune"
    ) -> Any:
        return self.code.grow_with_validation(
            self.table(data), self.options(data, learner), self.table(validation), ties
        )

    # --- choosing -----------------------------------------------------------------------------------------------

    def select_by_holdout(self, sequence: Any, validation: dt.Dataset) -> Any:
        members = [(float(member.alpha), self.node(member.tree)) for member in sequence]
        place, values = self.code.select_by_holdout(members, self.table(validation))
        return {"place": place, "values": values}

    def cross_validate(
        self, data: dt.Dataset, learner: dt.Learner, folds: Any, *, impurity: Any = None, scale: str = "proportion"
    ) -> Any:
        found = self.code.cross_validate(
            self.table(data),
            self.options(data, learner),
            list(folds),
            self.measure(impurity, dt.summarize(data)),
            scale,
        )
        return [dict(zip(("alpha", "tree", "error", "standard_error"), row, strict=True)) for row in found]

    def plain_folds(self, rows: int, folds: int) -> Any:
        return self.code.plain_folds(rows, folds)

    def shuffled_folds(self, rows: int, folds: int, *, seed: int) -> Any:
        return self.code.shuffled_folds(rows, folds, seed)

    def stratified_folds(self, data: dt.Dataset, folds: int, *, seed: int) -> Any:
        return self.code.stratified_folds(targets_of(data), folds, seed)


def plain() -> Plain:
    """Return the right implementation."""
    from quality.plain import trees  # noqa: PLC0415 (only the adapter of a mutant does without)

    return Plain(trees)
