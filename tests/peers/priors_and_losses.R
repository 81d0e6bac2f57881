# Trees that rpart grows under priors and a loss matrix, one a case of the JSON on standard input.
suppressPackageStartupMessages(library(rpart))
library(jsonlite)
grown <- function(case) {
  frame <- data.frame(y = factor(case$labels, levels = seq_along(case$priors)), case$columns, weight = case$weights)
  control <- rpart.control(minsplit = 2, minbucket = 1, cp = -1, maxcompete = 0, maxsurrogate = 0, xval = 0)
  fit <- rpart(y ~ . - weight, frame, weight, method = "class", control = control,
    parms = list(prior = case$priors / sum(case$priors), loss = as.matrix(case$loss)))
  list(ends = fit$where, labels = fit$frame$yval[fit$where], risks = fit$frame$dev[fit$where], whole = unbox(fit$frame$dev[1]))
}
cases <- fromJSON(file("stdin"), simplifyDataFrame = FALSE)
cat(toJSON(lapply(cases, grown), digits = NA))
