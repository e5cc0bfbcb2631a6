# SPDX-License-Identifier: MIT OR Apache-2.0
# make cuda-kernels [KERNELS="gamma.32.* normal.*.compact"]: what every CUDA kernel takes of a multiprocessor, in registers,
# memory and instructions a sample, without a GPU; all of them become bench/results/cuda-kernels.txt, which a test compares
# with.

.PHONY: cuda-kernels
#: make cuda-kernels                        what CUDA kernels take: registers, memory, instructions a sample
cuda-kernels: venv
	@mkdir -p $(BUILD)
	PATH="$(abspath $(VENV))/bin:$$PATH" python3 bench/cuda_kernels.py $(if $(KERNELS),--only $(foreach k,$(KERNELS),'$(k)')) \
	    >$(BUILD)/cuda-kernels.txt
	$(if $(KERNELS),,cp $(BUILD)/cuda-kernels.txt bench/results/cuda-kernels.txt)
	@cat $(BUILD)/cuda-kernels.txt
