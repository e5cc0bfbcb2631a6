# SPDX-License-Identifier: MIT OR Apache-2.0
"""Checks a page of `reroll report`: check.py PAGE [--data DIR] [--pictures | --no-pictures] [--study NAME]...

Valid HTML (html5lib, strict), unique ids, links that lead somewhere, nothing from outside, every figure with its caption,
its table and, if requested, its pictures, and CSV files with the data of the tables; typeset formulas, legends whose every
entry is drawn, strategies that keep their colours, tables that fit a page of 1280 pixels."""
import argparse
import csv
import math
import os
import re
import sys

import html5lib

FIGURES = """fig-machine-speed fig-machine-waste
fig-thomas-pk fig-thomas-mean fig-thomas-mean-close fig-thomas-cached fig-thomas-ratio
fig-ridley-2 fig-ridley-3 fig-ridley-4 fig-ridley-5 fig-ridley-6 fig-ridley-errors fig-ridley-7 fig-ridley-8
fig-linderman-fixed fig-ours-efficiency fig-ours-efficiency-8 fig-plan-strategies fig-plan-devices""".split()
BARS = "fig-machine-speed fig-machine-waste fig-plan-strategies fig-plan-devices".split()   # no gnuplot draws them
TABLES = ["tab-machine-bits", "tab-ridley-errors", "tab-ridley-1", "tab-ridley-1-more"]
SECTIONS = ["machine", "provenance", "thomas", "schloss", "ridley", "boksansky", "linderman", "ours", "plan"]
STRATEGIES = "loop cached grouped regroup regroup:ahead refill compact".split()
WIDTH_MOST = 1165          # of a table on a page of 1280 pixels; widths of digits and letters of its font:
DIGIT, LETTER, PADDING = 8.15, 7.7, 19.2
SIZE_MOST = 5_000_000

failures = []


def check(ok, what):
    if not ok:
        failures.append(what)


def text_of(element):
    return "".join(element.itertext())


def check_outside(text, elements):
    for pattern in (r"https?:", r"@import", r"<script", r"javascript:"):
        check(not re.search(pattern, text, re.I), f"the page holds {pattern}")
    for url in re.findall(r"url\(\s*['\"]?([^)'\"]*)", text):
        check(url.startswith(("#", "data:")), f"url({url})")
    for e in elements:
        for name, value in e.items():
            name = name.split("}")[-1]
            if name in ("src", "href", "srcset", "data", "action", "poster"):
                check(value.startswith(("#", "data:")), f"{e.tag} has {name}={value}")
        check(e.tag not in ("script", "link", "iframe", "object", "embed", "base"), f"the page has the element {e.tag}")


def check_policy(text):
    """It applies to everything after it, so only the encoding comes before it."""
    start = '<head>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
    check(start + 'style-src \'unsafe-inline\'">' in text, "the page forbids the browser nothing")


def check_ids(elements):
    ids = [e.get("id") for e in elements if e.get("id") is not None]
    check(len(ids) == len(set(ids)), f"ids are not unique: {sorted({i for i in ids if ids.count(i) > 1})[:5]}")
    for e in elements:
        href = e.get("href") or ""
        check(not href.startswith("#") or href[1:] in ids, f"{href} leads nowhere")
    return set(ids)


def flat(element):
    """The text with ^ and _ for superscripts and subscripts."""
    sign = {"sup": "^", "sub": "_"}.get(element.tag, "")
    return sign + (element.text or "") + "".join(flat(e) + (e.tail or "") for e in element)


def cells_of(table):
    return [[flat(c) for c in row.findall("th") + row.findall("td")] for row in table.iter("tr")]


def bare(text):
    """A formula as both the page and a file write it."""
    for letter, word in (("\u03c1", "rho"), ("\u03bb", "lambda"), ("\u2212", "-"), ("(", ""), (")", "")):
        text = text.replace(letter, word)
    return text


def same(shown, exact):
    """A cell of the page has six digits of the file's number."""
    if bare(shown) == bare(exact):
        return True
    try:
        return math.isclose(float(shown), float(exact), rel_tol=6e-6)
    except ValueError:
        return False


