# SPDX-License-Identifier: MIT OR Apache-2.0
# reroll bench: its output can be read by programs. Times are compared with processor time only (bench --plan: plan.bats).
# Two samplers, one with an infinite parameter and one timed by every strategy; with REROLL_DEEP all.
bats_require_minimum_version 1.5.0
load helpers

@test "bench --json: every row is JSON, also with infinite parameters" {
    "$REROLL" bench --quick --json -n 16384 --sampler truncated-normal >infinite.json
    # shellcheck disable=SC2046  # words
    "$REROLL" bench --quick --json -n 16384 $([ -n "$REROLL_DEEP" ] || echo --sampler gamma) >bench.json
    python3 - infinite.json bench.json <<'END'
import json, sys
read = [json.load(open(name), parse_constant=lambda word: sys.exit(f"{word} is no JSON")) for name in sys.argv[1:]]
assert any(row["params"].get("high") == "inf" for row in read[0])
assert len({row["strategy"] for row in read[1]}) > 9
for rows in read:
    assert all(row["ns_per_sample"] > 0 and row["quartiles"][0] <= row["quartiles"][1] for row in rows)
    fill = {row["dtype"]: row["ns_per_sample"] for row in rows if row["sampler"] == "memset"}
    shares = [row for row in rows if row["of_memset"] is not None and row["dtype"] in fill]
    assert len(shares) > 5
    assert all(abs(row["of_memset"] * row["ns_per_sample"] / fill[row["dtype"]] - 1) < 0.01 for row in shares)
END
}

@test "bench: the calls that it reports fit into its processor time" {
    python3 - "$REROLL" <<'END'
import json, resource, subprocess, sys
n = 65536
made = subprocess.run([sys.argv[1], "bench", "--quick", "--json", "-n", str(n), "--sampler", "uniform"], check=True,
                      stdout=subprocess.PIPE).stdout
used = resource.getrusage(resource.RUSAGE_CHILDREN)
# A row has seven rounds, four of which take the median or longer, each for many calls: one is counted.
called = [4e-9 * row["ns_per_sample"] * n for row in json.loads(made)]
assert sum(called) < used.ru_utime + used.ru_stime, (called, used)
assert all(row["ns_per_sample"] > 1e-3 for row in json.loads(made))
END
}

@test "bench: samplers that need a matrix or weights are given one" {
    local sampler
    for sampler in multivariate-normal matrix-normal wishart categorical multinomial; do
        "$REROLL" bench "$sampler" --quick --dtype f64 --strategy compact >rows
        grep -q "^$sampler" rows
    done
}
