# SPDX-License-Identifier: MIT OR Apache-2.0
# make cuda-kernels [KERNELS="gamma.32.* normal.*.compact"]: the resources of every CUDA kernel on a multiprocessor:
# registers, memory and instructions per sample, without a GPU. All kernels become bench/results/cuda-kernels.txt, which a
# test compares.

.PHONY: cuda-kernels
#: make cuda-kernels                        resources of CUDA kernels: registers, memory, instructions per sample
cuda-kernels: venv
	@mkdir -p $(BUILD)
	PATH="$(abspath $(VENV))/bin:$$PATH" python3 bench/cuda_kernels.py $(if $(KERNELS),--only $(foreach k,$(KERNELS),'$(k)')) \
	    >$(BUILD)/cuda-kernels.txt
	$(if $(KERNELS),,cp $(BUILD)/cuda-kernels.txt bench/results/cuda-kernels.txt)
	@cat $(BUILD)/cuda-kernels.txt
