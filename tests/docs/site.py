# SPDX-License-Identifier: MIT OR Apache-2.0
"""site.py SITE REROLL: checks the site that `make docs` built. Every sampler has its section with a formula, parameters and
a picture; every page opens without a network; formulas are MathML; the C and Python pages are complete. TAP."""
import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SITE, REROLL = Path(sys.argv[1]), sys.argv[2]
checks = []


def check(what, wrong):
    """Passes where nothing is wrong."""
    checks.append(not wrong)
    print(f"{'not ' if wrong else ''}ok {len(checks)} - {what}" + "".join(f"\n# {w}" for w in list(wrong)[:20]))


def sections():
    """{sampler's anchor: the HTML from there to the next one}"""
    found = {}
    for page in (SITE / "laws").glob("*/README.html"):
        parts = re.split(r'<(?:section|span) id="(law-[a-z0-9-]+)">', page.read_text())
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
        lacking.append(f"{s['name']} has no formula: its room's README says it as * `{s['law']}`: $...$ under ## Densities")
    lacking += [f"{s['name']} does not say {p['name']}" for p in s["params"] if f">{p['name']}<" not in html]
    if "<img" not in html and s["name"] != "bits":
        lacking.append(f"{s['name']} has no picture")
check(f"each of {len(samplers)} samplers has its section: formula, parameters, picture", lacking)

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
methods = {s["name"]: "reroll.Generator." + re.sub("[-:]", "_", s["name"]) for s in samplers if s["contract"]}
check("each sampler is a method in the Python page",
      [name for name, method in methods.items() if f'id="{method}"' not in python])
cited = re.search(r"^version: (\S+)$", (ROOT / "CITATION.cff").read_text(), re.M)[1]
said = subprocess.run([REROLL, "--version"], capture_output=True, text=True, check=True).stdout
check("CITATION.cff has the library's version", [] if cited in said else [f"{cited}, not {said}"])
print(f"1..{len(checks)}")
sys.exit(0 if all(checks) else 1)
