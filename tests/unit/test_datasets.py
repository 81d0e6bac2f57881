"""The textbooks' tables, and the numbers that the books print for them.

Printed numbers are compared as text with the exact value, rounded.  Where a book's number is not the rounded exact
value the exact one is asserted, and the test says how the printed one arises.
"""

from __future__ import annotations

import csv
import math
import re
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from dtrees import (
    ERROR,
    Branch,
    ClassCounts,
    Dataset,
    EachCategory,
    Equals,
    Exact,
    InvalidData,
    Leaf,
    Learner,
    Moments,
    Questions,
    Quotient,
    ScoredSplit,
    Threshold,
    Tree,
    admissible_splits,
    best_split,
    c45,
    cart,
    classification_data,
    conditional_impurity,
    datasets,
    depth,
    entropy,
    gini,
    grow,
    id3,
    intrinsic_value,
    leaves,
    multiway_gini,
    predict,
    read_csv,
    scored_splits,
    split,
    squared_error,
    subtree_at,
    summarize,
)
from dtrees.data.datasets import TABLES

THRESHOLDS_AND_CATEGORIES = Learner(questions=Questions(numbers="midpoint", categories="each"), impurity=entropy)
"""Zhou's learner for table 4.3: the gain, with thresholds for numbers."""


def by_feature(data: Dataset, learner: Learner) -> dict[str, ScoredSplit]:
    """Return each feature's best question."""
    best: dict[str, ScoredSplit] = {}
    for candidate in scored_splits(data, learner):
        held = best.get(candidate.question.feature)
        if held is None or candidate.gain > held.gain:
            best[candidate.question.feature] = candidate
    return best


def gains(data: Dataset, learner: Learner | None = None) -> dict[str, str]:
    """Return each feature's largest gain, to three decimals."""
    return {name: f"{best.gain:.3f}" for name, best in by_feature(data, learner or id3()).items()}


def cut_off(number: Exact) -> str:
    """Return the number cut off, not rounded, after three decimals."""
    return f"0.{math.floor(number.bounds(40)[0] * 1000):03d}"


def part(data: Dataset, feature: str, category: str) -> Dataset:
    """Return the rows of *data* with this category."""
    return split(data, Equals(feature, category))[0]


def outline(tree: Tree) -> Any:
    """Return the tree as nested dictionaries: {feature: {category: ...}}, leaves as their label."""
    if isinstance(tree, Leaf):
        return tree.summary.prediction
    question = tree.question
    if isinstance(question, EachCategory):
        answers: tuple[Any, ...] = question.categories
    else:
        answers = tuple(question.describe(child).removeprefix(f"{question.feature} ") for child in (0, 1))
    return {question.feature: dict(zip(answers, map(outline, tree.children), strict=True))}


# --- the files --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "rows", "features", "summary"),
    [
        ("loan", 15, 4, ClassCounts((9, 6), ("yes", "no"))),
        ("watermelon2", 17, 6, ClassCounts((8, 9), ("yes", "no"))),
        ("watermelon3", 17, 8, ClassCounts((8, 9), ("yes", "no"))),
        ("weather", 14, 4, ClassCounts((9, 5), ("P", "N"))),
        ("iris", 150, 4, ClassCounts((50, 50, 50), ("setosa", "versicolor", "virginica"))),
        ("spam", 4601, 57, ClassCounts((2788, 1813), ("nonspam", "spam"))),
    ],
)
def test_the_tables_have_the_size_and_the_classes_of_the_books(
    name: str, rows: int, features: int, summary: ClassCounts
) -> None:
    """Rows, features and class counts."""
    data = datasets.load(name)
    assert (len(data), len(data.features)) == (rows, features)
    assert summarize(data) == summary


@pytest.mark.parametrize("name", ["regression", "regression_boosting"])
def test_the_tables_of_numbers_have_ten_rows(name: str) -> None:
    """x = 1, ..., 10."""
    data = datasets.load(name)
    assert data.feature_names == ("x",)
    assert data.features[0].values.tolist() == list(range(1, 11))  # type: ignore[union-attr]


def test_numbers_and_divisions_are_no_features() -> None:
    """The rows' numbers and Zhou's division of table 4.2 are in the file, and not in the data."""
    assert datasets.load("watermelon2").feature_names == ("color", "root", "knock", "texture", "navel", "touch")
    with datasets.path("watermelon2").open(encoding="utf-8", newline="") as file:
        assert next(csv.reader(file))[0::7] == ["number", "part"]


