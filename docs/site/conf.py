# SPDX-License-Identifier: MIT OR Apache-2.0
"""The site: `make docs` (mk/site.mk). The source folder is the repository: pages keep their places, and their links work
here and in the repository. The extensions generate pages from the library's lists when Sphinx reads them.

The environment variable BUILD is make's build folder, which contains the command and the generated headers."""
import os
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE / "extensions"))

project = "Reroll"
copyright = "the authors of Reroll"
version = ".".join(re.search(rf"define RR_VERSION_{part} (\d+)", (ROOT / "include/reroll_core.h").read_text())[1]
                   for part in ("MAJOR", "MINOR", "PATCH"))
root_doc = "docs/site/index"
include_patterns = ["*.md", "bench/**.md", "cli/*.md", "docs/**.md", "engine/**.md", "examples/**.md", "host/*.md",
                    "include/*.md", "laws/**.md", "mk/*.md", "model/*.md", "python/**.md", "r/*.md", "studies/**.md", "targets/*.md",
                    "tests/**.md", "transforms/*.md"]
extensions = ["hawkmoth", "myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "front", "headers", "laws", "links",
              "local_math"]
nitpicky = False

myst_enable_extensions = ["dollarmath", "colon_fence"]
myst_heading_anchors = 3
myst_links_external_new_tab = False
# Headings of a README that become subsections of a distribution's page may skip a level.
suppress_warnings = ["myst.header"]

nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 120
nb_merge_streams = True
nb_ipywidgets_js = {}

autodoc_member_order = "alphabetical"
autodoc_typehints = "none"
napoleon_use_ivar = True   # otherwise `dtype` in a text is ambiguous: two classes have an attribute of that name

html_theme = "furo"
html_title = f"Reroll {version}"
html_show_sourcelink = False
html_copy_source = False
html_math_renderer = "local"
