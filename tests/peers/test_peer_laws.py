"""The laws tried on real implementations: those in ``expected/laws-*.json`` break, and just so.

Not tried here are laws of which a peer answers no input, or so few that it takes too long.
"""

from __future__ import annotations

import os
import re
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pytest
from peers.asking import ASKED, class_of, each_of, expected_of, install_of, is_installed, needs

import dtrees as dt
from dtrees.laws import LAWS
from dtrees.oracle.adapters import Adapter
from dtrees.oracle.laws.adapt import supported_of
from dtrees.oracle.laws.run import laws_of
from dtrees.peers.j48 import J48
from dtrees.peers.rpart import Rpart

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from dtrees.oracle.laws import LawResult

SEARCHED: Final = 400
"""So many inputs are tried at most until a law breaks that must."""

LAWFUL: Final = [
    path.stem.removeprefix("laws-") for path in sorted((Path(__file__).parent / "expected").glob("laws-*"))
]
"""The peers that laws were tried on."""

IN_CI: Final = ("j48", "lightgbm", "ranger", "rpart", "scikit-learn", "xgboost")
"""Those of them that CI has the time for; of the others the files are records, as in `asking`."""

TRIED: Final = [name for name in LAWFUL if name in IN_CI or ("DTREES_DEAR" in os.environ and name in ASKED)]

HERE: Final = each_of("scikit-learn", "xgboost", "lightgbm")
"""The peers that answer in this process."""

needs_j48 = needs("j48")


def chapter_of(law: str) -> str:
    return LAWS[law].function.__module__.rpartition(".")[-1]


each_chapter = pytest.mark.parametrize("chapter", sorted({chapter_of(law) for law in LAWS}))


@pytest.fixture(scope="module")
def rpart() -> Iterator[Rpart]:
    if not is_installed("rpart"):
        pytest.skip(f"needs rpart: {install_of('rpart')}")
    with Rpart() as opened:
        yield opened


def made(name: str) -> Any:
    return class_of(name)()


@pytest.fixture(scope="module")
def opened() -> Iterator[Callable[[str], Any]]:
    """Return a function that opens a peer, and asks what it takes, once for all chapters: starting R takes a second."""
    with ExitStack() as stack:

        @cache
        def open_once(name: str) -> Any:
            peer = stack.enter_context(Adapter(name).opened())
            peer.supported = supported_of(peer, peer.conventions)
            return peer

        yield open_once


def failure_of(result: LawResult) -> dict[str, str]:
    """Return the lines of a failure that tell what was expected and what was answered."""
    lines = str(result.broken).splitlines()
    return {
        side: without_place(
            next(line.strip().removeprefix(f"{side}: ") for line in lines if line.strip().startswith(f"{side}: "))
        )
        for side in ("expected", "got")
    }


def without_place(text: str) -> str:
    """Return *text* without the file and line of an exception at its end, which are those of an installation."""
    return re.sub(r" \([^()]*\.py:\d+\)$", "", text)


def require_expected(name: str, peer: object, chapter: str) -> None:
    """Raise unless exactly the laws of the chapter that stand in the file break, and as it says."""
    expected = expected_of(f"laws-{name}")
    laws = [law for law in LAWS if chapter_of(law) == chapter and law not in expected["untried"]]
    broken = {law: said for law, said in expected["broken"].items() if law in laws}
    found = laws_of(peer, expected["examples"], laws=[law for law in laws if law not in broken], shrink=False)
    searched = laws_of(peer, SEARCHED, laws=broken, shrink=False)
    assert {each.law: failure_of(each) for each in (*searched.results, *found.results) if each.broken} == {
        law: {side: said[side] for side in ("expected", "got")} for law, said in broken.items()
    }
    assert found.named("holds") == tuple(law for law in laws if law in expected["holds"])


@each_chapter
@pytest.mark.parametrize("name", each_of(*TRIED))
def test_exactly_the_laws_of_the_file_break_and_as_it_says(
    name: str, chapter: str, opened: Callable[[str], Any]
) -> None:
    require_expected(name, opened(name), chapter)


@pytest.mark.parametrize("name", LAWFUL)
def test_each_entry_says_why(name: str) -> None:
    expected = expected_of(f"laws-{name}")
    assert all(len(said["why"]) > 1 and said["why"].endswith(".") for said in expected["broken"].values())
    assert not {*expected["holds"]} & {*expected["broken"], *expected["untried"]}
    assert {*expected["holds"], *expected["broken"], *expected["untried"]} <= {*LAWS}


@needs("scikit-learn")
def test_a_tree_that_was_not_fitted_is_pruned_by_the_code_that_prunes_fits() -> None:
    data = dt.regression_data({"x": [0, 1, 2, 3, 4, 5]}, [1, 1, 5, 6, 9, 20])
    peer = made("scikit-learn")
    grown = peer.grow(data, dt.cart())
    estimator = grown["fitted"].estimator
    path = estimator.cost_complexity_pruning_path(data.features[0].values[:, None], data.target.values)  # type: ignore[union-attr]  # numbers
    rows = peer.pruning_sequence(dt.grow(data, dt.cart()))
    assert [row["alpha"] for row in rows] == pytest.approx(path.ccp_alphas.tolist(), rel=1e-12)
    middle = float(np.mean(path.ccp_alphas[1:3]))
    refitted = estimator.set_params(ccp_alpha=middle).fit(data.features[0].values[:, None], data.target.values)  # type: ignore[union-attr]  # numbers
    pruned = peer.optimal_subtree(dt.grow(data, dt.cart()), dt.Exact(middle))
    assert str(pruned).count("{}") == refitted.get_n_leaves() < len(dt.leaves(dt.grow(data, dt.cart())))


