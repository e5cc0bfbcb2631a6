# SPDX-License-Identifier: MIT OR Apache-2.0
"""Builds clones of a commit and of the one before, and reports wall and processor seconds of `make run` and of `make`,
bytes, and the speed of the same calls of both libraries, alternately in one process (bench/two_libraries.c).

The three builds take eight minutes on two cores, the speed half a minute per instruction set and pass. Uncommitted changes
are ignored.

    python3 bench/build.py --folder build/bench-build -o build/bench-build.txt [--before HEAD~1] [--isas "scalar avx2"]
"""
import argparse
import glob
import math
import os
import platform
import re
import resource
import shutil
import statistics
import subprocess
import sys
import time

TOLERANCE = {20: 1.05, 1000: 1.02, 65536: 1.02}   # of a ratio new / old
SCALAR = 1.15                                      # scalar lanes are the reference, not the fast path


def arguments():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--folder", required=True, help="the folder of the clones; its content is deleted first")
    p.add_argument("-o", dest="report", required=True, help="the report, which is also printed")
    p.add_argument("--commit", default="HEAD", help="the commit to measure (HEAD)")
    p.add_argument("--before", default="HEAD~1", help="the commit to compare with (HEAD~1)")
    p.add_argument("--isas", default="", help="instruction sets of all builds (those that make chooses)")
    p.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)), help="jobs of make (all processors)")
    p.add_argument("--rounds", type=int, default=81, help="calls of each library per row and pass (81)")
    p.add_argument("--passes", type=int, default=3, help="processes that measure all rows; the result is the median (3)")
    p.add_argument("--keep", action="store_true", help="keep the clones (1.5 GB)")
    return p.parse_args()


