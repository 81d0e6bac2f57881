"""The reports of a campaign say what its findings say: nothing is left out, and what data hold stays text."""

from __future__ import annotations

import json
from collections import Counter
from html.parser import HTMLParser
from itertools import chain
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import attrs
import pytest
from campaign.marked import NAME

from dtrees import ClassCounts, Threshold, cart, classification_data, grow, to_json
from dtrees.errors import InvalidData
from dtrees.oracle.campaign.judging import judge_cases, lost
from dtrees.oracle.campaign.plan import Campaign, read_campaign, to_lines
from dtrees.oracle.conventions import Conventions
from dtrees.oracle.finding import Finding, Verdict
from dtrees.oracle.record import COUNTS, CaseDescription, Granted, Record, from_line, record_of, sums_by_check
from dtrees.oracle.reports.junit import to_junit
from dtrees.oracle.reports.page import drawing_of, to_field_page, to_page
from dtrees.oracle.reports.summary import checks_of, is_case, kind_of, kinds_of, laws_tried
from dtrees.oracle.reports.terminal import LONGEST, print_campaign
from dtrees.peers.scikit_learn import CONVENTIONS
from dtrees.trees.paths import subtree_at
from dtrees.trees.tree import Branch, Leaf, preorder

if TYPE_CHECKING:
    from pathlib import Path

GRANTED = Granted.of(CONVENTIONS)
CAMPAIGN = Campaign(peer=NAME, cases=60, laws=3)
HOSTILE = '<script>alert("1")</script> & <img src="http://nowhere/x">'


@pytest.fixture(scope="module")
def findings(marks_folder: Path, alike: None) -> tuple[Record, ...]:
    """Random cases, one without an answer, and laws: one holds, is broken, does not apply, has no answer."""
    found = judge_cases(CAMPAIGN, [f"random {number}" for number in range(CAMPAIGN.cases)])
    for law in ("nested", "gini_is_disagreement", "alpha_zero_and_infinity"):
        found += judge_cases(CAMPAIGN, [f"law {law}"])
    return (*found, *(lost(CAMPAIGN, case, "crash", "killed") for case in ("random 60", "law bits_are_the_unit")))


@pytest.fixture(scope="module")
def hostile() -> Record:
    """Data whose every name is markup, with control characters that no XML may hold."""
    rows = {HOSTILE: [HOSTILE, "b", "c"], "x\x00\x1b\ud800": [1, 2, 2]}
    data = classification_data(rows, [HOSTILE, "no", "yes"])
    document = json.loads(to_json(grow(data, cart())))
    example = Finding(
        check=HOSTILE,
        kind=HOSTILE,
        expected=HOSTILE,
        got="\x00\x1b\ud800",
        why=f"defect: {HOSTILE}",
        code=HOSTILE,
        got_tree=document,
        right_tree=document,
    )
    subject = CaseDescription(data=HOSTILE, criterion=HOSTILE, rows=3, columns=2)
    counts = {"judged": 1, "canonical": 0, "admissible": 0, "deviating": 1}
    return Record(case="random 0", subject=subject, checks={HOSTILE: counts}, findings=(example,))


# --- sums, JSON lines, the terminal -----------------------------------------------------------------------------


def test_the_sums_are_those_of_the_cases(findings: tuple[Record, ...]) -> None:
    sums = sums_by_check(findings)
    assert list(sums) == [
        "growth",
        "predictions",
        "endings",
        "shares",
        "importances",
        "path",
        "pruned",
        "laws",
        "answer",
    ]
    for part, counted in sums.items():
        for name, count in counted.items():
            assert count == sum(finding.checks[part][name] for finding in findings if part in finding.checks)
        assert counted["judged"] == counted["canonical"] + counted["admissible"] + counted["deviating"]


def test_each_counterexample_stands_under_its_kind_the_fewest_rows_first(findings: tuple[Record, ...]) -> None:
    kinds = kinds_of(findings)
    assert sum(len(kind.examples) for kind in kinds) == sum(len(finding.findings) for finding in findings) > 1
    for kind in kinds:
        assert {kind_of(example) for _, example in kind.examples} == {(kind.check, kind.kind, kind.why)}
        sizes = [finding.subject.size for finding, _ in kind.examples]
        assert sizes == sorted(sizes)


