# SPDX-License-Identifier: MIT OR Apache-2.0
# make install PREFIX=/usr/local DESTDIR=: library, headers, command, man pages, completion, pkg-config and CMake files.

I := $(DESTDIR)$(PREFIX)

install: all
	install -d $(I)/bin $(I)/include $(I)/lib/pkgconfig $(I)/lib/cmake/reroll $(I)/share/man/man1 $(I)/share/bash-completion/completions
	install -m 755 $(REROLL) $(I)/bin/reroll
	install -m 644 include/reroll.h include/reroll_gpu.h include/reroll_points.h include/reroll_model.h $(BUILD)/gen/reroll_fill.h $(I)/include
	install -m 644 $(BUILD)/gen/reroll_device_single.h $(I)/include/reroll_device.h
	install -m 644 $(LIB) $(I)/lib
	install -m 755 $(SO) $(I)/lib
	ln -sf $(notdir $(SO)) $(I)/lib/libreroll.so
	$(STRIP) --strip-unneeded $(I)/lib/$(notdir $(SO))
	$(STRIP) $(I)/bin/reroll
	install -m 644 $(wildcard docs/man/*.1) $(I)/share/man/man1
	install -m 644 cli/reroll.bash $(I)/share/bash-completion/completions/reroll
	sed 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(VERSION)|; s|@LIBS@|$(strip $(LIBS))|' mk/reroll.pc.in >$(I)/lib/pkgconfig/reroll.pc
	sed 's|@VERSION@|$(VERSION)|; s|@SOVERSION@|$(SOVERSION)|; s|@BLAS@|$(BLAS_LIBS:%=;%)|' mk/reroll-config.cmake.in >$(I)/lib/cmake/reroll/reroll-config.cmake
	sed 's|@VERSION@|$(VERSION)|g' mk/reroll-config-version.cmake.in >$(I)/lib/cmake/reroll/reroll-config-version.cmake
