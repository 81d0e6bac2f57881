"""Trees as JSON, lossless: exact numbers are texts, and nodes stand in a flat list, so that any depth can be read.

``oracle/schemas/tree.schema.json`` publishes the format: nodes parents first, each branch followed by its children's
subtrees, first child first.  Values check themselves when they are made; an error names the node.
"""

import json
import re
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from types import NoneType
from typing import Any, Final, NoReturn

import attrs

from dtrees.arguments import checked, taken
from dtrees.errors import DtreesError, InvalidData, refused
from dtrees.numbers.rationals import MOST_DIGITS, rational_text, read_rational, write_rational
from dtrees.trees.distribution import Distribution
from dtrees.trees.missing_answers import IsMissing, Surrogate, WithMissing, WithSurrogates
from dtrees.trees.outputs import OutputSummaries
from dtrees.trees.questions import Asks, EachCategory, Equals, OneOf, Threshold, some_categories
from dtrees.trees.summary import ClassCounts, Moments, total
from dtrees.trees.tree import Branch, Tree, from_preorder, preorder

FORMAT: Final = {"format": "dtrees tree", "version": 1}

PLAIN: Final[Mapping[str, type]] = {
    "threshold": Threshold, "equals": Equals, "one_of": OneOf, "each_category": EachCategory,
}  # fmt: skip
KINDS: Final[Mapping[str, type]] = {
    **PLAIN, "is_missing": IsMissing, "with_missing": WithMissing, "with_surrogates": WithSurrogates,
}  # fmt: skip
"""The words for the kinds of questions; their fields stand under their names."""

LISTS: Final = {"categories": "category", "surrogates": "surrogate", "parts": "part"} | {
    "classes": "category", "counts": "count", "values": "count", "weights": "count",
}  # fmt: skip
"""The fields that are lists, and the name of what stands in them."""

INFINITE: Final = ("inf", "-inf")


@checked
def to_json(tree: Tree) -> str:
    """Return *tree* as JSON text, a line a node; `from_json` gives the equal tree back.

    Raises `InvalidData` where the summary of a branch is not the sum of its children's, which `from_json` refuses.

    >>> print(to_json(from_json(to_json(dt.Leaf(ClassCounts((3, 1), ("yes", "no")))))))
    {"format": "dtrees tree", "version": 1, "classes": ["yes", "no"], "nodes": [
    {"counts": ["3", "1"]}
    ]}
    """
    _require_sums(tree)
    document = tree_document(tree)
    nodes = ",\n".join(json.dumps(node, ensure_ascii=False) for node in document.pop("nodes"))
    text = json.dumps(document, ensure_ascii=False)[:-1] + ', "nodes": [\n' + nodes + "\n]}"
    return re.sub("[\ud800-\udfff]", lambda lone: f"\\u{ord(lone[0]):x}", text)  # no file can hold it


@checked
def from_json(text: str) -> Tree:
    """Return the tree that *text* holds, or raise `InvalidData` that says which node is wrong, and how.

    >>> from_json('{"format": "dtrees tree", "version": 1, "classes": ["a"], "nodes": [{"counts": ["1/2"]}]}')
    Leaf(ClassCounts(counts=(Fraction(1, 2),), classes=('a',)))
    """
    tree = from_document(read_json(text))
    _require_sums(tree)
    return tree


def tree_document(tree: Tree) -> dict[str, Any]:
    """Return the document that `to_json` writes for *tree*; its numbers need not add up."""
    classes = {"classes": _written("classes", tree.summary.classes)} if isinstance(tree.summary, ClassCounts) else {}
    nodes = [
        _record(node.summary) | ({"question": _question(node.question, KINDS)} if isinstance(node, Branch) else {})
        for node, _ in preorder(tree)
    ]
    return {**FORMAT, **classes, "nodes": nodes}


def from_document(document: Any) -> Tree:
    """Return the tree of a document as `from_json` reads it; the stated numbers need not add up."""
    where, records = "the document", []
    try:
        stated = _json(dict, "document", document).copy()
        nodes, classes = _json(list, "nodes", stated.pop("nodes", None)), stated.pop("classes", None)
        if stated != FORMAT or type(stated["version"]) is not int:
            raise refused(stated, "format", f"{FORMAT}, nodes, and classes where there are some")
        known = {"classes": some_categories(_read("classes", classes))} if "classes" in document else {}
        for number, node in enumerate(nodes):
            where = f"node {number}"
            fields = _json(dict, "node", node).copy()
            question = _read_question(fields.pop("question"), KINDS) if "question" in fields else None
            kind = OutputSummaries if "parts" in fields else Distribution if "centre" in fields else Moments
            records.append((_made(ClassCounts if known else kind, "node", fields, **known), question))
    except DtreesError as error:
        raise InvalidData(f"not a tree's JSON: {where}: {error}") from error
    return from_preorder(records)


