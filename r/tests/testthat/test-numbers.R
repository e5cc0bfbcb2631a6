# SPDX-License-Identifier: MIT OR Apache-2.0
# The numbers are those of the command, whose path is in the environment variable REROLL.

command <- Sys.getenv("REROLL")
text <- function(x) sprintf("%.17g", x)
argument <- function(v) {
  if (is.matrix(v)) paste(apply(v, 1, function(row) paste(text(row), collapse = ",")), collapse = ";") else
    paste(text(v), collapse = ",")
}

numbers_of_command <- function(name, values, n, options = character()) {
  given <- unlist(lapply(names(values), function(p) c(paste0("--", p), shQuote(argument(values[[p]])))))
  lines <- system2(command, c("sample", name, given, "-n", n, "--seed", "9", options), stdout = TRUE)
  lapply(strsplit(lines, " ", fixed = TRUE), as.numeric)
}

# Rows of numbers, as the command prints them.
rows <- function(x) {
  if (length(dim(x)) == 3) return(lapply(seq_len(dim(x)[3]), function(i) as.vector(t(x[, , i]))))
  if (is.matrix(x)) lapply(seq_len(nrow(x)), function(i) as.numeric(x[i, ])) else lapply(as.numeric(x), identity)
}

test_that("all samplers draw the command's numbers", {
  skip_if(!nzchar(command), "REROLL is not set")
  for (s in reroll:::.samplers) {
    values <- lapply(s$params, function(p) p$example)
    dim <- if (nzchar(s$dim)) 3
    options <- c(if (nzchar(s$dim)) c("--components", "3"), if (s$name == "bits") c("--dtype", "u32"))
    given <- stats::setNames(values, vapply(s$params, function(p) p$name, ""))
    expected <- numbers_of_command(s$name, given, 5, options)
    stream <- rr_stream(9)
    got <- do.call(rr_draw, c(list(5, s$name, dim = dim, stream = stream),
                              stats::setNames(values, vapply(s$params, function(p) p$r, ""))))
    expect_identical(rows(got), expected, info = s$name)
    expect_identical(stream$index, 5, info = s$name)
    if (grepl(":", s$name)) next
    names <- vapply(s$params, function(p) p$r, "")
    same <- do.call(s$call, c(list(5, stream = rr_stream(9), dim = dim)[c(TRUE, TRUE, !is.null(dim))],
                              stats::setNames(values, names)))
    expect_identical(same, got, info = s$name)
  }
})

test_that("a parameter per sample gives the command's numbers", {
  skip_if(!nzchar(command), "REROLL is not set")
  same <- function(law, values, ...) {
    expect_identical(rows(rr_draw(4, law, ..., stream = rr_stream(9))), numbers_of_command(law, values, 4), info = law)
  }
  shape <- c(0.5, 3, 40, 1e5)
  same("gamma", list(shape = shape, scale = 2), shape, 2)
  same("poisson", list(lam = shape), shape)
  same("binomial", list(n = c(1, 20, 300, 4e9), p = 0.3), c(1, 20, 300, 4e9), 0.3)
  alpha <- matrix(c(1, 2, 3, 4, 50, 6, 7, 8, 9, 1, 1, 3), 4)
  same("dirichlet", list(alpha = alpha), alpha)
  weights <- matrix(c(1, 2, 3, 4, 50, 6, 7, 8, 9, 1, 1, 3), 4)
  same("categorical", list(weights = weights), weights)
  same("multinomial", list(n = c(3, 40, 50, 6e9), weights = c(1, 2, 3)), c(3, 40, 50, 6e9), c(1, 2, 3))
  covariance <- matrix(c(2, 0.5, 0.5, 1), 2)
  mean <- matrix(c(1, 2, 3, 4, 5, 6, 7, 8), 4)
  same("multivariate-normal", list(mean = mean, covariance = covariance), mean, covariance)
  rowcov <- matrix(c(2, 0.5, 0.5, 1), 2)
  colcov <- matrix(c(2, 0.5, 0, 0.5, 1, 0.1, 0, 0.1, 1), 3)
  same("matrix-normal", list(mean = matrix(1:6, 2), rowcov = rowcov, colcov = colcov), matrix(1:6, 2), rowcov, colcov)
})

test_that("the digests of many samples are those of the command", {
  skip_if(!nzchar(command), "REROLL is not set")
  file <- tempfile(fileext = ".raw")
  on.exit(unlink(file))
  for (law in c("gamma", "normal", "beta", "poisson")) {
    values <- list(gamma = list(shape = 2), normal = list(), beta = list(a = 0.5, b = 3), poisson = list(lam = 30))[[law]]
    given <- unlist(lapply(names(values), function(p) c(paste0("--", p), text(values[[p]]))))
    system2(command, c("sample", law, given, "-n", "100000", "--seed", "9", "--dtype", "f64", "-o", file), stdout = FALSE,
            stderr = FALSE)
    expected <- readBin(file, "double", 1e5)
    for (threads in c(1, 3)) {
      options(reroll.threads = threads)
      got <- do.call(rr_draw, c(list(1e5, law, stream = rr_stream(9)), values))
      expect_identical(as.numeric(got), expected, info = law)
    }
    options(reroll.threads = NULL)
    unlink(c(file, paste0(file, ".job.json")))
  }
})
