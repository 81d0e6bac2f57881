# The R package rpart, speaking the protocol:  dtrees verify --command "Rscript rpart.R"
#
# Needs rpart and jsonlite:  apt-get install --no-install-recommends r-cran-rpart r-cran-jsonlite
suppressPackageStartupMessages(library(rpart))
library(jsonlite)

exactly <- function(x) sprintf("%.17g", x)   # toJSON rounds to 15 digits, so numbers go as texts
unsupported <- function(...) {
  stop(structure(class = c("unsupported", "error", "condition"), list(message = paste0(...), call = NULL)))
}

# --- what is asked ----------------------------------------------------------------------------------------------

refuse <- function(input) {
  learner <- input$learner
  limits <- learner$stopping[c("min_split", "min_leaf", "min_gain", "min_impurity", "min_risk")]
  kinds <- vapply(input$data$features, function(feature) feature$kind, "")
  if (is.null(learner)) unsupported("rpart prunes and predicts by what it grew itself")
  if (learner$score != "gain") unsupported("questions are scored by their gain only")
  if (learner$impurity == "misclassification") unsupported("trees are not grown by misclassification")
  if (learner$questions$numbers != "midpoint") unsupported("thresholds lie at midpoints only")
  if ("categorical" %in% kinds && learner$questions$categories != "subset") unsupported("categories are asked by subsets only")
  if (learner$stopping$zero_gain != "stop") unsupported("a question must gain something")
  if (any(limits != "0")) unsupported("the only limit here is max_depth")
  if (!is.null(input$scale) && input$scale != "root") unsupported("CP is on the scale root only")
  if (!is.null(input$impurity) && !input$impurity %in% c("misclassification", "squared_error")) {
    unsupported("classes are pruned by errors only")
  }
}

numbers <- function(values) as.numeric(unlist(values))

columns <- function(features, like = features) {
  made <- Map(function(feature, known) {
    if (feature$kind == "numeric") return(numbers(feature$values))
    place <- match(as.character(feature$categories), as.character(known$categories))
    factor(place[numbers(feature$codes) + 1], levels = seq_along(known$categories))
  }, features, like)
  as.data.frame(setNames(made, paste0("v", seq_along(features))))
}

fit <- function(input, cp) {
  data <- input$data
  classes <- data$target$kind == "classes"
  target <- if (classes) factor(numbers(data$target$codes) + 1, levels = seq_along(data$target$classes)) else numbers(data$target$values)
  depth <- input$learner$stopping$max_depth
  control <- list(minsplit = 2, minbucket = 1, cp = cp, maxcompete = 0, maxsurrogate = 0, xval = 0,
                  maxdepth = min(depth, 30))
  frame <- cbind(columns(data$features), y = target, weight = numbers(data$weights))
  formula <- reformulate(paste0("v", seq_along(data$features)), "y")
  if (!classes) return(rpart(formula, frame, weight, method = "anova", control = control))
  criterion <- if (input$learner$impurity == "gini") "gini" else "information"
  rpart(formula, frame, weight, method = "class", parms = list(split = criterion), control = control)
}

# --- what is answered -------------------------------------------------------------------------------------------

# The nodes, parents first.  rpart numbers the children of node n with 2n and 2n + 1; where the left one takes the
# larger values, the right one comes first.
nodes <- function(tree, data) {
  frame <- tree$frame
  inner <- row.names(frame)[frame$var != "<leaf>"]
  told <- function(node) {
    row <- frame[as.character(node), ]
    state <- list(weight = exactly(row$wt))
    if (data$target$kind == "classes") state$prediction <- data$target$classes[[row$yval]]
    else if (is.finite(row$yval)) state$value <- exactly(row$yval)   # a node without rows has no mean
    if (row$var == "<leaf>") return(list(state))
    split <- tree$splits[match(node, inner), ]
    feature <- data$features[[as.integer(sub("v", "", row$var))]]
    children <- c(2 * node, 2 * node + 1)
    if (feature$kind == "numeric") {
      state$question <- list(ask = "threshold", feature = feature$name, threshold = exactly(split["index"]))
      if (split["ncat"] > 0) children <- rev(children)
    } else {
      left <- which(tree$csplit[split["index"], ] == 1)
      state$question <- list(ask = "one_of", feature = feature$name, categories = feature$categories[left])
    }
    c(list(state), told(children[1]), told(children[2]))
  }
  told(1)
}

operations <- list(
  grow = function(input) list(nodes = nodes(fit(input, -1), input$data)),
  predict = function(input) {
    said <- predict(fit(input, -1), columns(input$rows, input$data$features), type = "vector")
    if (input$data$target$kind == "classes") input$data$target$classes[said] else as.list(exactly(said))
  },
  pruning_sequence = function(input) {   # CP falls from row to row; alpha rises
    table <- fit(input, 0)$cptable
    lapply(rev(seq_len(nrow(table))), function(row) {
      list(alpha = exactly(table[row, "CP"]), leaves = table[row, "nsplit"] + 1, risk = exactly(table[row, "rel error"]))
    })
  },
  optimal_subtree = function(input) list(nodes = nodes(prune(fit(input, 0), cp = input$alpha), input$data))
)

run <- function(message) {
  tryCatch({
    refuse(message$input)
    list(id = message$id, result = suppressWarnings(operations[[message$operation]](message$input)))
  },
  unsupported = function(why) list(id = message$id, unsupported = conditionMessage(why)),
  error = function(why) list(id = message$id, error = conditionMessage(why)))
}

input <- file("stdin", "r")
while (length(line <- readLines(input, 1)) == 1) {
  message <- fromJSON(line, simplifyVector = FALSE)
  if (message$cmd == "stop") break
  answer <- if (message$cmd == "run") run(message) else list(
    version = 1,
    implementation = list(name = "rpart", language = "R", version = as.character(packageVersion("rpart"))),
    capabilities = as.list(names(operations)),
    conventions = list(comparison = "<", cut = "midpoint", zero_gain = "stop", categories = "subset", wording = "any",
                       arithmetic = "float64", scale = "root"))
  cat(toJSON(answer, auto_unbox = TRUE, null = "null"), "\n", sep = "")
}
