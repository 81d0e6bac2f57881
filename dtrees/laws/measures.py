"""Laws of impurity, gain and gain ratio: what holds for any node and any partition of its rows."""

from __future__ import annotations

import statistics
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dtrees.growing.gain import gain
from dtrees.growing.impurity import IMPURITIES
from dtrees.laws.definitions import parts_of, summaries_of, weights_of
from dtrees.laws.law import law, require, require_equal
from dtrees.laws.plain import targets_of
from dtrees.numbers.exact import Exact
from dtrees.numbers.quotient import Quotient
from dtrees.trees.summary import ClassCounts, Summary, summarize, total

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.data.dataset import Dataset
    from dtrees.laws.system import System
    from dtrees.trees.questions import Question


def _same_everywhere(name: str, parts: Sequence[Any]) -> bool:
    """Return whether the parts tell nothing by that impurity: see `conditional_impurity_never_exceeds`."""
    present = [part for part in parts if part.weight]
    match name:
        case "squared_error":
            return len({part.mean for part in present}) == 1
        case "misclassification":
            winners = [{place for place, n in enumerate(part.counts) if n == max(part.counts)} for part in present]
            return bool(set.intersection(*winners))
        case _:
            return len({part.proportions for part in present}) == 1


@law("measured_data", "CART84 §4.1, §8.3; LIHANG2 §5.2, §5.5; ZHOU16 §4.2; NOTE_B 9.2.3")
def impurity_follows_its_definition(system: System, data: Dataset, name: str) -> None:
    """Gini, entropy, misclassification and squared error of a node follow their formulas.

    sum_k p_k (1 - p_k), sum_k p_k log2(1 / p_k), 1 - max_k p_k, (1 / N) sum_i (y_i - mean)^2
    """
    require_equal(system.impurity(name)(system.summarize(data)), IMPURITIES[name](summarize(data)))


@law("class_data", "NOTE_C 2.3; ZHOU16 §4.2.3")
def gini_is_disagreement(system: System, data: Dataset) -> None:
    """Gini is the chance that two rows, drawn by weight and with replacement, are of different classes.

    i(t) = sum_ij w_i w_j [y_i != y_j] / N^2
    """
    rows = list(zip(weights_of(data), targets_of(data), strict=True))
    differing = sum(w * v for w, y in rows for v, z in rows if y != z)
    require_equal(system.gini(system.summarize(data)), Exact(differing / sum(w for w, _ in rows) ** 2))


@law("number_data", "NOTE_D CART; CART84 §8.3")
def square_is_variance(system: System, data: Dataset) -> None:
    """The residual sum of squares is the unbiased variance times N - 1, for N >= 2 rows of whole weight.

    N i(t) = sum_i (y_i - mean)^2 = var(y) (N - 1)
    """
    rows = zip(weights_of(data), targets_of(data), strict=True)
    responses = [Fraction(y) for w, y in rows for _ in range(int(w))]
    residual = statistics.variance(responses) * (len(responses) - 1) if len(responses) > 1 else 0
    require_equal(system.squared_error(system.summarize(data)) * len(responses), Exact(residual))


@law("measured_data", "CART84 def. 2.5; ZHOU16 §4.2")
def impurity_is_zero_when_pure_only(system: System, data: Dataset, name: str) -> None:
    """An impurity is at least 0, and 0 exactly where all rows have one class or one response.

    i(t) >= 0, = 0 iff the node is pure
    """
    got = system.impurity(name)(system.summarize(data))
    pure = len(set(targets_of(data))) == 1
    require(got >= 0 and (got == 0) == pure, "0" if pure else "more than 0", got)


@law("shifted_counts", "CART84 def. 2.5; NOTE_D ID3")
def evening_out_raises_impurity(system: System, uneven: ClassCounts, evener: ClassCounts) -> None:
    """Moving weight from a larger class to a smaller one, until they trade places at most, never lowers an impurity.

    Gini and entropy grow strictly unless the two classes merely trade places, so they are largest where all classes
    are equal.  This is what "the more uneven, the smaller" means; it holds along such moves alone.
    """
    traded = sorted(uneven.counts) == sorted(evener.counts)
    for measure, strict in ((system.gini, True), (system.entropy, True), (system.misclassification, False)):
        before, after = measure(uneven), measure(evener)
        require(before == after if traded else (before < after or (before == after and not strict)), before, after)


