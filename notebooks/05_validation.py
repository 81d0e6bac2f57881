# %% [markdown]
# # 5. Pre-pruning and post-pruning on a validation set 预剪枝与后剪枝
#
# Zhou Zhihua's example, tree by tree (周志华, 机器学习, 2016, §4.3, tables 4.1 and 4.2, figures 4.5 to 4.7), which
# note C (`NOTE_C` 3.3) quotes. Split a node only if that helps on rows kept back (验证集), or grow
# all and cut what does not help: each printed accuracy is asserted, and the two ties that they hang on are named.
# Proofs: [brute force, and pruning on a validation set](../proofs/11-brute-force-and-validation.md).

# %%
from fractions import Fraction

import attrs
import numpy as np

import dtrees as dt
from dtrees import render
from dtrees.trees.paths import branch_paths

# %% [markdown]
# ## 5.1 The rows 训练集与验证集
#
# Ten watermelons to grow on, seven to judge by. The features are taken in an order in which the first of equal gains
# gives the book's tree: at the root navel (脐部) and color (色泽) gain the same, exactly, and the book takes the
# navel.

# %%
# [ZHOU16 table 4.2; NOTE_C 3.3]
order = ("navel", "color", "root", "knock", "texture", "touch")  # 脐部 色泽 根蒂 敲声 纹理 触感
training, validation = (
    attrs.evolve(part, features=tuple(part.feature(name) for name in order))
    for part in dt.datasets.training_and_validation("watermelon2")
)
assert (len(training), len(validation)) == (10, 7)
for name, part in zip(
    ("训练集", "验证集"), dt.datasets.training_and_validation("watermelon2", language="zh"), strict=True
):
    print(name, *part.feature_names, "好瓜", sep="  ")
    columns = [[column.categories[code] for code in column.codes] for column in part.features]
    for row in zip(*columns, [part.target.labels[code] for code in part.target.codes], strict=True):
        print("     ", *row, sep="  ")

tied = dt.admissible_splits(training, dt.id3())
assert [one.question.feature for one in tied] == ["navel", "color"]
assert tied[0].gain == tied[1].gain == dt.Exact("-1/5 + 3/10*log2(3)")

# %% [markdown]
# ## 5.2 The tree without pruning 未剪枝决策树
#
# Figure 4.5, by information gain (信息增益). It is right on three of the seven: 42.9%.

# %%
# [ZHOU16 figure 4.5; NOTE_C 3.3]
tree = dt.grow(training, dt.id3())
asked = {path: dt.subtree_at(tree, path).question.feature for path in branch_paths(tree)}
assert asked == {(): "navel", (1,): "root", (1, 1): "color", (1, 1, 0): "texture", (2,): "color"}
assert dt.ACCURACY.of(tree, validation) == Fraction(3, 7)
assert f"{dt.ACCURACY.of(tree, validation) * 100:.1f}%" == "42.9%"
print(dt.render_text(tree, impurity=dt.entropy))

# %%
axes = render.plot(tree)

# %% [markdown]
# ## 5.3 Pre-pruning node by node 预剪枝
#
# Each node is first a leaf, which says what most of its training rows are; then it is split, and its children are
# leaves. The split stays only if more of the validation rows come out right.
#
# | node of the book | as a leaf | split | printed | so |
# | --- | --- | --- | --- | --- |
# | 1, the root | yes (是) | by navel: yes, yes, no | 42.9% to 71.4% | split |
# | 2, navel sunken (凹陷) | yes | by color | 71.4% to 57.1% | leaf |
# | 3, slightly sunken (稍凹) | yes | by root | 71.4%, as before | leaf |
# | 4, flat (平坦) | no (否) | rows of one class | | leaf |
#
# `max_depth` grows the stages: one question deep, and two, of which one is taken back.

# %%
# [ZHOU16 §4.3.1; NOTE_C 3.3: 3/7 = 42.9%, 5/7 = 71.4%, 57.1%]
leaf = dt.Leaf(tree.summary)
stump = dt.grow(training, dt.id3(max_depth=1))
two_deep = dt.grow(training, dt.id3(max_depth=2))
split_sunken, split_slightly = dt.prune_at(two_deep, (1,)), dt.prune_at(two_deep, (2,))

