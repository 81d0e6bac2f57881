"""What public functions and commands refuse, they refuse by an error of ours: a small campaign."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from matplotlib import pyplot as plt
from quality.fuzz import (
    Outcome,
    calls,
    command_lines,
    ended,
    files,
    functions,
    growing,
    invoke,
    names,
    usual_call,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(autouse=True)
def a_folder_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """For a hostile path may be one that a command can write; figures are closed, of which matplotlib bears twenty."""
    monkeypatch.chdir(tmp_path)
    yield
    plt.close("all")


@pytest.mark.parametrize("name", functions())
def test_each_public_function_is_asked_what_it_answers(name: str) -> None:
    """So that a hostile call is refused for what is hostile in it."""
    function = functions()[name]
    assert ended(name, lambda: invoke(function, usual_call(name, function))) == Outcome(name, "ok")


def test_hostile_arguments_end_in_no_error_but_a_dtrees_error() -> None:
    found = list(calls(1500, 0))
    assert [outcome for outcome in found if outcome.end not in {"ok", "refused"}] == []
    assert len({outcome.call for outcome in found if outcome.end == "refused"}) > 1000


def test_hostile_command_lines_end_in_no_traceback() -> None:
    assert [outcome for outcome in command_lines(60, 0) if outcome.end != "ok"] == []


def test_nothing_of_a_hostile_name_is_sent_to_a_terminal() -> None:
    assert [outcome for outcome in names(40, 0) if outcome.end != "ok"] == []


def test_damaged_files_are_refused_in_words() -> None:
    found = list(files(300, 0))
    assert [outcome for outcome in found if outcome.end not in {"ok", "refused"}] == []
    assert sum(outcome.end == "refused" for outcome in found) > 400


def test_work_grows_no_faster_than_its_input() -> None:
    """Measured again where it seems to, for a machine is busy with other things."""
    slow = [name for name, *_ in growing()]
    for _ in range(3):
        slow = [name for name, *_ in growing(slow)]
    assert slow == []
