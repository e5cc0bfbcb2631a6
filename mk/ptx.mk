# SPDX-License-Identifier: MIT OR Apache-2.0
# The PTX emulator (tests/ptx/README.md) as a CUDA driver without a GPU: REROLL_CUDA=build/ptx/libcuda.so. NVRTC is the real
# one, from $NVRTC or from the virtual environment of the tests.

PTX     := $(BUILD)/ptx
# Programs that run on it; those that include OpenCL need its headers.
PTX_PROGRAMS := unit jobs fuse each $(if $(HAVE_CMOCKA),iterations) $(if $(HAVE_OPENCL),enqueue header warps particles pumps)
PTX_SRC := $(wildcard tests/ptx/machine/*.c)
PTX_OBJ := $(PTX_SRC:tests/ptx/%.c=$(PTX)/%.o)
PTX_CC   = $(CC) -std=gnu11 -O3 $(WARN) -fPIC -fvisibility=hidden -I. -Iinclude \
    -ffp-contract=off -fno-math-errno -fno-trapping-math

.PHONY: ptx
#: make ptx                                 a CUDA driver that runs PTX here: REROLL_CUDA=build/ptx/libcuda.so build/reroll
ptx: $(PTX)/libcuda.so
$(PTX)/%.o: tests/ptx/%.c $(wildcard tests/ptx/machine/*.h)
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(PTX_CC) -c $< -o $@
$(PTX)/libcuda.so: tests/devices/cuda/fake_cuda.c tests/devices/cuda/fake_cuda.h \
        $(wildcard tests/devices/cuda/fake_cuda/*.h) \
        targets/gpu/kernels/launch.h targets/cuda/library.h targets/cuda/calls.h $(PTX_OBJ)
	$(call say,LD)
	$(Q)$(PTX_CC) $(HOST) -DFAKE_PTX -shared -o $@ $< $(filter %.o,$^) -lpthread -lm
$(PTX)/unit: tests/ptx/unit.c $(PTX_OBJ)
	$(call say,CC)
	$(Q)$(PTX_CC) -o $@ $^ -lpthread -lm
# Device memory, by the library's own calls on the device cuda:0, which the tests make the emulator.
$(PTX)/jobs: tests/ptx/jobs.c
$(PTX)/fuse: tests/sinks/fuse.c
$(PTX)/enqueue: tests/devices/enqueue.c
$(PTX)/jobs $(PTX)/fuse $(PTX)/enqueue: tests/devices/memory.c tests/devices/memory.h
# User kernels; opencl.c replaces the OpenCL library for those in OpenCL C.
$(PTX)/each: tests/ptx/each.c
$(PTX)/iterations: tests/ptx/iterations.c tests/support/modules.c
$(PTX)/header: tests/devices/header.c tests/support/support.c tests/ptx/opencl.c
$(PTX)/warps $(PTX)/particles $(PTX)/pumps: $(PTX)/%: examples/device/%.c examples/device/opencl.c tests/ptx/opencl.c
$(PTX)/pumps: examples/pumps/chains.c examples/pumps/model.c
$(filter-out %/unit,$(PTX_PROGRAMS:%=$(PTX)/%)): $(filter %.a,$(TEST_LIB)) | $(TEST_LIB)
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(BASE) $(HOST) -Itests/devices -Iexamples/device -Iexamples/pumps -o $@ $(filter %.c,$^) $(TEST_LIB) \
	    $(TEST_RPATH) $(if $(filter %/enqueue,$@),-lOpenCL) $(if $(filter %/header %/iterations,$@),-lcmocka) $(LIBS)
.PHONY: ptx-programs
ptx-programs: $(PTX)/libcuda.so $(PTX_PROGRAMS:%=$(PTX)/%)
test-build: ptx-programs

.PHONY: ptx-mutations
#: make ptx-mutations                       deliberate faults in the PTX of kernels: does the emulator detect them?
ptx-mutations: $(REROLL) ptx-programs
	@$(PYTHON) tests/ptx/mutations.py $(BUILD)
