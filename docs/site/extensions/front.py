# SPDX-License-Identifier: MIT OR Apache-2.0
"""The front page: the README's table of speed, so that its figures have one source, and a copy of the page as index.html of
the site's root. A copy avoids a redirect, on which a headless browser waits forever."""
import posixpath
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PAGE = "docs/site/index"
TABLE = re.compile(r"<!-- bench-six [^>]*-->\n(.*?)<!-- end of bench-six -->", re.S)


def table():
    """The README's table and its line about the processor, with links from this page's folder."""
    text = TABLE.search((ROOT / "README.md").read_text())[1]
    return re.sub(r"\]\((?!https?:|#)", "](../../", text)


def read(app, docname, source):
    if docname == PAGE:
        source[0] = source[0].replace("% speed", table())


def at_root(html):
    """The page with its relative addresses seen from the root."""
    def moved(match):
        path = posixpath.normpath(posixpath.join(posixpath.dirname(PAGE), match[2]))
        return f'{match[1]}="{path}{"/" if match[2].endswith("/") else ""}"'
    return re.sub(r'\b(href|src|action|data-content_root)="(?![a-z]+:|//|#)([^"]+)"', moved, html)


def write(app, error):
    if not error and app.builder.format == "html":
        out = Path(app.outdir)
        (out / "index.html").write_text(at_root((out / f"{PAGE}.html").read_text()))


def setup(app):
    app.connect("source-read", read)
    app.connect("build-finished", write)
    return {"parallel_read_safe": True}
