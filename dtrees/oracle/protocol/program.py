"""A program that speaks the protocol, as an `Implementation`: a function sends a message and returns the answer."""

from __future__ import annotations

import shlex
from contextlib import suppress
from functools import partialmethod
from math import nan
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self, cast

from dtrees.data.constructors import classification_data, features_of
from dtrees.data.dataset import Dataset
from dtrees.errors import InvalidData, Unsupported
from dtrees.growing.cart import cart
from dtrees.growing.impurity import Impurity, usual_impurity
from dtrees.oracle.conventions import Conventions, as_float64
from dtrees.oracle.finding import NoAnswer, Verdict, no_answer
from dtrees.oracle.nodes import nested
from dtrees.oracle.protocol.messages import (
    START,
    STOP,
    by_hand,
    data_document,
    features_document,
    impurity_name,
    learner_document,
    number_document,
    summary_document,
)
from dtrees.oracle.protocol.session import Session
from dtrees.oracle.rounding import number
from dtrees.pruning.upper_limit import CONFIDENCE, Confidence
from dtrees.trees.outputs import OutputSummaries
from dtrees.trees.summary import ClassCounts, Summary, summarize
from dtrees.trees.tree import Branch, Leaf, Tree
from dtrees.trees.tree_json import tree_document

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from dtrees.growing.learner import Learner
    from dtrees.pruning.cost_complexity import Ties
    from dtrees.pruning.scales import Scale
    from dtrees.trees.paths import Path


SMOKE: Final = classification_data({"x": [1, 2, 3]}, ["a", "b", "b"])
"""The data of the first question: a program that fails here is asked nothing else."""


class GrownDocument(dict[str, Any]):
    """A tree as nested mappings, with the root's summary, and the data and learner that were sent to the program."""

    def __init__(self, document: Mapping[str, Any], summary: Summary, origin: Mapping[str, Any]) -> None:
        super().__init__(document)
        self.summary = summary
        self.origin = origin


