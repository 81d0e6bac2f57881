"""The human proofs: their code runs, and whatever they point to is there.

A page names mechanised theorems as ``[`File.v`](coq/File.v): `one`, `two` ``, laws as ``Law: `one` `` or
``Laws: `one`, `two` ``, and places as ``[CART84 §3.3; ESL2 §9.2]``.  Beside each mechanised theorem stands what one
might take for it, "That ... would be wrong: ...", with a counterexample: a mechanised one, or ``expression (= value)``.
"""

from __future__ import annotations

import builtins
import doctest
import importlib
import pkgutil
import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import pytest
from claims.values import stated_values

import dtrees
from dtrees.citations import CITATIONS
from dtrees.laws import LAWS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PROOFS = Path(__file__).parents[2] / "proofs"
PAGES = sorted(PROOFS.glob("[0-9]*.md"), key=lambda page: int(page.name.split("-")[0]))
README = PROOFS / "README.md"
THEORY = [*PROOFS.glob("coq/*.v"), *PROOFS.glob("coq/Spec/*.v"), *PROOFS.glob("coq/over-*/*.v")]

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
NAMES = r"`[\w']+`(?:,\s+`[\w']+`)*"
POINTER = re.compile(rf"\[`(\w+\.v)`\]\(([^)]+)\):\s+({NAMES})")
LAWS_NAMED = re.compile(rf"\bLaws?:\s+({NAMES})")
LINK = re.compile(r"\[[^][]+\]\(([^)\s]+)\)")
BRACKET = re.compile(r"\[([^][]+)\](?!\()")
KEY = re.compile(r"[A-Z][A-Za-z]*\d{2,4}|[A-Z]+\d+|NOTE_[A-Z]")
PROVED = re.compile(r"^ *(?:Theorem|Lemma|Corollary|Example) +([\w']+)", re.MULTILINE)
DEFINED = re.compile(
    r"\b(?:Theorem|Lemma|Corollary|Example|Definition|Fixpoint|Inductive|Record|Class|Instance|Notation) +([\w']+)"
)
IDENTIFIER = re.compile(r"`([A-Za-z_][\w.']*)`")
STATED = re.compile(r"^\*\*(?:Theorem|Lemma|Corollary) (\d+\.\d+)", re.MULTILINE)
PASSAGE = re.compile(r"^(?=## |\*\*(?:Theorem|Lemma|Corollary) \d)", re.MULTILINE)
REFUTED = re.compile(r"would\s+be\s+wrong\b(?:(?!would\s+be\s+wrong\b|\n\n).)*", re.DOTALL)
COUNTEREXAMPLE = re.compile(r"`([^`]+)`(\s+\(= )?")
REFERRED = re.compile(r"\b(?:Theorem|Lemma|Corollary)\s+(\d+\.\d+)")
ELSEWHERE = {"cp", "decimal"}
"""Names that pages may use and that are not ours: rpart's and Python's."""


