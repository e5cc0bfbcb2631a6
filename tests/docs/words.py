# SPDX-License-Identifier: MIT OR Apache-2.0
"""words.py REROLL: looks for private words and phrases in what people read. TAP. Standard library only.

Only words over which readers stumbled are forbidden: a check on taste would be noise."""
import ast
import glob
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
FORBIDDEN = re.compile(r"\b(?:dice|wings?|abreast|withheld|anew|lest|seldom|thrice|so\s+many|ns\s+a)\b", re.I)

MAX_NAMES = 6      # in an error's list
MOST_SUBJECT = 72   # characters
COMMITS = 20        # whose subjects are read where there is no tag

TOKEN = re.compile(r"""/\*.*?\*/|//[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*\"""", re.S)
NAMES = re.compile(r"[\w:.+-]+(?:(?:, (?:or |and )?| or | and )[\w:.+-]+){%d,}" % MAX_NAMES)
WRONG = ("nosuch", "sample nosuch -n 1", "sample normall -n 1", "sample normal -n 1 --nosuch 1", "sample normal -n nosuch",
         "sample normal -n 1 --dtype nosuch", "sample normal -n 1 --strategy nosuch", "sample normal -n 1 --device nosuch",
         "sample normal -n 1 --format nosuch", "sample gamma -n 1", "sample gamma -n 1 --shape nosuch",
         "sample gamma --shape 1 -n 1 --antithetic", "sample normal-mixture -n 1", "transform nosuch --random 2",
         "transform polar --nosuch", "samplers --nosuch", "plan nosuch -n 1", "bench --sampler nosuch", "model nosuch",
         "resample --nosuch", "choose nosuch", "help nosuch")
results = []


def ok(good, what, said=""):
    results.append(bool(good))
    print("%sok %d - %s" % ("" if good else "not ", len(results), what))
    if not good and said:
        print("".join("# %s\n" % line for line in said.splitlines()[:40]), end="")


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def files(*patterns):
    found = [os.path.relpath(path, ROOT) for pattern in patterns
             for path in glob.glob(os.path.join(ROOT, pattern), recursive=True)]
    return sorted(path for path in found if os.path.isfile(os.path.join(ROOT, path)))


# ---- The parts of a file that people read, as (line, text) ----

def lines_of(text):
    return list(enumerate(text.splitlines(), 1))


def strings_of_c(text):
    """The string literals of C, without comments; literals that follow each other are one."""
    found, end = [], None
    for match in TOKEN.finditer(text):
        token = match.group(0)
        if token.startswith('"'):
            if end is not None and not text[end:match.start()].strip():
                found[-1] = (found[-1][0], found[-1][1] + token[1:-1])
            else:
                found.append((text.count("\n", 0, match.start()) + 1, token[1:-1]))
            end = match.end()
        elif token.startswith("'"):
            end = None
    return [(line, string.replace("\\n", "\n")) for line, string in found]


def strings_of_python(text):
    """Docstrings and messages."""
    return [(node.lineno, node.value) for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)]


READ = (
    ("pages", lines_of, ("README.md", "CHANGELOG.md", "docs/**/*.md", "docs/man/*.man", "python/README.md",
                         "bench/results/*.md")),
    ("headers", lines_of, ("include/*.h", "include/*.hpp")),
    ("strings in C", strings_of_c, ("cli/**/*.c", "cli/**/*.h", "host/**/*.c", "python/core/*.c")),
    ("strings in Python", strings_of_python, ("python/reroll/*.py", "docs/site/extensions/*.py")),
)


def hits_of(path, texts):
    """A phrase may go over the end of a line of a page."""
    joined = "\n".join(text for _, text in texts)
    starts, at = [], 0
    for line, text in texts:
        starts.append((at, line))
        at += len(text) + 1
    return ["%s:%d: %s" % (path, max((s for s in starts if s[0] <= match.start()), default=(0, 0))[1],
                           " ".join(joined[max(0, match.start() - 30):match.end() + 30].split()))
            for match in FORBIDDEN.finditer(joined)]


def all_of(hits_by_name):
    """The hits of all names, one line each."""
    return "\n".join(hit for hits in hits_by_name.values() for hit in hits)


