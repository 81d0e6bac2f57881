# %% [markdown]
# # 8. What can be trusted in the notes 笔记中的对与错
#
# Five notes teach decision trees by assertion: A (`NOTE_A`), B (`NOTE_B`, on *The
# Elements of Statistical Learning*, 2nd edition, §9.2), C (`NOTE_C`, on 周志华, 机器学习, 2016,
# chapter 4), D (`NOTE_D`) and E (`NOTE_E`, on 李航, 统计学习方法, chapter 5).
# [The register](../proofs/README.md#the-register) settles every claim of theirs. Here each one that *fails* is run on
# its smallest counterexample (反例); `tests/claims` has tried all smaller data.

# %%
import re
from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise, product
from pathlib import Path

import dtrees as dt
from dtrees import render
from dtrees.laws import LAWS, SPECIFICATION
from dtrees.laws.check import check
from dtrees.trees.paths import branch_paths

# %% [markdown]
# ## 8.1 The register in numbers
#
# A third of the claims hold as they stand. More hold only under a condition that the note leaves out, and three in
# ten fail.

# %%
page = Path("../proofs/README.md").read_text(encoding="utf-8")
rows = [re.split(r" \| ", line.strip("| ")) for line in page.splitlines() if line.count(" | ") == 6]
claims = {row[0].strip("`"): row for row in rows if row[0].startswith("`")}
verdicts = Counter(re.match("holds when|holds|fails", row[3])[0] for row in claims.values())
assert verdicts == {"holds": 39, "holds when": 40, "fails": 35}

fails = [name for name, row in claims.items() if row[3] == "fails"]
by_note = Counter(note for name in fails for note in set(re.findall(r"(?:^|; )([A-E])\b", claims[name][2])))
print(dict(verdicts))
print("claims that fail, by note:", ", ".join(f"{note} {by_note[note]}" for note in "ABCDE"))

# %% [markdown]
# ## 8.2 Impurity and gain 不纯度与信息增益
#
# The right statements: [page 1](../proofs/1-impurity.md) and [page 2](../proofs/2-entropy.md).
#
# ### Whether the conditional entropy is always smaller
#
# "The conditional entropy (条件熵) is certainly smaller than the entropy", says note D. It is no larger; it is equal
# where the parts have the same class proportions. Four rows, two of either class, in two equal parts gain nothing. By
# misclassification three rows suffice, where Gini gains 1/9.

# %%
# [NOTE_D; NOTE_E]
# conditional-impurity-never-exceeds
halves = [dt.ClassCounts((1, 1)), dt.ClassCounts((1, 1))]
assert [dt.gain(halves, impurity) for impurity in (dt.entropy, dt.gini, dt.misclassification)] == [0, 0, 0]
unequal = [dt.ClassCounts((1, 0)), dt.ClassCounts((1, 1))]
assert (dt.gain(unequal, dt.misclassification), dt.gain(unequal, dt.gini)) == (0, Fraction(1, 9))
(dt.gain(unequal, dt.misclassification), dt.gain(unequal, dt.gini))

# %% [markdown]
# ### Whether a larger gain classifies better
#
# "The larger the gain, the better the rule classifies", says note D. It leaves less entropy, not fewer errors. Of two
# rows of one class and six of the other, the parts (0, 4) and (2, 2) gain more bits than (1, 0) and (1, 6), and err
# twice where those err once.

# %%
# [NOTE_D ID3]
# larger-gain-classifies-better
larger = [dt.ClassCounts(part) for part in ((0, 4), (2, 2))]
smaller = [dt.ClassCounts(part) for part in ((1, 0), (1, 6))]
assert [f"{dt.gain(parts, dt.entropy):.3f}" for parts in (larger, smaller)] == ["0.311", "0.294"]
assert [sum(dt.misclassification(part) * part.weight for part in parts) for parts in (larger, smaller)] == [2, 1]
[sum(dt.misclassification(part) * part.weight for part in parts) for parts in (larger, smaller)]

# %% [markdown]
# ### The sign of the cross-entropy
#
# Note B has the cross-entropy (交叉熵) as $\sum_k p_k \ln p_k$. The minus is missing: as written it is 0 at a pure
# node and least where the classes are most mixed. B's own form for two classes has the minus.

# %%
# [NOTE_B 9.2.3]
# cross-entropy-sign
pure, even = dt.ClassCounts((2, 0)), dt.ClassCounts((1, 1))
as_written = sum(dt.Exact.log2(p) * p for p in even.proportions)
assert as_written == -1 == -dt.entropy(even)
assert as_written < -dt.entropy(pure) == 0  # so the mixed node would be preferred
print(f"as written: {as_written} for (1, 1) and {-dt.entropy(pure)} for (2, 0)")
print(f"entropy:    {dt.entropy(even)} and {dt.entropy(pure)}")

# %% [markdown]
# ### Whether the intrinsic value grows with the number of values
#
# "The more values, the larger the intrinsic value (固有值)", says note C. Of all ways to part at most eight rows
# one pair is a counterexample: four values of 5, 1, 1, 1 rows have less than three values of 3, 3, 2. True is $IV
# \le \log_2 v$, with equality for equal parts.

