# SPDX-License-Identifier: MIT OR Apache-2.0
"""readme.py REROLL PYTHON: runs README.md's commands and its Python, and compares CHANGELOG.md with the list of samplers.
TAP. tests/install compiles README.md's C. Standard library only."""
import ctypes.util
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
MOST_LINES = {"README.md": 150, "CHANGELOG.md": 120}
ELSEWHERE = {"reroll verify": "it takes 20 s; tests/cli runs it"}
results = []


def ok(good, what, said=""):
    results.append(bool(good))
    print("%sok %d - %s" % ("" if good else "not ", len(results), what))
    if not good and said:
        print("".join("# %s\n" % line for line in said.splitlines()[-12:]), end="")


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def run(what, command, folder, environment):
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False)
    ok(done.returncode == 0, what, done.stdout + done.stderr)


def run_readme(readme, reroll, python, folder):
    os.symlink(reroll, os.path.join(folder, "reroll"))
    environment = dict(os.environ, PATH=folder + os.pathsep + os.environ["PATH"])
    environment.pop("PYTHONPATH", None)
    lines = [line.partition("  #")[0].strip() for line in readme.splitlines() if re.match(r"reroll \w", line)]
    lines += re.findall(r"`(reroll [^`]* -n [^`]*)`", readme)
    ok(len(lines) >= 8, "README.md has %d commands" % len(lines))
    for line in lines:
        if line in ELSEWHERE:
            ok(True, "%s # SKIP %s" % (line, ELSEWHERE[line]))
        elif "density:" in line and not ctypes.util.find_library("muparser"):
            ok(True, line + " # SKIP no muparser")
        else:
            run(line, ["sh", "-c", line], folder, environment)
    for block in re.findall(r"```python\n(.*?)```", readme, re.S):
        there = os.path.exists(python) and subprocess.run([python, "-c", "import reroll"], cwd=folder, env=environment,
                                                          capture_output=True, check=False).returncode == 0
        if there:
            run("README.md's python", [python, "-c", block], folder, environment)
        else:
            ok(True, "README.md's python # SKIP the package is not installed: make test-python")


def check_versions(reroll):
    """CHANGELOG.md: `name` N of every sampler that is part of the contract, with its bits version, once."""
    text = read("CHANGELOG.md").partition("### Bits versions")[2]
    listed = re.findall(r"`([\w:-]+)`\s(\d+)[,.]", text)
    samplers = json.loads(subprocess.run([reroll, "samplers", "--json"], capture_output=True, text=True, check=True).stdout)
    there = {(s["name"], str(s["bits_version"])) for s in samplers if s["contract"]}
    wrong = ["%s: bits version %s is not listed" % pair for pair in sorted(there - set(listed))]
    wrong += ["%s %s is listed" % pair for pair in sorted(set(listed) - there)]
    ok(not wrong and len(listed) == len(set(listed)), "CHANGELOG.md lists the bits versions of %d samplers" % len(there),
       "\n".join(wrong))


def check_glossary(reroll):
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", read("docs/glossary.md"), re.M)[1:]
    terms = [term for term, _, _ in rows]
    ok(len(terms) > 60 and terms == sorted(set(terms), key=str.lower), "docs/glossary.md: %d terms, in order" % len(terms),
       "\n".join(b for a, b in zip(terms, terms[1:]) if a.lower() >= b.lower()))
    names = json.loads(subprocess.run([reroll, "strategies", "--json"], capture_output=True, text=True, check=True).stdout)
    missing = [s["name"] for s in names if s["name"] not in terms]
    ok(not missing, "it has every strategy", "\n".join(missing))
    for page in ("README.md", "docs/README.md"):
        ok("glossary.md)" in read(page), page + " links it")


def main():
    reroll, python = os.path.realpath(sys.argv[1]), os.path.abspath(sys.argv[2])
    for path, most in MOST_LINES.items():
        count = len(read(path).splitlines())
        ok(count <= most, "%s has at most %d lines" % (path, most), "%d lines" % count)
    with tempfile.TemporaryDirectory() as folder:
        run_readme(read("README.md"), reroll, python, folder)
    check_versions(reroll)
    check_glossary(reroll)
    print("1..%d" % len(results))
    return not all(results)


if __name__ == "__main__":
    sys.exit(main())
