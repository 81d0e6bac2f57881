# CP is smaller than the weakest link's alpha, so prune() cuts a tree that is still the best.
library(rpart)
fit <- rpart(Kyphosis ~ Age + Number + Start, kyphosis, parms = list(split = "information"))
errors <- function(tree) sum(tree$frame$dev[tree$frame$var == "<leaf>"])
leaves <- function(tree) sum(tree$frame$var == "<leaf>")
root <- fit$frame$dev[1]
cat("leaves", leaves(fit), "errors", errors(fit), "of", root, "at the root\n")
alpha <- (root - errors(fit)) / root / (leaves(fit) - 1)
cat("got CP", fit$cptable[1, "CP"], "; right is", alpha, "\n")
cat("prune(cp = 0.09): got", leaves(prune(fit, cp = 0.09)), "leaf; right is", leaves(fit), "leaves\n")