# %%
# [NOTE_C 2.2]
# iv-grows-with-values
sizes = [part for most in range(1, 9) for part in combinations_with_replacement(range(1, 9), most) if sum(part) <= 8]
value = {part: dt.intrinsic_value([dt.ClassCounts((size,)) for size in part]) for part in sizes}
opposed = [
    (few, many)
    for few, many in product(sizes, sizes)
    if sum(few) == sum(many) and len(few) < len(many) and value[few] > value[many]
]
assert opposed == [((2, 3, 3), (1, 1, 1, 5))]
assert [f"{value[part]:.3f}" for part in opposed[0]] == ["1.561", "1.549"]
[f"{value[part]:.3f}" for part in opposed[0]]

# %% [markdown]
# ### Whether the gain ratio prefers few values
#
# "The gain ratio (增益率) prefers features with fewer values", say notes C and D. A tendency, no theorem. Labels 0 0
# 1: the identifier of three values has the larger ratio than the parts 0 and 0 1.

# %%
# [NOTE_C 2.2; NOTE_D]
# ratio-prefers-few-values
identifier = dt.gain_ratio([dt.ClassCounts(part) for part in ((1, 0), (1, 0), (0, 1))])
two_values = dt.gain_ratio([dt.ClassCounts(part) for part in ((1, 0), (1, 1))])
assert (f"{identifier:.3f}", f"{two_values:.3f}") == ("0.579", "0.274")
(f"{identifier:.3f}", f"{two_values:.3f}")

# %% [markdown]
# ### A loss without the weights of the leaves
#
# Note E's loss adds up the leaves' entropies without their rows $N_t$; Li Hang's eq. (5.11) has them. Rows 0 {0, 1},
# parted at the brace: unweighted the split costs 1 bit at $\alpha = 0$ and the root 0.918, so that even a free split
# is cut. With the weights it saves 0.755 bits and stays.

# %%
# [NOTE_E "定义损失函数"; LIHANG2 eq. 5.11]
# loss-without-weights
tree = dt.grow(dt.classification_data({"x": [1, 2, 2]}, [0, 0, 1]), dt.cart())
unweighted = sum(dt.entropy(leaf.summary) for leaf in dt.leaves(tree))
assert unweighted == 1 > dt.entropy(tree.summary)
assert f"{dt.entropy(tree.summary):.3f}" == "0.918"
assert f"{dt.alpha_of(tree, impurity=dt.entropy):.3f}" == "0.755"
assert dt.optimal_subtree(tree, 0, impurity=dt.entropy) == tree
dt.optimal_subtree(tree, 0, impurity=dt.entropy)

# %% [markdown]
# ### The conditional squared error
#
# Note D multiplies each part's sum of squares (平方误差) by its rows once more. Note B's plain sum is right.
# Responses 0, 1, 2, 0: the sums are 2, 5/2, 2, so the middle threshold is the worst; weighed again they are 6, 5, 6,
# and it looks best.

# %%
# [NOTE_D "定义条件平方误差为"; NOTE_B 9.2.2]
# square-conditional
data = dt.regression_data({"x": [1, 2, 3, 4]}, [0, 1, 2, 0])
parts = [[dt.summarize(part) for part in dt.split(data, dt.Threshold("x", cut))] for cut in (1.5, 2.5, 3.5)]
squares = [[dt.squared_error(part) * part.weight for part in pair] for pair in parts]
note_d = [sum(one * part.weight for one, part in zip(*both, strict=True)) for both in zip(squares, parts, strict=True)]
assert [sum(pair) for pair in squares] == [2, Fraction(5, 2), 2]
assert note_d == [6, 5, 6]
assert {best.question.threshold for best in dt.admissible_splits(data, dt.cart())} == {1.5, 3.5}
{best.question.threshold for best in dt.admissible_splits(data, dt.cart())}

# %% [markdown]
# ## 8.3 Choosing a question 选择划分
#
# The right statements: [page 1](../proofs/1-impurity.md#what-follows-for-choosing-a-question) and [page
# 2](../proofs/2-entropy.md#plausible-and-wrong).
#
# ### The smallest ratio for C4.5
#
# "ID3 and C4.5 too may compare conditional entropies (条件熵) only." ID3 may; C4.5 divides by an $IV$ that differs
# from feature to feature. Labels 0 0 1 1: x leaves less entropy, y has the larger ratio.

# %%
# [NOTE_D "也可以只比较条件熵"]
# argmin-for-c45
data = dt.classification_data({"x": list("abac"), "y": list("aaab")}, [0, 0, 1, 1])
x, y = dt.scored_splits(data, dt.c45(gate="none"))
left_by_x, left_by_y = (dt.conditional_impurity(one.parts, dt.entropy) for one in (x, y))
assert (str(left_by_x), f"{left_by_y:.3f}") == ("1/2", "0.689")
assert (str(x.score), f"{y.score:.3f}") == ("1/3", "0.384")
assert left_by_x < left_by_y
assert x.score < y.score
print(f"left by x {left_by_x}, by y {left_by_y:.3f}; ratio of x {x.score}, of y {y.score:.3f}")

