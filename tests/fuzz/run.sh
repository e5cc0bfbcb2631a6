#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Fuzzes a target until RUNS executions in a row add no edge, or for FUZZ_SECONDS. New inputs stay in
# BUILD/fuzz/corpus/TARGET; the first are those of the repository. A fault ends it; its input is BUILD/fuzz/TARGET-crash-*.
#
#     tests/fuzz/run.sh BUILD TARGET RUNS
set -eu
build=$1 target=$2 runs=$3
found=$build/fuzz/corpus/$target
log=$build/fuzz/$target.log
seconds=${FUZZ_SECONDS:-0}
python3 tests/fuzz/corpus.py unpack "$found" "tests/fuzz/corpus/$target.txt" "tests/fuzz/kept/$target.txt"
# Expressions are read by muparser, whose edges nobody counts: all inputs of the repository stay as starting points.
seeds=0
[ "$target" != expression ] || seeds=1
start=$(date +%s)
total=0
newest=0
while :; do
    left=$((seconds ? seconds - ($(date +%s) - start) : 0))
    [ "$seconds" = 0 ] || [ "$left" -gt 0 ] || break
    "$build/fuzz/$target" -runs="$runs" -max_total_time="$left" -max_len=4096 -timeout=10 -rss_limit_mb=1024 \
        -keep_seed=$seeds -print_final_stats=1 -artifact_prefix="$build/fuzz/$target-" "$found" >"$log" 2>&1 || {
        tail -n 40 "$log"
        exit 1
    }
    before=$(sed -n 's/.*INITED cov: \([0-9]*\).*/\1/p' "$log")
    after=$(sed -n 's/.*DONE .*cov: \([0-9]*\).*/\1/p' "$log")
    [ "$before" = "$after" ] || newest=$((total + $(awk '
        {for (i = 2; i < NF; ++i) if ($i == "cov:" && $(i + 1) > cov) {cov = $(i + 1); at = substr($1, 2)}}
        END {print at}' "$log")))
    total=$((total + $(sed -n 's/^stat::number_of_executed_units: *//p' "$log")))
    [ "$before" != "$after" ] || break
done
echo "$target: $total executions, the last $((total - newest)) without a new edge, $after edges," \
    "$(ls "$found" | wc -l) inputs, $(($(date +%s) - start)) s"
