# SPDX-License-Identifier: MIT OR Apache-2.0
"""The tests that numpys_own.py excludes because of bits: NumPy's own Generator on other bits fails exactly those."""
import itertools
import os
import pathlib
import re
import subprocess
import sys

import pytest

import numpys_own

FILE = pathlib.Path(__file__).with_name("test_numpys_own.py")
OF_BITS = set(itertools.chain(*list(numpys_own.EXCLUDED.values())[:2]))


def outcomes(tests):
    """(word, test) of each, on the stand-in."""
    done = subprocess.run([sys.executable, "-m", "pytest", "-v", "--tb=no", "-p", "no:cacheprovider", *tests],
                          env={**os.environ, "REROLL_STAND_IN": "1"}, capture_output=True, text=True)
    return re.findall(r"test_numpys_own\.py::(\S+) (PASSED|FAILED|ERROR)", done.stdout)


def test_what_is_left_out_fails_on_other_bits():
    got = outcomes(f"{FILE}::{name}" for name in sorted(OF_BITS))
    assert len(got) > 25 and {word for _, word in got} == {"FAILED"}, got


@pytest.mark.skipif(not os.environ.get("REROLL_DEEP"), reason="long: REROLL_DEEP=1")
def test_nothing_else_fails_on_other_bits():
    failed = {name.partition("[")[0] for name, word in outcomes([FILE]) if word != "PASSED"}
    assert failed == {n for n in failed if n in OF_BITS or n.partition("::")[0] in OF_BITS}, failed
