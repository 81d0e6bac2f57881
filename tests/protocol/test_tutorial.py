"""The tutorial, step by step: its shell lines run in an empty folder and print what it says that they print."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from dtrees.cli.main import main
from dtrees.oracle import protocol

TUTORIAL = Path(protocol.__file__).parents[1] / "harnesses" / "README.md"
STEPS = 6


def has_jsonlite() -> bool:
    command = shutil.which("Rscript")
    asked = [str(command), "-e", "library(jsonlite)"]
    return command is not None and not subprocess.run(asked, capture_output=True, check=False).returncode


def run(line: str, folder: Path) -> tuple[int, str]:
    """Return the status and the output of a shell line; ``dtrees verify`` and ``python`` are those under test."""
    if line.startswith("dtrees verify "):
        result = CliRunner().invoke(main, shlex.split(line)[1:])
        return result.exit_code, result.stdout
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    bash = [str(shutil.which("bash")), "-ec", line]
    done = subprocess.run(bash, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    return 0, done.stdout


@pytest.mark.campaign
@pytest.mark.skipif(not has_jsonlite(), reason="needs R and jsonlite: apt-get install r-base-core r-cran-jsonlite")
def test_each_step_prints_what_the_tutorial_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = TUTORIAL.read_text(encoding="utf-8")
    steps = re.findall(r"\*\*(\d)\..*?```sh\n(.*?)```\n(?:\n```text\n(.*?)```)?", text, re.DOTALL)
    assert [int(number) for number, _, _ in steps] == list(range(1, STEPS + 1))
    statuses = []
    for _, shell, shown in steps:
        parts = re.split(r"^(dtrees verify .*\n)", shell, flags=re.MULTILINE)
        results = [run(part, tmp_path) for part in parts if part.strip()]
        printed = [line.rstrip() for _, output in results for line in output.splitlines()]
        assert [line for line in shown.splitlines() if line not in printed] == []
        statuses.append(results[-1][0])
    assert statuses == [0, 0, 0, 0, 1, 0]


def test_the_tutorial_needs_no_other_program() -> None:
    """Every schema and file that it names is there."""
    text = TUTORIAL.read_text(encoding="utf-8")
    schemas = TUTORIAL.parents[1] / "schemas"
    for name in set(re.findall(r"`(protocol-\w+)`", text)):
        assert (schemas / f"{name}.schema.json").exists()
    for name in ("../../peers/rpart/rpart.R", "../../peers/j48/j48.java", "cart.js"):
        assert f"`{name}`" in text
        assert (TUTORIAL.parent / name).exists()
