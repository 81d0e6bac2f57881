"""The page of cost-complexity pruning in a real browser: what it shows by keyboard is what the specification says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any, Final

import attrs
import pytest

from dtrees import (
    Branch,
    ClassCounts,
    Dataset,
    Exact,
    InvalidData,
    Leaf,
    Learner,
    Path,
    Pruned,
    Threshold,
    Tree,
    c45,
    cart,
    classification_data,
    cost,
    cross_validate,
    datasets,
    entropy,
    gini,
    grow,
    id3,
    leaves,
    misclassification,
    optimal_subtree,
    pruning_sequence,
    regression_data,
    shuffled_folds,
    weakest_links,
)
from dtrees.render.page import STEPS, to_html
from dtrees.render.page_nodes import LONGEST_FRACTION
from dtrees.trees.tree import preorder

if TYPE_CHECKING:
    from collections.abc import Callable

    from browser.visits import Visit
    from playwright.sync_api import Page

    from dtrees.growing.impurity import Impurity
    from dtrees.pruning.scales import Scale
    from dtrees.selection.cross_validation import CrossValidation

LOWERED = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
ANNOUNCED = re.compile(
    r"alpha = (?P<alpha>.+?): T(?P<number>\d+) of T0 to T(?P<last>\d+), (?P<leaves>1 leaf|\d+ leaves), "
    r"cost (?P<cost>.+)"
)
NUMBER = re.compile(r"(?P<decimal>\S+)(?: \((?P<exact>.+)\))?")


@attrs.frozen(slots=False)
class Case:
    """A tree and how it is pruned."""

    data: Dataset
    learner: Learner
    impurity: Impurity | None = None
    scale: Scale = "count"
    ties: Any = "together"

    @cached_property
    def tree(self) -> Tree:
        return grow(self.data, self.learner)

    @cached_property
    def sequence(self) -> tuple[Pruned, ...]:
        return pruning_sequence(self.tree, impurity=self.impurity, scale=self.scale, ties=self.ties)

    @cached_property
    def html(self) -> str:
        return to_html(self.sequence, impurity=self.impurity, scale=self.scale)


CASES = {
    "loan": Case(datasets.load("loan"), id3(), misclassification),
    "iris": Case(datasets.load("iris"), cart(), misclassification),
    "iris, one at a time": Case(datasets.load("iris"), cart(), misclassification, ties="one_at_a_time"),
    "iris, Gini on the proportion scale": Case(datasets.load("iris"), cart(), scale="proportion"),
    "watermelons, by logarithms": Case(datasets.load("watermelon2"), id3(), entropy),
    "weather, by quotients of logarithms": Case(datasets.load("weather"), c45(), entropy, "root"),
    "numbers": Case(datasets.load("regression"), cart()),
    "a root": Case(classification_data({"x": [1, 2]}, ["a", "a"]), cart()),
    "costs beyond any float": Case(regression_data({"x": [1, 2, 3]}, [0, 0, 1e155]), cart()),
}

each_case = pytest.mark.parametrize("case", CASES.values(), ids=CASES)


# --- opening and reading ----------------------------------------------------------------------------------------


def announced(page: Page) -> str:
    """Return the text that assistive technology announces."""
    return page.locator("[aria-live=polite]").inner_text().translate(LOWERED)


def seen(page: Page) -> tuple[list[str], list[str]]:
    """Return the names of all nodes that are drawn, and the labels of those among them that are leaves."""
    read = """groups => groups.filter(group => getComputedStyle(group).display !== "none").map(group => {
        const label = group.querySelector(".label");
        return [group.querySelector(".name").textContent, label.textContent,
            getComputedStyle(label).fontWeight === "700"];
    })"""
    found = page.locator("g.node").evaluate_all(read)
    return [name for name, _, _ in found], [label for _, label, bold in found if bold]


def falling(page: Page) -> dict[str, str]:
    """Return the g(t) that stands at each node that has one, by the node's name."""
    read = """texts => texts.map(text => [text.parentNode.querySelector(".name").textContent, text.textContent])"""
    found: list[list[str]] = page.locator("text.gain").evaluate_all(read)
    return {name: text.removeprefix("g = ") for name, text in found}


