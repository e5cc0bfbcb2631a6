# SPDX-License-Identifier: MIT OR Apache-2.0

fresh <- function() rr_stream(7)

test_that("the README's line gives these numbers", {
  s <- rr_stream(9)
  expect_identical(sprintf("%.17g", rr_gamma(4, shape = 2, stream = s)),
                   c("4.2979421371643287", "3.4637068365651933", "2.001813705056132", "2.1373375879688421"))
  expect_identical(s$index, 4)
})

test_that("n is read as R reads it", {
  expect_length(rr_gamma(c(7, 8, 9), 2), 3)
  expect_length(rr_gamma(letters, 2), 26)
  expect_length(rr_gamma(3.9, 2), 3)
  expect_length(rr_gamma(3L, 2), 3)
  for (n in list(-1, NA, NaN, "3", Inf, 1e300, NULL, list(1))) {
    if (is.null(n)) expect_identical(rr_gamma(n, 2), numeric(0)) else expect_error(rr_gamma(n, 2), class = "reroll_error")
  }
})

test_that("zero lengths give zero-length results and use no index", {
  s <- fresh()
  expect_identical(rr_gamma(0, 2, stream = s), numeric(0))
  expect_identical(rr_gamma(5, numeric(0), stream = s), numeric(0))
  expect_identical(rr_gamma(5, 2, integer(0), stream = s), numeric(0))
  expect_identical(rr_poisson(numeric(0), 2, stream = s), integer(0))
  expect_identical(dim(rr_dirichlet(0, c(1, 2, 3), stream = s)), c(0L, 3L))
  expect_identical(dim(rr_wishart(0, diag(2), 5, stream = s)), c(2L, 2L, 0L))
  expect_length(rr_dirichlet(3, numeric(0), stream = s), 0)
  expect_identical(dim(rr_dirichlet(3, matrix(1, 0, 3), stream = s)), c(0L, 3L))
  expect_identical(dim(rr_dirichlet(3, matrix(1, 3, 0), stream = s)), c(0L, 0L))
  expect_identical(dim(rr_dirichlet(3, numeric(0), stream = s)), c(0L, 0L))
  expect_identical(dim(rr_multinomial(3, integer(0), c(1, 2, 3), stream = s)), c(0L, 3L))
  expect_identical(dim(rr_multinomial(3, integer(0), 1, stream = s)), c(0L, 0L))
  expect_identical(dim(rr_wishart(3, diag(2), numeric(0), stream = s)), c(2L, 2L, 0L))
  expect_identical(dim(rr_matrix_normal(3, array(0, c(2, 3, 0)), diag(2), diag(3), stream = s)), c(2L, 3L, 0L))
  expect_identical(rr_categorical(3, matrix(1, 0, 3), stream = s), integer(0))
  expect_length(rr_categorical(3, numeric(0), stream = s), 0)
  expect_length(rr_multivariate_normal(3, covariance = matrix(0, 0, 0), stream = s), 0)
  expect_identical(s$index, 0)
})

test_that("parameters are recycled", {
  shape <- c(1, 20, 300)
  expect_identical(rr_gamma(100000, shape, stream = fresh()), rr_gamma(100000, rep_len(shape, 100000), stream = fresh()))
  expect_identical(rr_gamma(2, shape, stream = fresh()), rr_gamma(2, shape[1:2], stream = fresh()))
  expect_identical(rr_gamma(5, c(1L, 20L, 300L), stream = fresh()), rr_gamma(5, shape, stream = fresh()))
  expect_identical(rr_gamma(5, TRUE, stream = fresh()), rr_gamma(5, 1, stream = fresh()))
  expect_identical(rr_gamma(50000, shape, c(1, 2), stream = fresh()),
                   rr_gamma(50000, rep_len(shape, 50000), rep_len(c(1, 2), 50000), stream = fresh()))
  rows <- matrix(c(1, 2, 3, 4, 5, 6), 2)
  expect_identical(rr_dirichlet(20001, rows, stream = fresh()),
                   rr_dirichlet(20001, rows[rep_len(1:2, 20001), ], stream = fresh()))
  expect_identical(rr_dirichlet(5, rows[1, , drop = FALSE], stream = fresh()), rr_dirichlet(5, rows[1, ], stream = fresh()))
  expect_identical(rr_categorical(5, rows, stream = fresh()), rr_categorical(5, rows[rep_len(1:2, 5), ], stream = fresh()))
  means <- array(1:12, c(2, 3, 2))
  expect_equal(rr_matrix_normal(5, means, diag(2), diag(3), stream = fresh())[, , 4] - means[, , 2],
               rr_matrix_normal(5, 0, diag(2), diag(3), stream = fresh())[, , 4])
  s <- rr_stream(7, index = 4999)
  expect_identical(rr_matrix_normal(5000, means, diag(2), diag(3), stream = fresh())[, , 5000],
                   rr_matrix_normal(1, means[, , 2], diag(2), diag(3), stream = s)[, , 1])
  expect_identical(rr_categorical(20001, rows, stream = fresh())[20001],
                   rr_categorical(1, rows[1, ], stream = rr_stream(7, index = 20000)))
  expect_identical(rr_normal(2^22 + 2, stream = fresh())[2^22 + 1:2], rr_normal(2, stream = rr_stream(7, index = 2^22)))
})

