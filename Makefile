# SPDX-License-Identifier: MIT OR Apache-2.0
# This is the only build. `make help` prints the lines here and in mk/ that begin with #:
#
#: make                                     the library, the command and the examples, in build/
#:   CC=clang  CFLAGS=-O3  CROSS=PREFIX-    with another compiler, for another machine
#:   BUILD=FOLDER  V=1  WERROR=1            a folder other than build/: needed for another compiler or other options;
#:                                          shows commands; makes warnings errors
#:   SANITIZE=address,undefined  BLAS=1     with sanitizers; with the sampler multivariate-normal:blas
#:   LDFLAGS=                               options of the linker for the library and the command
#:   PCH=                                   without gcc's precompiled headers (a compiler cache may not support them)

# No built-in rules: make would link a dependency file x.d from x.d.o.
MAKEFLAGS += --no-builtin-rules

# Use all processors, unless -j is given.
ifeq ($(MAKELEVEL)$(filter -j%,$(MAKEFLAGS)),0)
MAKEFLAGS += -j$(shell nproc)
endif

comma    := ,
HASH     := \#
BUILD    ?= build
V        ?= 0
Q        := $(if $(filter 0,$(V)),@)
say       = $(if $(filter 0,$(V)),@echo '  $(1)' $(patsubst $(BUILD)/%,%,$@))
CROSS    ?=
CC       := $(CROSS)$(if $(filter default,$(origin CC)),gcc,$(CC))
AR       := $(if $(filter default undefined,$(origin AR)),$(CROSS)ar,$(AR))
STRIP    := $(if $(filter undefined,$(origin STRIP)),$(CROSS)strip,$(STRIP))
# Kernels take most of the build time. Full debug information would be a third of that time, and line numbers alone a
# seventh, so kernels have none by default. CFLAGS='-O2 -g' adds it.
KERNEL_CFLAGS := $(if $(filter undefined,$(origin CFLAGS)),-O2,$(CFLAGS))
CFLAGS   ?= -O2 -g
CPPFLAGS ?=
LDFLAGS  ?=
PREFIX   ?= /usr/local
DESTDIR  ?=
PYTHON   ?= python3
one_word  = $(if $(word 2,$($(1))),$(error $(1) has a space, which make cannot handle in the names of its files))
$(foreach v,BUILD PREFIX DESTDIR LIBDIR,$(call one_word,$(v)))
MACHINE  := $(firstword $(subst -, ,$(shell $(CC) -dumpmachine 2>/dev/null)))
ifeq ($(MACHINE)$(filter help clean uninstall deps,$(MAKECMDGOALS)),)
$(error $(CC) does not run. A C compiler is needed: gcc 12 or later, or clang 14 or later with CC=clang)
endif

VERSION  := $(shell awk '/define RR_VERSION_(MAJOR|MINOR|PATCH)/ {v = v (v ? "." : "") $$3} END {print v}' \
    include/reroll_core.h)
# A linked program keeps running with all patch versions, and from 1.0 on also with minor versions (README, Versions).
MAJOR    := $(firstword $(subst ., ,$(VERSION)))
SOVERSION := $(if $(filter 0,$(MAJOR)),0.$(word 2,$(subst ., ,$(VERSION))),$(MAJOR))

# The bits depend on the absence of contraction, so these flags come last. -fno-fast-math is the first of them, because with
# gcc 12 it turns errno on again.
STRICT   := -fno-fast-math -ffp-contract=off -fno-math-errno -fno-trapping-math
# clang warns when it does not unroll a loop as asked: this is not an error, and no bit depends on it. gcc ignores the
# option. Descriptors omit their last members, which are then 0. clang warns about this in nested arrays; gcc does not.
WARN     := -Wall -Wextra -Wno-pass-failed -Wno-missing-field-initializers $(if $(WERROR),-Werror)
SAN      := $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-omit-frame-pointer -fno-sanitize-recover=all)
COMMON   := $(WARN) $(SAN) -fPIC -fvisibility=hidden -Iinclude -I. -I$(BUILD)/gen -MMD -MP $(STRICT)
BASE     := -std=gnu11 $(CPPFLAGS) $(CFLAGS) $(COMMON)
KERNEL   := -std=gnu11 $(CPPFLAGS) $(KERNEL_CFLAGS) $(COMMON)
HOST     := -DRR_TARGET_SCALAR -DRR_DTYPE=32
# Host files that include the lane vocabulary, because they call kernels or compute as kernels do. In all other host files
# including it is an error.
LANES    := targets/cpu/% targets/opencl/check.c host/call/philox.c host/points/scramble.c \
    host/tables/icdf.c host/tables/gamma_quantile.c host/tables/beta_quantile.c host/density/functions.c
