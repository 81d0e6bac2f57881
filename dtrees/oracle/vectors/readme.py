"""The README of the files: a section a format, each with a vector as its example, and the table of flags."""

from __future__ import annotations

from string import Template
from typing import TYPE_CHECKING, Any, Final

from dtrees.citations import CITATIONS
from dtrees.oracle.vectors.flags import FLAGS
from dtrees.oracle.vectors.layout import layout

if TYPE_CHECKING:
    from collections.abc import Mapping

TEXT: Final = """\
# Test vectors for decision trees

Questions about decision trees with their exact answers, for implementations in any language. The answers are written by
`dtrees vectors write DIR`, by nothing else, and the same each time; `dtrees vectors check [DIR]` tells whether they are
as written. Version $version; $many vectors. Each file has a JSON Schema, the `schema` that it names.

A file holds `tests`; each has

| field | what it is |
| --- | --- |
| `id` | for ever: an id never comes to mean something else, and none goes |
| `comment` | what the case is about |
| `citations` | where the definition stands: the [key](#citations) of a book and a place |
| `flags` | the traps that the case sets, [explained below](#flags) |
| `input` | the question |
| `result` | the canonical answer |
| `acceptable` | where it stands: other answers, as right |

## Numbers

Every number that need not be whole is a text.

- Values of features, responses and weights are decimals that mean the nearest float64: read them with `parseFloat`,
  `float`, `strtod`. A fraction, `1/10`, is that very number, which no float64 is. Thresholds are exact decimals.
- Results are exact: a sum of signed terms. A term is a fraction, `3/4`; a logarithm to base two, `log2(3)`; or both,
  `3/4*log2(3)`. So `2 - 3/4*log2(3)` is 0.811278... Signs between terms stand between spaces: split there. To compare a
  float with it, evaluate it, and allow for your own rounding.

Counts, sizes and limits are of weight, not of rows. A row of weight 0 is as if it were not there, and stands in no
answer.

## Ties are sets

Correct is often a set. Where a section says so, any member is right; the first, or `result`, is what the canonical rule
picks: the first feature, then the smallest threshold or category, and of tied majorities the first in class order. Rows
and nodes are numbered from 0, rows as they stand in `input`. The order within the `rows` of a child, and within
`nodes`, `links` and `branches`, says nothing. Questions are compared by the rows of their children: `x <= 1.5` and
`x <= 1.9` are the same where no row lies between, and so is `c = p` and `c = q` where there are no others.

## Data, learners and trees

`data` has `features` (`numbers` or `categories`, a value a row), a `target` (`labels` with their `classes` in order, or
`responses`) and, unless all are 1, `weights`.

`learner` says which `questions` are asked of numbers (at the `midpoint` of neighbours, at the `observed` lower value, a
child for `each` value) and of categories (a child for `each`, is it one: `equals`, is it in a set: `subset`); the
`impurity`; the `score` (`gain` or `gain_ratio`); the `gate` before a gain ratio (`none`, `at_least` the average of the
features' best gains, or `above` it); and `stopping`, whose limits stand there where they are not at their default:
`max_depth` (questions below the root), `min_split`, `min_leaf`, `min_gain` (enough where reached), `min_impurity`,
`min_risk`, and `zero_gain`: `stop` where a question of gain 0 is not asked, which otherwise may be. A node of impurity
0 is a leaf.

A `tree` is a list of nodes, parents first, each branch followed by its children's subtrees, first child first
(`tree.schema.json`): `counts` in class order, or `weight`, `total` and `squares` of the responses. Child 0 of a
threshold takes the values <= it.

## Checking answers

An implementation may read `result` and compare for itself. Or it writes a line of JSON a vector,
`{"id": ..., "result": ...}` with the fields of the vector's `result`, and `dtrees vectors check --answers FILE` says
which are canonical, acceptable or wrong, and exits with 1 for a wrong one. There an exact text is compared exactly, and
a decimal (`0.48`, a text or a JSON number) with the nearest float64. A vector without an answer is counted, and not
wrong.
"""

