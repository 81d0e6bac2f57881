"""Build the site: ``python notebooks/site FOLDER`` writes notebooks, chapters, findings and proofs as one site.

Needs Sphinx and MyST-NB (``pip install '.[site]'``).  Each page is copied as it stands, but for its links: one to a
line of the source leads to the page of that source, one to a folder of ``dtrees/`` to the page of that chapter.  The
concordance of ``notebooks/README.md`` leads from a term to its function, notebook and proof; `related` leads back, and
from each of the three to the others.  A warning fails the build.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
import tempfile
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

ROOT: Final = Path(__file__).resolve().parents[2]
CHAPTERS: Final = ("data", "trees", "growing", "predicting", "pruning", "selection")  # shown whole
ROOMS: Final = (*CHAPTERS, "numbers", "render", "vectorized", "laws", "oracle", "cli")  # the others by what they offer
LINK: Final = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+(?:\([^()]*\))?[^()\s]*)\)")
CONCORDANCE: Final = ROOT / "notebooks" / "README.md"
COLUMNS: Final = 8  # of the concordance: place, 简体, 繁體, term, formula, function, notebook, proof
HEADING: Final = re.compile(r"^#{2,4} (.+)$", re.MULTILINE)
FENCED: Final = re.compile(r"(^ *(?:```|~~~).*?^ *(?:```|~~~) *$)", re.MULTILINE | re.DOTALL)

INDEX: Final = """

```{toctree}
:caption: Notebooks
:glob:
:hidden:

notebooks/README
notebooks/definitions
notebooks/0*
notebooks/1*
notebooks/README.zh
```

```{toctree}
:caption: Chapters
:glob:
:hidden:

dtrees/README
api/*
dtrees/oracle/**
dtrees/vectorized/README
dtrees/data/datasets/SOURCES
```

```{toctree}
:caption: Findings
:glob:
:hidden:

dtrees/peers/README
dtrees/peers/users
dtrees/peers/causes
dtrees/peers/edge
dtrees/peers/options
dtrees/peers/exporters
dtrees/peers/*/README
dtrees/peers/issues/*
```

```{toctree}
:caption: Proofs and tests
:glob:
:hidden:

proofs/README
proofs/*
tests/README
```
"""


def slug(title: str) -> str:
    """Return the anchor that MyST makes of a heading, which is GitHub's."""
    return re.sub(r"[^\w\u4e00-\u9fff\- ]", "", title.strip().lower()).replace(" ", "-")


@cache
def anchors(notebook: Path) -> dict[str, str]:
    """Return the anchors of a notebook: Jupyter's own, and what MyST makes of the same heading."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    lines = [
        line.strip()
        for cell in cells
        if cell["cell_type"] == "markdown"
        for line in "".join(cell["source"]).split("\n")
    ]
    titles = [line.lstrip("#").strip() for line in lines if line.startswith("#")]
    return {title.replace(" ", "-"): slug(title) for title in titles}


def relinked(text: str, page: Path) -> str:
    """Return the Markdown of a page with its links as the site has them; code stays as it is."""
    up = "../" * (len(page.relative_to(ROOT).parts) - 1)

    def link(found: re.Match[str]) -> str:  # noqa: PLR0911 (a line each kind of link)
        label, target = found[1], unquote(found[2])
        if "://" in target or target.startswith("#"):
            return found[0]
        path, _, anchor = target.partition("#")
        there = (page.parent / path).resolve()
        if not there.is_relative_to(ROOT) or not there.exists():
            return label
        where = there.relative_to(ROOT)
        if there.suffix == ".py" and where.parts[0] == "dtrees" and where.parts[1] in CHAPTERS:
            return f'<a href="{up}_modules/{where.with_suffix("").as_posix()}.html">{html_of(label)}</a>'
        if there.is_dir():
            room = where.parts[1] if len(where.parts) > 1 else ""
            return f"[{label}]({up}api/{room}.md)" if room in ROOMS else label
        if there.suffix == ".ipynb" and anchor:
            return f"[{label}]({path}#{anchors(there)[anchor]})"
        if there == ROOT / "README.md":
            return f"[{label}]({up}index.md{'#' + anchor if anchor else ''})"
        return found[0] if there.suffix in {".md", ".ipynb", ".svg"} else label

    parts = FENCED.split(text)  # what stands at odd places is code
    return "".join(part if at % 2 else LINK.sub(link, part) for at, part in enumerate(parts))


def html_of(label: str) -> str:
    """Return a link's text as HTML."""
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", label)


@cache
def concordance() -> list[dict[str, list[str]]]:
    """Return the rows of the concordance: the term, and the names or pages of its functions, notebooks and proofs."""
    rows, heading = [], ""
    for line in CONCORDANCE.read_text(encoding="utf-8").splitlines():
        if line.startswith("### "):
            heading = slug(line[4:])
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if len(cells) != COLUMNS or not (functions := LINK.findall(cells[5])):
            continue
        rows.append(
            {
                "terms": [f"{cells[3]} {cells[1]}", f"notebooks/README.html#{heading}"],
                "functions": [name for label, target in functions for name in documented(label.strip("`"), target)],
                "notebooks": [
                    each for label, target in LINK.findall(cells[6]) for each in (label, f"notebooks/{target}")
                ],
                "proofs": [each for label, target in LINK.findall(cells[7]) for each in (label, target[3:])],
            }
        )
    return rows


