#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Builds and runs opencl.c: every sampler x strategy x dtype, and every transform x dtype, as OpenCL C on every OpenCL device
# found. TAP. BUILD: where the library is. An argument: one sampler or transform only.
cd "$(dirname "$0")/../.." || exit 2
build=${BUILD:-build}
work=$build/devices/opencl
mkdir -p "$work"

skip() {
    echo "1..0 # SKIP $1"
    exit 0
}
[ -f "$build/libreroll.a" ] || skip "$build/libreroll.a is not built"
echo '#include <CL/cl.h>' | ${CC:-cc} -DCL_TARGET_OPENCL_VERSION=300 -E -x c - >/dev/null 2>&1 || skip "CL/cl.h is missing (Debian: ocl-icd-opencl-dev)"
${CC:-cc} -std=gnu11 -O1 -Wall -Wextra -Werror -DRR_TARGET_SCALAR -DRR_DTYPE=32 -Iinclude -I"$build/gen" -Isrc \
    tests/devices/opencl.c "$build/libreroll.a" -lOpenCL -lpthread -lm -o "$work/opencl" || exit 1

# A cache would hide a build, and goes to the home directory.
mkdir -p "$work/cache"
export POCL_KERNEL_CACHE=0 POCL_CACHE_DIR="$(cd "$work/cache" && pwd)"
exec "$work/opencl" "$PWD" "$@"