def test_an_unknown_table_is_an_error_that_lists_the_tables() -> None:
    """From `load`, `path` and `training_and_validation`."""
    for function in (datasets.load, datasets.path, datasets.training_and_validation):
        with pytest.raises(InvalidData, match=r"(?s)there is no table 'tennis'; there are\n  playtennis  .*\n  loan  "):
            function("tennis")


def test_every_file_is_listed_and_every_listed_file_is_there() -> None:
    """The table of tables and the folder agree, and SOURCES.md names each file."""
    folder = datasets.path("loan").parent
    files = {file.name for file in folder.iterdir() if ".csv" in file.suffixes}
    assert files == {table.file for table in TABLES.values()}
    sources = (folder / "SOURCES.md").read_text(encoding="utf-8")
    assert all(f"| `{file}` |" in sources for file in files)


def test_without_a_name_the_tables_are_listed_and_one_that_is_not_ours_says_where_it_is() -> None:
    with pytest.raises(InvalidData, match=r"^give the name of a table; there are\n  playtennis  .*table 3\.2\]\n"):
        datasets.load()
    with pytest.raises(InvalidData, match=r"write\.csv\(na\.omit\(ISLR2::Hitters\), .* writes a file for read_csv"):
        datasets.load("Hitters")


# --- tables of English books ------------------------------------------------------------------------------------


def test_playtennis_is_weather_in_other_words() -> None:
    """Mitchell's days are Quinlan's, in his order."""
    days, words = datasets.load("playtennis"), {"weak": "false", "strong": "true"}
    quinlan = datasets.load("weather")
    assert [words.get(word, word) for word in words_of(days.features[3])] == words_of(quinlan.features[3])
    assert [words_of(one) for one in days.features[:3]] == [words_of(one) for one in quinlan.features[:3]]
    assert [{"yes": "P", "no": "N"}[label] for label in words_of(days.target)] == words_of(quinlan.target)


PRINTED = {
    ("playtennis", "gain"): {"outlook": "0.247", "temperature": "0.029", "humidity": "0.152", "wind": "0.048"},
    ("electronics", "gain"): {"age": "0.247", "income": "0.029", "student": "0.152", "credit_rating": "0.048"},
    ("electronics", "ratio"): {"age": "0.156", "income": "0.019", "student": "0.152", "credit_rating": "0.049"},
    ("vegetation", "gain"): {"stream": "0.306", "slope": "0.577", "elevation": "0.877"},
    ("vegetation", "ratio"): {"stream": "0.311", "slope": "0.503", "elevation": "0.476"},
    ("golf", "ratio"): {"outlook": "0.156", "windy": "0.049"},
}
"""Gains and gain ratios; those of the books but for last digits (SOURCES.md)."""


@pytest.mark.parametrize(("name", "score"), PRINTED)
def test_the_gains_of_the_english_books_come_out(name: str, score: str) -> None:
    learner = c45(gate="none") if score == "ratio" else id3()
    best: dict[str, str] = {}
    for candidate in sorted(scored_splits(datasets.load(name), learner), key=lambda one: float(one.score)):
        best[candidate.question.feature] = f"{float(candidate.score):.3f}"
    assert {feature: best[feature] for feature in PRINTED[name, score]} == PRINTED[name, score]


def test_the_weighted_ginis_of_tan_s_borrowers_come_out() -> None:
    """Figure 4.16: the nine thresholds of the income, but for those outside of all incomes."""
    ginis = {
        str(candidate.question.threshold): f"{conditional_impurity(candidate.parts, gini):.3f}"
        for candidate in scored_splits(datasets.load("borrowers"), cart())
        if isinstance(candidate.question, Threshold)
    }
    assert list(ginis.values()) == ["0.400", "0.375", "0.343", "0.417", "0.400", "0.300", "0.343", "0.375", "0.400"]


def test_five_questions_tie_exactly_where_russell_and_norvig_ask_whether_one_is_hungry() -> None:
    data = datasets.load("restaurant")
    best = best_split(data, id3())
    assert best is not None
    assert (best.question.feature, f"{best.gain:.3f}") == ("patrons", "0.541")
    full = split(data, best.question)[0]
    tied = admissible_splits(full, id3())
    assert [one.question.feature for one in tied] == ["hungry", "price", "reservation", "type", "estimate"]


