# SPDX-License-Identifier: MIT OR Apache-2.0
"""bench/peers without a clock: the driver with simulated libraries, the protocol of programs in C and Python, the pages that
are made from results, and the README's table and quotients. TAP. Standard library only."""
import glob
import json
import os
import re
import stat
import subprocess
import sys
import tempfile

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
PEERS = os.path.join(ROOT, "bench", "peers")
sys.dont_write_bytecode = True
sys.path.insert(0, PEERS)
import bench
import report

results = []


def ok(good, what, said=""):
    results.append(bool(good))
    print("%sok %d - %s" % ("" if good else "not ", len(results), what))
    if not good and said != "":
        print("".join("# %s\n" % line for line in str(said).splitlines()[-12:]), end="")


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


# ---- The driver ----

FAKES = (   # name, behaviour, times: one to find the length of a loop, five rounds
    ("Reroll", "plain", "9 7 1 9 3 5"),
    ("Even", "plain", "1"),
    ("Dies", "dies", "4"),
    ("Hangs", "hangs", "4"),
    ("Refuses", "refuses", "4"),
    ("Cheats", "cheats", "1"),
    ("Gone", "absent", ""),
    ("Slow", "plain", "1000"),
)


def drive(folder):
    """The result of bench.py for the simulated libraries, and the requests to each, in order."""
    log = os.path.join(folder, "log")
    for name, script, times in FAKES:
        path = write(folder, name, '#!/bin/sh\nexec "%s" -S "%s" %s "%s" %s %s\n' % (
            sys.executable, os.path.join(ROOT, "tests", "docs", "fake_peer.py"), name, log, script, times))
        os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
    lines = ["%s: %s" % (name, name) for name, _, _ in FAKES] + ["nowhere: Nowhere"]
    peers = write(folder, "peers.txt", "# a comment\n" + "\n".join(lines) + "\n")
    rows = write(folder, "rows.txt", "uniform low=0 high=1\ncauchy loc=0 scale=1\n")
    out = os.path.join(folder, "result.json")
    done = subprocess.run([sys.executable, "-S", os.path.join(PEERS, "bench.py"), "--quick", "--answer", "2",
                           "--programs", folder, "--peers", peers, "--rows", rows, "-o", out],
                          stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise SystemExit("bench.py: " + done.stderr)
    with open(log, encoding="ascii") as file:
        asked = [line.split() for line in file]
    return report.load(out), asked, out


def cells(result, kind):
    row = next(r for r in result["rows"] if r["type"] == kind)
    return {(c["peer"], c["method"]): c for c in row["cells"]}


def test_driver(folder):
    result, asked, out = drive(folder)
    f32, f64 = cells(result, "f32"), cells(result, "f64")
    ours = f32["Reroll", ""]
    ok((ours["ns"], ours["quartiles"], ours["rounds"]) == (5, [3, 7], 5), "medians and quartiles are the rounds'", ours)
    ok(f32["Even", ""]["ns"] == 1 and f32["Reroll", "other"]["ns"] == 9, "a peer and a method each have their own", f32)
    ok([r["row"] for r in result["rows"]] == ["uniform low=0 high=1"] * 2, "a law that Reroll has not is passed over")
    runs = [line for line in asked if line[3:6] == ["uniform", "f32", "-"]]
    order = [line[0] for line in runs if line[0] in ("Reroll", "Even")]
    there, back = ["Reroll", "Even"], ["Even", "Reroll"]   # the first call of each determines the length of a loop
    ok(order == there + there + back + there + back + there,
       "rounds go through all peers, every other one backwards", order)
    calls = [line[2] for line in runs if line[0] == "Even"]
    ok(calls == ["1"] + [str(f32["Even", ""]["calls"])] * 5, "a loop is as many calls as fill its time", calls)
    dead = f32["Dies", ""].get("missing", "")
    ok("status 3" in dead and "out of luck" in dead, "a peer that dies is a line with its last words", dead)
    ok(sum(line[0] == "Dies" and line[1] == "run" for line in asked) == 4 and "missing" in f64["Dies", ""],
       "it is started again for the next row", asked)
    ok("no answer" in f32["Hangs", ""].get("missing", ""), "a peer that is silent is ended", f32["Hangs", ""])
    refused = f32["Refuses", ""]
    ok(refused.get("missing") == "such thing here", "a peer that says no is a line with its reason", refused)
    cheated = f32["Cheats", ""].get("missing", "")
    ok("another law" in cheated and "0.9" in cheated, "a peer that draws another law is a line that says so", cheated)
    missing = {p["name"]: p["missing"] for p in result["peers"]}
    ok(missing["Gone"] == "no such library" and "nowhere" in missing["Nowhere"] and not missing["Even"],
       "a peer that is missing is a line that says so", missing)
    slow = f32["Slow", ""]
    ok((slow["rounds"], slow["ns"]) == (1, 1000), "a call that takes long is timed once", slow)
    ok(result["peers"][0]["digits"] == {"f32": 24, "f64": 24} and result["provenance"]["quick"], "digits, provenance")
    return out


# ---- Pages ----

def test_pages(out):
    subprocess.run([sys.executable, "-S", os.path.join(PEERS, "report.py"), out], check=True)
    with open(out.replace(".json", ".md"), encoding="utf-8") as file:
        page = file.read()
    ok("| uniform f32 | 5.00 | 1.00 | 1000 |" in page, "the page has the medians, for Reroll the default method's", page)
    ok("* Gone is missing: no such library" in page and "Dies: its process ended with status 3" in page,
       "the page says who is missing", page)
    with open(out.replace(".json", ".svg"), encoding="utf-8") as file:
        picture = file.read()
    ok(picture.count("<circle") == 7 + 2 * 3, "the picture has one dot per library in its key, and one per time", picture)
    for path in sorted(glob.glob(os.path.join(ROOT, "bench", "results", "*.json"))):
        data = report.load(path)
        if "rows" not in data:
            continue
        stem = os.path.splitext(path)[0]
        with open(stem + ".md", encoding="utf-8") as file:
            same = file.read() == report.markdown(data, os.path.basename(stem) + ".svg")
        with open(stem + ".svg", encoding="utf-8") as file:
            same = same and file.read() == report.svg(data)
        ok(same, "bench/results/%s.md and .svg are made of its .json" % os.path.basename(stem))


def test_cells():
    cells = [{"peer": "A", "method": method, "ns": ns} for method, ns in (("ptpe", 9), ("poisnorm", 2), ("slow", 12))]
    ok((report.shown({"cells": cells}, "A"), report.shown({"cells": cells[1:2]}, "A"), report.shown({"cells": cells}, "B"))
       == ("9.00, ~2.00", "~2.00", ""), "approximate methods are marked ~, after the exact time")
    texts = [report.text_of(row) for row in ("poisson lam=10..100", "binomial n=50:500 p=.1..0.9", "categorical weights=8")]
    ok(texts == ["poisson(10 to 100 each)", "binomial(50 to 500 each, 0.1 to 0.9 each)", "categorical(8 weights)"],
       "rows have their text", texts)


def six_data():
    """A result with two libraries: one with two generators, and one with 32-bit counts and a method that approximates."""
    def row(text, kind, *cells):
        return {"row": text, "type": kind, "n": report.BIG,
                "cells": [dict(zip(("peer", "method", "ns"), cell)) for cell in cells]}
    return {
        "provenance": {"cpu": "Chip", "family": "", "widest": "avx2"},
        "peers": [{"name": name, "version": "7.1 of June"} for name in ("Reroll", "Reroll AVX2", "Q A", "Q B")],
        "rows": [row("uniform low=0 high=1", "f64", ("Reroll", "", 2), ("Reroll", "32", 1), ("Reroll AVX2", "", 1),
                     ("Q A", "", 3), ("Q B", "", 1.5)),
                 row("uniform low=0 high=1", "f32", ("Reroll", "", .5), ("Q A", "", .1)),
                 row("poisson lam=10..100", "i64", ("Reroll", "", 4)),
                 row("poisson lam=10..100", "i32", ("Reroll", "", 3), ("Q A", "poisnorm", 1)),
                 row("binomial n=100 p=.3", "i64", ("Reroll", "", 5)),
                 row("binomial n=100 p=.3", "i32", ("Reroll", "", 4), ("Q A", "slow", 9), ("Q A", "", 8))]}


def test_six():
    made = report.six_table(six_data(), ["Reroll", "Q"], "x.md")
    for what, line in (("a column takes its fastest generator, Reroll its default method", "| uniform | 2.00 | **1.50** |"),
                       ("an approximate method", "| Poisson, one mean per sample | **4.00** | approximate only |"),
                       ("32-bit counts are taken if there are no others", "| binomial(100, 0.3) | **5.00** | 8.00 |"),
                       ("a row that a library lacks", "| gamma(2) | not available | not available |"),
                       ("processor, versions, generators", "Chip with AVX2; Q 7.1 with A and B. [All results](x.md).")):
        ok(line in made.splitlines(), "the table of six rows: " + what, made)


def ratios(path, slow, fast, rows):
    """The smallest and the largest quotient of two columns of a result, over rows of six_table that both have."""
    data = report.load(os.path.join(ROOT, path))
    pairs = [[report.fastest(report.six_cells(data, *cell)) for cell in ((a, slow), (b, fast))] for a, b in rows]
    found = [a["ns"] / b["ns"] for a, b in pairs if a and b]
    return "%.2g to %.2g" % (min(found), max(found))


EACH = (("exponential scale=.5..2", "exponential scale=1"), ("normal mean=-1..1 sd=.5..2", "normal mean=0 sd=1"),
        ("gamma shape=1..11", "gamma shape=2"), ("beta a=1..5 b=1..5", "beta a=2 b=3"),
        ("truncated-normal low=-2..-1 high=1..3", "truncated-normal low=-1 high=2"),
        ("poisson lam=10..100", "poisson lam=50"), ("binomial n=50:500 p=0.1..0.9", "binomial n=100 p=.3"))


def test_claims(text):
    """The README's quotients are those of the results that it names."""
    words = " ".join(text.split())
    intel = report.MARKED.search(text).group(2)
    amd = "bench/results/amd-epyc-2026-11-29"
    six = [(row, row) for row, _ in report.SIX]
    for said in ("%s times as fast as NumPy in the table below" % ratios(intel, "NumPy", "Reroll", six),
                 "arrays of parameters, which take %s times as long as constants" % ratios(intel, "Reroll", "Reroll", EACH),
                 "](%s.md) with AVX2, where oneMKL uses its generic code path, NumPy took %s times as long as Reroll, "
                 "and oneMKL %s times." % (amd, ratios(amd + ".json", "NumPy", "Reroll", six),
                                           ratios(amd + ".json", "oneMKL", "Reroll", six))):
        ok(said in words, "README.md: " + said)
    bold = "\n".join(line for line in text.splitlines() if line.endswith("** |"))
    behind = [label for _, label in report.SIX if "| %s | " % label in bold]
    ok(behind == ["uniform", "normal"] and "oneMKL is faster for uniforms and normals there." in words,
       "README.md: the rows in which oneMKL is faster", behind)


def test_readme(folder):
    check = [sys.executable, "-S", os.path.join(PEERS, "report.py")]
    readme = os.path.join(ROOT, "README.md")
    ok(subprocess.run(check + ["--check", readme], check=False).returncode == 0,
       "README.md's table is what report.py makes of bench/results")
    with open(readme, encoding="utf-8") as file:
        text = file.read()
    worse = re.sub(r"^(\| uniform \| )[\d.]+", r"\g<1>0.99", text, flags=re.M)
    page = write(folder, "README.md", worse)
    ok(worse != text and subprocess.run(check + ["--check", page], check=False).returncode == 1, "a figure by hand is seen")
    subprocess.run(check + ["--readme", page], check=True)
    with open(page, encoding="utf-8") as file:
        ok(file.read() == text, "and made right again")
    test_claims(text)


# ---- The conversation ----

C_PEER = """
#include "child.h"
static int draw(const call *c)
{
    for (size_t i = 0; i < c->n; ++i)
        ((double *)c->out)[i] = c->ranges ? at(c, 0, i) : (double)(i % 8 + 1) / 8 * c->value[1];
    if (!c->ranges) return 0;
    double low = 9, high = 0, sum = 0;
    for (size_t i = 0; i < c->n; ++i) {
        double x = ((double *)c->out)[i];
        low = fmin(low, x), high = fmax(high, x), sum += x / (double)c->n;
    }
    return !(low >= 1 && low < 1.1 && high > 2.9 && high <= 3 && fabs(sum - 2) < .01 && !c->each[1] && c->value[1] == .5);
}
static int fail(const call *c)
{
    return c->n != 0;
}
static int count(const call *c)
{
    for (size_t i = 0; i < c->n; ++i) ((int32_t *)c->out)[i] = (int32_t)(i % 3) - 1;
    for (size_t i = 0; i < c->n; ++i) if (at(c, 0, i) != floor(at(c, 0, i)) || at(c, 0, i) < 5 || at(c, 0, i) > 8) return 1;
    return at(c, 1, 0) < .1 || at(c, 1, 0) > .9;
}
static int choose(const call *c)
{
    for (size_t i = 0; i < c->n; ++i) ((int64_t *)c->out)[i] = 1000000;
    return c->value[0] != 3 || fabs(c->weights[0] - .309017) > 1e-6 || fabs(c->weights[2] - .545085) > 1e-6;
}
static const row rows[] = {{"uniform", "f64", "", draw, draw, NULL}, {"fail", "f32", "x", fail, NULL, NULL},
                           {"count", "i32", "", count, count, NULL}, {"choose", "i64", "", choose, NULL, NULL}};
int main(void)
{
    return child_main(&(peer){"1", "-", "-", "-", "-", 1, 4, rows, NULL});
}
"""
PYTHON_PEER = """
import child
def make(call):
    if call.each:
        low, high = call.params[0]
        assert (low, high, call.params[1]) == (1, 3, .5)
    return lambda: None
def count(call):
    assert call.params == [(5, 9, "integers"), (.1, .9)]
    low, p = call.arrays(lambda low, high: low + .5)
    assert (low, p) == (5, .6)
    return lambda: None
def choose(call):
    return lambda: None
def fail(call):
    def draw():
        raise ValueError("broken")
    return draw
child.converse("1", {("uniform", "f64", ""): make, ("fail", "f32", "x"): lambda call: (call.one(), fail(call))[1],
                     ("count", "i32", ""): count},
               lambda kind: 3, {"each": "-", "tails": "-", "same": "-", "counts": "-"})
"""
REQUESTS = (
    ("run 3 uniform f64 - 1 1000 low=0 high=1", "ns "),
    ("run 3 uniform f64 - 1 1000 low=1..3 high=.5", "ns "),
    ("run 1 uniform f32 - 1 1000 low=0 high=1", "no does not have this row"),
    ("run 1 uniform f64 - 2 1000 low=0 high=1", "no supports one thread only"),
    ("run 1 fail f32 x 1 8 a=1", "no "),
    ("run 1 fail f32 x 1 8 a=1..2", "no supports one parameter for all draws only"),
    ("run 3 count i32 - 1 1000 n=5:9 p=.1..0.9", "ns "),
    ("digits f64", "digits 3"),
    ("digits f32", "digits 0"),
    ("rest", "ok"),
    ("run 1 uniform f64 - 1 1 low=0 high=1", "ns "),
)


def test_conversation(what, command, requests, environment=None):
    text = "".join(request + "\n" for request, _ in requests)
    done = subprocess.run(command, input=text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
                          env=dict(os.environ, **(environment or {})))
    _, _, said = done.stdout.partition("ready\n")
    answers = said.splitlines()
    wrong = [(q, a) for (q, expected), a in zip(requests, answers) if not a.startswith(expected)]
    ok(len(answers) == len(requests) and not wrong and done.returncode == 0, "a peer in %s answers as it should" % what,
       wrong or done.stdout)
    ok(done.stdout.startswith("version 1\n") and "has uniform f64 -\nhas fail f32 x\n" in done.stdout, "it says what it has")


def test_conversations(folder):
    test_conversation("Python", [sys.executable, "-S", write(folder, "peer.py", PYTHON_PEER)], REQUESTS,
                      {"PYTHONPATH": PEERS, "PYTHONDONTWRITEBYTECODE": "1"})
    program = os.path.join(folder, "peer")
    compiler = os.environ.get("CC", "cc").split() + ["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-I", PEERS, "-o", program]
    source = write(folder, "peer.c", C_PEER)
    compiled = subprocess.run(compiler + [source, "-lm"], stderr=subprocess.PIPE, text=True, check=False)
    ok(compiled.returncode == 0, "child.h compiles", compiled.stderr)
    more = (("moments uniform f64 - 1 1000 low=0 high=1", "moments 0.5218641"),   # Python's need NumPy
            ("moments count i32 - 1 3 n=5 p=.5", "moments 0 0.7196385"),
            ("moments choose i64 - 1 8 weights=3", "moments 14.508657738"))
    test_conversation("C", [program if compiled.returncode == 0 else "false"], REQUESTS + more)


# ---- What is drawn ----

def inside(x, ends):
    low, high = float(ends["low"]), float(ends["high"])
    return (low < x if ends["low_open"] else low <= x) and (x < high if ends["high_open"] else x <= high)


def refused(samplers, line):
    """The error of a row of rows.txt; "" where Reroll draws it."""
    row, _, kinds = line.partition(" | ")
    law, *params = row.split()
    sampler = next((s for s in samplers if s["name"] == law), None)
    if not sampler:
        return "no such law"
    if not set(kinds.split()) <= set(sampler["dtypes"]):
        return "not in " + kinds
    given = {param.partition("=")[0]: re.split("[.][.]|:", param.partition("=")[2]) for param in params}
    known = {p["name"]: p for p in sampler["params"]}
    if wrong := set(given) - set(known):
        return "no such parameter: " + ", ".join(wrong)
    if missing := {name for name, p in known.items() if p["default"] is None} - set(given):
        return "not given: " + ", ".join(missing)
    outside = [name for name, ends in given.items() for end in ends
               if not any(known[name]["shape"]) and not inside(float(end), known[name]["f64"])]
    return "outside its range: " + ", ".join(outside) if outside else ""


def test_rows():
    reroll = os.environ.get("REROLL") or os.path.join(os.environ.get("BUILD", "build"), "reroll")
    samplers = json.loads(subprocess.run([reroll, "samplers", "--json"], stdout=subprocess.PIPE, check=True).stdout)
    lines = bench.lines_of(os.path.join(PEERS, "rows.txt"))
    wrong = [line + ": " + why for line in lines if (why := refused(samplers, line))]
    ok(len(lines) > 40 and not wrong, "Reroll draws every row of rows.txt", "\n".join(wrong))
    worse = ("poisson mean=7.5", "no-such-law a=1", "normal mean=0 | i32", "gamma", "poisson lam=-1", "geometric p=.5..1.5")
    ok(all(refused(samplers, line) for line in worse), "a row that it lacks is seen",
       [line for line in worse if not refused(samplers, line)])
    with open(os.path.join(PEERS, "bounds.txt"), encoding="utf-8") as file:
        bounds = [line.split("|")[0] for line in file if line.strip() and not line.startswith("#")]
    ok(set(bounds) <= {line.partition(" | ")[0] for line in lines}, "bounds.txt is of rows of rows.txt", bounds)
    columns = [line.rpartition(": ")[2] for line in bench.lines_of(os.path.join(PEERS, "peers.txt"))]
    ok(len(set(columns)) == len(columns) > 10 and "Reroll" in columns, "peers.txt names each column once", columns)


def main():
    with tempfile.TemporaryDirectory() as folder:
        out = test_driver(folder)
        test_pages(out)
        test_cells()
        test_six()
        test_readme(folder)
        test_conversations(folder)
        test_rows()
    quantiles = [bench.quantile([5, 1, 4, 2], q) for q in (0, 0.25, 0.5, 0.75, 1)]
    ok(quantiles == [1, 1.75, 3, 4.25, 5], "quantiles are R's type 7", quantiles)
    print("1..%d" % len(results))
    return not all(results)


if __name__ == "__main__":
    sys.exit(main())
