# SPDX-License-Identifier: MIT OR Apache-2.0
# TestU01's batteries and PractRand on words, streams and variates (tests/batteries/sources.h). Existing results are kept, so
# an interrupted run resumes.

TESTU01 ?=
BATTERY ?= small
SOURCES ?= $(shell sed -n 's/^    {"\([a-z0-9_]*\)", "[a-z]*", RR_.*/\1/p' tests/batteries/sources.c)
RESULTS := $(BUILD)/batteries/$(BATTERY)

$(BUILD)/batteries/batteries: $(addprefix tests/batteries/,batteries.c sources.c) $(LIB)
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

# PractRand reads the words from a pipe. Its last report ends with "no anomalies" or lists them; a FAIL stops it.
PRACTRAND ?=
LENGTH    ?= 32GB
PRACTRAND_RESULTS := $(BUILD)/practrand/$(LENGTH)
$(BUILD)/practrand/pipe: $(addprefix tests/batteries/,pipe.c sources.c) $(LIB)
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) -std=gnu11 $(CFLAGS) $(WARN) -Iinclude -I$(BUILD)/gen -o $@ $^ $(LIBS)
$(PRACTRAND_RESULTS)/%.txt: $(BUILD)/practrand/pipe
	@mkdir -p $(@D)
	tests/batteries/practrand.sh $(PRACTRAND)
	$(Q)$< $* | nice $(PRACTRAND)/RNG_test stdin32 -tlmax $(LENGTH) -tlmin $(LENGTH) -multithreaded >$@.part && \
	    if grep -q FAIL $@.part; then tail $@.part; exit 1; fi && mv $@.part $@

.PHONY: practrand
#: make practrand PRACTRAND=FOLDER          PractRand, built in FOLDER, on 32 GB of each source: days
#:   LENGTH=256GB  SOURCES="words"          this length, these sources only
practrand: $(SOURCES:%=$(PRACTRAND_RESULTS)/%.txt)
	@tail -n 4 $^
