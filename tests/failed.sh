#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Prints why tests failed, from the output that tests/run keeps in BUILD/tap: of each file its failures with their messages,
# or its last lines if it stopped before one. All names of failures follow: if only the end of a log is left, it has them.
cd "${BUILD:-build}/tap" || exit 1
for file in *; do
    echo "==== $file"
    if grep -q '^not ok' "$file"; then
        # Messages are before a failure or after it: at most 30 lines since the last success, and 30 until the next.
        awk '/^ok/ { failed = lines = 0; next }
             /^not ok/ { for (i = lines > 30 ? lines - 30 : 0; i < lines; i++) print kept[i]; print; failed = 30; lines = 0; next }
             failed-- > 0 { print; next }
             { kept[lines++] = $0 }' "$file"
    else
        tail -n 30 "$file"
    fi
done
echo "==== failures"
for file in *; do
    grep -H '^not ok' "$file" || echo "$file: $(tail -n 1 "$file")"
done
