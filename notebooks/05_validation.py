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
from dtrees.laws.naive_pruning import links

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
asked = {path: dt.subtree_at(tree, path).question.feature for path in links(tree)}
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
assert [dt.subtree_at(post_pruned, path).question.feature for path in links(post_pruned)] == ["navel", "root", "color"]
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
    print(f"{name:<14} {len(links(source)):<16} {len(dt.leaves(kept)):<8} {shares[0]!s:<19} {shares[1]}")
fits = [dt.ACCURACY.of(kept, training) for kept in (pre_pruned, post_pruned, tree)]
assert fits == [Fraction(7, 10), Fraction(4, 5), Fraction(1)]
assert [len(links(pre_pruned)), len(links(tree))] == [1, 5]

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
assert {path: dt.subtree_at(kept_ties, path).question.feature for path in links(kept_ties)} == {
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
