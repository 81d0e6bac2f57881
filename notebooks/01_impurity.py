# %% [markdown]
# # 1. Impurity and information 不纯度与信息
#
# How mixed are the classes of some rows, and how much less mixed does a question leave them? Read beside Li Hang
# (李航), *Statistical Learning Methods* 统计学习方法, 2nd edition, §5.2; Zhou (周志华), *Machine Learning* 机器学习,
# 2016, §4.2; Hastie, Tibshirani, Friedman, *Elements of Statistical Learning*, 2nd edition, §9.2.3; and the notes,
# called A to E as in the [register of claims](../proofs/README.md#how-to-read-the-register). The proofs are pages
# [1](../proofs/1-impurity.md), [2](../proofs/2-entropy.md) and [3](../proofs/3-leaf-constants.md).
#
# Every number here is exact: a fraction, or fractions of logarithms of primes. It is rounded once, to be compared
# with what the book prints.

# %%
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product

import dtrees as dt
from dtrees import datasets, render

# %% [markdown]
# ## 1.1 Entropy 熵
#
# Ten points, of three classes (类别): 1 1 1 2 2 3 3 3 3 3. Knowing nothing else, one can only count them: the classes
# have the shares (经验频率) 0.3, 0.2 and 0.5. How uncertain that leaves us is the empirical entropy (经验熵)
# $H(D) = -\sum_k p_k \log_2 p_k$ [LIHANG2 eq. 5.7; ZHOU16 eq. 4.1]. Note E stops at the formula; in bits it is this
# number.

# %%
# [NOTE_E "0.3,0.2,0.5"]
ten_points = dt.ClassCounts((3, 2, 5), classes=(1, 2, 3))
assert ten_points.proportions == (Fraction("0.3"), Fraction("0.2"), Fraction("0.5"))
assert dt.entropy(ten_points) == -sum((dt.Exact.log2(p) * p for p in ten_points.proportions), start=dt.Exact(0))
assert f"{dt.entropy(ten_points):.3f}" == "1.485"
dt.entropy(ten_points)

# %% [markdown]
# The logarithms are those of primes, and no two sums of them are equal unless their terms are
# ([proof](../proofs/14-exact-numbers.md#equality)). So a tie between two features is a tie, not a question of
# rounding.

# %% [markdown]
# ## 1.2 Conditional entropy and gain 条件熵与信息增益
#
# Now a feature (特征) A is known: 1 1 1 1 0 0 0 0 0 0. It parts the points into 4 and 6. What uncertainty is left is
# the parts' entropy, each weighed by its rows, $H(D|A) = \sum_i \frac{|D_i|}{|D|} H(D_i)$ [LIHANG2 eq. 5.8]; what is
# gone is the information gain $g(D, A) = H(D) - H(D|A)$ [LIHANG2 eq. 5.9; ZHOU16 eq. 4.2].

# %%
# [NOTE_E "0.4 H(D|A=1)+0.6 H(D|A=0)"]
with_a, without_a = dt.ClassCounts((3, 1, 0), classes=(1, 2, 3)), dt.ClassCounts((0, 1, 5), classes=(1, 2, 3))
left = dt.conditional_entropy([with_a, without_a])
assert left == dt.conditional_impurity([with_a, without_a], dt.entropy)
assert left == dt.entropy(with_a) * Fraction("0.4") + dt.entropy(without_a) * Fraction("0.6")
assert dt.gain([with_a, without_a], dt.entropy) == dt.entropy(ten_points) - left
assert (f"{left:.3f}", f"{dt.gain([with_a, without_a], dt.entropy):.3f}") == ("0.715", "0.771")
dt.gain([with_a, without_a], dt.entropy)

# %% [markdown]
# ## 1.3 The loan table 贷款申请样本数据表
#
# Li Hang's example 5.2: fifteen applicants, nine of them granted. Which of four features says most?

# %%
# [LIHANG2 table 5.1]
table = datasets.load("loan", language="zh")  # the words of the book; those of the file are English
columns = [[column.categories[code] for code in column.codes] for column in table.features]
print(*table.feature_names, "类别", sep="  ")
for row in zip(*columns, [table.target.labels[code] for code in table.target.codes], strict=True):
    print(*row, sep="  ")
assert dt.summarize(table) == dt.ClassCounts((9, 6), ("是", "否"))

