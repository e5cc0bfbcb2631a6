# SPDX-License-Identifier: MIT OR Apache-2.0
# Writes the generated part of the package: DESCRIPTION, NAMESPACE, R/laws.R and a help page per distribution.
#
#     build/gen/r-describe | Rscript --vanilla r/generate/generate.R r FOLDER VERSION

arguments <- commandArgs(TRUE)
source_folder <- arguments[1]
folder <- arguments[2]
version <- arguments[3]
samplers <- eval(parse(text = readLines("stdin")))
names(samplers) <- vapply(samplers, function(s) s$name, "")

# In help texts of the library, n is a parameter where a sampler has one. In R it is `size`, and n is the number of samples.
# Infinity is `Inf` in R. A number always serves all components, and samples of `bits` have 32 bits.
help_in_r <- function(s) {
  has_n <- any(vapply(s$params, function(p) p$name == "n", NA))
  in_r <- function(x) {
    if (has_n) x <- gsub("\\bn\\b", "size", x)
    gsub("\\binf\\b", "Inf", gsub("; one value for all in C|, 32 [(]u32[)] or 64 [(]u64[)]", "", x))
  }
  s$help <- in_r(s$help)
  s$params <- lapply(s$params, function(p) replace(p, "help", in_r(p$help)))
  s
}
samplers <- lapply(samplers, help_in_r)

# `density` needs a user's density (rr_density).
samplers <- samplers[vapply(samplers, function(s) s$law != "density", NA)]
laws <- samplers[vapply(samplers, function(s) s$method == "", NA)]

call_name <- function(law) paste0("rr_", gsub("-", "_", law))
text <- function(x) encodeString(x, quote = "\"")
number <- function(x) if (is.infinite(x)) paste0(if (x < 0) "-", "Inf") else format(x, digits = 15)
methods_of <- function(s) {
  all <- samplers[vapply(samplers, function(m) m$law == s$law && m$method != "", NA)]
  all[order(vapply(all, function(m) m$method, ""))]
}

# The parameters that only one method has, such as the limits of poisson:icdf. They follow those of the distribution.
extra_params <- function(s) {
  extra <- list()
  for (m in methods_of(s)) for (i in seq_along(m$params)) {
    p <- m$params[[i]]
    if (i <= length(s$params)) stopifnot(p$r == s$params[[i]]$r) else extra[[p$r]] <- c(p, method = m$method)
  }
  extra
}

# "K" or "D" if no matrix that must be given has that size. A vector of K components may be given as one number.
free_dim <- function(s) {
  side <- substr(s$sides, 1, 1)
  fixed <- vapply(s$params, function(p) is.na(p$default) && grepl(side, p$sides, fixed = TRUE) && p$sides != "K", NA)
  if (nzchar(side) && side %in% c("K", "D") && !any(fixed)) side else ""
}

# A valid value of a parameter, for examples and tests.
example_value <- function(p) {
  x <- p$example
  switch(p$sides, N = if (p$rule == "increasing") "c(-1, 0, 1)" else if (p$rule == "weights") "c(1, 2, 3)" else
           sprintf("c(%s)", paste(vapply(1:3, function(k) number(x), ""), collapse = ", ")),
         K = if (p$rule == "direction") "c(1, 0, 0)" else sprintf("c(%s)", paste(rep(number(x), 3), collapse = ", ")),
         KR = "matrix(1:6, 3, 2)", RC = "0", RR = "diag(2)", KK = "diag(3)", DD = "diag(3)", CC = "diag(3)", number(x))
}

# ---- R code ----------------------------------------------------------------------------------------------------------

formals_of <- function(s) {
  params <- vapply(s$params, function(p) if (is.na(p$default)) p$r else paste(p$r, "=", number(p$default)), "")
  c("n", params, if (nzchar(free_dim(s))) "dim = NULL", if (length(methods_of(s))) "method = \"\"",
    sprintf("%s = NULL", names(extra_params(s))), if (!s$counts && s$f32 && s$f64) "dtype = \"f64\"", "stream = NULL")
}

# R's pages indent these lines and cut them at 90 (usage) and 100 characters (examples).
wrapped <- function(start, items, end) {
  line <- paste0(start, paste(items, collapse = ", "), end)
  if (nchar(line) <= 84) return(line)
  paste(strwrap(line, 84, exdent = 4), collapse = "\n")
}

