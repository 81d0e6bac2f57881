# %% [markdown]
# # 3. CART 分类与回归树
#
# CART asks only questions with two answers, for classes and for numbers alike, and takes the one that leaves the
# least impurity. Read beside Breiman, Friedman, Olshen, Stone, *Classification and Regression Trees*, 1984, §2.4,
# §4.2, §8.3; Hastie, Tibshirani, Friedman, *Elements of Statistical Learning*, 2nd edition, §9.2; Li Hang (李航),
# 统计学习方法, 2nd edition, §5.5.1; and notes B and D. The proofs are pages [1](../proofs/1-impurity.md),
# [3](../proofs/3-leaf-constants.md), [4](../proofs/4-subsets.md), [5](../proofs/5-growing.md) and
# [17](../proofs/17-priors-and-costs.md).

# %%
import statistics
from fractions import Fraction
from itertools import combinations, product

import dtrees as dt
from dtrees import datasets, render

# %% [markdown]
# ## 3.1 The loan table by Gini 基尼指数
#
# Li Hang's example 5.4 asks of each value of each feature: is it this one? $\mathrm{Gini}(D, A{=}a)$ is the mean Gini
# index (基尼指数) of the two parts, $\frac{|D_1|}{|D|} \mathrm{Gini}(D_1) + \frac{|D_2|}{|D|} \mathrm{Gini}(D_2)$
# [LIHANG2 eq. 5.25]. The book prints two decimals; exactly they are twenty-fifths, fifteenths, elevenths.

# %%
# [LIHANG2 example 5.4]
loan = datasets.load("loan")
ginis = {
    (found.question.feature, found.question.category): dt.conditional_impurity(found.parts, dt.gini)
    for found in dt.scored_splits(loan, dt.cart())
}
assert [f"{ginis['age', age]:.2f}" for age in ("young", "middle", "old")] == ["0.44", "0.48", "0.44"]
assert (f"{ginis['has_job', 'yes']:.2f}", f"{ginis['owns_house', 'yes']:.2f}") == ("0.32", "0.27")
assert [f"{ginis['credit', mark]:.2f}" for mark in ("excellent", "good", "fair")] == ["0.36", "0.47", "0.32"]
assert ginis["age", "young"] == ginis["age", "old"] == Fraction(11, 25)
for (feature, category), value in ginis.items():
    print(f"Gini(D, {feature}={category}) = {value} = {value:.2f}")

# %% [markdown]
# The two 0.44 are equal, as the book says, and not by rounding. Owning a house has the least, 4/15, and so has not
# owning one: of two values both questions part alike. `admissible_splits` gives both, and the tree is grown with the
# first.

# %%
# [LIHANG2 example 5.4]
best = dt.admissible_splits(loan, dt.cart())
assert [found.question for found in best] == [dt.Equals("owns_house", "no"), dt.Equals("owns_house", "yes")]
assert ginis["owns_house", "yes"] == min(ginis.values()) == Fraction(4, 15)
by_gini = dt.grow(loan, dt.cart())
assert [node.question.feature for node in (by_gini, by_gini.children[0])] == ["owns_house", "has_job"]
print(dt.render_text(by_gini, impurity=dt.gini))

# %%
axes = render.plot(by_gini)

# %% [markdown]
# "Comparing the conditional Gini is the same as comparing the gain", says note D, since Gini(D) is the same for all:
# the sum of the two is one number. So it is for entropy and gain; it is not so for the gain ratio.

# %%
# [NOTE_D "其实二者等价"]
sums = {found.gain + dt.conditional_impurity(found.parts, dt.gini) for found in dt.scored_splits(loan, dt.cart())}
assert sums == {dt.gini(dt.summarize(loan))} == {Fraction(12, 25)}
print("gain + conditional Gini, for every question:", *sums)

# %% [markdown]
# Note D's steps for classes: the least conditional Gini index (条件基尼系数) of all features *and values*, the rows
# that have the value to the left, the others to the right, the feature kept for further questions, and on until the
# index is 0.

# %%
# [NOTE_D "CART分类决策树的生成算法"]
asked, waiting = {}, [((), loan)]
while waiting:
    path, rows = waiting.pop()
    if dt.gini(dt.summarize(rows)) == 0:
        print(f"{path!s:<7} leaf: {dt.summarize(rows).majority}")
        continue
    found = dt.scored_splits(rows, dt.cart())
    least = min(found, key=lambda one: dt.conditional_impurity(one.parts, dt.gini))
    asked[path] = least.question
    print(f"{path!s:<7} {least.question}: {dt.conditional_impurity(least.parts, dt.gini)} of {len(found)} tried")
    waiting.extend(((*path, side), part) for side, part in enumerate(dt.split(rows, least.question)))
