# SPDX-License-Identifier: MIT OR Apache-2.0
"""Checks a page of `reroll report`: check.py PAGE [--data DIR] [--pictures] [--no-pictures] [--study NAME]...

Valid HTML (html5lib, strict), unique ids, links that lead somewhere, nothing from outside, every figure with its caption,
its table and, where asked for, its pictures, and CSV files that hold what the tables show."""
import argparse
import csv
import math
import os
import re
import sys

import html5lib

FIGURES = """fig-thomas-pk fig-thomas-mean fig-thomas-mean-close fig-thomas-cached fig-thomas-ratio
fig-ridley-2 fig-ridley-3 fig-ridley-4 fig-ridley-5 fig-ridley-6 fig-ridley-errors fig-ridley-7 fig-ridley-8
fig-ours-efficiency fig-ours-efficiency-8 fig-ours-fixed""".split()
TABLES = ["tab-ridley-errors", "tab-ridley-1", "tab-ridley-1-more"]
SECTIONS = ["thomas", "ridley", "ours", "plan"]
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


def check_ids(elements):
    ids = [e.get("id") for e in elements if e.get("id") is not None]
    check(len(ids) == len(set(ids)), f"ids are not unique: {sorted({i for i in ids if ids.count(i) > 1})[:5]}")
    for e in elements:
        href = e.get("href") or ""
        check(not href.startswith("#") or href[1:] in ids, f"{href} leads nowhere")
    return set(ids)


def cells_of(table):
    return [[text_of(c) for c in row.findall("th") + row.findall("td")] for row in table.iter("tr")]


def same(shown, exact):
    """A cell of the page has six digits of the file's number."""
    if shown == exact:
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
    """FIGURE.csv, or FIGURE-NAME.csv where the table is "Data, NAME: so many rows"."""
    names = [re.match(r"Data(?:, (\w+))?: \d+ rows?$", text_of(s)) for s in figure.iter("summary")]
    ends = [""] * (len(tables) - len(names)) + ["-" + n[1] if n and n[1] else "" for n in names]
    return [os.path.join(folder, f"{figure.get('id')}{end}.csv") for end in ends]


def check_figure(figure, options):
    name = figure.get("id")
    caption = figure.find("figcaption")
    check(caption is not None and len(text_of(caption)) > 80, f"{name}: no caption")
    words = text_of(caption) if caption is not None else ""
    for needed in ("Source: ", "Made by reroll ", ", on "):
        check(needed in words, f"{name}: the caption has no {needed!r}")
    check(re.search(r"20\d\d-\d\d-\d\dT\d\d:\d\dZ", words), f"{name}: the caption has no date")
    tables = list(figure.iter("table"))
    check(tables and all(len(cells_of(t)) > 1 for t in tables), f"{name}: no table")
    svgs = list(figure.iter("svg"))
    if name.startswith("fig-"):
        hidden = [t for d in figure.iter("details") for t in d.iter("table")]
        check(tables == hidden, f"{name}: a table outside <details>")
        if options.pictures:
            check(len(svgs) == 2, f"{name}: {len(svgs)} pictures")
        for svg in svgs:
            check(svg.get("viewBox") and svg.get("aria-label"), f"{name}: a picture without viewBox or label")
            check(any("var(--c" in str(v) for e in svg.iter() for v in e.attrib.values()), f"{name}: an empty picture")
    if options.no_pictures:
        check(not svgs, f"{name}: a picture")
    if options.data:
        for path, table in zip(files_of(figure, tables, options.data), tables):
            check_csv(path, table)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("page")
    parser.add_argument("--data")
    parser.add_argument("--pictures", action="store_true")
    parser.add_argument("--no-pictures", action="store_true")
    parser.add_argument("--study", action="append", default=[])
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
    ids = check_ids(elements)
    for name in FIGURES + TABLES + SECTIONS + [f"study-{s}" for s in options.study]:
        check(name in ids, f"{name} is missing")
    for scheme in ("prefers-color-scheme:dark", "@media print"):
        check(scheme in text, f"the style has no {scheme}")
    figures = [e for e in elements if e.tag == "figure" and not (e.get("id") or "study-").startswith("study-")]
    for figure in figures:
        check_figure(figure, options)
    if options.data:
        written = sum(len(list(f.iter("table"))) for f in figures)
        check(len(os.listdir(options.data)) == written, f"{written} tables, {len(os.listdir(options.data))} files")
    for failure in failures[:20]:
        print(failure, file=sys.stderr)
    sys.exit(1 if failures else 0)


main()
