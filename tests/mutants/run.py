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
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import records as list_of  # noqa: E402

FLAGS = "-O1"
SHARE = 95             # per cent that must be caught
CPU_LIMIT = 150        # seconds of processor time of one process of a test: a change may well make a loop endless
WALL_LIMIT = os.environ.get("TEST_LIMIT", "900")
NOT_SOURCE = re.compile(r"^(\.git|\.venv|build.*)$")
CODE = ("backends", "cli", "device", "include", "model", "src")


class Broken(Exception):
    """The run can't go on."""


# ---- Copies of the tree. ----

def entries(root):
    """Path below root -> whether it is a folder."""
    found = {}
    for folder, folders, files in os.walk(root):
        at = os.path.relpath(folder, root)
        if at == "." and not os.path.exists(os.path.join(root, ".copy")):
            folders[:] = [f for f in folders if not NOT_SOURCE.match(f)]
        folders[:] = [f for f in folders if f != "__pycache__"]
        links = [f for f in folders if os.path.islink(os.path.join(folder, f))]
        found.update((os.path.normpath(os.path.join(at, f)), f in folders and f not in links) for f in folders + files)
        folders[:] = [f for f in folders if f not in links]
    return found


def same(a, b):
    if os.path.islink(a) or os.path.islink(b):
        return os.path.islink(a) and os.path.islink(b) and os.readlink(a) == os.readlink(b)
    x, y = os.stat(a), os.stat(b)
    return x.st_size == y.st_size and x.st_mtime_ns == y.st_mtime_ns


def mirror(source, copy):
    """Makes the copy like the source; a file keeps its time, by which make and this tell what has changed."""
    os.makedirs(copy, exist_ok=True)
    wanted = entries(source)
    own = re.compile(r"^(build(/.*)?|\.copy)$") if not os.path.exists(os.path.join(source, ".copy")) else re.compile("$^")
    open(os.path.join(copy, ".copy"), "a").close()
    for path, is_folder in sorted(entries(copy).items(), reverse=True):
        if path not in wanted and not own.match(path):
            (os.rmdir if is_folder else os.unlink)(os.path.join(copy, path))
    for path, is_folder in sorted(wanted.items()):
        a, b = os.path.join(source, path), os.path.join(copy, path)
        if is_folder:
            os.makedirs(b, exist_ok=True)
        elif not os.path.lexists(b) or not same(a, b):
            if os.path.lexists(b):
                os.unlink(b)
            shutil.copy2(a, b, follow_symlinks=False)


# ---- Commands in a copy. ----

class Commands:
    """Starts commands, and ends all that they started."""

    def __init__(self):
        self.running, self.lock, self.stopped = set(), threading.Lock(), False

    def run(self, command, folder, env=None, watch=None, cpu=None):
        """The status, or None where `watch` has seen enough."""
        limit = (lambda: resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 5))) if cpu else None
        with self.lock:
            if self.stopped:
                raise Broken("stopped")
            child = subprocess.Popen(command, cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                     stderr=subprocess.DEVNULL, start_new_session=True, preexec_fn=limit)
            self.running.add(child.pid)
        try:
            while True:
                try:
                    return child.wait(0.2)
                except subprocess.TimeoutExpired:
                    if watch and watch():
                        return None
        finally:
            self.end(child.pid)
            child.wait()

    def end(self, session):
        """Kills what is left of a command's session: tests/run gives a test a process group of its own."""
        for stat in glob.glob("/proc/[0-9]*/stat"):
            try:
                with open(stat) as f:
                    fields = f.read().rpartition(")")[2].split()
                if int(fields[3]) == session:
                    os.kill(int(stat.split("/")[2]), signal.SIGKILL)
            except (OSError, IndexError):
                pass
        with self.lock:
            self.running.discard(session)

    def stop(self):
        with self.lock:
            self.stopped = True
            left = list(self.running)
        for session in left:
            self.end(session)


