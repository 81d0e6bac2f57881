# %% [markdown]
# # 4. Cost-complexity pruning step by step 代价复杂度剪枝
#
# A large tree is pruned (剪枝) by charging $\alpha$ for each leaf, and a handful of rounds finds the best tree for
# *every* $\alpha$. Here is one small tree with each number of the way, then the rules of three notes that go wrong on
# it. Beside it: Breiman, Friedman, Olshen, Stone, *Classification and Regression Trees* (1984), chapter 3; Li Hang
# (李航), 统计学习方法, 2nd edition, §5.4 and §5.5.2; *The Elements of Statistical Learning* (ESL), 2nd edition,
# §9.2.2; notes A (`NOTE_A`), B (`NOTE_B`) and D (`NOTE_D`).
# Proofs: [optimal subtrees](../proofs/7-optimal-subtrees.md), [the sequence](../proofs/8-sequence.md), [the order of
# cuts](../proofs/9-order-of-cuts.md), [breakpoints](../proofs/12-breakpoints.md), [note D's
# loss](../proofs/13-node-normalisation.md).

# %%
from fractions import Fraction
from itertools import pairwise

import dtrees as dt
from dtrees import render
from dtrees.trees.paths import branch_paths

# %% [markdown]
# ## 4.1 One small tree
#
# The rows are Zhou Zhihua's watermelons 2.0 (周志华, 机器学习, 2016, table 4.1). The tree that CART grows on them is
# ours: no book prints it.

# %%
watermelons = dt.datasets.load("watermelon2")
tree = dt.grow(watermelons, dt.cart())
root = dt.Leaf(tree.summary)

assert (len(watermelons), len(dt.leaves(tree)), dt.count_pruned_subtrees(tree)) == (17, 7, 13)
print(dt.render_text(tree, impurity=dt.gini))

# %%
axes = render.plot(tree)

# %% [markdown]
# It has thirteen pruned subtrees, few enough to try them all below ([how they are
# counted](../proofs/11-brute-force-and-validation.md#brute-force-is-right)).

# %% [markdown]
# ## 4.2 The loss of a tree 损失函数
#
# $$C_\alpha(T) = C(T) + \alpha |T| , \qquad C(T) = \sum_t N_t \, i(t)$$
#
# $|T|$ counts the leaves (叶结点), and each leaf's impurity is taken *times its rows* $N_t$. Note A's eq. (1) does
# not say so, and note E's loss has no weights.

# %%
# [ESL2 eq. 9.16; LIHANG2 eq. 5.11, 5.14; CART84 §3.3; NOTE_A eq. 1]
assert dt.cost(tree, 0) == sum(leaf.summary.weight * dt.gini(leaf.summary) for leaf in dt.leaves(tree)) == 0
assert dt.cost(root, 0) == 17 * dt.gini(tree.summary) == Fraction(144, 17)
assert dt.cost(tree, Fraction(1, 2)) == dt.cost(tree, 0) + Fraction(1, 2) * 7
dt.cost(tree, Fraction(1, 2))

# %% [markdown]
# ## 4.3 The critical value of a node 临界值
#
# $$g(t) = \frac{C(t) - C(T_t)}{|T_t| - 1}$$
#
# At this $\alpha$, says note A, pruning or not is all the same (剪不剪枝都可以); CART, Li Hang and note D have the
# same fraction. Paths count the answers from the root: (0, 1) is the second child of the first.

# %%
# [NOTE_A eq. 4, 5; CART84 §3.3; LIHANG2 algorithm 5.7]
print("path        asks     C(t)  C(T_t)  |T_t|    g(t)")
for path in branch_paths(tree):
    below = dt.subtree_at(tree, path)
    cut = dt.Leaf(below.summary)
    g = dt.alpha_of(tree, path)
    assert g == (dt.cost(cut, 0) - dt.cost(below, 0)) / (len(dt.leaves(below)) - 1)
    assert dt.cost(below, g) == dt.cost(cut, g)  # at g(t) they cost the same,
    assert dt.cost(below, g / 2) < dt.cost(cut, g / 2)  # below it the branch costs less,
    assert dt.cost(below, g * 2) > dt.cost(cut, g * 2)  # above it the leaf does.
    print(
        f"{path!s:<10}  {below.question.feature:<7} {dt.cost(cut, 0)!s:>5}  {dt.cost(below, 0)!s:>6} "
        f"{len(dt.leaves(below)):>6}  {g!s:>6}"
    )

