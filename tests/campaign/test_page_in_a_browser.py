"""The page of a campaign in a real Chromium: by keyboard, without the network, in light and in dark."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from campaign.marked import NAME

from dtrees.oracle.campaign.judging import judge_cases
from dtrees.oracle.campaign.plan import Campaign
from dtrees.oracle.finding import no_answer
from dtrees.oracle.record import CaseDescription, Granted, record_of
from dtrees.oracle.reports.page import to_page
from dtrees.peers.scikit_learn import CONVENTIONS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

GRANTED = Granted.of(CONVENTIONS)
CAMPAIGN = Campaign(peer=NAME, cases=60, laws=3)
LAWS = ("law nested", "law gini_is_disagreement", "law alpha_zero_and_infinity")


@pytest.fixture(scope="module")
def browser_page(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory, marks_folder: Path, alike: None
) -> Iterator[Page]:
    file: Path = tmp_path_factory.mktemp("page") / "page.html"
    findings = [*judge_cases(CAMPAIGN, [f"random {number}" for number in range(CAMPAIGN.cases)])]
    findings += [finding for law in LAWS for finding in judge_cases(CAMPAIGN, [law])]
    file.write_text(to_page(CAMPAIGN, findings, GRANTED), encoding="utf-8")
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("request", lambda request: complaints.append(request.url))
    page.goto(file.as_uri())
    yield page
    assert complaints == [file.as_uri()]


def test_only_the_smallest_of_each_kind_is_open_and_enter_opens_another(browser_page: Page) -> None:
    sections = browser_page.locator("section")
    assert sections.count() > 1
    for section in sections.all():
        is_open = [details.get_attribute("open") is not None for details in section.locator("details").all()]
        assert is_open == [True] + [False] * (len(is_open) - 1)
    closed = browser_page.locator("section details:not([open]):has(svg)").first
    name = closed.get_attribute("id")
    assert not closed.locator("svg").first.is_visible()
    closed.locator("summary").focus()
    browser_page.keyboard.press("Enter")
    browser_page.locator(f"details#{name}[open] svg").first.wait_for(state="visible")


def test_the_keyboard_leads_from_a_kind_to_its_counterexamples(browser_page: Page) -> None:
    link = browser_page.locator("table a").last
    link.focus()
    browser_page.keyboard.press("Enter")
    heading = browser_page.locator(str(link.get_attribute("href")))
    assert str(link.text_content()) in str(heading.text_content())
    assert browser_page.evaluate("location.hash") == link.get_attribute("href")


def test_the_laws_are_folded_but_the_broken_ones_which_lead_to_what_broke_them(browser_page: Page) -> None:
    folds = browser_page.locator("details:has(.laws)")
    assert folds.locator("summary b").all_text_contents() == [
        "Laws that are broken",
        "Laws that hold",
        "Laws that do not apply",
    ]
    assert [fold.get_attribute("open") is not None for fold in folds.all()] == [True, False, False]
    link = folds.first.locator("a")
    link.focus()
    browser_page.keyboard.press("Enter")
    section = browser_page.locator(f"section:has({link.get_attribute('href')})")
    assert section.locator("details[open] dt").all_text_contents()[:3] == ["inputs", "expected", "got"]
    assert "gini_is_disagreement" in str(section.locator("pre").text_content())


def test_both_trees_stand_side_by_side_and_no_text_leaves_its_picture(browser_page: Page) -> None:
    example = browser_page.locator("details[open]:has(svg)").first
    left, right = (figure.bounding_box() for figure in example.locator("figure").all())
    assert left
    assert right
    assert left["y"] == right["y"]
    assert left["x"] + left["width"] <= right["x"]
    for picture in example.locator("svg").all():
        whole = picture.bounding_box()
        assert whole
        for text in picture.locator("text").all():
            box = text.bounding_box()
            assert box
            assert whole["x"] <= box["x"]
            assert box["x"] + box["width"] <= whole["x"] + whole["width"] + 1


def test_what_a_peer_says_is_only_ever_text(browser: Browser, tmp_path: Path) -> None:
    """Markup and scripts in its name, its answers and the names in its data run nothing, and load nothing."""
    hostile = ("</script><script>window.harmed = 1</script>", "<img src=x onerror='window.harmed = 1'>", "</pre><svg/>")
    text = " ".join(hostile)
    verdict = no_answer("error", text, why=text, code=text)
    records = [
        record_of([verdict], case=f"random {text}", subject=CaseDescription(data=text, rows=1, columns=1)),
        *(record for record in judge_cases(Campaign(peer=NAME, cases=3), ["random 0"])),
    ]
    file = tmp_path / "page.html"
    file.write_text(to_page(Campaign(peer=f"command: {text}", cases=2), records, GRANTED), encoding="utf-8")
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    assert page.evaluate("window.harmed") is None
    assert (page.locator("img").count(), asked) == (0, [file.as_uri()])
    assert hostile[0] in page.locator("body").inner_text()


def test_dark_and_light_are_the_reader_s_choice_and_a_narrow_screen_scrolls_no_page(browser_page: Page) -> None:
    shades = []
    for scheme in ("light", "dark"):
        browser_page.emulate_media(color_scheme=scheme)
        shades.append(browser_page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert len(set(shades)) == 2
    browser_page.set_viewport_size({"width": 360, "height": 700})
    assert browser_page.evaluate("document.documentElement.scrollWidth <= innerWidth")
