"""The register `proofs/README.md` against the code: laws, theorems, tests and every number that stands in its prose."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any, Final

import attrs
import pytest
from claims.values import stated_values

from dtrees.laws import LAWS

HOME: Final = Path(__file__).parents[2]
REGISTER: Final = HOME / "proofs" / "README.md"
COQ: Final = HOME / "proofs" / "coq"

STARTING_POINTS: Final = {
    "conditional-impurity-never-exceeds", "gain-nonnegative", "gain-ratio-bounds", "identifier-wins",
    "gini-is-disagreement", "same-argmin", "candidates-k-minus-1", "leaf-mean-optimal", "short-sighted-stopping",
    "square-is-variance", "square-conditional", "crossover-alpha", "alpha-monotone", "one-link-a-round",
    "optimal-on-interval", "smallest-minimiser", "nested", "alpha-zero-and-infinity", "node-normalised",
    "stack-order-free", "weakest-link-finds-all", "above-average-gate", "depth-bound", "contradictory-rows",
    "holdout-worked-example", "empty-branch", "entropy-worked-example",
}  # fmt: skip
"""The claims that the register started from."""

SECOND_READING: Final = {
    "gini-index-of-a-feature", "target-decides-the-question", "larger-gain-classifies-better", "stack-steps-are-all",
    "gini-avoids-logarithms", "cart-extends-to-regression", "cart-visits-every-value", "leaf-size-limit",
    "limit-parts-a-class", "boundary-not-smooth", "small-alpha-overfits", "more-uneven-smaller-impurity",
    "gain-prefers-many-values", "iv-grows-with-values", "iv-is-a-features-entropy", "node-normalised-stack",
    "loss-without-weights",
}  # fmt: skip
"""The claims that a second reading of the notes found, or found to say more than was shown."""

NUMBERS: Final = list(stated_values(REGISTER.read_text(encoding="utf-8")))
"""The expressions of the register, each with its value."""

VERDICT: Final = re.compile(r"holds|fails|holds when \S.*")
STATEMENT: Final = re.compile(r"^\s*(Theorem|Lemma|Corollary|Example)\s+([\w']+)", re.MULTILINE)


@attrs.frozen
class Claim:
    """A row of the register."""

    id: str
    claim: str
    where: str
    verdict: str
    truth: str
    mechanised: str
    checked: str


def text() -> str:
    return REGISTER.read_text(encoding="utf-8")


def cells(line: str) -> list[str]:
    """Return the cells of a line of a table; a bar inside a cell stands behind a backslash."""
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def claims() -> list[Claim]:
    """Return the rows of the tables of claims, those with seven columns."""
    rows = [cells(line) for line in text().splitlines() if line.startswith("| `")]
    return [Claim(row[0].strip("`"), *row[1:]) for row in rows if len(row) == len(attrs.fields(Claim))]


def quoted(cell: str) -> list[str]:
    """Return what stands between backticks."""
    return re.findall(r"`([^`]+)`", cell)


def vocabulary() -> dict[str, Any]:
    """Return the names that the register's own Python defines."""
    names: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", text(), re.DOTALL):
        exec(block, names)  # noqa: S102 (the register's definitions are what is tested)
    return names


def statements(chapter: Path) -> dict[str, tuple[str, bool]]:
    """Return each statement of a chapter: its keyword, and whether a finished proof follows it."""
    source = chapter.read_text(encoding="utf-8")
    while (bare := re.sub(r"\(\*(?:(?!\(\*|\*\)).)*\*\)", "", source, flags=re.DOTALL)) != source:
        source = bare
    found = list(STATEMENT.finditer(source))
    ends = [*(after.start() for after in found[1:]), len(source)][: len(found)]
    bodies = [source[one.end() : end] for one, end in zip(found, ends, strict=True)]
    return {
        one[2]: (one[1], bool(re.search(r"\b(Qed|Defined)\.", body)) and "Admitted" not in body)
        for one, body in zip(found, bodies, strict=True)
    }