assert [str(dt.alpha_of(tree, path)) for path in branch_paths(tree)] == ["24/17", "28/27", "2/3", "1", "7/8", "1"]

# %% [markdown]
# **Where note D is wrong.** It prunes where $\alpha \le g(t)$ ("成立时,该叶子节点应当被剪枝"). That is the wrong way
# round: cut where $\alpha \ge g(t)$ ([proof](../proofs/8-sequence.md#the-balance-point)).

# %%
# [NOTE_D "CART树的剪枝"]
assert all(dt.alpha_of(tree, path) >= 0 for path in branch_paths(tree))  # note D would cut every branch at alpha = 0
assert dt.cost(root, 0) > dt.cost(tree, 0)  # at a loss of 144/17,
assert dt.optimal_subtree(tree, 0) == tree  # and the optimum keeps them all.
print(f"at alpha 0: the tree costs {dt.cost(tree, 0)}, the root alone {dt.cost(root, 0)} = {dt.cost(root, 0):.3f}")

# %% [markdown]
# ## 4.4 The weakest link and the rounds 最弱连接
#
# Cut where $g(t)$ is smallest, compute all $g$ anew, and again until the root is alone.

# %%
# [CART84 §3.3; LIHANG2 algorithm 5.7; NOTE_B step 2.2]
rounds = [(dt.Exact(0), tree)]
while isinstance(rounds[-1][1], dt.Branch):
    here = rounds[-1][1]
    alpha, (link,) = dt.weakest_links(here)  # one link: nothing ties on this tree
    rounds.append((alpha, dt.prune_at(here, link)))
    print(f"{len(dt.leaves(here))} leaves: cut {link!s:<6} at alpha = {alpha!s:<8} = {alpha:.3f}")

sequence = dt.pruning_sequence(tree)
assert rounds == [(member.alpha, member.tree) for member in sequence]
assert [str(member.alpha) for member in sequence] == ["0", "2/3", "7/8", "16/9", "2209/612"]
assert [len(dt.leaves(member.tree)) for member in sequence] == [7, 5, 3, 2, 1]

# %% [markdown]
# Notice two things. The first cut takes the child (0, 1, 1) along, whose own $g$ is 1: a parent may go first. And the
# branch (0,) has $g = 28/27$ in the whole tree, but $16/9$ once the branch below it is cut, and it goes at $16/9$: to
# sort the table of 4.3 is not enough ([proof](../proofs/12-breakpoints.md#plausible-and-wrong)).

# %%
assert dt.alpha_of(tree, (0,)) == Fraction(28, 27)
assert dt.alpha_of(dt.prune_at(tree, (0, 1)), (0,)) == Fraction(16, 9)
dt.alpha_of(dt.prune_at(tree, (0, 1)), (0,))

# %% [markdown]
# ## 4.5 The intervals against brute force 最优子树
#
# $T_k$ is optimal for every $\alpha$ in $[\alpha_k, \alpha_{k+1})$. So cost all thirteen at the start and in the
# middle of each interval, and take the cheapest, the smallest among equals.

# %%
# [CART84 theorem 3.10; NOTE_D "范围内的最优子树"]
every = list(dt.all_pruned_subtrees(tree))
for member, (low, high) in zip(sequence, dt.intervals(sequence), strict=True):
    print(f"{len(dt.leaves(member.tree))} leaves on [{low}, {'infinity' if high is None else high})")
    for alpha in (low, low + 1 if high is None else (low + high) / 2):
        costs = [(dt.cost(small, alpha), len(dt.leaves(small))) for small in every]
        assert every[costs.index(min(costs))] == member.tree == dt.optimal_subtree(tree, alpha)

