#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Iterations of warps, counted by the PTX emulator in the kernels that are timed, against the model (iterations.c). With
# REROLL_DEEP more acceptances, another compute capability, and the strategies' own counts there (tests/model/counts.c). TAP.
# BUILD: where programs are.
cd "$(dirname "$0")/../.." || exit 2
. tests/ptx/machine.sh
machine_at counts
[ -x "$build/ptx/iterations" ] || skip "iterations is not built (Debian: libcmocka-dev)"

on() {
    what=$1
    shift
    "$@" >"$work/said" 2>&1
    status=$? count="$(grep -c '^ok' "$work/said") of $(sed -n 's/^1\.\.//p' "$work/said")"
    result $status "$what: $count, compute capability ${PTX_SM:-90}" "$work/said" "$PTX_LOG"
    sed -n 's/^ok [0-9]* - /# /p' "$work/said"
}

on "iterations against the model" "$build/ptx/iterations" "$work/tally" ${REROLL_DEEP:+--all}
if [ -n "$REROLL_DEEP" ]; then
    PTX_SM=75 PTX_SCHEDULE=random PTX_SEED=1 on "iterations against the model" "$build/ptx/iterations" "$work/tally" --all
    export REROLL_DEVICE=cuda:0 CMOCKA_MESSAGE_OUTPUT=TAP
    on "the strategies' own counts" "$build/tests/model/counts"
fi
echo "1..$number"
exit $failed
