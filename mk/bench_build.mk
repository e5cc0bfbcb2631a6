# SPDX-License-Identifier: MIT OR Apache-2.0
# make bench-build: what a user waits for, and what a change of it costs in speed (bench/build.py). It builds clones of two
# commits, and nothing of this tree.

BEFORE ?= HEAD~1

.PHONY: bench-build
#: make bench-build                         times the builds in new clones, counts bytes, compares the speed with that of
#:   BEFORE=HEAD~1  ISAS="scalar avx2"      the commit before, into build/bench-build.txt: a quarter of an hour
bench-build:
	@mkdir -p $(BUILD)
	@CC='$(CC)' $(PYTHON) bench/build.py --folder $(BUILD)/bench-build -o $(BUILD)/bench-build.txt --before '$(BEFORE)' \
	    $(if $(filter file,$(origin ISAS)),,--isas '$(ISAS)')