stages = [dt.ACCURACY.of(stage, validation) for stage in (leaf, stump, split_sunken, split_slightly)]
assert stages == [Fraction(3, 7), Fraction(5, 7), Fraction(4, 7), Fraction(5, 7)]
book = ["42.9%", "71.4%", "57.1%", "71.4%"]
assert [f"{accuracy * 100:.1f}%" for accuracy in stages] == book
for name, accuracy, printed in zip(("1 a leaf", "1 split", "2 split", "3 split"), stages, book, strict=True):
    print(f"node {name:<9} {accuracy} = {accuracy * 100:.1f}%   in the book {printed}")

# %% [markdown]
# `grow_with_validation` asks these questions by itself. What is left is figure 4.6, a stump on the navel.

# %%
# [ZHOU16 figure 4.6; NOTE_C 3.3]
pre_pruned = dt.grow_with_validation(training, dt.id3(), validation)
assert pre_pruned == stump
says = [child.summary.majority for child in pre_pruned.children]
assert says == ["no", "yes", "yes"]  # flat, slightly sunken, sunken
assert dt.ACCURACY.of(pre_pruned, validation) == Fraction(5, 7)

# %%
axes = render.plot(pre_pruned)

# %% [markdown]
# ## 5.4 Post-pruning node by node 后剪枝
#
# From the bottom up (自下而上), the deepest nodes first. A node becomes a leaf only if the accuracy rises: 42.9%,
# 57.1% with node 6 cut, 71.4% with node 2 cut, and so it stays.

# %%
# [ZHOU16 §4.3.2]
steps = [
    ("node 6, texture", (1, 1, 0), "57.1%"),  # rises: cut
    ("node 5, color", (1, 1), "57.1%"),  # stays the same: kept
    ("node 2, color", (2,), "71.4%"),  # rises: cut
    ("node 3, root", (1,), "71.4%"),  # stays the same: kept
    ("node 1, navel", (), "42.9%"),  # falls: kept
]
pruned = tree
for node, path, printed in steps:
    smaller = dt.prune_at(pruned, path)
    before, after = (dt.ACCURACY.of(stage, validation) for stage in (pruned, smaller))
    assert f"{after * 100:.1f}%" == printed
    print(f"{node:<16} {before} -> {after}  {'cut' if after > before else 'kept'}")
    pruned = smaller if after > before else pruned

# %% [markdown]
# `reduced_error_prune` does all this in one pass. The book, and note C's program with its `<= score`, keep a branch
# where nothing changes: `ties="keep"`. The result is figure 4.7.

# %%
# [ZHOU16 figure 4.7; NOTE_C 3.3; NOTE_C 4.3]
post_pruned = dt.reduced_error_prune(tree, validation, ties="keep")
assert post_pruned == pruned
assert [dt.subtree_at(post_pruned, path).question.feature for path in branch_paths(post_pruned)] == [
    "navel",
    "root",
    "color",
]
assert dt.ACCURACY.of(post_pruned, validation) == Fraction(5, 7)
print(dt.render_text(post_pruned, impurity=dt.entropy))

# %%
axes = render.plot(post_pruned)

# %% [markdown]
# ## 5.5 Against all pruned subtrees
#
# The tree has nine pruned subtrees. None is right more often than five times of seven, three are as often, and they
# lie between the two answers of `reduced_error_prune`: `"prune"` gives the smallest, `"keep"` the largest. Any
# bottom-up order does
# ([proof](../proofs/11-brute-force-and-validation.md#reduced-error-pruning-is-the-optimal-subtree-at-alpha-0)).

# %%
every = list(dt.all_pruned_subtrees(tree))
accuracies = [dt.ACCURACY.of(small, validation) for small in every]
best = [small for small, accuracy in zip(every, accuracies, strict=True) if accuracy == max(accuracies)]
assert (len(every), max(accuracies), len(best)) == (9, Fraction(5, 7), 3)

smallest = dt.reduced_error_prune(tree, validation, ties="prune")
for small in best:
    assert dt.is_pruned_subtree(smallest, small)
    assert dt.is_pruned_subtree(small, post_pruned)

# %% [markdown]
# The smallest is the pre-pruned stump. That is what Occam's razor (奥卡姆剃刀) makes of ties, says a note in the
# book's margin, and sets it aside for the sake of the drawing.

