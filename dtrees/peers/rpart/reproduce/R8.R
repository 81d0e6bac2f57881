# Cross-validation reads the loss matrix transposed, so that the smallest xerror chooses the largest tree.
library(rpart)
set.seed(1); folds <- sample(rep(1:10, length.out = nrow(kyphosis)))
loss <- matrix(c(0, 4, 1, 0), 2)   # row: the truth (absent, present); column: what is predicted
fit <- rpart(Kyphosis ~ Age + Number + Start, kyphosis, parms = list(prior = c(.5, .5), loss = loss),
             minsplit = 2, minbucket = 1, cp = 0, xval = folds)
weight <- .5 / table(kyphosis$Kyphosis)[kyphosis$Kyphosis]
paid <- apply(xpred.rpart(fit, folds), 2, function(said) sum(weight * loss[cbind(kyphosis$Kyphosis, said)]))
print(round(cbind(splits = fit$cptable[, "nsplit"], got = fit$cptable[, "xerror"], right = paid / fit$frame$dev[1] * nrow(kyphosis)), 2))
