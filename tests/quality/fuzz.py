"""Every public function asked with hostile arguments: what is refused is refused by a `DtreesError`.

Each function has one call that works; one or two of its arguments are replaced by values from a pool, and the command
line's words by hostile texts.  What is printed of hostile names holds no control character, files that are damaged are
refused, and work grows with its input (`growing`).  As a campaign, from the folder `tests`::

    python -m quality.fuzz 100000 0                            calls, seed: prints how many ended in which way
"""

from __future__ import annotations

import csv
import importlib.util
import inspect
import random
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from contextlib import chdir, contextmanager, redirect_stdout
from datetime import UTC, date, datetime
from decimal import Decimal
from fractions import Fraction
from functools import cache, partial
from io import StringIO
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final
from unicodedata import category

import attrs
import numpy as np
from sklearn.ensemble import RandomForestClassifier

import dtrees as dt
from dtrees import render
from dtrees.laws import LAWS, SPECIFICATION
from dtrees.laws.check import broken_laws, check
from dtrees.numbers.rationals import LONGEST
from dtrees.oracle.campaign.judging import known_cases
from dtrees.oracle.campaign.plan import Campaign, read_campaign
from dtrees.oracle.finding import Finding, no_answer
from dtrees.oracle.record import Granted, Record, record_of, to_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

SECONDS: Final = 10
"""What a call may take of a processor; one that takes longer is counted as never ending."""


MEMORY: Final = 4 * 2**30
"""Bytes that a campaign may take."""


class TooLong(BaseException):
    """A call that takes too long; no handler of errors catches it."""


@attrs.frozen
class Outcome:
    """How one call ended: ``ok``, ``refused``, or the name of another exception with where it was raised."""

    call: str
    end: str
    where: str = ""


# --- the calls that work ----------------------------------------------------------------------------------------

LOAN: Final = dt.datasets.load("loan")
TREE: Final = dt.grow(LOAN, dt.cart())
COUNTS: Final = dt.ClassCounts((3, 1))
RESULT: Final = dt.cross_validate(LOAN, dt.cart(), dt.plain_folds(15, 5), scale="count")
HELD: Final = dt.Distribution.of([0, 1, 2], centre="rate")
NUMBERS: Final = dt.regression_data({"x": [1, 2]}, [0, 4])
STUMP: Final = dt.grow(NUMBERS, dt.cart())
PLANE: Final = dt.classification_data({"x": [1, 2, 3], "y": [1, 1, 2]}, ["a", "b", "b"])
VALUES: Final = [
    LOAN, dt.Numeric("x", [1, 2]), dt.Categorical("x", ["a", "b"], [0, 1]), dt.Classes(["a", "b"], [0, 1]),
    dt.Responses([1, 2]), dt.Moments.of([1, 2]), dt.Costs([[0, 1], [5, 0]], ["a", "b"]), dt.cart(),
    dt.Threshold("x", 1), dt.Equals("x", 1), dt.OneOf("x", [1]), dt.EachCategory("x", [1, 2]), dt.IsMissing("x"),
    dt.WithMissing(dt.Equals("x", 1), 0), dt.WithSurrogates(dt.Equals("x", 1), [], 0),
    dt.Surrogate(dt.Equals("x", 1), swapped=False, association=Fraction(1, 2)),
    dt.Exact.log2(3), dt.Quotient(dt.Exact.log2(3), dt.Exact.log2(5)),
]  # fmt: skip
"""Values whose methods are asked."""

HUGE: Final = dt.regression_data({"x": [1, 2, 10**400]}, [0, 1, 10**400])
CLAIMS: Final = [dt.oracle.RowClaim(alpha=0.0, tree=TREE), dt.oracle.RowClaim(alpha=4.0, leaves=1)]
ROWS: Final = {"owns_house": ["no", "no"], "has_job": ["yes", "no"]}

FLOWERS: Final = [[1.0, 2.0], [2.0, 1.0], [3.0, 2.0], [4.0, 1.0]]
KINDS: Final = ["a", "a", "b", "b"]
FOREST: Final = RandomForestClassifier(3, max_features=None, random_state=0).fit(FLOWERS, KINDS)

LAW: Final = LAWS["gini_is_disagreement"]

