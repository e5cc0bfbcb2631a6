# SPDX-License-Identifier: MIT OR Apache-2.0

fresh <- function() rr_stream(7)

test_that("densities", {
  quartic <- rr_density(function(x) exp(-x^4 / 4))
  x <- rr_draw(1000, quartic, stream = fresh())
  expect_lt(abs(mean(x)), 0.2)
  expect_identical(rr_draw(1000, rr_density(function(x) -x^4 / 4, log = TRUE), stream = fresh()) - x < 1e-6, rep(TRUE, 1000))
  expect_equal(rr_draw(3, quartic, loc = 10, scale = 2, stream = fresh()), 10 + 2 * x[1:3])
  file <- tempfile()
  on.exit(unlink(file))
  saveRDS(quartic, file)
  expect_identical(rr_draw(1000, readRDS(file), stream = fresh()), x)
  rr_close(quartic)
  expect_identical(rr_draw(1000, quartic, stream = fresh()), x)
  expect_output(print(quartic), "loc, scale")
  expect_error(rr_density(function(x) stop("boom")), "boom", class = "simpleError")
  wait <- function(...) structure(class = c("wait", "condition"), list(message = "wait", call = NULL))
  expect_identical(tryCatch(rr_density(function(x) signalCondition(wait())), wait = function(c) "left"), "left")
  expect_identical(tryCatch(rr_cdf(pnorm, function(x) signalCondition(wait())), wait = function(c) "left"), "left")
  interrupted <- function(x) stop(structure(class = c("interrupt", "condition"), list(message = "", call = NULL)))
  expect_identical(tryCatch(rr_density(interrupted), interrupt = function(c) "left"), "left")
  told <- FALSE
  expect_warning(again <- rr_density(function(x) {
    if (!told) warning("careful")
    told <<- TRUE
    exp(-x^4 / 4)
  }), "careful")
  expect_identical(rr_draw(1000, again, stream = fresh()), x)
  expect_error(rr_density(function(x) "a"), "one number", class = "reroll_error")
  expect_error(rr_density(function(x) -1), class = "reroll_error")
  expect_error(rr_density(3), "f is not accepted", class = "reroll_error")
  expect_error(rr_draw(3, quartic, shape = 2), "loc, scale", class = "reroll_error")
  expect_error(rr_draw(3, quartic, loc = NULL), "loc is of type NULL", class = "reroll_error")
  expect_output(print(quartic), "<rr_law: density, parameters: loc, scale>", fixed = TRUE)
  calls <- 0
  counted <- rr_density(function(x) {
    calls <<- calls + 1
    1 + (x > 3)
  }, low = 2, high = 5, breaks = 3)
  made <- calls
  x <- rr_draw(1e4, counted, stream = fresh())
  expect_true(all(x > 2 & x < 5))
  expect_equal(mean(x > 3), 0.8, tolerance = 0.05)
  expect_identical(calls, made)   # open
  rr_close(counted)
  expect_identical(rr_draw(1e4, counted, stream = fresh()), x)
  expect_identical(calls, 2 * made)   # closed, and opened again
  y <- numeric(10)
  rr_fill(y, counted, scale = 2, stream = fresh())
  expect_equal(y, 2 * x[1:10])
  expect_error(rr_close(3), "law is not accepted", class = "reroll_error")
  expect_error(rr_density(dnorm, low = "a"), "low is not accepted", class = "reroll_error")
  expect_error(rr_density(dnorm, low = 2, high = 1), "low = 2 is not below high = 1", class = "reroll_error")
  expect_error(rr_density(dnorm, low = 0, centre = -1), "centre = -1", class = "reroll_error")
  expect_error(rr_density(dnorm, low = NA), "low = NA is not below high = Inf", class = "reroll_error")
  expect_error(rr_density(dnorm, breaks = 2:1), "breaks[2] = 1 is not accepted: breaks must increase", fixed = TRUE)
  expect_error(rr_density(dnorm, low = 2, breaks = c(3, NaN)), "breaks[2] = NaN is not accepted: a finite", fixed = TRUE)
  expect_error(rr_density(dnorm, low = 2, breaks = 2:3), "breaks[1] = 2 is not accepted: a number above low", fixed = TRUE)
  for (log in list(1, 0, NA, "TRUE", NULL, c(TRUE, TRUE))) {
    expect_error(rr_density(dnorm, log = log), "log is not accepted: TRUE or FALSE", class = "reroll_error")
  }
  expect_error(rr_density(dnorm, centre = "a"), "centre is not accepted", class = "reroll_error")
  expect_error(rr_density(dnorm, breaks = "a"), "breaks is not accepted", class = "reroll_error")
})