def test_id3_errs_on_one_of_shalev_shwartz_s_four_rows_at_depth_two_where_another_tree_errs_on_none() -> None:
    data = datasets.load("four_points")
    tree = grow(data, id3(max_depth=2))
    assert ERROR.of(tree, data) == Exact("1/4")
    x2, x3 = (next(one for one in scored_splits(data, id3()) if one.question.feature == name) for name in ("x2", "x3"))
    assert [
        max(len({*words_of(end.target)}) for end in split(part, x3.question)) for part in split(data, x2.question)
    ] == [1, 1]


# --- in Chinese -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["loan", "watermelon2", "watermelon3", "regression", "regression_boosting"])
def test_in_chinese_each_row_holds_what_the_sources_say(name: str) -> None:
    """Every name and value is the one that SOURCES.md states; the rows and the class order are the same."""
    sources = (datasets.path("loan").parent / "SOURCES.md").read_text(encoding="utf-8")
    known = dict(re.findall(r"`(\w+)` ([\u4e00-\u9fff]+)", sources))
    columns = dict(re.findall(r"^\| `(\w+)` \| ([\u4e00-\u9fff]+) ", sources, re.MULTILINE)) | {"x": "x"}
    data, chinese = datasets.load(name), datasets.load(name, language="zh")
    assert chinese.feature_names == tuple(columns[one] for one in data.feature_names)
    for one, other in zip((*data.features, data.target), (*chinese.features, chinese.target), strict=True):
        assert words_of(other) == [known.get(word, word) for word in words_of(one)]
    assert summarize(chinese).weight == summarize(data).weight


def words_of(column: Any) -> list[Any]:
    """Return the values of a feature or of the target, row by row."""
    if hasattr(column, "codes"):
        words = getattr(column, "categories", None) or column.labels
        return [words[code] for code in column.codes]
    return list(column.values)


def test_the_division_of_the_watermelons_is_the_same_in_chinese() -> None:
    """And so is the tree that ID3 grows, but for its words: the ties below are between features."""
    for part, chinese in zip(
        datasets.training_and_validation("watermelon2"),
        datasets.training_and_validation("watermelon2", language="zh"),
        strict=True,
    ):
        assert summarize(chinese) == ClassCounts(summarize(part).counts, ("是", "否"))  # type: ignore[union-attr]
    tree = grow(datasets.load("watermelon2", language="zh"), id3())
    assert isinstance(tree, Branch)
    assert tree.question == EachCategory("纹理", ("模糊", "清晰", "稍糊"))


def test_a_table_of_no_chinese_book_has_no_chinese() -> None:
    """The error names those that have, and another language is refused."""
    for name in ("weather", "iris", "spam"):
        with pytest.raises(InvalidData, match=f"{name}.*no Chinese book: .*load one of loan, watermelon2"):
            datasets.load(name, language="zh")
    with pytest.raises(InvalidData, match="language"):
        datasets.load("loan", language="fr")  # type: ignore[arg-type]


# --- Li Hang's loan table ---------------------------------------------------------------------------------------


def test_loan_entropy_and_gains() -> None:
    """[LIHANG2 example 5.2]: H(D) = 0.971; g = 0.083, 0.324, 0.420, 0.363."""
    data = datasets.load("loan")
    assert entropy(ClassCounts((9, 6))) == Exact("-2/5 - 3/5*log2(3) + log2(5)")
    assert f"{entropy(ClassCounts((9, 6))):.3f}" == "0.971"
    assert gains(data) == {"age": "0.083", "has_job": "0.324", "owns_house": "0.420", "credit": "0.363"}
    exact = {name: str(best.gain) for name, best in by_feature(data, id3()).items()}
    assert exact == {
        "age": "2/5 - 1/5*log2(3)",
        "has_job": "-2/15 - 1/5*log2(3) + 1/3*log2(5)",
        "owns_house": "-6/5*log2(3) + log2(5)",
        "credit": "2/5 - log2(3) + 2/3*log2(5)",
    }


