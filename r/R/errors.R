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

number_text <- function(x) format(x, digits = if (isTRUE(x == trunc(x))) 15 else 6, trim = TRUE, decimal.mark = ".")

range_text <- function(range) {
  paste0(if (range[3] || is.infinite(range[1])) "(" else "[", number_text(range[1]), ", ", number_text(range[2]),
         if (range[4] || is.infinite(range[2])) ")" else "]")
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
  given <- mapply(function(name, v, sides) {   # of a vector its sum is checked
    if (!is.null(v)) sprintf(if (nzchar(sides)) "sum(%s) = %s" else "%s = %s", name, number_text(v))
  }, names, e$related[seq_along(names)], e$sides)
  relation <- if ("size" %in% names) gsub("\\bn\\b", "size", e$relation) else e$relation   # the library's name of size is n
  paste0(paste(unlist(given), collapse = ", "), ": ", relation)
}

# The error of a draw. The fields of the condition: parameter (its name), element (the number of the sample), value, range.
refuse_result <- function(e) {
  params <- names(e$params)
  about <- .samplers[[e$sampler]]
  e$sides <- if (is.null(about)) rep("", length(params)) else vapply(about$params, function(p) p$sides, "")
  known <- e$parameter > 0 && length(params) >= e$parameter
  name <- if (known) params[[e$parameter]] else NA_character_
  where <- if (known) place_text(name, e$params[[e$parameter]], e)
  value <- if (is.null(e$value)) NULL else number_text(e$value)
  text <- switch(as.character(e$fault),   # rr_fault of reroll_core.h
    "3" = if (known && !is.null(value)) paste0(where, " = ", value, " is outside the accepted range ", range_text(e$range)),
    "4" = if (known && !is.null(value)) paste0(where, " = ", value, " is not an integer in ", range_text(e$range)),
    "5" = relation_text(e, params),
    "6" = if (known) paste0(if (is.null(value)) paste0(name, ": all weights are 0") else paste0(where, " = ", value,
      " is not a weight"), ": finite numbers that are not negative, at least one of them positive"),
    "7" = if (known) paste0(where, " = ", value, " is not above the value before it: ", name, " must increase"),
    "8" = if (known) paste0(name, ": all values of a row are 0: at least one must not be 0"),
    "9" = if (known) paste0(where, " = ", value, " is not finite"),
    "10" = if (known) paste0(where, ": ", name, " is not symmetric"),
    "11" = if (known) paste0(name, " is not positive semidefinite"),
    "12" = sub("element [0-9]+", sprintf("sample %.0f", e$element %/% e$cols + 1), e$message),
    NULL)
  if (length(text) != 1) text <- e$message
  element <- if (is.na(e$element)) NA_real_ else e$element %/% e$cols + 1
  refuse(text, parameter = name, element = element, value = e$value, range = e$range[1:2])
}
