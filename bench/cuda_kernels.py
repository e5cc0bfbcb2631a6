#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""What the CUDA kernels take of a multiprocessor, from the machine code alone: registers, memory, instructions a sample.

    bench/cuda_kernels.py                     the table, of all kernels
    bench/cuda_kernels.py --only PATTERN      of kernels sampler.dtype.strategy that match (may be repeated)
    bench/cuda_kernels.py --compare TABLE     TAP: is a fresh count within 5 % of that table? (with --only)
    bench/cuda_kernels.py --path CASE         the instructions of a case's path, e.g. 'gamma 32 unit sm_90', counted by name

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
import re
import shutil
import subprocess
import sys
import tempfile

HOW_COUNTED = """\
CUDA kernels, compiled by {version}; `make cuda-kernels` makes this table. Nothing was run: every figure is read from machine code.

regs, local, shared   registers a thread; bytes of local memory, spilled registers included; bytes of shared memory a block
warps                 that a multiprocessor holds at the same time, of 64, blocks having 4:
                        by registers   4 floor(16384 / w), w = 32 regs rounded up to 256 (registers are dealt a warp, a quarter each)
                        by shared      4 floor(all / (shared + 1024)), all = 167936 bytes (sm_80), 233472 (sm_90)

SASS a sample, under compact: instructions that a warp issues, predicated ones too, divided by the samples of a thread. They are
counted along the shortest cycle of the control flow through marks that a build with RR_MARKS leaves in the code (PMTRIG, taken
off again), so that no branch to something rare is taken: not the slow paths of division and square root, not the boost.
  unit      a cycle of the first pass, nothing rejected or undecided: {unit}
  queued    the same where some lane has something to queue (all parts of a unit are then offered to the queues)
  again     a step of the retry loop, which tries up to 32 queued slots; a slot a lane
  settle    a step that settles up to 32 undecided slots
  all       unit or queued, whichever a warp meets, and the shares of again and settle:
              q = (1 - s^(32 u)), s = share decided and accepted at once, u = samples of a unit
              all = (1 - q) unit + q queued + again r + settle o, r and o: further attempts and settled ones a sample
            where the case says s, r, o; see CASES in bench/cuda_kernels.py for where they are from
  ALU       of `all`: on the ALU pipe, which takes a warp every second cycle: {alu}
  IMAD      of `all`: on the one half of the FMA pipes that multiplies integers, every second cycle too
  XU        of `all`: quarter rate or slower: MUFU, conversions of 16 and 64 bits, POPC, shuffles, and F64 of a GPU that has few
"""
UNIT = "RR_UNIT samples a thread that share their blocks"

ALU = ("LOP3 IADD3 VIADD VIADDMNMX SEL FSEL FMNMX FSETP ISETP SHF LEA PRMT I2FP PLOP3 VIMNMX VIMNMX3 IMNMX MOV BMSK SGXT P2R R2P "
       "IABS FCHK LOP ISCADD").split()
IMAD = "IMAD".split()
XU = "MUFU I2F F2I F2F I2I FRND POPC FLO BREV SHFL".split()

ARCHS = {"sm_80": 167936, "sm_90": 233472}
TOLERANCE = 0.05

# Marks of device/gpu/compact.h and retry.h, in this order.
UNIT_MARK, QUEUE_MARK, AGAIN_MARK, SETTLE_MARK, BOOST_MARK, EACH_MARK = range(1, 7)


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


def compile_kernel(sampler, dtype, strategy, arch, folder, marks):
    """The cubin's path and what the assembler says of it."""
    name = os.path.join(folder, f"{sampler}.{dtype}.{strategy}.{arch}.{marks}")
    with open(name + ".cu", "w") as f:
        f.write('#include "gpu/kernel.h"\n')
    said = run(find("nvcc"), "-cubin", f"-arch={arch}", "-Idevice", "-DRR_TARGET_CUDA", f"-DRR_SAMPLER={sampler}",
               f"-DRR_DTYPE={dtype}", f"-DRR_STRATEGY_RUN={strategy}", "-DRR_COUNTING=0", *(["-DRR_MARKS"] if marks else []),
               "-Xptxas", "-v", name + ".cu", "-o", name + ".cubin")
    return name + ".cubin", said


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
                self.blocks[-1].append((name, rest))
                to = re.search(r"`\(([^)]+)\)", rest)
                base = name.split(".")[0]
                if base in ("BRA", "EXIT", "RET", "CALL"):
                    if base == "BRA":
                        jumps.append((len(self.blocks) - 1, to[1]))
                    conditional = guard or ".DIV" in name or re.match(r"\s*!?U?P\d", rest)
                    self.cut(base == "CALL" or bool(conditional))
        for block, label in jumps:
            self.follow[block].add(label_of[label])

    def cut(self, falls_through):
        self.blocks.append([])
        self.follow.append(set())
        if falls_through:
            self.follow[-2].add(len(self.blocks) - 1)

    def marks(self, block):
        return {int(rest.strip(), 0).bit_length() - 1 for name, rest in self.blocks[block] if name == "PMTRIG"}

    def cycle(self, wanted):
        """The instructions of the shortest cycle through all of the marks and no other; calls are never worth it."""
        every = [self.marks(b) for b in range(len(self.blocks))]
        size = [sum(100000 if name.startswith("CALL") else name not in ("PMTRIG", "NOP") for name, _ in b) for b in self.blocks]
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
        return [name for b in best[1] for name, _ in self.blocks[b] if name not in ("PMTRIG", "NOP")]


def weigh(names):
    """Instructions, and those of the three kinds."""
    kind = collections.Counter(n.split(".")[0] for n in names)
    return [len(names)] + [sum(kind[k] for k in kinds) for kinds in (ALU, IMAD, XU)]


if __name__ == "__main__":
    import sys
    sampler, dtype, arch = sys.argv[1:4]
    os.makedirs("build/k", exist_ok=True)
    cubin, said = compile_kernel(sampler, dtype, "compact", arch, "build/k", 0)
    print(re.search(r"Used \d+ registers", said)[0], re.search(r"\d+ bytes stack.*", said)[0])
    cubin, said = compile_kernel(sampler, dtype, "compact", arch, "build/k", 1)
    code = Code(cubin)
    for what, wanted in (("unit", {1}), ("unit boost", {1, 5}), ("unit each", {1, 6}), ("queued", {1, 2}), ("again", {3}), ("settle", {4}), ):
        c = code.cycle(frozenset(wanted))
        if c:
            print(what, weigh(c))
            if what in sys.argv[4:]:
                print(collections.Counter(n for n in c).most_common(60))