assert {path: dt.subtree_at(by_gini, path).question for path in asked} == asked
assert len(dt.leaves(by_gini)) == len(asked) + 1

# %% [markdown]
# ## 3.2 A tree of numbers 回归树
#
# Ten points: x = 1, ..., 10, y rising from 4.5 to 9. A leaf says the mean of its rows, which has the least squared
# error (平方误差) of all constants ([proof](../proofs/3-leaf-constants.md#the-mean-and-the-majority)), and the cut s
# is the one of least residual sum of squares (残差平方和) of both sides,
# $\sum_{x_i \le s} (y_i - \hat c_1)^2 + \sum_{x_i > s} (y_i - \hat c_2)^2$ [CART84 §8.3; ESL2 eq. 9.13; LIHANG2
# algorithm 5.5]. Li Hang's exercise 5.2 asks for the tree; here are all nine cuts of its table 5.2.

# %%
# [LIHANG2 exercise 5.2; NOTE_B step 1.1]
points = datasets.load("regression")
print(datasets.path("regression").read_text(encoding="utf-8"))
cuts = dt.scored_splits(points, dt.cart())
residuals = [sum(dt.squared_error(side) * side.weight for side in found.parts) for found in cuts]
assert f"{min(residuals):.2f}" == "3.36"
first = cuts[residuals.index(min(residuals))]
assert first.question == dt.Threshold("x", 5.5)
assert [side.mean for side in first.parts] == [Fraction("5.06"), Fraction("8.176")]
for found, residual in zip(cuts, residuals, strict=True):
    print(f"x <= {found.question.threshold}   residual {residual:.2f}")

# %%
three_questions = dt.grow(points, dt.cart(max_depth=2))
print(dt.render_text(three_questions))

# %%
axes = render.plot(three_questions, data=points)

# %% [markdown]
# Another table of ten points is in the book's chapter on boosting. There the sums m(s) are printed for all nine cuts;
# three have slips in the last digit: 12.07, 8.36 and 11.73 stand for 12.0834, 8.3656 and 11.7354. The least, 1.93 at
# 6.5, is right.

# %%
# [LIHANG2 example 8.2]
boosting = datasets.load("regression_boosting")
nine = dt.scored_splits(boosting, dt.cart())
m = {found.question.threshold: sum(dt.squared_error(side) * side.weight for side in found.parts) for found in nine}
printed = {1.5: "15.72", 4.5: "5.78", 5.5: "3.91", 6.5: "1.93", 7.5: "8.01", 9.5: "15.74"}
assert {cut: f"{m[cut]:.2f}" for cut in printed} == printed
assert [f"{m[cut]:.4f}" for cut in (2.5, 3.5, 8.5)] == ["12.0834", "8.3656", "11.7354"]
assert [f"{m[cut]:.2f}" for cut in (2.5, 3.5, 8.5)] != ["12.07", "8.36", "11.73"]
(least,) = dt.admissible_splits(boosting, dt.cart())
assert [f"{dt.Exact(side.mean):.2f}" for side in least.parts] == ["6.24", "8.91"]
print(datasets.path("regression_boosting").read_text(encoding="utf-8"))
for cut, value in m.items():
    book = printed.get(cut) or {2.5: "12.07", 3.5: "8.36", 8.5: "11.73"}[cut]
    print(f"m({float(cut)}) = {value:.4f}   in the book {book}")

# %% [markdown]
# ## 3.3 Where a cut may lie
#
# k different values give k - 1 cuts that part anything [NOTE_B 9.2.2]; of the k candidates x <=
# value the largest parts nothing. Where in the gap a threshold lies is a convention: midway (CART, C4.5's thresholds
# here), or at the value below, as note D has it. The rows are parted alike; new rows in the gap are not.

# %%
# [NOTE_B 9.2.2 "最多有 k-1 种分法"]
assert len(cuts) == len(set(points.feature("x").values.tolist())) - 1 == 9
observed = dt.grow(points, dt.cart(numbers="observed", max_depth=1))
midway = dt.grow(points, dt.cart(max_depth=1))
assert dt.predict(observed, points).tolist() == dt.predict(midway, points).tolist()
dt.predict(observed, {"x": [5.25]}).tolist(), dt.predict(midway, {"x": [5.25]}).tolist()

