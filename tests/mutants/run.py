#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Makes each change of the list in a copy of the tree, builds what its tests need and runs them: does one fail?

    run.py [--build DIR] [--jobs N] [--only PATTERN] [--shard K/N] [--first N] [--quick N] [--check] [LIST...]

--first N takes the first N records of each list: drawn lists are in random order. --quick N runs only the first N tests of a
record; what these do not notice is `open`. --check only checks that every record fits the tree. Results are kept in
DIR/mutants/results.txt: a result is valid until the record, its file or the tests concerned change. docs/testing.md has the
rest.
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
from copies import FLAGS, OF_ONE_SET, Broken, Commands, Tree, mirror, of_folder  # noqa: E402

SHARE = 95             # per cent that must be caught
CODE = ("cli", "engine", "host", "include", "laws", "model", "python", "r", "targets", "transforms")
LISTS = sorted(set(glob.glob("tests/mutants/*.txt") + glob.glob("tests/mutants/drawn/*.txt")) - {"tests/mutants/cover.txt"})
LANE_TEXT = re.compile(r"(engine|transforms|targets/gpu/kernels)/|laws/.*\.h$")


def is_program(test):
    """Whether make builds a test with the sets of the tree; those of one set are built when they run."""
    return not of_folder(test) and not test.endswith((".bats", ".sh")) and not OF_ONE_SET.search(test)


def mend_null():
    """A changed command that runs as root may replace /dev/null by a file: true where one did; it is restored."""
    if stat.S_ISCHR(os.stat("/dev/null").st_mode):
        return False
    os.unlink("/dev/null")
    os.mknod("/dev/null", 0o666 | stat.S_IFCHR, os.makedev(1, 3))
    os.chmod("/dev/null", 0o666)
    return True


# ---- Results. ----

class Results:
    """Lines of: key, key of the tests concerned, outcome, seconds, test. Each is written as a whole, so that a run can be
    stopped and resumed."""

    def __init__(self, path):
        self.path, self.known, self.lock = path, {}, threading.Lock()
        if os.path.exists(path):
            for line in list_of.read(path).split("\n"):
                fields = line.split(" ")
                if len(fields) == 5:
                    self.known[fields[0]] = fields[1:]

    def get(self, key, record):
        """(outcome, seconds, test) where the test that detected it, or all tests that did not, are unchanged."""
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
    def __init__(self, build, jobs, quick=None):
        self.quick = quick
        self.folder, self.jobs, self.commands = os.path.join(build, "mutants"), jobs, Commands()
        self.venv = os.path.abspath(os.path.join(build, "venv"))
        os.makedirs(self.folder, exist_ok=True)
        self.results = Results(os.path.join(self.folder, "results.txt"))
        self.clean, self.outcome = {}, {}
        self.lock, self.clean_lock = threading.Lock(), threading.Lock()
        wide = os.uname().machine == "x86_64"
        self.isas = {True: "scalar", False: "scalar avx2" if wide else "scalar"}
        code = sorted(path for folder in CODE for path in glob.glob(folder + "/**/*.*", recursive=True)
                      if path.endswith((".c", ".h", ".py", ".R")))
        self.tree = list_of.digest(*(path + list_of.read(path) for path in code))

    def isas_of(self, record):
        """Lane text is compiled into every kernel, so its changes are tried on one instruction set."""
        return record.text("isas") or self.isas[LANE_TEXT.match(record.file) is not None]

    def key(self, record):
        return record.key(self.isas_of(record), FLAGS)

    def copy(self, name, isas):
        return Tree(os.path.join(self.folder, f"{name}-{isas.replace(' ', '-')}"), isas, self.commands)

    def prepare(self, isas, tests):
        """The copy without a change, with the programs of these tests."""
        tree = self.clean[isas] = self.copy("clean", isas)
        print(f"building the copy for {isas}", flush=True)
        mirror(".", tree.path)
        tree.link(self.venv)
        made = {target for test in tests for target in ["build/tests/" + test] * is_program(test) or of_folder(test)}
        if not tree.make("all", *made, jobs=self.jobs):
            targets = " ".join(made)
            raise Broken(f"the tree does not build: make -C {tree.path} ISAS='{isas}' CFLAGS={FLAGS} all {targets}")

    def trust(self, test, isas):
        """A test that detects a change must pass without it: checked once per state of the tree."""
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
        for test in record.tests[:self.quick]:
            if not tree.build(test):
                return "unbuilt", test
            said = tree.test(test)
            skipped = skipped and said == "is skipped"
            if mend_null():
                return "caught", test
            if said == "fails":
                self.trust(test, tree.isas)
                return "caught", test
        if record.tests[self.quick or len(record.tests):]:
            return "open", "-"
        return ("skipped" if skipped else "survived"), "-"

    def group(self, group):
        """Changes of one file, one after the other, so that little is rebuilt."""
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
            if known and known[0] in ("caught", "survived", "open" if self.quick else ""):
                self.outcome[record] = known[0]
            else:
                groups.setdefault((record.file, self.isas_of(record)), []).append(record)
        for isas in sorted({isas for _, isas in groups}):
            self.prepare(isas, sorted({t for (_, i), g in groups.items() if i == isas for r in g for t in r.tests}))
        with concurrent.futures.ThreadPoolExecutor(self.jobs, "worker") as pool:
            todo = [pool.submit(self.group, g) for g in sorted(groups.values(), key=len, reverse=True)]
            try:
                for future in concurrent.futures.as_completed(todo):
                    future.result()
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                self.commands.stop()
                raise