test_that("NA and NaN give NaN with one warning", {
  expect_warning(x <- rr_gamma(5, c(1, NA, 2, NaN, 3), stream = fresh()), "2 of 5", class = "reroll_warning")
  expect_identical(is.nan(x), c(FALSE, TRUE, FALSE, TRUE, FALSE))
  expect_identical(x[c(1, 3, 5)], rr_gamma(5, c(1, 1, 2, 1, 3), stream = fresh())[c(1, 3, 5)])
  expect_warning(x <- rr_gamma(3, NA), class = "reroll_warning")
  expect_identical(x, rep(NaN, 3))
  expect_warning(x <- rr_poisson(3, c(1, NA, 2)), class = "reroll_warning")
  expect_identical(is.na(x), c(FALSE, TRUE, FALSE))
  expect_type(x, "integer")
  rows <- matrix(c(1, 2, NA, 4, 5, 6), 3)
  expect_warning(x <- rr_dirichlet(3, rows, stream = fresh()), class = "reroll_warning")
  expect_identical(is.nan(rowSums(x)), c(FALSE, FALSE, TRUE))
  expect_identical(x[1, ], rr_dirichlet(1, rows[1, ], stream = fresh())[1, ])
  expect_warning(x <- rr_categorical(4, rows[c(3, 1, 2, 3), ], stream = fresh()), "2 of 4", class = "reroll_warning")
  expect_identical(is.na(x), c(TRUE, FALSE, FALSE, TRUE))
  expect_warning(x <- rr_multivariate_normal(2, covariance = matrix(NA_real_, 2, 2)), class = "reroll_warning")
  expect_identical(x, matrix(NaN, 2, 2))
  expect_warning(x <- rr_multinomial(3, c(5, NA, 7), c(1, 2)), class = "reroll_warning")
  expect_identical(is.na(x[, 1]), c(FALSE, TRUE, FALSE))
  many <- rep(c(1, 2, NA), 30000)
  expect_warning(x <- rr_gamma(90000, many, stream = fresh()), "30000 of 90000")
  expect_identical(is.nan(x), is.na(many))
  expect_warning(y <- rr_gamma(90000, c(1, 2, NA), stream = fresh()), "30000 of 90000")
  expect_identical(y, x)
  expect_identical(x[!is.na(many)], rr_gamma(90000, c(1, 2, 3), stream = fresh())[!is.na(many)])
  expect_warning(x <- rr_categorical(5, rows[c(3, 1), ], stream = fresh()), "NAs produced: .* in 3 of 5 samples")
  expect_identical(is.na(x), c(TRUE, FALSE, TRUE, FALSE, TRUE))
  s <- fresh()
  expect_warning(rr_gamma(3, NaN, stream = s))
  expect_identical(s$index, 3)
})

