"""The pages of findings: their words, what is generated of them, and the names of what a judge says."""

from __future__ import annotations

import json
import re
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

import pytest
from peers.asking import EXPECTED, NAMES, expected_of
from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn.tree import DecisionTreeRegressor

from dtrees.oracle.adapters import PEERS
from dtrees.peers.shared.pages import (
    KINDS,
    PROMISES,
    Entry,
    Page,
    causes,
    entry_of,
    generated,
    pages,
    reasons_of,
    script_of,
)
from dtrees.peers.shared.pages import PEERS as FOLDER
from dtrees.peers.shared.telling import entry_lines

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

EVERY: Final = [(page, one) for page in pages().values() for one in page.entries]
LONGEST_SENTENCE: Final = 20
LONGEST_SCRIPT: Final = 10


def lines_of(page: Page) -> list[str]:
    """Return what the script of all entries printed."""
    return (FOLDER / page.folder / "reproduce" / "all.txt").read_text("utf-8").splitlines()


def test_each_program_that_is_judged_has_a_page_and_each_entry_a_name_of_its_own() -> None:
    assert {*NAMES} | {"weka_id3"} == {*pages()}
    assert len({one.id for _, one in EVERY}) == len(EVERY)


@pytest.mark.parametrize("page", pages().values(), ids=lambda page: page.folder)
def test_each_broken_law_is_named_and_none_where_none_is(page: Page) -> None:
    """Those of the record of the laws; a page may name one more, which takes more inputs to break."""
    text = (FOLDER / page.folder / "README.md").read_text("utf-8")
    said = text.partition("**Laws.**")[2].partition("\n\n")[0]
    name = NAMES.get(page.folder, "")
    broken = {*expected_of(f"laws-{name}")["broken"]} if (EXPECTED / f"laws-{name}.json").exists() else set()
    assert broken <= {*re.findall(r"`(\w+)`", said)}
    assert ("None is broken" in said) <= (not broken)


@pytest.mark.parametrize(("page", "one"), EVERY, ids=[one.id for _, one in EVERY])
def test_each_cell_holds_a_word_of_its_column(page: Page, one: Entry) -> None:
    assert one.kind in KINDS
    assert {one.default, one.ordinary} <= {"yes", "no"}
    assert {*one.promise} <= {*PROMISES} & {*page.promises}
    assert re.match(r"\d[\w.-]*( or before)?( \(.*\))?$", one.since)
    link = r"\[[\w ]+\]\(https://github\.com/[\w./-]+\)"
    words = "reported|accepted|declined|fixed in|fixed after"
    status = rf"(not reported|({words})( [\w. -]+)? ?{link}(, {link})*( \(removed\))?)$"
    assert one.status == "-" if one.kind == "by design" else re.match(status, one.status)
    assert one.kind == "by design" or (one.cause != "-" and one.promise)
    assert one.symptom.endswith(".")
    assert re.search(r": got [^;].*; right is [^.].*\.$", one.example)
    assert "http" not in one.cause  # an issue is the status
    assert ("Ordinary data: " in one.example) <= (one.ordinary == "yes") <= ("Rare: " not in one.example)


OWN_CLASS: Final = {"decisionstump", "randomtree", "reptree", "simplecart", "weka_id3"}
"""Pages of one Java class, whose causes are its methods."""


@pytest.mark.parametrize(("page", "one"), EVERY, ids=[one.id for _, one in EVERY])
def test_a_cause_names_a_file_and_no_cell_needs_another_row(page: Page, one: Entry) -> None:
    source = r"`[\w./*-]+\.(c|cc|cpp|f|h|hpp|i|java|js|py|pyx|R|scala|ts)`"
    assert one.cause == "-" or page.folder in OWN_CLASS or re.search(source, one.cause)
    named = {*re.findall(r"\b[A-Z]+\d+\b(?!\.\d)", f"{one.symptom} {one.cause} {one.example}")}
    assert not {*named} & {known.id for _, known in EVERY} - {one.id, "A1"}  # which is a level in TR14