# %%
loan = datasets.load("loan")
candidates = {found.question.feature: found for found in dt.scored_splits(loan, dt.id3())}
for name, found in candidates.items():
    print(f"g(D, {name}) = {found.gain:.3f} = {found.gain}")

# %%
# [LIHANG2 example 5.2]
assert f"{dt.entropy(dt.summarize(loan)):.3f}" == "0.971"
conditional = {name: f"{dt.conditional_impurity(found.parts, dt.entropy):.3f}" for name, found in candidates.items()}
assert conditional == {"age": "0.888", "has_job": "0.647", "owns_house": "0.551", "credit": "0.608"}
printed = {name: f"{found.gain:.3f}" for name, found in candidates.items()}
book = {"age": "0.083", "has_job": "0.324", "owns_house": "0.420", "credit": "0.363"}
assert printed == book
for name, value in book.items():
    print(f"{name:<10} 0.971 - {conditional[name]} = {printed[name]}   in the book {value}")

# %% [markdown]
# All eight numbers are as the book prints them, and A3, owning a house (有自己的房子), gains most: 0.420 bits. By the
# gain ratio [LIHANG2 eq. 5.10; NOTE_E], which 1.8 is about, it is first too, and the credit falls behind the job.

# %%
# [LIHANG2 eq. 5.10; NOTE_E "信息增益比则是"]
ratios = {name: f"{dt.gain_ratio(found.parts):.3f}" for name, found in candidates.items()}
assert ratios == {"age": "0.052", "has_job": "0.352", "owns_house": "0.433", "credit": "0.232"}
for name, found in candidates.items():
    print(f"g_R(D, {name}) = {found.gain:.3f} / {dt.intrinsic_value(found.parts):.3f} = {ratios[name]}")

# %% [markdown]
# ## 1.4 The watermelons 西瓜数据集
#
# Zhou's table 4.1 has eight good melons (好瓜) of seventeen. He prints the gain of the colour (色泽) as 0.109. Five
# of his six gains are the rounded exact values. This one is not: he computes on from entropies that are rounded
# already.

# %%
# [ZHOU16 §4.2.1]
print(datasets.path("watermelon2").read_text(encoding="utf-8"))
watermelon = datasets.load("watermelon2")
melons = {found.question.feature: found for found in dt.scored_splits(watermelon, dt.id3())}
assert f"{dt.entropy(dt.summarize(watermelon)):.3f}" == "0.998"
assert {name: f"{found.gain:.3f}" for name, found in melons.items() if name != "color"} == {
    "root": "0.143", "knock": "0.141", "texture": "0.381", "navel": "0.289", "touch": "0.006",
}  # fmt: skip
assert f"{melons['color'].gain:.6f}" == "0.108125"
book = {"color": "0.109", "root": "0.143", "knock": "0.141", "texture": "0.381", "navel": "0.289", "touch": "0.006"}
for name, found in melons.items():
    print(f"Gain(D, {name:<7}) = {found.gain:.3f}   in the book {book[name]}   = {found.gain}")

# %%
# [ZHOU16 §4.2.1, the gain of 色泽]
rounded = [f"{dt.entropy(part):.3f}" for part in melons["color"].parts]
assert sorted(rounded) == ["0.722", "0.918", "1.000"]
mixed = sum(part.weight * Fraction(text) for part, text in zip(melons["color"].parts, rounded, strict=True)) / 17
assert f"{dt.Exact(Fraction('0.998') - mixed):.3f}" == "0.109"
print(f"0.998 - {float(mixed):.4f} = {float(Fraction('0.998') - mixed):.4f}")

# %% [markdown]
# Four rounded numbers, and the third decimal is wrong: 0.108 is the rounded exact value. Nothing hangs on it here, as
# the texture (纹理) gains 0.381.

# %%
# [ZHOU16 §4.2.1, the gain of 色泽]
assert f"{melons['color'].gain:.3f}" == "0.108"
max(melons, key=lambda name: melons[name].gain)

# %% [markdown]
# ## 1.5 Gini 基尼指数
#
# "The probability that two samples drawn at will differ in class" is how the Gini value (基尼值) is read [ZHOU16 eq.
# 4.5; LIHANG2 eq. 5.22], $\mathrm{Gini}(D) = 1 - \sum_k p_k^2$. Drawn with replacement, that is: let us draw all
# pairs of the loan table's rows.

