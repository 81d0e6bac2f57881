"""Write what Python grows and prunes as Coq vectors, for `make execute` to check.

    python proofs/coq/execute/write_vectors.py        in half a minute
    python proofs/coq/execute/write_vectors.py 10     ten times as many that are random, and iris in float64: a campaign

`GrowingVectors.v`: data sets with their whole trees, and of each node the summary, the impurities and the admissible
splits.  `WholeVectors.v`: the same of rows under priors, with the pruning sequences of the trees.
`DividedVectors.v`: the same of rows that miss values, and are divided; `DividedEntropyVectors.v`: by entropy.
`SequenceVectors.v`: trees with their pruning sequences and optima.  `PruningVectors.v`: small trees with their weakest
links, one cut at a time, on the node scale, and all their pruned subtrees; rounded risks with what the one pass finds;
and bits of denominators.
`FloatVectors.v`: keys and logarithms in float64, and which keys the filter keeps, as `dtrees.vectorized` computes them.
`EntropyVectors.v`: counts with the terms of their entropy, logarithms in integers, and sums of these.
`EntropyTreeVectors.v`: data sets with their whole trees by entropy, of ID3 and C4.5 too.
`ChoiceVectors.v`: cross-validations with what they choose.  Each file ends with differences planted in vectors, every
one of which the checker must find.
"""

from __future__ import annotations

import random
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final

import attrs
import choices
import entropies
import entropy_trees
import floats
import gaps
import growing
import pruning
import terms
import whole_trees

import dtrees as dt

TIMES: Final = int(sys.argv[1]) if len(sys.argv) > 1 else 1
"""How many times as many random ones are written."""

CLASSES, NUMBERS = 70 * TIMES, 35 * TIMES
"""How many data sets of classes and of numbers."""

PRIORS, UNWEIGHED = 20 * TIMES, 10 * TIMES
"""How many data sets of classes under priors, and of numbers, whose trees are pruned too."""

GAPPED, GAPPED_NUMBERS, GAPPED_ENTROPY = 24 * TIMES, 12 * TIMES, 16 * TIMES
"""How many data sets of classes and of numbers that miss values, and of which trees are grown by entropy."""

SMALL, LARGE, WEIGHED = 300 * TIMES, 15 * TIMES, 100 * TIMES
"""How many trees of up to 15, of up to 300 and of up to 7 leaves."""

PASSES = 60 * TIMES
"""How many trees of up to 41 leaves with rounded risks."""

TABLES: Final = tuple(
    (name, table.task == "classification")
    for name, table in dt.datasets.TABLES.items()
    if name not in {"carseats", "spam", gaps.TABLE}
)
"""The shipped tables that miss nothing, but for the two largest, and whether their targets are classes."""

KEYS, BOUNDS, ENTRIES, FILTERS, LOGARITHMS = (TIMES * count for count in (50, 25, 12, 40, 12))
"""How many keys in float64, bounds of them, entries of tables of x log2 x, filters, and logarithms."""

ENTROPIES, INTEGERS, SUMS = 100 * TIMES, 10 * TIMES, 25 * TIMES
"""How many entropies, logarithms in integers, and sums of integers."""

CHOICES: Final = 25 * TIMES
"""How many cross-validations."""

ENTROPY_TREES: Final = 20 * TIMES
"""How many data sets of which trees are grown by entropy, beside the shipped tables."""

HEAD: Final = """(** Written by write_vectors.py. *)
From Coq Require Import QArith List.
From Dtrees Require Import {imports}.
Import ListNotations.
Open Scope Q_scope.

"""


def growing_vectors() -> str:
    """Return the data sets with what is grown from them; every other tree is the fast road's."""
    chance = random.Random(20260202)  # noqa: S311 (nothing secret)
    text = HEAD.format(imports="Sums Growing GrowingRational Execute")
    for classes, count, task in ((True, CLASSES, "(classes_task 4)"), (False, NUMBERS, "numbers_task")):
        cases = [growing.random_case(chance, classes=classes, fast=index % 2 == 1) for index in range(count)]
        roads = [[case for case in cases[road::2] if growing.several_are_best(case)] for road in (0, 1)]
        planted = [
            growing.vector(case, wrong) for road in roads for case, wrong in zip(road, growing.WRONG, strict=False)
        ]
        cases += [
            case
            for table in TABLES
            if table[1] == classes
            for case in growing.table_cases(table[0], floats=table[0] != "iris" or TIMES > 1)
        ]
        name, target = ("classes", "nat") if classes else ("numbers", "Q")
        kind, check = f"(growing_vector (Q * {target}))", f"(check_growing {task})"
        text += terms.checked(f"{name}_vectors", kind, check, list(map(growing.vector, cases)), planted)
    return text


