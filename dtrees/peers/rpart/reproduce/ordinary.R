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
cat("R8: kyphosis, loss 4:", sum(sapply(1:20, chooses_wrong, NULL, 1)), "of 20 draws choose the wrong row\n")

weakest <- function(fit, leaves = FALSE) {  # the alphas of the weakest links over the root's risk, or the leaves of each T(alpha)
  node <- as.numeric(rownames(fit$frame))
  risk <- fit$frame$dev
  inner <- fit$frame$var != "<leaf>"
  branch <- function(i) if (inner[i]) branch(match(2 * node[i], node)) + branch(match(2 * node[i] + 1, node)) else c(risk[i], 1)
  alphas <- sizes <- NULL
  while (inner[1]) {
    g <- sapply(which(inner), function(i) (risk[i] - branch(i)[1]) / (branch(i)[2] - 1))
    alphas <- c(alphas, min(g) / risk[1])
    sizes <- c(sizes, branch(1)[2])
    cut <- node[inner][g <= min(g) + 1e-9 * risk[1]]
    inner <- inner & !sapply(node, function(n) any(n %/% 2^(0:30) %in% cut))
  }
  if (leaves) c(sizes, 1) else alphas
}
is_wrong <- function(fit) {
  stated <- fit$cptable[-nrow(fit$cptable), "CP"]
  !isTRUE(all.equal(unique(round(rev(weakest(fit)), 9)), unique(round(unname(stated), 9)), tolerance = 1e-6))
}
random <- function(design, response) {
  lapply(1:100, function(seed) {
    set.seed(seed)
    rows <- data.frame(matrix(rnorm(1000), 200))
    rows$y <- response(design(rows) + rnorm(200) / 2)
    rpart(y ~ ., rows, xval = 0)
  })
}
designs <- list("a product of two columns" = function(x) x[[1]] * x[[2]], "the sum of three columns" = function(x) x[[1]] + x[[2]] + x[[3]],
                "one column" = function(x) x[[1]], "nothing" = function(x) 0)
grown <- lapply(designs, function(design) list(random(design, identity), random(design, function(y) factor(y > 0))))
for (name in names(grown)) {
  wrong <- sapply(grown[[name]], function(fits) sum(sapply(fits, is_wrong)))
  cat("R1: default options, 200 rows,", name, "with noise:", wrong[1], "of 100 regressions,", wrong[2], "of 100 classifications\n")
}
rows <- lapply(c(grown[[1]][[1]], grown[[1]][[2]]), function(fit) list(exact = weakest(fit, TRUE), stated = fit$cptable[, "nsplit"] + 1))
without <- sum(sapply(rows, function(one) any(!one$exact %in% one$stated)))
other <- sum(sapply(rows, function(one) any(!one$stated %in% one$exact)))
cat("R1: of the 200 with a product, a T(alpha) has no row in", without, "and a row is no T(alpha) in", other, "\n")
fit <- rpart(factor(case) ~ ., infert, xval = 0)
cat(sprintf("R1: infert: the second CP is %.4f; right is %.4f\n", fit$cptable[2, "CP"], rev(weakest(fit))[2]))

set.seed(1)
folds <- sample(rep(1:10, length.out = nrow(car.test.frame)))
last <- function(cp) tail(rpart(Mileage ~ Weight + Price, car.test.frame, cp = cp, xval = folds)$cptable[, "xerror"], 1)
cat(sprintf("R11: car.test.frame: the last xerror is %.4f with cp = -1, %.4f with cp = 0\n", last(-1), last(0)))

leaves <- function(fit) sum(fit$frame$var == "<leaf>")
fit <- rpart(Kyphosis ~ Age + Number + Start, kyphosis)
cat("R15: kyphosis: prune(cp = 0.01960784), as summary prints, leaves", leaves(prune(fit, cp = 0.01960784)), "leaves; right is",
    leaves(prune(fit, cp = fit$cptable[2, "CP"])), "\n")
