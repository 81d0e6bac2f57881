"""``dtrees verify`` of each real peer: what it prints, and with what it exits."""

from __future__ import annotations

import json
import shutil
import sys
from typing import TYPE_CHECKING

import pytest
from campaign.here import judge_here
from click.testing import CliRunner
from peers.asking import EACH, TRIALS, class_of, install_of

from dtrees.cli.main import main
from dtrees.oracle.adapters import PEERS
from dtrees.peers import java

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result


@pytest.fixture(autouse=True)
def judged_here(monkeypatch: pytest.MonkeyPatch) -> None:
    judge_here(monkeypatch)


def verify(name: str, *options: str) -> Result:
    return CliRunner().invoke(main, ["verify", name, *options])


@pytest.mark.parametrize("name", EACH)
def test_it_exits_with_one_exactly_where_something_deviates(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    first = TRIALS[name].first
    monkeypatch.setattr(class_of(name), "tables", staticmethod(tuple), raising=False)
    right = verify(name, "--cases", f"{first}")
    cases = "case" if first == 1 else "cases"
    unjudged = "; of some functions nothing was judged" in right.output
    assert (right.exit_code, f"{first} {cases} judged, 0 deviate" in right.output) == (unjudged, True)
    kept = tmp_path / "campaign.jsonl"
    wrong = verify(name, "--cases", f"{first + 1}", "--json", "--resume", f"{kept}")
    records = map(json.loads, wrong.stdout.splitlines()[1:])
    *before, last = [record["findings"] for record in records if record["case"] != "functions"]
    assert (wrong.exit_code, before) == (1, [[]] * first)
    printed = verify(name, "--cases", f"{first + 1}", "--resume", f"{kept}").output
    for example in last:
        assert f"{example['check']}: {example['kind']}, " in printed
        assert f"  got       {example['got']}\n" in printed
        assert f"[{example['why']}]" in printed
    assert last


@pytest.mark.parametrize("name", TRIALS)
def test_where_the_peer_is_missing_it_says_what_installs_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    expected = install_of(name)
    package = TRIALS[name].package
    if package:
        monkeypatch.setitem(sys.modules, package, None)
        module = PEERS[name].partition(":")[0]
        monkeypatch.delattr(module, raising=False)
        monkeypatch.delitem(sys.modules, module, raising=False)
    done = verify(name, "--cases", "1")
    assert (done.exit_code, expected in done.output) == (1, True)


def test_where_weka_is_missing_it_says_what_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WEKA_JAR", raising=False)
    monkeypatch.setattr(shutil, "which", lambda _: "/bin/true")
    monkeypatch.setattr(java, "find_spec", lambda _: None)
    done = verify("j48", "--cases", "0")
    assert (done.exit_code, java.INSTALL.format("weka") in done.output) == (1, True)


def test_where_java_is_missing_a_jar_that_the_environment_names_does_not_hide_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    jar = tmp_path / "weka.jar"
    jar.touch()
    monkeypatch.setenv("WEKA_JAR", str(jar))
    monkeypatch.setattr(shutil, "which", lambda _: None)
    done = verify("j48", "--cases", "0")
    assert (done.exit_code, java.INSTALL.format("weka") in done.output) == (1, True)
