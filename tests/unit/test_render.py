"""Seeing: the text of the textbooks' trees, and DOT that a parser of its grammar reads."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

import dtrees as dt
from dtrees import (
    Branch,
    ClassCounts,
    EachCategory,
    Equals,
    Exact,
    Leaf,
    Moments,
    OneOf,
    Threshold,
    Tree,
    c45,
    cart,
    datasets,
    entropy,
    gini,
    grow,
    id3,
    leaves,
    misclassification,
    render_text,
    to_dot,
)
from dtrees.trees.tree import branches

if TYPE_CHECKING:
    from collections.abc import Callable

NODE = re.compile(r'  n(?P<number>\d+) \[label=(?P<label>"(?:[^"\\]|\\.)*") fillcolor="#[0-9A-F]{6}"\];')
EDGE = re.compile(r'  n(?P<parent>\d+) -> n(?P<child>\d+) \[label=(?P<label>"(?:[^"\\]|\\.)*")\];')


def unquoted(text: str) -> str:
    """Return what a DOT string says: backslash escapes the next character, and backslash n breaks the line."""
    return re.sub(r"\\(.)", lambda match: "\n" if match[1] == "n" else match[1], text[1:-1])


def parsed(dot: str) -> tuple[dict[int, str], list[tuple[int, int, str]]]:
    """Return the nodes' labels and the edges of a DOT text, each of whose lines must be one known statement."""
    first, shape, *statements, last = dot.split("\n")
    assert (first, shape, last) == ("digraph tree {", "  node [shape=box style=filled];", "}")
    nodes: dict[int, str] = {}
    edges: list[tuple[int, int, str]] = []
    for line in statements:
        if match := NODE.fullmatch(line):
            assert int(match["number"]) not in nodes
            nodes[int(match["number"])] = unquoted(match["label"])
        else:
            match = EDGE.fullmatch(line)
            assert match, line
            edges.append((int(match["parent"]), int(match["child"]), unquoted(match["label"])))
    return nodes, edges


def odd_tree() -> Tree:
    """Return a tree whose names, categories and classes hold quotes, backslashes and brackets."""
    classes = ('say "yes"', "back\\slash")
    parts = [Leaf(ClassCounts(pair, classes)) for pair in ((1, 0), (0, 2))]
    return Branch(ClassCounts((1, 2), classes), Equals('a "quoted" [name]', "c:\\new -> x;"), tuple(parts))


# --- text -------------------------------------------------------------------------------------------------------


def test_the_text_of_the_loan_tree() -> None:
    """A line a node: answer, label, class counts, impurity."""
    assert render_text(grow(datasets.load("loan"), id3()), impurity=entropy) == (
        "yes   [9 yes, 6 no]  entropy 0.971\n"
        "├── owns_house = no: no   [3 yes, 6 no]  entropy 0.918\n"
        "│   ├── has_job = no: no   [0 yes, 6 no]  entropy 0\n"
        "│   └── has_job = yes: yes   [3 yes, 0 no]  entropy 0\n"
        "└── owns_house = yes: yes   [6 yes, 0 no]  entropy 0"
    )


def test_the_text_of_the_weather_tree() -> None:
    """Quinlan's tree, by entropy."""
    assert render_text(grow(datasets.load("weather"), c45()), impurity=entropy) == (
        "P   [9 P, 5 N]  entropy 0.940\n"
        "├── outlook = overcast: P   [4 P, 0 N]  entropy 0\n"
        "├── outlook = rain: P   [3 P, 2 N]  entropy 0.971\n"
        "│   ├── windy = false: P   [3 P, 0 N]  entropy 0\n"
        "│   └── windy = true: N   [0 P, 2 N]  entropy 0\n"
        "└── outlook = sunny: N   [2 P, 3 N]  entropy 0.971\n"
        "    ├── humidity = high: N   [0 P, 3 N]  entropy 0\n"
        "    └── humidity = normal: P   [2 P, 0 N]  entropy 0"
    )


def test_the_text_of_the_watermelon_tree() -> None:
    """Zhou's tree of table 4.3 holds thresholds and categories; no impurity is shown unless it is given."""
    tree = grow(datasets.load("watermelon3"), cart())
    lines = render_text(tree).splitlines()
    assert lines[0] == "no   [8 yes, 9 no]"
    assert len(lines) == len(leaves(tree)) + len(branches(tree))
    assert lines[1].startswith("├── ")
    assert render_text(tree, impurity=misclassification).splitlines()[0].endswith("  misclassification 0.471")


