# SPDX-License-Identifier: MIT OR Apache-2.0
# The engine of the vignette, which needs neither LaTeX nor pandoc nor a package. A vignette is an R script. Lines that begin
# with #' are text: # for a heading, blank lines between paragraphs, `code`. All other lines are run, and their
# output is shown. The first lines are %\Vignette... for R.

html_text <- function(x) {
  for (pair in list(c("&", "&amp;"), c("<", "&lt;"), c(">", "&gt;"))) x <- gsub(pair[1], pair[2], x, fixed = TRUE)
  x
}

html_block <- function(lines, is_text, env) {
  if (!is_text) {
    code <- paste(lines, collapse = "\n")
    if (!nzchar(trimws(code))) return(character())
    output <- utils::capture.output(for (e in parse(text = code, keep.source = FALSE)) {
      shown <- withVisible(eval(e, env))
      if (shown$visible) print(shown$value)
    })
    return(c(paste0("<pre class=\"code\">", html_text(trimws(code, whitespace = "\n")), "</pre>"),
             if (length(output)) paste0("<pre>", html_text(paste(output, collapse = "\n")), "</pre>")))
  }
  lines <- gsub("`([^`]+)`", "<code>\\1</code>", html_text(sub("^#' ?", "", lines)))
  heading <- startsWith(lines, "# ")
  lines[heading] <- paste0("</p><h2>", substring(lines[heading], 3), "</h2><p>")
  lines[lines == ""] <- "</p><p>"
  gsub("<p>\\s*</p>", "", paste0("<p>", paste(lines, collapse = "\n"), "</p>"))
}

# R reads these lines, which are not R code.
is_header <- function(lines) grepl("^(%.Vignette|# SPDX)", lines)

weave_script <- function(file, ...) {
  lines <- readLines(file, encoding = "UTF-8")
  lines <- lines[!is_header(lines)]
  is_text <- startsWith(lines, "#'")
  run <- rle(is_text)
  ends <- cumsum(run$lengths)
  env <- new.env(parent = globalenv())
  body <- lapply(seq_along(ends), function(i) {
    html_block(lines[(ends[i] - run$lengths[i] + 1):ends[i]], run$values[i], env)
  })
  style <- "body{max-width:50em;margin:2em auto;font-family:sans-serif}pre{padding:.5em}pre.code{background:#eee}"
  title <- html_text(tools::vignetteInfo(file)$title)
  output <- sub("[.]Rscript$", ".html", basename(file))
  writeLines(c("<!DOCTYPE html>", paste0("<html><head><meta charset=\"utf-8\"><title>", title, "</title>"),
               paste0("<style>", style, "</style></head><body>"), unlist(body), "</body></html>"), output)
  output
}

tangle_script <- function(file, ...) {
  output <- sub("[.]Rscript$", ".R", basename(file))
  lines <- readLines(file, encoding = "UTF-8")
  writeLines(lines[!is_header(lines)], output)
  output
}
