# SPDX-License-Identifier: MIT OR Apache-2.0
# The users' check succeeds, with one digest per sampler and one over all.
bats_require_minimum_version 1.5.0
load helpers

# One run on the CPU alone for several tests.
setup_file() {
    load helpers
    "$REROLL" verify --quick --json --device cpu >"$BATS_FILE_TMPDIR/cpu.json"
}

# good ARGUMENT...: every line but the last is ok, the digest of all samplers precedes it, and the last says what was
# compared: the runs of all lines, and what the mode leaves out.
good() {
    run --separate-stderr "$REROLL" verify "$@"
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    [ "${#lines[@]}" -gt 100 ]
    (! sed '$d' <<<"$output" | grep -v '  *ok  ')
    [[ ${lines[-2]} =~ ^digest\ +ok\ +[0-9a-f]{16}$ ]]
    [[ ${lines[-2]} == *" $(last_digest)" ]]
    local runs samplers
    runs=$(sed -n 's/^bits .* ok  *\([0-9]*\) runs on .*/\1/p' <<<"$output" | awk '{n += $1} END {print n}')
    samplers=$(grep -c '^digest [^ ]' <<<"$output")
    [[ ${lines[-1]} == "compared: $samplers samplers; $runs runs on "*" samples for moments and digests. Not compared: "* ]]
    # 300 samples per run on average: few runs have fewer than 500, except those of fixed:M on cpu:scalar.
    sed 's/.* device[s]*, \([0-9.e+]*\) million.*/\1/' <<<"${lines[-1]}" |
        awk -v "runs=$runs" '1e6 * $1 < 300 * runs {exit 1}'
}

last_digest() {
    python3 -c 'import json, sys
print([c for c in json.load(open(sys.argv[1])) if c["check"] == "digest"][0]["detail"])' "$BATS_FILE_TMPDIR/cpu.json"
}

@test "verify --quick: every line is ok, the digest too, and the last line lists what was compared and what was not" {
    good --quick
    [[ ${lines[-1]} =~ "Not compared: larger jobs (without --quick), "[0-9]+" more runs (--all), GPUs (--device)"$ ]]
}

@test "verify: the same with more samples, and the same digest" {
    good
    [[ ${lines[-1]} =~ "Not compared: "[0-9]+" more runs (--all), GPUs (--device)"$ ]]
}

# Checks run on all processors; with one, they run one after another.
@test "verify: the same lines in the same order on one processor; the last object of --json" {
    taskset -c "$(taskset -pc $$ | sed 's/.*: *\([0-9]*\).*/\1/')" "$REROLL" verify --quick --json --device cpu >one.json
    cmp one.json "$BATS_FILE_TMPDIR/cpu.json"
    python3 - one.json <<'END'
import json, re, sys
checks = json.load(open(sys.argv[1]))
runs = sum(int(re.match("[0-9]+", c["detail"])[0]) for c in checks if re.match("bits .* [fiu][0-9]+$", c["check"]))
last = checks[-1]
assert last["check"] == "compared" and last["ok"] and checks[-2]["check"] == "digest", checks[-2:]
assert f"; {runs} runs on 1 device, " in last["detail"], (runs, last)
assert last["detail"].endswith("Not compared: larger jobs (without --quick), other devices (without --device)"), last
END
}

@test "verify --json: a digest for every sampler of the contract, and the total last" {
    cp "$BATS_FILE_TMPDIR/cpu.json" x.json
    "$REROLL" samplers --json >samplers.json
    python3 - <<'END'
import json, re
digests = [c for c in json.load(open("x.json")) if c["check"].split()[0] == "digest"]
names = [s["name"] for s in json.load(open("samplers.json")) if s["contract"]]
assert [c["check"] for c in digests] == ["digest " + n for n in names] + ["digest"]
assert json.load(open("x.json"))[-2]["check"] == "digest"
assert all(c["ok"] and re.fullmatch("[0-9a-f]{16}", c["detail"]) for c in digests)
assert len({c["detail"] for c in digests}) == len(digests)
total = 0xcbf29ce484222325
for c in digests[:-1]:
    for byte in int(c["detail"], 16).to_bytes(8, "little"):
        total = (total ^ byte) * 0x100000001b3 % 2**64
assert total == int(digests[-1]["detail"], 16)
END
}

# A copy of the command whose descriptor of one sampler says another digest.
@test "verify: a wrong digest in a descriptor fails under the name of that sampler only" {
    digest=$(python3 -c 'import json, sys
print(next(c["detail"] for c in json.load(open(sys.argv[1])) if c["check"] == "digest chi2"))' "$BATS_FILE_TMPDIR/cpu.json")
    python3 - "$REROLL" "$digest" <<'END'
import sys
program, digest = open(sys.argv[1], "rb").read(), int(sys.argv[2], 16)
assert program.count(digest.to_bytes(8, "little")) == 1
open("broken", "wb").write(program.replace(digest.to_bytes(8, "little"), (digest ^ 1).to_bytes(8, "little")))
END
    chmod +x broken
    run ./broken verify --quick --device cpu
    [ "$status" -eq 1 ]
    [ "$(grep -c FAILED <<<"$output")" -eq 1 ]
    grep -q "^digest chi2 *FAILED $digest, recorded is" <<<"$output"
    grep -q "^reroll: 1 of [0-9]* checks failed" <<<"$output"
}

@test "verify: fewer runs, and every strategy still runs on every device" {
    [ -n "$REROLL_DEEP" ] || skip "with REROLL_DEEP=1: all runs take minutes"
    "$REROLL" verify --quick --json >few.json
    "$REROLL" verify --quick --json --all >all.json
    python3 - <<'END'
import json, re
def runs(name):
    checks = [c for c in json.load(open(name)) if c["check"].startswith("bits ")]
    return {c["check"]: [int(n) for n in re.findall(r"\d+", c["detail"])] for c in checks}
few, every = runs("few.json"), runs("all.json")
assert few.keys() - {"bits of the contract"} == every.keys() - {"bits of the contract"}
pairs = {}
for check in few.keys() - {"bits of the contract"}:
    sampler = check.split()[1]
    pairs.setdefault(sampler, [0, 0])
    pairs[sampler][0] += few[check][0]
    pairs[sampler][1] = max(pairs[sampler][1], every[check][0])
for sampler, (ran, kinds) in pairs.items():
    assert ran * 3 >= kinds, (sampler, ran, kinds)   # a dtype has at most three sets of parameters
left_out = int(re.search("([0-9]+) more runs", json.load(open("few.json"))[-1]["detail"])[1])
ran, total = sum(f[0] for f in pairs.values()), sum(every[c][0] for c in every if c != "bits of the contract")
assert ran * 2 < total <= ran + left_out, (ran, total, left_out)   # --all does not compare loop with itself
END
}
