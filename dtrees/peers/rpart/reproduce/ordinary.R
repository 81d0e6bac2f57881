# How often ordinary data show an entry, asked of rpart alone:  Rscript ordinary.R
suppressPackageStartupMessages(library(rpart))

loss <- matrix(c(0, 4, 1, 0), 2)
chooses_wrong <- function(seed, prior, weight) {
  set.seed(seed)
  folds <- sample(rep(1:10, length.out = nrow(kyphosis)))
  fit <- rpart(Kyphosis ~ Age + Number + Start, kyphosis, parms = c(prior, list(loss = loss)), xval = folds)
  paid <- apply(xpred.rpart(fit, folds), 2, function(said) sum(weight * loss[cbind(kyphosis$Kyphosis, said)]))
  which.min(fit$cptable[, "xerror"]) != which.min(paid)
}
even <- .5 / table(kyphosis$Kyphosis)[kyphosis$Kyphosis]
cat("R8: kyphosis, loss 4, equal priors:", sum(sapply(1:20, chooses_wrong, list(prior = c(.5, .5)), even)), "of 20 draws choose the wrong row\n")

weakest <- function(fit) {  # the alphas of the weakest links over the root's risk
  node <- as.numeric(rownames(fit$frame))
  risk <- fit$frame$dev
  inner <- fit$frame$var != "<leaf>"
  branch <- function(i) if (inner[i]) branch(match(2 * node[i], node)) + branch(match(2 * node[i] + 1, node)) else c(risk[i], 1)
  alphas <- NULL
  while (inner[1]) {
    g <- sapply(which(inner), function(i) (risk[i] - branch(i)[1]) / (branch(i)[2] - 1))
    alphas <- c(alphas, min(g) / risk[1])
    cut <- node[inner][g <= min(g) + 1e-9 * risk[1]]
    inner <- inner & !sapply(node, function(n) any(n %/% 2^(0:30) %in% cut))
  }
  alphas
}
is_wrong <- function(fit) {
  stated <- fit$cptable[-nrow(fit$cptable), "CP"]
  !isTRUE(all.equal(unique(round(rev(weakest(fit)), 9)), unique(round(unname(stated), 9)), tolerance = 1e-6))
}
wrong <- function(response) {
  sum(sapply(1:100, function(seed) {
    set.seed(seed)
    rows <- data.frame(matrix(rnorm(1000), 200))
    rows$y <- response(rows[[1]] * rows[[2]] + rnorm(200) / 2)
    is_wrong(rpart(y ~ ., rows, xval = 0))
  }))
}
cat("R1: 200 rows, the product of two columns with noise, defaults:", wrong(identity), "of 100 regressions,",
    wrong(function(y) factor(y > 0)), "of 100 classifications\n")

set.seed(1)
folds <- sample(rep(1:10, length.out = nrow(car.test.frame)))
last <- function(cp) tail(rpart(Mileage ~ Weight + Price, car.test.frame, cp = cp, xval = folds)$cptable[, "xerror"], 1)
cat(sprintf("R11: car.test.frame: the last xerror is %.4f with cp = -1, %.4f with cp = 0\n", last(-1), last(0)))

fit <- rpart(Mileage ~ Weight + Price, car.test.frame, cost = c(4, 1), xval = folds)
paid <- colSums((xpred.rpart(fit, folds) - car.test.frame$Mileage)^2) / fit$frame$dev[1]
cat(sprintf("R28: car.test.frame, cost: the error of the last column is %.4f; xerror is %.4f\n", tail(paid, 1), tail(fit$cptable[, "xerror"], 1)))

leaves <- function(fit) sum(fit$frame$var == "<leaf>")
fit <- rpart(Kyphosis ~ Age + Number + Start, kyphosis)
cat("R15: kyphosis: prune(cp = 0.01960784), as summary prints, leaves", leaves(prune(fit, cp = 0.01960784)), "leaves; right is",
    leaves(prune(fit, cp = fit$cptable[2, "CP"])), "\n")
cat("R7: kyphosis by Age: xerror", rpart(Kyphosis ~ Age, kyphosis)$cptable[1, "xerror"], "\n")

grown <- function(seed, ...) {
  set.seed(seed)
  x <- matrix(rnorm(500), 100)
  x[sample(500, 100)] <- NA
  rows <- data.frame(x, y = rnorm(100))
  rpart(y ~ ., rows, xval = 0, model = TRUE, ...)
}
sent <- function(fit) {
  elsewhere <- rpart:::pred.rpart(fit, rpart:::rpart.matrix(fit$model)) != fit$where
  any(elsewhere & fit$frame$var[fit$where] == "<leaf>")   # others are R19's
}
lost <- function(fit) {
  node <- as.numeric(rownames(fit$frame))
  inner <- node[fit$frame$var != "<leaf>"]
  rows <- function(of) fit$frame$n[match(of, node)]
  any(rows(2 * inner) + rows(2 * inner + 1) < rows(inner))
}
cat("R18:", sum(sapply(1:400, function(k) sent(grown(k)))), "of 400 tables send a row elsewhere\n")
cat("R19:", sum(sapply(1:100, function(k) lost(grown(k)))), "of 100 tables lose a row\n")

