#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Starts gpu_check.py with its arguments, with Intel's OpenCL runtime of the tests, and with a cache of compiled kernels in
# the directory of the programs. BUILD: that directory.
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "${BUILD:-build}" && pwd) || exit 2
[ -f "$here/../../tests/devices/icd.sh" ] && eval "$(BUILD=$build sh "$here/../../tests/devices/icd.sh")"
mkdir -p "$build/gpu-check/cache"
export REROLL_CACHE="$build/gpu-check/cache" POCL_CACHE_DIR="$build/gpu-check/cache"
if [ -d "$build/lib" ]; then export LD_LIBRARY_PATH="$build/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"; fi
for bundle in "$build/cuda-bundle" "$build/gpu-kit/cuda-bundle"; do
    [ -d "$bundle" ] && export REROLL_CUDA_BUNDLE="$bundle" && break
done
exec "${PYTHON:-python3}" "$here/gpu_check.py" "$@"
