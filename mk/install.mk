# SPDX-License-Identifier: MIT OR Apache-2.0
# make install PREFIX=/usr/local DESTDIR= CUDA=: library, headers, command, man pages, completions, pkg-config and CMake
# files.

I := $(DESTDIR)$(PREFIX)
HEADERS := $(patsubst %,include/reroll%.h,_core _shape _sampler _prepared _cursor _density _gpu _points _order _model _plan _law _user \
    _sha256) \
    include/reroll_mpi.h include/reroll.h include/reroll.hpp $(BUILD)/gen/reroll_fill.h

# Pages for man are made from the tables that --help prints.
COMMANDS := $(shell sed -n 's/^COMMAND(\([a-z]*\))/\1/p' cli/list.h)
MANUALS := $(BUILD)/man/reroll.1 $(COMMANDS:%=$(BUILD)/man/reroll-%.1)

# All that is installed, under PREFIX, and the folders of these that are Reroll's alone. Kernels of make cuda-bundle come
# and go with mk/cuda.mk, reroll-mpi with mk/mpi.mk.
COMPLETIONS := share/bash-completion/completions
ZSH := share/zsh/site-functions
FISH := share/fish/vendor_completions.d
INSTALLED := bin/reroll $(addprefix include/,$(notdir $(HEADERS)) reroll_device.h) \
    $(addprefix lib/,$(notdir $(LIB) $(SO)) libreroll.so pkgconfig/reroll.pc) \
    $(addprefix lib/cmake/reroll/,reroll-config.cmake reroll-config-version.cmake) \
    $(addprefix share/man/man1/,$(notdir $(MANUALS))) $(COMPLETIONS)/reroll $(ZSH)/_reroll $(FISH)/reroll.fish
OWN_FOLDERS := lib/cmake/reroll share/reroll

# What files for pkg-config and CMake leave open.
FILLED = sed 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(VERSION)|; s|@SOVERSION@|$(SOVERSION)|; s|@LIBS@|$(strip $(LIBS))|; \
    s|@BLAS@|$(BLAS_LIBS:%=;%)|'

# For another machine they are made by a build for this one.
MAKER := $(if $(CROSS),$(BUILD)/native/gen/manuals,$(BUILD)/gen/manuals)
$(BUILD)/gen/manuals: docs/man/manuals.c $(filter-out %/cli/main.o,$(CLI_OBJ)) $(LIB)
	$(call say,CC)
	$(Q)$(CC) -std=gnu11 $(CFLAGS) $(WARN) $(SAN) -Iinclude -I. -I$(BUILD)/gen -o $@ $^ $(LIBS)
ifneq ($(CROSS),)
$(MAKER): docs/man/manuals.c $(CLI_OBJ)
	$(MAKE) CROSS= CC=gcc ISAS=scalar BUILD=$(BUILD)/native $@
endif
$(BUILD)/man/%.1: $(MAKER) $(wildcard docs/man/*.man)
	@mkdir -p $(@D)
	$(Q)$< page $(*:reroll-%=%) "$$(git log -1 --format=%cs 2>/dev/null || date -u +%F)" docs/man >$@.part && mv $@.part $@

.PHONY: install uninstall manuals
#: make manuals                             pages for man, in build/
manuals: $(MANUALS)
ifeq ($(CROSS),)
all: manuals
endif
#: make install  PREFIX=/usr/local           library, headers, command, manuals, files for pkg-config and CMake, reroll-mpi
#:                                          where mpicc is; DESTDIR=..., CUDA=1: CUDA kernels compiled by nvcc too
install: all manuals
	install -d $(sort $(dir $(addprefix $(I)/,$(INSTALLED))))
	install -m 755 $(REROLL) $(I)/bin/reroll
	install -m 644 $(HEADERS) $(I)/include
	install -m 644 $(BUILD)/gen/reroll_device_single.h $(I)/include/reroll_device.h
	install -m 644 $(LIB) $(I)/lib
	$(STRIP) --strip-debug $(I)/lib/$(notdir $(LIB))
	install -m 755 $(SO) $(I)/lib
	ln -sf $(notdir $(SO)) $(I)/lib/libreroll.so
	$(STRIP) --strip-unneeded $(I)/lib/$(notdir $(SO))
	$(STRIP) $(I)/bin/reroll
	install -m 644 $(MANUALS) $(I)/share/man/man1
	install -m 644 cli/options/reroll.bash $(I)/$(COMPLETIONS)/reroll
	install -m 644 cli/options/_reroll $(I)/$(ZSH)/_reroll
	install -m 644 cli/options/reroll.fish $(I)/$(FISH)/reroll.fish
	$(FILLED) mk/reroll.pc.in >$(I)/lib/pkgconfig/reroll.pc
	$(FILLED) mk/reroll-config.cmake.in >$(I)/lib/cmake/reroll/reroll-config.cmake
	$(FILLED) mk/reroll-config-version.cmake.in >$(I)/lib/cmake/reroll/reroll-config-version.cmake

#: make uninstall  PREFIX=/usr/local         removes what make install put there
uninstall:
	rm -f $(addprefix $(I)/,$(INSTALLED))
	for folder in $(addprefix $(I)/,$(OWN_FOLDERS)); do [ ! -d "$$folder" ] || rmdir --ignore-fail-on-non-empty "$$folder"; done
