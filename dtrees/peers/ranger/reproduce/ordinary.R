# How often ordinary data show an entry, asked of ranger alone:  Rscript ordinary.R
suppressPackageStartupMessages(library(ranger))

explained <- function(seed, offset) {
  set.seed(seed)
  x <- data.frame(seq(0, 1, length.out = 1000), rnorm(1000), rnorm(1000), rnorm(1000))
  ranger(y = offset + 10 * sin(8 * x[[1]]), x = x, seed = seed, num.threads = 1)$r.squared
}
cat(sprintf("G2: out of bag, 1.7e9 + 10 sin 8x: %.0f %%, without the offset %.0f %%\n", 100 * mean(sapply(1:20, explained, 1.7e9)),
            100 * mean(sapply(1:20, explained, 0))))

differs <- function(seed) {  # the importances of the rows outside the bag from their mean
  fit <- ranger(cyl ~ ., mtcars, num.trees = 1, keep.inbag = TRUE, importance = "permutation", local.importance = TRUE, seed = seed, num.threads = 1)
  any(abs(colSums(fit$variable.importance.local) / sum(fit$inbag.counts[[1]] == 0) - fit$variable.importance) > 1e-9)
}
cat("G6: mtcars, cyl by the others, one tree: in", sum(sapply(1:100, differs)), "of 100 the rows have another mean than is stated\n")
