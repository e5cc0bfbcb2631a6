#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# The probabilities of all cells are what the rooms' law.py say (skipped, with a line that says so, without mpmath or SciPy).
exec python3 tests/statistics/cells.py --check