# %% [markdown]
# ## 3.4 The plane of ESL 9.2 特征空间的划分
#
# The book's figure: first X1 at t1; left of it X2 at t2; right of it X1 at t3; and beyond t3 X2 at t4. Five regions
# (区域) R1, ..., R5, each with a constant [ESL2 §9.2.1, figure 9.2, eq. 9.9]. The book's figure has no numbers: t =
# 2.5, 3.5, 4.5, 4.5 and the constants -5, -7, 0, 2, 4 are ours. Rows at 36 points of the plane, and CART finds the
# figure.

# %%
# [ESL2 figure 9.2; NOTE_B 9.2.1]
grid = list(product(range(1, 7), repeat=2))
constants = [(-5 if y < 3.5 else -7) if x < 2.5 else 0 if x < 4.5 else 2 if y < 4.5 else 4 for x, y in grid]
plane = dt.regression_data({"X1": [x for x, _ in grid], "X2": [y for _, y in grid]}, constants)
regions = dt.grow(plane, dt.cart())
assert regions.question == dt.Threshold("X1", 2.5)
left, right = regions.children
assert (left.question, right.question) == (dt.Threshold("X2", 3.5), dt.Threshold("X1", 4.5))
assert right.children[1].question == dt.Threshold("X2", 4.5)
assert [leaf.summary.mean for leaf in dt.leaves(regions)] == [-5, -7, 0, 2, 4]
print(dt.render_text(regions))

# %%
axes = render.plot(regions)

# %%
axes = render.plot_partition(regions, plane, names=True)

# %%
axes = render.plot_surface(regions, plane)

# %% [markdown]
# Not every partition into boxes is a tree's. The book's first panel shows one; the smallest is a pinwheel of four
# bars around a middle. Whatever the first question, it cuts through a bar, so no tree of five leaves makes it; six
# are enough.

# %%
pinwheel = {(1, 3): "a", (1, 2): "a", (2, 3): "b", (3, 3): "b", (3, 2): "c", (3, 1): "c", (1, 1): "d", (2, 1): "d"}
pinwheel[2, 2] = "middle"
boxes = dt.classification_data(
    {"X1": [x for x, _ in pinwheel], "X2": [y for _, y in pinwheel]}, list(pinwheel.values())
)
for found in dt.scored_splits(boxes, dt.cart()):
    below, above = found.parts
    assert any(one and other for one, other in zip(below.counts, above.counts, strict=True))
len(dt.leaves(dt.grow(boxes, dt.cart())))

# %%
axes = render.plot_partition(dt.grow(boxes, dt.cart()), boxes)

# %% [markdown]
# ## 3.5 Subset questions 子集
#
# Breiman's CART asks of a category: is it in this *set*? k categories have $2^{k-1} - 1$ such questions. With two
# classes, or numbers, one need not try them all: order the categories by their share of a class, or their mean, and
# some best set is a beginning of that order [CART84 §4.2.2, §8.8]; every best one is, where something is gained
# ([proof](../proofs/4-subsets.md#every-best-split-that-gains-is-one)). Of all 31 sets of six categories the best is
# among the five beginnings:

# %%
names = [*"aabbccddeeff"]
sixes = dt.regression_data({"c": names}, [3, 5, 9, 8, 1, 2, 6, 7, 2, 3, 9, 9])
others = [subset for size in range(1, 6) for subset in combinations("abcdef", size) if "a" in subset]
every = {
    subset: dt.gain([dt.summarize(part) for part in dt.split(sixes, dt.OneOf("c", subset))], dt.squared_error)
    for subset in others
}
assert len(every) == 2**5 - 1
found = dt.admissible_splits(sixes, dt.cart(categories="subset"))
assert [candidate.question.categories for candidate in found] == [
    subset for subset, value in every.items() if value == max(every.values())
]
ordered = sorted("abcdef", key=lambda name: dt.summarize(dt.split(sixes, dt.Equals("c", name))[0]).mean)
starts = [tuple(sorted(ordered[:size])) for size in range(1, 6)]
starts = [start if "a" in start else tuple(sorted({*"abcdef"} - {*start})) for start in starts]
assert {candidate.question.categories for candidate in found} <= {*starts}
{"".join(start): f"{every[start]:.3f}" for start in starts}

# %% [markdown]
# Of six categories asked one at a time (`equals`, Li Hang's and note D's questions) none gains as much:

# %%
one_at_a_time = dt.best_split(sixes, dt.cart())
assert one_at_a_time.gain < found[0].gain
print(f"{one_at_a_time.question}   gain {one_at_a_time.gain:.3f} < {found[0].gain:.3f}")

# %% [markdown]
# With three classes there is no such order, and dtrees tries all sets.

