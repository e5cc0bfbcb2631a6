#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# The figures that the pages give for errors of the five papers, computed again; counts and links of our pages. TAP.
cd "$(dirname "$0")/../.." || exit 2
exec python3 -S tests/docs/slips.py