class Program(Session):
    """An implementation in any language, for `conformance` and `infer_conventions`.

    A function that the program does not offer raises `Unsupported`, and one that fails `NoAnswer`.  In questions about
    a tree that the program grew, it is sent the data and the learner; for any other tree it is sent the nodes.

    >>> from dtrees.trees.summary import ClassCounts
    >>> with Program("cat") as echo:
    ...     echo.gini(ClassCounts((1, 1)))
    Traceback (most recent call last):
    dtrees.oracle.finding.NoAnswer: 'implementation' is a required property: {"cmd": "start", "version": 1}
    """

    install: ClassVar[str] = ""
    """The command that installs what the program needs; if there is one, a ``with`` block starts the program."""

    def __enter__(self) -> Self:
        if self.install:
            try:
                self.start()
            except (Unsupported, NoAnswer) as failure:
                message = f"{type(self).__name__.lower()} cannot be asked ({failure}); install it with: {self.install}"
                raise Unsupported(message) from failure
        return self

    @property
    def conventions(self) -> Conventions:
        """The conventions that the program states; there is no such attribute if it states none."""
        stated = self.start().get("conventions")
        if not stated:
            message = "the program states no conventions"
            raise AttributeError(message)
        return Conventions(**stated)

    @property
    def capabilities(self) -> tuple[str, ...]:
        """The functions that the program offers; any other is `Unsupported`."""
        return tuple(self.start()["capabilities"])

    @property
    def expression(self) -> str:
        """The Python that runs the program again."""
        return f"{__name__}.{type(self).__name__}({shlex.join(self.command)!r}, seconds={self.seconds:g})"

    def _measure(self, operation: str, summary: Summary) -> Any:
        """Return the program's impurity of *summary*."""
        return number(self.ask(operation, summary=summary_document(summary)))

    gini = partialmethod(_measure, "gini")
    entropy = partialmethod(_measure, "entropy")
    misclassification = partialmethod(_measure, "misclassification")
    squared_error = partialmethod(_measure, "squared_error")
    absolute_error = partialmethod(_measure, "absolute_error")
    poisson_deviance = partialmethod(_measure, "poisson_deviance")

    def grow(self, data: Dataset, learner: Learner) -> GrownDocument:
        """Return the tree that the program grows, or the leaf or prediction of each row."""
        origin = origin_document(as_float64(data), learner)
        answer = self.ask("grow", **origin)
        return GrownDocument(nested(answer["nodes"]) if "nodes" in answer else answer, summarize(data), origin)

    def grow_monotone(self, data: Dataset, learner: Learner, constraints: Mapping[str, int]) -> GrownDocument:
        """Return the tree that the program grows under monotone constraints."""
        origin = {**origin_document(as_float64(data), learner), "constraints": dict(constraints)}
        return GrownDocument(nested(self.ask("grow_monotone", **origin)["nodes"]), summarize(data), origin)

    def predict_monotone(
        self, tree: Tree | GrownDocument, data: Dataset | Mapping[str, Sequence[Any]], constraints: Mapping[str, int]
    ) -> list[Any]:
        """Return the program's prediction for each row, by a tree that was grown under the constraints."""
        stated = self._answers("predict_monotone", tree, data, constraints=dict(constraints))
        return [_prediction(tree.summary, one) for one in stated]

    def best_split(self, data: Dataset, learner: Learner) -> dict[str, Any] | None:
        """Return the question that the program asks about the rows of *data*, taken as one node."""
        stated = self.ask("best_split", **origin_document(as_float64(data), learner))
        return cast("dict[str, Any] | None", stated)

    def _answers(
        self, operation: str, tree: Tree | GrownDocument, data: Dataset | Mapping[str, Sequence[Any]], **given: Any
    ) -> Any:
        """Return the program's answer of each row."""
        features = data.features if isinstance(data, Dataset) else features_of(data)
        return self.ask(operation, rows=features_document(features), **{**_source(tree), **given})

    def predict(self, tree: Tree | GrownDocument, data: Dataset | Mapping[str, Sequence[Any]]) -> list[Any]:
        """Return the program's prediction for each row."""
        return [_prediction(tree.summary, stated) for stated in self._answers("predict", tree, data)]

    def predict_proba(self, tree: Tree | GrownDocument, data: Dataset | Mapping[str, Sequence[Any]]) -> list[list[Any]]:
        """Return the program's class shares for each row."""
        return [list(map(number, shares)) for shares in self._answers("predict_proba", tree, data)]

    def apply(self, tree: Tree | GrownDocument, data: Dataset | Mapping[str, Sequence[Any]]) -> list[Path]:
        """Return the path to the leaf where each row ends in the program's tree."""
        return list(map(tuple, self._answers("apply", tree, data)))

    def importances(
        self, tree: Tree | GrownDocument, features: Sequence[str], *, impurity: Impurity | None = None
    ) -> dict[str, Any]:
        """Return the program's importance of each feature; *features* are the columns of the data, in their order."""
        measure = impurity_name(impurity or usual_impurity(tree.summary))
        answered = self.ask("importances", impurity=measure, **_source(tree))
        if len(answered) != len(features):
            message = f"{len(answered)} importances of {len(features)} columns"
            raise InvalidData(message)
        return {name: nan if one == "NaN" else number(one) for name, one in zip(features, answered, strict=True)}

    def best_first(
        self, tree: Tree | GrownDocument, max_leaf_nodes: int, *, impurity: Impurity | None = None
    ) -> dict[str, Any]:
        """Return the tree that the program grows best first to at most so many leaves."""
        measure = impurity_name(impurity or usual_impurity(tree.summary))
        answer = self.ask("best_first", max_leaf_nodes=max_leaf_nodes, impurity=measure, **_source(tree))
        return nested(answer["nodes"])

    def reduced_error_prune(self, tree: Tree | GrownDocument, validation: Dataset) -> dict[str, Any]:
        """Return the tree as the program prunes it on validation rows."""
        answer = self.ask("reduced_error_prune", validation=data_document(validation), **_source(tree))
        return nested(answer["nodes"])

    def error_based_prune(
        self, tree: Tree | GrownDocument, training: Dataset | None = None, *, confidence: Confidence = CONFIDENCE
    ) -> dict[str, Any]:
        """Return the tree as the program prunes it by predicted errors; with *training* rows it may raise subtrees."""
        asked = {"confidence": number_document(confidence), "raising": training is not None}
        return nested(self.ask("error_based_prune", **asked, **_source(tree))["nodes"])

    def pruning_sequence(
        self,
        tree: Tree | GrownDocument,
        *,
        impurity: Impurity | None = None,
        scale: Scale = "count",
        ties: Ties = "together",
    ) -> list[dict[str, Any]]:
        """Return the rows of the program's pruning path of *tree*."""
        measure = impurity_name(impurity or usual_impurity(tree.summary))
        rows = self.ask("pruning_sequence", impurity=measure, scale=scale, ties=ties, **_source(tree))
        return [_path_row(row) for row in rows]

    def optimal_subtree(
        self, tree: Tree | GrownDocument, alpha: Any, *, impurity: Impurity | None = None, scale: Scale = "count"
    ) -> dict[str, Any]:
        """Return the program's T(alpha)."""
        measure = impurity_name(impurity or usual_impurity(tree.summary))
        price = number_document(alpha)
        answer = self.ask("optimal_subtree", alpha=price, impurity=measure, scale=scale, **_source(tree))
        return nested(answer["nodes"])

    def cross_validate(
        self,
        data: Dataset,
        learner: Learner,
        folds: Iterable[int],
        *,
        impurity: Impurity | None = None,
        scale: Scale = "proportion",
    ) -> list[dict[str, Any]]:
        """Return the rows of the program's cross-validation over *folds*."""
        measure = impurity_name(impurity or usual_impurity(summarize(data)))
        given = {"folds": list(map(int, folds)), "impurity": measure, "scale": scale}
        rows = self.ask("cross_validate", **given, **origin_document(as_float64(data), learner))
        return list(map(_path_row, rows))

    def smoke(self) -> Iterator[str]:
        """Yield an error message if the program fails to start, or at the simplest question."""
        try:
            if "grow" in self.start()["capabilities"]:
                with suppress(Unsupported):
                    self.ask("grow", **origin_document(SMOKE, cart(zero_gain="stop")))
        except NoAnswer as failure:
            command = shlex.join(self.command)
            yield f"{command} does not answer the simplest question: {failure}; by hand: {self.by_hand()}"

    def farewell(self) -> Iterator[Verdict]:
        """Yield a finding if the program does not stop properly."""
        end = self.stop()
        if end is not None:
            yield no_answer(end.kind, str(end), check="stop", code=by_hand(self.command, [START, STOP]))