def test_loan_conditional_entropies() -> None:
    """[LIHANG2 example 5.2]: 0.971 - 0.888, 0.971 - 0.647, 0.971 - 0.551, 0.971 - 0.608."""
    printed = {
        name: f"{conditional_impurity(best.parts, entropy):.3f}"
        for name, best in by_feature(datasets.load("loan"), id3()).items()
    }
    assert printed == {"age": "0.888", "has_job": "0.647", "owns_house": "0.551", "credit": "0.608"}


def test_loan_gains_below_the_root() -> None:
    """[LIHANG2 example 5.3]: without house owners g = 0.251, 0.918, 0.474.

    The book's 0.251 is 0.918 - 0.667; the exact value is log2(3) - 4/3 = 0.251629..., which rounds to 0.252.
    """
    without = part(datasets.load("loan"), "owns_house", "no")
    assert f"{entropy(ClassCounts((3, 6))):.3f}" == "0.918"
    assert gains(without) == {"age": "0.252", "has_job": "0.918", "credit": "0.474"}
    age = by_feature(without, id3())["age"]
    assert age.gain == Exact.log2(3) - Fraction(4, 3)
    assert f"{age.gain:.6f}" == "0.251629"
    assert conditional_impurity(age.parts, entropy) == Fraction(2, 3)
    assert Fraction("0.918") - Fraction("0.667") == Fraction("0.251")


def test_the_id3_tree_of_the_loan_table() -> None:
    """[LIHANG2 example 5.3, figure 5.5]: owns a house; else has a job."""
    data = datasets.load("loan")
    counts = [ClassCounts(pair, ("yes", "no")) for pair in ((9, 6), (3, 6), (0, 6), (3, 0), (6, 0))]
    root, without, no_job, job, house = counts
    job_question = Branch(without, EachCategory("has_job", ("no", "yes")), (Leaf(no_job), Leaf(job)))
    expected = Branch(root, EachCategory("owns_house", ("no", "yes")), (job_question, Leaf(house)))
    assert grow(data, id3()) == expected
    assert grow(data, c45()) == expected
    assert grow(data, multiway_gini()) == expected


def test_loan_gini_indices() -> None:
    """[LIHANG2 example 5.4]: Gini(D, A = a) of each question; A3 has the least, 0.27.

    A1: 0.44, 0.48, 0.44; A2: 0.32; A3: 0.27; A4: 0.36, 0.47, 0.32.
    """
    data = datasets.load("loan")
    found = {
        (candidate.question.feature, candidate.question.category): conditional_impurity(candidate.parts, gini)  # type: ignore[attr-defined]
        for candidate in scored_splits(data, cart())
    }
    exact = {
        ("age", "young"): "11/25", ("age", "middle"): "12/25", ("age", "old"): "11/25",
        ("has_job", "no"): "8/25", ("has_job", "yes"): "8/25",
        ("owns_house", "no"): "4/15", ("owns_house", "yes"): "4/15",
        ("credit", "excellent"): "4/11", ("credit", "good"): "64/135", ("credit", "fair"): "8/25",
    }  # fmt: skip
    assert {key: str(value) for key, value in found.items()} == exact
    printed = [f"{found['age', value]:.2f}" for value in ("young", "middle", "old")]
    assert printed == ["0.44", "0.48", "0.44"]
    assert f"{found['has_job', 'yes']:.2f}" == "0.32"
    assert f"{found['owns_house', 'yes']:.2f}" == "0.27"
    assert [f"{found['credit', value]:.2f}" for value in ("excellent", "good", "fair")] == ["0.36", "0.47", "0.32"]


def test_the_cart_tree_of_the_loan_table() -> None:
    """[LIHANG2 example 5.4]: the tree that ID3 finds, by questions of equality."""
    tree = grow(datasets.load("loan"), cart())
    assert outline(tree) == {"owns_house": {"= no": {"has_job": {"= no": "no", "!= no": "yes"}}, "!= no": "yes"}}
    assert [best.question for best in admissible_splits(datasets.load("loan"), cart())] == [
        Equals("owns_house", "no"), Equals("owns_house", "yes"),
    ]  # fmt: skip


# --- Zhou's watermelons 2.0 -------------------------------------------------------------------------------------