USUAL: Final[dict[str, Any]] = {
    "tree": TREE, "pruned": TREE, "subtree": dt.Leaf(COUNTS), "data": LOAN, "validation": LOAN, "learner": dt.cart(),
    "path": (), "summary": COUNTS, "parts": [COUNTS, COUNTS], "impurity": dt.gini, "scale": "count", "alpha": 1,
    "source": "count", "target": "proportion", "sequence": RESULT.sequence, "result": RESULT,
    "features": LOAN.feature_names, "rows": 15, "folds": 3, "seed": 1, "ties": "prune", "unseen": "stop",
    "question": dt.Equals("has_job", "no"), "text": dt.to_json(TREE), "columns": {"x": [1, 2]}, "labels": ["a", "b"],
    "responses": [1, 2.5], "weights": [1, 2], "classes": ["a", "b"], "feature": "x", "categories": ["a", "b"],
    "category": "a", "threshold": 1.5, "counts": [3, 1], "codes": [0, 1], "values": [1, 2], "name": "loan",
    "numerator": 1, "denominator": 2, "gain": dt.Exact(1), "score": dt.Exact(1), "weight": 1, "total": 1, "squares": 1,
    "measure": dt.ACCURACY, "costs": {("yes", "no"): 2, ("no", "yes"): 1}, "title": "t", "language": "en",
    "errors": 1, "confidence": 0.25, "limit": "c45", "m": 2,
    "priors": {"yes": 1, "no": 2}, "matrix": [[0, 1], [5, 0]],
    "validated": RESULT, "training": (LOAN, dt.cart()), "max_depth": 3, "show": ("counts",), "row": None, "ax": None,
    "min_split": 1, "min_leaf": 1, "min_gain": 0, "min_impurity": 0, "min_risk": 0, "zero_gain": "split",
    "gate": "none", "stopping": dt.Stopping(), "questions": dt.Questions(), "claims": CLAIMS, "budget": 1000,
    "conventions": dt.oracle.EXACT, "value": 1, "leaf": lambda _: 1, "branch": lambda _, parts: len(parts),
    "missing": "keep", "child": 0, "swapped": False, "association": Fraction(1, 2), "surrogates": (), "otherwise": 1,
    "digits": 30, "bits": 30, "other": dt.Exact(1), "parameters": {},
    "laws": [LAW], "system": SPECIFICATION, "examples": 1, "shrink": False, "law": "gini_is_disagreement",
    "executor": None, "task": "classification", "max_leaf_nodes": 3, "forest": [TREE], "by": "votes",
    "constraints": {"x": 1},
}  # fmt: skip
"""A value for each name that an argument has."""