# %% [markdown]
# ## 3.6 Two answers or many
#
# "Binary trees have fewer nodes" and "are often far deeper", says note D. Three values of three classes are a node
# and three leaves for ID3, and five nodes for CART. The other way round there are five rows on which ID3 is the
# deeper one.

# %%
# [NOTE_D "解决了节点较多的问题"]
three = dt.classification_data({"x": ["a", "b", "c"]}, ["a", "b", "c"])
multiway, binary = dt.grow(three, dt.id3()), dt.grow(three, dt.cart())
sizes = [len(dt.branches(grown)) + len(dt.leaves(grown)) for grown in (multiway, binary)]
assert sizes == [4, 5]
print(f"nodes: {sizes[0]} with a child for each value, {sizes[1]} with two children")

# %%
# [NOTE_D "往往要远深于"]
five = dt.classification_data(
    {"x": [*"aabac"], "y": [*"bbcac"], "z": [*"babba"]},
    [1, 0, 1, 0, 0],
)
assert dt.depth(dt.grow(five, dt.id3())) == 3 > dt.depth(dt.grow(five, dt.cart())) == 2
print("depth by ID3", dt.depth(dt.grow(five, dt.id3())), "and by CART", dt.depth(dt.grow(five, dt.cart())))

# %% [markdown]
# ## 3.7 When to stop 停止条件
#
# Not where a split gains nothing: a worthless split may open a good one below [ESL2 §9.2.2; note B]. Exclusive or
# (异或) once more, for numbers now. So CART grows on, and prunes afterwards ([notebook 4](04_pruning.ipynb)).

# %%
# [ESL2 §9.2.2; NOTE_B 9.2.2 "可能会导致结果不理想"]
exclusive_or = dt.regression_data({"x": [0, 0, 1, 1], "y": [0, 1, 0, 1]}, [0, 1, 1, 0])
assert {found.gain for found in dt.scored_splits(exclusive_or, dt.cart())} == {0}
assert len(dt.leaves(dt.grow(exclusive_or, dt.cart(zero_gain="stop")))) == 1
assert dt.predict(dt.grow(exclusive_or, dt.cart()), exclusive_or).tolist() == [0, 1, 1, 0]
print(dt.grow(exclusive_or, dt.cart()))

# %% [markdown]
# Note D stops a regression tree where Square(D) < δ. At δ = 0 not even a single row would stop, as 0 < 0 is false;
# and rows that are alike in x but not in y have nothing left to ask, however large their Square.

# %%
# [NOTE_D "最小平方误差值"]
alike = dt.regression_data({"x": [1, 1]}, [0, 2])
assert dt.squared_error(dt.summarize(alike)) * 2 == 2
assert dt.summarize(alike) == dt.Moments.of([0, 2])
assert isinstance(dt.grow(alike, dt.cart(min_risk=1)), dt.Leaf)
print(
    "residual sum of squares:",
    dt.squared_error(dt.summarize(alike)) * 2,
    "and yet a leaf:",
    dt.grow(alike, dt.cart(min_risk=1)),
)

# %% [markdown]
# On the table of exercise 5.2 with δ = 1, in note D's steps for numbers: four leaves, each with the mean of its rows,
# and Square below δ.

# %%
# [NOTE_D "一般会设置一个最小平方误差值"]
small = dt.grow(points, dt.cart(numbers="observed", min_risk=1))
squares = [dt.squared_error(leaf.summary) * leaf.summary.weight for leaf in dt.leaves(small)]
assert (len(squares), max(squares) < 1) == (4, True)
print(dt.render_text(small))
print("Square of the leaves:", *(f"{square:.3f}" for square in squares))

# %% [markdown]
# ## 3.8 Iris 鸢尾花
#
# Two questions of Fisher's flowers tie for the first place: petal length at 2.45 and petal width at 0.8 both part off
# the 50 setosa, with the same gain exactly, by Gini and by entropy. A tool that draws one of them at random grows
# another tree.

# %%
iris = datasets.load("iris").drop("sepal_length", "sepal_width")
ties = dt.admissible_splits(iris, dt.cart())
assert [found.question for found in ties] == [
    dt.Threshold("petal_length", Fraction("2.45")),
    dt.Threshold("petal_width", Fraction("0.8")),
]
assert {found.gain for found in ties} == {Fraction(1, 3)}
assert [found.question for found in dt.admissible_splits(iris, dt.cart(impurity=dt.entropy))] == [
    found.question for found in ties
]
flowers = dt.grow(iris, dt.cart(max_depth=2))
assert [leaf.summary.counts for leaf in dt.leaves(flowers)] == [(50, 0, 0), (0, 49, 5), (0, 1, 45)]
for found in ties:
    print(found.question.describe(0), "gains", found.gain)
