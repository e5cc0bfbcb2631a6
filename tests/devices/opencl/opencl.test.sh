#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Runs bits.c on every OpenCL device that is usable here, all in parallel, and where there are sub-groups a second time with
# warps whose lanes are synchronized by barriers. Without REROLL_DEEP distributions take turns, and barriers have one kernel.
# TAP. Compiled kernels stay in the build folder for the next time. BUILD: where the library is. Arguments: options of bits.
#
# Not PoCL 3.1, which has no sub-groups: its compiler recurses endlessly over the barriers of fixed.
cd "$(dirname "$0")/../../.." || exit 2
. tests/devices/opencl.sh
[ -x "$build/gpu-check/bits" ] || skip "$build/gpu-check/bits is not built"
devices=$(opencl_devices 1)
[ -n "$devices" ] || skip "no OpenCL device (Debian: pocl-opencl-icd)"

work=$build/devices/bits
rm -f "$work"/*.tap
barriers=$("$build/reroll" devices --json | sed -n 's/.*"name": "\(opencl:[^"]*\)".*"across": "sub-groups".*/\1/p')
number=0
[ -n "$REROLL_DEEP" ] || set -- --turns "$@"
for device in $devices; do
    tap_of "$work/$number.tap" "$build/gpu-check/bits" "$device" "$@" &
    number=$((number + 1))
done
[ -n "$REROLL_DEEP" ] || set -- --gamma --compact "$@"
for device in $barriers; do
    (
        export REROLL_OPENCL_WARP=barrier
        tap_of "$work/$number.tap" "$build/gpu-check/bits" "$device" "$@"
    ) &
    number=$((number + 1))
done
wait
tap_join "$work"/*.tap