test_that("invalid parameters are errors with the R name and the range", {
  wrong <- function(expression) tryCatch(expression, reroll_error = identity)
  e <- wrong(rr_gamma(4, c(1, 2, -3)))
  expect_s3_class(e, "reroll_error")
  expect_identical(conditionMessage(e), "shape[3] = -3 is outside the accepted range [1e-300, 1e+300]")
  expect_identical(e$parameter, "shape")
  expect_identical(e$element, 3)
  expect_identical(e$value, -3)
  expect_match(paste(deparse(conditionCall(e)), collapse = ""), "^rr_gamma")
  expect_match(conditionMessage(wrong(rr_gamma(7, c(1, 2, -3)))), "shape[3]", fixed = TRUE)
  expect_match(conditionMessage(wrong(rr_gamma(30001, c(rep(1, 30000), -3)))), "shape[30001]", fixed = TRUE)
  expect_match(conditionMessage(wrong(rr_gamma(3, c(NA, 1, -1)))), "shape[3]", fixed = TRUE)
  expect_match(conditionMessage(wrong(rr_gamma(3, -1))), "shape = -1", fixed = TRUE)
  expect_match(conditionMessage(wrong(rr_binomial(2, 3.5, 0.5))), "size of binomial must be an integer")
  expect_match(conditionMessage(wrong(rr_binomial(2, 3, c(0.5, 2)))), "p[2] = 2", fixed = TRUE)
  expect_match(conditionMessage(wrong(rr_uniform(2, 3, 1))), "low = 3, high = 1: ", fixed = TRUE)
  expect_match(conditionMessage(wrong(rr_dirichlet(2, c(1, 2, -1)))), "alpha[3] = -1", fixed = TRUE)
  expect_match(conditionMessage(wrong(rr_dirichlet(2, matrix(c(1, 1, 1, 1, 1, -1), 2)))), "alpha[2, 3] = -1", fixed = TRUE)
  expect_match(conditionMessage(wrong(rr_categorical(2, c(1, -1)))), "weights[2] = -1", fixed = TRUE)
  expect_match(conditionMessage(wrong(rr_dirichlet(20001, rbind(matrix(1, 20000, 3), c(1, 1, -1))))), "alpha[20001, 3] = -1",
               fixed = TRUE)
  expect_identical(wrong(rr_dirichlet(2, matrix(c(1, 1, 1, 1, 1, -1), 2)))$element, 2)
  expect_match(conditionMessage(wrong(rr_matrix_normal(2, array(c(1:4, 1:3, Inf), c(2, 2, 2)), diag(2), diag(2)))),
               "mean[, , 2] = Inf", fixed = TRUE)
  expect_match(conditionMessage(wrong(rr_integers(2, 2.5, 7))), "low = 2.5 is not an integer in [-9007199254740992,",
               fixed = TRUE)
  expect_match(conditionMessage(wrong(rr_binomial(2, c(5, 2.5), 0.1))), "^size\\[2\\] = 2.5, p = 0.1: size of ")
  expect_match(conditionMessage(wrong(rr_wishart(2, diag(3), 1))), "df = 1 is outside the accepted range (2, 1e+30]",
               fixed = TRUE)
  expect_match(conditionMessage(wrong(rr_multivariate_t(2, c(0, 0), diag(2), -1))), "range [0.01, Inf]", fixed = TRUE)
  expect_match(conditionMessage(wrong(rr_ordered_logistic(2, 0, c(1, 3, 2)))), "cutpoints[3] = 2 is not above the value",
               fixed = TRUE)
  expect_match(conditionMessage(wrong(rr_ordered_logistic(2, 0, diag(2)))), "cutpoints is a matrix of 2 rows")
  expect_match(conditionMessage(wrong(rr_von_mises_fisher(2, c(0, 0, 0), 1))), "mean: all values of a row are 0")
  expect_match(conditionMessage(wrong(rr_multivariate_normal(2, covariance = matrix(c(1, Inf, Inf, 1), 2)))),
               "covariance[1, 2] = Inf is not finite", fixed = TRUE)
  expect_match(conditionMessage(wrong(rr_multivariate_normal(2, covariance = matrix(c(1, 0.5, 0.4, 1), 2)))),
               "covariance is not symmetric")
  expect_match(conditionMessage(wrong(rr_categorical(2, c(0, 0)))), "all weights are 0", fixed = TRUE)
  expect_match(conditionMessage(wrong(rr_multivariate_normal(2, covariance = matrix(c(1, 2, 2, 1), 2)))), "semidefinite")
  expect_match(conditionMessage(wrong(rr_multivariate_normal(2, covariance = 1:3))), "covariance is not a square matrix")
  expect_match(conditionMessage(wrong(rr_multivariate_normal(2, c(1, 2, 3), diag(2)))), "covariance")
  expect_match(conditionMessage(wrong(rr_gamma(2, "2"))), "shape is of type character", fixed = TRUE)
  expect_match(conditionMessage(wrong(rr_gamma(2, factor(2)))), "shape is of class factor", fixed = TRUE)
  expect_match(conditionMessage(wrong(rr_gamma(2, list(2)))), "shape is of type list", fixed = TRUE)
  coded <- structure(5, class = "integer64")
  expect_match(conditionMessage(wrong(rr_gamma(2, coded))), "shape is of class integer64", fixed = TRUE)
  for (n in list(coded, factor(5), globalenv(), quote(a + b)))
    expect_match(conditionMessage(wrong(rr_gamma(n, 2))), "^n (= |is of ).*: an integer in \\[0, 2\\^52\\], or a vector")
  expect_match(conditionMessage(wrong(rr_normal(fresh()))), "n is a stream: give it as stream = ...", fixed = TRUE)
  expect_length(rr_normal(TRUE), 1)
  expect_match(conditionMessage(wrong(rr_negative_binomial(3, c(1, 5, 1), c(0.5, 1e-16, 0.5)))),
               "a stage of sample 2 got a parameter outside its range, such as a Poisson mean above 1e15", fixed = TRUE)
  expect_match(conditionMessage(wrong(rr_multivariate_hypergeometric(2, 5, c(3, 4.5, 6)))), "sum(colors) = 13.5", fixed = TRUE)
  expect_identical(conditionCall(wrong(rr_normal(3, mean = rr_gamma(1, -1))))[[1]], quote(rr_gamma))
  old <- options(OutDec = ",")
  message <- conditionMessage(wrong(rr_gamma(1, -1.5)))
  options(old)
  expect_match(message, "shape = -1.5 is", fixed = TRUE)
  expect_match(conditionMessage(wrong(rr_gamma(2, 1, dtype = "f16"))), "dtype")
  e <- wrong(rr_gamma(2, 1, method = "x"))
  expect_match(conditionMessage(e), "^method = \"x\" is not accepted by gamma: \"\", \"erlang\", ")
  expect_match(paste(deparse(conditionCall(e)), collapse = ""), "^rr_gamma")
  for (method in list(NULL, c("", "icdf"), list(""), 1, NA, NA_character_, character(0), quote(x))) {
    expect_match(conditionMessage(wrong(rr_normal(2, method = method))), "^method.* is not accepted by normal: \"\", ")
  }
  expect_match(conditionMessage(wrong(rr_sphere(2))), "dim is missing")
  expect_match(conditionMessage(wrong(rr_dirichlet(2, 3))), "dim is missing")
  expect_identical(rr_dirichlet(2, 3, dim = 4, stream = fresh()), rr_dirichlet(2, rep(3, 4), stream = fresh()))
  expect_identical(dim(rr_multinomial(2, 10, 5, dim = 3)), c(2L, 3L))
  expect_identical(rr_dirichlet(2, matrix(3)), matrix(1, 2, 1))
  expect_identical(dim(rr_sphere(2, dim = 1)), c(2L, 1L))
  expect_match(conditionMessage(wrong(rr_draw(2, "gamma", size = 2))), "no parameter size; the parameters are: shape, scale")
  expect_match(conditionMessage(wrong(rr_draw(2, "gamma"))), "shape is missing")
  expect_match(conditionMessage(wrong(rr_draw(2, "gama", 2))), "gama")
  expect_match(conditionMessage(wrong(rr_draw(2, "gamma", 2, 3, 4))), "too many parameters; the parameters are: shape")
  expect_match(conditionMessage(wrong(rr_draw(2, "gamma", shape = 2, shape = 3))), "shape is given twice")
  for (law in list(3, NULL, NA, NA_character_, c("gamma", "normal"), character(0), list("gamma"))) {
    expect_match(conditionMessage(wrong(rr_draw(2, law))), "^law.* is not accepted: a name, or")
  }
  expect_match(conditionMessage(wrong(rr_draw(2, "gamma", 2, dim = 3))), "dim is not accepted")
  expect_match(conditionMessage(wrong(rr_sphere(2, dim = 0))), "dim = 0 is not accepted")
  expect_match(conditionMessage(wrong(rr_gamma(2, 1, stream = 3))), "stream is not accepted")
  expect_match(conditionMessage(wrong(rr_gamma(2, 1, stream = structure(new.env(), class = "rr_stream")))), "has no seed")
  expect_error(rr_gamma(2), "shape")
  p <- list(mu = 5)
  expect_match(conditionMessage(wrong(rr_normal(3, mean = p$mean))), "^mean is of type NULL: a number")
  expect_match(conditionMessage(wrong(rr_gamma(3, NULL))), "^shape is of type NULL")
  expect_match(conditionMessage(wrong(rr_draw(3, "normal", sd = p$sd))), "^sd is of type NULL")
  expect_match(conditionMessage(wrong(rr_draw(3, "gamma", 5, NULL))), "^scale is of type NULL")
  expect_match(conditionMessage(wrong(rr_fill(numeric(3), "normal", NULL))), "^mean is of type NULL")
  s <- fresh()
  wrong(rr_gamma(3, -1, stream = s))
  expect_identical(s$index, 0)
})