# %% [markdown]
# ### The largest value as a threshold
#
# For $x \le v$ "each distinct value" is no candidate: the largest leaves the right part empty. Of $k$ values $k - 1$
# part the rows.

# %%
# [NOTE_D "每一个去重取值"]
# largest-value-candidate
data = dt.classification_data({"x": [1, 2, 3]}, [0, 1, 0])
right_parts = [len(dt.split(data, dt.Threshold("x", v))[1]) for v in (1, 2, 3)]
assert right_parts == [2, 1, 0]
assert len(dt.scored_splits(data, dt.cart())) == 2
len(dt.scored_splits(data, dt.cart()))

# %% [markdown]
# ### Whether the target decides the kind of question
#
# Note D asks $=$ and $\ne$ in classification, $\le$ and $>$ in regression. The feature's type decides, not the
# target's: a number is asked for a threshold and a category for equality in both.

# %%
# [NOTE_D CART]
# target-decides-the-question
both_types = {"number": [1, 2, 2], "category": ["a", "a", "b"]}
for data in (dt.classification_data(both_types, [0, 0, 1]), dt.regression_data(both_types, [0, 0, 1])):
    kinds = {type(found.question).__name__ for found in dt.scored_splits(data, dt.cart())}
    assert kinds == {"Threshold", "Equals"}
    print(*sorted(kinds))

# %% [markdown]
# ### The smallest gain ratio
#
# "Of the features above average, take the one of the smallest gain ratio", says note C. The *largest* (Zhou §4.2.2).
# Labels 0 0 1, equal gains: the smallest ratio takes the identifier, which is what the ratio was made to avoid.

# %%
# [NOTE_C 2.2 "增益率最小"; ZHOU16 §4.2.2]
# smallest-ratio
data = dt.classification_data({"number": list("abc"), "x": list("aab")}, [0, 0, 1])
number, x = dt.scored_splits(data, dt.c45(gate="none"))
assert number.gain == x.gain
assert (f"{number.score:.3f}", str(x.score)) == ("0.579", "1")
assert dt.best_split(data, dt.c45()).question.feature == "x"
dt.best_split(data, dt.c45()).question.feature

# %% [markdown]
# ### Whether the largest gain first makes the smallest tree
#
# "The decisive feature first ends sooner", says note E. Greedy choices need not give the least tree. Four rows:
# whichever question of largest gain comes first, the depth is 3; begin with $z$, which gains nothing, and it is 2.

# %%
# [NOTE_E "更快结束分类"]
# largest-gain-first
data = dt.classification_data({"x": [0, 0, 0, 1], "y": [0, 0, 1, 0], "z": [0, 1, 0, 1]}, [0, 1, 1, 0])
for best in dt.admissible_splits(data, dt.id3()):
    below = [dt.grow(part, dt.id3()) for part in dt.split(data, best.question)]
    assert 1 + max(dt.depth(part) for part in below) == 3

(by_z,) = (other for other in dt.scored_splits(data, dt.id3()) if other.question.feature == "z")
below = [dt.grow(part, dt.id3()) for part in dt.split(data, by_z.question)]
assert by_z.gain == 0
assert 1 + max(dt.depth(part) for part in below) == 2
1 + max(dt.depth(part) for part in below)

# %% [markdown]
# ## 8.4 Stopping and size 停止条件与树的大小
#
# The right statements: [page 5](../proofs/5-growing.md#size).
#
# ### The limit on the size of a leaf
#
# Note B takes its limit of 5 for the largest leaf (最大样本数). It is right in its rule, "a node below the limit is
# not split", but a leaf may be larger, if it is pure or nothing parts it; and it may be smaller, for a node above the
# limit is split.

# %%
# [NOTE_B 9.2.2 "样本数上限设为了 5"]
# leaf-size-limit
equal = dt.grow(dt.classification_data({"x": [1, 1]}, [0, 1]), dt.cart(min_split=2))
eight = dt.grow(dt.classification_data({"x": list(range(8))}, [0] * 8), dt.cart(min_split=5))
three = dt.grow(dt.classification_data({"x": [1, 2, 3]}, [0, 1, 1]), dt.cart(min_split=2))
weights = [[leaf.summary.weight for leaf in dt.leaves(grown)] for grown in (equal, eight, three)]
assert weights == [[2], [8], [1, 2]]
print("rows of the leaves:", *weights)

# %% [markdown]
# ### Whether a limit can divide a class
#
# Note B: with eight rows of a class and at most five in a leaf the tree overfits. A limit stops a split, it makes none:
# eight rows of one class are pure, and one leaf at any limit.

