# One tree of the R package ranger, speaking the protocol:  dtrees verify ranger, or dtrees verify --command "Rscript ranger.R"
#
# A forest of one tree, grown on every row once, with every column tried at each node.
# Needs ranger and jsonlite:  apt-get install --no-install-recommends r-cran-ranger r-cran-jsonlite
suppressPackageStartupMessages(library(ranger))
library(jsonlite)

exactly <- function(x) sprintf("%.17g", x)   # toJSON rounds to 15 digits, so numbers go as texts
numbers <- function(values) as.numeric(unlist(values))
unsupported <- function(...) {
  stop(structure(class = c("unsupported", "error", "condition"), list(message = paste0(...), call = NULL)))
}

refuse <- function(data, learner) {
  limits <- learner$stopping[c("min_leaf", "min_gain", "min_impurity", "min_risk")]
  impurity <- if (data$target$kind == "classes") "gini" else "squared_error"
  kinds <- vapply(data$features, function(feature) feature$kind, "")
  if (any(kinds != "numeric")) unsupported("features are numbers only")
  if (any(numbers(data$weights) != 1)) unsupported("weights are the chances of being drawn")
  if (learner$score != "gain" || learner$impurity != impurity) unsupported("trees are grown by the gain of ", impurity)
  if (learner$questions$numbers != "midpoint") unsupported("thresholds lie at midpoints only")
  if (learner$stopping$zero_gain != "split") unsupported("a question that gains nothing is asked")
  if (any(limits != "0")) unsupported("the only limits are max_depth and min_split")
}

columns <- function(features) {
  as.data.frame(setNames(lapply(features, function(feature) numbers(feature$values)), paste0("v", seq_along(features))))
}

fitted <- function(data, learner) {
  refuse(data, learner)
  codes <- numbers(data$target$codes) + 1
  target <- if (data$target$kind == "classes") factor(codes, levels = sort(unique(codes))) else numbers(data$target$values)
  smallest <- suppressWarnings(as.integer(learner$stopping$min_split))
  if (is.na(smallest)) unsupported("min_split is a number of rows")
  ranger(y = target, x = columns(data$features), num.trees = 1, mtry = length(data$features), replace = FALSE,
         sample.fraction = 1, min.node.size = max(smallest - 1, 1), max.depth = learner$stopping$max_depth, num.threads = 1,
         seed = 1)
}

# What is predicted, as the protocol writes it: a class by its name, of the codes that are the factor's levels.
told <- function(predicted, target) {
  if (target$kind == "classes") target$classes[as.integer(as.character(predicted))] else exactly(predicted)
}

grow <- function(input) {
  data <- input$data
  info <- treeInfo(fitted(data, input$learner))
  nodes <- list()
  visit <- function(id) {
    node <- info[id + 1, ]
    known <- if (node$terminal) list(prediction = told(node$prediction, data$target)[[1]]) else list(question = list(
      ask = "threshold", feature = data$features[[node$splitvarID + 1]]$name, threshold = exactly(node$splitval)))
    nodes[[length(nodes) + 1]] <<- known
    if (!node$terminal) for (child in c(node$leftChild, node$rightChild)) visit(child)
  }
  visit(0)
  list(nodes = nodes)
}

predicted <- function(input) {
  if (is.null(input$learner)) unsupported("ranger predicts by what it grew itself")
  answers <- predict(fitted(input$data, input$learner), columns(input$rows), num.threads = 1)$predictions
  as.list(told(answers, input$data$target))
}

ran <- function(message) {
  switch(message$operation, grow = grow(message$input), predict = predicted(message$input), unsupported("no such operation"))
}

started <- list(version = 1, capabilities = list("grow", "predict"),
                implementation = list(name = "ranger", language = "R", version = as.character(packageVersion("ranger"))))
input <- file("stdin", "r")
while (length(line <- readLines(input, 1)) == 1) {
  message <- fromJSON(line, simplifyVector = FALSE)
  if (message$cmd == "stop") break
  answer <- if (message$cmd == "start") started else tryCatch(
    list(id = message$id, result = ran(message)),
    unsupported = function(why) list(id = message$id, unsupported = conditionMessage(why)),
    error = function(error) list(id = message$id, error = conditionMessage(error)))
  cat(toJSON(answer, auto_unbox = TRUE), "\n", sep = "")
}
