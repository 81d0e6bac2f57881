# %% [markdown]
# # 2. ID3 and C4.5 生成算法
#
# Both ask each node for the feature that tells most, give each of its values a child, and go on below. ID3 asks for
# the largest information gain (信息增益), C4.5 for the largest gain ratio (信息增益比). Read beside Quinlan,
# *Induction of decision trees*, 1986; Quinlan, *C4.5*, 1993, ch. 2; Li Hang (李航), 统计学习方法, 2nd edition, §5.3;
# Zhou (周志华), 机器学习, 2016, §4.1, §4.2 and §4.4; and notes C, D and E. Measures are in [notebook
# 1](01_impurity.ipynb), proofs on pages [2](../proofs/2-entropy.md) and [5](../proofs/5-growing.md).

# %%
from collections import deque
from fractions import Fraction
from itertools import pairwise

import attrs
import numpy as np

import dtrees as dt
from dtrees import datasets, render

# %% [markdown]
# ## 2.1 The loan table 贷款
#
# Li Hang's example 5.3 grows ID3's tree (figure 5.5): does the applicant own a house; if not, is there a job? Two
# questions of the four settle all fifteen rows.

# %%
# [LIHANG2 example 5.3, figure 5.5]
loan = datasets.load("loan")
grown = dt.grow(loan, dt.id3())
assert [node.question.feature for node in (grown, grown.children[0])] == ["owns_house", "has_job"]
assert [leaf.summary.counts for leaf in dt.leaves(grown)] == [(0, 6), (3, 0), (6, 0)]
print(dt.render_text(grown, impurity=dt.entropy))

# %% [markdown]
# Below the house the nine other applicants are scored anew. The book's gains there are 0.251, 0.918 and 0.474. The
# first is 0.918 - 0.667, of rounded numbers; exactly it is log2 3 - 4/3 = 0.251629, which rounds to 0.252.

# %%
# [LIHANG2 example 5.3]
_, without_house = dt.split(loan, dt.Equals("owns_house", "yes"))
below = {found.question.feature: found for found in dt.scored_splits(without_house, dt.id3())}
assert f"{dt.entropy(dt.summarize(without_house)):.3f}" == "0.918"
assert (f"{below['has_job'].gain:.3f}", f"{below['credit'].gain:.3f}") == ("0.918", "0.474")
assert below["age"].gain == dt.Exact.log2(3) - Fraction(4, 3)
assert (f"{below['age'].gain:.6f}", f"{below['age'].gain:.3f}") == ("0.251629", "0.252")
assert dt.conditional_impurity(below["age"].parts, dt.entropy) == Fraction(2, 3)
assert Fraction("0.918") - Fraction("0.667") == Fraction("0.251")
for name, book in (("age", "0.251"), ("has_job", "0.918"), ("credit", "0.474")):
    print(f"g(D2, {name:<7}) = {below[name].gain:.3f}   in the book {book}   = {below[name].gain}")

# %% [markdown]
# C4.5 grows the same tree, and so does note C's learner, the Gini index on ID3's questions. Different scores need not
# mean different trees.

# %%
assert dt.grow(loan, dt.c45()) == dt.grow(loan, dt.multiway_gini()) == grown

# %% [markdown]
# ## 2.2 The watermelons 西瓜
#
# Zhou's figure 4.4 is ID3's tree on table 4.1. Under clear texture (纹理=清晰) root, navel and touch (根蒂, 脐部,
# 触感) gain 0.458 each, and "any one may be taken". They tie exactly: all three are admissible, and the first column
# is the canonical pick.

# %%
# [ZHOU16 §4.2.1]
watermelon = datasets.load("watermelon2")
clear, _ = dt.split(watermelon, dt.Equals("texture", "clear"))
gains = {found.question.feature: f"{found.gain:.3f}" for found in dt.scored_splits(clear, dt.id3())}
assert gains == {"color": "0.043", "root": "0.458", "knock": "0.331", "navel": "0.458", "touch": "0.458"}
tied = dt.admissible_splits(clear, dt.id3())
assert [found.question.feature for found in tied] == ["root", "navel", "touch"]
{str(found.gain) for found in tied}

