"""Which parameter of an estimator stands for which limit of a learner, found by its name."""

from __future__ import annotations

import inspect
import math
from typing import TYPE_CHECKING, Any, Final

import attrs

from dtrees.errors import InvalidData, Unsupported
from dtrees.growing.learner import Learner, Stopping, ZeroGain

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping


NAMES: Final[dict[str, tuple[str, ...]]] = {
    "max_depth": ("max_depth", "maxdepth", "maximum_depth", "max_levels"),
    "min_split": ("min_samples_split", "min_sample_split", "minsplit", "min_split"),
    "min_leaf": (
        "min_samples_leaf", "min_samples_in_leaf", "min_child_samples", "min_data_in_leaf", "min_leaf_size",
        "minimum_leaf_size", "minbucket", "min_leaf",
    ),
    "min_gain": ("min_gain", "min_info_gain", "min_information_gain"),
    "min_impurity": ("min_impurity", "min_impurity_split"),
    "max_leaves": ("max_leaf_nodes", "max_leaves", "num_leaves", "max_leafs", "max_terminal_nodes"),
    "seed": ("random_state", "random_seed", "seed"),
    "criterion": ("criterion", "split_criterion", "impurity", "measure"),
}  # fmt: skip
"""Usual names of the parameter of each limit of `Stopping`, and of those that choose the impurity and the seed.

``min_impurity_decrease`` is not among them: scikit-learn's weighs a gain by the node's share of all rows.
"""

SPELLINGS: Final[dict[str, tuple[str, ...]]] = {
    "gini": ("gini",),
    "entropy": ("entropy", "information_gain", "info_gain", "log_loss"),
    "misclassification": ("misclassification", "error"),
    "squared_error": ("squared_error", "mse", "variance"),
}
"""Usual names of the impurities, as values of such a parameter."""


LIMITS: Final[tuple[dict[str, Any], ...]] = (
    {"max_depth": 1}, {"max_depth": 2}, {"max_depth": 3}, {}, {"min_leaf": 2}, {"min_split": 4}, {"max_depth": 0},
)  # fmt: skip
"""The limits that are asked for in turn, where a parameter stands for them."""


def parameters_of(make: Callable[..., Any], given: Mapping[str, str | None]) -> dict[str, str]:
    """Return the parameter of *make* for each limit in `NAMES`: the one *given*, else the first with a usual name.

    A limit that is given as None has no parameter.  Raises `InvalidData` for a name that is no limit.

    >>> parameters_of(lambda max_depth=None, min_samples_leaf=1, size=2: None, {"min_split": "size"})
    {'max_depth': 'max_depth', 'min_split': 'size', 'min_leaf': 'min_samples_leaf'}
    """
    unknown = sorted(given.keys() - NAMES.keys())
    if unknown:
        message = f"parameters: there is no limit {unknown[0]!r}; there are {', '.join(NAMES)}"
        raise InvalidData(message)
    taken = names_taken(make)
    usual = {limit: next((name for name in names if name in taken), None) for limit, names in NAMES.items()}
    return {limit: name for limit in NAMES if (name := {**usual, **given}[limit]) is not None}


def names_taken(make: Callable[..., Any]) -> set[str]:
    """Return the names of the parameters of *make*, including those it passes on to another class."""
    try:
        taken = inspect.signature(make).parameters
        if not any(one.kind is inspect.Parameter.VAR_KEYWORD for one in taken.values()):
            return {*taken}
        return {*taken, *inspect.signature(type(make())).parameters}
    except Exception:  # noqa: BLE001 (a builtin tells nothing, and making one without parameters may fail)
        return set()


def limits_as(rule: Stopping, names: Mapping[str, str], rows: int) -> dict[str, Any]:
    """Return an estimator's arguments that set the limits of *rule*; *names* gives the parameter of each limit.

    Each parameter is given a value, so that none has a default of its own that limits the tree: a depth of *rows* is no
    limit.  Raises `Unsupported` for a limit without a parameter.

    >>> limits_as(Stopping(min_leaf=3), {"max_depth": "depth", "min_leaf": "leaf"}, 10)
    {'depth': 10, 'leaf': 3}
    """
    default = Stopping()
    for field in attrs.fields(Stopping):
        limit, value = field.name, getattr(rule, field.name)
        if value != getattr(default, limit) and limit not in names and limit != "zero_gain":
            message = f"no parameter stands for {limit}"
            raise Unsupported(message)
    values: dict[str, Any] = {
        "max_depth": rows if rule.max_depth is None else rule.max_depth,
        "min_split": max(2, math.ceil(rule.min_split)),
        "min_leaf": max(1, math.ceil(rule.min_leaf)),
        "min_gain": float(rule.min_gain),
        "min_impurity": float(rule.min_impurity),
        "seed": 0,
    }
    return {names[limit]: value for limit, value in values.items() if limit in names}


def with_limits(learners: Iterable[Learner], known: Collection[str], zero_gain: ZeroGain) -> dict[str, Learner]:
    """Return each of the *learners* with each of the `LIMITS` whose parameters are *known*, by a text that names both.

    >>> from dtrees.growing.cart import cart
    >>> list(with_limits([cart()], {"max_depth"}, "split"))
    ['max_depth 1', 'max_depth 2', 'max_depth 3', 'no limit', 'max_depth 0']
    """
    return {
        _described(learner, limits): attrs.evolve(learner, stopping=Stopping(**limits, zero_gain=zero_gain))
        for learner in learners
        for limits in LIMITS
        if limits.keys() <= set(known)
    }


def _described(learner: Learner, limits: dict[str, Any]) -> str:
    measure = getattr(learner.impurity, "__name__", "")
    answered = [measure.replace("_", " "), "gain ratio" if learner.score == "gain_ratio" else ""]
    return ", ".join([*filter(None, answered), *(f"{name} {value}" for name, value in limits.items())]) or "no limit"
