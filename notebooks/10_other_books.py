# %% [markdown]
# # 10. Other books 其他教材
#
# The small tables of the books that most English readers hold, each with the number that the book prints and the
# exact one beside it. A book rounds as it goes, so that its last digit is sometimes not the nearest one; a few
# printed numbers are wrong. Every table is shipped: `dt.datasets.load("playtennis")`, and `dt.datasets.load()` lists
# them.

# %%
from math import log

import dtrees as dt

# %% [markdown]
# ## 10.1 Mitchell plays tennis
#
# *Machine Learning*, chapter 3. Fourteen days, and whether tennis was played.

# %%
tennis = dt.datasets.load("playtennis")
tennis

# %% [markdown]
# The book's gains at the root are 0.246, 0.151, 0.048 and 0.029. Two of the four are not the nearest three digits,
# because the book takes one rounded entropy from another.

# %%
# [MITCHELL97 §3.4.2]
printed = {"outlook": "0.246", "humidity": "0.151", "wind": "0.048", "temperature": "0.029"}
gains = {found.question.feature: found.gain for found in dt.scored_splits(tennis, dt.id3())}
print(f"entropy of the root: printed 0.940, exact {dt.entropy(dt.summarize(tennis)):.4f}")
for feature, text in printed.items():
    print(f"{feature:12} printed {text}, exact {gains[feature]:.4f}")
assert [f"{gains[feature]:.3f}" for feature in printed] == ["0.247", "0.152", "0.048", "0.029"]

# %% [markdown]
# The tree asks the outlook first, then the humidity of sunny days and the wind of rainy ones.

# %%
tree = dt.grow(tennis, dt.id3())
tree

# %% [markdown]
# Among the sunny days the book prints 0.970 for the humidity, 0.570 for the temperature and 0.019 for the wind. All
# three are a little small.

# %%
# [MITCHELL97 figure 3.4]
sunny = dt.split(tennis, tree.question)[2]
below = {found.question.feature: found.gain for found in dt.scored_splits(sunny, dt.id3())}
for feature, text in {"humidity": "0.970", "temperature": "0.570", "wind": "0.019"}.items():
    print(f"{feature:12} printed {text}, exact {below[feature]:.4f}")
assert [f"{gained:.3f}" for gained in below.values()] == ["0.571", "0.971", "0.020"]

# %% [markdown]
# The gain is the entropy of the whole less that of the parts, and can be taken step by step.

# %%
# [MITCHELL97 eq. 3.4]
parts = [dt.summarize(part) for part in dt.split(tennis, tree.question)]
for part in parts:
    print(part.counts, f"entropy {dt.entropy(part):.3f}")
print(f"mean by rows {dt.conditional_impurity(parts, dt.entropy):.3f}, gain {dt.gain(parts, dt.entropy):.4f}")
assert dt.gain(parts, dt.entropy) == gains["outlook"]

# %% [markdown]
# ## 10.2 Golf with numbers in C4.5 and in Witten
#
# Quinlan's *C4.5* and Witten and Frank's *Data Mining* have the same days with numbers for temperature and humidity.
# Gain ratio takes the outlook, 0.156, as the book says.

# %%
# [C45 §2.2; WITTEN11 §4.3]
golf = dt.datasets.load("golf")
outlook = next(found for found in dt.scored_splits(golf, dt.c45(gate="none")) if found.question.feature == "outlook")
parts = [dt.summarize(part) for part in dt.split(golf, outlook.question)]
print(f"gain {outlook.gain:.3f}, intrinsic value {dt.intrinsic_value(parts):.3f}, ratio {dt.gain_ratio(parts):.3f}")
assert (f"{outlook.gain:.3f}", f"{dt.gain_ratio(parts):.3f}") == ("0.247", "0.156")
dt.grow(golf, dt.c45(numbers="training"))

# %% [markdown]
# This is the tree that both books print. No sunny day has 75: among them the middle of 70 and 85 is 77.5, and C4.5 goes
# down from there to the largest value in the whole column. By the middle the rows go the same ways.

# %%
# [C45 §2.4]
print(dt.grow(golf, dt.c45()).children[-1].question, dt.grow(golf, dt.c45(numbers="training")).children[-1].question)
assert dt.grow(golf, dt.c45()).children[-1].question == dt.Threshold("humidity", 77.5)
assert dt.grow(golf, dt.c45(numbers="training")).children[-1].question == dt.Threshold("humidity", 75)

# %% [markdown]
# Witten's example of a cut of the temperature, at 71.5, leaves 0.939 bits.

# %%
# [WITTEN11 §6.1]
weather = dt.datasets.load("weather_numeric")
sides = [dt.summarize(part) for part in dt.split(weather, dt.Threshold("temperature", 71.5))]
print([side.counts for side in sides], f"{dt.conditional_impurity(sides, dt.entropy):.3f} bits")
assert f"{dt.conditional_impurity(sides, dt.entropy):.3f}" == "0.939"

