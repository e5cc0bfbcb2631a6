# SPDX-License-Identifier: MIT OR Apache-2.0
# User-defined distributions. An rr_law keeps what made it, so that it can be opened again after saveRDS and readRDS.

new_law <- function(how, args) {
  law <- new.env(parent = emptyenv())
  law$how <- how
  law$args <- args
  law$pointer <- NULL
  class(law) <- "rr_law"
  law_pointer(law)
  law
}

no_ends <- function(x) sub("[\r\n]+$", "", x, useBytes = TRUE)

# Equal for equal distributions. A file that was changed is another distribution.
file_key <- function(a) {
  if (grepl("\n", a$text, fixed = TRUE)) return(paste(c(no_ends(a$text), a$derived), collapse = "\r"))
  info <- file.info(a$text, extra_cols = FALSE)
  is_object <- endsWith(a$text, ".so") || is.na(info$size) || info$isdir
  if (is_object) return(paste(c(a$text, info$size, info$mtime, a$derived), collapse = "\r"))
  text <- no_ends(readChar(a$text, info$size, useBytes = TRUE))
  paste(c(text, a$derived), collapse = "\r")
}

open_law <- function(law) {
  a <- law$args
  switch(law$how,
    file = .Call(C_law_open, a$text, a$derived, file_key(a)),
    density = .Call(C_law_density, a$f, a$log, c(a$low, a$high, a$centre), a$breaks, globalenv()),
    cdf = .Call(C_law_cdf, a$cdf, a$tail, c(a$low, a$high), a$breaks, globalenv()),
    .Call(C_law_points, law$how, a$x, a$y))
}

# At most 16 distributions of texts can be open; those that are no longer used are closed by the garbage collector.
law_pointer <- function(law) {
  if (is.null(law$pointer) || .Call(C_is_nil, law$pointer)) {
    opened <- tryCatch(open_law(law), reroll_error = identity)
    if (inherits(opened, "reroll_error")) {
      if (law$how != "file") stop(opened)
      gc()
      opened <- open_law(law)
    }
    law$pointer <- opened
  }
  law$pointer
}

law_about <- function(law) .Call(C_law_about, law_pointer(law))

rr_law <- function(file, derived = NULL) {
  if (!is.character(file) || length(file) != 1 || is.na(file))
    refuse("file is not accepted: a file name, or a text with a newline")
  text <- if (grepl("\n", file, fixed = TRUE)) file else normalizePath(file, mustWork = FALSE)
  if (!is.null(derived) && (!is.character(derived) || length(derived) != 1)) refuse("derived is not accepted: a name")
  new_law("file", list(text = text, derived = derived))
}

doubles <- function(x, name) {
  if (!is.numeric(x)) refuse(sprintf("%s is not accepted: a numeric vector", name))
  as.double(x)
}

one_double <- function(x, name) {
  if (!is.numeric(x) && !identical(x, NA) || length(x) != 1) refuse(sprintf("%s is not accepted: a number", name))
  as.double(x)
}

# Refuses the first value of `x` that is not `accepted`. Values and positions are those of R: the library counts from 0.
check_values <- function(x, name, accepted, text) {
  wrong <- which(!accepted)[1]
  if (is.na(wrong)) return(invisible())
  refuse(sprintf("%s[%d] = %s is not accepted: %s", name, wrong, number_text(x[wrong]), text))
}

finite <- function(x, name) {
  x <- doubles(x, name)
  check_values(x, name, is.finite(x), "a finite number")
  x
}

increasing <- function(x, name) {
  x <- finite(x, name)
  check_values(x, name, c(TRUE, diff(x) > 0)[seq_along(x)], sprintf("%s must increase", name))
  x
}

not_negative <- function(x, name) {
  x <- finite(x, name)
  check_values(x, name, x >= 0, "a number that is not negative")
  if (!any(x > 0)) refuse(sprintf("%s: all values are 0: at least one must be positive", name))
  x
}

# Breaks inside the support.
inner_breaks <- function(breaks, low, high) {
  breaks <- increasing(breaks, "breaks")
  check_values(breaks, "breaks", breaks > low & breaks < high, sprintf("a number above low = %s and below high = %s",
                                                                       number_text(low), number_text(high)))
  breaks
}

# The limits of the support.
check_support <- function(low, high) {
  if (!isTRUE(low < high)) refuse(sprintf("low = %s is not below high = %s", number_text(low), number_text(high)))
}

check_size <- function(x, name, range, text) {
  n <- length(doubles(x, name))
  if (n < range[1] || n > range[2]) refuse(sprintf("%s has length %.0f: %s are accepted", name, n, text))
}

rr_density <- function(f, low = -Inf, high = Inf, log = FALSE, centre = NA, breaks = numeric()) {
  if (!is.function(f)) refuse("f is not accepted: a function of one number")
  if (!isTRUE(log) && !isFALSE(log)) refuse("log is not accepted: TRUE or FALSE")
  low <- one_double(low, "low")
  high <- one_double(high, "high")
  check_support(low, high)
  new_law("density", list(f = f, log = log, low = low, high = high, centre = one_double(centre, "centre"),
                          breaks = inner_breaks(breaks, low, high)))
}

rr_cdf <- function(cdf, tail, low = -Inf, high = Inf, breaks = numeric()) {
  if (!is.function(cdf)) refuse("cdf is not accepted: a function of one number")
  if (!is.function(tail)) refuse("tail is not accepted: a function of one number")
  low <- one_double(low, "low")
  high <- one_double(high, "high")
  check_support(low, high)
  new_law("cdf", list(cdf = cdf, tail = tail, low = low, high = high, breaks = inner_breaks(breaks, low, high)))
}

rr_table <- function(x, density) {
  if (length(x) != length(density)) refuse("density is not accepted: a numeric vector of the length of x")
  check_size(x, "x", c(2, 16385), "2 to 16385 points")
  new_law("table", list(x = increasing(x, "x"), y = not_negative(density, "density")))
}

rr_histogram <- function(breaks, mass) {
  if (length(breaks) != length(mass) + 1) refuse("mass is not accepted: a numeric vector with one value less than breaks")
  check_size(mass, "mass", c(1, 16384), "1 to 16384 bins")
  new_law("histogram", list(x = increasing(breaks, "breaks"), y = not_negative(mass, "mass")))
}

rr_samples <- function(x) {
  check_size(x, "x", c(2, 2^40), "2 to 2^40 samples")
  new_law("samples", list(x = finite(x, "x"), y = NULL))
}

rr_close <- function(law) {
  if (!inherits(law, "rr_law")) refuse("law is not accepted: a distribution of rr_law, rr_density and similar calls")
  if (!is.null(law$pointer)) .Call(C_law_close, law$pointer)
  invisible(NULL)
}

params_text <- function(law) {
  params <- law_about(law)$params
  if (length(params)) paste(params, collapse = ", ") else "none"
}

format.rr_law <- function(x, ...) paste0("<rr_law: ", x$how, ", parameters: ", params_text(x), ">")

as.character.rr_law <- function(x, ...) format(x)

print.rr_law <- function(x, ...) {
  cat(format(x), "\n", sep = "")
  invisible(x)
}

summary.rr_law <- function(object, ...) noquote(c(made.from = object$how, parameters = params_text(object)))
