# SPDX-License-Identifier: MIT OR Apache-2.0

.onLoad <- function(libname, pkgname) {
  tools::vignetteEngine("script", weave = weave_script, tangle = tangle_script, pattern = "[.]Rscript$", package = pkgname)
}

# R would otherwise call the functions of an unloaded library: its generator, and the finalizer of each user-defined
# distribution, which can outlive the namespace. So once there was one, the library stays loaded.
.onUnload <- function(libpath) {
  if (RNGkind()[1] == "user-supplied") RNGkind("default")
  if (!.Call(C_law_finalizers)) library.dynam.unload("reroll", libpath)
}
