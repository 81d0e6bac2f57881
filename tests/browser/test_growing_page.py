"""The page of growing in a real browser: by keyboard it shows what the specification says of each node's candidates."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

import pytest

from dtrees import (
    Branch,
    Equals,
    ExpectedCost,
    InvalidData,
    Learner,
    admissible_splits,
    c45,
    cart,
    classification_data,
    datasets,
    depth,
    entropy,
    gini,
    grow,
    id3,
    leaves,
    regression_data,
    render_text,
    replace_at,
    split,
)
from dtrees.growing.best_split import scored_splits
from dtrees.render import growing_to_html
from dtrees.render.growing_page import MOST_CANDIDATES
from dtrees.render.text import short
from dtrees.trees.tree import preorder

if TYPE_CHECKING:
    from collections.abc import Callable

    from browser.visits import Visit
    from playwright.sync_api import Page

MELONS = datasets.load("watermelon2")
CLEAR = split(MELONS, Equals("texture", "clear"))[0]


@cache
def melons_page() -> str:
    return growing_to_html(MELONS, id3(), title="Melons")


def states(page: Page) -> list[tuple[str, str]]:
    """Return each candidate of the list, and what is said of it."""
    rows = page.locator("#rows tr").all()
    return [(row.locator("span").inner_text(), row.locator("td").last.inner_text()) for row in rows]


def test_every_node_of_the_tree_is_listed_and_walked_by_keyboard(visit: Callable[[str], Visit]) -> None:
    """Parents first; ↓ goes to the next, ← to the parent, → to the first child, Home and End to the ends."""
    made = visit(melons_page())
    page = made.page
    nodes = [node for node, _ in preorder(grow(MELONS, id3()))]
    items = page.locator("[role=treeitem]")
    assert items.count() == len(nodes)
    for place, node in enumerate(nodes):
        assert items.nth(place).get_attribute("aria-selected") == "true"
        shown = page.locator("#rows tr").count() if page.locator("#list").is_visible() else 0
        assert bool(shown) == isinstance(node, Branch)
        page.keyboard.press("ArrowDown")
    for key, place in (("Home", 0), ("ArrowRight", 1), ("ArrowRight", 1), ("ArrowLeft", 0), ("End", len(nodes) - 1)):
        page.keyboard.press(key)
        assert page.locator("#tree").get_attribute("aria-activedescendant") == f"node-{place}"
    assert (made.requests, made.complaints) == ([page.url], [])


def test_the_ties_of_a_node_are_marked_and_its_candidates_stand_by_their_scores(visit: Callable[[str], Visit]) -> None:
    """Under clear texture three features tie; dots of one score stand at one place."""
    page = visit(melons_page()).page
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    optimal = [found.question.feature for found in admissible_splits(CLEAR, id3())]
    assert optimal == ["root", "navel", "touch"]
    assert page.locator("#node-title").inner_text() == "texture = clear: 5 candidates, 3 of them optimal"
    assert states(page) == [
        ("root?", "asked"),
        ("navel?", "ties: optimal too"),
        ("touch?", "ties: optimal too"),
        ("knock?", ""),
        ("color?", ""),
    ]
    spots = page.locator("#line .dot").evaluate_all(
        "dots => dots.map((dot) => [dot.textContent, dot.getBBox().x + dot.getBBox().width / 2])"
    )
    middles = {text.split("?")[0]: middle for text, middle in spots}
    assert len({middles[name] for name in optimal}) == 1
    scores = {found.question.feature: float(found.score) for found in scored_splits(CLEAR, id3())}
    most, start = middles["root"], 12
    for name, middle in middles.items():
        assert middle == pytest.approx(start + scores[name] / scores["root"] * (most - start), abs=0.01)


def test_a_split_with_its_children_exchanged_is_no_tie(visit: Callable[[str], Visit]) -> None:
    """Of the loans one question is best, and asked of either of its two values it makes the same parts."""
    page = visit(growing_to_html(datasets.load("loan"), cart())).page
    assert page.locator("#node-title").inner_text() == "The root: 10 candidates"
    assert states(page)[:2] == [("owns_house = no?", "asked"), ("owns_house = yes?", "the same parts")]
    assert page.locator("#tree .ties").count() == 0


def test_what_a_choice_leads_to_is_the_tree_grown_below_it(visit: Callable[[str], Visit]) -> None:
    """Chosen in the list by keyboard, or by a click on a dot."""
    page = visit(melons_page()).page
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    asked, navel, *_ = admissible_splits(CLEAR, id3())
    for found in (asked, navel):
        children = [grow(part, id3()) for part in split(CLEAR, found.question)]
        branch = replace_at(grow(CLEAR, id3()), (), Branch(grow(CLEAR, id3()).summary, found.question, children))
        assert page.locator("#branch").inner_text() == render_text(branch, impurity=entropy)
        assert f"{len(leaves(branch))} leaves and depth {depth(branch)}" in page.locator("#parts").inner_text()
        page.locator("#rows input").first.focus()
        page.keyboard.press("ArrowDown")
    page.locator("#line .dot.asked").click()
    assert page.locator("#leads-title").inner_text() == "What root? leads to"


def test_what_the_gate_bars_is_said(visit: Callable[[str], Visit]) -> None:
    """Of the melons, four features gain less than the average of the six."""
    page = visit(growing_to_html(MELONS, c45())).page
    barred = [question for question, state in states(page) if state == "barred by the gate"]
    gains = {found.question.feature: found.gain for found in scored_splits(MELONS, c45())}
    assert sorted(barred) == sorted(f"{name}?" for name, gain in gains.items() if gain * 6 < sum(gains.values()))
    assert page.locator("#line .dot.barred").count() == len(barred) == 4


@pytest.mark.parametrize("width", [390, 800])
def test_a_narrow_screen_needs_no_scrolling_sideways(width: int, visit: Callable[[str], Visit]) -> None:
    page = visit(
        growing_to_html(datasets.load("regression"), cart(max_depth=2), title="a_title_without_spaces" * 9)
    ).page
    page.set_viewport_size({"width": width, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert all(page.locator(name).is_visible() for name in ("#tree", "#line", "#list", "#leads"))


def test_the_page_speaks_chinese(visit: Callable[[str], Visit]) -> None:
    """With the book's own words no English is left."""
    made = visit(growing_to_html(datasets.load("watermelon2", language="zh"), c45(), language="zh"))
    assert made.page.locator("html").get_attribute("lang") == "zh"
    assert (
        made.page.title()
        == made.page.locator("h1").inner_text()
        == ("决策树的生成（增益率，信息熵）：17 个样本，特征 色泽、根蒂、敲声、纹理、脐部、触感")
    )
    assert re.findall(r"[A-Za-z]{3,}", made.page.locator("body").inner_text()) == []
    with pytest.raises(InvalidData, match="language='fr'"):
        growing_to_html(MELONS, id3(), language="fr")  # type: ignore[arg-type]


