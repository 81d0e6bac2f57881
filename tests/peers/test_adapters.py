"""Adapters stay short: what asks a program takes at most 120 lines; tables and explanations are beside that."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from dtrees import peers
from dtrees.oracle.adapters import PEERS

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