# %% [markdown]
# `growing_to_html` shows this of every node, on a page for the browser: all candidates on a line by their gains, the
# ties marked, and the branch that each choice leads to. Write it to a file with
# `Path("melons.html").write_text(page, encoding="utf-8")`.

# %%
page = render.growing_to_html(watermelon, dt.id3(), title="Watermelons")
assert page.count('"state": "tied"') == 3  # navel and touch under clear texture, touch once more below the root

# %%
# [ZHOU16 figure 4.4]
melons = dt.grow(watermelon, dt.id3())
assert melons.question.feature == "texture"
asked_below_clear = [melons.children[1].question.feature, melons.children[1].children[1].question.feature]
assert asked_below_clear == ["root", "color"]
print(dt.render_text(melons, impurity=dt.entropy))

# %% [markdown]
# The book's figure has one leaf more: a pale melon (浅白) under slightly curled roots (稍蜷), which no row is. An
# empty branch says what its parent's majority says; leaving it out, and stopping there, says the same. That is below,
# under *A value never seen*.

# %% [markdown]
# Note C's first figure, Zhou's figure 4.1, is no learner's tree but how a melon is judged: what color (色泽)? If green
# (青绿), what root (根蒂)? If curled (蜷缩), how does it sound (敲声)? If muffled (浊响), it is a good one (好瓜).
# Asked of the rows of table 4.1, in the words of the book:

# %%
# [NOTE_C 1 "基本決策流程"; ZHOU16 figure 4.1]
rows, path = datasets.load("watermelon2", language="zh"), ()
flow = dt.Leaf(dt.summarize(rows))
for feature, answer in (("色泽", "青绿"), ("根蒂", "蜷缩"), ("敲声", "浊响")):
    asks = next(found.question for found in dt.scored_splits(rows, dt.id3()) if found.question.feature == feature)
    parts = dt.split(rows, asks)
    asking = dt.Branch(dt.summarize(rows), asks, [dt.Leaf(dt.summarize(part)) for part in parts])
    flow, child = dt.replace_at(flow, path, asking), asks.categories.index(answer)
    path, rows = (*path, child), parts[child]
assert dt.summarize(rows) == dt.ClassCounts((1, 0), ("是", "否"))
print(dt.render_text(flow, impurity=dt.entropy))

# %% [markdown]
# ## 2.3 The weather 天气
#
# Quinlan's fourteen Saturday mornings: 0.940 bits, and gains 0.246 of outlook, 0.029, 0.151 of humidity and 0.048.
# The exact gains of the two are 0.246750 and 0.151836: rounded they are 0.247 and 0.152, as later books print. His
# are cut off, or come from rounded numbers, as 0.940 - 0.694.

# %%
# [QUINLAN86 §4]
print(datasets.path("weather").read_text(encoding="utf-8"))
weather = datasets.load("weather")
mornings = {found.question.feature: found for found in dt.scored_splits(weather, dt.id3())}
assert f"{dt.entropy(dt.summarize(weather)):.3f}" == "0.940"
assert (f"{mornings['temperature'].gain:.3f}", f"{mornings['windy'].gain:.3f}") == ("0.029", "0.048")
assert (f"{mornings['outlook'].gain:.6f}", f"{mornings['humidity'].gain:.6f}") == ("0.246750", "0.151836")
assert (f"{mornings['outlook'].gain:.3f}", f"{mornings['humidity'].gain:.3f}") == ("0.247", "0.152")
assert Fraction("0.246") < mornings["outlook"].gain < Fraction("0.247")
assert Fraction("0.151") < mornings["humidity"].gain < Fraction("0.152")
assert f"{dt.conditional_impurity(mornings['outlook'].parts, dt.entropy):.3f}" == "0.694"
assert Fraction("0.940") - Fraction("0.694") == Fraction("0.246")
for name, book in (("outlook", "0.246"), ("temperature", "0.029"), ("humidity", "0.151"), ("windy", "0.048")):
    print(f"gain({name:<11}) = {mornings[name].gain:.6f}   in the paper {book}")

