# SPDX-License-Identifier: MIT OR Apache-2.0
# make device-examples: the programs of examples/device/programs.txt that can be built here, in build/examples/device.

EXAMPLES_AT  := $(BUILD)/examples/device
examples_by   = $(patsubst %,$(EXAMPLES_AT)/%,$(shell sed -n 's/^$(1) \([a-z]*\).*/\1/p' examples/device/programs.txt))
EXAMPLE_NVCC := $(shell command -v $(NVCC))
EXAMPLE_CUDA := $(patsubst %/bin/nvcc,%,$(if $(EXAMPLE_NVCC),$(realpath $(EXAMPLE_NVCC))))
# The kit links them with the shared library.
EXAMPLE_LIB  ?= $(LIB)
EXAMPLE_CODE ?= -arch=compute_75
HAVE_OPENCL  := $(shell echo '$(HASH)include <CL/cl.h>' | $(CC) -DCL_TARGET_OPENCL_VERSION=120 -E -x c - >/dev/null 2>&1 && \
    echo 1)
DEVICE_EXAMPLES := $(if $(HAVE_OPENCL),$(call examples_by,cc)) \
    $(if $(EXAMPLE_NVCC),$(call examples_by,nvcc) $(call examples_by,nvrtc))

.PHONY: device-examples
#: make device-examples                     programs that draw inside kernels, rr_fuse among them, for a GPU: examples/device
device-examples: $(DEVICE_EXAMPLES)
# These programs are not built for another machine, or with sanitizers, which nvcc does not support.
test-build: $(if $(CROSS)$(SANITIZE),,$(DEVICE_EXAMPLES))

EXAMPLE_C = $(CC) -std=gnu11 -O1 $(WARN) -Werror $(SAN) -Iinclude -I$(BUILD)/gen -Iexamples/device -o $@ \
    $(filter %.c,$^) $(EXAMPLE_LIB)
$(call examples_by,cc): $(EXAMPLES_AT)/%: examples/device/%.c examples/device/buffer.c examples/device/buffer.h \
        examples/device/sink_host.h examples/device/%_sink.h $(EXAMPLE_LIB)
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(EXAMPLE_C) -lOpenCL $(LIBS)
# The installed header, under its name.
$(EXAMPLES_AT)/include/reroll_device.h: $(BUILD)/gen/reroll_device_single.h
	@mkdir -p $(@D)
	$(Q)cp $< $@
$(call examples_by,nvcc): $(EXAMPLES_AT)/%: examples/device/%.cu $(EXAMPLES_AT)/include/reroll_device.h include/reroll.hpp \
        $(EXAMPLE_LIB)
	$(call say,NVCC)
	$(Q)$(EXAMPLE_NVCC) -std=c++17 -O3 $(EXAMPLE_CODE) -Werror all-warnings -cudart static -I$(EXAMPLES_AT)/include -Iinclude \
	    -I$(BUILD)/gen -o $@ $< $(EXAMPLE_LIB) $(LIBS)
$(call examples_by,nvrtc): $(EXAMPLES_AT)/%: examples/device/%.c $(EXAMPLE_LIB)
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(EXAMPLE_C) -I$(EXAMPLE_CUDA)/include -L$(EXAMPLE_CUDA)/lib64 -L$(EXAMPLE_CUDA)/lib64/stubs -lnvrtc -lcuda $(LIBS)
