# SPDX-License-Identifier: MIT OR Apache-2.0
# make mpi: build/reroll-mpi, which runs reroll sample on the ranks of an MPI job (docs/mpi.md), if mpicc exists.
# MPICC=mpicc.mpich selects another MPI, MPICC= none; a change of it rebuilds. make install includes reroll-mpi.

MPICC    ?= mpicc
HAVE_MPI := $(and $(MPICC),$(shell command -v $(MPICC) >/dev/null && echo 1))
MPI_OBJ  := $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard cli/mpi/*.c))
REROLL_MPI := $(BUILD)/reroll-mpi
# These variables name the compiler for the wrappers of Open MPI and MPICH.
MPI_CC   := OMPI_CC="$(CC)" MPICH_CC="$(CC)" $(MPICC)
$(shell mkdir -p $(BUILD)/gen; echo '$(MPICC)' | cmp -s - $(BUILD)/gen/mpicc || echo '$(MPICC)' >$(BUILD)/gen/mpicc)

.PHONY: mpi
#: make mpi  MPICC=mpicc                    build/reroll-mpi, reroll sample by many machines into one file, and its example
mpi: $(REROLL_MPI) $(BUILD)/examples/pumps_ranks
test-build: $(if $(HAVE_MPI),mpi)

.PHONY: test-mpi
#: make test-mpi  MPICC=mpicc KILLS=50      the tests of reroll-mpi, with 50 kills at random moments (make test has ten)
test-mpi: $(REROLL) mpi
	BUILD=$(BUILD) REROLL=$(REROLL) KILLS=$(or $(KILLS),50) SEED=$(or $(SEED),2) PATH="$(abspath $(VENV))/bin:$$PATH" \
	    prove --timer --merge --exec tests/run $(wildcard tests/mpi/*.bats)

MPI_LAUNCH := $(patsubst ./%,%,$(dir $(MPICC))$(patsubst mpicc%,mpirun%,$(notdir $(MPICC))))
.PHONY: bench-mpi
#: make bench-mpi                           reroll-mpi on 1, 2 and 4 ranks against the command with as many threads
#:   FOLDER=build  NUMBER=1e8  ROUNDS=7     folder of the files, count of numbers, repetitions
bench-mpi: $(REROLL) $(REROLL_MPI)
	python3 bench/mpi.py $(REROLL) $(REROLL_MPI) $(MPI_LAUNCH) \
	    $(if $(findstring Open MPI,$(shell $(MPI_LAUNCH) --version)),--allow-run-as-root --oversubscribe --bind-to none) \
	    -- $(or $(FOLDER),$(BUILD)) $(or $(NUMBER),1e8) $(or $(ROUNDS),7)

$(MPI_OBJ): $(BUILD)/obj/cli/mpi/%.o: cli/mpi/%.c $(BUILD)/gen/mpicc | $(BUILD)/gen/reroll_fill.h
	@mkdir -p $(@D)
	$(call say,MPICC)
	$(Q)$(MPI_CC) $(BASE) -c $< -o $@
$(REROLL_MPI): $(MPI_OBJ) $(filter-out %/cli/main.o,$(CLI_OBJ)) $(LIB) $(BUILD)/gen/mpicc
	$(call say,LD)
	$(Q)$(MPI_CC) $(LDFLAGS) $(SAN) -o $@ $(filter %.o %.a,$^) $(LIBS)
$(BUILD)/examples/pumps_ranks: examples/mpi/pumps_ranks.c examples/pumps/chains.c examples/pumps/model.c \
        include/reroll_mpi.h examples/pumps/chains.h $(LIB) $(BUILD)/gen/mpicc
	@mkdir -p $(@D)
	$(call say,MPICC)
	$(Q)$(MPI_CC) -std=gnu11 $(CFLAGS) $(WARN) $(SAN) -Iinclude -I$(BUILD)/gen -I. -Iexamples/pumps $(STRICT) -o $@ \
	    $(filter %.c %.a,$^) $(LIBS)

# Its installed files, with links to the command's completions, which serve both. The list is empty for another machine,
# whose MPI is not available here.
MPI_INSTALLED := $(addprefix $(I)/,bin/reroll-mpi share/man/man1/reroll-mpi.1 $(COMPLETIONS)/reroll-mpi \
    $(FISH)/reroll-mpi.fish)
manuals: $(BUILD)/man/reroll-mpi.1
.PHONY: install-mpi uninstall-mpi
install: $(if $(CROSS),,$(HAVE_MPI:1=install-mpi))
uninstall: uninstall-mpi
install-mpi: $(REROLL_MPI) $(BUILD)/man/reroll-mpi.1
	install -d $(dir $(MPI_INSTALLED))
	install -m 755 $(REROLL_MPI) $(I)/bin
	$(STRIP) $(I)/bin/reroll-mpi
	install -m 644 $(BUILD)/man/reroll-mpi.1 $(I)/share/man/man1
	ln -sf reroll $(I)/$(COMPLETIONS)/reroll-mpi
	ln -sf reroll.fish $(I)/$(FISH)/reroll-mpi.fish
uninstall-mpi:
	rm -f $(MPI_INSTALLED)