code_of <- function(s) {
  names <- c(vapply(s$params, function(p) p$r, ""), names(extra_params(s)))
  law <- if (length(methods_of(s))) sprintf("method_name(\"%s\", method)", s$name) else text(s$name)
  passed <- if (length(names)) paste(paste(names, "=", names), collapse = ", ") else ""
  dtype <- if (!s$counts && s$f32 && s$f64) "dtype" else "\"f64\""
  c(wrapped(paste0(call_name(s$law), " <- function("), formals_of(s), ")"),
    sprintf("  .Call(C_draw, %s, n, list(%s), %s, %s, stream, NULL)", law, passed,
            if (nzchar(free_dim(s))) "dim" else "NULL", dtype), "")
}

# The name of each other name.
aliases <- do.call(c, unname(lapply(samplers, function(s) {
  other <- strsplit(s$aliases, " ", fixed = TRUE)[[1]]
  stats::setNames(rep(s$name, length(other)), other)
})))
stopifnot(!anyDuplicated(names(aliases)))

entry <- function(s) {
  form <- "list(r = %s, name = %s, sides = %s, rule = %s, default = %s, example = %s)"
  params <- vapply(s$params, function(p) sprintf(form,
    text(p$r), text(p$name), text(p$sides), text(p$rule), if (is.na(p$default)) "NA_real_" else number(p$default),
    example_value(p)), "")
  sprintf("  %s = list(name = %s, call = %s, help = %s, sides = %s, dim = %s, counts = %s, params = list(%s))",
          text(s$name), text(s$name), text(call_name(s$law)), text(s$help), text(s$sides),
          text(free_dim(s)), s$counts, paste(params, collapse = ", "))
}

writeLines(c("# Made by r/generate/generate.R from the list of samplers.", "",
             unlist(lapply(laws, code_of)), ".samplers <- list(",
             paste(vapply(samplers, entry, ""), collapse = ",\n"), ")", "# Other names.",
             wrapped(".aliases <- c(", sprintf("%s = %s", text(names(aliases)), text(aliases)), ")")),
           file.path(folder, "R", "laws.R"))

# ---- Help pages ------------------------------------------------------------------------------------------------------

rd <- function(x) gsub("([%{}])", "\\\\\\1", gsub("\\", "\\\\", x, fixed = TRUE))
# The help without the order of a matrix's numbers in C: an R array has dimensions, which the Value section describes.
in_r <- function(x) gsub(", (row by row|each entry as its real and imaginary part)", "", x)
capital <- function(x) if (grepl("^[a-z] =", x)) x else paste0(toupper(substr(x, 1, 1)), substring(x, 2))

range_of <- function(p) {
  if (identical(p$high, 2^53) && identical(p$low, -2^53)) return("in [-2^53, 2^53]")
  paste0("in ", if (p$low_open) "(" else "[", number(signif(p$low, 6)), ", ",
         number(signif(p$high, 6)), if (p$high_open) ")" else "]")
}

shape_of <- function(s, p) {
  if (!nzchar(p$sides)) return("One value for all samples.")
  switch(paste0(p$sides, if (p$once) "!"),
    K = "A number for all components, a vector of K components, or a matrix with a row per sample.",
    N = "A vector for all samples, or a matrix with a row per sample.",
    "N!" = "A vector, the same for all samples.",
    RC = "A number, an R x C matrix, or an array of R x C x n.",
    "KR!" = "A matrix with K rows, the same for all samples.",
    paste0("A symmetric matrix of ", substr(p$sides, 1, 1), " x ", substr(p$sides, 2, 2), ", the same for all samples."))
}

item <- function(name, ...) sprintf("  \\item{%s}{%s}", name, paste(c(...), collapse = " "))

param_item <- function(s, p, more = NULL) {
  shape <- if (nzchar(p$sides) || p$fixed) shape_of(s, p)
  rule <- switch(p$rule, weights = "Not negative, at least one positive.", increasing = "Increasing.",
                 covariance = "Positive semidefinite.", direction = "At least one value is not 0.",
                 "above side" = "Above D - 1.")
  item(p$r, paste0(capital(rd(p$help)), ","), paste0(range_of(p), "."), shape, rule, more)
}

value_of <- function(s) {
  numbers <- if (s$counts) "integers, or doubles if one is above \\eqn{2^{31} - 1}{2^31 - 1}" else "doubles"
  wide <- if (s$complex) "2 D" else substr(s$sides, 2, 2)
  shape <- if (!nzchar(s$sides)) "A vector of n" else if (s$sides == "K") "A matrix with n rows of K" else
    sprintf("An array of %s x %s x n", substr(s$sides, 1, 1), wide)
  paste0(shape, " ", numbers, ".", if (s$complex) COMPLEX,
         if (s$law == "categorical" || s$law == "ordered-logistic") " The first category is 0.")
}

