# What the R package tree gets wrong, asked of tree alone:  Rscript all.R
# A line says what tree answers, and what is right; ../README.md has the entries.
suppressPackageStartupMessages(library(tree))

grown <- function(y, x, ..., mincut = 1, minsize = 2, mindev = 0) {
  control <- tree.control(length(y), mincut = mincut, minsize = minsize, mindev = mindev, nmax = 40)
  suppressWarnings(tree(y ~ x, control = control, ...))
}
cut <- function(fit) if (fit$frame$var[1] == "<leaf>") "a leaf" else fit$frame$splits[1, "cutleft"]
failure <- function(asked) tryCatch(asked, error = function(e) paste("error:", strsplit(conditionMessage(e), "\n")[[1]][1]))
say <- function(entry, got, exact) cat(sprintf("%s: got %s; right is %s\n", entry, paste(got, collapse = " "), paste(exact, collapse = " ")))

say("TR1", cut(grown(factor(c("a", "b", "b")), 1:3, split = "gini")), "<1.5")
say("TR2", cut(grown(c(0, 2, 1, 1), c(4, 1, 3, 2), weights = c(5, 1, 1, 5))), "<3.5")
say("TR2", c("sorted rows:", cut(grown(c(2, 1, 1, 0), 1:4, weights = c(1, 5, 1, 5)))), "<3.5")
say("TR3", cut(grown(factor(c("a", "b")), 1:2, weights = c(5, 5), mincut = 5, minsize = 10)), "<1.5")
fit <- grown(c(0, 1), c(1234567, 1234569))
say("TR4", c(cut(fit), "predicts", predict(fit, data.frame(x = c(1234567, 1234569)))), "<1234568 predicts 0 1")
say("TR5", c("leaves", sum(grown(c(0, 1, 2000, 2000), 1:4)$frame$var == "<leaf>")), "leaves 3")
say("TR6", cut(grown(c(100000001, 100000000, 100000003, 100000002), 0:3)), "<1.5")
say("TR7", c("nodes", nrow(grown(c(0, 1), c(1, 1 + 2^-52))$frame)), "nodes 3")
say("TR7", c("nodes", nrow(grown(c(0, 1), c(1e308, 1.5e308))$frame)), "nodes 3")
letters <- factor(c("l1", "l0", "l2", "l0", "l2", "l2", "l0", "l1", "l1"))
fit <- grown(factor(c("2", "2", "2", "0", "1", "1", "1", "1", "1")), letters)
say("TR8", c("leaves", sum(fit$frame$var == "<leaf>")), "leaves 2, the second cut gains 0")
small <- grown(c(0, 1, 5, 7) / 1024, 0:3)
say("TR9", c("sizes", prune.tree(small)$size), "sizes 4 3 2 1")
say("TR9", c("k", prune.tree(small)$k[-1] * 1024^2, "/ 1024^2"), "k 0.5 2 30.25 / 1024^2")

rows <- data.frame(x = rep(1:8, 3), y = rep(c(0, 1, 0, 1, 0, 1, 0, 1), 3))
full <- tree(y ~ x, rows, control = tree.control(24, mincut = 1, minsize = 2, mindev = 0))
folds <- rep(1:3, each = 8)
say("TR10", c("error of the largest tree", format(cv.tree(full, folds)$dev[1], digits = 4)), "0: each fold has the same eight rows")
few <- data.frame(x = 1:10, y = rep(0:1, each = 5))
fit <- tree(y ~ x, few)
say("TR11", failure(cv.tree(fit, rep(1:2, 5))$dev), "2.8 2.8")
heavy <- data.frame(x = rep(1:2, 12), y = c(rep(c(0, 1), 11), 3, 3), w = rep(c(1, 3), each = 12))
fit <- tree(y ~ x, heavy, weights = w)
say("TR12", format(cv.tree(fit, rep(1:2, each = 12))$dev[1], digits = 9), format(13 / 6 + 3 * 13, digits = 9))
root <- prune.tree(small, k = 1)
say("TR13", c(class(root), failure(predict(root, data.frame(x = 0)))), "0.003173828125")
known <- factor(c("A27", "A1"), levels = paste0("A", 1:27))
say("TR14", c("predicts", predict(grown(c(0, 1), known), data.frame(x = known))), "predicts 0 1")
fit <- grown(factor(c("a", "a", "b", "b")), 1:4, weights = c(1.9, 1, 1, 1))
say("TR15", c("share of a", format(predict(fit, data.frame(x = NA_real_), split = TRUE)[1, "a"], digits = 4)), "2.9 / 4.9 = 0.5918")
said <- function(order) grown(factor(c("a", "b", "a", "a", "b"))[order], c(1, 1, 2, 2, 2)[order])$frame["2", "yval"]
say("TR16", c("label of node 2, and with rows 1 and 2 swapped:", paste(said(1:5), said(c(2, 1, 3, 4, 5)))), "the same twice")
groups <- factor(c("l0", "l3", "l2", "l1", "l1"))
say("TR17", cut(grown(factor(c("b", "a", "a", "b", "a")), groups, weights = c(3, 2, 2, 1, 2), mincut = 5, minsize = 10)), ":ac, of weights 5 and 5")
