# SPDX-License-Identifier: MIT OR Apache-2.0
"""site.py SITE REROLL: checks the site that `make docs` built. Each sampler has a section with a formula, parameters,
a picture and three calls, which run; every page opens without a network; formulas are MathML; the C and Python pages are
complete and their texts whole. It runs in the site's virtual environment, for the Python calls. TAP."""
import ast
import html as entities
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import reroll

ROOT = Path(__file__).resolve().parents[2]
SITE, REROLL = Path(sys.argv[1]), sys.argv[2]
checks = []


def check(what, wrong):
    """Passes where nothing is wrong."""
    checks.append(not wrong)
    print(f"{'not ' if wrong else ''}ok {len(checks)} - {what}" + "".join(f"\n# {w}" for w in list(wrong)[:20]))


def sections():
    """{sampler's anchor: the HTML from there to the next sampler's}"""
    found = {}
    for page in (SITE / "laws").glob("*/README.html"):
        own = page.read_text().split('<section id="methods-bounds-and-measurements">')[0]
        parts = re.split(r'<(?:section|span) id="(law-[a-z0-9-]+)">', own)
        found.update(zip(parts[1::2], parts[2::2]))
    return found


pages = {p.relative_to(SITE): p.read_text() for p in SITE.rglob("*.html")}
samplers = json.loads(subprocess.run([REROLL, "samplers", "--json"], capture_output=True, text=True, check=True).stdout)
made = sections()
lacking = []
for s in samplers:
    html = made.get("law-" + s["name"].replace(":", "-"))
    if html is None:
        lacking.append(f"{s['name']} has no section")
        continue
    if "<math" not in html:
        lacking.append(f"{s['name']} has no formula: write * `{s['law']}`: $...$ under ## Densities of its README.md")
    lacking += [f"{s['name']} lacks parameter {p['name']}" for p in s["params"] if f">{p['name']}<" not in html]
    if "<img" not in html and s["name"] != "bits":
        lacking.append(f"{s['name']} has no picture")
check(f"each of {len(samplers)} samplers has its section: formula, parameters, picture", lacking)


# ---- The order of a page, and its calls -----------------------------------------------------------------------------------

PARTS = ("<math", ">Parameters<", ">Calls<", "highlight-python", "highlight-c ", "highlight-sh", ">Method and accuracy<",
         ">Speed<")
TAG = re.compile(r"<[^>]+>")


def text_of(html):
    return entities.unescape(TAG.sub("", html))


def block(html, language):
    """The first code block of a language."""
    return text_of(re.search(rf'<div class="highlight-{language} notranslate"><div class="highlight"><pre>(.*?)</pre>', html,
                             re.S)[1]).strip()


def disordered(name, html):
    places = [html.find(part) for part in PARTS]
    picture = html.find("<img")
    inside = picture < 0 or places[1] < picture < places[2]
    return [] if places == sorted(places) and places[0] >= 0 and inside else [f"{name}: {dict(zip(PARTS, places))}"]


def numbers(text):
    return [float(word) for word in re.split(r"[\s,;]+", text.strip()) if word]


def c_numbers(calls, folder):
    """The numbers that each C call writes; the call begins with its array."""
    body = "".join("{\nrr_stream s = rr_stream_make(0, 0);\n%s\nfor (size_t i = 0; i < sizeof out / sizeof *out; i++)\n"
                   'printf("%%.17g ", (double)out[i]);\nputs("");\n}\n' % call.replace("rr_fill_", "status |= rr_fill_", 1)
                   for call in calls)
    source, program, build = folder / "calls.c", folder / "calls", Path(REROLL).parent
    source.write_text("#include <math.h>\n#include <stdio.h>\n#include <reroll.h>\nint main(void)\n{\nint status = 0;\n"
                      f'rr_device *cpu;\nif (rr_device_open("cpu", &cpu)) return 1;\n{body}return status;\n}}\n')
    subprocess.run([*os.environ.get("CC", "gcc").split(), "-Wall", "-Werror", f"-I{ROOT}/include", f"-I{build}/gen", source,
                    "-o", program, build / "libreroll.a", "-lm", "-lpthread", "-ldl"], check=True)
    made = subprocess.run([program], capture_output=True, text=True, check=True).stdout
    return [numbers(line) for line in made.splitlines()]


def wrong_calls():
    found = {s["name"]: made["law-" + s["name"].replace(":", "-")] for s in samplers}
    with tempfile.TemporaryDirectory() as folder:
        try:
            in_c = c_numbers([block(html, "c") for html in found.values()], Path(folder))
        except subprocess.CalledProcessError as error:
            yield f"the C calls: {error}"
            return
    for (name, html), expected in zip(found.items(), in_c, strict=True):
        command = block(html, "sh").replace("reroll", REROLL, 1)
        ran = subprocess.run(command, shell=True, capture_output=True, text=True)
        if ran.returncode or not np.array_equal(numbers(ran.stdout), expected):
            yield f"{command}: {ran.stderr or 'not the numbers of the C call'}"
        try:
            eval(block(html, "python"), {"reroll": reroll})
        except Exception as error:
            yield f"{block(html, 'python')}: {error!r}"


check("a section has density, parameters, picture, calls, method and speed, in this order",
      [] if lacking else [w for s in samplers if s["name"] != "bits"
                          for w in disordered(s["name"], made["law-" + s["name"].replace(":", "-")])])
