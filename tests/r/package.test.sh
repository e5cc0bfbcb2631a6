#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# The R package: its own tests, with the command's numbers, on a package installed into the build folder. `make test-r` runs
# R CMD check. TAP.
cd "$(dirname "$0")/../.." || exit 2
folder=${BUILD:-build} build=${BUILD:-build} reroll=${REROLL:-$build/reroll}
case $build in /*) ;; *) build=$PWD/$build ;; esac
case $reroll in /*) ;; *) reroll=$PWD/$reroll ;; esac
skip() {
    echo "1..0 # SKIP $1: apt install r-base-core r-cran-testthat"
    exit 0
}
command -v Rscript >/dev/null || skip "Rscript is not found"
Rscript -e 'library(testthat)' >/dev/null 2>&1 || skip "R has no testthat"
log=$build/r-test.log plan=0

# report STATUS TEXT
report() {
    plan=$((plan + 1))
    [ "$1" -eq 0 ] && printf "ok %d - %s\n" "$plan" "$2" || { printf "not ok %d - %s\n" "$plan" "$2"; sed 's/^/# /' "$log"; }
}

make --no-print-directory BUILD="$folder" "$folder/r/library/reroll/DESCRIPTION" >"$log" 2>&1
report $? "the package is generated and installed"
REROLL=$reroll R_LIBS=$build/r/library Rscript --vanilla -e 'library(reroll)
    testthat::test_dir("r/tests/testthat", reporter = "summary", 
        stop_on_failure = TRUE, stop_on_warning = TRUE)' >"$log" 2>&1
report $? "its tests pass"
make --no-print-directory BUILD="$folder" RSCRIPT=no-such-program r >"$log" 2>&1
[ $? -ne 0 ] && grep -q '^Rscript is not found: the R package needs R 4.0 or later' "$log"
report $? "without R, make r says what is missing"
echo "1..$plan"
