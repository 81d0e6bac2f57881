"""The command takes the fast road, and prints what the specification would have it print."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from click.testing import CliRunner

import dtrees as dt
from dtrees import vectorized
from dtrees.cli.main import main
from dtrees.data import datasets

FUNCTIONS = (
    "grow",
    "pruning_sequence",
    "intervals",
    "select_by_holdout",
    "cross_validate",
    "cp_table",
    "reduced_error_prune",
    "pessimistic_prune",
    "minimum_error_prune",
    "error_based_prune",
)


def printed(*words: str) -> str:
    """Return what the command prints."""
    answer = CliRunner().invoke(main, words)
    assert answer.exit_code == 0, answer.output
    return answer.output


@pytest.mark.parametrize(
    ("table", "target", "options"),
    [("weather", "class", ()), ("loan", "approved", ()), ("regression", "y", ("--task", "regression"))],
)
def test_the_command_prints_what_the_specification_answers(table: str, target: str, options: tuple[str, ...]) -> None:
    file = str(datasets.path(table))
    asked = [("grow",), ("prune",), ("select", "--folds", "4"), ("select", "--validation", file)]
    if not options:
        asked += [("prune", "--method", method) for method in ("pessimistic", "minimum-error", "error-based")]
        asked += [("prune", "--method", "reduced-error", "--validation", file)]
    lines = [(word, file, "--target", target, *options, *more) for word, *more in asked]
    fast = [printed(*line) for line in lines]
    with patch.multiple(vectorized, **{name: getattr(dt, name) for name in FUNCTIONS}):
        assert [printed(*line) for line in lines] == fast
