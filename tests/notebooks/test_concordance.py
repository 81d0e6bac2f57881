"""The concordance `notebooks/README.md`, and the links of the notebooks: whatever they point to is there."""

from __future__ import annotations

import pkgutil
import re
from collections import Counter
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote

import attrs
import pytest
from markdown_it import MarkdownIt
from mdit_py_plugins.anchors import anchors_plugin
from notebooks.write import FOLDER, SOURCES, stored

import dtrees as dt
from dtrees.citations import CITATIONS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from markdown_it.token import Token

README: Final = FOLDER / "README.md"
STORED: Final = [source.with_suffix(".ipynb") for source in SOURCES]
PAGES: Final = [
    README, FOLDER / "README.zh.md", FOLDER / "definitions.md", FOLDER.parent / "README.md",
    *sorted((FOLDER.parent / "dtrees").rglob("README.md")),
]  # fmt: skip
"""The pages whose links are checked."""
HAN: Final = re.compile(r"[\u4e00-\u9fff]")

NO_FORMULA: Final = {
    "DtreesError", "Impossible", "InvalidData", "InvalidLearner", "Undecided", "Unsupported",
    "Categorical", "Classes", "Dataset", "KeptResponses", "Numeric", "Ordinal", "Responses", "classification_data",
    "read_csv", "regression_data", "with_orders", "Outputs", "OutputSummaries", "MeanImpurity", "output_of",
    "Path", "Tree", "fold", "from_json", "to_json", "plot", "render_cp_table", "render_text", "to_dot",
    "to_html", "datasets", "laws", "oracle", "vectorized",
}  # fmt: skip
"""Public names that stand for no term of a book: errors, data and reading, containers, what is written out, modules."""


@attrs.frozen
class Row:
    """A row of the concordance."""

    place: str
    simplified: str
    traditional: str
    english: str
    formula: str
    functions: str
    notebook: str
    proof: str

    @property
    def names(self) -> list[str]:
        """The dotted names of the functions."""
        return [name.replace("dt.", "dtrees.", 1) for name in re.findall(r"`([\w.]+)`", self.functions)]


def rows() -> list[Row]:
    """Return the rows of the concordance, those of eight cells."""
    cells = [line.strip("|").split("|") for line in README.read_text(encoding="utf-8").splitlines() if line[:1] == "|"]
    found = [Row(*(cell.strip() for cell in row)) for row in cells if len(row) == len(attrs.fields(Row))]
    return [row for row in found if row.place != "place" and set(row.place) != {"-"}]


@cache
def tokens(file: Path) -> Sequence[Token]:
    """Return the Markdown of a page or of a notebook's prose, headings with the anchors that readers see."""
    if file.suffix == ".ipynb":
        prose = [cell.source for cell in stored(file).cells if cell.cell_type == "markdown"]
        slug, text = (lambda title: title.replace(" ", "-")), "\n\n".join(prose)  # Jupyter's own rule
    else:
        slug, text = None, file.read_text(encoding="utf-8")
    parser = MarkdownIt("commonmark").enable("table").use(anchors_plugin, max_level=6, slug_func=slug)
    return parser.parse(text)


def anchors(file: Path) -> list[str]:
    """Return the anchors of *file*."""
    return [str(token.attrGet("id")) for token in tokens(file) if token.type == "heading_open"]


def links(file: Path) -> list[str]:
    """Return the targets of the links of *file*, as they stand."""
    inside = [part for token in tokens(file) for part in token.children or []]
    return [unquote(str(part.attrGet("href"))) for part in inside if part.type == "link_open"]


def used(notebook: Path) -> str:
    """Return the code of *notebook*."""
    return "\n".join(cell.source for cell in stored(notebook).cells if cell.cell_type == "code")


@pytest.mark.parametrize("file", [*PAGES, *STORED], ids=lambda file: file.relative_to(FOLDER.parent).as_posix())
def test_every_link_and_anchor_leads_somewhere(file: Path) -> None:
    """Of pages and notebooks; what is elsewhere on the web is not fetched."""
    here = [target.partition("#") for target in links(file) if "://" not in target]
    pages = [(file.parent / path if path else file, anchor) for path, _, anchor in here]
    assert [page for page, _ in pages if not page.exists()] == []
    texts = [
        (page, anchor) for page, anchor in pages if page.suffix != ".py"
    ]  # lines of the source: see test_written_pages
    assert [anchor for page, anchor in texts if anchor and anchor not in anchors(page)] == []


@pytest.mark.parametrize("file", STORED, ids=lambda file: file.stem)
def test_headings_make_anchors_alike_everywhere(file: Path) -> None:
    """Letters, digits, spaces, dots and hyphens, and no heading twice."""
    titles = [token.content for before, token in pairwise(tokens(file)) if before.type == "heading_open"]
    assert [title for title in titles if not re.fullmatch(r"[\w. -]+", title)] == []
    assert len(set(titles)) == len(titles)


