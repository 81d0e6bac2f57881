"""Finding out by fits to small data what an estimator predicts (classes or numbers), and by which learner it grows."""

from __future__ import annotations

import inspect
import math
import pickle
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from itertools import count, islice, product
from pkgutil import resolve_name
from types import ModuleType
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias, get_args

import attrs
import numpy as np

from dtrees.arguments import check_of, checked
from dtrees.data.constructors import classification_data, regression_data
from dtrees.errors import InvalidData, Undecided
from dtrees.growing.best_split import admissible_splits
from dtrees.growing.candidates import Questions
from dtrees.growing.cart import cart
from dtrees.growing.impurity import entropy, gini, misclassification, squared_error
from dtrees.growing.learner import Learner, Stopping
from dtrees.laws.definitions import parts_of
from dtrees.laws.law import as_text, text_of
from dtrees.laws.plain import columns_of, targets_of
from dtrees.oracle.cases import word_for
from dtrees.oracle.conventions import each_named
from dtrees.oracle.estimators.estimator import Estimator, Kind, judged_freely, unlimited
from dtrees.oracle.estimators.fitted import ArraysOrFrames
from dtrees.oracle.estimators.parameters import SPELLINGS, parameters_of
from dtrees.oracle.implementation import importing, limited

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dtrees.data.dataset import Dataset

STYLES: Final = (
    Questions("midpoint", "equals"), Questions("midpoint", "each"), Questions("midpoint", "subset"),
    Questions("each", "each"), Questions("each", "equals"), Questions("each", "subset"),
)  # fmt: skip
"""The kinds of questions that it may ask, the likeliest first."""

Parameters: TypeAlias = Annotated[Mapping[str, str | None], partial(each_named, check_of(str | None))]
"""The name of the parameter that stands for a limit, or None for none, by the limit's name."""

OF_CLASSES: Final = (
    *((measure, "gain", "none") for measure in (None, entropy, misclassification)),
    *((entropy, "gain_ratio", gate) for gate in ("none", "at_least", "above")),
)
"""The impurity, the score and the gate by which it may choose a question about classes."""

Grown: TypeAlias = "tuple[Mapping[Learner, Mapping[str, Any]], tuple[Learner, ...], tuple[str, ...]]"
"""The learners that an estimator can be asked to grow by, others that explain it as well, and what none explains."""

KNOWN: Final[dict[str, tuple[Grown, tuple[Kind, ...]]]] = {}
"""What other processes have found, and the kinds of columns that are taken, by the estimator's expression."""

TABLES: Final = 40
"""On how many random tables the candidates are tried."""

TELLING, TRIES = 12, 200
"""On how many more, of so many, those are tried that explain all of these."""


def candidates(*, numbers: bool) -> list[Learner]:
    """Return the learners that an estimator may implement, the likeliest first."""
    chosen: Any = [(None, "gain", "none")] if numbers else OF_CLASSES
    return [
        Learner(questions=style, impurity=measure, score=score, gate=gate)
        for style, (measure, score, gate) in product(STYLES, chosen)
    ]


