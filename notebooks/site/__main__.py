"""Build the site: ``python notebooks/site FOLDER`` writes notebooks, chapters, findings and proofs as one site.

Needs Sphinx and MyST-NB (``pip install '.[site]'``).  Each page is copied as it stands, but for its links: one to a
line of the source leads to the page of that source, one to a folder of ``dtrees/`` to the page of that chapter.  A
warning fails the build.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

ROOT: Final = Path(__file__).resolve().parents[2]
CHAPTERS: Final = ("data", "trees", "growing", "predicting", "pruning", "selection")  # shown whole
ROOMS: Final = (*CHAPTERS, "numbers", "render", "vectorized", "laws", "oracle", "cli")  # the others by what they offer
LINK: Final = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+(?:\([^()]*\))?[^()\s]*)\)")
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
dtrees/peers/*
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


def staged(folder: Path) -> None:
    """Write the pages of the site into the folder."""
    pages = [ROOT / "README.md", *ROOT.glob("notebooks/*.md"), *ROOT.glob("proofs/*.md"), ROOT / "tests" / "README.md"]
    pages += [*ROOT.glob("dtrees/**/*.md")]
    for page in pages:
        text = relinked(page.read_text(encoding="utf-8"), page)
        where = folder / page.relative_to(ROOT)
        if page == ROOT / "README.md":
            where, text = folder / "index.md", text + INDEX
        where.parent.mkdir(parents=True, exist_ok=True)
        where.write_text(text, encoding="utf-8")
    for notebook in ROOT.glob("notebooks/*.ipynb"):
        made: dict[str, Any] = json.loads(notebook.read_text(encoding="utf-8"))
        for cell in made["cells"]:
            if cell["cell_type"] == "markdown":
                cell["source"] = relinked("".join(cell["source"]), notebook).splitlines(keepends=True)
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
    shutil.copy(Path(__file__).with_name("conf.py"), folder)


def main() -> int:
    """Build the site in the folder that is named, and return the status that Sphinx ends with."""
    from sphinx.cmd.build import build_main  # noqa: PLC0415 (the pages can be looked at without it)

    with tempfile.TemporaryDirectory() as folder:
        staged(Path(folder))
        return build_main(["-b", "html", "-q", "-W", "--keep-going", "-j", "2", folder, sys.argv[1]])


if __name__ == "__main__":
    sys.exit(main())
