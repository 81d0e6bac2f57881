# The R package rpart, speaking the protocol:  dtrees verify rpart, or dtrees verify --command "Rscript rpart.R"
#
# Needs rpart and jsonlite:  apt-get install --no-install-recommends r-cran-rpart r-cran-jsonlite
# Arguments change rpart.control, such as cp=0.3; --tables prints the tables that R and rpart ship, and ends.
source(file.path(dirname(sub("--file=", "", grep("--file=", commandArgs(FALSE), value = TRUE))), "..", "shared", "speaking.R"))
suppressPackageStartupMessages(library(rpart))

# --- what is asked ----------------------------------------------------------------------------------------------

refuse <- function(input) {
  learner <- input$learner
  limits <- learner$stopping[c("min_split", "min_leaf", "min_gain", "min_impurity", "min_risk")]
  kinds <- vapply(input$data$features, function(feature) feature$kind, "")
  if (!is.null(input$scale) && input$scale != "root") unsupported("CP is on the scale root only")
  if (!is.null(input$ties) && input$ties != "together") unsupported("links that tie are cut together")
  if (!is.null(input$tree) && is.null(input$rows)) return()
  if (is.null(learner)) unsupported("rpart predicts by what it grew itself")
  if (learner$score != "gain") unsupported("questions are scored by their gain only")
  if (learner$impurity == "misclassification") unsupported("trees are not grown by misclassification")
  if (learner$questions$numbers != "midpoint") unsupported("thresholds lie at midpoints only")
  if ("categorical" %in% kinds && learner$questions$categories != "subset") unsupported("categories are asked by subsets only")
  if ("ordered" %in% kinds && learner$questions$categories == "each") unsupported("its trees are binary")
  if (learner$stopping$zero_gain != "stop") unsupported("a question must gain something")
  if (any(limits != "0")) unsupported("the only limit here is max_depth")
  if (!is.null(learner$missing) && learner$missing$way != "surrogate") unsupported("missing values are left to surrogates only")
  if (!is.null(learner$missing) && "ordered" %in% kinds) unsupported("surrogates are asked of numbers and categories only")
  if (learner$impurity == "expected_cost") unsupported("trees are not grown by their costs")
  centre <- input$data$target$centre
  if (!identical(centre, if (learner$impurity == "poisson_deviance") "rate")) unsupported("rates alone are predicted, and grown by their deviance")
  if (!is.null(centre) && !is.null(input$folds)) unsupported("deviances are not cross-validated: a rate of 0 makes them infinite")
  pruned_by <- c("squared_error", "poisson_deviance", if (is.null(learner$costs)) "misclassification" else "expected_cost")
  if (!is.null(input$impurity) && !input$impurity %in% pruned_by) unsupported("classes are pruned by errors, or their costs, only")
}

arguments <- grep("=", commandArgs(TRUE), value = TRUE)
changed <- setNames(as.list(as.numeric(sub(".*=", "", arguments))), sub("=.*", "", arguments))
cp_asked <- if (is.null(changed$cp)) 0 else changed$cp

controlled <- function(...) {
  modifyList(list(minsplit = 2, minbucket = 1, maxcompete = 0, maxsurrogate = 0, xval = 0), modifyList(changed, list(...)))
}

# The tree of the data and learner; the latest ones are kept, for they are asked about again and again.
kept <- list()
fit <- function(input, cp, folds = 0L) {
  asked <- list(input$data, input$learner, cp, folds)
  for (one in kept) if (identical(one$asked, asked)) return(one$tree)
  tree <- fitted(input, cp, folds)
  kept <<- head(c(list(list(asked = asked, tree = tree)), kept), 4)
  tree
}

cost_matrix <- function(costs) do.call(rbind, lapply(costs, function(row) vapply(row, number, 0)))

