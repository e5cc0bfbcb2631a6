# SPDX-License-Identifier: MIT OR Apache-2.0
"""The list of changes: records of a few lines, an empty line between them.

    file F      where the change is made
    in T        optional: the change is the first one from this text on, which occurs once in F
    - LINE      the existing line; several lines follow one another, with any indentation
    + LINE      its replacement; + alone: nothing
    by TEST...  the tests that should detect it, the quickest first: folder/name, a program without an ending; a folder of
                programs for all of them
    isas SET... optional: instruction sets to build, where the usual ones do not show it
    note W      optional: what is wrong then
    same W      the change has no effect, and why; no test may detect it
    survives W  a test could see the change, and why none does
"""
import glob
import hashlib
import os
import re

KEYS = ("file", "in", "-", "+", "by", "isas", "note", "same", "survives")


class Stale(Exception):
    """A record that does not fit the tree."""


class Record:
    def __init__(self, where):
        self.where = where
        self.lines = {key: [] for key in KEYS}

    def text(self, key):
        return " ".join(self.lines[key])

    @property
    def file(self):
        return self.text("file")

    @property
    def tests(self):
        return [test for name in self.text("by").split() for test in programs_of(name) or [name]]

    def check(self):
        for key in ("file", "-", "+", "by"):
            if not self.lines[key]:
                raise Stale(f"{self.where}: a record needs a line that begins with {key}")
        for test in self.tests:
            if not os.path.exists(source_of(test)):
                raise Stale(f"{self.where}: there is no test {test}")
        if not os.path.exists(self.file):
            raise Stale(f"{self.where}: there is no file {self.file}")
        if self.applied() == read(self.file):
            raise Stale(f"{self.where}: changes nothing")

    def applied(self):
        """The file with the change."""
        text, start = read(self.file), 0
        for place in self.lines["in"]:
            start = self.only(text, place)
        before = r"\n[ \t]*".join(re.escape(line) for line in self.lines["-"])
        found = [m.span() for m in re.finditer(before, text[start:])]
        if not found or (len(found) > 1 and not self.lines["in"]):
            times = "no longer holds" if not found else f"holds {len(found)} times"
            remedy = "mend the record" + ", or add a line `in`" * bool(found)
            raise Stale(f"{self.where}: {self.file} {times} `{self.lines['-'][0]}`: {remedy}")
        first, last = (start + at for at in found[0])
        return text[:first] + "\n".join(self.lines["+"]) + text[last:]

    def only(self, text, place):
        if text.count(place) != 1:
            raise Stale(f"{self.where}: {self.file} holds {text.count(place)} times, not once, `{place}`")
        return text.index(place)

    def key(self, *more):
        """Everything except the tests on which a result depends."""
        return digest(self.applied(), read(self.file), *more)


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def digest(*texts):
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:20]


def programs_of(folder):
    """A source of tests/law whose name has no dtype is two programs."""
    names = sorted(path[len("tests/"):-len(".c")] for path in glob.glob(f"tests/{folder}/*.c"))
    both = re.compile(r"law/(?!.*_f(32|64)$)")
    return [program for name in names for program in ((name + "_f32", name + "_f64") if both.match(name) else (name,))]


def source_of(test):
    """Where a test is written: ulp-scalar-32 in ulp.c, law/rejection/accept_f32 in accept.c."""
    path = "tests/" + test
    if test.endswith((".bats", ".sh")):
        return path
    bare = re.sub(r"-(scalar|avx2|avx512|neon)-\d+$|_f(32|64)$", "", path)
    return next((p for p in (path + ".c", bare + ".c") if os.path.exists(p)), path)


def test_key(test):
    """A test's source, the headers that it includes, and the tables in its folder."""
    source, seen = source_of(test), {}
    folder = os.path.dirname(source)
    if source.startswith("tests/python/"):
        files = sorted(glob.glob(source + "/**/*.py", recursive=True)) if os.path.isdir(source) else [source]
        return digest(*(path + read(path) for path in files))
    todo = [source] + [path for place in (folder, folder + "/tools") for path in glob.glob(place + "/*")
                       if path.endswith((".txt", ".bash", ".py"))]
    while todo:
        path = todo.pop()
        if path in seen:
            continue
        seen[path] = read(path)
        for name in re.findall(r'^#include "([^"]+)"', seen[path], re.M):
            both = (os.path.normpath(os.path.join(base, name)) for base in (os.path.dirname(path), "."))
            todo += [header for header in both if header.startswith("tests/") and os.path.exists(header)]
    return digest(*(p + seen[p] for p in sorted(seen)))


def load(paths):
    records, record = [], None
    for path in paths:
        for number, line in enumerate(read(path).split("\n"), 1):
            key, _, rest = line.partition(" ")
            if not line.strip():
                record = None
            elif not line.startswith("#"):
                if key not in KEYS:
                    raise Stale(f"{path}:{number}: a line begins with one of {', '.join(KEYS)}")
                if record is None:
                    record = Record(f"{path}:{number}")
                    records.append(record)
                record.lines[key].append(rest)
        record = None
    return records
