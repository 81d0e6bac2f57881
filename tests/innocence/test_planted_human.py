"""Each mistake as people make them is found by the default run, and named where it is."""

from __future__ import annotations

import pytest
from innocence.planted_human import MISTAKES, RIGHT_AS_ESTIMATORS, SOURCE, WAYS, is_named, told, ways_of

IN_TURN = [(name, ways_of(name)[place % len(ways_of(name))]) for place, name in enumerate(MISTAKES)]
TRIED = list(dict.fromkeys([*((name, ways_of(name)[0]) for name in MISTAKES), *IN_TURN]))
"""Each mistake in its member's way, and in one of its ways in turn; ``python -m innocence.planted_human`` tries all."""


@pytest.mark.parametrize(("name", "way"), TRIED, ids=lambda one: one if isinstance(one, str) else " ".join(one))
def test_a_mistake_is_found_and_named(name: str, way: tuple[str, str]) -> None:
    said = next(told(name, *way), "not found")
    assert is_named(said, name, way[1]), said


@pytest.mark.parametrize("name", RIGHT_AS_ESTIMATORS)
def test_what_is_right_of_a_program_that_states_nothing_is_not_blamed(name: str) -> None:
    assert [*told(name, *WAYS[-1])] == []


def test_each_mistake_is_in_the_text() -> None:
    assert len(MISTAKES) >= 60
    inside = [name for name, planted in MISTAKES.items() if planted.old in SOURCE]
    assert {name for name in MISTAKES if MISTAKES[name].one["way"] != "estimator"} <= {*inside}
    assert {way for _, way in IN_TURN} == {*WAYS}
