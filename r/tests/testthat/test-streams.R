# SPDX-License-Identifier: MIT OR Apache-2.0

test_that("a second call continues", {
  s <- rr_stream(9)
  both <- c(rr_gamma(3, 2, stream = s), rr_gamma(4, 2, stream = s))
  expect_identical(both, rr_gamma(7, 2, stream = rr_stream(9)))
  expect_identical(rr_gamma(4, 2, stream = rr_stream(9, index = 3)), both[4:7])
  rr_seek(s, 3)
  expect_identical(rr_gamma(4, 2, stream = s), both[4:7])
  rr_dirichlet(5, 1:3, stream = s)
  expect_identical(s$index, 12)
})

test_that("streams are copied, saved and read", {
  s <- rr_stream(9)
  rr_gamma(3, 2, stream = s)
  copy <- rr_copy(s)
  same <- s
  file <- tempfile()
  on.exit(unlink(file))
  saveRDS(s, file)
  read <- readRDS(file)
  x <- rr_gamma(4, 2, stream = s)
  expect_identical(same$index, 7)
  expect_identical(rr_gamma(4, 2, stream = copy), x)
  expect_identical(rr_gamma(4, 2, stream = read), x)
  expect_identical(rr_gamma(4, 2, stream = unserialize(serialize(copy, NULL))), rr_gamma(4, 2, stream = s))
  expect_output(print(s), "<rr_stream seed 9, stream 0, index 11>", fixed = TRUE)
})

test_that("large numbers are strings", {
  s <- rr_stream("18446744073709551615", "18446744073709551615", "18446744073709551600")
  rr_uniform(5, stream = s)
  expect_identical(s$index, "18446744073709551605")
  expect_error(rr_uniform(100, stream = s), "indices left", class = "reroll_error")
  expect_error(rr_uniform(11, stream = s), "has 10 indices left, and n is 11", class = "reroll_error")
  rr_uniform(10, stream = s)
  expect_identical(s$index, "18446744073709551615")
  expect_error(rr_uniform(1, stream = s), "indices left", class = "reroll_error")
  expect_identical(rr_stream(index = "9007199254740992")$index, 2^53)
  expect_match(format(rr_stream(2^53, 1e5)), "seed 9007199254740992, stream 100000, index 0>", fixed = TRUE)
  expect_identical(rr_stream("9")$seed, 9)
  expect_identical(rr_stream("9007199254740993")$seed, "9007199254740993")
  for (seed in list(-1, 0.5, 2^53 + 2, NA, "x", "", "18446744073709551616", c(1, 2), NULL, list(1), "-1", " 1", factor(1))) {
    expect_error(rr_stream(seed), "seed", class = "reroll_error")
  }
})

