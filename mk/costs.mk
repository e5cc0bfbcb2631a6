# SPDX-License-Identifier: MIT OR Apache-2.0
# `make costs`: measures this machine's costs and makes them the built-in ones (host/plan/costs_builtin.h). Run it on an
# idle machine; `build/reroll bench --plan` measures how good they are. Instruction sets that this machine lacks, or that
# COSTS_OF does not name, keep their costs.

COSTS_OF ?= $(ISAS)

.PHONY: costs
#: make costs  COSTS_OF='avx2 avx512'       measures this machine's costs, and makes them the planner's built-in ones
costs: $(REROLL)
	{ echo '/* SPDX-License-Identifier: MIT OR Apache-2.0 */'; \
	  echo '/* Made by `make costs`; costs.c explains the lines. */'; } >host/plan/costs_builtin.h.part
	for i in $(ISAS); do \
	    case " $(COSTS_OF) " in *" $$i "*) \
	        $(REROLL) devices --json | grep -q "\"cpu:$$i\", \"available\": true" && wanted=1 || wanted= ;; \
	    *) wanted= ;; esac; \
	    if [ -z "$$wanted" ]; then grep -e "^/\* $$i: " -e "^\"$$i " host/plan/costs_builtin.h; continue; fi; \
	    rm -f $(BUILD)/costs; \
	    REROLL_COSTS=$(BUILD)/costs $(REROLL) plan --calibrate --device cpu:$$i >&2 || exit 1; \
	    echo "/* $$i: $$(head -1 $(BUILD)/costs), $$(date -u +%Y-%m-%d), $$($(CC) --version | head -1) */"; \
	    tail -n +2 $(BUILD)/costs | sed 's/.*/"&\\n"/'; done >>host/plan/costs_builtin.h.part
	mv host/plan/costs_builtin.h.part host/plan/costs_builtin.h