def test_watermelon_entropy_and_gains() -> None:
    """[ZHOU16 §4.2.1]: Ent(D) = 0.998; gains 0.143, 0.141, 0.381, 0.289, 0.006 of all but the colour.

    The book's colour prints 0.109: it is computed from 0.998, 1.000, 0.918 and 0.722, that is 0.1087; the exact
    value is 0.108125....
    """
    data = datasets.load("watermelon2")
    assert f"{entropy(ClassCounts((8, 9))):.3f}" == "0.998"
    printed = {"root": "0.143", "knock": "0.141", "texture": "0.381", "navel": "0.289", "touch": "0.006"}
    assert gains(data) == {"color": "0.108"} | printed
    color = by_feature(data, id3())["color"]
    assert color.gain == Exact("-18/17 - 24/17*log2(3) - 5/17*log2(5) + log2(17)")
    assert f"{color.gain:.6f}" == "0.108125"
    counts = {"green": (3, 3), "black": (4, 2), "pale": (1, 4)}
    for category, pair in counts.items():
        assert summarize(part(data, "color", category)) == ClassCounts(pair, ("yes", "no"))
    rounded = {category: f"{entropy(ClassCounts(pair)):.3f}" for category, pair in counts.items()}
    assert rounded == {"green": "1.000", "black": "0.918", "pale": "0.722"}
    mixed = Fraction(6, 17) + Fraction(6, 17) * Fraction("0.918") + Fraction(5, 17) * Fraction("0.722")
    assert f"{Exact(Fraction('0.998') - mixed):.3f}" == "0.109"


def test_watermelon_gains_below_clear_texture() -> None:
    """[ZHOU16 §4.2.1]: 0.043, 0.458, 0.331, 0.458, 0.458; root, navel and touch tie exactly."""
    clear = part(datasets.load("watermelon2"), "texture", "clear")
    assert gains(clear) == {"color": "0.043", "root": "0.458", "knock": "0.331", "navel": "0.458", "touch": "0.458"}
    assert [best.question.feature for best in admissible_splits(clear, id3())] == ["root", "navel", "touch"]


def test_watermelon_intrinsic_values() -> None:
    """[ZHOU16 §4.2.2]: IV(touch) = 0.874 (V = 2), IV(colour) = 1.580 (V = 3), IV(number) = 4.088 (V = 17).

    The last is log2(17) = 4.087463...: the book's last digit is off by one.
    """
    found = {
        name: intrinsic_value(best.parts) for name, best in by_feature(datasets.load("watermelon2"), id3()).items()
    }
    assert f"{found['touch']:.3f}" == "0.874"
    assert f"{found['color']:.3f}" == "1.580"
    assert found["touch"] == Exact("-24/17 - 12/17*log2(3) - 5/17*log2(5) + log2(17)")
    assert found["color"] == Exact("-12/17 - 12/17*log2(3) - 5/17*log2(5) + log2(17)")
    whole = read_csv(datasets.path("watermelon2"), target="good")
    number = by_feature(whole, id3())["number"]
    assert intrinsic_value(number.parts) == Exact.log2(17)
    assert f"{intrinsic_value(number.parts):.6f}" == "4.087463"


def test_the_identifier_has_the_largest_gain() -> None:
    """[ZHOU16 §4.2.2]: 编号 gains 0.998, all of the entropy, since each branch holds one row."""
    whole = read_csv(datasets.path("watermelon2"), target="good")
    number = by_feature(whole, id3())["number"]
    assert number.gain == entropy(ClassCounts((8, 9)))
    assert f"{number.gain:.3f}" == "0.998"
    best = best_split(whole, id3())
    assert best is not None
    assert best.question.feature == "number"


def test_the_id3_tree_of_the_watermelons() -> None:
    """[ZHOU16 figure 4.4], without its empty branch (a pale one, which no row reaches)."""
    assert outline(grow(datasets.load("watermelon2"), id3())) == {
        "texture": {
            "clear": {
                "root": {
                    "curled": "yes",
                    "slightly_curled": {"color": {"green": "yes", "black": {"touch": {"hard": "yes", "soft": "no"}}}},
                    "stiff": "no",
                }
            },
            "slightly_blurry": {"touch": {"hard": "no", "soft": "yes"}},
            "blurry": "no",
        }
    }