test_that("children have names and numbers", {
  s <- rr_stream(9)
  a <- rr_child(s, "waiting")
  expect_identical(a$index, 0)
  expect_identical(rr_stream(9, "waiting")$stream, a$stream)
  expect_identical(rr_stream(9, "waiting/3")$stream, rr_child(a, 3)$stream)
  expect_identical(rr_stream(9, "5")$stream, 5)
  expect_identical(rr_child(a, 3)$name, "waiting/3")
  expect_identical(rr_child(a, 1e5)$name, "waiting/100000")
  expect_identical(rr_stream(9, "waiting/100000")$stream, rr_child(a, 1e5)$stream)
  expect_identical(rr_copy(a)$name, "waiting")
  expect_match(format(a), ", index 0, name waiting>", fixed = TRUE)
  expect_identical(rr_stream(9, "7")$name, "")
  expect_identical(rr_stream(9, "7/x")$name, "7/x")
  expect_identical(rr_child(s, "3")$stream, rr_child(s, 3)$stream)
  rr_uniform(5, stream = s)
  expect_identical(rr_child(s, "waiting")$stream, a$stream)
  for (child in list("", "a/b", NA, -1, 1.5, NULL, c("a", "b"), NA_character_, factor("a"))) {
    expect_error(rr_child(s, child), "child", class = "reroll_error")
  }
  for (stream in list("a//b", "a/", "", NA_character_, c("a", "b"), character(0), NULL, factor("a"))) {
    expect_error(rr_stream(9, stream), class = "reroll_error")
  }
  refused <- function(text, ...) expect_error(rr_stream(...), text, fixed = TRUE, class = "reroll_error")
  for (path in c("1e3", "-1", "+1", ".5", "0x1", "3a", "7 ", " 7", "Inf", "nan", "a/1e3", "7/-1", "a//b", "a/", "")) {
    refused(sprintf("stream = \"%s\" is not accepted: an integer in [0, 2^64 - 1], a name, or a path", path), 9, path)
    refused("names begin with a letter or _", 9, path)
    if (!grepl("/", path) && nzchar(path)) expect_error(rr_child(s, path), "^child = ", class = "reroll_error")
  }
  refused("stream = NA is not accepted: an integer in", 9, NA_character_)
  refused("stream has length 2: an integer in [0, 2^64 - 1], a name", 9, c("a", "b"))
  refused("stream = 18446744073709551616 is not accepted", 9, "a/18446744073709551616")
  refused("seed has length 2: an integer in [0, 2^53]", 1:2)
  refused("stream has length 2: a name, an integer in [0, 2^53]", 1, 1:2)
  refused("seed is of type list: an integer", list(1))
  expect_identical(rr_stream(9, "007")$stream, 7)
  expect_identical(rr_stream(9, "a b/_1")$stream, rr_child(rr_child(s, "a b"), "_1")$stream)
  expect_length(rr_children(s, 0), 0)
  expect_length(unique(vapply(rr_children(s, 10), function(t) as.character(t$stream), "")), 10)
  expect_identical(lapply(rr_children(s, 2), format), lapply(0:1, function(k) format(rr_child(s, k))))
  for (n in list(-1, NA, "2", 2^31 + 1, c(1, 2))) expect_error(rr_children(s, n), "n is not", class = "reroll_error")
  expect_identical(withVisible(rr_seek(s, 5)), list(value = s, visible = FALSE))
  expect_error(rr_seek(s, -1), "index = -1", class = "reroll_error")
  expect_identical(s$index, 5)
  for (f in list(rr_child, rr_children, rr_seek, function(s, n) rr_copy(s))) {
    expect_error(f(3, 1), "stream is not accepted", class = "reroll_error")
  }
})

test_that("names are the command's", {
  command <- Sys.getenv("REROLL")
  skip_if(!nzchar(command), "REROLL is not set")
  beyond <- if (l10n_info()$`UTF-8`) "\u00e4"   # elsewhere R can't pass it to the command
  for (path in c("waiting", "a/b/3", "7", "7/x", beyond, "007", "a/007", "_a", "a b", "info")) {
    line <- system2(command, c("sample", "uniform", "-n", "1", "--seed", "9", "--stream", shQuote(path)), stdout = TRUE)
    expect_identical(rr_uniform(1, stream = rr_stream(9, path)), as.numeric(line), info = path)
  }
  for (path in c("1e3", "-1", "7 ", "inf", "a/1e3", "a//b", "3a", "18446744073709551616")) {
    arguments <- c("sample", "uniform", "-n", "1", "--seed", "9", paste0("--stream=", shQuote(path)))
    expect_identical(system2(command, arguments, stderr = FALSE), 2L, info = path)
    expect_error(rr_stream(9, path), "stream = ", class = "reroll_error")
  }
})

test_that("without a stream, set.seed decides", {
  set.seed(1)
  x <- rr_gamma(3, 2)
  y <- rr_gamma(3, 2)
  set.seed(1)
  expect_identical(rr_gamma(3, 2), x)
  expect_false(identical(x, y))
})

test_that("only calls that draw samples move R's generator", {
  set.seed(1)
  before <- .Random.seed
  rr_normal(0)
  rr_normal(3, mean = numeric(0))
  rr_fill(numeric(0), "normal")
  for (sd in list(-1, c(1, -1), "1")) expect_error(rr_normal(2, sd = sd), class = "reroll_error")
  expect_error(rr_normal(2, dtype = "f16"), class = "reroll_error")
  expect_error(rr_normal(2^22 + 5, sd = c(rep(1, 2^22 + 1), -1)), class = "reroll_error")   # in the second chunk
  rr_normal(3, stream = rr_stream(1))
  expect_identical(.Random.seed, before)
  x <- runif(1)
  set.seed(1)
  expect_identical(runif(1), x)
  rr_normal(1)
  expect_false(identical(.Random.seed, before))
  rm(".Random.seed", envir = globalenv())
  rr_normal(0)
  expect_false(exists(".Random.seed", globalenv(), inherits = FALSE))
  expect_false(identical(rr_normal(1), rr_normal(1)))
})

