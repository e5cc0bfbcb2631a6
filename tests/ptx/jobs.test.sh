#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Jobs in device memory, on the PTX emulator: jobs.c, and tests that also run on the CUDA driver with warps of one lane:
# first indices in memory, records, rows, parameters with gaps (tests/devices/enqueue.c) and sinks (tests/sinks/fuse.c). With
# REROLL_DEEP more distributions, the examples of rr_fuse, all compute capabilities and schedules. TAP. BUILD: where programs
# are.
cd "$(dirname "$0")/../.." || exit 2
. tests/ptx/machine.sh
machine_at jobs

# on WHAT PROGRAM ARGUMENTS ...: its TAP as one line; the emulator must report no error.
on() {
    what=$1 name=${2##*/}
    shift
    rm -f "$PTX_LOG"
    [ -x "$1" ] || { echo "# $name is not built"; return; }
    "$@" >"$work/$name" 2>&1
    status=$?
    grep -q launches "$PTX_LOG" 2>/dev/null && ! grep -q 'PTX line' "$PTX_LOG" || status=1
    what="$what: $(grep -c '^ok' "$work/$name") tests, compute capability ${PTX_SM:-90}, ${PTX_SCHEDULE:-lowest} first"
    result $status "$what" "$work/$name" "$PTX_LOG"
}

each() {
    on "jobs in the memory of the device" "$build/ptx/jobs" "$@"
    on "records, first indices, rows and gaps" "$build/ptx/enqueue" cuda:0
    on "sinks" "$build/ptx/fuse" cuda:0
}

each
if [ -n "$REROLL_DEEP" ]; then
    for example in options transport; do
        on "examples/device/$example" "$build/examples/device/$example" cuda:0 examples/device
    done
    PTX_SM=75 PTX_SCHEDULE=highest each
    PTX_SM=80 PTX_SCHEDULE=random PTX_SEED=1 each
    PTX_SM=100 PTX_SCHEDULE=interleaved PTX_SEED=2 each --all
fi
echo "1..$number"
exit $failed
