"""Write what the pages take from the code: ``python tests/notebooks/pages.py``, from the repository's root.

That is `definitions.md`, the ten functions to read first; the links of the concordance to the source; and the picture
of the first page.  Tests compare what is written with what this would write, the picture by its texts and colours.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "notebooks"
CONCORDANCE: Final = FOLDER / "README.md"

FIRST: Final = (
    "entropy", "gini", "gain", "gain_ratio", "admissible_splits", "grow", "predict", "alpha_of", "pruning_sequence",
    "reduced_error_prune",
)  # fmt: skip
"""The functions of the page of definitions, in reading order."""


@cache
def module_tree(module: str) -> tuple[Path, ast.Module]:
    """Return the file of a module of the package and what it says."""
    file = ROOT.joinpath(*module.split(".")).with_suffix(".py")
    file = file if file.exists() else file.with_suffix("") / "__init__.py"
    return file, ast.parse(file.read_text(encoding="utf-8"))


def definition(name: str) -> tuple[Path, ast.stmt]:
    """Return the file and the statement that define ``dtrees.NAME`` or ``dtrees.render.NAME``."""
    module, _, wanted = name.rpartition(".")
    file, tree = module_tree(module)
    for statement in tree.body:
        match statement:
            case ast.ImportFrom(module=str(source), names=names) if wanted in {
                each.asname or each.name for each in names
            }:
                [original] = [each.name for each in names if wanted == (each.asname or each.name)]
                return definition(f"{source}.{original}")
            case ast.FunctionDef(name=found) | ast.ClassDef(name=found) if found == wanted:
                return file, statement
            case ast.Assign(targets=[ast.Name(found)]) | ast.AnnAssign(target=ast.Name(found)) if found == wanted:
                return file, statement
    message = f"{name} is not defined where the package imports it from"
    raise LookupError(message)


def source_link(name: str) -> str:
    """Return where ``dtrees.NAME`` is defined, as a link from the folder of the notebooks."""
    file, statement = definition(name)
    return f"../{file.relative_to(ROOT).as_posix()}#L{statement.lineno}"


def with_links(page: str) -> str:
    """Return the concordance with a link to the source at each function's name."""

    def linked(found: re.Match[str]) -> str:
        name = found["name"]
        return f"[`{name}`]({source_link(name.replace('dt.', 'dtrees.', 1))})"

    lines = page.splitlines()
    for place, line in enumerate(lines):
        cells = line.split("|")
        if line.startswith("| ") and len(cells) == 10:
            cells[6] = re.sub(r"(?:\[`(?P<old>[\w.]+)`\]\([^)]*\)|`(?P<new>dt[\w.]+)`)", _name, cells[6])
            cells[6] = re.sub(r"`(?P<name>dt[\w.]+)`", linked, cells[6])
            lines[place] = "|".join(cells)
    return "\n".join(lines) + "\n"


def _name(found: re.Match[str]) -> str:
    return f"`{found['old'] or found['new']}`"


def definitions() -> str:
    """Return the page of definitions: each function whole, below its formula and beside what the concordance links."""
    rows = [line.strip("|").split("|") for line in CONCORDANCE.read_text(encoding="utf-8").splitlines()]
    parts = [HEAD]
    for name in FIRST:
        row = next(row for row in rows if len(row) == 8 and f"`dt.{name}`" in row[5])
        place, chinese, _, english, formula, _, notebook, proof = (cell.strip() for cell in row)
        file, statement = definition(f"dtrees.{name}")
        start = min([statement.lineno, *(each.lineno for each in getattr(statement, "decorator_list", []))])
        code = "\n".join(file.read_text(encoding="utf-8").splitlines()[start - 1 : statement.end_lineno])
        parts.append(
            f"## {name}\n\n{english}, {chinese}: {formula or 'an algorithm'} ({place})  \n"
            f"[source]({source_link(f'dtrees.{name}')}) · notebook {notebook} · proof: {proof}\n\n"
            f"```py\n{code}\n```\n"
        )
    return "\n".join(parts)


HEAD: Final = """# The definitions 定义

The ten functions to read first, as they stand in the source: this page is written from it. The name that a function
calls is another definition, one module away.
"""


def picture() -> str:
    """Return the picture of the first page as SVG, with its texts as texts."""
    import matplotlib as mpl  # noqa: PLC0415 (only to draw)

    import dtrees as dt  # noqa: PLC0415

    mpl.use("Agg")
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "dtrees"}):
        figure: Any = dt.plot(dt.grow(dt.datasets.load("playtennis"), dt.id3())).figure
        written = StringIO()
        figure.savefig(written, format="svg", metadata={"Date": None})
        return re.sub(r" +$", "", written.getvalue(), flags=re.MULTILINE)


def main() -> None:
    """Write the three."""
    page = CONCORDANCE.read_text(encoding="utf-8")
    CONCORDANCE.write_text(with_links(page), encoding="utf-8")
    (FOLDER / "definitions.md").write_text(definitions(), encoding="utf-8")
    (FOLDER / "playtennis.svg").write_text(picture(), encoding="utf-8")


if __name__ == "__main__":
    main()
