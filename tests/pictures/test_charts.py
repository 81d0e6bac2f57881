"""The charts of growing: each point is the exact number, as the nearest float."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

import dtrees as dt
from dtrees import datasets
from dtrees.render import plot_importances, plot_impurities, plot_roc
from dtrees.selection.metrics import roc_curve

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def curve(ax: Axes, label: str) -> dict[float, float]:
    """Return the heights of a line by p."""
    (line,) = (line for line in ax.lines if line.get_label() == label)
    return dict(np.asarray(line.get_xydata()).tolist())


def test_the_impurities_are_the_books_functions_of_p() -> None:
    """2 p (1 - p) and min(p, 1 - p) at each of 201 shares; the entropy is halved."""
    ax = plot_impurities()
    shares = [Fraction(share, 200) for share in range(201)]
    assert curve(ax, "Gini index") == {float(p): float(2 * p * (1 - p)) for p in shares}
    assert curve(ax, "Misclassification error") == {float(p): float(min(p, 1 - p)) for p in shares}
    half = curve(ax, "Entropy / 2")
    assert half[0.25] == float(dt.entropy(dt.ClassCounts((3, 1))) / 2)
    assert list(half) == [float(p) for p in shares]


def test_the_impurities_meet_at_one_half_and_are_ordered_elsewhere() -> None:
    """Half the entropy is above the Gini index, which is above the misclassification error."""
    ax = plot_impurities()
    entropy, gini, error = (curve(ax, str(line.get_label())) for line in ax.lines)
    assert entropy[0.5] == gini[0.5] == error[0.5] == 0.5
    assert entropy[0] == gini[0] == error[0] == entropy[1] == gini[1] == error[1] == 0
    assert all(entropy[p] > gini[p] > error[p] for p in entropy if p not in {0, 0.5, 1})


def test_the_impurities_are_labelled() -> None:
    ax = plot_impurities()
    legend = ax.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["Entropy / 2", "Gini index", "Misclassification error"]
    assert ax.get_xlabel() == "p"


def test_a_bar_is_the_importance_of_its_feature() -> None:
    """Of the features that are asked about, the largest at the top."""
    data = datasets.load("iris")
    tree = dt.grow(data, dt.cart())
    ax = plot_importances(tree)
    names = [label.get_text() for label in ax.get_yticklabels()]
    bars = [patch.get_width() for patch in ax.patches if isinstance(patch, Rectangle)]
    shares = {name: float(share) for name, share in dt.importances(tree, data.feature_names).items() if share}
    assert dict(zip(names, bars, strict=True)) == shares
    assert bars == sorted(bars, reverse=True)
    assert ax.yaxis_inverted()


def test_features_of_surrogates_alone_have_no_bar() -> None:
    tree = dt.grow(datasets.load("iris"), dt.cart(missing="surrogate", max_depth=1))
    (label,) = plot_importances(tree).get_yticklabels()
    assert label.get_text() == "petal_length"


def test_names_of_features_are_written_as_they_are() -> None:
    data = dt.classification_data({"$x^2$": [1, 2]}, ["a", "b"])
    (label,) = plot_importances(dt.grow(data, dt.cart())).get_yticklabels()
    assert label.get_text() == "$x^2$"
    assert not label.get_parse_math()


def test_a_lone_root_has_no_importances() -> None:
    with pytest.raises(dt.InvalidData, match="a lone root asks about no feature"):
        plot_importances(dt.Leaf(dt.ClassCounts((3, 1))))


def test_given_axes_are_returned() -> None:
    one, other = Figure().subplots(1, 2)
    assert plot_impurities(ax=one) is one
    assert plot_importances(dt.grow(datasets.load("loan"), dt.cart()), ax=other) is other


def test_the_roc_curve_is_the_specifications_and_its_area_the_auc() -> None:
    """Corner by corner; a tree that tells the classes apart passes through (0, 1)."""
    data = dt.classification_data({"x": [1, 1, 2, 2, 2, 3]}, list("ppqpqq"), weights=[1, 2, 1, 1, 1, 3])
    tree = dt.grow(data, dt.cart())
    curve = plot_roc(tree, data).lines[1]
    corners = roc_curve(tree, data)
    assert [tuple(point) for point in np.asarray(curve.get_xydata()).tolist()] == [
        tuple(map(float, c)) for c in corners
    ]
    assert [(str(x), str(y)) for x, y in corners] == [("0", "0"), ("0", "3/4"), ("2/5", "1"), ("1", "1")]
    assert dt.AUC.of(tree, data) == dt.Exact(19) / 20
    assert curve.get_label() == "area 0.95"


def test_a_roc_curve_needs_two_classes() -> None:
    loan = datasets.load("loan")
    with pytest.raises(dt.InvalidData, match="the ROC curve is for two classes"):
        plot_roc(dt.grow(datasets.load("iris"), dt.cart()), datasets.load("iris"))
    with pytest.raises(dt.InvalidData, match="the rows are all of one class"):
        plot_roc(dt.grow(loan, dt.cart()), loan.take(np.flatnonzero(loan.target.codes == 0)))  # type: ignore[union-attr]  # classes
