#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# The files of known answers are what the oracle makes (skipped, with a line that says so, without mpmath).
exec python3 tests/known/oracle.py --check
