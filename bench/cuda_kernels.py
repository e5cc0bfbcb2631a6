#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""What the CUDA kernels take of a multiprocessor, from the machine code alone: registers, memory, instructions a sample.

    bench/cuda_kernels.py                     the table, of all kernels
    bench/cuda_kernels.py --only PATTERN...   of the kernels sampler.dtype.strategy[.plain] that match
    bench/cuda_kernels.py --compare TABLE     TAP: is a fresh table within 5 % of that one? (with --only)

It needs nvcc and ptxas (PATH, or CUDA_HOME) and nvdisasm (PATH, or the PyPI package nvidia-cuda-nvdisasm). HOW_COUNTED below is
printed as the table's head and says what the figures are."""
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
# regs, local, shared   registers a thread; bytes of local memory, which spilled registers are in; bytes of shared memory a block
# warps                 that a multiprocessor holds at the same time, at most 64, in blocks of 4: the least of
#                         4 floor(16384 / w), w = 32 regs rounded up to 256 (each quarter of it has 16384 registers)
#                         4 floor(all / (shared + 1024)), all = 167936 bytes (sm_80), 233472 (sm_90)
#
# compact.plain is compact of a job whose parameters the host knows and do not vary (RR_PLAIN of targets/gpu/kernels/kernel.h).
#
# For compact, instructions that a warp issues, predicated ones too, along the shortest cycle of the control flow through marks
# which a build with RR_MARKS leaves in the code (PMTRIG; not counted). So no branch to something rare is taken, nor to a slow
# path of division or square root:
#   unit     first pass, nothing left over. A sample: the cycle over the samples of a thread (2 or 4, which share blocks; where
#            plain and in f32 twice as many if a sampler takes one block and no auxiliary draw)
#   boost    the same with the boost of shapes below 1. A sample
#   queue    a round in which threads queue an undecided sample each; there are as many as the thread with most of them has in 32
#            samples, which are drawn before anything is queued
#   refuse   a round in which threads queue a rejected sample each
#   again    a step of the retry loop, which tries 32 queued slots: a slot a lane, so this is per attempt
#   settle   a step that settles 32 undecided slots: per slot
#
# Cases: all = unit (boost) + (turn + (m(o) - 1) queue + (m(r / (1 + r)) - 1) refuse) / 32 + r again + o settle, with r and
# o further attempts and settled slots a sample as `reroll sample ... --strategy compact --counts` tells (n = 1e6), m(p) the mean
# of the most that one of 32 threads has in 32 samples if these were independent (normals: in 16 pairs), turn what is between
# the last unit of a batch and the first of the next with one round of each kind that there is.
# A shape per draw is counted in a build that knows what varies, so that no path goes around loads and set-up.
# 2^28, 2^24, 2^20: the same for a job of that many samples on 108 (sm_80) or 132 (sm_90) multiprocessors. At the end of a
# tile the retry loop's steps are not full: in place of r and o its queues are played through for a tile of that job.
# Left out: lanes of a warp that take a rare branch by themselves, what stands before a tile's first sample, and waiting.
#   ALU      of `unit`: on the ALU pipe, half rate: {alu}
#   IMAD     of `unit`: on that half of the FMA pipes that multiplies integers, half rate
#   XU       of `unit`: quarter rate or less: {xu}
"""

ALU = ("LOP3 IADD3 VIADD VIADDMNMX SEL FSEL FMNMX FSETP ISETP SHF LEA PRMT I2FP PLOP3 VIMNMX VIMNMX3 IMNMX MOV BMSK SGXT P2R R2P "
       "IABS FCHK LOP ISCADD").split()
IMAD = "IMAD".split()
XU = "MUFU I2F F2I F2F I2I FRND POPC FLO BREV SHFL".split()

ARCHS = {"sm_80": 167936, "sm_90": 233472}
TOLERANCE = 0.05

# Tiles, as targets/gpu/launch.c cuts them: multiprocessors of an A100 and of an H100 or H200; warps of a block, whole turns.
SIZES = (1 << 28, 1 << 24, 1 << 20)
UNITS = {"sm_80": 108, "sm_90": 132}
FILL, WARPS, WHOLE = 16, 4, 512
TILES_PLAYED = 100

# Marks of engine/strategies/gpu/compact.h and retry.h.
UNIT, QUEUE, AGAIN, SETTLE, BOOST, REFUSE = range(1, 7)
COLUMNS = {"unit": {UNIT}, "boost": {UNIT, BOOST}, "queue": {QUEUE}, "refuse": {REFUSE}, "again": {AGAIN}, "settle": {SETTLE}}
TURNS = {"queue": {UNIT, QUEUE}, "refuse": {UNIT, REFUSE}, "queue refuse": {UNIT, QUEUE, REFUSE}}   # with a unit each
BATCH = 32

# Name, sampler, dtype, form of compact, the cycle of a unit, r, o, samples that are undecided together.
CASES = (
    ("uniform", "uniform", 32, "compact.plain", "unit", 0, 0.003872, 1),
    ("exponential", "exponential", 32, "compact.plain", "unit", 0, 0.003872, 1),
    ("normal", "normal", 32, "compact.plain", "unit", 0, 0.003936, 2),
    ("gamma(2)", "gamma", 32, "compact.main", "unit", 0.020664, 0.025141, 1),
    ("gamma, a shape per draw", "gamma", 32, "compact.varies", "unit", 0.020664, 0.025141, 1),
    ("gamma(0.3)", "gamma", 32, "compact.plain", "boost", 0.035656, 0.042243, 1),
    ("attempts(1/2)", "attempts", 32, "compact.plain", "unit", 1, 0, 1),
)

# Kernels that are compiled under every strategy; all others are under compact, in both forms.
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
    """Its room and the name of its draw."""
    return re.search(rf"(?m)^RR_SAMPLER\((\w+), {sampler}, (\w+),", open("laws/list.h").read()).groups()


def flags_of(kernel):
    sampler, dtype, strategy = kernel
    name, form = (strategy.split(".") + [""])[:2]
    room, draw = listed(sampler)
    return ["-I.", "-DRR_TARGET_CUDA", f"-DRR_ROOM={room}", f"-DRR_SAMPLER={sampler}", f"-DRR_DRAW={draw}",
            f"-DRR_DTYPE={dtype}", f"-DRR_STRATEGY_RUN={name}", f"-DRR_PLAIN={dict(plain=1, main=2).get(form, 0)}", "-DRR_COUNTING=0",
            *(["-DRR_VARIES=1"] if strategy.endswith(".varies") else [])]


def ptx_of(kernel, folder, marks):
    name = os.path.join(folder, ".".join(map(str, kernel)) + ("m" if marks else ""))
    with open(name + ".cu", "w") as f:
        f.write('#include "targets/gpu/kernels/kernel.h"\n')
    run(find("nvcc"), "-ptx", "-arch=compute_80", *flags_of(kernel), *(["-DRR_MARKS"] if marks else []), name + ".cu", "-o", name + ".ptx")
    return name


def assemble(name, arch):
    """The cubin's path and what the assembler says of it."""
    said = run(find("ptxas"), "-v", f"-arch={arch}", name + ".ptx", "-o", f"{name}.{arch}.cubin")
    return f"{name}.{arch}.cubin", said


