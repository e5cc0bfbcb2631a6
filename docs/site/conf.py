# SPDX-License-Identifier: MIT OR Apache-2.0
"""The site: `make docs` (mk/site.mk). The source folder is the repository, so that its pages are read where they lie and
link to each other as they do there; what is made of the library's lists is made by extensions/ while pages are read.

In the environment: BUILD, make's build folder, with the command and the headers that are made."""
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
                    "include/*.md", "laws/**.md", "mk/*.md", "model/*.md", "python/**.md", "studies/**.md", "targets/*.md",
                    "tests/**.md", "transforms/*.md"]
extensions = ["hawkmoth", "myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "headers", "laws", "local_math"]
nitpicky = False

myst_enable_extensions = ["dollarmath", "colon_fence"]
myst_heading_anchors = 3
myst_links_external_new_tab = False
# The README's own headings begin at 2 where a page is a list of laws.
suppress_warnings = ["myst.header"]

nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 120
nb_merge_streams = True
nb_ipywidgets_js = {}

autodoc_member_order = "alphabetical"
autodoc_typehints = "none"
napoleon_use_ivar = True   # attributes of two classes with one name would be what `dtype` in a text may mean

html_theme = "furo"
html_title = f"Reroll {version}"
html_extra_path = ["extra"]
html_show_sourcelink = False
html_copy_source = False
html_math_renderer = "local"
