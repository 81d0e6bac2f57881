"""The page's entries asked of each program alone, in its own language: they print what is stored beside them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from peers.asking import ASKED, needs

from dtrees import peers
from dtrees.oracle.adapters import PEERS
from dtrees.peers.shared.weka import class_path

FOLDERS: Final = {path.parent.name: path.parent for path in sorted(Path(peers.__file__).parent.glob("*/README.md"))}
"""The folder of each program."""

NAMES: Final = {module.partition(":")[0].rpartition(".")[2]: name for name, module in reversed(PEERS.items())}
"""What `dtrees verify` calls the program of a folder; Weka's Id3 is asked where SimpleCart is."""

ENTRY: Final = r"[A-Z]+\d+"
COMMANDS: Final = {
    ".R": ["Rscript"],
    ".mjs": ["node"],
    ".py": [sys.executable],
}


def entries_of(page: Path) -> list[tuple[str, str]]:
    """Return each entry of a page's tables with the row that says what goes wrong, not where it comes from."""
    a_cause_or_a_count = r"(?:wrong|crash|cosmetic|last bits|convention) \||\d+ \|"
    return re.findall(rf"^\| ({ENTRY}) \| (?!{a_cause_or_a_count})(.*)$", page.read_text("utf-8"), re.MULTILINE)


PAGES: Final = [folder / "README.md" for folder in FOLDERS.values()]


@pytest.mark.parametrize(
    "folder",
    [
        pytest.param(folder, marks=needs(NAMES.get(folder, "simplecart")))
        for folder in FOLDERS
        if NAMES.get(folder, "simplecart") in ASKED
    ],
)
def test_each_program_answers_as_the_page_says(folder: str) -> None:
    [script] = [path for path in (FOLDERS[folder] / "reproduce").glob("all.*") if path.suffix != ".txt"]
    command = ["java", "-cp", class_path()] if script.suffix == ".java" else COMMANDS[script.suffix]
    asked = subprocess.run([*command, script.name], cwd=script.parent, capture_output=True, check=True, text=True)
    assert asked.stdout == script.with_suffix(".txt").read_text("utf-8")


def test_what_is_asked_stands_on_the_page_and_all_but_conventions_are_asked() -> None:
    """Other tests ask scikit-learn for a fit (S15) and J48 for shares (J10)."""
    page = [entry for each in PAGES for entry in entries_of(each)]
    files = [file for folder in FOLDERS.values() for file in (folder / "reproduce").glob("all.txt")]
    asked = {line.partition(":")[0] for file in files for line in file.read_text("utf-8").splitlines()}
    assert asked <= {entry for entry, _ in page}
    defects = {entry for entry, text in page if "convention" not in text}
    assert defects - asked == {"S15", "J10"}


def test_each_defect_stands_at_a_promise_that_it_breaks_and_each_entry_named_there_is_on_a_page() -> None:
    table = Path(peers.__file__).with_name("README.md").read_text("utf-8").partition("- **optimal question**")[0]
    named = re.sub(r"([A-Z]+)(\d+) to \1(\d+)", lambda run: " ".join(_run(run)), table)
    broken = set(re.findall(rf"(?<=[( ])({ENTRY})(?=[,)\s])", named))
    page = {entry: text for each in PAGES for entry, text in entries_of(each)}
    assert broken <= {*page}
    assert {entry for entry, text in page.items() if "convention" not in text} - broken == {"S14", "S15"}


def _run(run: re.Match[str]) -> list[str]:
    return [f"{run[1]}{number}" for number in range(int(run[2]), int(run[3]) + 1)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name)
def test_each_defect_has_its_severity_whether_defaults_show_it_and_its_cause_and_was_looked_for_upstream(
    page: Path,
) -> None:
    text = page.read_text("utf-8")
    cause = rf"^\| ({ENTRY}(?:, {ENTRY})*) \| (?:wrong|crash|cosmetic|last bits|convention) \|(?: [^|]*[^| ] \|){{3}}"
    explained = {entry for entries in re.findall(cause, text, re.MULTILINE) for entry in entries.split(", ")}
    assert {entry for entry, what in entries_of(page) if "convention" not in what} <= explained
    assert "pstream, looked for on " in text
