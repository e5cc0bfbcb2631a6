#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Counts of every strategy on real warps against the model (tests/model/counts.c), on the first OpenCL device that has warps of
# more than one lane: Intel's runtime, where the tests have installed it. Then those of the strategies with queues (with
# REROLL_DEEP: of all) where the lanes of its warps meet at barriers. TAP. BUILD: where programs are.
cd "$(dirname "$0")/../.." || exit 2
. tests/devices/opencl.sh
[ -x "$build/tests/model/counts" ] || skip "$build/tests/model/counts is not built"
device=$(opencl_devices 2 | head -1)
[ -n "$device" ] || skip "no OpenCL device with sub-groups (tests/requirements.txt names Intel's)"
export REROLL_DEVICE="$device" CMOCKA_MESSAGE_OUTPUT=TAP
{
    "$build/tests/model/counts" || echo "# status $?"
    REROLL_OPENCL_WARP=barrier "$build/tests/model/counts" "$([ -n "$REROLL_DEEP" ] && echo '*' || echo queues)" || echo "# status $?"
} | awk '/^TAP/ {next}
    /^1\.\./ {++plans; next}
    /^(not )?ok / {sub(/ok [0-9]+/, "ok " ++n)}
    /^not ok|^# status/ {failed = 1}
    {print}
    END {if (plans != 2) print "not ok " ++n " - a run ended early"; print "1.." n; exit failed || plans != 2}'