OWN: Final[dict[str, dict[str, Any]]] = {
    "Branch": {"summary": dt.ClassCounts((6, 2)), "question": dt.Threshold("x", 1), "children": [dt.Leaf(COUNTS)] * 2},
    "Dataset": {"features": LOAN.features, "target": LOAN.target, "weights": LOAN.weights},
    "distinct_rows": {"chunks": [LOAN]}, "Numeric": {"name": "x"}, "Pruned": {"alpha": dt.Exact(1)},
    "Questions": {"numbers": "midpoint", "categories": "each"},
    "Learner": {"score": "gain", "missing": "refuse"}, "Missing": {"way": "surrogate", "agreement": "first"},
    "cart": {"numbers": "midpoint", "categories": "equals", "missing": "surrogate"},
    "twoing_cart": {"numbers": "midpoint", "categories": "equals", "missing": "surrogate"},
    "c45": {"numbers": "midpoint", "missing": "category"}, "id3": {"missing": "fractional"},
    "multiway_gini": {"missing": "either_side"},
    "read_csv": {"path": dt.datasets.path("loan"), "target": "approved", "classes": None, "numbers": "decimal"},
    "predict": {"data": ROWS}, "impurity_decreases": {"surrogates": LOAN}, "importances": {"surrogates": LOAN},
    "pruning_sequence": {"ties": "together"},
    "cross_validate": {"folds": dt.plain_folds(15, 3), "scale": "proportion", "grow": dt.vectorized.grow,
                       "pruning_sequence": dt.pruning_sequence},
    "error_based_prune": {"training": LOAN},
    "expected_costs": {"costs": {(0, 1): 1, (1, 0): 5}}, "least_cost_label": {"costs": {(0, 1): 1, (1, 0): 5}},
    "squared_error": {"summary": dt.Moments.of([1, 2])},
    "take": {"rows": [0, 1]}, "answer": {"row": {"x": 1}},
    "check": {"law": LAW}, "between": {"actual": "a", "predicted": "b"}, "of_class": {"actual": "a"},
    "feature": {"name": "has_job"}, "drop": {"names": "has_job"},
    "grow_monotone": {"data": PLANE}, "predict_monotone": {"data": ROWS},
    "KeptResponses": {"centre": "median"}, "Distribution": {"centre": "median"}, "absolute_error": {"summary": HELD},
    "poisson_deviance": {"summary": HELD}, "shrunk_rate": {"summary": HELD, "root": HELD, "shrink": 1},
    "ShrunkDeviance": {"root": HELD, "shrink": 1}, "loss": {"y": 1}, "losses": {"rows": dt.Moments.of([1, 2])},
    "permutation_importances": {"permutations": [range(15)]},
    "boosted_predictions": {"trees": [STUMP], "data": NUMBERS, "impurity": dt.RegularisedSquaredError()},
    "residual_data": {"trees": [STUMP], "data": NUMBERS, "impurity": dt.RegularisedSquaredError()},
    "regularised_cart": {"missing": "refuse", "categories": "equals"},
    "growing_to_html": {"grow": dt.grow},
    "log2": {"value": 3}, "Quotient.compare": {"other": dt.Quotient(1, 2)},
    "of": {"responses": [1, 2], "pairs": {("a", "b"): 1, ("b", "a"): 5}},
    "in_bag": {"counts": [1] * 15}, "out_of_bag": {"counts": [[0] * 15]}, "out_of_bag_error": {"counts": [[0] * 15]},
    "judge_exported": {"predict": lambda rows: [0] * len(next(iter(rows.values()))), "features": None},
    "judge_forest": {"forest": FOREST, "data": dt.classification_data(FLOWERS, KINDS)},
    "judge_leaves": {"answer": {"leaves": [0] * 15}},
    "judge_tree": {"claims": None, "constraints": None},
    "judge_boosting": {"boosted": dt.oracle.Boosted(trees=(), data=NUMBERS, learner=dt.regularised_cart(), start=2)},
    "judge_path": {"rows": None}, "judge_pruned": {"rows": None},
    "infer_conventions": {"implementation": {}},
    "Outputs": {"targets": [dt.Classes(["a", "b"], [0, 1]), dt.Responses([1, 2])]},
    "with_orders": {"orders": {"credit": ["fair", "good", "excellent"]}},
    "output_of": {"tree": dt.Leaf(dt.OutputSummaries([COUNTS, COUNTS])), "output": 1},
    "conformance": {"implementation": {}, "laws": ["gini_is_disagreement"], "examples": 1, "shrink": False,
                    "expected_failures": {}, "conventions": None},
    "parametrize_with_laws": {"implementation": {}, "examples": 1, "expected_failures": {}, "conventions": None},
    "system_of": {"implementation": {}, "conventions": None},
    "from_estimator": {"make": "sklearn.tree:DecisionTreeClassifier", "table": None, "leaves": None},
    "load": {}, "path": {}, "training_and_validation": {"name": "watermelon2"},
    "Supported": {"weights": True, "missing": ("refuse",), "categories": ("equals",)},
    "RowClaim": {"tree": None, "leaves": None, "risk": None, "alpha": 1.0},
    "plot_partition": {"data": PLANE, "tree": dt.grow(PLANE, dt.cart())},
    "plot_surface": {"data": PLANE, "tree": dt.grow(PLANE, dt.cart())}, "plot_costs": {"alphas": None},
}  # fmt: skip
"""Values that an argument has in one function alone."""

SKIPPED: Final = {"Conformance", "Inferred", "LawResult", "Implementation", "PruningSequence", "Path", "Tree",
                  "Verdict", "Finding", "NodeClaim", "Claims", "Conventions",
                  "parametrize_with_laws"}  # fmt: skip
"""What users are given and do not make, and names of types."""


def functions() -> dict[str, Callable[..., Any]]:
    """Return every public function, class and method that is fuzzed, by its name."""
    found: dict[str, Callable[..., Any]] = {}
    datasets = {name: getattr(dt.datasets, name) for name in ("load", "path", "training_and_validation")}
    drawing = {name: getattr(render, name) for name in render.__all__}
    for prefix, names in (
        ("", {name: getattr(dt, name) for name in dt.__all__}),
        ("vectorized.", {name: getattr(dt.vectorized, name) for name in dt.vectorized.__all__}),
        ("oracle.", {name: getattr(dt.oracle, name) for name in dt.oracle.__all__}),
        ("laws.", {"check": check, "broken_laws": broken_laws}),
        ("datasets.", datasets),
        ("render.", drawing if importlib.util.find_spec("matplotlib") else {}),
        *((f"{type(value).__name__}.", methods(value)) for value in VALUES),
        ("Metric.", {"of": dt.ACCURACY.of, "cost": dt.misclassification_cost({}).of}),
    ):
        for name, value in names.items():
            error = isinstance(value, type) and issubclass(value, BaseException)
            if callable(value) and not error and not isinstance(value, ModuleType) and name not in SKIPPED:
                found[prefix + name] = value
    return found


def methods(value: object) -> dict[str, Callable[..., Any]]:
    """Return the public methods of *value* that take arguments, by their names."""
    found = {name: getattr(value, name) for name in dir(value) if not name.startswith("_")}
    return {name: each for name, each in found.items() if inspect.ismethod(each) and inspect.signature(each).parameters}