class Script(Program):
    """A program in a scripting language: *interpreter* runs *script*, which speaks the protocol.

    Each answer may take *seconds*.  Raises `Unsupported` where what it needs is missing.
    """

    interpreter: ClassVar[str] = "Rscript"
    script: ClassVar[pathlib.Path]
    package: ClassVar[str] = ""
    """The script's first argument, where it serves several packages."""
    patience: ClassVar[float] = 10.0
    given: tuple[str, ...] = ()

    def __init__(self, seconds: float | None = None, *arguments: str) -> None:
        self.given = arguments
        words = shlex.join([str(self.script), *filter(None, [self.package]), *arguments])
        super().__init__(f"{self.interpreter} {words}", seconds=seconds or self.patience)

    @property
    def expression(self) -> str:
        """A Python expression that makes this object again."""
        return f"{type(self).__module__}.{type(self).__name__}({', '.join(self.given)})"


def origin_document(data: Dataset, learner: Learner) -> dict[str, Any]:
    """Return *data* and *learner*, from which a tree is grown, in the form that messages hold."""
    return {"data": data_document(data), "learner": learner_document(learner, data)}


def _source(tree: Tree | dict[str, Any]) -> Mapping[str, Any]:
    if isinstance(tree, GrownDocument):
        return tree.origin
    if not isinstance(tree, Leaf | Branch):
        message = "a pruned tree that the program shows is not sent back to it"
        raise Unsupported(message)
    return {"tree": tree_document(tree)}


def _prediction(summary: Summary, stated: Any) -> Any:
    """Return a stated prediction: a class as it is, a number, or of several outputs the tuple of theirs."""
    if not isinstance(summary, OutputSummaries):
        return stated if isinstance(summary, ClassCounts) else number(stated)
    if not isinstance(stated, list) or len(stated) != len(summary.parts):
        message = f"{stated!r:.200} is no prediction: give a list of {len(summary.parts)}, one an output"
        raise InvalidData(message)
    return tuple(map(_prediction, summary.parts, stated))


def _path_row(row: Mapping[str, Any]) -> dict[str, Any]:
    displayed = {"tree": nested(row["nodes"])} if "nodes" in row else {}
    numbers = {name: number(row[name]) for name in ("alpha", "risk") if name in row}
    numbers |= {name: float(row[name]) for name in ("error", "standard_error") if name in row}
    return numbers | displayed | ({"leaves": row["leaves"]} if "leaves" in row else {})
