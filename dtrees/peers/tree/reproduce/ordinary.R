# How often ordinary data show an entry, asked of tree alone, by default options unless it says others:  Rscript ordinary.R
suppressPackageStartupMessages(library(tree))
count <- function(tables, shows) sum(sapply(seq_len(tables), function(seed) {set.seed(seed); shows()}))
full <- function(formula, rows) tree(formula, rows, control = tree.control(nrow(rows), mincut = 1, minsize = 2, mindev = 0, nmax = 4 * nrow(rows)))
leaves <- function(fit) sum(fit$frame$var == "<leaf>")

cat("TR1: iris, split = \"gini\": the first split separates", tree(Species ~ ., iris, split = "gini")$frame$n[2], "rows of setosa; right is",
    sum(iris$Species == "setosa"), "\n")

spread <- function(y, w) sum(w * (y - weighted.mean(y, w))^2)
left <- function(y, w, low) spread(y[low], w[low]) + spread(y[!low], w[!low])
is_worse <- function(rows, y) {  # than the best split with the default five rows on each side
  w <- sample(5, nrow(rows), TRUE)
  frame <- tree(reformulate(".", y), rows, weights = w)$frame
  cuts <- do.call(rbind, lapply(setdiff(names(rows), y), function(x) {
    values <- sort(unique(rows[[x]]))
    data.frame(x, cut = (head(values, -1) + tail(values, -1)) / 2)
  }))
  low <- Map(function(x, cut) rows[[x]] < cut, cuts$x, cuts$cut)
  low <- Filter(function(one) min(sum(one), sum(!one)) >= 5, low)
  first <- rows[[as.character(frame$var[1])]] < as.numeric(sub("<", "", frame$splits[1, "cutleft"]))
  left(rows[[y]], w, first) > min(sapply(low, function(one) left(rows[[y]], w, one))) * (1 + 1e-9)
}
cat("TR2: weights of 1 to 5: the first split is not the best in", count(20, function() is_worse(mtcars, "mpg")), "of 20 draws of mtcars\n")

fit <- tree(mpg ~ ., mtcars, weights = rep(.5, 32))
cat("TR3: mtcars, each row of weight 0.5: a leaf weighs", min(fit$frame$n), "; right is at least", tree.control(32)$mincut, "\n")

rows <- data.frame(x = 1e6 + 1:2000, y = sin(1:2000 / 100))
fit <- tree(y ~ x, rows)
cat("TR4: 7 digits:", sum(abs(predict(fit, rows) - fit$frame$yval[fit$where]) > 1e-9), "of 2,000 rows reach another leaf\n")

rows <- data.frame(x = rank(rivers), y = rivers)
cat("TR5: rivers by rank, grown fully:", leaves(full(y ~ x, rows)), "leaves; right is", length(unique(rivers)), "\n")

for (far in c(0, 1.7e9)) {
  rows <- data.frame(x = 1:100, y = far + rep(c(0, 5), each = 50))
  cat("TR6: 100 rows, the last 50 of them 5 higher, from", sub("+0", "", far, fixed = TRUE), "on: leaves:", leaves(tree(y ~ x, rows)), "\n")
}

noise <- function() {  # leaves of equal shares or means have no gain
  rows <- data.frame(x = factor(sample(letters[1:3], 24, TRUE)), y = factor(sample(2, 24, TRUE)))
  fit <- full(y ~ x, rows)
  shares <- fit$frame$yprob[, 1]
  node <- as.numeric(rownames(fit$frame))
  any(sapply(node[fit$frame$var != "<leaf>"], function(n) abs(diff(shares[match(2 * n + 0:1, node)])) < 1e-9))
}
cat("TR8: 3,000 tables of 24 rows, three categories, two classes, grown fully:", count(3000, noise), "\n")

for (unit in c(1, 100)) {
  returns <- as.data.frame(unit * diff(log(EuStockMarkets)))
  cat("TR9: log returns of EuStockMarkets, DAX by the others, times", unit, ": one of 5 leaves:", 5 %in% prune.tree(tree(DAX ~ ., returns))$size, "\n")
}

control <- tree.control(32, mincut = 1, minsize = 2, mindev = 0)
set.seed(1)
folds <- sample(10, 32, TRUE)
error <- function(fold) {
  grown <- tree(mpg ~ ., mtcars[folds != fold, ], control = control)
  sum((mtcars$mpg - predict(grown, mtcars))[folds == fold]^2)
}
cat("TR10: mtcars grown fully, ten folds: an error of", format(cv.tree(tree(mpg ~ ., mtcars, control = control), folds)$dev[1], digits = 4),
    "; right is", format(sum(sapply(1:10, error)), digits = 4), "\n")

set.seed(1)
cars <- transform(mtcars, w = sample(5, 32, TRUE))
folds <- sample(10, 32, TRUE)
model <- mpg ~ cyl + disp + hp + drat + wt + qsec + vs + am + gear + carb
error <- function(fold) {
  held <- cars[folds == fold, ]
  sum(held$w * (held$mpg - predict(tree(model, cars[folds != fold, ], weights = w), held))^2)
}
cat("TR12: mtcars, weights of 1 to 5, ten folds: an error of", format(cv.tree(tree(model, cars, weights = w), folds)$dev[1], digits = 4),
    "; right is", format(sum(sapply(1:10, error)), digits = 5), "\n")

fit <- tree(factor(cyl) ~ mpg, mtcars, weights = 1 / wt)
share <- predict(fit, data.frame(mpg = NA_real_), split = TRUE)[1, "4"]
cat(sprintf("TR15: mtcars, cyl by mpg, weights 1 / wt, mpg missing: the share of 4 is %.4f; right is %.4f\n", share, fit$frame$yprob[1, "4"]))

