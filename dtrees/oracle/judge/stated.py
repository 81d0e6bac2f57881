"""Judging what an implementation states: numbers of its tree's nodes, where rows end, and predictions."""

from __future__ import annotations

from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING, Any, cast

import attrs
import numpy as np

from dtrees.data.outputs import Outputs
from dtrees.errors import InvalidData
from dtrees.growing.regularised import RegularisedSquaredError
from dtrees.numbers.exact import Exact, rational
from dtrees.numbers.quotient import Quotient
from dtrees.oracle.conventions import EXACT, Conventions
from dtrees.oracle.finding import Finding, Verdict, right_but
from dtrees.oracle.rounding import Number, importance_bound, size_of
from dtrees.predicting.importances import importances, impurity_decreases
from dtrees.predicting.predict import apply, ends_of_rows, summaries
from dtrees.pruning.risk import risk_of_node
from dtrees.trees.missing_answers import IsMissing
from dtrees.trees.outputs import OutputSummaries
from dtrees.trees.questions import MISSING, Threshold
from dtrees.trees.split import answers_of, route
from dtrees.trees.summary import ClassCounts, Summary
from dtrees.trees.tree import Branch, Leaf, Tree

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from dtrees.data.dataset import Category, Dataset, Responses, Target
    from dtrees.data.scaled import IntArray
    from dtrees.growing.impurity import Impurity
    from dtrees.trees.paths import Path
    from dtrees.vectorized.walk import Visit


@attrs.frozen(kw_only=True)
class NodeClaim:
    """The numbers that an implementation states for a node; a number that it does not state is None or empty.

    value: class shares in class order, or the mean; of several outputs those of each in turn.  risk: R(t) on the count
    scale, by the impurity of `Claims`.
    """

    weight: float | None = None
    value: tuple[float, ...] = ()
    impurity: float | None = None
    risk: float | None = None
    prediction: Category | None = None


@attrs.frozen(kw_only=True)
class Claims:
    """The numbers stated for each node, parents first, in the order of `preorder`.

    *risk* is the impurity of the nodes' risks, by default the learner's.
    """

    GIVE = "the Claims of an implementation"

    nodes: tuple[NodeClaim, ...]
    risk: Impurity | None = None


def judge_claim(
    visit: Visit, summary: Summary, claim: NodeClaim, how: Conventions, *, impurity: Impurity, risk: Impurity
) -> list[Finding]:
    """Return the deviations among the numbers stated for a node with this *summary*; *risk* gives its R(t)."""
    exact = (
        ("weight", Exact(summary.weight), impurity, claim.weight),
        ("impurity", impurity(summary), impurity, claim.impurity),
        ("risk", risk_of_node(summary, impurity=risk), risk, claim.risk),
    )
    compared = [
        (kind, Number(number, size_of(kind, summary, measure)), stated)
        for kind, number, measure, stated in exact
        if stated is not None
    ]
    if claim.value:
        value = _value(visit.data.target, visit.rows, summary, how, impurity)
        compared += [("value", number, stated) for number, stated in zip(value, claim.value, strict=True)]
    found = [
        _misstated(kind, visit, number, stated)
        for kind, number, stated in compared
        if not number.admits(stated, len(visit.rows), how.stated_precision)
    ]
    if isinstance(summary, ClassCounts) and claim.prediction is not None:
        predicted = how.predicted(summary)
        if claim.prediction not in predicted:
            expected = " or ".join(map(str, predicted))
            found.append(Finding(kind="prediction", path=visit.path, expected=expected, got=str(claim.prediction)))
    return found


def _value(target: Target, rows: IntArray, summary: Summary, how: Conventions, impurity: Impurity) -> list[Number]:
    """Return the class shares, or the number, by a regularised *impurity* its own, and of several outputs each one's.

    Floats of 32 bits are granted the rounding of all responses, from which a node's sums may come.
    """
    if isinstance(target, Outputs):
        outputs = zip(target.targets, cast("OutputSummaries", summary).parts, strict=True)
        return [number for one, own in outputs for number in _value(one, rows, own, how, impurity)]
    if isinstance(summary, ClassCounts):
        return [Number(Exact(share), 1) for share in summary.proportions]
    responses = cast("Responses", target).values
    size = np.abs(responses if how.stated_precision == "float32" else responses[rows]).max()
    value = impurity.value(summary) if isinstance(impurity, RegularisedSquaredError) else summary.predicted
    return [Number(Exact(value), rational(float(size)))]


