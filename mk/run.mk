# SPDX-License-Identifier: MIT OR Apache-2.0
# The main job: the pumps of examples/pumps, then a big gamma sample, every strategy beside it, then the report.

.PHONY: run run-build pictures
#: make run                                 the main job: pumps, a big sample by every strategy, build/report.html
#:                                          (alone it builds the instruction sets that this processor takes: scalar, best)
#: make run-build                           what that builds first
run-build: all pictures
run: run-build
	$(if $(filter-out $(ISAS),$(ALL_ISAS)),@echo 'This library has the instruction sets $(ISAS); make builds all: $(ALL_ISAS).')
	@$(BUILD)/examples/pumps --svg $(BUILD)/pumps.svg
	@examples/run.sh $(BUILD)
	@$(REROLL) report --quick --force -o $(BUILD)/report.html

# The report's pictures are drawn by gnuplot. A machine that can't have it draws no less than the tables.
pictures:
	@if ! command -v gnuplot >/dev/null && { $(MAY_INSTALL); }; then tests/deps.sh gnuplot-nox || \
	    echo 'make: gnuplot could not be installed, so that the report has tables and no pictures' >&2; fi
