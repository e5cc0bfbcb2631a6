#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Makes and shows .npy files without NumPy, so that the tests check the command against the format itself.

npy.py make FILE DTYPE SHAPE [--fortran] [--version V] VALUE...    values in row-major order; repeated if too few
npy.py show FILE                                                   dtype, shape, then one value per line (repr)
npy.py numpy FILE                                                  checks that NumPy saves the same bytes, where it is there
"""
import struct
import sys

CODES = {"f4": "f", "f8": "d", "i4": "i", "i8": "q", "u4": "I", "u8": "Q", "f2": "e", "i1": "b", "i2": "h", "u1": "B",
         "u2": "H"}


def make(path, dtype, shape, *rest):
    fortran, version, values = False, 1, []
    rest = list(rest)
    while rest:
        word = rest.pop(0)
        if word == "--fortran":
            fortran = True
        elif word == "--version":
            version = int(rest.pop(0))
        else:
            values.append(word)
    shape = eval(shape)
    count = 1
    for extent in shape:
        count *= extent
    convert = float if dtype[1] == "f" else int
    values = [convert(values[i % len(values)]) for i in range(count)]
    if fortran and len(shape) == 2:
        rows, cols = shape
        values = [values[r * cols + c] for c in range(cols) for r in range(rows)]
    text = "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }" % (dtype, fortran, shape)
    size = "<H" if version == 1 else "<I"
    length = -(-(8 + struct.calcsize(size) + len(text) + 1) // 64) * 64 - 8 - struct.calcsize(size)
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY" + bytes([version, 0]) + struct.pack(size, length))
        file.write(text.encode().ljust(length - 1) + b"\n")
        file.write(struct.pack(dtype[0].replace("|", "=") + str(count) + CODES[dtype[1:]], *values))


def read(path):
    data = open(path, "rb").read()
    assert data[:8] == b"\x93NUMPY\1\0", "magic"
    (length,) = struct.unpack("<H", data[8:10])
    assert (10 + length) % 64 == 0, "alignment"
    header = eval(data[10:10 + length].decode())
    assert sorted(header) == ["descr", "fortran_order", "shape"] and not header["fortran_order"], header
    count = 1
    for extent in header["shape"]:
        count *= extent
    code = "<%d%s" % (count, CODES[header["descr"][1:]])
    body = data[10 + length:]
    assert len(body) == struct.calcsize(code), "length"
    return header, struct.unpack(code, body)


def show(path):
    header, values = read(path)
    print(header["descr"], header["shape"])
    for value in values:
        print(repr(value))


def numpy(path):
    import io
    import numpy
    array = numpy.load(path)
    file = io.BytesIO()
    numpy.save(file, array)
    assert file.getvalue() == open(path, "rb").read(), "numpy.save writes other bytes"


if __name__ == "__main__":
    {"make": make, "show": show, "numpy": numpy}[sys.argv[1]](*sys.argv[2:])
