# SPDX-License-Identifier: MIT OR Apache-2.0
# make bench-build: the build times that a user sees, and the effect of a change to the build on speed (bench/build.py). It
# builds clones of two commits, and nothing in this tree.

BEFORE ?= HEAD~1

.PHONY: bench-build
#: make bench-build                         times builds in new clones, counts bytes, and compares the speed with that of
#:   BEFORE=HEAD~1  ISAS="scalar avx2"      the commit before, into build/bench-build.txt: 15 minutes
bench-build:
	@mkdir -p $(BUILD)
	@CC='$(CC)' $(PYTHON) bench/build.py --folder $(BUILD)/bench-build -o $(BUILD)/bench-build.txt --before '$(BEFORE)' \
	    $(if $(filter file,$(origin ISAS)),,--isas '$(ISAS)')
