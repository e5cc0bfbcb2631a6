#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Compiles each.cu with nvcc for sm_75 and sm_90: no warning, no spilled register, no local memory. TAP. BUILD: the build folder.
cd "$(dirname "$0")/../.." || exit 2
build=${BUILD:-build}
work=$build/sinks
nvcc=$(command -v nvcc || ls "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" 2>/dev/null)
[ -n "$nvcc" ] || { echo "1..0 # SKIP there is no nvcc (CUDA toolkit)"; exit 0; }
[ -f "$build/gen/reroll_device_single.h" ] || { echo "1..0 # SKIP the device header is not made"; exit 0; }
mkdir -p "$work"
compile() {
    "$nvcc" -std=c++17 -I"$build/gen" -Werror all-warnings -ptx -arch=compute_75 -o "$work/each.ptx" tests/sinks/each.cu || return 1
    for arch in 75 90; do
        "$(dirname "$nvcc")/ptxas" -arch=sm_$arch -warn-spills -warn-lmem-usage -Werror "$work/each.ptx" -o "$work/each.cubin" || return 1
    done
}
compile >"$work/log" 2>&1
status=$?
echo "1..1"
if [ $status = 0 ]; then
    echo "ok 1 - blocks, tiles and a generator compile for sm_75 and sm_90, without local memory"
else
    echo "not ok 1 - blocks, tiles and a generator compile for sm_75 and sm_90, without local memory"
    sed 's/^/# /' "$work/log"
fi