@cache
def usual_call(name: str, function: Callable[..., Any]) -> dict[str, Any]:
    """Return the arguments of the call that works."""
    own = OWN.get(name) or OWN.get(name.rpartition(".")[2], {})
    arguments: dict[str, Any] = {}
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is parameter.VAR_KEYWORD:
            arguments |= {limit: USUAL[limit] for limit in ("max_depth", "min_leaf", "min_gain", "zero_gain")}
        elif parameter.name in own:
            arguments[parameter.name] = own[parameter.name]
        elif parameter.name in USUAL:
            arguments[parameter.name] = USUAL[parameter.name]
        else:
            arguments[parameter.name] = parameter.default
    return arguments


# --- hostile values ---------------------------------------------------------------------------------------------


def hostile_values() -> list[Callable[[], Any]]:
    """Return functions that make a value each: iterators are new in each call."""
    nan, inf = float("nan"), float("inf")
    deep: list[Any] = []
    for _ in range(5000):
        deep = [deep]
    record = np.array([(1, 2.0)], dtype=[("a", int), ("b", float)])
    values: list[Any] = [
        None, True, 0, -1, 1, 2, 3, 10**20, 10**5000, -(10**5000), 0.5, 1.5, -0.0, nan, inf, -inf, 1e308, 5e-324,
        "", "abc", "x", "x0", "count", "\0", "\ud800", "nan", "1/0", "1e999999999", "log2(0)", b"bytes", 1j,
        Decimal("0.1"), Decimal("nan"), Decimal("snan"), Decimal("inf"), Decimal("1e9999999"), Fraction(1, 3),
        [Decimal("1e300000"), 1], [Decimal("1e999999999")] * 2, [1.7e308, -1.7e308], "1" + " " * 5000 + "x", ESCAPES,
        [ESCAPES, "b"], {ESCAPES: [1, 2]}, {"x": [ESCAPES, "b"]},
        [], (), {}, set(), [[]], [0], [1, 2], [1, 1], [-1, 1], [nan], [inf, 1], [None], [None, None], ["a"], ["a", 1],
        [True, 1], [[1], [2]], [[1, 2], [3]], (1, "a"), ("a", "a"), [1j, 2], [10**5000, 1], [[1, [2]], 3], deep,
        [np.datetime64("2020-01-01", "ns")] * 2, [np.timedelta64(1, "ns")] * 2, [date(2020, 1, 1)] * 2,
        [object()] * 2, [{"a": 1, "b": 2}] * 2, [TREE], [LOAN, LOAN], [COUNTS, dt.Moments.of([1])], ["\ud800", "\0"],
        {"x": []}, {"x": [1, None]}, {"x": 5}, {"x": "ab"}, {"x": [1, 2], "y": [1]}, {1: [1, 2], "1": [3, 4]},
        {"x": [1, 2], "y": ["a", "b"]}, {("a", "b"): 1}, {"nodes": [{}]}, {"leaves": []}, {"paths": [[], 1]},
        np.array(1.0), np.array([]), np.array([1.0, nan]), np.zeros((2, 2, 2)), np.zeros((2, 0)), np.zeros((0, 2)),
        np.array(["a", "b"]), np.array([b"a", b"b"]), np.array([None, 1], dtype=object), np.array([1j, 2]), record,
        np.array([], dtype="M8[ns]"), np.array(["2020-01-01"] * 2, dtype="M8[D]"), np.array([1, 2], dtype=np.uint64),
        np.ma.array([1, 2], mask=[False, True]), np.ma.array([[1], [2]], mask=[[False], [True]]), np.float32(0.1),
        np.int64(3), np.array([True, False]), np.longdouble("0.1"), np.array([2**63, 1], dtype=np.uint64), np.ma.masked,
        range(3), object(), dt, lambda *_: None, lambda *_: "x",
        lambda *_: 0.5, lambda *_: -dt.Exact(1), Path("/nowhere"), Path("/"), Path("/dev/null"), dt.Exact(1),
        dt.Exact(-1), dt.Exact.log2(3), dt.Quotient(dt.Exact.log2(3), dt.Exact.log2(5)), COUNTS,
        dt.ClassCounts(()), dt.ClassCounts((0, 0)), dt.ClassCounts((1, 2), ("a", "b")), dt.Moments(0, 0, 0),
        dt.Moments.of([1, 2]), dt.Leaf(COUNTS), dt.Leaf(dt.ClassCounts((0, 0))), dt.Leaf(dt.Moments.of([1])), TREE,
        dt.grow(dt.datasets.load("regression"), dt.cart(max_depth=2)), LOAN, dt.datasets.load("regression"),
        HUGE, dt.grow(HUGE, dt.cart()), dt.pruning_sequence(dt.grow(HUGE, dt.cart())),
        LOAN.take([]), dt.cart(), dt.c45(), dt.cart(impurity=dt.entropy), dt.cart(impurity=dt.squared_error),
        dt.Threshold("x", 1), dt.Threshold("has_job", 1), dt.Equals("has_job", 1), dt.Equals("has_job", "maybe"),
        dt.WithMissing(dt.Equals("x", 1), 2), dt.IsMissing("x"), dt.WithSurrogates(dt.Threshold("x", 1), [], 0),
        dt.datasets.load("watermelon2_alpha"), dt.cart(missing="surrogate"), dt.c45(missing="fractional"),
        dt.OneOf("x", ["a"]), dt.EachCategory("x", [1, 2]), dt.pruning_sequence(TREE), RESULT, (0,), (9,), (-1,),
        (0.5,), (0,) * 100, dt.oracle.EXACT, CLAIMS, dt.ACCURACY, dt.AUC, dt.SQUARED_ERROR, ["a", None], ["a", nan],
    ]  # fmt: skip
    values += [frame for module in ("pandas", "polars") if importlib.util.find_spec(module) for frame in frames(module)]
    makers = [partial(lambda value: value, value) for value in values]
    return [*makers, lambda: iter([1, 2]), lambda: (x for x in "ab"), lambda: iter([])]


