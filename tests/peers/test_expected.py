"""The real peers deviate as the files in ``expected/`` say, line by line: no more, no less, and not otherwise.

An example is a data set with the options that its peer is asked with; a table is one of those that the peer is judged
on.  A line is the first deviation of its kind in one part, as far as one reason explains it.  Tables, and examples
without a deviation, say also how many nodes and rows were judged.
"""

from __future__ import annotations

import re
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from peers.asking import EACH, expected_of

from dtrees.oracle.cases import Case, of_record
from dtrees.oracle.findings import COUNTS, found_in
from dtrees.oracle.peers.boosters.booster import judge_booster
from dtrees.oracle.peers.j48 import run as j48
from dtrees.oracle.peers.j48.judge import OPTIONS, judge_answers
from dtrees.oracle.peers.peer import PEERS, find_peer
from dtrees.oracle.peers.rpart import run as rpart
from dtrees.oracle.peers.rpart.judge import judge_answer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from dtrees.oracle.findings import Found, Verdicts

    Entries = Mapping[str, Mapping[str, Any]]

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[1]


def by_scikit_learn(examples: Entries) -> Iterator[Verdicts]:
    """Yield the verdicts on the tree that scikit-learn grows by a criterion, and on its pruning."""
    peer = import_module(PEERS["scikit-learn"])
    for name, example in examples.items():
        yield peer.verdicts_on(Case(name=name, data=of_record(example), criterion=example["criterion"]))


def by_rpart(examples: Entries) -> Iterator[Verdicts]:
    """Yield the verdicts on rpart's answers, all asked in one run of R."""
    cases = [
        rpart.Case(
            name=name,
            data=of_record(example),
            criterion=example["criterion"],
            folds=tuple(example.get("folds", ())),
            control=example.get("control", {}),
            prune=tuple(example.get("prune", ())),
        )
        for name, example in examples.items()
    ]
    for case, answer in rpart.answers(cases):
        yield judge_answer(case, answer)


def by_j48(examples: Entries) -> Iterator[Verdicts]:
    """Yield the verdicts on J48's answers with the options of each part, all asked in one run of Java."""
    answered = j48.answers(
        j48.Case(name=name, data=of_record(example), options=OPTIONS[part])
        for name, example in examples.items()
        for part in example["parts"]
    )
    for example in examples.values():
        yield judge_answers(of_record(example), {part: next(answered)[1] for part in example["parts"]})


def by_booster(name: str, examples: Entries) -> Iterator[Verdicts]:
    """Yield the verdicts on the tree that a booster grows with some options changed."""
    booster = import_module(PEERS[name]).booster
    for example in examples.values():
        yield judge_booster(of_record(example), booster(**example["options"]))


JUDGES: Final[dict[str, Any]] = {
    "scikit-learn": by_scikit_learn,
    "rpart": by_rpart,
    "j48": by_j48,
    "xgboost": partial(by_booster, "xgboost"),
    "lightgbm": partial(by_booster, "lightgbm"),
}


def stated(entries: Entries) -> dict[str, dict[str, Any]]:
    """Return what entries say is found."""
    return {name: {key: entry.get(key) for key in ("counts", "deviations")} for name, entry in entries.items()}


def told(found: Mapping[str, Found], entries: Entries) -> dict[str, dict[str, Any]]:
    """Return what is found in the same words; counts where the entry has them."""
    return {
        name: {
            "counts": each.parts if "counts" in entries[name] else None,
            "deviations": [str(example) for example in each.counterexamples],
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
    found = dict(zip(examples, map(found_in, JUDGES[name](examples)), strict=True))
    assert told(found, examples) == stated(examples)


@pytest.mark.parametrize("name", EACH)
def test_each_table_deviates_exactly_as_the_file_says_and_no_table_is_left_out(name: str) -> None:
    tables = tables_of(name)
    peer = find_peer(name)
    cases = peer.tables()
    assert [(case.name, case.criterion) for case in cases] == [
        (entry["table"], entry["criterion"]) for entry in tables.values()
    ]
    found = dict(zip(tables, peer.judge(cases), strict=True))
    assert told(found, tables) == stated(tables)


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


@pytest.mark.parametrize(("readme", "part"), [(ROOT, "growth"), (HERE, "path"), (HERE, "fits")])
def test_a_readme_prints_the_counts_of_scikit_learn_s_tables(readme: Path, part: str) -> None:
    text = readme.joinpath("README.md").read_text("utf-8")
    for entry in tables_of("scikit-learn").values():
        counts = " +".join(str(entry["counts"][part][name]) for name in COUNTS)
        assert re.search(rf"^ *{entry['table']} +{entry['criterion']} +(1 +)?{counts} *$", text, re.MULTILINE)
