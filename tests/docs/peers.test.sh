#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# The bench of peers, without a clock: its driver with peers made for the test, its pages, the README's tables. TAP.
cd "$(dirname "$0")/../.." || exit 2
exec python3 -S tests/docs/peers.py