def check_csv(path, table):
    if not os.path.exists(path):
        check(False, f"{path} is missing")
        return
    with open(path, newline="", encoding="utf-8") as f:
        rows = list(csv.reader(f))
    shown = cells_of(table)
    check(len(rows) == len(shown) > 1, f"{path}: {len(rows)} rows, the table has {len(shown)}")
    check(len({len(r) for r in rows + shown}) == 1, f"{path}: rows differ in length")
    check(len(set(rows[0])) == len(rows[0]), f"{path}: columns of the same name")
    for number, (row, line) in enumerate(zip(rows, shown)):
        for exact, cell in zip(row, line):
            check(same(cell, exact), f"{path}, row {number}: {exact}, the table shows {cell}")
    for column in zip(*rows[1:]):
        check(any(column), f"{path}: an empty column")


def files_of(figure, tables, folder):
    """FIGURE.csv, or FIGURE-NAME.csv where the table is "Data, NAME: N rows"."""
    names = [re.match(r"Data(?:, (\w+))?: \d+ rows?$", text_of(s)) for s in figure.iter("summary")]
    ends = [""] * (len(tables) - len(names)) + ["-" + n[1] if n and n[1] else "" for n in names]
    return [os.path.join(folder, f"{figure.get('id')}{end}.csv") for end in ends]


def has_class(element, name):
    return name in (element.get("class") or "").split()


def paints(element):
    """The colours of an element and its children."""
    return {c for e in element.iter() for v in e.attrib.values() for c in re.findall(r"var\((--[cs]\d)\)", str(v))}


def lines_of(svg):
    """(colour, dashed?) of lines and points; an entry of a legend has one or the other."""
    found = set()
    for e in svg.iter():
        stroke = re.match(r"var\((--[cs]\d)\)", e.get("stroke") or "")
        if e.tag == "path" and stroke:
            found.add((stroke[1], bool(e.get("stroke-dasharray"))))
        colour = re.match(r"var\((--[cs]\d)\)", e.get("color") or "")
        if e.tag == "use" and colour:
            found.add((colour[1], "points"))
    return found


def check_legend(name, figure, svgs):
    """Every entry is drawn in both pictures, and every line and point has an entry."""
    entries = set()
    for entry in (li for ul in figure.iter("ul") if has_class(ul, "legend") for li in ul.iter("li")):
        swatch = entry.find("svg")
        whole = text_of(entry).strip() and (swatch is not None or entry.find("i") is not None)
        check(whole, f"{name}: half an entry of the legend")
        if swatch is None or not paints(swatch):
            continue   # a key of bars, or a note in the colour of text
        colour = paints(swatch).pop()
        lines = [e for e in swatch.iter("path") if (e.get("d") or "").endswith("h34")]
        entries |= {(colour, bool(e.get("stroke-dasharray"))) for e in lines}
        if len(list(swatch)) > len(lines):
            entries.add((colour, "points"))
    for svg in svgs if entries else []:
        drawn = lines_of(svg)
        check(entries <= drawn, f"{name}: entries of the legend without a line: {sorted(map(str, entries - drawn))}")
        left = {d for d in drawn - entries if d[0] not in {c for c, _ in entries}}
        check(not left, f"{name}: lines without an entry of the legend: {sorted(map(str, left))}")


def check_width(name, table):
    """Numbers and short texts are not broken; longer ones are broken at blanks."""
    width = 0
    for column in zip(*[row.findall("th") + row.findall("td") for row in table.iter("tr")]):
        widest = max(max((len(w) for w in text_of(c).split()), default=0) * LETTER if c.tag == "th" or has_class(c, "words")
                     else len(text_of(c)) * DIGIT for c in column)
        floors = [6.5 * 16 * has_class(column[0], "long"), 9 * 16 * any(has_class(c, "words") for c in column)]
        width += max(widest + PADDING, *floors)
    check(width <= WIDTH_MOST, f"{name}: a table of {width:.0f} pixels is cut")