example_of <- function(s, n = 3) {
  given <- Filter(function(p) is.na(p$default) || p$default != p$example, s$params)
  values <- vapply(given, function(p) paste(p$r, "=", example_value(p)), "")
  wrapped(paste0(call_name(s$law), "("), c(n, values, if (nzchar(free_dim(s))) "dim = 3", "stream = s"), ")")
}

COMPLEX <- " Entry (a, b) of matrix i has its real part in column 2 b - 1 and its imaginary
    part in column 2 b: it is \\code{complex(real = x[a, 2 * b - 1, i], imaginary = x[a, 2 * b, i])}."
METHOD <- "How to draw; other methods give other samples. \\code{\"\"} is the default method."
DTYPE <- "\\code{\"f64\"}, or \\code{\"f32\"} for samples in single precision, which differ from those of \\code{\"f64\"}."
STREAM <- "A stream of \\code{\\link{rr_stream}}, which the call advances. \\code{NULL}: a fresh stream, whose seed is drawn
    with R's own generator (see \\code{\\link{set.seed}}). A call that fails or draws no samples does not advance it."
DETAILS <- "\\details{
Parameters that are single numbers may be vectors with a value per sample, which are recycled as in R's own functions. A
zero-length parameter gives a result without samples. Samples whose parameters are \\code{NA} or \\code{NaN} are
\\code{NaN} (counts: \\code{NA}), with a warning. Other values outside the range are errors of class \\code{reroll_error}.
}"

page <- function(s) {
  name <- call_name(s$law)
  methods <- methods_of(s)
  lines <- vapply(methods, function(m) sprintf("\\code{\"%s\"}: %s.", m$method, rd(m$help)), "")
  c("% Made by r/generate/generate.R from the list of samplers.", sprintf("\\name{%s}\\alias{%s}", name, name),
    sprintf("\\title{Samples of the distribution %s}", s$law),
    sprintf("\\description{%s.}", capital(rd(in_r(s$help)))),
    sprintf("\\usage{\n%s\n}", wrapped(paste0(name, "("), formals_of(s), ")")), "\\arguments{",
    item("n", "Number of samples. If it has more than one value, its length is used."),
    unlist(lapply(s$params, function(p) param_item(s, p))),
    if (nzchar(free_dim(s))) item("dim", if (free_dim(s) == "D") "The number of rows of a matrix, D." else
      "The number of components, K, if no parameter has a value per component."),
    if (length(methods)) item("method", METHOD, lines),
    unlist(lapply(extra_params(s), function(p)
      param_item(s, p, sprintf("Only for method \\code{\"%s\"}, where \\code{NULL} is %s.", p$method, number(p$default))))),
    if (!s$counts && s$f32 && s$f64) item("dtype", DTYPE),
    item("stream", STREAM),
    "}", sprintf("\\value{%s}", value_of(s)),
    DETAILS,
    sprintf("\\references{%s}", rd(s$source)),
    "\\seealso{\\code{\\link{rr_stream}}, \\code{\\link{rr_draw}}}",
    sprintf("\\examples{\ns <- rr_stream(9)\n%s\n}", example_of(s)))
}

for (s in laws) writeLines(page(s), file.path(folder, "man", paste0(call_name(s$law), ".Rd")))

# ---- NAMESPACE and DESCRIPTION ---------------------------------------------------------------------------------------

own <- c("rr_stream", "rr_child", "rr_children", "rr_copy", "rr_seek", "rr_kind", "rr_samplers", "rr_draw", "rr_fill",
         "rr_law", "rr_density", "rr_cdf", "rr_table", "rr_histogram", "rr_samples", "rr_close")
calls <- vapply(laws, function(s) call_name(s$law), "")
stopifnot(!anyDuplicated(c(own, calls)))
methods <- c("as.character", "format", "print", "summary")
writeLines(c("# Made by r/generate/generate.R.", "useDynLib(reroll, .registration = TRUE)",
             sprintf("export(%s)", c(own, calls)), sprintf("S3method(%s, rr_stream)", methods),
             sprintf("S3method(%s, rr_law)", methods)), file.path(folder, "NAMESPACE"))
description <- readLines(file.path(source_folder, "DESCRIPTION.in"))
description <- sub("@VERSION@", version, sub("@COUNT@", length(laws), description))
writeLines(description, file.path(folder, "DESCRIPTION"))
writeLines(c("YEAR: 2026", "COPYRIGHT HOLDER: The Reroll authors"), file.path(folder, "LICENSE"))
