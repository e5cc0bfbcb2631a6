# SPDX-License-Identifier: MIT OR Apache-2.0
# Names that other libraries give to distributions: the command takes them, and its job files hold its own names.
bats_require_minimum_version 1.5.0
load helpers

@test "every alias gives the numbers of its sampler, or is a suggestion" {
    "$REROLL" samplers --json | python3 -c '
import json, sys
for s in json.load(sys.stdin):
    for name in s["names"]: print(name, s["name"])' >aliases
    [ "$(wc -l <aliases)" -ge 200 ]
    while read -r alias name; do
        if "$REROLL" sample "$alias" --help >help 2>error; then
            "$REROLL" sample "$name" --help | diff - help
        else
            grep -q "unknown sampler '$alias'; did you mean '$name'? [a-zA-Z]" error
            echo "$alias" >>suggested
        fi
    done <aliases
    [ "$(wc -l <suggested)" -eq 11 ]
}

@test "aliases in sample, plan, bench and verify, in any case, with a method and with their own parameters" {
    [ "$("$REROLL" sample lomax --a 3 -n 2)" = "$("$REROLL" sample pareto --a 3 -n 2)" ]
    [ "$("$REROLL" sample gig --p 1 --b 2 -n 2)" = "$("$REROLL" sample geninvgauss --p 1 --b 2 -n 2)" ]
    [ "$("$REROLL" sample Weibull_Min --c 2 -n 2)" = "$("$REROLL" sample weibull --a 2 -n 2)" ]
    [ "$("$REROLL" sample gaussian:polar -n 2)" = "$("$REROLL" sample normal:polar -n 2)" ]
    [ "$("$REROLL" sample rFNCHypergeo --m1 9 --m2 8 --draws 7 --or 2 -n 3)" = \
        "$("$REROLL" sample fisher-hypergeometric --ngood 9 --nbad 8 --nsample 7 --odds 2 -n 3)" ]
    "$REROLL" plan lomax --a 3 -n 1000 --json | grep -q '"sampler": "pareto"'
    "$REROLL" bench lomax --quick --json -n 64 | grep -q '"sampler": "pareto"'
    refused 2 "pareto is built in" verify lomax
    "$REROLL" sample lomax --a 3 -n 5 -o x.npy
    grep -q '"sampler": "pareto"' x.npy.job.json
    "$REROLL" sample --job x.npy.job.json -o y.npy
    cmp x.npy y.npy
}

@test "lomax begins at 0" {
    "$REROLL" sample lomax --a 3 -n 1e5 >x.txt
    python3 - <<'END'
x = [float(line) for line in open("x.txt")]
for at in 0.05, 0.3, 1, 4:
    share, exact = sum(v <= at for v in x) / len(x), 1 - (1 + at) ** -3
    assert abs(share - exact) < 6 * (exact * (1 - exact) / len(x)) ** 0.5, at
END
}
