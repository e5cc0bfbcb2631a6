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
    law$pointer <- tryCatch(open_law(law), reroll_error = function(e) {
      if (law$how != "file") stop(e)
      gc()
      open_law(law)
    })
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

rr_density <- function(f, low = -Inf, high = Inf, log = FALSE, centre = NA, breaks = numeric()) {
  if (!is.function(f)) refuse("f is not accepted: a function of one number")
  if (!isTRUE(log) && !isFALSE(log)) refuse("log is not accepted: TRUE or FALSE")
  new_law("density", list(f = f, log = log, low = one_double(low, "low"), high = one_double(high, "high"),
                          centre = one_double(centre, "centre"), breaks = doubles(breaks, "breaks")))
}

rr_cdf <- function(cdf, tail, low = -Inf, high = Inf, breaks = numeric()) {
  if (!is.function(cdf)) refuse("cdf is not accepted: a function of one number")
  if (!is.function(tail)) refuse("tail is not accepted: a function of one number")
  new_law("cdf", list(cdf = cdf, tail = tail, low = one_double(low, "low"), high = one_double(high, "high"),
                      breaks = doubles(breaks, "breaks")))
}

rr_table <- function(x, density) {
  if (length(x) != length(density)) refuse("density is not accepted: a numeric vector of the length of x")
  new_law("table", list(x = doubles(x, "x"), y = doubles(density, "density")))
}

rr_histogram <- function(breaks, mass) {
  if (length(breaks) != length(mass) + 1) refuse("mass is not accepted: a numeric vector with one value less than breaks")
  new_law("histogram", list(x = doubles(breaks, "breaks"), y = doubles(mass, "mass")))
}

rr_samples <- function(x) new_law("samples", list(x = doubles(x, "x"), y = NULL))

rr_close <- function(law) {
  if (!inherits(law, "rr_law")) refuse("law is not accepted: a distribution of rr_law, rr_density and similar calls")
  if (!is.null(law$pointer)) .Call(C_law_close, law$pointer)
  invisible(NULL)
}

print.rr_law <- function(x, ...) {
  about <- law_about(x)
  params <- if (length(about$params)) paste(about$params, collapse = ", ") else "none"
  cat("<rr_law of a ", x$how, ", parameters: ", params, ">\n", sep = "")
  invisible(x)
}
