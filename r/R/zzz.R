# SPDX-License-Identifier: MIT OR Apache-2.0

.onLoad <- function(libname, pkgname) {
  tools::vignetteEngine("script", weave = weave_script, tangle = tangle_script, pattern = "[.]Rscript$", package = pkgname)
}

# R would otherwise call the functions of an unloaded library.
.onUnload <- function(libpath) {
  if (RNGkind()[1] == "user-supplied") RNGkind("default")
  library.dynam.unload("reroll", libpath)
}
