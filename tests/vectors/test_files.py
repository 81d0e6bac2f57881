"""The files: as the generator writes them, valid, with ids that stay, and small enough to read."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner

from dtrees.citations import CITATIONS
from dtrees.cli.vectors import vectors_command
from dtrees.oracle.vectors import writing
from dtrees.oracle.vectors.checking import complaints
from dtrees.oracle.vectors.writing import FLAGS, FORMATS, SHIPPED, contents, layout, schemas, shipped

PUBLISHED: Final = Path(__file__).parent / "published.txt"
"""Every id ever published, with a digest of what it asks and what may be answered.  Lines are added, never changed."""

SCREEN: Final = 64
"""Lines of the longest vector that holds no textbook's table."""

VECTORS: Final = [vector for format_ in FORMATS for vector in shipped(format_.file)]


def digest(vector: dict[str, Any]) -> str:
    meaning = {name: vector.get(name) for name in ("input", "result", "acceptable")}
    return hashlib.sha256(json.dumps(meaning, sort_keys=True).encode()).hexdigest()[:12]


def run(*words: str, text: str | None = None) -> Any:
    return CliRunner().invoke(vectors_command, list(words), input=text)


def test_shipped_files_are_as_written_and_as_their_schemas_say() -> None:
    assert list(complaints()) == []


def test_published_ids_stay_and_keep_their_meaning() -> None:
    published = PUBLISHED.read_text(encoding="utf-8").splitlines()
    assert [f"{vector['id']} {digest(vector)}" for vector in sorted(VECTORS, key=lambda v: v["id"])] == published


def test_ids_are_given_once() -> None:
    ids = [vector["id"] for vector in VECTORS]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("seed", ["0", "1"])
def test_the_generator_writes_the_same_bytes_in_every_process(seed: str, tmp_path: Path) -> None:
    program = (
        f"from pathlib import Path; from dtrees.oracle.vectors.writing import write; write(Path({str(tmp_path)!r}))"
    )
    subprocess.run([sys.executable, "-c", program], check=True, env={**os.environ, "PYTHONHASHSEED": seed})
    shipped_bytes = {path.name: path.read_bytes() for path in SHIPPED.iterdir()}
    written = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert written == shipped_bytes | {name: text.encode() for name, text in schemas().items()}


def test_every_flag_is_explained_and_used() -> None:
    used = {flag for vector in VECTORS for flag in vector["flags"]}
    assert used == set(FLAGS)


def test_every_citation_is_in_the_table() -> None:
    cited = {citation.split()[0] for vector in VECTORS for citation in vector["citations"]}
    assert cited - CITATIONS.keys() == set()


def test_every_vector_fits_a_screen_but_for_textbook_tables() -> None:
    lines = {vector["id"]: layout(vector).count("\n") + 1 for vector in VECTORS}
    textbook = {vector["id"] for vector in VECTORS if "textbook" in vector["flags"]}
    assert {id_ for id_, many in lines.items() if many > SCREEN} - textbook == set()
    assert max(lines.values()) < 200


@pytest.mark.parametrize("format_", FORMATS, ids=lambda format_: format_.name)
@pytest.mark.parametrize("part", ["input", "result"])
def test_schemas_refuse_what_they_do_not_know(format_: Any, part: str, tmp_path: Path) -> None:
    document = json.loads((SHIPPED / format_.file).read_text(encoding="utf-8"))
    document["tests"][0][part] = {"unknown": 1}
    (tmp_path / format_.file).write_text(json.dumps(document), encoding="utf-8")
    found = [complaint for complaint in complaints(tmp_path) if complaint.startswith(f"{format_.file}: $.")]
    assert found
    assert found[0].startswith(f"{format_.file}: $.tests[0].{part}")


def test_ties_are_flagged() -> None:
    """And nothing else is flagged as one."""
    many = {v["id"] for v in shipped("splits.json") if len(v["result"]) > 1}
    many |= {v["id"] for v in shipped("weakest_links.json") if len(v["result"]["links"]) > 1}
    many |= {v["id"] for v in shipped("trees.json") if "acceptable" in v}
    flagged = {v["id"] for v in VECTORS if {"tie", "majority_tie", "tied_links"} & set(v["flags"])}
    assert many == {id_ for id_ in flagged if id_.startswith(("splits", "links", "tree"))}