print(flowers)

# %%
axes = render.plot(flowers, data=iris, learner=dt.cart(), show=("counts", "impurity", "co_optimal", "cut"))

# %%
axes = render.plot_partition(flowers, iris)

# %% [markdown]
# ## 3.9 Importance of features 特征重要性
#
# A feature's importance is the risk that its questions take away, added up over the branches that ask about it, as a
# share of all that is taken away [CART84 §5.3.4; ESL2 eq. 10.42]. The tree above has two branches, of 150 and of 100
# rows:

# %%
decreases = dt.impurity_decreases(flowers, iris.feature_names)
below = flowers.children[1]
assert decreases == {
    "petal_length": dt.gain([child.summary for child in flowers.children], dt.gini) * 150,
    "petal_width": dt.gain([child.summary for child in below.children], dt.gini) * 100,
}
shares = dt.importances(flowers, iris.feature_names)
assert shares == {name: dt.Quotient(value, sum(decreases.values())) for name, value in decreases.items()}
{name: f"{share:.3f}" for name, share in shares.items()}

# %%
axes = render.plot_importances(dt.grow(datasets.load("iris"), dt.cart()))

# %% [markdown]
# Note B prints ten importances of the 57 features of spam. They add up to 0.814502, which leaves 0.185498 for the
# other 47; and they are those of the last fold's tree, as its program keeps no other.

# %%
# [NOTE_B 9.2.5 "char_freq_$"]
millionths = [340080, 158076, 84968, 58652, 45410, 36924, 24785, 24647, 21009, 19951]
assert Fraction(sum(millionths), 10**6) == Fraction("0.814502") == 1 - Fraction("0.185498")
assert len(datasets.load("spam").feature_names) == 57
assert millionths == sorted(millionths, reverse=True)
print("the ten together:", sum(millionths) / 10**6)

# %% [markdown]
# ## 3.10 Long and squat trees 长条
#
# Note E's figure: seven classes, told apart by three features that get to the heart of it, or one after the other by
# side issues (细枝末节). Three yes-or-no features in eight combinations are enough for seven classes; a feature that
# knows a single class is a side issue.

# %%
# [NOTE_E "长条"]
seven = "abcdefg"
three_bits = list(product("01", repeat=3))[:7]
core = {f"core{place}": [bits[place] for bits in three_bits] for place in range(3)}
side = {f"is_{name}": ["yes" if name == one else "no" for one in seven] for name in seven[:6]}
both = dt.classification_data(core | side, list(seven))
squat = dt.grow(both.drop(*side), dt.id3())
long = dt.grow(both.drop(*core), dt.id3())
assert [len(dt.leaves(tree)) for tree in (squat, long)] == [7, 7]
assert [dt.depth(tree) for tree in (squat, long)] == [3, 6]
mean_questions = [Fraction(sum(map(len, dt.apply(tree, both))), 7) for tree in (squat, long)]
assert mean_questions == [Fraction(20, 7), Fraction(27, 7)]
for name, tree, mean in zip(("squat", "long"), (squat, long), mean_questions, strict=True):
    print(f"{name}: {len(dt.leaves(tree))} leaves, depth {dt.depth(tree)}, {mean} questions a row in the mean")

# %%
axes = render.plot(squat, show=())

# %%
axes = render.plot(long, show=())

# %% [markdown]
# With all nine features to choose from the gain finds the heart of it: 0.985 bits against 0.592.

# %%
# [NOTE_E "增益其所不能"]
gains = {found.question.feature: f"{found.gain:.3f}" for found in dt.scored_splits(both, dt.id3())}
assert set(gains.values()) == {"0.985", "0.592"}
assert {name for name, bits in gains.items() if bits == "0.985"} == set(core)
assert dt.depth(dt.grow(both, dt.id3())) == 3
gains

# %% [markdown]
# ## 3.11 The faults of ID3 and C4.5 and CART 缺点
#
# Three faults of ID3 and C4.5, for which CART was made: many nodes, logarithms, an alpha to be found by trying. Four
# of CART: each value of each feature is tried; binary trees are deep; validation rows are needed; and where each value
# is rare, a tree may be lopsided. Counted on the four tables of classes:

