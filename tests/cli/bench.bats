# SPDX-License-Identifier: MIT OR Apache-2.0
# reroll bench: what it prints can be read by programs. (No time is looked at; bench --plan is in plan.bats.) Of two samplers,
# one with an infinite parameter and one that every strategy is timed with; with REROLL_DEEP of all.
bats_require_minimum_version 1.5.0
load helpers

@test "bench --json: every row is JSON, infinite parameters too" {
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
