#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Writes shapes.npy: 1000 gamma shapes from 0.05 to 50, evenly spaced in their logarithm, in a mixed order.

Decimal arithmetic is correctly rounded everywhere, so the bytes are the same on every machine.
"""
import struct
import sys
from decimal import Decimal, localcontext

COUNT = 1000


def shape(i):
    with localcontext() as context:
        context.prec = 30
        exact = Decimal("0.05") * Decimal(1000) ** (Decimal(i) / (COUNT - 1))
        context.prec = 6
        return float(+exact)


def main(path):
    # 379 and 1000 have no common factor: every shape occurs once, and neighbours differ, as in real data.
    shapes = [shape(i * 379 % COUNT) for i in range(COUNT)]
    text = b"{'descr': '<f8', 'fortran_order': False, 'shape': (%d,), }" % COUNT
    header = b"\x93NUMPY\1\0" + struct.pack("<H", 118) + text.ljust(117) + b"\n"
    with open(path, "wb") as file:
        file.write(header + struct.pack("<%dd" % COUNT, *shapes))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "shapes.npy")
