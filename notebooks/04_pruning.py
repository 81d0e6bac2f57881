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
from dtrees.laws.naive_pruning import links

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
print(dt.render_text(tree))

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
for path in links(tree):
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

assert [str(dt.alpha_of(tree, path)) for path in links(tree)] == ["24/17", "28/27", "2/3", "1", "7/8", "1"]

# %% [markdown]
# **Where note D is wrong.** It prunes where $\alpha \le g(t)$ ("成立时,该叶子节点应当被剪枝"). That is the wrong way
# round: cut where $\alpha \ge g(t)$ ([proof](../proofs/8-sequence.md#the-balance-point)).

# %%
# [NOTE_D "CART树的剪枝"]
assert all(dt.alpha_of(tree, path) >= 0 for path in links(tree))  # note D would cut every branch at alpha = 0
assert dt.cost(root, 0) > dt.cost(tree, 0)  # at a loss of 144/17,
assert dt.optimal_subtree(tree, 0) == tree  # and the optimum keeps them all.

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
# ## 4.8 The loss of note D goes wrong
#
# Note D weighs the leaves inside the branch, $C_{C0}(t) = \sum_j \frac{|D_{tj}|}{|D_t|} Gini(D_{tj}) + \alpha |t|$.
# So alpha has another unit at each node: its critical value is Breiman's divided by the node's rows, which makes that
# of a large node small.

# %%
# [NOTE_D "CART树的剪枝"]
for path in links(tree):
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

# %% [markdown]
# What stays true of it, and what fails: [page 13](../proofs/13-node-normalisation.md#what-fails). The smallest data,
# five rows, stand in [notebook 8](08_claims.ipynb#8.6-The-loss-of-note-D-节点内归一化的损失).

# %% [markdown]
# ## 4.9 The rounds of note A go wrong
#
# **"Until three nodes are left"** (三结点树). The root alone, optimal from $2209/612$ on, then never comes.

# %%
# [NOTE_A step 6]
assert links(sequence[-2].tree) == [()]  # a root with two leaves: note A stops here,
assert sequence[-1].tree == root == dt.optimal_subtree(tree, 4)  # but this is optimal too.

# %% [markdown]
# **Alpha is set to infinity once, before the rounds**, and then is the smallest so far. After the first round every
# $g$ is larger, the smallest so far stays $2/3$, no node has it, and nothing is cut ever again.

# %%
# [NOTE_A steps 2, 3, 6]
first, second = sequence[0].tree, sequence[1].tree
so_far = min(dt.weakest_links(first)[0], dt.weakest_links(second)[0])
assert so_far == Fraction(2, 3)
assert so_far not in [dt.alpha_of(second, path) for path in links(second)]

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
# - Take `dt.cart(max_depth=2)` in 4.8. Does note D's loss still cut the root first?
