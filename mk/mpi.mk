# SPDX-License-Identifier: MIT OR Apache-2.0
# make mpi: build/reroll-mpi, reroll sample by the ranks of an MPI job (docs/mpi.md), where mpicc is. MPICC=mpicc.mpich takes another
# MPI; what was made with the one before is made again.

MPICC    ?= mpicc
HAVE_MPI := $(shell command -v $(MPICC) >/dev/null && echo 1)
MPI_OBJ  := $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard cli/mpi/*.c))
REROLL_MPI := $(BUILD)/reroll-mpi
# Open MPI's and MPICH's wrappers call the compiler that these name.
MPI_CC   := OMPI_CC="$(CC)" MPICH_CC="$(CC)" $(MPICC)
$(shell mkdir -p $(BUILD)/gen; echo '$(MPICC)' | cmp -s - $(BUILD)/gen/mpicc || echo '$(MPICC)' >$(BUILD)/gen/mpicc)

.PHONY: mpi
#: make mpi  MPICC=mpicc                    build/reroll-mpi, reroll sample by many machines into one file, and its example
mpi: $(REROLL_MPI) $(BUILD)/examples/pumps_ranks
test-build: $(if $(HAVE_MPI),mpi)

.PHONY: test-mpi
#: make test-mpi  MPICC=mpicc KILLS=50       the tests of reroll-mpi, with 50 kills at random moments (make test has ten)
test-mpi: $(REROLL) mpi
	BUILD=$(BUILD) REROLL=$(REROLL) KILLS=$(or $(KILLS),50) SEED=$(or $(SEED),2) PATH="$(abspath $(VENV))/bin:$$PATH" \
	    prove --timer --merge --exec tests/run $(wildcard tests/mpi/*.bats)

$(MPI_OBJ): $(BUILD)/obj/cli/mpi/%.o: cli/mpi/%.c $(BUILD)/gen/mpicc | $(BUILD)/gen/reroll_fill.h
	@mkdir -p $(@D)
	$(call say,MPICC)
	$(Q)$(MPI_CC) $(BASE) -c $< -o $@
$(REROLL_MPI): $(MPI_OBJ) $(filter-out %/cli/main.o,$(CLI_OBJ)) $(LIB) $(BUILD)/gen/mpicc
	$(call say,LD)
	$(Q)$(MPI_CC) $(SAN) -o $@ $(filter %.o %.a,$^) $(LIBS)
$(BUILD)/examples/pumps_ranks: examples/mpi/pumps_ranks.c examples/pumps/chains.c examples/pumps/model.c include/reroll_mpi.h \
        examples/pumps/chains.h $(LIB) $(BUILD)/gen/mpicc
	@mkdir -p $(@D)
	$(call say,MPICC)
	$(Q)$(MPI_CC) -std=gnu11 $(CFLAGS) $(WARN) $(SAN) -Iinclude -I$(BUILD)/gen -I. -Iexamples/pumps $(STRICT) -o $@ $(filter %.c %.a,$^) $(LIBS)