@law("class_parts", "CART84 def. 2.5; ZHOU16 §4.2.1; LIHANG2 eq. 5.4")
def impurity_is_bounded(system: System, parts: Sequence[ClassCounts]) -> None:
    """With K classes Gini and misclassification are at most 1 - 1/K and entropy at most log2 K: equal iff uniform."""
    counts = parts[0]
    classes = len(counts.counts)
    uniform = len(set(counts.counts)) == 1
    top = Exact(1) - Exact(1) / classes
    for measure, bound in ((system.gini, top), (system.misclassification, top), (system.entropy, Exact.log2(classes))):
        got = measure(counts)
        require(got <= bound and (got == bound) == uniform, f"at most {bound}, equal iff uniform", got)


@law("counts_and_guess", "ESL2 §9.2.3; NOTE_B 9.2.3; ZHOU16 §4.2")
def frequencies_are_optimal(system: System, summary: ClassCounts, guess: Sequence[Fraction]) -> None:
    """A leaf's class frequencies minimise its Brier score, with Gini as minimum, and its log-loss, with the entropy.

    sum_k p_k ((1 - q_k)^2 + sum_j!=k q_j^2) >= i_gini,  sum_k p_k log2(1 / q_k) >= i_entropy, equal iff q = p
    """
    shares = summary.proportions
    squares = sum(q * q for q in guess)
    brier = Exact(sum(p * (1 - 2 * q + squares) for p, q in zip(shares, guess, strict=True)))
    pairs = zip(shares, guess, strict=True)
    log_loss = sum((Exact.log2(1 / q) * p for p, q in pairs), start=Exact(0))
    exact = tuple(guess) == shares
    for score, least in ((brier, system.gini(summary)), (log_loss, system.entropy(summary))):
        require(score >= least and (score == least) == exact, f"at most {score}, equal iff the guess is exact", least)


@law("measured_parts", "CART84 prop. 4.4; LIHANG2 §5.2.2; NOTE_D ID3; NOTE_E")
def conditional_impurity_never_exceeds(system: System, name: str, parts: Sequence[Summary]) -> None:
    """The parts' mean impurity is at most the impurity of the whole; it is equal exactly where the parts tell nothing.

    sum_i N_i / N i(D_i) <= i(D).  Equal iff all parts that have rows have the same class proportions (Gini, entropy),
    share a majority class (misclassification), or have the same mean (squared error).
    """
    measure = system.impurity(name)
    whole, inside = measure(total(parts)), system.conditional_impurity(parts, measure)
    same = _same_everywhere(name, parts)
    require(inside <= whole and (inside == whole) == same, f"{'exactly' if same else 'less than'} {whole}", inside)


@law("measured_parts", "LIHANG2 eq. 5.9; ZHOU16 eq. 4.2; NOTE_C 2.1")
def gain_nonnegative(system: System, name: str, parts: Sequence[Summary]) -> None:
    """The gain, the impurity less the conditional impurity, is at least 0.

    g = i(D) - i(D | A) >= 0, and 0 exactly where `conditional_impurity_never_exceeds` has equality
    """
    measure = system.impurity(name)
    got = system.gain(parts, measure)
    require_equal(got, measure(total(parts)) - system.conditional_impurity(parts, measure))
    require(got >= 0 and (got == 0) == _same_everywhere(name, parts), "0 iff the parts tell nothing", got)


@law("data_questions", "LIHANG2 eq. 5.8; CART84 §8.3; NOTE_B 9.2.2; NOTE_D")
def gain_follows_its_definition(system: System, data: Dataset, name: str, question: Question) -> None:
    """The conditional impurity is the parts' mean impurity, by weight; the gain is the impurity less that.

    N i(D | A) = sum_i N_i i(D_i); for numbers, note B's sum of the parts' residual sums of squares
    """
    parts = [system.summarize(part) for part in system.split(data, question)]
    expected = gain(summaries_of(data, parts_of(data, question)), IMPURITIES[name])
    require_equal(system.gain(parts, system.impurity(name)), expected)