# %%
# [ZHOU16 §4.3.2, margin]
assert smallest == pre_pruned

# %% [markdown]
# ## 5.6 What the figures hang on
#
# Two ties, and note C states the accuracies without them. The root's ten rows are five and five: the majority must go
# to yes. And with the color before the navel, of equal gain, the tree is another one.

# %%
# [NOTE_C 3.3]
says_no = dt.Leaf(dt.ClassCounts((5, 5), ("no", "yes")))
assert leaf.summary == dt.ClassCounts((5, 5), ("yes", "no"))
assert [dt.ACCURACY.of(root, validation) for root in (leaf, says_no)] == [Fraction(3, 7), Fraction(4, 7)]

shipped, other_rows = dt.datasets.training_and_validation("watermelon2")  # the columns of table 4.1: color first
by_color = dt.grow(shipped, dt.id3())
assert by_color.question.feature == "color"
assert dt.ACCURACY.of(by_color, other_rows) == Fraction(2, 7)
assert dt.ACCURACY.of(dt.grow(shipped, dt.id3(max_depth=1)), other_rows) == Fraction(4, 7)
assert dt.ACCURACY.of(dt.reduced_error_prune(by_color, other_rows, ties="keep"), other_rows) == Fraction(4, 7)

# %% [markdown]
# ## 5.7 What pre-pruning misses 欠拟合
#
# Note C's table has a risk of underfitting (欠擬合風險, 欠拟合) for pre-pruning, a good fit for post-pruning, and a
# risk of overfitting (過擬合, 过拟合) without either. The pre-pruned tree is one of the pruned subtrees of the grown
# one, so on the validation rows post-pruning never loses to it. The smallest data on which it wins: three training
# rows 0 1 0, and the middle one to judge by. The first split alone saves nothing; the second, below it, all.

# %%
# [NOTE_C 3.4]
three = dt.classification_data({"x": [1, 2, 3]}, [0, 1, 0])
middle = dt.classification_data({"x": [2]}, [1], classes=[0, 1])
early = dt.grow_with_validation(three, dt.cart(), middle)
late = dt.reduced_error_prune(dt.grow(three, dt.cart()), middle)
assert [len(dt.leaves(grown)) for grown in (early, late)] == [1, 3]
assert [dt.ACCURACY.of(grown, middle) for grown in (early, late)] == [0, 1]

# %% [markdown]
# Exclusive or (异或) does the same with the training rows themselves: no first question helps, and the four leaves
# below are right each time.

# %%
xor = dt.classification_data({"a": [0, 0, 1, 1], "b": [0, 1, 0, 1]}, [0, 1, 1, 0])
assert len(dt.leaves(dt.grow_with_validation(xor, dt.cart(), xor))) == 1
assert len(dt.leaves(dt.reduced_error_prune(dt.grow(xor, dt.cart()), xor))) == 4

# %% [markdown]
# Note C's table 3.4 compares the two with no pruning at all, by when and in which direction one works, what it costs
# and how well the tree fits. On the melons, by number: nodes that are split or were split, accuracy on the training
# rows, and on the validation rows.
#
# | | pre-pruning 预剪枝 | post-pruning 后剪枝 | none 不剪枝 |
# | --- | --- | --- | --- |
# | when 时间 | while growing | after growing | |
# | direction 方向 | from the root down | from the leaves up | |
# | nodes scored | those that are tried | those of the whole tree | those of the whole tree |
# | fit 拟合度 | may underfit | in between | may overfit |

# %%
# [NOTE_C 3.4]
print("              branches grown   leaves   right in training   in validation")
for name, kept, source in (
    ("pre-pruning", pre_pruned, pre_pruned),
    ("post-pruning", post_pruned, tree),
    ("none", tree, tree),
):
    shares = [dt.ACCURACY.of(kept, rows) for rows in (training, validation)]
    print(f"{name:<14} {len(branch_paths(source)):<16} {len(dt.leaves(kept)):<8} {shares[0]!s:<19} {shares[1]}")
fits = [dt.ACCURACY.of(kept, training) for kept in (pre_pruned, post_pruned, tree)]
assert fits == [Fraction(7, 10), Fraction(4, 5), Fraction(1)]
assert [len(branch_paths(pre_pruned)), len(branch_paths(tree))] == [1, 5]

