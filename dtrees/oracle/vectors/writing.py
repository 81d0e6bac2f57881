"""The files of vectors: what each holds, how a system answers it, and the generator, which is deterministic.

The questions stand in the shipped files alone, their explanations in ``files/README.md``: the flags are read there, and
the generator writes into it how many vectors there are, the examples, and the citations.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs

from dtrees.citations import CITATIONS
from dtrees.laws.system import SPECIFICATION, System
from dtrees.oracle.vectors import boosting, growing, pruning

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

SHIPPED: Final = Path(__file__).parent / "files"

VERSION: Final = 8
"""The version of the vectors: it rises with every change of them."""

SCHEMAS: Final = Path(__file__).parents[1] / "schemas"

README: Final = (SHIPPED / "README.md").read_text(encoding="utf-8")

FLAGS: Final = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", README.partition("## Flags")[2], re.MULTILINE))
"""The traps that vectors set, each with its explanation."""

EXAMPLE: Final = re.compile(r'(?<=^```json\n)\{\n  "id": "(.*?)",\n.*?(?=^```$)', re.DOTALL | re.MULTILINE)
"""A vector in the README."""

WIDTH: Final = 118
"""The longest line, where a value can be broken over lines."""


FIELDS: Final = ("id", "comment", "citations", "flags", "input")
"""The fields of a vector that ask.  The id is permanent: it is never given to another question."""


@cache
def shipped(name: str) -> tuple[dict[str, Any], ...]:
    """Return the vectors of the shipped file called *name*."""
    return tuple(json.loads((SHIPPED / name).read_text(encoding="utf-8"))["tests"])


@attrs.frozen(kw_only=True)
class Format:
    """A file of vectors: its name, how a system answers a question, and the other answers that are acceptable."""

    name: str
    answer: Callable[[System, Mapping[str, Any]], Any]
    others: Callable[[Mapping[str, Any]], list[Any]] = lambda _: []

    @property
    def file(self) -> str:
        """The name of the file."""
        return f"{self.name}.json"

    @property
    def schema(self) -> str:
        """The name of the file's schema."""
        return f"vector-{self.name}.schema.json"

    @property
    def vectors(self) -> list[dict[str, Any]]:
        """The questions in the shipped file, with the specification's answers, and other acceptable ones if any."""
        return list(map(self._answered, shipped(self.file)))

    def _answered(self, test: Mapping[str, Any]) -> dict[str, Any]:
        others = self.others(test["input"])
        record = {name: test[name] for name in FIELDS} | {"result": self.answer(SPECIFICATION, test["input"])}
        return record | ({"acceptable": others} if others else {})


FORMATS: Final = (
    Format(name="impurities", answer=growing.impurity),
    Format(name="candidates", answer=growing.candidates),
    Format(name="splits", answer=growing.splits),
    Format(name="trees", answer=growing.tree, others=growing.other_trees),
    Format(name="monotone", answer=growing.monotone_tree),
    Format(name="boosting", answer=boosting.boosting),
    Format(name="alphas", answer=pruning.alphas),
    Format(name="weakest_links", answer=pruning.links),
    Format(name="sequences", answer=pruning.sequence, others=pruning.other_sequences),
    Format(name="estimates", answer=pruning.estimate),
    Format(name="selection", answer=pruning.selection),
    Format(name="repetitions", answer=pruning.repetition),
    Format(name="priors_and_costs", answer=growing.costs_and_priors),
    Format(name="missing_values", answer=growing.missing_values),
)


# --- the files --------------------------------------------------------------------------------------------------


@cache
def contents() -> dict[str, str]:
    """Return the text of every file that the generator writes, by name: the vectors and their README."""
    vectors = {format_: format_.vectors for format_ in FORMATS}
    files = {}
    for format_, tests in vectors.items():
        used = {flag for test in tests for flag in test["flags"]}
        document = {
            "format": f"dtrees vectors: {format_.name}",
            "version": VERSION,
            "schema": format_.schema,
            "generator": "dtrees vectors write",
            "flags": {flag: text for flag, text in FLAGS.items() if flag in used},
            "tests": tests,
        }
        files[format_.file] = layout(document) + "\n"
    return files | {"README.md": readme([test for tests in vectors.values() for test in tests])}


def readme(tests: Sequence[dict[str, Any]]) -> str:
    """Return the README with facts from *tests*: their number, those that are examples, and the works they cite."""
    by_id = {test["id"]: test for test in tests}
    text, _, _ = README.partition("## Citations")
    text = re.sub(r"Version \d+; \d+ vectors", f"Version {VERSION}; {len(tests)} vectors", text)
    text = EXAMPLE.sub(lambda found: layout(by_id[found[1]]) + "\n", text)
    cited = {citation.split()[0] for test in tests for citation in test["citations"]}
    keys = "\n".join(f"- {key}: {title}" for key, title in CITATIONS.items() if key in cited)
    return f"{text}## Citations\n\n{keys}\n"


def schemas() -> dict[str, str]:
    """Return the text of the schemas that go with the files, by name: those of vectors, and that of trees."""
    names = ("tree.schema.json", "vector-common.schema.json", *(format_.schema for format_ in FORMATS))
    return {name: (SCHEMAS / name).read_text(encoding="utf-8") for name in names}


def expected(folder: Path) -> dict[str, str]:
    """Return the text of every file that belongs in *folder*, by name: with schemas, but for the shipped folder."""
    return contents() | ({} if folder.resolve() == SHIPPED.resolve() else schemas())


def write(folder: Path) -> None:
    """Write the files and their schemas to *folder*, which is created if needed."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in expected(folder).items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


def layout(value: Any, indent: int = 0, before: int = 0) -> str:
    """Return *value* as JSON, broken over lines where it is long; it stands *indent* columns in, after *before* more.

    >>> print(layout({"a": [1, 2], "b": {"c": "x" * 120}}).replace("x" * 119, ""))
    {
      "a": [1, 2],
      "b": {
        "c": "x"
      }
    }
    """
    line = json.dumps(value, ensure_ascii=False)
    if indent + before + len(line) < WIDTH or not isinstance(value, dict | list | tuple) or not value:
        return line
    inner = indent + 2
    if isinstance(value, dict):
        items = [f"{json.dumps(name)}: {layout(item, inner, len(name) + 4)}" for name, item in value.items()]
    elif any(isinstance(item, dict) for item in value) or max(map(len, map(str, value))) > WIDTH - inner:
        items = [layout(item, inner) for item in value]
    else:
        items = list(_filled([json.dumps(item, ensure_ascii=False) for item in value], WIDTH - inner))
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return f"{opening}\n" + ",\n".join(" " * inner + item for item in items) + f"\n{' ' * indent}{closing}"


def _filled(items: Sequence[str], width: int) -> Iterator[str]:
    """Yield lines of *items* side by side."""
    line = items[0]
    for item in items[1:]:
        if len(line) + len(item) + 2 > width:
            yield line
            line = item
        else:
            line += f", {item}"
    yield line
