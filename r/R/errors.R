# SPDX-License-Identifier: MIT OR Apache-2.0
# Conditions. Errors have class reroll_error; warnings have class reroll_warning.

# The user's call: the innermost call of this package from outside, since arguments may be calls of it too.
users_call <- function() {
  frames <- sys.calls()
  parents <- sys.parents()
  is_ours <- function(i) i > 0 && identical(environment(sys.function(i)), environment(users_call))
  for (i in rev(seq_along(frames))) {
    if (is_ours(i) && !is_ours(parents[i])) return(frames[[i]])
  }
  NULL
}

refuse <- function(message, ...) {
  stop(structure(class = c("reroll_error", "error", "condition"), list(message = message, call = users_call(), ...)))
}

warn <- function(message) {
  warning(structure(class = c("reroll_warning", "warning", "condition"), list(message = message, call = users_call())))
}

number_text <- function(x) {
  is_integer <- isTRUE(x == trunc(x) && abs(x) < 1e22)
  format(x, digits = if (is_integer) 15 else 6, trim = TRUE, decimal.mark = ".")
}

range_text <- function(range) {
  paste0(if (range[3]) "(" else "[", number_text(range[1]), ", ", number_text(range[2]), if (range[4]) ")" else "]")
}

# The place of the wrong value in the user's vector or matrix, such as shape[3].
place_text <- function(name, value, e) {
  element <- if (is.na(e$element)) 0 else e$element
  row <- element %/% e$cols
  if (length(value) <= 1) return(name)
  if (length(dim(value)) == 2 && !is.na(e$row) && !is.na(e$column))
    return(sprintf("%s[%.0f, %.0f]", name, e$row + 1, e$column + 1))
  component <- if (is.na(e$row)) element %% e$cols else e$row
  if (length(dim(value)) == 2) return(sprintf("%s[%.0f, %.0f]", name, row %% nrow(value) + 1, component + 1))
  if (length(dim(value)) == 3) return(sprintf("%s[, , %.0f]", name, row %% dim(value)[3] + 1))
  is_vector <- nzchar(e$sides[e$parameter])
  sprintf("%s[%.0f]", name, if (is_vector) component + 1 else row %% length(value) + 1)
}

relation_text <- function(e, names) {
  sample <- if (is.na(e$element)) 0 else e$element %/% e$cols
  given <- mapply(function(name, v, sides, value) {   # of a vector its sum is checked
    if (is.null(v)) return(NULL)
    if (nzchar(sides)) return(sprintf("sum(%s) = %s", name, number_text(v)))
    place <- if (length(value) > 1) sprintf("[%.0f]", sample %% length(value) + 1) else ""
    paste0(name, place, " = ", number_text(v))
  }, names, e$related[seq_along(names)], e$sides, e$params[seq_along(names)])
  relation <- if ("size" %in% names) gsub("\\bn\\b", "size", e$relation) else e$relation   # the library's name of size is n
  paste0(paste(unlist(given), collapse = ", "), ": ", relation)
}

# What a wrong weight or logit should be.
weights_text <- function(where, name, value, rule) {
  if (rule == "logits" && is.null(value)) return(paste0(where, ": all logits are -Inf: at least one must be finite"))
  if (rule == "logits") return(paste0(where, " = ", value, " is not a logit: finite numbers, or -Inf"))
  accepted <- "finite numbers that are not negative, at least one of them positive"
  if (is.null(value)) paste0(where, ": all weights are 0: ", accepted) else
    paste0(where, " = ", value, " is not a weight: ", accepted)
}

# The row of a matrix with a row per sample, such as weights[2, ].
row_text <- function(name, value, e) {
  if (length(dim(value)) != 2 || is.na(e$element)) return(name)
  sprintf("%s[%.0f, ]", name, (e$element %/% e$cols) %% nrow(value) + 1)
}

# How many components the user's vector or matrix has. `size` is the library's.
size_text <- function(name, value, size, sides) {
  what <- if (length(dim(value)) < 2) "value" else
    if (nchar(sides) == 1 || nrow(value) != size) "column" else "row"
  sprintf("%s has %s %s%s", name, size, what, if (size == "1") "" else "s")
}

