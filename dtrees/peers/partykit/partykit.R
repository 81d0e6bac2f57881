# Conditional inference trees of the R package partykit, speaking the protocol:  dtrees verify --command "Rscript partykit.R"
#
# By the largest statistic of any split, and without a test, they are CART's, of numbers and of two classes.  With the argument
# rpart, the trees are rpart's, as as.party makes them, pruned by nodeprune.
# Needs partykit and jsonlite:  apt-get install --no-install-recommends r-cran-partykit r-cran-jsonlite
source(file.path(dirname(sub("--file=", "", grep("--file=", commandArgs(FALSE), value = TRUE))), "..", "shared", "speaking.R"))
suppressPackageStartupMessages(library(partykit))
of_rpart <- "rpart" %in% commandArgs(TRUE)

refuse <- function(data, learner) {
  classes <- data$target$kind == "classes"
  kinds <- vapply(data$features, function(feature) feature$kind, "")
  if (is.null(learner)) unsupported("it predicts by what it grew itself")
  if (classes && length(unique(numbers(data$target$codes))) > 2) unsupported("three classes are split by another statistic than Gini")
  if (learner$score != "gain" || learner$impurity != if (classes) "gini" else "squared_error") unsupported("it grows by squares")
  if (learner$questions$numbers != "observed") unsupported("thresholds are observed values")
  if ("ordered" %in% kinds && learner$questions$categories == "each") unsupported("its trees are binary")
  if ("categorical" %in% kinds && learner$questions$categories != "subset") unsupported("categories are asked by subsets only")
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

# rpart's tree of the data, unpruned.
rpart_fitted <- function(input) {
  data <- input$data
  learner <- input$learner
  missing <- learner$missing
  classes <- data$target$kind == "classes"
  if (is.null(learner) || !is.null(learner$costs)) unsupported("it predicts by what it made itself, without costs")
  if (learner$questions$numbers != "midpoint" || learner$stopping$zero_gain != "stop") unsupported("trees are as rpart grows them")
  if (any(learner$stopping[c("min_split", "min_leaf", "min_gain", "min_impurity", "min_risk")] != "0")) unsupported("the only limit is max_depth")
  target <- if (classes) factor(numbers(data$target$codes) + 1, levels = seq_along(data$target$classes)) else numbers(data$target$values)
  frame <- cbind(columns(data$features), y = target, weight = numbers(data$weights))
  control <- rpart::rpart.control(
    minsplit = 2, minbucket = 1, cp = -1, maxcompete = 0, xval = 0, maxdepth = min(learner$stopping$max_depth, 30),
    maxsurrogate = if (is.null(missing)) 0 else missing$most_surrogates, surrogatestyle = as.integer(identical(missing$agreement, "both")))
  parms <- if (classes) list(split = if (learner$impurity == "entropy") "information" else "gini")
  formula <- reformulate(paste0("v", seq_along(data$features)), "y")
  rpart::rpart(formula, frame, weight, method = if (classes) "class" else "anova", parms = parms, control = control,
               na.action = na.pass, model = TRUE)
}

made <- function(input) {
  if (!of_rpart) return(fitted(input))
  fit <- rpart_fitted(input)
  structure(as.party(fit), fit = fit)
}

# What a split asks; the first child is what is below the cut.
question_of <- function(split, tree, data) {
  column <- names(tree$data)[split$varid]
  feature <- data$features[[match(column, paste0("v", seq_along(data$features)))]]
  if (feature$kind == "numeric") return(list(ask = "threshold", feature = feature$name, threshold = exactly(split$breaks)))
  some <- if (feature$kind == "ordered") seq_len(split$breaks - !split$right) else which(split$index == 1)
  list(ask = "one_of", feature = feature$name, categories = feature$categories[as.integer(levels(tree$data[[column]])[some])])
}

is_swapped <- function(split) !is.null(split$breaks) && identical(as.integer(split$index), 2:1)

# The question of a node with what it asks of rows of a missing value; as.party does not keep associations.
with_surrogates <- function(node, tree, data) {
  split <- split_node(node)
  fit <- attr(tree, "fit")
  before <- head(fit$frame, id_node(node) - 1)
  first <- sum(before$ncompete + before$nsurrogate + (before$var != "<leaf>")) + 1
  list(ask = "with_surrogates", question = question_of(split, tree, data), otherwise = as.integer((split$prob[1] == 1) == is_swapped(split)),
       surrogates = Map(function(one, place) {
         list(question = question_of(one, tree, data), swapped = is_swapped(one) != is_swapped(split), association = exactly(fit$splits[place, "adj"]))
       }, surrogates_node(node), first + seq_along(surrogates_node(node))))
}

shown <- function(tree, data) {
  missing <- any(vapply(data$features, function(feature) any(vapply(feature$values, is.null, TRUE)), TRUE))
  nodes <- list()
  visit <- function(node) {
    split <- split_node(node)
    asked <- if (is.null(split)) setNames(list(), character()) else {
      list(question = if (missing) with_surrogates(node, tree, data) else question_of(split, tree, data))
    }
    nodes[[length(nodes) + 1]] <<- asked
    for (child in if (!is.null(split) && is_swapped(split)) rev(kids_node(node)) else kids_node(node)) visit(child)
  }
  visit(node_party(tree))
  list(nodes = nodes)
}

# as.party of rpart's tree, pruned where prune() would leave a leaf.
pruned <- function(input) {
  if (!is.null(input$tree)) unsupported("it prunes what it made itself")
  if (input$data$target$kind == "classes" && input$impurity != "misclassification") unsupported("classes are pruned by errors only")
  fit <- rpart_fitted(input)
  left <- rpart::prune(fit, cp = number(input$alpha))$frame
  places <- match(row.names(left)[left$var == "<leaf>"], row.names(fit$frame))
  cut <- places[fit$frame$var[places] != "<leaf>"]
  if (!length(cut)) return(shown(made(input), input$data))   # of no nodes nodeprune is an error
  if (anyNA(columns(input$data$features))) unsupported("associations are those of the whole tree")
  shown(nodeprune(as.party(fit), cut), input$data)
}

predicted <- function(input, type) {
  tree <- made(input)
  answers <- predict(tree, rows_of(input, if (of_rpart) NULL else "a category never seen"), type = type)
  if (input$data$target$kind == "classes") unlist(input$data$target$classes)[as.integer(as.character(answers))] else as.list(exactly(answers))
}

operations <- list(grow = function(input) shown(made(input), input$data), predict = function(input) predicted(input, "response"))
serve("partykit", if (of_rpart) c(operations, optimal_subtree = pruned) else operations)
