#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Builds and runs stripes.c, which needs no MPI. TAP. BUILD: the build folder.
cd "$(dirname "$0")/../.." || exit 2
work=${BUILD:-build}/mpi
mkdir -p "$work"
echo '#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>' | ${CC:-cc} -E - >/dev/null 2>&1 || { echo "1..0 # SKIP cmocka is missing (Debian: libcmocka-dev)"; exit 0; }
${CC:-cc} -std=gnu11 -O1 -Wall -Wextra -Werror -I. -Iinclude tests/mpi/stripes.c cli/mpi/stripes.c cli/output/ranges.c \
    -lcmocka -lm -o "$work/stripes" || exit 1
exec "$work/stripes"