test_that("bounds of integers that doubles cannot hold are refused", {
  wrong <- function(expression) tryCatch(expression, reroll_error = identity)
  e <- wrong(rr_integers(1e4, 2^60, 2^60 + 256))
  expect_match(conditionMessage(e), fixed = TRUE,
               "low = 1152921504606846976 is not an integer in [-9007199254740992, 9007199254740992]")
  expect_identical(e$parameter, "low")
  expect_identical(e$range, c(-2^53, 2^53))
  e <- wrong(rr_integers_closed(3, 0, c(5, 6, Inf)))
  expect_match(conditionMessage(e), "high[3] = Inf is not an integer in [-9007199254740992, ", fixed = TRUE)
  expect_identical(e$element, 3)
  expect_match(conditionMessage(wrong(rr_integers(2, -2^60, 2))), "^low = -1152921504606846976 is not")
  expect_length(rr_integers(2, 1, c(5, 6, 2^60)), 2)   # the third value is not used
  expect_true(all(rr_integers(1e3, 2^53 - 4, 2^53) < 2^53))
  expect_identical(range(rr_integers_closed(1e3, -2^53, -2^53 + 1)), c(-2^53, -2^53 + 1))
  expect_warning(x <- rr_integers(3, NA, 7), "3 of 3")
  expect_match(conditionMessage(wrong(rr_draw(2, "integers", 0, 2^62))), "^high = ")
})

