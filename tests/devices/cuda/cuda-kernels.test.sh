#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Checks that the committed table of CUDA kernels matches this code. A few kernels (with REROLL_DEEP more) are compiled and
# counted again; each figure has to be within 5 % of the table's (bench/cuda_kernels.py). Another nvcc than the table's may
# count differently: skipped. TAP.
cd "$(dirname "$0")/../../.." || exit 2
table=bench/results/cuda-kernels.txt
nvcc=$(command -v nvcc || ls "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" 2>/dev/null)
known=$(sed -n 's/.*release [0-9.]*, \(V[0-9.]*\).*/\1/p' $table)
[ -n "$nvcc" ] && here=$("$nvcc" --version | sed -n 's/.*release [0-9.]*, \(V[0-9.]*\).*/\1/p')
if [ -n "$here" ] && [ "$here" != "$known" ]; then
    echo "1..0 # SKIP nvcc is $here, the table is of $known"
    exit 0
fi
python3 bench/cuda_kernels.py --compare $table --only uniform.32.compact.plain gamma.32.compact \
    ${REROLL_DEEP:+normal.32.compact.plain 'gamma.32.compact.*'}
