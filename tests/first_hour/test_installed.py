"""The package as a user gets it: built as a wheel and an sdist, installed in an empty environment, and run there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tarfile
import venv
import zipfile
from hashlib import sha256
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT: Final = Path(__file__).parents[2]
RECIPE: Final = ROOT / "dtrees" / "oracle" / "README.md"

MINE: Final = '''
"""A tree of numbers by Gini, as somebody writes it who tests it by the recipe."""

from fractions import Fraction


def gini(labels):
    return 1 - sum(Fraction(labels.count(label), len(labels)) ** 2 for label in set(labels))


def splits(rows, labels):
    for column in range(len(rows[0])):
        values = sorted({row[column] for row in rows})
        for low, high in zip(values, values[1:]):
            sides = [[], []]
            for row, label in zip(rows, labels):
                sides[row[column] > low].append(label)
            yield sum(len(side) * gini(side) for side in sides), column, low, high


def grown(rows, labels, depth):
    majority = max(sorted(set(labels)), key=labels.count)
    found = min(splits(rows, labels), default=None) if depth and gini(labels) else None
    if found is None:
        return majority
    _, column, low, high = found
    threshold = low / 2 + high / 2
    threshold = threshold if low <= threshold < high else low
    sides = [[], []], [[], []]
    for row, label in zip(rows, labels):
        side = sides[row[column] > threshold]
        side[0].append(row)
        side[1].append(label)
    return column, threshold, [grown(*side, depth - 1) for side in sides]


class Tree:
    def __init__(self, max_depth=100):
        self.max_depth = max_depth

    def fit(self, X, y):
        self.tree = grown([[float(value) for value in row] for row in X], list(y), self.max_depth)
        return self

    def predict(self, X):
        return [self.one([float(value) for value in row]) for row in X]

    def one(self, row):
        node = self.tree
        while isinstance(node, tuple):
            column, threshold, children = node
            node = children[row[column] > threshold]
        return node
'''
"""What the recipe tests: the module ``mine`` of a project."""


def run(*words: str | Path, cwd: Path | None = None, **variables: str) -> str:
    """Return what a command prints; where it fails, all of it is the test's message."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST"))}
    done = subprocess.run(
        [*map(str, words)],
        cwd=cwd,
        env=environment | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{words}\n{done.stdout}"
    return done.stdout


@pytest.fixture(scope="module")
def empty_environment(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], Path]:
    """A function that makes an environment with pip alone in a folder, and returns the folder of its commands.

    pip is installed once and copied, for that takes four seconds.
    """
    first = tmp_path_factory.mktemp("pip")
    venv.create(first, with_pip=True)

    def made(folder: Path) -> Path:
        venv.create(folder)
        shutil.copytree(first / "lib", folder / "lib", dirs_exist_ok=True)
        pip = folder / "bin" / "pip"
        pip.write_text(f'#!/bin/sh\nexec "{folder}/bin/python" -m pip "$@"\n', encoding="utf-8")
        pip.chmod(0o755)
        return folder / "bin"

    return made


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what is packed: a build leaves files behind."""
    source = tmp_path_factory.mktemp("checkout")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    shutil.copytree(ROOT / "dtrees", source / "dtrees", ignore=shutil.ignore_patterns("__pycache__"))
    return source


@pytest.fixture(scope="module")
def dist(checkout: Path, empty_environment: Callable[[Path], Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the sdist and the wheel that is built from it."""
    folder, builder = tmp_path_factory.mktemp("dist"), empty_environment(tmp_path_factory.mktemp("builder"))
    run(builder / "pip", "install", "--quiet", "build")
    run(builder / "python", "-m", "build", "--outdir", folder, checkout)
    return folder


@pytest.fixture(scope="module")
def wheel(dist: Path) -> Path:
    [found] = dist.glob("dtrees_spec-*.whl")
    return found


def test_the_wheel_and_the_sdist_hold_every_file_of_the_package(dist: Path, wheel: Path) -> None:
    files = {path.relative_to(ROOT).as_posix() for path in (ROOT / "dtrees").rglob("*") if path.is_file()}
    expected = {name for name in files if "__pycache__" not in name}
    with zipfile.ZipFile(wheel) as archive:
        assert {name for name in archive.namelist() if name.startswith("dtrees/")} == expected
    [sdist] = dist.glob("dtrees_spec-*.tar.gz")
    with tarfile.open(sdist) as packed:
        assert {"/".join(name.split("/")[1:]) for name in packed.getnames()} >= {*expected, "README.md", "LICENSE"}


def test_the_sdist_installs_with_two_packages_and_says_how_to_get_the_command(
    dist: Path, empty_environment: Callable[[Path], Path], tmp_path: Path
) -> None:
    commands = empty_environment(tmp_path / "env")
    [sdist] = dist.glob("dtrees_spec-*.tar.gz")
    run(commands / "pip", "install", "--quiet", sdist)
    names = re.findall(r"^([\w-]+)==", run(commands / "pip", "freeze", "--all").replace(" @ ", "=="), re.MULTILINE)
    assert {*names} - {"pip", "setuptools", "wheel"} == {"attrs", "dtrees-spec", "numpy"}
    asked = "import dtrees as dt; print(dt.grow(dt.datasets.load('weather'), dt.id3()).question.feature)"
    assert run(commands / "python", "-W", "error", "-c", asked, cwd=tmp_path) == "outlook\n"
    done = subprocess.run([commands / "dtrees"], cwd=tmp_path, env={}, capture_output=True, text=True, check=False)
    assert done.stderr == "the command dtrees needs click: pip install 'dtrees-spec[cli]'\n"