for larger, smaller in pairwise(sequence):
    assert dt.is_pruned_subtree(smaller.tree, larger.tree)  # nested,
    assert dt.cost(larger.tree, smaller.alpha) == dt.cost(smaller.tree, smaller.alpha)  # and level where they change

# %% [markdown]
# Note B has *one* best tree for each $\alpha$ ("唯一确定的树"). At the ends of the intervals there are two, and the
# smaller is meant ([proof](../proofs/7-optimal-subtrees.md#optimal-smallest-unique)). `optimal_subtree` needs no
# rounds: one pass from the leaves up at a single $\alpha$, as Li Hang's algorithm 5.4 and note D's stack do it.

# %% [markdown]
# ## 4.6 The envelope
#
# Over $\alpha$ each pruned subtree is a line: $C(T)$ high at 0, of slope $|T|$. The least cost is the lower envelope
# of thirteen lines; the sequence is the five lines that it follows, and $\alpha_{k+1}$ is where two neighbours cross.

# %%
lines = [(dt.cost(member.tree, 0), len(dt.leaves(member.tree))) for member in sequence]
crossings = [(risk - lower) / (many - few) for (lower, many), (risk, few) in pairwise(lines)]
assert crossings == [member.alpha for member in sequence[1:]]

for alpha in (Fraction(tenth, 10) for tenth in range(45)):
    assert min(dt.cost(small, alpha) for small in every) == min(risk + alpha * size for risk, size in lines)
print("the lines cross at", *crossings)

# %%
axes = render.plot_costs(tree)

# %% [markdown]
# The slopes 7, 5, 3, 2, 1 only fall, so the envelope is concave; eight of the thirteen trees are never the best
# ([proof](../proofs/8-sequence.md#all-rounds-the-headline)). Below is the last of the five but one, optimal on
# $[16/9, 2209/612)$. `render.to_html(sequence)` is a page with a slider over all five: write it to a file with
# `Path("sequence.html").write_text(render.to_html(sequence), encoding="utf-8")`, and open that in a browser.

# %%
axes = render.plot(sequence[-2].tree)

# %%
slider = render.to_html(sequence, title="Watermelons")
assert all(str(member.alpha) in slider for member in sequence)
print(
    f"a page of {len(slider) // 1000} kilobytes: open it in a browser with pathlib.Path('tree.html').write_text(slider)"
)

# %% [markdown]
# ## 4.7 The unit of alpha
#
# CART divides by all rows, as scikit-learn's `ccp_alpha` does; rpart's `cp` divides by the root's risk, Li Hang by
# nothing. One number for the whole tree changes each alpha and no tree
# ([proof](../proofs/10-risk-and-alpha.md#the-unit-does-not-matter)).

# %%
# [CART84 §3.2; LIHANG2 eq. 5.11]
for scale in ("count", "proportion", "root"):
    members = dt.pruning_sequence(tree, scale=scale)
    assert [member.tree for member in members] == [member.tree for member in sequence]
    print(f"{scale:<10}", ", ".join(str(member.alpha) for member in members))

# %% [markdown]
# ## 4.8 The tree of note A 七个结点
#
# Note A's figure has inner nodes N1, N2, N3, N4 and N7 (and N5 and N6 for leaves): N1 above N2 and N3, N2 above N4 and
# N5, N3 above N6 and N7; below N4 and N7 two leaves each. It has no numbers; these rows of two classes are ours. Each
# step of the note's second part: take N4 out (单独拿出来), cost it cut and uncut, and find where the two are equal.

# %%
# [NOTE_A 2 "完整的树T_0"]
counts = {"a": (2, 4), "b": (1, 3), "N5": (0, 5), "N6": (5, 0), "c": (4, 2), "d": (1, 3)}
standing = {name: dt.Leaf(dt.ClassCounts(pair, ("yes", "no"))) for name, pair in counts.items()}
for name, below in (("N4", "a b"), ("N2", "N4 N5"), ("N7", "c d"), ("N3", "N6 N7"), ("N1", "N2 N3")):
    standing[name] = dt.Branch.of(dt.Equals(name, "yes"), [standing[child] for child in below.split()])