def documented(label: str, target: str) -> list[str]:
    """Return the label of a function and its place on the page of its chapter, nothing where no page shows it."""
    module, name = target[3:].partition(".py")[0].replace("/", ".").removesuffix(".__init__"), label.rpartition(".")[2]
    room = module.split(".")[1]
    where = module if room in CHAPTERS else f"dtrees.{room}"
    if name.isupper():  # a constant, which only the module's own page names
        return [label, f"api/{room}.html#module-{where}"]
    if room == "numbers":  # the chapter offers its two classes by their modules
        return [label, f"api/{room}.html"]
    return [label, f"api/{room}.html#{where}.{name}"] if room in ROOMS else []


def as_page(target: str) -> str:
    """Return a link to a section as the site has it: the name of the page and MyST's anchor."""
    path, _, anchor = unquote(target).partition("#")
    if path.endswith(".ipynb"):
        anchor = anchors(ROOT / path)[anchor]
    return f"{Path(path).with_suffix('.html').as_posix()}#{anchor}"


def related(kind: str, place: str) -> dict[str, str]:
    """Return the addresses of all that stands in a row of the concordance with *place*, by what each link says.

    *kind* is ``functions``, ``notebooks`` or ``proofs``; the links of that kind are left out.
    """
    found: dict[str, str] = {}
    for row in concordance():
        if place not in row[kind][1::2]:
            continue
        for other in ("terms", "functions", "notebooks", "proofs"):
            before = {"notebooks": "notebook ", "proofs": "proof: "}.get(other, "")
            if other != kind:
                for label, target in zip(row[other][::2], row[other][1::2], strict=True):
                    found[before + label] = as_page(target) if other in {"notebooks", "proofs"} else target
    return found


def with_related(text: str, page: Path, kind: str) -> str:
    """Return the Markdown of a page with a line of links below each heading that the concordance leads to."""
    where = page.relative_to(ROOT)
    up = "../" * (len(where.parts) - 1)

    def line(found: re.Match[str]) -> str:
        title = found[1].strip()
        anchor = title.replace(" ", "-") if kind == "notebooks" else slug(title)
        links = related(kind, f"{where.as_posix()}#{anchor}")
        shown = ", ".join(f'<a href="{up}{target}">{html_of(label)}</a>' for label, target in links.items())
        return f"{found[0]}\n\n<small>{shown}</small>\n" if links else found[0]

    parts = FENCED.split(text)
    return "".join(part if at % 2 else HEADING.sub(line, part) for at, part in enumerate(parts))


def staged(folder: Path) -> None:
    """Write the pages of the site into the folder."""
    pages = [ROOT / "README.md", *ROOT.glob("notebooks/*.md"), *ROOT.glob("proofs/*.md"), ROOT / "tests" / "README.md"]
    pages += [*ROOT.glob("dtrees/**/*.md")]
    for page in pages:
        text = relinked(page.read_text(encoding="utf-8"), page)
        if page.parent.name == "proofs":
            text = with_related(text, page, "proofs")
        where = folder / page.relative_to(ROOT)
        if page == ROOT / "README.md":
            where, text = folder / "index.md", text + INDEX
        where.parent.mkdir(parents=True, exist_ok=True)
        where.write_text(text, encoding="utf-8")
    for notebook in ROOT.glob("notebooks/*.ipynb"):
        made: dict[str, Any] = json.loads(notebook.read_text(encoding="utf-8"))
        for cell in made["cells"]:
            if cell["cell_type"] == "markdown":
                text = with_related(relinked("".join(cell["source"]), notebook), notebook, "notebooks")
                cell["source"] = text.splitlines(keepends=True)
        (folder / "notebooks" / notebook.name).write_text(json.dumps(made), encoding="utf-8")
    for picture in ROOT.glob("notebooks/*.svg"):
        shutil.copy(picture, folder / "notebooks")
    (folder / "api").mkdir()
    for room in ROOMS:
        modules = (
            sorted((ROOT / "dtrees" / room).rglob("*.py"))
            if room in CHAPTERS
            else [ROOT / "dtrees" / room / "__init__.py"]
        )
        names = [".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in modules]
        listed = "\n".join(f".. automodule:: {name}\n   :members:\n" for name in names)
        (folder / "api" / f"{room}.md").write_text(f"# {room}\n\n```{{eval-rst}}\n{listed}\n```\n", encoding="utf-8")
    places = sorted(set(chain.from_iterable(row["functions"][1::2] for row in concordance())))
    links = {place.partition("#")[2]: related("functions", place) for place in places}
    (folder / "related.json").write_text(json.dumps(links), encoding="utf-8")
    shutil.copy(Path(__file__).with_name("conf.py"), folder)


def main() -> int:
    """Build the site in the folder that is named, and return the status that Sphinx ends with."""
    from sphinx.cmd.build import build_main  # noqa: PLC0415 (the pages can be looked at without it)

    with tempfile.TemporaryDirectory() as folder:
        staged(Path(folder))
        return build_main(["-b", "html", "-q", "-W", "--keep-going", "-j", "2", folder, sys.argv[1]])


if __name__ == "__main__":
    sys.exit(main())
