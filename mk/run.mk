# SPDX-License-Identifier: MIT OR Apache-2.0
# The main job: the pumps of examples/pumps, then a big gamma sample, every strategy beside it.

run: all
	@$(BUILD)/examples/pumps --svg $(BUILD)/pumps.svg
	@examples/run.sh $(BUILD)
