# SPDX-License-Identifier: MIT OR Apache-2.0
# TestU01's batteries on words, streams and variates (tests/batteries/batteries.c says what they test and when they fail). A
# result that is there is kept: what was stopped goes on.

TESTU01 ?=
BATTERY ?= small
SOURCES ?= $(shell sed -n 's/^    {"\([a-z0-9_]*\)", "[a-z]*", RR_.*/\1/p' tests/batteries/batteries.c)
RESULTS := $(BUILD)/batteries/$(BATTERY)

$(BUILD)/batteries/batteries: tests/batteries/batteries.c $(LIB)
	@mkdir -p $(@D)
	tests/batteries/testu01.sh $(TESTU01)
	$(call say,CC)
	$(Q)$(CC) -std=gnu11 $(CFLAGS) $(WARN) -Iinclude -I$(BUILD)/gen -isystem $(TESTU01)/include -o $@ $^ \
	    -L$(TESTU01)/lib -ltestu01 -lprobdist -lmylib $(LIBS)
$(RESULTS)/%.txt: | $(BUILD)/batteries/batteries
	@mkdir -p $(@D)
	$(Q)if nice $(BUILD)/batteries/batteries $* $(BATTERY) >$@.part; then mv $@.part $@; else tail -n 3 $@.part; exit 1; fi

.PHONY: batteries
#: make batteries TESTU01=FOLDER            TestU01's SmallCrush, built in FOLDER, on words, streams and variates: 2 minutes
#:   BATTERY=crush  SOURCES="words streams" Crush, 8 processor hours in all; only these sources
batteries: $(SOURCES:%=$(RESULTS)/%.txt)
	@grep -h '^RESULT' $^
