#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# The quadrature test's cells are what exact.py makes: every probability again.
exec python3 tests/quadrature/exact.py --check