cat("R16:", sum(sapply(1:100, function(k) lost(grown(k, maxsurrogate = 0)))), "of 100 tables lose a row with maxsurrogate = 0\n")

as_codes <- function(rows) transform(rows, Species = as.integer(Species))
of_species <- function(rows) rpart(Petal.Width ~ ., rows, xval = 0)$variable.importance["Species"]
cat(sprintf("R26: iris, complete, Petal.Width: the importance of Species is %.2f, of its codes %.2f\n", of_species(iris), of_species(as_codes(iris))))
explained <- function(seed) {
  set.seed(seed)
  rows <- iris
  for (name in names(rows)[-3]) rows[sample(150, 30), name] <- NA
  training <- sample(150, 100)
  score <- function(rows) {
    said <- predict(rpart(Petal.Length ~ ., rows[training, ], xval = 0), rows[-training, ])
    1 - mean((said - rows$Petal.Length[-training])^2) / var(iris$Petal.Length)
  }
  c(score(rows), score(as_codes(rows)))
}
both <- sapply(1:100, explained)
cat(sprintf("R26: iris, a fifth missing, Petal.Length: R2 of other rows is %.3f, with codes %.3f\n", mean(both[1, ]), mean(both[2, ])))

grows_another <- function(formula, rows, cp = .01) {  # than prune leaves of the tree grown with 0
  pruned <- prune(rpart(formula, rows, cp = 0, xval = 0), cp = cp)
  nrow(rpart(formula, rows, cp = cp, xval = 0)$frame) != nrow(pruned$frame)
}
two_parts <- function(seed) {
  set.seed(seed)
  rows <- data.frame(a = runif(1000), b = runif(1000), c = runif(1000))
  transform(rows, y = factor(ifelse(c > .6, c > .8, xor(a > .5, b > .5)) != (runif(1000) < .1)))
}
cat("R4: 300 tables of 1,000 rows, XOR in one part, a threshold in another, a tenth of noise, defaults:",
    sum(sapply(1:300, function(seed) grows_another(y ~ ., two_parts(seed)))), "differ\n")
triples <- do.call(rbind, lapply(1:33, function(a) cbind(a, seq(a, (100 - a) / 2))))
triples <- cbind(triples, 100 - rowSums(triples))
cat("R20:", sum(apply(triples / 100, 1, sum) != 1), "of", nrow(triples), "triples are refused\n")

pairs <- rbind(cbind(0, 1:99), cbind(1:99, 100)) / 100
exclusive <- expand.grid(copy = 1:10, a = 0:1, b = 0:1)
leaves_of <- function(two) {
  rows <- transform(exclusive, y = two[1 + (a != b)])
  leaves(rpart(y ~ a + b, rows, method = "anova", xval = 0))
}
cat("R14:", sum(apply(pairs, 1, leaves_of) == 4), "of", nrow(pairs), "tables of 40 rows have 4 leaves; in whole numbers",
    sum(apply(100 * pairs, 1, function(two) leaves_of(round(two))) == 1), "are one leaf\n")

splits_an_alpha <- function(seed) {  # two rows of the table for one alpha
  set.seed(seed)
  cp <- rpart(y ~ ., data.frame(matrix(rnorm(300), 100), y = sample(0:1, 100, TRUE)), xval = 0)$cptable[, "CP"]
  any(diff(cp) != 0 & -diff(cp) < 1e-12)
}
cat("R3: 10,000 tables of 100 rows of noise, responses 0 and 1, default options:", sum(sapply(1:10000, splits_an_alpha)), "\n")

of_mean <- function(y, said) sum((y - said)^2) / sum((y - mean(y))^2)
set.seed(1)
rows <- iris
for (name in names(rows)[-1]) rows[sample(150, 15), name] <- NA
folds <- sample(rep(1:10, length.out = 150))
fit <- rpart(Sepal.Length ~ ., rows, usesurrogate = 0, xval = folds)
right <- of_mean(rows$Sepal.Length, xpred.rpart(fit, folds)[, nrow(fit$cptable)])  # which does not err at such rows
cat(sprintf("R9: iris with missing values, usesurrogate 0: the last row is %.2f; right is %.2f\n", tail(fit$cptable[, "xerror"], 1), right))

