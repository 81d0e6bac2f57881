# The tree that rpart grows by method = "poisson" with its shrink, of a CSV file of the columns time, count, x: each node's
# number, rate and deviance, and the node where each row ends, as JSON.  Rscript poisson.R FILE SHRINK
given <- commandArgs(TRUE)
suppressPackageStartupMessages(library(rpart))
control <- rpart.control(cp = 0, minsplit = 2, minbucket = 1, maxcompete = 0, maxsurrogate = 0, xval = 0)
table <- read.csv(given[1])
tree <- rpart(cbind(time, count) ~ x, table, method = "poisson", parms = list(shrink = as.numeric(given[2])), control = control)
frame <- tree$frame
cat(jsonlite::toJSON(list(node = as.numeric(row.names(frame)), rate = sprintf("%.17g", frame$yval),
                          deviance = sprintf("%.17g", frame$dev), where = as.numeric(row.names(frame))[tree$where])))