# %% [markdown]
# ## 5.8 The listing of note C 后剪枝算法
#
# Listing 4.3 gathers the inner nodes by breadth (队列), then takes them from a stack (栈), the last first: cut, count
# again, and put back where the accuracy is not larger. In a few lines of its kind, each accuracy counted anew:

# %%
# [NOTE_C 4.3]
inner, queue = [], [()]
while queue:
    path = queue.pop(0)
    node = dt.subtree_at(tree, path)
    if isinstance(node, dt.Branch):
        inner.append(path)
        queue.extend((*path, place) for place in range(len(node.children)))
right = np.array([validation.target.labels[code] for code in validation.target.codes])
by_listing = tree
while inner:
    path = inner.pop()
    score = np.mean(np.array(dt.predict(by_listing, validation)) == right)
    trial = dt.prune_at(by_listing, path)
    if np.mean(np.array(dt.predict(trial, validation)) == right) > score:
        by_listing = trial
    print(f"{path!s:<10} {dt.subtree_at(tree, path).question.feature:<8} leaves now {len(dt.leaves(by_listing))}")
assert by_listing == post_pruned == dt.reduced_error_prune(tree, validation, ties="keep")

# %% [markdown]
# ## 5.9 Pessimistic pruning 悲观剪枝
#
# Three methods prune without other rows ([proofs](../proofs/19-training-errors.md)). A tree makes fewer errors on
# its training rows than on others, so each method adds something to the errors of a leaf, relatively more to a
# small one. Quinlan's first method adds half an error to each leaf. From the root down, a branch becomes a leaf
# where the leaf errs at most one standard error more than the branch: $e(t) + 1/2 \le e' + SE$, $e' = e(T_t) +
# |T_t|/2$, $SE^2 = e' (N - e') / N$. For these twelve rows the two sides are equal: $4 + 1/2 = 3 + 3/2$. A branch
# is judged with the leaves it was grown with, so that pruning the pruned tree again may prune more, as here of
# four rows.

# %%
# [QUINLAN87 §2.3]
ends = {counts: dt.Leaf(dt.ClassCounts(counts)) for counts in ((7, 1), (1, 3), (0, 1), (2, 0))}
twelve = dt.Branch(dt.ClassCounts((8, 4)), dt.Threshold("x", 1), [ends[7, 1], ends[1, 3]])
charge, alone = (1 + 1) + 2 * Fraction(1, 2), 4 + Fraction(1, 2)
assert (alone - charge) ** 2 == charge * (12 - charge) / 12 == Fraction(3, 2) ** 2
print(f"twelve rows: as a leaf {alone}; with its leaves {charge}, and {Fraction(3, 2)} for one standard error")
assert dt.pessimistic_prune(twelve) == dt.Leaf(twelve.summary)

below = dt.Branch(dt.ClassCounts((2, 1)), dt.Threshold("x", 2), [ends[0, 1], ends[2, 0]])
four = dt.Branch(dt.ClassCounts((2, 2)), dt.Threshold("x", 1), [ends[0, 1], below])
once = dt.pessimistic_prune(four)
assert [len(dt.leaves(stage)) for stage in (four, once, dt.pessimistic_prune(once))] == [3, 2, 1]
print(dt.render_text(four), dt.render_text(once), dt.render_text(dt.pessimistic_prune(once)), sep="\n\n")

# %% [markdown]
# ## 5.10 Minimum-error pruning 最小误差剪枝
#
# Niblett and Bratko expect a leaf of $N$ rows, $N_k$ of them of its class, to err $N (N - N_k + K - 1) / (N + K)$
# times; Cestnik and Bratko add $m$ rows in the shares of the root instead of one of each class. From the leaves up, a
# branch becomes a leaf where no more errors are expected of that. On the melons of 5.1:

# %%
# [NIBLETT86; CESTNIK91]
for m in (None, 0, 1, 2, 5, 20):
    smaller = dt.minimum_error_prune(tree, m=m)
    assert dt.minimum_error_prune(smaller, m=m) == smaller
    print(f"m = {m!s:<5} leaves {len(dt.leaves(smaller))}   right in validation {dt.ACCURACY.of(smaller, validation)}")
assert dt.minimum_error_prune(tree, m=0) == dt.optimal_subtree(tree, 0, impurity=dt.misclassification)

