"""The page's entries asked of each program alone, in its own language: they print what is stored beside them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from peers.asking import ASKED, needs

from dtrees.peers.weka import class_path

HERE = Path(__file__).parent
SCRIPTS = HERE / "reproduce"
DEAR_SCRIPTS = {
    "c5tree": "c5_trees.py",
    "h2o": "h2o_trees.py",
    "mlpack": "mlpack_trees.py",
    "onedal": "onedal_trees.py",
    "orange": "orange.py",
    "partykit": "partykit.R",
    "simplecart": "weka.java",
    "spark": "spark.py",
    "tree": "tree.R",
}

DEAR = {
    "npm.mjs": ("ml-cart", "decision-tree", "scikitjs"),
    "from_scratch.py": ("numpy-ml", "imodels", "chefboost", "c45-decision-tree", "decision-tree-id3", "nltk"),
}
"""What is asked of several programs that CI does without."""


PAGES = sorted((HERE / "programs").glob("*.md"))
ENTRY = r"[A-Z]+\d+"


def entries_of(page: Path) -> list[tuple[str, str]]:
    """Return each entry of a page's tables with the row that says what goes wrong, not where it comes from."""
    a_cause_or_a_count = r"(?:wrong|crash|cosmetic|last bits|convention) \||\d+ \|"
    return re.findall(rf"^\| ({ENTRY}) \| (?!{a_cause_or_a_count})(.*)$", page.read_text("utf-8"), re.MULTILINE)


def printed(command: list[str]) -> str:
    return subprocess.run(command, cwd=SCRIPTS, capture_output=True, check=True, text=True).stdout


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("rpart.R", marks=needs("rpart")),
        pytest.param("ranger.R", marks=needs("ranger")),
        pytest.param("randomforest.R", marks=needs("randomforest")),
        pytest.param("j48.java", marks=needs("j48")),
        pytest.param("scikit_learn.py", marks=needs("scikit-learn")),
        pytest.param("hist_gradient_boosting.py", marks=needs("hist-gradient-boosting")),
        pytest.param("opencv.py", marks=needs("opencv")),
        pytest.param("boosters.py", marks=[needs("xgboost"), needs("lightgbm")]),
        *(pytest.param(script, marks=needs(name)) for name, script in DEAR_SCRIPTS.items() if name in ASKED),
        *(file for file, names in DEAR.items() if {*names} <= {*ASKED}),
    ],
)
def test_each_program_answers_as_the_page_says(name: str) -> None:
    match Path(name).suffix:
        case ".R":
            command = ["Rscript"]
        case ".mjs":
            command = ["node"]
        case ".java":
            command = ["java", "-cp", class_path()]
        case _:
            command = [sys.executable]
    assert printed([*command, name]) == (SCRIPTS / name).with_suffix(".txt").read_text("utf-8")


def test_what_is_asked_stands_on_the_page_and_all_but_conventions_are_asked() -> None:
    """Other tests ask scikit-learn for a fit (S15) and J48 for shares (J10)."""
    page = [entry for each in PAGES for entry in entries_of(each)]
    asked = {line.split()[0] for file in SCRIPTS.glob("*.txt") for line in file.read_text("utf-8").splitlines()}
    assert asked <= {entry for entry, _ in page}
    defects = {entry for entry, text in page if "convention" not in text}
    assert defects - asked == {"S15", "J10"}


def test_each_defect_stands_at_a_promise_that_it_breaks_and_each_entry_named_there_is_on_a_page() -> None:
    table = (HERE / "README.md").read_text("utf-8").partition("- **optimal question**")[0]
    named = re.sub(r"([A-Z]+)(\d+) to \1(\d+)", lambda run: " ".join(_run(run)), table)
    broken = set(re.findall(rf"(?<=[( ])({ENTRY})(?=[,)\s])", named))
    page = {entry: text for each in PAGES for entry, text in entries_of(each)}
    assert broken <= {*page}
    assert {entry for entry, text in page.items() if "convention" not in text} - broken == {"S14", "S15"}


def _run(run: re.Match[str]) -> list[str]:
    return [f"{run[1]}{number}" for number in range(int(run[2]), int(run[3]) + 1)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_each_defect_has_its_severity_whether_defaults_show_it_and_its_cause_and_was_looked_for_upstream(
    page: Path,
) -> None:
    text = page.read_text("utf-8")
    cause = rf"^\| ({ENTRY}(?:, {ENTRY})*) \| (?:wrong|crash|cosmetic|last bits|convention) \|(?: [^|]*[^| ] \|){{3}}"
    explained = {entry for entries in re.findall(cause, text, re.MULTILINE) for entry in entries.split(", ")}
    assert {entry for entry, what in entries_of(page) if "convention" not in what} <= explained
    assert "pstream, looked for on " in text