def test_the_concordance_has_a_row_for_every_formula() -> None:
    """Sixty rows and more, and among them every public name but those that stand for no term of a book."""
    assert len(rows()) >= 60
    named = {name.split(".")[1] for row in rows() for name in row.names}
    assert set(dt.__all__) - named == NO_FORMULA & set(dt.__all__)
    assert set(dt.__all__) >= NO_FORMULA


def test_every_function_of_the_concordance_exists() -> None:
    """Each row names one at least."""
    for row in rows():
        assert row.names, row
        assert [name for name in row.names if pkgutil.resolve_name(name) is None] == []


def test_every_row_has_a_place_terms_a_notebook_and_a_proof() -> None:
    """Each part of the place begins with a key of the table of citations; the links are tested above."""
    for row in rows():
        assert [part for part in row.place.split(";") if part.split()[0] not in CITATIONS] == []
        assert HAN.search(row.simplified), row
        assert HAN.search(row.traditional), row
        assert re.search("[A-Za-z]", row.english), row
        assert re.fullmatch(r"—|\[.+\]\(\d\d_\w+\.ipynb#.+\)", row.notebook), row
        assert re.fullmatch(r"\[.+\]\(\.\./proofs/.+\)", row.proof), row


def test_traditional_terms_are_the_simplified_ones_letter_by_letter() -> None:
    """But for what note C calls 資訊 and 演算法.

    A character is written in one way in all rows, and each column in characters of its own encoding.
    """
    written: dict[str, set[str]] = {}
    for row in rows():
        alike = row.traditional.replace("資訊", "信息").replace("演算法", "算法")
        assert len(alike) == len(row.simplified), row
        assert row.simplified.encode("gb2312"), row
        assert row.traditional.encode("big5"), row
        for one, other in zip(row.simplified, alike, strict=True):
            written.setdefault(one, set()).add(other)
    assert {one: others for one, others in written.items() if len(others) > 1} == {}


def test_every_function_is_called_in_the_notebook_beside_it() -> None:
    """Types and modules apart, which are seen in what the functions return."""
    for row in rows():
        called = "\n".join(used(FOLDER / path) for path in re.findall(r"\(([^)#]+)#", row.notebook))
        functions = [name.split(".")[-1] for name in row.names if not isinstance(pkgutil.resolve_name(name), type)]
        assert [name for name in functions if called and not re.search(rf"\b{name}\b", called)] == [], row


def test_every_notebook_is_listed() -> None:
    """In the table of notebooks, in reading order, and in the concordance."""
    assert [target for target in links(README) if re.fullmatch(r"\d\d_\w+\.ipynb", target)] == [
        notebook.name for notebook in STORED
    ]
    concordance = " ".join(row.notebook for row in rows())
    assert [notebook.name for notebook in STORED if f"({notebook.name}#" not in concordance] == []


EXAMPLES: Final = {
    "NOTE_A": {"figure": 1, "example": 1, "listing": 1},
    "NOTE_B": {"figure": 1, "example": 5, "listing": 3, "table": 2},
    "NOTE_C": {"figure": 5, "example": 2, "listing": 6, "table": 2},
    "NOTE_D": {"example": 1, "listing": 7, "table": 2},
    "NOTE_E": {"figure": 1, "example": 2, "listing": 1, "table": 2},
}
"""How many of each kind the notes have: read in them, and kept here so that none is lost."""


def examples() -> list[list[str]]:
    """Return the rows of the tables of examples, those of four cells: place, kind, what it is, link."""
    lines = [line for line in README.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    split = [re.split(r"(?<!\\)\|", line.strip("|")) for line in lines]
    rows = [[cell.strip().replace("\\|", "|") for cell in row] for row in split if len(row) == 4]
    return [row for row in rows if row[0].split()[0] in CITATIONS]


def test_every_example_of_the_notes_is_in_the_table() -> None:
    places = [(place.split()[0], kind) for place, kind, _, _ in examples()]
    found = Counter((key, kind) for key, kind in places if key.startswith("NOTE_"))
    assert found == {(note, kind): count for note, kinds in EXAMPLES.items() for kind, count in kinds.items()}


def test_every_example_is_run_where_the_table_says() -> None:
    """A cell of that section cites the place, and every cell that cites asserts."""
    for place, kind, _, link in examples():
        file, anchor = re.fullmatch(r"\[.+\]\((.+)#(.+)\)", link).groups()  # type: ignore[union-attr]
        cited = [part.strip() for part in cited_in_section(FOLDER / file, anchor)]
        assert [part for part in cited if part.startswith(place)], (place, kind, cited)


def cited_in_section(notebook: Path, anchor: str) -> list[str]:
    """Return what the cells from the heading to the next one cite."""
    inside, cited = False, []
    for cell in stored(notebook).cells:
        headings = re.findall(r"^##+ (.+)$", cell.source, re.MULTILINE) if cell.cell_type == "markdown" else []
        if headings:
            inside = anchor in [heading.replace(" ", "-") for heading in headings]
        elif inside and cell.cell_type == "code":
            cited += [
                part for line in re.findall(r"^# \[(\S.*)\]$", cell.source, re.MULTILINE) for part in line.split(";")
            ]
    return cited