# %%
# [NOTE_B 9.2.2 "某一类别的数据实际有 8 个"]
# limit-parts-a-class
one_class = dt.classification_data({"x": range(8)}, ["a"] * 8)
assert [len(dt.leaves(dt.grow(one_class, dt.cart(min_split=limit)))) for limit in (0, 5, 6, 9)] == [1, 1, 1, 1]
[len(dt.leaves(dt.grow(one_class, dt.cart(min_split=limit)))) for limit in (0, 5, 6, 9)]

# %% [markdown]
# ### Stopping at one feature
#
# Note D's ID3 and C4.5 stop where one feature is left (只剩下1个特征). The books stop where *none* is left. Two rows
# and the one feature that tells them apart: D's rule, depth $n - 1 = 0$, asks nothing and errs once.

# %%
# [NOTE_D step 4; LIHANG2 algorithm 5.2]
# stops-at-one-feature
data = dt.classification_data({"x": ["a", "b"]}, [0, 1])
assert dt.ERROR.of(dt.grow(data, dt.id3(max_depth=0)), data) == Fraction(1, 2)
assert dt.ERROR.of(dt.grow(data, dt.id3()), data) == 0
dt.ERROR.of(dt.grow(data, dt.id3()), data)

# %% [markdown]
# ### The bound on the depth where there are thresholds
#
# "The depth (深度) is at most $n - 1$" for $n$ features. For the books' ID3 it is $n$; for C4.5 on numbers no such
# bound holds, since thresholds ask again.

# %%
# [NOTE_D "深度不会超过n-1"]
# depth-bound-with-thresholds
for rows in range(2, 9):
    grown = dt.grow(dt.classification_data({"x": list(range(rows))}, [row % 2 for row in range(rows)]), dt.c45())
    assert len(dt.leaves(grown)) == rows
    assert dt.depth(grown) >= (rows - 1).bit_length()  # one feature, and log2 of the rows at least
    print(f"{rows} rows of one feature: depth {dt.depth(grown)}")

# %% [markdown]
# ### Whether a binary tree has fewer nodes
#
# "Multiway trees have more nodes; binary ones (二叉树) solve it." Three values of three classes: four nodes with a
# child for each value, five in yes-or-no questions.

# %%
# [NOTE_D "解决了节点较多的问题"]
# binary-has-fewer-nodes
data = dt.classification_data({"x": list("abc")}, [0, 1, 2])
many, two = dt.grow(data, dt.id3()), dt.grow(data, dt.cart())
assert [len(branch_paths(grown)) + len(dt.leaves(grown)) for grown in (many, two)] == [4, 5]
assert [dt.depth(grown) for grown in (many, two)] == [1, 2]
for name, grown in (("ID3", many), ("CART", two)):
    print(f"{name}: {len(branch_paths(grown)) + len(dt.leaves(grown))} nodes, depth {dt.depth(grown)}")

# %% [markdown]
# ### Whether a binary tree is deeper
#
# "Binary trees are often far deeper." Often; here ID3 is deeper, on five rows of three features.

# %%
# [NOTE_D "往往要远深于"]
# binary-is-deeper
columns = {"x": list("aabac"), "y": list("bbcac"), "z": list("babba")}
data = dt.classification_data(columns, [1, 0, 1, 0, 0])
assert [dt.depth(dt.grow(data, learner)) for learner in (dt.id3(), dt.cart())] == [3, 2]
[dt.depth(dt.grow(data, learner)) for learner in (dt.id3(), dt.cart())]

# %% [markdown]
# ## 8.5 Cost-complexity pruning 代价复杂度剪枝
#
# The right statements: [page 8](../proofs/8-sequence.md). Three small trees serve: the stump of rows 0 1; the chain
# of rows 0 1 0; and four rows 1 0 {0, 1}, of which the last two are alike and cannot be parted.

# %%
stump = dt.grow(dt.classification_data({"x": [1, 2]}, [0, 1]), dt.cart())
chain = dt.grow(dt.classification_data({"x": [1, 2, 3]}, [0, 1, 0]), dt.cart())
four = dt.grow(dt.classification_data({"x": [1, 2, 3, 3]}, [1, 0, 0, 1]), dt.cart())
alphas = [[str(dt.alpha_of(grown, path)) for path in branch_paths(grown)] for grown in (stump, chain, four)]
assert alphas == [["1"], ["2/3", "1"], ["1/2", "1/3"]]
print("g of each branch, parents first:", *alphas)

# %%
axes = render.plot(four)

# %% [markdown]
# ### Whether a larger alpha leaves more branches
#
# "The larger alpha, the more branches" (α越大,越趋向于多分枝): a slip, against note A's own first part.

# %%
# [NOTE_A part 2]
# larger-alpha-more-branches
assert [len(dt.leaves(dt.optimal_subtree(stump, alpha))) for alpha in (0, 1)] == [2, 1]
[len(dt.leaves(dt.optimal_subtree(stump, alpha))) for alpha in (0, 1)]

# %% [markdown]
# ### Whether one link must be cut at a time
#
# "So one must cut one node a round", says note A, for nodes whose $g$ is below a threshold interfere. They do:
# cutting all of them at once at $\alpha = 1/2$ leaves the root, at 5/2. But no rounds are needed: one pass from the
# leaves up finds 7/3.