test_that("R's generator draws from a stream", {
  before <- RNGkind()
  on.exit(RNGkind(before[1], before[2], before[3]))
  rr_kind(9)
  expect_identical(runif(2000), rr_uniform(2000, stream = rr_stream(9)))
  saved <- .Random.seed
  x <- rnorm(5)
  y <- sample(10)
  assign(".Random.seed", saved, envir = globalenv())
  expect_identical(rnorm(5), x)
  expect_identical(sample(10), y)
  set.seed(5)
  expect_identical(.Random.seed[4:7], integer(4))   # stream 0, index 0
  expect_false(.Random.seed[2] == 5)                # R scrambles the seed
  help <- paste(as.character(tools::Rd_db("reroll")[["rr_kind.Rd"]]), collapse = "")
  expect_match(gsub("\\s+", " ", help), "a seed that R makes from its argument", fixed = TRUE)
  x <- runif(3)
  set.seed(5)
  expect_identical(runif(3), x)
  rr_kind("18446744073709551615", "18446744073709551615", 2^53)
  expect_identical(runif(3), rr_uniform(3, stream = rr_stream("18446744073709551615", "18446744073709551615", 2^53)))
  expect_error(rr_kind(rr_stream(9), 5), "stream and index are not accepted", class = "reroll_error")
  RNGkind("default")
  set.seed(1)
  seed <- .Random.seed
  expect_error(rr_kind(9, normal.kind = "user-supplied"))
  damaged <- rr_stream(9)
  damaged$index <- -1
  expect_error(rr_kind(damaged), "index", class = "reroll_error")
  expect_identical(.Random.seed, seed)
  rr_kind(rr_stream(9, "a"))
  expect_identical(runif(1), rr_uniform(1, stream = rr_stream(9, "a")))
  for (s in list(rr_stream(9, 1), rr_stream(9, 2), rr_stream(8, 2))) {   # the same indices
    rr_kind(s)
    expect_identical(runif(1), rr_uniform(1, stream = s))
  }
  set.seed(5)
  expect_identical(runif(3), x)
  x <- runif(1e5)
  expect_true(all(x > 0 & x < 1))
  expect_identical(rr_kind(9, normal.kind = "Box-Muller", sample.kind = "Rejection")[1], "user-supplied")
  expect_identical(RNGkind(), c("user-supplied", "Box-Muller", "Rejection"))
  RNGkind("default", "default", "default")
  set.seed(5)
  x <- runif(3)
  code <- tempfile(fileext = ".c")
  on.exit(unlink(sub("c$", "*", code)), add = TRUE)
  writeLines("static double half = 0.5; double *user_unif_rand(void) { return &half; }", code)
  system2(file.path(R.home("bin"), "R"), c("CMD", "SHLIB", shQuote(code)), stdout = FALSE, stderr = FALSE)
  library <- sub("[.]c$", .Platform$dynlib.ext, code)
  skip_if_not(file.exists(library), "no C compiler")
  dyn.load(library)
  on.exit(dyn.unload(library), add = TRUE, after = FALSE)
  set.seed(5)
  expect_error(rr_kind(9), "another package", class = "reroll_error")
  expect_identical(RNGkind()[1], "Mersenne-Twister")
  expect_identical(runif(3), x)
})

test_that("a stream and a distribution have a text and a summary", {
  s <- rr_stream(1, 2)
  expect_identical(paste(s), format(s))
  expect_identical(unclass(summary(s)), c(seed = "1", stream = "2", index = "0", name = ""))
  law <- rr_table(1:3, 1:3)
  expect_identical(paste(law), "<rr_law: table, parameters: loc, scale>")
  expect_output(str(law), "rr_law: table", fixed = TRUE)
  expect_identical(unclass(summary(law)), c(made.from = "table", parameters = "loc, scale"))
  expect_error(rr_stream(factor(3)), "seed is of class factor: an integer in", class = "reroll_error")
  expect_error(rr_child(s, NA), "child = NA is not accepted: a name, an integer in", class = "reroll_error")
})
