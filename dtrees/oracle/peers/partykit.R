# Conditional inference trees of the R package partykit, speaking the protocol:  dtrees verify --command "Rscript partykit.R"
#
# By the largest statistic of any split, and without a test, they are CART's, of numbers and of two classes.
# Needs partykit and jsonlite:  apt-get install --no-install-recommends r-cran-partykit r-cran-jsonlite
source(file.path(dirname(sub("--file=", "", grep("--file=", commandArgs(FALSE), value = TRUE))), "speaking.R"))
suppressPackageStartupMessages(library(partykit))

refuse <- function(data, learner) {
  classes <- data$target$kind == "classes"
  kinds <- vapply(data$features, function(feature) feature$kind, "")
  if (is.null(learner)) unsupported("it predicts by what it grew itself")
  if (classes && length(unique(numbers(data$target$codes))) > 2) unsupported("three classes are split by another statistic than Gini")
  if (learner$score != "gain" || learner$impurity != if (classes) "gini" else "squared_error") unsupported("it grows by squares")
  if (learner$questions$numbers != "observed") unsupported("thresholds are observed values")
  if (any(kinds != "numeric") && learner$questions$categories != "subset") unsupported("categories are asked by subsets only")
  if (learner$stopping$zero_gain != "stop") unsupported("a question must gain something")
  if (any(learner$stopping[c("min_gain", "min_impurity", "min_risk")] != "0")) unsupported("limits are depth, min_split and min_leaf")
}

fitted <- function(input) {
  data <- input$data
  rule <- input$learner$stopping
  refuse(data, input$learner)
  target <- if (data$target$kind == "classes") factor(numbers(data$target$codes) + 1) else numbers(data$target$values)
  control <- ctree_control(
    teststat = "quadratic", splitstat = "quadratic", splittest = TRUE, testtype = "Teststatistic", mincriterion = 0,
    minsplit = limit(rule$min_split, 2), minbucket = limit(rule$min_leaf, 1), minprob = 0, splittry = Inf,
    maxdepth = if (is.null(rule$max_depth)) Inf else rule$max_depth)
  frame <- cbind(columns(data$features), y = target)
  ctree(reformulate(paste0("v", seq_along(data$features)), "y"), frame, weights = as.integer(numbers(data$weights)), control = control)
}

grow <- function(input) {
  data <- input$data
  nodes <- list()
  visit <- function(node) {
    split <- split_node(node)
    feature <- if (!is.null(split)) data$features[[match(names(tree$data)[split$varid], paste0("v", seq_along(data$features)))]]
    question <- if (is.null(split)) NULL else if (feature$kind == "numeric") {
      list(ask = "threshold", feature = feature$name, threshold = exactly(split$breaks))
    } else list(ask = "one_of", feature = feature$name, categories = feature$categories[as.integer(levels(tree$data[[split$varid]])[which(split$index == 1)])])
    nodes[[length(nodes) + 1]] <<- if (is.null(split)) setNames(list(), character()) else list(question = question)
    for (child in kids_node(node)) visit(child)
  }
  tree <- fitted(input)
  visit(node_party(tree))
  list(nodes = nodes)
}

predicted <- function(input, type) {
  tree <- fitted(input)
  answers <- predict(tree, rows_of(input), type = type)
  if (input$data$target$kind == "classes") unlist(input$data$target$classes)[as.integer(as.character(answers))] else as.list(exactly(answers))
}

serve("partykit", list(grow = grow, predict = function(input) predicted(input, "response")))
