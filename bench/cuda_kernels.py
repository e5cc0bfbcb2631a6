#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Registers, memory and instructions per sample of the CUDA kernels, from the machine code alone.

    bench/cuda_kernels.py                     the table of all kernels
    bench/cuda_kernels.py --only PATTERN...   of the kernels sampler.dtype.strategy[.plain, .main] that match
    bench/cuda_kernels.py --compare TABLE     TAP: a new table is within 5 % of that one (with --only)

It needs nvcc and ptxas (PATH, or CUDA_HOME) and nvdisasm (PATH, or the PyPI package nvidia-cuda-nvdisasm). HOW_COUNTED below
is printed as the table's head and defines the figures."""
import argparse
import collections
import concurrent.futures
import fnmatch
import glob
import heapq
import math
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

HOW_COUNTED = """\
# CUDA kernels, {version}; `make cuda-kernels` makes this table.
# Nothing was run: every figure is read from machine code.
#
# regs, local, shared   registers per thread; bytes of local memory, which holds spilled registers; bytes of shared memory
#                       per block
# warps                 resident warps per multiprocessor, at most 64, in blocks of 4: the smaller of
#                         4 floor(16384 / w), w = 32 regs rounded up to 256 (each quarter of it has 16384 registers)
#                         4 floor(all / (shared + 1024)), all = 167936 bytes (sm_80), 233472 (sm_90)
#
# compact.plain is compact for a job with constant parameters that the host knows (RR_PLAIN of
# targets/gpu/kernels/kernel.h); compact.main is the same where no sample needs the boost.
#
# For compact: instructions that a warp issues, including predicated ones, along the shortest cycle of the control flow
# through certain marks and no others. A build with RR_MARKS leaves these marks in the code (PMTRIG; not counted). So rare
# branches and slow paths of division and square root are not taken, and code that the case needs is not skipped:
#   unit     first pass without retries, per sample: the cycle over the samples of a thread (2 or 4, which share blocks;
#            two or four times as many for plain f32 kernels of samplers with one block and no auxiliary draw)
#   boost    the same with the boost of shapes below 1, per sample
#   queue    a round in which each thread queues an undecided sample; the number of rounds is the maximum over threads of
#            its undecided samples among 32, which are drawn before anything is queued
#   refuse   a round in which each thread queues a rejected sample
#   again    a step of the retry loop, which tries 32 queued slots and keeps a value; one slot per lane, so it is per attempt
#   decide   a step that decides 32 undecided slots and keeps a value: per slot
#   varies   unit with varying parameters, which the draw and the finish load, per sample
#
# Cases, for jobs of 2^20, 2^24 and 2^28 samples: all instructions that a warp issues from a kernel's entry to its exit, per
# sample of a thread. With w the warps of {sms} multiprocessors, and tiles of c slots as in targets/gpu/launch.c,
#   (ends + again A + decide S) / (c / 32) + unit + (turn + (m(o) - 1) queue + (m(d) - 1) refuse) / 32
# where unit, turn, again, ... are cycles with the boost, or with loads of varying parameters, where the case has them; turn
# is the code between the last unit of a batch and the first of the next, with one round of each kind; ends is from entry to
# exit without a turn's units; m(p) is the mean of the maximum over 32 threads with 32 independent samples each (normals: 16
# pairs); A and S are the mean steps of a tile, whose last ones are not full, by simulation. o: undecided slots, d: slots
# rejected in the first pass, r: further attempts, per sample, as printed by `reroll sample ... --strategy compact --counts`
# (n = 1e6).
# Left out: lanes of a warp that take a rare branch alone, and waiting.
#   ALU      part of `unit` on the ALU pipe, half rate: {alu}
#   IMAD     part of `unit` on the half of the FMA pipes that multiplies integers, half rate
#   XU       part of `unit` at quarter rate or less: {xu}
"""

ALU = ("LOP3 IADD3 VIADD VIADDMNMX SEL FSEL FMNMX FSETP ISETP SHF LEA PRMT I2FP PLOP3 VIMNMX VIMNMX3 IMNMX MOV BMSK SGXT "
       "P2R R2P IABS FCHK LOP ISCADD").split()
IMAD = "IMAD".split()
XU = "MUFU I2F F2I F2F I2I FRND POPC FLO BREV SHFL".split()

ARCHS = {"sm_80": 167936, "sm_90": 233472}
SMS = {"sm_80": 108, "sm_90": 132}
TOLERANCE = 0.05

