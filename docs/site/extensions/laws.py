# SPDX-License-Identifier: MIT OR Apache-2.0
"""The pages of distributions. A page begins with a section for each sampler of its directory: density, parameters, picture,
a call in each language, method, accuracy, speed. The rest of the directory's README follows. Sections are generated from the
descriptors (`reroll samplers --json`), the README's densities, the first comment of the lane text and recorded speeds. So a
new directory appears without a change here."""
import functools
import json
import os
import re
import subprocess
from pathlib import Path

import calls
import pictures

ROOT = Path(__file__).resolve().parents[3]
BUILD = Path(os.environ.get("BUILD") or "build")
DENSITY = re.compile(r"^\* `([a-z0-9-]+)`: (\$[^\n]*(?:\n  [^\n]+)*)\n?", re.M)


@functools.lru_cache(maxsize=None)
def samplers():
    """{directory: its descriptors}, default methods first, in the order of the list."""
    command = (ROOT / BUILD / "reroll").resolve()
    made = subprocess.run([command, "samplers", "--json"], capture_output=True, text=True, check=True).stdout
    by_name = {re.sub("[-:]", "_", s["name"]): s for s in json.loads(made)}
    found = {}
    for folder, name in re.findall(r"^RR_SAMPLER\((\w+), *(\w+),", (ROOT / "laws/list.h").read_text(), re.M):
        if name in by_name:
            found.setdefault(folder, []).append({"folder": folder, "file": name, **by_name[name]})
    return {folder: sorted(listed, key=lambda s: ":" in s["name"]) for folder, listed in found.items()}


@functools.lru_cache(maxsize=None)
def speeds():
    """(the recorded run that the README's table is from, {sampler: [(row, type, ns)]})."""
    path = re.search(r"bench-six (\S+)\.json", (ROOT / "README.md").read_text())[1]
    found = {}
    for row in json.loads((ROOT / f"{path}.json").read_text())["rows"]:
        ns = [c["ns"] for c in row["cells"] if c["peer"] == "Reroll" and "ns" in c]
        if ns and row["threads"] == 1 and row["n"] == 1 << 20:
            found.setdefault(row["row"].split()[0], []).append((row["row"], row["type"], ns[0]))
    return path, found


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
        return "None."
    lines = ["| parameter | meaning | range | default |", "|---|---|---|---|"]
    for p in sampler["params"]:
        kind = ("", ", a vector", ", a matrix")[len(p["shape"])]
        wide, narrow = _range(p["f64"]), _range(p["f32"])
        spans = wide + (f"; f32, i32: {narrow}" if narrow != wide else "")
        given = "required" if p["default"] is None else _end(p["default"])
        lines.append(f"| `{p['name']}` | {_plain(p['help'])}{kind} | {_plain(spans)} | {given} |")
    return "\n".join(lines)


def _plain(text):
    """Text with Markdown's characters escaped, except in `names`."""
    return "".join(p if p.startswith("`") and len(p) > 1 else re.sub(r"([\\*_$<>\[\]|#~{}])", r"\\\1", p)
                   for p in re.split(r"(`[^`]*`)", text))


def _method(sampler):
    """The first comment of the lane text: paragraphs and formulas."""
    text = (ROOT / "laws" / sampler["folder"] / f"{sampler['file']}.h").read_text()
    comment = re.search(r"^/\* (?!SPDX)(.*?)\*/", text, re.M | re.S)[1]
    out = []
    for block in re.split(r"\n[ *]*\n", comment):
        lines = [re.sub(r"^ \*( |$)", "", line).rstrip() for line in block.splitlines()]
        if all(line.startswith("    ") for line in lines if line):
            out.append("```text\n" + "\n".join(line[4:] for line in lines) + "\n```")
        else:
            out += _mixed(lines)
    out[0] = _capital(re.sub(r"^[a-z0-9\\:-]+: ", "", out[0], count=1), sampler)
    return "\n\n".join(o for o in out if o.strip())


def _mixed(lines):
    """A paragraph that may contain indented lines."""
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
    facts = [f"**Types**: {', '.join(sampler['dtypes'])}. **Bits version**: {sampler['bits_version']}."]
    if sampler["rejects"]:
        facts.append(f"**Acceptance**: at least {100 * sampler['min_accept']:.4g} % of attempts, for all parameters.")
    else:
        facts.append("**Acceptance**: every attempt; there is no rejection.")
    if sampler["names"]:
        facts.append(f"**Other names**: {', '.join(f'`{n}`' for n in sampler['names'])}.")
    if not sampler["contract"]:
        facts.append("**Outside the contract**: its bits may differ between machines.")
    facts.append(f"**Source**: {_plain(sampler['source'])}.")
    return "\n".join(f"* {f}" for f in facts)