def drawn(page: Page) -> tuple[float, float, list[float]]:
    """Return where the line of alpha stands, how low the large dot, and how low the dot of each tree."""
    dots = str(page.locator(".dots").get_attribute("d")).split(" h0")[:-1]
    across = float(str(page.locator(".cursor").get_attribute("x1")))
    down = float(str(page.locator(".point").get_attribute("cy")))
    return across, down, [float(dot.split(",")[1]) for dot in dots]


def places(tree: Tree) -> dict[Path, str]:
    """Return the name of the node at each path, numbered parents first."""
    paths: list[Path] = []
    waiting: list[Path] = [()]
    for node, _ in preorder(tree):
        paths.append(waiting.pop())
        if isinstance(node, Branch):
            waiting += [(*paths[-1], child) for child in reversed(range(len(node.children)))]
    return {path: f"t{number}" for number, path in enumerate(paths, start=1)}


def says(text: str, value: Exact) -> None:
    """Require that *text* is the number rounded to six digits and, unless that is it or it is long, exactly."""
    match = NUMBER.fullmatch(text)
    assert match, text
    assert Decimal(match["decimal"]) == Decimal(f"{value:.6g}")
    if match["exact"] is None:
        assert match["decimal"] == str(value) or len(str(value)) > LONGEST_FRACTION
    else:
        assert match["exact"] == str(value)


def shows(page: Page, case: Case, alpha: Exact) -> None:
    """Require that the page shows T(alpha), its cost, and its weakest links, as the specification has them."""
    tree = optimal_subtree(case.tree, alpha, impurity=case.impurity, scale=case.scale)
    names = places(case.sequence[0].tree)
    match = ANNOUNCED.fullmatch(announced(page))
    assert match, announced(page)
    says(match["alpha"], alpha)
    says(match["cost"], cost(tree, alpha, impurity=case.impurity, scale=case.scale))
    assert case.sequence[int(match["number"])].tree == tree
    assert int(match["last"]) == len(case.sequence) - 1
    assert int(match["leaves"].split()[0]) == len(leaves(tree))
    nodes, labels = seen(page)
    assert nodes == [names[path] for path in places(tree)]
    assert labels == [label_of(leaf) for leaf in leaves(tree)]
    assert page.locator("tr[aria-current=true] th").inner_text().translate(LOWERED) == f"T{match['number']}"
    if isinstance(tree, Leaf):
        assert falling(page) == {}
        assert page.locator("#next").inner_text() == "The root alone: nothing is left to fall."
    else:
        smallest, links = weakest_links(tree, impurity=case.impurity, scale=case.scale)
        assert list(falling(page)) == [names[path] for path in links]
        for text in (*falling(page).values(), page.locator("#next b").inner_text()):
            says(text, smallest)


def label_of(leaf: Leaf) -> str:
    prediction = leaf.summary.prediction
    return f"{prediction:.4g}" if isinstance(prediction, float) else str(prediction)


def breakpoints(case: Case) -> list[Exact]:
    """Return the alphas of the sequence, each once."""
    return list(dict.fromkeys(member.alpha for member in case.sequence))


# --- what is shown ----------------------------------------------------------------------------------------------


@each_case
def test_at_just_below_and_above_each_alpha_the_page_shows_the_optimal_subtree(
    case: Case, visit: Callable[[str], Visit]
) -> None:
    page = visit(case.html).page
    alphas = breakpoints(case)
    shows(page, case, alphas[0])
    for before, alpha in pairwise(alphas):
        page.keyboard.press("]")
        shows(page, case, alpha)
        page.keyboard.press("Shift+ArrowLeft")
        shows(page, case, before + (alpha - before) * Fraction(STEPS - 1, STEPS))
        page.keyboard.press("]")
    page.keyboard.press("End")
    shows(page, case, alphas[-1] * Fraction(6, 5) or Exact(1))