# %%
# [NOTE_A part 2 "每次只剪"]
# one-at-a-time-is-needed
alpha, lower_cut = Fraction(1, 2), dt.prune_at(four, (1,))
assert all(dt.alpha_of(four, path) <= alpha for path in branch_paths(four))  # so all at once cuts all;
assert dt.alpha_of(lower_cut) == Fraction(2, 3) > alpha  # but with the lower one gone the root stands.
assert dt.optimal_subtree(four, alpha) == lower_cut
assert [dt.cost(grown, alpha) for grown in (dt.Leaf(four.summary), lower_cut)] == [Fraction(5, 2), Fraction(7, 3)]
for name, grown in (("the root alone", dt.Leaf(four.summary)), ("the root with two leaves", lower_cut)):
    print(f"at alpha {alpha}: {name} costs {dt.cost(grown, alpha)}")

# %% [markdown]
# ### Stopping at three nodes
#
# "Repeat until three nodes are left" (三结点树). The stump's root, optimal from 1 on, is then never found; and the
# chain never has three nodes, for its root goes first.

# %%
# [NOTE_A outline 2, step 6]
# three-node-stop
assert dt.optimal_subtree(stump, 1) == dt.Leaf(stump.summary)
assert dt.weakest_links(chain) == (Fraction(2, 3), ((),))
assert [len(dt.leaves(member.tree)) for member in dt.pruning_sequence(chain)] == [3, 1]
[len(dt.leaves(member.tree)) for member in dt.pruning_sequence(chain)]

# %% [markdown]
# ### An alpha that is never reset
#
# Note A sets alpha to infinity before the rounds, not in each. After the first round of the four rows it is $1/3$ for
# ever, while the root's $g$ is $2/3$: nothing is cut, and nothing ends.

# %%
# [NOTE_A steps 2, 3, 6]
# alpha-never-reset
first_alpha, (first_link,) = dt.weakest_links(four)
after = dt.prune_at(four, first_link)
second_alpha, _ = dt.weakest_links(after)
assert (first_alpha, second_alpha) == (Fraction(1, 3), Fraction(2, 3))
assert min(first_alpha, second_alpha) not in [dt.alpha_of(after, path) for path in branch_paths(after)]
print(f"smallest g in the first round {first_alpha}, in the second {second_alpha}")

# %% [markdown]
# ### Whether there are as many trees as branches
#
# "At most as many optimal trees as internal nodes" counts one too few.

# %%
# [NOTE_D "不会超过T中非叶子节点的个数"]
# as-many-trees-as-branches
assert (len(branch_paths(stump)), len(dt.pruning_sequence(stump))) == (1, 2)
print(len(branch_paths(stump)), "branch,", len(dt.pruning_sequence(stump)), "trees")

# %% [markdown]
# ### A reversed inequality
#
# Note D prunes where $\alpha \le g(t)$. Right is $\alpha \ge g(t)$: at $\alpha = 0$ the stump costs 0, its root 1.

# %%
# [NOTE_D "成立时,该叶子节点应当被剪枝"]
# reversed-inequality
assert dt.alpha_of(stump) == 1
assert [dt.cost(grown, 0) for grown in (stump, dt.Leaf(stump.summary))] == [0, 1]
[dt.cost(grown, 0) for grown in (stump, dt.Leaf(stump.summary))]

# %% [markdown]
# ### Whether the steps of the stack are all there is
#
# Note D's stack algorithm (栈) takes a node whose children are all leaves, or all checked, and otherwise pushes the
# unchecked branches among them. Read literally, a node with a leaf and a checked branch fits neither step. Three rows
# make one. "Each child is a leaf or checked" is meant.

# %%
# [NOTE_D stack algorithm]
# stack-steps-are-all
chain_of_three = dt.grow(dt.classification_data({"x": [1, 2, 3]}, [0, 1, 0]), dt.cart())
kinds = [type(child).__name__ for child in chain_of_three.children]
assert sorted(kinds) == ["Branch", "Leaf"]  # once the branch is checked, the root's children are neither all leaves
sorted(kinds)

# %% [markdown]
# ### The interval of the root alone
#
# For a tree of one leaf note D's table $M$ stays empty. It has one row: the root is optimal on $[0, \infty)$.

# %%
# [NOTE_D step 1]
# lone-root-has-no-interval
assert dt.intervals(dt.pruning_sequence(dt.Leaf(dt.ClassCounts((1, 0))))) == ((0, None),)
dt.intervals(dt.pruning_sequence(dt.Leaf(dt.ClassCounts((1, 0)))))

# %% [markdown]
# ### Whether the sequence of alphas is for CART alone
#
# "For ID3 and C4.5 alpha must be found by trying; CART has a method of its own" (独特的剪枝方法). The method works
# for any number of children and any impurity. ID3's tree of Quinlan's weather, by entropy, against every pruned
# subtree:

