#!/usr/bin/env bats
# SPDX-License-Identifier: MIT OR Apache-2.0
# examples/pumps, small: its exact part against pumps_exact.txt (made by pumps_exact.py), its bits against another run.

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || return 1
    PUMPS="${BUILD:-build}/examples/pumps"
    [ -x "$PUMPS" ] || skip "$PUMPS is not built"
    SMALL=(--chains 2048 --sweeps 60)
}

digest_of() {
    "$PUMPS" "${SMALL[@]}" "$@" | sed -n 's/^digest of the last state: //p'
}

@test "pumps: the drawn posterior agrees with the exact one, and standard error stays empty" {
    "$PUMPS" "${SMALL[@]}" >"$BATS_TEST_TMPDIR/out" 2>"$BATS_TEST_TMPDIR/err"
    grep -q '^agrees within 6 standard errors: yes$' "$BATS_TEST_TMPDIR/out"
    [ ! -s "$BATS_TEST_TMPDIR/err" ]
}

@test "pumps: the exact column is the oracle's, to 8 digits" {
    "$PUMPS" "${SMALL[@]}" |
        awk '/^ *[0-9]+ +[0-9]+ +[0-9.]+ /{print $1, $5, $9} /^beta /{print $1, $3, $7}' >"$BATS_TEST_TMPDIR/exact"
    awk '{printf "%s %.8f %.8f\n", $1, $2, $3}' tests/examples/pumps_exact.txt >"$BATS_TEST_TMPDIR/oracle"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/oracle")" -eq 11 ]
    diff "$BATS_TEST_TMPDIR/oracle" "$BATS_TEST_TMPDIR/exact"
}

@test "pumps: the oracle gives its file again" {
    command -v python3 >/dev/null || skip "python3 is missing"
    python3 tests/examples/pumps_exact.py examples/pumps/pumps.csv | diff - tests/examples/pumps_exact.txt
}

@test "pumps: every strategy leaves the same bits" {
    run "$PUMPS" "${SMALL[@]}"
    [ "$status" -eq 0 ]
    [ "${lines[-1]}" = "same bits: yes" ]
    [[ "$output" != *NO* ]]
    for strategy in auto loop cached grouped fixed regroup regroup:ahead refill compact; do
        grep -qE "^$strategy(:[0-9]+\+?)? .* same bits: yes$" <<<"$output" || { echo "no line for $strategy"; false; }
    done
}

@test "pumps: threads, device and a second run leave the same bits; another seed does not" {
    first=$(digest_of)
    [ "${#first}" -eq 16 ]
    [ "$(digest_of)" = "$first" ]
    [ "$(digest_of --threads 1)" = "$first" ]
    [ "$(digest_of --threads 3)" = "$first" ]
    [ "$(digest_of --device cpu:scalar)" = "$first" ]
    [ "$(digest_of --device cpu:warp32,tile=64)" = "$first" ]
    [ "$(digest_of --seed 1988)" != "$first" ]
}

@test "pumps: too few burn-in sweeps are detected" {
    run "$PUMPS" --chains 2048 --burn 0 --sweeps 1
    [ "$status" -eq 1 ]
    [[ "$output" == *"DEVIATES by more than 6 standard errors"* ]]
}

@test "pumps: the picture is well-formed and shows every pump" {
    svg="$BATS_TEST_TMPDIR/pumps.svg"
    "$PUMPS" "${SMALL[@]}" --svg "$svg" >/dev/null
    for pump in 1 2 3 4 5 6 7 8 9 10; do grep -q ">pump $pump</text>" "$svg"; done
    run grep -ciE "[^a-z](nan|inf)[^a-z]" "$svg"
    [ "$output" = 0 ]
    command -v python3 >/dev/null || skip "python3 is missing: not parsed"
    python3 -c 'import sys, xml.dom.minidom as m; assert m.parse(sys.argv[1]).documentElement.tagName == "svg"' "$svg"
}

@test "pumps: bad input gives one message and status 2" {
    printf 'pump,failures,thousand_hours\n1,5\n' >"$BATS_TEST_TMPDIR/short.csv"
    printf 'pump,failures,thousand_hours\n1,-5,3\n' >"$BATS_TEST_TMPDIR/negative.csv"
    printf 'pump,failures,thousand_hours\n' >"$BATS_TEST_TMPDIR/empty.csv"
    for bad in "$BATS_TEST_TMPDIR"/{short,negative,empty,missing}.csv "--chains 3" "--sweeps 1e3" "--seed" "--nonsense 1"; do
        # shellcheck disable=SC2086   # two words on purpose
        run "$PUMPS" $bad
        echo "$bad: $status $output"
        [ "$status" -eq 2 ]
        [ "${#lines[@]}" -eq 1 ]
    done
    run "$PUMPS" --device nowhere
    [ "$status" -eq 3 ]
}
