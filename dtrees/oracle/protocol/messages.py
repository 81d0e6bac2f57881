"""The messages of the protocol, a line of JSON each: ``start``, ``run`` and ``stop``, and the checking of answers.

Every message has a JSON Schema, ``oracle/schemas/protocol-*.schema.json``.  A question holds nothing of the answer.
Data, learners, summaries and numbers are documents, in which exact numbers are texts.
"""

from __future__ import annotations

import json
import math
import shlex
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn

import attrs
import jsonschema_rs
from jsonschema import Draft202012Validator, ValidationError
from jsonschema.exceptions import best_match
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from dtrees.data.dataset import Classes, Dataset, Feature, Numeric, Ordinal
from dtrees.data.kept import KeptResponses
from dtrees.data.outputs import Outputs
from dtrees.data.scaled import NumberArray, exact_number, is_missing
from dtrees.errors import Unsupported
from dtrees.growing.costs import AlteredGini, ExpectedCost, costs_of
from dtrees.growing.impurity import IMPURITIES, Impurity
from dtrees.growing.outputs import MeanImpurity
from dtrees.numbers.exact import Exact, Rational
from dtrees.numbers.rationals import write_rational
from dtrees.oracle.finding import NoAnswer
from dtrees.trees.distribution import Distribution
from dtrees.trees.summary import ClassCounts, Summary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from dtrees.data.dataset import Target
    from dtrees.growing.learner import Learner

SCHEMAS: Final = Path(__file__).parents[1] / "schemas"

START: Final = '{"cmd": "start", "version": 1}'
"""The first message: it states the version of the protocol."""

STOP: Final = '{"cmd": "stop"}'
"""The last message, which has no answer: the peer ends with status 0."""


def run_line(number: int, operation: str, given: Mapping[str, Any]) -> str:
    """Return the message ``run`` with this *number*, which asks for one *operation* on the input *given*."""
    return json.dumps({"cmd": "run", "id": number, "operation": operation, "input": given})


def read_started(line: str) -> Any:
    """Return the peer's description of itself: name, language, version, functions and conventions.

    Raises `NoAnswer` for any other line.

    >>> read_started('{"version": 1}')
    Traceback (most recent call last):
    dtrees.oracle.finding.NoAnswer: 'implementation' is a required property: {"version": 1}
    """
    return _read(line, "protocol-started.schema.json")


def read_ran(line: str, number: int, operation: str) -> Any:
    """Return the answer in *line* to question *number*, checked by the schema of its *operation*.

    Raises `Unsupported` where the peer says that it does not do this, and `NoAnswer` where it says anything else.
    """
    message = _read(line, "protocol-ran.schema.json")
    if message["id"] != number:
        raise NoAnswer(kind="malformed", message=f"id: {number} was expected", seen=line)
    if "error" in message:
        raise NoAnswer(kind="error", message=message["error"])
    if "unsupported" in message:
        raise Unsupported(message["unsupported"])
    complaint = complaint_of(message["result"], f"protocol-results.schema.json#/$defs/{operation}", name="result")
    if complaint:
        raise NoAnswer(kind="malformed", message=complaint, seen=line)
    return message["result"]


def by_hand(command: Sequence[str], lines: Iterable[str]) -> str:
    r"""Return the shell line that sends *lines* to *command*, to repeat a question by hand.

    >>> print(by_hand(["node", "my tree.js"], [START]))
    printf '%s\n' '{"cmd": "start", "version": 1}' | node 'my tree.js'
    """
    return f"printf '%s\\n' {shlex.join(lines)} | {shlex.join(command)}"


def complaint_of(instance: Any, reference: str, *, name: str = "") -> str:
    """Return an error text if *instance*, called *name*, breaks the schema at *reference*, else an empty text.

    >>> complaint_of({"cmd": "halt"}, "protocol-stop.schema.json")
    "cmd: 'stop' was expected"
    """
    try:
        error = first_error(instance, reference, _schemas)
    except RecursionError:
        return "nested too deeply"
    if error is None:
        return ""
    place = (name + error.json_path.removeprefix("$")).removeprefix(".")
    return f"{place}: {error.message}" if place else error.message