def test_the_watermelons_are_divided_as_in_the_pruning_example() -> None:
    """[ZHOU16 table 4.2]: 10 rows to train, 5 of each class, and 7 to validate, 3 good ones."""
    training, validation = datasets.training_and_validation("watermelon2")
    assert summarize(training) == ClassCounts((5, 5), ("yes", "no"))
    assert summarize(validation) == ClassCounts((3, 4), ("yes", "no"))
    whole = datasets.load("watermelon2")
    assert training == whole.take([number - 1 for number in (1, 2, 3, 6, 7, 10, 14, 15, 16, 17)])
    assert validation == whole.take([number - 1 for number in (4, 5, 8, 9, 11, 12, 13)])


def test_navel_and_colour_tie_on_the_training_part() -> None:
    """[ZHOU16 §4.3] takes the navel; both gain exactly 3/10 log2(3) - 1/5."""
    training, _ = datasets.training_and_validation("watermelon2")
    best = admissible_splits(training, id3())
    assert [candidate.question.feature for candidate in best] == ["color", "navel"]
    assert {candidate.gain for candidate in best} == {Exact("-1/5 + 3/10*log2(3)")}


def in_the_order_of_figure_4_5(data: Dataset) -> Dataset:
    """Return *data* with the columns navel, color, root, knock, texture, touch."""
    order = ("navel", "color", "root", "knock", "texture", "touch")
    columns = {}
    for name in order:
        feature = data.feature(name)
        columns[name] = [feature.categories[code] for code in feature.codes]  # type: ignore[union-attr]
    labels = [data.target.labels[code] for code in data.target.codes]  # type: ignore[union-attr]
    return classification_data(columns, labels, classes=["yes", "no"])


def test_the_unpruned_tree_of_the_pruning_example() -> None:
    """[ZHOU16 figure 4.5], without its empty branches; its validation accuracy is 3/7 (42.9 %)."""
    training, validation = datasets.training_and_validation("watermelon2")
    tree = grow(in_the_order_of_figure_4_5(training), id3())
    assert outline(tree) == {
        "navel": {
            "sunken": {"color": {"green": "yes", "black": "yes", "pale": "no"}},
            "slightly_sunken": {
                "root": {
                    "curled": "no",
                    "slightly_curled": {
                        "color": {"green": "yes", "black": {"texture": {"clear": "no", "slightly_blurry": "yes"}}}
                    },
                }
            },
            "flat": "no",
        }
    }
    truth = [validation.target.labels[code] for code in validation.target.codes]  # type: ignore[union-attr]
    hits = [guess == label for guess, label in zip(predict(tree, validation).tolist(), truth, strict=True)]
    assert Fraction(sum(hits), len(hits)) == Fraction(3, 7)


# --- Zhou's watermelons 3.0 -------------------------------------------------------------------------------------


def test_best_cuts_of_density_and_sugar() -> None:
    """[ZHOU16 §4.4.1]: density 0.381 with gain 0.262, sugar 0.126 with gain 0.349.

    The book cuts its 32 midpoints off after three decimals: 0.381 is 0.3815.
    """
    best = by_feature(datasets.load("watermelon3"), THRESHOLDS_AND_CATEGORIES)
    assert best["density"].question == Threshold("density", Decimal("0.3815"))
    assert best["sugar"].question == Threshold("sugar", Decimal("0.126"))
    assert f"{best['density'].gain:.3f}" == "0.262"
    assert f"{best['sugar'].gain:.3f}" == "0.349"
    assert best["density"].gain == Exact("-18/17*log2(3) + 5/17*log2(5) - 13/17*log2(13) + log2(17)")
    assert best["sugar"].gain == Exact("-16/17 - 30/17*log2(3) + log2(17)")


def test_candidate_cuts_of_density_and_sugar() -> None:
    """[ZHOU16 §4.4.1] prints 16 candidates each: the midpoints of neighbouring values, cut off after three decimals."""
    printed = {
        "density": "0.244 0.294 0.351 0.381 0.420 0.459 0.518 0.574 0.600 0.621 0.636 0.648 0.661 0.681 0.708 0.746",
        "sugar": "0.049 0.074 0.095 0.101 0.126 0.155 0.179 0.204 0.213 0.226 0.250 0.265 0.292 0.344 0.373 0.418",
    }
    with datasets.path("watermelon3").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    cuts: dict[str, list[Any]] = {"density": [], "sugar": []}
    for candidate in scored_splits(datasets.load("watermelon3"), THRESHOLDS_AND_CATEGORIES):
        if isinstance(candidate.question, Threshold):
            cuts[candidate.question.feature].append(candidate.question.threshold)
    for name, text in printed.items():
        values = sorted(int(row[name].removeprefix("0.")) for row in rows)
        sums = [low + high for low, high in pairwise(values)]
        assert [f"0.{total // 2:03d}" for total in sums] == text.split()
        assert len(cuts[name]) == 16
        for cut, total in zip(cuts[name], sums, strict=True):
            assert abs(Fraction(cut) - Fraction(total, 2000)) < Fraction(1, 10**15)