def test_texts_of_the_data_are_only_ever_text(visit: Callable[[str], Visit]) -> None:
    """Markup, and what ends a script, a line or a string in JavaScript: in names, categories, classes and title."""
    hostile = (
        "</script><script>window.harmed = 1</script>",
        "<!--<script>",
        "<img src=x onerror='window.harmed = 1'>",
        "\u2028window.harmed = 1\u2029//",
        "'\"`);window.harmed = 1;${window.harmed = 1}\\",
    )
    data = classification_data({feature: list(hostile) for feature in hostile}, list(hostile))
    made = visit(growing_to_html(data, id3(), title=hostile[0]))
    asked = made.page.locator("#rows input")
    for choice in asked.all():
        choice.check()
    assert asked.count() == len(hostile)
    assert [question for question, _ in states(made.page)] == [f"{name}?" for name in hostile]
    assert made.page.evaluate("window.harmed") is None
    assert (made.page.locator("script").count(), made.page.locator("img").count(), made.complaints) == (2, 0, [])
    assert made.page.locator("h1").inner_text() == hostile[0]


def facts_of(page: str) -> list[dict[str, Any]]:
    """Return what the page holds of each node."""
    (found,) = re.findall(r'<script type="application/json" id="facts">(.*)</script>', page)
    nodes: list[dict[str, Any]] = json.loads(found)["nodes"]
    return nodes


