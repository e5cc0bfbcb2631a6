# SPDX-License-Identifier: MIT OR Apache-2.0
"""Copies of the tree, and the builds and commands run in them."""
import glob
import os
import re
import shutil
import signal
import subprocess
import threading

FLAGS = "-O1"
CPU_LIMIT = 600        # seconds of processor time for one process of a test: a change may make a loop endless
WALL_LIMIT = os.environ.get("TEST_LIMIT", "900")
NOT_SOURCE = re.compile(r"^(\.git|\.venv|build.*)$")
# Folder -> what make builds for its tests; for others, `all` or the program.
OF_FOLDER = {"cli/": ["build/reroll"], "mpi/": ["build/reroll", "mpi"], "r/": ["build/reroll"],
             "python/package": ["all"], "python/wheel": ["all"], "python/": ["site"]}
OF_ONE_SET = re.compile(r"-(scalar|avx2|avx512|neon)-\d+$")


class Broken(Exception):
    """The run cannot continue."""


def entries(root):
    """Path below root -> whether it is a folder."""
    found = {}
    for folder, folders, files in os.walk(root):
        at = os.path.relpath(folder, root)
        if at == "." and not os.path.exists(os.path.join(root, ".copy")):
            folders[:] = [f for f in folders if not NOT_SOURCE.match(f)]
        folders[:] = [f for f in folders if f != "__pycache__"]
        links = [f for f in folders if os.path.islink(os.path.join(folder, f))]
        folders[:] = [f for f in folders if f not in links]
        found.update((os.path.normpath(os.path.join(at, f)), True) for f in folders)
        found.update((os.path.normpath(os.path.join(at, f)), False) for f in files + links)
    return found


def same(a, b):
    if os.path.islink(a) or os.path.islink(b):
        return os.path.islink(a) and os.path.islink(b) and os.readlink(a) == os.readlink(b)
    x, y = os.stat(a), os.stat(b)
    return x.st_size == y.st_size and x.st_mtime_ns == y.st_mtime_ns


def mirror(source, copy):
    """Makes the copy like the source; a file keeps its time, by which make and this script detect changes."""
    os.makedirs(copy, exist_ok=True)
    wanted = entries(source)
    from_copy = os.path.exists(os.path.join(source, ".copy"))
    own = re.compile("$^" if from_copy else r"^(build(/.*)?|\.copy)$")
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
    """Starts commands, and ends all processes that they started."""

    def __init__(self):
        self.running, self.lock, self.stopped = set(), threading.Lock(), False

    def run(self, command, folder, env, watch=None, out=os.devnull):
        """The status, or None where `watch` ended it early."""
        with self.lock, open(os.path.join(folder, out), "w") as file:
            if self.stopped:
                raise Broken("stopped; the same command continues")
            child = subprocess.Popen(command, cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=file,
                                     stderr=subprocess.DEVNULL, start_new_session=True)
            self.running.add(child.pid)
        try:
            status = self.wait(child, watch)
        finally:
            self.end(child.pid)
            child.wait()
        if self.stopped:
            raise Broken("stopped; the same command continues")
        return status

    @staticmethod
    def wait(child, watch):
        while True:
            try:
                return child.wait(0.2)
            except subprocess.TimeoutExpired:
                if watch and watch():
                    return None

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


def of_folder(test):
    """What make builds for all tests of a folder."""
    return next((targets for folder, targets in OF_FOLDER.items() if test.startswith(folder)), [])


class Tree:
    """A copy with a build in it."""

    def __init__(self, path, isas, commands):
        self.path, self.isas, self.commands = path, isas, commands

    def link(self, venv):
        """The tests' Python and OpenCL runtimes are those of the tree."""
        os.makedirs(os.path.join(self.path, "build"), exist_ok=True)
        for name in (venv, os.path.join(os.path.dirname(venv), "python-venv")):
            place = os.path.join(self.path, "build", os.path.basename(name))
            if not os.path.lexists(place):
                os.symlink(name, place)

    def make(self, *targets, isas=None, jobs=1):
        gcc = os.environ.get("CC") or ("ccache gcc" if shutil.which("ccache") else "gcc")
        env = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MFLAGS", "BUILD")}
        env.update(MAKELEVEL="1", MAKEFLAGS="", CCACHE_NOHASHDIR="1")
        options = ["CC=" + gcc, "CFLAGS=" + FLAGS, "ISAS=" + (isas or self.isas), "BUILD=build",
                   "TEST_LIB=build/libreroll.a"]
        return self.commands.run(["make", f"-j{jobs}", *options, *targets], self.path, env) == 0

    def build(self, test):
        """Programs of instruction sets are built from lane text alone; the command's tests need it only."""
        if of_folder(test):
            return self.make(*of_folder(test))
        if test.endswith((".bats", ".sh")):
            return self.make("all", *(["build/gpu-check/bits"] if test == "devices/opencl/opencl.test.sh" else []))
        own = OF_ONE_SET.search(test)
        return self.make("build/tests/" + test, isas=own and own.group(1))

    def test(self, test):
        """passes, fails or is skipped."""
        if test.startswith("python/") and not test.endswith(".sh"):
            return self.pytest(test)
        name = f"tests/{test}" if test.endswith((".bats", ".sh")) else f"build/tests/{test}"
        log = os.path.join(self.path, "build/tap", name.replace("/", "-"))
        if os.path.exists(log):
            os.unlink(log)
        env = dict(os.environ, BUILD="build", REROLL="build/reroll", CMOCKA_MESSAGE_OUTPUT="TAP", TEST_LIMIT=WALL_LIMIT,
                   **(self.options() if test.startswith("r/") else {}),
                   PATH=os.path.abspath(os.path.join(self.path, "build/venv/bin")) + ":" + os.environ["PATH"])
        command = ["sh", "-c", f"ulimit -t {CPU_LIMIT}; exec sh tests/run {name}"]
        status = self.commands.run(command, self.path, env, lambda: has_failed(log), "build/said")
        if status == 0 and re.match(r"(TAP.*\n)?1\.\.0 # SKIP", text_of(os.path.join(self.path, "build/said"))):
            return "is skipped"
        return "passes" if status == 0 and not os.path.exists(log) else "fails"   # tests/run keeps failing output

    def options(self):
        """What a test must pass to a make of its own, so that nothing is built again."""
        return {"CFLAGS": FLAGS, "ISAS": self.isas}

    def pytest(self, test):
        """A file or folder of tests/python, on the package in build/site."""
        build = os.path.abspath(os.path.join(self.path, "build"))
        env = dict(os.environ, REROLL=build + "/reroll", PYTHONPATH=build + "/site",
                   REROLL_FAKE_CUDA=build + "/tests/devices/libfake_cuda.so")
        command = [build + "/python-venv/bin/python", "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "tests/" + test]
        status = self.commands.run(["timeout", "-k", "10", WALL_LIMIT, *command], self.path, env, out="build/said")
        none = re.search(r"^(no tests ran|\d+ skipped)\b", text_of(build + "/said"), re.M)
        return "is skipped" if status in (0, 5) and none else "passes" if status == 0 else "fails"


def text_of(path):
    try:
        with open(path, errors="replace") as f:
            return f.read()
    except FileNotFoundError:
        return ""


def has_failed(log):
    return re.search(r"^not ok (?!.*# (TODO|SKIP))", text_of(log), re.M) is not None
