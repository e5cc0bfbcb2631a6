# SPDX-License-Identifier: MIT OR Apache-2.0
"""The pages of laws: what a room's README says, and behind it a section for each of its samplers, made of the library's
descriptors (`reroll samplers --json`), of the line that the README has for its density, of what its lane text says on top,
and of recorded speeds. A picture shows draws beside the exact law (pictures.py). So a new room appears by itself."""
import functools
import json
import os
import re
import subprocess
from pathlib import Path

import pictures

ROOT = Path(__file__).resolve().parents[3]
BUILD = Path(os.environ.get("BUILD") or "build")
SPEEDS = "bench/results/amd-epyc-2026-11-23"
DENSITY = re.compile(r"^\* `([a-z0-9-]+)`: (\$[^\n]*(?:\n  [^\n]+)*)\n?", re.M)


@functools.lru_cache(maxsize=None)
def samplers():
    """The descriptors, by room, in the order of the list."""
    command = (ROOT / BUILD / "reroll").resolve()
    told = json.loads(subprocess.run([command, "samplers", "--json"], capture_output=True, text=True, check=True).stdout)
    by_name = {re.sub("[-:]", "_", s["name"]): s for s in told}
    rooms = {}
    for room, name in re.findall(r"^RR_SAMPLER\((\w+), *(\w+),", (ROOT / "laws/list.h").read_text(), re.M):
        if name in by_name:
            rooms.setdefault(room, []).append({"room": room, "file": name, **by_name[name]})
    return rooms


@functools.lru_cache(maxsize=None)
def speeds():
    """{sampler: [(row, type, ns)]} of the recorded run."""
    rows = json.loads((ROOT / f"{SPEEDS}.json").read_text())["rows"]
    found = {}
    for row in rows:
        ns = [c["ns"] for c in row["cells"] if c["peer"] == "Reroll" and "ns" in c]
        if ns and row["threads"] == 1 and row["n"] == 1 << 20:
            found.setdefault(re.sub(r"\(.*", "", row["row"]), []).append((row["row"], row["type"], ns[0]))
    return found


# ---- A section ------------------------------------------------------------------------------------------------------------

LARGEST = (1.7976931348623157e308, 3.4028234663852886e38)


def _end(value):
    if value in ("inf", "-inf"):
        return value.replace("inf", "∞")
    if abs(value) in LARGEST:
        return "max" if value > 0 else "-max"
    return f"{value:g}" if float(f"{value:g}") == value or abs(value) > 2 ** 53 else str(value)


def _range(r):
    left, right = r["low_open"] or r["low"] == "-inf", r["high_open"] or r["high"] == "inf"
    return f"{'(' if left else '['}{_end(r['low'])}, {_end(r['high'])}{')' if right else ']'}"


def _parameters(sampler):
    if not sampler["params"]:
        return "It has no parameters."
    lines = ["| parameter | what | range | default |", "|---|---|---|---|"]
    for p in sampler["params"]:
        kind = ("", ", a vector of them", ", a matrix")[len(p["shape"])]
        wide, narrow = _range(p["f64"]), _range(p["f32"])
        spans = wide + (f"; f32, i32: {narrow}" if narrow != wide else "")
        given = "must be given" if p["default"] is None else _end(p["default"])
        lines.append(f"| `{p['name']}` | {_plain(p['help'])}{kind} | {_plain(spans)} | {given} |")
    return "\n".join(lines)


def _plain(text):
    """Text for Markdown, but `names`."""
    return "".join(p if p.startswith("`") and len(p) > 1 else re.sub(r"([\\*_$<>\[\]|#~{}])", r"\\\1", p)
                   for p in re.split(r"(`[^`]*`)", text))


def _says(sampler):
    """What the lane text says on top, paragraphs and formulas."""
    text = (ROOT / "laws" / sampler["room"] / f"{sampler['file']}.h").read_text()
    comment = re.search(r"^/\* (?!SPDX)(.*?)\*/", text, re.M | re.S)[1]
    out = []
    for block in re.split(r"\n[ *]*\n", comment):
        lines = [re.sub(r"^ \*( |$)", "", line).rstrip() for line in block.splitlines()]
        if all(line.startswith("    ") for line in lines if line):
            out.append("```text\n" + "\n".join(line[4:] for line in lines) + "\n```")
        else:
            out += _mixed(lines)
    out[0] = re.sub(r"^[a-z0-9\\:-]+: ", "", out[0], count=1)
    return "\n\n".join(o for o in out if o.strip())