test_that("counts are integers, or doubles if they are large", {
  expect_type(rr_poisson(3, 5), "integer")
  expect_type(rr_poisson(3, 1e12), "double")
  x <- rr_poisson(40000, c(rep(5, 39999), 1e12), stream = fresh())
  expect_type(x, "double")
  expect_identical(x[1:39999], as.numeric(rr_poisson(39999, 5, stream = fresh())))
  expect_warning(x <- rr_poisson(40000, c(NA, rep(5, 39998), 1e12)))
  expect_true(is.na(x[1]) && x[40000] > 1e11)
  x <- rr_multinomial(3, c(5, 6, 1e12), c(1, 1), stream = fresh())
  expect_identical(dim(x), c(3L, 2L))
  expect_identical(rowSums(x), c(5, 6, 1e12))
  x <- rr_multinomial(20000, c(rep(5, 19999), 1e12), c(1, 1), stream = fresh())
  expect_identical(rowSums(x), c(rep(5, 19999), 1e12))
  expect_identical(rr_integers(2, -2^31, -2^31 + 1), c(-2^31, -2^31))   # NA as an integer
  # Samples that are u32: memory after those of a chunk must not be read.
  invisible(lapply(1:1000, function(i) rep(1e300, 8)))
  gc()
  expect_identical(unique(replicate(200, typeof(rr_attempts(16, 0.5)))), "integer")
  expect_type(rr_bits(1), "double")
})