# Marks of engine/strategies/gpu/compact.h, retry.h and keep.h, and engine/lanes/thread.h.
UNIT, QUEUE, AGAIN, SETTLE, BOOST, REFUSE, DRAW_LOADS, FINISH_LOADS, KEEP, GATHER = range(1, 11)
COLUMNS = {"unit": {UNIT}, "boost": {UNIT, BOOST}, "queue": {QUEUE}, "refuse": {REFUSE}, "again": {AGAIN, KEEP},
           "decide": {SETTLE, KEEP}, "varies": {UNIT, DRAW_LOADS, FINISH_LOADS}}
BATCH = 32

# targets/gpu: the maximal slots of a tile, and the samples of a turn. A tile has a whole number of turns.
TILE, TURN = (int(eval(re.search(rf"(?m)^#define {name} \(?(.*?)u?( << \d+)?\)?$", open(path).read()).expand(r"\1\2")))
              for name, path in (("RR_GPU_TILE", "targets/gpu/gpu.h"), ("RR_GPU_TURN", "targets/gpu/kernels/launch.h")))
SIZES = 20, 24, 28

# Name, sampler, dtype, form of compact, kind of unit, r, o, d, samples that are undecided together. The gammas' d is the
# probability of y <= -1 (laws/gamma/draw/draw.h): all other rejections follow an undecided attempt.
CASES = (
    ("uniform", "uniform", 32, "compact.plain", "unit", 0, 0.003872, 0, 1),
    ("exponential", "exponential", 32, "compact.plain", "unit", 0, 0.003872, 0, 1),
    ("normal", "normal", 32, "compact.plain", "unit", 0, 0.003936, 0, 2),
    ("gamma(2)", "gamma", 32, "compact.main", "unit", 0.020664, 0.025141, 5.4e-5, 1),
    ("gamma, a shape per draw", "gamma", 32, "compact", "varies", 0.020664, 0.025141, 5.4e-5, 1),
    ("gamma(0.3)", "gamma", 32, "compact.plain", "boost", 0.035656, 0.042243, 1.6e-3, 1),
    ("attempts(1/2)", "attempts", 32, "compact.plain", "unit", 1, 0, 0.5, 1),
)

# Kernels that are compiled for every strategy; all others are compiled for compact, in both forms.
EVERY_STRATEGY = "gamma normal uniform attempts truncated_normal".split()


def find(program):
    path = shutil.which(program)
    places = [os.path.join(os.environ.get("CUDA_HOME", "/usr/local/cuda"), "bin")]
    for prefix in {sys.prefix, *glob.glob("build/*venv")}:
        places += glob.glob(os.path.join(prefix, "lib/python3*/site-packages/nvidia/*/bin"))
    for place in places:
        if not path and os.access(os.path.join(place, program), os.X_OK):
            path = os.path.join(place, program)
    return path


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}:\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def listed(sampler):
    """Its directory, the name of its draw, and whether its samples are counts."""
    line = re.search(rf"(?m)^RR_SAMPLER\((\w+), {sampler}, (\w+), (\w+)\)", open("laws/list.h").read())
    module, draw, widths = line.groups()
    return module, draw, int(widths.startswith("counts"))


def flags_of(kernel):
    sampler, dtype, strategy = kernel
    name, form = (strategy.split(".") + [""])[:2]
    module, draw, counts = listed(sampler)
    return ["-I.", "-DRR_TARGET_CUDA", f"-DRR_MODULE={module}", f"-DRR_SAMPLER={sampler}", f"-DRR_DRAW={draw}",
            f"-DRR_DTYPE={dtype}", f"-DRR_STRATEGY_RUN={name}", f"-DRR_PLAIN={dict(plain=1, main=2).get(form, 0)}",
            "-DRR_COUNTING=0",
            f"-DRR_COUNTS={counts}"]


def ptx_of(kernel, folder, marks):
    name = os.path.join(folder, ".".join(map(str, kernel)) + ("m" if marks else ""))
    with open(name + ".cu", "w") as f:
        f.write('#include "targets/gpu/kernels/kernel.h"\n')
    run(find("nvcc"), "-ptx", "-arch=compute_80", *flags_of(kernel), *(["-DRR_MARKS"] if marks else []), name + ".cu", "-o",
        name + ".ptx")
    return name


def assemble(name, arch):
    """The cubin's path and the assembler's report on it."""
    said = run(find("ptxas"), "-v", f"-arch={arch}", name + ".ptx", "-o", f"{name}.{arch}.cubin")
    return f"{name}.{arch}.cubin", said


