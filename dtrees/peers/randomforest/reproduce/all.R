# What randomForest gets wrong, asked of randomForest alone:  Rscript all.R
# A line says what randomForest answers, and what is right; ../README.md has the entries.
suppressPackageStartupMessages(library(randomForest))

one <- function(y, x = seq_along(y) - 1, size = 1, ...) {
  set.seed(1)
  suppressWarnings(randomForest(data.frame(x), y, ntree = 1, mtry = ncol(data.frame(x)), replace = FALSE, sampsize = length(y), nodesize = size, ...))
}
say <- function(entry, got, exact) cat(sprintf("%s: got %s; right is %s\n", entry, paste(got, collapse = " "), paste(exact, collapse = " ")))

xor <- data.frame(x = c(1, 1, 2, 2), z = c(3, 4, 3, 4))
fit <- one(c(0, 1, 1, 0), xor)
say("F1", c("cut at", getTree(fit)[1, "split point"]), "none, or a cut between values: 1.5 or 3.5")
say("F1", c("predicts", predict(fit, xor)), "0.5 0.5 0.5 0.5, or 0 1 1 0")
say("F2", c("rows of the root", 2, "nodesize 5, leaves", sum(getTree(one(c(0, 1), size = 5))[, "status"] == -1)), "1: two rows are fewer than nodesize")
fit <- one(c(0, 0, 0, 1, 1, 1, 9), size = 3)
where <- attr(predict(fit, data.frame(x = 0:6), nodes = TRUE), "nodes")
say("F3", c("rows of the smallest leaf", min(table(where))), "at least nodesize, 3, its documented minimum")
x <- c(1 + 2^-52, 1 + 2^-51)
say("F4", c("rows cut apart", predict(one(factor(c("a", "b")), x), data.frame(x)) == c("a", "b")), "TRUE TRUE")
say("F4", c("cut at", getTree(one(c(0, 1), c(1e308, 1.7e308)))[1, "split point"]), "1.35e308")
failed <- tryCatch(nrow(getTree(one(c(0, 1, 0, 1), c(1, 1, 1, 1)))), error = function(e) paste("error:", conditionMessage(e)))
say("F5", c("rows of getTree:", failed), 1)
fit <- one(c(1, 0, 3, 2, -1e9))
say("F6", c("cuts at", sort(getTree(fit)[getTree(fit)[, "status"] != -1, "split point"])), "0.5 1.5 2.5 3.5")
say("F6", c("rows 0 and 1 separated last:", getTree(fit)[2, "split point"]), "1.5")
x <- data.frame(x = c(1, 2, 3, 1, 2))
set.seed(2)   # the bag is rows 1, 2 and 3; the others are wrong before and after x is permuted
fit <- randomForest(x, factor(c("a", "b", "c", "c", "c")), ntree = 1, replace = FALSE, sampsize = 3, localImp = TRUE)
say("F8", c("casewise", fit$localImportance[4:5], "together", fit$importance["x", "MeanDecreaseAccuracy"]), "casewise 0 0 together 0")
code <- 'library(randomForest); randomForest(data.frame(x = c(1, 1, 1, 1)), factor(c("a", "b", "a", "b")))'
ended <- suppressWarnings(system2("timeout", c("2", "Rscript", "-e", shQuote(code)), stdout = FALSE, stderr = FALSE))
say("F7", if (ended == 124) "never ends" else "ends", "ends: a leaf")