first_row <- function(seed, make) {  # is its xerror wrong, and does it choose the root, where the right one does not
  set.seed(seed)
  rows <- make()
  folds <- sample(rep(1:10, length.out = nrow(rows)))
  others <- sapply(1:10, function(k) mean(rows$y[folds != k]))
  right <- of_mean(rows$y, others[folds])
  said <- rpart(y ~ ., rows, xval = folds)$cptable[, "xerror"]
  wrong <- length(said) > 1 && abs(said[1] - right) > 1e-6
  c(wrong, wrong && said[1] == min(said) && right > min(said[-1]))
}
noise <- function() data.frame(matrix(rnorm(500), 100), y = rnorm(100))
cells <- expand.grid(copy = 1:12, a = 0:1, b = 0:1)[-1]
exclusive_or <- function() transform(cells, c = sample(0:1, 48, TRUE), y = (a != b) + rnorm(48, sd = .2))
counts <- rowSums(sapply(1:200, first_row, exclusive_or))
cat("R6: 200 tables of 48 rows, XOR of two columns with noise:", counts[1], "have a wrong first row, and", counts[2], "choose it for that;",
    sum(sapply(1:1000, first_row, noise)[1, ]), "of 1,000 tables of 100 rows of noise have one\n")

fit <- function(seed) {
  set.seed(seed)
  rpart(y ~ x, data.frame(x = 1:20, y = rep(c(0, .9), each = 10)))
}
cat("R12: ten rows of 0, then ten of .9, defaults:", sum(sapply(1:4000, function(seed) anyNA(fit(seed)$cptable))), "of 4,000 draws of folds\n")

is_nan <- function(n) {
  set.seed(n)
  anyNA(rpart(y ~ x, data.frame(x = rnorm(n), y = rep(0:1, n / 2)), xval = n)$cptable)
}
cat("R12: 0 and 1, half each, by noise, leave-one-out: of 51 even numbers of rows from 20 to 120,",
    sum(sapply(seq(20, 120, 2), is_nan)), "give NaN\n")

exactly <- function(w) c(sum(floor(w * 2^30)), sum(w * 2^60 - floor(w * 2^30) * 2^30))  # a sum in two parts, each exact
is_dearer <- function(seed, unit) {
  set.seed(seed)
  y <- factor(sample(c("a", "b"), 10, TRUE), c("a", "b"))
  w <- sample(10, 10, TRUE) / unit
  if (min(table(y)) == 0) return(FALSE)
  said <- predict(rpart(y ~ x, data.frame(x = rnorm(10), y), weights = w), type = "class")[1]
  gap <- exactly(w[y == said]) - exactly(w[y != said])
  gap[1] * 2^30 + gap[2] < 0
}
cat("R22: 1,000 tables of ten rows of noise, weights .1 to 1 in tenths: the dearer class is predicted in",
    sum(sapply(1:1000, is_dearer, 10)), "by whole weights in", sum(sapply(1:1000, is_dearer, 1)), "\n")

fit <- function(...) rpart(Kyphosis ~ Age + Number + Start, kyphosis, xval = 0, ...)
light <- fit(weights = rep(1 / 81, 81))
cat(sprintf("R27: kyphosis, weights 1/81: row 1 is present with %.3f, by class %s; by weights 1 with %.3f\n", predict(light)[1, 2],
            predict(light, type = "class")[1], predict(fit())[1, 2]))

is_another <- function(seed) {  # than by ranks
  set.seed(seed)
  k <- sample(100, 1000, TRUE)
  x <- ifelse(1:1000 <= 500, k * .1, k / 10)
  y <- sin(x) + rnorm(1000) * .3
  said <- function(x) predict(rpart(y ~ x, xval = 0))
  !isTRUE(all.equal(said(x), said(match(x, sort(unique(x))))))
}
cat("R13: 100 tables of 1,000 tenths, computed in two ways, sin x with noise:", sum(sapply(1:100, is_another)), "trees are others than by ranks\n")

# xpred.rpart of a tree of classes, after one of numbers; each session is an R of its own
aborts <- function(...) {
  lines <- c("library(rpart); f <- rpart(Kyphosis ~ Age + Number + Start, kyphosis)", ..., "xpred.rpart(f); invisible(gc())")
  sum(sapply(1:3, function(k) system2("Rscript", c("-e", shQuote(paste(lines, collapse = "; "))), stdout = FALSE, stderr = FALSE)) != 0)
}
cat("R23: xpred.rpart after another tree: R aborts in", aborts("rpart(Mileage ~ Weight, car.test.frame)"), "of 3 sessions, without that tree in",
    aborts(), "\n")