class Tree:
    """A copy with a build in it."""

    def __init__(self, path, isas, commands, venv):
        self.path, self.isas, self.commands, self.venv = path, isas, commands, venv

    def make(self, *targets, isas=None, jobs=1):
        gcc = os.environ.get("CC") or ("ccache gcc" if shutil.which("ccache") else "gcc")
        env = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MFLAGS", "BUILD")}
        env.update(MAKELEVEL="1", MAKEFLAGS="", CCACHE_NOHASHDIR="1")
        return self.commands.run(["make", f"-j{jobs}", "CC=" + gcc, "CFLAGS=" + FLAGS, "ISAS=" + (isas or self.isas), "BUILD=build",
                                  *targets], self.path, env) == 0

    def build(self, test):
        """Programs of instruction sets are built from device/ alone; the command's tests need it only."""
        if test.startswith("cli/"):
            return self.make("build/reroll")
        if test.endswith((".bats", ".sh")):
            return self.make("all", *(["build/gpu-check/bits"] if test == "devices/opencl.test.sh" else []))
        own = re.search(r"-(scalar|sse2|avx2|avx512|neon)-\d+$", test)
        return self.make("build/tests/" + test, isas=own and own.group(1))

    def test(self, test):
        """passes, fails or is skipped."""
        name = f"tests/{test}" if test.endswith((".bats", ".sh")) else f"build/tests/{test}"
        log = os.path.join(self.path, "build/tap", name.replace("/", "-"))
        if os.path.exists(log):
            os.unlink(log)

        def failing():
            try:
                with open(log, errors="replace") as f:
                    return re.search(r"^not ok (?!.*# (TODO|SKIP))", f.read(), re.M) is not None
            except FileNotFoundError:
                return False
        path = f"{self.venv}/bin:" + os.environ["PATH"]
        env = dict(os.environ, BUILD="build", REROLL="build/reroll", CMOCKA_MESSAGE_OUTPUT="TAP", PATH=path, TEST_LIMIT=WALL_LIMIT)
        skip = os.path.join(self.path, "build/skipped")
        status = self.commands.run(["sh", "-c", f"tests/run {name} | grep -q '^1..0 # SKIP' && echo >build/skipped; "
                                    f"! test -s build/tap/{name.replace('/', '-')}"], self.path, env, failing, CPU_LIMIT)
        if os.path.exists(skip):
            os.unlink(skip)
            return "is skipped"
        return "passes" if status == 0 else "fails"


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

    def put(self, key, record, outcome, seconds, test):
        with self.lock, open(self.path, "a", encoding="utf-8") as f:
            f.write(f"{key} {self.concerned(record, outcome, test)} {outcome} {seconds:.1f} {test}\n")

    @staticmethod
    def concerned(record, outcome, test):
        return list_of.digest(*map(list_of.test_key, [test] if outcome == "caught" else record.tests))


