"""Data and trees as ``print`` writes them, and as a notebook shows them."""

from __future__ import annotations

from collections import Counter
from html import escape
from typing import TYPE_CHECKING, Any, Final
from unicodedata import east_asian_width

from dtrees.arguments import checked
from dtrees.data.dataset import Categorical, Classes, Dataset
from dtrees.data.outputs import Outputs
from dtrees.errors import as_html, as_text
from dtrees.numbers.exact import rational
from dtrees.numbers.rationals import write_number
from dtrees.render.text import mix_of, render_text
from dtrees.trees.tree import Branch, Leaf

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.data.dataset import Feature, Target

FIRST, LAST = 15, 5
"""The numbers of rows shown from the top and from the bottom, where there are more in all; columns likewise."""

WIDEST: Final = 24
"""The length at which a text in a cell is cut."""

LINES: Final = 200
"""The most nodes of a tree that are shown in a notebook."""

CELL: Final = "padding: 0.1em 0.8em; text-align: left"


@as_text.register
@checked
def render_data(data: Dataset) -> str:
    """Return the table as text: a line for each row, the target last, and a line of counts.  ``print(data)`` writes it.

    Of more than 20 rows, or columns, the middle ones are left out; a missing value is ``?``.

    >>> from dtrees.data.constructors import classification_data
    >>> print(render_data(classification_data({"sky": ["sun", "rain"], "wind": [0.32, 7]}, ["yes", "no"])))
    sky   wind  target
    sun   0.32  yes
    rain  7     no
    2 rows: 1 no, 1 yes
    """
    header, rows = _table(data)
    lines = [header, *rows]
    widths = [max(_width(line[column]) for line in lines) for column in range(len(header))]
    written = [
        "  ".join(cell + " " * (width - _width(cell)) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    ]
    return "\n".join([*written, _count(data)])


@as_html.register
def _(data: Dataset) -> str:
    """Return the table as HTML."""
    header, rows = _table(data)
    head = "".join(f'<th style="{CELL}">{escape(cell)}</th>' for cell in header)
    body = "".join(
        "<tr>" + "".join(f'<td style="{CELL}">{escape(cell)}</td>' for cell in row) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table><p>{escape(_count(data))}</p>"


@as_text.register(Leaf)
@as_text.register(Branch)
def _(tree: Leaf | Branch) -> str:
    return render_text(tree)


@as_html.register(Leaf)
@as_html.register(Branch)
def _(tree: Leaf | Branch) -> str:
    """Return the text of the tree, of a large one its first nodes."""
    lines = render_text(tree).split("\n")
    rest = [f"... and {len(lines) - LINES} nodes more: dt.plot(tree, max_depth=3) shows the top"]
    shown = escape("\n".join(lines[:LINES] + rest * (len(lines) > LINES)))
    return f'<pre style="line-height: 1.3">{shown}</pre>'


def _table(data: Dataset) -> tuple[list[str], list[list[str]]]:
    """Return the header and the rows as texts, those in the middle of a long or wide table left out."""
    places = _ends(len(data))
    between = ("...", ["..."] * len(places))
    columns = [
        between if place < 0 else (_cell(data.features[place].name), _cells(data.features[place], places))
        for place in _ends(len(data.features))
    ]
    if isinstance(data.target, Outputs):
        columns += [(f"output {place}", _cells(one, places)) for place, one in enumerate(data.target.targets)]
    else:
        columns.append(("target", _cells(data.target, places)))
    if (data.weights != 1).any():
        columns.append(("weight", ["..." if place < 0 else _cell(data.weights[place]) for place in places]))
    return [name for name, _ in columns], [list(row) for row in zip(*(cells for _, cells in columns), strict=True)]


def _ends(count: int) -> list[int]:
    """Return the positions that are shown of so many; -1 stands for those between."""
    if count <= FIRST + LAST:
        return list(range(count))
    return [*range(FIRST), -1, *range(count - LAST, count)]


def _cells(column: Feature | Target, places: Sequence[int]) -> list[str]:
    """Return the texts of a column at the *places*."""
    if isinstance(column, Classes | Categorical):
        names: Sequence[Any] = column.labels if isinstance(column, Classes) else column.categories
        values = [None if place < 0 or column.codes[place] < 0 else names[column.codes[place]] for place in places]
    else:
        values = [None if place < 0 else column.values[place] for place in places]
    return ["..." if place < 0 else _cell(value) for place, value in zip(places, values, strict=True)]


def _cell(value: Any) -> str:
    """Return the text of a value: a number as it was typed, ``?`` where one is missing."""
    if value is None or value != value:  # noqa: PLR0124 (as NaN alone does)
        return "?"
    if isinstance(value, float) and value.is_integer():
        value = rational(value)
    text = "".join(char if char.isprintable() else " " for char in write_number(value))
    return text if len(text) <= WIDEST else text[: WIDEST - 3] + "..."


def _width(text: str) -> int:
    """Return how many places of a terminal the text takes: a Chinese character takes two."""
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in text)


def _count(data: Dataset) -> str:
    """Return the line below the table: how many rows, and of what."""
    size = f"{len(data)} rows"
    if not isinstance(data.target, Classes):
        return size
    counts = Counter(data.target.codes.tolist())
    labels = [_cell(label) if isinstance(label, str) else label for label in data.target.labels[:FIRST]]
    mix = mix_of([str(counts[code]) for code in range(len(labels))], labels)
    return f"{size}: {mix}" + ", ..." * (len(data.target.labels) > FIRST)