@checked
def from_estimator(
    make: Callable[..., Any] | str,
    *,
    learner: Learner | None = None,
    parameters: Parameters | None = None,
    table: Callable[[Mapping[str, Sequence[Any]]], Any] | None = None,
    leaves: Callable[[Any, Any], Any] | None = None,
) -> Estimator:
    """Return an estimator, anything with ``fit`` and ``predict``, as an implementation that can be judged.

    make        the class, a function that makes an estimator, or the text ``package.module:Class``
    learner     the learner that it implements, such as ``dt.cart(impurity=dt.entropy)``; None finds it by small fits
    parameters  the parameter that stands for a limit, by the limit's name, where the usual names do not find it:
                ``{"min_leaf": "bucket"}``, or ``{"min_leaf": None}`` for none
    table       a function that makes the input of ``fit`` from columns by name, such as `pandas.DataFrame`: categories
                are texts then; None makes an n x p array of numbers, or a `pandas.DataFrame` where it takes no array,
                and of columns with categories where a learner explains what it grows of them
    leaves      a function of the fitted estimator and rows that returns each row's leaf, where that is not ``apply``

    Classes are given as the numbers 0, 1, ... in class order.  The most detailed answer is judged: scikit-learn's
    ``tree_``, else ``apply``, ``predict_proba`` or ``predict``.

    Raises `InvalidData` where there is no such class, and where five rows cannot be fitted.

    >>> from sklearn.tree import DecisionTreeClassifier
    >>> mine = from_estimator(DecisionTreeClassifier)
    >>> mine.numbers, mine.parameters["min_leaf"], len(mine.learners)
    (False, 'min_samples_leaf', 2)
    """
    made = _imported(make) if isinstance(make, str) else make
    estimator = Estimator(
        make=made,
        parameters=parameters_of(made, parameters or {}),
        table=table,
        leaves=leaves,
        expression=f"dtrees.oracle.from_estimator({_written(make)}{_written_parameters(parameters)})",
    )
    frame = None if table else _frame()
    try:
        found = _asked(estimator, learner)
        return found if table else _with_categories(found, learner, frame)
    except InvalidData as first:
        if frame is None:
            raise
        try:
            return _asked(attrs.evolve(estimator, table=frame), learner)
        except InvalidData:
            raise first from None


def _with_categories(estimator: Estimator, learner: Learner | None, frame: Any) -> Estimator:
    """Return *estimator*, which takes arrays, with frames of categories too where it is seen to grow trees of them.

    It has not claimed that it takes texts: one that refuses them, or treats them in a way of its own, is not asked, and
    ``untaken`` says why.
    """
    if frame is None:
        return _without(estimator, "categories", "there is no module pandas")
    texts = attrs.evolve(estimator, table=ArraysOrFrames(frame), kinds=("categories",), untaken=())
    known = KNOWN.get(estimator.expression)
    if not estimator.learners or (known and "categories" not in known[1]):
        return estimator
    try:
        _first_fit(texts, learner)
        found = _asked(attrs.evolve(texts, kinds=("numbers", "categories")), learner)
    except InvalidData as error:
        return _without(estimator, "categories", f"it raises {text_of(error.__cause__ or error)}")
    why = "; ".join(found.unexplained)
    if learner and not known:
        answers = _answers(texts, {})
        against = _first_against(learner, answers) if answers else (0, "it fails on every small table")
        why = f"of texts {word_for(learner)} does not explain {against[1]}" if against else ""
    is_asked = not why and "categories" in found.kinds
    return found if is_asked else _without(estimator, "categories", f"{why}; table=pandas.DataFrame asks all the same")


def _without(estimator: Estimator, what: str, why: str) -> Estimator:
    """Return *estimator* with a note of *what* it is not asked about, and *why*."""
    return attrs.evolve(estimator, untaken=(*estimator.untaken, f"{what} ({why})"))


def _frame() -> Any:
    """Return `pandas.DataFrame`, or None where pandas is not installed."""
    try:
        return import_module("pandas").DataFrame
    except ModuleNotFoundError:
        return None


def _imported(name: str) -> Any:
    try:
        with importing(name):
            made = resolve_name(name)
    except ModuleNotFoundError as error:
        message = f"{name!r} cannot be imported ({error}): give package.module:Class"
        raise InvalidData(message) from error
    if isinstance(made, ModuleType):
        message = f"{name!r} is a module: give {name}:Class, the class in it that is to be judged"
        raise InvalidData(message)
    return made


def _written(make: Callable[..., Any] | str) -> str:
    """Return *make* as a text that imports it, or as ``make`` where no text does."""
    if isinstance(make, str):
        return repr(make)
    path = getattr(make, "__qualname__", "<>")
    return "make" if "<" in path else repr(f"{make.__module__}:{path}")


def _written_parameters(parameters: Mapping[str, str | None] | None) -> str:
    return f", parameters={dict(parameters)!r}" if parameters else ""


# --- what a fit shows -------------------------------------------------------------------------------------------