def whole_vectors() -> str:
    """Return data sets under priors, what is grown from them, and the sequences; every other one is the fast road's."""
    chance = random.Random(20260808)  # noqa: S311 (nothing secret)
    text = HEAD.format(imports="Sums Growing GrowingRational Execute Priors")
    for classes, count, check in ((True, PRIORS, "(check_classes 4)"), (False, UNWEIGHED, "check_numbers")):
        cases = [whole_trees.random_case(chance, classes=classes, fast=index % 2 == 1) for index in range(count)]
        telling = filter(whole_trees.tells_plants, cases)
        wrongs = whole_trees.WRONG[not classes :]
        planted = [whole_trees.vector(case, wrong) for case, wrong in zip(telling, wrongs, strict=False)]
        name, target = ("classes_whole", "nat") if classes else ("numbers_whole", "Q")
        kind = f"(whole_vector (Q * {target}))"
        text += terms.checked(name, kind, check, list(map(whole_trees.vector, cases)), planted)
    return text


def divided_vectors() -> str:
    """Return data sets that miss values, what is grown from them with divided rows, and the sequences."""
    chance = random.Random(20260909)  # noqa: S311 (nothing secret)
    text = HEAD.format(imports="Sums Growing GrowingRational Divided Execute DividedRational")
    for classes, count, task in ((True, GAPPED, "(classes_task 4)"), (False, GAPPED_NUMBERS, "numbers_task")):
        cases = [gaps.random_case(chance, classes=classes) for _ in range(count)]
        telling = filter(gaps.tells_plants, cases)
        planted = [gaps.vector(case, wrong) for wrong, case in zip(gaps.WRONG, telling, strict=False)]
        if classes:
            learners = [
                (measure, dt.Learner(impurity=impurity, missing="fractional"))
                for measure, impurity in enumerate(growing.MEASURES[True])
            ]
            cases += map(gaps.pruned, gaps.table_cases(learners))
        name, target = ("classes_divided", "nat") if classes else ("numbers_divided", "Q")
        kind, check = f"(divided_vector (Q * {target}))", f"(check_divided {task})"
        text += terms.checked(name, kind, check, list(map(gaps.vector, cases)), planted)
    return text


def divided_entropy_vectors() -> str:
    """Return data sets that miss values with their trees by entropy, and the shipped table that does."""
    chance = random.Random(20261010)  # noqa: S311 (nothing secret)
    learners = [(0, attrs.evolve(learner, missing=way)) for learner in gaps.LEARNERS for way in gaps.WAYS]
    cases = [gaps.random_entropy_case(chance) for _ in range(GAPPED_ENTROPY)]
    telling = filter(entropy_trees.tells_plants, cases)
    planted = [gaps.entropy_vector(case, wrong) for wrong, case in zip(entropy_trees.WRONG, telling, strict=False)]
    forms = "\nFrom DtreesForms Require Import Numbers Spec.Growing Divided GrowingForms DividedForms"
    head = HEAD.format(imports=f"Execute.{forms}").replace("Scope Q_scope", "Scope number_scope")
    vectors = list(map(gaps.entropy_vector, [*gaps.table_cases(learners), *cases]))
    kind = "divided_entropy_vector"
    return head + terms.checked("divided_trees", kind, "(check_divided_entropy_tree 4)", vectors, planted)


def sequence_vectors() -> str:
    """Return trees with their sequences; every other sequence is the fast road's."""
    chance = random.Random(20260101)  # noqa: S311 (nothing secret)
    sizes = [1 + chance.randrange(15) for _ in range(SMALL)] + [16 + chance.randrange(285) for _ in range(LARGE)]
    trees = [pruning.random_tree(chance, leaves) for leaves in sizes]
    vectors = [pruning.vector(given, chance, fast=index % 2 == 1) for index, given in enumerate(trees)]
    planted = [pruning.vector(trees[-1], chance, fast=fast, planted=True) for fast in (False, True)]
    return HEAD.format(imports="Tree Execute") + terms.checked("vectors", "vector", "check_vector", vectors, planted)


def pruning_vectors() -> str:
    """Return small trees with what else is said of them."""
    chance = random.Random(20260303)  # noqa: S311 (nothing secret)
    trees = [pruning.random_tree(chance, 2 + chance.randrange(6), weighed=True) for _ in range(WEIGHED)]
    branches = [given for given in trees if isinstance(given, dt.Branch)]
    vectors = [pruning.pruning_vector(given, chance) for given in branches]
    planted = [pruning.pruning_vector(branches[-1], chance, wrong=wrong) for wrong in pruning.WRONG]
    rounded = [pruning.random_tree(chance, 2 + chance.randrange(40)) for _ in range(PASSES)]
    passes = [pruning.pass_vector(given, chance) for given in rounded]
    missed = [pruning.pass_vector(rounded[-1], chance, wrong=True)]
    bits = list(map(pruning.bits_vector, rounded))
    too_few = [pruning.bits_vector(pruning.ONE_THIRD, wrong=True)]
    head = HEAD.format(imports="Tree NodeNormalised Heaps Execute ExecutePruning")
    of_links = terms.checked("vectors", "pruning_vector", "check_pruning", vectors, planted)
    of_passes = terms.checked("passes", "pass_vector", "check_pass", passes, missed)
    of_bits = terms.checked("bits", "bits_vector", "check_bits", bits, too_few)
    return "\n".join([head + of_links, of_passes, of_bits])