def read_json(text: str | bytes) -> Any:
    """Return the value that a JSON text holds; raises `InvalidData` where it is not strict JSON.

    Refused are also NaN and infinities, which only Python reads, and a key that stands twice.

    >>> read_json('{"x": [1, null]}')
    {'x': [1, None]}
    """
    try:
        return json.loads(text, parse_constant=_no_constant, object_pairs_hook=_object)
    except (ValueError, RecursionError) as error:
        raise InvalidData(f"this is not JSON: {error}") from error


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        [(key, _)] = Counter(key for key, _ in pairs).most_common(1)
        raise ValueError(f"{key!r:.60} stands twice in one object")
    return made


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def _json(kind: type, name: str, value: Any) -> Any:
    """Take an object or a list."""
    if isinstance(value, kind):
        return value
    raise refused(value, name, "an object" if kind is dict else "a list")


def _require_sums(tree: Tree) -> None:
    for number, (node, _) in enumerate(preorder(tree)):
        if not isinstance(node, Branch) or getattr(node.question, "otherwise", 0) is None:  # there rows may stay
            continue
        if node.summary != (below := total(child.summary for child in node.children)):
            raise InvalidData(f"node {number}: {node.summary}, but its children sum to {below}: give it all their rows")


def _record(value: Any) -> dict[str, Any]:
    """Return the fields as JSON, but for the classes, which stand once in the document."""
    names = [field.name for field in attrs.fields(type(value)) if field.init and field.name != "classes"]
    return {name: _written(name, getattr(value, name)) for name in names}


def _made(kind: type, name: str, record: Any, **known: Any) -> Any:
    """Return the value of that *kind* whose fields are *known*, or stand in *record*, which has no other keys."""
    names = [field.name for field in attrs.fields(kind) if field.init and field.name not in known]
    if {*_json(dict, name, record)} != {*names}:
        raise refused([*record], f"the keys of {name}", ", ".join(names))
    return kind(**known, **{field: _read(field, record[field]) for field in names})


def _question(question: Asks, kinds: Mapping[str, type] = PLAIN) -> dict[str, Any]:
    for ask, kind in kinds.items():
        if type(question) is kind:
            return {"ask": ask, **_record(question)}
    raise InvalidData(f"{question} is a question of one's own, which JSON has no word for")


def _read_question(record: Any, kinds: Mapping[str, type] = PLAIN) -> Any:
    fields = _json(dict, "question", record).copy()
    ask = taken(str, "ask", fields.pop("ask", None))
    if ask not in kinds:
        raise refused(ask, "ask", " or ".join(map(repr, kinds)))
    return _made(kinds[ask], "question", fields)


def _written(name: str, value: Any) -> Any:  # noqa: PLR0911 (a line a kind)
    """Return the value of a field of that *name* as JSON."""
    if name in LISTS:
        return [_written(LISTS[name], item) for item in value]
    match name:
        case "question":
            return _question(value)
        case "surrogate" | "part":
            classes = {"classes": _written("classes", value.classes)} if isinstance(value, ClassCounts) else {}
            return classes | _record(value)
        case "category" if isinstance(value, Fraction) or (isinstance(value, int) and abs(value) >= 10**MOST_DIGITS):
            return {"exact": write_rational(value)}  # which not all readers of JSON take as a number
        case "threshold":
            shortest = str(value) if isinstance(value, float) else ""
            exact = shortest in INFINITE or read_rational(shortest) == value
            return shortest if exact else write_rational(value)
        case "count" | "weight" | "total" | "squares" | "association":
            return rational_text(value)
        case _:
            return value


def _read(name: str, given: Any) -> Any:  # noqa: PLR0911 (a line a kind)
    """Return what `_written` has written; what is no value of a field its constructor refuses."""
    if name in LISTS:
        return [_read(LISTS[name], item) for item in _json(list, name, given)]
    match name:
        case "question":
            return _read_question(given)
        case "surrogate":
            return _made(Surrogate, name, given)
        case "part":
            numbers = Distribution if "centre" in _json(dict, name, given) else Moments
            return _made(ClassCounts if "counts" in given else numbers, name, given)
        case "category" if isinstance(given, dict) and {*given} == {"exact"}:
            return _read("exact", given["exact"])
        case "threshold" if given in INFINITE:
            return float(given)
        case "count" | "weight" | "total" | "squares" | "association" | "threshold" | "exact":
            number = read_rational(given) if isinstance(given, str) else None
            if number is None:
                raise refused(given, name, "a number as text, such as '3/7' or '0.5'")
            return number
        case "child" | "otherwise" if type(given) not in {int, NoneType}:
            raise refused(given, name, "the number of a child, or null")
        case _:
            return given
