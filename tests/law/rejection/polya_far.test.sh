#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# The polynomial of polya-gamma-part against the density, from its series.
exec python3 laws/polya_gamma/draw/far.py --check