def test_json_lines_give_every_finding_back(findings: tuple[Record, ...], hostile: Record) -> None:
    first, *lines = to_lines(CAMPAIGN, (*findings, hostile), GRANTED).splitlines()
    header = {"format": 2, "campaign": attrs.asdict(CAMPAIGN), "granted": attrs.asdict(GRANTED)}
    assert json.loads(first) == json.loads(json.dumps(header))
    assert tuple(map(from_line, lines)) == (*findings, hostile)


def test_the_terminal_shows_counts_conventions_laws_and_the_smallest_of_each_kind(
    findings: tuple[Record, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    print_campaign(findings, GRANTED)
    printed = capsys.readouterr().out
    for kind in kinds_of(findings):
        finding, example = kind.examples[0]
        assert f"\n{kind.check}: {kind.kind}, {kind.times:,} time" in printed
        assert "\n  smallest  " + ", ".join(filter(None, [finding.case, example.place]))[:LONGEST] in printed
        assert example.code in printed
    lines = [line.strip() for line in printed.splitlines()]
    for part, sums in checks_of(findings).items():
        table = lines[lines.index(part) :]
        assert next(line for line in table if line.startswith("all ")).split()[2:] == [
            f"{sums[name]:,}" for name in COUNTS
        ]
    assert "conventions granted: precision float32, smallest_gap 1e-07, " in printed
    assert "laws that are broken (1): gini_is_disagreement\n" in printed
    assert "laws that had no answer (1): bits_are_the_unit\n" in printed
    assert "laws that hold (1): nested\n" in printed
    assert (
        "laws that do not apply (1): \n  1: no input was answered: ccp_alpha=0 prunes nothing, as documented" in printed
    )
    deviating = sum(finding.deviates for finding in findings if is_case(finding))
    assert f"61 cases judged, {deviating} deviate; 3 laws tried, 2 broken" in printed


def test_cases_that_were_refused_are_counted_apart_with_the_reasons(
    findings: tuple[Record, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    refused = record_of(
        [Verdict(function="grow", judged=0, canonical=0, note="the target holds numbers")], case="random 90"
    )
    assert (refused.checks, refused.note) == ({}, "the target holds numbers")
    print_campaign([findings[0], refused, refused], Granted())
    printed = capsys.readouterr().out
    grown = findings[0].functions["grow"]["judged"]
    assert [line.split() for line in printed.splitlines() if line.startswith(" grow ")] == [
        ["grow", str(grown), "2:", "the", "target", "holds", "numbers"]
    ]
    assert "1 case judged, 2 not judged, " in printed
    assert "1: the target holds numbers</td>" in to_page(CAMPAIGN, [refused], Granted())


def test_nothing_is_said_of_laws_and_conventions_where_there_are_none(
    findings: tuple[Record, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    print_campaign(findings[:3], Granted())
    printed = capsys.readouterr().out
    assert "law" not in printed
    assert "convention" not in printed


def test_deviations_of_a_kind_stand_apart_by_what_explains_them_the_unexplained_first() -> None:
    def finding(number: int, why: str) -> Record:
        example = Finding(check="growth", kind="split", expected="x", got="y", why=why)
        return Record(
            case=f"random {number}",
            subject=CaseDescription(data="random", rows=number),
            checks={"growth": dict.fromkeys(COUNTS, 0)},
            findings=(example,),
        )

    whys = ["convention: ties", "defect: zeros", "", "defect: zeros", "defect: ties", "unexplained"]
    kinds = kinds_of([finding(number, why) for number, why in enumerate(whys)])
    assert [(kind.cause, kind.reason, len(kind.examples)) for kind in kinds] == [
        ("unexplained", "", 1),
        ("unexplained", "", 1),
        ("defect", "ties", 1),
        ("defect", "zeros", 2),
        ("convention", "ties", 1),
    ]


def test_the_code_of_a_counterexample_shows_it_again(
    findings: tuple[Record, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    finding = next(finding for finding in findings if finding.deviates)
    for example in finding.findings:
        exec(example.code, {})  # noqa: S102 (what a reader does with it)
        printed = capsys.readouterr().out
        assert (
            f"{example.check}: {example.kind} {example.place}: expected {example.expected}, got {example.got}"
            in printed
        )


# --- the kept trees ---------------------------------------------------------------------------------------------


def test_the_kept_trees_are_the_peer_s_and_the_right_one(findings: tuple[Record, ...]) -> None:
    """At the alpha of a tied link scikit-learn cuts less than the theory, or more."""
    wrong = [
        example
        for finding in findings
        for example in finding.findings
        if (example.check, example.kind) == ("pruned", "tree")
    ]
    assert wrong
    for example in wrong:
        assert example.got_tree is not None
        assert example.right_tree is not None
        assert example.got == f"{drawing_of(example.got_tree).leaves} leaves"
        assert example.expected.startswith(f"{drawing_of(example.right_tree).leaves} leaves")


def test_a_drawing_has_a_box_a_node_and_marks_the_one_that_deviates() -> None:
    data = classification_data({"x": [1, 2, 3, 4]}, ["a", "b", "b", "a"])
    tree = grow(data, cart())
    drawing = drawing_of(json.loads(to_json(tree)), path=(1, 0))
    nodes = [node for node, _ in preorder(tree)]
    assert [not spot.card.arity for spot in drawing.scene.spots] == [isinstance(node, Leaf) for node in nodes]
    [marked] = [place for place, spot in enumerate(drawing.scene.spots) if spot.card.node is drawing.marked]
    assert nodes[marked] is subtree_at(tree, (1, 0))
    for spot, node in zip(drawing.scene.spots, nodes, strict=True):
        widths = [width for _, _, width in drawing.bands(spot)]
        assert [round(width / sum(widths), 9) for width in widths] == [
            round(float(share), 9)
            for share in node.summary.proportions  # type: ignore[union-attr]  # a tree of classes
            if share
        ]


def test_a_node_without_rows_is_drawn_with_an_empty_bar() -> None:
    """A peer may grow one, where a midpoint rounds to a neighbour."""
    empty, whole = ClassCounts((0, 0), ("a", "b")), ClassCounts((1, 2), ("a", "b"))
    tree = Branch(whole, Threshold("x", 0.5), (Leaf(empty), Leaf(whole)))
    drawing = drawing_of(json.loads(to_json(tree)))
    assert [len(drawing.bands(spot)) for spot in drawing.scene.spots] == [2, 0, 2]


# --- JUnit XML --------------------------------------------------------------------------------------------------

ATTRIBUTES = {
    "testsuites": {"name", "tests", "failures", "errors", "time"},
    "testsuite": {"name", "tests", "failures", "errors", "skipped", "time"},
    "testcase": {"name", "classname", "time"},
    "skipped": {"message"},
    "failure": {"type", "message"},
    "error": {"type", "message"},
}
"""What the schema of Jenkins' xUnit plugin, junit-10.xsd, lets stand in an element, of what we could say."""

INSIDE = {"testsuites": {"testsuite"}, "testsuite": {"testcase"}, "testcase": {"skipped", "failure", "error"}}


def test_junit_counts_what_the_findings_count(findings: tuple[Record, ...]) -> None:
    root = ET.fromstring(to_junit(CAMPAIGN, findings))  # noqa: S314 (we wrote it)
    parts = [check for finding in findings for check in finding.checks]
    failing = [part for finding in findings for part in {example.check for example in finding.findings}]
    for suite in root:
        name = suite.get("name", "")
        bad = "errors" if name == "answer" else "failures"
        assert int(suite.attrib["tests"]) == parts.count(name) == len(suite)
        assert int(suite.attrib[bad]) == failing.count(name) == len(suite.findall("testcase/*[@type]"))
    assert int(root.attrib["tests"]) == len(parts)
    assert int(root.attrib["failures"]) + int(root.attrib["errors"]) == len(failing) > 1
    assert root.attrib["errors"] == "2"


def test_a_law_is_a_test_that_passes_fails_or_is_skipped(findings: tuple[Record, ...]) -> None:
    root = ET.fromstring(to_junit(CAMPAIGN, findings))  # noqa: S314 (we wrote it)
    [suite] = root.findall("testsuite[@name='laws']")
    assert {test.attrib["name"]: [inside.tag for inside in test] for test in suite} == {
        "law nested": [],
        "law gini_is_disagreement": ["failure"],
        "law alpha_zero_and_infinity": ["skipped"],
    }
    [skipped] = suite.findall("testcase/skipped")
    assert skipped.get("message") == "no input was answered: ccp_alpha=0 prunes nothing, as documented"
    assert "law bits_are_the_unit" in {test.get("name") for test in root.iterfind("testsuite[@name='answer']/testcase")}


def test_junit_holds_what_the_schema_allows_and_whatever_data_are_called(
    findings: tuple[Record, ...], hostile: Record
) -> None:
    root = ET.fromstring(to_junit(CAMPAIGN, (*findings, hostile)))  # noqa: S314 (we wrote it)
    assert root.tag == "testsuites"
    for element in root.iter():
        assert element.attrib.keys() <= ATTRIBUTES[element.tag]
        assert {child.tag for child in element} <= INSIDE.get(element.tag, set())
        if element.tag == "testsuite":
            assert {"name", "tests", "failures", "errors"} <= element.attrib.keys()
    said = {element.get("message") for element in root.iter("failure")}
    assert f"{HOSTILE}: {HOSTILE}: expected {HOSTILE}, got \\x00\\x1b\\ud800 [defect: {HOSTILE}]" in said


# --- the page ---------------------------------------------------------------------------------------------------


class Reader(HTMLParser):
    """The elements of a page, what they refer to, and the text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.references: list[str] = []
        self.identities: list[str] = []
        self.pieces: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        for name, value in attrs:
            if name in {"href", "src", "srcset", "xlink:href", "action", "data"} or name.startswith("on"):
                self.references.append(str(value))
            if name == "id":
                self.identities.append(str(value))

    def handle_data(self, data: str) -> None:
        self.pieces.append(data)

    @property
    def text(self) -> str:
        return "".join(self.pieces)

    @property
    def words(self) -> str:
        """The text, each piece apart."""
        return " ".join(" ".join(self.pieces).split())


def test_the_page_has_every_counterexample_and_both_trees(findings: tuple[Record, ...]) -> None:
    reader = Reader(to_page(CAMPAIGN, findings, GRANTED))
    examples = list(chain.from_iterable(finding.findings for finding in findings))
    assert reader.tags["details"] == len(examples) + len(laws_tried(findings))
    assert reader.tags["svg"] == sum(
        (example.got_tree is not None) + (example.right_tree is not None) for example in examples
    )
    text = reader.text
    order = ["What deviates", "the fewest rows first", "Conventions granted", "What was judged", "Laws that are broken"]
    assert sorted(order, key=text.index) == order
    for example in examples:
        assert all(
            told in text for told in (example.place, example.expected, example.got, example.regret, example.code)
        )
    assert len(reader.identities) == len(set(reader.identities))
    assert {reference.removeprefix("#") for reference in reader.references} - {"data:,"} <= set(reader.identities)


def test_the_page_asks_nothing_of_the_network_and_takes_names_as_text(
    findings: tuple[Record, ...], hostile: Record
) -> None:
    page = to_page(CAMPAIGN, (*findings, hostile), GRANTED)
    reader = Reader(page)
    assert page.encode()
    assert all(" " not in identity for identity in reader.identities)
    assert all(reference.startswith("#") or reference == "data:," for reference in reader.references)
    assert not {"script", "img", "iframe", "object", "embed", "base"} & reader.tags.keys()
    assert reader.tags["link"] == 1
    assert "@import" not in page
    assert "url(" not in page
    assert reader.text.count(HOSTILE) > 5
    assert HOSTILE not in page


def test_a_page_of_nothing_that_deviates_says_so(findings: tuple[Record, ...]) -> None:
    right = [finding for finding in findings if not finding.deviates]
    reader = Reader(to_page(CAMPAIGN, right, Granted()))
    assert "Nothing deviates" in reader.text
    assert reader.tags["details"] == len(["hold", "do not apply"])


def test_the_page_says_of_each_law_how_it_came_out_and_why(findings: tuple[Record, ...]) -> None:
    text = Reader(to_page(CAMPAIGN, findings, GRANTED)).words
    assert "Laws that are broken 1 gini_is_disagreement by input 3 " in text
    assert "Laws that had no answer 1 bits_are_the_unit killed" in text
    assert "Laws that hold 1 nested 3 inputs" in text
    not_applicable = "no input was answered: ccp_alpha=0 prunes nothing, as documented"
    assert f"Laws that do not apply 1 alpha_zero_and_infinity {not_applicable}" in text


def test_the_page_has_each_convention_granted_beside_the_specification_s(findings: tuple[Record, ...]) -> None:
    granted = Granted.of(Conventions(precision="float32", ties="last"))
    text = Reader(to_page(CAMPAIGN, findings, granted)).words
    assert "the specification precision float32 exact ties last canonical What was judged" in text
    assert "None: it chooses in everything as the specification does." in Reader(to_page(CAMPAIGN, (), Granted())).text


def test_one_page_of_several_programs_leads_to_the_report_of_each_and_shows_the_smallest_of_each_kind(
    findings: tuple[Record, ...], hostile: Record
) -> None:
    other = Campaign(peer=HOSTILE, cases=1)
    reader = Reader(to_field_page([(CAMPAIGN, findings, GRANTED), (other, (hostile,), Granted())]))
    assert "2 programs judged by dtrees" in reader.text
    shown = [kind.examples[0][1] for found in (findings, (hostile,)) for kind in kinds_of(found)]
    assert reader.tags["svg"] == sum((one.got_tree is not None) + (one.right_tree is not None) for one in shown)
    assert len(reader.identities) == len(set(reader.identities))
    assert {reference.removeprefix("#") for reference in reader.references} - {"data:,"} <= set(reader.identities)
    deviating = sum(finding.deviates for finding in findings)
    table = reader.words[reader.words.index("program cases deviating") :]
    assert f" {NAME} {len(findings)} {deviating} " in table
    assert " ".join(f"{HOSTILE} 1 1 ".split()) in table


def test_the_file_of_a_campaign_is_read_without_saying_which_campaign_it_is(
    findings: tuple[Record, ...], tmp_path: Path
) -> None:
    file = tmp_path / "campaign.jsonl"
    file.write_text(to_lines(CAMPAIGN, findings, GRANTED) + '{"case": "random 9', encoding="utf-8")
    assert read_campaign(file) == (CAMPAIGN, findings, GRANTED)
    none = r"campaign\.jsonl is no campaign's file"
    for text, told in {
        "": none,
        "{}\n": none,
        '{"format": 2, "campaign": 5}\n': none,
        '{"format": 2, "campaign": {"peer": "rpart", "cases": -1}, "granted": {}}\n': "cases=-1",
        '{"campaign": 5}\n': r"campaign\.jsonl is of format 1",
    }.items():
        file.write_text(text, encoding="utf-8")
        with pytest.raises(InvalidData, match=told):
            read_campaign(file)


def test_the_page_tells_what_is_explained_from_what_is_not(findings: tuple[Record, ...], hostile: Record) -> None:
    explained = attrs.evolve(
        hostile, findings=(attrs.evolve(hostile.findings[0], check="growth", why="convention: ties"),)
    )
    text = Reader(to_page(CAMPAIGN, (*findings, hostile, explained), GRANTED)).words
    table = text[text.index("What deviates") : text.index("Conventions granted")]
    places = [
        table.index(words) for words in ("rows unexplained", "defect", "explained by a convention", " ties 1 1 3")
    ]
    assert places == sorted(places)
