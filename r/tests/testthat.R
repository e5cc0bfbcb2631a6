# SPDX-License-Identifier: MIT OR Apache-2.0
if (requireNamespace("testthat", quietly = TRUE)) {
  library(testthat)
  library(reroll)
  test_check("reroll")
}