@pytest.mark.parametrize("page", pages().values(), ids=lambda page: page.folder)
def test_a_page_begins_with_defects_that_ordinary_data_show(page: Page) -> None:
    known = {one.id: one for one in page.entries}
    assert 1 <= len(page.first) <= 5
    assert all(known[name].is_defect and known[name].ordinary == "yes" for name in page.first)


def test_what_is_printed_stands_on_the_page_and_every_defect_is_printed() -> None:
    """Other tests ask J48 for shares (J10)."""
    for page in pages().values():
        printed = {line.partition(":")[0] for line in lines_of(page)}
        assert printed <= {one.id for one in page.entries}
        assert {one.id for one in page.entries if one.kind != "by design"} - printed <= {"J10"}
        assert all(re.match(r"[A-Z]+\d+: got .*; right is .", line) for line in lines_of(page))


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.md")), ids=lambda path: path.name)
def test_what_is_generated_is_as_new(path: Path) -> None:
    text = path.read_text("utf-8")
    assert generated(text) == text


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.md")), ids=lambda path: str(path.relative_to(FOLDER)))
def test_each_link_leads_to_a_file_and_each_entry_named_is_there(path: Path) -> None:
    text = path.read_text("utf-8")
    for link in re.findall(r"\]\(([^)#]+)[)#]", text):
        assert link.startswith("http") or (path.parent / link).exists(), link
    named = re.findall(r"\(((?:[A-Z]+\d+(?:, | to )?)+)[,)]", text)
    assert [one for each in named for one in re.findall(r"[A-Z]+\d+", each) if not entry_of(one)] == []


def test_each_entry_of_a_cause_is_on_a_page() -> None:
    assert len(causes()) == 6
    assert all(entry_of(name) for ids in causes().values() for name in ids)


@pytest.mark.parametrize("cause", causes())
def test_the_code_of_a_cause_runs_and_tells_right_from_wrong(cause: str) -> None:
    part = (FOLDER / "causes.md").read_text("utf-8").partition(f"## {cause}\n")[2].partition("\n## ")[0]
    blocks = re.findall(r"```python\n(.*?)```", part, re.DOTALL)
    known: dict[str, Any] = {}
    for block in blocks:
        exec(block, known)  # noqa: S102 (our own page)
    assert sum(block.count("assert ") for block in blocks) >= 2  # the right way holds, and the wrong one does not