# %%
# [NOTE_D "正则因子α难以确定"]
# alpha-sequence-is-for-cart
weather = dt.grow(dt.datasets.load("weather"), dt.id3())
every = list(dt.all_pruned_subtrees(weather))
sequence = dt.pruning_sequence(weather, impurity=dt.entropy)
for member in sequence:
    costs = [dt.cost(small, member.alpha, impurity=dt.entropy) for small in every]
    cheapest = [small for small, price in zip(every, costs, strict=True) if price == min(costs)]
    assert min(len(dt.leaves(small)) for small in cheapest) == len(dt.leaves(member.tree))
    assert member.tree in cheapest
print([(str(member.alpha), len(dt.leaves(member.tree))) for member in sequence])

# %% [markdown]
# ## 8.6 The loss of note D 节点内归一化的损失
#
# $C_{C0}(t) = \sum_j \frac{|D_{tj}|}{|D_t|} Gini(D_{tj}) + \alpha |t|$ measures alpha in another unit at each node.
# Which theorems survive: [page 13](../proofs/13-node-normalisation.md#what-fails). Two trees of five rows, given as
# they stand.

# %%
zero, one, both = (dt.Leaf(dt.ClassCounts(counts)) for counts in ((1, 0), (0, 1), (1, 1)))

lower = dt.Branch(dt.ClassCounts((2, 1)), dt.Threshold("x", 3.5), [zero, both])
lower = dt.Branch(dt.ClassCounts((2, 2)), dt.Threshold("x", 2.5), [one, lower])
rows_11001 = dt.Branch(dt.ClassCounts((2, 3)), dt.Threshold("x", 1.5), [one, lower])  # rows 1 1 0 {0, 1}

lower = dt.Branch(dt.ClassCounts((1, 1)), dt.Threshold("x", 4.5), [one, zero])
lower = dt.Branch(dt.ClassCounts((2, 1)), dt.Threshold("x", 3.5), [zero, lower])
lower = dt.Branch(dt.ClassCounts((3, 1)), dt.Threshold("x", 2.5), [zero, lower])
rows_10010 = dt.Branch(dt.ClassCounts((3, 2)), dt.Threshold("x", 1.5), [one, lower])  # rows 1 0 0 1 0

# %%
axes = render.plot(rows_11001)

# %% [markdown]
# ### One branch normalised in its node
#
# "$T'$ is the optimal subtree (最优子树) of its interval." The first round cuts the root, at 7/75. There the whole
# tree's own loss is 43/75 for the root and 41/75 with three leaves.

# %%
# [NOTE_D "CART树的剪枝"]
# node-normalised
members = dt.pruning_sequence(rows_11001, scale="node")
assert [(str(member.alpha), len(dt.leaves(member.tree))) for member in members] == [("0", 4), ("7/75", 1)]
three_leaves = dt.prune_at(rows_11001, (1, 1))
costs = [dt.cost(grown, Fraction(7, 75), scale="proportion") for grown in (members[1].tree, three_leaves)]
assert costs == [Fraction(43, 75), Fraction(41, 75)]
print(f"at alpha 7/75: note D's tree costs {costs[0]}, three leaves {costs[1]}")

# %% [markdown]
# ### Whether its best trees are nested
#
# "The larger alpha, the simpler the tree" (树的结构越简单). By note D's stack (栈), at 49/400 the root is alone; at
# 1/8, which is more, its split is back.

# %%
# [NOTE_D CART]
# node-normalised-nested
stack = [dt.optimal_subtree(rows_10010, alpha, scale="node") for alpha in (Fraction(49, 400), Fraction(1, 8))]
assert [len(dt.leaves(small)) for small in stack] == [1, 2]
[len(dt.leaves(small)) for small in stack]

# %% [markdown]
# ### The stack under this loss
#
# So note D's two algorithms disagree: at 1/8 the sequence has been at the root since 3/25, and the stack keeps a
# split. On Breiman's scales they always agree.

# %%
# [NOTE_D CART]
# node-normalised-stack
members = dt.pruning_sequence(rows_10010, scale="node")
assert [(str(member.alpha), len(dt.leaves(member.tree))) for member in members] == [("0", 5), ("3/25", 1)]
assert members[1].alpha < Fraction(1, 8)
assert len(dt.leaves(stack[1])) == 2

ours = dt.pruning_sequence(rows_10010, scale="count")
for member, (low, high) in zip(ours, dt.intervals(ours), strict=True):
    assert dt.optimal_subtree(rows_10010, low + 1 if high is None else (low + high) / 2) == member.tree
print(f"sequence: the root from {members[1].alpha}; the stack at 1/8 keeps {len(dt.leaves(stack[1]))} leaves")

# %% [markdown]
# ### One loss for two targets
#
# Note D writes the loss for classes and for numbers side by side, as if they differed in the impurity alone. The one
# for numbers sums squares and is Breiman's; the one for classes is a share of the branch. Take each row twice: one
# alpha doubles, the other stays.