def _mixed(lines):
    """A paragraph that may have indented lines within."""
    out, verbatim = [], []
    for line in lines:
        if line.startswith("   "):
            verbatim.append(line)
            continue
        if verbatim:
            out.append("```text\n" + "\n".join(verbatim) + "\n```")
            verbatim = []
            out.append("")
        if not out or out[-1].startswith("```"):
            out.append("")
        out[-1] = f"{out[-1]}\n{_plain(line)}".strip("\n")
    return out + (["```text\n" + "\n".join(verbatim) + "\n```"] if verbatim else [])


def _facts(sampler):
    facts = [f"**Gives** {', '.join(sampler['dtypes'])}; **bits** version {sampler['bits_version']}."]
    if sampler["rejects"]:
        facts.append(f"**Accepts** {100 * sampler['min_accept']:.4g} % of attempts at least, over all parameters.")
    else:
        facts.append("**Rejects** nothing.")
    if sampler["names"]:
        facts.append(f"**Elsewhere** it is called {', '.join(f'`{n}`' for n in sampler['names'])}.")
    if not sampler["contract"]:
        facts.append("**Outside the contract**: its bits may differ by machine.")
    facts.append(f"**Source**: {_plain(sampler['source'])}.")
    return "\n".join(f"* {f}" for f in facts)


def _speed(sampler, here):
    rows = speeds().get(sampler["name"], [])
    if not rows:
        return f"`reroll bench {sampler['name']}` measures it here; it is not in the recorded run of peers."
    told = "; ".join(f"{ns:.2f} ns per sample of `{row}` as {kind}" for row, kind, ns in rows)
    link = os.path.relpath(ROOT / f"{SPEEDS}.md", here)
    return f"{told}: an AMD EPYC with AVX-512, one thread ([recorded]({link}))."


def _sentence(sampler):
    """Its help, which may begin with a parameter's name."""
    text = sampler["help"]
    return _plain(text if text.split()[0] in {p["name"] for p in sampler["params"]} else text[0].upper() + text[1:])


def section(sampler, density):
    here = ROOT / "laws" / sampler["room"]
    parts = [f"({'law-' + sampler['file'].replace('_', '-')})=", f"## `{sampler['name']}`",
             _sentence(sampler) + "."]
    parts += [density] if density else []
    parts += ["### Parameters", _parameters(sampler), _facts(sampler)]
    picture = pictures.picture(sampler, (ROOT / BUILD / "docs-pictures").resolve())
    if picture:
        parts.append(f"![{sampler['name']}]({os.path.relpath(picture[0], here)})\n\n*{picture[1]}*")
    parts += ["### Method and accuracy", _says(sampler), "### Speed", _speed(sampler, here)]
    return "\n\n".join(parts)


# ---- Pages ----------------------------------------------------------------------------------------------------------------

def densities(text):
    """What the README has of them, a line a law."""
    return dict(DENSITY.findall(text))


def read(app, docname, source):
    room = re.fullmatch(r"laws/(\w+)/README", docname)
    if room and room[1] in samplers():
        text = source[0]
        given = densities(text)
        text = re.sub(r"^## Densit(y|ies)\n+", "", DENSITY.sub("", text), flags=re.M)
        made = [section(s, given.get(s["name"]) or given.get(s["law"])) for s in samplers()[room[1]]]
        source[0] = text.rstrip() + "\n\n" + "\n\n".join(made) + "\n"
    if docname == "docs/site/laws":
        source[0] = source[0].replace("% table", _table())


def _table():
    lines = ["| sampler | what it draws |", "|---|---|"]
    for room in samplers().values():
        lines += [f"| [`{s['name']}`](#law-{s['file'].replace('_', '-')}) | {_plain(s['help'])} |" for s in room]
    return "\n".join(lines[:2] + sorted(lines[2:]))


def setup(app):
    app.connect("source-read", read)
    return {"parallel_read_safe": True}
