"""The scripts on the pages of findings ask the programs alone, and print what the pages say."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Final

import pytest
from peers.asking import ASKED, NAMES, needs

from dtrees.peers.shared.pages import PEERS as FOLDER
from dtrees.peers.shared.pages import pages
from dtrees.peers.shared.weka import class_path

if TYPE_CHECKING:
    from pathlib import Path

COMMANDS: Final = {".R": ["Rscript"], ".mjs": ["node"], ".py": [sys.executable]}


def printed_by(script: Path) -> str:
    command = ["java", "-cp", class_path()] if script.suffix == ".java" else COMMANDS[script.suffix]
    done = subprocess.run([*command, script.name], cwd=script.parent, capture_output=True, check=True, text=True)
    return done.stdout


SCRIPTS: Final = [
    pytest.param(script, marks=needs(NAMES.get(page.folder, "simplecart")), id=f"{page.folder}/{script.name}")
    for page in pages().values()
    if NAMES.get(page.folder, "simplecart") in ASKED
    for script in sorted((FOLDER / page.folder / "reproduce").iterdir())
    if script.suffix in {".R", ".py", ".mjs", ".java"}
]


@pytest.mark.parametrize("script", SCRIPTS)
def test_each_program_answers_as_its_page_says(script: Path) -> None:
    assert printed_by(script) == script.with_suffix(".txt").read_text("utf-8")
