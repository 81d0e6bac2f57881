# One tree of the R package ranger or randomForest, speaking the protocol:  dtrees verify --command "Rscript forest.R ranger"
#
# A forest of one tree, grown on every row once, with every column tried at each node.  Needs jsonlite and the package:
# apt-get install --no-install-recommends r-cran-jsonlite r-cran-ranger r-cran-randomforest
source(file.path(dirname(sub("--file=", "", grep("--file=", commandArgs(FALSE), value = TRUE))), "speaking.R"))
package <- commandArgs(TRUE)[1]
suppressPackageStartupMessages(library(package, character.only = TRUE))

refuse <- function(data, learner) {
  limits <- learner$stopping[c("min_leaf", "min_gain", "min_impurity", "min_risk")]
  impurity <- if (data$target$kind == "classes") "gini" else "squared_error"
  kinds <- vapply(data$features, function(feature) feature$kind, "")
  weights <- numbers(data$weights)
  classes <- if (package == "randomForest" && data$target$kind == "classes") numbers(data$target$codes) else 0
  one_class <- data$target$kind == "classes" && length(unique(numbers(data$target$codes))) == 1
  if (package == "randomForest" && one_class) unsupported("one class is refused")
  one <- all(weights == ave(weights, classes, FUN = max))   # told as classwt, the classes' shares of the weight
  if (any(weights != 1) && (length(classes) == 1 || !one)) unsupported("weights are the chances of being drawn")
  if (any(weights != 1) && learner$stopping$min_split != "0") unsupported("the limit counts rows")
  if (learner$score != "gain" || learner$impurity != impurity) unsupported("trees are grown by the gain of ", impurity)
  if (learner$questions$numbers != "midpoint") unsupported("thresholds lie at midpoints only")
  if (learner$stopping$zero_gain != "split") unsupported("a question that gains nothing is asked")
  if (any(limits != "0")) unsupported("the only limits are max_depth and min_split")
  if (package == "ranger" && "categorical" %in% kinds) unsupported("features are numbers and ordered categories only")
  if ("categorical" %in% kinds && learner$questions$categories != "subset") unsupported("categories are asked by subsets only")
  if ("ordered" %in% kinds && learner$questions$categories == "each") unsupported("its trees are binary")
  if (package == "randomForest" && !is.null(learner$stopping$max_depth)) unsupported("depth has no limit")
}

fitted <- function(data, learner, ...) {
  refuse(data, learner)
  codes <- numbers(data$target$codes) + 1
  target <- if (data$target$kind == "classes") factor(codes, levels = sort(unique(codes))) else numbers(data$target$values)
  size <- max(limit(learner$stopping$min_split, 2) - 1, 1)
  x <- columns(data$features)
  if (package == "ranger") {
    return(ranger(y = target, x = x, num.trees = 1, mtry = ncol(x), replace = FALSE, sample.fraction = 1, num.threads = 1,
                  min.node.size = size, max.depth = learner$stopping$max_depth, seed = 1, ...))
  }
  set.seed(1)
  weights <- numbers(data$weights)
  prior <- if (any(weights != 1)) as.numeric(tapply(weights, target, sum))
  randomForest(x, target, ntree = 1, mtry = ncol(x), replace = FALSE, sampsize = nrow(x), nodesize = size, classwt = prior)
}

# What is predicted, as the protocol writes it: a class by its name, of the codes that are the factor's levels.
told <- function(predicted, target) {
  if (target$kind == "classes") target$classes[as.integer(as.character(predicted))] else exactly(predicted)
}

# The nodes as a frame: the rows of it where the children stand, the column, where it is cut, and what is predicted.
nodes_of <- function(fit, x) {
  if (package == "ranger") {
    info <- treeInfo(fit)
    return(data.frame(left = info$leftChild + 1, right = info$rightChild + 1, column = info$splitvarID + 1,
                      cut = info$splitval, leaf = info$terminal, prediction = info$prediction))
  }
  if (fit$forest$ndbigtree == 1) return(data.frame(leaf = TRUE, prediction = predict(fit, x[1, , drop = FALSE])))   # getTree fails
  tree <- as.data.frame(getTree(fit))
  names(tree) <- c("left", "right", "column", "cut", "status", "prediction")
  if (!is.null(fit$classes)) tree$prediction <- fit$classes[pmax(tree$prediction, 1)]
  cbind(tree[-5], leaf = tree$status == -1)
}

grow <- function(input) {
  data <- input$data
  x <- columns(data$features)
  tree <- nodes_of(fitted(data, input$learner), x)
  nodes <- list()
  visit <- function(place, rows) {
    node <- tree[place, ]
    nodes[[length(nodes) + 1]] <<- if (node$leaf) list(prediction = told(node$prediction, data$target)[[1]]) else list()
    here <- length(nodes)
    if (node$leaf) return()
    feature <- data$features[[node$column]]
    if (is.infinite(node$cut)) stop(package, " cuts ", feature$name, " at Inf")
    values <- x[[node$column]][rows]
    question <- list(ask = "threshold", feature = feature$name, threshold = exactly(node$cut))
    if (feature$kind != "numeric") values <- as.integer(values)
    goes_left <- if (feature$kind != "categorical") values <= node$cut else node$cut %/% 2^(values - 1) %% 2 == 1
    if (feature$kind != "numeric") {
      some <- if (feature$kind == "ordered") seq_len(floor(node$cut)) else sort(unique(values[goes_left]))
      question <- list(ask = "one_of", feature = feature$name, categories = feature$categories[some])
    }
    nodes[[here]] <<- list(question = question)
    visit(node$left, rows[goes_left])
    visit(node$right, rows[!goes_left])
  }
  visit(1, seq_len(nrow(x)))
  list(nodes = nodes)
}

predicted <- function(input) {
  if (is.null(input$learner)) unsupported("it predicts by what it grew itself")
  fit <- fitted(input$data, input$learner)
  rows <- rows_of(input)
  answers <- if (package == "ranger") predict(fit, rows, num.threads = 1)$predictions else predict(fit, rows)
  as.list(told(answers, input$data$target))
}

# The class shares of a probability tree; its splits are those of the classification tree.
shares <- function(input) {
  if (is.null(input$learner)) unsupported("it predicts by what it grew itself")
  fit <- fitted(input$data, input$learner, probability = TRUE)
  predicted <- predict(fit, rows_of(input), num.threads = 1)$predictions
  every <- matrix(0, nrow(predicted), length(input$data$target$classes))
  every[, as.integer(colnames(predicted))] <- predicted
  lapply(seq_len(nrow(every)), function(row) as.list(exactly(every[row, ])))
}

serve(package, c(list(grow = grow, predict = predicted), if (package == "ranger") list(predict_proba = shares)))
