#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Builds and runs enqueue.c on PoCL, with REROLL_DEEP on every OpenCL device that is usable here, and on the CUDA driver of
# the tests. TAP.
# BUILD: where the library is.
cd "$(dirname "$0")/../.." || exit 2
build=${BUILD:-build}
work=$build/devices/enqueue
mkdir -p "$work"
skip() {
    echo "1..0 # SKIP $1"
    exit 0
}
[ -f "$build/libreroll.a" ] || skip "$build/libreroll.a is not built"
echo '#include <CL/cl.h>' | ${CC:-cc} -DCL_TARGET_OPENCL_VERSION=120 -E -x c - >/dev/null 2>&1 || skip "CL/cl.h is missing (Debian: ocl-icd-opencl-dev)"
${CC:-cc} -std=gnu11 -O1 -Wall -Wextra -Werror -Iinclude -I"$build/gen" tests/devices/enqueue.c "$build/libreroll.a" \
    -lOpenCL -lpthread -lm -ldl -o "$work/enqueue" || exit 1
. tests/devices/calls.sh
set -- $devices $cuda
[ $# -gt 0 ] || skip "no OpenCL device (Debian: pocl-opencl-icd), and the CUDA driver of the tests is not built"
exec "$work/enqueue" "$@"
