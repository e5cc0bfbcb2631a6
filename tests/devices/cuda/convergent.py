# SPDX-License-Identifier: MIT OR Apache-2.0
"""Reads PTX and reports operations of the whole warp (shfl.sync, vote.sync, bar.warp.sync) that only some of its lanes may
reach: convergent.py FILE.ptx ...; one line each, exit status 1.

A register's *spread* is the set of its bits that may differ between lanes of a warp. It originates in %tid and %laneid, and
in results of atomics and of loads at differing addresses, and propagates through every instruction; votes and shuffles from
one lane have no spread. A branch whose guard differs splits the warp until the block that all paths from there go through
(its immediate postdominator): instructions before that block are reached by some lanes only, and their results may differ.
Repeated until nothing changes."""
import collections
import re
import sys

ALL = -1                       # every bit
COLLECTIVE = re.compile(r"(shfl|vote|match|bar\.warp|barrier|bar)\.")
REGISTER = re.compile(r"%[A-Za-z_][\w.]*|\b[pq]\b")


class Instruction:
    def __init__(self, line, text):
        self.line, self.text = line, text
        guard = re.match(r"@(!?)(%?\w+)\s+", text)
        self.guard = guard.group(2) if guard else None
        words = text[guard.end() if guard else 0:].split(None, 1)
        self.op = words[0]
        rest = words[1] if len(words) > 1 else ""
        self.target = rest.split()[-1] if self.op.startswith("bra") else None
        operands = split_operands(rest)
        writes = not re.match(r"(st|bra|ret|bar|membar|fence|red|exit|pmevent|prefetch)\b", self.op) and bool(operands)
        self.to = REGISTER.findall(operands[0]) if writes else []
        self.operands = operands[1:] if writes else operands


def split_operands(text):
    """Splits at commas outside of brackets; in shfl's d|p both are the first operand."""
    found, depth = [""], 0
    for c in text:
        depth += (c in "{[(") - (c in "}])")
        if c == "," and depth == 0:
            found.append("")
        else:
            found[-1] += c
    return [f.strip() for f in found if f.strip()]


def read_blocks(lines):
    """Blocks of instructions and the names of their labels."""
    blocks, labels = [[]], {}
    for number, line in enumerate(lines, 1):
        line = re.sub(r"//.*", "", line).strip()
        label = re.match(r"(\$?\w+):", line)
        if label:
            blocks.append([])
            labels[label.group(1)] = len(blocks) - 1
            line = line[label.end():]
        for text in line.split(";"):
            text = text.strip()
            if not re.match(r"(@|[a-z])", text):
                continue
            blocks[-1].append(Instruction(number, text))
            if blocks[-1][-1].op.startswith(("bra", "ret", "exit")):
                blocks.append([])
    return blocks, labels


def follow(blocks, labels):
    """The blocks that may follow; len(blocks) is the end."""
    after = []
    for b, block in enumerate(blocks):
        last = block[-1] if block else None
        ways = {b + 1}
        if last and last.op.startswith("bra"):
            ways = {labels[last.target]} | ({b + 1} if last.guard else set())
        elif last and last.op.startswith(("ret", "exit")):
            ways = {len(blocks)} | ({b + 1} if last.guard else set())
        after.append(ways)
    return after


def postdominators(after):
    """For every block the set of blocks that all its paths to the end go through, including itself."""
    end = len(after)
    every = set(range(end + 1))
    of = [set(every) for _ in after] + [{end}]
    changed = True
    while changed:
        changed = False
        for b in range(end - 1, -1, -1):
            new = set.intersection(*(of[s] for s in after[b])) | {b}
            changed |= new != of[b]
            of[b] = new
    return of


def split_region(b, after, of):
    """Blocks that lanes may be in after a branch that ends block b has split them, until all meet again."""
    stop, found, todo = of[b] - {b}, set(), list(after[b])
    while todo:
        s = todo.pop()
        if s in found or s in stop or s == len(after):
            continue
        found.add(s)
        todo += after[s]
    return found