def _schemas() -> Mapping[str, str]:
    paths = (*SCHEMAS.glob("protocol-*.schema.json"), SCHEMAS / "tree.schema.json")
    return {path.name: path.read_text(encoding="utf-8") for path in paths}


def _read(line: str, schema: str) -> Any:
    """Return the object that *line* holds; raises `NoAnswer` where it does not obey *schema*."""
    try:
        message = json.loads(line, parse_constant=_no_constant, parse_float=_finite, parse_int=_whole)
    except (ValueError, RecursionError) as error:
        raise NoAnswer(kind="malformed", message=f"not JSON: {error}", seen=line) from error
    complaint = complaint_of(message, schema)
    if complaint:
        raise NoAnswer(kind="malformed", message=complaint, seen=line)
    return message


def _no_constant(name: str) -> NoReturn:
    message = f"{name} is not a JSON number"
    raise ValueError(message)


def _finite(text: str) -> float:
    """Return the number, or raise `ValueError` where float64 has none so large."""
    number = float(text)
    if not math.isfinite(number):
        message = f"{text} is beyond float64"
        raise ValueError(message)
    return number


def _whole(text: str) -> int:
    _finite(text)
    return int(text)


# --- schemas --------------------------------------------------------------------------------------------------------


def first_error(instance: Any, reference: str, schemas: Callable[[], Mapping[str, str]]) -> ValidationError | None:
    """Return the worst violation by *instance* of the schema at *reference* in *schemas* (texts by name), or None."""
    quick, slow = _validators(reference, schemas)
    return None if quick.is_valid(instance) else best_match(slow.iter_errors(instance))


@cache
def _validators(
    reference: str, schemas: Callable[[], Mapping[str, str]]
) -> tuple[jsonschema_rs.Draft202012Validator, Draft202012Validator]:
    contents = {name: json.loads(text) for name, text in schemas().items()}
    registry: Any = Registry().with_resources(
        (name, Resource.from_contents(content, default_specification=DRAFT202012)) for name, content in contents.items()
    )
    asked = {"$ref": reference}
    quick = jsonschema_rs.Draft202012Validator(asked, registry=jsonschema_rs.Registry([*contents.items()]))
    return quick, Draft202012Validator(asked, registry=registry)


# --- documents ---------------------------------------------------------------------------------------------------


def data_document(data: Dataset) -> dict[str, Any]:
    """Return *data* in the form that messages hold.

    >>> from dtrees.data.constructors import regression_data
    >>> data_document(regression_data({"x": [1, 2]}, [0.1, 5]))["target"]
    {'kind': 'numbers', 'values': [0.1, 5.0]}
    """
    stated = target_document(data.target)
    return {"features": features_document(data.features), "target": stated, "weights": numbers_document(data.weights)}


def target_document(target: Target) -> dict[str, Any]:
    """Return *target* in the form that messages hold: classes, numbers, or several outputs of these."""
    if isinstance(target, Outputs):
        return {"kind": "outputs", "targets": list(map(target_document, target.targets))}
    if isinstance(target, Classes):
        return {"kind": "classes", "classes": list(target.labels), "codes": target.codes.tolist()}
    centre = {"centre": target.centre} if isinstance(target, KeptResponses) else {}
    return {"kind": "numbers", "values": numbers_document(target.values), **centre}


def numbers_document(values: NumberArray) -> list[str | float | None]:
    """Return exact numbers in the form that messages hold: floats as they are, others as texts, a missing one as null.

    >>> from decimal import Decimal
    >>> numbers_document(Numeric("x", [1, Decimal("0.1"), None]).values)
    [1.0, '0.1', None]
    """
    numbers = [None if is_missing(value) else exact_number(value) for value in values.tolist()]
    return [value if value is None or isinstance(value, float) else write_rational(value) for value in numbers]