# %%
# [NOTE_D CART]
# one-loss-two-targets
once, twice = ([0, 1], [0, 1, 0, 1])
classes = [dt.grow(dt.classification_data({"x": rows}, rows), dt.cart()) for rows in (once, twice)]
numbers = [dt.grow(dt.regression_data({"x": rows}, rows), dt.cart()) for rows in (once, twice)]
assert [dt.alpha_of(grown, scale="node") for grown in classes] == [Fraction(1, 2), Fraction(1, 2)]
assert [dt.alpha_of(grown) for grown in numbers] == [Fraction(1, 2), 1]
[dt.alpha_of(grown) for grown in numbers]

# %% [markdown]
# ## 8.7 Pruning on other rows and programs 验证集与程序
#
# The right statements: [page 11](../proofs/11-brute-force-and-validation.md), and notebooks
# [5](05_validation.ipynb#5.5-Against-all-pruned-subtrees) and
# [6](06_selection.ipynb#6.3-V-fold-cross-validation-交叉验证).
#
# ### Whether hold-out is cross-validation
#
# Note B calls a held-out 1/5 cross-validation (交叉检验法). Rows 0 1 1: the third held out chooses $[0, 1)$, the
# second $[1, \infty)$. Cross-validation takes each fold once.

# %%
# [NOTE_B 2.1]
# holdout-is-cross-validation
data = dt.classification_data({"x": [1, 2, 3]}, [0, 1, 1])
chosen = [
    dt.select_by_holdout(dt.pruning_sequence(dt.grow(data.take(kept), dt.cart())), data.take(held))
    for kept, held in (([0, 1], [2]), ([0, 2], [1]))
]
assert [(one.alpha, one.until) for one in chosen] == [(0, 1), (1, None)]
[(one.alpha, one.until) for one in chosen]

# %% [markdown]
# ### Whether pruning needs validation rows
#
# "Choosing the best subtree needs a further validation set" (需要额外的验证集). Cross-validation does it with the
# training rows: Li Hang's fifteen loans, in five folds, choose the whole tree.

# %%
# [NOTE_D "CART树也有缺点" 3]
# validation-rows-are-needed
loan = dt.datasets.load("loan")
validated = dt.cross_validate(loan, dt.cart(), dt.plain_folds(15, 5))
assert [row.error for row in validated.rows] == [Fraction(2, 15), Fraction(2, 5)]
assert validated.best().tree == dt.grow(loan, dt.cart())
validated.best().tree

# %% [markdown]
# ### Accuracy or AUC
#
# "By accuracy or AUC", as if it were all one. Rows 0 1 to train on and three to validate: accuracy is 2/3 for tree
# and root alike, so it takes the root; AUC is 3/4 and 1/2, and takes the tree.

# %%
# [NOTE_D step 6 "准确率/AUC"]
# accuracy-or-auc
sequence = dt.pruning_sequence(dt.grow(dt.classification_data({"x": [0, 1]}, [0, 1]), dt.cart()))
validation = dt.classification_data({"x": [0, 1, 1]}, [0, 0, 1])
accuracy, auc = (dt.select_by_holdout(sequence, validation, measure=measure) for measure in (dt.ACCURACY, dt.AUC))
assert (accuracy.values, auc.values) == ((Fraction(2, 3), Fraction(2, 3)), (Fraction(3, 4), Fraction(1, 2)))
assert [len(dt.leaves(selection.tree)) for selection in (accuracy, auc)] == [1, 2]
[len(dt.leaves(selection.tree)) for selection in (accuracy, auc)]

# %% [markdown]
# ### A list of features that branches share
#
# Note C's program takes the used feature off *one* list that all branches share (`features.remove`). On exclusive or
# (异或) the first branch uses up $b$, and its neighbour finds no feature left: a leaf, one error of four.
# `tests/claims` runs the program itself; here is the tree that it makes, from the one of its pseudo-code.

# %%
# [NOTE_C 4.4]
# shared-feature-list
xor = dt.classification_data({"a": [0, 0, 1, 1], "b": [0, 1, 0, 1]}, [0, 1, 1, 0])
by_pseudo_code = dt.grow(xor, dt.multiway_gini())
by_program = dt.prune_at(by_pseudo_code, (1,))
assert [dt.subtree_at(by_pseudo_code, path).question.feature for path in branch_paths(by_pseudo_code)] == [
    "a",
    "b",
    "b",
]
assert [dt.ERROR.of(grown, xor) for grown in (by_pseudo_code, by_program)] == [0, Fraction(1, 4)]
print(
    "errors: by the pseudo-code", dt.ERROR.of(by_pseudo_code, xor), "and by the program", dt.ERROR.of(by_program, xor)
)

# %% [markdown]
# ## 8.8 Conditions left out 成立的条件
#
# Of the 40 claims that hold under a condition, six that a reader is most likely to trip over:
#
# - *Gini is the chance that two draws differ* (C): with replacement; without it is $N / (N - 1)$ times that.
# - *Some feature is above the average gain* (C, D): "at least"; of equal gains none is above.
# - *Alpha 0 prunes nothing* (A, B): where every split lowers the risk.
# - *One $\alpha$, one best tree* (B): the smallest of the best; where the sequence changes there are two.
# - *Each round's alpha is larger than the last* (D): where tied links are cut together.
# - *Only contradictory rows stay unseparated* (E): where splits that gain nothing are made.