# Files whose code runs in every call.
FAST     := host/% targets/base/% targets/gpu/% targets/cpu/%.c laws/%
LIBS     := -lpthread -lm -ldl

# BLAS=1 adds multivariate-normal:blas through the CBLAS that pkg-config finds, BLAS='-lopenblas' through this one. It
# changes every object: give it its own BUILD folder.
BLAS     ?=
ifeq ($(BLAS),1)
BLAS_PC  := $(shell for p in openblas cblas blas; do pkg-config --exists $$p && echo $$p && break; done)
$(if $(BLAS_PC),,$(error BLAS=1: pkg-config knows no openblas, cblas or blas))
endif
BLAS_LIBS := $(if $(BLAS_PC),$(shell pkg-config --libs $(BLAS_PC)),$(BLAS))
BASE     += $(if $(BLAS),-DRR_BLAS=1 $(if $(BLAS_PC),$(shell pkg-config --cflags $(BLAS_PC))))
LIBS     += $(BLAS_LIBS)

# Instruction sets of this kind of machine, and their flags. ISAS="scalar avx2" builds fewer.
ISAS_x86_64  := scalar avx2 avx512
ISAS_aarch64 := scalar neon
ALL_ISAS := $(or $(ISAS_$(MACHINE)),scalar)
# The instruction sets of the library in the build folder.
ISAS_BUILT := $(shell cat $(BUILD)/gen/isas 2>/dev/null)
# `make run` alone builds scalar lanes and the best set of this processor, in addition to the sets in the folder. The
# library's own test of the processor decides; if it can't run here, all sets are built.
ifeq ($(origin ISAS)$(CROSS)$(MAKECMDGOALS:run-build=run),undefinedrun)
HERE     := $(shell mkdir -p $(BUILD)/gen && $(CC) -I. host/generate/isas.c -o $(BUILD)/gen/isas_here 2>/dev/null && \
    $(BUILD)/gen/isas_here)
ISAS     := $(filter scalar $(or $(lastword $(HERE)),$(ALL_ISAS)) $(ISAS_BUILT),$(ALL_ISAS))
endif
ISAS     ?= $(ALL_ISAS)
# Schedule vectors before register allocation: otherwise gcc does not interleave consecutive transforms. Not across
# branches, which would hoist the work of a rare branch above it.
SCHEDULE := -fschedule-insns -fsched-pressure -fno-sched-spec
SCHEDULE := $(if $(shell $(CC) -Werror $(SCHEDULE) -x c -E /dev/null >/dev/null 2>&1 && echo 1),$(SCHEDULE))
FLAGS_scalar := -DRR_TARGET_SCALAR
FLAGS_avx2   := -DRR_TARGET_AVX2 -mavx2 -mfma -mbmi -mbmi2 -mpopcnt $(SCHEDULE)
FLAGS_avx512 := -DRR_TARGET_AVX512 -mavx512f -mavx512dq -mavx512bw -mavx512vl -mavx2 -mfma -mbmi -mbmi2 -mpopcnt \
    -mprefer-vector-width=512 $(SCHEDULE)