def chapters() -> dict[str, dict[str, tuple[str, bool]]]:
    """Return the statements by chapter; of those over the reals and over forms, what is no copy."""
    own = {path.stem: statements(path) for path in sorted(COQ.glob("*.v"))}
    read_over = [path for path in sorted(COQ.glob("over-*/*.v")) if path.stem not in own]
    for path in read_over:
        own[path.stem] = own.get(path.stem, {}) | statements(path)
    return own


def theorems_named(cell: str) -> list[str]:
    """Return the theorems that a cell names; none where it gives a reason instead."""
    return [] if cell.startswith("—") else quoted(cell)


def supporting(column: int = 0) -> list[str]:
    """Return the cells of the tables with two columns, which list what no claim is about."""
    rows = [cells(line) for line in text().splitlines() if line.startswith("| `")]
    return [row[column] for row in rows if len(row) == 2]


def functions(path: Path) -> set[str]:
    """Return the names of the test functions of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")}


def named_tests() -> set[tuple[str, str]]:
    return set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", text()))


def laws_named() -> set[str]:
    return set(re.findall(r"`laws\.(\w+)`", text()))


# --- the rows ---------------------------------------------------------------------------------------------------


def test_every_row_of_a_table_is_read() -> None:
    """A row has seven cells, four in the map of definitions, or two in the lists of what no claim is about."""
    rows = [line for line in text().splitlines() if line.startswith("| `")]
    assert [line for line in rows if len(cells(line)) not in {2, 4, 7}] == []


def test_each_id_stands_once() -> None:
    ids = [claim.id for claim in claims()]
    assert sorted(ids) == sorted(set(ids))
    assert len(ids) >= 70
    assert set(ids) >= STARTING_POINTS | SECOND_READING


def test_each_verdict_is_one_of_three() -> None:
    assert [claim.id for claim in claims() if not VERDICT.fullmatch(claim.verdict)] == []


def test_each_claim_says_where_it_stands() -> None:
    """The place begins with a note's letter."""
    assert [claim.id for claim in claims() if not re.match(r"[A-E]\b", claim.where)] == []


def test_each_claim_is_checked_by_a_law_or_a_test() -> None:
    named = {claim.id: quoted(claim.checked) for claim in claims()}
    strange = {place: names for place, names in named.items() if not names}
    strange |= {p: names for p, names in named.items() if not all(re.match(r"laws\.|tests/", name) for name in names)}
    assert strange == {}


def test_what_is_not_mechanised_has_a_reason() -> None:
    empty = [claim.id for claim in claims() if not theorems_named(claim.mechanised) and len(claim.mechanised) < 5]
    assert empty == []


# --- laws and tests ---------------------------------------------------------------------------------------------


def test_each_law_named_is_shipped() -> None:
    assert sorted(laws_named() - set(LAWS)) == []


def test_each_shipped_law_is_named() -> None:
    assert sorted(set(LAWS) - laws_named()) == []


def test_each_test_named_exists() -> None:
    there = {path: functions(HOME / path) for path, _ in named_tests() if (HOME / path).exists()}
    assert sorted((path, name) for path, name in named_tests() if name not in there.get(path, set())) == []


def test_each_test_of_a_claim_is_named() -> None:
    """Every test in this folder stands in the register, but those of the register and of the pages themselves."""
    files = [
        path for path in Path(__file__).parent.glob("test_*.py") if path.stem not in {"test_register", "test_pages"}
    ]
    there = {(path.relative_to(HOME).as_posix(), name) for path in files for name in functions(path)}
    assert sorted(there - named_tests()) == []


# --- theorems ---------------------------------------------------------------------------------------------------


def test_each_theorem_named_is_proved() -> None:
    """It is a Theorem, Lemma, Corollary or Example of its chapter, and Qed or Defined ends its proof."""
    proved = {f"{chapter}.{name}" for chapter, own in chapters().items() for name, (_, done) in own.items() if done}
    named = {name for claim in claims() for name in theorems_named(claim.mechanised)}
    named |= {name for cell in supporting() for name in quoted(cell) if not name.startswith("laws.")}
    assert sorted(named - proved) == []


