# SPDX-License-Identifier: MIT OR Apache-2.0
# make cuda-bundle: kernels precompiled by nvcc, one file per kernel, for machines that have no NVRTC, or whose driver does
# not accept the code of their NVRTC. make install includes the folder; $REROLL_CUDA_BUNDLE names another one.
# BUNDLE_KERNELS='gamma.compact.% normal.%' builds some of them. make install CUDA=1 builds the kernels that auto uses, so
# that no first call waits for a compiler; CUDA=all builds all kernels.

BUNDLE := $(BUILD)/cuda-bundle
BUNDLE_KERNELS ?= $(if $(filter 1,$(CUDA)),%.compact.% transform.% kernel.%,%)
NVCC   ?= $(or $(shell command -v nvcc),$(or $(CUDA_HOME),$(CUDA_PATH),/usr/local/cuda)/bin/nvcc)

# Code for GPUs of data centres and the newest desktop ones, and PTX for all others from Turing on. All code is assembled
# from that one PTX: a kernel has the same PTX for any architecture, and generating it takes most of its compile time.
BUNDLE_CODE := -arch=compute_75 -code=compute_75,sm_80,sm_90,sm_100,sm_120

.PHONY: cuda-bundle cuda-bundle-code install-cuda-bundle uninstall-cuda-bundle
#: make cuda-bundle                         CUDA kernels precompiled by nvcc, which make install includes
cuda-bundle: $(BUILD)/gen/bundle
	$(Q)rm -rf $(BUNDLE)/text && mkdir -p $(BUNDLE)/text && $< $(BUNDLE)/text
	$(Q)$(MAKE) --no-print-directory cuda-bundle-code

$(BUILD)/gen/bundle: host/generate/bundle.c $(LIB)
	$(call say,CC)
	$(Q)$(CC) $(BASE) $(HOST) -o $@ $< $(LIB) $(LIBS)

# A file's name has the hash of its text, so it is never out of date.
bundle_texts = $(filter $(BUNDLE_KERNELS:%=$(BUNDLE)/text/%.cu),$(wildcard $(BUNDLE)/text/*.cu))
bundle_files = $(patsubst $(BUNDLE)/text/%.cu,$(BUNDLE)/%.fatbin,$(bundle_texts))
cuda-bundle-code: $(bundle_files)
	$(Q)rm -f $(filter-out $(bundle_files),$(wildcard $(BUNDLE)/*.fatbin))
$(BUNDLE)/%.fatbin: | $(BUNDLE)/text/%.cu
	$(call say,NVCC)
	$(Q)$(NVCC) -fatbin -std=c++17 -Werror all-warnings $(BUNDLE_CODE) -o $@.part $(BUNDLE)/text/$*.cu && mv $@.part $@

# Kernels for which a first call waits: the kernels of compact for jobs with constant parameters.
NVRTC_KERNELS ?= %.plain.% %.main.%
NVRTC_ARCH ?= sm_90
.PHONY: nvrtc-times nvrtc-times-of
#: make nvrtc-times                         processor seconds that NVRTC takes per kernel
nvrtc-times: $(BUILD)/gen/bundle $(BUILD)/gen/nvrtc
	$(Q)rm -rf $(BUILD)/nvrtc-times && mkdir -p $(BUILD)/nvrtc-times/text && $< $(BUILD)/nvrtc-times/text
	$(Q)$(MAKE) --no-print-directory nvrtc-times-of BUNDLE=$(BUILD)/nvrtc-times BUNDLE_KERNELS='$(NVRTC_KERNELS)'
nvrtc-times-of:
	$(Q)$(BUILD)/gen/nvrtc --time $(NVRTC_ARCH) $(bundle_texts) | sort -rn | tee $(BUILD)/nvrtc-times.txt
	$(Q)awk '{n++; few += $$1 <= 0.5} END {print few " of " n " in half a second"}' $(BUILD)/nvrtc-times.txt
$(BUILD)/gen/nvrtc: tests/devices/cuda/nvrtc.c
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) -std=gnu11 -O1 $(WARN) -o $@ $< -ldl

install: install-cuda-bundle
uninstall: uninstall-cuda-bundle
install-cuda-bundle: $(if $(CUDA),cuda-bundle)
	$(if $(wildcard $(BUNDLE)/*.fatbin)$(CUDA),install -d $(I)/share/reroll/cuda-bundle)
	$(if $(wildcard $(BUNDLE)/*.fatbin)$(CUDA),install -m 644 $(BUNDLE)/*.fatbin $(I)/share/reroll/cuda-bundle)
uninstall-cuda-bundle:
	rm -f $(I)/share/reroll/cuda-bundle/*.fatbin
	[ ! -d $(I)/share/reroll/cuda-bundle ] || rmdir --ignore-fail-on-non-empty $(I)/share/reroll/cuda-bundle