def _asked(estimator: Estimator, learner: Learner | None) -> Estimator:
    """Return *estimator* with the facts that small fits show; it grows *learner*, if that is known.

    Raises `InvalidData` where it cannot be fitted at all.
    """
    estimator = _recognised(estimator, learner)
    known = KNOWN.get(estimator.expression) if learner is None else (({learner: {}}, (), ()), ())
    learners, others, unexplained = known[0] if known else _learners(estimator)
    options = next(iter(learners.values()), {})
    return attrs.evolve(
        estimator,
        learners=learners,
        others=others,
        zero_gain=_splits_without_gain(estimator, options),
        zero_depth=_stops_at_once(estimator, options),
        unexplained=unexplained,
    )


def grown_by(implementation: Any) -> str:
    """Return, as text, the learner that an estimator was found to implement; empty for other implementations."""
    if not isinstance(implementation, Estimator):
        return ""
    found = implementation.learners, implementation.others, implementation.unexplained
    return pickle.dumps((implementation.expression, (found, implementation.kinds))).hex()


def assume_grown(text: str) -> None:
    """Use the learner that another process found an estimator to implement (`grown_by`); finding it takes seconds."""
    if text:
        expression, found = pickle.loads(bytes.fromhex(text))  # noqa: S301 (written by grown_by)
        KNOWN[expression] = found


def _recognised(estimator: Estimator, learner: Learner | None) -> Estimator:
    """Return *estimator* with the kinds of columns it takes, and whether it predicts numbers, not classes.

    One that has a table for them is fitted to numbers and to categories.
    """
    shown: dict[Kind, tuple[Any, set[Any]]] = {}
    failures: dict[Kind, InvalidData] = {}
    for kind in get_args(Kind) if estimator.table else ("numbers",):
        try:
            shown[kind] = _first_fit(attrs.evolve(estimator, kinds=(kind,)), learner)
        except InvalidData as error:
            failures[kind] = error
    if not shown:
        raise next(iter(failures.values()))
    fitted, answered = next(iter(shown.values()))
    numbers = learner.impurity is squared_error if learner and learner.impurity else not answered & {0, 2}
    shares = ["predict_proba"] if not numbers and hasattr(fitted, "predict_proba") else []
    importances = ["importances"] if hasattr(fitted, "feature_importances_") else []
    if "numbers" in shown:
        estimator = _without(estimator, "missing values", _of_gaps(attrs.evolve(estimator, numbers=numbers)))
    weights = "sample_weight" in inspect.signature(fitted.fit).parameters
    for kind, refusal in failures.items():
        estimator = _without(estimator, kind, f"it raises {text_of(refusal.__cause__ or refusal)}")
    return attrs.evolve(
        estimator if weights else _without(estimator, "weights", "its fit takes no sample_weight"),
        kinds=tuple(shown),
        numbers=numbers,
        weights=weights,
        capabilities=("grow", "predict", *shares, *importances, "shown"),
    )


def _of_gaps(estimator: Estimator) -> str:
    """Return what the estimator does with a missing value in a row to predict: an error, or how it predicts."""
    data = _data(attrs.evolve(estimator, kinds=("numbers",)), {"x": [0, 0, 1, 1]}, [0, 0, 1, 1])
    try:
        fitted = estimator.fit(data, Stopping(), {})["fitted"]
        small, large = fitted.predict({"x": [0.0, 1.0]})
        [got] = fitted.predict({"x": [math.nan]})
    except Exception as error:  # noqa: BLE001 (an estimator may raise anything)
        return f"it raises {text_of(error)}"
    read = {small: "as for a small number", large: "as for a large number"}
    return f"it raises no error, and predicts {read.get(got, repr(got))}"