@law("class_parts", "LIHANG2 §5.2.2; NOTE_E")
def gain_is_mutual(system: System, parts: Sequence[ClassCounts]) -> None:
    """The information gain is the mutual information of class and part: the same if the two change places.

    g(D, A) = H(D) + IV(A) - H(D, A)
    """
    columns = [ClassCounts(column) for column in zip(*(part.counts for part in parts), strict=True)]
    require_equal(system.gain(parts, system.entropy), system.gain(columns, system.entropy))


@law("class_parts", "C45 §2.2; ZHOU16 eq. 4.3; NOTE_C 2.2; NOTE_D")
def gain_ratio_bounded(system: System, parts: Sequence[ClassCounts]) -> None:
    """The gain ratio is in [0, 1]: 0 iff all parts have the same class proportions, 1 iff each class is in one part.

    g_R = g / IV, where IV > 0
    """
    got = system.gain_ratio(parts, system.entropy)
    require_equal(got, Quotient(system.gain(parts, system.entropy), system.intrinsic_value(parts)))
    stated = all(sum(1 for part in parts if part.counts[place]) <= 1 for place in range(len(parts[0].counts)))
    useless = _same_everywhere("entropy", parts)
    require(0 <= got <= 1 and (got == 0) == useless and (got == 1) == stated, "in [0, 1]; 0 and 1 where due", got)


@law("class_parts", "C45 §2.2; ZHOU16 eq. 4.4; NOTE_E")
def intrinsic_value_is_the_parts_entropy(system: System, parts: Sequence[ClassCounts]) -> None:
    """The intrinsic value is the entropy of the parts' weights: at most log2 n for n parts, equal iff all weigh alike.

    IV = sum_i N_i / N log2(N / N_i)
    """
    weights = [part.weight for part in parts]
    got, bound = system.intrinsic_value(parts), Exact.log2(len(parts))
    require_equal(got, system.entropy(ClassCounts(weights)))
    require(got <= bound and (got == bound) == (len(set(weights)) == 1), f"at most {bound}, equal iff alike", got)


@law("measured_parts", "QUINLAN86 §7; NOTE_C 2.2; NOTE_D")
def refining_never_loses(system: System, name: str, parts: Sequence[Summary]) -> None:
    """Splitting a part further never lowers the gain, and raises the intrinsic value: gain favours many values.

    g(D, A) <= g(D, A') where A' refines A
    """
    measure = system.impurity(name)
    coarse = [total(parts[:2]), *parts[2:]]
    require(system.gain(coarse, measure) <= system.gain(parts, measure), "at most the finer gain", coarse)
    require(system.intrinsic_value(coarse) < system.intrinsic_value(parts), "less than the finer IV", coarse)


@law("data_questions", "QUINLAN86 §7; ZHOU16 §4.2.2; NOTE_C; NOTE_D")
def identifier_wins(system: System, data: Dataset, name: str, question: Question) -> None:
    """A row identifier gains the whole impurity; no question can gain more.

    g(D, A) <= g(D, identifier) = i(D)
    """
    measure = system.impurity(name)
    rows = [system.summarize(data.take([row])) for row in range(len(data))]
    most = system.gain(rows, measure)
    require_equal(most, measure(system.summarize(data)))
    got = system.gain([system.summarize(part) for part in system.split(data, question)], measure)
    require(got <= most, f"at most {most}", got)


@law("class_parts", "LIHANG2 §5.2.2; ZHOU16 eq. 4.1; C45 §2.2")
def bits_are_the_unit(system: System, parts: Sequence[ClassCounts]) -> None:
    """Entropy is in bits: n equal classes have entropy log2 n.

    H = log2 n
    """
    classes = len(parts)
    require_equal(system.entropy(ClassCounts([1] * classes)), Exact.log2(classes))
