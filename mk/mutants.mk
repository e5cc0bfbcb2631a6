# SPDX-License-Identifier: MIT OR Apache-2.0
# make test-mutants [ONLY=pattern] [JOBS=n] [SHARD=k/n]: single changes of the sources, one by one in copies of the tree;
# tests must notice 95 % of them. What has been found stays in build/mutants. docs/testing.md says how the list is made.
MUTANTS := $(if $(JOBS),--jobs $(JOBS)) $(if $(ONLY),--only '$(ONLY)') $(if $(SHARD),--shard $(SHARD))

.PHONY: test-mutants
#: make test-mutants  ONLY=pattern          hundreds of faults, one at a time: does a test notice? An hour
test-mutants:
	@if $(MAY_INSTALL); then $(MAKE) deps; else tests/deps.sh --list $(TEST_PACKAGES); fi
	@$(PYTHON) tests/mutants/run.py --build $(BUILD) $(MUTANTS)