@each_case
def test_the_lines_move_together(case: Case, visit: Callable[[str], Visit]) -> None:
    """A dot a tree, as low as its cost; the large one is the lowest, and stands where the line of alpha is."""
    page = visit(case.html).page
    page.get_by_label("zoom").uncheck()
    page.get_by_label("α", exact=True).focus()
    alphas = breakpoints(case)
    optimal = {str(member.alpha): member.tree for member in case.sequence}
    lines = [cost_line(case, optimal[str(alpha)]) for alpha in alphas]
    for alpha in alphas:
        across, down, dots = drawn(page)
        assert across == float(str(page.locator(".point").get_attribute("cx")))
        assert down == pytest.approx(max(dots), abs=0.001)
        costs = [risk + alpha * size for risk, size in lines]
        order = sorted(range(len(costs)), key=lambda place: costs[place])
        assert [dots[one] - dots[two] > 0.001 for one, two in pairwise(order)] == [
            costs[one] < costs[two] for one, two in pairwise(order)
        ]
        page.keyboard.press("]")


def cost_line(case: Case, tree: Tree) -> tuple[Exact, int]:
    return cost(tree, 0, impurity=case.impurity, scale=case.scale), len(leaves(tree))


@each_case
def test_the_table_holds_each_member(case: Case, visit: Callable[[str], Visit]) -> None:
    page = visit(case.html).page
    rows = [row.split("\t") for row in page.locator("#rows tr").all_inner_texts()]
    optimal = {str(member.alpha): (number, member) for number, member in enumerate(case.sequence)}
    assert len(rows) == len(optimal)
    for (name, alpha, exact_alpha, size, risk, exact_risk), (number, member) in zip(
        rows, optimal.values(), strict=True
    ):
        risk_of_tree, leaf_count = cost_line(case, member.tree)
        assert (name.translate(LOWERED), exact_alpha, exact_risk) == (
            f"T{number}",
            str(member.alpha),
            str(risk_of_tree),
        )
        assert int(size) == leaf_count
        assert Decimal(alpha) == Decimal(f"{member.alpha:.6g}")
        assert Decimal(risk) == Decimal(f"{risk_of_tree:.6g}")


@each_case
def test_the_page_asks_nothing_of_the_network_and_complains_of_nothing(
    case: Case, visit: Callable[[str], Visit]
) -> None:
    made = visit(case.html)
    for key in ("End", "[", "ArrowRight", "PageDown", "Home", "]", "Tab", "Enter", "Tab", "Enter", "Tab", "Enter"):
        made.page.keyboard.press(key)
    assert made.requests == [made.page.url]
    assert made.complaints == []


# --- by keyboard ------------------------------------------------------------------------------------------------


def test_the_keys_step_and_jump(visit: Callable[[str], Visit]) -> None:
    """Iris has T_0 to T_5 from 0, 1/2, 1, 2, 44 and 50; an arrow key goes to the next, with Shift a twentieth of it."""
    page = visit(CASES["iris"].html).page
    walk = {
        "": "0",
        "Shift+ArrowRight": "1/40",
        "ArrowRight": "1/2",
        "]": "1",
        "PageUp": "2",
        "ArrowLeft": "1",
        "Shift+ArrowLeft": "39/40",
        "[": "1/2",
        "PageDown": "0",
        "[ at the first": "0",
        "End": "60",
        "] beyond the last": "60",
        "[ from the end": "50",
        "PageDown again": "44",
        "Home": "0",
    }
    for key, alpha in walk.items():
        if key:
            page.keyboard.press(key.split()[0])
        match = ANNOUNCED.fullmatch(announced(page))
        assert match, key
        says(match["alpha"], Exact(alpha))


def test_the_brackets_work_wherever_the_focus_is(visit: Callable[[str], Visit]) -> None:
    page = visit(CASES["iris"].html).page
    for number in range(1, 6):
        page.keyboard.press("Tab")
        page.keyboard.press("]")
        assert f"T{number} of T0 to T5" in announced(page)


def test_all_controls_are_reached_by_tab_and_have_names(visit: Callable[[str], Visit]) -> None:
    page = visit(CASES["iris"].html).page
    names = []
    for _ in range(8):
        focused = page.locator(":focus")
        names.append(focused.evaluate("it => it.ariaLabel ?? (it.labels[0] ?? it).innerText.trim()"))
        assert focused.evaluate("it => getComputedStyle(it).outlineStyle") == "solid"
        page.keyboard.press("Tab")
    assert names == [
        "α",
        "Draw the tree smaller",
        "Draw the tree larger",
        "Fit",
        "Root",
        "The tree; walk through it with the arrow keys",
        "zoom to α",
        "The members of the sequence",
    ]