def test_every_choice_that_ties_leave_is_listed_and_few() -> None:
    assert max(len(vector.get("acceptable", ())) for vector in VECTORS) <= 8


# --- the README -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("format_", FORMATS, ids=lambda format_: format_.name)
def test_every_format_has_a_section_whose_example_is_a_vector(format_: Any) -> None:
    readme = (SHIPPED / "README.md").read_text(encoding="utf-8")
    section = re.search(rf"^## {format_.name}\n(.*?)(?=^## )", readme, re.DOTALL | re.MULTILINE)
    assert section is not None
    example = re.search(r"```json\n(.*?)```", section[1], re.DOTALL)
    assert example is not None
    assert json.loads(example[1]) in shipped(format_.file)


def test_readme_names_every_field_of_every_result() -> None:
    """But those of trees and questions, which the trees' own schema explains, and those that say what they are."""
    readme = (SHIPPED / "README.md").read_text(encoding="utf-8")
    names = {name for vector in VECTORS for name in _names(vector["result"])}
    plain = {"members", "question", "error", "squared_standard_error"}
    assert {name for name in names if f"`{name}`" not in readme} == plain


def _names(value: Any) -> set[str]:
    if isinstance(value, list):
        return set().union(*map(_names, value))
    if not isinstance(value, dict):
        return set()
    return value.keys() | set().union(*(_names(value[name]) for name in value.keys() - {"tree", "question"}))


def test_generator_renews_what_the_readme_shows_of_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    written = contents()["README.md"]
    stale = re.sub(r'"(gain|alpha|result)": "', r'"\1": "7', written).replace("- CART84: L.", "- CART84: X.")
    stale = re.sub(r"; \d+ vectors", "; 9 vectors", stale)
    monkeypatch.setattr(writing, "README", stale)
    assert writing.readme(VECTORS) == written != stale


# --- the commands -----------------------------------------------------------------------------------------------


def test_what_is_written_checks(tmp_path: Path) -> None:
    folder = tmp_path / "made"
    assert run("write", str(folder)).exit_code == 0
    done = run("check", str(folder))
    assert (done.exit_code, done.output) == (
        0,
        f"{len(VECTORS)} vectors are as the generator writes them, and as their schemas say\n",
    )
    assert run("check").exit_code == 0


@pytest.mark.parametrize(
    ("name", "old", "new", "complaint"),
    [
        ("impurities.json", '"result": "12/25"', '"result": "0.48"', "impurities.json: gini-loan is not as"),
        ("impurities.json", '"result": "12/25"', '"result": 0.48', "impurities.json: $.tests[0].result: 0.48 is not"),
        ("trees.json", f'"version": {writing.VERSION}', '"version": 1', "trees.json: line 3 is not as"),
        ("alphas.json", "{", "[", "alphas.json: this is not JSON"),
        ("README.md", "# Test", "# Vest", "README.md: line 1 is not as"),
        ("tree.schema.json", "A dtrees tree", "A tree", "tree.schema.json: line 3 is not as"),
    ],
)
def test_check_names_what_was_changed(name: str, old: str, new: str, complaint: str, tmp_path: Path) -> None:
    run("write", str(tmp_path))
    text = (tmp_path / name).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    done = run("check", str(tmp_path))
    assert done.exit_code == 1
    assert complaint in done.output


def test_check_names_missing_and_foreign_files(tmp_path: Path) -> None:
    run("write", str(tmp_path))
    (tmp_path / "splits.json").rename(tmp_path / "mine.json")
    done = run("check", str(tmp_path))
    assert done.exit_code == 1
    assert "splits.json: it is not there" in done.output
    assert "mine.json: the generator does not write it" in done.output


def test_check_takes_bytes_that_are_no_text(tmp_path: Path) -> None:
    run("write", str(tmp_path))
    (tmp_path / "alphas.json").write_bytes(b"\xff")
    (tmp_path / "answers").write_bytes(b"\xff")
    assert "alphas.json: line 1 is not as" in run("check", str(tmp_path)).output
    assert "line 1 is not JSON" in run("check", "--answers", str(tmp_path / "answers")).output


def test_check_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dtrees.oracle.protocol.messages", None)
    done = run("check")
    assert done.exit_code == 1
    assert "pip install 'dtrees-spec[vectors]'" in done.output
