#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Instructions per sample of the main kernels on CPUs.

    bench/counts/counts.py PROGRAM                  prints the table; PROGRAM is the build's counts (make counts)
    bench/counts/counts.py PROGRAM --check TABLE    TAP: a new table is within 3 % of that one. Without REROLL_DEEP scalar
                                                    is left out: most of its instructions are the emulated fma
    --steps FILE                                    AVX-512's instructions come from FILE, in which this program has counted
                                                    them on a processor or an emulator that has AVX-512:
                                                    PROGRAM cpu:avx512 1024 2048 --step

No clock is read. HOW, the head of the table, describes what is counted."""
import argparse
import collections
import glob
import os
import re
import subprocess
import sys
import tempfile

HOW = """\
# Instructions per sample, {compiler}; `make counts` makes this table, and `make test` compares with it (3 %).
# One thread, parameters and output in memory, retries included: the difference between {large} and {small} samples, and on
# AVX-512 between {step_large} and {step_small}. scalar, avx2: by callgrind. avx512: by the processor's trap flag, for every
# instruction.
#
# For avx512, micro-operations per sample and port, in 512-bit operations (a narrower operation counts as one too):
#   p0      shifts, rotates; divisions and roots by the cycles for which they occupy it (a register of f64 16 and 19, of f32
#           11 and 13)
#   p5      shuffles, permutes, compares into masks, compressions (2), conversions of width (2), moves from and to masks
#   p05     either port: all other arithmetic
#   bound   cycles per sample: the maximum of p0, p5, (p0 + p5 + p05) / 2 and all instructions / 6
"""
TOLERANCE = 0.03
SMALL, LARGE = 4096, 20480
STEP_SMALL, STEP_LARGE = 1024, 2048
COLUMNS = ["scalar", "avx2", "avx512", "p0", "p5", "p05", "bound"]

P5 = re.compile(r"v(pshuf|perm|pcmp|cmp|ptestn?m|shuf|p?unpck|p?align|extract|pextr|insert|pinsr|ps[lr]ldq)"
                r"|kmov|kshift|k(or)?test")
P5_TWICE = re.compile(r"v(p?compress|p?expand|pmovz|pmovs|pmov[qdw][dwb]|cvtps2pd|cvtpd2ps|cvtu?dq2pd|cvtt?pd2u?dq)")
P0 = re.compile(r"v(ps[rl]l|psra|prol|pror|psh[lr]d)")
MOVES = re.compile(r"v(mov|lddqu|zero|p?broadcast\w*\s+[^%]*\()")


def port_of(text, operands):
    """The port of an instruction and its micro-operations there; ("", 0) if it does not use the vector units."""
    wide = "zmm" in operands
    divided = re.match(r"v(div|sqrt)[ps]([sd])", text)
    if divided:
        cycles = {("div", "d"): 16, ("sqrt", "d"): 19, ("div", "s"): 11, ("sqrt", "s"): 13}[divided.groups()]
        return "p0", cycles if wide else cycles / 2
    if P5_TWICE.match(text):
        return "p5", 2
    if P5.match(text):
        return "p5", 1
    if P0.match(text):
        return "p0", 1
    if not text.startswith(("v", "k")) or MOVES.match(f"{text} {operands}"):
        return "", 0
    return "p05", 1


def run(*command, **how):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, **how).stdout


def compiler_of(program):
    """The compiler of all parts of the program, such as gcc 12.2.0; "" if there are several."""
    comment = run("readelf", "-p", ".comment", program)
    found = set(re.findall(r"GCC: \(.*?\) (\d+\.\d+\.\d+)|(clang version \S+)", comment))
    return "gcc " + found.pop()[0] if len(found) == 1 and not any(c for _, c in found) else ""


def by_callgrind(program, device):
    """Instructions per sample by row. phase() is called at the begin of each of three parts of a row and at its end; only
    the second and the third part are used."""
    with tempfile.TemporaryDirectory() as folder:
        names = run("valgrind", "-q", "--tool=callgrind", "--dump-before=phase", f"--callgrind-out-file={folder}/out",
                    program, device, str(SMALL), str(LARGE), stderr=subprocess.DEVNULL).splitlines()
        parts = {}
        for path in glob.glob(f"{folder}/out.*"):
            with open(path, encoding="utf-8") as file:
                total = re.search(r"^(?:totals|summary): (\d+)", file.read(), re.M)
            parts[int(path.rsplit(".", 1)[1])] = int(total.group(1))
    # Dump 1 ends with the first call; there are four calls per row.
    return {name.rsplit(" ", 1)[0]: (parts[4 * k + 4] - parts[4 * k + 3]) / (LARGE - SMALL) for k, name in enumerate(names)}


def disassemble(program, addresses):
    """The instruction at each address: its name and operands."""
    found, ranges = {}, []
    for at in sorted(addresses):
        if ranges and at - ranges[-1][1] < 1024:
            ranges[-1][1] = at
        else:
            ranges.append([at, at])
    for first, last in ranges:
        text = run("objdump", "-d", "--no-show-raw-insn", f"--start-address={first}", f"--stop-address={last + 1}", program)
        for line in text.splitlines():
            fields = re.match(r"\s*([0-9a-f]+):\t(\S+)\s*(.*)", line)
            if fields and int(fields.group(1), 16) in addresses:
                found[int(fields.group(1), 16)] = fields.group(2), fields.group(3)
    return found


def steps_here(program):
    """The counts of the program with the trap flag; "" if the system does not support it."""
    said = subprocess.run([program, "cpu:avx512", str(STEP_SMALL), str(STEP_LARGE), "--step"], check=False,
                          stdout=subprocess.PIPE, text=True)
    if said.returncode or not re.search(r"^\S.* [1-9]\d*$", said.stdout, re.M):
        print("# avx512 is not counted: the trap flag does nothing here", file=sys.stderr)
        return ""
    return said.stdout


def by_steps(program, steps):
    """Instructions per sample of every row, and micro-operations by port."""
    rows, ran = {}, {}
    for line in steps.splitlines():
        if line.startswith(" "):
            at, count = line.split()
            ran[name][int(at, 16)] = int(count)
        else:
            name, total = line.rsplit(" ", 1)
            rows[name], ran[name] = {"avx512": int(total) / (STEP_LARGE - STEP_SMALL)}, {}
    code = disassemble(program, {at for counts in ran.values() for at in counts})
    for name, counts in ran.items():
        ports = collections.Counter()
        for at, count in counts.items():
            port, operations = port_of(*code[at])
            ports[port] += operations * count / (STEP_LARGE - STEP_SMALL)
        row = rows[name]
        row.update((port, ports[port]) for port in ("p0", "p5", "p05"))
        shared = (ports["p0"] + ports["p5"] + ports["p05"]) / 2
        row["bound"] = max(ports["p0"], ports["p5"], shared, row["avx512"] / 6)
    return rows


def count(program, isas=("scalar", "avx2"), steps=""):
    """All figures by row and column; those of AVX-512 from the given steps, or counted here."""
    reroll = os.path.join(os.path.dirname(program), "..", "reroll")
    devices = re.findall(r'"name": "cpu:(\w+)", "available": true', run(reroll, "devices", "--json"))
    rows = collections.defaultdict(dict)
    for isa in isas:
        for name, figure in by_callgrind(program, f"cpu:{isa}").items() if isa in devices else ():
            rows[name][isa] = figure
    if not steps and "avx512" in devices:
        steps = steps_here(program)
    for name, figures in by_steps(program, steps).items():
        rows[name].update(figures)
    return rows


def table_of(rows, compiler):
    how = HOW.format(compiler=compiler, small=SMALL, large=LARGE, step_small=STEP_SMALL, step_large=STEP_LARGE)
    lines = [how + f"{'# row':<24}" + "".join(f"{c:>9}" for c in COLUMNS)]
    for name, figures in rows.items():
        texts = (f"{figures[c]:9.2f}" if c in figures else f"{'-':>9}" for c in COLUMNS)
        lines.append(f"{name:<24}" + "".join(texts))
    return "\n".join(lines)


def read(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    rows = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            fields = line.split()
            rows[" ".join(fields[:2])] = {c: float(v) for c, v in zip(COLUMNS, fields[2:]) if v != "-"}
    return rows, re.search(r"per sample, (.*?);", text).group(1)


def check(known, fresh):
    """TAP: one test per row, for the columns that this processor has."""
    wrong = 0
    print(f"1..{len(known)}")
    for number, (name, figures) in enumerate(known.items(), 1):
        here = fresh.get(name, {})
        off = [f"{c} {here[c]:.2f}, not {figures[c]:.2f}" for c in ("scalar", "avx2", "avx512")
               if c in here and c in figures and abs(here[c] / figures[c] - 1) > TOLERANCE]
        off += [] if here else ["it is not counted"]
        wrong += bool(off)
        print(f"{'not ' if off else ''}ok {number} - {name}: instructions per sample are those of the table")
        print("".join(f"# {o}\n" for o in off), end="")
    print("".join(f"# {name} is not in the table\n" for name in fresh if name not in known), end="")
    return bool(wrong or set(fresh) - set(known))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--check", metavar="TABLE")
    parser.add_argument("--steps", metavar="FILE")
    options = parser.parse_args()
    compiler, steps = compiler_of(options.program), ""
    if options.steps:
        with open(options.steps, encoding="utf-8") as file:
            steps = file.read()
    if not options.check:
        print(table_of(count(options.program, steps=steps), compiler))
        return 0
    known, of = read(options.check)
    if compiler != of:
        print(f"1..0 # SKIP the library is built by {compiler or 'another compiler'}, the table by {of}")
        return 0
    return check(known, count(options.program, ("scalar", "avx2")[not os.environ.get("REROLL_DEEP"):], steps))


if __name__ == "__main__":
    sys.exit(main())
