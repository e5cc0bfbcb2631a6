#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Removes from drawn lists what no test can notice or what a compiler refuses; their headers have the numbers.

    drop.py [--syntax] TREE LIST...
                            --syntax: only those that do not compile, in a fraction of the time
                            TREE: a copy with a build of `all build/libsaved.a build/reroll-mpi`, with CFLAGS=-O1 and
                            ISAS='scalar avx2' (run.py has one in build/mutants)

Removed: changes of a text only; those that do not compile; those that compile to the same code with -O1, in all objects
that read the file. Python and R: the same syntax tree without docstrings. Text of GPU kernels is not in an object: it stays.
"""
import ast
import glob
import os
import re
import shlex
import subprocess
import sys
import sysconfig
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import records as list_of  # noqa: E402
from copies import mirror  # noqa: E402

STRING = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'')
AVX2 = re.compile(r"avx2|even")
STRICT = " -Werror=incompatible-pointer-types -Werror=int-conversion -c "     # errors in gcc 14
MOST = 60       # objects of a header that are compared
WHY = ("a text only", "does not compile", "the same code")


def text_only(before, after):
    """Whether only texts with a space differ: others may be keys or names."""
    without = [STRING.sub(lambda m: '""' if " " in m[0] else m[0], line) for line in (before, after)]
    return without[0] == without[1]


class Python:
    @staticmethod
    def tree(text):
        parsed = ast.parse(text)
        for node in ast.walk(parsed):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                node.value.value = ""
        return ast.dump(parsed)

    def why(self, record):
        try:
            compile(record.applied(), record.file, "exec")
        except SyntaxError:
            return "does not compile"
        return "the same code" if self.tree(list_of.read(record.file)) == self.tree(record.applied()) else None


class R:
    CODE = 'f <- commandArgs(TRUE); a <- lapply(f, parse, keep.source = FALSE); quit(status = 5 * identical(a[[1]], a[[2]]))'

    def why(self, record):
        with tempfile.NamedTemporaryFile("w", suffix=".R") as f:
            f.write(record.applied())
            f.flush()
            status = subprocess.run(["Rscript", "--vanilla", "-e", self.CODE, record.file, f.name], capture_output=True,
                                    check=False).returncode
        return {0: None, 5: "the same code"}.get(status, "does not compile")


class C:
    def __init__(self, tree, syntax):
        self.tree, self.syntax = tree, " -fsyntax-only" if syntax else ""
        self.copy = os.path.join(os.path.dirname(tree), "drop")
        mirror(".", self.copy)
        if not os.path.lexists(self.copy + "/build"):
            os.symlink(os.path.abspath(tree + "/build"), self.copy + "/build")
        self.commands, self.readers = self.compilations(), {}
        for path in glob.glob(tree + "/build/obj/**/*.d", recursive=True):
            made, _, read = list_of.read(path).replace("\\\n", " ").partition("\n\n")[0].partition(":")
            for name in read.split("\n")[0].split():
                self.readers.setdefault(os.path.normpath(name), []).append(made.strip())
        self.base = {}

    def compilations(self):
        """Object -> its command, without dependencies."""
        command = ["make", "-Bn", "BUILD=build", "CC=gcc", "CFLAGS=-O1", "ISAS=scalar avx2", "all", "build/libsaved.a",
                   "build/reroll-mpi"]
        said = subprocess.run(command, cwd=self.tree, capture_output=True, text=True, check=True)
        found = {}
        for line in said.stdout.split("\n"):
            made = re.search(r" -c \S+ -o (\S+\.o)$", line)
            if made:
                found[made[1]] = re.sub(r" -MMD| -MP", "", line[:made.start(1)]).replace(" -c ", STRICT, 1)
        return found

    def own(self, name):
        """A command for files that make compiles in another way."""
        if name.startswith("python/"):
            numpy = glob.glob("build/python-venv/lib/python*/site-packages/numpy/_core/include")[0]
            more = (f"-I{os.path.abspath(numpy)} -I{sysconfig.get_path('include')} -Ipython/core "
                    "-DPy_LIMITED_API=0x030B0000 -fvisibility=hidden")
        else:
            more = "-I/usr/share/R/include -Ir/src"
        return f"gcc -std=gnu11 -O1 -fPIC -w -ffp-contract=off -Iinclude -I. -Ibuild/gen {more}{STRICT}{name} -o "

    def objects(self, name):
        """(label, command) of the objects that read a file."""
        if name.endswith(".hpp"):
            return [(name, f"g++ -std=c++17 -O1 -w -Iinclude -I. -Ibuild/gen -c tests/exact/wrapper.cpp -o ")]
        if name.startswith(("python/", "r/", "host/generate/")):
            folder = {"python": "python/core/**/*.c", "r": "r/src/*.c"}.get(name.split("/")[0])
            sources = sorted(glob.glob(folder, recursive=True)) if name.endswith(".h") else [name]
            return [(source, self.own(source)) for source in sources]
        made = [o for o in dict.fromkeys(self.readers.get(name, [])) if o in self.commands]
        module = f"-DRR_MODULE={name.split('/')[1]} " if name.startswith("laws/") else "-"
        made.sort(key=lambda o: (("avx2" in o) != bool(AVX2.search(name)), module not in self.commands[o], o))
        return [(o, self.commands[o]) for o in made[:MOST]]

    def code(self, command):
        with tempfile.NamedTemporaryFile(suffix=".o") as f:
            line = command.replace(STRICT, self.syntax + STRICT) + shlex.quote(f.name)
            said = subprocess.run(line, shell=True, cwd=self.copy, capture_output=True, check=False)
            return None if said.returncode else f.read()

    def why(self, record):
        objects = self.objects(record.file)
        for label, command in objects[:len(objects) * (not self.syntax)]:
            if label not in self.base:
                self.base[label] = self.code(command)
                if self.base[label] is None:
                    sys.exit(f"drop: {command}: fails without a change")
        place = os.path.join(self.copy, record.file)
        with open(place, "w", encoding="utf-8") as f:
            f.write(record.applied())
        try:
            for label, command in objects:
                code = self.code(command)
                if code is None:
                    return "does not compile"
                if self.syntax or code != self.base[label]:
                    return None
            return "the same code" if objects else None
        finally:
            with open(place, "w", encoding="utf-8") as f:
                f.write(list_of.read(record.file))


def main():
    syntax = sys.argv[1] == "--syntax"
    tree, *lists = sys.argv[1 + syntax:]
    kinds = {".py": Python(), ".R": R(), ".c": C(tree, syntax)}
    for path in lists:
        head, *blocks = list_of.read(path).rstrip("\n").split("\n\n")
        every, removed, left = list_of.load([path]), {why: [] for why in WHY}, []
        for record, block in zip(every, blocks, strict=True):
            kind = kinds.get(os.path.splitext(record.file)[1], kinds[".c"])
            only = text_only(record.text("-"), record.text("+"))
            why = "a text only" if only else kind.why(record)
            (removed[why] if why else left).append(block)
        said = "".join(f"\n# removed, {why}: {' '.join(b.split()[1] for b in of)}" for why, of in removed.items() if of)
        with open(path, "w", encoding="utf-8") as f:
            f.write("\n\n".join([head + said, *left]) + "\n")
        print(f"{path}: {len(left)} of {len(every)} stay", flush=True)


if __name__ == "__main__":
    main()
