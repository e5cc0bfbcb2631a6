#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Counts of every strategy on real warps against the model (tests/model/counts.c), on the first OpenCL device that has warps
# of more than one lane: Intel's runtime, where it is installed for the tests. Then those of the strategies with queues (with
# REROLL_DEEP: of all) where the lanes of a warp are synchronized by barriers. TAP. BUILD: where programs are.
cd "$(dirname "$0")/../.." || exit 2
. tests/devices/opencl.sh
[ -x "$build/tests/model/counts" ] || skip "$build/tests/model/counts is not built"
device=$(opencl_devices 2 | head -1)
[ -n "$device" ] || skip "no OpenCL device with sub-groups (tests/requirements.txt names Intel's)"
export REROLL_DEVICE="$device" CMOCKA_MESSAGE_OUTPUT=TAP
work=$build/devices/counts
mkdir -p "$work"
tap_of "$work/0.tap" "$build/tests/model/counts"
export REROLL_OPENCL_WARP=barrier
tap_of "$work/1.tap" "$build/tests/model/counts" "$([ -n "$REROLL_DEEP" ] && echo '*' || echo queues)"
tap_join "$work"/*.tap
