# SPDX-License-Identifier: MIT OR Apache-2.0
# The check that users run ends well, with a digest a sampler and the one over those.
bats_require_minimum_version 1.5.0
load helpers

# One run on the CPU alone for several tests.
setup_file() {
    load helpers
    "$REROLL" verify --quick --json --device cpu >"$BATS_FILE_TMPDIR/cpu.json"
}

@test "verify --quick: every line is ok, and so is the digest" {
    run --separate-stderr "$REROLL" verify --quick
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    [ "${#lines[@]}" -gt 100 ]
    (! grep -v '  *ok  ' <<<"$output")
    [[ ${lines[-1]} =~ ^digest\ +ok\ +[0-9a-f]{16}$ ]]
}

@test "verify --json: a digest for every sampler of the contract, and the total last" {
    cp "$BATS_FILE_TMPDIR/cpu.json" x.json
    "$REROLL" samplers --json >samplers.json
    python3 - <<'END'
import json, re
digests = [c for c in json.load(open("x.json")) if c["check"].split()[0] == "digest"]
names = [s["name"] for s in json.load(open("samplers.json")) if s["contract"]]
assert [c["check"] for c in digests] == ["digest " + n for n in names] + ["digest"]
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
@test "verify: a digest that is not the descriptor's fails by name, and by no other name" {
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
}

@test "verify: a few runs instead of all, and every strategy still meets every device" {
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
assert sum(f[0] for f in pairs.values()) * 2 < sum(every[c][0] for c in every if c != "bits of the contract")
END
}
