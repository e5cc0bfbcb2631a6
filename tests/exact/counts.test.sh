#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# The instructions per sample of the main kernels are those of bench/counts/counts.txt to 3 %, for the instruction sets that
# this processor has; for scalar lanes, the reference, with REROLL_DEEP only. `make counts` makes the table again. TAP.
# BUILD: where the library is.
cd "$(dirname "$0")/../.." || exit 2
program=${BUILD:-build}/counts/counts
skip() {
    echo "1..0 # SKIP $1"
    exit 0
}
[ -x "$program" ] || skip "$program is not built"
command -v valgrind >/dev/null || skip "valgrind is missing"
command -v objdump >/dev/null || skip "objdump is missing (Debian: binutils)"
exec python3 bench/counts/counts.py "$program" --check bench/counts/counts.txt