# %% [markdown]
# ## 5.11 The pruning of C4.5 基于误差的剪枝
#
# Of $N$ rows, $E$ of them wrong, a leaf is predicted to get $N U_{CF}(E, N)$ wrong: $U$ is the error rate at
# which $E$ or fewer errors have the probability $CF$ (置信度), one in four. In Quinlan's book the subtree on
# education spending has leaves of 6, 9 and 1 rows, each of one class: 3.273 errors. As a leaf it has 16 rows and
# one error; its U, 0.1596, stands in the book as .157, since the program takes an approximation: 0.1567. Either
# way the leaf errs less.

# %%
# [C45 §4.2; RELEASE8 stats.c]
education = dt.grow(
    dt.classification_data({"education spending": ["n"] * 6 + ["y"] * 9 + ["u"]}, ["democrat"] * 15 + ["republican"]),
    dt.id3(),
)
assert [f"{dt.upper_limit(0, rows):.3f}" for rows in (6, 9, 1)] == ["0.206", "0.143", "0.750"]
assert f"{dt.predicted_errors(education):.3f}" == "3.273"
assert [f"{dt.upper_limit(1, 16, limit=limit):.4f}" for limit in ("c45", "binomial")] == ["0.1567", "0.1596"]
assert dt.error_based_prune(education) == dt.Leaf(education.summary)
for end in (*dt.leaves(education), dt.Leaf(education.summary)):
    limits = [f"{dt.predicted_errors(end, limit=limit):.3f}" for limit in ("binomial", "c45")]
    print(f"{end.summary.counts!s:<8} {limits[0]} errors predicted, by the program {limits[1]}")

# %% [markdown]
# Besides a leaf, C4.5 tries the largest child in the place of its parent (子树提升, subtree raising): with the rows
# of its siblings. Here are nine members of the house, whose votes follow from the book's trees before and after.
# The book raises the vote on the missile, though 4.300 errors are predicted then and 4.228 before: the program
# accepts a tenth of an error more. Without that the branch stays.

# %%
# [C45 figure 4-1, figure 4-2; RELEASE8 prune.c]
house = dt.classification_data(
    {"water project": [*"yyyyuuuuu"], "mx missile": [*"nnnyyyyuu"]}, ["democrat"] * 6 + ["republican"] * 3
)
none, four, six = (dt.ClassCounts(counts, ("democrat", "republican")) for counts in ((0, 0), (4, 0), (6, 3)))
parts = dt.split(house, dt.EachCategory("water project", "yu"))
missile = dt.grow(parts[1], dt.id3())
water = dt.Branch(six, dt.EachCategory("water project", "nyu"), [dt.Leaf(none), dt.Leaf(four), missile])
raised = dt.error_based_prune(water, house, limit="c45")
assert raised.question.feature == "mx missile"
assert [f"{dt.predicted_errors(one, limit='c45'):.3f}" for one in (water, raised)] == ["4.228", "4.300"]
assert dt.error_based_prune(water, house) == water
print(dt.render_text(raised))

# %% [markdown]
# A row that a missing value divides is in several leaves by fractions. The binomial distribution counts no fractions:
# the exact limit refuses them. The program's approximation takes them; below one error it lies on the straight line
# from $1 - CF^{1/N}$ to its value at one. The rows of a child that is raised are divided anew, here one by 1/2 that
# was divided by 3/11.

# %%
# [C45 §3.2, §4.2; RELEASE8 stats.c]
gaps = dt.classification_data(
    {"x": [2, 2, 1, 2, 1, 2, None], "y": [2, 2, 1, 1, 1, None, 2]}, [*"bbaaaba"], missing="keep"
)
in_parts = dt.grow(gaps, dt.cart(missing="fractional"))
anew = dt.error_based_prune(in_parts, gaps, limit="c45")
for one in (in_parts, anew):
    print(f"{dt.predicted_errors(one, limit='c45'):.3f} errors predicted:\n{dt.render_text(one)}\n")
assert [end.summary.counts for end in dt.leaves(anew)] == [(3, Fraction(1, 2)), (1, Fraction(5, 2))]