def test_the_first_page_runs_in_an_empty_environment_with_what_it_installs(
    checkout: Path, empty_environment: Callable[[Path], Path], tmp_path: Path
) -> None:
    """Its first command, its Python and its commands on a table, word for word."""
    page, environment = (checkout / "README.md").read_text(encoding="utf-8"), empty_environment(tmp_path / "env")
    blocks = re.findall(r"```sh\n(.*?)```", page, re.DOTALL)
    path = f"{environment}{os.pathsep}{os.environ['PATH']}"
    run("bash", "-ec", blocks[0], cwd=checkout, PATH=path)
    (tmp_path / "mine.csv").write_text(
        "age,student,bought\n23,yes,yes\n31,no,no\n46,no,no\n52,yes,yes\n", encoding="utf-8"
    )
    for command in blocks[1].splitlines():
        run("bash", "-ec", command, cwd=tmp_path, PATH=path)
    assert (tmp_path / "tree.svg").exists()
    assert (tmp_path / "pruning.html").exists()
    shutil.copy(checkout / "README.md", tmp_path)
    assert run("bash", "-ec", "python -m doctest README.md", cwd=tmp_path, PATH=path) == ""


def recipe() -> tuple[str, list[str]]:
    """Return the test file and the commands of the recipe for CI, word for word, in the order in which they stand.

    The actions of the workflow are named by the hashes of their commits.
    """
    text = RECIPE.read_text(encoding="utf-8").split("\n## In CI\n")
    [pinning] = re.findall(r"```sh\n(.*?)```", text[1].split("\n## ")[0], re.DOTALL)
    [test] = [block for block in re.findall(r"```py\n(.*?)```", text[0], re.DOTALL) if "from_estimator" in block]
    [workflow] = re.findall(r"```yaml\n(.*?)```", text[1], re.DOTALL)
    actions = re.findall(r"uses: (.+)", workflow)
    assert all(re.fullmatch(r"actions/[a-z/]+@[0-9a-f]{40}  # v[0-9.]+", action) for action in actions), actions
    return test, [*pinning.splitlines(), *re.findall(r"^ *- run: (.+)$", workflow, re.MULTILINE)]


@pytest.mark.timeout(900)  # it installs, tries the laws twice, and judges 500 random cases
def test_the_recipe_for_ci_runs_word_for_word_in_an_empty_environment(
    wheel: Path, empty_environment: Callable[[Path], Path], tmp_path: Path
) -> None:
    """The wheel built here stands where the index will; of the recipe only the number of the run is filled in."""
    test, commands = recipe()
    project, environment = tmp_path / "project", empty_environment(tmp_path / "env")
    project.mkdir()
    for name, text in (
        ("mine.py", MINE),
        ("test_mine.py", test),
        ("pyproject.toml", '[project]\nname = "mine"\nversion = "1"\n\n[tool.setuptools]\npy-modules = ["mine"]\n'),
    ):
        (project / name).write_text(dedent(text), encoding="utf-8")
    path = f"{environment}{os.pathsep}{os.environ['PATH']}"
    printed = [
        run("bash", "-ec", command.replace("${{ github.run_number }}", "7"), cwd=project, PATH=path,
            PIP_FIND_LINKS=str(wheel.parent), VIRTUAL_ENV=str(environment.parent))
        for command in commands
    ]  # fmt: skip
    pinned = (project / "requirements.txt").read_text(encoding="utf-8")
    assert f"--hash=sha256:{sha256(wheel.read_bytes()).hexdigest()}" in pinned
    assert re.search(r"\d\d passed", printed[2])
    assert "growth" in printed[3]
    assert (project / ".dtrees" / "known.jsonl").exists()


@pytest.mark.timeout(900)  # it installs Sphinx, and builds a thousand pages
def test_the_site_is_built_by_its_own_command_without_a_warning(
    empty_environment: Callable[[Path], Path], tmp_path: Path
) -> None:
    """A warning fails the build."""
    source = shutil.copytree(ROOT, tmp_path / "checkout", ignore=shutil.ignore_patterns(".*", "__pycache__", "*.vo*"))
    environment = empty_environment(tmp_path / "env")
    [command] = re.findall(
        r"^`(pip install '\.\[site\]'.*?)`", (ROOT / "notebooks" / "README.md").read_text(), re.MULTILINE
    )
    path = f"{environment}{os.pathsep}{os.environ['PATH']}"
    run("bash", "-ec", command.replace("FOLDER", str(tmp_path / "site")), cwd=source, PATH=path)
    assert (tmp_path / "site" / "index.html").exists()
