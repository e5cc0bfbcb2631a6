# SPDX-License-Identifier: MIT OR Apache-2.0
# The deep tests, each part with its own build folder and a line that says how long it took. They stop at the first failure.

FUZZ_SECONDS ?= 60
# Drivers of GPUs are not ours to sanitize.
NO_GPU = REROLL_CUDA=./none.so REROLL_OPENCL=./none.so
TIMED = @start=$$(date +%s); echo "== $(1)"; $(2) && echo "== $(1): $$(($$(date +%s) - start)) s"
# Sanitizers look at two instruction sets; the rest of the text is the same.
SANITIZED = ISAS='scalar avx2' CFLAGS='-O1 -g'
CALL_TESTS = $(patsubst tests/%.c,%,$(wildcard tests/exact/calls/*.c))
PEER_TESTS = $(patsubst tests/%.c,%,$(wildcard tests/exact/peers/*.c))
DEEP_TESTS = $(CALL_TESTS) $(PEER_TESTS) exact/bits/fpenv known/known faults/cap

.PHONY: deep-devices deep-avx512 deep-clang deep-asan deep-tsan deep-arm64 deep-fuzz deep-matrix deep-ptx
#: make test-deep                           sanitizers, arm64, fuzzing, the whole matrix: half an hour and more
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

#: make deep-matrix                         bits by all that there is, and what an everyday does less of on CPUs
# The whole matrix natively, and the digest of all samplers' bits. With it the calibration of all samplers, two to eight times
# the draws of the laws' cells, all of these cells by quadrature, bench of all, verify of all examples of laws, and failures of the report.
deep-matrix: $(foreach t,exact/bits/matrix exact/bits/counts exact/rows/multinomial exact/calls/modes exact/planner/plan faults/cap model/counts \
    quadrature/quadrature statistics/marginal,$(BUILD)/tests/$(t)) | $(REROLL) $(BUILD)/counts/counts
	$(call TIMED,deep matrix,REROLL_DEEP=1 TEST_LIMIT=7200 BUILD=$(BUILD) REROLL=$(REROLL) CMOCKA_MESSAGE_OUTPUT=TAP \
	    prove --timer --exec tests/run $^ $(patsubst %,tests/%.bats,cli/verify cli/plan cli/bench cli/law report/report) tests/exact/counts.test.sh)

#: make deep-devices                        of the tests of GPUs without one, those that take a minute and more
deep-devices: $(REROLL) test-build wheel
	$(call TIMED,devices,BUILD=$(BUILD) REROLL=$(REROLL) CMOCKA_MESSAGE_OUTPUT=TAP PATH="$(abspath $(VENV))/bin:$$PATH" \
	    prove --timer --merge --exec tests/run $(SELDOM))
	$(call TIMED,all that an everyday takes in turns,REROLL_DEEP=1 BUILD=$(BUILD) REROLL=$(REROLL) TEST_LIMIT=7200 PATH="$(abspath $(VENV))/bin:$$PATH" \
	    prove -j 2 --timer --merge --exec tests/run $(patsubst %,tests/devices/%.test.sh,opencl/opencl user header enqueue) \
	    $(patsubst %,tests/%.test.sh,docs/your_own_law known/oracle known/user python/package python/wheel quadrature/exact statistics/cells sinks/each sinks/fuse) tests/studies/*.bats)

#: make deep-ptx                            laws x strategies x dtypes on the tests' PTX machine
deep-ptx: $(REROLL) ptx-programs device-examples $(if $(HAVE_CMOCKA),$(BUILD)/tests/model/counts)
	$(call TIMED,PTX machine,REROLL_DEEP=1 BUILD=$(BUILD) TEST_LIMIT=7200 prove --timer --exec tests/run \
	    tests/devices/cuda/ptx.test.sh tests/devices/cuda/cuda-kernels.test.sh tests/ptx/*.test.sh)

# The same bits from another processor: the command built for arm64 ends verify with the same digest.
deep-arm64: $(REROLL)
	$(call TIMED,arm64 under emulation,$(MAKE) CROSS=aarch64-linux-gnu- BUILD=$(BUILD)/arm64 $(BUILD)/arm64/reroll && \
	    QEMU='qemu-aarch64 -L /usr/aarch64-linux-gnu' REROLL=$(REROLL) OTHER=$(BUILD)/arm64/reroll tests/digest.sh)

# The AVX-512 vocabulary on a processor without AVX-512: SIMDe does its intrinsics by AVX2.
SIMDE = -std=gnu11 -O1 -ffp-contract=off -fno-math-errno -mavx2 -mfma -mbmi -mbmi2 -mpopcnt -Wno-psabi -DRR_TARGET_AVX512 \
    -Itests/lanes/simde -include immintrin.h -I.
$(BUILD)/tests/lanes/simde-%: tests/lanes/vocabulary.c tests/lanes/simde/immintrin.h $(wildcard engine/lanes/*.h)
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(SIMDE) -DRR_DTYPE=$* -o $@ $< -lcmocka -lm
deep-avx512: $(BUILD)/tests/lanes/simde-32 $(BUILD)/tests/lanes/simde-64
	$(call TIMED,AVX-512 vocabulary in software,CMOCKA_MESSAGE_OUTPUT=TAP prove --timer --exec tests/run $^)

# Address and undefined-behaviour sanitizers: a pairwise cover of the matrix, the API, the command.
deep-asan:
	$(call TIMED,address and undefined sanitizers,$(MAKE) BUILD=$(BUILD)/asan $(SANITIZED) SANITIZE=address$(comma)undefined \
	    $(BUILD)/asan/reroll $(foreach t,$(DEEP_TESTS) exact/bits/matrix,$(BUILD)/asan/tests/$(t)) && \
	    $(NO_GPU) BUILD=$(BUILD)/asan CMOCKA_MESSAGE_OUTPUT=TAP prove --timer --exec tests/run $(foreach t,$(DEEP_TESTS) exact/bits/matrix,$(BUILD)/asan/tests/$(t)) && \
	    $(NO_GPU) REROLL=$(BUILD)/asan/reroll prove --timer --exec tests/run tests/cli/errors.bats tests/cli/formats.bats tests/cli/params.bats \
        tests/cli/files.bats tests/cli/order.bats)

deep-tsan:
	$(call TIMED,thread sanitizer,$(MAKE) BUILD=$(BUILD)/tsan $(SANITIZED) SANITIZE=thread \
	    $(CALL_TESTS:%=$(BUILD)/tsan/tests/%) && \
	    $(NO_GPU) BUILD=$(BUILD)/tsan CMOCKA_MESSAGE_OUTPUT=TAP prove --timer --exec tests/run \
	    $(CALL_TESTS:%=$(BUILD)/tsan/tests/%))

# Damaged .npy files, job files and arguments, under the sanitizers.
$(BUILD)/fuzz: tests/cli/tools/fuzz.c $(filter-out cli/main.c,$(CLI_OBJ:$(BUILD)/obj/%.o=%.c)) $(LIB)
	$(call say,CC)
	$(Q)$(CC) -std=gnu11 -O1 -g -Wall -Wextra -Werror -fsanitize=address,undefined -fno-sanitize-recover=all \
	    -I. -Iinclude -I$(BUILD)/gen -o $@ $^ $(LIBS)
deep-fuzz: $(BUILD)/fuzz
	$(call TIMED,fuzzing for $(FUZZ_SECONDS) s,$(BUILD)/fuzz $(FUZZ_SECONDS) 2>/dev/null)

# The other compiler, warnings being errors, and its digest.
deep-clang: $(REROLL)
	$(call TIMED,clang,$(MAKE) CC=clang WERROR=1 BUILD=$(BUILD)/clang $(BUILD)/clang/reroll && \
	    QEMU= REROLL=$(REROLL) OTHER=$(BUILD)/clang/reroll tests/digest.sh)

# Hours: every float through engine/math, a thousand times the draws through the law tests.
#: make test-long                           every float through engine/math, a thousand times the draws: hours
test-long: test-build
	REROLL_LONG=1 CMOCKA_MESSAGE_OUTPUT=TAP prove --timer --exec tests/run $(filter $(BUILD)/tests/law/% $(BUILD)/tests/statistics/%,$(TEST_BIN))
	for w in 32 64; do $(BUILD)/tests/math/ulp-$(lastword $(filter scalar avx2 neon,$(ISAS)))-$$w --exhaustive || exit 1; done
	REROLL_LONG=1 $(PYTHON) tests/math/quantile.py --check
	REROLL_DEEP=1 BUILD=$(BUILD) prove --timer --merge --exec tests/run tests/devices/header.test.sh tests/devices/enqueue.test.sh
	REROLL_DEEP=1 BUILD=$(BUILD) prove --timer --merge --exec tests/run tests/devices/cuda/cuda.test.sh
	BUILD=$(BUILD) tests/devices/opencl/opencl.test.sh --all
