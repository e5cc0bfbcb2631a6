#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Draws the lists of tests/mutants/drawn from all product code, by a seed, so that nobody chooses what is tried.

    draw.py SEED COMMIT     writes tests/mutants/drawn/NAME.txt, one per part of the code, from the text at COMMIT
    draw.py --check         draws the lists again as their first lines state, and compares them with what was first committed

Lines are drawn evenly from the code of a part, then one change of each (candidates.py). A part has a share of the records in
proportion to its lines, but at least 30 or FLOOR. The tests of a record follow from its file (cover.txt). drop.py then
removes changes that no test can notice. docs/testing.md has the rest.
"""
import ast
import glob
import io
import os
import random
import re
import subprocess
import sys
import textwrap
import tokenize

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
try:
    import candidates
    from universalmutator import mutator
except ImportError:
    sys.exit("draw: universalmutator is not installed")

TOTAL = 520         # a third of these do not compile
FLOOR = {"python": 60, "transforms": 15}
HERE = "tests/mutants/"
# Part -> the files in it; the first part that matches has a file.
PARTS = {
    "mpi": r"cli/mpi/.*\.[ch]|include/reroll_mpi\.h",
    "jobs": r"cli/(job|join)/.*\.[ch]|cli/files/json.*\.[ch]",
    "order": r"host/order/.*\.[ch]",
    "density": r"(host|laws)/density/.*\.[ch]",
    "python_core": r"python/core/.*\.[ch]",
    "python": r"python/reroll/.*\.py",
    "r": r"r/(R|src|generate)/.*\.([chR])",
    "cli": r"cli/.*\.[ch]",
    "engine": r"engine/.*\.h",
    "gpu": r"targets/(gpu|cuda|opencl)/.*\.[ch]",
    "host": r"host/.*\.[ch]",
    "include": r"include/.*\.(h|hpp)",
    "laws": r"laws/.*\.[ch]",
    "model": r"model/.*\.[ch]",
    "targets": r"targets/.*\.[ch]",
    "transforms": r"transforms/.*\.h",
}
OF_LANGUAGE = {".py": ["universal.rules", "python.rules"], ".R": ["universal.rules", "r.rules"]}


# Of C: a changed * of a pointer, or &, does not compile.
POINTER = re.compile(r"[*&]+(?=[\w(),;\[])|[-+][/%]")
WHOLE = {"break_on_hyphens": False, "break_long_words": False}


def git(*command):
    return subprocess.run(["git", *command], capture_output=True, text=True, check=True).stdout


def part_of(name):
    return next((part for part, files in PARTS.items() if re.fullmatch(files, name)), None)


def python_lines(lines):
    """Lines with code other than texts and imports."""
    numbers = set()
    for token in tokenize.generate_tokens(io.StringIO("\n".join(lines) + "\n").readline):
        if token.type in (tokenize.NAME, tokenize.OP, tokenize.NUMBER):
            numbers.add(token.start[0] - 1)
    for node in ast.walk(ast.parse("\n".join(lines))):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            numbers -= set(range(node.lineno - 1, node.end_lineno))
    return sorted(numbers)


def code_lines(name, lines):
    if name.endswith(".py"):
        return python_lines(lines)
    if name.endswith(".R"):
        return [n for n, line in enumerate(lines) if re.search(r"\w", line.partition("#")[0])]
    return list(candidates.code_lines(lines))


def changes(name, lines, number, words):
    candidates.RULES = OF_LANGUAGE.get(os.path.splitext(name)[1], OURS)
    made, pointers = candidates.changes(lines, number, words), len(POINTER.findall(lines[number]))
    return [m for m in made if not name.endswith((".c", ".h")) or len(POINTER.findall(m)) == pointers]


OURS = candidates.RULES


def read_cover():
    """Prefix of a file's name -> tests."""
    with open(HERE + "cover.txt", encoding="utf-8") as f:
        rows = [row.split() for row in f.read().replace("\n ", " ").split("\n") if row and not row.startswith("#")]
    return {row[0]: row[1:] for row in rows}


