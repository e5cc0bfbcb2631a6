# SPDX-License-Identifier: MIT OR Apache-2.0
# make study NAME=warp-iterations [QUICK=1] [DEVICE=opencl:0] [TABLES=a,b]: builds studies/NAME/*.c and studies/common.c on
# the public API, runs the program, draws. It is called as `NAME FOLDER [--quick] [--device DEVICE] [--tables a,b]` and
# writes CSV files into FOLDER, $(BUILD)/studies/NAME. recorded.csv, which takes too long to measure each time, is copied
# there. A study's peers.sh is called as `peers.sh FOLDER [--quick]` and adds the results of other programs. Then NAME.gp
# runs there and writes SVG files; section.html goes into the report. TABLES writes only these tables, without pictures.
# Without NAME the studies are listed. studies/README.md explains how to add one.

STUDIES := $(notdir $(patsubst %/,%,$(wildcard studies/*/)))
STUDY    = $(BUILD)/studies/$(NAME)

.PHONY: study study-list study-run
#: make study                               lists the experiments of the five papers
#: make study NAME=...  QUICK=1  DEVICE=... runs one (in seconds with QUICK=1; also on a device): tables and pictures
study: $(if $(NAME),study-run,study-list)

study-list:
	@for s in $(STUDIES); do printf '%-20s %s\n' $$s "$$(sed -n 's/^# //p' studies/$$s/README.md | head -n 1)"; done
	@echo 'make study NAME=... [QUICK=1] runs one.'

ifdef NAME
ifeq ($(filter $(NAME),$(STUDIES)),)
study-run:
	@echo 'make study: there is no study $(NAME); there are: $(STUDIES)' >&2; exit 2
else
study-run: $(STUDY)/$(NAME)
	$< $(STUDY) $(if $(QUICK),--quick) $(if $(DEVICE),--device '$(DEVICE)') $(if $(TABLES),--tables '$(TABLES)')
ifndef TABLES
	@if [ -f studies/$(NAME)/recorded.csv ]; then cp studies/$(NAME)/recorded.csv $(STUDY); fi
	@if [ -f studies/$(NAME)/peers.sh ]; then sh studies/$(NAME)/peers.sh $(STUDY) $(if $(QUICK),--quick); fi
	@if ! command -v gnuplot >/dev/null; then \
	    echo 'No pictures: they are drawn by gnuplot (Debian: apt install gnuplot-nox).'; \
	else cd $(STUDY) && gnuplot '$(CURDIR)/studies/$(NAME)/$(NAME).gp' && ls *.svg && $(STUDY_SECTION); fi
endif

# The HTML section for `reroll report`; a study without the template section.html has none.
STUDY_SECTION = if [ -f '$(CURDIR)/studies/$(NAME)/section.html' ]; then \
    awk -v provenance="reroll $(VERSION)$(STUDY_COMMIT), $(STUDY_CPU)$(STUDY_HOW)" \
    -f '$(CURDIR)/mk/study_section.awk' '$(CURDIR)/studies/$(NAME)/section.html' >section.html.part && \
    mv section.html.part section.html && echo section.html; fi
STUDY_COMMIT = $(addprefix $(comma) commit ,$(COMMIT))
STUDY_HOW = $(addprefix $(comma) ,$(DEVICE)), $$(date -u +%F)$(if $(QUICK),$(comma) quick)
STUDY_CPU = $(or $(shell sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1),unknown processor)

# memory.c and the kernels of a study call the backends of devices; the rest of a study uses only the public headers.
STUDY_SOURCES = $(wildcard studies/*.c studies/$(NAME)/*.c) tests/devices/memory.c
$(STUDY)/$(NAME): $(STUDY_SOURCES) $(wildcard studies/*.h studies/$(NAME)/*.h tests/devices/*.h) $(LIB)
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) -std=gnu11 $(CFLAGS) $(WARN) $(SAN) $(HOST) -Iinclude -I. -Itests/devices -I$(BUILD)/gen $(STRICT) -o $@ \
	    $(filter %.c %.a,$^) $(LIBS)
endif
endif
