# SPDX-License-Identifier: MIT OR Apache-2.0
# make bench-peers: Reroll against other libraries, in one run, with interleaved rounds (bench/peers). The result has a line
# for each library that is not installed. make test needs none of these libraries.

PEERS    := $(BUILD)/peers
PEER_VENV := $(BUILD)/peers-venv
PEER_PACKAGES := libgsl-dev libboost-dev r-base-core g++ python3-venv
PEER_MODULES  := numpy torch jax mkl-devel
PEER_FLAGS := -O3 -march=native
PEER_PYTHON = $(firstword $(wildcard $(PEER_VENV)/bin/python) $(PYTHON))
THREADS  ?= 1

PEER_NAME := $(shell sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo 2>/dev/null | head -n 1 | tr 'A-Z' 'a-z' | \
    tr -cs 'a-z0-9' '-' | sed 's/^-*//; s/-*$$//')
PEER_NAME := $(or $(PEER_NAME),$(MACHINE))-$(shell date -u +%Y-%m-%d)$(if $(filter-out 1,$(THREADS)),-$(THREADS)-threads)
PEER_OUT  := $(if $(RECORD),bench/results/$(PEER_NAME),$(PEERS)/result)

.PHONY: bench-peers bench-peers-deps
#: make bench-peers                         Reroll against oneMKL, NumPy, PyTorch, JAX, GSL, Boost, R, ..., 15 to 25 minutes
#:   QUICK=1  THREADS=2  RECORD=1           3 or 4 minutes; threads; into bench/results and README.md instead of build/peers
bench-peers: $(addprefix $(PEERS)/,reroll mkl gsl std boost)
	$(if $(RECORD),$(if $(QUICK),$(error what is recorded is measured in full: RECORD=1 without QUICK=1)))
	$(PYTHON) bench/peers/bench.py $(if $(QUICK),--quick) --threads $(THREADS) --programs $(PEERS) --python $(PEER_PYTHON) \
	    --compiler "$$($(CC) --version | head -n 1)" --flags '$(CFLAGS); peers $(PEER_FLAGS)' -o $(PEER_OUT).json
	$(PYTHON) bench/peers/report.py $(PEER_OUT).json
	$(if $(RECORD),$(PYTHON) bench/peers/report.py --readme README.md $(PEER_OUT).json)
	@echo 'wrote $(PEER_OUT).json, .md and .svg'

#: make bench-peers-deps                    installs the other libraries: Debian packages (as root), build/peers-venv (8 GB)
bench-peers-deps:
	@if $(MAY_INSTALL); then tests/deps.sh $(PEER_PACKAGES); else tests/deps.sh --list $(PEER_PACKAGES); fi
	$(PYTHON) -m venv $(PEER_VENV) && for m in $(PEER_MODULES); do \
	    $(PEER_VENV)/bin/pip install -q $$m || echo "bench-peers-deps: $$m cannot be installed"; done
	BUILD='$(BUILD)' CC='$(CC)' $(PEER_VENV)/bin/pip install -q --force-reinstall --no-deps .

# A library that does not compile counts as missing: the result gives its first error, and the next run tries again.
PEER_LIBS_reroll = -Iinclude -I$(BUILD)/gen -L$(BUILD) -lreroll -Wl,-rpath,$(abspath $(BUILD))
PEER_LIBS_mkl    = -I$(PEER_VENV)/include $$(ls $(PEER_VENV)/lib/libmkl_rt.so* 2>/dev/null | head -n 1) \
    -Wl,-rpath,$(abspath $(PEER_VENV))/lib
PEER_LIBS_gsl    = -lgsl -lgslcblas
$(PEERS)/%: bench/peers/peer_%.c bench/peers/child.h
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)rm -f $@; $(CC) -std=gnu11 $(PEER_FLAGS) -Wall -Wextra $< -o $@ $(PEER_LIBS_$*) -lm 2>$@.log || true
$(PEERS)/%: bench/peers/peer_%.cc bench/peers/laws.hh bench/peers/child.h
	@mkdir -p $(@D)
	$(call say,CXX)
	$(Q)rm -f $@; $(CXX) -std=c++17 $(PEER_FLAGS) -Wall -Wextra $< -o $@ -lm 2>$@.log || true
$(PEERS)/reroll: $(SO)
