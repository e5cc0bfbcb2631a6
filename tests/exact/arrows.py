# SPDX-License-Identifier: MIT OR Apache-2.0
"""Checks which folder may use which. Reads every #include of the repository and every symbol of the library's objects, and
fails on an edge that no arrow allows, on a cycle, and on a folder with too many files.

    python3 tests/exact/arrows.py BUILD      writes TAP; BUILD has obj/, whose symbols are read
"""
import os
import re
import subprocess
import sys

# ---- The arrows ------------------------------------------------------------------------------------------------------
#
# A row: a pattern for files, and what they may include. The first row that matches a file applies; OWN is its own top
# folder, OWN MODULE the folder below that. A name that ends in / is a folder with everything below it.

OWN = "own folder"
LISTS = ["laws/list.h", "laws/sampler.h", "transforms/list.h", "engine/strategies/list.h", "engine/strategies/group_list.h"]
SHARED = ["cli/commands.h", "cli/base/", "cli/files/", "cli/options/", "cli/output/", "cli/job/", "cli/measure/"]
ARROWS = [
    (r"include/", ["include/"]),
    (r"cli/base/", ["include/", "cli/base/"]),
    (r"cli/report/", ["include/", "OWN MODULE", "cli/verify/report.h"] + SHARED),   # prints what verify counts
    (r"cli/mpi/", ["include/", "OWN MODULE", "cli/sample/", "cli/mpi_manual.h"] + SHARED),   # `sample` on many processes
    (r"cli/library/", ["include/", "OWN MODULE", "cli/sample/"] + SHARED),         # `sample` for another program
    (r"cli/[^/]*/", ["include/", "OWN MODULE"] + SHARED),                           # subcommands do not use each other
    (r"cli/", ["include/", OWN]),
    (r"examples/", ["include/", OWN]),
    (r"studies/", ["include/", OWN]),
    (r"python/", ["include/", OWN]),
    (r"r/", ["include/", OWN]),
    (r"model/", ["include/", OWN]),
    (r"engine/", [OWN]),
    (r"transforms/", ["engine/", OWN]),
    # Windows are one mechanism in two modules.
    (r"laws/truncated_shapes/.*\.c$", ["include/", "laws/descriptor.h", "laws/truncated/law.h", "OWN MODULE"]),
    (r"laws/truncated_shapes/", ["engine/", "laws/truncated/draw/", "OWN MODULE", "MODULES OF DRAWS"]),
    (r"laws/.*(\.c|/accept\.h|/law\.h)$", ["include/", "laws/descriptor.h", "OWN MODULE"]),
    (r"laws/[^/]*/", ["engine/", "OWN MODULE", "MODULES OF DRAWS"]),
    (r"laws/", ["include/", "laws/moments.h", "laws/sampler.h"]),
    (r"targets/base/special\.h$", ["engine/"]),   # used by code that computes as kernels do
    (r"targets/base/", ["include/", "laws/sampler.h", "engine/abi/", "engine/lanes/processor/", "OWN MODULE"]),
    (r"targets/target.h", ["include/", "engine/abi/", "engine/strategies/kinds.h", "targets/base/"] + LISTS),
    # The draws of distributions that are drawn one sample at a time.
    (r"targets/cpu/kernels/alone\.c$", ["engine/", "laws/gamma/", "laws/normal/", "laws/uniform/", "OWN MODULE"]),
    # Compilers of distributions: the text of kernels, and the layouts by which objects are loaded.
    (r"targets/user/", ["include/", "laws/sampler.h", "engine/abi/", "targets/base/", "targets/gpu/text.h", "OWN MODULE"]),
    (r"targets/cpu/", ["include/", "engine/", "targets/target.h", "targets/user/user.h", "targets/base/special.h",
                       "targets/base/windows.h", "OWN MODULE"] + LISTS),
    (r"targets/gpu/kernels/", ["engine/", "OWN MODULE"]),
    (r"targets/gpu/", ["include/", "engine/abi/", "targets/target.h", "targets/base/newfile.h", "OWN MODULE"] + LISTS),
    (r"targets/opencl/check.c", ["engine/", "targets/gpu/", "OWN MODULE"]),   # checks the arithmetic of lanes
    (r"targets/(cuda|opencl)/", ["include/", "engine/lanes/processor/", "targets/gpu/", "OWN MODULE"]),
    # Programs of the build read all files that are embedded as text, and the test of the processor.
    (r"host/generate/", ["include/", "engine/", "laws/", "targets/gpu/text.h", "targets/gpu/packed.h", "targets/cpu/isa_list.h",
                        OWN] + LISTS),
    # These compute as kernels do, so that tables and keys are equal on all machines.
    (r"host/(call/philox|density/functions|points/scramble|tables/icdf|tables/(gamma|beta)_quantile)\.c$",
     ["include/", "targets/target.h", "targets/base/special.h", "laws/descriptor.h", "engine/", OWN]),
    # The rest may use layouts of the engine, but no lanes.
    (r"host/", ["include/", "targets/target.h", "targets/user/user.h", "targets/base/locale.h", "targets/base/newfile.h",
                "targets/base/windows.h", "laws/descriptor.h", "engine/abi/", "engine/lanes/processor/", OWN] + LISTS),
]
SKIPPED = ("tests/", "bench/", "docs/")   # they may use everything