def integer(operand):
    return int(operand, 0) if re.fullmatch(r"-?(0x[0-9a-fA-F]+|[0-9]+)", operand) else None


def spread_of(i, spread):
    """The bits of an instruction's result that may differ. spread(r): those of a register."""
    def at(operand):
        found = [spread(r) for r in REGISTER.findall(operand)]
        return found[0] if len(found) == 1 else ALL if any(found) else 0

    if i.op.startswith("vote"):
        return 0
    if i.op.startswith(("shfl", "match")):
        return at(i.operands[1])          # from one lane: the same for all
    if i.op.startswith("atom"):
        return ALL
    inputs = [at(o) for o in i.operands]
    by = integer(i.operands[1]) if len(i.operands) > 1 else None
    if not any(inputs):
        return 0
    if inputs[0] > 0 and not any(inputs[1:]):
        if i.op.startswith("mov"):
            return inputs[0]
        if i.op.startswith("shl") and by is not None:
            return inputs[0] << by
        if i.op.startswith("shr.u") and by is not None:
            return inputs[0] >> by
        if i.op.startswith("and.b") and by is not None and by >= 0:
            return inputs[0] & by
    # The number of a thread in the grid: blocks are whole warps.
    if i.op == "mad.lo.s32" and not any(inputs[:2]) and inputs[2] == 31:
        return 31
    return ALL


class Spreads:
    """For registers that are written once and, block by block, for those that are written in several places."""

    def __init__(self, blocks, after):
        written = [r for block in blocks for i in block for r in i.to]
        self.blocks, self.after = blocks, after
        self.several = {r for r, n in collections.Counter(written).items() if n > 1}
        self.once = {"%tid.x": 31, "%laneid": 31}
        self.entry = [{} for _ in range(len(blocks) + 1)]    # of those written in several places, at the head of a block

    def run(self, b, split):
        """Processes a block, which only some lanes may have entered where it is split: returns whether anything has changed,
        and the instructions whose guard differs."""
        here, changed, guarded = dict(self.entry[b]), False, []
        def spread(r):
            return here.get(r, 0) if r in self.several else self.once.get(r, 0)
        for i in self.blocks[b]:
            differs = spread(i.guard) if i.guard else 0
            new = ALL if split or differs else spread_of(i, spread)
            if differs:
                guarded.append(i)
            for r in i.to:
                if r in self.several:
                    here[r] = new | (here.get(r, 0) if i.guard else 0)
                elif self.once.get(r, 0) | new != self.once.get(r, 0):
                    self.once[r] = self.once.get(r, 0) | new
                    changed = True
        for s in self.after[b]:
            for r, bits in here.items():
                if self.entry[s].get(r, 0) | bits != self.entry[s].get(r, 0):
                    self.entry[s][r] = self.entry[s].get(r, 0) | bits
                    changed = True
        return changed, guarded


def check(lines):
    """Errors, as (line, text), and the number of operations of the whole warp."""
    blocks, labels = read_blocks(lines)
    after = follow(blocks, labels)
    of = postdominators(after)
    spreads, split, changed, wrong = Spreads(blocks, after), set(), True, set()
    while changed:
        changed = False
        for b, block in enumerate(blocks):
            more, guarded = spreads.run(b, b in split)
            wrong.update(guarded)
            if guarded and guarded[-1] is block[-1] and block[-1].op.startswith(("bra", "ret", "exit")):
                region = split_region(b, after, of)
                more |= not region <= split
                split |= region
            changed |= more
    collective = [(b, i) for b, block in enumerate(blocks) for i in block if COLLECTIVE.match(i.op)]
    return [(i.line, i.text) for b, i in collective if b in split or i in wrong], len(collective)


def main():
    bad = 0
    for path in sys.argv[1:]:
        with open(path) as f:
            found, seen = check(f)
        for line, text in found:
            print(f"{path}:{line}: error: not all lanes of the warp get to {text}")
        print(f"{seen} operations of the whole warp")
        bad |= bool(found)
    return bad


if __name__ == "__main__":
    sys.exit(main())
