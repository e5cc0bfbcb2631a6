# SPDX-License-Identifier: MIT OR Apache-2.0
# make gpu-check [DEVICE=cuda:0] [PARTS="bits speed"] [TIME=540]: checks and times a GPU, or the OpenCL runtimes if there is
# none. make gpu-kit: a folder with which another machine does this without a compiler or package manager
# (docs/gpu-check.md).

GPU      := $(BUILD)/gpu-check
GPU_BIN  := $(GPU)/bits $(GPU)/speed
GPU_LINK := -L$(BUILD) -lreroll $(LIBS)

.PHONY: gpu-check gpu-kit gpu-programs
gpu-programs: $(GPU_BIN) $(BUILD)/tests/model/counts

$(GPU)/bits: tests/devices/bits.c
$(GPU)/speed: bench/gpu-check/speed.c
# memory.c calls the backends; the programs themselves use only reroll.h.
$(GPU_BIN): tests/devices/memory.c tests/devices/memory.h tests/support/strategies.h tests/support/derived.h $(SO)
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(BASE) $(HOST) -Itests/devices -o $@ $(filter %.c,$^) $(GPU_LINK) -Wl,-rpath,'$$ORIGIN/..'
test-build: $(GPU_BIN)

#: make gpu-check  DEVICE=cuda:0  TIME=540  checks and times a GPU
gpu-check: all
	$(MAKE) gpu-programs studies-of-gpu-check device-examples
	@BUILD=$(BUILD) bench/gpu-check/run.sh --programs $(BUILD) $(if $(PARTS),--parts "$(PARTS)") \
	    $(if $(DEVICE),--device $(DEVICE)) $(if $(TIME),--seconds $(TIME))

.PHONY: studies-of-gpu-check
studies-of-gpu-check:
	$(MAKE) NAME=warp-iterations $(BUILD)/studies/warp-iterations/warp-iterations

# ---- The kit. ----------------------------------------------------------------------------------------------------------

# The programs and their libraries except libc, kernels of the whole matrix for KIT_CODE, the programs that nvcc builds
# (with the headers of the other libraries), and the scripts. KIT_KERNELS has the form of BUNDLE_KERNELS. Without nvcc the
# kit has neither kernels nor those programs, and NVRTC compiles on the GPU machine. Existing kernels are not rebuilt.
KIT       := $(BUILD)/gpu-kit
KIT_MOST  := 62
KIT_KERNELS ?= %
KIT_CODE  := -compress-mode=size -arch=compute_75 -code=compute_75,sm_90
CCCL      := $(GPU)/cccl
CCCL_PATH := $(CCCL)/nvidia/cu13/include/cccl
HAVE_NVCC  = $(shell command -v $(NVCC))
KIT_PROGRAMS := reroll tests/model/counts studies/warp-iterations/warp-iterations

.PHONY: gpu-kit kit-kernels
#: make gpu-kit                             a folder with which another machine does this without a compiler
gpu-kit: all
	$(MAKE) $(GPU_BIN) $(KIT_PROGRAMS:%=$(GPU)/kit/%)
	$(MAKE) device-examples EXAMPLES_AT=$(GPU)/kit/examples/device EXAMPLE_LIB=$(BUILD)/libreroll.so
	$(if $(HAVE_NVCC),$(MAKE) $(GPU)/peers $(GPU)/roots kit-kernels,@echo 'gpu-kit: no kernels, no peers: no nvcc is found')
	@BUILD=$(BUILD) STRIP=$(STRIP) NVCC=$(NVCC) MOST=$(KIT_MOST) bench/gpu-check/kit.sh $(KIT_PROGRAMS)

# The library, with all CPU kernels, is in the kit once.
KIT_CC = @mkdir -p $(@D); echo '  CC $@'; $(CC) $(BASE) -I. -o $@ $(filter %.c %.o,$^)
$(GPU)/kit/reroll: $(CLI_OBJ) $(SO)
	$(KIT_CC) $(GPU_LINK)
$(GPU)/kit/tests/model/counts: tests/model/counts.c $(SO)
	$(KIT_CC) $(GPU_LINK) -lcmocka
$(GPU)/kit/studies/%: $(wildcard studies/*.c studies/warp-iterations/*.c) $(SO)
	$(KIT_CC) $(GPU_LINK)

kit-kernels:
	@mkdir -p $(KIT)
	$(MAKE) cuda-bundle BUNDLE=$(KIT)/cuda-bundle BUNDLE_KERNELS='$(KIT_KERNELS)' BUNDLE_CODE='$(KIT_CODE)'
	@rm -rf $(KIT)/cuda-bundle/text

# CUDA C++ Core Libraries 3.5 and newer have a gamma distribution; toolkits up to 13.2 have older ones.
$(CCCL)/done:
	@rm -rf $(CCCL) && mkdir -p $(CCCL)
	$(or $(wildcard $(VENV)/bin/pip),$(PYTHON) -m pip) download -q --no-deps -d $(CCCL) 'nvidia-cuda-cccl>=13.3'
	cd $(CCCL) && $(PYTHON) -m zipfile -e *.whl . && rm *.whl && touch done
$(GPU)/peers: bench/gpu-check/peers.cu $(CCCL)/done
	$(call say,NVCC)
	$(Q)$(NVCC) -std=c++17 -O3 -cudart static -I$(CCCL_PATH) $(KIT_CODE) -o $@ $< -ldl
	$(Q)$(NVCC) -std=c++17 -M -I$(CCCL_PATH) $< >$(GPU)/peers.headers
$(GPU)/roots: bench/gpu-check/roots.cu $(wildcard engine/lanes/*.h engine/lanes/*/*.h)
	@mkdir -p $(@D)
	$(call say,NVCC)
	$(Q)$(NVCC) -std=c++17 -O3 -cudart static -I. -Werror all-warnings $(KIT_CODE) -o $@ $<
