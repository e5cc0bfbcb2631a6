#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# The tables of the ziggurats are those that their generator makes (skipped with a message without mpmath).
exec python3 engine/ziggurat/tables.py --check
