# What the programs in R of this folder share: reading and writing the protocol.  Needs jsonlite (apt-get install r-cran-jsonlite).
library(jsonlite)

exactly <- function(x) sprintf("%.17g", x)   # toJSON rounds to 15 digits, so numbers go as texts
numbers <- function(values) as.numeric(unlist(lapply(values, function(value) if (is.null(value)) NA else value)))
unsupported <- function(...) {
  stop(structure(class = c("unsupported", "error", "condition"), list(message = paste0(...), call = NULL)))
}

# A number, or the text of a rational such as "3/7".
number <- function(told) {
  if (is.numeric(told)) return(told)
  parts <- as.numeric(strsplit(told, "/", fixed = TRUE)[[1]])
  if (!all(is.finite(parts))) unsupported(told, " is beyond float64")
  if (length(parts) == 2) parts[1] / parts[2] else parts
}

# A limit that counts rows.
limit <- function(told, least) {
  size <- suppressWarnings(as.integer(told))
  if (is.na(size)) unsupported("limits are numbers of rows")
  max(size, least)
}

# The features as a frame of columns v1, v2, ...; the levels are those of *like*.
columns <- function(features, like = features) {
  made <- Map(function(feature, known) {
    if (feature$kind == "numeric") return(numbers(feature$values))
    place <- match(as.character(feature$categories), as.character(known$categories))
    factor(place[numbers(feature$codes) + 1], levels = seq_along(known$categories), ordered = known$kind == "ordered")
  }, features, like)
  as.data.frame(setNames(made, paste0("v", seq_along(features))))
}

# The rows that are asked about, their columns in the order of the training data; those of *unseen* categories may be refused.
rows_of <- function(input, unseen = "a category never seen") {
  asked <- vapply(input$data$features, function(feature) feature$name, "")
  given <- vapply(input$rows, function(feature) feature$name, "")
  rows <- columns(input$rows[match(asked, given)], input$data$features)
  if (!is.null(unseen) && anyNA(rows)) unsupported(unseen)
  rows
}

# Answer each line of standard input by the operation that it names; what else is said of the program follows.
serve <- function(package, operations, ...) {
  started <- list(version = 1, capabilities = as.list(names(operations)),
                  implementation = list(name = package, language = "R", version = as.character(packageVersion(package))), ...)
  input <- file("stdin", "r")
  while (length(line <- readLines(input, 1)) == 1) {
    message <- fromJSON(line, simplifyVector = FALSE)
    if (message$cmd == "stop") break
    answer <- if (message$cmd == "start") started else tryCatch(
      list(id = message$id, result = suppressWarnings(operations[[message$operation]](message$input))),
      unsupported = function(why) list(id = message$id, unsupported = conditionMessage(why)),
      error = function(error) list(id = message$id, error = conditionMessage(error)))
    cat(toJSON(answer, auto_unbox = TRUE, null = "null", json_verbatim = TRUE), "\n", sep = "")
  }
}
