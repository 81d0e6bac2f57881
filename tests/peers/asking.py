"""Which peers can be asked here, and what the files of expected deviations say of each."""

from __future__ import annotations

import json
import shutil
import subprocess
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import pytest

from dtrees.errors import Unsupported
from dtrees.oracle.peers.j48 import run as j48
from dtrees.oracle.peers.j48.run import find_jar
from dtrees.oracle.peers.peer import PEERS
from dtrees.oracle.peers.rpart import run as rpart

PACKAGES: Final = {"scikit-learn": "sklearn", "xgboost": "xgboost", "lightgbm": "lightgbm"}
"""The peers that are Python packages, each with what is imported."""

INSTALL: Final = {"rpart": rpart.INSTALL, "j48": j48.INSTALL} | {
    name: f"pip install 'dtrees[{name}]'" for name in PACKAGES
}


@cache
def is_installed(name: str) -> bool:
    """Return whether the peer can be asked."""
    if name == "rpart":
        command = shutil.which("Rscript")
        asked = [str(command), "-e", "library(rpart)"]
        return command is not None and not subprocess.run(asked, capture_output=True, check=False).returncode
    if name == "j48":
        return shutil.which("javac") is not None and _has_weka()
    return find_spec(PACKAGES[name]) is not None


def _has_weka() -> bool:
    try:
        find_jar()
    except Unsupported:
        return False
    return True


def needs(name: str) -> pytest.MarkDecorator:
    """Return the mark of a test that asks the peer: it is skipped where the peer is missing."""
    return pytest.mark.skipif(not is_installed(name), reason=f"needs {name}: {INSTALL[name]}")


def each_of(*names: str) -> list[Any]:
    """Return the peers' names as parameters, each skipped where the peer is missing."""
    return [pytest.param(name, marks=needs(name)) for name in names]


EACH: Final = each_of(*PEERS)


def expected_of(name: str) -> dict[str, Any]:
    """Return what ``expected/NAME.json`` says."""
    record: dict[str, Any] = json.loads(
        Path(__file__).with_name("expected").joinpath(f"{name}.json").read_text("utf-8")
    )
    return record
