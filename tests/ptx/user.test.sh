#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# User-defined distributions on the PTX emulator, compiled as CUDA: the bits of the CPU, by strategies of each kind, with
# shared and per-sample parameters, f32 and f64 in turn; some by compact only. With REROLL_DEEP all of them, by all
# strategies. TAP. BUILD: where programs are.
cd "$(dirname "$0")/../.." || exit 2
. tests/ptx/machine.sh
machine_at user

laws=examples/laws

# same LAW DTYPE STRATEGY ARGUMENT...
same() {
    name=$1 dtype=$2 strategy=$3
    shift 3
    for device in cpu cuda:0; do
        "$build/reroll" sample "$name" "$@" --dtype "$dtype" --strategy "$strategy" --device $device --format raw --quiet \
            >"$work/${device%:0}" 2>"$work/said"
    done
    [ -s "$work/cpu" ] && cmp -s "$work/cpu" "$work/cuda" && ! grep -q 'PTX line' "$PTX_LOG"
    result $? "$name $dtype $strategy $*" "$work/said" "$PTX_LOG"
}

strategies="compact regroup"
[ -z "$REROLL_DEEP" ] || strategies="compact regroup loop cached grouped:4 regroup:ahead refill fixed:40+"
for strategy in $strategies; do
    for dtype in f32 f64; do
        [ "$dtype" = f64 ] && [ -z "$REROLL_DEEP" ] ||
            same $laws/doppler.h $dtype $strategy --temperature 900 --energy 6.5 -n 3001 --first 4294966295
        [ "$dtype" = f32 ] && [ -z "$REROLL_DEEP" ] ||
            same $laws/doppler.h $dtype $strategy --temperature 300,900,1800,300,600 --energy 0.0253,6.5,36,1,1e5
        [ "$dtype" = f64 ] && [ -z "$REROLL_DEEP" ] || same $laws/spectrum.h $dtype $strategy --width 2 -n 3001
    done
    [ "$strategy" = compact ] || [ -n "$REROLL_DEEP" ] || continue
    same tests/devices/sixteen.h f64 $strategy $(for p in $(seq 0 15); do echo "--p$p 1,$((p % 7)),$((p % 5))"; done)
    same $laws/doppler.h:cosine f64 $strategy --temperature 900 --energy 6.5 -n 3001
    same $laws/triangle.h i64 $strategy --n 6 -n 3001
done
echo "1..$number"
exit $failed
