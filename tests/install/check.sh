# SPDX-License-Identifier: MIT OR Apache-2.0
# check WHAT COMMAND...: a line of TAP, and what a failing command said, kept in $work. $failed is the status for the end.
# shellcheck shell=sh disable=SC2034,SC2154
number=0
failed=0
check() {
    number=$((number + 1))
    what=$1
    shift
    if "$@" >"$work/log" 2>&1; then
        echo "ok $number - $what"
    else
        failed=1
        echo "not ok $number - $what"
        sed 's/^/# /' "$work/log"
    fi
}
