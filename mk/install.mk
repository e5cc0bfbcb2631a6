# SPDX-License-Identifier: MIT OR Apache-2.0
# make install PREFIX=/usr/local DESTDIR=: library, headers, command, man pages, completion, pkg-config and CMake files.

I := $(DESTDIR)$(PREFIX)
HEADERS := $(patsubst %,include/reroll%.h,_core _gpu _points _model _law) include/reroll.h $(BUILD)/gen/reroll_fill.h
MANUALS := $(wildcard docs/man/*.1)

# All that is installed, under PREFIX, and the folders of these that are Reroll's alone. Kernels of make cuda-bundle come
# and go with mk/cuda.mk.
INSTALLED := bin/reroll $(addprefix include/,$(notdir $(HEADERS)) reroll_device.h) \
    $(addprefix lib/,$(notdir $(LIB) $(SO)) libreroll.so pkgconfig/reroll.pc) \
    $(addprefix lib/cmake/reroll/,reroll-config.cmake reroll-config-version.cmake) \
    $(addprefix share/man/man1/,$(notdir $(MANUALS))) share/bash-completion/completions/reroll
OWN_FOLDERS := lib/cmake/reroll share/reroll

# What files for pkg-config and CMake leave open.
FILLED = sed 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(VERSION)|; s|@SOVERSION@|$(SOVERSION)|; s|@LIBS@|$(strip $(LIBS))|; \
    s|@BLAS@|$(BLAS_LIBS:%=;%)|'

.PHONY: install uninstall
#: make install  PREFIX=/usr/local           library, headers, command, manuals, files for pkg-config and CMake; DESTDIR=...
install: all
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
	install -m 644 cli/options/reroll.bash $(I)/share/bash-completion/completions/reroll
	$(FILLED) mk/reroll.pc.in >$(I)/lib/pkgconfig/reroll.pc
	$(FILLED) mk/reroll-config.cmake.in >$(I)/lib/cmake/reroll/reroll-config.cmake
	$(FILLED) mk/reroll-config-version.cmake.in >$(I)/lib/cmake/reroll/reroll-config-version.cmake

#: make uninstall  PREFIX=/usr/local         removes what make install put there
uninstall:
	rm -f $(addprefix $(I)/,$(INSTALLED))
	for folder in $(addprefix $(I)/,$(OWN_FOLDERS)); do [ ! -d "$$folder" ] || rmdir --ignore-fail-on-non-empty "$$folder"; done