# Edges that are allowed without an arrow, each with its reason. Remove an entry when its edge no longer exists.
EXCEPTIONS = {
    ("python/core/saved.c", "cli/library/saved.h"): "one writer of files: Python goes through the command's code, by this door",
    ("host/generate/bundle.c", "targets/cuda/cuda.h"): "a program that opens the backend alone, to compile kernels ahead",
    ("studies/fixed-proposals/kernels.h", "targets/gpu/gpu.h"): "runs kernels of its own, which no public call does",
    ("studies/fixed-proposals/kernels_cuda.c", "targets/cuda/cuda.h"): "the same",
    ("studies/fixed-proposals/registers.c", "targets/cuda/cuda.h"): "the same",
    ("studies/fixed-proposals/registers.c", "targets/gpu/gpu.h"): "the same",
    ("studies/fixed-proposals/kernels_opencl.c", "targets/opencl/library.h"): "the same",
}

# Cycles that are allowed.
CIRCLES = set()

# No two of these folders may use each other, in any number of steps.
LAYERED = ("cli/", "host/", "engine/", "targets/", "laws/", "model/", "transforms/", "include/")

MOST_FILES = 24   # flat in a folder of these
FLAT = ("cli/", "host/", "engine/", "targets/", "laws/")


# ---- Reading ---------------------------------------------------------------------------------------------------------

def read_tree():
    names = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], check=True,
                           capture_output=True, text=True).stdout.split()
    return {name: open(name, errors="replace").read() if name.endswith((".c", ".h")) else ""
            for name in names if os.path.isfile(name)}


def includes(tree):
    """(from, to) for every include of a file of the tree."""
    edges = set()
    for name, text in tree.items():
        for what in re.findall(r'(?m)^[ \t]*#[ \t]*include[ \t]+"([^"]+)"', text):
            places = [os.path.normpath(os.path.join(os.path.dirname(name), what)), what, "include/" + what]
            edges.update((name, place) for place in places[:1 + (places[0] not in tree) * 2] if place in tree)
    return edges


def public_functions():
    names = set()
    for header in os.listdir("include"):
        names.update(re.findall(r"\b(rr_\w+)\(", open("include/" + header).read()))
    return names


def symbols(build, excluded):
    """(from, to) for objects of the library and the command where one needs a symbol that the other defines, except the
    excluded ones."""
    objects = [os.path.join(place, name) for top in ("cli", "host", "targets", "model", "laws")
               for place, _, names in os.walk(f"{build}/obj/{top}") for name in names if name.endswith(".o")]
    defined, wanted = {}, []
    listing = subprocess.run(["nm", "-A", *objects], check=True, capture_output=True, text=True).stdout if objects else ""
    for line in listing.splitlines():
        place, rest = line.split(":", 1)
        source = place[len(build) + 5:-2] + ".c"
        kind, symbol = rest.split()[-2:]
        if not os.path.exists(source):
            continue   # an object of a source that has moved
        if kind == "U":
            wanted.append((source, symbol))
        elif kind.isupper():
            defined[symbol] = source
    return {(source, defined[symbol]) for source, symbol in wanted
            if symbol in defined and defined[symbol] != source and symbol not in excluded}


# ---- Looking ---------------------------------------------------------------------------------------------------------

def top(name):
    return name.split("/")[0] + "/"


def module(name):
    return "/".join(name.split("/")[:2]) + "/"


def modules_of_draws(tree):
    """For each module, the modules whose draws its samplers finish."""
    rows = re.findall(r"(?m)^RR_SAMPLER\((\w+), *(\w+), *(\w+),", tree.get("laws/list.h", ""))
    where = {name: f"laws/{place}/" for place, name, _ in rows}
    found = {}
    for place, _, draw in rows:
        found.setdefault(f"laws/{place}/", set()).add(where[draw])
    return found


def allowed(edge, tree):
    source, target = edge
    for pattern, targets in ARROWS:
        if not re.match(pattern, source):
            continue
        for place in targets:
            places = {OWN: [top(source)], "OWN MODULE": [module(source)],
                      "MODULES OF DRAWS": modules_of_draws(tree).get(module(source), [])}.get(place, [place])
            if any(target == p or (p.endswith("/") and target.startswith(p)) for p in places):
                return True
        return False
    return False


def wrong_edges(tree, exceptions):
    edges = {e for e in includes(tree) if not e[0].startswith(SKIPPED)}
    wrong = [f"{a} includes {b}" for a, b in sorted(edges) if (a, b) not in exceptions and not allowed((a, b), tree)]
    return wrong + [f"{a} needs no exception for {b}: take it out of the test" for a, b in sorted(exceptions)
                    if (a, b) not in edges or allowed((a, b), tree)]


