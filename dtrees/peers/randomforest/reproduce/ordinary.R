# How often ordinary data show an entry, asked of randomForest alone:  Rscript ordinary.R
suppressPackageStartupMessages(library(randomForest))

cut_elsewhere <- function(seed) {  # trees with a threshold that does not lie between two values of its column
  set.seed(seed)
  x <- data.frame(sample(2, 200, TRUE), sample(2, 200, TRUE), sample(3, 200, TRUE))
  forest <- suppressWarnings(randomForest(x, sample(0:1, 200, TRUE)))$forest
  between <- forest$xbestsplit > 1 & forest$xbestsplit < ifelse(forest$bestvar == 3, 3, 2)
  sum(colSums(forest$nodestatus == -3 & !between) > 0)
}
cat("F1: 50 tables of 200 rows, three columns of 2 or 3 values:", sum(sapply(1:50, cut_elsewhere)), "of 25,000 default trees\n")

set.seed(4)
fit <- suppressWarnings(randomForest(data.frame(1:100), c(1, rep(0, 99))))
fails <- function(k) inherits(try(getTree(fit, k), silent = TRUE), "try-error")
cat("F5: 100 rows, one response 1 and the others 0: getTree fails for", sum(sapply(1:500, fails)), "of the default 500 trees\n")

set.seed(1)
fit <- randomForest(mpg ~ ., mtcars, keep.inbag = TRUE)
leaf <- attr(predict(fit, mtcars, nodes = TRUE), "nodes")
sizes <- unlist(lapply(1:500, function(k) tapply(fit$inbag[, k], leaf[, k], sum)))  # 0 where no row of the bag is
cat("F3: mtcars, the default forest:", format(sum(sizes > 0 & sizes < 5), big.mark = ","), "of", format(sum(sizes > 0), big.mark = ","), "leaves have fewer than 5 rows\n")

unexplained <- function(seed, far) {  # of the other rows, by one tree grown fully
  set.seed(seed)
  x <- runif(200)
  y <- rnorm(200)
  said <- predict(suppressWarnings(randomForest(data.frame(x), y + c(far, rep(0, 199)), ntree = 1, replace = FALSE, sampsize = 200, nodesize = 1)), data.frame(x))
  var((y - said)[-1]) / var(y[-1])
}
cat(sprintf("F6: 500 tables of 200 rows, one response 1e9 too large: %.0f %% of the others is unexplained\n", 100 * mean(sapply(1:500, unexplained, 1e9))))
returns <- as.data.frame(diff(log(EuStockMarkets)))[1:500, ]
left <- function(first) {  # unexplained of the other rows, by the default trees whose bag does not hold the first
  set.seed(1)
  fit <- randomForest(returns[-1], c(first, returns$DAX[-1]), keep.inbag = TRUE)
  said <- rowMeans(predict(fit, returns[-1], predict.all = TRUE)$individual[, fit$inbag[1, ] == 0])
  100 * var((returns$DAX - said)[-1]) / var(returns$DAX[-1])
}
cat(sprintf("F6: 500 returns of EuStockMarkets, DAX by the others, the first marked 99999999: trees without it leave %.0f %% of the others unexplained, not marked %.0f %%\n", left(99999999), left(returns$DAX[1])))

set.seed(1)
split <- function(...) sum(suppressWarnings(randomForest(mpg ~ ., ...))$forest$ndbigtree > 1)
cat("F2: mtcars, nodesize = 32:", split(mtcars, nodesize = 32), "of the default 500 trees are split; its 5 rows of 5 gears, nodesize 5 by default:", split(subset(mtcars, gear == 5)), "\n")

code <- 'library(randomForest); randomForest(factor(am) ~ vs, subset(mtcars, cyl == 8))'
ended <- suppressWarnings(system2("timeout", c("2", "Rscript", "-e", shQuote(code)), stdout = FALSE, stderr = FALSE))
cat("F7: mtcars of 8 cylinders, am by vs, which is constant there:", if (ended == 124) "never ends" else "ends", "\n")

differs <- function(seed) {  # the importances of the rows outside the bag from their mean
  set.seed(seed)
  fit <- randomForest(Species ~ ., iris, ntree = 1, localImp = TRUE)
  outside <- is.finite(fit$localImportance[1, ])
  any(abs(rowMeans(fit$localImportance[, outside]) - fit$importance[, "MeanDecreaseAccuracy"]) > 1e-9)
}
cat("F8: iris, one tree: in", sum(sapply(1:100, differs)), "of 100 the rows have another mean than is stated\n")

k <- 1:100
tenths <- rep(c(k * .1, k / 10), 5)
ranks <- match(tenths, sort(unique(tenths)))
wrong <- function(x, t) any(predict(randomForest(data.frame(x), factor(tenths > t)), data.frame(x)) != (tenths > t))
between <- (k / 10)[k * .1 != k / 10]
set.seed(1)
cat("F4: 1,000 tenths, computed in two ways, classes x > t: for", sum(sapply(between, wrong, x = tenths)), "of", length(between),
    "thresholds rows are predicted wrong, by ranks", sum(sapply(between, wrong, x = ranks)), "\n")
noisy <- factor(sin(tenths) + rnorm(1000) > 0)
said <- function(x, seed) {  # of the rows of its bag, by one tree
  set.seed(seed)
  fit <- randomForest(data.frame(x), noisy, ntree = 1, keep.inbag = TRUE)
  predict(fit, data.frame(x))[fit$inbag > 0]
}
cat("F4: 1,000 tenths, computed in two ways, noisy classes:", sum(sapply(1:100, function(seed) any(said(tenths, seed) != said(ranks, seed)))),
    "of 100 trees predict rows of their bag otherwise than by ranks\n")