FLAGS_neon   := -DRR_TARGET_NEON
# Reading a set's intrinsics takes longer than compiling most kernels, so gcc precompiles them. If the precompiled header
# does not fit an object's options, gcc reads the header.
INTRINSICS_avx2   := immintrin.h
INTRINSICS_avx512 := immintrin.h
INTRINSICS_neon   := arm_neon.h
PCH      ?= $(shell $(CC) -v 2>&1 | sed -n 's/^gcc version.*/1/p')
intrinsics = $(if $(PCH),$(INTRINSICS_$(1):%=$(BUILD)/gen/$(1)/intrinsics.h))
kernel    = $(KERNEL) $(FLAGS_$(1)) $(patsubst %,-include %,$(call intrinsics,$(1)))
# Scalar lanes for an instruction set that has fma.
alone     = $(if $(filter scalar,$(1)),$(call kernel,scalar),$(filter-out -DRR_TARGET_%,$(call kernel,$(1))) \
    -DRR_TARGET_SCALAR -DRR_FUSED=1)

# The list of samplers is the only list: module:NAME:draw:widths. Kernels of NAME take $(ABOUT_NAME).
FIELD    := \([a-z0-9_]*\)
LIST     := $(shell sed -n 's/^RR_SAMPLER($(FIELD), *$(FIELD), *$(FIELD), *$(FIELD))$$/\1:\2:\3:\4/p' laws/list.h)
about     = -DRR_MODULE=$(word 1,$(1)) -DRR_SAMPLER=$(word 2,$(1)) -DRR_DRAW=$(word 3,$(1)) \
    -DRR_OWN_DRAW=$(if $(filter $(word 2,$(1)),$(word 3,$(1))),1,0)
$(foreach s,$(LIST),$(eval ABOUT_$(word 2,$(subst :, ,$(s))) := $(call about,$(subst :, ,$(s)))))
SAMPLERS := $(foreach s,$(LIST),$(word 2,$(subst :, ,$(s))):$(lastword $(subst :, ,$(s))))
SAMPLERS := $(if $(BLAS),$(SAMPLERS),$(filter-out %_blas:32_64,$(SAMPLERS)))
WIDTHS_32    := 32
WIDTHS_64    := 64
WIDTHS_32_64 := 32 64
WIDTHS_counts    := 64
WIDTHS_counts_32 := 64 32
WIDTHS_stages    := 64
# Counts with a first pass in f32; composites.
FILTERED := $(patsubst %:counts_32,%,$(filter %:counts_32,$(SAMPLERS)))
STAGED   := $(patsubst %:stages,%,$(filter %:stages,$(SAMPLERS)))

# The list of transforms is also the only one. Each transform has both widths.
TRANSFORMS := $(shell sed -n 's/^RR_TRANSFORM.\([a-z0-9_]*\),.*/\1/p' transforms/list.h)

widths_of = $(WIDTHS_$(lastword $(subst :, ,$(1))))
kernel_objects = $(foreach s,$(SAMPLERS), \
        $(foreach w,$(call widths_of,$(s)),$(BUILD)/obj/$(1)/f$(w)/$(firstword $(subst :, ,$(s))).o)) \
    $(foreach w,32 64,$(TRANSFORMS:%=$(BUILD)/obj/$(1)/f$(w)/transforms/%.o)) \
    $(foreach w,32 64,$(foreach o,strategies words alone,$(BUILD)/obj/$(1)/f$(w)/$(o).o)) \
    $(foreach o,pack choice narrow guess,$(BUILD)/obj/$(1)/f64/$(o).o) $(BUILD)/obj/$(1)/table.o

DESCRIPTORS := $(wildcard laws/*/*.c)
# Compiled once per instruction set, as are the files in targets/cpu/kernels, some of them once per sampler.
PER_ISA  := targets/cpu/table.c
SRC      := $(filter-out host/generate/%,$(wildcard host/*/*.c)) $(wildcard model/*.c) $(DESCRIPTORS) \
    $(filter-out $(PER_ISA),$(wildcard targets/*/*.c))
