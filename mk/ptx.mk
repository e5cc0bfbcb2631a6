# SPDX-License-Identifier: MIT OR Apache-2.0
# The PTX machine (tests/ptx/README.md), as a CUDA driver without a GPU: REROLL_CUDA=build/ptx/libcuda.so. NVRTC is the
# real one, which NVRTC names or the virtual environment of the tests has.

PTX     := $(BUILD)/ptx
# Programs, and what the machine is made of.
PTX_PROGRAMS := unit jobs fuse $(if $(HAVE_OPENCL),enqueue)
PTX_SRC := $(filter-out $(PTX_PROGRAMS:%=tests/ptx/%.c),$(wildcard tests/ptx/*.c))
PTX_CC   = $(CC) -std=gnu11 -O3 $(WARN) -fPIC -fvisibility=hidden -I. -Iinclude \
    -ffp-contract=off -fno-math-errno -fno-trapping-math

.PHONY: ptx
#: make ptx                                 a CUDA driver that runs PTX here: REROLL_CUDA=build/ptx/libcuda.so build/reroll ...
ptx: $(PTX)/libcuda.so
$(PTX)/%.o: tests/ptx/%.c $(wildcard tests/ptx/*.h)
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(PTX_CC) -c $< -o $@
$(PTX)/libcuda.so: tests/devices/fake_cuda.c tests/devices/fake_cuda.h targets/gpu/kernels/launch.h targets/cuda/library.h \
        $(PTX_SRC:tests/ptx/%.c=$(PTX)/%.o)
	$(call say,LD)
	$(Q)$(PTX_CC) $(HOST) -DFAKE_PTX -shared -o $@ $< $(filter %.o,$^) -lpthread -lm
$(PTX)/unit: tests/ptx/unit.c $(PTX_SRC:tests/ptx/%.c=$(PTX)/%.o)
	$(call say,CC)
	$(Q)$(PTX_CC) -o $@ $^ -lpthread -lm
# Programs on the device cuda:0, which the tests make the machine.
$(PTX)/jobs: tests/ptx/jobs.c
$(PTX)/fuse: tests/sinks/fuse.c
$(PTX)/enqueue: tests/devices/enqueue.c
$(PTX)/jobs $(PTX)/fuse $(PTX)/enqueue: tests/devices/memory.c tests/devices/memory.h $(LIB)
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(BASE) $(HOST) -Itests/devices -o $@ $(filter %.c,$^) $(LIB) $(if $(filter %/enqueue,$@),-lOpenCL) $(LIBS)
.PHONY: ptx-programs
ptx-programs: $(PTX)/libcuda.so $(PTX_PROGRAMS:%=$(PTX)/%)
test-build: ptx-programs