test_that("existing vectors are filled in place", {
  x <- numeric(1000)
  rr_fill(x, "gamma", shape = 2, stream = fresh())
  y <- x + 0
  rr_fill(y, "normal", mean = y, stream = fresh())   # a parameter may be the vector itself
  expect_identical(y, rr_normal(length(x), x, stream = fresh()))
  expect_identical(x, rr_gamma(1000, 2, stream = fresh()))
  m <- matrix(0, 10, 3)
  rr_fill(m, "sphere", stream = fresh())
  expect_identical(m, rr_sphere(10, dim = 3, stream = fresh()))
  rr_fill(m, "dirichlet", alpha = c(1, 2, 3), stream = fresh())
  expect_identical(m, rr_dirichlet(10, c(1, 2, 3), stream = fresh()))
  a <- array(0, c(2, 2, 5))
  rr_fill(a, "wishart", scale = diag(2), df = 5, stream = fresh())
  expect_identical(a, rr_wishart(5, diag(2), 5, stream = fresh()))
  k <- integer(100)
  rr_fill(k, "poisson", 5, stream = fresh())
  expect_identical(k, rr_poisson(100, 5, stream = fresh()))
  expect_identical(withVisible(rr_fill(k, "poisson", 5, stream = fresh())), list(value = k, visible = FALSE))
  rr_fill(x, "gamma", shape = 2, dtype = "f32", stream = fresh())
  expect_identical(x, rr_gamma(1000, 2, dtype = "f32", stream = fresh()))
  a <- array(0, c(3, 3, 2))
  rr_fill(a, "rotation", stream = fresh())
  expect_identical(a, rr_rotation(2, dim = 3, stream = fresh()))
  expect_error(rr_fill(k, "poisson", 1e12), "double vector", class = "reroll_error")
  expect_error(rr_fill(k, "gamma", 2), "double vector", class = "reroll_error")
  expect_error(rr_fill(m, "dirichlet", alpha = 1:4), "alpha has 4 values, but x has 3 columns", class = "reroll_error")
  expect_error(rr_fill("a", "gamma", 2), class = "reroll_error")
  expect_identical(rr_fill(numeric(0), "gamma", 2), numeric(0))
  expect_identical(rr_fill(numeric(0), "gamma", numeric(0)), numeric(0))
  x <- numeric(3)
  expect_error(rr_fill(x, "gamma", shape = numeric(0)), "shape has no values, and x has 3 samples", class = "reroll_error")
  expect_error(rr_fill(m, "dirichlet", alpha = matrix(1, 0, 3)), "alpha has no values, and x has 10 samples")
  expect_error(rr_fill(a, "wishart", scale = diag(3), df = numeric(0)), "df has no values, and x has 2 samples")
})

test_that("compact sequences are not filled", {
  x <- 1:10
  expect_error(rr_fill(x, "poisson", 3), "x is a compact sequence: make it with integer(n)", fixed = TRUE,
               class = "reroll_error")
  expect_identical(x, 1:10)
  expect_error(rr_fill(seq_len(100), "poisson", 3), "make it with integer(n)", fixed = TRUE, class = "reroll_error")
  expect_error(rr_fill(as.numeric(1:3), "gamma", 2), "make it with numeric(n)", fixed = TRUE, class = "reroll_error")
  s <- 1:100
  dim(s) <- c(50, 2)   # wrapped
  expect_error(rr_fill(s, "multinomial", 5, weights = c(1, 1)), "compact", class = "reroll_error")
  # R wraps a vector of 64 elements or more where it would copy it for an attribute: the wrapper is filled, not the vector.
  x <- numeric(100)
  y <- x
  dim(y) <- c(50, 2)
  expect_match(utils::capture.output(.Internal(inspect(y)))[1], "wrapper")
  rr_fill(y, "sphere", stream = fresh())
  expect_identical(y, rr_sphere(50, dim = 2, stream = fresh()))
  expect_identical(x, numeric(100))
  z <- integer(100)
  attr(z, "unit") <- "m"
  w <- sort(z)
  rr_fill(w, "poisson", 300, stream = fresh())
  expect_identical(sort(w)[1], min(w))
  expect_identical(as.vector(w), rr_poisson(100, 300, stream = fresh()))
})

test_that("methods, dtypes and threads", {
  expect_false(identical(rr_normal(5, stream = fresh()), rr_normal(5, method = "ziggurat", stream = fresh())))
  x <- rr_gamma(5, 2, dtype = "f32", stream = fresh())
  expect_type(x, "double")
  expect_true(all(x > 0))
  one <- rr_gamma(300000, c(1, 2, 3), stream = fresh())
  row <- rr_dirichlet(100000, 1:3, stream = fresh())
  options(reroll.threads = 3)
  on.exit(options(reroll.threads = NULL))
  expect_identical(rr_gamma(300000, c(1, 2, 3), stream = fresh()), one)
  expect_identical(rr_dirichlet(100000, 1:3, stream = fresh()), row)
  options(reroll.threads = -1)
  expect_error(rr_gamma(1, 2), "reroll.threads", class = "reroll_error")
  options(reroll.threads = NULL, reroll.device = "abacus")
  expect_error(rr_gamma(1, 2), "abacus", class = "reroll_error")
  for (threads in list(1025, 1.5, "2", NA, c(1, 2))) {
    options(reroll.threads = threads, reroll.device = NULL)
    expect_error(rr_gamma(1, 2), "reroll.threads is not accepted", class = "reroll_error")
  }
  options(reroll.threads = NULL, reroll.device = 3)
  expect_error(rr_gamma(1, 2), "reroll.device is not accepted", class = "reroll_error")
  options(reroll.device = NULL)
  for (threads in c(1:10, 1)) {   # more devices than are kept
    options(reroll.threads = threads)
    expect_identical(rr_gamma(3, c(1, 2, 3), stream = fresh()), one[1:3])
  }
})

