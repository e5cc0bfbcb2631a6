# SPDX-License-Identifier: MIT OR Apache-2.0
# Draws from any distribution by name, or from a user-defined one.

rr_samplers <- function() {
  column <- function(field) vapply(.samplers, function(s) s[[field]], "")
  data.frame(name = column("name"), call = vapply(.samplers, function(s) s$call, ""),
             parameters = vapply(.samplers, function(s) paste(vapply(s$params, function(p) p$r, ""), collapse = ", "), ""),
             description = column("help"), row.names = NULL, stringsAsFactors = FALSE)
}

# The name of the sampler of a method.
method_name <- function(law, method) {
  if (identical(method, "")) return(law)
  is_one <- is.atomic(method) && length(method) == 1
  if (is_one && is.character(method) && paste0(law, ":", method) %in% names(.samplers)) return(paste0(law, ":", method))
  methods <- sub(".*:", "", grep(paste0("^", law, ":"), names(.samplers), value = TRUE))
  given <- if (is_one) paste(" =", encodeString(method, quote = if (is.character(method)) "\"" else "")) else ""
  accepted <- paste0("\"", c("", sort(methods)), "\"", collapse = ", ")
  refuse(sprintf("method%s is not accepted by %s: %s", given, law, accepted))
}

# The names and defaults of the parameters, in the sampler's order. The default of one that must be given is NA.
params_of <- function(law) {
  if (!is.character(law)) return(law_about(law)[c("params", "defaults")])
  params <- .samplers[[law]]$params
  list(params = vapply(params, function(p) p$r, ""), defaults = vapply(params, function(p) p$default, 0))
}

# The place of each given parameter among `params`.
match_names <- function(params, given) {
  named <- names(given)
  if (is.null(named)) named <- rep("", length(given))
  at <- match(named, params)
  wrong <- nzchar(named) & is.na(at)
  accepted <- if (length(params)) paste(params, collapse = ", ") else "none"
  if (any(wrong)) refuse(sprintf("there is no parameter %s; the parameters are: %s", named[wrong][1], accepted))
  if (anyDuplicated(at[nzchar(named)])) refuse(sprintf("parameter %s is given twice", named[duplicated(at)][1]))
  free <- setdiff(seq_along(params), at)
  if (sum(!nzchar(named)) > length(free)) refuse(sprintf("too many parameters; the parameters are: %s", accepted))
  at[!nzchar(named)] <- free[seq_len(sum(!nzchar(named)))]
  at
}

# The parameters of a call in the sampler's order, with the defaults of those that are not given.
match_params <- function(law, given) {
  about <- params_of(law)
  at <- match_names(about$params, given)
  values <- stats::setNames(as.list(about$defaults), about$params)
  missing <- setdiff(which(is.na(about$defaults)), at)
  if (length(missing)) refuse(sprintf("argument %s is missing, with no default", about$params[missing[1]]))
  values[at] <- given
  values
}

find_law <- function(law) {
  if (inherits(law, "rr_law")) return(law)
  if (!is.character(law) || length(law) != 1 || is.na(law)) {
    given <- if (is.atomic(law) && length(law) == 1) paste(" =", law) else ""
    refuse(sprintf("law%s is not accepted: a name, or a distribution of rr_law", given))
  }
  if (!is.null(.samplers[[law]])) return(law)
  if (law %in% names(.aliases)) return(.aliases[[law]])
  refuse(sprintf("there is no sampler '%s'%s rr_samplers() lists all", law, suggestion(law)))
}

# The known name that is the nearest, such as that of a function of this package.
suggestion <- function(law) {
  name <- gsub("_", "-", sub("^rr_", "", tolower(law)), fixed = TRUE)
  known <- c(names(.samplers), names(.aliases))
  away <- utils::adist(name, known)
  if (!nzchar(name) || min(away) > 2) return(":")
  sprintf("; did you mean '%s'?", known[which.min(away)])
}

draw <- function(law, n, params, dim, dtype, stream, x) {
  params <- match_params(law, params)
  .Call(C_draw, if (is.character(law)) law else law_pointer(law), n, params, dim, dtype, stream, x)
}

rr_draw <- function(n, law, ..., dim = NULL, dtype = "f64", stream = NULL) {
  law <- law   # evaluated here, as the list is, so that an error of R about an argument is one of the user's call
  params <- list(...)
  draw(find_law(law), n, params, dim, dtype, stream, NULL)
}

rr_fill <- function(x, law, ..., dtype = "f64", stream = NULL) {
  if (is.null(x)) refuse("x is NULL: a double vector; for counts, an integer vector is accepted too")
  law <- law
  params <- list(...)
  law <- find_law(law)
  size <- if (is.array(x) && length(dim(x)) == 2 && ncol(x) > 0) ncol(x) else if (length(dim(x)) == 3) dim(x)[1]
  has_dim <- is.character(law) && nzchar(.samplers[[law]]$dim)
  invisible(draw(law, 0, params, if (has_dim) size, dtype, stream, x))
}