def tests_of(name, cover):
    """Those of the longest prefix, then the wider ones of shorter prefixes."""
    prefixes = sorted((p for p in cover if name.startswith(p)), key=len, reverse=True)
    return list(dict.fromkeys(test for p in prefixes for test in cover[p]))


def shares(places):
    """How many records each part has."""
    every = sum(map(len, places.values()))
    return {part: max(FLOOR.get(part, 30), round(TOTAL * len(of) / every)) for part, of in places.items()}


def records(part, count, places, text, seed):
    """The drawn changes of a part: (file, in, line, changed line)."""
    order, chance = list(places), random.Random(f"{seed} {part}")
    chance.shuffle(order)
    known = set(candidates.WORD.findall(open(OURS[-1], encoding="utf-8").read()))
    words = {}
    for name, number in order:
        if count == 0:
            return
        lines = text[name]
        words.setdefault(name, known.union(*map(candidates.WORD.findall, lines)))
        where, made = candidates.head(lines, number), changes(name, lines, number, words[name])
        if where is False or not made:
            continue
        count -= 1
        yield name, where, lines[number].strip(), chance.choice(made).strip()


def draw(seed, commit):
    """Part -> (lines of code, its records)."""
    names = sorted(name for name in git("ls-tree", "-r", "--name-only", commit).split("\n") if part_of(name))
    text = {name: git("show", f"{commit}:{name}").split("\n") for name in names}
    places = {part: [] for part in PARTS}
    for name in names:
        places[part_of(name)] += [(name, number) for number in code_lines(name, text[name])]
    return {part: (len(places[part]), list(records(part, count, places[part], text, seed)))
            for part, count in shares(places).items()}


def write(seed, commit):
    os.makedirs(HERE + "drawn", exist_ok=True)
    cover = read_cover()
    for part, (lines, drawn) in draw(seed, commit).items():
        with open(f"{HERE}drawn/{part}.txt", "w", encoding="utf-8") as f:
            f.write(f"# Drawn before any result: draw.py {seed} {commit} (universalmutator 1.14.1), {len(drawn)} of {lines} "
                    f"lines of\n# {PARTS[part]}\n")
            for number, (name, where, line, changed) in enumerate(drawn, 1):
                f.write(f"\n# {number}\nfile {name}\n" + (f"in {where}\n" if where else "") + f"- {line}\n+ {changed}\n"
                        + "".join(f"by {line}\n" for line in textwrap.wrap(" ".join(tests_of(name, cover)), 118, **WHOLE)))
        print(f"{part:12} {lines:6} lines {len(drawn):4} records")


def numbered(text):
    """Number -> (file, in, line, changed line) of the records in a list."""
    found = {}
    for block in text.split("\n\n"):
        number = re.match(r"# (\d+)\n", block)
        if number:
            of = dict((line.partition(" ")[0], line.partition(" ")[2]) for line in block.split("\n")[1:])
            found[int(number[1])] = (of["file"], of.get("in"), of["-"], of["+"])
    return found


def check():
    """Each list, as it was first committed, has the drawn records except those that its header lists as removed."""
    drawn, wrong = {}, []
    for path in sorted(glob.glob(HERE + "drawn/*.txt")):
        first = git("log", "--diff-filter=A", "--format=%h", "--", path).split()[-1]
        text = git("show", f"{first}:{path}")
        seed, commit = re.search(r"draw\.py (\d+) (\w+)", text).groups()
        if (seed, commit) not in drawn:
            drawn[seed, commit] = draw(seed, commit)
        part = os.path.basename(path)[:-len(".txt")]
        removed = set(map(int, " ".join(re.findall(r"^# removed, .*: ([\d ]*)$", text, re.M)).split()))
        wanted = {n: r for n, r in enumerate(drawn[seed, commit][part][1], 1) if n not in removed}
        if wanted != numbered(text):
            wrong.append(path)
    sys.exit(f"draw: {', '.join(wrong)}: not what the seed draws" if wrong else None)


if __name__ == "__main__":
    check() if sys.argv[1:] == ["--check"] else write(*sys.argv[1:])
