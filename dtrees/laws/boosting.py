"""Laws of regularised squared error and of boosting by it: what a leaf predicts, what a question gains, later trees."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import attrs

from dtrees.growing.grow import grow
from dtrees.growing.regularised import RegularisedSquaredError
from dtrees.laws.definitions import children_of, ending, weights_of
from dtrees.laws.law import law, require, require_equal
from dtrees.laws.plain import targets_of
from dtrees.numbers.exact import Exact
from dtrees.trees.split import rows_of
from dtrees.trees.summary import summarize

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dtrees.data.dataset import Dataset
    from dtrees.growing.learner import Learner
    from dtrees.laws.system import System
    from dtrees.trees.questions import Question

    Charges = tuple[Fraction, Fraction]


def rows_with_weights(data: Dataset) -> list[tuple[Fraction, Fraction]]:
    """Return the weight and the response of each row."""
    return [(Fraction(w), Fraction(y)) for w, y in zip(weights_of(data), targets_of(data), strict=True)]


def structure_score(rows: Iterable[tuple[Fraction, Fraction]], charges: Charges) -> Fraction:
    """Return soft(T, alpha)^2 / (N + lambda), or 0 for no rows; the square of T where it is beyond alpha, less that."""
    rows = list(rows)
    over = abs(sum((w * y for w, y in rows), start=Fraction(0))) - charges[1]
    return over**2 / (sum(w for w, _ in rows) + charges[0]) if over > 0 else Fraction(0)


@law("charged_data", "CHEN16 eq. 2, 5, 6")
def leaves_are_charged_least(system: System, data: Dataset, charges: Charges) -> None:
    """A leaf's value is the number of least charge, and the node's risk is that charge.

    sum_i w_i (y_i - w)^2 + lambda w^2 + 2 alpha |w|, convex in w: its least is where no side falls
    """
    measure, (ridge, lasso) = system.RegularisedSquaredError(*charges), charges
    for size in range(1, len(data) + 1):
        summary, rows = summarize(data.take(range(size))), rows_with_weights(data.take(range(size)))
        if not summary.weight:
            continue
        w = Fraction(measure.value(summary))
        slope = 2 * sum(weight * (w - y) for weight, y in rows) + 2 * ridge * w
        kink = 2 * lasso
        falls = abs(slope) > kink if not w else slope + (kink if w > 0 else -kink) != 0
        require(not falls, "the value of least charge", w)
        charge = sum(weight * (y - w) ** 2 for weight, y in rows) + ridge * w**2 + kink * abs(w)
        require_equal(measure(summary) * summary.weight, Exact(charge))


@law("charged_questions", "CHEN16 eq. 7")
def gains_are_differences_of_structure_scores(
    system: System, data: Dataset, charges: Charges, question: Question
) -> None:
    """A question saves what the structure scores of its parts have more than the node's own; it may be less than 0.

    N(t) gain = sum_k soft(T_k)^2 / (N_k + lambda) - soft(T)^2 / (N(t) + lambda) >= -(K - 1) (lambda w^2 + 2 alpha |w|)
    """
    rows, parts = rows_with_weights(data), children_of(data, question)
    summaries: Any = [summarize(data.take(part)) for part in parts]
    whole: Any = summarize(data)
    saved = sum((structure_score([rows[row] for row in part], charges) for part in parts), start=Fraction(0))
    saved -= structure_score(rows, charges)
    require_equal(system.gain(summaries, system.RegularisedSquaredError(*charges)) * whole.weight, Exact(saved))
    w = RegularisedSquaredError(*charges).value(whole)
    least = (1 - len(parts)) * (charges[0] * w**2 + 2 * charges[1] * abs(w))
    require(saved >= least, f"at least {least}", saved)


@law("boosted_trials", "ESL2 algorithm 10.3, eq. 10.41; CHEN16 §2.1, §2.3; LIHANG2 algorithm 8.3")
def later_trees_see_what_earlier_ones_leave(
    system: System, data: Dataset, learner: Learner, charges: Charges, rate: Fraction
) -> None:
    """The next tree's responses are what the start and the values of the leaves, times the rate, leave of each row's.

    r_i = y_i - f(x_i), f(x) = b + nu sum_m w_m(x)
    """
    measure, start, trees = RegularisedSquaredError(*charges), Fraction(1, 3), list[Any]()
    options: Any = {"start": start, "learning_rate": rate, "impurity": measure}
    said = [start] * len(data)
    for _ in range(3):
        require_equal(list(map(Fraction, system.boosted_predictions(trees, data, **options))), said)
        left = system.residual_data(data, trees, **options)
        pairs = zip(targets_of(data), said, strict=True)
        require_equal(list(map(Fraction, left.target)), [Fraction(y) - f for y, f in pairs])
        require_equal(attrs.evolve(left, target=data.target), data)
        trees.append(grow(left, learner))
        ends: Any = [ending(trees[-1], row)[1].summary for row in rows_of(data.features)]
        said = [f + rate * measure.value(end) for f, end in zip(said, ends, strict=True)]


@law("boosted_trials", "ESL2 §10.12.1; LIHANG2 algorithm 8.3")
def no_tree_of_boosting_raises_the_squared_error(
    system: System, data: Dataset, learner: Learner, charges: Charges, rate: Fraction
) -> None:
    """With a rate between 0 and 2, a tree of any questions leaves no larger sum of squares than it found.

    sum_i w_i (r_i - nu w(x_i))^2 <= sum_i w_i r_i^2 - nu (2 - nu) sum_t N(t) w_t^2
    """
    tree = grow(data, learner)
    left = system.residual_data(data, [tree], learning_rate=rate, impurity=RegularisedSquaredError(*charges))
    before, after = (sum(w * y**2 for w, y in rows_with_weights(one)) for one in (data, left))
    require(after <= before, f"at most {before}", after)
