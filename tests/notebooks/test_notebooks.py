"""Each notebook is its .py run from top to bottom, states nothing that it does not assert, and redefines nothing."""

from __future__ import annotations

import ast
import re
import tomllib
from typing import TYPE_CHECKING, Any, Final

import jupytext
import pytest
from nbclient.exceptions import CellExecutionError
from notebooks.write import FOLDER, SOURCES, executed, stored

import dtrees as dt
from dtrees.citations import CITATIONS
from dtrees.errors import Unsupported

if TYPE_CHECKING:
    from pathlib import Path

PAIRING: Final = tomllib.loads((FOLDER / "jupytext.toml").read_text(encoding="utf-8"))
PERCENT: Final = {"extension": ".py", "format_name": "percent"} | {
    option: value for option, value in PAIRING.items() if option != "formats"
}
CITED: Final = re.compile(r"^# \[(\S.*)\]$", re.MULTILINE)
BRACKET: Final = re.compile(r"\[([^][]+)\](?!\()")
KEY: Final = re.compile(r"[A-Z][A-Za-z]*\d{2,4}|[A-Z]+\d+|NOTE_[A-Z]")
PLACE: Final = re.compile(
    r"(?m:^#.*$)|\[[^][]*\]|(?:§|eqs?\.|examples?|tables?|figures?|chapters?|例|式|表|图)\s*[\d.]+(?:, §?[\d.]+)*"
)
DECIMAL: Final = re.compile(r"(?<![\d.])\d+\.\d{2,}(?![\d.]*\d)")
UNREPEATABLE: Final = re.compile(r" at 0x[0-9a-f]+|(?<![\w.])/(?:home|tmp|root|work|usr)/")

pytestmark = pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)


def cells(source: Path, kind: str) -> list[str]:
    """Return the sources of the cells of one *kind*, ``code`` or ``markdown``."""
    return [cell.source for cell in jupytext.read(source, fmt="py:percent").cells if cell.cell_type == kind]


def keys(text: str) -> list[str]:
    """Return the citation keys of *text*: the first word of each part of a bracket that looks like a key."""
    words = [part.split()[0].rstrip(",") for bracket in BRACKET.findall(text) for part in bracket.split(";")]
    return [word for word in words if KEY.fullmatch(word)]


def outputs(notebook: Any) -> list[list[Any]]:
    """Return each code cell's outputs, of pictures only the text that says what is drawn."""
    shown = [cell.outputs for cell in notebook.cells if cell.cell_type == "code"]
    return [[output["data"]["text/plain"] if is_picture(output) else output for output in cell] for cell in shown]


def is_picture(output: Any) -> bool:
    """Return whether the output of a cell is a picture."""
    return "image/png" in output.get("data", {})


def test_the_pair_has_the_same_cells(source: Path) -> None:
    """Each file is what jupytext makes of the other's cells."""
    assert jupytext.writes(stored(source), PERCENT) == source.read_text(encoding="utf-8")


def test_running_it_gives_what_is_stored(source: Path) -> None:
    """No cell raises, no warning is given, every text comes out as before, and the stored pictures are those drawn.

    Where a picture differs, look at what the code draws now, and store it: ``python tests/notebooks/write.py``.

    It skips where a cell asks a peer that is not there: `Unsupported` says what installs it.
    """
    try:
        ran = executed(source)
    except CellExecutionError as error:
        if error.ename == Unsupported.__name__:
            pytest.skip(error.evalue)
        raise
    assert outputs(ran) == outputs(stored(source))


def test_what_is_stored_does_not_depend_on_the_machine(source: Path) -> None:
    """No address, no path, no time of execution."""
    texts = [str(output) for cell in outputs(stored(source)) for output in cell]
    assert [text for text in texts if UNREPEATABLE.search(text)] == []
    assert [cell.metadata for cell in stored(source).cells if cell.metadata] == []


def test_it_defines_nothing(source: Path) -> None:
    """It has no function and no class of its own, and gives no public name of the package another meaning."""
    nodes = [node for code in cells(source, "code") for node in ast.walk(ast.parse(code))]
    assert [node for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)] == []
    assigned = [node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    assert [name for name in assigned if name in dt.__all__] == []
    values = [node.value for node in nodes if isinstance(node, ast.Assign | ast.AnnAssign)]
    assert [value for value in values if isinstance(value, ast.Lambda)] == []


def test_every_cell_that_cites_asserts(source: Path) -> None:
    """A cell with a line ``# [KEY place]`` holds an assertion that computes something; there are such cells."""
    citing = [code for code in cells(source, "code") if CITED.search(code)]
    assert citing
    for code in citing:
        asserted = [node.test for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Assert)]
        assert any(isinstance(part, ast.Name) for test in asserted for part in ast.walk(test)), code


def test_every_decimal_in_the_prose_is_asserted(source: Path) -> None:
    """A decimal of two places or more stands in a cell that asserts; numbers of headings and equations are none."""
    asserting = "\n".join(code for code in cells(source, "code") if "assert " in code)
    found = [number for text in cells(source, "markdown") for number in DECIMAL.findall(PLACE.sub("", text))]
    assert [number for number in found if number not in asserting] == []


def test_no_formula_breaks_its_line_where_it_names_a_sign(source: Path) -> None:
    r"""The name of a sign follows one backslash: after two, a new line begins and the name is letters, ``\\le``."""
    assert [found for text in cells(source, "markdown") for found in re.findall(r"\\\\[a-z,]+", text)] == []


def test_every_citation_is_in_the_table(source: Path) -> None:
    """In prose and in the lines that cite; and the notebook cites something."""
    cited = [key for cell in jupytext.read(source, fmt="py:percent").cells for key in keys(cell.source)]
    assert cited
    assert [key for key in cited if key not in CITATIONS] == []


def test_it_opens_with_its_title_and_ends_with_exercises_and_their_solutions(source: Path) -> None:
    """The title has the file's number; a solution has the number of its exercise, and a cell that asserts."""
    notebook = jupytext.read(source, fmt="py:percent").cells
    assert notebook[0].source.startswith(f"# {int(source.stem[:2])}. ")
    assert source.parent == FOLDER
    start = next(place for place, cell in enumerate(notebook) if cell.source.startswith("## Exercises 练习\n"))
    exercises, solutions = notebook[start].source.count("\n- "), notebook[start + 1 :]
    assert solutions[0].source.startswith("## Solutions 解答\n")
    texts = [cell.source.removeprefix("## Solutions 解答\n\n") for cell in solutions[::2]]
    assert [text[:7] for text in texts] == [f"**{number}.** " for number in range(1, exercises + 1)]
    assert all(cell.cell_type == "code" and "assert " in cell.source for cell in solutions[1::2])
    assert len(solutions) == 2 * exercises
