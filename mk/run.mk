# SPDX-License-Identifier: MIT OR Apache-2.0
# The main job: the pumps of examples/pumps, then a large gamma sample, every strategy for comparison, then the report.

.PHONY: run run-build pictures
#: make run                                 the main job: pumps, a large sample by every strategy, build/report.html
#:                                          (alone it builds the instruction sets scalar and this processor's best)
#: make run-build                           only the build of make run
run-build: all pictures
run: run-build
	$(if $(filter-out $(ISAS),$(ALL_ISAS)),@echo 'This library has the instruction sets $(ISAS); make builds all: $(ALL_ISAS).')
	@$(BUILD)/examples/pumps --svg $(BUILD)/pumps.svg
	@examples/run.sh $(BUILD)
	@$(REROLL) report --quick --force -o $(BUILD)/report.html

# gnuplot draws the report's pictures. A machine that cannot install it still gets all tables.
pictures:
	@if ! command -v gnuplot >/dev/null && { $(MAY_INSTALL); }; then tests/deps.sh gnuplot-nox || \
	    echo 'make: gnuplot could not be installed, so that the report has tables and no pictures' >&2; fi