def _first_fit(estimator: Estimator, learner: Learner | None) -> tuple[Any, set[Any]]:
    """Return the estimator fitted to five rows of the classes 0, 1 and 2, and the set of its predictions for them.

    Equal rows of 0, 0, 2 and 2 are 0 or 2 to one that predicts classes, and 1 to one that predicts means or medians.
    One that cannot be fitted to equal rows of different classes is fitted to rows that differ, and the learner says.
    """
    failures: list[tuple[Dataset, Exception]] = []
    for column in [[0, 0, 0, 0, 1], *([[0, 1, 2, 3, 4]] if learner else [])]:
        data = _data(estimator, {"x": column}, [0, 0, 2, 2, 1])
        try:
            fitted = estimator.fit(data, Stopping(), {})["fitted"]
            with limited():
                return fitted.estimator, set(fitted.predict(data))
        except Exception as error:  # noqa: BLE001 (whatever it fails by is raised below)
            failures.append((data, error))
    (data, failure), *_ = failures
    rows = f"the rows {columns_of(data)['x']} of the targets {targets_of(data)}"
    message = f"{estimator.expression}: fitted to {rows} it raises {text_of(failure)}"
    raise InvalidData(message) from failure


def _answered(estimator: Estimator, data: Dataset, rule: Stopping, options: Mapping[str, Any]) -> Any:
    """Return the estimator's answer for *data*, or None where it fails."""
    try:
        return estimator.fit(data, rule, options)
    except Exception:  # noqa: BLE001 (an estimator may raise anything; on real cases it is a finding)
        return None


def _splits_without_gain(estimator: Estimator, options: Mapping[str, Any]) -> bool:
    """Return whether the estimator splits an exclusive or, where no question gains anything."""
    data = _data(estimator, {"x": [0, 0, 1, 1], "y": [0, 1, 0, 1]}, [0, 1, 1, 0])
    return _parts(_answered(estimator, data, Stopping(), options), data)


def _stops_at_once(estimator: Estimator, options: Mapping[str, Any]) -> bool:
    """Return whether a depth of 0 gives a leaf: to some it is an error, to others no limit."""
    data = _data(estimator, {"x": [0, 0, 0, 1, 1]}, [0, 1, 1, 2, 2])
    named = "max_depth" in estimator.parameters
    return named and not _parts(_answered(estimator, data, Stopping(max_depth=0), options), data)


def _parts(answer: Any, data: Dataset) -> bool:
    """Return whether the rows of *data* end in more than one leaf; True where there is no answer."""
    if answer is None:
        return True
    if "leaves" in answer:
        return len(np.unique(answer["leaves"], axis=0)) > 1
    return bool(answer.get("children")) or len(set(answer["fitted"].predict(data))) > 1


HOW_TO_GIVE: Final = 'say its learner (--learner "c45()", or from_estimator(Tree, learner=dt.c45()))'
"""The advice how an adopter states an estimator's learner."""


def _learners(estimator: Estimator) -> Grown:
    """Return the learners that it can be asked to grow by, others that explain it as well, and what none explains.

    That is each impurity whose name it takes, or the first candidate that explains every small table.
    """
    measures: dict[str, Any] = {"squared_error": None} if estimator.numbers else {"gini": gini, "entropy": entropy}
    spelled = {cart(impurity=measure): _spelled(estimator, name) for name, measure in measures.items()}
    known: dict[Learner, Mapping[str, Any]] = {one: options for one, options in spelled.items() if options is not None}
    against: dict[Learner, tuple[int, str] | None] = {}
    for candidate, options in known.items():
        against[candidate] = _first_against(candidate, _answers(estimator, options))
    if known and not any(against.values()):
        return known, (), ()
    answers = _answers(estimator, {})
    if not answers:
        return {}, (), (f"it fails on every small table: {HOW_TO_GIVE}",)
    if not known:
        tried: dict[Any, Learner] = {}
        for candidate in candidates(numbers=estimator.numbers):
            tried.setdefault(tuple(unlimited(candidate, data) for data, *_ in answers[:4]), candidate)
        against = {candidate: _first_against(candidate, answers) for candidate in tried.values()}
        explaining = [candidate for candidate, found in against.items() if found is None]
        if len(explaining) > 1:
            answers += _answers(estimator, {}, _telling(estimator, explaining))
            against |= {candidate: _first_against(candidate, answers) for candidate in explaining}
            explaining = [candidate for candidate in explaining if against[candidate] is None]
        if explaining:
            return {explaining[0]: {}}, tuple(explaining[1:]), ()
    explanations = [(*found, one) for one, found in against.items() if found]
    explained, said, nearest = max(explanations, key=lambda one: one[0])
    message = (
        f"none of the usual learners grows its trees of small tables; the nearest is {word_for(nearest)}, "
        f"which explains the first {explained} of {len(answers)}, then {said}: "
        f"{HOW_TO_GIVE}, or switch off what else limits or prunes its trees"
    )
    return {}, (), (message,)