# --- the drawing ------------------------------------------------------------------------------------------------

BOXES = """nodes => nodes.filter(node => getComputedStyle(node).display !== "none").map(node => {
    const box = node.querySelector(".box").getBoundingClientRect();
    return [box.left, box.right, box.top, box.bottom];
})"""
CROSSED = """([texts, edges]) => {
    const inside = (box, at) => at.x > box.left && at.x < box.right && at.y > box.top && at.y < box.bottom;
    const shown = [...document.querySelectorAll(edges)].filter(edge => getComputedStyle(edge).display !== "none");
    const boxes = [...document.querySelectorAll(texts)].filter(text => text.getClientRects().length && text.textContent)
        .map(text => text.getBoundingClientRect());
    return shown.some(edge => {
        const length = edge.getTotalLength(), to = edge.getScreenCTM();
        return Array.from({length: 41}, (_, step) => edge.getPointAtLength(length * step / 40).matrixTransform(to))
            .some(at => boxes.some(box => inside(box, at)));
    });
}"""


@pytest.mark.parametrize("name", ["iris", "watermelons, by logarithms", "numbers"])
def test_no_boxes_overlap_and_no_edge_crosses_a_text_whatever_alpha_is(
    name: str, visit: Callable[[str], Visit]
) -> None:
    page = visit(CASES[name].html).page
    for _ in breakpoints(CASES[name]):
        boxes = page.locator("g.node").evaluate_all(BOXES)
        for one, other in combinations(boxes, 2):
            assert one[1] <= other[0] or other[1] <= one[0] or one[3] <= other[2] or other[3] <= one[2]
        assert not page.evaluate(CROSSED, ["g.node text", "path.edge"])
        page.keyboard.press("]")


def test_a_small_tree_that_is_left_of_a_large_one_fills_the_panel(visit: Callable[[str], Visit]) -> None:
    """Each tree is laid out anew: 13 leaves of 300 stand side by side, not where the large tree had them."""
    case = Case(regression_data({"x": range(300)}, [7**row % 1009 for row in range(300)]), cart())
    page = visit(case.html).page
    small = next(member for member in case.sequence if len(leaves(member.tree)) <= 13)
    page.keyboard.press("End")
    while "1 leaf" in announced(page) or int(announced(page).split(", ")[1].split()[0]) < len(leaves(small.tree)):
        page.keyboard.press("[")
    boxes = page.locator("g.node").evaluate_all(BOXES)
    widest = max(right - left for left, right, _, _ in boxes)
    assert max(box[1] for box in boxes) - min(box[0] for box in boxes) <= len(leaves(small.tree)) * (widest + 20)


@pytest.mark.parametrize("count", [8, 26])
def test_each_class_has_a_colour_of_its_own(count: int, visit: Callable[[str], Visit]) -> None:
    """In the legend, and in the bars."""
    data = classification_data({"x": range(count)}, list(range(count)))
    page = visit(to_html(pruning_sequence(grow(data, cart())))).page
    legend, bars = (
        page.locator(place).evaluate_all(f"found => found.map(one => getComputedStyle(one).{style})")
        for place, style in (("#legend i", "backgroundColor"), ("#node-0 rect:not(.box)", "fill"))
    )
    assert legend == bars
    assert len(set(legend)) == count


def test_the_tree_that_is_shown_is_named_below_the_slider(visit: Callable[[str], Visit]) -> None:
    """Also where only each second tree is."""
    data = regression_data({"x": range(24)}, [3**row for row in range(24)])
    page = visit(to_html(pruning_sequence(grow(data, cart())))).page
    for number in ("T₀", "T₁", "T₂"):
        assert page.locator("#ruler .now").inner_text() == number
        named = page.locator("#ruler span").evaluate_all("spans => spans.map(span => span.textContent).filter(Boolean)")
        assert len(named) <= 13
        page.keyboard.press("]")