# %%
# [NOTE_C 2.3 "任意抽取兩個樣本"]
rows = ["yes"] * 9 + ["no"] * 6
with_replacement = [one != other for one, other in product(rows, repeat=2)]
without_replacement = [one != other for one, other in combinations(rows, 2)]
assert dt.gini(dt.summarize(loan)) == Fraction(sum(with_replacement), len(with_replacement)) == Fraction(12, 25)
assert Fraction(sum(without_replacement), len(without_replacement)) == dt.gini(dt.summarize(loan)) * Fraction(15, 14)
Fraction(sum(without_replacement), len(without_replacement))

# %% [markdown]
# Without replacement the chance is N/(N - 1) times Gini, 18/35 here. The sum of $p_k p_{k'}$ over $k \ne k'$ is over
# ordered pairs and is the same number as $\sum_k p_k (1 - p_k)$ ([proof](../proofs/1-impurity.md#gini)).

# %%
# [ZHOU16 eq. 4.5; NOTE_C 2.3]
p = ten_points.proportions
ordered_pairs = sum(p[k] * p[j] for k, j in product(range(3), repeat=2) if k != j)
assert dt.gini(ten_points) == ordered_pairs == sum(q * (1 - q) for q in p) == 1 - sum(q * q for q in p)
dt.gini(ten_points)

# %% [markdown]
# Of a question it is the mean over its parts, $\mathrm{Gini\_index}(D, f) = \sum_v \frac{|D^v|}{|D|}
# \mathrm{Gini}(D^v)$ [ZHOU16 eq. 4.6], and the least is the best. Note C and Zhou stop at the formula; for the
# watermelons it gives these six, and the texture is first again.

# %%
# [NOTE_C 2.3 "屬性f的基尼指數"; ZHOU16 eq. 4.6]
indices = {name: dt.conditional_impurity(found.parts, dt.gini) for name, found in melons.items()}
assert {name: f"{index:.3f}" for name, index in indices.items()} == {
    "color": "0.427", "root": "0.422", "knock": "0.424", "texture": "0.277", "navel": "0.345", "touch": "0.494",
}  # fmt: skip
assert min(indices, key=indices.get) == "texture"
for name, index in indices.items():
    print(f"Gini_index(D, {name:<7}) = {index:.3f} = {index}")

# %% [markdown]
# ## 1.6 Three measures of two classes
#
# With the share p of one class they are $1 - \max(p, 1 - p)$, $2p(1 - p)$ and $-p \log_2 p - (1 - p) \log_2(1 - p)$:
# misclassification (误分类率), Gini, entropy [ESL2 §9.2.3, eq. 9.17]. ESL calls the last cross-entropy or deviance
# (交叉熵). Of several classes note B writes it as $\sum_k p_k \ln p_k$; its minus is missing, and minimising it would
# look for the most mixed node.

# %%
# [ESL2 §9.2.3; NOTE_B 9.2.3 "2 分类问题"]
for count in range(1, 10):
    node, p = dt.ClassCounts((count, 10 - count)), Fraction(count, 10)
    assert dt.misclassification(node) == 1 - max(p, 1 - p)
    assert dt.gini(node) == 2 * p * (1 - p)
    assert dt.entropy(node) == -(dt.Exact.log2(p) * p + dt.Exact.log2(1 - p) * (1 - p))
assert f"{dt.cross_entropy(dt.ClassCounts((5, 5))):.3f}" == "0.693"  # ESL's logarithm is the natural one

# %%
# [NOTE_B 9.2.3 "交叉熵"]
as_the_note_writes = {
    counts: sum((dt.Exact.log2(p) * p for p in dt.ClassCounts(counts).proportions if p), start=dt.Exact(0))
    for counts in [(2, 0), (1, 1)]
}
assert min(as_the_note_writes, key=as_the_note_writes.__getitem__) == (1, 1)
assert all(value == -dt.entropy(dt.ClassCounts(counts)) for counts, value in as_the_note_writes.items())
as_the_note_writes

# %%
axes = render.plot_impurities()

# %% [markdown]
# Entropy is halved, so that all three meet at 1/2, as in the book's figure 9.3. All are 0 for one class alone and
# largest where the classes are even. Gini and entropy are differentiable (可导), curved, and see every change of the
# shares; misclassification is two straight lines with a corner between them, and is blind along each.

