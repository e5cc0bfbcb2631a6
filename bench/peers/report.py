#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Makes the pages, the picture and the README's table from a result of bench.py.

usage: report.py RESULT.json                   writes RESULT.md and RESULT.svg next to it
       report.py --readme FILE [RESULT.json]   makes FILE's table again, from RESULT.json or the result that its marker names
       report.py --check FILE                  returns 1 if FILE's table is not what --readme makes

The table of six rows is between <!-- bench-six RESULT.json: COLUMN, COLUMN, ... --> and <!-- end of bench-six -->. A column
is one library: "NumPy" takes the fastest exact method of "NumPy SFC64" and "NumPy Philox" in each row.
"""
import json
import math
import os
import re
import sys
from xml.sax.saxutils import escape

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BIG = 1 << 20
USUAL = {"low=0 high=1", "scale=1", "mean=0 sd=1", "mu=0 sigma=1", "loc=0 scale=1"}
MARKED = re.compile(r"(<!-- bench-six (\S+): ([^>]*?) -->\n)(.*?)(<!-- end of bench-six -->)", re.S)
SIX = (("uniform low=0 high=1", "uniform"), ("normal mean=0 sd=1", "normal"), ("gamma shape=2", "gamma(2)"),
       ("gamma shape=1..11", "gamma, one shape per sample"), ("poisson lam=10..100", "Poisson, one mean per sample"),
       ("binomial n=100 p=.3", "binomial(100, 0.3)"))
APPROXIMATE = {"poisnorm"}   # methods that approximate the distribution, by their documentation


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def text_of(row):
    """gamma(2); or gamma(1 to 11 each) with one parameter per draw."""
    law, _, params = row.partition(" ")
    if not params or params in USUAL:
        return law
    values = []
    for param in params.split():
        name, _, value = param.partition("=")
        low, dots, high = value.partition(":" if ":" in value else "..")
        if name == "weights":
            values.append(value + " weights")
        else:
            values.append("%g to %g each" % (float(low), float(high)) if dots else "%g" % float(value))
    return "%s(%s)" % (law, ", ".join(values))


def figure(ns):
    """Three significant digits, at most two decimals."""
    return "%.0f" % ns if ns >= 99.95 else "%.1f" % ns if ns >= 9.995 else "%.2f" % ns


def is_reroll(name):
    return name.split()[0] == "Reroll"


def best(result, name):
    """The cell of a column: a library's fastest exact method; Reroll's default method, which a user gets."""
    cells = [c for c in result["cells"] if c["peer"] == name and "ns" in c]
    if is_reroll(name):
        cells = [c for c in cells if not c["method"]] or cells
    return min(cells, key=lambda c: (c["method"] in APPROXIMATE, c["ns"]), default=None)


def shown(result, name):
    """The text of that cell. The time of an approximate method follows it, after ~."""
    cell = best(result, name)
    if not cell:
        return ""
    cells = [c for c in result["cells"] if c["peer"] == name and "ns" in c]
    nearly = min((c["ns"] for c in cells if c["method"] in APPROXIMATE), default=0)
    if not nearly:
        return figure(cell["ns"])
    return "~" + figure(nearly) if cell["method"] in APPROXIMATE else "%s, ~%s" % (figure(cell["ns"]), figure(nearly))


def rows_of(data, n):
    return [r for r in data["rows"] if r["n"] == n]


def names_of(data):
    return [p["name"] for p in data["peers"] if not p["missing"]]


def table(head, body):
    """Markdown; all columns but the first are right-aligned."""
    return "\n".join(["| " + " | ".join(head) + " |", "|---|" + "---:|" * (len(head) - 1)]
                     + ["| " + " | ".join(line) + " |" for line in body])


def machine_of(data):
    p = data["provenance"]
    model = " (family %s, model %s%s)" % (p["family"], p["model"], ", AVX-512" if p.get("widest") == "avx512f" else "") \
        if p.get("family") else ""
    return p["cpu"] + model


def about(data):
    p = data["provenance"]
    return "%s, %s thread%s, load %g on %d processors, %s, %s, commit %s.%s" % (
        machine_of(data), p["threads"], "" if p["threads"] == 1 else "s", p["load at start"], p["processors"], p["compiler"],
        p["date"], p["commit"], " " + p["note"] if p.get("note") else "")


# ---- Markdown ----

def sizes_table(data, n):
    names = [name for name in names_of(data) if any(best(r, name) for r in rows_of(data, n))]
    body = [[text_of(r["row"]) + " " + r["type"]] + [shown(r, name) for name in names]
            for r in rows_of(data, n)]
    return table(["ns per sample"] + names, body)


def methods_table(data):
    """Every method, with quartiles, and as a multiple of Reroll's default method."""
    body = []
    for r in rows_of(data, BIG):
        ours = best(r, names_of(data)[0])
        for c in r["cells"]:
            name = c["peer"] + (", " + c["method"] if c["method"] else "")
            if "ns" in c:
                low, high = c["quartiles"]
                body.append([text_of(r["row"]) + " " + r["type"], name, figure(c["ns"]), figure(low) + " to " + figure(high),
                             str(c["rounds"]), "%.2f" % (c["ns"] / ours["ns"]) if ours else ""])
    return table(["row", "library, method", "median ns", "quartiles", "rounds", "over Reroll"], body)