SRC      := $(if $(BLAS),$(SRC),$(filter-out targets/cpu/blas.c,$(SRC)))
LIB_OBJ  := $(SRC:%.c=$(BUILD)/obj/%.o) $(BUILD)/obj/gen/fill.o $(BUILD)/obj/gen/device_text.o \
    $(foreach i,$(ISAS),$(call kernel_objects,$(i)))
CLI_OBJ  := $(patsubst %.c,$(BUILD)/obj/%.o,$(filter-out cli/mpi/% cli/library/%,$(wildcard cli/*.c cli/*/*.c cli/*/*/*.c)))

LIB      := $(BUILD)/libreroll.a
SO       := $(BUILD)/libreroll.so.$(SOVERSION)
REROLL   := $(BUILD)/reroll

# Kernels that a device has compiled stay in the build folder, for all programs that make runs.
export REROLL_CACHE   ?= $(abspath $(BUILD))/cache
export POCL_CACHE_DIR ?= $(abspath $(BUILD))/cache

.PHONY: all lib clean help FORCE
all: lib $(REROLL) $(BUILD)/examples/pumps
lib: $(LIB) $(SO) $(BUILD)/gen/reroll_device_single.h

# ---- Kernels: one object per sampler (its finish, if derived) or transform, one for all strategies, one for words. ------
# All strategies of the list except auto.
$(BUILD)/gen/reroll_strategies.h: engine/strategies/list.h
	@mkdir -p $(@D)
	$(Q)sed -n 's/^RR_STRATEGY(\([a-z0-9_]*\),.*/#include "engine\/strategies\/\1.h"/p' $< | grep -v '/auto.h' >$@.part && \
	    mv $@.part $@
define kernel_rules
$(foreach o,strategies words,$(BUILD)/obj/$(1)/f$(2)/$(o).o): $(BUILD)/obj/$(1)/f$(2)/%.o: targets/cpu/kernels/%.c | \
    $(BUILD)/gen/reroll_strategies.h
	@mkdir -p $$(@D)
	$$(call say,CC)
	$$(Q)$$(CC) $$(call kernel,$(1)) -DRR_ISA=$(1) -DRR_DTYPE=$(2) -c $$< -o $$@
$(foreach o,alone guess,$(BUILD)/obj/$(1)/f$(2)/$(o).o): $(BUILD)/obj/$(1)/f$(2)/%.o: targets/cpu/kernels/%.c
	@mkdir -p $$(@D)
	$$(call say,CC)
	$$(Q)$$(CC) $$(call alone,$(1)) -DRR_ISA=$(1) -DRR_DTYPE=$(2) -c $$< -o $$@
$(BUILD)/obj/$(1)/f$(2)/%.o: targets/cpu/kernels/sampler.c
	@mkdir -p $$(@D)
	$$(call say,CC)
	$$(Q)$$(CC) $$(call kernel,$(1)) -DRR_ISA=$(1) -DRR_DTYPE=$(2) $$(ABOUT_$$*) -c $$< -o $$@
$(BUILD)/obj/$(1)/f$(2)/transforms/%.o: targets/cpu/kernels/transform.c
	@mkdir -p $$(@D)
	$$(call say,CC)
	$$(Q)$$(CC) $$(call kernel,$(1)) -DRR_ISA=$(1) -DRR_DTYPE=$(2) -DRR_TRANSFORM=$$* -c $$< -o $$@
endef
define isa_rules
$(BUILD)/gen/$(1)/intrinsics.h:
	@mkdir -p $$(@D)
	$$(Q)echo '#include <$$(INTRINSICS_$(1))>' >$$@
$(BUILD)/gen/$(1)/intrinsics.h.gch: $(BUILD)/gen/$(1)/intrinsics.h
	$$(call say,CC)
	$$(Q)$$(CC) $$(filter-out -MMD -MP,$$(KERNEL)) $$(filter-out -D%,$$(FLAGS_$(1))) -x c-header $$< -o $$@
$(call kernel_objects,$(1)): | $(patsubst %,%.gch,$(call intrinsics,$(1)))
$(BUILD)/obj/$(1)/table.o: targets/cpu/table.c
	@mkdir -p $$(@D)
	$$(call say,CC)
	$$(Q)$$(CC) $$(BASE) $$(HOST) -DRR_ISA=$(1) -c $$< -o $$@
