"""The one adapter between an implementation's world and a `System`: looseness and conventions, for each function.

The laws see a `System`; the implementation sees the specification's own values, and its own trees again.  What it
cannot be asked is `Unsupported`, and passed over.  Growing stands here: the peer's trees are read, and those passed
over that its conventions leave open.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial, partialmethod
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np

import dtrees as dt
from dtrees.data import Categorical, Dataset
from dtrees.errors import InvalidData, Unsupported
from dtrees.growing import stops
from dtrees.impurity import usual_impurity
from dtrees.laws.law import LAWS, MEASURES, require
from dtrees.laws.system import SPECIFICATION, Grants, System, no_rounding, numbers_of
from dtrees.oracle.documents import tree_of, without_empty_branches
from dtrees.oracle.examine import excuse
from dtrees.oracle.finding import NoAnswer
from dtrees.oracle.implementation import has_function
from dtrees.oracle.laws.adapt_predicting import Predicting, Selecting
from dtrees.oracle.laws.adapt_pruning import Pruning
from dtrees.oracle.laws.supported import Supported, supported_by
from dtrees.oracle.laws.translator import MeasureUnderTest, Measuring, Translator, functions_of, specified
from dtrees.oracle.laws.undetermined import why_undetermined
from dtrees.oracle.leaves import shows_rows, tree_behind
from dtrees.oracle.nodes import question_of, statements_of
from dtrees.oracle.rounding import (
    coarseness,
    exact_within,
    float_rounding,
    importance_bound,
    rounding_bound,
    size_of,
    statement_within,
)
from dtrees.traversal import Sprout, preorder

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dtrees.oracle.conventions import Conventions


def adapted(implementation: object, conventions: Conventions, law: str = "") -> System:
    """Return the specification with the functions of *implementation*, adapted, in place of its own."""
    peer = Translator(implementation, conventions, law)
    chapters = [chapter(peer) for chapter in (Measuring, Growing, Predicting, Pruning, Selecting)]

    def function(name: str) -> Any:
        if name in MEASURES:
            return MeasureUnderTest(peer, name)
        if name.endswith("_folds"):
            return lambda *given, **options: np.asarray(peer.call(name, *given, **options))
        read = (getattr(chapter, name) for chapter in chapters if hasattr(chapter, name))
        return next(read, partial(peer.call, name))

    rounding = float_rounding if conventions.arithmetic == "float64" else no_rounding
    grants = Grants(rounding=rounding, predicted=conventions.predicted, gate=conventions.gate)
    return attrs.evolve(SPECIFICATION, grants=grants, **{name: function(name) for name in functions_of(implementation)})


def supported_of(implementation: object, conventions: Conventions) -> Supported:
    """Return the learners and data that *implementation* takes: stated, or found; everything where it grows nothing."""
    stated = getattr(implementation, "supported", None)
    if isinstance(stated, Supported):
        return stated
    growing = Growing(Translator(implementation, conventions))
    functions = functions_of(implementation)
    found = supported_by(growing.answered) if "grow" in functions else Supported()
    return attrs.evolve(found, scores=(*found.scores, "twoing")) if "twoing" in functions else found


# --- growing -----------------------------------------------------------------------------------------------------


WHERE: Final = "thresholds lie where the learner says"
"""The presumption of laws about the place of a cut."""


@attrs.frozen
class Growing:
    """The functions that make trees and splits of data."""

    peer: Translator

    def grow(self, data: Dataset, learner: dt.Learner) -> dt.Tree:
        """Return the peer's tree, its summaries those of its rows."""
        return self._grown(data, learner)[0]

    def stated(self, data: Dataset, learner: dt.Learner) -> tuple[dt.Tree, dict[dt.Path, dict[str, Any]]]:
        """Return the peer's tree, and what it states of each node."""
        tree, answer = self._grown(data, learner)
        numbers: dict[dt.Path, dict[str, Any]] = {}
        displayed = without_empty_branches(answer, data, self.peer.conventions)
        for path, name, got in statements_of(displayed):
            summary = dt.subtree_at(tree, path).summary
            exact = numbers_of(summary, learner.impurity_for(data))[name]
            bound = rounding_bound(len(data), size_of(name, summary, learner.impurity_for(data)))
            bound *= coarseness(self.peer.conventions.stated_precision)
            classes = name == "prediction" and isinstance(summary, dt.ClassCounts)
            value = got if classes else statement_within(got, exact, bound)
            numbers.setdefault(path, {})[name] = value
        return tree, numbers

    def answered(self, data: Dataset, learner: dt.Learner) -> Any:
        """Return the peer's tree as it gives it, or the one that its splits grow."""
        if has_function(self.peer.implementation, "grow"):
            return self.peer.call("grow", data, learner)
        return self._grown_by_splits(data, learner)

    def _grown(self, data: Dataset, learner: dt.Learner) -> tuple[dt.Tree, Any]:
        self._require_readable(data, learner)
        try:
            answer = self.answered(data, learner)
        except NoAnswer:
            self._require_unexcused(None, data, learner)
            raise
        self._require_unexcused(answer, data, learner)
        tree = self._read(answer, data, learner)
        grown = LAWS[self.peer.law].grown if self.peer.law else "judged"
        if grown != "used":
            reason = why_undetermined(tree, data, learner, self.peer.conventions, twice=grown == "compared")
            if reason:
                raise Unsupported(reason)
        self.peer.grown.append((tree, answer, data))
        return tree, answer

    def _require_unexcused(self, answer: Any, data: Dataset, learner: dt.Learner) -> None:
        """Raise `Unsupported` for a tree that deviates only by reasons which the implementation's adapter knows."""
        reason = excuse(self.peer.implementation, answer, data, learner, self.peer.conventions)
        if reason:
            raise Unsupported(reason)

    def _read(self, answer: Any, data: Dataset, learner: dt.Learner) -> dt.Tree:
        """Return the tree that *answer* is; raises `LawBroken` where a node has no rows: no law knows what it is."""
        theirs = self.peer.conventions
        tree = tree_behind(answer, data, learner, theirs) if shows_rows(answer) else tree_of(answer, data, theirs)
        require(all(node.summary.weight for node, _ in preorder(tree)), "rows at every node", tree)
        return tree

    def _require_readable(self, data: Dataset, learner: dt.Learner) -> None:
        """Raise `Unsupported` for what the conventions see otherwise than the laws do."""
        cut = self.peer.conventions.cut
        elsewhere = cut in {"midpoint", "observed"} and learner.questions.numbers != cut
        categorical = any(isinstance(feature, Categorical) for feature in data.features)
        if not self.peer.conventions.reads(data):
            message = "numbers that its precision, smallest gap or largest number excludes"
        elif categorical and not self.peer.conventions.grows(learner):
            message = f"categories are asked by {self.peer.conventions.categories!r} alone"
        elif elsewhere and self.peer.law and WHERE in LAWS[self.peer.law].presumes:
            message = f"cuts lie at {cut!r} alone"
        else:
            return
        raise Unsupported(message)

    def _grown_by_splits(self, data: Dataset, learner: dt.Learner) -> dt.Tree:
        impurity = learner.impurity_for(data)

        def grow_node(seed: tuple[Dataset, int]) -> dt.Leaf | Sprout[tuple[Dataset, int]]:
            rows, level = seed
            summary = dt.summarize(rows)
            if stops(summary, level, impurity, learner.stopping):
                return dt.Leaf(summary)
            question = question_of(self.peer.call("best_split", rows, learner), self.peer.conventions)
            if question is None:
                return dt.Leaf(summary)
            parts = dt.split(rows, question)
            if not all(map(len, parts)):
                message = f"{question} parts nothing"
                raise InvalidData(message)
            return Sprout(summary, question, tuple((part, level + 1) for part in parts))

        return dt.unfold((data, 0), grow_node)

    def impurity_decreases(self, tree: dt.Tree, features: Any, *, impurity: Any = None) -> dict[str, Any]:
        """Return the peer's decreases, each exact where it is within rounding."""
        exact = dt.impurity_decreases(tree, features, impurity=specified(impurity))
        return self._by_feature("impurity_decreases", tree, exact, features, impurity=impurity)

    def importances(self, tree: dt.Tree, features: Any, *, impurity: Any = None) -> dict[str, Any]:
        """Return the peer's importances, each exact where it is within rounding."""
        exact = dt.importances(tree, features, impurity=specified(impurity))
        return self._by_feature("importances", tree, exact, features, impurity=impurity)

    def _by_feature(
        self, name: str, tree: dt.Tree, exact: Mapping[str, Any], features: Any, *, impurity: Any
    ) -> dict[str, Any]:
        measure = specified(impurity) or usual_impurity(tree.summary)
        bound = importance_bound(tree, measure, centred=False)
        if name == "importances":
            whole = sum(dt.impurity_decreases(tree, features, impurity=measure).values(), start=dt.Exact(0))
            noise = Fraction(isinstance(tree, dt.Branch))  # over noise, where a tree gains nothing
            bound = bound / Fraction(float(whole)) if whole else noise
        got = dict(self.peer.call(name, tree, features, impurity=impurity))
        return {
            feature: exact_within(value, exact[feature], bound) if feature in exact else value
            for feature, value in got.items()
        }

    def _splits(self, name: str, data: Dataset, learner: dt.Learner) -> Any:
        """Return the splits as the peer gives them."""
        self._require_readable(data, learner)
        return self.peer.call(name, data, learner)

    admissible_splits = partialmethod(_splits, "admissible_splits")
    scored_splits = partialmethod(_splits, "scored_splits")

    def grow_with_validation(self, data: Dataset, learner: dt.Learner, validation: Dataset, **options: Any) -> dt.Tree:
        """Return the peer's pre-pruned tree."""
        self._require_readable(data, learner)
        answer = self.peer.call("grow_with_validation", data, learner, validation, **options)
        tree = self._read(answer, data, learner)
        return tree if shows_rows(answer) else self.peer.read(answer, tree)
