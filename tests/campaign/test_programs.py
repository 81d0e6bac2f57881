"""A campaign for a program that speaks the protocol: the shipped CART in JavaScript, right and with a mistake."""

from __future__ import annotations

import json
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from campaign.here import judge_here

from dtrees import oracle
from dtrees.errors import Unsupported
from dtrees.oracle.campaign.plan import Campaign
from dtrees.oracle.campaign.running import run_campaign
from dtrees.oracle.reports.summary import laws_tried
from dtrees.trees.paths import subtree_at
from dtrees.trees.tree import Branch
from dtrees.trees.tree_json import from_json

RIGHT = Path(oracle.__file__).parent / "harnesses" / "cart.js"

needs_node = pytest.mark.skipif(not shutil.which("node"), reason="needs Node: apt-get install nodejs")


@pytest.fixture(autouse=True)
def judged_here(monkeypatch: pytest.MonkeyPatch) -> None:
    judge_here(monkeypatch)


def campaign(program: Path, cases: int, *, tables: bool = False) -> Campaign:
    return Campaign(peer=f"command: node '{program}'", cases=cases, tables=tables)


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    """The Gini index with a cube for a square."""
    program = tmp_path / "wrong.js"
    text = RIGHT.read_text(encoding="utf-8")
    assert text.count("p * p)") == 1
    program.write_text(text.replace("p * p)", "p * p * p)"), encoding="utf-8")
    return program


@needs_node
def test_a_right_program_deviates_nowhere() -> None:
    found = run_campaign(campaign(RIGHT, 2, tables=True))
    assert [finding.case for finding in found[-2:]] == ["random 0", "random 1"]
    assert [finding.subject.data for finding in found[:2]] == ["loan", "loan"]
    assert not any(finding.deviates for finding in found)
    assert all(finding.checks["growth"]["judged"] for finding in found)


@needs_node
def test_a_wrong_program_is_found_out_with_both_trees_and_the_line_that_asks_it_by_hand(wrong: Path) -> None:
    asked = campaign(wrong, 12)
    found = run_campaign(asked)
    with ThreadPoolExecutor(2) as threads:
        assert run_campaign(asked, executor=threads) == found
    splits = [
        example
        for finding in found
        for example in finding.findings
        if (example.check, example.kind) == ("growth", "split")
    ]
    assert splits
    for example in splits:
        node = subtree_at(from_json(json.dumps(example.got_tree)), example.path or ())
        assert isinstance(node, Branch)
        assert node.question.feature in example.got
        assert example.got_tree != example.right_tree
        [line] = example.code.splitlines()
        answered = subprocess.run(line, shell=True, capture_output=True, text=True, check=True)  # noqa: S602 (by hand)
        assert '"nodes"' in answered.stdout


@needs_node
def test_a_wrong_program_breaks_the_laws_that_are_about_its_mistake(
    wrong: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    laws = ["children_add_up", "gini_is_disagreement", "folds_are_even"]
    monkeypatch.setattr("dtrees.oracle.campaign.plan.trial_order", lambda: laws)
    found = run_campaign(Campaign(peer=f"command: node '{wrong}'", cases=0, laws=3))
    assert [*laws_tried(found)["hold"]] == ["children_add_up"]
    assert [*laws_tried(found)["are broken"]] == ["gini_is_disagreement"]
    assert laws_tried(found)["do not apply"] == {"folds_are_even": "it asks for plain_folds or shuffled_folds"}


@needs_node
def test_a_program_that_does_not_start_ends_the_campaign(tmp_path: Path) -> None:
    (tmp_path / "silent.js").touch()
    with pytest.raises(Unsupported, match="does not answer the simplest question: ended with status 0"):
        run_campaign(campaign(tmp_path / "silent.js", 2))
