#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Compiles each.cu, and the kernels that rr_fuse makes of gamma and of a sink of examples/device, with nvcc for sm_75 and
# sm_90: no warning, no spilled register, no local memory; in the latter no vote, shuffle or barrier of the whole warp is in
# code that only some of its lanes may reach. And urbg.cu, whose host side runs, with REROLL_DEEP Thrust's shuffle too. TAP.
# BUILD: the build folder.
cd "$(dirname "$0")/../.." || exit 2
build=${BUILD:-build}
work=$build/sinks
nvcc=$(command -v nvcc || ls "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" 2>/dev/null)
[ -n "$nvcc" ] || { echo "1..0 # SKIP there is no nvcc (CUDA toolkit)"; exit 0; }
[ -f "$build/libreroll.a" ] || { echo "1..0 # SKIP $build/libreroll.a is not built"; exit 0; }
mkdir -p "$work"
number=0

# compile NAME SOURCE OPTIONS...
compile() {
    name=$1 source=$2
    shift 2
    "$nvcc" -std=c++17 "$@" -Werror all-warnings -ptx -arch=compute_75 -o "$work/$name.ptx" "$source" || return 1
    for arch in 75 90; do
        "$(dirname "$nvcc")/ptxas" -arch=sm_$arch -warn-spills -warn-lmem-usage -Werror "$work/$name.ptx" -o "$work/$name.cubin" || return 1
    done
}

# say STATUS WHAT
say() {
    number=$((number + 1))
    if [ "$1" = 0 ]; then
        echo "ok $number - $2"
    else
        echo "not ok $number - $2"
        sed 's/^/# /' "$work/log"
    fi
}

echo 1..4
compile each tests/sinks/each.cu -I"$build/gen" >"$work/log" 2>&1
say $? "blocks, tiles and a generator"
printf '#define RR_TARGET_CUDA 1\n#include "engine/lanes/sink.h"\n#include "examples/device/options_sink.h"\n%s\n' \
    '#include "targets/gpu/kernels/kernel.h"' >"$work/fused.cu"
for plain in 0 1; do
    {
        compile fused$plain "$work/fused.cu" -I. -DRR_SINK=1 -DRR_COUNTING=0 -DRR_MODULE=gamma -DRR_SAMPLER=gamma -DRR_DRAW=gamma \
            -DRR_DTYPE=32 -DRR_STRATEGY_RUN=compact -DRR_PLAIN=$plain && python3 tests/devices/cuda/convergent.py "$work/fused$plain.ptx"
    } >"$work/log" 2>&1
    say $? "a sink in gamma's kernel, RR_PLAIN $plain"
done
{
    "$nvcc" -std=c++17 -Iinclude -I"$build/gen" -Werror all-warnings -arch=compute_75 ${REROLL_DEEP:+-DSHUFFLE} -cudart static -o "$work/urbg" tests/sinks/urbg.cu \
        "$build/libreroll.a" -lpthread -lm -ldl && "$work/urbg"
} >"$work/log" 2>&1
status=$?
echo "status $status" >>"$work/log"
say $status "generators have the words of rr_fill_bits_u32, and Thrust takes them"