def warps(registers, shared, arch):
    by_registers = 4 * (16384 // (math.ceil(registers * 32 / 256) * 256))
    return min(64, by_registers, 4 * (ARCHS[arch] // (shared + 1024))) // 4 * 4


class Code:
    """Blocks of straight code, and what may follow each."""

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
                self.blocks[-1].append((name, rest, bool(guard)))
                to = re.search(r"`\(([^)]+)\)", rest)
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

    def marks(self, block):
        return {int(rest.strip(), 0).bit_length() - 1 for name, rest, _ in self.blocks[block] if name == "PMTRIG"}

    def cycle(self, wanted):
        """The instructions of the shortest cycle through all of the marks and no other, without calls (but those not made)."""
        every = [self.marks(b) for b in range(len(self.blocks))]
        size = [sum(100000 if name.startswith("CALL") and not guard else name not in ("PMTRIG", "NOP") for name, _, guard in b)
                for b in self.blocks]
        best = None
        for start in (b for b, m in enumerate(every) if min(wanted) in m):
            queue, done = [(0, start, frozenset(), (start,))], set()
            while queue:
                cost, block, seen, path = heapq.heappop(queue)
                if block == start and seen >= wanted:
                    if best is None or cost < best[0]:
                        best = cost, path[:-1]
                    break
                if (block, seen) in done or not every[block] <= wanted:
                    continue
                done.add((block, seen))
                for b in self.follow[block]:
                    heapq.heappush(queue, (cost + size[block], b, seen | every[block], path + (b,)))
        if best is None or best[0] >= 100000:
            return None
        return [name for b in best[1] for name, *_ in self.blocks[b] if name not in ("PMTRIG", "NOP")]


def weigh(names):
    """Instructions, and those of the three kinds."""
    kind = collections.Counter(n.split(".")[0] for n in names)
    return [len(names)] + [sum(kind[k] for k in kinds) for kinds in (ALU, IMAD, XU)]


def samples_of(kernel):
    """Samples of a thread in a cycle; asked of the preprocessor."""
    text = '#include "targets/gpu/kernels/kernel.h"\n' + "".join(
        f"#if {name} == {n}\n{name.lower()}_is {n}\n#endif\n" for name in ("RR_UNIT", "RR_AT_ONCE") for n in (1, 2, 4))
    done = subprocess.run(["cc", "-E", "-P", "-x", "c++", *flags_of(kernel), "-"], input=text, capture_output=True, text=True)
    unit, at_once = (int(re.search(rf"rr_{name}_is (\d)", done.stdout)[1]) for name in ("unit", "at_once"))
    return unit * at_once


def rows_of(kernel, folder):
    """A kernel's lines, by (name, architecture), and the weights of its cycles."""
    rows, weights = {}, {}
    name = ptx_of(kernel, folder, False)
    marked = ptx_of(kernel, folder, True) if kernel[2].startswith("compact") else None
    for arch in ARCHS:
        said = assemble(name, arch)[1]
        registers, shared = int(re.search(r"Used (\d+) registers", said)[1]), re.search(r"(\d+) bytes smem", said)
        shared = int(shared[1]) if shared else 0
        cells = [registers, int(re.search(r"(\d+) bytes stack", said)[1]), shared, warps(registers, shared, arch)]
        if marked:
            code, samples = Code(assemble(marked, arch)[0]), samples_of(kernel)
            for what, marks in COLUMNS.items():
                names = code.cycle(frozenset(marks))
                each = samples if UNIT in marks else 1
                weights[kernel, arch, what] = names and [n / each for n in weigh(names)]
                cells.append(None if names is None else len(names) / each)
            for what, marks in TURNS.items():
                names = code.cycle(frozenset(marks))
                weights[kernel, arch, "turn " + what] = names and [len(names) - samples * weights[kernel, arch, "unit"][0]]
        if not kernel[2].endswith(".varies"):   # nobody runs that one
            rows[".".join(map(str, kernel)), arch] = cells
    return rows, weights


def most_of(p, together):
    """The mean of the most that one of 32 threads has in BATCH samples, each with probability p, `together` of them as one."""
    n, below, mean = BATCH // together, 0, 0
    for k in range(n):
        below += math.comb(n, k) * p**k * (1 - p) ** (n - k)
        mean += 1 - below**32
    return mean * together


def capacity(n, arch):
    """Slots of a tile: tile_capacity of targets/gpu/launch.c."""
    warps = UNITS[arch] * FILL * WARPS
    slots = n // warps + 1
    if slots > 8192:
        slots = max(8192, n // (4 * warps))
    return -(-slots // WHOLE) * WHOLE


def steps_of(slots, r, o):
    """Mean steps of the retry loop in a tile, (of again, of settle): its queues are played through to the end of it."""
    dice = random.Random(slots)
    refused, undecided = r / (1 + r), o / (1 + r)
    again = settle = done = 0
    while done < TILES_PLAYED:
        queue = {"again": 0, "open": 0}

        def attempts(count):
            for _ in range(count):
                u = dice.random()
                if u < refused:
                    queue["again"] += 1
                elif u < refused + undecided:
                    queue["open"] += 1

        for left in range(slots, -1, -32):
            attempts(min(left, 32))
            least = 32 if left > 32 else 1
            while max(queue.values()) >= least:
                if queue["again"] >= least:
                    count = min(32, queue["again"])
                    queue["again"] -= count
                    attempts(count)
                    again += 1
                else:
                    queue["open"] -= min(32, queue["open"])
                    settle += 1
        done += 1
    return again / done, settle / done


def case_rows(weights):
    rows = {}
    for name, sampler, dtype, form, what, r, o, together in CASES:
        rounds = {"queue": most_of(o, together)} if o else {}
        if r:
            rounds["refuse"] = most_of(r / (1 + r), 1)
        turn = "turn " + " ".join(rounds)
        for arch in ARCHS:
            w = {c: weights.get(((sampler, dtype, form), arch, c)) for c in [*COLUMNS, turn]}
            if not all(w[c] for c in [what, turn, *rounds]) or r and not w["again"] or o and not w["settle"]:
                continue
            size = {c: x[0] if x else 0 for c, x in w.items()}
            batch = size[turn] + sum((n - 1) * size[c] for c, n in rounds.items())
            all_ = size[what] + batch / BATCH + r * size["again"] + o * size["settle"]
            ends = []
            for n in SIZES:
                slots = capacity(n, arch)
                again, settle = steps_of(slots, r, o)
                ends.append(size[what] + batch / BATCH + 32 * (again * size["again"] + settle * size["settle"]) / slots)
            rows[f"{name} f{dtype}".replace(" ", "_"), arch] = [all_] + ends + w[what]
    return rows


def kernels():
    text = open("laws/list.h").read()
    text = re.sub(r"(?ms)^#if.*?^#endif", "", text)
    strategies = re.findall(r"(?m)^RR_STRATEGY\((\w+),", open("engine/strategies/list.h").read())
    for sampler, draw, widths in re.findall(r"(?m)^RR_SAMPLER\(\w+, (\w+), (\w+), (\w+)\)", text):
        for dtype in map(int, widths.split("_") if widths[0].isdigit() else ()):   # GPUs draw no counts
            for strategy in [*strategies, "compact.plain"]:
                if strategy.startswith("compact") or strategy != "auto" and dtype == 32 and sampler in EVERY_STRATEGY:
                    yield sampler, dtype, strategy
            if draw == "gamma":
                yield sampler, dtype, "compact.main"
            if any(case[1:4] == (sampler, dtype, "compact.varies") for case in CASES):
                yield sampler, dtype, "compact.varies"


def show(cell):
    return "-" if cell is None else f"{cell:.1f}" if isinstance(cell, float) else str(cell)


def print_rows(head, rows):
    print(f"# {head[0]:<30} {'arch':<6}" + "".join(f"{h:>8}" for h in head[1:]))
    for (name, arch), cells in rows.items():
        print(f"{name:<32} {arch:<6}" + "".join(f"{show(c):>8}" for c in cells))


def compare(rows, table):
    """TAP: a line of it that is more than TOLERANCE away fails; so does any local memory."""
    known = {tuple(line.split()[:2]): line.split()[2:] for line in open(table) if not line.startswith("#") and line.strip()}
    print(f"1..{len(rows)}")
    for n, (key, cells) in enumerate(rows.items(), 1):
        was, now = known.get(key), [show(c) for c in cells]
        good = was is not None and len(was) == len(now) and all(
            a == b or "-" not in (a, b) and abs(float(a) - float(b)) <= TOLERANCE * float(a) for a, b in zip(was, now))
        print(f"{'ok' if good else 'not ok'} {n} - {' '.join(key)}: {' '.join(now)}" + ("" if good else f"; the table has {was}"))


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
    print(HOW_COUNTED.format(version="nvcc " + version, alu=" ".join(ALU), xu=" ".join(XU)))
    print_rows(["kernel", "regs", "local", "shared", "warps", *COLUMNS], rows)
    print()
    print_rows(["case", "all", "2^28", "2^24", "2^20", "unit", "ALU", "IMAD", "XU"], cases)
    return 0


if __name__ == "__main__":
    sys.exit(main())