check("a distribution's page opens with a sampler", [
    str(page) for page, text in pages.items() if page.match("laws/*/README.html")
    and not re.search(r'</h1>\s*(?:<p[^>]*>\s*</p>\s*)?(?:<span[^>]*></span>|<section[^>]*>|\s)*<h2><code', text)])
check("the calls run, and C and the command draw the same numbers", [] if lacking else list(wrong_calls()))

recorded = json.loads((ROOT / (re.search(r"bench-six (\S+) *:", (ROOT / "README.md").read_text())[1])).read_text())["rows"]
measured = {row["row"].split()[0] for row in recorded if row["n"] == 1 << 20}
check(f"{len(measured)} sections have their recorded speed",
      [] if lacking else [name for name in sorted(measured) if "ns per sample" not in text_of(made[f"law-{name}"])])

# ---- The front page -------------------------------------------------------------------------------------------------------

front = pages[Path("docs/site/index.html")]
row = re.search(r"^\| (gamma, one shape[^|]*?) \| \**([\d.]+)", (ROOT / "README.md").read_text(), re.M)
check("the front page has the README's table", [cell for cell in row.groups() if cell not in text_of(front)])
check("the root's index.html is the front page",
      [] if text_of(pages[Path("index.html")]) == text_of(front) else ["the texts differ"])
check("no page redirects", [str(page) for page, text in pages.items() if re.search(r'http-equiv=.?refresh', text, re.I)])

# ---- All pages ------------------------------------------------------------------------------------------------------------

LOADS = re.compile(r'<(?:script|link|img|iframe|source|object|embed)\b[^>]*\b(?:src|href|data)="((?:https?:)?//[^"]*)"')
check("no page loads anything from a network",
      [f"{page}: {at}" for page, text in pages.items() for at in LOADS.findall(text)])
styles = [(p.name, p.read_text(errors="replace")) for p in SITE.rglob("*.css")]
check("nor does a style sheet", [f"{name}: {at}" for name, text in styles
                                 for at in re.findall(r'(?:@import\s+|url\()["\']?((?:https?:)?//[^"\')]*)', text)])
FORMULA = re.compile(r"<math.*?</math>", re.S)
formulas = [(page, f) for page, text in pages.items() for f in FORMULA.findall(text)]
check(f"{len(formulas)} formulas are MathML in full", [f"{page}: {f[:200]}" for page, f in formulas if "\\" in f] or
      ([] if len(formulas) > 100 else ["too few"]))

LINK = re.compile(r'<(?:a|img|link|script)\b[^>]*\b(?:href|src)="([^"#?:]+)(?:[#?][^"]*)?"')
check("what pages link to is there", [f"{page}: {at}" for page, text in pages.items() for at in LINK.findall(text)
                                      if not (SITE / page.parent / at).exists()])
markdown = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True).stdout.split()
check("every page of the repository is in it", [m for m in markdown if Path(m).with_suffix(".html") not in pages])

c_pages = "".join(text for page, text in pages.items() if page.name.startswith("c-"))
declared = re.findall(r"^RR_API [^(;]*?(\w+)\(", "".join((ROOT / "include" / f"reroll_{h}.h").read_text() for h in
                      ("core", "gpu", "order", "points", "model", "density", "user")), re.M)
check(f"each of {len(declared)} functions of the headers is in the C pages",
      [f for f in declared if f'id="c.{f}"' not in c_pages])
python = pages[Path("docs/site/python-api.html")]
headings = re.findall(r"<h2>(.*?)<a", python)
check("the Python page begins with Generator", [] if headings[:1] == ["Generator"] else headings)


def properties():
    """(place, first line of the docstring) of each public property of the public classes."""
    for path in sorted((ROOT / "python/reroll").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ClassDef) and node.name in reroll.__all__:
                for f in node.body:
                    if isinstance(f, ast.FunctionDef) and not f.name.startswith("_") and ast.get_docstring(f) and any(
                            isinstance(d, ast.Name) and d.id == "property" for d in f.decorator_list):
                        yield f"{node.name}.{f.name}", ast.get_docstring(f).splitlines()[0]


shown = text_of(python).translate(str.maketrans("\u201c\u201d\u2019\u2018", "\"\"''"))
firsts = list(properties())
check(f"the texts of {len(firsts)} properties are whole", [f"{where}: {first}" for where, first in firsts
                                                         if first.replace("`", "") not in shown]
      or ([] if len(firsts) > 5 else ["too few"]))
check("no text of the Python page is taken for a type", re.findall(r'<dt class="field-\w+">Type\b', python))
methods = {s["name"]: "reroll.Generator." + re.sub("[-:]", "_", s["name"]) for s in samplers if s["contract"]}
check("each sampler is a method in the Python page",
      [name for name, method in methods.items() if f'id="{method}"' not in python])
cited = re.search(r"^version: (\S+)$", (ROOT / "CITATION.cff").read_text(), re.M)[1]
said = subprocess.run([REROLL, "--version"], capture_output=True, text=True, check=True).stdout
check("CITATION.cff has the library's version", [] if cited in said else [f"{cited}, not {said}"])
print(f"1..{len(checks)}")
sys.exit(0 if all(checks) else 1)