def _misstated(kind: str, visit: Visit, number: Number, stated: float) -> Finding:
    expected = f"{number.exact} = {number.exact:.17g}"
    regret = str(abs(number.exact - Exact(stated))) if np.isfinite(stated) else ""
    return Finding(kind=kind, path=visit.path, expected=expected, got=repr(stated), regret=regret)


# --- rows -------------------------------------------------------------------------------------------------------


def rows_of_known_categories(tree: Tree, data: Dataset, rows: Dataset) -> list[int]:
    """Return the numbers of the *rows* that meet no category unknown to a node: where others go, a peer may choose."""
    lost: set[int] = set()
    waiting = [(tree, data, np.arange(len(rows)))]
    while waiting:
        node, known, asked = waiting.pop()
        if isinstance(node, Leaf):
            continue
        asks = getattr(node.question, "question", node.question)  # without where missing values go
        if not isinstance(asks, Threshold | IsMissing):
            seen, met = (list(part.feature(node.question.feature)) for part in (known, rows.take(asked)))
            unseen = np.array([value is not None and value not in seen for value in met], dtype=bool)
            lost.update(asked[unseen].tolist())
            asked = asked[~unseen]
        answers = np.array(answers_of(node.question, rows.take(asked).features), dtype=np.int64)
        parts = enumerate(route(known, node.question))
        waiting += [
            (node.children[child], part, asked[(answers == child) | (answers == MISSING)]) for child, part in parts
        ]
    return [row for row in range(len(rows)) if row not in lost]


def judge_endings(paths: Sequence[Path], tree: Tree, rows: Dataset) -> Verdict:
    """Return the verdict on *paths*, which state where each of *rows* ends in *tree*; each row counts as an answer."""
    _require_each(paths, rows, "paths")
    wrong = [
        Finding(kind="row", path=path, expected=_row_text(rows, row), got=f"at path {list(paths[row])}")
        for row, path in enumerate(apply(tree, rows))
        if tuple(paths[row]) != path
    ]
    return right_but(len(rows), wrong)


def judge_predictions(
    predictions: Sequence[Any], tree: Tree, rows: Dataset, conventions: Conventions = EXACT
) -> Verdict:
    """Return the verdict on the predictions for *rows*, given the implementation's own *tree*.

    >>> from dtrees.data.constructors import classification_data
    >>> tree = Leaf(ClassCounts((1, 2), ("a", "b")))
    >>> verdict = judge_predictions(["b", "a"], tree, classification_data({"x": [1, 2]}, ["a", "b"]))
    >>> print(verdict.deviations[0])
    prediction at path []: expected row 1 (x = 2.0): b, got a
    """
    _require_each(predictions, rows, "predictions")
    wrong = [
        Finding(kind="prediction", path=path, expected=f"{_row_text(rows, row)}: {right}", got=_unlike(got, right))
        for row, path, summary in _ends(tree, rows)
        for got in [predictions[row]]
        for right in _misses(got, summary, rows, conventions)
    ]
    return right_but(len(rows), wrong)


def wrong_elsewhere(
    predictions: Sequence[Any], ends: Sequence[Summary], rows: Dataset, data: Dataset, conventions: Conventions
) -> Iterator[Finding]:
    """Yield a finding for each of *rows* that is predicted otherwise than by the leaf of *data* where it must end."""
    _require_each(predictions, rows, "predictions")
    for row, (got, summary) in enumerate(zip(predictions, ends, strict=True)):
        for right in _misses(got, summary, data, conventions):
            expected = f"{_cells(rows, row)}: {right}"
            yield Finding(kind="predict another row", expected=expected, got=_unlike(got, right))


def _unlike(got: Any, right: str) -> str:
    """Return *got* as text that differs from the right answer's: the text of a class may be the name of another class.

    >>> _unlike("1", "1"), _unlike(2, "1")
    ("'1', a str", '2')
    """
    return str(got) if str(got) != str(right) else f"{got!r}, a {type(got).__name__}"


