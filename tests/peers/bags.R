# Forests by ranger or randomForest of a CSV file whose first column is y: each tree's nodes, the counts of its bag, what is
# predicted of the rows outside, the error of that, and the importances, as JSON.
# Rscript bags.R PACKAGE FILE classes|numbers FORESTS [OPTIONS], the options as R writes them:  "mtry = 2, maxnodes = 5"
given <- commandArgs(TRUE)
suppressPackageStartupMessages(library(given[1], character.only = TRUE))
table <- read.csv(given[2])
x <- table[-1]
y <- if (given[3] == "classes") factor(table$y) else table$y
options <- eval(parse(text = sprintf("list(%s)", given[5])))
plain <- function(frame, names) setNames(as.data.frame(frame)[names], c("left", "right", "column", "cut", "says"))

by_ranger <- function(seed) {
  usual <- list(y = y, x = x, num.trees = 10, mtry = ncol(x), min.node.size = 1, keep.inbag = TRUE, seed = seed, num.threads = 1,
                importance = "impurity")
  fit <- do.call(ranger, modifyList(usual, options))
  list(bags = fit$inbag.counts, outside = fit$predictions, error = fit$prediction.error,
       importances = fit$variable.importance, local = fit$variable.importance.local,
       trees = lapply(seq_len(fit$num.trees), function(k) {
         plain(treeInfo(fit, k), c("leftChild", "rightChild", "splitvarID", "splitval", "prediction"))
       }))
}
by_random_forest <- function(seed) {
  set.seed(seed)
  usual <- list(x = x, y = y, ntree = 10, mtry = ncol(x), nodesize = 1, keep.inbag = TRUE)
  fit <- do.call(randomForest, modifyList(usual, options))
  permuted <- !is.null(fit$localImportance)   # its column is then the last but one, before that of the decrease
  list(bags = lapply(seq_len(fit$ntree), function(k) fit$inbag[, k]), outside = fit$predicted,
       error = if (given[3] == "classes") fit$err.rate[fit$ntree, "OOB"] else fit$mse[fit$ntree],
       importances = fit$importance[, ncol(fit$importance) - permuted], local = if (permuted) t(fit$localImportance),
       trees = lapply(seq_len(fit$ntree), function(k) {
         tree <- plain(getTree(fit, k), c("left daughter", "right daughter", "split var", "split point", "prediction"))
         tree[1:3] <- tree[1:3] - 1   # from 0, as ranger counts
         if (given[3] == "classes") tree$says <- levels(y)[pmax(tree$says, 1)]
         tree
       }))
}
exact <- function(one) if (is.numeric(one)) ifelse(is.na(one), NA, sprintf("%.17g", one)) else as.character(one)
written <- function(fit) {
  fit$trees <- lapply(fit$trees, function(tree) transform(tree, cut = exact(cut), says = exact(says)))
  fit$version <- as.character(packageVersion(given[1]))
  told <- c("outside", "error", "importances", if (!is.null(fit$local)) "local")
  modifyList(fit, lapply(fit[told], exact))
}
forests <- lapply(seq_len(as.integer(given[4])), if (given[1] == "ranger") by_ranger else by_random_forest)
cat(jsonlite::toJSON(lapply(forests, written), dataframe = "columns", na = "null"))
