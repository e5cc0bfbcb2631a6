# SPDX-License-Identifier: MIT OR Apache-2.0
# Tests. `make deps` installs their requirements; `make test` is the default test run, `make test-deep` runs sanitizers,
# arm64, fuzzing and the deep matrix, `make test-long` the long tests (hours). docs/testing.md has an overview.

TEST_PACKAGES := cmake pkg-config libcmocka-dev bats libmpfr-dev python3-venv perl pocl-opencl-icd ocl-icd-opencl-dev \
    gnuplot-nox locales valgrind libmuparser2v5 openmpi-bin libopenmpi-dev
DEEP_PACKAGES := abigail-tools libsimde-dev clang libclang-rt-14-dev gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user
VENV     := $(BUILD)/venv
T        := $(BUILD)/tests

# Every .c file in these folders is a program. It is linked with tests/support and one shared library that exports what
# libreroll.so hides; with the archive instead, which SANITIZE and CROSS use, all programs take 4 GB. After a change of the
# library only this file is rebuilt.
TEST_DIRS  := exact exact/* known law/* quadrature statistics faults model points
TEST_SRC   := $(foreach d,$(TEST_DIRS),$(wildcard tests/$(d)/*.c))
# A source of tests/law whose name has no dtype gives two programs.
BOTH_SRC   := $(filter-out %_f32.c %_f64.c,$(filter tests/law/%,$(TEST_SRC)))
TEST_BIN   := $(patsubst tests/%.c,$(T)/%,$(filter-out $(BOTH_SRC),$(TEST_SRC))) \
    $(foreach w,32 64,$(BOTH_SRC:tests/%.c=$(T)/%_f$(w))) \
    $(T)/devices/cuda/engine_cuda $(T)/devices/cuda/jobs_cuda $(T)/devices/cuda/several $(T)/devices/opencl/faults_opencl
SUPPORT    := $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard tests/support/*.c))
TEST_LIB   ?= $(if $(SANITIZE)$(CROSS),$(LIB),$(T)/libreroll_test.so)
# Unless CFLAGS is given there is no debug information, which takes a third of the compile time. They keep -O2: at -O1 the
# programs of tests/law run twice as long.
TEST_BASE   = $(if $(filter file,$(origin CFLAGS)),$(filter-out -g,$(BASE)),$(BASE))
TEST_RPATH := -Wl,-rpath,'$$ORIGIN/..:$$ORIGIN/../..:$$ORIGIN/../tests'

# Programs that are built for every instruction set and dtype, without the library.
LANE_BIN   := $(foreach i,$(ISAS),$(foreach w,32 64,$(foreach p,math/ulp lanes/vocabulary lanes/words,\
    $(T)/$(p)-$(i)-$(w)))) $(T)/math/fma_soft $(T)/math/root
BATS       := $(wildcard tests/*/*.bats)
SCRIPTS    := $(wildcard tests/*/*.test.sh tests/*/*/*.test.sh)

# The condition for installing packages without asking.
MAY_INSTALL := [ "$$(id -u)" = 0 ] || [ -n "$$CI" ]

# All programs that make runs find Intel's OpenCL runtime for CPUs in the virtual environment.
OPENCL_FOLDER := $(if $(wildcard $(VENV)/lib/libintelocl.so),$(shell BUILD=$(BUILD) tests/devices/icd.sh --folder))
ifneq ($(OPENCL_FOLDER),)
export OCL_ICD_VENDORS := $(OPENCL_FOLDER)
endif

.PHONY: deps deps-deep devices test test-build test-run test-deep test-long venv
#: make deps                                installs the requirements of the tests: Debian packages, and build/venv
deps:
	tests/deps.sh $(TEST_PACKAGES)
	$(MAKE) venv
#: make deps-deep                           the same for the deep tests
deps-deep: deps
	tests/deps.sh $(DEEP_PACKAGES)

#: make devices                             lists devices, with Intel's OpenCL runtime of build/venv
devices: $(REROLL)
	@$(REROLL) devices

venv: $(VENV)/done
$(VENV)/done: tests/requirements.txt
	$(PYTHON) -m venv $(VENV) && $(VENV)/bin/pip install -q -r $< && touch $@

# As root or in CI the tests install their requirements; otherwise tests/deps.sh lists what is missing, and its tests are
# skipped. Python packages are fetched while programs are compiled.
#: make test                                the default test run; as root or with CI=true it installs its requirements
test: all
	@if $(MAY_INSTALL); then tests/deps.sh $(TEST_PACKAGES) && $(MAKE) venv test-build; \
	    else tests/deps.sh --list $(TEST_PACKAGES); $(MAKE) test-build; fi
	$(MAKE) test-run

HAVE_CMOCKA = $(shell printf '$(HASH)include <%s.h>\n' stdarg stddef stdint setjmp cmocka | $(CC) -E - >/dev/null 2>&1 && \
    echo 1)
HAVE_MPFR   = $(shell echo '$(HASH)include <mpfr.h>' | $(CC) -E - >/dev/null 2>&1 && echo 1)

test-build: $(if $(HAVE_CMOCKA),$(filter-out $(if $(HAVE_MPFR),,$(T)/math/% $(T)/law/%),$(TEST_BIN) $(LANE_BIN)))

# Tests of GPUs without a GPU that take a minute or more: make deep-devices. The default test run has OpenCL's bits, the PTX
# emulator, the tables of kernels and the calls of the host.
SELDOM := $(T)/devices/cuda/several $(T)/devices/cuda/jobs_cuda \
    tests/examples/device.test.sh $(patsubst %,tests/devices/%.test.sh,counts cuda/cuda opencl/engine_opencl gpu-check)

# Scripts run first: they include the longest tests, and a long test that starts last would run alone. One test more than
# there are processors runs at a time (on the two of CI), because some tests wait for ranks, terminals and signals.
TEST_JOBS ?= 3
test-run:
	@rm -rf $(BUILD)/tap
	BUILD=$(BUILD) REROLL=$(REROLL) CMOCKA_MESSAGE_OUTPUT=TAP PATH="$(abspath $(VENV))/bin:$$PATH" \
	    prove -j $(TEST_JOBS) --timer --merge --exec tests/run \
	    $(filter-out $(SELDOM),$(SCRIPTS) $(BATS) $(wildcard $(TEST_BIN) $(LANE_BIN))) || \
	    { BUILD=$(BUILD) tests/failed.sh; exit 1; }

$(BUILD)/obj/tests/%.o: tests/%.c | $(BUILD)/gen/reroll_fill.h
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(TEST_BASE) -I. -c $< -o $@
$(T)/libsupport.a: $(SUPPORT)
	@mkdir -p $(@D)
	$(call say,AR)
	$(Q)rm -f $@ && $(AR) rcs $@ $^
$(T)/libreroll_test.so: $(LIB) tests/support/visible.py
	@mkdir -p $(@D)
	$(call say,LD)
	$(Q)$(PYTHON) tests/support/visible.py $(LIB) $(T)/visible.a
	$(Q)$(CC) -shared $(SAN) -Wl,-soname,$(@F) -Wl,-Bsymbolic -o $@ -Wl,--whole-archive $(T)/visible.a \
	    -Wl,--no-whole-archive $(LIBS)
	$(Q)rm $(T)/visible.a
define test_program
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(TEST_BASE) -I. $(1) -o $@ $< $(T)/libsupport.a $(TEST_LIB) $(TEST_RPATH) -lcmocka \
	    $(if $(HAVE_MPFR),-lmpfr -lgmp) $(LIBS)
endef
$(T)/%: tests/%.c $(T)/libsupport.a $(filter %.a,$(TEST_LIB)) | $(TEST_LIB)
	$(call test_program,$(if $(filter devices/% faults/% exact/bits/fpenv exact/bits/half exact/bits/inverted,$*),$(HOST)))
$(BOTH_SRC:tests/%.c=$(T)/%_f32): $(T)/%_f32: tests/%.c $(T)/libsupport.a $(filter %.a,$(TEST_LIB)) | $(TEST_LIB)
	$(call test_program,-DRR_DTYPE=32)
$(BOTH_SRC:tests/%.c=$(T)/%_f64): $(T)/%_f64: tests/%.c $(T)/libsupport.a $(filter %.a,$(TEST_LIB)) | $(TEST_LIB)
	$(call test_program,-DRR_DTYPE=64)
.SECONDARY: $(SUPPORT)
# All samplers on words that the tests choose (tests/support/feed.h).
$(BUILD)/gen/feed_laws.h: laws/list.h
	@mkdir -p $(@D)
	$(Q)sed -n -e '/^#[ie]/p' \
	    -e 's/^RR_SAMPLER(\([a-z0-9_]*\), *\([a-z0-9_]*\), *\([a-z0-9_]*\), *\([a-z0-9_]*\))/#if FEED_HAS_\4\
	#include "laws\/\1\/\2.h"\
	#define FEED \2\
	#define FEED_DRAW \3\
	#include "tests\/support\/feed_one.h"\
	#endif/p' $< >$@
# These use the processor's fma if it has one, which makes the attempts of tests/quadrature twice as fast. Debug information
# would take half of the compile time, and levels above -O1 make no difference.
FMA_HERE := $(if $(CROSS),,$(shell grep -qw fma /proc/cpuinfo 2>/dev/null && echo -mfma -DRR_FUSED=1))
FEED_OBJ := $(patsubst %,$(BUILD)/obj/tests/support/feed_%.o,f32 f64 first)
$(FEED_OBJ): BASE += -O1 -g0 $(FMA_HERE)
$(filter-out %first.o,$(FEED_OBJ)): $(BUILD)/gen/feed_laws.h

# For the tests that open them: a CUDA driver with its compiler, an older compiler, and an OpenCL library.
FAKE_CUDA := $(T)/devices/libfake_cuda.so $(T)/devices/libfake_nvrtc12.so
$(T)/devices/cuda/engine_cuda $(T)/devices/cuda/jobs_cuda $(T)/devices/cuda/several $(T)/exact/rows/devices: $(FAKE_CUDA)
$(FAKE_CUDA): tests/devices/cuda/fake_cuda.c tests/devices/cuda/fake_cuda.h targets/gpu/kernels/launch.h
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(BASE) $(HOST) $(if $(filter %12.so,$@),-DFAKE_NVRTC=12020) -I. -shared -o $@ $<
$(T)/devices/opencl/faults_opencl: $(T)/devices/libstub_opencl.so
$(T)/devices/libstub_opencl.so: tests/devices/opencl/stub_opencl.c targets/opencl/library.h
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(BASE) -I. -shared -o $@ $<

define lane_test_rules
$(T)/math/ulp-$(1)-$(2): tests/math/ulp.c $(wildcard engine/math/*.h engine/math/*/*.h engine/lanes/*.h)
	@mkdir -p $$(@D)
	$$(call say,CC)
	$$(Q)$$(CC) $$(TEST_BASE) $$(FLAGS_$(1)) -DRR_DTYPE=$(2) -I. -o $$@ $$< targets/cpu/avx2_pack.c -lcmocka -lmpfr -lgmp -lm
$(T)/lanes/%-$(1)-$(2): tests/lanes/%.c tests/lanes/program.h $(wildcard engine/lanes/*.h) engine/passes/words.h \
        engine/bits/bits.h
	@mkdir -p $$(@D)
	$$(call say,CC)
	$$(Q)$$(CC) $$(TEST_BASE) $$(FLAGS_$(1)) -DRR_DTYPE=$(2) -I. -o $$@ $$< targets/cpu/avx2_pack.c -lcmocka -lm
endef
$(foreach i,$(ISAS),$(foreach w,32 64,$(eval $(call lane_test_rules,$(i),$(w)))))

# The headers that tests include.
-include $(wildcard $(T)/*/*.d $(T)/*/*/*.d)
