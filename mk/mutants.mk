# SPDX-License-Identifier: MIT OR Apache-2.0
# make test-mutants [ONLY=pattern] [JOBS=n] [SHARD=k/n]: single changes of the sources, one by one in copies of the tree;
# tests must detect 95 % of them. Results stay in build/mutants. docs/testing.md describes how the list is made.
MUTANTS := $(if $(JOBS),--jobs $(JOBS)) $(if $(ONLY),--only '$(ONLY)') $(if $(SHARD),--shard $(SHARD))

.PHONY: test-mutants
#: make test-mutants  ONLY=pattern          hundreds of faults, one at a time: is each detected by a test? Ten hours
test-mutants:
	@if $(MAY_INSTALL); then $(MAKE) deps; else tests/deps.sh --list $(TEST_PACKAGES); fi
	@$(PYTHON) tests/mutants/run.py --build $(BUILD) $(MUTANTS)

# The Python package in BUILD/site, for these tests: setuptools would compile all files again for a change of one.
SITE     := $(BUILD)/site/reroll
CORE_OBJ := $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard python/core/*.c python/core/calls/*.c))
SITE_INC  = $(shell $(PYTHON_VENV)/bin/python -c 'import numpy, sysconfig; \
    print("-I" + numpy.get_include(), "-I" + sysconfig.get_path("include"))')
$(CORE_OBJ): BASE += -DPy_LIMITED_API=0x030B0000 -Ipython/core $(SITE_INC)
$(CORE_OBJ): | $(BUILD)/gen/reroll_fill.h
$(SITE)/_core.abi3.so: $(CORE_OBJ) $(BUILD)/libsaved.a $(LIB)
	@mkdir -p $(@D)
	$(call say,LD)
	$(Q)$(CC) -shared -o $@ $^ -Wl,--exclude-libs,libsaved.a $(LIBS)
.PHONY: site
site: $(SITE)/_core.abi3.so $(REROLL) $(BUILD)/tests/devices/libfake_cuda.so
	$(Q)cp python/reroll/*.py python/reroll/py.typed $(SITE) && $(PYTHON_VENV)/bin/python python/stubs.py $(BUILD)/site
