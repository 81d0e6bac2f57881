"""Anything with ``fit`` and ``predict`` as an implementation that can be judged.

What stands for our limits is found by name, the rest by asking.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import attrs

from dtrees.arguments import checked
from dtrees.errors import InvalidData
from dtrees.oracle.estimators.asking import asked
from dtrees.oracle.estimators.estimator import Estimator
from dtrees.oracle.estimators.parameters import parameters_of
from dtrees.oracle.implementation import imported, importing

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from dtrees.learner import Learner

__all__ = ["Estimator", "from_estimator"]


@checked
def from_estimator(
    make: Callable[..., Any] | str,
    *,
    learner: Learner | None = None,
    parameters: Mapping[str, str | None] | None = None,
    table: Callable[[Mapping[str, Sequence[Any]]], Any] | None = None,
    leaves: Callable[[Any, Any], Any] | None = None,
) -> Estimator:
    """Return an estimator, anything with ``fit`` and ``predict``, as an implementation that can be judged.

    make        the class, a function that makes one, or the text ``package.module:Class``
    learner     what it grows, such as ``dt.cart(impurity=dt.entropy)``; None finds out by asking
    parameters  the parameter that stands for a limit, by the limit's name, where the usual names do not find it:
                ``{"min_leaf": "bucket"}``, or ``{"min_leaf": None}`` for none
    table       makes what ``fit`` takes of columns by name, such as `pandas.DataFrame`: categories are texts then;
                None makes an n x p array of numbers, or a `pandas.DataFrame` where it takes no array
    leaves      a function of the fitted estimator and rows that returns each row's leaf, where that is not ``apply``

    Classes are given as the numbers 0, 1, ... in class order.  What is judged is the most that it shows: scikit-learn's
    ``tree_``, ``apply``, ``predict_proba`` or ``predict``.

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
    try:
        return asked(estimator, learner)
    except InvalidData:
        frame = None if table else _frame()
        if frame is None:
            raise
        return asked(attrs.evolve(estimator, table=frame), learner)


def _frame() -> Any:
    """Return `pandas.DataFrame`, or None where pandas is not installed."""
    try:
        return import_module("pandas").DataFrame
    except ModuleNotFoundError:
        return None


def _imported(name: str) -> Any:
    try:
        with importing(name):
            return imported(name)
    except ModuleNotFoundError as error:
        message = f"{name!r} cannot be imported ({error}): give package.module:Class"
        raise InvalidData(message) from error


def _written(make: Callable[..., Any] | str) -> str:
    """Return *make* as a text that imports it, or as ``make`` where no text does."""
    if isinstance(make, str):
        return repr(make)
    path = getattr(make, "__qualname__", "<>")
    return "make" if "<" in path else repr(f"{make.__module__}:{path}")


def _written_parameters(parameters: Mapping[str, str | None] | None) -> str:
    return f", parameters={dict(parameters)!r}" if parameters else ""