@pytest.mark.parametrize("name", HERE)
def test_what_a_peer_does_not_do_is_unsupported(name: str) -> None:
    peer = made(name)
    numbers = dt.classification_data({"x": [0, 1]}, ["a", "b"])
    for data, learner in (
        (dt.classification_data({"x": ["p", "q"]}, ["a", "b"]), dt.cart()),
        (numbers, dt.cart(impurity=dt.misclassification)),
        (numbers, dt.c45()),
        (numbers, dt.cart(min_risk=1)),
    ):
        with pytest.raises(dt.Unsupported):
            peer.grow(data, learner)
    assert peer.grow(numbers, dt.cart())["feature"] == "x"


TWENTY = dt.classification_data({"x": range(21)}, ["p"] + ["n"] * 20)
TWO = dt.classification_data({"x": [0, 0, 1, 1], "c": ["a", "b", "c", "c"]}, ["n", "p", "p", "p"])


@needs_j48
@pytest.mark.parametrize(
    ("data", "learner", "said"),
    [
        (TWENTY, dt.cart(), "by gain ratio"),
        (TWENTY, dt.c45(max_depth=2), "no limits but -M"),
        (TWENTY, dt.c45(min_leaf=1.5), "no limits but -M"),
        (TWO, dt.c45(min_leaf=1), "no limits but -M"),
        (dt.classification_data({"x": [0, 1]}, ["n", "p"]), dt.c45(gate="above"), "has a gate"),
    ],
)
def test_what_j48_does_not_do_is_unsupported(data: dt.Dataset, learner: dt.Learner, said: str) -> None:
    with J48() as peer, pytest.raises(dt.Unsupported, match=said):
        peer.grow(data, learner)


@needs_j48
def test_j48_predicts_by_the_tree_that_it_grew_of_categories_that_it_has_seen() -> None:
    data = dt.classification_data({"x": [1, 2, 3, 4], "c": ["a", "b", "b", "b"]}, ["n", "p", "p", "p"])
    with J48() as peer:
        with pytest.raises(dt.Unsupported, match="what it grew itself"):
            peer.predict(dt.grow(data, dt.c45()), data)
        with pytest.raises(dt.Unsupported, match="never seen"):
            peer.predict(peer.grow(data.drop("x"), dt.c45()), {"c": ["z"]})


@needs_j48
@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (dt.classification_data({"x": [0, 1]}, ["n", "n"]), "one class is refused"),
        (dt.classification_data({"x": [1e308, 1.7e308]}, ["n", "p"]), "a midpoint overflows"),
        (TWENTY, "convention: a threshold leaves each side"),
    ],
)
def test_no_law_is_judged_by_what_a_convention_or_a_failure_of_j48_explains(data: dt.Dataset, reason: str) -> None:
    with J48() as peer, pytest.raises(dt.Unsupported, match=reason):
        dt.oracle.system_of(peer).grow(data, dt.c45(gate="at_least"))


def test_no_law_is_judged_by_a_midpoint_of_rpart_that_rounds(rpart: Rpart) -> None:
    for values in ([1, 1 + 2**-52], [1e308, 1.7e308]):
        data = dt.regression_data({"x": values}, [0, 1])
        with pytest.raises(dt.Unsupported, match="a midpoint that rounds, or overflows"):
            dt.oracle.system_of(rpart).grow(data, dt.cart())


def test_rpart_prunes_a_tree_that_it_did_not_grow_as_it_prunes_its_own(rpart: Rpart) -> None:
    data = dt.regression_data({"x": range(6)}, [0, 1, 0, 0, 1, 0])
    known = dt.grow(data, dt.cart())
    mine, given = (rpart.pruning_sequence(tree) for tree in (rpart.grow(data, dt.cart()), known))
    assert [row["alpha"] for row in given] == pytest.approx([row["alpha"] for row in mine]) == [0, 7 / 32]
    assert [str(row["tree"]).count("children") for row in given] == [4, 0]
    assert [member.alpha for member in dt.pruning_sequence(known, scale="root")] == [0, dt.Exact("1/4")]


@pytest.mark.parametrize(
    ("data", "learner", "said"),
    [
        (dt.regression_data({"x": [0, 1]}, [0, 1]), dt.cart(min_leaf=2), "only limit here is max_depth"),
        (dt.classification_data({"x": [0, 1]}, ["a", "b"]), dt.c45(), "by their gain only"),
    ],
)
def test_what_rpart_does_not_do_is_unsupported(rpart: Rpart, data: dt.Dataset, learner: dt.Learner, said: str) -> None:
    with pytest.raises(dt.Unsupported, match=said):
        rpart.grow(data, learner)


def test_rpart_predicts_no_category_that_a_node_has_not_seen(rpart: Rpart) -> None:
    tree = rpart.grow(dt.classification_data({"c": list("aab")}, list("nnp")), dt.cart(categories="subset"))
    assert rpart.predict(tree, {"c": ["b", "a"]}) == ["p", "n"]
    with pytest.raises(dt.Unsupported, match="majority's way"):
        rpart.predict(tree, {"c": ["z"]})


def test_columns_are_told_to_rpart_by_name(rpart: Rpart) -> None:
    tree = rpart.grow(dt.classification_data({"x": [0, 1], "z": [5, 5]}, ["n", "p"]), dt.cart())
    assert rpart.predict(tree, {"another": [9], "z": [0], "x": [1]}) == ["p"]