fitted <- function(input, cp, folds) {
  data <- input$data
  classes <- data$target$kind == "classes"
  target <- if (classes) factor(numbers(data$target$codes) + 1, levels = seq_along(data$target$classes)) else numbers(data$target$values)
  depth <- input$learner$stopping$max_depth
  missing <- input$learner$missing
  surrogates <- if (is.null(missing)) list() else list(
    maxsurrogate = if (is.null(missing$most_surrogates)) length(data$features) else missing$most_surrogates,
    usesurrogate = if (missing$unanswered == "stay") 1 else 2,
    surrogatestyle = as.integer(missing$agreement == "both"))
  control <- do.call(controlled, c(list(cp = cp, maxdepth = min(depth, 30), xval = folds), surrogates))
  weights <- numbers(data$weights)
  frame <- cbind(columns(data$features), y = target, weight = weights)
  formula <- reformulate(paste0("v", seq_along(data$features)), "y")
  if (!is.null(data$target$centre)) {   # rates over exposures, which are the weights: rpart takes the counts
    frame$y <- cbind(weights, target * weights)
    return(rpart(formula, frame, method = "poisson", parms = list(shrink = 0), control = control, na.action = na.pass, x = TRUE))
  }
  if (!classes) return(rpart(formula, frame, weight, method = "anova", control = control, na.action = na.pass, x = TRUE))
  parms <- list(split = if (input$learner$impurity %in% c("entropy", "altered_entropy")) "information" else "gini")
  if (!is.null(input$learner$costs)) {   # the classes' shares of the weight are told as priors
    parms$loss <- cost_matrix(input$learner$costs)
    parms$prior <- tapply(weights, target, sum, default = 0) / sum(weights)
    frame$weight <- weights / tapply(weights, target, function(some) min(some[some > 0]), default = 1)[target]
  }
  tree <- rpart(formula, frame, weight, method = "class", parms = parms, control = control, na.action = na.pass, x = TRUE)
  tree$unit <- sum(weights) / sum(frame$weight)
  tree
}

# --- trees that rpart did not grow ------------------------------------------------------------------------------

# What is told of each node of a tree, parents first: rpart's number, R(t), the places of its leaves, and the last
# one in its first child.
listed <- function(tree, impurity) {
  told <- list()
  ends <- 0
  visit <- function(number) {
    place <- length(told) + 1
    node <- tree$nodes[[place]]
    whole <- risk(node, impurity)
    told[[place]] <<- list(number = number, risk = whole, first = ends + 1)
    if (is.null(node$question)) ends <<- ends + 1
    else {
      refuse_question(node$question, number)
      first <- visit(2 * number)
      told[[place]]$cut <<- ends
      if (first + visit(2 * number + 1) > whole * (1 + 1e-9)) unsupported("no data make a split that raises the risk")
    }
    told[[place]]$last <<- ends
    whole
  }
  visit(1)
  told
}

refuse_question <- function(question, number) {
  if (question$ask == "each_category" && length(question$categories) != 2) unsupported("its trees are binary")
  if (number >= 2^30) unsupported("its trees are at most 30 deep")
}

risk <- function(node, impurity) {   # R(t) = weight * i(t)
  if (impurity == "poisson_deviance") {   # in bits
    rates <- vapply(node$values, number, 0)
    weights <- vapply(node$weights, number, 0)
    return(2 * sum(ifelse(rates > 0, weights * rates * log2(rates * sum(weights) / sum(weights * rates)), 0)))
  }
  if (impurity == "squared_error") return(number(node$squares) - number(node$total)^2 / number(node$weight))
  counts <- vapply(node$counts, number, 0)
  weight <- sum(counts)
  switch(impurity,
    gini = weight - sum(counts^2) / weight,
    misclassification = weight - max(counts),
    entropy = -sum(ifelse(counts > 0, counts * log2(counts / weight), 0)))
}

# The same tree, with a row a leaf, grown by rpart's own code: only its splits and risks are told (?rpart, method).
regrown <- function(told) {
  key <- function(rows) paste(min(rows), max(rows))
  known <- setNames(told, vapply(told, function(node) paste(node$first, node$last), ""))
  method <- list(
    init = function(y, offset, parms, wt) list(y = y, parms = NULL, numresp = 1, numy = 1, summary = function(...) ""),
    eval = function(y, wt, parms) list(label = 0, deviance = known[[key(y)]]$risk),
    split = function(y, wt, x, parms, continuous) {
      list(goodness = as.numeric(head(y, -1) == known[[key(y)]]$cut), direction = rep(-1, length(y) - 1))
    })
  leaf <- seq_len(told[[1]]$last)
  rpart(leaf ~ place, data.frame(leaf = leaf, place = leaf), method = method, control = controlled(cp = 0))
}