def test_the_text_of_a_regression_tree() -> None:
    """Means, the weight of the rows, and the squared error."""
    assert render_text(grow(datasets.load("regression"), cart(max_depth=1))) == (
        "6.618   [10 rows]  squared_error 2.76\n"
        "├── x <= 5.5: 5.06   [5 rows]  squared_error 0.212\n"
        "└── x > 5.5: 8.176   [5 rows]  squared_error 0.460"
    )


def test_the_text_of_a_lone_root() -> None:
    """One line; weights that are no integers are rounded for reading."""
    assert render_text(Leaf(ClassCounts((0.5, Fraction(1, 3)), ("p", "q")))) == "p   [0.5 p, 0.3333 q]"
    assert render_text(Leaf(Moments.of([1, 2]))) == "1.5   [2 rows]  squared_error 0.25"
    assert render_text(Leaf(Moments.of([3]))) == "3   [1 row]  squared_error 0"


def test_every_kind_of_question_reads_as_a_condition() -> None:
    """Thresholds with the shortest text of their float, sets in braces."""
    counts = ClassCounts((1, 1), ("p", "q"))
    pair = (Leaf(counts), Leaf(counts))
    for question, first, second in (
        (Threshold("x", 0.1), "x <= 0.1", "x > 0.1"),
        (Equals("c", "u"), "c = u", "c != u"),
        (OneOf("c", ("u", "v")), "c in {u, v}", "c not in {u, v}"),
        (EachCategory("c", ("u", "v")), "c = u", "c = v"),
    ):
        lines = render_text(Branch(ClassCounts((2, 2), ("p", "q")), question, pair)).splitlines()
        assert lines[1:] == [f"├── {first}: p   [1 p, 1 q]", f"└── {second}: p   [1 p, 1 q]"]


def test_a_tiny_impurity_is_not_printed_as_noise() -> None:
    """The entropy of the weights 1e300 and 1e-300 is about 2e-597: it is printed as such, and is not negative."""
    assert "entropy 1.99e-597" in render_text(Leaf(ClassCounts((1e300, 1e-300))), impurity=entropy)


@pytest.mark.parametrize("render", [render_text, to_dot])
def test_an_impurity_without_a_name_is_shown(render: Callable[..., str]) -> None:
    """Any callable serves, also an object that has no __name__."""

    class Constant:
        """An impurity that is an object."""

        def __call__(self, summary: ClassCounts) -> Exact:
            return Exact(summary.weight - summary.weight) + Fraction(1, 4)

    assert "0.25" in render(Leaf(ClassCounts((1, 1))), impurity=Constant())


# --- DOT --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "tree",
    [
        grow(datasets.load("watermelon3"), c45()),
        grow(datasets.load("watermelon2"), id3()),
        grow(datasets.load("regression"), cart()),
        Leaf(ClassCounts((3, 1))),
        odd_tree(),
    ],
    ids=["c45", "id3", "regression", "lone root", "odd names"],
)
def test_dot_has_a_node_a_node_and_an_edge_a_child(tree: Tree) -> None:
    """Numbered from the root, parents first; the edges make a tree whose every node but the root has one parent."""
    nodes, edges = parsed(to_dot(tree))
    assert list(nodes) == list(range(len(leaves(tree)) + len(branches(tree))))
    assert [child for _, child, _ in edges] == list(range(1, len(nodes)))
    assert all(parent < child for parent, child, _ in edges)
    assert len({parent for parent, _, _ in edges}) == len(branches(tree))


def test_dot_tells_what_the_text_tells() -> None:
    """Each edge carries its condition, each node its label, counts and impurity."""
    nodes, edges = parsed(to_dot(grow(datasets.load("loan"), id3()), impurity=entropy))
    assert nodes == {
        0: "yes\n[9 yes, 6 no]\nentropy 0.971",
        1: "no\n[3 yes, 6 no]\nentropy 0.918",
        2: "no\n[0 yes, 6 no]\nentropy 0",
        3: "yes\n[3 yes, 0 no]\nentropy 0",
        4: "yes\n[6 yes, 0 no]\nentropy 0",
    }
    assert edges == [
        (0, 1, "owns_house = no"),
        (1, 2, "has_job = no"),
        (1, 3, "has_job = yes"),
        (0, 4, "owns_house = yes"),
    ]


def test_dot_escapes_quotes_and_backslashes() -> None:
    """Names come back from the DOT strings as they were, other scripts included."""
    nodes, edges = parsed(to_dot(odd_tree()))
    assert nodes[1] == 'say "yes"\n[1 say "yes", 0 back\\slash]'
    assert edges[0] == (0, 1, 'a "quoted" [name] = c:\\new -> x;')
    assert edges[1] == (0, 2, 'a "quoted" [name] != c:\\new -> x;')
    assert "纹理" in to_dot(Leaf(ClassCounts((1,), ("纹理",))))