SECTIONS: Final = {
    "impurities": """\
Asked: the `impurity` (`gini`, `entropy` in bits, `misclassification`, `squared_error`: the mean squared deviation) of a
node, given by the `counts` of its classes or by the `target` of its rows. `result` is the number, per unit of weight.
""",
    "candidates": """\
Asked: every question that `learner` may ask of `data` as one node. `result` is the set of them, each with the `rows` of
its children in their order, its `gain` (the decrease of impurity per unit of weight), and for a gain ratio its
`intrinsic_value`, of which the ratio is the gain's quotient.
""",
    "splits": """\
Asked: the optimal question for `data` as one node; `max_depth`, `min_split`, `min_impurity` and `min_risk` say nothing
here. `result` is the set of optimal ones, the canonical first, with the fields of `candidates`. It is empty where
nothing is to be asked; else any one of them, or more, is right.
""",
    "trees": """\
Asked: the tree that `learner` grows on `data`. `nodes` are the rows at each node, leaves included: sets within sets,
which tell all of the tree's shape, however its questions are put. `depth` counts questions. `predictions` are for the
rows of `data` (numbers as the nearest float64), `asked` for the rows of `ask`, where `unseen` says what becomes of a
category without a child: `stop` at the node that asks, or go to the `largest` child by weight, the first among equals.
`acceptable` are the answers that other ways of settling ties give. They lack `tree`, which an answer may leave out.
""",
    "alphas": """\
Asked: g(t) = (R(t) - R(T_t)) / (|T_t| - 1) of every branch of `tree`, where R(t) = N(t) i(t) by `impurity`, over the
unit of `scale`: `count` 1, `proportion` N(root), `root` R(root), `node` N(t). `node` is the branch's place in the list
of nodes, `leaves` |T_t|, `alpha` g(t) in that unit, and `in_counts` the same on the scale `count`.
""",
    "weakest_links": """\
Asked: the smallest `alpha` of all branches, the branches that have it (`links`, all of them), and the `branches` that
are left when these are cut. Input as for `alphas`.
""",
    "sequences": """\
Asked: the trees that minimise R_alpha(T) = R(T) + alpha |T| for some alpha >= 0, the smallest where several do. A
member has its `alpha`, the `branches` of `tree` that are left, its `cost` R_alpha at that alpha, and the alpha `until`
which it is optimal, null for ever. With `ties` `together` all weakest links go in one round; `one_at_a_time` begins
with the tree itself and cuts one a round, whichever (`acceptable`). `optimal` is T(alpha) for each alpha in `at`, and
`pruned_subtrees` how many pruned subtrees there are, the tree and its root among them.
""",
    "selection": """\
Asked, by `method`:

- `holdout`: the member of the sequence that is best on `validation`, the smallest among equals; `values` are the
  accuracies, or the mean squared errors, of all members, `alpha` and `until` those of the chosen one.
- `reduced_error`: `tree` pruned from below, a branch becoming a leaf where that lowers the errors on `validation`, or
  leaves them the same and `ties` is `prune`.
- `pre_pruning`: the tree grown on `data`, a question being asked where that lowers the errors on `validation`, or
  leaves them the same and `ties` is `keep`.
- `cross_validation`: for each member its mean loss on the rows held out, with the square of that mean's standard error
  (sum w loss^2 / W - error^2) / W. A fold's tree is pruned at the geometric mean of the member's alpha and the next
  one's, for the last member to the root. `least_error` and `one_standard_error` are the places of the members that the
  rules choose, the smallest tree among equals.
""",
    "repetitions": """\
Asked: the same in another way, by `method`. `same` says whether both answers are equal.

- `row_order`: the tree that `learner` grows on `data`, and on its rows in the order `order`.
- `workers`: `cross_validation` as above, one fold after the other, and with several at work at once.
- `plain_folds`, `shuffled_folds`, `stratified_folds`: the rows of `data` dealt into so many `folds`, twice, with the
  `seed`. `folds` are their sizes, the largest first; of strata the sizes by class.
- `shared_nodes`: the sequence of `tree`, as for `sequences`, whose members share what was not pruned. `nodes` is how
  many nodes the tree and all members are made of, each counted once.
""",
}
"""For each format, what is asked and answered."""

EXAMPLES: Final = {
    "impurities": "squared-error-weights",
    "candidates": "candidates-thresholds",
    "splits": "splits-tie-two-features",
    "trees": "tree-unseen-stop",
    "alphas": "alpha-three-children",
    "weakest_links": "links-apart",
    "sequences": "sequence-root-at-zero",
    "selection": "holdout-tie",
    "repetitions": "folds-plain",
}
"""For each format, the vector that stands in its section."""


def readme(documents: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the README of *documents*, the files by the names of their formats."""
    tests = [test for document in documents.values() for test in document["tests"]]
    version = max(document["version"] for document in documents.values())
    sections = (_section(name, documents[name]["tests"]) for name in SECTIONS)
    flags = "\n".join(f"| `{flag}` | {text} |" for flag, text in FLAGS.items())
    cited = {citation.split()[0] for test in tests for citation in test["citations"]}
    keys = "\n".join(f"- {key}: {text}" for key, text in CITATIONS.items() if key in cited)
    return "\n".join(
        [
            Template(TEXT).substitute(version=version, many=len(tests)),
            *sections,
            f"## Flags\n\n| flag | what goes wrong |\n| --- | --- |\n{flags}\n",
            f"## Citations\n\n{keys}\n",
        ]
    )


def _section(name: str, tests: list[dict[str, Any]]) -> str:
    example = next(test for test in tests if test["id"] == EXAMPLES[name])
    return f"## {name}\n\nThe file `{name}.json`.\n\n{SECTIONS[name]}\n```json\n{layout(example)}\n```\n"