# The library's message about sizes, which has its names of dimensions (K, D, N, R, C), in the words of R.
sizes_text <- function(e) {
  about <- .samplers[[e$sampler]]$params
  sides <- stats::setNames(vapply(about, function(p) p$sides, ""), vapply(about, function(p) p$r, ""))
  side <- if (is.null(e$x)) "dim is %s" else if (length(dim(e$x)) == 3) "x has %s rows" else "x has %s columns"
  part <- function(pattern) regmatches(e$message, regexec(pattern, e$message))[[1]][-1]
  has <- function(name, size) size_text(name, e$params[[name]], size, sides[[name]])
  two <- part("^(\\w+) gives \\w = ([0-9]+), but (\\w+) gives ([0-9]+)")
  if (length(two)) return(sprintf("%s, but %s: these numbers must be equal", has(two[1], two[2]), has(two[3], two[4])))
  one <- part("^(\\w+) gives \\w = ([0-9]+), but \\w is ([0-9]+)")
  if (length(one))
    return(sprintf("%s, but %s: these numbers must be equal", has(one[1], one[2]), sprintf(side, one[3])))
  shape <- part("^(\\w+) has shape \\((?:\\.\\.\\., )?([0-9]+), ([0-9]+)\\); .* of shape \\(([0-9]+), ([0-9]+)\\)")
  if (length(shape)) return(do.call(sprintf, c("%s has matrices of %s x %s: a number, or matrices of %s x %s",
                                              as.list(shape))))
  range <- part(": \\w = ([0-9]+) is outside \\[([0-9]+), ([0-9]+)\\]")
  given <- if (is.null(e$dim) || !is.null(e$x)) "samples would have %s components or rows" else "dim = %s"
  if (length(range)) return(sprintf(paste0(given, ": an integer in [%s, %s]"), range[1], range[2], range[3]))
  e$message
}

refuse_sizes <- function(e) refuse(sizes_text(e))

# The error of a draw. The fields of the condition: parameter (its name), element (the number of the sample), value, range.
refuse_result <- function(e) {
  params <- names(e$params)
  about <- .samplers[[e$sampler]]
  e$sides <- if (is.null(about)) rep("", length(params)) else vapply(about$params, function(p) p$sides, "")
  known <- e$parameter > 0 && length(params) >= e$parameter
  name <- if (known) params[[e$parameter]] else NA_character_
  where <- if (known) place_text(name, e$params[[e$parameter]], e)
  value <- if (is.null(e$value)) NULL else number_text(e$value)
  text <- switch(as.character(e$fault),   # rr_fault of reroll_result.h
    "3" = if (known && !is.null(value)) paste0(where, " = ", value, " is outside the accepted range ", range_text(e$range)),
    "4" = if (known && !is.null(value)) paste0(where, " = ", value, " is not an integer in ", range_text(e$range)),
    "5" = relation_text(e, params),
    "6" = if (known) weights_text(if (is.null(value)) row_text(name, e$params[[name]], e) else where, name, value,
                                  about$params[[e$parameter]]$rule),
    "7" = if (known) paste0(where, " = ", value, " is not above the value before it: ", name, " must increase"),
    "8" = if (known) paste0(row_text(name, e$params[[name]], e), ": all values of a row are 0: at least one must not be 0"),
    "9" = if (known) paste0(where, " = ", value, " is not finite"),
    "10" = if (known) paste0(where, ": ", name, " is not symmetric"),
    "11" = if (known) paste0(name, " is not positive semidefinite"),
    "12" = sub("element [0-9]+", sprintf("sample %.0f", e$element %/% e$cols + 1), e$message),
    NULL)
  if (length(text) != 1) text <- e$message
  element <- if (is.na(e$element)) NA_real_ else e$element %/% e$cols + 1
  refuse(text, parameter = name, element = element, value = e$value, range = e$range[1:2])
}
