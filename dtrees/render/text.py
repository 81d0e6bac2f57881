"""A tree as text for the terminal, and as DOT for Graphviz, at any depth; the table of alphas as text."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from dtrees.arguments import checked, taken
from dtrees.errors import shown
from dtrees.growing.impurity import Impurity, usual_impurity
from dtrees.numbers.exact import Exact
from dtrees.numbers.rationals import write_number
from dtrees.render.colours import box_colours, predicted_class
from dtrees.selection.cp_table import CpRow, cp_table
from dtrees.selection.cross_validation import CrossValidation
from dtrees.trees.missing_answers import IsMissing, WithMissing, WithSurrogates, plain_questions
from dtrees.trees.outputs import OutputSummaries
from dtrees.trees.questions import EachCategory, Equals, OneOf, Threshold
from dtrees.trees.summary import ClassCounts, Summary
from dtrees.trees.tree import Branch, Tree, preorder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dtrees.data.datasets import Language
    from dtrees.numbers.exact import Rational
    from dtrees.trees.questions import Asks

WORDS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        word: word
        for word in ("or missing", "is missing", "is known", "in", "not in", "row", "rows", "no rows", "of class")
    },
    "zh": {
        "or missing": "或缺失",
        "is missing": "缺失",
        "is known": "不缺失",
        "in": "属于",
        "not in": "不属于",
        "row": "行",
        "rows": "行",
        "no rows": "没有样本",
        "of class": "行属于类",
    },
}
"""The words of answers and of sizes, in the language of a page."""

NAMES: Final = {
    "gini": "基尼指数",
    "entropy": "信息熵",
    "misclassification": "误分类率",
    "squared_error": "平方误差",
    "expected cost": "期望代价",
}
"""The Chinese names of the measures."""

DEEPEST_INDENT: Final = 24
"""Lines of nodes deeper than this are not indented further but begin with their depth, so that they stay short."""


@checked
def render_text(tree: Tree, *, impurity: Impurity | None = None) -> str:
    """Return the tree as text, a line for each node: its answer, prediction, class weights or size, and impurity.

    A tree does not store the impurity that it was grown by: with classes one is shown only where *impurity* is given,
    with numbers it is `squared_error`.  Where *impurity* is made of costs, as `ExpectedCost` is, the predictions are
    the classes of least expected cost.  Numbers are rounded for reading.  ``print(tree)`` writes the same.

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.grow import grow
    >>> from dtrees.growing.id3 import id3
    >>> from dtrees.growing.impurity import entropy
    >>> print(render_text(grow(datasets.load("loan"), id3()), impurity=entropy))
    yes   [9 yes, 6 no]  entropy 0.971
    ├── owns_house = no: no   [3 yes, 6 no]  entropy 0.918
    │   ├── has_job = no: no   [0 yes, 6 no]  entropy 0
    │   └── has_job = yes: yes   [3 yes, 0 no]  entropy 0
    └── owns_house = yes: yes   [6 yes, 0 no]  entropy 0
    """
    return "\n".join(lines_of(tree, impurity, "en"))


@checked
def to_dot(tree: Tree, *, impurity: Impurity | None = None) -> str:
    r"""Return the tree in the DOT language of Graphviz, coloured as by `plot`, nodes numbered parents first.

    *impurity* is shown as by `render_text`.

    >>> from dtrees.growing.impurity import gini
    >>> from dtrees.trees.tree import Leaf
    >>> print(to_dot(Leaf(ClassCounts((3, 1), ("yes", "no"))), impurity=gini))
    digraph tree {
      node [shape=box style=filled];
      n0 [label="yes\n[3 yes, 1 no]\ngini 0.375" fillcolor="#C7E0EE"];
    }
    """
    return "\n".join(["digraph tree {", "  node [shape=box style=filled];", *_statements(tree, impurity), "}"])


def lines_of(tree: Tree, impurity: Impurity | None, language: Language) -> Iterator[str]:
    """Yield the lines of `render_text`, with answers in *language*."""
    waiting: list[tuple[Tree, int, str, str, str]] = [(tree, 0, "", "", "")]
    while waiting:
        node, level, lead, bars, answer = waiting.pop()
        label, *facts = _facts(node.summary, impurity, language)
        yield shown(f"{lead}{answer}{label}   {'  '.join(facts)}")
        if isinstance(node, Branch):
            last = len(node.children) - 1
            for child in range(last, -1, -1):
                below, corner, bar = node.children[child], *(("└── ", "    ") if child == last else ("├── ", "│   "))
                asked = node.question
                condition = (
                    f"{_described(asked, child) if language == 'en' else condition_of(asked, child, language)}: "
                )
                if level < DEEPEST_INDENT:
                    waiting.append((below, level + 1, bars + corner, bars + bar, condition))
                else:
                    waiting.append((below, level + 1, f"{bars}[depth {level + 1}] ", bars, condition))


def _described(question: Asks, child: int) -> str:
    """Return the answer of *child* as a condition; a float in 15 digits: between .01 and .05 as typed lies .03."""
    text = question.describe(child)
    match plain_questions(question)[0]:
        case Threshold(threshold=float(number)) | Equals(category=float(number)):
            pass
        case EachCategory(categories=categories) if child < len(categories) and isinstance(categories[child], float):
            number = float(categories[child])
        case _:
            return text
    before, exactly, after = text.rpartition(write_number(number))
    return f"{before}{number:.15g}{after}" if exactly else text


def _statements(tree: Tree, impurity: Impurity | None) -> Iterator[str]:
    colour = box_colours(tree, impurity)
    parents: list[tuple[int, int, Branch]] = []
    for number, (node, _) in enumerate(preorder(tree)):
        label = _quoted(*_facts(node.summary, impurity))
        yield f'  n{number} [label={label} fillcolor="{colour(node.summary)}"];'
        if parents:
            parent, child, branch = parents.pop()
            answer = _quoted(_described(branch.question, child))
            yield f"  n{parent} -> n{number} [label={answer}];"
        if isinstance(node, Branch):
            parents += [(number, child, node) for child in range(len(node.children) - 1, -1, -1)]


def _quoted(*lines: str) -> str:
    """Return *lines* as a text of DOT, in which a backslash escapes what follows."""
    return '"' + r"\n".join(shown(line).replace("\\", r"\\").replace('"', r"\"") for line in lines) + '"'


def _facts(summary: Summary, impurity: Impurity | None, language: Language = "en") -> tuple[str, ...]:
    """Return what a node predicts, its class weights or size, and its impurity where that is known, in words."""
    if not isinstance(summary, ClassCounts):
        return (
            prediction_of(summary),
            f"[{short(summary.weight)} {WORDS[language]['row' if summary.weight == 1 else 'rows']}]",
            measure_of(summary, impurity, language),
        )
    mix = mix_of(map(short, summary.counts), summary.classes, language)
    known = (
        [measure_of(summary, impurity, language)] if impurity else [WORDS[language]["no rows"]] * (not summary.weight)
    )
    return prediction_of(summary, impurity), f"[{mix}]", *known


def mix_of(counts: Iterable[str], classes: Iterable[Any], language: Language = "en") -> str:
    """Return how many rows each class has, in words; a class that is a number is called one.

    >>> mix_of("95", ["yes", "no"]), mix_of("95", [1, 0]), mix_of("95", [1, 0], "zh")
    ('9 yes, 5 no', '9 of class 1, 5 of class 0', '9 行属于类 1, 5 行属于类 0')
    """
    return ", ".join(
        f"{count} {label}"
        if isinstance(label, str | bool)
        else f"{count} {WORDS[language]['of class']} {write_number(label)}"
        for count, label in zip(counts, classes, strict=True)
    )


def measure_of(summary: Summary, impurity: Impurity | None = None, language: Language = "en") -> str:
    """Return a node's impurity with its name, rounded for reading; by default CART's impurity.

    >>> measure_of(ClassCounts((3, 1))), measure_of(ClassCounts((3, 1)), language="zh")
    ('gini 0.375', '基尼指数 0.375')
    """
    if not summary.weight:
        return WORDS[language]["no rows"]
    measure = impurity or usual_impurity(summary)
    name = getattr(measure, "__name__", "impurity")
    return f"{NAMES.get(name, name) if language == 'zh' else name} {Exact(measure(summary)):.3g}"


def prediction_of(summary: Summary, impurity: Impurity | None = None) -> str:
    """Return the prediction of a node as text: the class, or the rounded number; "nothing" for a node without rows.

    The class is the majority, or where *impurity* is made of costs the one of least expected cost.  Those of several
    outputs stand beside each other.
    """
    if not summary.weight:
        return "nothing"
    if isinstance(summary, OutputSummaries):
        return ", ".join(map(prediction_of, summary.parts))
    if not isinstance(summary, ClassCounts):
        return short(summary.predicted)
    return str(predicted_class(summary, impurity))


LONGEST_WHOLE: Final = 1024
"""Whole numbers of so many bits or more are rounded."""


def short(number: Rational) -> str:
    """Return an integer as it is, and any other number rounded for reading.

    >>> from fractions import Fraction
    >>> short(12345678), short(Fraction(1, 3))
    ('12345678', '0.3333')
    """
    is_whole = isinstance(number, int) and number.bit_length() < LONGEST_WHOLE
    return str(number) if is_whole else rounded(number, 4)


def rounded(number: Rational | float, digits: int) -> str:
    """Return *number* rounded to so many *digits*, also where no float is near it.

    >>> rounded(0.5, 4), rounded(10**400, 4)
    ('0.5', '1.000e+400')
    """
    try:
        return f"{float(number):.{digits}g}"
    except OverflowError:
        return f"{Exact(number):.{digits}g}"


def answer_of(question: Asks, child: int, language: Language = "en") -> str:
    """Return the answer that leads to child number *child*, without the feature.

    >>> from dtrees.trees.questions import Threshold
    >>> answer_of(Threshold("x", 0.5), 1), answer_of(WithMissing(Threshold("x", 0.5), 1), 1, "zh")
    ('> 0.5', '> 0.5 或缺失')
    """
    words = WORDS[language]
    match question:
        case WithMissing(asked, own) if child < asked.arity:
            answer = answer_of(asked, child, language) + f" {words['or missing']}" * (child == own)
        case WithMissing() | IsMissing():
            answer = words["is known" if isinstance(question, IsMissing) and child else "is missing"]
        case WithSurrogates(asked):
            answer = answer_of(asked, child, language)
        case Threshold(threshold=threshold):
            answer = f"{'≤>'[child]} {rounded(threshold, 10)}"
        case Equals(category=category):
            answer = f"{'=≠'[child]} {write_number(category)}"
        case OneOf(categories=categories):
            answer = f"{words['not in' if child else 'in']} {{{', '.join(map(write_number, categories))}}}"
        case EachCategory(categories=categories):
            answer = write_number(categories[child])
        case _:  # `Asks` is open: a question of another kind
            answer = question.describe(child).removeprefix(f"{question.feature} ")
    return answer


def condition_of(question: Asks, child: int, language: Language = "en") -> str:
    """Return the answer that leads to child number *child* as a condition on the feature.

    >>> from dtrees.trees.questions import EachCategory, Threshold
    >>> condition_of(Threshold("x", 0.5), 0), condition_of(EachCategory("sky", ("rain", "sun")), 1)
    ('x ≤ 0.5', 'sky = sun')
    """
    answer, first = answer_of(question, child, language), plain_questions(question)[0]
    named = isinstance(first, EachCategory) and child < first.arity
    return f"{question.feature} = {answer}" if named else f"{question.feature} {answer}"


def question_text(question: Asks, language: Language = "en") -> str:
    """Return the question as text: the condition of its first child, or the feature if each value has a child.

    >>> from dtrees.trees.questions import EachCategory, Threshold
    >>> question_text(Threshold("x", 0.5)), question_text(EachCategory("sky", ("rain", "sun")))
    ('x ≤ 0.5', 'sky')
    """
    asks_each = isinstance(plain_questions(question)[0], EachCategory)
    return question.feature if asks_each else condition_of(question, 0, language)


# --- the table of alphas ----------------------------------------------------------------------------------------------


@checked
def render_cp_table(
    result: CrossValidation, *, table: Callable[[CrossValidation], tuple[CpRow, ...]] = cp_table
) -> str:
    """Return the `cp_table` as rpart's ``printcp`` lays it out; *table* may be the one of `dtrees.vectorized`.

    >>> import dtrees as dt
    >>> print(render_cp_table(dt.cross_validate(dt.datasets.load("loan"), dt.cart(), dt.plain_folds(15, 5))))
              CP nsplit  rel error     xerror       xstd
             0.5      0          1          1   0.316228
               0      2          0   0.333333   0.219427
    """
    lines = [f"{'CP':>12} {'nsplit':>6} {'rel error':>10} {'xerror':>10} {'xstd':>10}"]
    for row in taken(tuple[CpRow, ...], "what table returns", table(result)):
        errors = f"{row.relative_error:10.6g} {row.cross_validated_error:10.6g} {row.standard_error:10.6g}"
        lines.append(f"{row.cp:12.6g} {row.splits:6d} {errors}")
    return "\n".join(lines)