def _spelled(estimator: Estimator, impurity: str) -> Mapping[str, Any] | None:
    """Return the parameter that chooses this *impurity*, by the first name for it that is not refused."""
    parameter = estimator.parameters.get("criterion")
    data = _data(estimator, {"x": [0, 0, 0, 1, 1]}, [0, 1, 1, 2, 2])
    for name in SPELLINGS[impurity] if parameter else ():
        options = {str(parameter): name}
        try:
            estimator.fit(data, Stopping(), options)
        except Exception:  # noqa: BLE001, S112 (whatever it refuses a name by)
            continue
        return options
    return None


def _answers(
    estimator: Estimator, options: Mapping[str, Any], tables: Iterable[Dataset] | None = None
) -> list[tuple[Dataset, Stopping, Any]]:
    """Return the estimator's answers for *tables*, small ones by default, with *options*; none where it fails.

    It is asked for the root alone, or for two levels, where that can be asked.
    """
    depth = 1 if "max_depth" in estimator.parameters else None
    answers = []
    for number, data in enumerate(islice(_random_tables(estimator, 0), TABLES) if tables is None else tables):
        rule = Stopping(max_depth=depth and 1 + (number % 4 == 0))
        answers.append((data, rule, _answered(estimator, data, rule, options)))
    return [answer for answer in answers if answer[2] is not None]


def _first_against(candidate: Learner, answers: Sequence[tuple[Dataset, Stopping, Any]]) -> tuple[int, str] | None:
    """Return the number of the first answer that *candidate* does not explain, and how it deviates, or None."""
    for number, (data, rule, answer) in enumerate(answers):
        try:
            verdict = judged_freely(answer, data, attrs.evolve(candidate, stopping=rule))
        except Undecided:
            continue
        if verdict.deviations:
            return number, f"{verdict.deviations[0]}, grown of {as_text(data)}"
    return None


def _telling(estimator: Estimator, learners: Sequence[Learner]) -> Iterator[Dataset]:
    """Yield a few tables at whose root no question is optimal for all *learners*."""
    found = 0
    for data in islice(_random_tables(estimator, 1), TRIES):
        best = ({(one.feature, parts_of(data, one.question)) for one in admissible_splits(data, by)} for by in learners)
        if not set.intersection(*best):
            yield data
            found += 1
        if found == TELLING:
            return


def _random_tables(estimator: Estimator, seed: int) -> Iterator[Dataset]:
    """Yield small tables of two and three classes and of one to three columns, of each kind that it takes in turn."""
    chance = np.random.default_rng(seed)
    for number in count():
        kind = estimator.kinds[number // 2 % len(estimator.kinds)]
        columns = {name: chance.integers(0, 4, 9).tolist() for name in "xyz"[: 3 - number % 5 % 3]}
        classes = [*range(2 + number % 2), *chance.integers(0, 2 + number % 2, 7 - number % 2)]
        yield _data(attrs.evolve(estimator, kinds=(kind,)), columns, classes)


def _data(estimator: Estimator, columns: Mapping[str, list[int]], targets: list[int]) -> Dataset:
    """Return a data set of the first kind of columns that the estimator takes."""
    texts = {name: [f"c{value}" for value in column] for name, column in columns.items()}
    make = regression_data if estimator.numbers else classification_data
    return make(columns if estimator.kinds[0] == "numbers" else texts, targets)
