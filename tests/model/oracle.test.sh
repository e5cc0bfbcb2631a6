#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# The values of loop's law are what the oracle makes (skipped, with a line that says so, without mpmath).
exec python3 tests/model/oracle.py --check
