#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Makes each change of the list in a copy of the tree, builds what its tests need and runs them: does one notice?

    run.py [--build DIR] [--jobs N] [--only PATTERN] [--shard K/N] [--check] [LIST...]

--check only sees that every record fits the tree. Results are kept in DIR/mutants/results.txt: what has been found stays
found until the record, its file or the tests concerned change. docs/testing.md has the rest.
"""
import argparse
import concurrent.futures
import glob
import os
import re
import signal
import stat
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import records as list_of  # noqa: E402
from copies import FLAGS, Broken, Commands, Tree, mirror  # noqa: E402

SHARE = 95             # per cent that must be caught
CODE = ("cli", "engine", "host", "include", "laws", "model", "targets", "transforms")
LANE_TEXT = re.compile(r"(engine|transforms|targets/gpu/kernels)/|laws/.*\.h$")


def mend_null():
    """A changed command that runs as root may put a file in the place of /dev/null: true where one did, and it is back."""
    if stat.S_ISCHR(os.stat("/dev/null").st_mode):
        return False
    os.unlink("/dev/null")
    os.mknod("/dev/null", 0o666 | stat.S_IFCHR, os.makedev(1, 3))
    os.chmod("/dev/null", 0o666)
    return True


# ---- Results. ----

class Results:
    """Lines of: key, key of the tests concerned, outcome, seconds, test. Each is written as a whole, so that a run can be
    stopped and gone on with."""

    def __init__(self, path):
        self.path, self.known, self.lock = path, {}, threading.Lock()
        if os.path.exists(path):
            for line in list_of.read(path).split("\n"):
                fields = line.split(" ")
                if len(fields) == 5:
                    self.known[fields[0]] = fields[1:]

    def get(self, key, record):
        """(outcome, seconds, test) where a test that noticed, or all that did not, are what they were."""
        tests, outcome, seconds, test = self.known.get(key, ("", "", "", ""))
        return (outcome, float(seconds), test) if outcome and tests == self.concerned(record, outcome, test) else None

    def put(self, key, tests, outcome, seconds, test):
        with self.lock, open(self.path, "a", encoding="utf-8") as f:
            self.known[key] = [tests, outcome, f"{seconds:.1f}", test]
            f.write(" ".join([key, *self.known[key]]) + "\n")

    @staticmethod
    def concerned(record, outcome, test):
        return list_of.digest(*map(list_of.test_key, [test] if outcome == "caught" else record.tests))


class Run:
    def __init__(self, build, jobs):
        self.folder, self.jobs, self.commands = os.path.join(build, "mutants"), jobs, Commands()
        self.venv = os.path.abspath(os.path.join(build, "venv"))
        os.makedirs(self.folder, exist_ok=True)
        self.results = Results(os.path.join(self.folder, "results.txt"))
        self.clean, self.outcome = {}, {}
        self.lock, self.clean_lock = threading.Lock(), threading.Lock()
        wide = os.uname().machine == "x86_64"
        self.isas = {True: "scalar", False: "scalar avx2" if wide else "scalar"}
        code = sorted(path for folder in CODE for path in glob.glob(folder + "/**/*.[ch]", recursive=True))
        self.tree = list_of.digest(*(path + list_of.read(path) for path in code))

    def isas_of(self, record):
        """Lane text is compiled into every kernel, so its changes are tried on one instruction set."""
        return record.text("isas") or self.isas[LANE_TEXT.match(record.file) is not None]

    def key(self, record):
        return record.key(self.isas_of(record), FLAGS)

    def copy(self, name, isas):
        return Tree(os.path.join(self.folder, f"{name}-{isas.replace(' ', '-')}"), isas, self.commands)

    def prepare(self, isas):
        tree = self.clean[isas] = self.copy("clean", isas)
        print(f"building the copy for {isas}", flush=True)
        mirror(".", tree.path)
        tree.link(self.venv)
        if not tree.make("all", "test-build", jobs=self.jobs):
            raise Broken(f"the tree does not build: make -C {tree.path} ISAS='{isas}' CFLAGS={FLAGS} all test-build")

    def trust(self, test, isas):
        """A test that notices a change must pass without it: once for a state of the tree."""
        key = "clean" + list_of.digest(self.tree, isas, list_of.test_key(test))
        with self.clean_lock:
            if key in self.results.known:
                return
            start = time.monotonic()
            if not self.clean[isas].build(test) or self.clean[isas].test(test) != "passes":
                raise Broken(f"{test} fails without any change, in {self.clean[isas].path}: mend that first")
            self.results.put(key, "-", "passes", time.monotonic() - start, test)

    def one(self, record, tree):
        """(outcome, test) of one change in a copy."""
        with open(os.path.join(tree.path, record.file), "w", encoding="utf-8") as f:
            f.write(record.applied())
        skipped = True
        for test in record.tests:
            if not tree.build(test):
                return "unbuilt", test
            said = tree.test(test)
            skipped = skipped and said == "is skipped"
            if mend_null():
                return "caught", test
            if said == "fails":
                self.trust(test, tree.isas)
                return "caught", test
        return ("skipped" if skipped else "survived"), "-"

    def group(self, group):
        """Changes of one file, one after the other, so that little is built anew."""
        tree = self.copy("worker" + threading.current_thread().name.rpartition("_")[2], self.isas_of(group[0]))
        mirror(self.clean[tree.isas].path, tree.path)
        for record in group:
            start = time.monotonic()
            outcome, test = self.one(record, tree)
            seconds = time.monotonic() - start
            self.results.put(self.key(record), self.results.concerned(record, outcome, test), outcome, seconds, test)
            self.say(record, outcome, test, seconds)
        mirror(self.clean[tree.isas].path, tree.path)

    def say(self, record, outcome, test, seconds):
        with self.lock:
            self.outcome[record] = outcome
            print(f"{len(self.outcome):4} {outcome:8} {seconds:6.1f} s  {test:30} {record.where}  {record.file}", flush=True)

    def go(self, chosen):
        groups = {}
        for record in chosen:
            known = self.results.get(self.key(record), record)
            if known and known[0] in ("caught", "survived"):
                self.outcome[record] = known[0]
            else:
                groups.setdefault((record.file, self.isas_of(record)), []).append(record)
        for isas in sorted({self.isas_of(g[0]) for g in groups.values()}):
            self.prepare(isas)
        with concurrent.futures.ThreadPoolExecutor(self.jobs, "worker") as pool:
            todo = [pool.submit(self.group, g) for g in sorted(groups.values(), key=len, reverse=True)]
            try:
                for future in concurrent.futures.as_completed(todo):
                    future.result()
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                self.commands.stop()
                raise


def report(outcome):
    """The table, the survivors, and whether that is good enough."""
    folders = sorted({r.file.split("/")[0] for r in outcome})
    kinds = ("caught", "survived", "same", "unbuilt", "skipped")
    print(f"\n{'folder':10} {'changes':>8}" + "".join(f"{kind:>10}" for kind in kinds))
    for folder in folders + ["all"]:
        of = {r: "same" if r.lines["same"] else o for r, o in outcome.items() if folder in ("all", r.file.split("/")[0])}
        count = {kind: list(of.values()).count(kind) for kind in kinds}
        print(f"{folder:10} {len(of):8}" + "".join(f"{count[kind]:10}" for kind in kinds))
    share = 100 * count["caught"] / max(1, count["caught"] + count["survived"])
    print(f"caught: {share:.1f} %, at least {SHARE} are wanted")
    good = share >= SHARE
    for record, o in outcome.items():
        why = record.text("same") or record.text("survives")
        if o == "caught" and not why:
            continue
        what = {"caught": "is caught, though its record says why not",
                "unbuilt": "does not build: choose another change",
                "skipped": "was not tried: all its tests are skipped here",
                "survived": why or "SURVIVES and is not explained"}[o]
        good = good and bool(o == "survived" and why)
        print(f"\n{record.where}: {record.file}: {what}")
        for sign in "-+":
            print("\n".join(f"  {sign} {line}" for line in record.lines[sign]))
    return good


def read_lists(paths):
    """The records, of which each fits the tree; or the end."""
    try:
        every = list_of.load(paths)
    except list_of.Stale as e:
        sys.exit(f"mutants: {e}")
    stale = []
    for record in every:
        try:
            record.check()
        except list_of.Stale as e:
            stale.append(f"mutants: {e}")
    if stale:
        sys.exit("\n".join(stale))
    return every


def choose(every, only, shard):
    """The records that match and lie in files of this shard."""
    files = sorted({r.file for r in every})
    part, parts = map(int, shard.split("/"))
    here = [r for r in every if files.index(r.file) % parts == part % parts]
    return [r for r in here if re.search(only, f"{r.where} {r.file} {r.text('by')}")]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default="build")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", default="")
    parser.add_argument("--shard", default="1/1")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("lists", nargs="*", default=sorted(glob.glob("tests/mutants/*.txt")))
    options = parser.parse_args()
    if not re.fullmatch(r"[1-9]\d*/[1-9]\d*", options.shard):
        parser.error("--shard is K/N, as 1/4")
    every = read_lists(options.lists)
    if options.check:
        print(f"{len(every)} records fit the tree")
        return
    chosen = choose(every, options.only, options.shard)
    run = Run(options.build, options.jobs)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    try:
        run.go(chosen)
    except Broken as e:
        sys.exit(f"mutants: {e}")
    except KeyboardInterrupt:
        sys.exit("mutants: stopped; the same command goes on")
    sys.exit(0 if report({r: run.outcome[r] for r in chosen}) else 1)


if __name__ == "__main__":
    main()
