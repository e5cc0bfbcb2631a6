# SPDX-License-Identifier: MIT OR Apache-2.0
# The R package and base R in one process, one thread each: processor time of 10^6 samples, the best of nine
# runs, alternately. With --write the table replaces that of r/README.md. The package must be installed (make r).
#
#     Rscript bench/r.R [--write]

library(reroll)
n <- 1e6
set.seed(1)
s <- rr_stream(9)
shape <- runif(n, 0.5, 20)
scale <- runif(n, 0.5, 2)
mean <- rnorm(n)
sd <- runif(n, 0.5, 2)
lambda <- runif(n, 0.5, 50)
size <- as.numeric(sample(100, n, TRUE))
p <- runif(n)
x <- numeric(n)

cases <- list(
  "gamma, shape 2" = list(function() rr_gamma(n, 2, stream = s), function() rgamma(n, 2)),
  "gamma, a shape and a scale per sample" =
    list(function() rr_gamma(n, shape, scale, stream = s), function() rgamma(n, shape, scale = scale)),
  "the same, with rr_fill" = list(function() rr_fill(x, "gamma", shape, scale, stream = s), NULL),
  "normal" = list(function() rr_normal(n, stream = s), function() rnorm(n)),
  "normal, a mean and an sd per sample" = list(function() rr_normal(n, mean, sd, stream = s), function() rnorm(n, mean, sd)),
  "Poisson, mean 30" = list(function() rr_poisson(n, 30, stream = s), function() rpois(n, 30)),
  "Poisson, a mean per sample" = list(function() rr_poisson(n, lambda, stream = s), function() rpois(n, lambda)),
  "binomial, a size and a p per sample" =
    list(function() rr_binomial(n, size, p, stream = s), function() rbinom(n, size, p)),
  "Dirichlet, 10^5 rows of 10" = list(function() rr_dirichlet(n / 10, rep(0.5, 10), stream = s),
    function() {
      g <- matrix(rgamma(n, 0.5), ncol = 10)
      g / rowSums(g)
    }))

# Milliseconds of a call, which is repeated since the clock counts milliseconds. Processor time, since machines are shared.
time <- function(f) if (is.null(f)) NA else sum(system.time(for (i in 1:10) f())[1:2]) * 100

row_of <- function(name) {
  best <- c(Inf, Inf)
  for (i in 1:9) best <- pmin(best, vapply(cases[[name]], time, 0))
  text <- ifelse(is.na(best), "", trimws(formatC(best, digits = 2, format = "fg")))
  ratio <- if (anyNA(best)) "" else trimws(formatC(best[2] / best[1], digits = 2, format = "fg"))
  sprintf("| %s | %s | %s | %s |", name, text[1], text[2], ratio)
}

model <- sub(".*: *", "", grep("model name", readLines("/proc/cpuinfo"), value = TRUE)[1])
lines <- c("| ms for 10^6 samples | reroll | base R | ratio |", "|---|---:|---:|---:|", vapply(names(cases), row_of, ""), "",
           sprintf("%s, %s; R %s, one thread; samples are doubles, counts R's integers.", model, Sys.Date(), getRversion()))
writeLines(lines)
if ("--write" %in% commandArgs(TRUE)) {
  page <- readLines("r/README.md")
  page <- c(page[seq_len(grep("^<!-- bench/r.R", page))], lines, page[grep("^<!-- end of bench/r.R", page):length(page)])
  writeLines(page, "r/README.md")
}
