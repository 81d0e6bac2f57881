"""The benchmark's works on tiny data: they do what the table says that it measures.  Time is asserted nowhere."""

from __future__ import annotations

import gc
from functools import partial
from typing import TYPE_CHECKING

import attrs
import numpy as np
import pytest
from benchmarks.cases import cases, categories, costing, growing, judging, mixed, noise, predicting, pruning
from benchmarks.measuring import exponent, measured, worst_doubling
from benchmarks.table import ratios, series
from benchmarks.ways import from_array, going_through, holding_out, looping, reading, sizes, ways
from benchmarks.ways import making as making_data
from benchmarks.ways import predicting as predicting_an_array

import dtrees as dt
from dtrees.vectorized import grow

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.cases import Pair
    from pytest_benchmark.fixture import BenchmarkFixture

    from dtrees.data.dataset import Dataset

TINY: dict[str, Callable[[], Dataset]] = {
    "noise": partial(noise, 60, 3),
    "numbers": partial(noise, 60, 3, 0),
    "whole weights": partial(noise, 60, 3, weights="whole"),
    "float weights": partial(noise, 60, 3, weights="float"),
    "mixed": partial(mixed, 60),
    "categories": partial(categories, 80),
}


@pytest.mark.parametrize("name", TINY)
def test_the_tree_that_is_timed_is_the_specifications(name: str, benchmark: BenchmarkFixture) -> None:
    data = TINY[name]()
    assert benchmark(grow, data, dt.cart()) == dt.grow(data, dt.cart())


def test_the_pruning_path_that_is_timed_is_the_peers(benchmark: BenchmarkFixture) -> None:
    pair = pruning(partial(noise, 300, 1))
    peer = pair.peer()["ccp_alphas"] * 300
    ours = benchmark(pair.ours)
    assert np.allclose(sorted(set(ours)), sorted({*np.round(peer, 9)}), atol=1e-6)


def test_the_judge_that_is_timed_finds_nothing(benchmark: BenchmarkFixture) -> None:
    assert benchmark(judging(TINY["noise"]).ours).deviations == ()


def test_what_weights_and_logarithms_cost_is_measured_against_gini_on_the_same_rows() -> None:
    pair = costing(TINY["float weights"], dt.c45(), grow)
    weighted, plain = TINY["float weights"](), TINY["noise"]()
    assert pair.ours() == dt.grow(weighted, dt.c45())
    assert pair.peer() == dt.grow(attrs.evolve(weighted, weights=plain.weights), dt.cart())


def test_what_is_predicted_is_what_the_peer_predicts(benchmark: BenchmarkFixture) -> None:
    pair = predicting(TINY["noise"])
    assert np.array_equal(benchmark(pair.ours), pair.peer())


def test_the_table_has_a_row_a_case_and_says_which_marks_are_missed() -> None:
    two = [case for case in cases() if case.series == "noise"][:2]
    gc.freeze()  # what all other tests hold: to look through it before each run takes seconds
    one = measured(growing(TINY["noise"]), at_most=3, budget=0.1, memory=False)
    gc.unfreeze()
    found = [attrs.evolve(one, size=size) for size in (100, 200)]
    assert one.ratios[0] <= one.ratio <= one.ratios[2]
    table = ratios(dict(zip(two, found, strict=True)))
    assert table.row_count == 2
    assert series(dict(zip(two, found, strict=True))).row_count == 1


def test_exponents_are_those_of_the_power_law_that_made_the_times() -> None:
    sizes = [1, 2, 8]
    assert exponent(sizes, [3 * size**2 for size in sizes]) == pytest.approx(2)
    assert worst_doubling(sizes, [1, 3, 12]) == pytest.approx(3)


@pytest.mark.parametrize(
    "make",
    [
        making_data,
        from_array,
        partial(reading, write=repr),
        partial(predicting_an_array, give=np.asarray),
        holding_out,
        going_through,
    ],
)
def test_a_way_is_worked_by_both(make: Callable[[int], Pair]) -> None:
    pair = make(40)
    assert len(pair.ours()) == pair.size if isinstance(pair.ours(), dt.Dataset | np.ndarray) else pair.ours()
    assert pair.peer() is not None


def test_a_loop_over_every_tenth_alpha_is_told_of_all() -> None:
    pair = looping(40)
    best, smaller = pair.ours()
    assert len(dt.leaves(smaller.tree)) <= len(dt.leaves(best.tree))
    assert pair.peer().seconds > 0


def test_each_way_is_measured_at_four_sizes() -> None:
    assert sizes(80, 2.0) == {10: None, 20: None, 40: None, 80: 2.0}
    series_of_ways = [case.series for case in ways()]
    assert all(series_of_ways.count(name) == 4 for name in series_of_ways)
