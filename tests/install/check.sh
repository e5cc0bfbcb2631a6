# SPDX-License-Identifier: MIT OR Apache-2.0
# check WHAT COMMAND...: prints a line of TAP, and the output of a command that fails. $failed is the test's exit status.
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