# %%
# [QUINLAN86 figure 2]
simple = dt.grow(weather, dt.id3())
overcast, rain, sunny = simple.children
assert (simple.question.feature, rain.question.feature, sunny.question.feature) == ("outlook", "windy", "humidity")
assert isinstance(overcast, dt.Leaf)
assert dt.grow(weather, dt.c45()) == simple
print(dt.render_text(simple, impurity=dt.entropy))

# %% [markdown]
# ## 2.4 Largest gain at every node
#
# ID3 is the claim that each branch asks a question no other beats. Enumerate: at every node of the tree, all features
# of that node's rows, and the gain of the one asked.

# %%
waiting, checked = [(simple, weather)], 0
while waiting:
    node, rows = waiting.pop()
    assert node.summary == dt.summarize(rows)
    if isinstance(node, dt.Branch):
        asked = dt.gain([child.summary for child in node.children], dt.entropy)
        assert asked == max(found.gain for found in dt.scored_splits(rows, dt.id3()))
        waiting.extend(zip(node.children, dt.split(rows, node.question), strict=True))
        checked += 1
checked

# %% [markdown]
# Largest at every node does not mean smallest at the end. Of these four rows ID3's tree has depth 3; with the feature
# first that gains nothing, depth 2 is enough. Fewer rows never do it (the register of claims, [choosing a
# question](../proofs/README.md#choosing-a-question)).

# %%
greedy = dt.classification_data({"a": [*"0001"], "b": [*"0010"], "c": [*"0101"]}, [0, 1, 1, 0])
depths = {
    found.question.feature: 1 + max(dt.depth(dt.grow(part, dt.id3())) for part in dt.split(greedy, found.question))
    for found in dt.scored_splits(greedy, dt.id3())
}
assert dt.depth(dt.grow(greedy, dt.id3())) == 3 > min(depths.values()) == 2
depths, {found.question.feature: f"{found.gain:.3f}" for found in dt.scored_splits(greedy, dt.id3())}

# %% [markdown]
# ## 2.5 The gate 高于平均水平
#
# A high ratio may come from a tiny IV. So C4.5 takes the largest ratio only among the features whose gain is at least
# the average [C45 §2.2]: $\max_A g_R(D, A)$ subject to $g(D, A) \ge$ the mean gain. Two features of four rows of
# classes 0 0 1 1: with the gate the first is asked, without it (as Li Hang's algorithm 5.3 and note E have C4.5) the
# second, which gains less than average.

# %%
gated = dt.classification_data({"abac": ["a", "b", "a", "c"], "aaab": ["a", "a", "a", "b"]}, [0, 0, 1, 1])
for found in dt.scored_splits(gated, dt.c45(gate="none")):
    print(f"{found.question.feature}   gain {found.gain:.3f}   ratio {found.score:.3f}")
assert dt.best_split(gated, dt.c45()).question.feature == "abac"
assert dt.best_split(gated, dt.c45(gate="none")).question.feature == "aaab"

# %% [markdown]
# Zhou's §4.2.2 and notes C and D ask for a gain *above* the average. Where all gains are equal none is, and nothing
# can be asked: one feature that separates two rows is the smallest such table. "At least" never fails, as the largest
# gain reaches the average.

# %%
# [NOTE_D "信息增益要高于平均值"; NOTE_C 2.2 "高於平均水平"]
pair = dt.classification_data({"x": ["a", "b"]}, [0, 1])
assert dt.admissible_splits(pair, dt.c45(gate="above")) == ()
assert len(dt.admissible_splits(pair, dt.c45(gate="at_least"))) == 1