def test_answers_about_missing_values_are_said_in_the_language_of_the_page() -> None:
    """Where they go, and of sets of categories."""
    gaps = datasets.load("watermelon2_alpha", language="zh")
    learner = cart(missing="either_side", categories="subset")
    nodes = facts_of(growing_to_html(gaps, learner, language="zh"))
    asked = " ".join(candidate["question"] for node in nodes for candidate in node["candidates"])
    answers = " ".join(node["answer"] for node in nodes)
    assert {"或缺失", "缺失", "属于"} <= set(re.findall("[或缺失属于]+", asked))
    assert "不属于" in answers
    assert not re.search("[A-Za-z]", asked + answers)
    branches = {candidate["leads"]["text"] for node in nodes for candidate in node["candidates"] if candidate["leads"]}
    assert re.findall("[A-Za-z]+", "".join(branches)) == []
    assert "基尼指数" in "".join(branches)


@pytest.mark.parametrize("missing", ["fractional", "surrogate"])
def test_children_hold_the_rows_of_missing_values_too(missing: Literal["fractional", "surrogate"]) -> None:
    """Two of Zhou's melons have no texture: the scores leave them out, and the children do not."""
    gaps = datasets.load("watermelon2_alpha")
    learner = cart(missing=missing)
    root = facts_of(growing_to_html(gaps, learner))[0]
    asked = next(one for one in root["candidates"] if one["state"] == "asked")
    grown = grow(gaps, learner)
    assert isinstance(grown, Branch)
    held = [(short(yes), short(no)) for yes, no in (child.summary.counts for child in grown.children)]  # type: ignore[union-attr]
    assert asked["parts"] == [f"{yes} yes, {no} no" for yes, no in held]
    assert asked["leads"]["text"] == render_text(grown, impurity=gini)


def test_under_costs_the_labels_are_those_of_least_cost() -> None:
    """A good loan that is refused costs one, a bad one that is granted five."""
    dear = ExpectedCost({("no", "yes"): 5, ("yes", "no"): 1})
    root = facts_of(growing_to_html(datasets.load("loan"), cart(impurity=dear, max_depth=1)))[0]
    assert (root["label"], root["mix"]) == ("no", "9 yes, 6 no")


def test_a_lone_root_asks_nothing(visit: Callable[[str], Visit]) -> None:
    page = visit(growing_to_html(regression_data({"x": [1, 2]}, [3, 3]), cart())).page
    assert page.locator("#node-title").inner_text() == "The root: a leaf, which predicts 3 and asks nothing"
    assert not page.locator("#list").is_visible()


def test_a_depth_limit_holds_below_other_choices_too() -> None:
    """With two questions at most, no branch that the page follows is deeper."""
    page = growing_to_html(MELONS, cart(max_depth=2))
    assert {int(found) for found in re.findall(r'"depth": (\d+)', page)} == {1, 2}


def test_below_each_node_a_split_saves_a_share_of_the_risk_of_the_whole_tree_s_root() -> None:
    """Not of its own: the branch of each question that is asked is the tree's, where the parts alone grow further."""
    iris, learner = datasets.load("iris"), cart(min_saving=Fraction(1, 50))
    tree = grow(iris, learner)
    nodes = [node for node, _ in preorder(tree)]
    asked = [
        [found["leads"]["leaves"] for found in node["candidates"] if found["state"] == "asked"]
        for node in facts_of(growing_to_html(iris, learner))
    ]
    assert asked == [[len(leaves(node))] if isinstance(node, Branch) else [] for node in nodes]
    below = split(iris, nodes[0].question)[1]  # type: ignore[union-attr]
    assert len(leaves(grow(below, learner))) > len(leaves(nodes[2])) > 1


def test_data_without_rows_are_refused() -> None:
    with pytest.raises(InvalidData, match="no rows"):
        growing_to_html(MELONS.take([]), id3())


def test_of_many_candidates_the_best_are_shown_and_the_best_of_each_feature() -> None:
    """Of 402, the first 300 by score, and the one about y, which gains least."""
    labels = [position // 2 % 2 for position in range(402)]
    data = classification_data({"x": range(402), "y": [0, 1] * 201}, labels)
    root = facts_of(growing_to_html(data, stump()))[0]
    ranked = sorted(scored_splits(data, stump()), key=lambda found: found.score, reverse=True)
    assert (root["tried"], len(root["candidates"])) == (len(ranked), MOST_CANDIDATES + 1) == (402, 301)
    assert [one["place"] for one in root["candidates"][:-1]] == [
        float(found.score) for found in ranked[:MOST_CANDIDATES]
    ]
    assert root["candidates"][-1]["question"] == "y ≤ 0.5?"


def stump() -> Learner:
    return cart(max_depth=1)