# %%
# [NOTE_D "以下3个不足之处"; NOTE_D "CART树也有缺点"]
print("table         questions at the root   nodes   depth        of ID3 and of CART")
for name in ("loan", "watermelon2", "weather", "iris"):
    table = datasets.load(name)
    tried = [len(dt.scored_splits(table, learner)) for learner in (dt.id3(), dt.cart())]
    grown = [dt.grow(table, learner) for learner in (dt.id3(), dt.cart())]
    nodes = [dt.fold(tree, lambda _: 1, lambda _, below: 1 + sum(below)) for tree in grown]
    print(f"{name:<14} {tried!s:<22} {nodes!s:<9} {[dt.depth(tree) for tree in grown]}")
    assert tried[0] == len(table.features) < tried[1]

# %% [markdown]
# More questions are tried, each of them for a division of two. Fewer nodes or more depth is no rule (3.6). Logarithms
# do take longer than squares; an alpha need not be tried for ID3 either ([notebook
# 8](08_claims.ipynb#Whether-the-sequence-of-alphas-is-for-CART-alone)); and no validation rows are needed ([notebook
# 6](06_selection.ipynb#6.3-V-fold-cross-validation-交叉验证)). The fourth stands. That half of the nodes and one are
# leaves holds of every binary tree; but with eight values, one row each, it is a chain. Breiman's subsets help by
# entropy, which takes halves; by the Gini index all 127 sets tie, and the first is one against seven.

# %%
# [NOTE_D "CART树也有缺点" 4]
rare = dt.classification_data({"x": [*"abcdefgh"]}, [*"ABCDEFGH"])
chain, flat = dt.grow(rare, dt.cart()), dt.grow(rare, dt.id3())
assert [len(dt.leaves(tree)) for tree in (chain, flat)] == [8, 8]
assert [dt.depth(tree) for tree in (chain, flat)] == [7, 1]
assert Fraction(sum(map(len, dt.apply(chain, rare))), 8) == Fraction(35, 8)
assert len(dt.admissible_splits(rare, dt.cart(categories="subset"))) == 127
assert dt.depth(dt.grow(rare, dt.cart(categories="subset", impurity=dt.entropy))) == 3
for name, tree in (("two children", chain), ("a child each", flat)):
    print(f"{name}: {len(dt.leaves(tree))} leaves, depth {dt.depth(tree)}")

# %% [markdown]
# ## 3.12 Priors and costs of mistakes 先验概率与误分类代价
#
# A bank that lends to a customer who will not pay loses five times what it loses by sending a good one away. Costs
# (误分类代价) are a table, a row for each true class. At the root of the loan table nine of fifteen are granted; but to
# predict yes costs 2 a row and to predict no 3/5, so the label is no. The cost of the cheaper label is an impurity, and
# a tree is pruned by it as by errors. By errors both links of the tree fall together; by costs one falls before the
# other.

# %%
# [CART84 §2.6, §4.4]
dear = dt.Costs([[0, 1], [5, 0]], ["yes", "no"])
customers = dt.summarize(loan)
assert dt.expected_costs(customers, dear) == (2, Fraction(3, 5))
assert (customers.majority, dt.least_cost_label(customers, dear)) == ("yes", "no")
for label, expected in zip(customers.classes, dt.expected_costs(customers, dear), strict=True):
    print(f"to predict {label} at the root costs {expected} a row")
full = dt.grow(loan, dt.cart())
for risk in (dt.misclassification, dt.ExpectedCost(dear)):
    members = dt.pruning_sequence(full, impurity=risk)
    print(f"by {risk.__name__}, (alpha, leaves):", [(str(one.alpha), len(dt.leaves(one.tree))) for one in members])
assert [member.alpha for member in dt.pruning_sequence(full, impurity=dt.ExpectedCost(dear))] == [0, 3, 6]
root = dt.prune_at(full, ())
assert set(dt.predict(root, loan, costs=dear)) == {"no"}

# %% [markdown]
# The picture takes the impurity too, and shows the label of least cost at each node:

# %%
axes = render.plot(full, impurity=dt.ExpectedCost(dear), show=("counts", "impurity"))

# %% [markdown]
# The Gini index with costs weighs each pair of classes by both costs of the pair together. Of two classes that is a
# constant: whatever a bad loan costs, the questions are ranked as before.

# %%
# [CART84 §4.4]
weighed = dt.GiniWithCosts(dear)
assert weighed(customers) == 3 * dt.gini(customers)
assert [found.question for found in dt.admissible_splits(loan, dt.cart(impurity=weighed))] == [
    found.question for found in dt.admissible_splits(loan, dt.cart())
]
print("Gini", dt.gini(customers), "and with these costs", weighed(customers))

# %% [markdown]
# Priors (先验概率) do change the questions. The table holds 6 bad customers of 15; let one of ten be bad where the tree
# is to be used. Each row then weighs its class's prior over the class's share, and the first question is another one.

