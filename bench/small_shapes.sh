#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Direct methods for gamma shapes below 1 and the boost (bench/small_shapes.c), on AVX2: the table of laws/gamma/README.md.
#   bench/small_shapes.sh [TURNS]    every program runs TURNS times (5), in turns; prints medians
set -eu
cd "$(dirname "$0")/.."
turns=${1:-5}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags="-std=gnu11 -O2 -Iinclude -I. -ffp-contract=off -fno-math-errno -fno-trapping-math"
flags="$flags -DRR_TARGET_AVX2 -mavx2 -mfma -mbmi -mbmi2 -mpopcnt"
for dtype in 32 64; do
    for method in 0 1 2 3 4 5; do
        ${CC:-gcc} $flags -DRR_DTYPE=$dtype -DMETHOD=$method bench/small_shapes.c targets/cpu/avx2_pack.c \
            -o "$work/$dtype.$method"
    done
done
for dtype in 32 64; do
    for shape in .01 .1 .3 .5 .9 0; do
        turn=0
        while [ $((turn += 1)) -le "$turns" ]; do
            for method in 0 1 2 3 4 5; do "$work/$dtype.$method" $shape >>"$work/f$dtype $shape $method"; done
        done
        for method in 0 1 2 3 4 5; do
            printf 'f%s shape %s method %s: ' $dtype $shape $method
            sort -n "$work/f$dtype $shape $method" | sed -n "$(((turns + 1) / 2))p"
        done
    done
done
