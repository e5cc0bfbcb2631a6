# SPDX-License-Identifier: MIT OR Apache-2.0
# samplers, strategies, devices: tables, names, JSON. And the manual pages.
bats_require_minimum_version 1.5.0
load helpers
PAGES=$(dirname "$REROLL")/man   # which make builds with the command

@test "samplers --json" {
    "$REROLL" samplers --json >x.json
    python3 - <<'END'
import json
samplers = json.load(open("x.json"))
keys = {"name", "law", "method", "names", "help", "source", "bits_version", "family", "dtypes", "shape", "params",
        "rejects", "min_accept", "cap", "contract"}
assert len({s["name"] for s in samplers}) == len(samplers) >= 8
for s in samplers:
    assert set(s) == keys, s
    assert s["name"] == s["law"] + (":" + s["method"] if s["method"] else "")
    assert 0 < s["min_accept"] <= 1
    assert s["dtypes"] and set(s["dtypes"]) <= {"f32", "f64", "u32", "u64", "i32", "i64", "f16", "bf16"}
    for p in s["params"]:
        assert set(p) == {"name", "help", "default", "f32", "f64", "shape", "once", "rule"}
        for r in p["f32"], p["f64"]:
            assert set(r) == {"low", "high", "low_open", "high_open"} and float(r["low"]) < float(r["high"])
    assert s["contract"] is not s["name"].endswith(":blas")
normal = next(s for s in samplers if s["name"] == "multivariate-normal")
assert normal["shape"] == ["K"] and [p["shape"] for p in normal["params"]] == [["K"], ["K", "K"]]
assert [(p["once"], p["rule"]) for p in normal["params"]] == [(False, ""), (True, "covariance")]
gamma = next(s for s in samplers if s["name"] == "gamma")
assert [p["name"] for p in gamma["params"]] == ["shape", "scale"]
assert gamma["params"][0]["default"] is None and gamma["params"][1]["default"] == 1
assert gamma["params"][0]["f64"] == {"low": 1e-300, "high": 1e300, "low_open": False, "high_open": False}
END
}

@test "strategies --json and devices --json" {
    "$REROLL" strategies --json >x.json
    "$REROLL" devices --json >y.json
    python3 - <<'END'
import json
strategies, devices = json.load(open("x.json")), json.load(open("y.json"))
assert strategies[0]["name"] == "auto" and all(set(s) == {"name", "form", "help"} for s in strategies)
assert all(set(d) == {"name", "available", "why", "lanes", "model", "across"} for d in devices)
assert all(d["available"] is (d["lanes"] > 0) is (d["why"] == "") for d in devices)
assert any(d["name"] == "cpu:scalar" and d["available"] for d in devices)
END
}

@test "the help of --dtype names every type that a sampler has" {
    "$REROLL" sample --help | tr -s ' \n' ' ' | grep -o 'the dtype of the samples: .*, or NumPy' >help
    "$REROLL" samplers --json |
        python3 -c 'import json, sys; print(*{t for s in json.load(sys.stdin) for t in s["dtypes"]})' >types
    for type in $(cat types); do grep -qw "$type" help; done
    [ "$(wc -w <types)" -ge 8 ]
}

@test "tables and --names list the same entries" {
    for list in samplers devices strategies; do
        "$REROLL" $list | tail -n +2 | grep -q .
        "$REROLL" $list --names | grep -q .
    done
    [ "$("$REROLL" samplers | tail -n +2 | awk '/^[a-z]/ && $2 ~ /^[0-9]+$/ {print $1}' | sort)" = \
        "$("$REROLL" samplers --names | sort)" ]
    [ "$("$REROLL" samplers | grep -c '^[RCW][a-z]*')" -eq 4 ]
    "$REROLL" samplers | awk 'length > 100 || /[[:space:]]$/ {print; exit 1}'
    [ "$("$REROLL" samplers | awk '/^[a-z].* [0-9]+ / {print $3}' | sort -u | tr '\n' ' ')" = "count real word " ]
    [ "$("$REROLL" devices | awk '$2 == "yes" {print $1}')" = "$("$REROLL" devices --names)" ]
    for strategy in $("$REROLL" strategies --names); do "$REROLL" sample normal -n 10 --strategy "$strategy" >/dev/null; done
}

@test "lists end without a message if the pipe is closed" {
    "$REROLL" samplers --json | true
    [ "${PIPESTATUS[0]}" -eq 0 ]
    run --separate-stderr bash -c "'$REROLL' samplers >/dev/full"
    [ "$status" -eq 1 ]
    [ "${#stderr_lines[@]}" -eq 1 ]
}

@test "the manual pages are well formed and name every option" {
    local commands
    commands=$("$REROLL" --help |
        sed -n '/^COMMANDS/,/^$/s/^    \([a-z]*\) .*/\1/p')   # permutation:bijection is none of them
    [ "$(wc -w <<<"$commands")" -eq 15 ]
    for command in $commands; do
        page=$PAGES/reroll-$command.1
        sed 's/\\-/-/g' "$page" >page
        "$REROLL" "$command" --help >help
        sed -n '/^OPTIONS/,/^$/s/^    \(-., \)\{0,1\}--\([a-z-]*\).*/\2/p' help | sort >options
        [ "$(wc -l <options)" -ge 3 ]
        sed -n 's/^\.BI\{0,1\} "\(-., \)\{0,1\}--\([a-z-]*\)".*/\2/p' page | sort | diff options -
        for heading in $(grep -o '^[A-Z]* \{0,1\}[A-Z]*$' help | tr ' ' _); do grep -qx ".SH ${heading/_/ }" page; done
        grep -q "^\.B \"$command\"" "$PAGES/reroll.1"
        grep -q "reroll.-$command" "$PAGES/reroll.1"
    done
    "$REROLL" transform --names | while read -r method; do
        sed 's/\\-/-/g' "$PAGES/reroll-transform.1" | grep -q "^\.B \"$method\""
    done
    for page in "$PAGES"/*.1; do
        if command -v mandoc >/dev/null; then mandoc -T lint -W warning "$page"; fi
        if command -v groff >/dev/null; then groff -man -ww -z -Tutf8 "$page" 2>&1 | (! grep .); fi
        [ "$(grep -c SPDX "$page")" -eq 1 ]
    done
}

# bats ends a test at a command that fails, but not at one after "!": "(! grep ...)" ends it.
@test "no negated command of a test is ignored" {
    (! grep -nE '^[[:space:]]*! ' "$ROOT"/tests/*/*.bats)
}
