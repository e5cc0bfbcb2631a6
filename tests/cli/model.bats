#!/usr/bin/env bats
# SPDX-License-Identifier: MIT OR Apache-2.0
# reroll model: its numbers against independent sums, its JSON, and refusals.
bats_require_minimum_version 1.5.0
load helpers

# json STRATEGY ARGUMENT... <<<PYTHON: runs `reroll model` with --json; PYTHON sees the object as `m`. JSON has no NaN.
json() {
    "$REROLL" model "$@" --json >x.json
    { printf 'import json, math\nm = json.load(open("x.json"), parse_constant=lambda x: 1 / 0)\n%s\n' \
        'near = lambda a, b, e=1e-12: abs(a - b) <= e * abs(b)'; cat; } | python3 -
}

@test "loop: mean, variance, mode, quantiles and pmf equal those of exact fractions" {
    for accept in 0.5 0.25 0.9375; do
        for lanes in 1 8 32; do
            json loop --lanes $lanes --accept $accept --pmf 40 <<END
from fractions import Fraction
t, p = $lanes, Fraction("$accept")
cdf = [(1 - (1 - p) ** n) ** t for n in range(400)]
mean = sum(1 - c for c in cdf)
square = sum((2 * n + 1) * (1 - c) for n, c in enumerate(cdf))
pmf = [cdf[n] - cdf[n - 1] for n in range(1, 400)]
assert m["strategy"] == "loop" and m["lanes"] == t and m["accept"] == float(p) and m["reject"] == float(1 - p)
assert near(m["mean"], float(mean)), (m["mean"], float(mean))
assert near(m["variance"], float(square - mean * mean), 1e-10), m["variance"]
assert m["mode"] == 1 + pmf.index(max(pmf))
assert list(m["quantiles"]) == ["0.5", "0.9", "0.99", "0.999"]
for level, n in m["quantiles"].items():
    assert n == next(k for k, c in enumerate(cdf) if c >= Fraction(level)), (level, n)
assert len(m["pmf"]) == 40 and all(near(a, float(b), 1e-11) for a, b in zip(m["pmf"], pmf))
assert near(m["efficiency"], float(1 / (p * mean)))
if (t, p) == (32, Fraction(1, 2)): assert repr(m["mean"]).startswith("6.3551758451039")
END
        done
    done
}

@test "loop: --reject R is --accept 1 - R, and the pmf has 16 entries by default" {
    json loop --lanes=32 --reject 1e-12 <<'END'
assert m["reject"] == 1e-12 and near(m["mean"] - 1, 32e-12, 1e-3) and len(m["pmf"]) == 16
END
    json loop --lanes 2^40 --accept 1e-6 <<'END'
lam = -math.log1p(-1e-6)
assert near(m["mean"], (math.log(2**40) + 0.5772156649015329) / lam + 0.5, 1e-9)
END
}

@test "loop: approximations with their errors, as JSON and in the table" {
    json loop --lanes 32 --accept 0.5 <<'END'
a = m["approximations"]
assert len(a) >= 4 and len({x["name"] for x in a}) == len(a)
assert all(set(x) == {"name", "mean", "error", "holds"} and x["holds"] in (True, False) for x in a)
assert all(x["mean"] is None or abs(x["error"] - (x["mean"] / m["mean"] - 1)) < 1e-12 for x in a)
assert any(x["holds"] and abs(x["error"]) < 0.01 for x in a)
open("names", "w").write("\n".join(x["name"] for x in a) + "\n")
END
    "$REROLL" model loop --lanes 32 --accept 0.5 >table
    grep -q '^  mean  *6\.355176  *iterations per call$' table
    while read -r name; do grep -q "^  $name " table; done <names
    (! grep ' $' table)
}

@test "loop: --pmf prints that many lines, which add up" {
    "$REROLL" model loop --lanes 4 --accept 0.5 --pmf 40 >table
    awk '/^  n /{on = 1; next}
         on && NF == 3 && $1 ~ /^[0-9]+$/ {++lines; sum += $2; last = $3}
         /^$/{if (lines) on = 0}
         END {exit !(lines == 40 && last > 0.999999 && (sum - 1) ^ 2 < 1e-12)}' table
}

@test "cached: first call, steady state, and the ratio to loop" {
    json cached --lanes 32 --accept 0.5 <<'END'
assert near(m["loop"], 6.355175845103938, 1e-12) and near(m["first"]["mean"], m["loop"], 1e-9)
assert abs(m["steady"]["mean"] - 3.76) < 0.005 and m["mean"] == m["steady"]["mean"]
assert near(m["ratio"], m["loop"] / m["steady"]["mean"])
for law in m["first"], m["steady"]:
    assert {"mean", "variance", "mode", "quantiles", "pmf", "efficiency"} <= set(law)
END
    json cached --lanes 32 --accept 0.5 --change 1 <<'END'
assert near(m["ratio"], 1, 1e-9) and near(m["steady"]["mean"], m["loop"], 1e-9)
END
    "$REROLL" model cached --lanes 32 --accept 0.5 | grep -q '^loop takes 6.355176 iterations per call, 1.6892 times as many$'
}

