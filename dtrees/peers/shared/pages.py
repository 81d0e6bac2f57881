"""The pages of findings as data: each program's box and entries, and the tables of the front page made from them.

``python -m dtrees.peers.shared.pages`` writes the generated parts of ``dtrees/peers/*.md`` again.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import attrs

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

PEERS: Final = Path(__file__).parents[1]

KINDS: Final = (
    "wrong answer",
    "exception",
    "process ends",
    "never ends",
    "not as documented",
    "rounding",
    "by design",
)
PROMISES: Final = (
    "split",
    "limits",
    "weights",
    "values",
    "alphas",
    "pruning",
    "validation",
    "scale",
    "failures",
)
COLUMNS: Final = ("id", "symptom", "kind", "default", "ordinary", "promise", "since", "status", "cause", "example")

FROM_SCRATCH: Final = {
    "numpy_ml",
    "imodels",
    "chefboost",
    "c45_decision_tree",
    "decision_tree_id3",
    "nltk",
    "c5tree",
    "ml_cart",
    "decision_tree",
    "scikitjs",
}
"""Packages written from scratch, which few use: the headline leaves them out."""


def _promises(text: str) -> tuple[str, ...]:
    return () if text == "-" else tuple(text.split(", "))


@attrs.frozen
class Entry:
    """A row of a page: one way in which a program deviates.  An empty *promise* means that it breaks none."""

    id: str
    symptom: str
    kind: str
    default: str
    ordinary: str
    promise: tuple[str, ...] = attrs.field(converter=_promises)
    since: str
    status: str
    cause: str
    example: str

    @property
    def is_defect(self) -> bool:
        """Whether it is a defect, not rounding or a choice of design."""
        return self.kind not in {"rounding", "by design"}

    @property
    def hurts(self) -> bool:
        """Whether it is a defect that ordinary data show with default options."""
        return self.is_defect and self.default == self.ordinary == "yes"


@attrs.frozen
class Page:
    """The page of a program: the name of its folder, its box, the entries to read first, and all its entries."""

    folder: str
    title: str
    box: Mapping[str, str]
    first: Sequence[str]
    entries: Sequence[Entry]

    @property
    def promises(self) -> list[str]:
        """The promises by which the program is judged."""
        return self.box["promises asked"].split(", ")

    def word(self, promise: str) -> str:
        """Return how the program keeps *promise*: ``kept``, ``edge``, ``broken`` or ``not asked``."""
        if promise not in self.promises:
            return "not asked"
        breaking = [one for one in self.entries if promise in one.promise and one.kind != "by design"]
        if any(one.is_defect and one.ordinary == "yes" for one in breaking):
            return "broken"
        return "edge" if breaking else "kept"


def _rows(text: str, width: int) -> Iterable[list[str]]:
    """Yield the cells of each row of the tables of so many columns, without their heads."""
    for line in text.splitlines():
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] if line.startswith("| ") else []
        if len(cells) == width and not set(cells[0]) <= {"-"} and cells[0] not in {"id", ""}:
            yield cells


def page_of(folder: Path) -> Page:
    """Return the page of the program in *folder*, read from its README."""
    text = (folder / "README.md").read_text("utf-8")
    top, _, rest = text.partition("## Findings")
    box = {name: value for name, value in _rows(top, 2) if not set(name) <= {"-"}}
    first = re.findall(r"^\d\. \*\*([A-Z]+\d+)\.\*\*", top, re.MULTILINE)
    entries = [Entry(*cells) for cells in _rows(rest, len(COLUMNS))]
    return Page(folder.name, text.partition("\n")[0].removeprefix("# "), box, first, entries)


@cache
def pages() -> dict[str, Page]:
    """Return the page of each program, by the name of its folder."""
    return {path.parent.name: page_of(path.parent) for path in sorted(PEERS.glob("*/README.md"))}


def entry_of(name: str) -> tuple[Page, Entry] | None:
    """Return the page and the entry with an identifier such as ``X1``, or None if there is none."""
    return next(((page, one) for page in pages().values() for one in page.entries if one.id == name), None)


def script_of(page: Page, name: str = "all") -> Path | None:
    """Return the script that shows an entry, or all, by the program alone, without dtrees; None if there is none."""
    scripts = (path for path in (PEERS / page.folder / "reproduce").glob(f"{name}.*") if path.suffix != ".txt")
    return next(scripts, None)


def reasons_of(name: str) -> dict[str, list[str]]:
    """Return the identifiers of the entries behind each reason of a finding, for the program called *name*."""
    for path in PEERS.glob("*/reasons.json"):
        known: dict[str, dict[str, list[str]]] = json.loads(path.read_text("utf-8"))
        if name in known:
            return known[name]
    return {}


# --- what the front page makes of them --------------------------------------------------------------------------


def matrix(known: Iterable[Page]) -> str:
    """Return the Markdown table of programs by promises, with a word such as ``kept`` in each cell."""
    lines = [f"| program | {' | '.join(PROMISES)} |", "| --- " * (len(PROMISES) + 1) + "|"]
    for page in known:
        link = f"{page.folder}/README.md"
        cells = [f"[{page.word(promise)}]({link}#findings)" for promise in PROMISES]
        lines.append(
            f"| [{page.title}]({link}) | {' | '.join(cells).replace(f'[not asked]({link}#findings)', 'not asked')} |"
        )
    return "\n".join(lines)


def table_of(entries: Iterable[tuple[Page, Entry]]) -> str:
    """Return the Markdown table of *entries* of several programs."""
    lines = ["| program | id | symptom | kind | default | ordinary |", "| --- | --- | --- | --- | --- | --- |"]
    for page, one in entries:
        link = f"[{page.title}]({page.folder}/README.md)"
        lines.append(f"| {link} | {one.id} | {one.symptom} | {one.kind} | {one.default} | {one.ordinary} |")
    return "\n".join(lines)


def edge() -> str:
    """Return the Markdown table of the defects that no ordinary data show."""
    return table_of(
        (page, one) for page in pages().values() for one in page.entries if one.is_defect and one.ordinary == "no"
    )


def headline() -> str:
    """Return the sentences that count the ways in which larger programs fail ordinary users, and entries by kind."""
    large = [page for page in pages().values() if page.folder not in FROM_SCRATCH]
    every = [one for page in pages().values() for one in page.entries]
    hurting = [one for page in large for one in page.entries if one.hurts]
    programs = sum(any(one.hurts for one in page.entries) for page in large)
    pairs = {
        (cause, page.folder)
        for cause, ids in causes().items()
        for page in large
        for one in page.entries
        if one.id in ids and one.hurts
    }
    alone = {one.id for one in hurting} - {name for ids in causes().values() for name in ids}
    counts = {kind: sum(one.kind == kind for one in every) for kind in KINDS}
    granted = counts.pop("by design")
    told = ", ".join(f"{count} {kind}" for kind, count in counts.items())
    return (
        f"{programs} of {len(large)} larger programs fail on ordinary data with default options, "
        f"in {len(pairs) + len(alone)} ways (weights, categories, missing values, exact XOR "
        f"and tenths computed in two ways included).\n"
        f"A way is a cause in a program: {len(pairs)} are shared causes, {len(alone)} are not.\n"
        f"In all, {len(pages())} pages hold {len(every) - granted} deviations: {told}.\n"
        f"They also hold {granted} choices by design, which are granted."
    )


@cache
def causes() -> dict[str, list[str]]:
    """Return the identifiers of the entries of each cause that programs share, by the cause's name."""
    text = (PEERS / "causes.md").read_text("utf-8")
    found = re.findall(r"^## (.*?)$.*?^<!-- ([A-Z][\w ]+) -->$", text, re.MULTILINE | re.DOTALL)
    return {name: ids.split() for name, ids in found}


def generated(text: str) -> str:
    """Return the page *text* with its generated parts, each between two comments that name it, written again."""
    large = [page for page in pages().values() if page.folder not in FROM_SCRATCH]
    small = [page for page in pages().values() if page.folder in FROM_SCRATCH]
    parts = {"headline": headline(), "matrix": matrix(large), "small": matrix(small), "edge": edge()}

    def written(part: re.Match[str]) -> str:
        names = part[1].split()
        body = parts[names[0]] if names[0] in parts else table_of(filter(None, map(entry_of, names)))
        return f"<!-- {part[1]} -->\n{body}\n<!-- end -->"

    return re.sub(r"<!-- ([\w ]+) -->\n.*?<!-- end -->", written, text, flags=re.DOTALL)


if __name__ == "__main__":
    for path in PEERS.glob("*.md"):
        path.write_text(generated(path.read_text("utf-8")), "utf-8")
