#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# The second half of `make run`: draws a large gamma sample to a file, then a smaller one under every strategy, and prints
# its time and whether the bits are the same. Usage: run.sh BUILD
set -eu
build=$1
reroll=$build/reroll
now() { date +%s%N; }

echo
echo "One big sample: 2^25 gammas of shape 0.7, f32, all processors"
start=$(now)
"$reroll" sample gamma --shape 0.7 -n 2^25 --seed 9 --dtype f32 -o "$build/gamma.npy" --force
stop=$(now)
awk -v ns=$((stop - start)) \
    'BEGIN { printf "%.2f s, %.1f ns per sample to %s with its job file\n", ns / 1e9, ns / 2^25, "gamma.npy" }'

echo
echo "2^22 gammas of shape 0.7, f32, under every strategy (time of the whole command, output included)"
first=
for s in $("$reroll" strategies --names); do
    start=$(now)
    "$reroll" sample gamma --shape 0.7 -n 2^22 --seed 9 --dtype f32 --strategy "$s" --format raw \
        --quiet >"$build/strategy.raw"
    stop=$(now)
    sum=$(sha256sum <"$build/strategy.raw" | cut -d ' ' -f 1)
    first=${first:-$sum}
    same=no
    [ "$sum" = "$first" ] && same=yes
    awk -v s="$s" -v ns=$((stop - start)) -v same=$same \
        'BEGIN { printf "%-14s %6.2f s   same bits: %s\n", s, ns / 1e9, same }'
    [ $same = yes ]
done
rm -f "$build/strategy.raw"
