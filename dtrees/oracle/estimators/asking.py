"""Finding out by fits to small data what an estimator predicts, classes or numbers, and what it takes."""

from __future__ import annotations

import inspect
import math
import pickle
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from pkgutil import resolve_name
from types import ModuleType
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias, get_args

import attrs
import numpy as np

from dtrees.arguments import checked
from dtrees.errors import InvalidData
from dtrees.growing.impurity import squared_error
from dtrees.growing.learner import Learner, Stopping
from dtrees.laws.law import text_of
from dtrees.laws.plain import columns_of, targets_of
from dtrees.oracle.cases import CENTRES, word_for
from dtrees.oracle.conventions import each_named
from dtrees.oracle.estimators.estimator import Estimator, Kind
from dtrees.oracle.estimators.fitted import ArraysOrFrames
from dtrees.oracle.estimators.guessing import Grown, answered, answers_of, data_of, first_against, learners_of
from dtrees.oracle.estimators.parameters import parameters_of
from dtrees.oracle.implementation import importing, limited

if TYPE_CHECKING:
    from dtrees.data.dataset import Dataset

Parameters: TypeAlias = Annotated[Mapping[str, str | None], partial(each_named, str | None)]
"""The name of the parameter that stands for a limit, or None for none, by the limit's name."""

KNOWN: Final[dict[str, tuple[Grown, tuple[Kind, ...]]]] = {}
"""What other processes have found, and the kinds of columns that are taken, by the estimator's expression."""


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

    Raises `InvalidData` where there is no such class, and where eight rows cannot be fitted.

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
        answers = answers_of(texts, {})
        against = first_against(learner, answers) if answers else (0, "it fails on every small table")
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
    learners, others, unexplained = known[0] if known else learners_of(estimator)
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


def _states(fitted: Any, name: str) -> bool:
    """Return whether *fitted* has a property of this name, which may fail."""
    try:
        return hasattr(fitted, name)
    except Exception:  # noqa: BLE001 (an estimator may raise anything)
        return True


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
    said = learner.impurity if learner else None
    numbers = said in {squared_error, *CENTRES} if said else not answered & {0, 2, 3}
    shares = ["predict_proba"] if not numbers and hasattr(fitted, "predict_proba") else []
    importances = ["importances"] if _states(fitted, "feature_importances_") else []
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
    data = data_of(attrs.evolve(estimator, kinds=("numbers",)), {"x": [0, 0, 1, 1]}, [0, 0, 1, 1])
    try:
        fitted = estimator.fit(data, Stopping(), {})["fitted"]
        small, large = fitted.predict({"x": [0.0, 1.0]})
        [got] = fitted.predict({"x": [math.nan]})
    except Exception as error:  # noqa: BLE001 (an estimator may raise anything)
        return f"it raises {text_of(error)}"
    read = {small: "as for a small number", large: "as for a large number"}
    return f"it raises no error, and predicts {read.get(got, repr(got))}"


def _first_fit(estimator: Estimator, learner: Learner | None) -> tuple[Any, set[Any]]:
    """Return the estimator fitted to eight rows of the classes 0 to 3, and its predictions for all but the last.

    Equal rows of 0, 0, 0, 1, 1, 2 and 3 are 1 to one that predicts means or medians, 0 to one of classes.
    One that cannot be fitted to equal rows of different classes is fitted to rows that differ, and the learner says.
    """
    failures: list[tuple[Dataset, Exception]] = []
    for column in [[0] * 7 + [1], *([[*range(8)]] if learner else [])]:
        data = data_of(estimator, {"x": column}, [0, 0, 0, 1, 1, 2, 3, 0])
        try:
            fitted = estimator.fit(data, Stopping(), {})["fitted"]
            with limited():
                return fitted.estimator, set(fitted.predict(data)[:-1])
        except Exception as error:  # noqa: BLE001 (whatever it fails by is raised below)
            failures.append((data, error))
    (data, failure), *_ = failures
    rows = f"the rows {columns_of(data)['x']} of the targets {targets_of(data)}"
    message = f"{estimator.expression}: fitted to {rows} it raises {text_of(failure)}"
    raise InvalidData(message) from failure


def _splits_without_gain(estimator: Estimator, options: Mapping[str, Any]) -> bool:
    """Return whether the estimator splits an exclusive or, where no question gains anything."""
    data = data_of(estimator, {"x": [0, 0, 1, 1], "y": [0, 1, 0, 1]}, [0, 1, 1, 0])
    return _parts(answered(estimator, data, Stopping(), options), data)


def _stops_at_once(estimator: Estimator, options: Mapping[str, Any]) -> bool:
    """Return whether a depth of 0 gives a leaf: to some it is an error, to others no limit."""
    data = data_of(estimator, {"x": [0, 0, 0, 1, 1]}, [0, 1, 1, 2, 2])
    named = "max_depth" in estimator.parameters
    return named and not _parts(answered(estimator, data, Stopping(max_depth=0), options), data)


def _parts(answer: Any, data: Dataset) -> bool:
    """Return whether the rows of *data* end in more than one leaf; True where there is no answer."""
    if answer is None:
        return True
    if "leaves" in answer:
        return len(np.unique(answer["leaves"], axis=0)) > 1
    return bool(answer.get("children")) or len(set(answer["fitted"].predict(data))) > 1
