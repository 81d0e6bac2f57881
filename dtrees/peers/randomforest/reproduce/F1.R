# Regression: a column without a gain is split at 0, where no value lies, and rows change sides (one tree of all rows).
suppressPackageStartupMessages(library(randomForest))
set.seed(1)
x <- data.frame(x = c(1, 1, 2, 2), z = c(3, 4, 3, 4))
fit <- randomForest(x, c(0, 1, 1, 0), ntree = 1, mtry = 2, replace = FALSE, sampsize = 4, nodesize = 1)
cat("got a split at", getTree(fit)[1, "split point"], "; right is none, or 1.5 or 3.5\n")
cat("got the predictions", predict(fit, x), "; right is 0.5 0.5 0.5 0.5, or 0 1 1 0\n")
