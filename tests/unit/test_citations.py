"""Docstrings: each public thing has one, and every citation in them resolves."""

from __future__ import annotations

import importlib
import inspect
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import dtrees
from dtrees.citations import CITATIONS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

KEY = re.compile(r"[A-Z][A-Za-z]*\d{2,4}|[A-Z]+\d+|NOTE_[A-Z]")
BRACKETS = re.compile(r"\[([^\[\]]+)\]")
CITED = [
    "gini", "entropy", "misclassification", "squared_error", "conditional_impurity", "gain", "gain_ratio",
    "intrinsic_value", "admissible_splits", "grow", "split", "id3", "c45", "cart", "multiway_gini",
    "impurity_decreases", "is_pruned_subtree",
]  # fmt: skip
"""Public functions whose subject is a textbook's formula or algorithm."""


def module_names() -> list[str]:
    """Return the name of every module of the package, whether or not it can be imported."""
    root = Path(dtrees.__file__).parent
    names = []
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root.parent).with_suffix("").parts
        if parts[-1] != "__main__" and "reproduce" not in parts:
            names.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return names


def modules() -> list[ModuleType]:
    """Return every module of the package."""
    return [importlib.import_module(name) for name in module_names()]


def public_things(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """Yield the public functions and classes that *module* defines, and the public methods of the classes."""
    for name, thing in vars(module).items():
        if name.startswith("_") or getattr(thing, "__module__", None) != module.__name__:
            continue
        if inspect.isclass(thing):
            yield f"{module.__name__}.{name}", thing
            for part, member in vars(thing).items():
                function = getattr(member, "fget", None) or getattr(member, "__func__", None) or member
                if not part.startswith("_") and inspect.isfunction(function) and not _generated(function):
                    yield f"{module.__name__}.{name}.{part}", function
        elif inspect.isfunction(thing) or hasattr(thing, "__wrapped__"):
            yield f"{module.__name__}.{name}", thing


def _generated(function: Any) -> bool:
    return str(function.__code__.co_filename).startswith("<attrs")


def documented() -> list[tuple[str, str]]:
    """Return the name and the docstring of each module, class and function."""
    named = [(module.__name__, module.__doc__ or "") for module in modules()]
    for module in modules():
        for name, thing in public_things(module):
            named.append((name, inspect.getdoc(thing) or ""))
    return named


def keys_in(text: str) -> list[str]:
    """Return the citation keys of a docstring: the first word of each part of a bracket that looks like a key."""
    parts = [part.split() for bracket in BRACKETS.findall(text) for part in bracket.split(";")]
    return [words[0].rstrip(",") for words in parts if words and KEY.fullmatch(words[0].rstrip(","))]


def test_citations_are_found_in_docstrings() -> None:
    """What the next test looks for is there: keys of books and of notes, several in one bracket, and no code."""
    assert keys_in("i(t)      [CART84 §4.1; LIHANG2 eq. 5.22; NOTE_C §4]") == [
        "CART84", "LIHANG2", "NOTE_C",
    ]  # fmt: skip
    assert keys_in(">>> f([1, 2])[0], [d.threshold for d in ds], N[i], [9 yes, 6 no]") == []
    assert keys_in("[UNKNOWN99 p. 1] [C45 ch. 2, §3]") == ["UNKNOWN99", "C45"]
    assert sum(len(keys_in(text)) for _, text in documented()) > 30


@pytest.mark.parametrize("place", module_names())
def test_every_citation_resolves(place: str) -> None:
    """Each key in a docstring of the module stands in the table of citations."""
    module = importlib.import_module(place)
    texts = [(module.__name__, module.__doc__ or ""), *[(n, inspect.getdoc(t) or "") for n, t in public_things(module)]]
    unknown = [(name, key) for name, text in texts for key in keys_in(text) if key not in CITATIONS]
    assert unknown == []


def test_every_citation_in_the_table_is_used() -> None:
    """No entry of the table is stale: each key is cited in some docstring or comment of the package."""
    sources = "\n".join(inspect.getsource(module) for module in modules() if module.__name__ != "dtrees.citations")
    sources += (dtrees.data.datasets.path("loan").parent / "SOURCES.md").read_text(encoding="utf-8")
    assert [key for key in CITATIONS if key not in sources] == []


def test_the_table_names_author_title_and_year() -> None:
    """Each book or paper has its year, each note says that it is one."""
    for key, text in CITATIONS.items():
        assert "A note in Chinese" in text if key.startswith("NOTE_") else re.search(r"\b(19|20)\d\d\b", text), key


@pytest.mark.parametrize("place", module_names())
def test_everything_public_has_a_sentence(place: str) -> None:
    """The module, its public classes and functions and their methods each have a docstring that begins with one."""
    module = importlib.import_module(place)
    assert re.match(r"[^.]*\w.*[.:]", module.__doc__ or "", re.DOTALL), module.__name__
    without = [
        name
        for name, thing in public_things(module)
        if not re.match(r"[A-Za-z(|*`0-9].*?[.:?](\s|$)", inspect.getdoc(thing) or "", re.DOTALL)
    ]
    assert without == []


@pytest.mark.parametrize("name", CITED)
def test_what_rests_on_a_formula_cites_it(name: str) -> None:
    """The function's docstring, or that of the module it has to itself, names a source."""
    function = getattr(dtrees, name)
    assert keys_in(inspect.getdoc(function) or "")


def test_every_public_function_and_value_runs_an_example() -> None:
    """But the kinds of error, which say all in their sentence."""
    for name in dtrees.__all__:
        public = getattr(dtrees, name)
        if inspect.isfunction(public) or (inspect.isclass(public) and not issubclass(public, Exception)):
            assert ">>> " in (public.__doc__ or ""), name