# %% [markdown]
# Note C goes on: "then choose the *smallest* gain ratio", a slip of the pen. It would choose the worst: of two
# features of equal gain the smallest ratio takes the identifier.

# %%
# [NOTE_C 2.2 "增益率最小"]
slip = dt.classification_data({"identifier": ["1", "2", "3"], "cause": ["a", "a", "b"]}, [0, 0, 1])
identifier, cause = dt.scored_splits(slip, dt.c45(gate="none"))
assert identifier.gain == cause.gain == dt.entropy(dt.summarize(slip))
assert identifier.score < cause.score == 1
dt.best_split(slip, dt.c45()).question.feature

# %% [markdown]
# ## 2.6 Numbers 连续值
#
# A number has too many values for a child each. C4.5 cuts it in two at a threshold $t = (a^i + a^{i+1}) / 2$ [ZHOU16
# eq. 4.7]. Zhou's table 4.3 adds density (密度) and sugar (含糖率): best cuts 0.381, of gain 0.262, and 0.126, of
# gain 0.349. The book cuts its midpoints off after three decimals: the first is 0.3815.

# %%
# [ZHOU16 §4.4.1]
print(datasets.path("watermelon3").read_text(encoding="utf-8"))
watermelon3 = datasets.load("watermelon3")
by_gain = dt.Learner(questions=dt.Questions(numbers="midpoint", categories="each"), impurity=dt.entropy)
cuts = [found for found in dt.scored_splits(watermelon3, by_gain) if isinstance(found.question, dt.Threshold)]
best = {
    name: max((found for found in cuts if found.question.feature == name), key=lambda found: found.gain)
    for name in ("density", "sugar")
}
assert best["density"].question.threshold == Fraction("0.3815")
assert best["sugar"].question.threshold == Fraction("0.126")
assert (f"{best['density'].gain:.3f}", f"{best['sugar'].gain:.3f}") == ("0.262", "0.349")
for name, book_cut, book_gain in (("density", "0.381", "0.262"), ("sugar", "0.126", "0.349")):
    tried, cut = sum(found.question.feature == name for found in cuts), best[name].question.threshold
    print(f"{name:<7} best of {tried} cuts: {float(cut)}, in the book {book_cut};", end=" ")
    print(f"gain {best[name].gain:.3f}, in the book {book_gain}")

# %%
# [ZHOU16 §4.4.1 "0.244, 0.294, 0.351, 0.381, ..."]
density = sorted(set(watermelon3.feature("density").values.tolist()))
thousandths = [int((low + high) / 2 * 1000) for low, high in pairwise(density)]
assert thousandths[:8] == [244, 294, 351, 381, 420, 459, 518, 574]
assert thousandths[8:] == [600, 621, 636, 648, 661, 681, 708, 746]

# %%
# [ZHOU16 figure 4.8]
with_numbers = dt.grow(watermelon3, by_gain)
assert with_numbers.question.feature == "texture"
assert with_numbers.children[1].question == dt.Threshold("density", Fraction("0.3815"))
print(dt.render_text(with_numbers, impurity=dt.entropy))

# %% [markdown]
# A threshold may be asked again below. So note D's "each feature is used only once" holds of categories, and its "the
# depth is at most n - 1" not even there: the exclusive or (异或) of two features needs both. Of one number,
# alternating classes need a leaf each.

# %%
# [NOTE_D "深度不会超过n-1"]
exclusive_or = dt.classification_data({"x": ["a", "a", "b", "b"], "y": ["a", "b", "a", "b"]}, [0, 1, 1, 0])
assert dt.depth(dt.grow(exclusive_or, dt.id3())) == 2
alternating = dt.classification_data({"x": range(8)}, [0, 1] * 4)
assert len(dt.leaves(dt.grow(alternating, dt.c45()))) == 8