# %%
# [CART84 §2.4, §4.4]
rarer = dt.with_priors(loan, {"yes": Fraction(9, 10), "no": Fraction(1, 10)})
assert dt.summarize(rarer).proportions == (Fraction(9, 10), Fraction(1, 10))
assert dt.summarize(rarer).weight == 15
firsts_asked = [dt.best_split(table, dt.cart()).question for table in (loan, rarer)]
assert firsts_asked == [dt.Equals("owns_house", "no"), dt.Equals("credit", "fair")]
for table, question in zip((loan, rarer), firsts_asked, strict=True):
    shares = [f"{share} {label}" for share, label in zip(dt.summarize(table).proportions, ("yes", "no"), strict=True)]
    print(", ".join(shares), "- first question:", question.describe(0))

# %% [markdown]
# Costs that depend on the true class alone, as all costs of two classes do, are priors too: a class counts by its prior
# times its cost. Under these altered priors (改变的先验概率) the majority is the label of least cost, and pruning by
# errors is pruning by costs, in another unit.

# %%
# [CART84 §4.4]
altered = dt.altered_priors({"yes": 9, "no": 6}, dear)
assert altered == {"yes": Fraction(3, 13), "no": Fraction(10, 13)}
print("altered priors:", {label: str(prior) for label, prior in altered.items()})
recounted = dt.grow(dt.with_priors(loan, altered), dt.cart())
assert dt.predict(recounted, loan).tolist() == dt.predict(full, loan, costs=dear).tolist()
alphas = [member.alpha for member in dt.pruning_sequence(recounted, impurity=dt.misclassification)]
assert alphas == [alpha * Fraction(5, 13) for alpha in (0, 3, 6)]

# %% [markdown]
# ## 3.13 Twoing 双化准则
#
# With many classes the Gini index may prefer to separate one class from all others. Of the seven classes of note E, one
# row each, all nine questions gain 1/7, whether they separate three or four classes or a single one. Twoing looks for
# two groups of classes, the superclasses (超类), and prefers parts of equal weight: the questions that divide the
# classes evenly score twice as much as the others.

# %%
# [CART84 §4.3]
by_gini, by_twoing = (
    {found.question.feature: found.score for found in dt.scored_splits(both, learner)}
    for learner in (dt.cart(), dt.twoing_cart())
)
assert set(by_gini.values()) == {Fraction(1, 7)}
assert {by_twoing[name] for name in core} == {Fraction(12, 49)}
assert {by_twoing[name] for name in side} == {Fraction(6, 49)}
for name in by_gini:
    print(f"{name:<6} Gini gain {by_gini[name]}, twoing {by_twoing[name]}")
halves = dt.best_split(both, dt.twoing_cart()).parts
assert dt.twoing(halves) == Fraction(12, 49)
assert dt.superclasses(halves) == (("a", "b", "c", "d"), ("e", "f", "g"))
print("superclasses:", *dt.superclasses(halves))
assert dt.grow(loan, dt.twoing_cart()) == dt.grow(loan, dt.cart())  # of two classes it is Gini's choice

# %% [markdown]
# ## 3.14 Surrogate splits 代理划分
#
# Where a value is missing, CART asks a question about another feature that sends most rows to the same children. Its
# association lambda is 1 minus the rows that it sends elsewhere over the rows of the smaller child. On all of iris the
# petal's width replaces its length without an error; the sepal's length errs on 12 flowers of 50, its width on 25.

# %%
# [CART84 §5.3.1]
flowers = datasets.load("iris")
stump = dt.grow(flowers, dt.cart(missing="surrogate", max_depth=1))
associations = {surrogate.feature: surrogate.association for surrogate in stump.question.surrogates}
assert associations == {"petal_width": 1, "sepal_length": 1 - Fraction(12, 50), "sepal_width": 1 - Fraction(25, 50)}
for surrogate in stump.question.surrogates:
    print(f"{surrogate.describe(0):<20} lambda = {surrogate.association}")

# %% [markdown]
# A flower whose petals were not measured goes where its sepals send it, and one of which nothing is known goes to the
# larger child (rpart's `usesurrogate = 2`), or stays at the node (its 1; its 0 is that without surrogates). With
# `missing="either_side"` all such flowers go where the split gains more, with `"category"` they have a child of their
# own; `WithMissing` and `IsMissing` are the questions that state this.