ESCAPES: Final = 'a\x1b]0;pwned\x07\x00\x9b2J\u2028\u202e\ud800\r\n"\\<&>'
"""What a terminal obeys, turns around, or cannot show, and what ends a text in a file of any kind."""


def sent(text: str) -> set[str]:
    """Return the characters of *text* that a terminal obeys, turns around, or cannot show."""
    return {letter for letter in text if not letter.isprintable() and letter != "\n" and category(letter) != "Zs"}


def frames(module: str) -> list[Any]:
    """Return data frames of the library that *module* is."""
    frame = importlib.import_module(module).DataFrame
    library, lazy = importlib.import_module(module), []
    if module == "pandas":
        lazy = [library.Series([1, None], dtype=kind) for kind in ("Int64", "Float64", "boolean", "UInt64")]
    elif module == "polars":
        lazy = [library.LazyFrame({"x": [1, 2]}), library.Series([[1], [2]])]
    contents: list[dict[str, Any]] = [
        {}, {"x": []}, {"x": [1.0, float("nan")]}, {"x": [1, 2]}, {"x": ["a", None]}, {"x": [1, 2], "y": ["a", "b"]},
        {"x": [datetime(2020, 1, 1, tzinfo=UTC)] * 2}, {"x": [[1], [2]]},
    ]  # fmt: skip
    made = list(map(frame, contents))
    return [*made, made[3]["x"], made[2]["x"], made[6]["x"], *lazy]