@test "grouped: Table 1" {
    json grouped --lanes 32 <<'END'
t = m["thresholds"]
assert [x["group"] for x in t] == [1, 2, 4, 8, 16, 32]
for x, percent in zip(t, (12.876, 42.713, 71.697, 88.373, 95.760, 100)):
    assert abs(100 * x["upto"] - percent) < 6e-4, x
assert m["speedups"]
for s in m["speedups"]:
    assert s["definition"] and [g["group"] for g in s["groups"]] == [1, 2, 4, 8, 16, 32]
    assert s["groups"][0]["speedup"] == 1 and s["groups"][5]["speedup"] > s["groups"][1]["speedup"]
END
    "$REROLL" model grouped --lanes 32 | grep -q '^  2  *42\.71'
}

@test "grouped: a group equals loop on fewer lanes with a higher acceptance" {
    json grouped --lanes 32 --group 4 --accept 0.25 <<'END'
mean = math.fsum(1 - (1 - 0.75 ** (4 * n)) ** 8 for n in range(400))
assert near(m["mean"], mean, 1e-11) and m["group"] == 4 and m["samples"] == 8
assert near(m["efficiency"], 8 / (32 * 0.25 * mean), 1e-11)
END
}

@test "fixed: proposals and failure rates are inverse functions" {
    json fixed --accept 0.98 --proposals 8 <<'END'
assert near(m["fail"], 2.56e-14, 1e-10) and m["proposals"] == 8
assert near(m["efficiency_of_proposals"], 1 / (8 * 0.98), 1e-12) and "efficiency" not in m
END
    # Without the fourth lane that a warp would spend on three proposals: rr_model_ask gives 0.4375.
    json fixed --accept 0.5 --proposals 3 <<'END'
assert near(m["efficiency_of_proposals"], 0.875 / (3 * 0.5))
END
    "$REROLL" model fixed --accept 0.5 --proposals 3 | grep -q '^  efficiency  *0\.5833333  *of the M proposals, without lanes'

    json fixed --accept 0.98 --fail 1e-9 <<'END'
assert m["proposals"] == 6 and near(m["fail"], 6.4e-11, 1e-10)
END
    json fixed --reject 0.5 --fail 0.25 <<'END'
assert m["proposals"] == 2 and m["fail"] == 0.25
END
}

@test "regroup, regroup:ahead, refill, compact: all values, in the required order" {
    for strategy in regroup regroup:ahead refill compact; do
        json $strategy --lanes 32 --accept 0.5 <<'END'
assert {"mean", "variance", "mode", "quantiles", "pmf", "efficiency"} <= set(m)
assert 0.3147 < m["efficiency"] <= 1 + 1e-9, m["efficiency"]
if m["strategy"].startswith("regroup"):
    assert 2 < m["mean"] < 3.1 and m["quantiles"]["0.5"] in (2, 3) and near(sum(m["pmf"]) + m.get("zero", 0), 1)
if m["strategy"] == "regroup:ahead":
    assert m["zero"] > 0.2 and m["first"]["zero"] == 0 and m["steady"]["mean"] < m["first"]["mean"] < m["loop"]
if m["strategy"] == "compact": assert m["pmf"] is None and m["variance"] is None
END
        "$REROLL" model $strategy --lanes 32 --accept 0.5 | grep -q '^  efficiency '
    done
}

@test "probabilities outside their range are refused with the range" {
    for accept in 0 1e-300 1.5 nan -0.5 inf -inf x '' 1e-400 0x; do
        refused 2 "--accept $accept is not accepted; use a number in [1e-09, 1]" model loop --lanes 32 --accept "$accept"
    done
    refused 2 "--accept 0 is not accepted; use a number in [1e-09, 1]" model fixed --proposals 3 --accept 0 --json
    refused 2 "--reject 1 is not accepted; use a number in [0, 0.999999999]" model loop --reject 1
    refused 2 "--reject -0.1 is not accepted; use a number in [0, 0.999999999]" model loop --reject -0.1
    refused 2 "--change 2 is not accepted; use a number in [0, 1]" model cached --accept 0.5 --change 2
    refused 2 "--fail 0 is not accepted; use a number in (0, 1]" model fixed --accept 0.5 --fail 0
    refused 2 "--fail nan is not accepted; use a number in (0, 1]" model fixed --accept 0.5 --fail nan
}