def check_figure(figure, options):
    name = figure.get("id")
    caption = figure.find("figcaption")
    check(caption is not None and len(text_of(caption)) > 80, f"{name}: no caption")
    check("Source: " in (text_of(caption) if caption is not None else ""), f"{name}: the caption has no 'Source: '")
    tables = list(figure.iter("table"))
    check(tables and all(len(cells_of(t)) > 1 for t in tables), f"{name}: no table")
    for table in tables:
        check_width(name, table)
    svgs = [s for d in figure.iter("div") if has_class(d, "plot") for s in d.iter("svg")]
    if name.startswith("fig-"):
        hidden = [t for d in figure.iter("details") for t in d.iter("table")]
        check(tables == hidden, f"{name}: a table outside <details>")
        bars = [d for d in figure.iter("div") if has_class(d, "bars")]
        check(len(bars) == (name in BARS), f"{name}: {len(bars)} pictures of bars")
        wanted = 2 if options.pictures and name not in BARS else 0
        check(len(svgs) == wanted or not (options.pictures or options.no_pictures), f"{name}: {len(svgs)} pictures")
        for svg in svgs:
            check(svg.get("viewBox") and svg.get("aria-label"), f"{name}: a picture without viewBox or label")
            check(paints(svg), f"{name}: an empty picture")
        check_legend(name, figure, svgs)
    if options.data:
        for path, table in zip(files_of(figure, tables, options.data), tables):
            check_csv(path, table)


def check_speed(figure):
    """The bars of f32, and the light ones of f64, are as long as the table's rates, and the key says which is which."""
    patches = [(has_class(li.find("i"), "light"), text_of(li).strip()) for ul in figure.iter("ul") for li in ul.iter("li")]
    check(patches == [(False, "f32"), (True, "f64")], f"the key of the bars is {patches}")
    rates = {row[0]: [float(n) if n else 0 for n in row[3:5]] for row in cells_of(next(figure.iter("table")))[1:]}
    bars = []
    for row in (d for d in figure.iter("div") if has_class(d, "row")):
        fills = [e for e in row.iter("i") if has_class(e, "fill")]
        for e in fills if len(fills) == 2 else []:   # raw bits have one
            width = float(re.search(r"width:([0-9.]+)%", e.get("style")).group(1))
            bars.append((width, rates[text_of(row.find("span"))][has_class(e, "light")]))
    check(len(bars) >= 20, f"{len(bars)} bars of f32 and f64")
    scale = max((width / rate for width, rate in bars), default=1)
    wrong = [(width, rate) for width, rate in bars if abs(width - rate * scale) > 0.05 + 0.01 * width]
    check(not wrong, f"bars are not as long as their rates: {wrong[:3]}")


def check_style(root):
    """Declarations are `property: value`; an operator that CSS has only in calc() is there."""
    style = re.sub(r"/\*.*?\*/|\"[^\"]*\"", "", "".join(e.text or "" for e in root.iter("style")), flags=re.S)
    inner = re.compile(r"\([^()]*\)")
    check(style.count("{") == style.count("}"), "the braces of the style are not balanced")
    for block in re.findall(r"{([^{}]*)}", style):
        for line in filter(None, block.split(";")):
            name, colon, value = line.partition(":")
            known = colon and re.fullmatch(r"\s*-{0,2}[a-z][a-z0-9-]*", name)
            while inner.search(value):
                value = inner.sub("", value)
            check(known and value.strip() and not re.search(r"[*=<>()]", value), f"the style has '{line}'")


def check_formulas(elements):
    """No formula is shown as source text."""
    for e in elements:
        if e.tag in ("style", "code", "title", "desc"):
            continue
        for text in [e.text or ""] + [c.tail or "" for c in e]:
            begin = repr(text.strip()[:60])
            check(not re.search(r"[$^]|\b[A-Z]_[A-Za-z]\b", text), f"not set: {begin}")
            check(not re.search(r"[Ss]eed [0-4]:|seed [02],", text), f"a document is not called by its author: {begin}")


def check_provenance(elements, text):
    """Build, machine and date are stated once; studies, made at other times, state their own."""
    own = re.sub(r'<div class="study".*?(?=<section|</main>)', "", text, flags=re.S)
    place = [e for e in elements if e.get("id") == "provenance"]
    words = text_of(place[0]) if place else ""
    version, date = r"reroll \d+\.\d+\.\d+", r"20\d\d-\d\d-\d\dT\d\d:\d\dZ"
    check(re.match(version + ", .* \u00b7 .* \u00b7 " + date, words), f"provenance is {words!r}")
    for pattern in (version, date):
        check(len(re.findall(pattern, own)) == 1, f"{pattern} is there {len(re.findall(pattern, own))} times")