def test_each_theorem_is_named() -> None:
    every = [(f"{chapter}.{name}", word) for chapter, own in chapters().items() for name, (word, _) in own.items()]
    theorems = {name for name, word in every if word == "Theorem"}
    assert sorted(theorems - set(re.findall(r"`([A-Z]\w*\.[\w']+)`", text()))) == []


def test_the_definitions_are_short() -> None:
    """What the headlines speak of is six hundred lines at most, and without a proof."""
    chapters = [path.read_text(encoding="utf-8") for path in sorted((COQ / "Spec").glob("*.v"))]
    lines = [line for chapter in chapters for line in chapter.splitlines()]
    assert len(lines) <= 600
    assert [line for line in lines if re.search(r"\b(Proof|Axiom|Admitted)\b", line)] == []


def test_the_headlines_mention_the_definitions_of_spec_alone() -> None:
    """As Coq prints them, with the chapter before each name; their examples have data of their own."""
    pinned = (COQ / "expected_statements.txt").read_text(encoding="utf-8")
    spec = {path.stem for path in (COQ / "Spec").glob("*.v")}
    library = {"Permutation", "Sorted"}
    for chapter in ("Headlines", "over-reals/HeadlinesEntropy"):
        stem, own = Path(chapter).name, statements(COQ / f"{chapter}.v")
        theorems = [name for name, (word, _) in own.items() if word == "Corollary"]
        assert len(theorems) >= 3
        for name in theorems:
            stated = re.search(rf"^@?{stem}\.{name}\n((?: .*\n)+)", pinned, re.MULTILINE)
            assert stated, name
            mentioned = re.findall(r"\b((?:[A-Z]\w*\.)+)[\w']+", stated[1])
            assert mentioned, name
            assert {path.split(".")[-2] for path in mentioned} <= spec | library, name


def test_each_headline_has_data_to_which_it_applies() -> None:
    for chapter in ("Headlines", "over-reals/HeadlinesEntropy", "over-reals/Executed"):
        own = statements(COQ / f"{chapter}.v")
        headlines = {f"{name}_applies" for name, (word, _) in own.items() if word == "Corollary"}
        assert sorted(headlines - {name for name, (word, _) in own.items() if word == "Example"}) == []


def test_no_line_of_the_proofs_is_long() -> None:
    own = [*COQ.glob("*.v"), *COQ.glob("Spec/*.v")]
    read_over = [path for path in COQ.glob("over-*/*.v") if not (COQ / path.name).exists()]  # the others are copies
    lines = [line for path in [*own, *read_over] for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(lines) > 10_000
    assert [line for line in lines if len(line) > 110] == []


def test_the_reader_of_proofs_sees_unfinished_ones(tmp_path: Path) -> None:
    """What the two tests above rely on: comments do not count, and a proof that is admitted is none."""
    chapter = tmp_path / "Sample.v"
    chapter.write_text(
        "Theorem one : True.\nProof. exact I. Qed.\n(* Theorem two (* deep *) : True. *)\n"
        "  Lemma three : True.\nAdmitted.\nExample four : True.\nProof. exact I. Defined.\n",
        encoding="utf-8",
    )
    assert statements(chapter) == {"one": ("Theorem", True), "three": ("Lemma", False), "four": ("Example", True)}


# --- numbers ----------------------------------------------------------------------------------------------------


def test_there_are_numbers_and_each_has_its_expression() -> None:
    assert text().count("(= ") - text().count("`(= VALUE)`") == len(NUMBERS)
    assert len(NUMBERS) >= 50


@pytest.mark.parametrize(("expression", "value"), NUMBERS)
def test_each_number_is_computed_anew(expression: str, value: str) -> None:
    found = eval(expression, vocabulary())  # noqa: S307 (the register's expressions are what is tested)
    assert str(found) == value
