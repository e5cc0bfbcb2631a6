# SPDX-License-Identifier: MIT OR Apache-2.0
# R: its own functions, called in R, a new vector per call, f64 only; R's defaults: Mersenne Twister, normals by inversion.
# README.md describes the communication. R's clock counts milliseconds, so it requests longer loops.

laws <- list(
  "uniform"     = function(n, low, high) runif(n, low, high),
  "exponential" = function(n, scale) rexp(n, 1 / scale),
  "normal"      = function(n, mean, sd) rnorm(n, mean, sd),
  "gamma"       = function(n, shape) rgamma(n, shape),
  "beta"        = function(n, a, b) rbeta(n, a, b),
  "lognormal"   = function(n, mu, sigma) rlnorm(n, mu, sigma),
  "chi2"        = function(n, df) rchisq(n, df),
  "student-t"   = function(n, df) rt(n, df),
  "f"           = function(n, df1, df2) rf(n, df1, df2),
  "cauchy"      = function(n, loc, scale) rcauchy(n, loc, scale),
  "weibull"     = function(n, shape, scale) rweibull(n, shape, scale),
  "logistic"    = function(n, loc, scale) rlogis(n, loc, scale),
  "noncentral-chi2" = function(n, df, nonc) rchisq(n, df, nonc)
)
# R's integers have 32 bits. Its geometric distribution and sample.int begin at other values than ours.
counts <- list(
  "poisson"     = function(n, lam) rpois(n, lam),
  "binomial"    = function(n, tries, p) rbinom(n, tries, p),
  "bernoulli"   = function(n, p) rbinom(n, 1, p),
  "negative-binomial" = function(n, r, p) rnbinom(n, r, p),
  "geometric"   = function(n, p) rgeom(n, p) + 1L,
  "hypergeometric" = function(n, good, bad, taken) rhyper(n, good, bad, taken),
  "categorical" = function(n, weights) sample.int(length(weights), n, TRUE, weights) - 1L,
  "integers"    = function(n, low, high) sample.int(high - low, n, TRUE) + as.integer(low - 1)
)
functions <- list(f64 = laws, i32 = counts)

spread <- function(low, high, n) {
  x <- (seq_len(n) - 0.5) * 0.6180339887498949
  low + (high - low) * (x - floor(x))
}

# NAME=VALUE; NAME=LOW..HIGH: n values; NAME=LOW:HIGH: n integers; weights=K: K weights.
parameter <- function(text, n) {
  ends <- as.numeric(strsplit(sub("^[^=]*=", "", text), "[.][.]|:")[[1]])
  if (startsWith(text, "weights=")) return(spread(0, 1, ends))
  if (length(ends) == 1) return(ends)
  values <- spread(ends[1], ends[2], n)
  if (grepl(":", text, fixed = TRUE)) floor(values) else values
}

last <- ""
values <- NULL
processor_time <- function() sum(proc.time()[1:2])

# Sets `values`, the arguments of the draw; returns an error, or NULL.
prepare <- function(law, type, method, threads, n, ...) {
  draw <- functions[[type]][[law]]
  if (is.null(draw) || method != "-") return("no does not have this row")
  if (threads != "1") return("no supports one thread only")
  n <- as.numeric(n)
  what <- paste(law, type, n, ...)
  if (what != last) {
    values <<- c(list(n), lapply(list(...), parameter, n))
    last <<- what
    do.call(draw, values)
  }
  NULL
}

run <- function(calls, law, type, method, threads, n, ...) {
  wrong <- prepare(law, type, method, threads, n, ...)
  if (!is.null(wrong)) return(wrong)
  draw <- functions[[type]][[law]]
  calls <- as.numeric(calls)
  start <- processor_time()
  for (i in seq_len(calls)) do.call(draw, values)
  sprintf("ns %.6g", (processor_time() - start) * 1e9 / calls / as.numeric(n))
}

# These moments exist for every distribution. With them bench.py checks that all peers draw the same one.
moments <- function(law, type, method, threads, n, ...) {
  wrong <- prepare(law, type, method, threads, n, ...)
  if (!is.null(wrong)) return(wrong)
  x <- do.call(functions[[type]][[law]], values)
  x <- asinh(x)
  sprintf("moments %.12g %.9g", mean(x), sqrt(mean(x^2) - mean(x)^2))
}

digits <- function(type) {
  x <- if (type == "f64") runif(65536) else 0
  d <- 0
  while (d < 1074 && any(x != floor(x))) { x <- x * 2; d <- d + 1 }
  paste("digits", d)
}

rest <- function() {
  last <<- ""
  values <<- NULL
  "ok"
}

cat(sprintf("version %s.%s\n", R.version$major, R.version$minor),
    "can each yes\ncan tails uniforms of 32 digits; normals by inversion from 59\ncan same no: one running state\n",
    "can counts i32; weights are one vector for all draws\n", "threads 1\nloop 60\n",
    sprintf("has %s f64 -\n", names(laws)), sprintf("has %s i32 -\n", names(counts)), "ready\n", sep = "")
requests <- file("stdin", "r")
while (length(line <- readLines(requests, 1)) == 1) {
  words <- strsplit(line, " ")[[1]]
  answer <- tryCatch(do.call(words[1], as.list(words[-1])), error = function(e) paste("no", conditionMessage(e)))
  cat(gsub("\n", " ", answer), "\n", sep = "")
}