def test_counts_and_whole_class_names_are_read_without_pointing(visit: Callable[[str], Visit]) -> None:
    long = "a class whose name is as long as a sentence can be"
    data = classification_data({"x": [1, 2, 3]}, [long, "b", "b"])
    page = visit(to_html(pruning_sequence(grow(data, cart())))).page
    texts = page.locator("g.node text").evaluate_all("texts => texts.map(text => text.textContent)")
    assert {"1 · 2", "1 · 0", "0 · 2", long, "≤ 1.5", "> 1.5"} <= set(texts)
    fits = """groups => groups.every(group => {
        const box = group.querySelector(".box").getBoundingClientRect();
        return [".label", ".counts"].every(name => {
            const text = group.querySelector(name).getBoundingClientRect();
            return text.left >= box.left && text.right <= box.right;
        });
    })"""
    assert page.locator("g.node").evaluate_all(fits)


def test_the_arrow_keys_walk_through_the_tree_and_the_detail_says_what_is_there(visit: Callable[[str], Visit]) -> None:
    """Up, down, to siblings; a node that falls hands the choice to the leaf it fell into."""
    iris = datasets.load("iris")
    made = visit(to_html(CASES["iris"].sequence, impurity=misclassification, training=(iris, cart())))
    page = made.page
    page.locator("#forest").focus()
    detail = page.locator("#detail")
    page.keyboard.press("ArrowDown")
    assert detail.inner_text() == (
        "t1 — predicts setosa — 50 setosa, 50 versicolor, 50 virginica — asks petal_length"
        " — also optimal: petal_width ≤ 0.8"
    )
    for key, name in (
        ("ArrowDown", "t2"),
        ("ArrowLeft", "t2"),
        ("ArrowRight", "t3"),
        ("ArrowDown", "t4"),
        ("ArrowUp", "t3"),
    ):
        page.keyboard.press(key)
        assert detail.inner_text().split(" — ")[0] == name
        active = page.locator("#forest").get_attribute("aria-activedescendant")
        spoken = str(page.locator(f"#{active}").get_attribute("aria-label"))
        assert spoken.startswith(f"{name}, petal_")
        assert spoken == detail.inner_text().replace(" — ", ", ")
    page.keyboard.press("End")
    page.keyboard.press("]")
    page.locator("#alpha").focus()
    page.keyboard.press("End")
    assert detail.inner_text() == "t1 — predicts setosa — 50 setosa, 50 versicolor, 50 virginica"
    assert made.complaints == []


# --- cross-validation, languages, narrow screens ------------------------------------------------------------------


@cache
def validated() -> CrossValidation:
    return cross_validate(datasets.load("iris"), cart(), shuffled_folds(150, 10, seed=1), scale="count")


def test_the_cross_validated_errors_stand_under_the_slider_with_both_choices(visit: Callable[[str], Visit]) -> None:
    result = validated()
    page = visit(to_html(result.sequence, validated=result)).page
    errors = [row.error for row in result.rows]
    heights = page.locator("#validated circle").evaluate_all("dots => dots.map(dot => Number(dot.getAttribute('cy')))")
    assert [one > other for one, other in pairwise(heights)] == [one < other for one, other in pairwise(errors)]
    for button, choice in (("best", result.best()), ("smallest", result.one_standard_error())):
        page.locator(f"#{button}").click()
        match = ANNOUNCED.fullmatch(announced(page))
        assert match
        assert result.sequence[int(match["number"])].tree == choice.tree
    assert not visit(to_html(result.sequence)).page.locator("#choices").is_visible()


def test_a_cross_validation_of_another_sequence_is_refused() -> None:
    with pytest.raises(InvalidData, match="validated= is of another sequence"):
        to_html(CASES["iris"].sequence, impurity=misclassification, validated=validated())


def test_the_page_speaks_chinese(visit: Callable[[str], Visit]) -> None:
    """All that the page says itself, but symbols and names."""
    result = validated()
    made = visit(to_html(result.sequence, language="zh", validated=result))
    page = made.page
    assert page.locator("html").get_attribute("lang") == "zh"
    assert page.title() == page.locator("h1").inner_text() == "代价复杂度剪枝"
    assert page.locator("#state").inner_text() == "alpha = 0：T₀（共 T₀ 至 T₆），9 个叶结点，损失 0"
    english = re.findall(r"[A-Za-z]{4,}", page.locator("body").inner_text())
    names = {"setosa", "versicolor", "virginica", "petal", "sepal", "length", "width"}
    assert set(english) <= names | {"alpha", "Shift", "Home"}
    assert made.complaints == []
    with pytest.raises(InvalidData, match="language='fr'"):
        to_html(result.sequence, language="fr")  # type: ignore[arg-type]  # the test gives what the types refuse