def list_name(record):
    return os.path.relpath(record.where.rpartition(":")[0], "tests/mutants")[:-len(".txt")]


def report(outcome):
    """Prints the table and the survivors; returns whether enough were detected."""
    lists = sorted({list_name(r) for r in outcome})
    kinds = ("caught", "survived", "same", "unbuilt", "skipped", "open")
    print(f"\n{'list':18} {'changes':>8}" + "".join(f"{kind:>10}" for kind in kinds))
    for name in lists + ["all"]:
        of = {r: "same" if r.lines["same"] else o for r, o in outcome.items() if name in ("all", list_name(r))}
        count = {kind: list(of.values()).count(kind) for kind in kinds}
        print(f"{name:18} {len(of):8}" + "".join(f"{count[kind]:10}" for kind in kinds))
    share = 100 * count["caught"] / max(1, count["caught"] + count["survived"])
    print(f"caught: {share:.1f} %, at least {SHARE} are wanted")
    good = share >= SHARE
    for record, o in outcome.items():
        why = record.text("same") or record.text("survives")
        drawn = "/drawn/" in record.where
        if not why and (o == "caught" or (o == "unbuilt" and drawn)):   # drop.py --syntax may leave some that do not build
            continue
        what = {"caught": "is caught, though its record says why not",
                "unbuilt": "does not build: choose another change",
                "skipped": "was not tried: all its tests are skipped here",
                "open": "is not noticed by its first tests",
                "survived": why or "SURVIVES and is not explained"}[o]
        good = good and bool(o == "survived" and why)
        print(f"\n{record.where}: {record.file}: {what}")
        for sign in "-+":
            print("\n".join(f"  {sign} {line}" for line in record.lines[sign]))
    return good


def read_lists(paths):
    """The records, each of which fits the tree; exits otherwise."""
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


def first_of(every, most):
    """The first records of each list."""
    lists = {}
    for record in every:
        lists.setdefault(record.where.rpartition(":")[0], []).append(record)
    return [record for of in lists.values() for record in of[:most]]


def choose(every, only, shard):
    """The records that match and whose files belong to this shard."""
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
    parser.add_argument("--first", type=int, default=sys.maxsize)
    parser.add_argument("--quick", type=int)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("lists", nargs="*", default=LISTS)
    options = parser.parse_args()
    if not re.fullmatch(r"[1-9]\d*/[1-9]\d*", options.shard):
        parser.error("--shard is K/N, as 1/4")
    every = read_lists(options.lists)
    if options.check:
        print(f"{len(every)} records fit the tree")
        return
    chosen = choose(first_of(every, options.first), options.only, options.shard)
    run = Run(options.build, options.jobs, options.quick)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    try:
        run.go(chosen)
    except Broken as e:
        sys.exit(f"mutants: {e}")
    except KeyboardInterrupt:
        sys.exit("mutants: stopped; the same command continues")
    sys.exit(0 if report({r: run.outcome[r] for r in chosen}) else 1)


if __name__ == "__main__":
    main()