# The nodes of *tree*, given as *told*, that are left of it in *pruned*.
left <- function(tree, told, pruned) {
  frame <- pruned$frame
  kept <- Filter(function(place) as.character(told[[place]]$number) %in% row.names(frame), seq_along(told))
  lapply(kept, function(place) {
    if (frame[as.character(told[[place]]$number), "var"] == "<leaf>") setNames(list(), character()) else tree$nodes[[place]]["question"]
  })
}

# --- what is answered -------------------------------------------------------------------------------------------

# The nodes, parents first, as JSON: jsonlite takes long for lists of lists.  rpart numbers the children of node n with 2n
# and 2n + 1; where the left one takes the larger values, the right one comes first.
nodes <- function(tree, data) {
  frame <- tree$frame
  number <- as.numeric(row.names(frame))
  inner <- which(frame$var != "<leaf>")
  features <- told_features(data)
  rows <- columns(data$features)
  asked <- features[as.character(frame$var[inner])]   # the feature that each inner node asks of
  predicted <- if (data$target$kind == "classes") sprintf(',"prediction":%s', json(data$target$classes)[frame$yval]) else
    ifelse(is.finite(frame$yval), sprintf(',"value":["%s"]', exactly(frame$yval)), "")   # without rows there is no mean
  question <- rep("", nrow(frame))
  missing <- anyNA(rows)
  first <- cumsum(c(1, (1 + frame$ncompete + frame$nsurrogate)[inner]))   # of the rows of splits
  question[inner] <- vapply(seq_along(inner), function(place) {
    asks <- question_of(asked[[place]], tree$splits[first[place], ], tree$csplit)
    sprintf(',"question":%s', if (missing) with_surrogates(asks, inner[place], first[place], tree, features, rows, data$weights) else asks)
  }, "")
  unit <- if (tree$method == "poisson") 1 / log(2) else if (is.null(tree$unit)) 1 else tree$unit
  if (tree$method == "poisson") frame$wt <- weights_at(tree)
  weight <- if (unit == 1 || tree$method == "poisson") sprintf('"weight":"%s",', exactly(frame$wt)) else ""   # under priors its own are of no use
  written <- sprintf('{%s"risk":"%s"%s%s}', weight, exactly(ifelse(frame$wt > 0, frame$dev, 0) * unit), predicted, question)
  swapped <- number[inner][vapply(seq_along(inner), function(place) {
    asked[[place]]$kind == "numeric" && tree$splits[first[place], "ncat"] > 0
  }, TRUE)]
  ordered <- function(node) {
    children <- 2 * node + if (node %in% swapped) c(1, 0) else c(0, 1)
    c(node, if (children[1] %in% number) c(ordered(children[1]), ordered(children[2])))
  }
  structure(paste0("[", paste(written[match(ordered(1), number)], collapse = ","), "]"), class = "json")
}

# The exposure of the rows at each node, where the case weights are 1.
weights_at <- function(tree) {
  number <- as.numeric(row.names(tree$frame))
  ends <- number[tree$where]
  exposures <- tree$y[, 1]
  vapply(number, function(node) sum(exposures[ends %/% 2^pmax(floor(log2(ends)) - floor(log2(node)), 0) == node]), 0)
}

told_features <- function(data) {
  told <- lapply(data$features, function(feature) list(kind = feature$kind, name = json(feature$name), categories = json(feature$categories)))
  setNames(told, paste0("v", seq_along(told)))
}

json <- function(texts) vapply(unlist(texts), toJSON, "", auto_unbox = TRUE)

