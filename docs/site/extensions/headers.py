# SPDX-License-Identifier: MIT OR Apache-2.0
"""The public headers for hawkmoth, which requires a comment before each declaration and member. In this project comments
follow members, and one comment may precede several declarations. Headers are written to BUILD/docs-headers with their
comments moved; the text of the comments does not change."""
import os
import re
import subprocess
from pathlib import Path

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

ROOT = Path(__file__).resolve().parents[3]
COMMENT = re.compile(r"/\*.*?\*/", re.S)
SECTION = re.compile(r"^/\* -+ (.*?) -+ \*/$", re.S)


def documented(text):
    """The header with each comment, as /** ... */, before its declaration."""
    out, above = [], False     # above: the declaration before this line, without a blank line between, has a comment
    at = 0
    lines = text.splitlines()
    while at < len(lines):
        line = lines[at]
        opened = line.find("/*")
        if opened >= 0:
            while "*/" not in lines[at][opened if lines[at] is line else 0:]:
                at += 1
                line += "\n" + lines[at]
        at += 1
        comment = COMMENT.search(line)
        code = line[:comment.start()].rstrip() if comment else line
        if comment and not code:
            out.append(_alone(comment.group()))
            above = "SPDX" not in line
        elif comment and code.lstrip().startswith("#"):
            out.append(line)
        elif comment:
            out += [_before(comment.group()), code + line[comment.end():]]
            above = True
        else:
            if above == "declared" and re.match(r"RR_API .*\(", code):
                out.append("/** See the one above. */")
            out.append(code)
            above = "declared" if above and code.rstrip().endswith(";") else above and bool(code.strip())
    return "\n".join(out) + "\n"


def _alone(comment):
    section = SECTION.match(comment)
    if section:
        return f"/**\n * .. rubric:: {section[1]}\n */\n"
    return comment if "SPDX" in comment else _before(comment)


def _before(comment):
    """The comment in hawkmoth's form. Comments continue after stars; those of members continue far to the right."""
    text = comment[2:-2].strip("\n").rstrip()
    lines = [re.sub(r"^ *\*( |$)", "", line) for line in text.splitlines()]
    if not re.search(r"^ *\*", text, re.M):
        lines = [line.strip() for line in lines]
    lines[0] = lines[0].strip()
    return "\n".join(["/**", *(f" * {line}".rstrip() for line in lines), " */"])


def as_rst(app, lines, transform, options):
    """Converts comments, which are plain text with `names` and indented formulas."""
    if any(".. rubric::" in line for line in lines):
        return
    text, inside = [], False
    for line in lines:
        formula = line.startswith("  ") and line.strip()
        if formula and not inside:
            text += ["", "::", ""]
        inside = bool(formula) or (inside and not line.strip())
        if text and not inside and text[-1].startswith("  ") and line.strip():
            text.append("")
        text.append(f"    {line}" if formula else _escaped(line))
    lines[:] = text


def _escaped(line):
    parts = re.split(r"(`[^`]+`)", line)
    return "".join(f"`{p}`" if p.startswith("`") and len(p) > 2 else re.sub(r"([\\*_|`])", r"\\\1", p) for p in parts)


# napoleon reads "text: more" on the first line of a property as a type and its description, even within quotes. Its colons
# are replaced by this character, which no text contains, until napoleon is done.
COLON = "\ue000"


def hide_colons(app, what, name, obj, options, lines):
    """Before napoleon."""
    if what == "property" and lines:
        lines[0] = lines[0].replace(":", COLON)


def python_text(app, what, name, obj, options, lines):
    """After napoleon. Docstrings are plain text; examples keep their form."""
    lines[:] = [line if line.startswith((">>>", "...")) else _escaped(line.replace(COLON, ":")) for line in lines]


def write(app):
    build = Path(os.environ.get("BUILD") or "build")
    to = (ROOT / build / "docs-headers").resolve()
    to.mkdir(parents=True, exist_ok=True)
    for header in sorted((ROOT / "include").glob("*.h")):
        made = documented(header.read_text())
        if not (to / header.name).exists() or (to / header.name).read_text() != made:
            (to / header.name).write_text(made)
    own = subprocess.run(["gcc", "-print-file-name=include"], capture_output=True, text=True, check=True).stdout.strip()
    app.config.hawkmoth_root = str(to)
    app.config.hawkmoth_clang = [f"-I{to}", f"-I{(ROOT / build / 'gen').resolve()}", f"-I{own}"]


class HeaderText(SphinxDirective):
    """A header, unchanged. The argument is a path in the repository, or BUILD/ and a path in make's build folder."""

    required_arguments = 1

    def run(self):
        path = self.arguments[0]
        at = ROOT / (os.environ.get("BUILD") or "build") / path[6:] if path.startswith("BUILD/") else ROOT / path
        self.env.note_dependency(str(at))
        text = at.read_text()
        return [nodes.literal_block(text, text, language="cpp" if at.suffix == ".hpp" else "c")]


def setup(app):
    app.add_directive("headertext", HeaderText)
    app.connect("config-inited", lambda app, config: write(app), priority=100)
    app.connect("hawkmoth-process-docstring", as_rst)
    app.connect("autodoc-process-docstring", hide_colons, priority=400)
    app.connect("autodoc-process-docstring", python_text, priority=600)
    return {"parallel_read_safe": True}