def test_gains_of_the_watermelons_with_numbers() -> None:
    """[ZHOU16 §4.4.1]: texture, 0.381, is still the best of eight."""
    data = datasets.load("watermelon3")
    assert gains(data, THRESHOLDS_AND_CATEGORIES) == {
        "color": "0.108", "root": "0.143", "knock": "0.141", "texture": "0.381", "navel": "0.289", "touch": "0.006",
        "density": "0.262", "sugar": "0.349",
    }  # fmt: skip
    best = best_split(data, THRESHOLDS_AND_CATEGORIES)
    assert best is not None
    assert best.question.feature == "texture"


def test_the_tree_of_the_watermelons_with_numbers() -> None:
    """[ZHOU16 figure 4.8]: clear ones by density <= 0.381, slightly blurry ones by touch."""
    tree = grow(datasets.load("watermelon3"), THRESHOLDS_AND_CATEGORIES)
    assert outline(tree) == {
        "texture": {
            "clear": {"density": {"<= 0.3815": "no", "> 0.3815": "yes"}},
            "slightly_blurry": {"touch": {"hard": "no", "soft": "yes"}},
            "blurry": "no",
        }
    }


# --- Quinlan's weather ------------------------------------------------------------------------------------------


def test_weather_entropy_and_gains() -> None:
    """[QUINLAN86 §4]: 0.940 bits; gains 0.246, 0.029, 0.151, 0.048.

    Outlook and humidity gain 0.246750... and 0.151836..., which round to 0.247 and 0.152 (as later books print);
    the paper's numbers are cut off, or come from rounded intermediate values such as 0.940 - 0.694.
    """
    data = datasets.load("weather")
    assert f"{entropy(ClassCounts((9, 5))):.3f}" == "0.940"
    assert gains(data) == {"outlook": "0.247", "temperature": "0.029", "humidity": "0.152", "windy": "0.048"}
    exact = {name: best.gain for name, best in by_feature(data, id3()).items()}
    assert exact["outlook"] == Exact("9/7 - 6/7*log2(3) - 15/14*log2(5) + log2(7)")
    assert exact["humidity"] == Exact("2 - 9/14*log2(3) - 5/14*log2(5)")
    assert [cut_off(exact[name]) for name in ("outlook", "humidity")] == ["0.246", "0.151"]
    outlook = by_feature(data, id3())["outlook"]
    assert f"{conditional_impurity(outlook.parts, entropy):.3f}" == "0.694"
    assert Fraction("0.940") - Fraction("0.694") == Fraction("0.246")


def test_weather_gain_ratio_of_outlook() -> None:
    """Its ratio is 0.156, the largest, and C4.5 asks about it first."""
    best = best_split(datasets.load("weather"), c45())
    assert best is not None
    assert best.question.feature == "outlook"
    assert f"{best.score:.3f}" == "0.156"
    assert best.score == Quotient(best.gain, intrinsic_value(best.parts))
    assert intrinsic_value(best.parts) == Exact("3/7 - 5/7*log2(5) + log2(7)")


def test_the_id3_tree_of_the_weather() -> None:
    """[QUINLAN86 figure 2]: outlook; humidity below sunny, windy below rain."""
    assert outline(grow(datasets.load("weather"), id3())) == {
        "outlook": {
            "sunny": {"humidity": {"high": "N", "normal": "P"}},
            "overcast": "P",
            "rain": {"windy": {"true": "N", "false": "P"}},
        }
    }


# --- Li Hang's tables of numbers --------------------------------------------------------------------------------


def residual(candidate: ScoredSplit) -> Exact:
    """Return the residual sum of squares of both sides of a cut."""
    return sum((squared_error(side) * side.weight for side in candidate.parts), start=Exact(0))  # type: ignore[arg-type]


def means(candidate: ScoredSplit) -> list[str]:
    """Return the means of both sides, to two decimals."""
    return [f"{Exact(side.mean):.2f}" for side in candidate.parts if isinstance(side, Moments)]