# %%
# [NOTE_C 2.2, 2.3; NOTE_D; NOTE_B; NOTE_E]
assert dt.gini(dt.ClassCounts((1, 1))) == Fraction(1, 2)  # but two rows of two classes differ for sure: 2/1 times that

one_feature = dt.classification_data({"x": ["a", "b"]}, [0, 1])
assert [len(dt.admissible_splits(one_feature, dt.c45(gate=gate))) for gate in ("above", "at_least")] == [0, 1]

gainless = dt.Branch(dt.ClassCounts((2, 2)), dt.Threshold("x", 1.5), [both, both])
assert dt.optimal_subtree(gainless, 0) == dt.Leaf(dt.ClassCounts((2, 2)))

assert dt.cost(stump, 1) == dt.cost(dt.Leaf(stump.summary), 1) == 2

iris = dt.grow(dt.datasets.load("iris"), dt.cart())
single = dt.pruning_sequence(iris, impurity=dt.misclassification, ties="one_at_a_time")
assert [str(low.alpha) for low, high in pairwise(single) if low.alpha == high.alpha] == ["1"]

assert [dt.ERROR.of(dt.grow(xor, dt.cart(zero_gain=rule)), xor) for rule in ("split", "stop")] == [0, Fraction(1, 2)]
[dt.ERROR.of(dt.grow(xor, dt.cart(zero_gain=rule)), xor) for rule in ("split", "stop")]

# %% [markdown]
# ## 8.9 Nothing was left out
#
# The names beside the citations above, in the register's own order, are exactly the claims that fail.

# %%
here = Path("08_claims.py").read_text(encoding="utf-8")
assert re.findall(r"^# ([a-z0-9]+(?:-[a-z0-9]+)+)$", here, re.MULTILINE) == fails
print(len(fails), "claims fail, each with its counterexample above")

# %% [markdown]
# ## Exercises 练习
#
# - Take any row away from `argmin-for-c45` or `largest-gain-first`: the counterexample is gone. Which assertion says
#   so?
# - Choose a claim that *holds* and look for a counterexample of your own: `dtrees.laws.check.check` does so at
#   random.
# - Run the assertions of 8.5 with `impurity=dt.misclassification`. Which claims does the stump still refute?

# %% [markdown]
# ## Solutions 解答
#
# **1.** The last of `argmin-for-c45`: without a row the two orders agree, or tie, or one feature asks nothing. The
# `assert` in the loop of `largest-gain-first`: of three rows the tree is no deeper than 2.

# %%
for gone in range(4):
    kept = [row for row in range(4) if row != gone]
    fewer = dt.classification_data({"x": list("abac"), "y": list("aaab")}, [0, 0, 1, 1]).take(kept)
    found = dt.scored_splits(fewer, dt.c45(gate="none"))
    by_ratio = {one.question.feature for one in found if one.score == max(other.score for other in found)}
    entropies = [dt.conditional_impurity(one.parts, dt.entropy) for one in found]
    by_entropy = {one.question.feature for one, left in zip(found, entropies, strict=True) if left == min(entropies)}
    assert by_ratio & by_entropy
    columns = {"x": [0, 0, 0, 1], "y": [0, 0, 1, 0], "z": [0, 1, 0, 1]}
    three = dt.classification_data(columns, [0, 1, 1, 0]).take(kept)
    assert dt.depth(dt.grow(three, dt.id3())) <= 2
    print(f"without row {gone}: by ratio {sorted(by_ratio)}, by entropy {sorted(by_entropy)}; depth at most 2")

# %% [markdown]
# **2.** That no gain is negative, say: for our own functions nothing is found. For
# `attrs.evolve(SPECIFICATION, gain=yours)` it is the smallest counterexample.

# %%
failure = check(LAWS["gain_nonnegative"], SPECIFICATION, examples=20)
assert failure is None
print("broken by:", failure)

# %% [markdown]
# **3.** All that it refuted, for its numbers are the same: by errors, too, it costs 0 and its root 1.

# %%
by_errors = dt.pruning_sequence(stump, impurity=dt.misclassification)
assert dt.alpha_of(stump, impurity=dt.misclassification) == 1
sizes = [len(dt.leaves(dt.optimal_subtree(stump, alpha, impurity=dt.misclassification))) for alpha in (0, 1)]
assert sizes == [2, 1]  # larger-alpha-more-branches, three-node-stop
assert (len(branch_paths(stump)), len(by_errors)) == (1, 2)  # as-many-trees-as-branches
costs = [dt.cost(grown, 0, impurity=dt.misclassification) for grown in (stump, dt.Leaf(stump.summary))]
assert costs == [0, 1]  # reversed-inequality
print("risks uncut and cut:", *costs, "; leaves at alpha 0 and 1:", *sizes)