whole = standing["N1"]
assert [dt.subtree_at(whole, path).question.feature for path in branch_paths(whole)] == ["N1", "N2", "N4", "N3", "N7"]
whole

# %%
axes = render.plot(whole)

# %%
# [NOTE_A eq. 2, 3, 4]
n4, only_n4 = standing["N4"], dt.Leaf(standing["N4"].summary)
uncut, cut = dt.cost(n4, 0), dt.cost(only_n4, 0)
assert (len(dt.leaves(n4)), str(uncut), str(cut)) == (2, "25/6", "21/5")
g_of_n4 = (cut - uncut) / (2 - 1)
assert dt.cost(n4, g_of_n4) == dt.cost(only_n4, g_of_n4)
print(f"N4 uncut: {uncut} + 2 alpha; cut: {cut} + alpha; equal at alpha = {g_of_n4}")

# %% [markdown]
# All five, round by round (剪枝的整体思路), down to the root, where the note would stop at three nodes. N1's own value
# moves in each round, for what hangs below it is another tree.

# %%
# [NOTE_A eq. 5; NOTE_A "三. CART 剪枝算法"]
members = [(dt.Exact(0), whole)]
while isinstance(members[-1][1], dt.Branch):
    now = members[-1][1]
    by_name = {dt.subtree_at(now, path).question.feature: (dt.alpha_of(now, path), path) for path in branch_paths(now)}
    weakest = min(by_name, key=by_name.get)
    print(f"T{len(members) - 1}:", *(f"{name} {alpha:.3f}" for name, (alpha, _) in by_name.items()), f"  cut {weakest}")
    members.append((by_name[weakest][0], dt.prune_at(now, by_name[weakest][1])))
assert members == [(member.alpha, member.tree) for member in dt.pruning_sequence(whole)]
assert [str(alpha) for alpha, _ in members] == ["0", "1/30", "3/5", "5/6", "5/3", "49/15"]
assert [len(dt.leaves(member)) for _, member in members] == [6, 5, 4, 3, 2, 1]

# %% [markdown]
# ## 4.9 A tree of numbers by residual sums 残差平方和
#
# Note B prunes a *regression* tree: $C_\alpha(T) = \sum_m RSS_m + \alpha |T|$, and in each round merges the node that
# adds least to the residual sum for each leaf it saves. The tree of exercise 5.2, grown until every point is alone:

# %%
# [NOTE_B step 2.2; ESL2 eq. 9.16; LIHANG2 exercise 5.2]
ten = dt.datasets.load("regression")
grown = dt.grow(ten, dt.cart())
by_rss = dt.pruning_sequence(grown)
residuals = [
    sum(dt.squared_error(leaf.summary) * leaf.summary.weight for leaf in dt.leaves(one.tree)) for one in by_rss
]
for member, rss in zip(by_rss, residuals, strict=True):
    print(f"{len(dt.leaves(member.tree)):>2} leaves from alpha {member.alpha:>8.4f}: RSS {rss:.4f}")
assert residuals == [dt.cost(member.tree, 0) for member in by_rss]
assert [len(dt.leaves(member.tree)) for member in by_rss] == list(range(10, 0, -1))
assert [str(member.alpha) for member in by_rss[:4]] == ["0", "8/625", "9/200", "363/5000"]
assert [f"{rss:.4f}" for rss in residuals[-3:]] == ["1.7207", "3.3587", "27.6324"]

# %%
axes = render.plot_costs(grown, log=True)

# %% [markdown]
# The last cut costs ten times the one before: two leaves, split at 5.5, are optimal from 1.638 up to 24.27. Of fifty
# pruned subtrees, each member is the best for the alphas of its interval:

# %%
# [NOTE_B step 2 "唯一确定的树"]
small_trees = list(dt.all_pruned_subtrees(grown))
assert len(small_trees) == dt.count_pruned_subtrees(grown) == 50
risks = [(dt.cost(small, 0), len(dt.leaves(small))) for small in small_trees]
for member, (low, high) in zip(by_rss, dt.intervals(by_rss), strict=True):
    alpha = low + 1 if high is None else (low + high) / 2
    costs = [risk + alpha * size for risk, size in risks]
    assert small_trees[costs.index(min(costs))] == member.tree
    assert costs.count(min(costs)) == 1
