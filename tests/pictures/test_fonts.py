"""Chinese text shows in every picture, or a warning says what to install."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from matplotlib import font_manager
from matplotlib.figure import Figure

import dtrees as dt
from dtrees.render import plot, plot_importances, plot_partition
from dtrees.render.canvas import width_of_text
from dtrees.render.fonts import _family_with, families, style_of

if TYPE_CHECKING:
    from matplotlib.text import Text

WATERMELONS = dt.classification_data(
    {"色泽": list("青乌浅青"), "密度": [0.7, 0.6, 0.3, 0.5]}, ["好瓜", "坏瓜", "坏瓜", "好瓜"]
)


def needs_font() -> None:
    """Skip where no font has the characters, as CI, which installs one, does not."""
    if _family_with(frozenset(map(ord, "色泽好瓜"))) is None:
        pytest.skip("needs a font with Chinese characters: apt-get install fonts-wqy-microhei")


def can_write(text: Text) -> bool:
    """Return whether one of the text's fonts has each of its characters."""
    fonts = [
        font_manager.get_font(font_manager.findfont(font_manager.FontProperties(family=[family])))
        for family in text.get_fontfamily()
    ]
    known = set().union(*(font.get_charmap() for font in fonts))
    return all(ord(letter) in known for letter in text.get_text().replace("\n", ""))


def test_chinese_text_is_written_in_a_font_that_has_it() -> None:
    """In boxes, legends and on axes; drawing warns of no missing glyph, since warnings are errors here."""
    needs_font()
    tree = dt.grow(WATERMELONS, dt.cart())
    numbers = WATERMELONS.drop("色泽")
    plane = dt.classification_data({"密度": [1, 2], "含糖率": [2, 1]}, ["好瓜", "坏瓜"])
    for ax in (
        plot(tree, ax=Figure().subplots()),
        plot_importances(tree, ax=Figure().subplots()),
        plot(dt.grow(numbers, dt.cart()), ax=Figure().subplots()),
        plot_partition(dt.grow(plane, dt.cart()), plane, ax=Figure().subplots()),
    ):
        ax.figure.draw_without_rendering()  # type: ignore[union-attr]  # a figure, not a part of one
        texts = [*ax.texts, *ax.get_yticklabels(), ax.xaxis.label, ax.yaxis.label]
        if legend := ax.get_legend():
            texts += legend.get_texts()
        assert any(not text.get_text().isascii() for text in texts)
        assert all(map(can_write, texts))


def test_latin_text_keeps_the_usual_font_and_its_bold() -> None:
    assert style_of("alpha ≤ 1", bold=True) == {"family": ("sans-serif",), "weight": "bold"}
    assert width_of_text("alpha", bold=True) > width_of_text("alpha")


def test_without_a_font_a_warning_names_the_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    """And says what to install; the picture is drawn all the same."""
    monkeypatch.setattr(font_manager, "findSystemFonts", list)
    _family_with.cache_clear()
    try:
        with pytest.warns(UserWarning, match="no installed font has 好瓜: install one, for example by apt-get install"):
            assert families("好瓜") == ("sans-serif",)
    finally:
        _family_with.cache_clear()