def warps(registers, shared, arch):
    by_registers = 4 * (16384 // (math.ceil(registers * 32 / 256) * 256))
    return min(64, by_registers, 4 * (ARCHS[arch] // (shared + 1024))) // 4 * 4


class Code:
    """Basic blocks, and the possible successors of each."""

    def __init__(self, cubin):
        self.blocks, self.follow, label_of = [[]], [set()], {}
        jumps = []
        for line in run(find("nvdisasm"), "-c", cubin).splitlines():
            label = re.match(r"(\.L_x_\d+|\$?[\w$]+):", line)
            code = re.match(r"\s+/\*[0-9a-f]{4,}\*/\s+(?:\{ *)?(@!?U?P\w+ +)?([A-Z][\w.]*)([^;]*);", line)
            if label:
                if self.blocks[-1]:
                    self.cut(True)
                label_of[label[1]] = len(self.blocks) - 1
            elif code:
                guard, name, rest = code.groups()
                to = re.search(r"`\(([^)]+)\)", rest)
                if name.startswith("CALL") and to and to[1].startswith(".L_"):   # sm_80: it leaves a loop for good
                    name = "BRA"
                self.blocks[-1].append((name, rest, bool(guard)))
                base = name.split(".")[0]
                if base in ("BRA", "EXIT", "RET", "CALL"):
                    if base == "BRA":
                        jumps.append((len(self.blocks) - 1, to[1]))
                    conditional = guard or ".DIV" in name or ".CONV" in name or re.match(r"\s*!?U?P\d", rest)
                    self.cut(base == "CALL" or bool(conditional))
        for block, label in jumps:
            self.follow[block].add(label_of[label])

    def cut(self, falls_through):
        self.blocks.append([])
        self.follow.append(set())
        if falls_through:
            self.follow[-2].add(len(self.blocks) - 1)

    def marks(self, block, guarded=(False, True)):
        return {int(rest.strip(), 0).bit_length() - 1 for name, rest, guard in self.blocks[block]
                if name == "PMTRIG" and guard in guarded}

    def cycle(self, wanted):
        """The instructions of the shortest cycle through all of the marks and no other, except GATHER and predicated ones,
        without calls (except predicated ones)."""
        starts = [b for b in range(len(self.blocks)) if min(wanted) in self.marks(b)]
        return self.shortest([(b, {b}) for b in starts], wanted)

    def through(self, wanted):
        """The same from the kernel's entry to an exit."""
        exits = {b for b, code in enumerate(self.blocks) if code and code[-1][0] == "EXIT"}
        return self.shortest([(0, exits)], wanted)

    def shortest(self, ways, wanted):
        """The instructions of the shortest of these paths, each from a block to one of a set."""
        every = [self.marks(b) for b in range(len(self.blocks))]
        sure = [self.marks(b, (False,)) - {GATHER} for b in range(len(self.blocks))]
        size = [sum(100000 if name.startswith("CALL") and not guard else name not in ("PMTRIG", "NOP")
                    for name, _, guard in b)
                for b in self.blocks]
        best = None
        for start, ends in ways:
            queue, done = [(0, start, frozenset(), (start,))], set()
            while queue:
                cost, block, seen, path = heapq.heappop(queue)
                cyclic = ends == {start}
                if block in ends and (seen if cyclic else seen | every[block]) >= wanted:
                    cost += 0 if cyclic else size[block]
                    if best is None or cost < best[0]:
                        best = cost, path[:-1] if cyclic else path
                    break
                if (block, seen) in done or not sure[block] <= wanted:
                    continue
                done.add((block, seen))
                for b in self.follow[block]:
                    heapq.heappush(queue, (cost + size[block], b, seen | every[block], path + (b,)))
        if best is None or best[0] >= 100000:
            return None
        return [name for b in best[1] for name, *_ in self.blocks[b] if name not in ("PMTRIG", "NOP")]


def weigh(names):
    """The number of instructions, and of those of the three kinds."""
    kind = collections.Counter(n.split(".")[0] for n in names)
    return [len(names)] + [sum(kind[k] for k in kinds) for kinds in (ALU, IMAD, XU)]


def samples_of(kernel):
    """Samples of a thread in a cycle, from the preprocessor."""
    text = '#include "targets/gpu/kernels/kernel.h"\n' + "".join(
        f"#if {name} == {n}\n{name.lower()}_is {n}\n#endif\n" for name in ("RR_UNIT", "RR_AT_ONCE") for n in (1, 2, 4))
    done = subprocess.run(["cc", "-E", "-P", "-x", "c++", *flags_of(kernel), "-"], input=text, capture_output=True,
                          text=True)
    unit, at_once = (int(re.search(rf"rr_{name}_is (\d)", done.stdout)[1]) for name in ("unit", "at_once"))
    return unit * at_once


def weights_of(code, samples):
    """The weights of its cycles, per sample for those with a unit; and `rounds`, `ends`, `again` and `decide` for each kind
    of unit."""
    weights = {}

    def count(marks, each=1):
        names = code.cycle(frozenset(marks))
        return names and [n / each for n in weigh(names)]

    for what, marks in COLUMNS.items():
        weights[what] = count(marks, samples if UNIT in marks else 1)
    if not weights["varies"]:   # a draw that reads no parameter
        weights["varies"] = count(COLUMNS["varies"] - {DRAW_LOADS}, samples)
    for what in "unit", "boost", "varies":
        if not weights[what]:
            continue
        unit = COLUMNS[what] if what != "varies" or count(COLUMNS[what]) else COLUMNS[what] - {DRAW_LOADS}
        more = {BOOST} & unit or ({GATHER} if what == "varies" else set())
        for rounds in (QUEUE,), (REFUSE,), (QUEUE, REFUSE):
            cycle = count(unit | set(rounds))
            weights[what, rounds] = cycle and [cycle[0] - samples * weights[what][0]]
        names = code.through(frozenset(unit))
        weights[what, "ends"] = names and [len(names) - samples * weights[what][0]]
        for step, mark in ("again", AGAIN), ("decide", SETTLE):
            weights[what, step] = count({mark, KEEP} | more)
    return weights


def rows_of(kernel, folder):
    """A kernel's lines and the weights of its cycles, by (name or kernel, architecture)."""
    rows, weights = {}, {}
    name = ptx_of(kernel, folder, False)
    marked = ptx_of(kernel, folder, True) if kernel[2].startswith("compact") else None
    for arch in ARCHS:
        said = assemble(name, arch)[1]
        registers, shared = int(re.search(r"Used (\d+) registers", said)[1]), re.search(r"(\d+) bytes smem", said)
        shared = int(shared[1]) if shared else 0
        cells = [registers, int(re.search(r"(\d+) bytes stack", said)[1]), shared, warps(registers, shared, arch)]
        if marked:
            weights[kernel, arch] = weights_of(Code(assemble(marked, arch)[0]), samples_of(kernel))
            weights[kernel, arch]["warps"] = [cells[3]]
            cells += [weights[kernel, arch][what] and weights[kernel, arch][what][0] for what in COLUMNS]
        rows[".".join(map(str, kernel)), arch] = cells
    return rows, weights


def max_of(p, together):
    """The mean of the maximum over 32 threads of the number of events in BATCH samples, each with probability p, where
    `together` samples have the same event."""
    n, below, mean = BATCH // together, 0, 0
    for k in range(n):
        below += math.comb(n, k) * p**k * (1 - p) ** (n - k)
        mean += 1 - below**32
    return mean * together


def steps_of(slots, r, o, d, tries=100):
    """The mean numbers of steps of a tile that retry, and that decide: a warp's queues (engine/strategies/gpu/retry.h)."""
    chances = random.Random(slots)
    refused = (r / (1 + r) - d) / (o / (1 + r)) if o else 0   # of the undecided ones
    done = [0, 0]

    def some(n, p):
        return sum(chances.random() < p for _ in range(n))

    def work(again, open_, least):
        while again >= least or open_ >= least:
            if again >= least:
                n = min(32, again)
                at_once, more = some(n, d), some(n, o / (1 + r))
                again, open_, done[0] = again - n + at_once, open_ + more, done[0] + 1
            else:
                n = min(32, open_)
                again, open_, done[1] = again + some(n, refused), open_ - n, done[1] + 1
        return again, open_

    for _ in range(tries):
        again = open_ = 0
        for at in range(0, slots, 32):
            again, open_ = work(again + some(32, d), open_ + some(32, o / (1 + r)), 32)
        work(again, open_, 1)
    return [n / tries for n in done]


def tile_of(samples, warps):
    """Slots of a tile, as in targets/gpu/launch.c."""
    tiles = math.ceil(samples / (warps * TILE)) * warps
    return math.ceil(math.ceil(samples / tiles) / (32 * TURN)) * 32 * TURN


def case_rows(weights):
    rows = {}
    for name, sampler, dtype, form, what, r, o, d, together in CASES:
        most = {QUEUE: max_of(o, together)} if o else {}
        if d:
            most[REFUSE] = max_of(d, 1)
        for arch in ARCHS:
            w = weights.get(((sampler, dtype, form), arch))
            if not w or not w[what] or not w[what, tuple(most)]:
                continue
            rounds = sum((n - 1) * w["queue" if k == QUEUE else "refuse"][0] for k, n in most.items())
            each = w[what][0] + (w[what, tuple(most)][0] + rounds) / BATCH
            cells = []
            for size in SIZES:
                slots = tile_of(2**size, SMS[arch] * w["warps"][0])
                steps = steps_of(slots, r, o, d, 100 if slots < 8192 else 10)
                ends = w[what, "ends"][0] + sum(n * w[what, s][0] for n, s in zip(steps, ("again", "decide")) if n)
                cells.append(each + ends / (slots / 32))
            rows[f"{name} f{dtype}".replace(" ", "_"), arch] = cells + w[what]
    return rows


def kernels():
    text = open("laws/list.h").read()
    text = re.sub(r"(?ms)^#if.*?^#endif", "", text)
    strategies = re.findall(r"(?m)^RR_STRATEGY\((\w+),", open("engine/strategies/list.h").read())
    for sampler, draw, widths in re.findall(r"(?m)^RR_SAMPLER\(\w+, (\w+), (\w+), (\w+)\)", text):
        # Counts are made in f64; composite samplers are not listed.
        dtypes = ["64"] if widths.startswith("counts") else widths.split("_") if widths[0].isdigit() else []
        for dtype in map(int, dtypes):
            for strategy in [*strategies, "compact.plain"]:
                if strategy.startswith("compact") or strategy != "auto" and dtype == 32 and sampler in EVERY_STRATEGY:
                    yield sampler, dtype, strategy
            if draw == "gamma":
                yield sampler, dtype, "compact.main"


def show(cell):
    return "-" if cell is None else f"{cell:.1f}" if isinstance(cell, float) else str(cell)


def print_rows(head, rows):
    print(f"# {head[0]:<30} {'arch':<6}" + "".join(f"{h:>8}" for h in head[1:]))
    for (name, arch), cells in rows.items():
        print(f"{name:<32} {arch:<6}" + "".join(f"{show(c):>8}" for c in cells))


def compare(rows, table):
    """TAP: a line fails if a figure differs by more than TOLERANCE, so new local memory always fails."""
    known = {tuple(line.split()[:2]): line.split()[2:] for line in open(table) if not line.startswith("#") and line.strip()}
    print(f"1..{len(rows)}")
    for n, (key, cells) in enumerate(rows.items(), 1):
        was, now = known.get(key), [show(c) for c in cells]
        good = was is not None and len(was) == len(now) and all(
            a == b or "-" not in (a, b) and abs(float(a) - float(b)) <= TOLERANCE * float(a) for a, b in zip(was, now))
        print(f"{'ok' if good else 'not ok'} {n} - {' '.join(key)}: {' '.join(now)}"
              + ("" if good else f"; the table has {was}"))


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--only", nargs="+", default=["*"])
    options.add_argument("--compare")
    options.add_argument("--jobs", type=int, default=os.cpu_count())
    options = options.parse_args()
    missing = [p for p in ("nvcc", "ptxas", "nvdisasm") if not find(p)]
    if missing:
        print(f"1..0 # SKIP {missing[0]} is not found" if options.compare else f"{missing[0]} is not found (CUDA toolkit; "
              "nvdisasm also in the PyPI package nvidia-cuda-nvdisasm)")
        return 0 if options.compare else 1
    wanted = [k for k in kernels() if any(fnmatch.fnmatch(".".join(map(str, k)), p) for p in options.only)]
    rows, weights = {}, {}
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for some, more in pool.map(lambda k: rows_of(k, folder), wanted):
            rows.update(some)
            weights.update(more)
    cases = case_rows(weights)
    if options.compare:
        compare({**rows, **cases}, options.compare)
        return 0
    version = re.search(r"release [\d.]+, V[\d.]+", run(find("nvcc"), "--version"))[0]
    print(HOW_COUNTED.format(version="nvcc " + version, alu=" ".join(ALU), xu=" ".join(XU),
                             sms=" and ".join(f"{n} ({a})" for a, n in SMS.items())))
    print_rows(["kernel", "regs", "local", "shared", "warps", *COLUMNS], rows)
    print()
    print_rows(["case", *(f"2^{size}" for size in SIZES), "unit", "ALU", "IMAD", "XU"], cases)
    return 0


if __name__ == "__main__":
    sys.exit(main())
