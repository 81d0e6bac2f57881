"""The adapter from an implementation to a `System`: it converts answers and grants conventions for each function.

The laws see a `System`; the implementation sees the specification's own values, and its own trees again.  Inputs that
it does not support raise `Unsupported`, and are passed over.  Growing and predicting stand here: the peer's trees are
read, trees that its conventions leave open are passed over, and rows are predicted by the very tree that it grew.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial, partialmethod
from math import isfinite
from typing import TYPE_CHECKING, Any, Final, get_args

import attrs
import numpy as np

import dtrees as dt
from dtrees.data.arrays import array_of
from dtrees.data.kept import Centre
from dtrees.growing.grow import stops
from dtrees.laws.definitions import parts_of
from dtrees.laws.law import LAWS, MEASURES, require
from dtrees.laws.plain import columns_of
from dtrees.laws.system import SPECIFICATION, Grants, System, no_rounding, numbers_of
from dtrees.oracle.cases import Case
from dtrees.oracle.documents import tree_of, without_empty_branches
from dtrees.oracle.examination import Examination
from dtrees.oracle.examine import excuse
from dtrees.oracle.finding import NoAnswer
from dtrees.oracle.implementation import has_function
from dtrees.oracle.laws.adapt_pruning import Pruning
from dtrees.oracle.laws.supported import IN_ORDER, KEPT, SEVERAL, Supported, supported_by
from dtrees.oracle.laws.translator import BOUNDS, OF_COSTS, Translator, functions_of
from dtrees.oracle.leaves import shows_rows
from dtrees.oracle.leaves.undetermined import why_undetermined
from dtrees.oracle.nodes import question_of, statements_of
from dtrees.oracle.rounding import coarseness, exact_within, float_rounding, rounding_bound, size_of
from dtrees.trees.recursion import recursive
from dtrees.trees.tree import branches, preorder

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dtrees.oracle.conventions import Conventions, Precision


def adapted(implementation: object, conventions: Conventions, law: str = "") -> System:
    """Return the specification as a `System`, with the functions of *implementation*, adapted, in place of its own."""
    peer = Translator(implementation, conventions, law)
    chapters = [chapter(peer) for chapter in (Growing, Pruning)]

    def function(name: str) -> Any:
        if name in MEASURES:
            return peer.measure(name)
        if name in OF_COSTS:
            return partial(peer.measure_of, name)
        if name in BOUNDS:
            return partial(peer.numbers, name)
        if name.endswith("_folds"):
            return lambda *given, **options: np.asarray(peer.call(name, *given, **options))
        read = (getattr(chapter, name) for chapter in chapters if hasattr(chapter, name))
        return next(read, partial(peer.call, name))

    rounding = float_rounding if conventions.arithmetic == "float64" else no_rounding
    grants = Grants(
        rounding=rounding, predicted=conventions.predicted, gate="all" if conventions.gate == "all" else "parting"
    )
    return attrs.evolve(SPECIFICATION, grants=grants, **{name: function(name) for name in functions_of(implementation)})


def supported_of(implementation: object, conventions: Conventions) -> Supported:
    """Return the learners and data that *implementation* supports, stated or found by trials; all without ``grow``."""
    stated = getattr(implementation, "supported", None)
    if isinstance(stated, Supported):
        return stated
    growing = Growing(Translator(implementation, conventions))
    functions = functions_of(implementation)
    found = Supported(ordered=True, kept=get_args(Centre), outputs=True)
    if "grow" in functions:
        found = supported_by(growing.answered)
        centres = tuple([centre for centre in get_args(Centre) if _keeps(growing, found, centre)])
        found = attrs.evolve(found, ordered=_knows_order(growing, found), kept=centres, outputs=_joins(growing, found))
    return attrs.evolve(found, scores=(*found.scores, "twoing")) if "twoing" in functions else found


def _knows_order(growing: Growing, found: Supported) -> bool:
    """Return whether an implementation that is given categories in an order cuts along it."""
    learner = found.learner(dt.Learner(questions=dt.Questions(categories="subset")))
    try:
        answer = growing.answered(IN_ORDER, learner)
        question: Any = None if shows_rows(answer) else getattr(growing.grow(IN_ORDER, learner), "question", None)
        return question is not None and parts_of(IN_ORDER, question) in ({(0,), (1, 2, 3)}, {(2,), (0, 1, 3)})
    except Exception:  # noqa: BLE001 (a peer may raise anything)
        return False


def _keeps(growing: Growing, found: Supported, centre: Centre) -> bool:
    """Return whether an implementation that is given kept responses splits them by their *centre*, and predicts it."""
    return _splits_and_predicts(growing, found, KEPT[centre], {(0,), (1, 2, 3)})


def _joins(growing: Growing, found: Supported) -> bool:
    """Return whether an implementation that is given several outputs splits them together, and predicts each."""
    return _splits_and_predicts(growing, found, SEVERAL, {(3,), (0, 1, 2, 4)})


def _splits_and_predicts(growing: Growing, found: Supported, data: dt.Dataset, parts: set[tuple[int, ...]]) -> bool:
    learner = found.learner(dt.cart())
    try:
        tree: Any = growing.grow(data, learner)
        if parts_of(data, tree.question) != parts:
            return False
        predicts = has_function(growing.peer.implementation, "predict")
        return not predicts or growing.predict(tree, data).tolist() == dt.predict(tree, data).tolist()
    except Exception:  # noqa: BLE001 (a peer may raise anything)
        return False


# --- growing -----------------------------------------------------------------------------------------------------


WHERE: Final = "thresholds lie where the learner says"
"""The presumption of laws about the place of a cut."""


@attrs.frozen
class Growing:
    """The peer's functions that make trees and splits of data, and that predict rows."""

    peer: Translator

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> dt.Tree:
        """Return the peer's tree, with summaries computed from its rows."""
        return self._grown(data, learner)[0]

    def stated(self, data: dt.Dataset, learner: dt.Learner) -> tuple[dt.Tree, dict[dt.Path, dict[str, Any]]]:
        """Return the peer's tree, and the numbers that it states for each node."""
        tree, answer = self._grown(data, learner)
        numbers: dict[dt.Path, dict[str, Any]] = {}
        displayed = without_empty_branches(answer, data, self.peer.conventions)
        for path, name, got in statements_of(displayed):
            summary = dt.subtree_at(tree, path).summary
            exact = numbers_of(summary, learner.impurity_for(data))[name]
            bound = rounding_bound(len(data), size_of(name, summary, learner.impurity_for(data)))
            bound *= coarseness(self.peer.conventions.stated_precision)
            classes = name == "prediction" and isinstance(summary, dt.ClassCounts)
            value = got if classes else exact_within(got, exact, bound)
            numbers.setdefault(path, {})[name] = value
        return tree, numbers

    def grow_monotone(self, data: dt.Dataset, learner: dt.Learner, constraints: Mapping[str, int]) -> dt.Tree:
        """Return the tree that the peer grows under the constraints."""
        self._require_readable(data, learner)
        answer = self.peer.call("grow_monotone", data, learner, constraints)
        tree = self._read(answer, data, learner)
        self.peer.grown.append((tree, answer, data))
        return tree

    def answered(self, data: dt.Dataset, learner: dt.Learner) -> Any:
        """Return the peer's tree as the peer returns it; if it offers splits alone, the tree grown by them."""
        if has_function(self.peer.implementation, "grow"):
            return self.peer.call("grow", data, learner)
        return self._grown_by_splits(data, learner)

    def _grown(self, data: dt.Dataset, learner: dt.Learner) -> tuple[dt.Tree, Any]:
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
                raise dt.Unsupported(reason)
        self.peer.grown.append((tree, answer, data))
        return tree, answer

    def _require_unexcused(self, answer: Any, data: dt.Dataset, learner: dt.Learner) -> None:
        """Raise `Unsupported` for a tree that deviates only by reasons which the implementation's adapter knows."""
        reason = excuse(self.peer.implementation, answer, data, learner, self.peer.conventions)
        if reason:
            raise dt.Unsupported(reason)

    def _read(self, answer: Any, data: dt.Dataset, learner: dt.Learner) -> dt.Tree:
        """Return the tree that *answer* shows; raises `LawBroken` where a node has no rows: no law knows such nodes."""
        tree = (
            self._behind(answer, data, learner) if shows_rows(answer) else tree_of(answer, data, self.peer.conventions)
        )
        require(all(node.summary.weight for node, _ in preorder(tree)), "rows at every node", tree)
        require(all(len(node.children) > 1 for node in branches(tree)), "a question of two or more answers", tree)
        return tree

    def _behind(self, answer: Any, data: dt.Dataset, learner: dt.Learner) -> dt.Tree:
        """Return a right tree that explains an answer of rows; without one, a law about choices is broken."""
        theirs = self.peer.conventions
        case = Case(name="law", data=data, learner=learner)
        around = Examination(self.peer.implementation, case, theirs)
        around.__dict__["answer"] = answer
        verdict = around.behind
        if verdict.tree is None:
            found = verdict.deviations[0]
            judges = bool(self.peer.law) and LAWS[self.peer.law].grown != "used"
            require(not judges, found.expected, found.got)
            message = f"no right tree gives its answers: {found}"
            raise dt.Unsupported(message)
        return verdict.tree

    def _require_readable(self, data: dt.Dataset, learner: dt.Learner) -> None:
        """Raise `Unsupported` for data or a learner that the peer's conventions read otherwise than the laws."""
        cut = self.peer.conventions.cut
        elsewhere = cut in {"midpoint", "observed"} and learner.questions.numbers != cut
        categorical = any(isinstance(feature, dt.Categorical) for feature in data.features)
        if not self.peer.conventions.reads(data):
            message = "numbers that its precision, smallest gap or largest number excludes"
        elif categorical and not self.peer.conventions.grows(learner):
            message = f"categories are asked by {self.peer.conventions.categories!r} alone"
        elif elsewhere and self.peer.law and WHERE in LAWS[self.peer.law].presumes:
            message = f"cuts lie at {cut!r} alone"
        else:
            return
        raise dt.Unsupported(message)

    def _grown_by_splits(self, data: dt.Dataset, learner: dt.Learner) -> dt.Tree:
        learner = learner.below(data, 0)

        @recursive
        def grown(rows: dt.Dataset, below: dt.Learner) -> dt.Tree:
            summary = dt.summarize(rows)
            if stops(summary, below):
                return dt.Leaf(summary)
            question = question_of(self.peer.call("best_split", rows, learner), self.peer.conventions)
            if question is None:
                return dt.Leaf(summary)
            parts = dt.split(rows, question)
            if not all(map(len, parts)):
                message = f"{question} parts nothing"
                raise dt.InvalidData(message)
            return dt.Branch(summary, question, [grown(part, below.below(summary)) for part in parts])

        return grown(data, learner)

    def _splits(self, name: str, data: dt.Dataset, learner: dt.Learner) -> Any:
        """Return the splits as the peer gives them."""
        self._require_readable(data, learner)
        return self.peer.call(name, data, learner)

    admissible_splits = partialmethod(_splits, "admissible_splits")
    scored_splits = partialmethod(_splits, "scored_splits")

    def grow_with_validation(
        self, data: dt.Dataset, learner: dt.Learner, validation: dt.Dataset, **options: Any
    ) -> dt.Tree:
        """Return the tree that the peer grows with pre-pruning by *validation* rows."""
        self._require_readable(data, learner)
        answer = self.peer.call("grow_with_validation", data, learner, validation, **options)
        tree = self._read(answer, data, learner)
        return tree if shows_rows(answer) else self.peer.read(answer, tree)

    # --- predicting -------------------------------------------------------------------------------------------------

    def predict(self, tree: dt.Tree, data: Any, **options: Any) -> np.ndarray:
        """Return the peer's predictions; means within rounding of the exact ones are replaced by these."""
        predicted = self._predicted("predict", tree, data, options)
        if isinstance(tree.summary, dt.ClassCounts):
            return predicted if isinstance(predicted, np.ndarray) else np.array(list(predicted))
        ends = [dt.subtree_at(tree, path).summary for path in dt.apply(tree, data, **options)]
        precision = self.peer.conventions.stated_precision
        return array_of([_number(got, summary, precision) for got, summary in zip(predicted, ends, strict=True)])

    def predict_monotone(self, tree: dt.Tree, data: Any, constraints: Mapping[str, int]) -> np.ndarray:
        """Return the peer's predictions under the constraints; values within rounding of the exact ones are these."""
        got = np.array(list(self.peer.call("predict_monotone", tree, data, constraints)))
        right = dt.predict_monotone(tree, data, constraints)
        if isinstance(tree.summary, dt.ClassCounts) or got.shape != right.shape:
            return got
        bound = rounding_bound(int(tree.summary.weight) + 1, size_of("value", tree.summary))
        bound *= coarseness(self.peer.conventions.stated_precision)
        return np.where(abs(got - right) <= float(bound), right, got)

    def predict_proba(self, tree: dt.Tree, data: Any, **options: Any) -> np.ndarray:
        """Return the peer's class shares; shares within rounding of the exact ones are replaced by these."""
        predicted = np.array(self._predicted("predict_proba", tree, data, options), dtype=np.float64)
        exact = dt.predict_proba(tree, data, **options)
        if predicted.shape != exact.shape:
            return predicted
        bound = rounding_bound(int(tree.summary.weight), 1) * coarseness(self.peer.conventions.stated_precision)
        return np.where(abs(predicted - exact) <= float(bound), exact, predicted)

    def apply(self, tree: dt.Tree, data: Any, **options: Any) -> Any:
        """Return the path to the leaf where each row ends, as the peer states it."""
        return tuple(self._predicted("apply", tree, data, options))

    def _predicted(self, name: str, tree: dt.Tree, data: Any, options: dict[str, Any]) -> Any:
        """Return the peer's answers for rows that it reads unrounded and knows, and the right ones for others."""
        columns = columns_of(data) if isinstance(data, dt.Dataset) else data
        rows = list(zip(*columns.values(), strict=True))
        knows = self.peer.knows(tree)
        seen = [place for place, row in enumerate(rows) if all(map(self._sees, row)) and knows(row)]
        if len(seen) == len(rows):
            return self._answered(name, tree, data, options)
        if not seen:
            message = f"numbers that {self.peer.conventions.coarsest} rounds, or rows of which no leaf is known"
            raise dt.Unsupported(message)
        predicted = list(getattr(dt, name)(tree, data, **options))
        asked = {column: [values[place] for place in seen] for column, values in columns.items()}
        for place, answer in zip(seen, self._answered(name, tree, asked, options), strict=True):
            predicted[place] = answer
        return predicted

    def _answered(self, name: str, tree: dt.Tree, data: Any, options: dict[str, Any]) -> Any:
        ends = (dt.subtree_at(tree, path) for path in dt.apply(tree, data))
        if not self.peer.takes(name, "unseen") and all(isinstance(end, dt.Leaf) for end in ends):
            options = {name: value for name, value in options.items() if name == "costs"}
        return self.peer.call(name, tree, data, **options)

    def _sees(self, value: Any) -> bool:
        """Return whether the peer reads *value* without rounding."""
        single = self.peer.conventions.coarsest == "float32"
        with np.errstate(over="ignore"):
            return not (single and isinstance(value, float)) or float(np.float32(value)) == value


def _number(got: Any, summary: Any, precision: Precision) -> Any:
    """Return the float nearest to the right number where *got* is within rounding; raises `LawBroken` for no number.

    Of several outputs it is the tuple of these numbers and of classes.
    """
    if isinstance(summary, dt.OutputSummaries):
        return tuple([_number(one, part, precision) for one, part in zip(got, summary.parts, strict=True)])
    if isinstance(summary, dt.ClassCounts):
        return got
    predicted, right = float(got), summary.prediction
    require(isfinite(predicted), right, predicted)
    bound = rounding_bound(int(summary.weight) + 1, size_of("value", summary))
    return right if abs(Fraction(predicted) - summary.predicted) <= bound * coarseness(precision) else predicted