def test_the_first_cut_of_the_regression_exercise() -> None:
    """[LIHANG2 exercise 5.2]: cut at 5.5, means 5.06 and 8.176, residual 3.36."""
    data = datasets.load("regression")
    candidates = scored_splits(data, cart())
    assert [f"{residual(candidate):.2f}" for candidate in candidates] == [
        "22.65", "17.70", "12.19", "7.38", "3.36", "5.07", "10.05", "15.18", "21.33",
    ]  # fmt: skip
    (best,) = admissible_splits(data, cart())
    assert best.question == Threshold("x", 5.5)
    assert means(best) == ["5.06", "8.18"]
    assert [side.mean for side in best.parts if isinstance(side, Moments)] == [Fraction("5.06"), Fraction("8.176")]


def test_the_first_cut_of_the_boosting_example() -> None:
    """[LIHANG2 example 8.2]: m(s) for s = 1.5, ..., 9.5, the least 1.93 at 6.5, where the means are 6.24 and 8.91.

    The book prints 12.07, 8.36 and 11.73 for m(2.5), m(3.5) and m(8.5), whose exact values are 12.0834, 8.3656
    and 11.7354: slips in the last digits.
    """
    data = datasets.load("regression_boosting")
    candidates = scored_splits(data, cart())
    assert [f"{residual(candidate):.2f}" for candidate in candidates] == [
        "15.72", "12.08", "8.37", "5.78", "3.91", "1.93", "8.01", "11.74", "15.74",
    ]  # fmt: skip
    assert [f"{residual(candidates[place]):.4f}" for place in (1, 2, 7)] == ["12.0834", "8.3656", "11.7354"]
    (best,) = admissible_splits(data, cart())
    assert best.question == Threshold("x", 6.5)
    assert means(best) == ["6.24", "8.91"]


# --- iris and spam ----------------------------------------------------------------------------------------------


def test_the_first_cuts_of_iris() -> None:
    """Petal length 2.45 and petal width 0.8 both set setosa apart, a tie that other tools break by chance."""
    data = datasets.load("iris")
    best = admissible_splits(data, cart())
    assert [candidate.question for candidate in best] == [
        Threshold("petal_length", Decimal("2.45")),
        Threshold("petal_width", Decimal("0.8")),
    ]
    assert {candidate.gain for candidate in best} == {Exact(1) / 3}
    assert {candidate.gain for candidate in admissible_splits(data, cart(impurity=entropy))} == {
        Exact.log2(3) - Fraction(2, 3)
    }


def test_the_second_cut_of_iris() -> None:
    """Petal width 1.75 leaves 49 and 5 on one side, 1 and 45 on the other."""
    tree = grow(datasets.load("iris"), cart(max_depth=2))
    classes = ("setosa", "versicolor", "virginica")
    assert [leaf.summary for leaf in leaves(tree)] == [
        ClassCounts(row, classes) for row in ((50, 0, 0), (0, 49, 5), (0, 1, 45))
    ]
    right = subtree_at(tree, (1,))
    assert isinstance(right, Branch)
    assert right.question == Threshold("petal_width", 1.75)
    assert depth(tree) == 2


def test_iris_rows_that_circulate_in_two_versions_are_fishers() -> None:
    """Row 35 is 4.9, 3.1, 1.5, 0.2 and row 38 is 4.9, 3.6, 1.4, 0.1, as in the paper."""
    data = datasets.load("iris").take([34, 37])
    columns = [feature.values.tolist() for feature in data.features]  # type: ignore[union-attr]
    printed = [("4.9", "3.1", "1.5", "0.2"), ("4.9", "3.6", "1.4", "0.1")]
    assert list(zip(*columns, strict=True)) == [tuple(map(Fraction, row)) for row in printed]


def test_the_cut_of_spam_by_dollar_signs() -> None:
    """The best cut of charDollar is 0.0555, the root of the spam tree in ESL2 (figure 9.5)."""
    data = datasets.load("spam")
    others = [name for name in data.feature_names if name != "charDollar"]
    best = admissible_splits(data.drop(*others), cart())
    assert [candidate.question for candidate in best] == [Threshold("charDollar", Decimal("0.0555"))]
    assert sum(candidate.parts[0].weight for candidate in best) == 3471
