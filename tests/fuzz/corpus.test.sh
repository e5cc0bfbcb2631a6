#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# The inputs that fuzzing has found (tests/fuzz/corpus, tests/fuzz/kept) end in a result or in an error, in the ordinary
# build. A target that accepts all of them or none tests nothing. Under valgrind, where it is installed, reads of memory that
# was never written fail too; npy's large arrays would take half of its time. TAP.
cd "$(dirname "$0")/../.." || exit 2
replay=${BUILD:-build}/tests/fuzz/replay
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
[ -x "$replay" ] || { echo "1..0 # SKIP $replay is not built"; exit 0; }
valgrind=
command -v valgrind >/dev/null && valgrind='env -u LD_PRELOAD valgrind -q --error-exitcode=9'
echo 1..7
number=0
failed=0
for target in npy csv json job options expression law; do
    number=$((number + 1))
    python3 tests/fuzz/corpus.py unpack "$folder/$target" "tests/fuzz/corpus/$target.txt" "tests/fuzz/kept/$target.txt"
    under=$valgrind
    [ $target != npy ] || under=
    counts=$($under "$replay" "$target" "$folder/$target"/* 2>"$folder/fault")
    status=$?
    inputs=${counts% *} accepted=${counts#* }
    if [ $status = 0 ] && [ "$accepted" -gt 0 ] && [ "$accepted" -lt "$inputs" ]; then
        echo "ok $number - $target: $inputs inputs, $accepted accepted"
    else
        sed "s|$folder/$target/|line |; s|^|# |" "$folder/fault"
        echo "not ok $number - $target: status $status, $counts"
        failed=1
    fi
done
exit $failed