$(call kernel_rules,$(1),32)
$(call kernel_rules,$(1),64)
$(FILTERED:%=$(BUILD)/obj/$(1)/f32/%.o): $(BUILD)/obj/$(1)/f32/%.o: targets/cpu/kernels/filter.c
	@mkdir -p $$(@D)
	$$(call say,CC)
	$$(Q)$$(CC) $$(call kernel,$(1)) -DRR_ISA=$(1) -DRR_DTYPE=32 $$(ABOUT_$$*) -c $$< -o $$@
$(STAGED:%=$(BUILD)/obj/$(1)/f64/%.o): $(BUILD)/obj/$(1)/f64/%.o: targets/cpu/kernels/staged.c
	@mkdir -p $$(@D)
	$$(call say,CC)
	$$(Q)$$(CC) $$(call kernel,$(1)) -DRR_ISA=$(1) -DRR_DTYPE=64 $$(ABOUT_$$*) -c $$< -o $$@
# The precompiled header was made with another -O: gcc 12 crashes when it reads one made with -O1.
$(foreach o,pack choice narrow,$(BUILD)/obj/$(1)/f64/$(o).o): $(BUILD)/obj/$(1)/f64/%.o: targets/cpu/kernels/%.c
	@mkdir -p $$(@D)
	$$(call say,CC)
	$$(Q)$$(CC) $$(KERNEL) $$(FLAGS_$(1)) -O3 -DRR_ISA=$(1) -DRR_DTYPE=64 -c $$< -o $$@
endef
$(foreach i,$(ISAS),$(eval $(call isa_rules,$(i))))