def float_vectors() -> str:
    """Return keys, bounds, filters and logarithms."""
    chance = random.Random(20260404)  # noqa: S311 (nothing secret)
    makers = (
        (floats.key_vector, KEYS),
        (floats.bound_vector, BOUNDS),
        (floats.entropy_vector, ENTRIES),
        (floats.filter_vector, FILTERS),
        (floats.logarithm_vector, LOGARITHMS),
    )
    vectors = [make(chance) for make, how_many in makers for _ in range(how_many)]
    planted = [make(random.Random(1), wrong=True) for make, _ in makers]  # noqa: S311
    head = HEAD.format(imports="Execute ExecuteFloats").replace("QArith", "ZArith").replace("Q_scope", "Z_scope")
    return head + terms.checked("vectors", "float_vector", "check_float", vectors, planted)


def entropy_vectors() -> str:
    """Return entropies, logarithms in integers and sums of these."""
    chance = random.Random(20260505)  # noqa: S311 (nothing secret)
    head = HEAD.format(imports="Execute ExecuteEntropy").replace("QArith", "ZArith").replace("Q_scope", "Z_scope")
    for name, kind, check, make, count in (
        ("entropies", "entropy_vector", "check_entropy", entropies.random_vector, ENTROPIES),
        ("logarithms", "(Z * Z * Z)", "check_logarithm", entropies.logarithm_vector, INTEGERS),
        ("sums", "(list (Z * Z * Z * Z) * (Z * Z))", "check_sum", entropies.sum_vector, SUMS),
    ):
        planted = [make(chance, wrong=True)]
        head += terms.checked(name, kind, check, [make(chance) for _ in range(count)], planted) + "\n"
    return head


def entropy_tree_vectors() -> str:
    """Return data sets with their trees by entropy; every other random tree is the fast road's."""
    chance = random.Random(20260606)  # noqa: S311 (nothing secret)
    tables = [case for name, classes in TABLES if classes for case in entropy_trees.table_cases(name)]
    cases = [entropy_trees.random_case(chance, fast=index % 2 == 1) for index in range(ENTROPY_TREES)]
    telling = filter(entropy_trees.tells_plants, cases)
    planted = [entropy_trees.vector(case, wrong) for wrong, case in zip(entropy_trees.WRONG, telling, strict=False)]
    forms = "\nFrom DtreesForms Require Import Numbers Spec.Growing GrowingForms"
    head = HEAD.format(imports=f"Execute.{forms}").replace("Scope Q_scope", "Scope number_scope")
    vectors = list(map(entropy_trees.vector, [*tables, *cases]))
    return head + terms.checked("trees", "entropy_tree_vector", "(check_entropy_tree 4)", vectors, planted)


def choice_vectors() -> str:
    """Return members of sequences with their losses by cross-validation, and what is chosen."""
    chance = random.Random(20260707)  # noqa: S311 (nothing secret)
    vectors = [choices.random_vector(chance) for _ in range(CHOICES)]
    planted = [choices.random_vector(chance, wrong=wrong) for wrong in choices.WRONG]
    return HEAD.format(imports="Choosing Execute") + terms.checked(
        "choices", "choice_vector", "check_choice", vectors, planted
    )


def write(name: str) -> None:
    """Write one file beside this one, the same at every run."""
    texts = {
        "Growing": growing_vectors, "Whole": whole_vectors, "Divided": divided_vectors,
        "DividedEntropy": divided_entropy_vectors, "Sequence": sequence_vectors, "Pruning": pruning_vectors,
        "Float": float_vectors, "Entropy": entropy_vectors, "EntropyTree": entropy_tree_vectors,
        "Choice": choice_vectors,
    }  # fmt: skip
    (Path(__file__).parent / f"{name}Vectors.v").write_text(texts[name](), encoding="utf-8")


if __name__ == "__main__":
    with ProcessPoolExecutor(2) as pool:
        names = [
            "Growing",
            "Whole",
            "Divided",
            "DividedEntropy",
            "Sequence",
            "Pruning",
            "Float",
            "Entropy",
            "EntropyTree",
            "Choice",
        ]
        list(pool.map(write, names))
