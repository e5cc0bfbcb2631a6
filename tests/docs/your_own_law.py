# SPDX-License-Identifier: MIT OR Apache-2.0
"""docs/your-own-law.md, as typed: its distributions are saved under the names in the text, its commands run in that folder
and print the output shown, and each word of its tables exists. Without REROLL_DEEP there is no OpenCL device, on which
`verify` would take minutes (tests/devices/user.test.sh runs distributions on those). TAP. Standard library only.

    your_own_law.py REROLL"""
import os
import re
import subprocess
import sys
import tempfile

PAGE = open("docs/your-own-law.md", encoding="utf-8").read()
WORDS = set(re.findall(r'\{"(\w+)", RR_WORD_', open("host/user/words.c", encoding="utf-8").read()))
REROLL = os.path.realpath(sys.argv[1])
results = []


def ok(good, what, said=""):
    results.append(bool(good))
    print("%sok %d - %s" % ("" if good else "not ", len(results), what))
    if not good:
        print("".join("# %s\n" % line for line in said.splitlines()[-10:]), end="")


def blocks(kind):
    return re.findall(r"(?ms)^```%s\n(.*?)^```" % kind, PAGE)


def main():
    with tempfile.TemporaryDirectory() as folder:
        for text in blocks("c"):
            named = re.search(r"RR_LAW\((\w+)", text)
            if named:
                with open(os.path.join(folder, named.group(1) + ".h"), "w", encoding="utf-8") as file:
                    file.write(text)
                ok("`%s.h`" % named.group(1) in PAGE, "the page says the name of %s.h" % named.group(1))
        told = {**os.environ, "PATH": os.path.dirname(REROLL) + ":" + os.environ["PATH"]}
        if not told.get("REROLL_DEEP"):
            told["OCL_ICD_VENDORS"] = folder
        commands = [line for block in blocks("sh") for line in block.splitlines() if line]
        ok(len(commands) > 8, "there are commands")
        parser = "libmuparser.so.2" in subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True).stdout
        for command in commands:
            if "density:" in command and not parser:
                ok(True, command + " # SKIP without muparser")
                continue
            run = subprocess.run(command, shell=True, cwd=folder, env=told, capture_output=True, text=True)
            if "wrong.h" in command:
                ok(run.returncode == 2 and [run.stderr] == blocks("text"), command, run.stderr)
            else:
                ok(run.returncode == 0, command, run.stdout + run.stderr)
    used = set(re.findall(r"\b(?:rr|RR)_[a-zA-Z_]\w*", "".join(re.findall(r"(?m)^\| .*$", PAGE))))
    ok(used >= WORDS - {"RR_DTYPE"}, "the page has every word of laws", " ".join(sorted(WORDS - used)))
    ok(used <= WORDS | {"rr_law"}, "and no others", " ".join(sorted(used - WORDS)))
    print("1..%d" % len(results))
    return 0 if all(results) else 1


sys.exit(main())