def test_dot_of_the_example_in_the_documentation() -> None:
    """The whole text of a lone root."""
    assert to_dot(Leaf(ClassCounts((3, 1), ("yes", "no"))), impurity=gini) == (
        "digraph tree {\n  node [shape=box style=filled];\n"
        r'  n0 [label="yes\n[3 yes, 1 no]\ngini 0.375" fillcolor="#C7E0EE"];'
        "\n}"
    )


@pytest.mark.parametrize("empty", [dt.ClassCounts((0, 0)), dt.Moments(0, 0, 0)], ids=["classes", "numbers"])
def test_a_node_without_rows_is_shown_as_one(empty: dt.ClassCounts | dt.Moments) -> None:
    """Such trees are grown by peers whose midpoints round."""
    whole = dt.ClassCounts((1, 2)) if isinstance(empty, dt.ClassCounts) else dt.Moments.of([1, 2, 6])
    tree = dt.Branch(whole, dt.Threshold("x", 1), [dt.Leaf(whole), dt.Leaf(empty)])
    assert dt.render_text(tree).splitlines()[-1].split(": ")[1].startswith("nothing")
    assert "no rows" in dt.render_text(tree)
    assert "nothing" in dt.to_dot(tree)
    pytest.importorskip("matplotlib").use("Agg")
    assert any(text.get_text() == "nothing" for text in dt.plot(tree).texts)


# --- what print writes, and what a notebook shows ------------------------------------------------------------------


def test_print_writes_data_as_the_table_that_was_typed() -> None:
    """Decimals as they were typed, a missing value as ``?``, weights where they are not all 1."""
    data = dt.classification_data(
        {"sky": ["sun", None, "rain"], "x": [0.1, 2, 1e20]}, ["no", "yes", "yes"], weights=[1, 1, 0.5], missing="keep"
    )
    assert str(data).splitlines() == [
        "sky   x                      target  weight",
        "sun   0.1                    no      1",
        "?     2                      yes     1",
        "rain  100000000000000000000  yes     0.5",
        "3 rows: 1 no, 2 yes",
    ]
    assert str(datasets.load("loan", language="zh")).splitlines()[1] == "青年  否      否            一般      否"
    assert str(datasets.load("regression")).splitlines()[-2:] == ["10  9", "10 rows"]


def test_print_leaves_out_the_middle_of_long_and_wide_data() -> None:
    lines = str(datasets.load("spam")).splitlines()
    assert len(lines) == 23
    assert lines[0].split()[14:18] == ["addresses", "...", "charDollar", "charHash"]
    assert set(lines[16].split()) == {"..."}
    assert lines[-1] == "4601 rows: 2788 nonspam, 1813 spam"


def test_print_writes_the_text_of_a_tree_at_any_depth() -> None:
    tree = grow(datasets.load("weather"), id3())
    assert str(tree) == render_text(tree)
    assert str(tree).startswith("P   [9 P, 5 N]\n├── outlook = overcast: P   [4 P, 0 N]\n")
    assert repr(tree).startswith("Branch(")


def test_a_threshold_between_two_floats_is_written_as_it_was_typed() -> None:
    """The middle of .01 and .05 is .03; that of the two floats, which is in the tree, is not the float .03."""
    tree = grow(dt.classification_data({"x": [0.01, 0.05]}, ["a", "b"]), cart())
    assert isinstance(tree, Branch)
    assert tree.question == Threshold("x", 0.030000000000000002)
    assert str(tree).splitlines()[1:] == ["├── x <= 0.03: a   [1 a, 0 b]", "└── x > 0.03: b   [0 a, 1 b]"]
    assert '"x <= 0.03"' in to_dot(tree)


def test_a_notebook_shows_data_as_a_table_and_a_tree_as_its_text_hostile_names_escaped() -> None:
    data = dt.classification_data({"<b>": ["<i>", "&"]}, ["<script>", "x"])
    table, tree = data._repr_html_(), grow(data, id3())._repr_html_()
    assert table is not None
    assert tree is not None
    assert "<th " in table
    assert table.count("<tr>") == 3
    assert "&lt;script&gt;" in table
    assert tree.startswith("<pre")
    for shown in (table, tree):
        assert not {"<b>", "<i>", "<script>"} & set(re.findall("<[^>]*>", shown))


def test_a_notebook_shows_the_top_of_a_large_tree() -> None:
    data = dt.classification_data({"x": range(300)}, [row % 2 for row in range(300)])
    shown = dt.vectorized.grow(data, cart())._repr_html_()
    assert shown is not None
    assert shown.count("\n") == 200
    assert "... and 399 nodes more: dt.plot(tree, max_depth=3) shows the top" in shown
