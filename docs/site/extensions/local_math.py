# SPDX-License-Identifier: MIT OR Apache-2.0
"""Formulas as MathML. Browsers draw it without a script or a network."""
from latex2mathml.converter import convert


def inline(self, node):
    self.body.append(convert(node.astext()))
    _skip(node)


def block(self, node):
    self.body.append(convert(node.astext(), display="block"))
    _skip(node)


def _skip(node):
    from docutils import nodes
    raise nodes.SkipNode


def setup(app):
    app.add_html_math_renderer("local", (inline, None), (block, None))
    return {"parallel_read_safe": True}