# %%
# [CART84 §5.3.1]
nothing = [None, None]
found = {"sepal_length": [4.9, None], "sepal_width": [3.6, None], "petal_length": nothing, "petal_width": nothing}
assert stump.question.otherwise == 1
assert dt.predict(stump, found, missing="keep").tolist() == ["setosa", "versicolor"]
staying = dt.grow(flowers, dt.cart(missing=dt.Missing("surrogate", unanswered="stay"), max_depth=1))
assert dt.apply(staying, found, missing="keep") == ((0,), ())
aside = dt.grow(flowers, dt.cart(missing="either_side", max_depth=1))
assert aside.question == dt.WithMissing(stump.question.question, 1)
print(aside.question.describe(0), "|", aside.question.describe(1))

# %% [markdown]
# ## 3.15 Appendix. Weighed once and not twice
#
# Note D weighs each side's *sum* of squares by its number of rows again. That chooses otherwise: for the responses 0,
# 1, 2, 0 the cut in the middle leaves most, 5/2 against 2, and weighed twice it seems to leave least. Note B has the
# plain sum of the two, as the books have. What is to be weighed by its rows is the *mean* squared error.

# %%
# [NOTE_D "定义条件平方误差为"; NOTE_B 9.2.2]
four = dt.regression_data({"x": [1, 2, 3, 4]}, [0, 1, 2, 0])
sides = [found.parts for found in dt.scored_splits(four, dt.cart())]
once = [sum(dt.squared_error(side) * side.weight for side in pair) for pair in sides]
twice = [sum(dt.squared_error(side) * side.weight**2 for side in pair) for pair in sides]
assert once == [2, Fraction(5, 2), 2]
assert twice == [6, 5, 6]
assert once == [dt.conditional_impurity(pair, dt.squared_error) * 4 for pair in sides]
for cut, right, wrong in zip((1.5, 2.5, 3.5), once, twice, strict=True):
    print(f"x <= {cut}: sum of squares {right!s:>3}, weighed again {wrong}")

# %% [markdown]
# The same note's Square(D) = var(y)(N - 1) holds of the variance (方差) over N - 1, and needs two rows.

# %%
# [NOTE_D "var(y)*(N-1)"]
responses = [Fraction(y) for y in (0, 1, 2, 0)]
square = dt.squared_error(dt.Moments.of(responses)) * 4
assert square == statistics.variance(responses) * 3 == statistics.pvariance(responses) * 4
square

# %% [markdown]
# ## Exercises 练习
#
# - Change one label of the loan table. How often does the root change? (Note B: trees vary; three rows are enough for
#   that.)
# - Give the plane of ESL 9.2 a constant that makes CART cut at t3 first. Is the partition another one?
# - Find three categories with rows of three classes whose best subset is no beginning of the order by one class's
#   share.

# %% [markdown]
# ## Solutions 解答
#
# **1.** Seven of the fifteen leave it at owning a house; four move it to the job and four to the credit.

# %%
firsts = []
for row in range(15):
    labels = [loan.target.labels[code if place != row else 1 - code] for place, code in enumerate(loan.target.codes)]
    columns = {column.name: [column.categories[code] for code in column.codes] for column in loan.features}
    changed = dt.classification_data(columns, labels, classes=["yes", "no"])
    firsts.append(dt.best_split(changed, dt.cart()).question.feature)
asked_first = {name: firsts.count(name) for name in firsts}
assert asked_first == {"owns_house": 7, "has_job": 4, "credit": 4}
asked_first

# %% [markdown]
# **2.** Yes: with 20 and 40 for 2 and 4 the far regions differ most, and t3 comes first. The five regions are the same,
# and so is what each says, but for the new constants.

# %%
higher = dt.regression_data(
    {"X1": [x for x, _ in grid], "X2": [y for _, y in grid]}, [c * 10 if c > 0 else c for c in constants]
)
from_t3 = dt.grow(higher, dt.cart())
assert from_t3.question == dt.Threshold("X1", 4.5)
assert [leaf.summary.mean for leaf in dt.leaves(from_t3)] == [-5, -7, 0, 20, 40]
assert [value * 10 if value > 0 else value for value in dt.predict(regions, plane)] == dt.predict(
    from_t3, plane
).tolist()
from_t3

# %% [markdown]
# **3.** One row of c; two of a and one of b; one of b and one of c. The first and the last belong together, and by the
# share of b, which is 0, 1/3, 1/2, they stand apart.

# %%
categories = ["p", "q", "q", "q", "r", "r"]
mixed = dt.classification_data({"x": categories}, ["c", "a", "a", "b", "b", "c"])
(best_subset,) = dt.admissible_splits(mixed, dt.cart(categories="subset"))
assert best_subset.question.categories == ("p", "r")
print(best_subset.question.describe(0))
