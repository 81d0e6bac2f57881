"""Output of the commands on CSV files: printed sequences and choices, saved trees, pages and pictures."""

from __future__ import annotations

import warnings
from io import BytesIO
from typing import TYPE_CHECKING, Any

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from dtrees.render import plot
from dtrees.render.files import write_whole
from dtrees.trees.tree import leaves
from dtrees.trees.tree_json import to_json

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from dtrees.growing.impurity import Impurity
    from dtrees.numbers.exact import Exact
    from dtrees.pruning.cost_complexity import Pruned
    from dtrees.selection.holdout import Selection
    from dtrees.trees.tree import Tree


def leaves_text(tree: Tree) -> str:
    """Return the number of leaves of the tree in words, as in "3 leaves"."""
    count = len(leaves(tree))
    return f"{count} {'leaf' if count == 1 else 'leaves'}"


def print_sequence(sequence: Sequence[Pruned], values: Sequence[Exact] = ()) -> None:
    """Print a line for each member of a pruning sequence: its alpha, exact and as a decimal, leaves, and value."""
    table = Table("k", box=SIMPLE_HEAD)
    for column in ("alpha", "decimal", "leaves", *(["value"] if values else [])):
        table.add_column(column, justify="right")
    for k, member in enumerate(sequence):
        cells = [str(k), str(member.alpha), f"{member.alpha:.6g}", str(len(leaves(member.tree)))]
        table.add_row(*cells, *([f"{values[k]:.6g}"] if values else []))
    Console().print(table)


def print_choice(chosen: Selection, scale: str) -> None:
    """Print the alphas at which the chosen tree is optimal, their *scale*, and its size."""
    until = "infinity" if chosen.until is None else f"{chosen.until} = {chosen.until:.6g}"
    size = leaves_text(chosen.tree)
    click.echo(f"\nchosen: alpha from {chosen.alpha} = {chosen.alpha:.6g} up to {until}, {size} (--scale {scale})")


def write(
    tree: Tree, options: dict[str, Any], *, impurity: Impurity | None, page: Callable[[], str] | None = None
) -> None:
    """Write the tree, its page and its pictures to the files that the options name."""
    if options["html"] and page is None:
        message = "--html shows a sequence or how a tree grows, and there is neither here: leave it out"
        raise click.UsageError(message)
    if options["save"]:
        _write(options["save"], to_json(tree) + "\n")
    if options["html"] and page is not None:
        _write(options["html"], page())
    for kind in ("svg", "png"):
        if options[kind]:
            with warnings.catch_warnings(record=True) as folded:
                warnings.simplefilter("always")
                figure: Any = plot(tree, impurity=impurity).figure
            for warning in folded:
                click.echo(str(warning.message).partition(": max_depth")[0], err=True)
            drawn = BytesIO()
            figure.savefig(drawn, format=kind, dpi=150)
            _write(options[kind], drawn.getvalue())


def _write(path: Path, content: str | bytes) -> None:
    write_whole(path, content)
    click.echo(f"saved to {path}", err=True)
