# SPDX-License-Identifier: MIT OR Apache-2.0
# The check that users run ends well, and with the digest of all samplers' bits that README.md states.
bats_require_minimum_version 1.5.0
load helpers

@test "verify --quick: every line is ok, and so is the digest" {
    run --separate-stderr "$REROLL" verify --quick
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    [ "${#lines[@]}" -gt 100 ]
    ! grep -v '  *ok  ' <<<"$output"
    grep -q "${lines[-1]##* }" "$ROOT/README.md"
    [[ ${lines[-1]} =~ ^digest\ +ok\ +[0-9a-f]{16}$ ]]
}