# %% [markdown]
# ## 2.7 Stopping at a gain below epsilon 阈值
#
# Stop where the gain is below ε [LIHANG2 algorithm 5.2; NOTE_E]. In exclusive or no feature gains
# anything, so any ε > 0 stops at the root with two errors, though two questions would end with none.

# %%
# [LIHANG2 algorithm 5.2; NOTE_E "信息增益小于它了"]
assert [str(found.gain) for found in dt.scored_splits(exclusive_or, dt.id3())] == ["0", "0"]
stopped = dt.grow(exclusive_or, dt.id3(min_gain=Fraction(1, 10**9)))
assert dt.predict(stopped, exclusive_or).tolist() == [0, 0, 0, 0]
assert dt.predict(dt.grow(exclusive_or, dt.id3()), exclusive_or).tolist() == [0, 1, 1, 0]
print(dt.render_text(stopped, impurity=dt.entropy))

# %% [markdown]
# Note E also says when nothing helps: two rows alike in all features and of different classes. That is the only case
# in which a tree grown to its end errs on its own rows ([proof](../proofs/5-growing.md#what-can-be-learned)).

# %%
# [NOTE_E "训练数据自身出矛盾"]
contradiction = dt.classification_data({"x": ["a", "a", "b"]}, ["no", "yes", "yes"])
grown_to_its_end = dt.grow(contradiction, dt.id3())
assert [leaf.summary.counts for leaf in dt.leaves(grown_to_its_end)] == [(1, 1), (0, 1)]
assert dt.ERROR.of(grown_to_its_end, contradiction) == Fraction(1, 3)

# %% [markdown]
# ## 2.8 A value never seen 未见的取值
#
# A new melon is clear, slightly curled and pale: no row was. `stop` lets the node that asks speak, by majority vote
# (多数表决; here one to one, a tie that the class first in order has); so does an empty branch labelled with that
# majority [ZHOU16 figure 4.2]. `largest` sends it to the heaviest child, and note D sends it to a child at random,
# which needs a seed to be a function.

# %%
# [ZHOU16 figure 4.2; NOTE_C 1 "D'為空"]
pale = {"texture": ["clear"], "root": ["slightly_curled"], "color": ["pale"], "touch": ["hard"]}
(path,) = dt.apply(melons, pale)
asking = dt.subtree_at(melons, path)
assert asking.question.feature == "color"
colors = ("black", "green", "pale")
empty_branch = dt.Leaf(dt.ClassCounts(asking.summary.counts, ("yes", "no")))
same_but_filled = dt.Branch(asking.summary, dt.EachCategory("color", colors), (*asking.children, empty_branch))
filled = dt.replace_at(melons, path, same_but_filled)
assert dt.predict(filled, pale).tolist() == dt.predict(melons, pale).tolist() == ["yes"]
path, dt.predict_proba(melons, pale).tolist()

# %%
# [NOTE_D "随机返回一个子节点"]
once, again = (dt.apply(melons, pale, unseen="random", seed=7) for _ in range(2))
assert once == again
{policy: dt.apply(melons, pale, unseen=policy, seed=7) for policy in ("stop", "largest", "random")}

# %% [markdown]
# ## 2.9 The steps of notes D and E 算法步骤
#
# Both notes list the steps: score each feature, take the best, give each of its values the rows that have it *without
# that feature*, and go on until a node is pure or no feature is left. Here they are on the loan table, by gain and by
# gain ratio; a leaf's line is step 5, the most frequent label. It is `dt.grow`, but for note D's "or one feature is
# left" ([notebook 8](08_claims.ipynb#Stopping-at-one-feature)).

