"""The specification is the page: how long its functions are, and how far a reader is sent by one call."""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

import dtrees as dt
from dtrees.growing.gain_ratio import past_the_gate

if TYPE_CHECKING:
    from collections.abc import Callable

ROOM: Final = str(Path(dt.__file__).parent)
MOST_LINES: Final = 12

DEFINITIONS: Final[dict[str, Callable[..., Any]]] = {
    name: getattr(dt, name)
    for name in (
        "grow", "split", "admissible_splits", "gini", "entropy", "gain", "gain_ratio", "alpha_of", "weakest_links",
        "pruning_sequence", "optimal_subtree", "prune_with_stack", "reduced_error_prune", "grow_with_validation",
        "cross_validate", "select_by_holdout", "predict",
    )
} | {"the gate": past_the_gate}  # fmt: skip


def body_of(function: Callable[..., Any]) -> list[str]:
    """Return the lines of the function's body, docstring and blank lines apart."""
    source = textwrap.dedent(inspect.getsource(inspect.unwrap(function)))
    definition: Any = ast.parse(source).body[0]
    first = definition.body[1 if ast.get_docstring(definition) else 0].lineno
    return [line for line in source.splitlines()[first - 1 :] if line.strip()]


@pytest.mark.parametrize("name", DEFINITIONS)
def test_a_definition_is_short(name: str) -> None:
    lines = body_of(DEFINITIONS[name])
    print(f"{name}: {len(lines)} lines")  # noqa: T201 (the table of lines)
    assert len(lines) <= MOST_LINES


OPTIONS: Final = (
    "data/kept", "data/orders", "data/outputs", "trees/distribution", "trees/outputs", "growing/absolute_error",
    "growing/best_first", "growing/competitors", "growing/monotone", "growing/outputs", "growing/poisson",
    "growing/regularised", "predicting/boosting", "predicting/monotone", "predicting/stated_importances",
    "selection/deviations", "selection/out_of_bag", "selection/permutation", "laws/best_first", "laws/boosting",
    "laws/kept", "laws/monotone", "laws/option_inputs", "laws/outputs", "laws/targets",
)  # fmt: skip
"""The sections about what few programs offer, each a module of its own, which a first reading does not meet."""


LATER: Final = (
    "trees/missing_answers", "growing/missing/ways", "growing/missing/surrogates", "growing/missing_options",
    "growing/missing/__init__", "growing/training_values", "growing/costs", "growing/priors", "predicting/mixture",
)  # fmt: skip
"""The sections about missing values, costs and priors, which a first reading can leave out as well."""

CHAPTERS: Final = "data trees growing predicting pruning selection"


@pytest.mark.parametrize(
    ("rooms", "apart", "most"),
    [(CHAPTERS, (*OPTIONS, *LATER), 4_415), (f"numbers {CHAPTERS}", OPTIONS, 6_440), ("laws", OPTIONS, 4_500)],
    ids=["the first reading", "the specification", "the laws"],
)
def test_a_part_is_short(rooms: str, apart: tuple[str, ...], most: int) -> None:
    """In lines, the shipped tables and what is *apart* not counted."""
    files = {file for room in rooms.split() for file in Path(ROOM, room).rglob("*.py") if "datasets" not in file.parts}
    files -= {Path(ROOM, f"{section}.py") for section in apart}
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) <= most


def test_no_other_section_needs_an_option() -> None:
    """Nothing that a first reading meets imports a section of `OPTIONS`, but the list of public names."""
    for room in CHAPTERS.split():
        for file in Path(ROOM, room).rglob("*.py"):
            if file.relative_to(ROOM).with_suffix("").as_posix() not in (*OPTIONS, "trees/tree_json"):
                text = file.read_text(encoding="utf-8")
                assert not [option for option in OPTIONS if f"dtrees.{option.replace('/', '.')} import" in text], file


def checks(frame: Any) -> bool:
    """Return whether a constructor of attrs, or the checking of arguments, has called the function of *frame*."""
    while frame := frame.f_back:
        name = frame.f_code.co_filename
        checking = name.endswith("arguments.py") and frame.f_code.co_name != "call"  # which calls the function itself
        if checking or name.startswith("<attrs generated"):
            return True
    return False


def entered(call: Callable[[], object]) -> set[str]:
    """Return the functions of dtrees that one call enters, outside of numbers and of the checking of arguments."""
    seen = set()

    def profile(frame: Any, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(ROOM) and not code.co_name.startswith("<"):
            inside = code.co_filename.removeprefix(ROOM).strip("/")
            name = f"{inside}:{code.co_qualname}"
            if name not in seen and not inside.startswith(("numbers/", "arguments.py")) and not checks(frame):
                seen.add(name)

    call()  # what is imported or found once is not counted
    sys.setprofile(profile)
    try:
        call()
    finally:
        sys.setprofile(None)
    return seen


WEATHER: Final = dt.datasets.load("weather")
IRIS: Final = dt.datasets.load("iris")
TREE: Final = dt.grow(IRIS, dt.cart())
TRAINING, VALIDATION = dt.datasets.training_and_validation("watermelon2")
FOLDS: Final = dt.plain_folds(150, 3)
GROWN: Final = dt.grow(TRAINING, dt.id3())

MARKS: Final[dict[str, tuple[int, Callable[[], object]]]] = {
    "admissible_splits(weather, id3())": (32, lambda: dt.admissible_splits(WEATHER, dt.id3())),
    "grow(weather, id3())": (42, lambda: dt.grow(WEATHER, dt.id3())),
    "alpha_of": (11, lambda: dt.alpha_of(TREE)),
    "pruning_sequence of iris": (20, lambda: dt.pruning_sequence(TREE)),
    "reduced_error_prune": (28, lambda: dt.reduced_error_prune(GROWN, VALIDATION)),
    "cross_validate": (85, lambda: dt.cross_validate(IRIS, dt.cart(), FOLDS)),
    "predict": (28, lambda: dt.predict(TREE, IRIS)),
}
"""The mark of each call: so many functions it enters at the most."""


@pytest.mark.parametrize("call", MARKS)
def test_a_call_enters_few_functions(call: str) -> None:
    mark, asked = MARKS[call]
    found = len(entered(asked))
    print(f"{call}: {found} functions of {mark}")  # noqa: T201 (the table of how far a reader is sent)
    assert found <= mark
