# SPDX-License-Identifier: MIT OR Apache-2.0

task <- function(s) reroll::rr_gamma(1000, 2, stream = s)
tasks <- function() rr_children(rr_stream(7, "tasks"), 4)

test_that("forked processes draw the same numbers", {
  expect_identical(parallel::mclapply(tasks(), task, mc.cores = 2), lapply(tasks(), task))
  options(reroll.threads = 2)
  on.exit(options(reroll.threads = NULL))
  invisible(rr_gamma(100000, 2))
  expect_identical(parallel::mclapply(tasks(), task, mc.cores = 2), lapply(tasks(), task))
})

test_that("a cluster draws the same numbers", {
  cluster <- tryCatch(parallel::makePSOCKcluster(2), error = function(e) NULL)
  skip_if(is.null(cluster), "no cluster of processes can be started")
  on.exit(parallel::stopCluster(cluster))
  parallel::clusterCall(cluster, function(paths) .libPaths(paths), .libPaths())
  environment(task) <- globalenv()
  expect_identical(parallel::parLapply(cluster, tasks(), task), lapply(tasks(), task))
})
