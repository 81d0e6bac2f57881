"""Laws of responses that are kept: absolute deviations from a median, and Poisson deviances from a rate."""

from __future__ import annotations

from fractions import Fraction
from math import prod
from statistics import mean, median, median_high, median_low
from typing import TYPE_CHECKING, Any, Final

from dtrees.data.kept import KeptResponses
from dtrees.errors import Unsupported
from dtrees.laws.definitions import reached, weights_of
from dtrees.laws.growing import require_optimal_questions
from dtrees.laws.law import law, require, require_equal
from dtrees.laws.plain import targets_of
from dtrees.numbers.exact import Exact
from dtrees.trees.tree import Leaf

if TYPE_CHECKING:
    from collections.abc import Callable

    from dtrees.data.dataset import Dataset
    from dtrees.growing.learner import Learner
    from dtrees.laws.system import System

CENTRES: Final[dict[str, Callable[[list[Any]], Any]]] = {
    "median": median,
    "lower_median": median_low,
    "upper_median": median_high,
    "rate": mean,
}
"""What a node predicts, of its responses, one as often as its weight says."""


def kept(data: Dataset) -> tuple[str, list[Fraction]]:
    """Return the centre, and the responses, each as often as its whole weight says.

    Raises `Unsupported` for plain responses, which stand for those of a centre that the system does not know.
    """
    if not isinstance(data.target, KeptResponses):
        message = "it knows no trees of medians or rates"
        raise Unsupported(message)
    rows = zip(targets_of(data), weights_of(data), strict=True)
    return data.target.centre, [Fraction(y) for y, w in rows for _ in range(int(w))]


@law("median_data", "CART84 §8.11; ESL2 §10.6")
def no_number_deviates_less_than_a_median(system: System, data: Dataset) -> None:
    """Of all numbers a median has the least sum of absolute deviations: as little as the best of the responses has.

    N i(t) = min_c sum_i |y_i - c|
    """
    _, responses = kept(data)
    least = min(sum(abs(y - c) for y in responses) for c in responses)
    require_equal(system.absolute_error(system.summarize(data)) * len(responses), Exact(least))


@law("count_data", "MCCULLAGH89 §2.3")
def deviance_is_a_likelihood_ratio(system: System, data: Dataset) -> None:
    """A Poisson deviance is twice the logarithm of a ratio of likelihoods: of each count's own rate, and of their mean.

    N i(t) = 2 log2 prod_i (y_i / mean)^y_i, of whole numbers y_i
    """
    _, counts = kept(data)
    ratio = prod([(y / mean(counts)) ** int(y) for y in counts if y], start=Fraction(1))
    require_equal(system.poisson_deviance(system.summarize(data)) * len(counts), 2 * Exact.log2(ratio))


@law("kept_trials", "CART84 §8.11; RPART26 §8.1", grown="judged")
def kept_branches_ask_optimal_questions(system: System, data: Dataset, learner: Learner) -> None:
    """Of kept responses, every branch lowers the sum of absolute deviations, or the Poisson deviance, most."""
    kept(data)
    require_optimal_questions(system.grow(data, learner), data, learner)


@law("kept_trials", "CART84 §8.11; RPART26 §8.1")
def leaves_predict_their_centre(system: System, data: Dataset, learner: Learner) -> None:
    """Of kept responses, a leaf predicts the centre: their median, lower or upper median, or mean."""
    kept(data)
    tree = system.grow(data, learner)
    for path, node, here in reached(tree, data):
        if isinstance(node, Leaf):
            centre, responses = kept(here)
            right = float(CENTRES[centre](responses))
            said = set(system.predict(tree, here).tolist())
            require(said == {right}, f"{right} at {path}", said)
