# SPDX-License-Identifier: MIT OR Apache-2.0
# The R package: r/ has what is written by hand, and r/generate writes the rest from the list of samplers. The package is put
# together in build/r/reroll.

R_BUILD  := $(BUILD)/r
R_PKG    := $(R_BUILD)/reroll
R_SRC    := $(filter-out %/README.md,$(wildcard r/* r/*/* r/*/*/*))
RSCRIPT  ?= Rscript
R_HAVE   := command -v $(RSCRIPT) >/dev/null || { echo 'Rscript is not found: the R package needs R 4.0 or later' \
    '(Debian: apt install r-base-core)' >&2; exit 1; }
# R's library: the first one that can be written, or else R_LIBS_USER, which is created.
R_LIB    ?= $$($(RSCRIPT) --vanilla -e 'p <- c(.libPaths(), Sys.getenv("R_LIBS_USER")); p <- path.expand(p[nzchar(p)]); \
    w <- p[file.access(p, 2) == 0]; cat(if (length(w)) w[1] else {dir.create(tail(p, 1), recursive = TRUE); tail(p, 1)})')
R_VARS   := INCLUDE_DIR='$(abspath include):$(abspath $(BUILD)/gen)' LIB_DIR='$(abspath $(BUILD))'

$(BUILD)/gen/r-describe: r/generate/describe.c r/src/names.h $(LIB)
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) -std=gnu11 $(CFLAGS) $(WARN) $(SAN) -Iinclude -I$(BUILD)/gen -o $@ $< $(LIB) $(LIBS)

# The package's folder is removed first, so that no file of an older one remains.
$(R_BUILD)/made: $(BUILD)/gen/r-describe $(R_SRC)
	@$(R_HAVE)
	@rm -rf $(R_PKG) && mkdir -p $(R_PKG)/R $(R_PKG)/man
	$(call say,R)
	$(Q)cp -R r/configure r/cleanup r/R r/src r/man r/tests r/vignettes r/.Rbuildignore $(R_PKG)/
	$(Q)$(BUILD)/gen/r-describe | $(RSCRIPT) --vanilla r/generate/generate.R r $(R_PKG) $(VERSION)
	$(Q)touch $@

.PHONY: r test-r r-archive
#: make r                                   the R package, installed into R's library (the first one that can be written)
r: $(R_BUILD)/made $(LIB) $(BUILD)/gen/reroll_fill.h
	@$(R_HAVE)
	+$(Q)$(R_VARS) R CMD INSTALL --clean --library="$(R_LIB)" $(R_PKG)

# A library of the build folder, for the tests. The package also builds its vignette, so R CMD build and R CMD check need it
# to be installed.
R_OWN    := $(R_BUILD)/library
# If both are requested, this runs after make r, because they compile in the same folder.
$(R_OWN)/reroll/DESCRIPTION: | $(filter r,$(MAKECMDGOALS))
$(R_OWN)/reroll/DESCRIPTION: $(R_BUILD)/made $(LIB) $(BUILD)/gen/reroll_fill.h
	@mkdir -p $(R_OWN)
	+$(Q)$(R_VARS) R CMD INSTALL --clean --library=$(R_OWN) $(R_PKG) >$(R_BUILD)/install.log 2>&1 || \
	    { cat $(R_BUILD)/install.log; exit 1; }

# The archive of the package: R CMD build runs the vignette. make r-archive adds the library's source, for machines
# without the library: what MANIFEST.in has for the Python package.
R_ARCHIVE := $(R_BUILD)/reroll_$(VERSION).tar.gz
R_ENV     := $(R_VARS) R_LIBS='$(abspath $(R_OWN))' _R_CHECK_FORCE_SUGGESTS_=false \
    R_PROFILE='$(abspath $(R_BUILD))/profile.R'
#: make test-r                              the R package under R CMD check, with the command's numbers and its vignette
# R CMD check reads an index of packages: an empty one, so that nothing is fetched.
test-r: $(R_OWN)/reroll/DESCRIPTION $(REROLL)
	@mkdir -p $(R_BUILD)/index/src/contrib && : >$(R_BUILD)/index/src/contrib/PACKAGES && \
	    echo 'options(repos = c(CRAN = "file://$(abspath $(R_BUILD))/index"))' >$(R_BUILD)/profile.R
	+$(Q)cd $(R_BUILD) && $(R_ENV) R CMD build reroll
	+$(Q)cd $(R_BUILD) && $(R_ENV) REROLL='$(abspath $(REROLL))' R CMD check --no-manual $(notdir $(R_ARCHIVE))
	@! grep -E '^Status:.*(ERROR|WARNING)' $(R_BUILD)/reroll.Rcheck/00check.log

#: make r-archive                           an archive that R CMD INSTALL builds with the library, in build/r/archive
R_BRINGS := Makefile mk include laws engine transforms targets host model cli bench/results/cuda-kernels.txt \
    $(wildcard LICENSE-* CITATION.cff)
R_LEAVES := --exclude='laws/*/answers' --exclude='laws/*/cells' --exclude='laws/*/bits' --exclude=__pycache__
r-archive: $(R_OWN)/reroll/DESCRIPTION
	@rm -rf $(R_BUILD)/archive && mkdir -p $(R_BUILD)/archive && cp -R $(R_PKG) $(R_BUILD)/archive/ && \
	    mkdir $(R_BUILD)/archive/reroll/tools
	$(Q)tar -c -z --transform='s|^|library/|' $(R_LEAVES) \
	    -f $(R_BUILD)/archive/reroll/tools/reroll-$(VERSION).tar.gz $(R_BRINGS)
	+$(Q)cd $(R_BUILD)/archive && $(R_ENV) R CMD build reroll && rm -r reroll