@pytest.mark.parametrize("width", [390, 800])
def test_a_narrow_screen_needs_no_scrolling_sideways(width: int, visit: Callable[[str], Visit]) -> None:
    """But in the panels that scroll by themselves."""
    result = validated()
    page = visit(to_html(result.sequence, validated=result)).page
    page.set_viewport_size({"width": width, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert all(page.locator(name).is_visible() for name in ("#forest", "#chart", "#members", "#validated", "#alpha"))
    inside = """() => {
        const box = name => document.querySelector(name).getBoundingClientRect();
        const [room, own] = [box("#chart"), box("#chart .reading")];
        return own.left >= room.left && own.right <= room.right;
    }"""
    for _ in result.sequence:
        page.wait_for_function(inside)  # the chart is drawn again at the first frame of the new width
        page.keyboard.press("]")


FITS: Final = """() => {
    const [room, tree] = ["#forest", "#forest svg"].map(name => document.querySelector(name).getBoundingClientRect());
    return tree.left >= room.left && tree.right <= room.right && tree.top >= room.top && tree.bottom <= room.bottom;
}"""
"""Whether the whole tree is in view."""


@pytest.mark.parametrize(("width", "leaves"), [(1280, 9), (1280, 79), (1280, 300), (390, 9), (390, 79)])
def test_a_tree_of_any_size_opens_whole_and_fit_brings_it_back(
    width: int, leaves: int, visit: Callable[[str], Visit]
) -> None:
    data = classification_data({"x": range(leaves)}, [row % 2 for row in range(leaves)])
    page = visit(to_html(pruning_sequence(grow(data, cart())))).page
    page.set_viewport_size({"width": width, "height": 800})
    page.wait_for_function(FITS)
    page.locator("#node-0").dispatch_event("dblclick")
    assert float(page.locator("#forest svg").evaluate("tree => tree.getScreenCTM().a")) >= 1
    page.locator("#larger").click()
    page.locator("#fit").click()
    assert page.evaluate(FITS)


def test_a_cross_validated_tree_opens_within_the_first_screen(visit: Callable[[str], Visit]) -> None:
    result = validated()
    page = visit(to_html(result.sequence, validated=result)).page
    page.set_viewport_size({"width": 1280, "height": 800})
    page.wait_for_function(FITS)
    assert page.evaluate("document.querySelector('#forest svg').getBoundingClientRect().bottom <= innerHeight")


def test_a_tree_too_small_to_read_is_enlarged_by_root_by_a_click_and_by_walking(visit: Callable[[str], Visit]) -> None:
    data = classification_data({"x": range(300)}, [row % 2 for row in range(300)])
    page = visit(to_html(pruning_sequence(grow(data, cart())))).page
    page.set_viewport_size({"width": 390, "height": 800})
    page.wait_for_function(FITS)
    detail, scale = page.locator("#detail"), "document.querySelector('#forest svg').getScreenCTM().a"
    assert "press Root" in detail.inner_text()
    page.locator("#top").click()
    assert (page.evaluate(scale), detail.inner_text().split(" — ")[0]) == (1, "t1")
    page.locator("#fit").click()
    page.locator("#forest").click(position={"x": 20, "y": 100})
    assert page.evaluate(scale) == 1
    page.locator("#fit").click()
    page.locator("#forest").focus()
    page.keyboard.press("ArrowUp")
    assert page.evaluate(scale) == 1


# --- hostile and large ------------------------------------------------------------------------------------------

HOSTILE = (
    "</script><script>window.harmed = 1</script>",
    "<!--<script>",
    "<img src=x onerror='window.harmed = 1'>",
    "\"quotes\" & 'more' \\ {{facts}}",
    "西瓜 🍉 \u2028 line",
)


def test_texts_of_the_data_are_only_ever_text(visit: Callable[[str], Visit]) -> None:
    data = classification_data({feature: list(HOSTILE) for feature in HOSTILE}, list(HOSTILE))
    sequence = pruning_sequence(grow(data, cart()))
    made = visit(to_html(sequence, title=HOSTILE[0]))
    page = made.page
    assert page.evaluate("window.harmed") is None
    assert page.locator("script").count() == 2
    assert (page.locator("img").count(), made.complaints, made.requests) == (0, [], [page.url])
    assert page.locator("h1").inner_text() == page.title() == HOSTILE[0]
    assert page.locator("#legend li").evaluate_all("items => items.map(item => item.textContent)") == list(
        sequence[0].tree.summary.classes  # type: ignore[union-attr]  # classes, not numbers
    )
    tooltips = page.locator("g.node > title").evaluate_all("items => items.map(item => item.textContent)")
    assert all(any(f"= {text}\n" in tooltip for tooltip in tooltips) for text in HOSTILE[:-1])


def test_a_tree_of_four_hundred_levels_can_be_read(visit: Callable[[str], Visit]) -> None:
    tree: Tree = Leaf(ClassCounts((0, 1)))
    for level in range(400):
        peeled = Leaf(ClassCounts((0, 1) if level % 2 else (1, 0)))
        tree = Branch(tree.summary + peeled.summary, Threshold("x", level), (peeled, tree))  # type: ignore[operator]
    made = visit(to_html(pruning_sequence(tree)))
    assert "401 leaves" in announced(made.page)
    assert len(seen(made.page)[1]) == 401
    made.page.keyboard.press("]")
    assert "1 leaf" in announced(made.page)
    assert (seen(made.page)[0], made.complaints) == (["t1"], [])


def test_a_tree_of_three_hundred_leaves_can_be_read(visit: Callable[[str], Visit]) -> None:
    """The panel scrolls to a node that is about to fall."""
    case = Case(regression_data({"x": range(300)}, [7**row % 1009 for row in range(300)]), cart())
    made = visit(case.html)
    shows(made.page, case, Exact(0))
    for alpha in breakpoints(case)[1:4]:
        made.page.keyboard.press("]")
        shows(made.page, case, alpha)
        in_view = made.page.locator("g.falling").evaluate_all(
            """nodes => {
                const room = document.getElementById("forest").getBoundingClientRect();
                const boxes = nodes.map(node => node.getBoundingClientRect());
                return boxes.some(box => box.left >= room.left && box.right <= room.right
                    && box.bottom > room.top && box.top < room.bottom);
            }"""
        )
        assert in_view
    assert made.complaints == []


# --- without a browser ------------------------------------------------------------------------------------------


class Lazy(Sequence[Pruned]):
    """A sequence that has its length and its members one by one, and nothing else."""

    def __init__(self, members: Sequence[Pruned]) -> None:
        self.members = members

    def __len__(self) -> int:
        return len(self.members)

    def __getitem__(self, number: Any) -> Any:
        assert isinstance(number, int)
        return self.members[number]


def test_a_lazy_sequence_makes_the_same_page() -> None:
    sequence = CASES["iris"].sequence
    assert to_html(Lazy(sequence), impurity=misclassification) == to_html(sequence, impurity=misclassification)


@pytest.mark.parametrize("scale", ["proportion", "root"])
def test_another_scale_than_the_sequence_was_made_with_is_refused(scale: Scale) -> None:
    with pytest.raises(InvalidData, match=r"T_1 begins at alpha 1/2.*give .* scale="):
        to_html(CASES["iris"].sequence, impurity=misclassification, scale=scale)


def test_another_impurity_than_the_sequence_was_made_with_is_refused() -> None:
    with pytest.raises(InvalidData, match=r"T_1 begins at alpha 1/2.*give .* impurity="):
        to_html(CASES["iris"].sequence, impurity=gini)


def test_a_sequence_with_a_member_left_out_is_refused() -> None:
    with pytest.raises(InvalidData, match="give the whole sequence"):
        to_html(CASES["iris"].sequence[::2], impurity=misclassification)


def test_an_empty_sequence_is_refused() -> None:
    with pytest.raises(InvalidData, match="empty"):
        to_html(())


def test_the_node_scale_is_refused() -> None:
    sequence = pruning_sequence(CASES["iris"].tree, scale="node")
    with pytest.raises(InvalidData, match="scale='node'"):
        to_html(sequence, scale="node")
