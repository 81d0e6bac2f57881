"""An estimator as an implementation: learners become its parameters, and its fitted attributes become answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import attrs
import numpy as np

from dtrees.data.dataset import Classes, Dataset, Feature, Numeric
from dtrees.data.outputs import Outputs
from dtrees.errors import DtreesError, Unsupported
from dtrees.growing.candidates import Questions
from dtrees.growing.cart import cart
from dtrees.growing.impurity import gini, squared_error
from dtrees.growing.learner import Learner, Stopping
from dtrees.growing.outputs import MeanImpurity
from dtrees.oracle.cases import (
    CENTRES,
    TABLES,
    Case,
    Task,
    evened,
    in_turn,
    keeping,
    moved,
    random_categories,
    random_data,
    random_numbers,
    textbook_cases,
    word_for,
)
from dtrees.oracle.conventions import Conventions, as_float64
from dtrees.oracle.documents import tree_of
from dtrees.oracle.estimators.claims import claimed, claims
from dtrees.oracle.estimators.fitted import ArraysOrFrames, Fitted, inputs_of
from dtrees.oracle.estimators.parameters import limits_as, names_taken, with_limits
from dtrees.oracle.estimators.shown import FEW, contradictions, of_defaults
from dtrees.oracle.finding import Finding, Verdict
from dtrees.oracle.implementation import Document, limited
from dtrees.oracle.judge import judge_tree
from dtrees.oracle.judge.best_first import judge_best_first
from dtrees.oracle.leaves import judge_leaves, shows_rows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dtrees.data.scaled import FloatArray
    from dtrees.growing.impurity import Impurity
    from dtrees.trees.paths import Path

Kind: TypeAlias = Literal["numbers", "categories"]
"""What a column holds."""

FREE: Final = Conventions(
    ties="any", cut="between", majority="any", wording="any", arithmetic="float64", zero_gain="either", merged=True,
    gate="either", ratio="either", rates="either",
)  # fmt: skip
"""The conventions that are granted while the learner to judge by is not known."""

HEAVIEST: Final = 3
"""The largest weight of a random row."""


class Predicting:
    """The part of an implementation that predicts with the estimator that grew a tree."""

    def predict(self, tree: Any, data: Any) -> list[Any]:
        """Return the predictions of the estimator that grew *tree*."""
        return fitted_of(tree).predict(data)

    def predict_proba(self, tree: Any, data: Any) -> FloatArray:
        """Return the class shares of each row by the estimator that grew *tree*."""
        return fitted_of(tree).shares(data)

    def apply(self, tree: Any, data: Any) -> list[Path]:
        """Return the path to the leaf where each row ends, as the estimator that grew *tree* states it."""
        return fitted_of(tree).endings(data)

    def importances(self, tree: Any, features: Sequence[str]) -> dict[str, float]:  # noqa: ARG002 (all that it learned from)
        """Return the importance of each feature by the estimator that grew *tree*."""
        return fitted_of(tree).importances()


@attrs.frozen(kw_only=True)
class Estimator(Predicting):
    """Anything with ``fit`` and ``predict`` as an `Implementation`; `from_estimator` makes it.

    make        the class or function that makes an estimator from parameters
    parameters  the name of the parameter that stands for each limit
    learners    the learners, without limits, that it implements, each with the further parameters that choose it
    others      learners that explain its trees of small tables as well as the first of those
    numbers     whether it predicts numbers
    table       the function that makes its input from columns, and *leaves* the one that returns each row's leaf
    kinds       the kinds of columns that it takes
    zero_gain   whether it asks questions that gain nothing
    zero_depth  whether it takes a maximal depth of 0
    weights     whether its ``fit`` takes a weight of each row
    unexplained the message that no usual learner explains its trees, if so
    untaken     the data that it is not asked about, each with the reason
    expression  the Python that makes this object
    """

    make: Callable[..., Any]
    parameters: Mapping[str, str]
    learners: Mapping[Learner, Mapping[str, Any]] = attrs.field(factory=dict)
    others: tuple[Learner, ...] = ()
    numbers: bool = False
    kinds: tuple[Kind, ...] = ("numbers",)
    zero_gain: bool = True
    zero_depth: bool = False
    table: Callable[[Mapping[str, Sequence[Any]]], Any] | None = None
    leaves: Callable[[Any, Any], Any] | None = None
    weights: bool = False
    capabilities: tuple[str, ...] = ("grow", "predict", "shown")
    unexplained: tuple[str, ...] = ()
    untaken: tuple[str, ...] = ()
    expression: str = ""

    def importances(self, tree: Any, features: Sequence[str], *, impurity: Impurity | None = None) -> dict[str, float]:
        """Return the importance of each feature, if *impurity* is the one by which the estimator grew *tree*."""
        fitted, usual = fitted_of(tree), squared_error if self.numbers else gini
        if fitted.measure is not (impurity or (fitted.measure if fitted.measure in CENTRES else usual)):
            message = "its importances are those of the impurity by which it grew the tree"
            raise Unsupported(message)
        return super().importances(tree, features)

    @property
    def defaulted(self) -> list[str]:
        """The parameters that stand for no limit, and so keep their defaults, which may limit the tree."""
        return sorted(names_taken(self.make) - {*self.parameters.values()})

    @property
    def guess(self) -> str:
        """A line that says by which learner the estimator is judged, and which others are possible."""
        kind = "numbers" if self.numbers else "classes"
        if not self.learners:
            return f"judged as predicting {kind}, by no learner: {'; '.join(self.unexplained)}"
        known = " or ".join(map(word_for, self.learners))
        others = f"; so may be {', '.join(map(word_for, self.others))}" if self.others else ""
        return f"judged as predicting {kind}, grown by {known}{others} (--learner says another)"

    def alternatives(self, learner: Learner) -> list[Learner]:
        """Return *learner*, and the other learners that explain the estimator as well, with the same limits."""
        return [learner, *(attrs.evolve(one, stopping=learner.stopping) for one in self.others)]

    def grow(self, data: Dataset, learner: Learner) -> Document:
        """Return the fitted estimator's tree or answers as a document, with the estimator as ``fitted``."""
        if {isinstance(one.target, Classes) for one in outputs_of(data)} != {not self.numbers}:
            message = f"it predicts {'numbers' if self.numbers else 'classes'}"
            raise Unsupported(message)
        if learner.stopping.zero_gain == "stop" and self.zero_gain:
            message = "it asks questions that gain nothing"
            raise Unsupported(message)
        if learner.stopping.max_depth == 0 and not self.zero_depth:
            message = "a tree of no questions cannot be asked for"
            raise Unsupported(message)
        if not np.all(data.weights == 1) and (learner.stopping.min_split or learner.stopping.min_leaf):
            message = "its limits may count rows, or weights: `shown` asks"
            raise Unsupported(message)
        for feature in data.features:
            if _kind_of(feature) not in self.kinds:
                table = "give from_estimator a table that takes them"
                message = f"column {feature.name!r} holds {_kind_of(feature)}: {table}"
                raise Unsupported(message)
        answer = self.fit(data, learner.stopping, self._chosen_by(learner, data))
        return {**answer, "fitted": attrs.evolve(answer["fitted"], measure=learner.impurity_for(data))}

    def shown(self, tree: Any, data: Dataset, learner: Learner) -> Iterator[tuple[str, Finding | None]]:
        """Yield each question about answers of the estimator that grew *tree*, with the finding if they disagree."""
        fitted, data = fitted_of(tree), as_float64(data)
        if not np.all(data.weights == 1):
            return
        rows, targets = inputs_of(data, data.feature_names, self.table), _targets(data)[2]
        limits = limits_as(learner.stopping, self.parameters, len(data))
        options = self._chosen_by(learner, data)

        def make(**more: Any) -> Any:
            return self.make(**limits, **options, **more)

        yield from contradictions(make, fitted.estimator, rows, targets, numbers=self.numbers)
        if learner.stopping != Stopping(zero_gain=learner.stopping.zero_gain):
            return
        if self.parameters.get("max_leaves") == "max_leaf_nodes" and claims(fitted.estimator):
            yield "best first", self._best_first(data, learner, options)
        for name in ("min_split", "min_leaf") if self.weights else ():
            if name in self.parameters:
                yield f"{self.parameters[name]} with weights", self._of_weighted_rows(data, learner, options, name)
        if len(data) <= FEW:
            yield "its own defaults", of_defaults(self.make, rows, targets)
            if "max_leaves" in self.parameters:
                yield "max_leaves", self._of_two_leaves(data, learner, options)
            if isinstance(rows, np.ndarray):
                yield from claimed(make, rows, targets, numbers=self.numbers)

    def _grown_to(self, most: int, data: Dataset, learner: Learner, options: Mapping[str, Any]) -> Document | None:
        """Return the answer of a fit to at most so many leaves, or None where that is refused by whatever error."""
        try:
            return self.fit(data, learner.stopping, {**options, self.parameters["max_leaves"]: most})
        except Exception:  # noqa: BLE001 (an estimator may refuse so few by any error)
            return None

    def _of_two_leaves(self, data: Dataset, learner: Learner, options: Mapping[str, Any]) -> Finding | None:
        """Return the finding that a tree of at most two leaves is none of depth 1, in whatever order it is grown."""
        stump = attrs.evolve(learner, stopping=attrs.evolve(learner.stopping, max_depth=1))
        answer = self._grown_to(2, data, learner, options)
        try:
            found = judged_freely(answer, data, stump).deviations if answer else ()
        except DtreesError:
            return None
        name = self.parameters["max_leaves"]
        return Finding(kind=f"{name}=2", expected=found[0].expected, got=found[0].got) if found else None

    def _of_weighted_rows(
        self, data: Dataset, learner: Learner, options: Mapping[str, Any], name: str
    ) -> Finding | None:
        """Return the finding that a limit of a third of the rows counts neither rows nor weights, which are 1 to 4."""
        data = attrs.evolve(data, weights=1 + np.arange(len(data)) % 4)
        limit: dict[str, Any] = {name: max(2, len(data) // 3)}
        rule = attrs.evolve(learner.stopping, **limit)
        learner = attrs.evolve(learner, stopping=rule)
        answer = self.fit(data, rule, options)
        by_rows, by_weight = (
            judged_freely(answer, data, learner, limits=counted).deviations for counted in ("rows", "weight")
        )
        if not by_rows or not by_weight:
            return None
        return attrs.evolve(by_rows[0], kind=f"{self.parameters[name]} with weights: {by_rows[0].kind}")

    def _best_first(self, data: Dataset, learner: Learner, options: Mapping[str, Any]) -> Finding | None:
        """Return the finding that a tree of at most four leaves, if one is shown, was not grown best first."""
        answer = self._grown_to(4, data, learner, options)
        if not answer or shows_rows(answer) or learner.score != "gain" or data.holds_missing:
            return None
        tree = tree_of(answer, data, FREE)
        found = judge_best_first(tree, data, learner, 4, conventions=FREE).deviations
        return attrs.evolve(found[0], kind=f"max_leaf_nodes=4: {found[0].kind}") if found else None

    def tables(self) -> list[Case]:
        """Return a case for each textbook table, and iris, that it takes, and each of its learners and limits."""
        if not self.learners:
            return []
        cases = [case for case in textbook_cases(self._limited, (*TABLES, "iris")) if self._takes(case.data)]
        return [attrs.evolve(case, data=keeping(case.data, case.learner)) for case in cases]

    def random_case(self, seed: int, number: int) -> Case:
        """Return the small random case with this seed and number; it depends on nothing else."""
        learners = self._limited
        rule = list(learners.values())[number % len(learners)].stopping
        heaviest = HEAVIEST if self.weights and not (rule.min_leaf or rule.min_split) else 1  # limits count rows
        task: Task = "numbers" if self.numbers else "classes"

        def draw(chance: np.random.Generator, _: Task) -> Dataset:
            is_array = isinstance(self.table, ArraysOrFrames) and number // len(learners) % 2 == 0
            if "categories" in self.kinds and not is_array:
                return random_data(chance, task) if "numbers" in self.kinds else random_categories(chance, task)
            data = random_numbers(chance, task, scales=[1.0, 0.1, 1e3, 1 / 7], targets=[1.0], heaviest=heaviest)
            return moved(evened(data, number) if heaviest > 1 else data, number)

        return in_turn(learners, seed, number, draw)

    @property
    def _limited(self) -> dict[str, Learner]:
        known = with_limits(self.learners or [cart()], self.parameters, "split" if self.zero_gain else "stop")
        return {word: learner for word, learner in known.items() if learner.stopping.max_depth != 0 or self.zero_depth}

    def _takes(self, data: Dataset) -> bool:
        return isinstance(data.target, Classes) != self.numbers and {*map(_kind_of, data.features)} <= {*self.kinds}

    def fit(self, data: Dataset, rule: Stopping, options: Mapping[str, Any]) -> Document:
        """Fit an estimator to *data* with the limits of *rule* and further *options*; return its tree or answers."""
        data = as_float64(data)
        limits = limits_as(rule, self.parameters, len(data))
        estimator = self.make(**limits, **options)
        weights = {} if np.all(data.weights == 1) else {"sample_weight": data.weights.copy()}
        if weights and not self.weights:
            message = "its fit takes no sample_weight"
            raise Unsupported(message)
        common = Fitted(estimator=estimator, names=data.feature_names, classes=(), present=(), table=self.table)
        outputs, columns = [], []
        for classes, present, column in map(_targets, outputs_of(data)):
            outputs.append(attrs.evolve(common, classes=classes, present=present))
            columns.append(column)
        several = isinstance(data.target, Outputs)
        fitted = attrs.evolve(common, outputs=tuple(outputs)) if several else outputs[0]
        targets = np.column_stack(columns) if several else columns[0]
        with limited():
            estimator.fit(inputs_of(data, data.feature_names, self.table), targets, **weights)
            return {**fitted.document(data, self.leaves), "fitted": fitted}

    def _chosen_by(self, learner: Learner, data: Dataset) -> Mapping[str, Any]:
        """Return the parameters that ask for *learner*, its limits apart."""
        if not self.learners:
            message = "no usual learner explains what it grows: give its learner"
            raise Unsupported(message)
        if isinstance(data.target, Outputs):
            of_each = learner.impurity.impurity if isinstance(learner.impurity, MeanImpurity) else learner.impurity
            learner, data = attrs.evolve(learner, impurity=of_each), outputs_of(data)[0]
        asked = unlimited(learner, data)
        for known, options in self.learners.items():
            if unlimited(known, data) == asked:
                return options
        grown = ", ".join(f"{one.impurity_for(data).__name__} by {one.score}" for one in self.learners)
        message = f"it grows trees by {grown} alone"
        raise Unsupported(message)


def judged_freely(answer: Document, data: Dataset, learner: Learner, **otherwise: Any) -> Verdict:
    """Return the verdict on *answer*, a tree or rows, by `FREE` conventions, or some of them *otherwise*."""
    conventions = attrs.evolve(FREE, **otherwise)
    if shows_rows(answer):
        return judge_leaves(answer, data, learner, conventions=conventions)
    return judge_tree(tree_of(answer, data, conventions), data, learner, conventions=conventions)


def _kind_of(feature: Feature) -> Kind:
    return "numbers" if isinstance(feature, Numeric) else "categories"


def unlimited(learner: Learner, data: Dataset) -> Learner:
    """Return *learner* without limits and with defaults for all that does not matter on *data*, to compare learners."""
    numeric = {isinstance(feature, Numeric) for feature in data.features}
    asked = Questions(
        learner.questions.numbers if True in numeric else "midpoint",
        learner.questions.categories if False in numeric else "each",
    )
    missing = learner.missing if data.holds_missing else "refuse"
    measure = learner.impurity_for(data)
    return attrs.evolve(learner, questions=asked, impurity=measure, stopping=Stopping(), missing=missing)


def outputs_of(data: Dataset) -> list[Dataset]:
    """Return the data of each output alone; of one output, these are *data* themselves."""
    if not isinstance(data.target, Outputs):
        return [data]
    return [attrs.evolve(data, target=target) for target in data.target.targets]


def fitted_of(tree: Any) -> Fitted:
    """Return the fitted estimator that grew *tree*; raises `Unsupported` for any other tree."""
    if not isinstance(tree, Mapping) or "fitted" not in tree:
        message = "an estimator predicts by the tree that it grew"
        raise Unsupported(message)
    fitted: Fitted = tree["fitted"]
    return fitted


def _targets(data: Dataset) -> tuple[tuple[Any, ...], tuple[int, ...], Any]:
    """Return all classes, the places of those that occur, and the target: classes that occur numbered from 0."""
    if not isinstance(data.target, Classes):
        return (), (), data.target.values.copy()
    present, targets = np.unique(data.target.codes, return_inverse=True)
    return data.target.labels, tuple(present.tolist()), targets