assert (f"{by_rss[-2].alpha:.3f}", f"{by_rss[-1].alpha:.2f}") == ("1.638", "24.27")
(f"{by_rss[-2].alpha:.3f}", f"{by_rss[-1].alpha:.2f}")

# %% [markdown]
# The same on real data, with rows to choose by, is in [notebook
# 6](06_selection.ipynb#6.7-A-tree-of-numbers-on-real-data-糖尿病).

# %% [markdown]
# ## 4.10 The stack of note D at one alpha 栈
#
# Note D prunes ID3's and C4.5's trees at an alpha that one chooses, $C_0(t)$ uncut against $C_1(t)$ cut, each node
# once, children before parents by a stack. The trees of the watermelons at $\alpha = 1/5$:

# %%
# [NOTE_D "剪枝算法如下"]
alpha = Fraction(1, 5)
for learner in (dt.id3(), dt.c45()):
    first = now = dt.grow(watermelons, learner)
    stack, checked = [()], set()
    print(learner.score)
    while stack:
        path = stack[-1]
        t = dt.subtree_at(now, path)
        inner = [(*path, place) for place, child in enumerate(t.children) if isinstance(child, dt.Branch)]
        if unchecked := [below for below in inner if below not in checked]:
            stack.extend(unchecked)  # step 4-2: t stays, below them
            continue
        stack.pop()  # step 4-1
        inside = sum(leaf.summary.weight * dt.entropy(leaf.summary) for leaf in dt.leaves(t)) / t.summary.weight
        uncut, cut = inside + alpha * len(dt.leaves(t)), dt.entropy(t.summary) + alpha
        verdict = "cut" if cut <= uncut else "kept"
        print(f"  {path!s:<10} {t.question.feature:<8} C_0 {uncut:.3f}  C_1 {cut:.3f}  {verdict}")
        now = dt.prune_at(now, path) if cut <= uncut else now
        checked.add(path)
    assert now == dt.prune_with_stack(first, alpha, impurity=dt.entropy)
    assert now == dt.Leaf(first.summary)

# %% [markdown]
# Both end at the root: of ID3's tree one branch goes and then the root, of C4.5's the root alone. It is note D's loss
# of the appendix, which weighs each node by itself. By the loss of the whole tree, one alpha for all, C4.5's tree keeps
# five leaves at $1/5$:

# %%
# [CART84 §3.3; LIHANG2 eq. 5.14]
by_whole = [
    dt.optimal_subtree(dt.grow(watermelons, one), alpha, impurity=dt.entropy, scale="proportion")
    for one in (dt.id3(), dt.c45())
]
assert [len(dt.leaves(tree)) for tree in by_whole] == [1, 5]
[len(dt.leaves(tree)) for tree in by_whole]

# %% [markdown]
# ## 4.11 The table M of note D 哈希表
#
# CART's pruning in the note's six steps: a table $M$ from intervals of alpha to trees. One link at a time, as here,
# and all tied links together give the same intervals where nothing ties.

# %%
# [NOTE_D "于是我们得到了剪枝算法"]
table, low, now = {}, dt.Exact(0), tree  # step 1
while isinstance(now, dt.Branch):
    critical = {path: dt.alpha_of(now, path) for path in branch_paths(now)}  # step 2
    link = min(critical, key=critical.get)  # step 3
    table[low, critical[link]] = now
    low, now = critical[link], dt.prune_at(now, link)  # step 4
table[low, None] = now  # step 5
assert list(table) == list(dt.intervals(sequence))
assert list(table.values()) == [member.tree for member in sequence]
print(
    *(f"[{low}, {high or 'infinity'}): {len(dt.leaves(kept))} leaves" for (low, high), kept in table.items()), sep="\n"
)

# %% [markdown]
# Step 6 takes the best of them on other rows: [notebook 6](06_selection.ipynb#6.1-Hold-out-留出法).

