# SPDX-License-Identifier: MIT OR Apache-2.0
# make install PREFIX=/usr/local DESTDIR= LIBDIR=lib CUDA=: library, headers, command, man pages, completions, and the files
# for pkg-config and CMake.

override PREFIX := $(patsubst %/,%,$(PREFIX))
I := $(DESTDIR)$(PREFIX)
# The folder of libraries, under PREFIX: lib, lib64, or with PREFIX before it.
LIBDIR ?= lib
override LIBDIR := $(patsubst $(PREFIX)/%,%,$(patsubst %/,%,$(LIBDIR)))
$(if $(and $(filter /%,$(LIBDIR)),$(filter install uninstall,$(MAKECMDGOALS))),\
    $(error LIBDIR=$(LIBDIR) is not below PREFIX=$(PREFIX)))
HEADERS := $(patsubst %,include/reroll%.h,_core _result _shape _sampler _prepared _cursor _density _gpu _points \
    _order _model _plan _law _user _sha256) \
    include/reroll_mpi.h include/reroll.h include/reroll.hpp $(BUILD)/gen/reroll_fill.h

# Manual pages are made from the tables that --help prints.
COMMANDS := $(shell sed -n 's/^COMMAND(\([a-z]*\))/\1/p' cli/list.h)
MANUALS := $(BUILD)/man/reroll.1 $(COMMANDS:%=$(BUILD)/man/reroll-%.1)

# All installed files, relative to PREFIX, and the folders that contain only Reroll's files. mk/cuda.mk installs the kernels
# of make cuda-bundle, mk/mpi.mk reroll-mpi.
COMPLETIONS := share/bash-completion/completions
ZSH := share/zsh/site-functions
FISH := share/fish/vendor_completions.d
INSTALLED := bin/reroll $(addprefix include/,$(notdir $(HEADERS)) reroll_device.h) \
    $(addprefix $(LIBDIR)/,$(notdir $(LIB) $(SO)) libreroll.so pkgconfig/reroll.pc) \
    $(addprefix $(LIBDIR)/cmake/reroll/,reroll-config.cmake reroll-config-version.cmake) \
    $(addprefix share/man/man1/,$(notdir $(MANUALS))) $(COMPLETIONS)/reroll $(ZSH)/_reroll $(FISH)/reroll.fish
OWN_FOLDERS := $(LIBDIR)/cmake/reroll share/reroll

# The variables of the pkg-config and CMake files. UP leads from LIBDIR to PREFIX: ".." per folder of LIBDIR.
EMPTY :=
UP := $(subst $(EMPTY) ,/,$(patsubst %,..,$(subst /, ,$(LIBDIR))))
FILLED = sed 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@UP@|$(UP)|; s|@VERSION@|$(VERSION)|; \
    s|@SOVERSION@|$(SOVERSION)|; s|@LIBS@|$(strip $(LIBS))|; s|@BLAS@|$(BLAS_LIBS:%=;%)|'

# strip would remove the index of an archive of LTO objects.
ARCHIVE_STRIP = $(if $(findstring -flto,$(CFLAGS)),true,$(STRIP) --strip-debug)

# For another machine, a native build generates these files.
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
	$(Q)$< page $(*:reroll-%=%) "$(COMMIT_DATE)" docs/man >$@.part && mv $@.part $@

.PHONY: install uninstall manuals
#: make manuals                             manual pages, in build/
manuals: $(MANUALS)
ifeq ($(CROSS),)
all: manuals
endif
#: make install  PREFIX=/usr/local          library, headers, command, manuals, files for pkg-config and CMake, reroll-mpi
#:                                          where mpicc is; DESTDIR=..., LIBDIR=lib64, CUDA=1: CUDA kernels compiled by
#:                                          nvcc too
install: all manuals
	install -d $(sort $(dir $(addprefix $(I)/,$(INSTALLED))))
	install -m 755 $(REROLL) $(I)/bin/reroll
	install -m 644 $(HEADERS) $(I)/include
	install -m 644 $(BUILD)/gen/reroll_device_single.h $(I)/include/reroll_device.h
	install -m 644 $(LIB) $(I)/$(LIBDIR)
	$(ARCHIVE_STRIP) $(I)/$(LIBDIR)/$(notdir $(LIB))
	install -m 755 $(SO) $(I)/$(LIBDIR)
	ln -sf $(notdir $(SO)) $(I)/$(LIBDIR)/libreroll.so
	$(STRIP) --strip-unneeded $(I)/$(LIBDIR)/$(notdir $(SO))
	$(STRIP) $(I)/bin/reroll
	install -m 644 $(MANUALS) $(I)/share/man/man1
	install -m 644 cli/options/reroll.bash $(I)/$(COMPLETIONS)/reroll
	install -m 644 cli/options/_reroll $(I)/$(ZSH)/_reroll
	install -m 644 cli/options/reroll.fish $(I)/$(FISH)/reroll.fish
	$(FILLED) mk/package/reroll.pc.in >$(I)/$(LIBDIR)/pkgconfig/reroll.pc
	$(FILLED) mk/package/reroll-config.cmake.in >$(I)/$(LIBDIR)/cmake/reroll/reroll-config.cmake
	$(FILLED) mk/package/reroll-config-version.cmake.in >$(I)/$(LIBDIR)/cmake/reroll/reroll-config-version.cmake
	chmod 644 $(I)/$(LIBDIR)/pkgconfig/reroll.pc $(I)/$(LIBDIR)/cmake/reroll/reroll-config*.cmake

#: make uninstall  PREFIX=/usr/local        removes the files that make install put there
uninstall:
	rm -f $(addprefix $(I)/,$(INSTALLED))
	for folder in $(addprefix $(I)/,$(OWN_FOLDERS)); do [ ! -d "$$folder" ] || rmdir --ignore-fail-on-non-empty "$$folder"; done
