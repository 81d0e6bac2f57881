# How often ordinary data show an entry, asked of randomForest alone:  Rscript ordinary.R
suppressPackageStartupMessages(library(randomForest))

set.seed(1)
x <- data.frame(sample(2, 200, TRUE), sample(2, 200, TRUE), sample(3, 200, TRUE))
fit <- suppressWarnings(randomForest(x, sample(0:1, 200, TRUE)))
cut_between <- function(k) {  # each threshold of a tree lies between two values of its column
  tree <- getTree(fit, k)
  inner <- tree[tree[, "status"] != -1, , drop = FALSE]
  all(inner[, "split point"] > 1 & inner[, "split point"] < ifelse(inner[, "split var"] == 3, 3, 2))
}
cat("F1: 200 rows, three columns of 2 or 3 values:", sum(!sapply(1:500, cut_between)), "of the default 500 trees\n")
fit <- suppressWarnings(randomForest(data.frame(1:100), c(1, rep(0, 99))))
fails <- function(k) inherits(try(getTree(fit, k), silent = TRUE), "try-error")
cat("F5: 100 rows, one response 1 and the others 0: getTree fails for", sum(sapply(1:500, fails)), "of the default 500 trees\n")
