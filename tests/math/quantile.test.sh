#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# The coefficients of engine/math/normal_quantile.h are what their generator makes (skipped, with a line that says so,
# without mpmath).
exec python3 tests/math/quantile.py --check