# --- asking -----------------------------------------------------------------------------------------------------


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise `TooLong` in the code that runs longer."""

    def stop(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def ended(call: str, ask: Callable[[], Any]) -> Outcome:
    """Return how the call ended."""
    try:
        with at_most(SECONDS), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            answer = ask()
            if inspect.isgenerator(answer):
                list(islice(answer, 3))
    except dt.DtreesError as error:
        return Outcome(call, "Impossible" if isinstance(error, dt.Impossible) else "refused", str(error)[:300])
    except TooLong:
        return Outcome(call, "never ends")
    except Exception as error:  # noqa: BLE001 (which one it is is what is asked)
        frame = traceback.extract_tb(error.__traceback__)[-1]
        ours = [f for f in traceback.extract_tb(error.__traceback__) if "dtrees/" in f.filename] or [frame]
        place = f"{ours[-1].filename.rpartition('/dtrees/')[2]}:{ours[-1].lineno}"
        return Outcome(call, type(error).__name__, f"{place} {str(error)[:100]!r}")
    return Outcome(call, "ok")


def calls(how_many: int, seed: int) -> Iterator[Outcome]:
    """Yield how each of so many hostile calls ends."""
    chance, public, values = random.Random(seed), functions(), hostile_values()  # noqa: S311 (no secret)
    for _ in range(how_many):
        name = chance.choice([*public])
        function, arguments = public[name], dict(usual_call(name, public[name]))
        hostile = [one for one in arguments if one != "examples"]  # which says how long to go on
        changed = chance.sample(hostile, min(len(hostile), chance.choice([1, 1, 1, 2])))
        arguments |= {one: chance.choice(values)() for one in changed}
        described = ", ".join(f"{one}={shortly(arguments[one])}" for one in changed)
        yield ended(f"{name}({described})", partial(invoke, function, arguments))


def invoke(function: Callable[..., Any], arguments: Mapping[str, Any]) -> Any:
    """Call *function*, giving its arguments by name where it lets one."""
    parameters = inspect.signature(function).parameters.values()
    by_place = [one.name for one in parameters if one.kind in {one.POSITIONAL_ONLY, one.VAR_POSITIONAL}]
    named = {name: value for name, value in arguments.items() if name not in by_place}
    return function(*(arguments[name] for name in by_place), **named)


def shortly(value: object) -> str:
    """Return what *value* is, in a few words."""
    try:
        return f"{type(value).__name__} {value!a:.50}"
    except (ValueError, RecursionError):  # of too many digits, or nested too deep
        return type(value).__name__


# --- the command line -------------------------------------------------------------------------------------------


def names(how_many: int, seed: int) -> Iterator[Outcome]:
    """Yield how what is shown of hostile names ends: ``sent`` where a character of it would be obeyed."""
    chance = random.Random(seed)  # noqa: S311 (no secret)
    for _ in range(how_many):
        name, label, word = ("".join(chance.sample(ESCAPES, 6)) for _ in range(3))
        columns = {name: [chance.randrange(4) for _ in range(5)], "k": chance.choices([word, "b"], k=5)}
        data = dt.classification_data(columns, chance.choices([label, "y"], k=5))
        tree = dt.grow(data, dt.cart())
        shown: dict[str, Callable[[], str]] = {
            "render_text": partial(dt.render_text, tree),
            "to_dot": partial(dt.to_dot, tree),
            "repr": partial(repr, tree),
            "repr of data": partial(repr, data),
            "finding": lambda name=name: str(Finding(kind=name, expected=name, got=name)),  # type: ignore[misc]
            "error": lambda name=name: str(refusal(name)),  # type: ignore[misc]
            "record": lambda name=name: to_line(Record(case="random 0", checks={name: {"judged": 1}}, note=name)),  # type: ignore[misc]
            "dtrees report": partial(reported, name),
            **{
                f"dtrees {word}": partial(answered, word, columns, [*map(str, data.target)])
                for word in ("grow", "prune")
            },
        }
        for call, show in shown.items():
            outcome = ended(call, show)
            yield attrs.evolve(outcome, end="sent") if outcome.end == "ok" and sent(show()) else outcome


def answered(word: str, columns: Mapping[str, Any], target: Any) -> str:
    """Return what a command says of a file whose names and values are hostile."""
    table = {**columns, "target\x1b[7m": target}
    with Path("hostile.csv").open("w", encoding="utf-8", errors="replace", newline="") as file:
        csv.writer(file).writerows([table, *zip(*table.values(), strict=True)])
    return output_of([word, "hostile.csv", "--target", "target\x1b[7m"])


def reported(name: str) -> str:
    """Return what is reported of a program that has said something hostile."""
    from dtrees.oracle.reports.terminal import print_campaign  # noqa: PLC0415 (rich is the command's)

    record = record_of([no_answer("crash", name)], case="random 0", functions={name: {"judged": 1}})
    with redirect_stdout(StringIO()) as said:
        print_campaign((attrs.evolve(record, note=name),), Granted(choices=(("ties", name, name),)))
    return said.getvalue()


def output_of(line: Sequence[str]) -> str:
    """Return what the command writes; a traceback is an exception."""
    from click.testing import CliRunner  # noqa: PLC0415 (the command needs what the rest does not)

    from dtrees.cli.main import main  # noqa: PLC0415

    done = CliRunner().invoke(main, list(line))
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.output


def refusal(name: str) -> dt.DtreesError:
    """Return the complaint about a name."""
    return dt.InvalidData(f"there is no column {name}")


KEPT: Final = (
    '{"format": 2, "campaign": {"peer": "rpart", "cases": 2, "seed": 0, "tables": false, "laws": 0, "time_limit": 3.0, '
    '"memory": 4.0}, "granted": {"choices": [["ties", "any", "canonical"]], "undecided": ["gate"]}}\n'
) + to_line(record_of([no_answer("crash", "killed")], case="random 0", functions={"grow": {"judged": 1}}))
"""What a campaign keeps."""

PIECES: Final = ["null", "5", "-1", "1.5", "1e400", "NaN", "true", '"x"', "[]", "{}", '["a"]', "9" * 5000, "[" * 10**4]
"""What stands where something else should."""


def files(how_many: int, seed: int) -> Iterator[Outcome]:
    """Yield how damaged files of campaigns and counterexamples are read: refused, or as they are."""
    chance, path = random.Random(seed), Path("kept.jsonl")  # noqa: S311 (no secret)
    parts = list(re.finditer(r'"[^"]*"|[-0-9.]+|true|false|null|[][{}]', KEPT))
    campaign = Campaign(peer="rpart", cases=0)
    for _ in range(how_many):
        part = chance.choice(parts)
        text = KEPT[: part.start()] + chance.choice([*PIECES, ""]) + KEPT[part.end() :]
        for said in (text, text[: chance.randrange(len(text) + 1)]):
            path.write_text(said, encoding="utf-8")
            yield ended(f"read_campaign {part[0]} {said[:300]}", partial(read_campaign, path))
        number, case = (chance.choice([*PIECES, '"random 1"', '"law nested"', '"random -3"', "7"]) for _ in range(2))
        path.write_text(f"[{number}, {case}]\n", encoding="utf-8")
        yield ended(f"known_cases [{number:.20}, {case:.20}]", partial(known_cases, campaign, path))


GROWING: Final[dict[str, tuple[int, Callable[[int], Callable[[], Any]]]]] = {
    "Exact of blanks": (200_000, lambda n: partial(dt.Exact, "1" + " " * n + "x")),
    "Exact of digits": (LONGEST // 2, lambda n: partial(dt.Exact, "7" * n)),
    "text of an integer": (LONGEST // 2, lambda n: partial(repr, dt.Exact(10 ** (n - 1)))),
    "from_json of keys": (50_000, lambda n: partial(dt.from_json, keys(n))),
    "from_json of nodes": (800, lambda n: partial(dt.from_json, dt.to_json(comb(n)))),
    "to_json": (800, lambda n: partial(dt.to_json, comb(n))),
    "render_text": (800, lambda n: partial(dt.render_text, comb(n))),
    "to_dot": (800, lambda n: partial(dt.to_dot, comb(n))),
    "labels": (10_000, lambda n: partial(dt.classification_data, {"x": range(n)}, [i % 3 for i in range(n)])),
    "decimals": (10_000, lambda n: partial(dt.Numeric, "x", [Decimal(i).scaleb(-i % 9) for i in range(n)])),
    "categories": (10_000, lambda n: partial(dt.Categorical, "x", list(map(str, range(n))), range(n))),
    "read_csv of rows": (20_000, lambda n: partial(csv_of, "x,y\n" + "".join(f"{i / 7},{i % 3}\n" for i in range(n)))),
    "read_csv of columns": (500, lambda n: partial(csv_of, ",".join(map(str, range(n))) + ",y\n" + "1," * n + "2\n")),
    "read_csv of quotes": (20_000, lambda n: partial(csv_of, 'x,y\n"' + '""' * n + '",1\nb,2\n')),
    "Exact of logarithms": (40, lambda n: partial(dt.Exact, " + ".join(f"log2({2 * i + 1})" for i in range(1, n)))),
    "vectorized.grow": (10_000, lambda n: partial(dt.vectorized.grow, noise(n), dt.cart())),
    "vectorized.pruning_sequence": (2_000, lambda n: partial(sequence_of, dt.vectorized.grow(noise(n), dt.cart()))),
    "to_html": (500, lambda n: partial(page_of, dt.vectorized.grow(noise(n), dt.cart()))),
    "known_cases": (200, lambda n: partial(known_of, "".join(f'[{i}, "random 1"]\n' for i in range(n)))),
    "predict": (10_000, lambda n: partial(dt.predict, comb(20), {"x": list(range(n))})),
    "error of a long name": (200_000, lambda n: lambda: str(dt.InvalidData("\x1b" * n))),
    "read_campaign": (100, lambda n: partial(read_of, KEPT + "".join(
        KEPT.splitlines()[1].replace("random 0", f"random {i}") + "\n" for i in range(1, n)))),
}  # fmt: skip
"""What is measured: a size, and what makes a call of that size."""


def keys(many: int) -> str:
    """Return an object of JSON, one of whose keys stands twice."""
    return "{" + ",".join(f'"{number % (many - 1)}":1' for number in range(many)) + "}"


def csv_of(text: str) -> dt.Dataset:
    """Return the data of a CSV file of that text."""
    Path("table.csv").write_text(text, encoding="utf-8")
    return dt.read_csv("table.csv", target="y")


def known_of(text: str) -> Any:
    """Return the cases of a file of counterexamples of that text."""
    Path("known.jsonl").write_text(text, encoding="utf-8")
    return known_cases(Campaign(peer="rpart", cases=0), Path("known.jsonl"))


def noise(rows: int) -> dt.Dataset:
    """Return three columns of noise, and two classes of chance."""
    drawn = np.random.default_rng(rows)
    return dt.classification_data(drawn.normal(size=(rows, 3)), drawn.integers(0, 2, rows))


def sequence_of(tree: dt.Tree) -> list[dt.Pruned]:
    """Return all members of the sequence."""
    return list(dt.vectorized.pruning_sequence(tree))


def page_of(tree: dt.Tree) -> str:
    """Return the page of the sequence."""
    return dt.to_html(dt.vectorized.pruning_sequence(tree))


def read_of(text: str) -> Any:
    """Return what a campaign's file of that text holds."""
    Path("kept.jsonl").write_text(text, encoding="utf-8")
    return read_campaign("kept.jsonl")


