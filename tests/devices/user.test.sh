#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# User-defined distributions on the OpenCL devices that are usable here: the bits of the CPU. Devices take turns: the second
# one, Intel's runtime, which compiles more slowly, gets jobs that compile quickly; with REROLL_DEEP each has all, and
# `reroll verify` by every strategy. TAP. BUILD: where the command is.
cd "$(dirname "$0")/../.." || exit 2
. tests/devices/opencl.sh
devices=$(opencl_devices 1)
[ -n "$devices" ] || skip "no OpenCL device (Debian: pocl-opencl-icd)"
work=$build/devices/user
mkdir -p "$work"
number=0
laws=examples/laws
failed=0

# ok STATUS WHAT
ok() {
    number=$((number + 1))
    [ "$1" = 0 ] && echo "ok $number - $2" && return
    failed=1
    echo "not ok $number - $2"
    sed 's/^/# /' "$work/said"
}

# Sixteen parameters, some of which are lists.
digits() {
    for p in 0 2 3 5 6 8 9 11 12 14; do echo "--p$p $((p % 7 + 1))"; done
    for p in 1 4 7 10 13 15; do echo "--p$p 1,$((p % 5)),7,0,$((p % 8))"; done
}

# same LAW ARGUMENT..., on $device where it is its turn
same() {
    turn=$((turn + 1))
    [ -n "$REROLL_DEEP" ] || [ $((turn % (2 * count))) = $((place % (2 * count))) ] || return
    law=$1
    shift
    for where in cpu "$device"; do
        "$build/reroll" sample "$law" "$@" --device "$where" --format raw --quiet >"$work/$where" 2>"$work/said"
    done
    [ -s "$work/cpu" ] && cmp "$work/cpu" "$work/$device" >>"$work/said" 2>&1
    ok $? "$device: $law $*"
}

# Functions with names that OpenCL C has too.
cat >"$work/names.h" <<EOF
RR_LAW(names, 1, "a table and a function of a uniform")
RR_TABLE(dot, 1, 2, 3)
RR_FN rr_real printf(rr_real x, rr_real y) { return x + y; }
RR_TRY(names)
{
    const rr_unit u = rr_draw_uniform(d);
    return rr_accept(printf(dot(rr_wsplat(1)), printf(u.u, u.u)), rr_le(u.u, u.u));
}
EOF

count=$(echo "$devices" | wc -l)
place=3
for device in $devices; do
    turn=$((place - 1))   # on each device
    same "$work/names.h" -n 3001 --dtype f32
    turn=0
    same $laws/doppler.h --temperature 900 --energy 6.5 -n 30001 --dtype f32
    same $laws/doppler.h --temperature 300,900,1800,300,600 --energy 0.0253,6.5,36,1,1e5 --dtype f64 --strategy regroup
    same $laws/triangle.h --n 6 -n 3001 --strategy loop
    same $laws/spectrum.h --width 2 -n 30001 --dtype f32
    same $laws/spectrum.h --width 2 -n 3001 --dtype f64
    same $laws/champernowne.h --shape 0,0.5,0.999 --scale 1,2,3 -n 3 --dtype f64
    same $laws/doppler.h:cosine --temperature 900 --energy 6.5 -n 30001 --dtype f32
    same tests/devices/sixteen.h $(digits) --dtype f64
    place=$((place + 1))
    [ -n "$REROLL_DEEP" ] || continue
    for law in doppler semicircle triangle spectrum champernowne; do
        "$build/reroll" verify "examples/laws/$law.h" --device "$device" >"$work/said" 2>&1
        ok $? "verify $law on $device"
    done
done
echo "1..$number"
exit $failed