# %%
# [NOTE_D "ID3决策树的生成算法"; NOTE_D "C4.5决策树的生成算法"; NOTE_E "学出一棵树需要几步"]
for learner in (dt.id3(), dt.c45()):
    asked, waiting = {}, [((), loan)]
    print(learner.score)
    while waiting:
        path, rows = waiting.pop()
        found = dt.scored_splits(rows, learner)
        if dt.entropy(dt.summarize(rows)) == 0 or not found:
            print(f"  {path!s:<8} leaf: {dt.summarize(rows).majority}")
            continue
        best = dt.best_split(rows, learner).question
        asked[path] = best.feature
        print(f"  {path!s:<8} {best.feature}:", *(f"{one.question.feature} {one.score:.3f}" for one in found))
        children = [part.drop(best.feature) for part in dt.split(rows, best)]
        waiting.extend(((*path, place), part) for place, part in enumerate(children))
    tree = dt.grow(loan, learner)
    assert all(dt.subtree_at(tree, path).question.feature == feature for path, feature in asked.items())
    assert len(asked) == len(dt.leaves(tree)) - 1 == 2

# %% [markdown]
# ## 2.10 The program of note C 程序
#
# Note C's listings grow a tree by the Gini index with a child for each value, in floats. Each is here in a few lines
# of its kind beside the function that is its specification. First the Gini value of some labels and the Gini index of
# a feature, listing 4.1:

# %%
# [NOTE_C 4.1]
y = watermelon.target.codes
gini_value = 1 - sum(np.mean(y == label) ** 2 for label in np.unique(y))
gini_index = {}
for feature in watermelon.features:
    parts = [y[feature.codes == value] for value in np.unique(feature.codes)]
    impurities = [1 - sum(np.mean(part == label) ** 2 for label in np.unique(part)) for part in parts]
    gini_index[feature.name] = sum(
        len(part) / len(y) * impurity for part, impurity in zip(parts, impurities, strict=True)
    )
assert np.isclose(gini_value, float(dt.gini(dt.summarize(watermelon))))
for found in dt.scored_splits(watermelon, dt.multiway_gini()):
    exact = dt.conditional_impurity(found.parts, dt.gini)
    assert np.isclose(gini_index[found.question.feature], float(exact))
    print(f"{found.question.feature:<8} {gini_index[found.question.feature]:.17f} for {exact}")

# %% [markdown]
# Listing 4.2 takes the feature of the least index, by `min`: of equal ones the first, if they are equal in floats.

# %%
# [NOTE_C 4.2]
best_feature = min(gini_index, key=gini_index.get)
assert best_feature == dt.best_split(watermelon, dt.multiway_gini()).question.feature == "texture"

# %% [markdown]
# Listing 4.4 grows by breadth, with a queue (队列), and stands for the pseudo-code of note C's first section, Zhou's
# figure 4.2: a node of one class is a leaf (a), a node without features (b), and one whose rows are alike in all of
# them (c). The features must be each branch's own; the note's listing takes them from one list for all branches
# ([notebook 8](08_claims.ipynb#A-list-of-features-that-branches-share)). Listing 4.3, the pruning, is in [notebook
# 5](05_validation.ipynb#5.8-The-listing-of-note-C-后剪枝算法).

# %%
# [NOTE_C 4.4; NOTE_C 1 "生成決策樹(D,F)"; ZHOU16 figure 4.2]
queue, asked, ended = deque([((), watermelon)]), {}, []
while queue:
    path, rows = queue.popleft()
    if len(set(rows.target.codes.tolist())) == 1:  # (a)
        ended.append((path, "a"))
    elif not rows.features:  # (b)
        ended.append((path, "b"))
    elif all(len(set(feature.codes.tolist())) == 1 for feature in rows.features):  # (c)
        ended.append((path, "c"))
    else:
        best = dt.best_split(rows, dt.multiway_gini()).question
        asked[path] = best.feature
        for place, part in enumerate(dt.split(rows, best)):
            queue.append(((*path, place), part.drop(best.feature)))