# %% [markdown]
# ## 10.3 Han sells computers
#
# *Data Mining: Concepts and Techniques*, chapter 8. The same counts as the tennis days, so the gains are the same:
# printed 0.246, 0.151, 0.048 and 0.029 bits.

# %%
# [HAN11 §8.2.2]
electronics = dt.datasets.load("electronics")
for found in dt.scored_splits(electronics, dt.c45(gate="none")):
    print(f"{found.question.feature:14} gain {found.gain:.3f}   gain ratio {float(found.score):.3f}")

income = dt.EachCategory("income", ("high", "low", "medium"))
parts = [dt.summarize(part) for part in dt.split(electronics, income)]
print(f"SplitInfo of the income: printed 1.557, exact {dt.intrinsic_value(parts):.3f}")
assert (f"{dt.intrinsic_value(parts):.3f}", f"{dt.gain_ratio(parts):.3f}") == ("1.557", "0.019")

# %% [markdown]
# The second edition prints 0.926 for this SplitInfo, and so a ratio of 0.031. No way of counting the 4, 4 and 6 rows
# gives it; the third edition has 1.557 and 0.019. By Gini the book prints 0.459 for the whole table and 0.443 for the
# income split into {low, medium} and {high}.

# %%
# [HAN11 §8.2.2]
wrong, halves = "0.926", dt.split(electronics, dt.OneOf("income", ("low", "medium")))
sides = [dt.summarize(half) for half in halves]
print(f"Gini {dt.gini(dt.summarize(electronics)):.3f}, divided {dt.conditional_impurity(sides, dt.gini):.3f}")
assert f"{dt.gini(dt.summarize(electronics)):.3f}" == "0.459"
assert f"{dt.conditional_impurity(sides, dt.gini):.3f}" == "0.443"
assert wrong != f"{dt.intrinsic_value(parts):.3f}"
assert f"{float(dt.gain(parts, dt.entropy)) / float(wrong):.3f}" != f"{dt.gain_ratio(parts):.3f}"  # 0.031

# %% [markdown]
# ## 10.4 Tan lends money
#
# *Introduction to Data Mining*, chapter 4: ten borrowers. The book computes the weighted Gini index at each cut of
# the income and finds 0.300 at 97 as the least. The two cuts outside of all incomes, which it lists with 0.420,
# divide nothing.

# %%
# [TAN05 figure 4.16]
borrowers = dt.datasets.load("borrowers")
cuts = [found for found in dt.scored_splits(borrowers, dt.cart()) if found.question.feature == "annual_income"]
for found in cuts:
    print(f"income <= {found.question.threshold:5}: {dt.conditional_impurity(found.parts, dt.gini):.3f}")
least = min(dt.conditional_impurity(found.parts, dt.gini) for found in cuts)
assert f"{least:.3f}" == "0.300"
assert f"{dt.gini(dt.summarize(borrowers)):.3f}" == "0.420"

# %% [markdown]
# Is he married? That question is as good, exactly. Which of the two a program asks is a matter of convention.

# %%
# [TAN05 §4.3.4]
for found in dt.admissible_splits(borrowers, dt.cart()):
    print(found.question, found.gain)
assert [found.question.feature for found in dt.admissible_splits(borrowers, dt.cart())] == [
    "marital_status",
    "annual_income",
]

# %% [markdown]
# ## 10.5 Russell and Norvig wait for a table
#
# *Artificial Intelligence: A Modern Approach*, chapter 18. Twelve guests; the number of patrons gains 0.541 bits, the
# type of the restaurant nothing at all.

# %%
# [RUSSELL09 §18.3.4]
restaurant = dt.datasets.load("restaurant")
gains = {found.question.feature: found.gain for found in dt.scored_splits(restaurant, dt.id3())}
print(f"patrons: printed 0.541, exact {gains['patrons']:.4f}; type: {gains['type']}")
assert f"{gains['patrons']:.3f}" == "0.541"
assert gains["type"] == 0

# %% [markdown]
# In a full restaurant the book asks next whether one is hungry. Five questions are best there, and gain exactly the
# same; the book's tree follows one of them.

# %%
# [RUSSELL09 figure 18.6]
full = dt.split(restaurant, dt.best_split(restaurant, dt.id3()).question)[0]
tied = dt.admissible_splits(full, dt.id3())
for found in tied:
    print(f"{found.question.feature:12} {found.gain} = {found.gain:.3f}")
assert len(tied) == 5
assert len({found.gain for found in tied}) == 1

# %% [markdown]
# ## 10.6 Kelleher finds what grows
#
# *Machine Learning for Predictive Data Analytics*, chapter 4: seven places. By gain one asks the elevation, 0.8774
# bits, which has a value of its own for nearly every place; by gain ratio the slope, 0.5026.

# %%
# [KELLEHER15 §4.4.1]
vegetation = dt.datasets.load("vegetation")
for found in dt.scored_splits(vegetation, dt.c45(gate="none")):
    print(f"{found.question.feature:10} gain {found.gain:.4f}   gain ratio {float(found.score):.4f}")
