#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Builds and runs engine_opencl.c (on every OpenCL device) and, with sanitizers, faults_opencl.c (on a stub). TAP.
# BUILD: where the library is.
cd "$(dirname "$0")/../../.." || exit 2
build=${BUILD:-build}
work=$build/devices/engine_opencl
library=$build/libreroll.a

skip() {
    echo "1..0 # SKIP $1"
    exit 0
}
[ -f "$library" ] || skip "$library is not built"
printf '#include <stdarg.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <setjmp.h>\n#include <cmocka.h>\n' | ${CC:-cc} -E -x c - >/dev/null 2>&1 ||
    skip "cmocka.h is missing (Debian: libcmocka-dev)"
eval "$(tests/devices/icd.sh)"
rm -rf "$work" && mkdir -p "$work/cache" || exit 1
work=$(cd "$work" && pwd)

# A cache of the runtime's own would hide a build, and goes to the home directory.
export REROLL_CACHE="$work/cache" POCL_KERNEL_CACHE=0 POCL_CACHE_DIR="$work/pocl" CMOCKA_MESSAGE_OUTPUT=TAP
compile() { ${CC:-cc} -std=gnu11 -O1 -g -Wall -Wextra -Werror -ffp-contract=off -fno-math-errno -DRR_TARGET_SCALAR -DRR_DTYPE=32 \
    -Iinclude -I"$build/gen" -I. "$@"; }

tests=0 failures=0
# Runs a program and reports whether it succeeded; its own output becomes a comment.
check() {
    name=$1
    shift
    tests=$((tests + 1))
    if "$@" >"$work/output" 2>&1; then echo "ok $tests - $name"; else
        echo "not ok $tests - $name"
        failures=$((failures + 1))
    fi
    sed 's/^/# /' "$work/output"
}

compile tests/devices/opencl/engine_opencl.c "$library" -lcmocka -lpthread -lm -o "$work/engine" || exit 1
check "every OpenCL device: devices, memory, kernels, queues, disk" "$work/engine"
if grep -q SKIP "$work/output"; then echo "# no OpenCL device was tested"; fi

compile -fPIC -shared tests/devices/opencl/stub_opencl.c -o "$work/stub.so" || exit 1
compile -fsanitize=address,undefined -fno-sanitize-recover=all tests/devices/opencl/faults_opencl.c targets/opencl/*.c targets/gpu/disk_cache.c "$library" \
    -lcmocka -lpthread -lm -o "$work/faults" || exit 1
check "a stub each of whose calls fails" env LD_LIBRARY_PATH= REROLL_OPENCL="$work/stub.so" "$work/faults"
check "no libOpenCL: one device, which says so" sh -c "REROLL_OPENCL='$work/none.so' '${REROLL:-$build/reroll}' devices | grep 'opencl:0 .*none.so'"
echo "1..$tests"
exit "$failures"
