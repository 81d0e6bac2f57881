"""Trees as JSON, lossless: exact numbers are texts, and nodes stand in a flat list, so that any depth can be read.

``oracle/schemas/tree.schema.json`` publishes the format: nodes parents first, each branch followed by its children's
subtrees, first child first.  Values check themselves when they are made; an error names the node.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NoReturn

import attrs

from dtrees.arguments import checked
from dtrees.data.dataset import category_tuple
from dtrees.data.scaled import exact_number
from dtrees.errors import DtreesError, InvalidData
from dtrees.numbers.rationals import MOST_DIGITS, rational_text, read_rational, write_rational
from dtrees.trees.missing_answers import IsMissing, Surrogate, WithMissing, WithSurrogates
from dtrees.trees.questions import EachCategory, Equals, OneOf, Threshold
from dtrees.trees.summary import ClassCounts, Moments, Summary, total
from dtrees.trees.traversal import preorder
from dtrees.trees.tree import Branch, Tree, from_preorder

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from dtrees.data.dataset import Category
    from dtrees.numbers.exact import Rational
    from dtrees.trees.questions import Asks

FORMAT: Final = "dtrees tree"
VERSION: Final = 1
INFINITE: Final = {"inf": math.inf, "-inf": -math.inf}

PLAIN: Final[Mapping[str, type]] = {
    "threshold": Threshold, "equals": Equals, "one_of": OneOf, "each_category": EachCategory,
}  # fmt: skip
KINDS: Final[Mapping[str, type]] = {
    **PLAIN, "is_missing": IsMissing, "with_missing": WithMissing, "with_surrogates": WithSurrogates,
}  # fmt: skip
"""The words for the kinds of questions; their fields stand under their names."""


@checked
def to_json(tree: Tree) -> str:
    """Return *tree* as JSON text, a line a node; `from_json` gives the equal tree back.

    Raises `InvalidData` for a tree that `from_json` refuses: one of whose nodes does not hold its children's rows.

    >>> from dtrees.trees.tree import Leaf
    >>> print(to_json(from_json(to_json(Leaf(ClassCounts((3, 1), ("yes", "no")))))))
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

    A node that is not the sum of its children is wrong.

    >>> from_json('{"format": "dtrees tree", "version": 1, "classes": ["a"], "nodes": [{"counts": ["1/2"]}]}')
    Leaf(ClassCounts(counts=(Fraction(1, 2),), classes=('a',)))
    """
    try:
        document = json.loads(text, parse_constant=no_constant, object_pairs_hook=object_of)
    except (ValueError, RecursionError) as error:
        message = f"this is not JSON: {error}"
        raise InvalidData(message) from error
    tree = from_document(document)
    _require_sums(tree)
    return tree


def tree_document(tree: Tree) -> dict[str, Any]:
    """Return the document that `to_json` writes for *tree*; its numbers need not add up.

    >>> from dtrees.trees.tree import Leaf
    >>> tree_document(Leaf(ClassCounts((3, 1))))["nodes"]
    [{'counts': ['3', '1']}]
    """
    document: dict[str, Any] = {"format": FORMAT, "version": VERSION}
    if isinstance(tree.summary, ClassCounts):
        document["classes"] = list(map(_category, tree.summary.classes))
    return {**document, "nodes": [_node(node) for node, _ in preorder(tree)]}


def from_document(document: Any) -> Tree:
    """Return the tree of a document as `from_json` reads it; the stated numbers need not add up.

    >>> from dtrees.trees.tree import Leaf
    >>> from_document(tree_document(Leaf(ClassCounts((3, 1)))))
    Leaf(ClassCounts(counts=(3, 1), classes=(0, 1)))
    """
    where, records = "the document", []
    try:
        _require_keys(document, {"format", "version", "nodes"}, {"classes"})
        stated = document["format"], type(document["version"]), document["version"]
        _expect(stated == (FORMAT, int, VERSION), f"this reads format {FORMAT!r}, version {VERSION}, not {stated[::2]}")
        classes = (
            category_tuple(_items(_read_category)("classes", document["classes"])) if "classes" in document else None
        )
        _expect(classes != () and document["nodes"] != [], "there are no nodes, or no classes")
        for number, record in enumerate(_items(SAME[1])("nodes", document["nodes"])):
            where = f"node {number}"
            records.append(_read_node(record, classes))
    except DtreesError as error:
        message = f"not a tree's JSON: {where}: {error}"
        raise InvalidData(message) from error
    return from_preorder(records)


def _require_sums(tree: Tree) -> None:
    for number, (node, _) in enumerate(preorder(tree)):
        if not isinstance(node, Branch) or getattr(node.question, "otherwise", 0) is None:  # there rows may stay
            continue
        if node.summary != (below := total(child.summary for child in node.children)):
            message = f"node {number}: {node.summary}, but its children add up to {below}: give it the rows of them all"
            raise InvalidData(message)


# --- writing ----------------------------------------------------------------------------------------------------


def _node(node: Tree) -> dict[str, Any]:
    return _record(node.summary) | ({"question": _question(node.question)} if isinstance(node, Branch) else {})


def _record(value: Any) -> dict[str, Any]:
    """Return the fields as JSON, but for the classes, which stand once in the document."""
    names = [name for name in attrs.fields_dict(type(value)) if name != "classes"]
    return {name: FIELDS.get(name, SAME)[0](getattr(value, name)) for name in names}


def _question(question: Asks) -> dict[str, Any]:
    for ask, kind in KINDS.items():
        if type(question) is kind:
            return {"ask": ask, **_record(question)}
    message = f"{question} is a question of one's own, which JSON has no word for"
    raise InvalidData(message)


def _threshold(threshold: float | Rational) -> str:
    """Return the exact text of *threshold*, of a float the shortest where that is exact; of infinity ``inf``."""
    if threshold in INFINITE.values():
        return str(threshold)
    is_exact = isinstance(threshold, float) and read_rational(str(threshold)) == threshold
    return str(threshold) if is_exact else write_rational(threshold)


def _category(category: Category) -> Any:
    """Return *category* as JSON: text, a truth value or a number; one that no JSON reader takes as its text, marked."""
    number = exact_number(category) if isinstance(category, Fraction) else category
    if isinstance(number, Fraction) or (isinstance(number, int) and abs(number) >= 10**MOST_DIGITS):
        return {"exact": write_rational(number)}
    return number


# --- reading ----------------------------------------------------------------------------------------------------


def _read_node(record: Any, classes: tuple[Category, ...] | None) -> tuple[Summary, Asks | None]:
    names = {"weight", "total", "squares"} if classes is None else {"counts"}
    _require_keys(record, names, {"question"})
    stated = {name: FIELDS[name][1](name, record[name]) for name in names}
    summary = Moments(**stated) if classes is None else ClassCounts(**stated, classes=classes)
    return summary, _read_question("question", record["question"], KINDS) if "question" in record else None


def _read_question(name: str, record: Any, kinds: Mapping[str, type] = PLAIN) -> Any:
    _expect(isinstance(record, dict), f"the {name} is not an object")
    ask = record.get("ask")
    _expect(isinstance(ask, str) and ask in kinds, f"ask is {ask!r:.40}, not one of {', '.join(kinds)}")
    return _made(kinds[ask], {name: value for name, value in record.items() if name != "ask"})


def _made(kind: type, record: Any) -> Any:
    _require_keys(record, set(attrs.fields_dict(kind)))
    return kind(**{name: FIELDS.get(name, SAME)[1](name, value) for name, value in record.items()})


def _read_number(name: str, text: Any) -> Rational:
    number = read_rational(text) if isinstance(text, str) else None
    if number is None:
        message = f"{name}: {text!r:.40} is not a number as text, like '3/7' or '0.5'"
        raise InvalidData(message)
    return number


def _read_threshold(name: str, given: Any) -> float | Rational:
    return INFINITE[given] if isinstance(given, str) and given in INFINITE else _read_number(name, given)


def _read_category(name: str, given: Any) -> Any:
    if not isinstance(given, dict):
        return given
    _require_keys(given, {"exact"})
    return _read_number(name, given["exact"])


def _read_child(name: str, given: Any) -> Any:
    _expect(given is None or type(given) is int, f"{name}: {given!r:.40} is not the number of a child")
    return given


def _items(read: Callable[[str, Any], Any]) -> Callable[[str, Any], list[Any]]:
    """Return the function that reads a list, each item by *read*."""

    def items(name: str, given: Any) -> list[Any]:
        _expect(isinstance(given, list), f"{name} is not a list: {given!r:.40}")
        return [read(name, item) for item in given]

    return items


SAME: Final = (lambda value: value, lambda _, value: value)

FIELDS: Final[Mapping[str, tuple[Callable[[Any], Any], Callable[[str, Any], Any]]]] = {
    **dict.fromkeys(("weight", "total", "squares", "association"), (rational_text, _read_number)),
    "counts": (lambda counts: list(map(rational_text, counts)), _items(_read_number)),
    "threshold": (_threshold, _read_threshold),
    "category": (_category, _read_category),
    "categories": (lambda categories: list(map(_category, categories)), _items(_read_category)),
    "question": (_question, _read_question),
    "surrogates": (lambda given: list(map(_record, given)), _items(lambda _, record: _made(Surrogate, record))),
    "child": (SAME[0], _read_child),
    "otherwise": (SAME[0], _read_child),
}
"""How a field is written and read, by its name; any other is JSON as it is."""


def _require_keys(record: Any, needed: Collection[str], allowed: Collection[str] = ()) -> None:
    _expect(isinstance(record, dict), f"{record!r:.40} is not an object")
    missing, unknown = {*needed} - {*record}, {*record} - {*needed, *allowed}
    _expect(not missing, f"there is no {', '.join(sorted(missing))}")
    _expect(not unknown, f"there is an unknown {', '.join(sorted(unknown))}")


def _expect(holds: bool, otherwise: str) -> None:  # noqa: FBT001 (a condition is what it takes)
    if not holds:
        raise InvalidData(otherwise)


def object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object of a JSON text; raises `ValueError` where a key stands twice."""
    for key, times in Counter(key for key, _ in pairs).items():
        if times > 1:
            message = f"{key!r:.60} stands twice in one object"
            raise ValueError(message)
    return dict(pairs)


def no_constant(name: str) -> NoReturn:
    """Raise `ValueError` for NaN and infinities, which only Python's JSON reader accepts."""
    message = f"{name} is not a JSON number"
    raise ValueError(message)