@test "whole numbers outside their range are refused with the range" {
    for lanes in -32 0 1.5 nan 2^41; do
        refused 2 "--lanes $lanes is not accepted; use an integer in [1, 1099511627776]" model loop --accept 0.5 --lanes $lanes
    done
    for strategy in cached regroup regroup:ahead refill compact; do
        refused 2 "--lanes 65 is not accepted; use an integer in [1, 64]" model $strategy --accept 0.5 --lanes 65
    done
    refused 2 "--lanes 12 is not accepted; use a power of two in [1, 64] with grouped" model grouped --lanes 12
    refused 2 "--group 3 is not accepted; use a power of two in [1, 32], the lanes" \
        model grouped --lanes 32 --group 3 --accept 0.5
    refused 2 "--group 16 is not accepted; use a power of two in [1, 8], the lanes" \
        model grouped --lanes 8 --group 16 --accept 0.5
    refused 2 "--proposals 0 is not accepted; use an integer in [1, 65536]" model fixed --accept 0.5 --proposals 0
    refused 2 "--tile 63 is not accepted; use an integer in [64, 65536]" model refill --accept 0.5 --tile 63
    refused 2 "--pmf 0 is not accepted; use an integer in [1, 65536]" model loop --accept 0.5 --pmf 0
}

@test "missing, superfluous and unknown arguments give one message" {
    refused 2 "the strategy is missing: reroll model STRATEGY, one of loop, cached, grouped, fixed, regroup" model
    refused 2 "the strategy is missing: reroll model STRATEGY, one of loop, cached, grouped, fixed, regroup" model --lanes 32
    refused 2 "unknown strategy 'lop'; did you mean 'loop'?" model lop
    refused 2 "unknown strategy 'zzzz': loop, cached, grouped, fixed, regroup, regroup:ahead and 2 more" model zzzz
    refused 2 "unknown strategy 'regroup:ahed'; did you mean 'regroup:ahead'?" model regroup:ahed
    refused 2 "unknown option '--acept'; did you mean '--accept'?" model loop --acept 0.5
    refused 2 "'extra' is not an option; --help lists the options" model loop --accept 0.5 extra
    refused 2 "--accept is missing: a number in [1e-09, 1]" model loop --lanes 32
    refused 2 "--accept is missing: a number in [1e-09, 1]" model grouped --lanes 32 --group 4
    refused 2 "--accept needs an argument" model loop --accept
    refused 2 "--accept and --reject cannot be given together: give one of them" model loop --accept 0.5 --reject 0.5
    refused 2 "--group is missing: --accept" model grouped --lanes 32 --accept 0.5
    refused 2 "--group is missing: --pmf" model grouped --lanes 32 --pmf 3
    refused 2 "--proposals M or --fail F is missing" model fixed --accept 0.5
    refused 2 "--proposals and --fail cannot be given together: give one of them" \
        model fixed --accept 0.5 --proposals 3 --fail 0.1
    refused 2 "--tile is not an option of model loop" model loop --accept 0.5 --tile 64
    refused 2 "--lanes is not an option of model fixed" model fixed --accept 0.5 --fail 0.1 --lanes 4
    refused 2 "--pmf is not an option of model compact" model compact --accept 0.5 --pmf 4
}

@test "help names every option" {
    "$REROLL" model --help >help
    "$REROLL" model loop -h | cmp - help
    sed -n 's/^    --\([a-z]*\).*/\1/p' help >options
    [ "$(wc -l <options)" -eq 10 ]
}

@test "the synopsis has the options that each strategy accepts" {
    "$REROLL" model --help | sed -n '/^SYNOPSIS/,/^$/s/^    reroll model //p' >synopsis
    while read -r strategies rest; do
        for strategy in ${strategies//|/ }; do
            for option in --pmf=4 --tile=64 --change=0.5 --lanes=8; do
                group=()
                [ "$strategy" != grouped ] || group=(--group 2)
                [ "$strategy" != fixed ] || group=(--proposals 2)
                accepted=yes
                "$REROLL" model "$strategy" --accept 0.5 "${group[@]}" $option >x 2>&1 || accepted=no
                named=no
                case $rest in *"[${option%%=*}"* | *"[--group G --accept P [${option%%=*} "*) named=yes ;; esac
                [ $accepted = $named ] || { echo "$strategy $option: accepted $accepted, named $named"; cat x; false; }
            done
        done
    done <synopsis
    [ "$(wc -l <synopsis)" -eq 7 ]
}

@test "a closed pipe ends it without a message, a full disk with one" {
    "$REROLL" model loop --accept 0.5 --json | true
    [ "${PIPESTATUS[0]}" -eq 0 ]
    run --separate-stderr bash -c "'$REROLL' model loop --accept 0.5 >/dev/full"
    [ "$status" -eq 1 ]
    [ "${#stderr_lines[@]}" -eq 1 ]
}
