# SPDX-License-Identifier: MIT OR Apache-2.0
# The main job: the pumps of examples/pumps, then a big gamma sample, every strategy beside it, then the report.

run: all
	@$(BUILD)/examples/pumps --svg $(BUILD)/pumps.svg
	@examples/run.sh $(BUILD)
	@$(REROLL) report --quick --force -o $(BUILD)/report.html