def output(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout.strip()


def compiler():
    return (os.environ.get("CC") or "gcc").split()


class Build:
    """A clone, and make in it."""

    def __init__(self, a, name, revision):
        self.a, self.path = a, os.path.join(a.folder, name)
        self.commit = output("git", "rev-parse", "--short", revision)
        subprocess.run(["git", "clone", "-q", "--no-checkout", ".", self.path], check=True)
        subprocess.run(["git", "-C", self.path, "checkout", "-q", "--detach",
                        output("git", "rev-parse", revision)], check=True)

    def make(self, *goals):
        """(wall seconds, processor seconds, calls of a compiler) of a command."""
        env = {k: v for k, v in os.environ.items() if not re.match("MAKE|MFLAGS|BUILD$|ISAS$|REROLL|POCL", k)}
        command = ["make", f"-j{self.a.jobs}", *([f"ISAS={self.a.isas}"] if self.a.isas else []), *goals]
        print(f"{self.path}: {' '.join(command)}", file=sys.stderr, flush=True)
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        done = subprocess.run(command, cwd=self.path, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        wall, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode:
            sys.exit(f"{done.stdout[-3000:]}\nbench/build.py: {' '.join(command)} fails in {self.path}")
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return wall, used, len(re.findall("(?m)^  CC ", done.stdout))

    def library(self):
        return os.path.join(self.path, "build/libreroll.so")

    def stripped(self):
        out = os.path.join(self.a.folder, "stripped")
        subprocess.run(["strip", "-o", out, os.path.realpath(self.library())], check=True)
        return os.path.getsize(out)

    def kernels(self):
        """{set: (objects, bytes of text and data)} of the kernels."""
        found = {}
        for folder in sorted(glob.glob(os.path.join(self.path, "build/obj/*/f64"))):
            objects = glob.glob(os.path.join(os.path.dirname(folder), "**/*.o"), recursive=True)
            lines = output("size", *objects).splitlines()[1:]
            size = sum(sum(map(int, line.split()[:2])) for line in lines)
            found[os.path.basename(os.path.dirname(folder))] = (len(objects), size)
        return found


def builds(a, say):
    """Makes all three clones and reports their times."""
    run, new, old = Build(a, "run", a.commit), Build(a, "new", a.commit), Build(a, "old", a.before)
    rows = [("make run, its build", *run.make("run-build")), ("make run, the rest", *run.make("run")),
            ("make", *new.make()), (f"make at {old.commit}", *old.make())]
    say(f"\n{'':24}{'wall s':>10}{'processor s':>14}{'compiled':>11}")
    for title, wall, used, compiled in rows:
        say(f"{title:24}{wall:10.1f}{used:14.1f}{compiled:11}")
    say(f"\n`make run` from the clone to its end: {rows[0][1] + rows[1][1]:.0f} s. Its rest compiled {rows[1][3]} files.")
    return run, new, old


def sizes(run, new, old, say):
    say(f"\n{'bytes':24}{new.commit:>14}{old.commit:>14}{'ratio':>9}")
    here = [new.stripped(), old.stripped()]
    say(f"{'libreroll.so, stripped':24}{here[0]:14}{here[1]:14}{here[0] / here[1]:9.3f}")
    say(f"{'  of make run':24}{run.stripped():14}")
    was = old.kernels()
    for name, (objects, size) in new.kernels().items():
        before = was.get(name, (0, 0))[1]
        say(f"{f'{objects} kernels, {name}':24}{size:14}{before:14}" + (f"{size / before:9.3f}" if before else ""))


def timed(a, new, old):
    """{(device, row, type, n): (ns before, ns now, ratio)}, medians over the passes. Every other pass exchanges the two."""
    program = os.path.join(a.folder, "two_libraries")
    subprocess.run([*compiler(), "-std=gnu11", "-O2", f"-I{new.path}/include", "bench/two_libraries.c",
                    "-o", program, "-ldl"], check=True)
    reroll = [os.path.join(b.path, "build/reroll") for b in (new, old)]
    usable = [set(output(r, "devices", "--names").split()) for r in reroll]
    sets = [d for d in output(reroll[0], "devices", "--names").split() if d in usable[1] and d.startswith("cpu:")
            and d != "cpu:warp32"]
    found = {}
    for i in range(a.passes):
        pair = [old.library(), new.library()]
        print(f"pass {i + 1} of {a.passes}", file=sys.stderr, flush=True)
        for line in output(program, *(reversed(pair) if i % 2 else pair), str(a.rounds), *sets).splitlines():
            device, row, dtype, n, first, second, ratio = line.split()
            values = (float(first), float(second), float(ratio))
            if i % 2:
                values = (values[1], values[0], 1 / values[2])
            found.setdefault((device, row, dtype, int(n)), []).append(values)
    return {key: tuple(map(statistics.median, zip(*values))) for key, values in found.items()}


def limit(key):
    return SCALAR if key[0] == "cpu:scalar" else TOLERANCE[key[3]]


def speed(rows, say):
    say(f"\n{'ratio of ns, new / old':16}{'n':>10}{'rows':>6}{'geometric mean':>16}   slowest row")
    for device, n in sorted({(k[0], k[3]) for k in rows}, key=lambda x: (list(k[0] for k in rows).index(x[0]), x[1])):
        of = {k: v[2] for k, v in rows.items() if (k[0], k[3]) == (device, n)}
        worst = max(of, key=of.get)
        mean = math.exp(statistics.mean(map(math.log, of.values())))
        say(f"{device:22}{n:10}{len(of):6}{mean:16.4f}   {of[worst]:.4f} {worst[1]} {worst[2]}")
    over = [k for k in rows if rows[k][2] > limit(k)]
    say(f"\n{len(over)} of {len(rows)} rows are slower by more than 2 % (n = 20: 5 %; scalar lanes: 15 %), marked *.")
    say(f"\n{'device':12}{'distribution':25}{'type':>5}{'n':>7}{'old, ns':>10}{'new, ns':>10}{'ratio':>9}")
    for key, (old, new, ratio) in rows.items():
        say(f"{key[0]:12}{key[1]:25}{key[2]:>5}{key[3]:7}{old:10.3f}{new:10.3f}{ratio:9.4f}{' *' if key in over else ''}")


def processor():
    with open("/proc/cpuinfo") as f:
        found = re.search(r"(?m)^model name\s*: (.*)", f.read())
    return found[1] if found else platform.machine()


def main():
    a = arguments()
    os.environ["LC_ALL"] = "C"
    shutil.rmtree(a.folder, ignore_errors=True)
    os.makedirs(a.folder)
    with open(a.report, "w") as f:
        def say(text):
            print(text, flush=True)
            print(text, file=f, flush=True)

        version = output(*compiler(), "--version").splitlines()[0]
        commits = [output("git", "rev-parse", "--short", c) for c in (a.commit, a.before)]
        isas = f', ISAS="{a.isas}"' if a.isas else ""
        say(f"Commit {commits[0]} and {commits[1]}, {time.strftime('%Y-%m-%dT%H:%MZ', time.gmtime())}\n"
            f"{processor()}, {a.jobs} jobs, load {os.getloadavg()[0]:.2f}, {version}{isas}")
        run, new, old = builds(a, say)
        sizes(run, new, old, say)
        speed(timed(a, new, old), say)
    if not a.keep:
        shutil.rmtree(a.folder)


if __name__ == "__main__":
    main()
