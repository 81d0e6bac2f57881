"""Trees as JSON, lossless: exact numbers are texts, and nodes stand in a flat list, so that any depth can be read.

``oracle/schemas/tree.schema.json`` publishes the format: nodes parents first, each branch followed by its children's
subtrees, first child first.  Reading checks everything before a tree is made.
"""

from __future__ import annotations

import json
import math
import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NoReturn, cast

from dtrees.arguments import checked
from dtrees.data.dataset import exact_number
from dtrees.errors import InvalidData
from dtrees.numbers.rationals import MOST_DIGITS, rational_text, read_rational, write_rational
from dtrees.trees.missing_answers import IsMissing, Surrogate, WithMissing, WithSurrogates
from dtrees.trees.questions import EachCategory, Equals, OneOf, Question, Threshold
from dtrees.trees.summary import ClassCounts, Moments, Summary, total
from dtrees.trees.traversal import preorder
from dtrees.trees.tree import Branch, Tree, from_preorder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dtrees.data.dataset import Category
    from dtrees.numbers.exact import Rational

FORMAT: Final = "dtrees tree"
VERSION: Final = 1
INFINITE: Final = {"inf": math.inf, "-inf": -math.inf}


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


def from_document(document: Any) -> Tree:
    """Return the tree of a document as `from_json` reads it; the stated numbers need not add up.

    >>> from dtrees.trees.tree import Leaf
    >>> from_document(tree_document(Leaf(ClassCounts((3, 1)))))
    Leaf(ClassCounts(counts=(3, 1), classes=(0, 1)))
    """
    _expect(isinstance(document, dict), "the document is not an object")
    _expect(document.get("format") == FORMAT, f"format is {document.get('format')!r}, not {FORMAT!r}")
    version = document.get("version")
    _expect(type(version) is int and version == VERSION, f"version is {version!r}; this reads {VERSION}")
    nodes = document.get("nodes")
    _expect(isinstance(nodes, list) and len(nodes) > 0, "nodes is not a list of at least one node")
    _keys("the document", document, {"format", "version", "nodes"}, {"classes"})
    classes = _categories("classes", document["classes"]) if "classes" in document else None
    return from_preorder(list(_records(cast("list[Any]", nodes), classes)))


def _require_sums(tree: Tree) -> None:
    for number, (node, _) in enumerate(preorder(tree)):
        if not isinstance(node, Branch) or getattr(node.question, "otherwise", 0) is None:  # there rows may stay
            continue
        if node.summary != (below := total(child.summary for child in node.children)):
            message = f"node {number}: {node.summary}, but its children add up to {below}: give it the rows of them all"
            raise InvalidData(message)


# --- writing ----------------------------------------------------------------------------------------------------


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


def _node(node: Tree) -> dict[str, Any]:
    record = _summary(node.summary)
    if isinstance(node, Branch):
        record["question"] = _question(node.question)
    return record


def _summary(summary: Summary) -> dict[str, Any]:
    if isinstance(summary, ClassCounts):
        return {"counts": list(map(rational_text, summary.counts))}
    return {name: rational_text(getattr(summary, name)) for name in ("weight", "total", "squares")}


def _question(question: Question) -> dict[str, Any]:  # noqa: PLR0911 (a line a kind)
    match question:
        case Threshold(feature, threshold):
            return {"ask": "threshold", "feature": feature, "threshold": _threshold(threshold)}
        case Equals(feature, category):
            return {"ask": "equals", "feature": feature, "category": _category(category)}
        case OneOf(feature, categories):
            return {"ask": "one_of", "feature": feature, "categories": list(map(_category, categories))}
        case EachCategory(feature, categories):
            return {"ask": "each_category", "feature": feature, "categories": list(map(_category, categories))}
        case IsMissing(feature):
            return {"ask": "is_missing", "feature": feature}
        case WithMissing(asked, child):
            return {"ask": "with_missing", "question": _question(asked), "child": child}
        case WithSurrogates(asked, surrogates, otherwise):
            records = [_surrogate(surrogate) for surrogate in surrogates]
            first = _question(asked)
            return {"ask": "with_surrogates", "question": first, "surrogates": records, "otherwise": otherwise}
        case _:
            message = f"{question} is a question of one's own, which JSON has no word for"
            raise InvalidData(message)


def _surrogate(surrogate: Surrogate) -> dict[str, Any]:
    association = rational_text(surrogate.association)
    return {"question": _question(surrogate.question), "swapped": surrogate.swapped, "association": association}


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


def _records(nodes: list[Any], classes: tuple[Category, ...] | None) -> Iterator[tuple[Summary, Question | None]]:
    for number, node in enumerate(nodes):
        where = f"node {number}"
        _expect(isinstance(node, dict), f"{where} is not an object")
        asked = _read_question(where, node["question"]) if "question" in node else None
        yield _read_summary(where, node, classes), asked