class Run:
    def __init__(self, build, jobs):
        self.folder, self.jobs, self.commands = os.path.join(build, "mutants"), jobs, Commands()
        self.venv = os.path.abspath(os.path.join(build, "venv"))
        os.makedirs(self.folder, exist_ok=True)
        self.results = Results(os.path.join(self.folder, "results.txt"))
        self.clean, self.lock, self.done, self.outcome = {}, threading.Lock(), 0, {}
        wide = os.uname().machine == "x86_64"
        self.isas = {True: "scalar", False: "scalar avx2" if wide else "scalar"}
        self.tree = list_of.digest(*(p + list_of.read(p) for d in CODE for p in sorted(glob.glob(d + "/**/*.[ch]", recursive=True))))

    def isas_of(self, record):
        """Lane text is compiled into every kernel, so its changes are tried on one instruction set."""
        return self.isas[record.file.startswith("device/")]

    def key(self, record):
        return record.key(self.isas_of(record), FLAGS)

    def copy(self, name, isas):
        return Tree(os.path.join(self.folder, f"{name}-{isas.replace(' ', '-')}"), isas, self.commands, self.venv)

    def prepare(self, isas):
        tree = self.clean[isas] = self.copy("clean", isas)
        print(f"building the copy for {isas}", flush=True)
        mirror(".", tree.path)
        if not tree.make("all", "test-build", jobs=self.jobs):
            raise Broken(f"the tree does not build: make -C {tree.path} ISAS='{isas}' CFLAGS={FLAGS} all test-build")

    def trust(self, test, isas):
        """A test that notices a change must pass without it: once for a state of the tree."""
        key = "clean" + list_of.digest(self.tree, isas, list_of.test_key(test))
        with self.lock:
            if key in self.results.known:
                return
            if self.clean[isas].test(test) != "passes":
                raise Broken(f"{test} fails without any change, in {self.clean[isas].path}: mend that first")
            self.results.known[key] = [key, "passes", "0", test]
            with open(self.results.path, "a", encoding="utf-8") as f:
                f.write(f"{key} {key} passes 0 {test}\n")

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
            self.results.put(self.key(record), record, outcome, time.monotonic() - start, test)
            self.say(record, outcome, test, time.monotonic() - start)
        mirror(self.clean[tree.isas].path, tree.path)

    def say(self, record, outcome, test, seconds):
        with self.lock:
            self.done += 1
            self.outcome[record] = outcome
            print(f"{self.done:4} {outcome:8} {seconds:6.1f} s  {test:32} {record.where}  {record.file}", flush=True)

    def go(self, chosen):
        groups = {}
        for record in chosen:
            known = self.results.get(self.key(record), record)
            if known and known[0] in ("caught", "survived"):
                self.outcome[record] = known[0]
            else:
                groups.setdefault(record.file, []).append(record)
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
    print(f"\n{'folder':10} {'changes':>8} {'caught':>7} {'survived':>9} {'same':>5} {'unbuilt':>8} {'skipped':>8}")
    for folder in folders + ["all"]:
        of = {r: o for r, o in outcome.items() if folder in ("all", r.file.split("/")[0])}
        same = sum(bool(r.lines["same"]) for r in of)
        count = {o: sum(x == o and not r.lines["same"] for r, x in of.items()) for o in ("caught", "survived", "unbuilt", "skipped")}
        print(f"{folder:10} {len(of):8} {count['caught']:7} {count['survived']:9} {same:5} {count['unbuilt']:8} {count['skipped']:8}")
    share = 100 * count["caught"] / max(1, count["caught"] + count["survived"])
    print(f"caught: {share:.1f} %, at least {SHARE} are wanted")
    good = share >= SHARE
    for record, o in outcome.items():
        why = record.text("same") or record.text("survives")
        if o == "caught" and not why:
            continue
        what = {"caught": "is caught, though its record says that it can't be or is not", "unbuilt": "does not build: choose another change",
                "skipped": "was not tried: all its tests are skipped here", "survived": why or "SURVIVES and is not explained"}[o]
        good = good and bool(o == "survived" and why)
        print(f"\n{record.where}: {record.file}: {what}")
        for sign in "-+":
            print("\n".join(f"  {sign} {line}" for line in record.lines[sign]))
    return good


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default="build")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", default="")
    parser.add_argument("--shard", default="1/1")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("lists", nargs="*")
    options = parser.parse_args()
    if not re.fullmatch(r"[1-9]\d*/[1-9]\d*", options.shard):
        parser.error("--shard is K/N, as 1/4")
    try:
        every = list_of.load(options.lists or sorted(glob.glob("tests/mutants/*.txt")))
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
    if options.check:
        print(f"{len(every)} records fit the tree")
        return
    files = sorted({r.file for r in every})
    part, parts = map(int, options.shard.split("/"))
    chosen = [r for r in every if re.search(options.only, r.where + " " + r.file + " " + r.text("by")) and files.index(r.file) % parts == part % parts]
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