# --- language ---------------------------------------------------------------------------------------------------


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a page, without its tables' heads, code blocks and links' addresses."""
    text = re.sub(r"```.*?```|<!-- .*? -->", "\n", text, flags=re.DOTALL)
    text = re.sub(r"\]\([^)]*\)", "]", text)
    for line in re.split(r"\n\n|\n(?=[|#\d-])", text):
        for cell in line.split("|") if line.startswith("|") else [line]:
            told = re.sub(r"`[^`]*`", "code", cell)
            yield from (one for one in re.split(r"(?<=[.:;?])\s+", told.strip()) if len(one.split()) > 2)


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.md")), ids=lambda path: str(path.relative_to(FOLDER)))
def test_sentences_are_short(path: Path) -> None:
    lengths = [len(one.split()) for one in sentences(path.read_text("utf-8"))]
    assert sum(lengths) / len(lengths) < LONGEST_SENTENCE


def test_the_words_are_the_programs_own() -> None:
    words = r"\b(parted|mended|is asked for|of numbers yes|what is told)\b"
    found = {path.parent.name: re.findall(words, path.read_text("utf-8")) for path in FOLDER.rglob("*.md")}
    assert not any(found.values()), found


# --- what a judge says ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PEERS)
def test_each_reason_in_the_expected_findings_leads_to_entries_of_its_kind(name: str) -> None:
    lines = [line for entry in expected_of(name).values() for line in entry["deviations"]]
    reasons = {why for line in lines for why in re.findall(r" \[((?:defect|convention): [^]]+)\]$", line)}
    known = reasons_of(name)
    for why in reasons:
        assert why in known or why.startswith("convention: "), why
    for ids in known.values():
        assert all(entry_of(one) for one in ids)


def test_what_hurts_most_is_told_first() -> None:
    lines = entry_lines("rpart", "4.1.19", reversed(reasons_of("rpart")))
    told = [line.split()[0] for line in lines if not line.startswith(" ")]
    assert told[:2] == ["R8", "R1"]
    assert told == [one.id for one in pages()["rpart"].entries if one.id in told]


def test_a_reason_file_is_json_of_lists() -> None:
    for path in FOLDER.glob("*/reasons.json"):
        read: dict[str, dict[str, Any]] = json.loads(path.read_text("utf-8"))
        assert {*read} <= {*PEERS}


# --- counts and scripts -----------------------------------------------------------------------------------------


def numbers(text: str) -> set[str]:
    return set(re.findall(r"\d[\d.,e+-]*\d|\d", text))


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*/reproduce/ordinary.txt")), ids=lambda path: path.parts[-3])
def test_each_count_on_ordinary_data_stands_in_its_entry(path: Path) -> None:
    for line in path.read_text("utf-8").splitlines():
        name, _, told = line.partition(": ")
        found = entry_of(name)
        assert found
        assert numbers(told) <= numbers(found[1].example), line


@pytest.mark.parametrize("page", pages().values(), ids=lambda page: page.folder)
def test_each_count_of_a_page_is_repeated_or_said_not_to_be(page: Page) -> None:
    folder = FOLDER / page.folder
    ordinary, every = folder / "reproduce" / "ordinary.txt", lines_of(page)
    repeated = (
        {line.partition(":")[0] for line in ordinary.read_text("utf-8").splitlines()} if ordinary.exists() else set()
    )
    missing = set()
    for one in page.entries:
        counts = numbers(re.sub(r"`[^`]*`", "", " ".join(re.split("Ordinary data: |Rare: ", one.example)[1:])))
        printed = numbers(" ".join(line for line in every if line.startswith(f"{one.id}:")))
        if not counts <= printed and one.id not in repeated and not script_of(page, one.id):
            missing.add(one.id)
    said = re.findall(
        r"No test repeats (?:that|those) of (\w+(?:, [A-Z]+\d+)*)", (folder / "README.md").read_text("utf-8")
    )
    assert missing == {name for names in said for name in names.split(", ")}


def test_a_script_of_one_entry_is_short_says_what_is_right_and_is_linked() -> None:
    for page, one in EVERY:
        script = script_of(page, one.id)
        if script:
            text = script.read_text("utf-8")
            assert f"[{script.name}](reproduce/{script.name})" in (script.parents[1] / "README.md").read_text("utf-8")
            assert len([line for line in text.splitlines() if line and not line.startswith("#")]) <= LONGEST_SCRIPT
            assert "right" in text
            assert "dtrees" not in text


# --- the table of options ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("program", "make"),
    [("scikit-learn", DecisionTreeRegressor), ("HistGradientBoosting", HistGradientBoostingRegressor)],
)
def test_an_option_of_the_table_is_one_of_the_program(program: str, make: Any) -> None:
    """It is a parameter of the class, a word of its criterion or loss, or what a classifier or a forest has besides."""
    lines = [line for line in (FOLDER / "options.md").read_text("utf-8").splitlines() if line.startswith("| ")]
    rows = [[cell.strip() for cell in line.split("|")] for line in lines]
    limits = make._parameter_constraints  # noqa: SLF001 (which holds the words of criterion and loss)
    words = [getattr(kind, "options", ()) for kind in limits.get("criterion", limits.get("loss"))]
    importances = {"feature_importances_", "permutation_importance"}
    known = {
        *make().get_params(),
        *chain(*words),
        *importances,
        "class_weight",
        "ExtraTreesClassifier",
        "estimators_samples_",
        "oob_score",
        "y",
    }
    named = {name for row in rows[2:] for name in re.findall(r"`(\w+)`", row[rows[0].index(program)])}
    assert named
    assert named <= known
