"""Why a model predicts otherwise than the tree: the changes of the tree that exporters make."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from math import isfinite, trunc
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import attrs
import numpy as np

from dtrees.oracle.exported.model import Model, Row, nearest, single, unchanged

if TYPE_CHECKING:
    from collections.abc import Sequence

Said: TypeAlias = tuple[Row, Any]
"""A row and what the model predicts of it."""

FEW: Final = 100
"""A change must give one of so many wrong predictions before it is tried on all rows."""


def reasons(model: Model, right: Sequence[Said], wrong: Sequence[Said]) -> list[tuple[str, Model]]:
    """Return changes of *model* that give all *right* predictions and some of the *wrong* ones, most of them first.

    Two are made together where no single one gives some of the wrong predictions.
    """
    some, found = wrong[:: len(wrong) // FEW + 1], list[tuple[int, str, Model]]()
    for many in (1, 2):
        for chosen in combinations(changes(model), many):
            fields: dict[str, Any] = {name: value for _, change in chosen for name, value in change.items()}
            changed = attrs.evolve(model, **fields)
            is_one = len(fields) == sum(len(change) for _, change in chosen) and any(
                changed.gives(*one) for one in some
            )
            if is_one and all(changed.gives(*one) for one in right):
                found.append(
                    (sum(changed.gives(*one) for one in wrong), " and ".join(one for one, _ in chosen), changed)
                )
        if all(any(changed.gives(*one) for *_, changed in found) for one in wrong):
            break
    return [(why, changed) for _, why, changed in sorted(found, key=lambda one: -one[0])]


def changes(model: Model) -> list[tuple[str, dict[str, Any]]]:
    """Return in words, and as fields of *model*, each change that is tried."""
    rounds, other = model.value is single, "<=" if model.comparison == "<" else "<"

    def whole(value: float) -> float:
        return _whole(model.value(value))

    to_decimals = [(f"rounded to {n} decimal{'s' * (n != 1)}", partial(_decimals, n)) for n in range(13)]
    to_digits = [(f"rounded to {n} digit{'s' * (n != 1)}", partial(_digits, n)) for n in range(1, 18)]
    rounded = [("rounded to float32", single), *to_decimals]
    return [
        (f"values are {'not ' * rounds}rounded to float32", {"value": unchanged if rounds else single}),
        *((f"thresholds are {how}", {"threshold": change}) for how, change in (*rounded, *to_digits)),
        ("thresholds are read from the digits of a float32", {"threshold": _digits_of_single}),
        ("thresholds are cut to whole numbers", {"threshold": _whole}),
        ("values and thresholds are cut to whole numbers", {"value": whole, "threshold": _whole}),
        (f"{other} stands for {model.comparison}", {"comparison": other}),
        *((f"missing values go to child {child}", {"missing": child}) for child in (0, 1)),
        ("the largest share is stated as 1", {"output": _hardened}),
        *((f"the leaf's numbers are {how}", {"output": partial(_each, change)}) for how, change in rounded),
    ]


def _whole(given: Any) -> float:
    return trunc(given) if isfinite(nearest(given)) else nearest(given)


def _decimals(places: int, given: Any) -> float:
    return round(nearest(given), places)


def _digits(count: int, given: Any) -> float:
    return float(f"{nearest(given):.{count}g}")


def _digits_of_single(given: Any) -> float:
    return float(str(np.float32(single(given))))


def _each(change: Any, numbers: Sequence[float]) -> list[float]:
    return [change(one) for one in numbers]


def _hardened(shares: Sequence[float]) -> list[float]:
    return [float(place == np.argmax(shares)) for place in range(len(shares))]