def read(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def prose(text: str) -> str:
    """Return the page without its fenced code."""
    return FENCE.sub("", text)


def code(text: str) -> str:
    """Return all fenced Python of the page, in one piece."""
    return "\n".join(body for language, body in FENCE.findall(text) if language == "python")


def names_in(found: str) -> list[str]:
    return re.findall(r"`([\w']+)`", found)


@cache
def chapter(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


# --- what is wrong with a page, as a list -----------------------------------------------------------------------


def broken_pointers(text: str) -> list[str]:
    """Return what is named as mechanised and is not there, and pointers that cannot be read."""
    text = prose(text)
    faults = []
    for file, target, found in POINTER.findall(text):
        proved = set(PROVED.findall(chapter(PROOFS / target)))
        faults += [f"{file}: {name}" for name in names_in(found) if name not in proved]
        faults += [target] * (Path(target).name != file)
    openings = text.count("Machine-checked:") + len(re.findall(r"\]\([^)]+\.v\)", text))
    readable = len(re.findall(r"Machine-checked:\s+\[`\w+\.v`", text)) + len(POINTER.findall(text))
    return faults + ["a pointer that cannot be read"] * (openings - readable)


def broken_laws(text: str) -> list[str]:
    """Return the laws named that are not registered, and namings that cannot be read."""
    text = prose(text)
    found = LAWS_NAMED.findall(text)
    faults = [name for names in found for name in names_in(names) if name not in LAWS]
    return faults + ["a law that cannot be read"] * (len(re.findall(r"\bLaws?:", text)) - len(found))


def broken_citations(text: str) -> list[str]:
    """Return the citation keys that are not in the table."""
    plain = re.sub(r"\$[^$]*\$", "", re.sub(r"`[^`]*`", "", prose(text)))
    first = [part.split()[0].rstrip(",") for bracket in BRACKET.findall(plain) for part in bracket.split(";")]
    return [key for key in first if KEY.fullmatch(key) and key not in CITATIONS]


def broken_links(text: str) -> list[str]:
    """Return the links to files of ours that are not there."""
    targets = [target for target in LINK.findall(prose(text)) if "://" not in target]
    return [target for target in targets if not (PROOFS / target.split("#")[0]).exists()]


def unknown_names(text: str) -> list[str]:
    """Return the names set as code that are nowhere: in the theory, the laws, the package or the page's own code."""
    own = set(re.findall(r"\w+", code(text)))
    known = own | mechanised_names() | public_names() | set(LAWS) | set(dir(builtins)) | ELSEWHERE
    named = [name for name in IDENTIFIER.findall(prose(text)) if not name.endswith((".v", ".py"))]
    return sorted({name for name in named if not set(name.split(".")) <= known})


def raw_html(text: str) -> list[str]:
    """Return the tags in the prose, and paragraphs in which a formula does not end."""
    plain = re.sub(r"`[^`]*`", "", prose(text))
    odd = [paragraph for paragraph in plain.split("\n\n") if paragraph.count("$") % 2]
    return re.findall(r"</?[A-Za-z][^>]*>", plain) + odd


def unrefuted(text: str) -> list[str]:
    """Return the wrong statements without a counterexample, and passages with fewer of them than theorems."""
    faults, stated = [], 0
    for passage in PASSAGE.split(prose(text)):
        refuted = [COUNTEREXAMPLE.findall(found) for found in REFUTED.findall(passage)]
        faults += [passage for found in refuted if not any(value or name in proved_names() for name, value in found)]
        stated = len(STATED.findall(passage)) + (0 if passage.startswith("## ") else stated)
        named = {name for _, _, names in POINTER.findall(passage) for name in names_in(names)}
        if named & proved_names("Theorem|Lemma|Corollary") and not passage.startswith(
            ("## Plausible", "## What fails")
        ):
            faults += [passage] * (len(refuted) < max(1, stated))
            stated = 0
    return faults


CHECKS: list[Callable[[str], list[str]]] = [
    broken_pointers, broken_laws, broken_citations, broken_links, unknown_names, raw_html, unrefuted,
]  # fmt: skip


@cache
def mechanised_names() -> set[str]:
    """Return every name that the theory defines or proves, with its sections' hypotheses left out."""
    return {name for path in THEORY for name in DEFINED.findall(chapter(path))}


@cache
def proved_names(kinds: str = "Theorem|Lemma|Corollary|Example") -> set[str]:
    """Return the names of what the theory proves, of these kinds."""
    statement = re.compile(rf"^ *(?:{kinds}) +([\w']+)", re.MULTILINE)
    return {name for path in THEORY for name in statement.findall(chapter(path))}


@cache
def public_names() -> set[str]:
    """Return the names of the package's modules, what they define, its parts, and the words of its options."""
    names = {"dtrees"}
    for module in modules():
        names |= {*module.__name__.split("."), *vars(module)}
        for thing in vars(module).values():
            if getattr(thing, "__module__", "").startswith("dtrees"):
                names |= set(dir(thing)) | set(getattr(thing, "__annotations__", {}))
            names |= {word for word in get_args(thing) if isinstance(word, str)}
    return names


def modules() -> Iterator[Any]:
    for found in pkgutil.walk_packages(dtrees.__path__, "dtrees."):
        if not found.name.endswith("__main__"):
            yield importlib.import_module(found.name)


# --- the pages --------------------------------------------------------------------------------------------------


def page_id(page: Path) -> str:
    return page.stem


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_code_of_the_page_runs(page: Path) -> None:
    """Every example, one after the other in one session, prints what the page says; and each value is as stated."""
    found = doctest.DocTestParser().get_doctest(code(read(page)), {}, page.name, str(page), 0)
    report: list[str] = []
    results = doctest.DocTestRunner().run(found, out=report.append, clear_globs=False)
    assert results.attempted > 0
    assert results.failed == 0, "".join(report)
    stated = dict(stated_values(prose(read(page))))
    assert {asked: str(eval(asked, found.globs)) for asked in stated} == stated  # noqa: S307 (what is tested)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_page_has_no_fault(page: Path, check: Callable[[str], list[str]]) -> None:
    """Pointers, laws, citations, links and names resolve; formulas end; no HTML."""
    assert check(read(page)) == []


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_page_has_its_parts(page: Path) -> None:
    """Title with the page's number, definitions, a wrong statement with code, and at least one law or theorem named."""
    text = read(page)
    assert text.startswith(f"# {page.name.split('-')[0]}. ")
    assert "\n## Definitions\n" in text
    assert "```python" in text.split("\n## Plausible, and wrong\n" if "Plausible" in text else "\n## What fails\n")[1]
    assert LAWS_NAMED.search(text) or POINTER.search(text) or "is not mechanised" in text


def test_pages_are_numbered_without_a_gap() -> None:
    assert [int(page.name.split("-")[0]) for page in PAGES] == list(range(1, len(PAGES) + 1))
    assert len(PAGES) > 10


def test_every_statement_referred_to_is_stated_once() -> None:
    """Theorem 7.5 stands on page 7, once, before 7.6."""
    stated = [number for page in PAGES for number in STATED.findall(read(page))]
    assert stated == sorted(set(stated), key=lambda number: [int(part) for part in number.split(".")])
    for page in PAGES:
        assert {number.split(".")[0] for number in STATED.findall(read(page))} <= {page.name.split("-")[0]}
        assert set(REFERRED.findall(prose(read(page)))) <= set(stated), page.name


def test_every_page_is_reached() -> None:
    """Each page leads to the next one; and the register, where it lists pages, lists all."""
    for page, following in pairwise(PAGES):
        assert following.name in LINK.findall(read(page)), page.name
    listed = set(LINK.findall(read(README))) if README.exists() else set()
    if any(page.name in listed for page in PAGES):
        assert [page.name for page in PAGES if page.name not in listed] == []


def test_each_theorem_stands_on_a_page() -> None:
    """The register may name a theorem; what it says, and what would be wrong, stands on a page."""
    named = {name for page in PAGES for name in IDENTIFIER.findall(prose(read(page)))}
    assert len(proved_names("Theorem")) > 100
    assert sorted(proved_names("Theorem") - named) == []


# --- the checks themselves --------------------------------------------------------------------------------------

SOUND = """# 1. A page

See [`Pruned.v`](coq/Pruned.v): `pruned_reflexive`, `pruned_transitive`. Laws: `nested`, `crossover_alpha`.
That it is total would be wrong: `pruned_subtrees_need_not_be_comparable`.
[CART84 §3.3; NOTE_A 3] and [page 2](2-entropy.md), where `prune_at` cuts at $\\alpha$.
"""


@pytest.mark.parametrize(
    ("check", "right", "wrong"),
    [
        (broken_pointers, "pruned_reflexive", "pruned_reflexiv"),
        (broken_pointers, "(coq/Pruned.v): `", "(coq/Ties.v): `"),
        (broken_pointers, "Pruned.v): `", "Pruned.v) `"),
        (broken_laws, "`nested`", "`nestled`"),
        (broken_laws, "Laws: `", "Laws: see `"),
        (broken_citations, "CART84", "CART85"),
        (broken_citations, "NOTE_A", "NOTE_X"),
        (broken_links, "2-entropy", "2-enthalpy"),
        (unknown_names, "`prune_at`", "`prune_hat`"),
        (unrefuted, "That it is total would be wrong: ", "It is not total: "),
        (unrefuted, "`pruned_subtrees_need_not_be_comparable`", "`prune_at`"),
        (raw_html, "[CART84", "<br>[CART84"),
        (raw_html, "$\\alpha$", "$\\alpha"),
    ],
)
def test_a_planted_fault_is_found(check: Callable[[str], list[str]], right: str, wrong: str) -> None:
    """Each check passes the sound text and reports the fault planted in it."""
    assert check(SOUND) == []
    assert right in SOUND
    assert check(SOUND.replace(right, wrong)) != []
