# SPDX-License-Identifier: MIT OR Apache-2.0
"""Runs what numpys_own.py loads."""
import numpys_own

for _file in numpys_own.FILES:
    for _name, _value in vars(numpys_own.load(_file)).items():
        if _name.startswith(("Test", "test_")) or "Fixture" in type(_value).__name__:
            globals()[_name] = _value
