# SPDX-License-Identifier: MIT OR Apache-2.0
"""The modules of laws/, for the oracles: laws/list.h is the list, laws/MODULE/law.py describes a module."""
import collections
import functools
import importlib.util
import os
import re

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))


class Sampler(collections.namedtuple("Sampler", "module name draw widths")):
    """A line of the list. A derived distribution has the draw of another sampler."""

    @property
    def public(self):
        """The name that users write: normal:polar."""
        with open(os.path.join(ROOT, "laws", self.module, self.name + ".c"), encoding="utf-8") as f:
            return re.search(r'\.name = "([^"]+)"', f.read()).group(1)

    def path(self, folder):
        return "laws/%s/%s/%s.txt" % (self.module, folder, self.name)


@functools.lru_cache(maxsize=None)
def listed():
    """The samplers of every build; those guarded by RR_BLAS are not in the contract."""
    with open(os.path.join(ROOT, "laws", "list.h"), encoding="utf-8") as f:
        text = re.sub(r"#if RR_BLAS.*?#endif", "", f.read(), flags=re.S)
    return [Sampler(*found) for found in re.findall(r"^RR_SAMPLER\((\w+), *(\w+), *(\w+), *(\w+)\)$", text, re.M)]


def samplers(names=()):
    """Those of these names (or modules); all without any."""
    return [s for s in listed() if not names or s.name in names or s.module in names]


@functools.lru_cache(maxsize=None)
def law(module):
    """laws/MODULE/law.py, as a module."""
    spec = importlib.util.spec_from_file_location("law_" + module, os.path.join(ROOT, "laws", module, "law.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
