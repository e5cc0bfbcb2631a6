# SPDX-License-Identifier: MIT OR Apache-2.0
# The deep tests, each part with its own build folder and a line with its duration. They stop at the first failure.

# Without GPU drivers, because the sanitizers would report errors in their code.
NO_GPU = REROLL_CUDA=./none.so REROLL_OPENCL=./none.so
TIMED = @start=$$(date +%s); echo "== $(1)"; $(2) && echo "== $(1): $$(($$(date +%s) - start)) s"
# The sanitizers run on two instruction sets; the rest of the text is the same.
SANITIZED = ISAS='scalar avx2' CFLAGS='-O1 -g'
CALL_TESTS = $(patsubst tests/%.c,%,$(wildcard tests/exact/calls/*.c))
PEER_TESTS = $(patsubst tests/%.c,%,$(wildcard tests/exact/peers/*.c))
DEEP_TESTS = $(CALL_TESTS) $(PEER_TESTS) exact/bits/fpenv known/known faults/cap

.PHONY: deep-devices deep-avx512 deep-clang deep-asan deep-tsan deep-arm64 deep-matrix deep-ptx deep-dist
#: make test-deep                           sanitizers, arm64, fuzzing, the whole matrix: many hours
test-deep: all
	@if $(MAY_INSTALL); then $(MAKE) deps-deep; else tests/deps.sh --list $(TEST_PACKAGES) $(DEEP_PACKAGES); fi
	$(MAKE) deep-matrix
	$(MAKE) deep-devices
	$(MAKE) deep-ptx
	$(MAKE) deep-arm64
	$(MAKE) deep-avx512
	$(MAKE) deep-asan
	$(MAKE) deep-tsan
	$(MAKE) deep-fuzz
	$(MAKE) deep-clang
	$(MAKE) deep-dist

#: make deep-matrix                         bits of everything, and on CPUs all cases that the default run samples
# The whole matrix natively, and the digest of all bits; the calibration of all samplers; two to eight times the draws of
# the distributions' cells, and all these cells by quadrature; bench of all; verify of all examples; failures of the report.
deep-matrix: $(foreach t,exact/bits/matrix exact/bits/counts exact/rows/multinomial exact/calls/modes exact/planner/plan \
    faults/cap model/counts quadrature/quadrature statistics/marginal,$(BUILD)/tests/$(t)) | $(REROLL) $(BUILD)/counts/counts
	$(call TIMED,deep matrix,REROLL_DEEP=1 TEST_LIMIT=7200 BUILD=$(BUILD) REROLL=$(REROLL) CMOCKA_MESSAGE_OUTPUT=TAP \
	    prove --timer --exec tests/run $^ tests/exact/counts.test.sh \
	    $(patsubst %,tests/%.bats,cli/verify cli/plan cli/bench cli/law report/report))

#: make deep-devices                        tests of GPUs without a GPU that take a minute or more
deep-devices: $(REROLL) test-build wheel
	$(call TIMED,devices,BUILD=$(BUILD) REROLL=$(REROLL) CMOCKA_MESSAGE_OUTPUT=TAP PATH="$(abspath $(VENV))/bin:$$PATH" \
	    prove --timer --merge --exec tests/run $(SELDOM))
	$(call TIMED,everything that the default test run rotates,REROLL_DEEP=1 BUILD=$(BUILD) REROLL=$(REROLL) TEST_LIMIT=7200 \
	    PATH="$(abspath $(VENV))/bin:$$PATH" \
	    prove -j 2 --timer --merge --exec tests/run $(patsubst %,tests/devices/%.test.sh,opencl/opencl user header enqueue) \
	    $(patsubst %,tests/%.test.sh,docs/your_own_law known/oracle known/user python/package python/wheel \
	    quadrature/exact statistics/cells sinks/each sinks/fuse) tests/studies/*.bats)

#: make deep-ptx                            distributions x strategies x dtypes on the PTX emulator
deep-ptx: $(REROLL) ptx-programs device-examples $(if $(HAVE_CMOCKA),$(BUILD)/tests/model/counts)
	$(call TIMED,PTX machine,REROLL_DEEP=1 BUILD=$(BUILD) TEST_LIMIT=7200 prove --timer --exec tests/run \
	    tests/devices/cuda/ptx.test.sh tests/devices/cuda/cuda-kernels.test.sh tests/ptx/*.test.sh)

#: make deep-arm64                          the same bits on an emulated arm64
# The same bits on another processor: verify of the command built for arm64 ends with the same digest.
deep-arm64: $(REROLL)
	$(call TIMED,arm64 under emulation,$(MAKE) CROSS=aarch64-linux-gnu- BUILD=$(BUILD)/arm64 $(BUILD)/arm64/reroll && \
	    QEMU='qemu-aarch64 -L /usr/aarch64-linux-gnu' REROLL=$(REROLL) OTHER=$(BUILD)/arm64/reroll tests/digest.sh)

# The AVX-512 vocabulary on a processor without AVX-512: SIMDe emulates the intrinsics with AVX2.
SIMDE = -std=gnu11 -O1 -ffp-contract=off -fno-math-errno -mavx2 -mfma -mbmi -mbmi2 -mpopcnt -Wno-psabi -DRR_TARGET_AVX512 \
    -Itests/lanes/simde -include immintrin.h -I.
$(BUILD)/tests/lanes/simde-%: tests/lanes/vocabulary.c tests/lanes/simde/immintrin.h $(wildcard engine/lanes/*.h)
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(SIMDE) -DRR_DTYPE=$* -o $@ $< -lcmocka -lm
#: make deep-avx512                         the AVX-512 lanes in software, on any x86-64
deep-avx512: $(BUILD)/tests/lanes/simde-32 $(BUILD)/tests/lanes/simde-64
	$(call TIMED,AVX-512 vocabulary in software,CMOCKA_MESSAGE_OUTPUT=TAP prove --timer --exec tests/run $^)

#: make deep-asan                           address and undefined-behaviour sanitizers: most of an hour
# Address and undefined-behaviour sanitizers: a pairwise cover of the matrix, the API, the command.
deep-asan:
	$(call TIMED,address and undefined sanitizers,$(MAKE) BUILD=$(BUILD)/asan $(SANITIZED) SANITIZE=address$(comma)undefined \
	    $(BUILD)/asan/reroll $(foreach t,$(DEEP_TESTS) exact/bits/matrix,$(BUILD)/asan/tests/$(t)) && \
	    $(NO_GPU) BUILD=$(BUILD)/asan CMOCKA_MESSAGE_OUTPUT=TAP prove --timer --exec tests/run \
	    $(foreach t,$(DEEP_TESTS) exact/bits/matrix,$(BUILD)/asan/tests/$(t)) && \
	    $(NO_GPU) REROLL=$(BUILD)/asan/reroll prove --timer --exec tests/run \
	    $(patsubst %,tests/cli/%.bats,errors formats params csv files order))

#: make deep-tsan                           thread sanitizer: a quarter of an hour
deep-tsan:
	$(call TIMED,thread sanitizer,$(MAKE) BUILD=$(BUILD)/tsan $(SANITIZED) SANITIZE=thread \
	    $(CALL_TESTS:%=$(BUILD)/tsan/tests/%) && \
	    $(NO_GPU) BUILD=$(BUILD)/tsan CMOCKA_MESSAGE_OUTPUT=TAP prove --timer --exec tests/run \
	    $(CALL_TESTS:%=$(BUILD)/tsan/tests/%))

#: make deep-clang                          no warnings by clang, and the same bits
# The other compiler, with warnings as errors, and its digest.
deep-clang: $(REROLL)
	$(call TIMED,clang,$(MAKE) CC=clang WERROR=1 BUILD=$(BUILD)/clang $(BUILD)/clang/reroll && \
	    QEMU= REROLL=$(REROLL) OTHER=$(BUILD)/clang/reroll tests/digest.sh)

#: make deep-dist                           the source archive, built without git and verified; the interface, by abidiff
deep-dist: all
	$(call TIMED,source archive,REROLL_DEEP=1 TEST_LIMIT=7200 BUILD=$(BUILD) prove --timer --merge --exec tests/run \
	    tests/install/dist.test.sh tests/install/abi.test.sh)

# Hours: every float through engine/math, a thousand times the draws in tests/law.
#: make test-long                           every float through engine/math, a thousand times the draws: hours
test-long: test-build
	REROLL_LONG=1 CMOCKA_MESSAGE_OUTPUT=TAP prove --timer --exec tests/run \
	    $(filter $(BUILD)/tests/law/% $(BUILD)/tests/statistics/%,$(TEST_BIN))
	for w in 32 64; do $(BUILD)/tests/math/ulp-$(lastword $(filter scalar avx2 neon,$(ISAS)))-$$w --exhaustive || exit 1; done
	REROLL_LONG=1 $(PYTHON) tests/math/quantile.py --check
	REROLL_DEEP=1 BUILD=$(BUILD) prove --timer --merge --exec tests/run tests/devices/header.test.sh \
	    tests/devices/enqueue.test.sh
	REROLL_DEEP=1 BUILD=$(BUILD) prove --timer --merge --exec tests/run tests/devices/cuda/cuda.test.sh
	BUILD=$(BUILD) tests/devices/opencl/opencl.test.sh --all
