"""The real peers deviate as the files in ``expected/`` say, line by line: no more, no less, and not otherwise.

An example is a data set with the learner and the options that its peer is asked with; a table is one of those that the
peer is judged on.  A line is the first deviation of its kind in one check, as far as one reason explains it.  Tables,
and examples without a deviation, say also how many nodes and rows were judged.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from peers.asking import EACH, examined, expected_of, judged_alike

from dtrees.oracle.adapters import PEERS, Adapter
from dtrees.oracle.record import COUNTS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dtrees.oracle.record import Record

    Entries = Mapping[str, Mapping[str, Any]]

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[1]
PAGE: Final = HERE / "programs" / "scikit-learn.md"


def stated(entries: Entries) -> dict[str, dict[str, Any]]:
    """Return what entries say is found."""
    return {name: {key: entry.get(key) for key in ("counts", "deviations")} for name, entry in entries.items()}


def told(found: Mapping[str, Record], entries: Entries) -> dict[str, dict[str, Any]]:
    """Return what is found in the same words; counts where the entry has them."""
    return {
        name: {
            "counts": each.checks if "counts" in entries[name] else None,
            "deviations": [str(finding) for finding in each.findings],
        }
        for name, each in found.items()
    }


def examples_of(name: str) -> Entries:
    """Return the entries that are examples."""
    return {key: entry for key, entry in expected_of(name).items() if "table" not in entry}


def tables_of(name: str) -> Entries:
    """Return the entries that are tables."""
    return {key: entry for key, entry in expected_of(name).items() if "table" in entry}


@pytest.mark.parametrize("name", EACH)
def test_each_example_deviates_exactly_as_the_file_says(name: str) -> None:
    examples = examples_of(name)
    assert told(judged_alike(name, examples), examples) == stated(examples)


@pytest.mark.parametrize("name", EACH)
def test_each_table_deviates_exactly_as_the_file_says_and_no_table_is_left_out(name: str) -> None:
    tables = tables_of(name)
    cases = Adapter(name).tables
    assert [(case.name, case.criterion) for case in cases] == [
        (entry["table"], entry["criterion"]) for entry in tables.values()
    ]
    assert told(dict(zip(tables, examined(name, cases), strict=True)), tables) == stated(tables)


# --- what the files say -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PEERS)
def test_each_line_ends_with_the_convention_or_the_defect_that_explains_it(name: str) -> None:
    lines = [line for entry in expected_of(name).values() for line in entry["deviations"]]
    assert lines
    assert [line for line in lines if not re.search(r" \[(defect|convention): [^]]+\]$", line)] == []


@pytest.mark.parametrize("name", PEERS)
def test_each_example_says_whether_it_is_right_a_convention_or_a_defect_as_its_lines_do(name: str) -> None:
    for example in examples_of(name).values():
        kinds = {kind for line in example["deviations"] for kind in re.findall(r" \[(\w+): [^]]+\]$", line)}
        said = re.match(r"(Right|Convention|Defect)\b.*\.$", example["says"])
        assert said
        assert said[1].lower() in (kinds or {"right"})
        assert ("counts" in example) or kinds


@pytest.mark.parametrize(
    ("page", "check"), [(ROOT / "dtrees" / "oracle" / "README.md", "growth"), (PAGE, "path"), (PAGE, "pruned")]
)
def test_a_page_prints_the_counts_of_scikit_learn_s_tables(page: Path, check: str) -> None:
    text = page.read_text("utf-8")
    for entry in tables_of("scikit-learn").values():
        counts = " +".join(str(entry["counts"][check][name]) for name in COUNTS)
        assert re.search(rf"^ *{entry['table']} +{entry['criterion']} +(1 +)?{counts} *$", text, re.MULTILINE)