test_that("CDFs, tables, histograms and samples", {
  cdf <- rr_cdf(function(x) pexp(x), function(x) pexp(x, lower.tail = FALSE), low = 0)
  expect_equal(mean(rr_draw(1e4, cdf, stream = fresh())), 1, tolerance = 0.05)
  tail <- function(x) pnorm(x, lower.tail = FALSE)
  normal <- rr_draw(1e4, rr_cdf(pnorm, tail), stream = fresh())
  expect_lt(abs(mean(normal)), 0.05)
  expect_equal(sd(normal), 1, tolerance = 0.05)
  expect_error(rr_cdf(pnorm, tail, low = 2, high = 1), "low = 2 is not below high = 1", class = "reroll_error")
  expect_error(rr_cdf(pnorm, tail, breaks = 2:1), "breaks[2] = 1", fixed = TRUE, class = "reroll_error")
  expect_error(rr_cdf(1, pnorm), "cdf is not accepted", class = "reroll_error")
  expect_error(rr_cdf(pnorm, 1), "tail is not accepted", class = "reroll_error")
  triangle <- rr_table(c(0, 1, 2), c(0, 1, 0))
  expect_equal(mean(rr_draw(1e4, triangle, stream = fresh())), 1, tolerance = 0.05)
  x <- rr_draw(1e4, rr_histogram(c(0, 1, 2, 4), c(1, 0, 1)), stream = fresh())
  expect_false(any(x > 1 & x < 2))
  x <- rr_draw(1e3, rr_samples(c(1, 2, 4)), stream = fresh())
  expect_true(all(x >= 1 & x <= 4))
  expect_error(rr_table(1:3, 1:2), "density", class = "reroll_error")
  expect_error(rr_histogram(1:3, 1:3), "mass", class = "reroll_error")
  expect_identical(rr_draw(3, rr_samples(c(1, 1))), c(1, 1, 1))
  expect_error(rr_samples(1), class = "reroll_error")
  expect_error(rr_samples("a"), class = "reroll_error")
})

test_that("errors of points have R's names and positions", {
  has <- function(expression, text) expect_error(expression, text, fixed = TRUE, class = "reroll_error")
  has(rr_samples(c(1, 2, NA)), "x[3] = NA is not accepted: a finite number")
  has(rr_samples(c(1, -Inf)), "x[2] = -Inf")
  has(rr_samples(1), "x has length 1: 2 to 2^40 samples are accepted")
  has(rr_table(c(1, NA, 3), c(1, 2, 1)), "x[2] = NA")
  has(rr_table(c(1, 3, 3), c(1, 2, 1)), "x[3] = 3 is not accepted: x must increase")
  has(rr_table(1:3, c(1, -2, 1)), "density[2] = -2 is not accepted: a number that is not negative")
  has(rr_table(1:3, c(1, 2, Inf)), "density[3] = Inf")
  has(rr_table(1:3, c(0, 0, 0)), "density: all values are 0")
  has(rr_table(1, 1), "x has length 1: 2 to 16385 points")
  has(rr_table("a", 1), "x is not accepted: a numeric vector")
  has(rr_histogram(c(0, 1, 1), c(1, 3)), "breaks[3] = 1 is not accepted: breaks must increase")
  has(rr_histogram(c(0, 1, 2), c(1, -3)), "mass[2] = -3")
  has(rr_histogram(c(0, 1, 2), c(NA, 1)), "mass[1] = NA")
  has(rr_histogram(c(0, 1, 2), c(0, 0)), "mass: all values are 0")
  has(rr_histogram(0, numeric(0)), "mass has length 0: 1 to 16384 bins")
})

