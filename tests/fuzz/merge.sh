#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Reduces the inputs that tests/fuzz/run.sh has found to those that together cover all edges, and packs them into the
# repository.
#
#     tests/fuzz/merge.sh BUILD TARGET
set -eu
build=$1 target=$2
reduced=$build/fuzz/reduced/$target
rm -rf "$reduced"
mkdir -p "$reduced"
log=$build/fuzz/$target.log
counters=0
# Expressions are read by muparser, whose edges nobody counts: numbers of passes distinguish them better.
[ "$target" != expression ] || counters=1
"$build/fuzz/$target" -set_cover_merge=1 -use_counters=$counters -timeout=10 -rss_limit_mb=1024 "$reduced" \
    "$build/fuzz/corpus/$target" >"$log" 2>&1 || { tail -n 40 "$log"; exit 1; }
python3 tests/fuzz/corpus.py pack "$reduced" "tests/fuzz/corpus/$target.txt"
echo "$target: $(wc -l <"tests/fuzz/corpus/$target.txt") inputs, $(wc -c <"tests/fuzz/corpus/$target.txt") bytes"