# %% [markdown]
# ## 4.12 Appendix. The loss of note D goes wrong
#
# Note D weighs the leaves inside the branch, $C_{C0}(t) = \sum_j \frac{|D_{tj}|}{|D_t|} Gini(D_{tj}) + \alpha |t|$.
# So alpha has another unit at each node: its critical value is Breiman's divided by the node's rows, which makes that
# of a large node small.

# %%
# [NOTE_D "CART树的剪枝"]
for path in branch_paths(tree):
    ours, theirs = dt.alpha_of(tree, path), dt.alpha_of(tree, path, scale="node")
    assert theirs == ours / dt.subtree_at(tree, path).summary.weight
    print(f"{path!s:<10}  {ours!s:>5} = {ours:.3f}   note D {theirs!s:>6} = {theirs:.3f}")

by_note_d = dt.pruning_sequence(tree, scale="node")
assert [(str(member.alpha), len(dt.leaves(member.tree))) for member in by_note_d] == [("0", 7), ("24/289", 1)]

# %% [markdown]
# The root goes first, and the trees of 5, 3 and 2 leaves never come. From $24/289$ on the root is note D's optimal
# subtree (最优子树). At that very alpha three leaves cost less, by the loss of the whole tree, on which note D and
# Breiman agree:

# %%
alpha = by_note_d[1].alpha
assert min(dt.cost(small, alpha, scale="proportion") for small in every) == Fraction(1493, 3468)
assert dt.cost(sequence[2].tree, alpha, scale="proportion") == Fraction(1493, 3468)
assert dt.cost(root, alpha, scale="proportion") == Fraction(168, 289) > Fraction(1493, 3468)
for name, small in (("three leaves", sequence[2].tree), ("the root alone", root)):
    found = dt.cost(small, alpha, scale="proportion")
    print(f"{name}: {found} = {found:.3f}")

# %% [markdown]
# What stays true of it, and what fails: [page 13](../proofs/13-node-normalisation.md#what-fails). The smallest data,
# five rows, stand in [notebook 8](08_claims.ipynb#8.6-The-loss-of-note-D-节点内归一化的损失).

# %% [markdown]
# ## 4.13 Appendix. The rounds of note A go wrong
#
# **"Until three nodes are left"** (三结点树). The root alone, optimal from $2209/612$ on, then never comes.

# %%
# [NOTE_A step 6]
assert branch_paths(sequence[-2].tree) == ((),)  # a root with two leaves: note A stops here,
assert sequence[-1].tree == root == dt.optimal_subtree(tree, 4)  # but this is optimal too.
print(f"two leaves from alpha {sequence[-2].alpha}, the root alone from {sequence[-1].alpha}")

# %% [markdown]
# **Alpha is set to infinity once, before the rounds**, and then is the smallest so far. After the first round every
# $g$ is larger, the smallest so far stays $2/3$, no node has it, and nothing is cut ever again.

# %%
# [NOTE_A steps 2, 3, 6]
first, second = sequence[0].tree, sequence[1].tree
so_far = min(dt.weakest_links(first)[0], dt.weakest_links(second)[0])
assert so_far == Fraction(2, 3)
assert so_far not in [dt.alpha_of(second, path) for path in branch_paths(second)]
print(
    f"smallest so far: {so_far}; g in the second round:", *(dt.alpha_of(second, path) for path in branch_paths(second))
)

# %% [markdown]
# **"The smallest alpha makes sure that one node is cut a round"** (每次只剪掉一个结点的枝). Not where links tie.
# Iris, pruned by errors, has three links of $g = 1$ in one round. One at a time, as notes A and D cut them, they
# repeat an alpha, and note D's interval $[1, 1)$ is empty.

# %%
# [NOTE_A part 2; NOTE_D "单调递增"]
flowers = dt.grow(dt.datasets.load("iris"), dt.cart())
together = dt.pruning_sequence(flowers, impurity=dt.misclassification)
assert dt.weakest_links(together[1].tree, impurity=dt.misclassification) == (1, ((1, 0, 0), (1, 0, 1), (1, 0, 1, 1)))

