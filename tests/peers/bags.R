# A forest of ten trees by ranger or randomForest of a CSV file whose first column is y: each tree's nodes, the counts of
# its bag, what is predicted of the rows outside, and the error of that, as JSON.  Rscript bags.R PACKAGE FILE classes|numbers [MAXNODES]
given <- commandArgs(TRUE)
suppressPackageStartupMessages(library(given[1], character.only = TRUE))
table <- read.csv(given[2])
x <- table[-1]
y <- if (given[3] == "classes") factor(table$y) else table$y
plain <- function(frame, names) setNames(as.data.frame(frame)[names], c("left", "right", "column", "cut", "says"))

if (given[1] == "ranger") {
  fit <- ranger(y = y, x = x, num.trees = 10, mtry = ncol(x), min.node.size = 1, keep.inbag = TRUE, seed = 1, num.threads = 1)
  bags <- fit$inbag.counts
  trees <- lapply(1:10, function(k) plain(treeInfo(fit, k), c("leftChild", "rightChild", "splitvarID", "splitval", "prediction")))
  outside <- fit$predictions
  error <- fit$prediction.error
} else {
  set.seed(1)
  fit <- randomForest(x, y, ntree = 10, mtry = ncol(x), nodesize = 1, keep.inbag = TRUE,
                      maxnodes = if (length(given) > 3) as.integer(given[4]))
  bags <- lapply(1:10, function(k) fit$inbag[, k])
  trees <- lapply(1:10, function(k) {
    tree <- plain(getTree(fit, k), c("left daughter", "right daughter", "split var", "split point", "prediction"))
    tree[1:3] <- tree[1:3] - 1   # from 0, as ranger counts
    if (given[3] == "classes") tree$says <- levels(y)[pmax(tree$says, 1)]
    tree
  })
  outside <- fit$predicted
  error <- if (given[3] == "classes") fit$err.rate[10, "OOB"] else fit$mse[10]
}
exact <- function(one) if (is.numeric(one)) ifelse(is.na(one), NA, sprintf("%.17g", one)) else as.character(one)
trees <- lapply(trees, function(tree) transform(tree, cut = exact(cut), says = exact(says)))
cat(jsonlite::toJSON(list(trees = trees, bags = bags, outside = exact(outside), error = exact(error)), dataframe = "columns", na = "null"))
