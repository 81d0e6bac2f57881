# How often ordinary data show an entry, asked of partykit alone:  Rscript ordinary.R
suppressPackageStartupMessages({library(partykit); library(rpart)})

# P2: the column Temp is of integers
tree <- ctree(Ozone ~ Solar.R + Wind + Temp, subset(airquality, !is.na(Ozone)))
asked <- transform(subset(airquality, !is.na(Ozone)), Temp = Temp + 0)
cat("P2: airquality with Temp as doubles:", length(predict(tree, asked)), "of", nrow(asked), "rows are answered\n")

cat("P1: Indometh, conc by time:", width(ctree(conc ~ time, transform(Indometh, conc = conc * 1e-6))), "leaf in g/ml,",
    width(ctree(conc ~ time, Indometh)), "leaves in mcg/ml\n")

draw <- function(seed) {
  set.seed(seed)
  rows <- iris[c("Sepal.Length", "Petal.Length")]
  rows$Petal.Length[runif(150) < .1] <- NA
  rows
}
differ <- function(fit, rows) sum(abs(predict(as.party(fit), rows) - predict(fit, rows)) > 1e-9)
draws <- sapply(1:1000, function(seed) differ(rpart(Sepal.Length ~ Petal.Length, draw(seed), xval = 0), draw(seed)))
cat("P4: iris with a tenth missing, Sepal.Length by Petal.Length:", sum(draws > 0), "of 1,000 draws\n")

loss <- rpart(Kyphosis ~ Age + Number + Start, kyphosis, parms = list(loss = matrix(c(0, 10, 1, 0), 2)))
cat("P6: kyphosis, a loss of 10 for a missed child:", sum(predict(as.party(loss), kyphosis) != predict(loss, kyphosis, type = "class")),
    "of 81 rows get another class\n")

for (start in c("0", "1e9", "1e10")) {
  fit <- ctree(y ~ x, data.frame(x = as.numeric(start) + 1:100, y = rep(0:1, each = 50)))
  cat("P9: 100 running numbers from", start, "on:", width(fit), if (width(fit) > 1) "leaves\n" else "leaf\n")
}

refused <- function(seed) {
  set.seed(seed)
  x <- matrix(rnorm(500), 100)
  x[sample(500, 100)] <- NA
  inherits(try(as.party(rpart(y ~ ., data.frame(x, y = rnorm(100)), xval = 0)), silent = TRUE), "try-error")
}
cat("P3: 100 tables of 100 rows and five columns with a fifth missing:", sum(sapply(1:100, refused)), "are refused\n")

set.seed(1)
rows <- iris[1:4]
for (name in names(rows)[-1]) rows[runif(150) < .1, name] <- NA
fit <- rpart(Sepal.Length ~ ., iris[1:4], usesurrogate = 0, xval = 0)
cat("P5: a tree of iris, asked with a tenth missing, usesurrogate = 0:", differ(fit, rows), "rows are predicted otherwise than by rpart\n")

timed <- transform(mtcars, time = 1.7e9)
ends <- inherits(try(ctree(mpg ~ ., timed), silent = TRUE), "try-error")
cat("P8: mtcars and a time that all rows share:", if (ends) "an exception" else "a tree", "without it:", width(ctree(mpg ~ ., mtcars)), "leaves\n")
marked <- function(seed) {
  set.seed(seed)
  rows <- data.frame(x = rep(0:1, 5000), z = c(rep(-999999999, 10), runif(9990)))
  inherits(try(ctree(x ~ z, rows), silent = TRUE), "try-error")
}
cat("P8: 10,000 uniform numbers, ten of them marked -999999999: the exception in", sum(sapply(1:20, marked)), "of 20 draws\n")

first <- function(x, y) split_node(node_party(ctree(y ~ x, data.frame(x, y))))$breaks
left <- function(x, y, cut) sum(tapply(y, x <= cut, function(side) sum((side - mean(side))^2)))
is_worse <- function(x, y) {  # in a small unit the first split is another than in y's own unit, and leaves more
  cuts <- lapply(c(1e-3, 1e-4, 1e-5, 1e-6), function(unit) first(x, y * unit))
  any(sapply(Filter(Negate(is.null), cuts), function(cut) left(x, y, cut) > left(x, y, first(x, y)) * (1 + 1e-9)))
}
pairs <- Filter(function(pair) pair[1] != pair[2] && !is.null(first(mtcars[[pair[1]]], mtcars[[pair[2]]])), asplit(expand.grid(1:11, 1:11), 1))
worse <- sum(sapply(pairs, function(pair) is_worse(mtcars[[pair[1]]], mtcars[[pair[2]]])))
cat("P11: mtcars, pairs of columns in four small units:", worse, "of", length(pairs), "start with a worse split\n")

fills <- function(seed, of) {
  set.seed(seed)
  k <- sample(100, 5000, TRUE)
  x <- ifelse(1:5000 <= 2500, k * .1, k / 10)
  y <- sin(x) + rnorm(5000) * .3
  x <- of(x)
  inherits(try(ctree(y ~ x, intersplit = TRUE), silent = TRUE), "try-error")
}
cat("P7: 100 tables of 5,000 tenths, computed in two ways, sin x with noise: in", sum(sapply(1:100, fills, identity)),
    "the C stack is used up, by ranks in", sum(sapply(1:100, fills, function(x) match(x, sort(unique(x))))), "\n")
