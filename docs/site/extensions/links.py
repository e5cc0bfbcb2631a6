# SPDX-License-Identifier: MIT OR Apache-2.0
"""Links to directories, which work in a browser of the repository but are not pages of a site: to the directory's README, or
plain text without one."""
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
LINK = re.compile(r"(?<!!)\[([^\]\n]*)\]\(([^)\s:#]+)\)")


def read(app, docname, source):
    here = (ROOT / docname).parent

    def linked(match):
        text, target = match.groups()
        if not (here / target).is_dir():
            return match[0]
        return f"[{text}]({target.rstrip('/')}/README.md)" if (here / target / "README.md").exists() else text

    source[0] = LINK.sub(linked, source[0])


def setup(app):
    app.connect("source-read", read, priority=400)
    return {"parallel_read_safe": True}
