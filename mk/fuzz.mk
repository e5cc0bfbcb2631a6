# SPDX-License-Identifier: MIT OR Apache-2.0
# Fuzzing with libFuzzer (tests/fuzz), and the replay of its corpora for the default test run.

FUZZ_TARGETS := npy csv json job options expression law
TARGET   ?= $(FUZZ_TARGETS)
RUNS     ?= 1000000
FUZZ_SECONDS ?= 10
FUZZ_CC  ?= clang
# The readers: the command, user-defined distributions, shapes. They are compiled with coverage and sanitizers; the rest is
# the library's. Calls that write files or start threads are replaced (tests/fuzz/harness.c).
FUZZ_SRC := $(filter-out tests/fuzz/replay.c,$(wildcard tests/fuzz/*.c)) \
    $(filter-out cli/main.c,$(CLI_OBJ:$(BUILD)/obj/%.o=%.c)) $(wildcard host/user/*.c host/shape/*.c)
FUZZ_OBJ := $(FUZZ_SRC:%.c=$(BUILD)/fuzz/obj/%.o)
FUZZ_WRAP := $(patsubst %,-Wl$(comma)--wrap=%,open rr_device_open rr_law_from_density rr_law_from_cdf rr_law_from_table \
    rr_law_from_histogram)

.PHONY: fuzz fuzz-merge deep-fuzz
# Comparing names for "did you mean" would take half of the time.
$(BUILD)/fuzz/obj/cli/base/suggest.o: private FUZZ_LESS := -fno-sanitize-coverage=trace-cmp
$(BUILD)/fuzz/obj/%.o: %.c | $(BUILD)/gen/reroll_fill.h
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(FUZZ_CC) -std=gnu11 -O1 -g $(WARN) -Werror $(STRICT) -fsanitize=fuzzer-no-link,address,undefined $(FUZZ_LESS) \
	    -fno-sanitize-recover=all -I. -Iinclude -I$(BUILD)/gen -MMD -MP -c $< -o $@
$(FUZZ_TARGETS:%=$(BUILD)/fuzz/%): $(BUILD)/fuzz/%: $(FUZZ_OBJ) $(LIB)
	$(call say,LD)
	$(Q)$(FUZZ_CC) -fsanitize=fuzzer,address,undefined -Wl,--defsym=LLVMFuzzerTestOneInput=fuzz_$* $(FUZZ_WRAP) -o $@ $^ $(LIBS)

#: make fuzz                                fuzzes all readers until RUNS=1000000 executions add no edge (tests/fuzz)
#:   TARGET=job  RUNS=10000                 only one reader; another number of executions
fuzz: $(TARGET:%=$(BUILD)/fuzz/%)
	@for t in $(TARGET); do tests/fuzz/run.sh $(BUILD) $$t $(RUNS) || exit 1; done

# Reduces the corpora in the build folder, with those of the repository, and replaces the latter.
#: make fuzz-merge                          keeps the inputs that make fuzz has found: tests/fuzz/corpus
fuzz-merge: $(TARGET:%=$(BUILD)/fuzz/%)
	@for t in $(TARGET); do tests/fuzz/merge.sh $(BUILD) $$t || exit 1; done

#: make deep-fuzz                           ten seconds per reader, for make test-deep
deep-fuzz: $(FUZZ_TARGETS:%=$(BUILD)/fuzz/%)
	$(call TIMED,fuzzing,for t in $(FUZZ_TARGETS); do \
	    FUZZ_SECONDS=$(FUZZ_SECONDS) tests/fuzz/run.sh $(BUILD) $$t $(RUNS) || exit 1; done)

# The targets without libFuzzer, for tests/fuzz/corpus.test.sh.
$(T)/fuzz/replay: $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard tests/fuzz/*.c)) \
        $(filter-out $(BUILD)/obj/cli/main.o,$(CLI_OBJ)) $(LIB)
	@mkdir -p $(@D)
	$(call say,LD)
	$(Q)$(CC) $(SAN) $(FUZZ_WRAP) -o $@ $^ $(LIBS)
test-build: $(T)/fuzz/replay

-include $(FUZZ_OBJ:.o=.d)
