# SPDX-License-Identifier: MIT OR Apache-2.0
"""Makes deliberate faults in the PTX of kernels, one at a time (mutate.c), and checks that the emulator detects them:
mutations.py BUILD [--everyday].

Every barrier, store, vote and shuffle of a kernel is dropped, every mask halved, every mask that is not constant widened. A
fault is *flagged* where a rule of the emulator is broken, *seen* where samples differ from the CPU's. Instructions that the
run without a fault does not execute are left out. A fault that neither shows is tried again under each of SCHEDULES; those
that remain are listed with their line. BUILD/ptx/mutations.json has one line per kernel, a JSON object. Also left out are
votes whose result each lane has alone, such as whether a sample has failed, when none has.

The kernels are those of `reroll sample`, and those of reroll_device.h with `attempts` (tests/devices/header.c), whose masks
have the active lanes.

--everyday: TAP, one line per kernel of EVERYDAY, with the kinds of faults that must all be detected. Without it a table of
all, and exit status 1 if a smaller fraction than LEAST was detected."""
import json
import os
import re
import subprocess
import sys

STRATEGIES = ["loop", "cached", "grouped:4", "fixed:4+", "fixed:40+", "regroup", "regroup:ahead", "refill", "compact"]
KERNELS = [("attempts --accept 0.1", "u32", s) for s in STRATEGIES] + [
    ("gamma --shape 2", "f32", "compact"), ("gamma --shape 0.3", "f32", "compact"), ("gamma --shape 2", "f64", "regroup"),
    ("beta --a 2 --b 3", "f32", "compact"), ("normal:ziggurat", "f32", "compact"), ("poisson --lam 50", "i32", "compact")]
HEADER = ("attempts", "u32", "reroll_device.h")
KERNELS.append(HEADER)
KINDS = ["barrier", "store", "vote", "shuffle", "halves", "widen"]
SCHEDULES = [{}, {"PTX_SCHEDULE": "highest"}] + [{"PTX_SCHEDULE": s, "PTX_SEED": str(k)} for s in ("random", "interleaved")
                                                 for k in (1, 2)]
EVERYDAY = {("attempts --accept 0.1", "u32", "fixed:4+"): ["barrier", "shuffle"],
            ("attempts --accept 0.1", "u32", "compact"): ["barrier", "store"],
            ("attempts --accept 0.1", "u32", "regroup"): ["store", "shuffle"]}
LEAST = 0.9
# Tiles long enough that every queue is filled and emptied again.
DEVICE, SAMPLES = "cuda:0,tile=4096", "20000"


