"""What the pages take from the code is in step with it, and the first page stays short."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from notebooks import pages

AGAIN = "run python tests/notebooks/pages.py"


def test_the_page_of_definitions_holds_the_functions_as_they_stand_in_the_source() -> None:
    assert (pages.FOLDER / "definitions.md").read_text(encoding="utf-8") == pages.definitions(), AGAIN


def test_each_function_of_the_concordance_is_linked_to_its_line_of_the_source() -> None:
    page = pages.CONCORDANCE.read_text(encoding="utf-8")
    assert pages.with_links(page) == page, AGAIN
    assert page.count("](../dtrees/") > 100
    assert pages.source_link("dtrees.gini").startswith("../dtrees/growing/impurity.py#L")


def test_the_picture_on_the_first_page_is_the_one_that_plot_draws() -> None:
    """Its texts and its colours; where they stand depends on the fonts."""
    pytest.importorskip("matplotlib", reason="needs matplotlib: pip install '.[plot]'")
    stored = (pages.FOLDER / "playtennis.svg").read_text(encoding="utf-8")
    drawn = pages.picture()
    for pattern in (r"<text[^>]*>([^<]+)</text>", r"fill: (#\w+)", r"stroke: (#\w+)"):
        assert Counter(re.findall(pattern, stored)) == Counter(re.findall(pattern, drawn)), AGAIN
    assert "outlook" in stored


def test_the_first_page_is_at_most_eight_kilobytes() -> None:
    """It is for somebody who has never heard of the project; what is longer stands in a room's own README."""
    assert len((pages.ROOT / "README.md").read_bytes()) <= 8192
