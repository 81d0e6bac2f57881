"""What imports what: chapters only those above them, and the package nothing that it does not need."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

import pytest

import dtrees

ROOT = Path(__file__).parents[2]
PACKAGE = Path(dtrees.__file__).parent
OPTIONAL = ["pandas", "polars", "scipy", "sklearn", "click", "rich", "hypothesis", "matplotlib"]


def python(code: str) -> str:
    """Return what a fresh interpreter prints."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_chapters_import_only_chapters_above_them() -> None:
    """import-linter keeps the contract in pyproject.toml."""
    linter = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([linter, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 kept, 0 broken" in done.stdout


def test_importing_the_package_loads_no_optional_one() -> None:
    """pandas, scipy, scikit-learn, the command line's and the tests' packages stay out."""
    code = f"import dtrees, sys; print([name for name in {OPTIONAL} if name in sys.modules])"
    assert python(code) == "[]"
    assert python(code.replace("import dtrees", "import dtrees, pandas")) == "['pandas']"


def test_what_stands_on_the_specification_is_imported_when_it_is_first_used() -> None:
    """The names are there after ``import dtrees``, and the modules are not yet loaded."""
    code = (
        "import dtrees, sys\n"
        "names = ['laws', 'oracle', 'vectorized']\n"
        "print([name for name in names if f'dtrees.{name}' in sys.modules], set(names) <= {*dir(dtrees)})\n"
        "print([getattr(dtrees, name).__name__ for name in names])\n"
    )
    assert python(code).splitlines() == ["[] True", "['dtrees.laws', 'dtrees.oracle', 'dtrees.vectorized']"]


def test_the_two_commands_of_the_readme_share_no_room_of_tests_and_the_third_runs_all() -> None:
    options = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["pytest"]["ini_options"]
    first = [path for path in options["testpaths"] if path.startswith("tests/")]
    lines = (ROOT / "README.md").read_text("utf-8").splitlines()
    second, third = (line.split()[3:] for line in lines if line.startswith(".venv/bin/pytest -n 2 "))
    rooms = [f"tests/{file.parent.name}" for file in (ROOT / "tests").glob("*/test_*.py")]
    assert Counter([*first, *second]) <= Counter({*rooms})
    assert third == ["--campaign", "tests"]


def test_no_module_is_shadowed_by_a_function_of_its_name() -> None:
    """What ``import dtrees.a.b`` loads is what ``dtrees.a.b`` is, at every depth."""
    names = [
        module.name for module in pkgutil.walk_packages(dtrees.__path__, "dtrees.") if "__main__" not in module.name
    ]
    modules = {name: importlib.import_module(name) for name in names}
    assert "dtrees.oracle.laws.run" in modules
    assert [
        name for name, module in modules.items() if pkgutil.resolve_name(name.replace(".", ":", 1)) is not module
    ] == []


def test_data_frames_are_read_without_importing_their_packages() -> None:
    """A frame is known by what it can do."""
    sources = [ast.parse(path.read_text(encoding="utf-8")) for path in (PACKAGE / "data").rglob("*.py")]
    imported = {
        name.split(".")[0]
        for tree in sources
        for node in ast.walk(tree)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert "numpy" in imported
    assert not imported & {"pandas", "polars", "scipy"}


def test_one_module_touches_the_recursion_limit() -> None:
    """The decorator of recursion lifts it while the outermost call runs; what is judged has a limit of its own."""
    touching = [path for path in PACKAGE.rglob("*.py") if "setrecursionlimit" in path.read_text(encoding="utf-8")]
    assert sorted(touching) == [PACKAGE / "oracle" / "world.py", PACKAGE / "trees" / "recursion.py"]


CHAPTERS = ("trees", "growing", "predicting", "pruning", "selection")


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_is_the_page(chapter: str) -> None:
    """No NumPy, no cache, no field made later; a float is named only where a number leaves or a threshold is placed."""
    leaving = {
        "trees": {"questions.py", "summary.py", "tree_json.py"},
        "growing": {"candidates.py", "impurity.py"},
        "predicting": {"monotone.py", "predict.py"},
        "pruning": {"scales.py"},
        "selection": {"cp_table.py"},
    }
    for path in (PACKAGE / chapter).rglob("*.py"):
        code = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        imported = {name.name for node in code if isinstance(node, ast.Import | ast.ImportFrom) for name in node.names}
        imported |= {node.module or "" for node in code if isinstance(node, ast.ImportFrom)}
        used = {node.attr for node in code if isinstance(node, ast.Attribute)}
        machinery = {"cache", "lru_cache", "cached_property", "numpy", "__setattr__", "__getattr__"}
        assert not machinery & (imported | used), path
        floats: list[ast.AST] = [
            node for node in code if isinstance(node, ast.Call) and ast.unparse(node.func) == "float"
        ]
        floats += [node for node in code if isinstance(node, ast.Constant) and isinstance(node.value, float)]
        assert not floats or path.name in leaving[chapter], path


def test_importing_sets_nothing_global() -> None:
    """The recursion limit, the decimal context and the warning filters are as they were."""
    code = (
        "import sys, decimal, warnings, numpy\n"
        "def state(): return sys.getrecursionlimit(), repr(decimal.getcontext()), list(warnings.filters)\n"
        "before = state()\n"
        "import dtrees\n"
        "dtrees.Exact.log2(3) < 1\n"
        "print(state() == before)"
    )
    assert python(code) == "True"


def test_every_file_of_the_package_is_installed_with_it() -> None:
    """Setuptools takes modules by itself, and of other files those that a pattern of ``package-data`` matches."""
    patterns = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["package-data"]
    taken = {file for pattern in patterns["dtrees"] for file in PACKAGE.glob(pattern)}
    others = {file for file in PACKAGE.rglob("*.*") if file.suffix not in {".py", ".pyc"} and file.is_file()}
    assert others <= taken