def check_strategies(figures):
    """A strategy has one colour and one shape in all figures."""
    seen = {}
    for figure in figures:
        entries = [e for e in figure.iter() if e.tag == "li" or (e.tag == "span" and has_class(e, "name"))]
        for entry in entries:
            strategy, swatch = text_of(entry).split(",")[0].strip(), entry.find("svg")
            if swatch is None or strategy not in STRATEGIES or figure.get("id").startswith("fig-thomas"):
                continue
            colour = paints(swatch)
            shape = [(e.tag, re.sub(r"^M\d+ ", "", e.get("d", ""))) for e in swatch if not e.get("d", "").endswith("h34")]
            check(len(colour) == 1 and len(shape) == 1, f"{figure.get('id')}: {strategy} has {colour} and {shape}")
            seen.setdefault(strategy, set()).add((str(colour), str(shape)))
    for strategy in STRATEGIES:
        check(len(seen.get(strategy, ())) == 1, f"{strategy} has {len(seen.get(strategy, ()))} colours and shapes")
    check(len({str(s) for s in seen.values()}) == len(seen), "two strategies look alike")


def check_first(root, elements, digest):
    """The descriptions of Reroll and of the machine come before the contents."""
    order = [e for e in elements if e.tag in ("h1", "nav") or e.get("id") in ("machine", "thomas")]
    check([e.get("id") or e.tag for e in order] == ["h1", "machine", "nav", "thomas"], "the first screen is not first")
    cards = [e for e in elements if has_class(e, "card")]
    check(len(cards) == 3, f"{len(cards)} cards")
    check(any(text_of(c.find("strong")) == digest for c in cards), f"no card shows the digest {digest}")
    bits = [e for e in elements if e.get("id") == "tab-machine-bits"]
    table = cells_of(next(bits[0].iter("table"))) if bits else []
    digests = {cell for row in table[1:] for cell in row[1:]}
    check(len(digests) == 1 and all(re.fullmatch("[0-9a-f]{8}", d) for d in digests), f"digests of strategies: {digests}")
    check(not table or set(STRATEGIES) - {"grouped"} <= set(table[0]), f"strategies: {table[:1]}")
    bars = [e for e in elements if e.get("id") == "fig-machine-speed"]
    laws = [text_of(e) for f in bars for e in f.iter("span") if has_class(e, "name")]
    check(laws[:4] == ["raw bits, 32", "uniform", "exponential", "normal"], f"laws: {laws}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("page")
    parser.add_argument("--data")
    parser.add_argument("--pictures", action="store_true")
    parser.add_argument("--no-pictures", action="store_true")
    parser.add_argument("--study", action="append", default=[])
    parser.add_argument("--digest", required=True, help="the last line of reroll verify")
    options = parser.parse_args()
    with open(options.page, encoding="utf-8") as f:
        text = f.read()
    check(len(text.encode()) < SIZE_MOST, f"the page has {len(text)} characters")
    root = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(text)
    for e in root.iter():   # SVG elements too are known by their plain names
        if isinstance(e.tag, str):
            e.tag = e.tag.split("}")[-1]
    elements = [e for e in root.iter() if isinstance(e.tag, str)]
    check_outside(text, elements)
    check_policy(text)
    ids = check_ids(elements)
    for name in FIGURES + TABLES + SECTIONS + [f"study-{s}" for s in options.study]:
        check(name in ids, f"{name} is missing")
    for scheme in ("prefers-color-scheme:dark", "@media print"):
        check(scheme in text, f"the style has no {scheme}")
    check_style(root)
    check_formulas(elements)
    check_provenance(elements, text)
    figures = [e for e in elements if e.tag == "figure" and not (e.get("id") or "study-").startswith("study-")]
    check_strategies(figures)
    check_first(root, elements, options.digest)
    for figure in figures:
        check_figure(figure, options)
        if options.data and figure.get("id") == "fig-machine-speed":
            check_speed(figure)
    if options.data:
        written = sum(len(list(f.iter("table"))) for f in figures)
        check(len(os.listdir(options.data)) == written, f"{written} tables, {len(os.listdir(options.data))} files")
    for failure in failures[:20]:
        print(failure, file=sys.stderr)
    sys.exit(1 if failures else 0)


main()
