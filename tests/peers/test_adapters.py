"""Adapters stay short: what asks a program takes at most 120 lines, explanations apart; what is unknown is refused."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from peers.asking import ASKED, class_of, each_of

import dtrees as dt
from dtrees import peers
from dtrees.errors import Unsupported
from dtrees.oracle import protocol
from dtrees.oracle.adapters import PEERS
from dtrees.oracle.protocol.messages import STOP, run_line
from dtrees.oracle.protocol.program import origin_document

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST: Final = 120

BOOSTERS: Final = ("xgboost", "lightgbm", "hist_gradient_boosting")
PROGRAMS: Final = Counter(module.partition(":")[0].rpartition(".")[2] for module in PEERS.values()) + Counter(BOOSTERS)
"""How many adapters a folder has; a booster is asked for one tree, and for some by its default options."""

FOLDERS: Final = {path.parent.name: path.parent for path in sorted(Path(peers.__file__).parent.glob("*/__init__.py"))}
EXPLANATIONS: Final = ("why.py", "cases.py", "weka_why.py")


def explains(node: ast.AST) -> bool:
    """Return whether a part of a class explains deviations."""
    named = getattr(node, "name", None) or ast.unparse(getattr(node, "target", ast.Constant(0)))
    return named in {"explain", "passed_over"}


def used_names(node: ast.AST) -> Iterator[str]:
    """Yield the names that *node* uses, those that only its explanations use apart."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, ast.Name):
            yield one.id
        waiting += [child for child in ast.iter_child_nodes(one) if not explains(child)]


def length_without_explanations(text: str) -> int:
    """Return how many lines are left of a module without its explanations, and what those alone use."""
    module = ast.parse(text)
    defined = {
        getattr(node, "name", None) or getattr(getattr(node, "target", None), "id", ""): node for node in module.body
    }
    asking: list[ast.stmt] = [node for node in module.body if isinstance(node, ast.ClassDef)] or list(module.body)
    for node in asking:
        asking += [defined[name] for name in used_names(node) if name in defined and defined[name] not in asking]
    left, end = 0, 0
    for node in module.body:
        is_code = isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AnnAssign)
        inside = sum((part.end_lineno or 0) - part.lineno + 1 for part in getattr(node, "body", ()) if explains(part))
        lines = (node.end_lineno or 0) - end - inside
        left += lines if node in asking or not is_code else 0
        end = node.end_lineno or 0
    return left


@pytest.mark.parametrize("folder", FOLDERS)
def test_an_adapter_has_at_most_120_lines_for_each_program_besides_its_explanations(folder: str) -> None:
    modules = [path for path in FOLDERS[folder].glob("*.py") if path.name not in EXPLANATIONS]
    lengths = [length_without_explanations(path.read_text("utf-8")) for path in modules]
    most = max(lengths) if folder == "shared" else sum(lengths)
    assert most <= MOST * (PROGRAMS[folder] or 1)


def test_each_program_that_is_judged_has_a_folder_with_its_page_and_its_reproducers() -> None:
    for folder in {*FOLDERS} - {"shared"}:
        assert (FOLDERS[folder] / "README.md").is_file(), folder
        assert (FOLDERS[folder] / "reproduce" / "all.txt").is_file(), folder


def test_what_only_an_explanation_uses_is_not_counted() -> None:
    asks = "LEARNERS: int = 1\n\n\nclass Peer:\n    learners: int = LEARNERS\n"
    explanation = "    passed_over: str = WHY\n    def explain(self):\n        return _why()\n"
    assert length_without_explanations(asks + explanation + '\nWHY: str = "a"\n\n\ndef _why():\n    return WHY\n') == 5
    assert (
        length_without_explanations(asks + "\n\ndef asked():\n    return 0\n" + "\n\nclass Other:\n    asked = asked\n")
        == 13
    )


# --- kinds of data ----------------------------------------------------------------------------------------------------

ASKS: Final = origin_document(dt.regression_data({"x": [1, 2]}, [0, 1]), dt.cart())
ORDERED: Final = {"name": "x", "kind": "ordered", "categories": ["a", "b"], "codes": [0, 1]}
OTHERS: Final[dict[str, Any]] = {
    "ordered": {"features": [ORDERED]},
    "median": {"target": {"kind": "numbers", "values": [0, 1], "centre": "median"}},
    "outputs": {"target": {"kind": "outputs", "outputs": []}},
}
"""Data of kinds that harnesses may not know, by the word that names them."""

IN_JAVA: Final = each_of("j48", *[name for name in ("reptree", "h2o", "spark") if name in ASKED])
IN_JAVASCRIPT: Final = [
    Path(protocol.__file__).parents[1] / "harnesses" / "cart.js",
    *sorted(path for path in Path(peers.__file__).parent.glob("*/*.mjs") if path.parent.name != "shared"),
]


def given(kind: str) -> dict[str, Any]:
    return {**ASKS, "data": {**ASKS["data"], **OTHERS[kind]}}


@pytest.mark.parametrize("name", IN_JAVA)
def test_a_harness_in_java_refuses_by_its_name_what_it_does_not_know(name: str) -> None:
    with class_of(name)() as peer:
        for kind in OTHERS:
            with pytest.raises(Unsupported, match=f"no data of the kind {kind}"):
                peer.ask("grow", **given(kind))


@pytest.mark.skipif(not shutil.which("node"), reason="needs Node: apt-get install nodejs")
@pytest.mark.parametrize("script", IN_JAVASCRIPT, ids=lambda script: script.name)
def test_a_harness_in_javascript_refuses_by_its_name_what_it_does_not_know(script: Path, tmp_path: Path) -> None:
    """Before it loads its package, of which the version alone is there."""
    package = tmp_path / script.stem.replace("_", "-")
    package.mkdir()
    (package / "package.json").write_text('{"version": "1"}', encoding="utf-8")
    kinds = [kind for kind in OTHERS if (kind, script.stem) != ("outputs", "cart")]  # which knows those
    lines = [*(run_line(number, "grow", given(kind)) for number, kind in enumerate(kinds)), STOP]
    asked, folder = "\n".join(lines) + "\n", os.environ | {"NODE_PATH": str(tmp_path)}
    done = subprocess.run(["node", script], input=asked, capture_output=True, check=True, text=True, env=folder)  # noqa: S607 (Node is found)
    answers = [json.loads(line).get("unsupported") for line in done.stdout.splitlines()]
    assert answers == [f"it takes no data of the kind {kind}" for kind in kinds]