by_gain, by_ratio = (dt.best_split(vegetation, learner) for learner in (dt.id3(), dt.c45(gate="none")))
assert (by_gain.question.feature, f"{by_gain.gain:.4f}") == ("elevation", "0.8774")
assert (by_ratio.question.feature, f"{float(by_ratio.score):.4f}") == ("slope", "0.5026")

# %% [markdown]
# ## 10.7 Shalev-Shwartz shows that ID3 is greedy
#
# *Understanding Machine Learning*, exercise 18.2. Four rows. ID3 asks `x1` first, and is wrong on one row of four at
# depth 2; a tree that asks `x2` and then `x3` is right on all.

# %%
# [SHALEV14 exercise 18.2]
rows = dt.datasets.load("four_points")
greedy = dt.grow(rows, dt.id3(max_depth=2))
print(greedy)
better = [dt.split(part, dt.Threshold("x3", 0.5)) for part in dt.split(rows, dt.Threshold("x2", 0.5))]
ends = [dt.summarize(end) for parts in better for end in parts]
print("asking x2, then x3:", [end.counts for end in ends])
assert dt.ERROR.of(greedy, rows) == dt.Exact("1/4")
assert all(dt.misclassification(end) == 0 for end in ends)

# %% [markdown]
# ## 10.8 Two splits in ESL and in Bishop
#
# *The Elements of Statistical Learning*, section 9.2.3, and Bishop's chapter 14 compare two splits of 400 rows of
# each class. Both err on a quarter of the rows; Gini and entropy prefer the second, which has a pure part.

# %%
# [ESL2 §9.2.3]
pairs = {"300:100 and 100:300": [(300, 100), (100, 300)], "200:400 and 200:0": [(200, 400), (200, 0)]}
for text, counts in pairs.items():
    parts = [dt.ClassCounts(count) for count in counts]
    means = [dt.conditional_impurity(parts, impurity) for impurity in (dt.misclassification, dt.gini, dt.entropy)]
    print(f"{text:20} error {means[0]:.3f}, Gini {means[1]:.3f}, entropy {means[2]:.3f} bits")
assert [f"{mean:.3f}" for mean in means] == ["0.250", "0.333", "0.689"]

# %% [markdown]
# ## 10.9 ISLR sells child seats
#
# James, Witten, Hastie, Tibshirani, *An Introduction to Statistical Learning*, §8.3.1: in which of 400 shops do more
# than 8,000 seats sell? The book's tree is that of R's package `tree`. It splits no node of fewer than 10 rows, makes
# no leaf of fewer than 5, and makes a split only if it saves a hundredth of the root's risk, here of its entropy:
# `min_saving`.

# %%
seats = dt.datasets.load("carseats")
islr = dt.cart(impurity="entropy", categories="subset", min_split=10, min_leaf=5, min_saving=0.01)
seats_tree = dt.vectorized.grow(seats, islr)
dt.plot(seats_tree, max_depth=3)

# %% [markdown]
# The book prints 27 leaves, 36 errors of 400 (0.09), and a residual mean deviance of 0.4575. The deviance is twice the
# entropy in nats, summed over the rows; its mean is taken over the rows less the leaves.

# %%
# [ISLR21 §8.3.1]
seats_leaves = dt.leaves(seats_tree)
errors = sum(leaf.summary.weight - max(leaf.summary.counts) for leaf in seats_leaves)
bits = sum(dt.entropy(leaf.summary) * leaf.summary.weight for leaf in seats_leaves)
deviance = 2 * log(2) * float(bits) / (400 - len(seats_leaves))
print(f"printed 27 leaves, 36 errors, 0.4575; here {len(seats_leaves)} leaves, {errors} errors, {deviance:.5f}")
assert (len(seats_leaves), errors, errors / 400, f"{deviance:.4f}") == (27, 36, 0.09, "0.4575")

# %% [markdown]
# The book's other table, of baseball players, is not ours to ship. `load` says what writes it as a CSV file, and
# `read_csv` reads that.

# %%
try:
    dt.datasets.load("hitters")
except dt.InvalidData as message:
    print(message)

# %% [markdown]
# ## Exercises 练习
#
# - Which question does CART ask first of the tennis days, when it may ask for subsets of categories?
# - At which misclassification rate does the restaurant's tree stop when it may ask one question only?

# %% [markdown]
# ## Solutions 解答
#
# **1.** Whether the outlook is overcast, which gains 0.102 by Gini.

# %%
best = dt.best_split(tennis, dt.cart(categories="subset"))
print(best.question, f"{best.gain:.3f}")
assert best.question.describe(0) == "outlook in {overcast}"
assert f"{best.gain:.3f}" == "0.102"

# %% [markdown]
# **2.** At one sixth: two of the six guests of a full restaurant waited.

# %%
stump = dt.grow(restaurant, dt.id3(max_depth=1))
assert dt.ERROR.of(stump, restaurant) == dt.Exact("1/6")
stump
