"""Data, learners, trees and groups of rows as the vectors write them, and back: every number is a text."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from dtrees.data.dataset import MISSING_CODE, Classes, Ordinal, Responses
from dtrees.data.kept import KeptResponses
from dtrees.data.outputs import Outputs
from dtrees.data.scaled import exact_number
from dtrees.growing.candidates import Questions
from dtrees.growing.learner import Learner, Stopping
from dtrees.growing.missing_options import Missing
from dtrees.laws.definitions import nodes
from dtrees.trees.summary import Summary, total
from dtrees.trees.tree import Branch, Leaf, Tree

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from dtrees.data.dataset import Dataset
    from dtrees.growing.impurity import Impurity
    from dtrees.laws.system import System
    from dtrees.trees.questions import Question

ROW: Final = "row number"
"""The name of a column beside the features, with the number of each row, to recognise the rows of a part."""


def decimal(value: Any) -> str:
    """Return the shortest text whose nearest float64 is *value*, or its fraction if it is no float64.

    >>> decimal(3.0), decimal(0.1), decimal(Fraction(1, 10))
    ('3', '0.1', '1/10')
    """
    number = exact_number(value)
    if isinstance(number, float):
        return repr(number).removesuffix(".0")
    return f"{number.numerator}/{number.denominator}"


def number(text: str) -> float | Fraction:
    """Return the number that `decimal` writes as *text*."""
    return Fraction(text) if "/" in text else float(text)


# --- data -------------------------------------------------------------------------------------------------------


def read_columns(features: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the columns that a vector writes as *features*; None is a missing value.  Some have an order.

    >>> read_columns([{"name": "x", "numbers": ["0.5", None]}, {"name": "sky", "categories": ["sun", None]}])
    {'x': [0.5, None], 'sky': ['sun', None]}
    """
    return {
        feature["name"]: [text if text is None else number(text) for text in feature["numbers"]]
        if "numbers" in feature
        else _ordered(feature)
        if "order" in feature
        else list(feature["categories"])
        for feature in features
    }


def _ordered(feature: Mapping[str, Any]) -> Ordinal:
    order = feature["order"]
    codes = [MISSING_CODE if text is None else order.index(text) for text in feature["categories"]]
    return Ordinal(feature["name"], order, codes)


def keeping(columns: Mapping[str, Any]) -> dict[str, str]:
    """Return the options for a function that keep missing values, if *columns* hold any."""
    return {"missing": "keep"} if any(None in values for values in columns.values()) else {}


def data_of(system: System, record: Mapping[str, Any]) -> Dataset:
    """Return the data that a vector writes as *record*, made by *system*, with the further column `ROW`."""
    target, columns = target_of(record["target"]), read_columns(record["features"])
    options: dict[str, Any] = {"weights": list(map(number, record["weights"]))} if "weights" in record else {}
    options |= keeping(columns)
    columns[ROW] = list(map(float, range(len(target))))
    if isinstance(target, Classes):
        return system.classification_data(columns, list(target), classes=target.labels, **options)
    return system.regression_data(columns, target, **options)


def target_of(record: Mapping[str, Any]) -> Classes | Responses:
    """Return the target that a vector writes as *record*: classes, numbers, or several outputs of these.

    >>> target_of({"responses": ["1", "0.5"]})
    Responses(values=array([1. , 0.5]))
    """
    match record:
        case {"outputs": outputs}:
            return Outputs(list(map(target_of, outputs)))
        case {"classes": classes, "labels": labels}:
            return Classes(classes, list(map(classes.index, labels)))
        case {"centre": centre, "responses": responses}:
            return KeptResponses(centre, list(map(number, responses)))
        case _:
            return Responses(list(map(number, record["responses"])))


def row_numbers(data: Dataset) -> list[int]:
    """Return the numbers of the rows in *data*, ascending, by the column `ROW`."""
    return sorted(map(int, list(data.feature(ROW))))


# --- learners ---------------------------------------------------------------------------------------------------


def learner_of(system: System, record: Mapping[str, Any]) -> Learner:
    """Return the learner that a vector writes as *record*, with the impurity of *system*."""
    limits = {name: _limit(name, text) for name, text in record["stopping"].items()}
    return Learner(
        questions=Questions(**record["questions"]),
        impurity=impurity_of(system, record["impurity"]),
        score=record["score"],
        gate=record["gate"],
        stopping=Stopping(**limits),
        missing=Missing(**record.get("missing", {})),
    )


def impurity_of(system: System, name: str) -> Impurity:
    """Return the system's impurity called *name*, of several outputs the mean of theirs.

    >>> from dtrees.laws import SPECIFICATION
    >>> impurity_of(SPECIFICATION, "mean_impurity"), impurity_of(SPECIFICATION, "mean_entropy").impurity.__name__
    (MeanImpurity(impurity=None), 'entropy')
    """
    if not name.startswith("mean_"):
        return system.impurity(name)
    return system.MeanImpurity(None if name == "mean_impurity" else system.impurity(name.removeprefix("mean_")))


def _limit(name: str, text: str) -> Any:
    if name == "zero_gain":
        return text
    return int(text) if name == "max_depth" else Fraction(text)


# --- trees ------------------------------------------------------------------------------------------------------


def tree_record(system: System, tree: Tree) -> dict[str, Any]:
    """Return *tree* as the published JSON of trees."""
    record: dict[str, Any] = json.loads(system.to_json(tree))
    return record


def tree_of(system: System, record: Mapping[str, Any]) -> Tree:
    """Return the tree that a vector writes as *record*."""
    return system.from_json(json.dumps(record))


def branches_of(smaller: Tree, tree: Tree) -> list[int]:
    """Return the places, among the nodes of *tree*, of those that are branches in *smaller*, a pruned subtree."""
    places = {path: place for place, path in enumerate(nodes(tree))}
    return [places[path] for path, node in nodes(smaller).items() if isinstance(node, Branch)]


def question_record(system: System, question: Question, parts: Sequence[Summary]) -> dict[str, Any]:
    """Return *question*, which makes *parts*, as the published JSON of trees writes it."""
    stump = Branch(total(parts), question, [Leaf(part) for part in parts])
    record: dict[str, Any] = tree_record(system, stump)["nodes"][0]["question"]
    return record


def answered_text(predictions: Any) -> list[Any]:
    """Return *predictions*, an array, as labels or the texts of numbers."""
    return list(map(prediction_record, predictions.tolist()))


def prediction_record(value: Any) -> Any:
    """Return a prediction as a label or the text of a number, of several outputs as the list of theirs.

    >>> prediction_record(("yes", 0.5))
    ['yes', '0.5']
    """
    if isinstance(value, list | tuple):
        return list(map(prediction_record, value))
    return decimal(value) if isinstance(value, float) else value
