#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# The coefficients of engine/math/normal_quantile.h are those of their generator (skipped with a message without mpmath).
exec python3 tests/math/quantile.py --check