single = dt.pruning_sequence(flowers, impurity=dt.misclassification, ties="one_at_a_time")
assert [str(member.alpha) for member in together] == ["0", "1/2", "1", "2", "44", "50"]
assert [str(member.alpha) for member in single] == ["0", "1/2", "1", "1", "2", "44", "50"]
assert [len(dt.leaves(member.tree)) for member in single] == [9, 7, 6, 4, 3, 2, 1]
assert [member.tree for member in single if len(dt.leaves(member.tree)) != 6] == [member.tree for member in together]
assert [dt.cost(member.tree, 1, impurity=dt.misclassification) for member in single[1:4]] == [8, 8, 8]
[dt.cost(member.tree, 1, impurity=dt.misclassification) for member in single[1:4]]

# %% [markdown]
# In whatever order tied links go, the same tree is left
# ([proof](../proofs/9-order-of-cuts.md#all-the-weakest-links-one-after-the-other)); the six leaves on the way are
# optimal at $\alpha = 1$ only, where 7, 6 and 4 leaves cost 8, and not the smallest there.

# %% [markdown]
# ## Exercises 练习
#
# - Prune by errors, `impurity=dt.misclassification`, in 4.4: which links tie now, so that `(link,)` fails, and what
#   is $T(0)$?
# - Grow with `dt.id3()` and prune by `impurity=dt.entropy`. The alphas become sums of logarithms, and 4.5 still
#   holds: the sequence is not CART's own (独特的剪枝方法), as note D has it.
# - Take `dt.cart(max_depth=2)` in the appendix on note D's loss. Does it still cut the root first?

# %% [markdown]
# ## Solutions 解答
#
# **1.** The branches (0, 1) and (1,) both have $g = 1/2$. No split of the tree is worthless by errors, so $T(0)$ is the
# whole tree.

# %%
by_errors = dt.pruning_sequence(tree, impurity=dt.misclassification)
assert dt.weakest_links(tree, impurity=dt.misclassification) == (Fraction(1, 2), ((0, 1), (1,)))
assert by_errors[0].tree == tree == dt.optimal_subtree(tree, 0, impurity=dt.misclassification)
assert [(str(member.alpha), len(dt.leaves(member.tree))) for member in by_errors] == [
    ("0", 7), ("1/2", 3), ("1", 2), ("5", 1),
]  # fmt: skip
[(str(member.alpha), len(dt.leaves(member.tree))) for member in by_errors]

# %% [markdown]
# **2.** Four trees of nine, at alphas such as $-1 + \frac{3}{2} \log_2 3$, and each the best and smallest at the start
# and in the middle of its interval.

# %%
by_gain = dt.grow(watermelons, dt.id3())
by_bits = dt.pruning_sequence(by_gain, impurity=dt.entropy)
nine = list(dt.all_pruned_subtrees(by_gain))
assert (len(nine), [len(dt.leaves(member.tree)) for member in by_bits]) == (9, [8, 6, 4, 1])
assert str(by_bits[1].alpha) == "-1 + 3/2*log2(3)"
for member, (low, high) in zip(by_bits, dt.intervals(by_bits), strict=True):
    for alpha in (low, low + 1 if high is None else (low + high) / 2):
        costs = [(dt.cost(small, alpha, impurity=dt.entropy), len(dt.leaves(small))) for small in nine]
        assert nine[costs.index(min(costs))] == member.tree
    print(f"from alpha {low} = {float(low):.3f}: {len(dt.leaves(member.tree))} leaves")

# %% [markdown]
# **3.** No: the branch (1,) goes first, at 3/32, for it gains little for its size; and then the root goes, over the
# head of the branch (0,), which Breiman's rounds cut on the way.

# %%
shallow = dt.grow(watermelons, dt.cart(max_depth=2))
by_node = dt.pruning_sequence(shallow, scale="node")
assert [(str(member.alpha), len(dt.leaves(member.tree))) for member in by_node[:2]] == [("0", 4), ("3/32", 3)]
assert [len(dt.leaves(member.tree)) for member in by_node] == [4, 3, 1]
assert [len(dt.leaves(member.tree)) for member in dt.pruning_sequence(shallow)] == [4, 3, 2, 1]
[len(dt.leaves(member.tree)) for member in dt.pruning_sequence(shallow)]