def features_document(features: Iterable[Feature]) -> list[dict[str, Any]]:
    """Return *features* in the form that messages hold."""
    return [
        {"name": feature.name, "kind": "numeric", "values": numbers_document(feature.values)}
        if isinstance(feature, Numeric)
        else {
            "name": feature.name,
            "kind": "ordered" if isinstance(feature, Ordinal) else "categorical",
            "categories": list(feature.categories),
            "codes": [None if code < 0 else code for code in feature.codes.tolist()],
        }
        for feature in features
    ]


def learner_document(learner: Learner, data: Dataset) -> dict[str, Any]:
    """Return *learner* in the form that messages hold, with the impurity that it uses on *data*.

    Its way with missing values is included unless it refuses them, a least saving unless it is 0, and costs if the
    impurity is made of some.

    >>> from dtrees.growing.cart import cart
    >>> from dtrees.data.constructors import classification_data
    >>> learner_document(cart(min_leaf=1.5), classification_data([[1]], ["a"]))["stopping"]["min_leaf"]
    '3/2'
    """
    unsaid = ("root_risk",) if learner.stopping.min_saving else ("root_risk", "min_saving")
    stopping = attrs.asdict(learner.stopping, filter=attrs.filters.exclude(*unsaid))
    limits = {name: str(value) for name, value in stopping.items() if name not in {"max_depth", "zero_gain"}}
    missing = {} if learner.missing.way == "refuse" else {"missing": attrs.asdict(learner.missing)}
    return {
        "questions": attrs.asdict(learner.questions),
        "impurity": impurity_name(learner.impurity_for(data)),
        "score": learner.score,
        "gate": learner.gate,
        "stopping": stopping | limits,
        **missing,
        **_costs_document(learner.impurity, data),
    }


def _costs_document(impurity: Impurity | None, data: Dataset) -> dict[str, Any]:
    """Return the costs that an impurity is made of, a row for each true class in class order."""
    costs = costs_of(impurity)
    rows = costs.among(data.target.labels) if costs and isinstance(data.target, Classes) else ()
    return {"costs": [list(map(str, row)) for row in rows]} if costs else {}


def impurity_name(impurity: Impurity) -> str:
    """Return the name of one of the impurities, of one of costs, or of the mean over several outputs.

    Raises `Unsupported` for another function.

    >>> impurity_name(MeanImpurity()), impurity_name(MeanImpurity(IMPURITIES["entropy"]))
    ('mean_impurity', 'mean_entropy')
    """
    if isinstance(impurity, MeanImpurity):
        return f"mean_{impurity_name(impurity.impurity) if impurity.impurity else 'impurity'}"
    for name, measure in IMPURITIES.items():
        if measure is impurity:
            return name
    if isinstance(impurity, AlteredGini | ExpectedCost):
        return impurity.__name__.replace(" ", "_")
    message = f"{impurity} has no name in the protocol: ask for {', '.join(IMPURITIES)}"
    raise Unsupported(message)


def summary_document(summary: Summary) -> dict[str, Any]:
    """Return *summary* in the form that messages hold."""
    if isinstance(summary, ClassCounts):
        return {"counts": list(map(str, summary.counts))}
    if isinstance(summary, Distribution):
        numbers = {name: list(map(str, getattr(summary, name))) for name in ("values", "weights")}
        return {"centre": summary.centre, **numbers}
    return {name: str(getattr(summary, name)) for name in ("weight", "total", "squares")}


def number_document(value: Exact | Rational | float) -> str | float:
    """Return a number in the form that messages hold: a float as it is, a rational as text, else the nearest float.

    >>> number_document(Exact("3/7")), number_document(0.5)
    ('3/7', 0.5)
    """
    if isinstance(value, float):
        return value
    exact = Exact(value)
    return str(exact) if exact.is_rational else float(exact)
