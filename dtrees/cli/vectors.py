"""The commands on test vectors: ``dtrees vectors write`` and ``dtrees vectors check``."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import TextIO

import click

from dtrees.data.read_csv import require_an_end
from dtrees.errors import InvalidData, shown
from dtrees.oracle.vectors.checking import complaints, judged, number_of_vectors
from dtrees.oracle.vectors.writing import SHIPPED, write


@click.group("vectors")
def vectors_command() -> None:
    """Write or check the test vectors, which are JSON for implementations in any language."""


@vectors_command.command("write")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
def write_vectors(folder: Path) -> None:
    """Write the vectors, their schemas and their README to DIR."""
    try:
        write(folder)
    except OSError as error:
        message = f"{folder} cannot be written: {error.strerror}"
        raise click.ClickException(message) from error
    click.echo(f"{number_of_vectors()} vectors are in {folder}; read README.md there")


@vectors_command.command("check")
@click.argument(
    "folder", metavar="[DIR]", type=click.Path(path_type=Path, file_okay=False, exists=True), required=False
)
@click.option(
    "--answers",
    type=click.File(encoding="utf-8", errors="replace"),
    help='Judge these answers, {"id": ..., "result": ...} a line.',
)
def check_vectors(folder: Path | None, answers: TextIO | None) -> None:
    """Check that the vectors in DIR, by default the shipped ones, are as written and as their schemas say.

    With --answers, judge another implementation's answers instead.  Exits with 1 where something is wrong.
    """
    if answers is not None:
        sys.exit(_print_verdicts(answers))
    try:
        found = list(complaints(folder or SHIPPED))
    except ModuleNotFoundError as missing:
        message = f"checking the schemas needs {missing.name}: pip install 'dtrees-spec[vectors]'"
        raise click.ClickException(message) from missing
    for complaint in found:
        click.echo(shown(complaint))
    if found:
        sys.exit(1)
    click.echo(f"{number_of_vectors()} vectors are as the generator writes them, and as their schemas say")


def _print_verdicts(lines: TextIO) -> bool:
    """Print what is wrong and how many are not; return whether something is wrong."""
    try:
        require_an_end(Path(lines.name))
        verdicts = judged(lines)
    except InvalidData as error:
        raise click.ClickException(str(error)) from error
    for id_, outcome in verdicts.items():
        if outcome == "wrong":
            click.echo(f"{id_}: wrong")
    counts = Counter(verdicts.values())
    counted = ", ".join(f"{counts[outcome]} {outcome}" for outcome in ("canonical", "acceptable", "wrong"))
    click.echo(f"{counted}, {number_of_vectors() - len(verdicts)} without an answer")
    return bool(counts["wrong"])
