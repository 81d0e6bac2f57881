# What ranger gets wrong, asked of ranger alone:  Rscript all.R
# A line says what ranger answers, and what is right; ../README.md has the entries.
suppressPackageStartupMessages(library(ranger))

tree <- function(y, x = seq_along(y) - 1, ...) {
  ranger(y = y, x = data.frame(x = x), num.trees = 1, replace = FALSE, sample.fraction = 1, min.node.size = 1, seed = 1, num.threads = 1, ...)
}
say <- function(entry, ranger, exact) cat(sprintf("%s: got %s; right is %s\n", entry, paste(ranger, collapse = " "), paste(exact, collapse = " ")))

labels <- factor(c("b", "a"))
fit <- tree(labels)
say("G1", c("treeInfo", as.character(na.omit(treeInfo(fit)$prediction))), as.character(labels))
say("G1", c("predict", as.character(predict(fit, data.frame(x = 0:1))$predictions)), as.character(labels))
fit <- ranger(Species ~ ., iris[150:1, ], num.trees = 1, seed = 1)
leaf <- predict(fit, iris, type = "terminalNodes")$predictions + 1
say("G1", c("iris, agreeing rows:", sum(treeInfo(fit)$prediction[leaf] == predict(fit, iris)$predictions)), 150)
say("G2", treeInfo(tree(c(100000001, 100000000, 100000003, 100000002)))[1, "splitval"], 1.5)
say("G3", treeInfo(tree(c(0, 0, 1e155)))[1, "splitval"], 1.5)
code <- 'library(ranger); ranger(y = factor(c("a", "b")), x = data.frame(x = c(-1e308, -1.7e308)), num.trees = 1, sample.fraction = 1, replace = FALSE)'
ended <- suppressWarnings(system2("Rscript", c("-e", shQuote(code)), stdout = FALSE, stderr = FALSE))
say("G4", if (ended == 0) "R goes on" else "R is ended", "R goes on")
x <- data.frame(x = c(0, 1, 0, 1, 0, 1, 0, 1), z = c(0, 0, 1, 1, 0, 0, 1, 1))
fit <- ranger(y = x$x + 2 * x$z, x = x, num.trees = 1, mtry = 2, min.node.size = 1, inbag = list(rep(1:0, each = 4)),
              importance = "permutation", local.importance = TRUE, seed = 5, num.threads = 1)
say("G6", c("local importances of z:", sort(unique(fit$variable.importance.local[5:8, "z"]))), "0 and 4: a row of the other z is 2 off")
known <- "min.bucket" %in% names(formals(ranger))
say("G7", if (known) treeInfo(tree(factor(c("a", "b", "a", "b", "b")), min.bucket = 2))[1, "splitval"] else "no min.bucket, new in 0.15", "2.5 (0.17.0: 1.5)")