test_that("each distribution's function has the library's names, defaults, methods and dtypes", {
  result <- function(...) tryCatch(do.call(...), reroll_error = conditionMessage)   # truncated-power refuses its defaults
  for (s in reroll:::.samplers) {
    call <- get(s$call)
    names <- vapply(s$params, function(p) p$r, "")
    if (!grepl(":", s$name)) expect_identical(names(formals(call))[1 + seq_along(names)], names, info = s$name)
    required <- vapply(names, function(p) is.symbol(formals(call)[[p]]), NA)
    method <- if (grepl(":", s$name)) sub(".*:", "", s$name)
    values <- stats::setNames(lapply(s$params, function(p) p$example), names)[required | !is.null(method)]
    for (dtype in c("f64", if ("dtype" %in% names(formals(call))) "f32")) {
      more <- Filter(Negate(is.null), list(dim = if (nzchar(s$dim)) 3, dtype = if (dtype == "f32") dtype))
      expect_identical(result(call, c(3, values, more, method = method, stream = fresh())),
                       result(rr_draw, c(3, s$name, values, more, stream = fresh())), info = s$name)
    }
  }
  expect_identical(rr_draw(3, "gamma", scale = 2, 5, stream = fresh()), rr_gamma(3, 5, 2, stream = fresh()))
  expect_identical(rr_draw(3, "gamma", 5, stream = fresh()), rr_gamma(3, 5, stream = fresh()))
  expect_identical(rr_draw(9, "poisson:icdf", 5, high = 5, stream = fresh()),
                   rr_poisson(9, 5, method = "icdf", high = 5, stream = fresh()))
  expect_identical(rr_draw(3, "coin", 0.5, stream = fresh()), rr_bernoulli(3, 0.5, stream = fresh()))
  expect_identical(rr_poisson(99, 5, method = "icdf", high = 6, low = 5, stream = fresh()),
                   rr_draw(99, "poisson:icdf", 5, 5, 6, stream = fresh()))
  expect_error(rr_poisson(3, 5, low = 5), "poisson has no parameter low", class = "reroll_error")
  all <- rr_samplers()
  expect_identical(all$name, names(reroll:::.samplers))
  expect_identical(unlist(all[all$name == "gamma:erlang", c("call", "parameters")], use.names = FALSE),
                   c("rr_gamma", "shape, scale"))
})

test_that("help pages describe sizes, ranges, defaults and results", {
  pages <- tools::Rd_db("reroll")
  page <- function(call) gsub("\\s+", " ", paste(as.character(pages[[paste0(call, ".Rd")]]), collapse = ""))
  has <- function(call, ...) for (text in c(...)) expect_match(page(call), text, fixed = TRUE)
  has("rr_matrix_normal", "or an array of R x C x n.", "A symmetric matrix of R x R,", "A symmetric matrix of C x C,",
      "\\value{An array of R x C x n doubles.}")
  has("rr_dirichlet", "a vector of K components, or a matrix with a row per sample.",
      "\\value{A matrix with n rows of K doubles.}")
  has("rr_gamma", "rr_gamma(n, shape, scale = 1, method = \"\", dtype = \"f64\", stream = NULL)", "in [1e-300, 1e+300].",
      "in (0, 1.79769e+308].", "\\code{\"erlang\"}:", "\\value{A vector of n doubles.}")
  has("rr_ordered_logistic", "A vector, the same for all samples. Increasing.", "The first category is 0.")
  has("rr_categorical", "A vector for all samples, or a matrix with a row per sample. Not negative,", "of n integers,")
  has("rr_lkj", "\\item{dim}{The number of rows of a matrix, D.}", "rr_lkj(3, eta = 2, dim = 3, stream = s)")
  has("rr_binomial", "rr_binomial(n, size, p, ", "\\item{size}{Number of trials, an integer, in [0, 9.0072e+15].")
  has("rr_poisson", "in [0, Inf]. One value for all samples. Only for method \\code{\"icdf\"}, where \\code{NULL} is Inf.")
  has("rr_lowrank_normal", "A matrix with K rows, the same for all samples.")
  has("rr_integers", "Upper limit, excluded, in [-2^53, 2^53].")
  has("rr_multinomial", "Rows of K counts that add up to size, with")
  has("rr_binomial", "Number of successes in size trials,")
  has("rr_negative_binomial", "before the size-th success,")
  has("rr_binomial_logit", "-Inf gives 0, Inf gives size")
  has("rr_zipfian", "k = 1, 2, ... size with")
  has("rr_unitary", "\\value{An array of D x 2 D x n doubles. Entry (a, b) of matrix i has its real part in column 2 b - 1")
  x <- rr_unitary(2, dim = 3, stream = fresh())[, , 2]
  u <- matrix(complex(real = x[, c(1, 3, 5)], imaginary = x[, c(2, 4, 6)]), 3)
  expect_equal(u %*% Conj(t(u)), diag(3) + 0i)
  has("rr_wishart", "Above D - 1.", "Positive semidefinite.")
})