fails <- function(seed) {  # NA if the tree itself is a leaf
  set.seed(seed)
  rows <- data.frame(a = rnorm(50), b = rnorm(50), c = rnorm(50), y = factor(runif(50) < .05))
  fit <- tree(y ~ ., rows, model = TRUE)  # `model`, or it looks for rows elsewhere
  if (leaves(fit) == 1) NA else grepl("singlenode", try(cv.tree(fit), silent = TRUE)[1])
}
failed <- sapply(1:100, fails)
cat("TR11: 100 tables of 50 rows, one class of 5 %:", sum(failed, na.rm = TRUE), "of", sum(!is.na(failed)), "trees with a split fail\n")

set.seed(1)
rows <- data.frame(x = factor(sample(32, 300, TRUE)), y = rnorm(300))
fit <- tree(y ~ x, rows)
cat("TR14: 300 rows of 32 levels:", sum(abs(predict(fit, rows) - fit$frame$yval[fit$where]) > 1e-9), "get another prediction than their fitted one\n")

tied <- function(seed) {  # nodes below the root whose two classes tie, and those of them that get another class than their parent
  set.seed(seed)
  frame <- tree(y ~ ., data.frame(a = rnorm(100), b = rnorm(100), y = factor(sample(2, 100, TRUE))))$frame
  node <- as.numeric(rownames(frame))
  ties <- abs(frame$yprob[, 1] - .5) < 1e-12 & node > 1
  c(sum(ties), sum(frame$yval[ties] != frame$yval[match(node[ties] %/% 2, node)]))
}
ties <- rowSums(sapply(1:300, tied))
cat("TR16: 300 tables of 100 rows, two classes at random:", ties[2], "of", ties[1], "tied nodes get another class than their parent\n")

misses <- function() {  # the best of the three splits that leave five rows on each side
  rows <- data.frame(x = factor(sample(letters[1:3], 20, TRUE, c(6, 3, 1)), letters[1:3]), y = sample(2, 20, TRUE))
  cost <- function(y) -2 * sum(table(y) * log(pmax(table(y), 1) / length(y)))
  split <- function(low) if (min(sum(low), sum(!low)) < 5) Inf else cost(rows$y[low]) + cost(rows$y[!low])
  best <- min(sapply(letters[1:3], function(one) split(rows$x == one)))
  fit <- tree(factor(y) ~ x, rows)
  first <- if (leaves(fit) == 1) cost(rows$y) else split(rows$x %in% strsplit(sub(":", "", fit$frame$splits[1, "cutleft"]), "")[[1]])
  best < first - 1e-9 && best < .99 * cost(rows$y)  # `mindev` forbids what saves less than a hundredth
}
cat("TR17: 3,000 tables of 20 rows, two classes, three unequal categories: a better first split is allowed in", count(3000, misses), "\n")

is_worse_behind <- function() {
  rows <- data.frame(size = factor(sample(3, 100, TRUE), ordered = TRUE), kind = factor(sample(4, 100, TRUE)))
  rows$y <- rnorm(4)[rows$kind] + rnorm(100)
  rest <- function(frame) sum(frame$dev[rownames(frame) %in% 2:3])
  rest(tree(y ~ size + kind, rows)$frame) > rest(tree(y ~ kind + size, rows)$frame) + 1e-9
}
cat("TR18: a factor of 4 levels behind an ordered one:", count(100, is_worse_behind), "of 100 tables begin with a worse split\n")

frame <- tree(Ozone ~ ., na.omit(airquality))$frame
kept <- frame$var == "<leaf>" & frame$n >= 10 & frame$dev >= .01 * frame$dev[1]
cat("TR19: airquality, Ozone by the others:", sum(kept), "of", sum(frame$var == "<leaf>"), "leaves have ten rows and a hundredth of the deviance at the root\n")

cat("TR20: iris, split = \"gini\", mindev = .99:", leaves(tree(Species ~ ., iris, split = "gini", mindev = .99)), "leaves; right is 2\n")

k <- 1:100
tenths <- rep(c(k * .1, k / 10), 5)
ranks <- match(tenths, sort(unique(tenths)))
ends <- function(x, t) inherits(try(tree(factor(tenths > t) ~ x), silent = TRUE), "try-error")
between <- (k / 10)[k * .1 != k / 10]
refused <- function(x) {
  rows <- data.frame(x, y = sin(tenths) + rnorm(1000))
  inherits(try(predict(tree(y ~ x, rows), rows), silent = TRUE), "try-error")
}
cat("TR7: 1,000 tenths, computed in two ways, y = sin x with noise: predict refuses", count(100, function() refused(tenths)), "of 100 trees, by ranks",
    count(100, function() refused(ranks)), "\n")
cat("TR7: 1,000 tenths, computed in two ways, classes x > t: for", sum(sapply(between, ends, x = tenths)), "of", length(between),
    "thresholds growing ends in an error, by ranks", sum(sapply(between, ends, x = ranks)), "\n")

rows <- as.data.frame(margin.table(Titanic, c(2, 4)))
cat("TR21: Titanic, Survived by Sex, four rows of counts:",
    tryCatch(class(tree(Survived ~ Sex, rows, weights = Freq)), error = function(e) conditionMessage(e)), "; as rows:",
    leaves(tree(Survived ~ Sex, rows[rep(1:4, rows$Freq), ])), "leaves; with an nmax of four a row:",
    leaves(tree(Survived ~ Sex, rows, weights = Freq, control = tree.control(4, nmax = 4 * 4))), "\n")