test_that("a distribution may outlive the package", {
  code <- paste("law <- reroll::rr_density(function(x) exp(-x^4 / 4))", "unloadNamespace(\"reroll\")", "rm(law)",
                "invisible(gc())", "library(reroll)", "law <- rr_table(1:3, c(1, 2, 1))", "stopifnot(rr_draw(1, law) > 1)",
                "cat(\"done\")", sep = "; ")
  rscript <- file.path(R.home("bin"), "Rscript")
  libraries <- paste0("R_LIBS=", paste(.libPaths(), collapse = .Platform$path.sep))
  output <- system2(rscript, c("--vanilla", "-e", shQuote(code)), stdout = TRUE, stderr = FALSE, env = libraries)
  expect_identical(output, "done")
})

needle <- '
/* A point that is uniform in a disc: its distance from the centre, and its height above it. */
RR_LAW(needle, 1, "distance of a point of the unit disc from its centre")
RR_DERIVED(height, "height of that point above the centre")
RR_PARAM(radius, 0, INFINITY, "of the disc")
RR_MIN_ACCEPTANCE(0.78)
RR_EXAMPLE(1)

RR_TRY(needle)
{
    const rr_unit u = rr_draw_uniform(d), v = rr_draw_uniform(d);
    const rr_real one = rr_splat(RR_C(1)), x = RR_C(2) * u.u - one, y = RR_C(2) * v.u - one;
    const rr_real square = rr_fma(x, x, y * y);
    rr_derived(height, radius * y);
    return rr_accept(radius * rr_sqrt(square), rr_le(square, one));
}
'

test_that("distributions of a C file", {
  cc <- Sys.getenv("CC", "cc")
  skip_if(!nzchar(Sys.which(sub(" .*", "", cc))), "there is no C compiler")
  before <- Sys.getenv("REROLL_CACHE", NA)
  folder <- tempfile()
  dir.create(folder, mode = "0700")
  Sys.setenv(REROLL_CACHE = folder)
  on.exit({
    unlink(folder, recursive = TRUE)
    if (is.na(before)) Sys.unsetenv("REROLL_CACHE") else Sys.setenv(REROLL_CACHE = before)
  })
  file <- file.path(folder, "needle.h")
  writeLines(needle, file)
  law <- rr_law(file)
  x <- rr_draw(1e4, law, radius = 2, stream = fresh())
  expect_true(all(x > 0 & x < 2))
  expect_equal(mean(x), 4 / 3, tolerance = 0.05)
  expect_equal(rr_draw(4, law, c(1, 2), stream = fresh()), x[1:4] / c(2, 1))
  expect_identical(rr_draw(3, rr_law(needle), 2, stream = fresh()), x[1:3])
  y <- rr_draw(1e4, rr_law(file, derived = "height"), radius = 2, stream = fresh())
  expect_true(all(abs(y) < x))
  expect_error(rr_draw(3, law, -1), "radius = -1", class = "reroll_error")
  expect_error(rr_law("no/such/file.h"), "file.h", class = "reroll_error")
  expect_error(rr_law("\nint x;"), class = "reroll_error")
  expect_error(rr_law(3), "file is not accepted", class = "reroll_error")
  expect_error(rr_law(c(file, file)), "file is not accepted", class = "reroll_error")
  expect_error(rr_law(file, derived = 3), "derived is not accepted", class = "reroll_error")
  expect_error(rr_law(file, derived = "width"), "width", class = "reroll_error")
  kept <- unserialize(serialize(law, NULL))
  expect_identical(rr_draw(3, kept, 2, stream = fresh()), x[1:3])
  # Distributions of one file share it: it stays open until the last is closed, and a closed one opens again.
  other <- rr_law(file)
  rr_close(law)
  rr_close(kept)
  gc()
  expect_identical(rr_draw(3, other, 2, stream = fresh()), x[1:3])
  expect_identical(rr_draw(3, law, 2, stream = fresh()), x[1:3])
  expect_null(rr_close(law))
  expect_null(rr_close(law))
  for (i in 1:40) rr_law(needle)
})
