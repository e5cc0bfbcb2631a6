#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Writes alpha.npy: the 12 shapes of a Dirichlet distribution, from 0.02 to 40, as a (12,) array of f8."""
import struct
import sys

ALPHA = [0.02, 0.1, 0.25, 0.5, 1, 1, 1.5, 2, 3.5, 8, 15, 40]

header = "{'descr': '<f8', 'fortran_order': False, 'shape': (%d,), }" % len(ALPHA)
header += " " * (-(len(header) + 11) % 64) + "\n"
with open(sys.argv[1] if len(sys.argv) > 1 else "alpha.npy", "wb") as file:
    file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H",
                                                  len(header)) + header.encode() + struct.pack(f"<{len(ALPHA)}d", *ALPHA))
