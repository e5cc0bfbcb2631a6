# SPDX-License-Identifier: MIT OR Apache-2.0
"""docs/documents.md: runs every command of its tables, and checks that the files, functions and figures that they name
exist, and that no equation, table or figure of the five papers is missing. TAP. Standard library only.

    documents.py REROLL"""

import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
PAGE = "docs/documents.md"

# Numbered items of the papers: section of the page, kind, last number.
NUMBERED = (
    ("Thomas", "Note", 2),
    ("Ridley and Forget", "Eq.", 17),
    ("Ridley and Forget", "Algorithm", 3),
    ("Ridley and Forget", "Figure", 8),
    ("Ridley and Forget", "Table", 1),
    ("Boksansky", "Figure", 2),
    ("Boksansky", "Table", 1),
)

results = []


def ok(good, what, said=""):
    results.append(bool(good))
    print("%sok %d - %s" % ("" if good else "not ", len(results), what))
    if not good and said:
        print("".join("# %s\n" % line for line in said.splitlines()[-10:]), end="")


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def names(folder):
    return sorted(os.listdir(os.path.join(ROOT, folder)))


def rows(text):
    """(section, cells) of each row of the page's tables."""
    section = ""
    for line in text.splitlines():
        if line.startswith("## "):
            section = line[3:]
        elif line.startswith("| ") and not line.startswith("| what |"):
            yield section, [cell.strip() for cell in line.strip().strip("|").split(" | ")]


def in_backticks(cell):
    return re.findall(r"`([^`]+)`", cell)


# ---- Commands ----

def run_command(folder, reroll, cell, gives):
    """Runs the command of a cell as written, in a directory that contains examples/ and tests/."""
    command = in_backticks(cell)[0]
    words = command.replace("build/reroll", reroll, 1).split(" ")
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    said = done.stdout + done.stderr
    as_told = (done.returncode != 0) == cell.endswith("fails")
    ok(as_told and all(piece in said for piece in gives), command + "".join(" -> " + piece for piece in gives),
       "status %d\n%s" % (done.returncode, said))


def study_of_make(cell):
    """The study of a make line, which tests/studies runs."""
    found = re.fullmatch(r"`make study NAME=([a-z-]+) QUICK=1`", cell)
    return found and found.group(1)


def is_report(cell):
    """tests/report runs it."""
    return cell == "`build/reroll report --quick -o report.html`"


def run_commands(table, reroll):
    done = set()
    with tempfile.TemporaryDirectory() as folder:
        for name in "examples", "tests":
            os.symlink(os.path.join(ROOT, name), os.path.join(folder, name))
        for _, cells in table:
            told = tuple(cells[1:3])
            if told not in done and not study_of_make(cells[1]) and not is_report(cells[1]):
                run_command(folder, reroll, cells[1], in_backticks(cells[2]))
            done.add(told)


# ---- Names ----

def check_names(text):
    headers = "".join(read("include/" + name) for name in names("include"))
    report = "".join(read(folder + name) for folder in ("cli/report/", "cli/report/figures/")
                     for name in names(folder) if name.endswith((".c", ".h")))
    functions = {name for name in re.findall(r"`(rr_\w+)`", text) if not re.search(r"\b%s\(" % name, headers)}
    figures = {name for name in re.findall(r"`((?:fig|tab)-[a-z0-9-]+)`", text) if '"%s"' % name not in report}
    ok(not functions, "functions are declared in include/", "\n".join(functions))
    ok(not figures, "figures and tables are the report's", "\n".join(figures))