by_gini = dt.grow(watermelon, dt.multiway_gini())
assert all(dt.subtree_at(by_gini, path).question.feature == feature for path, feature in asked.items())
assert len(ended) == len(dt.leaves(by_gini))
assert {reason for _, reason in ended} == {"a"}  # no two melons are alike and of different classes
print(*(f"{path}: {feature}" for path, feature in asked.items()), sep="\n")

# %% [markdown]
# ## 2.11 Missing values 缺失值
#
# Zhou's table 4.4 (西瓜数据集 2.0α) has gaps. A feature is scored on the rows whose value is known, and the gain is
# multiplied by rho, their share of the weight. A row whose value is missing goes to every child, its weight divided as
# the known rows are. C4.5 calls such parts fractional cases; here the weights are exact fractions.

# %%
# [ZHOU16 §4.4.2, eq. 4.9 to 4.12]
alpha = datasets.load("watermelon2_alpha")
divided = dt.id3(missing="fractional")
book = {"color": "0.252", "root": "0.171", "knock": "0.145", "texture": "0.424", "navel": "0.289", "touch": "0.006"}
for found in dt.scored_splits(alpha, divided):
    name = found.question.feature
    rho = 1 - Fraction(int(alpha.feature(name).missing.sum()), 17)
    assert f"{found.gain:.3f}" == book[name]
    print(f"Gain(D, {name:<7}) = {rho} * {found.gain / rho:.4f} = {found.gain:.3f}")

# %% [markdown]
# Texture wins, and melons 8 and 10, whose texture is unknown, go on three times: with 7/15, 5/15 and 3/15. The tree is
# figure 4.9.

# %%
# [ZHOU16 §4.4.2, figure 4.9]
best = dt.best_split(alpha, divided).question
for category, part in zip(best.categories, dt.split(alpha, best), strict=True):
    cut = [weight for weight in map(Fraction, part.weights) if weight != 1]
    assert (
        cut == [{"clear": Fraction(7, 15), "slightly_blurry": Fraction(1, 3), "blurry": Fraction(1, 5)}[category]] * 2
    )
    print(f"{category:<16} {dt.summarize(part)}")
with_gaps = dt.grow(alpha, divided)
assert len(dt.leaves(with_gaps)) == 12
print(dt.render_text(with_gaps, impurity=dt.entropy))

# %% [markdown]
# A melon to be judged goes down the same ways: what is not known divides it, and the shares of the classes at its ends
# are mixed.

# %%
# [ZHOU16 §4.4.2]
melon = {"texture": [None], "root": ["slightly_curled"], "color": ["black"], "touch": ["hard"], "knock": ["muffled"]}
shares = dt.predict_proba(with_gaps, melon | {"navel": ["sunken"]}, missing="keep")
assert shares.tolist() == [[float(Fraction(2, 3)), float(Fraction(1, 3))]]
print("a good melon {:.3f}, a bad one {:.3f}".format(*shares[0]))

# %% [markdown]
# Quinlan's book has the golf days, our weather with numbers, and makes the outlook of an overcast day unknown. The gain
# ratio counts the unknown days as one more part of the intrinsic value. The day then goes on three times, with 5/13,
# 3/13 and 5/13. The book writes three of the leaves as Play (3.2), Don't Play (3.4/0.4) and Don't Play (2.4/0.4): the
# weight, and how much of it is wrong. No leaf of less than two days is made.