# %% [markdown]
# ## 5.12 The methods side by side
#
# After Mingers and Esposito et al.: one data set, each method, leaves and errors. Iris, five folds, each of 30 flowers
# kept back; the tree is grown on the other 120. Reduced-error pruning takes a third of these for validation, and
# cost-complexity pruning the tree of the least cross-validated error within one standard error.

# %%
# [MINGERS89; ESPOSITO97]
iris = dt.datasets.load("iris")
folds = dt.stratified_folds(iris, 5, seed=0)
kept = {}
for number in np.unique(folds):
    rows, held = (iris.take(np.flatnonzero((folds == number) == out)) for out in (False, True))
    grown = dt.grow(rows, dt.cart())
    inner = dt.stratified_folds(rows, 3, seed=0)
    part, rest = (rows.take(np.flatnonzero((inner == 1) == out)) for out in (False, True))
    for method, result in {
        "none": grown,
        "reduced error": dt.reduced_error_prune(dt.grow(part, dt.cart()), rest),
        "pessimistic": dt.pessimistic_prune(grown),
        "minimum error, Laplace": dt.minimum_error_prune(grown),
        "minimum error, m = 2": dt.minimum_error_prune(grown, m=2),
        "error based": dt.error_based_prune(grown, rows),
        "error based, program": dt.error_based_prune(grown, rows, limit="c45"),
        "cost-complexity, 1 SE": dt.cross_validate(rows, dt.cart(), inner).one_standard_error().tree,
    }.items():
        kept.setdefault(method, []).append((len(dt.leaves(result)), dt.ERROR.of(result, held) * len(held)))
print("method                   mean leaves   errors in 150")
for method, found in kept.items():
    sizes, errors = zip(*found, strict=True)
    print(f"{method:<25}{sum(sizes) / 5:<14.1f}{sum(errors, start=dt.Exact(0))}")
assert min(kept, key=lambda method: sum(size for size, _ in kept[method])) != "none"

# %% [markdown]
# ## Exercises 练习
#
# - Give `grow_with_validation` the option `ties="keep"`: which nodes are split now, and how far down does it go?
# - Exchange training and validation rows. Which of 5.3 to 5.5 still holds, and which numbers fall?
# - Prune the tree of 5.2 by `dt.pruning_sequence` and choose by `dt.select_by_holdout`: do you reach 5/7 by the Gini
#   index, or by `impurity=dt.misclassification`? ([Notebook 6](06_selection.ipynb#6.1-Hold-out-留出法) does it on
#   iris.)

# %% [markdown]
# ## Solutions 解答
#
# **1.** The slightly sunken are split by the root, and the slightly curled of them by the color, for nothing is lost;
# the green and black ones are not split by the texture, which loses a row. The accuracy is 5/7 as before.

# %%
kept_ties = dt.grow_with_validation(training, dt.id3(), validation, ties="keep")
assert {path: dt.subtree_at(kept_ties, path).question.feature for path in branch_paths(kept_ties)} == {
    (): "navel", (1,): "root", (1, 1): "color",
}  # fmt: skip
assert dt.ACCURACY.of(kept_ties, validation) == Fraction(5, 7)

# %% [markdown]
# **2.** The seven are parted by the texture at once, and the ten judge that tree to be right on seven. Pre-pruning and
# post-pruning keep it, so 5.5 holds with one best tree of two; every number of 5.2 to 5.4 falls.

# %%
reverse = dt.grow(validation, dt.id3())
assert (reverse.question.feature, len(dt.leaves(reverse)), dt.depth(reverse)) == ("texture", 3, 1)
assert dt.grow_with_validation(validation, dt.id3(), training) == reverse
assert {dt.reduced_error_prune(reverse, training, ties=ties) for ties in ("keep", "prune")} == {reverse}
assert [dt.ACCURACY.of(small, training) for small in (reverse, dt.Leaf(reverse.summary))] == [
    Fraction(7, 10),
    Fraction(1, 2),
]

# %% [markdown]
# **3.** By misclassification, with four leaves; by the Gini index the best member has 4/7.

# %%
for impurity, size, accuracy in ((dt.gini, 5, Fraction(4, 7)), (dt.misclassification, 4, Fraction(5, 7))):
    choice = dt.select_by_holdout(dt.pruning_sequence(tree, impurity=impurity), validation)
    assert (len(dt.leaves(choice.tree)), max(choice.values)) == (size, accuracy)