def comb(levels: int) -> dt.Tree:
    """Return a tree of so many levels that splits one row off at each."""
    tree: dt.Tree = dt.Leaf(dt.ClassCounts((1, 1)))
    for level in range(levels):
        left, below = dt.ClassCounts((1, 0)), tree.summary
        counts = dt.ClassCounts(tuple(map(sum, zip(left.counts, below.counts, strict=True))))  # type: ignore[union-attr]
        tree = dt.Branch(counts, dt.Threshold("x", level), [dt.Leaf(left), tree])
    return tree


NOTICED: Final = 0.1
"""Sooner, in seconds, nobody notices, however time grows up to where an input is refused."""


def growing(names: Iterable[str] = GROWING, most: float = 2.5) -> Iterator[tuple[str, float, float]]:
    """Yield each of the calls whose time more than *most*-fold grows as its input doubles, with both times."""
    for name in names:
        size, make = GROWING[name]
        once, twice = (seconds(name, make(many)) for many in (size, 2 * size))
        if twice > max(NOTICED, most * once):
            yield name, once, twice


def seconds(name: str, call: Callable[[], Any]) -> float:
    """Return the processor's time of a *call*, made again until its clock has ticked often."""
    started, made = time.process_time(), 0
    while time.process_time() < started + 0.05:
        ended(name, call)
        made += 1
    return (time.process_time() - started) / made


