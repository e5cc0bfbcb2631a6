# SPDX-License-Identifier: MIT OR Apache-2.0
"""Finds what is missing in the modules of laws/: every sampler of the list has a part for each proof, or its law.py states
where the proof is.

    ELSEWHERE = {(NAME, "answers" or "cells"): "tests/exact/FILE.c: what it shows"}

TAP, one line per sampler and per module. Standard library only; nothing is run, so it is quick."""
import ast
import os
import re
import sys

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
sys.path.append(os.path.join(ROOT, "tests", "support"))
import modules  # noqa: E402


def read(path):
    path = os.path.join(ROOT, path)
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as f:
        return f.read()


def dictionary(text, name):
    """The keys and values, as syntax trees, of the dictionary of this name in a module."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.Assign) and node.targets[0].id == name and isinstance(node.value, ast.Dict):
            return {ast.literal_eval(key): value for key, value in zip(node.value.keys, node.value.values)}
    return {}


def elsewhere(sampler, part, law):
    """The error in the place that law.py gives for this part; None where it gives none."""
    place = dictionary(law, "ELSEWHERE").get((sampler.name, part))
    if place is None:
        return None
    path, _, why = ast.literal_eval(place).partition(": ")
    return [] if why and os.path.exists(os.path.join(ROOT, path)) else ["ELSEWHERE: no file %s, or no reason" % path]


def lacks_part(sampler, part, law, widths):
    """Checks the answers or cells, which must exist for each width."""
    place = elsewhere(sampler, part, law)
    if place is not None:
        return place
    path, text = sampler.path(part), read(sampler.path(part))
    kinds = set(re.findall(r"^case .*?\b([fui](?:32|64))\b", text, re.M))
    lacking = []
    if sampler.name not in dictionary(law, part.upper()):
        lacking.append("laws/%s/law.py: %s has no %s" % (sampler.module, part.upper(), sampler.name))
    if not text:
        return lacking + ["no " + path]
    few = [width for width in widths if not any(kind.endswith(width) for kind in kinds)]
    return lacking + ["%s: no case of %s bits" % (path, width) for width in few] + ([] if kinds else ["%s: no case" % path])


def lacks(sampler):
    """The missing parts of one sampler."""
    where = "laws/%s/" % sampler.module
    lacking = ["no %s%s%s" % (where, sampler.name, end) for end in (".h", ".c") if not read(where + sampler.name + end)]
    if lacking:
        return lacking
    law, descriptor = read(where + "law.py"), read(where + sampler.name + ".c")
    widths = sampler.widths.split("_") if sampler.widths in ("64", "32_64") else ()   # counts are of all types
    lacking += lacks_part(sampler, "answers", law, widths) + lacks_part(sampler, "cells", law, widths)
    if ".shape = " not in descriptor and not read(sampler.path("bits")):
        lacking.append("no %s (build/tests/known/known --make %s)" % (sampler.path("bits"), sampler.name))
    if "`%s`" % sampler.public not in read(where + "README.md"):
        lacking.append("%sREADME.md doesn't say `%s`" % (where, sampler.public))
    return lacking


def strangers(module):
    """Files that belong to no sampler of the list."""
    names = {s.name + ".txt" for s in modules.listed() if s.module == module}
    found = []
    for part in ("answers", "bits", "cells"):
        folder = os.path.join(ROOT, "laws", module, part)
        found += sorted(set(os.listdir(folder)) - names) if os.path.isdir(folder) else []
    return ["laws/%s: whose is %s?" % (module, name) for name in found]


def lacks_module(module):
    need = [name for name in ("README.md", "law.py") if not read("laws/%s/%s" % (module, name))]
    return ["no laws/%s/%s" % (module, name) for name in need] + strangers(module)


def main():
    folders = {name for name in os.listdir(os.path.join(ROOT, "laws")) if os.path.isdir(os.path.join(ROOT, "laws", name))}
    todo = [("module " + module, lacks_module(module)) for module in sorted(folders - {"__pycache__"})]
    todo += [(s.name, lacks(s)) for s in modules.listed()]
    todo += [("no module but those of the list", sorted(folders - {s.module for s in modules.listed()} - {"__pycache__"}))]
    print("1..%d" % len(todo))
    for number, (what, lacking) in enumerate(todo, 1):
        print("%sok %d - %s" % ("not " if lacking else "", number, what))
        print("".join("# %s\n" % line for line in lacking), end="")
    return 1 if any(lacking for _, lacking in todo) else 0


if __name__ == "__main__":
    sys.exit(main())