class Runs:
    def __init__(self, build):
        self.build, self.work = os.path.abspath(build), os.path.join(os.path.abspath(build), "ptx", "tests", "mutations")
        self.done = False
        os.makedirs(self.work, exist_ok=True)

    def path(self, name):
        return os.path.join(self.work, name)

    def draw(self, kernel, device, out, **more):
        """The emulator's messages; self.done: the program succeeded."""
        law, dtype, strategy = kernel
        for name in (out, "log", "tally"):
            if os.path.exists(self.path(name)):
                os.remove(self.path(name))
        command = self.command(law, dtype, strategy, device, out)
        environment = dict(os.environ, REROLL_CUDA=os.path.join(self.build, "ptx", "libcuda.so"), PTX_LOG=self.path("log"),
                           REROLL_CACHE=os.environ.get("REROLL_CACHE", os.path.join(self.build, "cache")), REROLL_DEEP="1",
                           PTX_LIMIT="20000000", **more)
        self.done = subprocess.run(command, env=environment, capture_output=True, check=False).returncode == 0
        said = ""
        if os.path.exists(self.path("log")):
            with open(self.path("log"), encoding="utf-8") as f:
                said = f.read()
        return said

    def command(self, law, dtype, strategy, device, out):
        if strategy == HEADER[2]:
            header = os.path.join(self.build, "gen", "reroll_device_single.h")
            return [os.path.join(self.build, "ptx", "header"), header, law] if device == DEVICE else ["true"]
        command = [os.path.join(self.build, "reroll"), "sample", *law.split(), "-n", SAMPLES, "--dtype", dtype, "--device",
                   device, "-o", self.path(out), "--force"]
        return command + (["--strategy", strategy] if device == DEVICE else [])

    def same(self, kernel):
        """True if the samples are those of the CPU. header.c compares its own."""
        contents = []
        if kernel == HEADER or not self.done:
            return self.done
        for name in ("have.raw", "want.raw"):
            if not os.path.exists(self.path(name)):
                return False
            with open(self.path(name), "rb") as f:
                contents.append(f.read())
        return contents[0] == contents[1]

    def lines_reached(self):
        """The instructions at which a fault could make a difference."""
        with open(self.path("tally"), encoding="utf-8") as f:
            lines = [line.split(None, 4) for line in f if not line.startswith("launch")]
        return {int(line) for line, _, _, splits, text in lines if int(splits) or "vote.sync" not in text}

    def fault(self, kernel, kind, number, reached):
        """(outcome, line, text): flagged, seen, or neither; None where no sample reaches it."""
        for schedule in SCHEDULES[:2] if kernel == HEADER else SCHEDULES:
            said = self.draw(kernel, DEVICE, "have.raw", PTX_MUTATE=f"{kind}:{number}", **schedule)
            changed = [c for c in re.findall(r"changed line (\d+): (.*)", said) if int(c[0]) in reached]
            if not changed:
                return None
            line, text = changed[0]
            if "PTX line" in said:
                return "flagged", line, text
            if not self.same(kernel):
                return "seen", line, text
        return "nothing", line, text

    def kernel(self, kernel, kinds):
        """Outcomes by kind."""
        found = {}
        self.draw(kernel, "cpu:scalar", "want.raw")
        said = self.draw(kernel, DEVICE, "have.raw", PTX_MUTATE="count", PTX_TALLY=self.path("tally"))
        if not self.same(kernel):
            sys.exit(f"{kernel}: without a fault it fails: {said}")
        reached = self.lines_reached()
        for kind in kinds:
            sites = max(int(n) for n in re.findall(rf": {kind} (\d+)$", said, re.M))
            outcomes = [self.fault(kernel, kind, k, reached) for k in range(sites)]
            found[kind] = [o for o in outcomes if o]
        return found


def table(runs):
    noticed = every = 0
    print(f"{'kernel':44} {'fault':8} {'reached':>8} {'flagged':>8} {'seen':>5}  not noticed, by line of the PTX")
    with open(os.path.join(runs.build, "ptx", "mutations.json"), "w", encoding="utf-8") as out:
        for kernel in KERNELS:
            found = runs.kernel(kernel, KINDS)
            print(json.dumps({"kernel": " ".join(kernel), "faults": found}), file=out, flush=True)
            for kind, outcomes in found.items():
                by = {o: [x for x in outcomes if x[0] == o] for o in ("flagged", "seen", "nothing")}
                if outcomes:
                    print(f"{' '.join(kernel):44} {kind:8} {len(outcomes):8} {len(by['flagged']):8} {len(by['seen']):5}  " +
                          "; ".join(f"{line}: {' '.join(text.split())[:60]}" for _, line, text in by["nothing"]), flush=True)
                noticed += len(outcomes) - len(by["nothing"])
                every += len(outcomes)
    print(f"{noticed} of {every} faults were noticed ({100 * noticed / every:.1f} %)")
    return noticed < LEAST * every


def everyday(runs):
    failed = False
    for number, (kernel, kinds) in enumerate(EVERYDAY.items(), 1):
        found = runs.kernel(kernel, kinds)
        missed = [o for outcomes in found.values() for o in outcomes if o[0] == "nothing"]
        count = sum(map(len, found.values()))
        bad = bool(missed) or not all(found.values())
        failed = failed or bad
        print(f"{'not ' * bad}ok {number} - {' '.join(kernel)}: {count} faults ({', '.join(kinds)}) are noticed")
        for _, line, text in missed:
            print(f"# not noticed: PTX line {line}: {text}")
    print(f"1..{len(EVERYDAY)}")
    return failed


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["--everyday"]):
        sys.exit(__doc__)
    sys.exit((everyday if sys.argv[2:] else table)(Runs(sys.argv[1])))