TEXTS: Final = ["", "abc", "-1", "0", "1/0", "1e999999999", "1e-999999999", "inf", "nan", "-inf", "0x10", "9" * 5000,
                "/", "/dev/null", "/dev/full", "/nowhere/at/all", "\udc80", "[/b]", "log2(0)", "log2(3)", "*", "--",
                "command", "a" * 5000, "2**9999999999", "1/3", "½", "٣", "1_0", ESCAPES.replace("\0", "")]  # fmt: skip


def command_lines(how_many: int, seed: int) -> Iterator[Outcome]:
    """Yield how each of so many command lines ends that hold hostile words; they may write to the current folder."""
    from dtrees.cli.main import main  # noqa: PLC0415 (the command needs what the rest does not)

    chance, loan = random.Random(seed), shutil.copy(dt.datasets.path("loan"), "loan.csv")  # noqa: S311 (no secret)
    usual: dict[tuple[str, ...], Sequence[str]] = {
        ("grow",): [loan, "--target", "approved"],
        ("prune",): [loan, "--target", "approved"],
        ("select",): [loan, "--target", "approved", "--folds", "3"],
        ("vectors", "check"): [],
        ("report",): [loan, "--html", "page.html"],
        ("verify",): ["--python", "quality.fuzz:NOTHING", "--cases", "0", "--seconds", "0"],
    }
    for _ in range(how_many):
        words = chance.choice([*usual])
        command: Any = main
        for word in words:
            command = command.commands[word]
        options = [option for option in command.params if option.opts[0] not in {"--html", "--answers", "--junit"}]
        line = [*words, *usual[words]]
        for option in chance.sample(options, min(2, len(options))):
            text = chance.choice([*TEXTS, loan])
            line += [option.opts[0], *([] if getattr(option, "is_flag", False) else [text])]
            if option.param_type_name == "argument":
                line = [*words, text, *usual[words][1:]]
        yield ended(" ".join(word[:40] for word in line), partial(output_of, line))


NOTHING: Final = object()
"""An implementation that offers no function."""


def table(outcomes: Sequence[Outcome]) -> str:
    """Return how many calls ended in which way."""
    counts = Counter(outcome.end for outcome in outcomes)
    return "\n".join(f"{count:9,d}  {end}" for end, count in counts.most_common())


if __name__ == "__main__":
    asked, chosen = int(sys.argv[1]), int(sys.argv[2])
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        found = [*calls(asked, chosen), *command_lines(asked // 50, chosen)]
        found += [*names(asked // 50, chosen), *files(asked // 20, chosen)]
        slow = list(growing())
    print(table(found), f"{len(slow):9,d}  grow more than 2.5-fold of {len(GROWING)}", *slow, sep="\n")  # noqa: T201
    seen: set[tuple[str, str]] = set()
    for outcome in found:
        kind = outcome.end, outcome.where.partition(" ")[0] or outcome.call.partition("(")[0]
        if outcome.end not in {"ok", "refused"} and kind not in seen:
            seen.add(kind)
            print(f"{outcome.end}: {outcome.call[:200]!a}: {outcome.where!a}")  # noqa: T201