def _read_summary(where: str, node: dict[str, Any], classes: tuple[Category, ...] | None) -> Summary:
    if classes is None:
        _keys(where, node, {"weight", "total", "squares"}, {"question"})
        weight, total, squares = (_number(where, node[name]) for name in ("weight", "total", "squares"))
        _expect(weight >= 0 and squares >= 0, f"{where}: a weight or sum of squares is negative")
        return Moments(weight, total, squares)
    _keys(where, node, {"counts"}, {"question"})
    counts = node["counts"]
    _expect(isinstance(counts, list), f"{where}: counts is not a list")
    _expect(len(counts) == len(classes), f"{where}: {len(counts)} counts for {len(classes)} classes")
    numbers = [_number(where, count) for count in counts]
    _expect(all(number >= 0 for number in numbers), f"{where}: a count is negative")
    return ClassCounts(numbers, classes)


def _read_question(where: str, record: Any) -> Question:
    _expect(isinstance(record, dict), f"{where}: the question is not an object")
    match record.get("ask"):
        case "with_missing":
            _keys(f"{where}'s question", record, {"ask", "question", "child"})
            asked = _read_plain(where, record["question"])
            return WithMissing(asked, _child(where, record["child"], range(asked.arity + 1)))
        case "with_surrogates":
            _keys(f"{where}'s question", record, {"ask", "question", "surrogates", "otherwise"})
            _expect(isinstance(record["surrogates"], list), f"{where}: surrogates is not a list")
            surrogates = [_read_surrogate(where, surrogate) for surrogate in record["surrogates"]]
            otherwise = None if record["otherwise"] is None else _child(where, record["otherwise"], range(2))
            return WithSurrogates(_read_plain(where, record["question"]), surrogates, otherwise)
        case "is_missing":
            _keys(f"{where}'s question", record, {"ask", "feature"})
            _expect(isinstance(record["feature"], str), f"{where}: the question's feature is not text")
            return IsMissing(record["feature"])
        case _:
            return _read_plain(where, record)


def _read_surrogate(where: str, record: Any) -> Surrogate:
    _expect(isinstance(record, dict), f"{where}: a surrogate is not an object")
    _keys(f"{where}'s surrogate", record, {"question", "swapped", "association"})
    _expect(isinstance(record["swapped"], bool), f"{where}: swapped is neither true nor false")
    association = Fraction(_number(where, record["association"]))
    return Surrogate(_read_plain(where, record["question"]), record["swapped"], association)


def _read_plain(where: str, record: Any) -> Question:
    """Return a question that says nothing of missing values."""
    _expect(isinstance(record, dict), f"{where}: the question is not an object")
    feature, ask = record.get("feature"), record.get("ask")
    _expect(isinstance(feature, str), f"{where}: the question's feature is not text")
    value = {"threshold": "threshold", "equals": "category", "one_of": "categories", "each_category": "categories"}
    _expect(isinstance(ask, str) and ask in value, f"{where}: ask is {ask!r}, not one of {', '.join(value)}")
    _keys(f"{where}'s question", record, {"ask", "feature", value[ask]})
    given = record[value[ask]]
    match ask:
        case "threshold":
            end = INFINITE.get(given) if isinstance(given, str) else None
            return Threshold(feature, _number(f"{where}'s threshold", given) if end is None else end)
        case "equals":
            return Equals(feature, _categories(where, [given])[0])
        case "one_of":
            return OneOf(feature, _categories(where, given))
        case _:
            return EachCategory(feature, _categories(where, given))


def _child(where: str, given: Any, children: range) -> int:
    _expect(type(given) is int and given in children, f"{where}: {given!r:.40} is not one of {len(children)} children")
    return cast("int", given)


def _number(where: str, text: Any) -> Rational:
    number = read_rational(text) if isinstance(text, str) else None
    _expect(number is not None, f"{where}: {text!r:.40} is not a number as text, like '3/7' or '0.5'")
    return cast("Rational", number)


def _categories(where: str, given: Any) -> tuple[Category, ...]:
    _expect(isinstance(given, list) and len(given) > 0, f"{where}: categories are not a list of at least one")
    given = [
        _number(where, item["exact"]) if isinstance(item, dict) and item.keys() == {"exact"} else item for item in given
    ]
    _expect(
        all(isinstance(category, str | int | float | Fraction) for category in given),
        f"{where}: a category is neither text, a number nor a truth value",
    )
    _expect(len(set(given)) == len(given), f"{where}: a category stands twice")
    return tuple(given)


def _keys(where: str, record: dict[str, Any], needed: set[str], allowed: Iterable[str] = ()) -> None:
    missing, unknown = needed - record.keys(), record.keys() - needed - set(allowed)
    _expect(not missing, f"{where} has no {', '.join(sorted(missing))}")
    _expect(not unknown, f"{where} has an unknown {', '.join(sorted(unknown))}")


def _expect(holds: bool, otherwise: str) -> None:  # noqa: FBT001 (a condition is what it takes)
    if not holds:
        message = f"not a tree's JSON: {otherwise}"
        raise InvalidData(message)


def object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object of a JSON text; raises `ValueError` where a key stands twice."""
    record: dict[str, Any] = {}
    for key, value in pairs:
        if key in record:
            message = f"{key!r:.60} stands twice in one object"
            raise ValueError(message)
        record[key] = value
    return record


def no_constant(name: str) -> NoReturn:
    """Raise `ValueError` for NaN and infinities, which only Python's JSON reader accepts."""
    message = f"{name} is not a JSON number"
    raise ValueError(message)
