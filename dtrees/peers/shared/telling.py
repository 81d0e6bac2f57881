"""The lines that `dtrees verify NAME` prints about a known program: its version, and known defects behind findings."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any, Final

from dtrees.oracle.adapters import PEERS
from dtrees.peers.shared.pages import pages, reasons_of, script_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

DISTRIBUTIONS: Final = {
    "scikit-learn": "scikit-learn",
    "extra-tree": "scikit-learn",
    "hist-gradient-boosting": "scikit-learn",
    "xgboost": "xgboost",
    "lightgbm": "lightgbm",
    "opencv": "opencv-python-headless",
    "orange": "orange3",
    "onedal": "daal4py",
    "onedal-forest": "daal4py",
    "h2o": "h2o",
    "h2o-boosting": "h2o",
    "spark": "pyspark",
    "numpy-ml": "numpy-ml",
    "imodels": "imodels",
    "c45-decision-tree": "c45-decision-tree",
    "chefboost": "chefboost",
    "decision-tree-id3": "decision-tree-id-fork",
    "nltk": "nltk",
    "c5tree": "c5tree",
    "mlpack": "mlpack",
}
"""The distribution on PyPI of a program; any other says its version itself."""

RUN: Final = {".py": "python", ".R": "Rscript", ".mjs": "node", ".java": "java -cp weka.jar"}


def installed_version(name: str) -> str:
    """Return the version of a program's installed distribution, or an empty text."""
    try:
        return version(DISTRIBUTIONS[name]) if name in DISTRIBUTIONS else ""
    except PackageNotFoundError:  # built from source, or under another name
        return ""


def stated_version(implementation: Any) -> str:
    """Return the version that a program states in the protocol, or an empty text if it does not speak it."""
    start = getattr(implementation, "start", None)
    return str(start().get("implementation", {}).get("version", "")) if start else ""


def version_line(name: str, found: str) -> str:
    """Return a line with the program's version, and whether its page is about that version."""
    page = pages()[PEERS[name].partition(":")[0].rpartition(".")[2]]
    judged = re.search(r"\d+[\d.-]*\d", page.box["judged"])
    known = judged[0] if judged else ""
    same = re.split(r"[.-]", found)[:3] == re.split(r"[.-]", known)[:3]
    return f"{name} {found or 'of unknown version'}" + (
        "" if same else f" (its page is about {known}: tried all the same)"
    )


def entry_lines(name: str, found: str, reasons: Iterable[str]) -> Iterator[str]:
    """Yield lines about the known defects behind *reasons* of findings, in the page's order, with the scripts alone."""
    known = reasons_of(name)
    named = {one for why in reasons for one in known.get(why, ())}
    entries = [(each, one) for each in pages().values() for one in each.entries if one.id in named]
    for page, entry in entries:
        yield f"{entry.id} of {name} {found} ({entry.kind}, {entry.status}): {entry.symptom}"
        short, script = script_of(page, entry.id), script_of(page)
        if short:
            yield f"  the program alone, {RUN[short.suffix]} {short}:"
            yield from (f"    {line}" for line in short.read_text("utf-8").splitlines())
        elif script:
            yield f"  the program alone: cd {script.parent} && {RUN[script.suffix]} {script.name}"
            printed = script.with_suffix(".txt").read_text("utf-8").splitlines()
            yield from (f"    {line}" for line in printed if line.startswith(f"{entry.id}: "))
