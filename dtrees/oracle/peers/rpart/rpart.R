# Drives the real rpart: reads cases from stdin, writes one line of JSON a case.  Only base R and rpart are needed.
#
# A line of input is a word and its values, separated by tabs; numbers are C99 hexadecimal, so nothing is rounded:
#   case ID | method class|anova | split gini|information | classes K | y v.. | num v.. | cat K code..
#   control NAME v | loss v.. (column-major) | folds v.. | prune cp.. | end        or        data NAME TARGET
suppressPackageStartupMessages(library(rpart))

numbers <- function(v) {
  s <- sprintf("%.17g", as.numeric(v))
  s[is.na(v)] <- "NaN"
  s[!is.na(v) & v == Inf] <- "Infinity"
  s[!is.na(v) & v == -Inf] <- "-Infinity"
  paste0("[", paste(s, collapse = ","), "]")
}
texts <- function(v) paste0("[", paste(encodeString(as.character(v), quote = "\""), collapse = ","), "]")
rows <- function(m) if (is.null(m)) "[]" else paste0("[", paste(apply(m, 1, numbers), collapse = ","), "]")
record <- function(...) {
  parts <- c(...)
  paste0("{", paste0("\"", names(parts), "\":", parts, collapse = ","), "}")
}
list_of <- function(parts) paste0("[", paste(parts, collapse = ","), "]")

fit_record <- function(fit) {
  frame <- fit$frame
  record(node = numbers(row.names(frame)), variable = texts(frame$var), rows = numbers(frame$wt),
         risk = numbers(frame$dev), value = numbers(frame$yval), complexity = numbers(frame$complexity),
         splits = rows(unname(fit$splits)), levels = rows(fit$csplit))
}

grow <- function(case, cp, folds = 0L, weights = rep(1, length(case$y))) {
  options <- list(minsplit = 2L, minbucket = 1L, maxsurrogate = 0L, maxcompete = 0L, usesurrogate = 2L)
  options[names(case$control)] <- case$control
  options$cp <- cp
  options$xval <- folds
  frame <- cbind(case$columns, y = case$target, weight = weights)
  formula <- reformulate(names(case$columns), "y")
  if (case$method == "anova") return(rpart(formula, frame, weight, method = "anova", control = options))
  parameters <- list(split = case$split)
  if (!is.null(case$loss)) parameters$loss <- matrix(case$loss, nlevels(case$target))
  rpart(formula, frame, weight, method = "class", parms = parameters, control = options)
}

pruned_records <- function(case, fit, table) {
  cps <- table[, 1]
  points <- if (is.null(case$prune)) c(cps, (cps[-1] + cps[-length(cps)]) / 2) else case$prune
  points <- unique(points[is.finite(points)])
  list_of(vapply(points, function(cp) {
    record(cp = numbers(cp), nodes = numbers(row.names(prune(fit, cp = cp)$frame)))
  }, ""))
}

# A row of weight 0 is left out as cross-validation leaves it out: in the same order of summation, so that ties which
# rounding decides are decided alike.
fold_records <- function(case) {
  list_of(vapply(sort(unique(case$folds)), function(fold) {
    inside <- case$folds != fold
    if (length(unique(case$target[inside])) == 1) return("null")
    fit_record(grow(case, -1, weights = as.numeric(inside)))
  }, ""))
}

run <- function(case) {
  case$columns <- as.data.frame(case$columns)
  case$target <- if (case$method == "class") factor(case$y, levels = seq_len(case$classes)) else case$y
  cp <- if (is.null(case$control$cp)) 0 else case$control$cp
  fit <- grow(case, cp, if (is.null(case$folds)) 0L else as.integer(case$folds))
  table <- unname(fit$cptable)
  parts <- c(grown = fit_record(grow(case, -1)), fitted = fit_record(fit), table = rows(table),
             pruned = pruned_records(case, fit, table))
  record(id = texts(case$id), parts, folds = if (is.null(case$folds)) "[]" else fold_records(case))
}

ship <- function(name, target) {
  frame <- get(name)
  frame <- droplevels(frame[stats::complete.cases(frame), ])
  columns <- vapply(names(frame), function(column) {
    values <- frame[[column]]
    record(name = texts(column),
           values = if (is.numeric(values)) numbers(values) else texts(values))
  }, "")
  record(id = texts(name), target = texts(target), columns = list_of(columns))
}

answer <- function(id, expression) {
  failed <- function(condition) record(id = texts(id), error = texts(conditionMessage(condition)))
  cat(suppressWarnings(tryCatch(expression, error = failed)), "\n", sep = "")
}

input <- file("stdin", "r")
while (length(line <- readLines(input, 1)) == 1) {
  words <- strsplit(line, "\t")[[1]]
  values <- words[-1]
  switch(words[1],
    case = case <- list(id = values, columns = list(), control = list()),
    method = , split = case[[words[1]]] <- values,
    num = case$columns[[paste0("v", length(case$columns))]] <- as.numeric(values),
    cat = case$columns[[paste0("v", length(case$columns))]] <-
      factor(as.integer(values[-1]), levels = seq_len(as.integer(values[1]))),
    control = case$control[[values[1]]] <- as.numeric(values[2]),
    y = , classes = , loss = , folds = , prune = case[[words[1]]] <- as.numeric(values),
    end = answer(case$id, run(case)),
    data = answer(values[1], ship(values[1], values[2])))
}