# ---- The host side. Typed calls are written by a program that reads the descriptors. ------------------------------------
$(BUILD)/gen/generate: host/generate/generate.c $(DESCRIPTORS) $(wildcard laws/*.h laws/*/law.h laws/*/draw/accept.h) \
        $(addprefix include/reroll_,core.h law.h sampler.h shape.h)
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(if $(CROSS),gcc,$(CC)) -std=gnu11 -O1 -Iinclude -I. host/generate/generate.c $(DESCRIPTORS) -lm -o $@
$(BUILD)/gen/reroll_fill.h: $(BUILD)/gen/generate
	$(Q)$< header >$@.part && mv $@.part $@
$(BUILD)/gen/fill.c: $(BUILD)/gen/generate
	$(Q)$< source >$@.part && mv $@.part $@
# The source text of GPU kernels: lane text without the headers of CPU targets and of the host.
NATIVE   := $(if $(CROSS),gcc,$(CC)) -std=gnu11 -O1 -Iinclude -I.
CPU_TEXT := $(patsubst %,engine/lanes/%.h,avx2 avx512 each even_avx2 even_avx512 even_neon fma_soft host neon scalar \
    processor/fpenv processor/sha256)
DEVICE_TEXT := $(filter-out $(CPU_TEXT) %/list.h %/law.h %/accept.h %_test.h,$(sort $(wildcard \
    engine/*/*.h engine/*/*/*.h laws/*/*.h laws/*/*/*.h transforms/*.h targets/gpu/kernels/*.h)))
# The source text of user-defined distributions on CPUs, and their flags (targets/user/).
USER_TEXT := $(filter-out engine/lanes/processor/%,$(CPU_TEXT)) $(addprefix targets/cpu/,avx2_pack.c \
    $(addprefix kernels/,names.h words.h stages.h sampler.c user.c))
USER_FLAGS := -std=gnu11 -O2 -fPIC -fvisibility=hidden -Werror=uninitialized -Werror=implicit-function-declaration \
    -Werror=incompatible-pointer-types -Werror=int-conversion -Werror=return-type $(STRICT)
$(BUILD)/gen/user_flags.h: Makefile
	@mkdir -p $(@D)
	$(Q){ echo '#define RR_USER_FLAGS "$(USER_FLAGS)"'; echo '#define RR_USER_TUNING "$(SCHEDULE)"'; \
	    $(foreach i,scalar avx2 avx512 neon,\
	    echo '#define RR_USER_FLAGS_$(i) "$(filter-out -DRR_TARGET_% $(SCHEDULE),$(FLAGS_$(i)))"';) } >$@.part && mv $@.part $@
$(BUILD)/obj/targets/user/compile.o: $(BUILD)/gen/user_flags.h
$(BUILD)/gen/embed: host/generate/embed.c targets/gpu/packed.c targets/gpu/packed.h
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(NATIVE) $(WARN) $(filter %.c,$^) -o $@
$(BUILD)/gen/device_text.c: $(BUILD)/gen/embed $(DEVICE_TEXT) $(USER_TEXT)
	$(Q)$< $(DEVICE_TEXT) $(USER_TEXT) >$@.part && mv $@.part $@
# The device header: the samplers for a user's own kernels, in one file.
# Samplers without a text in f32, except for a first pass.
WIDE_ONLY := -e '/ 64)$$/d' -e '/ counts)$$/d' -e '/ stages)$$/d'
$(BUILD)/gen/groups_%/samplers.h: laws/list.h
	@mkdir -p $(@D)
	$(Q)sed -n $(if $(filter 32,$*),$(WIDE_ONLY)) \
	    -e 's/^RR_SAMPLER(\([a-z0-9_]*\), *\([a-z0-9_]*\),.*/#include "laws\/\1\/\2.h"/p' $< >$@
.SECONDARY: $(BUILD)/gen/groups_32/samplers.h $(BUILD)/gen/groups_64/samplers.h
$(BUILD)/gen/groups_%.o: host/generate/groups.c $(BUILD)/gen/groups_%/samplers.h $(DEVICE_TEXT)
	$(Q)$(NATIVE) -I$(BUILD)/gen/groups_$* -DRR_TARGET_SCALAR -DRR_DTYPE=$* -c $< -o $@
$(BUILD)/gen/device_header: host/generate/device_header.c $(patsubst %,targets/gpu/%.c,text packed device_files) \
        $(BUILD)/gen/device_text.c $(DESCRIPTORS) \
        $(BUILD)/gen/groups_32.o $(BUILD)/gen/groups_64.o
	$(call say,CC)
	$(Q)$(NATIVE) $(HOST) $(filter %.c %.o,$^) -lm -o $@
$(BUILD)/gen/reroll_device_text.h: $(BUILD)/gen/device_header
	$(Q)$< >$@.part && mv $@.part $@
$(BUILD)/gen/reroll_device_single.h: include/reroll_device.h $(BUILD)/gen/reroll_device_text.h
	$(Q)awk '/^#include "reroll_device_text.h"/ {while ((getline line < text) > 0) print line; next} {print}' \
	    text=$(BUILD)/gen/reroll_device_text.h $< >$@.part && mv $@.part $@
$(BUILD)/obj/gen/%.o: $(BUILD)/gen/%.c $(BUILD)/gen/reroll_fill.h
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(BASE) $(HOST) -c $< -o $@
$(BUILD)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(BASE) $(if $(filter $(LANES),$<),$(HOST)) $(if $(filter $(FAST),$<),-O3) -c $< -o $@
# Costs of GPUs, in instructions of their kernels.
$(BUILD)/gen/costs_counted.h: host/plan/counted.awk bench/results/cuda-kernels.txt
	@mkdir -p $(@D)
	$(Q)awk -f $^ >$@.part && mv $@.part $@
$(BUILD)/obj/host/plan/costs.o: $(BUILD)/gen/costs_counted.h
$(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard host/api/*.c)): | $(BUILD)/gen/reroll_fill.h
# The library follows ISAS: the record of its sets is written after their kernels, and whenever the sets change.
$(BUILD)/gen/isas: $(if $(filter-out $(ISAS),$(ISAS_BUILT))$(filter-out $(ISAS_BUILT),$(ISAS)),FORCE) | \
        $(foreach i,$(ISAS),$(call kernel_objects,$(i)))
	@mkdir -p $(@D)
	$(Q)echo $(ISAS) >$@
$(BUILD)/obj/targets/cpu/isa.o: $(BUILD)/gen/isas
$(BUILD)/obj/targets/cpu/isa.o: private BASE += $(ISAS:%=-DRR_BUILT_%=1) -DRR_ISAS='"$(strip $(ISAS))"'
# Tables are computed in f64 for every dtype.
$(BUILD)/obj/host/tables/icdf.o $(BUILD)/obj/host/tables/gamma_quantile.o $(BUILD)/obj/host/tables/beta_quantile.o \
    $(BUILD)/obj/host/density/functions.o: HOST := -DRR_TARGET_SCALAR -DRR_DTYPE=64
$(CLI_OBJ): HOST :=
$(CLI_OBJ): | $(BUILD)/gen/reroll_fill.h

# The commit and its date, for output that states its provenance and for the manual pages. A source archive has a file that
# sets both (mk/dist.mk). Otherwise they come from git. If this folder is not a part of the repository around it, the date is
# that of the changelog. The file gen/commit changes only when the commit does.
ifneq ($(wildcard mk/package/archive.mk),)
include mk/package/archive.mk
else ifneq ($(shell git ls-files Makefile 2>/dev/null),)
COMMIT := $(shell git rev-parse --short HEAD 2>/dev/null)
COMMIT_DATE := $(shell git log -1 --format=%cs 2>/dev/null)
else
COMMIT :=
COMMIT_DATE := $(shell sed -n 's/^\#\# .*(\(20[0-9-]*\))$$/\1/p' CHANGELOG.md 2>/dev/null | head -n 1)
endif
$(shell mkdir -p $(BUILD)/gen; echo '$(COMMIT)' | cmp -s - $(BUILD)/gen/commit || echo '$(COMMIT)' >$(BUILD)/gen/commit)
$(BUILD)/obj/cli/base/provenance.o: $(BUILD)/gen/commit
$(BUILD)/obj/cli/base/provenance.o: BASE += $(if $(COMMIT),-DREROLL_COMMIT='"$(COMMIT)"')

$(LIB): $(LIB_OBJ)
	$(call say,AR)
	$(Q)rm -f $@ && $(AR) rcs $@ $^
$(SO): $(LIB_OBJ) host/api/reroll.map
	$(call say,LD)
	$(Q)rm -f $(BUILD)/libreroll.so*
	$(Q)$(CC) -shared $(LDFLAGS) $(SAN) -Wl,-soname,$(@F) -Wl,--version-script=host/api/reroll.map -Wl,-z,defs -o $@ \
	    $(LIB_OBJ) $(LIBS)
	$(Q)ln -sf $(@F) $(BUILD)/libreroll.so
$(REROLL): $(CLI_OBJ) $(LIB)
	$(call say,LD)
	$(Q)$(CC) $(LDFLAGS) $(SAN) -o $@ $^ $(LIBS)
$(BUILD)/examples/pumps: $(wildcard examples/pumps/*.c) $(LIB) $(wildcard examples/pumps/*.h)
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) -std=gnu11 $(CFLAGS) $(WARN) $(SAN) -Iinclude -I$(BUILD)/gen -Iexamples/pumps $(STRICT) -o $@ \
	    $(filter %.c %.a,$^) $(LIBS)

#: make clean                               removes build/ and Python's __pycache__ folders
clean:
	rm -rf $(BUILD)
	@find bench docs examples laws studies tests -name __pycache__ -prune -exec rm -rf {} +

# The order in which `make help` prints them.
FIRST := $(patsubst %,mk/%.mk,run install test deep study)
include $(FIRST) $(filter-out $(FIRST),$(wildcard mk/*.mk))

#: make help                                prints this help
help:
	@sed -n 's/^#: //p' $(filter Makefile mk/%,$(MAKEFILE_LIST))
-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)
