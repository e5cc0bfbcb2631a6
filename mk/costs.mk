# SPDX-License-Identifier: MIT OR Apache-2.0
# `make costs`: measures this machine's costs and makes them the built-in ones (src/costs_builtin.h). On an idle machine, please;
# `build/reroll bench --plan` says how good they are. Instruction sets that this machine lacks keep what they had.

.PHONY: costs
costs: $(REROLL)
	@rm -f $(BUILD)/costs
	for i in $(ISAS); do \
	    if $(REROLL) devices --json | grep -q "\"cpu:$$i\", \"available\": true"; then \
	        REROLL_COSTS=$(BUILD)/costs $(REROLL) plan --calibrate --device cpu:$$i || exit 1; \
	    else grep "^\"$$i " src/costs_builtin.h | sed 's/^"//; s/\\n"$$//' >>$(BUILD)/costs; fi; done
	{ echo '/* SPDX-License-Identifier: MIT OR Apache-2.0 */'; \
	  echo "/* $$(head -1 $(BUILD)/costs), measured by \`make costs\`, $$(date -u +%Y-%m-%d),"; \
	  echo " * $$($(CC) --version | head -1). costs.c explains the lines. */"; \
	  tail -n +2 $(BUILD)/costs | sed 's/.*/"&\\n"/'; } >src/costs_builtin.h.part
	mv src/costs_builtin.h.part src/costs_builtin.h
