# SPDX-License-Identifier: MIT OR Apache-2.0
# The source archive, Debian packages made from it, and the comparison of the library with the interface of its version.

DIST_NAME := reroll-$(VERSION)
DIST     := $(BUILD)/dist/$(DIST_NAME).tar.xz
# One thread, because the compressed blocks depend on the number of threads.
XZ       ?= xz -9e -T1
# Debian's own files, which belong to its packages.
DIST_OUT := debian
ARCHIVE_MK := git log -1 --abbrev=12 --format='COMMIT := %h%nCOMMIT_DATE := %cs'

.PHONY: dist deb deb-chroot abi abi-record
#: make dist                                a source archive of the commit, which builds without git, in build/dist
# The same commit gives the same bytes: git sorts the files, and gives them root's name and the time of the commit. The
# commit and its date are in a file of the archive (see COMMIT in the Makefile).
dist:
	@git ls-files --error-unmatch Makefile >/dev/null 2>&1 || { \
	    echo 'make dist needs git and a clone of the repository: it archives a commit' >&2; exit 1; }
	@git diff --quiet HEAD || echo 'make dist: the archive is of the commit, without the changes in this folder' >&2
	@mkdir -p $(BUILD)/dist
	$(call say,DIST)
	$(Q)git -c tar.umask=0022 archive --format=tar --prefix=$(DIST_NAME)/ \
	    --add-virtual-file="$(DIST_NAME)/mk/package/archive.mk:$$($(ARCHIVE_MK))" HEAD -- . $(DIST_OUT:%=':!%') \
	    >$(DIST).tar && $(XZ) <$(DIST).tar >$(DIST).part && rm $(DIST).tar && mv $(DIST).part $(DIST)
	@ls -l $(DIST)

# Debian packages of the archive: the source package and, by debhelper, libreroll0.2, libreroll-dev and reroll.
DEB      := $(BUILD)/deb
DEB_TREE := $(DEB)/$(DIST_NAME)
# The packages are built by a separate make, with separate options.
CLEAN_ENV := env $(foreach v,MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES BUILD,-u $(v))
.PHONY: deb-source
deb-source: dist
	@rm -rf $(DEB) && mkdir -p $(DEB) && cp $(DIST) $(DEB)/reroll_$(VERSION).orig.tar.xz
	$(Q)tar -x -C $(DEB) -f $(DIST) && git archive HEAD $(DIST_OUT) | tar -x -C $(DEB_TREE)
	$(Q)cd $(DEB) && dpkg-source -b $(DIST_NAME)
#: make deb                                 Debian packages in build/deb, and lintian's report (needs debhelper and lintian)
deb: deb-source
	$(Q)cd $(DEB_TREE) && $(CLEAN_ENV) dpkg-buildpackage -us -uc
	cd $(DEB) && lintian --allow-root --fail-on error,warning *.changes
#: make deb-chroot  MIRROR=URL              the same in a new Debian in build/deb, as root, with debootstrap; then the
#:                                          packages are installed there, and a program is compiled
deb-chroot: deb-source
	$(CLEAN_ENV) mk/package/chroot.sh $(DEB) $(MIRROR)

# There are two records of the interface of a minor version. One is a text, made by its first patch version; its comparison
# accepts all changes that do not break programs. The other is the record of libabigail's abidw, without the typed calls.
# abidiff accepts new functions only. Neither record has places in files: abidiff would take a type without a place for a
# private one.
ABI      := tests/install/abi
ABI_OF   := $(ABI)/reroll-$(SOVERSION)
ABI_HEADERS := $(BUILD)/gen/abi-headers
$(BUILD)/gen/reroll.abi: $(SO) $(BUILD)/gen/reroll_fill.h $(ABI)/typed.ini
	@rm -rf $(ABI_HEADERS) && mkdir -p $(ABI_HEADERS) && cp $(HEADERS) $(ABI_HEADERS)
	$(Q)abidw --suppressions $(ABI)/typed.ini --headers-dir $(ABI_HEADERS) --drop-private-types --exported-interfaces-only \
	    --no-show-locs --no-corpus-path --no-comp-dir-path --no-elf-needed --no-parameter-names $(SO) >$@.part && mv $@.part $@
#: make abi                                 compares the library with the recorded interface of its version, by abidiff
abi: $(BUILD)/gen/reroll.abi
	$(Q)$(PYTHON) $(ABI)/interface.py check $(ABI_OF).txt $(SO) include $(BUILD)/gen
	$(Q)abidiff --no-added-syms $(ABI_OF).abi $<
# For a new minor version: both. For a patch version whose structs have grown at their ends: abidw's.
abi-record: $(BUILD)/gen/reroll.abi
	$(Q)[ -e $(ABI_OF).txt ] || $(PYTHON) $(ABI)/interface.py make include $(BUILD)/gen >$(ABI_OF).txt
	$(Q)cp $< $(ABI_OF).abi