cat("R7: kyphosis by Age: xerror", rpart(Kyphosis ~ Age, kyphosis)$cptable[1, "xerror"], "\n")
fit <- rpart(Mileage ~ Weight, car.test.frame)
cat("R15: car.test.frame: prune(cp = 0.595349), as printcp prints, leaves", leaves(prune(fit, cp = 0.595349)), "leaves; right is",
    leaves(prune(fit, cp = fit$cptable[1, "CP"])), "\n")

grown <- function(seed, weighted = FALSE, classes = FALSE, ...) {
  set.seed(seed)
  x <- matrix(rnorm(500), 100)
  x[sample(500, 100)] <- NA
  rows <- data.frame(x, y = rnorm(100))
  if (classes) rows$y <- factor(rows$y > 0)
  rpart(y ~ ., rows, weights = if (weighted) sample(9, 100, TRUE) else rep(1, 100), xval = 0, model = TRUE, ...)
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
cat("R18:", sum(sapply(1:100, function(k) sent(grown(k)))), "of 100 tables send a row elsewhere, with weights",
    sum(sapply(1:100, function(k) sent(grown(k, weighted = TRUE)))), "\n")
cat("R19:", sum(sapply(1:100, function(k) lost(grown(k)))), "of 100 tables lose a row, of classes",
    sum(sapply(1:100, function(k) lost(grown(k, classes = TRUE)))), "\n")

cat("R16:", sum(sapply(1:100, function(k) lost(grown(k, maxsurrogate = 0)))), "of 100 tables lose a row with maxsurrogate = 0\n")

as_codes <- function(rows) transform(rows, Species = as.integer(Species))
of_species <- function(rows) rpart(Petal.Width ~ ., rows, xval = 0)$variable.importance["Species"]
cat(sprintf("R26: iris, complete, Petal.Width: the importance of Species is %.2f, of its codes %.2f\n", of_species(iris), of_species(as_codes(iris))))
gapped <- function(seed, response, rows) {
  set.seed(seed)
  for (name in setdiff(names(iris), response)) iris[sample(150, rows), name] <- NA
  iris
}
refuses <- function(seed, response) {  # NA where Species does not answer as the first split does
  rows <- gapped(seed, response, 15)
  fit <- rpart(reformulate(".", response), rows, xval = 0)
  asked <- rownames(fit$splits)
  below <- if (asked[1] != "Species") rows[[asked[1]]] < fit$splits[1, "index"]
  if (is.null(below) || any(apply(table(rows$Species, below), 1, min) > 0)) return(NA)
  !"Species" %in% asked[1 + fit$frame$ncompete[1] + seq_len(fit$frame$nsurrogate[1])]
}
refused <- sapply(names(iris)[1:4], function(response) sapply(1:100, refuses, response))
cat("R26: iris, a tenth missing, four responses: Species answers as the first split does in", sum(!is.na(refused)), "of", length(refused),
    "trees, and is refused in", sum(refused, na.rm = TRUE), "\n")
explained <- function(seed) {
  rows <- gapped(seed, "Petal.Length", 30)
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
noisy_xor <- function(seed) {
  set.seed(seed)
  rows <- data.frame(a = runif(200), b = runif(200))
  transform(rows, y = factor(xor(a > .5, b > .5) != (runif(200) < .1)))
}
differ <- sapply(c(.01, .05), function(cp) sum(sapply(1:300, function(seed) grows_another(y ~ a + b, noisy_xor(seed), cp))))
cat("R4: 300 tables of 200 rows, XOR with a tenth of noise:", differ[1], "differ by default,", differ[2], "with cp = .05\n")
of_each <- function(rows) {  # columns of at most ten classes
  names <- names(rows)[sapply(rows, nlevels) <= 10]
  sapply(names, function(name) grows_another(reformulate(".", name), rows))
}
differ <- unlist(lapply(list(kyphosis, car.test.frame, cu.summary, stagec, solder.balance), of_each))
cat("R4:", length(differ), "columns of five tables of rpart:", sum(differ), "differ by default\n")

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

splits_an_alpha <- function(seed, response, ...) {  # two rows of the table for one alpha
  set.seed(seed)
  cp <- rpart(y ~ ., data.frame(matrix(rnorm(300), 100), y = response()), xval = 0, ...)$cptable[, "CP"]
  any(diff(cp) != 0 & -diff(cp) < 1e-12)
}
noisy <- function(...) sum(sapply(1:1000, splits_an_alpha, ...))
cat("R3: 1,000 tables of 100 rows of noise, default options: of responses 0 and 1,", noisy(function() sample(0:1, 100, TRUE)),
    "; of two classes with priors .3 and .7,", noisy(function() factor(sample(0:1, 100, TRUE)), parms = list(prior = c(.3, .7))), "\n")

of_mean <- function(y, said) sum((y - said)^2) / sum((y - mean(y))^2)
set.seed(1)
rows <- iris
for (name in names(rows)[-1]) rows[sample(150, 15), name] <- NA
folds <- sample(rep(1:10, length.out = 150))
for (use in 0:1) {
  fit <- rpart(Sepal.Length ~ ., rows, usesurrogate = use, xval = folds)
  right <- of_mean(rows$Sepal.Length, xpred.rpart(fit, folds)[, nrow(fit$cptable)])  # which does not err at such rows
  cat(sprintf("R9: iris with missing values, usesurrogate %d: the last row is %.2f; right is %.2f\n", use, tail(fit$cptable[, "xerror"], 1), right))
}

errs <- function(seed, make, ...) {
  set.seed(seed)
  rows <- make()
  folds <- sample(rep(1:10, length.out = 100))
  others <- sapply(1:10, function(k) mean(rows$y[folds != k]))
  abs(rpart(y ~ ., rows, xval = folds, ...)$cptable[1, "xerror"] - of_mean(rows$y, others[folds])) > 1e-6
}
noise <- function() data.frame(matrix(rnorm(500), 100), y = rnorm(100))
mistyped <- function() {
  rows <- data.frame(x = 0:1, y = 5 + 0:1 + rnorm(100) / 5)
  k <- sample(100, 1)
  rows$y[k] <- 10 * rows$y[k]
  rows
}
cat("R6:", sum(sapply(1:1000, errs, noise)), "of 1,000 tables of 100 rows by ten folds; with cp = 0 and one response ten times too large",
    sum(sapply(1:100, errs, mistyped, cp = 0)), "of 100\n")

fit <- function(seed) {
  set.seed(seed)
  rpart(y ~ x, data.frame(x = 1:20, y = rep(c(0, .9), each = 10)))
}
cat("R12: ten rows of 0, then ten of .9, defaults:", sum(sapply(1:1000, function(seed) anyNA(fit(seed)$cptable))), "of 1,000 draws of folds\n")

# xpred.rpart of a tree of classes, after one of numbers or by more cp than its table has rows; each session is an R of its own
fails <- function(...) {
  lines <- c("library(rpart); f <- rpart(Kyphosis ~ Age + Number + Start, kyphosis)", ...)
  sum(sapply(1:3, function(k) system2("Rscript", c("-e", shQuote(paste(lines, collapse = "; "))), stdout = FALSE, stderr = FALSE)) != 0)
}
aborts <- function(...) fails(..., "xpred.rpart(f); invisible(gc())")
cat("R23: xpred.rpart after another tree: R aborts in", aborts("rpart(Mileage ~ Weight, car.test.frame)"), "of 3 sessions, without that tree in",
    aborts(), "\n")
none <- function(cp) fails(sprintf("stopifnot(xpred.rpart(f, cp = %s) %%in%% 1:2)", cp))
cat("R23: by 1 cp for a table of 3 rows R aborts in", fails("set.seed(1); x <- xpred.rpart(f, cp = .1); invisible(gc())"), "of 3 sessions\n")
cat("R23: numbers that are no class: by 5 cp for a table of 3 rows in", none("c(.5, .3, .1, .05, .02)"), "of 3 sessions, by 3 cp in",
    none("c(.5, .1, .05)"), "\n")