# %%
parts = [dt.ClassCounts((1, 0)), dt.ClassCounts((1, 1))]
assert dt.gain(parts, dt.misclassification) == 0 < dt.gain(parts, dt.gini) == Fraction(1, 9)
[str(dt.gain(parts, impurity)) for impurity in (dt.misclassification, dt.gini, dt.entropy)]

# %% [markdown]
# ## 1.7 No question makes it worse
#
# "The conditional entropy is certainly smaller", says note D. It is never larger
# ([proof](../proofs/2-entropy.md#gain-is-at-least-0)), and it may be the same: four rows, two of each class in equal
# parts, are the fewest. What keeps it from growing is that the parts are *weighed*. The plain sum of the parts' Gini,
# as note A writes a tree's error, may grow.

# %%
# [NOTE_D "条件熵一定会比非条件熵要小"]
assert dt.gain([dt.ClassCounts((1, 1)), dt.ClassCounts((1, 1))], dt.entropy) == 0

# %%
# [NOTE_A "分类用基尼指数表示"]
assert dt.gini(parts[0]) + dt.gini(parts[1]) == Fraction(1, 2) > dt.gini(dt.ClassCounts((2, 1))) == Fraction(4, 9)
assert dt.conditional_impurity(parts, dt.gini) == Fraction(1, 3)

# %% [markdown]
# ## 1.8 Why gain likes identifiers 编号
#
# The melons' number (编号) parts them into seventeen pure parts of one row. Its gain is all the entropy there is,
# 0.998, and no feature gains more ([proof](../proofs/2-entropy.md#gain-is-at-most-the-intrinsic-value)). It says
# nothing about the next melon. So C4.5 divides by the entropy of the feature itself, its intrinsic value (固有值)
# $IV(a) = -\sum_v \frac{|D^v|}{|D|} \log_2 \frac{|D^v|}{|D|}$ [ZHOU16 eq. 4.4]: the gain ratio (增益率, 信息增益比)
# $\mathrm{Gain}(D, a) / IV(a)$ [ZHOU16 eq. 4.3; LIHANG2 eq. 5.10].

# %%
# [ZHOU16 §4.2.2; NOTE_D "特征i有N个不同取值"]
numbered = dt.read_csv(datasets.path("watermelon2"), target="good").drop("part")
named = {found.question.feature: found for found in dt.scored_splits(numbered, dt.id3())}
assert f"{named['number'].gain:.3f}" == "0.998"
assert named["number"].gain == dt.entropy(dt.summarize(numbered)) == max(found.gain for found in named.values())
assert f"{dt.intrinsic_value(named['touch'].parts):.3f}" == "0.874"
assert f"{dt.intrinsic_value(named['color'].parts):.3f}" == "1.580"
assert dt.intrinsic_value(named["number"].parts) == dt.Exact.log2(17)
assert f"{dt.Exact.log2(17):.6f}" == "4.087463"

# %% [markdown]
# Zhou prints 4.088 for IV(编号). Seventeen parts of one row have log2 17 = 4.087463 bits, which rounds to 4.087; the
# printed value is what the share rounded to four decimals gives, as -log2 0.0588.

# %%
# [ZHOU16 §4.2.2, IV of 编号]
assert f"{dt.intrinsic_value(named['number'].parts):.3f}" == "4.087"
assert f"{dt.Exact(Fraction(1, 17)):.4f}" == "0.0588"
assert f"{-dt.Exact.log2(Fraction('0.0588')):.3f}" == "4.088"
for name, found in named.items():
    value = dt.intrinsic_value(found.parts)
    print(f"{name:7} gain {found.gain:.3f}   IV {value:.3f}   ratio {dt.gain_ratio(found.parts):.3f}")

# %% [markdown]
# By its ratio the texture wins, 0.263 against 0.244 for the number, which is still second of all. The ratio does not
# know an identifier when it sees one.

# %%
ratios = {name: dt.gain_ratio(found.parts) for name, found in named.items()}
assert (f"{ratios['texture']:.3f}", f"{ratios['number']:.3f}") == ("0.263", "0.244")
sorted(ratios, key=ratios.__getitem__, reverse=True)