def bounds():
    """{(row, type): (cycles, what is counted)} of bounds.txt."""
    found = {}
    with open(os.path.join(HERE, "bounds.txt"), encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                row, kind, cycles, what = line.strip().split("|")
                found[row, kind] = float(cycles), what
    return found


def ceilings_table(data):
    """The limits of the machine, from the same rounds: memset, the raw words of a sample, the ports."""
    known, body, wide = bounds(), [], data["provenance"].get("widest") == "avx512f"
    for r in rows_of(data, BIG):
        ours, tops = best(r, names_of(data)[0]), r["ceilings"]
        if not ours or not tops or "ns" not in tops.get("bits", {}):
            continue
        word, memset, cycle = (tops.get(k, {}).get("ns") for k in ("bits", "memset", "cycle"))
        words = ours.get("words", 0)
        port = known.get((r["row"], r["type"])) if cycle and wide else None
        body.append([text_of(r["row"]) + " " + r["type"], figure(ours["ns"]), figure(memset) if memset else "", figure(word),
                     "%.2f" % (ours["ns"] / word), "%.2f" % words if words else "", figure(words * word) if words else "",
                     "%s (%s)" % (figure(port[0] * cycle), port[1]) if port else ""])
    return table(["ns per sample", "Reroll", "memset", "raw word", "Reroll in raw words", "words per sample",
                  "words x raw word", "port bound"], body)


def abilities_table(data):
    names = {"each": "a parameter per draw", "tails": "tails", "same": "same samples on any number of threads",
             "counts": "counts"}
    names = {k: v for k, v in names.items() if any(k in p["can"] for p in data["peers"])}
    body = []
    for p in data["peers"]:
        if not p["missing"]:
            digits = " / ".join(str(p["digits"].get(kind, "")) or "-" for kind in ("f32", "f64"))
            body.append([p["name"], p["version"], digits] + [p["can"].get(k, "") for k in names] + [lacks(data, p["name"])])
    return table(["library", "version", "finest bit of 65,536 uniforms, f32 / f64", *names.values(), "lacks"], body)


def lacks(data, name):
    """The distributions of this page, or their types, that a library lacks."""
    types, here = {}, set()
    for r in data["rows"]:
        law = r["row"].split()[0].partition(":")[0]
        types.setdefault(law, {})[r["type"]] = True
        here |= {(law, r["type"]) for c in r["cells"] if c["peer"] == name}
    parts = []
    for law, kinds in types.items():
        not_here = [k for k in kinds if (law, k) not in here]
        if len(not_here) == len(kinds):
            parts.append(law)
        elif not_here and kinds != {"i32": True, "i64": True}:
            parts.append(law + " " + " ".join(not_here))
    return ", ".join(parts)


def notes(data):
    lines = ["* %s is missing: %s" % (p["name"], p["missing"]) for p in data["peers"] if p["missing"]]
    why = {}
    for r in data["rows"]:
        for c in r["cells"]:
            if "missing" in c:
                what = "%s %s, n = %d" % (text_of(r["row"]), r["type"], r["n"])
                why.setdefault((c["peer"] + (", " + c["method"] if c["method"] else ""), c["missing"]), []).append(what)
    for (peer, text), rows in why.items():
        more = " and %d more" % (len(rows) - 3) if len(rows) > 3 else ""
        lines.append("* %s: %s (%s%s)" % (peer, text, "; ".join(rows[:3]), more))
    if late := data["late"]:
        lines.append("* the time limit came before %s; %d rows are missing, the last is %s" % (late[0], len(late), late[-1]))
    return lines


def markdown(data, picture):
    """The whole page."""
    nearly = any(c["method"] in APPROXIMATE for r in data["rows"] for c in r["cells"])
    parts = ["# Reroll and other libraries", about(data),
             "Medians over rounds ([how](../peers/README.md)). A column shows a library's fastest exact method, and Reroll's"
             " default method." + (" A time after ~ is that of an approximate method." if nearly else ""),
             "![ns per sample](%s)" % picture]
    for n in sorted({r["n"] for r in data["rows"]}, key=lambda n: (n != BIG, n)):
        parts += ["## n = %d" % n, sizes_table(data, n)]
    if any(r["ceilings"] for r in rows_of(data, BIG)):
        parts += ["## Ceilings, n = %d" % BIG, ceilings_table(data)]
    if any(p["can"] for p in data["peers"]):
        parts += ["## What each library can do", abilities_table(data)]
    parts += ["## Every method, n = %d" % BIG, methods_table(data)]
    if left := notes(data):
        parts += ["## Not timed", "\n".join(left)]
    return "\n\n".join(parts) + "\n"


# ---- SVG: one line per row, one dot per library, logarithmic ----

COLOURS = ("#c1272d", "#e8875b", "#0b5394", "#3d85c6", "#9fc5e8", "#38761d", "#93c47d", "#7f6000", "#b45fd0", "#351c75",
           "#444444", "#8a8a8a", "#c27ba0", "#00918a")


def svg(data):
    rows, names = rows_of(data, BIG), names_of(data)
    every = [c["ns"] for r in rows for name in names if (c := best(r, name))] or [1]
    low, high = math.log10(min(every)) - 0.05, math.log10(max(every)) + 0.05
    left, right, top, step = 310, 900, 30 + 18 * math.ceil(len(names) / 4), 18
    height = top + step * len(rows) + 40

    def x(ns):
        return left + (math.log10(ns) - low) / (high - low) * (right - left)

    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 920 %d" font-family="sans-serif" font-size="12">' % height,
           '<rect width="920" height="%d" fill="white"/>' % height]
    for i, name in enumerate(names):
        at, line = 20 + 225 * (i % 4), 20 + 18 * (i // 4)
        out.append('<circle cx="%d" cy="%d" r="4" fill="%s"/><text x="%d" y="%d">%s</text>'
                   % (at, line - 4, COLOURS[i % len(COLOURS)], at + 8, line, escape(name)))
    for power in range(math.ceil(low), math.floor(high) + 1):
        out.append('<path d="M%.1f %dV%d" stroke="#ccc"/><text x="%.1f" y="%d" text-anchor="middle">%g ns</text>'
                   % (x(10.0 ** power), top - 8, height - 30, x(10.0 ** power), height - 14, 10.0 ** power))
    for i, r in enumerate(rows):
        line = top + step * i + 6
        out.append('<text x="%d" y="%d" text-anchor="end">%s</text><path d="M%d %dH%d" stroke="#eee"/>'
                   % (left - 10, line + 4, escape(text_of(r["row"]) + " " + r["type"]), left, line, right))
        for number in range(len(names) - 1, -1, -1):   # Reroll last, so that it is on top
            if c := best(r, names[number]):
                colour = COLOURS[number % len(COLOURS)]
                out.append('<circle cx="%.1f" cy="%d" r="4" fill="%s"/>' % (x(c["ns"]), line, colour))
    return "\n".join(out + ["</svg>"]) + "\n"


# ---- The table of the README ----

def six_cells(data, row, column):
    """The cells of a library in one row: reals in f64, counts in i64; in i32 if the library has no 64-bit counts."""
    names = [p["name"] for p in data["peers"] if p["name"] == column] \
        or [p["name"] for p in data["peers"] if p["name"].startswith(column + " ")]
    for kind in ("f64", "i64", "i32"):
        cells = [c for r in rows_of(data, BIG) if (r["row"], r["type"]) == (row, kind) for c in r["cells"]
                 if c["peer"] in names and "ns" in c]
        if cells:
            return [c for c in cells if not c["method"]] if is_reroll(column) else cells
    return []


def fastest(cells):
    """The fastest cell with an exact method."""
    return min((c for c in cells if c["method"] not in APPROXIMATE), key=lambda c: c["ns"], default=None)


def used_by(data, column, cells):
    """A library with its version and the generators of these cells: "oneMKL 2026.0.2 with MCG59 and SFMT"."""
    peers = [p for p in data["peers"] if p["name"] in {c["peer"] for c in cells}]
    version = peers[0]["version"].split()[0].rstrip(",")
    return "%s %s with %s" % (column, version, " and ".join(p["name"].removeprefix(column).strip() for p in peers))


def six_table(data, columns, whole):
    """Six rows, the fastest cell of each in bold, and a line on the processor and the libraries."""
    body, used = [], {column: [] for column in columns}
    for row, label in SIX:
        line, cells = [label], {column: six_cells(data, row, column) for column in columns}
        best_ns = min((c["ns"] for every in cells.values() if (c := fastest(every))), default=0)
        for column, every in cells.items():
            if cell := fastest(every):
                used[column].append(cell)
                line.append(("**%s**" if cell["ns"] == best_ns else "%s") % figure(cell["ns"]))
            else:
                line.append("approximate only" if every else "not available")
        body.append(line)
    wide = {"avx2": " with AVX2", "avx512f": " with AVX-512"}.get(data["provenance"].get("widest"), "")
    parts = [machine_of(data).replace(", AVX-512", "") + wide]
    parts += [used_by(data, column, cells) for column, cells in used.items() if cells and not is_reroll(column)]
    return table(["ns per sample, one thread"] + columns, body) + "\n\n%s. [All results](%s)." % ("; ".join(parts), whole)


def page(text, result=None):
    """A page with its table made again, from `result` if one is given."""

    def again(match):
        path = result or match.group(2)
        columns = [c.strip() for c in match.group(3).split(",")]
        made = six_table(load(os.path.join(ROOT, path)), columns, path.removesuffix(".json") + ".md")
        return "<!-- bench-six %s: %s -->\n%s\n%s" % (path, match.group(3), made, match.group(5))

    return MARKED.sub(again, text)


def main():
    arguments = sys.argv[1:]
    if len(arguments) == 1 and not arguments[0].startswith("-"):
        data, stem = load(arguments[0]), arguments[0].removesuffix(".json")
        for ending, text in ((".md", markdown(data, os.path.basename(stem) + ".svg")), (".svg", svg(data))):
            with open(stem + ending, "w", encoding="utf-8") as file:
                file.write(text)
        return 0
    if len(arguments) in (2, 3) and arguments[0] in ("--readme", "--check"):
        with open(arguments[1], encoding="utf-8") as file:
            old = file.read()
        result = os.path.relpath(os.path.abspath(arguments[2]), ROOT) if len(arguments) == 3 else None
        new = page(old, result)
        if arguments[0] == "--check":
            return 0 if new == old and MARKED.search(old) else 1
        with open(arguments[1], "w", encoding="utf-8") as file:
            file.write(new)
        return 0
    sys.exit(__doc__)


if __name__ == "__main__":
    sys.exit(main())
