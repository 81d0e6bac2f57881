# Ripley's R package tree, speaking the protocol:  dtrees verify tree, or dtrees verify --command "Rscript tree.R"
#
# Needs jsonlite (apt-get install r-cran-jsonlite) and tree, which is on CRAN alone: install.packages("tree").
source(file.path(dirname(sub("--file=", "", grep("--file=", commandArgs(FALSE), value = TRUE))), "..", "shared", "speaking.R"))
suppressPackageStartupMessages(library(tree))

refuse <- function(input) {
  learner <- input$learner
  kinds <- vapply(input$data$features, function(feature) feature$kind, "")
  if (is.null(learner)) unsupported("it predicts by, and prunes, what it grew itself")
  if (!is.null(input$scale) && input$scale != "count") unsupported("k is on the scale count only")
  if (!is.null(input$ties) && input$ties != "together") unsupported("links that tie are cut together")
  if (learner$score != "gain") unsupported("questions are scored by their gain only")
  if (learner$impurity == "misclassification") unsupported("trees are not grown by misclassification")
  if (learner$questions$numbers != "midpoint") unsupported("thresholds lie at midpoints only")
  if ("ordered" %in% kinds && learner$questions$categories == "each") unsupported("its trees are binary")
  if ("categorical" %in% kinds && learner$questions$categories != "subset") unsupported("categories are asked by subsets only")
  if (learner$stopping$zero_gain != "stop") unsupported("a question must gain something")
  if (!is.null(learner$stopping$max_depth)) unsupported("depth has no limit but 31")
  if (any(learner$stopping[c("min_gain", "min_impurity", "min_risk")] != "0")) unsupported("limits are min_split, min_leaf and min_saving")
  if (identical(input$impurity, "gini")) unsupported("trees are pruned by errors or deviance")
}

fit <- function(input) {
  refuse(input)
  data <- input$data
  classes <- data$target$kind == "classes"
  target <- if (classes) factor(numbers(data$target$codes) + 1, levels = seq_along(data$target$classes)) else numbers(data$target$values)
  frame <- cbind(columns(data$features), y = target)
  smallest <- limit(input$learner$stopping$min_leaf, 1)
  mindev <- if (is.null(input$learner$stopping$min_saving)) 0 else number(input$learner$stopping$min_saving)
  control <- tree.control(nrow(frame), mincut = smallest, minsize = max(limit(input$learner$stopping$min_split, 2), 2 * smallest),
                          mindev = mindev, nmax = 4 * nrow(frame) + 8)
  call <- list(reformulate(paste0("v", seq_along(data$features)), "y"), frame, weights = numbers(data$weights), control = control,
               split = if (input$learner$impurity == "gini") "gini" else "deviance")
  do.call(tree, call)
}

# The nodes, parents first: rpart's numbers, 2n and 2n + 1 for the children of n.  Cuts are read as they are printed.
nodes <- function(tree, data) {
  frame <- tree$frame
  number <- as.numeric(row.names(frame))
  classes <- data$target$kind == "classes"
  answered <- list()
  visit <- function(at) {
    place <- match(at, number)
    shown <- if (classes) list(prediction = data$target$classes[[frame$yval[place]]]) else list(value = list(exactly(frame$yval[place])))
    if (!classes) shown$risk <- exactly(frame$dev[place])
    leaf <- frame$var[place] == "<leaf>"
    if (!leaf) shown$question <- question_of(data$features[[as.integer(sub("v", "", frame$var[place]))]], frame$splits[place, "cutleft"])
    answered[[length(answered) + 1]] <<- c(shown, list(weight = exactly(frame$n[place])))
    if (!leaf) for (child in 2 * at + 0:1) visit(child)
  }
  visit(1)
  answered
}

question_of <- function(feature, cut) {
  text <- substring(cut, 2)
  if (feature$kind == "numeric") return(list(ask = "threshold", feature = feature$name, threshold = text))
  places <- match(strsplit(text, "")[[1]], c(letters, 0:5))
  list(ask = "one_of", feature = feature$name, categories = feature$categories[places])
}

pruned <- function(tree, input, k) {
  if (inherits(tree, "singlenode")) return(tree)
  prune.tree(tree, k = k, method = if (input$impurity == "misclassification") "misclass" else "deviance")
}

unit <- function(input) if (input$impurity == "entropy") 2 * log(2) else 1   # its deviance is -2 log-likelihood, in nats

operations <- list(
  grow = function(input) list(nodes = nodes(fit(input), input$data)),
  predict = function(input) {
    tree <- fit(input)
    rows <- rows_of(input)
    set.seed(1)
    if (input$data$target$kind != "classes") return(as.list(exactly(predict(tree, rows))))
    input$data$target$classes[as.integer(predict(tree, rows, type = "class"))]
  },
  pruning_sequence = function(input) {
    tree <- fit(input)
    if (inherits(tree, "singlenode")) return(list(list(alpha = "0", nodes = nodes(tree, input$data))))
    path <- prune.tree(tree, method = if (input$impurity == "misclassification") "misclass" else "deviance")
    rows <- if (length(path$k) > 1 && path$k[2] <= 0) seq_along(path$k)[-1] else seq_along(path$k)
    lapply(rows, function(row) {
      k <- max(path$k[row], if (row == 1) -1 else 0)
      list(alpha = exactly(max(k, 0) / unit(input)), risk = exactly(path$dev[row] / unit(input)),
           nodes = nodes(pruned(tree, input, k), input$data))
    })
  },
  optimal_subtree = function(input) {
    list(nodes = nodes(pruned(fit(input), input, number(input$alpha) * unit(input)), input$data))
  }
)

serve("tree", operations)
