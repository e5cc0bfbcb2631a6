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
eval "$(tests/devices/icd.sh)"
# PoCL's optimiser takes most of the time of this test, which tests calls; bits.c tests optimised kernels.
[ -n "$REROLL_DEEP" ] || export POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable
devices=$("$build/reroll" devices --json | sed -n 's/.*"name": "\(opencl:[^"]*\)", "available": true.*/\1/p')
if [ -z "$REROLL_DEEP" ]; then
    devices=$(echo "$devices" | tail -1)
    if "$build/reroll" sample bits -n 1 --device opencl:pocl >/dev/null 2>&1; then devices=opencl:pocl; fi
fi
devices="${REROLL_DEEP:+$devices} ${devices:+$(echo "$devices" | tail -1),tile=128}"
fake=$build/tests/devices/libfake_cuda.so
if [ -f "$fake" ]; then
    case $fake in /*) ;; *) fake=$PWD/$fake ;; esac
    export REROLL_CUDA="$fake" REROLL_NVRTC="$fake"
    devices="$devices cuda:0"
fi
[ "$devices" != " " ] || { echo "1..0 # SKIP no OpenCL device, and the CUDA driver of the tests is not built"; exit 0; }
# One word per device.
exec "$work/fuse" $devices
