#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Builds and runs fuse.c on PoCL with small tiles, with REROLL_DEEP with its own tiles too on every one that is usable
# here, and on the CUDA driver of the tests, with its own tiles. TAP. BUILD: where the library is.
cd "$(dirname "$0")/../.." || exit 2
build=${BUILD:-build}
work=$build/sinks/fuse
mkdir -p "$work"
[ -f "$build/libreroll.a" ] || { echo "1..0 # SKIP $build/libreroll.a is not built"; exit 0; }
${CC:-cc} -std=gnu11 -O1 -Wall -Wextra -Werror -DRR_TARGET_SCALAR -DRR_DTYPE=32 -I. -Iinclude -I"$build/gen" -Itests/devices \
    tests/sinks/fuse.c tests/devices/memory.c "$build/libreroll.a" -lpthread -lm -ldl -o "$work/fuse" || exit 1
. tests/devices/calls.sh
one=$(echo "$devices" | tail -1)   # with small tiles
set -- ${REROLL_DEEP:+$devices} ${one:+$one,tile=128} $cuda
[ $# -gt 0 ] || { echo "1..0 # SKIP no OpenCL device, and the CUDA driver of the tests is not built"; exit 0; }
exec "$work/fuse" "$@"