question_of <- function(feature, split, sides) {
  if (feature$kind == "numeric") {
    if (is.infinite(split["index"])) stop("rpart cuts ", fromJSON(feature$name), " at Inf")
    return(sprintf('{"ask":"threshold","feature":%s,"threshold":"%s"}', feature$name, exactly(split["index"])))
  }
  left <- sides[split["index"], ] == 1   # 3: right; 2: the category is not at the node
  categories <- paste(feature$categories[which(left)], collapse = ",")
  sprintf('{"ask":"one_of","feature":%s,"categories":[%s]}', feature$name, categories)
}

# The question *asks* of the node at *inner* in the frame, whose splits begin at *first*, with its surrogates.
# The first child takes what is below the cut, or the categories that go left: a surrogate is swapped where its own go to the other side.
# Where rows that can answer none are left of the node, they show where it sends such rows; else it is the heavier side.
with_surrogates <- function(asks, inner, first, tree, features, rows, weights) {
  frame <- tree$frame
  places <- first + seq_len(frame$nsurrogate[inner])
  named <- rownames(tree$splits)
  begins_left <- tree$splits[, "ncat"] != 1   # of numbers -1 or 1, of categories their number
  surrogates <- vapply(places, function(place) sprintf(
    '{"question":%s,"swapped":%s,"association":"%s"}', question_of(features[[named[place]]], tree$splits[place, ], tree$csplit),
    if (begins_left[place] == begins_left[first]) "false" else "true", exactly(tree$splits[place, "adj"])), "")
  written <- function(otherwise) sprintf('{"ask":"with_surrogates","question":%s,"surrogates":[%s],"otherwise":%s}', asks,
    paste(surrogates, collapse = ","), otherwise)
  node <- as.numeric(row.names(frame))[inner]
  ends <- as.numeric(row.names(frame))[tree$where]
  under <- function(number) vapply(ends, function(end) {
    while (end > number) end <- end %/% 2
    end == number
  }, TRUE)
  here <- under(node)
  goes_left <- function(place) {   # NA where the split does not say
    values <- rows[[named[place]]]
    cut <- tree$splits[place, "index"]
    if (is.factor(values)) c(TRUE, NA, FALSE)[tree$csplit[cut, values]] else (values < cut) == begins_left[place]
  }
  unknown <- here & is.na(rows[[named[first]]])
  for (place in places) if (any(unknown & is.na(goes_left(place)) & !is.na(rows[[named[place]]]))) unsupported("a category that a surrogate has not seen goes to the next")
  if (tree$control$usesurrogate < 2) return(written("null"))
  lost <- unknown & rowSums(!is.na(rows[named[places]])) == 0
  if (any(lost & ends == node)) unsupported("rows that no surrogate sends on stay at the node in a tie")
  left <- if (any(lost)) under(2 * node)[lost][1] else {
    weights <- numbers(weights)
    sum(weights[here & goes_left(first) %in% TRUE]) >= sum(weights[here & goes_left(first) %in% FALSE])
  }
  written(as.integer(left != begins_left[first]))
}

# The question says nothing of a category that its node has not seen (2 in csplit): rpart sends it the majority's way.
refuse_unseen <- function(tree, rows) {
  asked <- rownames(tree$splits)
  for (place in which(asked %in% names(Filter(is.factor, rows)))) {
    here <- tree$csplit[tree$splits[place, "index"], ][rows[[asked[place]]]]
    if (any(is.na(here) | here == 2)) unsupported("a category that a node has not seen goes the majority's way")
  }
}

# The tree to be pruned, and how what is left of it is told.
prunable <- function(input) {
  if (is.null(input$tree)) return(list(tree = fit(input, cp_asked), told = function(pruned) nodes(pruned, input$data)))
  told <- listed(input$tree, input$impurity)
  list(tree = regrown(told), told = function(pruned) left(input$tree, told, pruned))
}

