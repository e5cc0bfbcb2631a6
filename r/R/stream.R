# SPDX-License-Identifier: MIT OR Apache-2.0
# Streams: environments with seed, stream and index, so that a draw can advance them and saveRDS can save them.

new_stream <- function(pair, index, name) {
  s <- new.env(parent = emptyenv())
  s$seed <- pair[[1]]
  s$stream <- pair[[2]]
  s$index <- index
  s$name <- name
  class(s) <- "rr_stream"
  lockEnvironment(s)
  s
}

check_stream <- function(stream) {
  if (!inherits(stream, "rr_stream")) refuse("stream is not accepted: a stream of rr_stream or rr_child")
}

# All digits of an integer that may be a string.
digits_of <- function(v) if (is.character(v)) v else format(v, digits = 16, scientific = FALSE, trim = TRUE)

# Neither plain digits nor a name: both readings would surprise some users. The command refuses it too.
is_unclear <- function(part) {
  grepl("^[ \t]*([0-9+.-]|(nan|inf|infinity)$)", part, ignore.case = TRUE, useBytes = TRUE) & !grepl("^[0-9]+$", part)
}

# "" has one empty part, and "a/" two parts.
parts_of <- function(path) {
  if (is.na(path) || !nzchar(path)) return("")
  parts <- strsplit(path, "/", fixed = TRUE)[[1]]
  if (endsWith(path, "/")) c(parts, "") else parts
}

path_parts <- function(path) {
  accepted <- "an integer in [0, 2^64 - 1], a name, or a path such as \"chains/3\"; names begin with a letter or _"
  if (length(path) != 1) refuse(sprintf("stream has length %d: %s", length(path), accepted))
  parts <- parts_of(path)
  if (any(!nzchar(parts) | is_unclear(parts)))
    refuse(sprintf("stream = %s is not accepted: %s", encodeString(path, quote = "\""), accepted))
  parts
}

rr_stream <- function(seed = 0, stream = 0, index = 0) {
  named <- is.character(stream)
  pair <- .Call(C_stream_make, seed, if (named) path_parts(stream) else stream, index)
  new_stream(pair, .Call(C_u64, index, "index"), if (named && grepl("[^0-9]", stream)) stream else "")
}

rr_child <- function(stream, child) {
  check_stream(stream)
  if (is.character(child) && length(child) == 1 && (is_unclear(child) || grepl("/", child, fixed = TRUE)))
    refuse(sprintf("child = %s is not accepted: %s", encodeString(child, quote = "\""),
                   "an integer in [0, 2^64 - 1], or a name without /; names begin with a letter or _"))
  pair <- .Call(C_stream_child, stream$seed, stream$stream, child)
  new_stream(pair, 0, paste0(stream$name, if (nzchar(stream$name)) "/", digits_of(child)))
}

rr_children <- function(stream, n) {
  check_stream(stream)
  if (!is.numeric(n) || length(n) != 1 || is.na(n) || n < 0 || n > 2^31) refuse("n is not accepted: an integer in [0, 2^31]")
  lapply(seq_len(n) - 1, function(k) rr_child(stream, k))
}

rr_copy <- function(stream) {
  check_stream(stream)
  new_stream(list(stream$seed, stream$stream), stream$index, stream$name)
}

rr_seek <- function(stream, index) {
  check_stream(stream)
  stream$index <- .Call(C_u64, index, "index")
  invisible(stream)
}

format.rr_stream <- function(x, ...) {
  paste0("<rr_stream seed ", digits_of(x$seed), ", stream ", digits_of(x$stream), ", index ", digits_of(x$index),
         if (nzchar(x$name)) paste0(", name ", x$name), ">")
}

as.character.rr_stream <- function(x, ...) format(x)

summary.rr_stream <- function(object, ...) {
  noquote(c(seed = digits_of(object$seed), stream = digits_of(object$stream), index = digits_of(object$index),
            name = object$name))
}

print.rr_stream <- function(x, ...) {
  cat(format(x), "\n", sep = "")
  invisible(x)
}

# R's generator as it was: its kinds, and .Random.seed or NULL.
restore_kind <- function(kinds, state) {
  suppressWarnings(do.call(RNGkind, as.list(kinds)))
  if (is.null(state)) rm(".Random.seed", envir = globalenv()) else assign(".Random.seed", state, envir = globalenv())
}

rr_kind <- function(seed = 0, stream = 0, index = 0, normal.kind = NULL, sample.kind = NULL) {
  if (inherits(seed, "rr_stream") && !(missing(stream) && missing(index)))
    refuse("stream and index are not accepted where seed is a stream, which has its own")
  s <- if (inherits(seed, "rr_stream")) seed else rr_stream(seed, stream, index)
  state <- get0(".Random.seed", globalenv(), inherits = FALSE)
  kinds <- RNGkind()
  is_set <- FALSE
  on.exit(if (!is_set) restore_kind(kinds, state))
  RNGkind("user-supplied", normal.kind, sample.kind)
  if (!.Call(C_kind, s$seed, s$stream, s$index, state)) {
    refuse("R uses the generator of another package, which was loaded after reroll: unload that one first")
  }
  is_set <- TRUE
  invisible(kinds)
}