# %%
# [C45 §3.2]
golf = dt.classification_data(
    {
        "outlook": ["sunny"] * 5 + [None] + ["overcast"] * 3 + ["rain"] * 5,
        "temperature": [75, 80, 85, 72, 69, 72, 83, 64, 81, 71, 65, 75, 68, 70],
        "humidity": [70, 90, 85, 95, 70, 90, 78, 65, 75, 80, 70, 80, 80, 96],
        "windy": [answer == "t" for answer in "ttffftftfttfff"],
    },
    ["Play" if answer == "p" else "Don't Play" for answer in "pnnnpppppnnppp"],
    classes=["Play", "Don't Play"],
    missing="keep",
)
by_ratio = dt.c45(missing="fractional", min_leaf=2)
found = dt.best_split(golf, by_ratio)
intrinsic = dt.intrinsic_value([*found.parts, dt.ClassCounts((1, 0), golf.target.labels)])
assert (f"{found.gain:.3f}", f"{intrinsic:.3f}", f"{found.score:.3f}") == ("0.199", "1.809", "0.110")
print(f"gain {found.gain:.3f}, intrinsic value {intrinsic:.3f}, ratio {found.score:.3f}\n")
outlooks = dt.grow(golf, by_ratio)
of_leaf = [[f"{float(count):.1f}" for count in leaf.summary.counts] for leaf in dt.leaves(outlooks)]
assert of_leaf == [["3.2", "0.0"], ["3.0", "0.0"], ["0.4", "2.0"], ["2.0", "0.0"], ["0.4", "3.0"]]
assert dt.leaves(outlooks)[-1].summary.weight == 3 + Fraction(5, 13)  # the book's 3.4
assert dt.leaves(outlooks)[2].summary.weight == 2 + Fraction(5, 13)  # the book's 2.4
print(dt.render_text(outlooks, impurity=dt.entropy))

# %% [markdown]
# A sunny day of unknown humidity ends in both leaves of the sunny days, and is to be played on with 44%.

# %%
# [C45 §3.2]
day = {"outlook": ["sunny"], "temperature": [70], "humidity": [None], "windy": [False]}
chances = dt.predict_proba(outlooks, day, missing="keep")[0]
assert [f"{chance:.0%}" for chance in chances] == ["44%", "56%"]
print("Play {:.0%}, Don't Play {:.0%}".format(*chances))

# %% [markdown]
# ## Exercises 练习
#
# - Put `navel` before `root` in the watermelons' columns: which tree does ID3 grow, and is it admissible for the old
#   order?
# - Give C4.5 `gate="none"` on the four classification tables of the books. Does any tree change?
# - Grow ID3 on `watermelon3`: a number gets a child for each value. Why does density win now, and what is the tree
#   worth?

# %% [markdown]
# ## Solutions 解答
#
# **1.** It asks about the navel under clear texture. By the old order that is the canonical question nowhere else, and
# admissible: of thirteen nodes the judge finds twelve canonical and one admissible.

# %%
order = ("color", "navel", "root", "knock", "texture", "touch")
navel_first = attrs.evolve(watermelon, features=tuple(watermelon.feature(name) for name in order))
by_navel = dt.grow(navel_first, dt.id3())
assert dt.subtree_at(by_navel, (1,)).question.feature == "navel"
verdict = dt.oracle.judge_tree(by_navel, watermelon, dt.id3())
assert (verdict.canonical, verdict.admissible, verdict.deviations) == (12, 1, ())

# %% [markdown]
# **2.** No: on none of the four does the gate decide.

# %%
for name in ("loan", "watermelon2", "watermelon3", "weather"):
    rows = datasets.load(name)
    assert dt.grow(rows, dt.c45()) == dt.grow(rows, dt.c45(gate="none"))

# %% [markdown]
# **3.** The seventeen densities differ, so that they part the rows into single ones and gain all the entropy, as an
# identifier does. So do the sugars: the two tie. The tree is right about its own rows and says of any other melon what
# the root says, for its density was never seen.

# %%
assert [found.question.feature for found in dt.admissible_splits(watermelon3, dt.id3())] == ["density", "sugar"]
each_density = dt.grow(watermelon3, dt.id3())
assert (dt.depth(each_density), len(dt.leaves(each_density))) == (1, 17)
assert dt.ACCURACY.of(each_density, watermelon3) == 1
assert dt.apply(each_density, {"density": [Fraction("0.5")]}) == ((),)