# The same errors, of what xpred.rpart predicts: it is right only of the tree that was grown last.
errors_of_predictions <- function(input) {
  data <- input$data
  tree <- fitted(input, cp_asked, 0L)
  cp <- tree$cptable[, "CP"]
  if (length(cp) < 2) unsupported("a tree without splits is not cross-validated")
  predicted <- xpred.rpart(tree, as.integer(unlist(input$folds)), c(Inf, sqrt(cp[-1] * cp[-length(cp)])))
  losses <- if (data$target$kind == "numbers") (predicted - numbers(data$target$values))^2 else {
    costs <- input$learner$costs
    costs <- if (is.null(costs)) 1 - diag(length(data$target$classes)) else cost_matrix(costs)
    matrix(costs[cbind(numbers(data$target$codes) + 1, c(predicted))], nrow(predicted))
  }
  errors <- colSums(losses * numbers(data$weights)) / (tree$frame$dev[1] * if (is.null(tree$unit)) 1 else tree$unit)
  lapply(rev(seq_along(cp)), function(row) {
    list(alpha = exactly(cp[row]), leaves = tree$cptable[row, "nsplit"] + 1, error = exactly(errors[row]))
  })
}

operations <- list(
  grow = function(input) list(nodes = nodes(fit(input, -1), input$data)),
  predict = function(input) {
    rows <- rows_of(input, unseen = NULL)
    tree <- fit(input, -1)
    refuse_unseen(tree, rows)
    said <- predict(tree, rows, type = "vector")
    if (input$data$target$kind == "classes") input$data$target$classes[said] else as.list(exactly(said))
  },
  pruning_sequence = function(input) {   # CP falls from row to row; alpha rises
    subject <- prunable(input)
    table <- subject$tree$cptable
    lapply(rev(seq_len(nrow(table))), function(row) {
      cp <- table[row, "CP"]
      list(alpha = exactly(cp), risk = exactly(table[row, "rel error"]), nodes = subject$told(prune(subject$tree, cp = cp)))
    })
  },
  optimal_subtree = function(input) {
    subject <- prunable(input)
    cp <- number(input$alpha)
    if (cp < 0 && cp_asked >= 0) unsupported("trees are grown with a CP of 0, and pruned at higher ones")
    list(nodes = subject$told(prune(subject$tree, cp = cp)))
  },
  cross_validate = function(input) {   # errors are shares of the root's
    if (!is.null(input$by)) return(errors_of_predictions(input))
    table <- fit(input, cp_asked, as.integer(unlist(input$folds)))$cptable
    if (!"xerror" %in% colnames(table)) table <- cbind(table, xerror = 0, xstd = 0)
    lapply(rev(seq_len(nrow(table))), function(row) {
      list(alpha = exactly(table[row, "CP"]), leaves = table[row, "nsplit"] + 1,
           error = exactly(table[row, "xerror"]), standard_error = exactly(table[row, "xstd"]))
    })
  }
)

# The tables that R and rpart ship, each with its target last, without incomplete rows; numbers as texts.
tables <- function() {
  targets <- list(kyphosis = "Kyphosis", stagec = "ploidy", car.test.frame = "Mileage", cu.summary = "Price", infert = "case",
                  iris = "Species", mtcars = "mpg", swiss = "Fertility", airquality = "Ozone", warpbreaks = "breaks",
                  ToothGrowth = "len", chickwts = "weight")
  Map(function(name, target) {
    frame <- get(name)
    frame <- droplevels(frame[stats::complete.cases(frame), ])
    column <- function(name) {
      values <- frame[[name]]
      if (is.numeric(values)) lapply(exactly(values), structure, class = "json") else as.list(as.character(values))
    }
    list(columns = sapply(setdiff(names(frame), target), column, simplify = FALSE), target = column(target))
  }, names(targets), targets)
}
if ("--tables" %in% commandArgs(TRUE)) {
  cat(toJSON(tables(), auto_unbox = TRUE, json_verbatim = TRUE))
  quit()
}

serve("rpart", lapply(operations, function(operation) function(input) {
  refuse(input)
  operation(input)
}), conventions = list(comparison = "<", cut = "midpoint", arithmetic = "float64", ties = "any", zero_gain = "stop", categories = "subset",
                         wording = "any", scale = "root"))
