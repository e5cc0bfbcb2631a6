# SPDX-License-Identifier: MIT OR Apache-2.0
# make counts: instructions a sample of the main kernels on CPUs; a test compares with the table.

COUNTS := $(BUILD)/counts/counts

$(COUNTS): bench/counts/counts.c $(LIB)
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(BASE) -o $@ $< $(LIB) $(LIBS)
test-build: $(COUNTS)

.PHONY: counts
#: make counts                              instructions a sample of the main kernels, into bench/counts/counts.txt
counts: $(COUNTS) $(REROLL)
	python3 bench/counts/counts.py $(COUNTS) >$(BUILD)/counts/counts.txt
	cp $(BUILD)/counts/counts.txt bench/counts/counts.txt
	@cat bench/counts/counts.txt