# %% [markdown]
# ## 1.9 What the gain ratio prefers
#
# "The more values a feature has, the larger its IV, so the ratio prefers few values", say notes C and D. IV is at
# most log2 of the number of values, and reaches it where all are equally frequent: it is that bound which grows. Four
# values may have less IV than three, and the identifier of three rows beats two values.

# %%
# [NOTE_C 2.2 "IV越大"]
four_values, three_values = dt.ClassCounts((5, 1, 1, 1)), dt.ClassCounts((3, 3, 2))
assert dt.entropy(four_values) < dt.entropy(three_values) < dt.Exact.log2(3)
print(f"{dt.entropy(four_values):.3f} < {dt.entropy(three_values):.3f}")

# %%
# [NOTE_C 2.2 "取值數目較少"; NOTE_D "更偏向取值较少"]
identifier = [dt.ClassCounts((1, 0)), dt.ClassCounts((1, 0)), dt.ClassCounts((0, 1))]
two_values = [dt.ClassCounts((1, 0)), dt.ClassCounts((1, 1))]
assert dt.gain_ratio(identifier) > dt.gain_ratio(two_values)
print(f"{dt.gain_ratio(identifier):.3f} > {dt.gain_ratio(two_values):.3f}")

# %% [markdown]
# ## Exercises 练习
#
# - Move one point of the ten from class 3 to class 2. Does the entropy rise? Find a move of one point that lowers it.
# - Of (5, 1, 1) and (4, 3), which is more uneven? Ask `dt.gini` and `dt.entropy`: they disagree, and no fewer points
#   do.
# - Enumerate all ways to part the loan table's rows in two ($2^{14} - 1$ ways) by their counts alone: which gain
#   most?

# %% [markdown]
# ## Solutions 解答
#
# **1.** It rises from 1.485 to 1.571. It falls where a point goes from a class to a larger one, and where one goes
# from the smallest of them to the middle one, which then are 4 to 1.

# %%
moves = {}
for giver, taker in product(range(3), repeat=2):
    counts = [3, 2, 5]
    counts[giver], counts[taker] = counts[giver] - 1, counts[taker] + 1
    moves[giver + 1, taker + 1] = dt.entropy(dt.ClassCounts(counts if giver != taker else [3, 2, 5]))
assert (f"{moves[1, 1]:.3f}", f"{moves[3, 2]:.3f}") == ("1.485", "1.571")
assert [move for move, bits in moves.items() if bits < moves[1, 1]] == [(1, 3), (2, 1), (2, 3)]
print({move: f"{bits:.3f}" for move, bits in moves.items()})

# %% [markdown]
# **2.** The Gini index is less at (5, 1, 1), 22/49 against 24/49, the entropy at (4, 3), 0.985 bits against 1.149.
# Among all counts of at most seven points there is one more such pair, of seven too.

# %%
sizes = [part for most in range(1, 8) for part in combinations_with_replacement(range(1, 8), most) if sum(part) <= 7]
measured = {part: (dt.gini(dt.ClassCounts(part)), dt.entropy(dt.ClassCounts(part))) for part in sizes}
opposed = [
    (one, other)
    for one, other in product(sizes, repeat=2)
    if sum(one) == sum(other) and measured[one][0] < measured[other][0] and measured[one][1] > measured[other][1]
]
assert opposed == [((1, 1, 5), (3, 4)), ((1, 1, 1, 4), (2, 2, 3))]
assert [str(measured[part][0]) for part in opposed[0]] == ["22/49", "24/49"]
assert [f"{measured[part][1]:.3f}" for part in opposed[0]] == ["1.149", "0.985"]

# %% [markdown]
# **3.** Only the counts matter, and there are 68 ways. The nine against the six gain all the entropy there is; the
# next best leave one row on the wrong side.

# %%
ways = sorted(
    (
        (dt.gain([dt.ClassCounts((y, n)), dt.ClassCounts((9 - y, 6 - n))], dt.entropy), (y, n))
        for y, n in product(range(10), range(7))
        if 0 < y + n < 15
    ),
    reverse=True,
)
assert (len(ways), ways[0]) == (68, (dt.entropy(dt.summarize(loan)), (9, 0)))
assert {counts for _, counts in ways[2:6]} == {(8, 0), (1, 6), (9, 1), (0, 5)}
print(*(f"{counts}: {bits:.3f}" for bits, counts in ways[:6]))