def judge_shares(
    shares: Sequence[Sequence[float]], tree: Tree, rows: Dataset, conventions: Conventions = EXACT
) -> Verdict:
    """Return the verdict on the class shares stated for *rows*, given the implementation's own *tree*."""
    _require_each(shares, rows, "rows of shares")
    wrong = []
    for row, ends in enumerate(ends_of_rows(tree, rows.features)):
        parts = [
            (end.path, [end.share * one for one in conventions.shares_of(end.node.summary)])  # type: ignore[arg-type]  # of classes
            for end in ends
        ]
        path, exact = (
            parts[0][0] if len(parts) == 1 else (),
            list(map(sum, zip(*(own for _, own in parts), strict=True))),
        )
        numbers = [Number(Exact(share), 1) for share in exact]
        if len(shares[row]) != len(exact) or not all(
            number.admits(float(share), int(tree.summary.weight) + 1, conventions.stated_precision)
            for number, share in zip(numbers, shares[row], strict=True)
        ):
            expected = f"{_row_text(rows, row)}: {', '.join(map(str, exact))}"
            wrong.append(Finding(kind="shares", path=path, expected=expected, got=str(tuple(shares[row]))))
    return right_but(len(rows), wrong)


def judge_importances(
    stated: Mapping[str, Any], tree: Tree, data: Dataset, impurity: Impurity, conventions: Conventions = EXACT
) -> Verdict:
    """Return the verdict on the *stated* importances: each feature's share in the decrease of risk by the *tree*.

    A float may be off by the rounding of a risk (`importance_bound`) at each node, relative to the whole decrease.

    >>> from dtrees import cart, classification_data, gini, grow
    >>> data = classification_data({"x": [1, 2], "y": [3, 3]}, ["a", "b"])
    >>> judge_importances({"x": 1, "y": 0.5}, grow(data, cart()), data, gini).deviations[0].expected
    'y: 0'
    """
    if stated.keys() != set(data.feature_names):
        message = f"importances of {', '.join(stated)}: give one for each of {', '.join(data.feature_names)}"
        raise InvalidData(message)
    exact = importances(tree, data.feature_names, impurity=impurity)
    decreases = impurity_decreases(tree, data.feature_names, impurity=impurity)
    whole, bound = sum(decreases.values(), start=Exact(0)), Fraction(0)
    if conventions.arithmetic == "float64":
        bound = importance_bound(tree, impurity, len(data))

    def is_right(name: str, got: Any) -> bool:
        if not whole and bound and isinstance(tree, Branch):
            return 0 <= float(got) <= 1  # where nothing is gained, rounding is divided by rounding
        if isinstance(got, Quotient) or not whole:
            return bool(float(got) == float(exact[name]))
        return isfinite(float(got)) and bool(abs(whole * Exact(got) - decreases[name]) <= bound)

    wrong = [
        Finding(kind="importance", path=(), expected=f"{name}: {exact[name]}", got=str(got))
        for name, got in stated.items()
        if not is_right(name, got)
    ]
    return right_but(len(stated), wrong)


def _require_each(stated: Sequence[Any], rows: Dataset, what: str) -> None:
    if len(stated) != len(rows):
        message = f"{len(stated)} {what} for {len(rows)} rows"
        raise InvalidData(message)


def _ends(tree: Tree, rows: Dataset) -> Iterator[tuple[int, Path, Summary]]:
    """Yield each row with the path and summary of its leaf; of a row that is divided, the root and a mixture."""
    for row, (ends, summary) in enumerate(
        zip(ends_of_rows(tree, rows.features), summaries(tree, rows.features), strict=True)
    ):
        yield row, ends[0].path if len(ends) == 1 else (), summary


def _row_text(rows: Dataset, row: int) -> str:
    return f"row {row} ({_cells(rows, row)})"


def _cells(rows: Dataset, row: int) -> str:
    return ", ".join(f"{feature.name} = {next(iter(feature.take(np.array([row]))))}" for feature in rows.features)


def _misses(predicted: Any, summary: Summary, rows: Dataset, conventions: Conventions) -> Iterator[str]:
    """Yield the right prediction if *predicted* is another."""
    if isinstance(summary, OutputSummaries):
        given = list(predicted)
        if len(given) != len(summary.parts):
            yield f"{len(summary.parts)} outputs"
        for one, part in zip(given, summary.parts, strict=False):
            yield from _misses(one, part, rows, conventions)
        return
    if isinstance(summary, ClassCounts):
        right = conventions.predicted(summary)
        if predicted not in right:
            yield " or ".join(map(str, right))
        return
    if not summary.weight:
        yield "nothing, for no row has grown its node"
        return
    mean = Number(Exact(summary.predicted), size_of("value", summary))
    if not mean.admits(float(predicted), len(rows), conventions.stated_precision):
        yield f"{summary.predicted} = {summary.prediction!r}"
