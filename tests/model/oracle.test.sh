#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# The values of loop's distribution are those of the oracle (skipped with a message without mpmath).
exec python3 tests/model/oracle.py --check