test_that("sizes that differ are named in R's words", {
  has <- function(call, text) expect_error(call, text, fixed = TRUE, class = "reroll_error")
  has(rr_multivariate_normal(2, 1:3, diag(2)), "covariance has 2 rows, but mean has 3 values: these numbers must be equal")
  has(rr_multivariate_normal(2, matrix(1:6, 2), diag(2)), "covariance has 2 rows, but mean has 3 columns")
  has(rr_dirichlet(2, 1:2, dim = 3), "alpha has 2 values, but dim is 3")
  has(rr_normal_mixture(3, 1:2, 1:3, 1), "means has 3 values, but weights has 2 values")
  has(rr_matrix_normal(2, matrix(0, 2, 3), diag(3), diag(3)), "mean has matrices of 2 x 3: a number, or matrices of 3 x 3")
  has(rr_rotation(2, dim = 300), "dim = 300: an integer in [1, 256]")
  has(rr_wishart(2, diag(257), 400), "samples would have 257 components or rows: an integer in [1, 256]")
  for (dim in list(-1, 0, 2.5, NA, "3", 2^32)) has(rr_sphere(2, dim = dim), "is not accepted: an integer in [1, 2^32 - 1]")
  has(rr_fill(numeric(3), "dirichlet", 1), "x has the wrong shape: a matrix with a row per sample")
  has(rr_fill(numeric(3), "rotation"), "x has the wrong shape: an array with a matrix per sample")
  has(rr_fill(NULL, "gamma", 2), "x is NULL: a double vector")
})

test_that("a message says which row, what a logit is, and that Inf is accepted", {
  has <- function(call, text) expect_error(call, text, fixed = TRUE, class = "reroll_error")
  has(rr_categorical(3, matrix(c(1, 0, 1, 0), 2)), "weights[2, ]: all weights are 0")
  has(rr_categorical_logit(3, c(-Inf, -Inf)), "logits: all logits are -Inf: at least one must be finite")
  has(rr_categorical_logit(3, c(1, Inf)), "logits[2] = Inf is not a logit: finite numbers, or -Inf")
  has(rr_uniform(3, 1:3, 2), "low[3] = 3, high = 2: low must not be above high")
  has(rr_gamma(1, 2, Inf), "scale = Inf is outside the accepted range (0, 1.79769e+308]")
  has(rr_normal(1, method = mean), "method is not accepted by normal")
  expect_true(is.finite(rr_student_t(1, Inf)))
})

test_that("an unknown name gets a suggestion, and R's own errors are of the user's call", {
  has <- function(call, text) expect_error(call, text, fixed = TRUE, class = "reroll_error")
  has(rr_draw(1, "gama", 2), "there is no sampler 'gama'; did you mean 'gamma'? rr_samplers() lists all")
  has(rr_draw(1, "rr_truncated_normal"), "did you mean 'truncated-normal'?")
  has(rr_draw(1, "xyzzyx"), "there is no sampler 'xyzzyx': rr_samplers() lists all")
  expect_identical(rr_draw(2, "skewnorm", 0, 1, 2, stream = fresh()), rr_skew_normal(2, 0, 1, 2, stream = fresh()))
  for (call in expression(rr_draw(3), rr_draw(3, "gamma", , 2), rr_law("no_such_file.h")))
    expect_identical(conditionCall(tryCatch(eval(call), error = identity)), call)
})

test_that("lines of usage and examples fit R's pages", {
  wide <- function(page) {
    lines <- utils::capture.output(tools::Rd2txt(page, options = list(underline_titles = FALSE)))
    any(nchar(lines) > 90)
  }
  pages <- tools::Rd_db("reroll")
  expect_identical(names(Filter(wide, pages[grepl("ornstein|student_t_m|truncated_l|brownian|stream", names(pages))])),
                   character())
})
