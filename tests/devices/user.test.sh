#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Laws of users on every OpenCL device that is usable here: the bits of the CPU. With REROLL_DEEP `reroll verify` on each,
# by every strategy. TAP. BUILD: where the command is.
cd "$(dirname "$0")/../.." || exit 2
. tests/devices/opencl.sh
devices=$(opencl_devices 1)
[ -n "$devices" ] || skip "no OpenCL device (Debian: pocl-opencl-icd)"
work=$build/devices/user
mkdir -p "$work"
number=0
failed=0

# ok STATUS WHAT
ok() {
    number=$((number + 1))
    [ "$1" = 0 ] && echo "ok $number - $2" && return
    failed=1
    echo "not ok $number - $2"
    sed 's/^/# /' "$work/said"
}

# same DEVICE LAW ARGUMENT...
same() {
    device=$1 law=$2
    shift 2
    for where in cpu "$device"; do
        "$build/reroll" sample "examples/laws/$law.h" "$@" --device "$where" --format raw --quiet >"$work/$where" 2>"$work/said"
    done
    [ -s "$work/cpu" ] && cmp "$work/cpu" "$work/$device" >>"$work/said" 2>&1
    ok $? "$device: $law $*"
}

for device in $devices; do
    same "$device" doppler --temperature 900 --energy 6.5 -n 30001 --dtype f32
    same "$device" doppler --temperature 300,900,1800,300,600 --energy 0.0253,6.5,36,1,1e5 --dtype f64 --strategy regroup
    same "$device" triangle --n 6 -n 3001 --strategy loop
    same "$device" spectrum --width 2 -n 30001 --dtype f32
    same "$device" spectrum --width 2 -n 3001 --dtype f64
    [ -n "$REROLL_DEEP" ] || continue
    for law in doppler semicircle triangle spectrum; do
        "$build/reroll" verify "examples/laws/$law.h" --device "$device" >"$work/said" 2>&1
        ok $? "verify $law on $device"
    done
done
echo "1..$number"
exit $failed
