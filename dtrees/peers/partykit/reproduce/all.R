# What partykit gets wrong, asked of partykit alone:  Rscript all.R
#
# A line says what partykit answers, and what is right; ../README.md has the entries.
suppressPackageStartupMessages({library(partykit); library(rpart)})

say <- function(entry, answer, exact) cat(sprintf("%s: got %s; right is %s\n", entry, paste(answer, collapse = " "), exact))
failure <- function(ask) tryCatch(paste(ask, collapse = " "), error = function(error) sub("\n.*", "", conditionMessage(error)))
values <- function(fit, ...) suppressWarnings(round(unname(predict(fit, data.frame(...))), 4))
whole <- function(...) rpart.control(minsplit = 2, minbucket = 1, cp = -1, xval = 0, ...)
grown <- function(data, ...) rpart(y ~ ., data, control = whole(...))

# P1: 100 rows of two groups, in a small unit
groups <- rep(0:1, each = 50)
say("P1", width(ctree(y ~ x, data.frame(x = groups, y = groups * 1e-5))), "2 leaves, as of y = 0, 1")
say("P1", width(ctree(y ~ x, data.frame(x = groups * 1e-5, y = groups))), "2 leaves, as of x = 0, 1")

# P2: the training column is of integers, or a factor of other levels
asked <- data.frame(x = c(1, NA, 4))
tree <- ctree(y ~ x, data.frame(x = rep(1:4, each = 20), y = rep(c(0, 0, 1, 1), each = 20)))
say("P2", length(predict(tree, asked)), "3 answers, one a row")
factors <- data.frame(y = c(0, 5, 0, 5, 9), x = factor(c("p", "q", "p", "q", "r")), z = 1:5 + 0)
say("P2", length(predict(as.party(grown(factors)), data.frame(x = factor(c("p", "q")), z = c(NA, 1)))), "2 answers, one a row")

# P3: a training row that rpart leaves at the root, for no surrogate tells and the sides are tied
tied <- data.frame(y = c(1, 0, 0), x = c(1, 0, NA), z = c(1, 1, 2))
say("P3", failure(width(as.party(grown(tied)))), "2 leaves, as of rpart")

# P4 and P5: where no surrogate tells
even <- grown(data.frame(y = c(0, 0, 1, 1), x = 1:4 + 0))
say("P4", values(as.party(even), x = NA_real_), paste(values(even, x = NA_real_), "of rpart: the sides are tied, so it stays at the root"))
stays <- grown(data.frame(y = c(0, 0, 0, 1, 1), x = 1:5 + 0), usesurrogate = 0)
say("P5", values(as.party(stays), x = NA_real_), paste(values(stays, x = NA_real_), "of rpart, which stays at the root by usesurrogate = 0"))

# P6: priors and losses
two <- data.frame(y = factor(c(0, 0, 1, 1, 1)), x = c(1, 1, 1, 2, 2))
prior <- rpart(y ~ x, two, parms = list(prior = c(0.1, 0.9)), control = whole())
say("P6", round(predict(as.party(prior), data.frame(x = 1), type = "prob"), 4), paste(round(predict(prior, data.frame(x = 1)), 4), collapse = " "))
loss <- rpart(y ~ x, two, parms = list(loss = matrix(c(0, 9, 1, 0), 2)), control = whole())
say("P6", as.character(predict(as.party(loss), data.frame(x = 1))), paste(as.character(predict(loss, data.frame(x = 1), type = "class")), "of rpart"))

# P7: neighbouring floats
middle <- ctree_control(mincriterion = 0, testtype = "Teststatistic", splittest = TRUE, minsplit = 2, minbucket = 1, minprob = 0,
                        intersplit = TRUE)
close <- data.frame(x = c(1 + 2^-52, 1 + 2^-51), y = 0:1)
say("P7", sub("C stack usage.*", "the C stack is used up", failure(width(ctree(y ~ x, close, control = middle)))), "2 leaves")

# P8: a column of large numbers that are all alike, or with a mark far below the others, beside one that tells
say("P8", failure(width(ctree(y ~ x + z, data.frame(x = groups, z = 1.7e9, y = groups)))), "2 leaves, as without z")
say("P8", failure(width(ctree(y ~ x + z, data.frame(x = groups, z = c(-1e9, 0, 1e-9, 1), y = groups)))), "2 leaves, as without z")

# P9: a column far from 0
numbered <- data.frame(x = 1:100, y = groups)
say("P9", width(ctree(y ~ x, transform(numbered, x = x + 1e10))), paste(width(ctree(y ~ x, numbered)), "leaves, as of 1 to 100"))

# P10: nothing to be pruned
tree <- as.party(even)
say("P10", failure(width(nodeprune(tree, integer(0)))), "2 leaves")

# P11: the same question of the same rows, in a small unit
three <- data.frame(x = rep(1:3, c(10, 30, 30)), y = rep(c(9, 0, 1), c(10, 30, 30)))
asked <- function(data) split_node(node_party(ctree(y ~ x, data)))$breaks
say("P11", c("x <=", asked(transform(three, y = y * 1e-5))), paste("x <=", asked(three), "as of y = 9, 0, 1"))