def _calls(sampler, here):
    """One call in each language."""
    guide = os.path.relpath(ROOT / "README.md", here)
    return "\n\n".join([
        f"```python\n{calls.python(sampler)}\n```",
        f"```c\n{calls.c(sampler, ROOT / BUILD / 'gen/reroll_fill.h')}\n```",
        f"```sh\n{calls.command(sampler)}\n```",
        f"The C call uses a device `cpu` and a stream `s`, as in [the README's program]({guide}#in-c)."])


def _speed(sampler, here):
    path, found = speeds()
    rows = found.get(sampler["name"], [])
    if not rows:
        return f"The recorded run has no row of this sampler. `reroll bench {sampler['name']}` measures it on your machine."
    link = os.path.relpath(ROOT / f"{path}.md", here)
    lines = ["| parameters | type | ns per sample |", "|---|---|---:|"]
    lines += [f"| {_given(row)} | {kind} | {ns:.3g} |" for row, kind, ns in rows]
    note = f"One thread, 2^20 samples; `LOW..HIGH` is one value per sample. [The processor, and other libraries]({link})."
    return "\n".join([*lines, "", note])


def _given(row):
    """The parameters of a recorded row."""
    given = ", ".join(row.split()[1:])
    return f"`{given}`" if given else "none"


def _sentence(sampler):
    """The descriptor's help."""
    return _plain(_capital(sampler["help"], sampler))


def _capital(text, sampler):
    """The text with a capital, except where its first word is a parameter's name or a part of a formula."""
    word = text.split()[0]
    return text[0].upper() + text[1:] if word.isalpha() and word not in {p["name"] for p in sampler["params"]} else text


def section(sampler, density):
    here = ROOT / "laws" / sampler["folder"]
    parts = [f"({'law-' + sampler['file'].replace('_', '-')})=", f"## `{sampler['name']}`", _sentence(sampler) + "."]
    parts += [density] if density else []
    parts += ["### Parameters", _parameters(sampler)]
    picture = pictures.picture(sampler, (ROOT / BUILD / "docs-pictures").resolve())
    if picture:
        parts.append(f"![{sampler['name']}]({os.path.relpath(picture[0], here)})\n\n*{picture[1]}*")
    parts += ["### Calls", _calls(sampler, here), "### Method and accuracy", _facts(sampler), _method(sampler),
              "### Speed", _speed(sampler, here)]
    return "\n\n".join(parts)


# ---- Pages ----------------------------------------------------------------------------------------------------------------

def densities(text):
    """{distribution: its formula} of a README."""
    return dict(DENSITY.findall(text))


def page(text, listed):
    """The README `text` of a directory as a page: its title, a section for each sampler, and the rest."""
    given = densities(text)
    title, rest = re.sub(r"^## Densit(y|ies)\n+", "", DENSITY.sub("", text), flags=re.M).split("\n", 1)
    made = [section(s, given.get(s["name"]) or given.get(s["law"])) for s in listed]
    return "\n\n".join([title, *made, "## Methods, bounds and measurements", _demoted(rest).strip()]) + "\n"


def _demoted(text):
    """The text with its headings one level lower, as parts of a section; comments in code stay."""
    blocks = re.split(r"(^```.*?^```$)", text, flags=re.M | re.S)
    return "".join(b if b.startswith("```") else re.sub(r"^(#+ )", r"#\1", b, flags=re.M) for b in blocks)


def read(app, docname, source):
    folder = re.fullmatch(r"laws/(\w+)/README", docname)
    if folder and folder[1] in samplers():
        source[0] = page(source[0], samplers()[folder[1]])
    if docname == "docs/site/laws":
        source[0] = source[0].replace("% table", _table())


def _table():
    lines = ["| sampler | distribution |", "|---|---|"]
    for listed in samplers().values():
        lines += [f"| [`{s['name']}`](#law-{s['file'].replace('_', '-')}) | {_plain(s['help'])} |" for s in listed]
    return "\n".join(lines[:2] + sorted(lines[2:]))


def setup(app):
    app.connect("source-read", read)
    return {"parallel_read_safe": True}
