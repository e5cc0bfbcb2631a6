# SPDX-License-Identifier: MIT OR Apache-2.0
# make counts [STEPS=FILE]: instructions per sample of the main kernels on CPUs; a test compares with the table. STEPS: the
# counts of an AVX-512 machine (bench/counts/counts.py).

COUNTS := $(BUILD)/counts/counts

$(COUNTS): bench/counts/counts.c $(LIB)
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(BASE) -o $@ $< $(LIB) $(LIBS)
test-build: $(COUNTS)

.PHONY: counts
#: make counts                              instructions per sample of the main kernels, into bench/counts/counts.txt
counts: $(COUNTS) $(REROLL)
	python3 bench/counts/counts.py $(COUNTS) $(if $(STEPS),--steps $(STEPS)) >$(BUILD)/counts/counts.txt
	cp $(BUILD)/counts/counts.txt bench/counts/counts.txt
	@cat bench/counts/counts.txt
