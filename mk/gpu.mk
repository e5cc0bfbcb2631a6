# SPDX-License-Identifier: MIT OR Apache-2.0
# make gpu-check [DEVICE=cuda:0] [PARTS="bits speed"]: checks and times a GPU, or the OpenCL runtimes where there is none.
# make gpu-kit: a folder with which another machine does so without a compiler or package manager. docs/gpu-check.md tells all.

GPU      := $(BUILD)/gpu-check
GPU_BIN  := $(GPU)/bits $(GPU)/speed
PARTS    ?= bits speed law peers studies

.PHONY: gpu-check gpu-kit gpu-programs
gpu-programs: $(GPU_BIN) $(T)/model/counts $(BUILD)/studies/warp-iterations/warp-iterations

$(GPU)/bits: tests/devices/bits.c
$(GPU)/speed: bench/gpu-check/speed.c
# memory.c asks the backends; the programs themselves know reroll.h only.
$(GPU_BIN): tests/devices/memory.c tests/devices/memory.h tests/support/views.h $(LIB)
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(BASE) $(HOST) -Itests/devices -o $@ $(filter %.c,$^) $(LIB) $(LIBS) -ldl
test-build: $(GPU_BIN)

gpu-check: all
	$(MAKE) gpu-programs studies-of-gpu-check
	@BUILD=$(BUILD) bench/gpu-check/run.sh --programs $(BUILD) --parts "$(PARTS)" $(if $(DEVICE),--device $(DEVICE))

.PHONY: studies-of-gpu-check
studies-of-gpu-check:
	$(MAKE) NAME=warp-iterations $(BUILD)/studies/warp-iterations/warp-iterations