def circles(edges):
    """Groups of nodes that reach each other (Tarjan)."""
    to = {}
    for a, b in sorted(edges):
        to.setdefault(a, []).append(b)
        to.setdefault(b, [])
    number, low, stack, found = {}, {}, [], []

    def visit(node):
        number[node] = low[node] = len(number)
        stack.append(node)
        for other in to[node]:
            if other not in number:
                visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == number[node]:
            group = stack[stack.index(node):]
            del stack[stack.index(node):]
            if len(group) > 1:
                found.append(" <-> ".join(sorted(group)))

    for node in to:
        if node not in number:
            visit(node)
    return found


def unknown_circles(*found):
    """Items missing from the list, and entries of the list that no longer exist."""
    found = [circle for some in found for circle in some]
    gone = [f"{c} is no more: take it out of the test" for c in sorted(CIRCLES) if c not in found]
    return [c for c in found if c not in CIRCLES] + gone


def of_folders(edges):
    folders = {(os.path.dirname(a), os.path.dirname(b)) for a, b in edges if a.startswith(LAYERED) and b.startswith(LAYERED)}
    return {(a, b) for a, b in folders if a != b}


def full_folders(tree):
    count = {}
    for name in tree:
        if name.startswith(FLAT):
            count[os.path.dirname(name)] = count.get(os.path.dirname(name), 0) + 1
    return [f"{n} files in {folder}/" for folder, n in sorted(count.items()) if n > MOST_FILES]


# ---- What is wrong must be seen --------------------------------------------------------------------------------------

SOUND = {"laws/list.h": "RR_SAMPLER(a, one, one, 32)\nRR_SAMPLER(b, two, one, 32)\n", "laws/descriptor.h": "",
         "laws/a/one.h": '#include "engine/m/log.h"\n', "laws/b/two.h": '#include "laws/a/one.h"\n', "laws/c/three.h": "",
         "laws/b/two.c": '#include "laws/descriptor.h"\n', "engine/m/log.h": "", "cli/main.c": '#include "reroll.h"\n',
         "include/reroll.h": "", "host/api/run.c": '#include "targets/target.h"\n', "targets/target.h": "",
         "host/plan/plan.c": "", "targets/cpu/tile.c": '#include "targets/target.h"\n#include "engine/m/log.h"\n'}


def blind():
    """The planted faults that the check misses in invented trees."""
    broken = [("engine/m/log.h", '#include "laws/list.h"'), ("laws/a/one.h", '#include "laws/c/three.h"'),
              ("laws/b/two.c", '#include "engine/m/log.h"'), ("cli/main.c", '#  include "targets/target.h"'),
              ("targets/cpu/tile.c", '#include "host/plan/plan.c"'), ("host/api/run.c", '#include "cli/main.c"')]
    missed = [f"{name}: {line}" for name, line in broken if not wrong_edges({**SOUND, name: line + "\n"}, {})]
    missed += wrong_edges(SOUND, {})
    if not wrong_edges(SOUND, {("cli/main.c", "include/reroll.h"): "none"}):
        missed.append("an exception that is not needed")
    if circles({("a", "b"), ("b", "c")}) or circles({("a", "b"), ("b", "c"), ("c", "a")}) != ["a <-> b <-> c"]:
        missed.append("a circle of three")
    if of_folders({("host/a/x.c", "host/b/y.c")}) != {("host/a", "host/b")}:
        missed.append("an edge between folders")
    if not full_folders({f"laws/a/{i}.c": "" for i in range(MOST_FILES + 1)}) or full_folders(SOUND):
        missed.append("a full folder")
    return missed


def main():
    build = sys.argv[1]
    tree = read_tree()
    edges = {e for e in includes(tree) if not e[0].startswith(SKIPPED)}
    uses = symbols(build, public_functions())
    tests = [("what is wrong would be seen", blind()),
             ("includes are found", [] if len(edges) > 300 else [f"only {len(edges)}"]),
             ("every include follows an arrow", wrong_edges(tree, EXCEPTIONS)),
             ("no files and no folders include each other in a circle",
              unknown_circles(circles(edges), circles(of_folders(edges))))]
    if uses:
        tests += [("no sources call each other in a circle, public functions included", circles(symbols(build, set()))),
                  ("no folders call each other in a circle", circles(of_folders(uses))),
                  ("nothing calls what its arrows don't reach", back_calls(uses))]
    tests.append((f"at most {MOST_FILES} files in a folder", full_folders(tree)))
    print(f"1..{len(tests)}")
    for i, (what, wrong) in enumerate(tests, 1):
        print(f"{'not ok' if wrong else 'ok'} {i} - {what}")
        for line in wrong:
            print("# " + line)


# Calls go one way: the command to the library, in it host to targets, never back.
def back_calls(uses):
    order = {"cli/": 3, "host/": 2, "targets/": 1, "laws/": 0, "model/": 0}
    return [f"{a} calls {b}" for a, b in sorted(uses) if order[top(a)] < order[top(b)]]


main()