def check_studies(text, table):
    named = {cells[3].split(":")[0].split(", ")[-1]: [] for _, cells in table if len(cells) > 3 and ": `" in cells[3]}
    for _, cells in table:
        found = len(cells) > 3 and re.search(r"([a-z-]+): (.*)", cells[3])
        if found:
            named[found.group(1)] += in_backticks(found.group(2))
    for study, files in sorted(named.items()):
        page, test = read("studies/%s/README.md" % study), read("tests/studies/%s.bats" % study)
        missing = sorted({file for file in files if "`%s`" % file not in page})
        run = "make study NAME=%s QUICK=1" % study in text and "NAME=" + study in test
        ok(run and not missing, "study %s: its README.md has its files, tests/studies runs it" % study, "\n".join(missing))
    # doppler draws no figure of a paper: it is an application of Ridley and Forget's sampler.
    ok(set(named) | {"doppler"} == {name for name in names("studies") if os.path.isdir(os.path.join(ROOT, "studies", name))},
       "every study is named")
    wrong = sorted({study_of_make(cells[1]) for _, cells in table if study_of_make(cells[1])} - set(named))
    ok(not wrong, "make lines name studies", "\n".join(wrong))


def numbers(kind, what):
    """All n of "Eq. 8", "Eqs. 2-7", "Eqs. 10, 11, 12" in a text."""
    found = set()
    # A parenthesis between, "(slips)", does not end a list.
    for run in re.findall(re.escape(kind).replace(r"\.", r"s?\.") + r" ([\d, -]+)", re.sub(r" \([^)]*\)", "", what)):
        for part in re.findall(r"(\d+)(?:-(\d+))?", run):
            found.update(range(int(part[0]), int(part[1] or part[0]) + 1))
    return found


def check_whole(table):
    for section, kind, last in NUMBERED:
        found = set().union(*(numbers(kind, cells[0]) for name, cells in table if name == section))
        missing = set(range(1, last + 1)) - found
        ok(not missing, "%s: %s 1 to %d" % (section, kind, last), "missing: %s" % sorted(missing))
    ok(any("Appendix A" in cells[0] for _, cells in table), "Ridley and Forget: Appendix A")


def check_authors():
    """Papers are cited by their authors, not by numbers."""
    found = subprocess.run(["grep", "-rniP", r"(?<![-_])\bseeds? [0-4](?!\d)", "README.md", "bench", "docs", "engine",
                            "examples", "host", "include", "laws", "model", "studies", "targets"],
                           cwd=ROOT, capture_output=True, text=True, check=False)
    ok(found.returncode == 1, "no paper is cited by a number", found.stdout + found.stderr)


def check_streams(reroll):
    """The README's lines on streams: independent; without --stream samples are functions of each other."""
    def draw(line):
        return subprocess.run([reroll] + line.split(), capture_output=True, text=True, check=True).stdout.split()

    lines = re.findall(r"^reroll (sample \w+ .*?--stream \w+)(?: +#.*)?$", read("README.md"), re.M)
    same = [draw("sample %s -n 5 --seed 7" % name) for name in ("uniform", "exponential")]
    drawn = same + [draw(line) for line in lines]
    chi2, gamma = draw("sample chi2 --df 4 -n 1000"), draw("sample gamma --shape 2 -n 1000")
    ok(all(float(c) == 2 * float(g) for c, g in zip(chi2, gamma)), "chi2 of 4 degrees of freedom is twice gamma of shape 2")
    ok(len(lines) == 2 and all(len(values) == 5 for values in drawn), "the README has two lines on streams",
       "\n".join(lines))
    if len(drawn) == 4:
        by_rank = [sorted(range(5), key=lambda i, values=values: float(values[i])) for values in drawn]
        ok(by_rank[0] == by_rank[1][::-1], "uniform and exponential of one stream: rank correlation -1")
        ok(len({tuple(rank) for rank in by_rank[1:]} | {tuple(by_rank[2][::-1])}) == 4, "of other streams: other ranks")


def main():
    reroll = os.path.realpath(sys.argv[1])
    text = read(PAGE)
    table = list(rows(text))
    ok(len(table) > 60 and all(len(cells) in (3, 4) for _, cells in table), "%s has %d rows" % (PAGE, len(table)))
    run_commands(table, reroll)
    check_names(text)
    check_studies(text, table)
    check_whole(table)
    check_authors()
    check_streams(reroll)
    print("1..%d" % len(results))
    return not all(results)


if __name__ == "__main__":
    sys.exit(main())