def check_files():
    for kind, texts, patterns in READ:
        hits = {path: hits_of(path, texts(read(path))) for path in files(*patterns)}
        wrong = all_of(hits)
        ok(hits and not wrong, "%s: no private word in %d files" % (kind, len(hits)), wrong)


# ---- The command ----

def output(reroll, *arguments):
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([reroll, *arguments], cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL,
                              timeout=60, check=False)
    return done.returncode, done.stdout, done.stderr


def check_help(reroll):
    listed = output(reroll, "--help")[1].partition("COMMANDS")[2].partition("\n\n")[0]
    commands = re.findall(r"^    ([a-z][a-z:]*)", listed, re.M)
    samplers = output(reroll, "samplers", "--names")[1].split()
    asked = [("--help",), *((command, "--help") for command in commands), *(("sample", name, "--help") for name in samplers),
             ("samplers",), ("strategies",), ("devices",)]
    hits, silent = {}, []
    for arguments in asked:
        status, text, _ = output(reroll, *arguments)
        name = "/".join(("help",) + arguments[:-1] if arguments[-1] == "--help" else arguments)
        hits[name] = hits_of(name, lines_of(re.sub(r"(OTHER NAMES\n(?:    .*\n)+)", "", text)))   # theirs: dice
        if status or not text:
            silent.append("reroll %s: status %d" % (" ".join(arguments), status))
    wrong = all_of(hits)
    ok(len(commands) > 10 and not wrong, "help of %d commands and %d samplers" % (len(commands), len(samplers)), wrong)
    ok(not silent, "all print something", "\n".join(silent))


def check_errors(reroll):
    wrong, quiet = [], []
    for line in WRONG:
        status, _, said = output(reroll, *line.split())
        if not status or not said:
            quiet.append(line)
        wrong += ["reroll %s: %s" % (line, found) for found in NAMES.findall(re.sub(r" and \d+ more", "", said))]
        wrong += hits_of("reroll " + line, lines_of(said))
    ok(not wrong, "errors have no private word, and no list of more than %d names" % MAX_NAMES, "\n".join(wrong))
    ok(not quiet, "all %d command lines are errors" % len(WRONG), "\n".join(quiet))


# ---- Commits ----

def git(*arguments):
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def check_subjects():
    try:
        there = git("rev-parse", "--git-dir")
    except OSError:
        there = ""
    if not there:
        ok(True, "subjects of commits # SKIP not a git repository")
        return
    tag = git("describe", "--tags", "--abbrev=0")
    added = git("log", "--diff-filter=A", "--format=%H", "-1", "--", "tests/docs/words.py")
    # Only commits that descend from the one that added this test; a merge may bring in older ones.
    known = ("--ancestry-path", added + "..HEAD") if added else ()
    subjects = git("log", "--no-merges", "--format=%s", *known, *(("^" + tag,) if tag else ("-%d" % COMMITS,))).splitlines()
    long = [subject for subject in subjects if len(subject) > MOST_SUBJECT]
    ok(not long, "%d subjects of commits have at most %d characters" % (len(subjects), MOST_SUBJECT), "\n".join(long))


def check_itself():
    """Examples that the patterns match, and examples that they do not."""
    seen = ("two dice", "a wing of it", "So many words", "so\nmany", "1.5 ns a sample", "lest it fails")
    ok(all(FORBIDDEN.search(text) for text in seen) and not FORBIDDEN.search("swing, least, nsa, 3 ns and, so much, anewer"),
       "the words are seen, and others are not")
    c = 'f("so "\n  "many"); /* "dice" */ g("a", \'"\', "b"); // "wing"\n'
    found = strings_of_c(c)
    ok(found == [(1, "so many"), (2, "a"), (2, "b")], "literals are joined, comments left out", str(found))
    ok(NAMES.search("of: a, b, c, d, e, f or g") and not NAMES.search("of: a, b, c, d, e and f"), "long lists are seen")


def main():
    reroll = os.path.realpath(sys.argv[1])
    check_itself()
    check_files()
    check_help(reroll)
    check_errors(reroll)
    check_subjects()
    print("1..%d" % len(results))
    return not all(results)


if __name__ == "__main__":
    sys.exit(main())
